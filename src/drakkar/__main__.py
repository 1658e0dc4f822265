"""`python -m drakkar` is the same as `drakkar`."""

import sys

from drakkar.cli import main

if __name__ == "__main__":
    sys.exit(main())
