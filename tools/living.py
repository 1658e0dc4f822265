"""Statistics that the docs print: one command makes them on any engine, and plays some of their games again.

    .venv/bin/python -m tools.living make docs/statistics.md --on ray      # the options are those of drakkar arena
    .venv/bin/python -m tools.living check docs/statistics.md --games 60   # writes nothing; 1 if they differ

The page itself names the command that made it. A check is about wins and scores by seat and by turn.
"""

import argparse
import re
import shlex
import sys
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

from drakkar import cli

# Further apart than this many standard errors, two figures are not of the same bots and rules. With a dozen figures,
# chance alone does it once in a thousand checks.
FAR: Final = 4.0
# An interval of 95 % is so many standard errors to each side.
SIDE: Final = 1.96
SECTIONS: Final = ("## Seats", "## Turn order")


class Figure(NamedTuple):
    """A printed mean, and its standard error."""

    mean: float
    error: float


def command_of(page: str) -> list[str]:
    """The words of the command that a page names, without the name of the program and of the file."""
    found = re.search(r"```\ndrakkar (.*) --markdown FILE\n```", page)
    if found is None:
        raise ValueError("this page names no command that made it")
    return shlex.split(found[1])


def figures(page: str) -> dict[str, Figure]:
    """Wins and scores by seat and turn. With wins of 0 or 100 % the interval is all there is of the error."""
    found = {}
    for title in SECTIONS:
        section = page.partition(f"{title}\n")[2].partition("\n## ")[0]
        for line in section.splitlines():
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            ends = re.fullmatch(r"([\d.]+)–([\d.]+)", cells[2]) if len(cells) > 2 else None
            if ends is None:
                continue
            wins = float(cells[1].removesuffix("%"))
            found[f"{cells[0]}: wins"] = Figure(wins, (float(ends[2]) - float(ends[1])) / (2 * SIDE))
            score = re.fullmatch(r"(-?[\d.]+) ± ([\d.]+)", cells[3]) if len(cells) > 3 else None
            if score is not None:
                found[f"{cells[0]}: score"] = Figure(float(score[1]), float(score[2]) / SIDE)
    return found


def differences(printed: str, played: str) -> list[str]:
    """The figures in which two pages differ by more than chance explains."""
    old, new = figures(printed), figures(played)
    if not old or set(old) != set(new):
        return [f"the pages have other rows: {sorted(old)} and {sorted(new)}"]
    return [
        f"{name}: {figure.mean:g} printed, {new[name].mean:g} ± {SIDE * new[name].error:.1f} now"
        for name, figure in old.items()
        if abs(figure.mean - new[name].mean) > FAR * (figure.error**2 + new[name].error ** 2) ** 0.5
    ]


def replayed(page: str, games: int, more: list[str]) -> list[str]:
    """Play the first games of a page again; the differences."""
    words = command_of(page)
    words[words.index("--games") + 1] = str(games)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.md"
        if cli.main([*words, *more, "--markdown", str(path)]) != 0:
            return ["the games did not all end"]
        return differences(page, path.read_text("utf-8"))


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["make", "check"])
    parser.add_argument("page", type=Path)
    parser.add_argument("--games", type=int, help="the number of games (default: that of the page; of a check, 60)")
    asked, more = parser.parse_known_args(words)
    page = asked.page.read_text("utf-8")
    if asked.what == "check":
        found = replayed(page, asked.games or 60, more)
        print("\n".join(found) or f"{asked.page} prints what these games are like")
        return 1 if found else 0
    made = command_of(page)
    if asked.games:
        made[made.index("--games") + 1] = str(asked.games)
    return cli.main([*made, *more, "--markdown", str(asked.page)])


if __name__ == "__main__":
    sys.exit(main())
