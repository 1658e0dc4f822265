"""Drakkar with two puzzles made by hand, as a program: `python -m tests.server.with_puzzles serve`."""

import sys

from drakkar.puzzles import library
from tests.puzzles.sample import AGREED, SAMPLE

# Before anything else imports it.
library.puzzles_of = lambda title: (SAMPLE, AGREED) if title == "blood_rage" else ()  # type: ignore[assignment]

from drakkar.cli import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
