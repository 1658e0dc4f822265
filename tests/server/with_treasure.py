"""Drakkar with the example game as well, as a program: `python -m tests.server.with_treasure serve`."""

import sys

from drakkar.cli import main
from drakkar.core.game import install

install("treasure", "treasure")

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
