"""Shared by ./play and ./check. The version check comes first, in syntax that an older Python can parse."""

import sys

if sys.version_info < (3, 11):
    sys.exit("Drakkar needs Python 3.11 or newer; this is Python " + sys.version.split()[0])
