"""What ./play and ./check share. This check comes first, in words that an older Python can read too."""

import sys

if sys.version_info < (3, 11):
    sys.exit("Drakkar needs Python 3.11 or newer; this is Python " + sys.version.split()[0])
