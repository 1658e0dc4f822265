"""Both builds play the same: the same random matches on each, compared line by line.

    python -m tools.same_play PYTHON OTHER    the builds of two interpreters, side by side; red if they differ
    python -m tools.same_play                 what the build of this interpreter makes of them, a line for each match

A line is the title, seats and seed, how many choices there were, the glory, and a hash of all that lies on the table
in the end; of every 25th match also of its record and of a position on the way. Options are drawn at random too.
"""

import hashlib
import subprocess
import sys
from collections.abc import Iterator
from itertools import zip_longest
from random import Random

MATCHES = 1000
IN_WORDS_EVERY = 25


def lines(matches: int) -> Iterator[str]:
    """What this build makes of the matches."""
    import drakkar  # noqa: PLC0415 - the one that compares needs none
    from drakkar.core.game import find  # noqa: PLC0415

    tables = [
        (title, seats)
        for title in drakkar.games()
        for seats in range(find(title).fewest_seats, find(title).most_seats + 1)
    ]
    yield f"{drakkar.build()} build"
    for seed in range(matches):
        title, seats = tables[seed % len(tables)]
        in_words = seed // len(tables) % IN_WORDS_EVERY == 0
        yield f"{title} {seats} {seed}: {played(title, seats, seed)}{told(title, seats, seed) if in_words else ''}"


def played(title: str, seats: int, seed: int) -> str:
    """A match on the rules alone."""
    import drakkar  # noqa: PLC0415
    from drakkar.core.position import snapshot  # noqa: PLC0415

    s = drakkar.state(title, seats, seed, settings(title, seats, seed))
    choices = s.playout(Random(seed))
    return f"{choices} choices, glory {s.glory()}, {digest(repr(snapshot(s.game.book, s.state)))}"


def told(title: str, seats: int, seed: int) -> str:
    """A match in words: its record, and a position before its end."""
    import drakkar  # noqa: PLC0415

    match, rng, position = drakkar.new(title, seats, seed, settings(title, seats, seed)), Random(seed), ""
    while pending := match.pending:
        decision = rng.choice(pending)
        match.play(decision.seat, rng.choice(decision.options))
        position = match.position() if rng.random() < 0.02 or not position else position
    return f", record {digest(match.record())}, position {digest(position)}"


def settings(title: str, seats: int, seed: int) -> dict[str, bool | int | str]:
    from drakkar.core.chance import chance_from  # noqa: PLC0415
    from drakkar.core.game import find  # noqa: PLC0415

    return find(title).random_settings(chance_from(seed), list(range(seats)))


def digest(text: str) -> str:
    return hashlib.blake2s(text.encode(), digest_size=8).hexdigest()


def compare(one: list[str], other: list[str]) -> int:
    """0 if the builds are two and agree in every match; otherwise say what is wrong."""
    if one[:1] == other[:1]:
        print(f"there is nothing to compare: both are the {one[0] if one else 'missing'}")
        return 1
    different = [pair for pair in zip_longest(one[1:], other[1:], fillvalue="(nothing)") if len(set(pair)) > 1]
    if different or len(one) < 2:
        print(f"the builds play differently in {len(different)} of {len(one) - 1} matches; the first of them:")
        for build, line in zip((one[0], other[0]), different[0] if different else ("", ""), strict=True):
            print(f"  {build}: {line}")
        return 1
    print(f"{one[0]} and {other[0]}: {len(one) - 1} matches alike, checksum {digest(chr(10).join(one[1:]))}")
    return 0


def main() -> int:
    if len(sys.argv) == 1:
        for line in lines(MATCHES):
            print(line)
        return 0
    runs = [
        subprocess.Popen([python, "-m", "tools.same_play"], stdout=subprocess.PIPE, encoding="utf-8")
        for python in sys.argv[1:3]
    ]
    one, other = (run.communicate()[0].splitlines() for run in runs)
    if any(run.returncode for run in runs):
        print("a build could not play them all")
        return 1
    return compare(one, other)


if __name__ == "__main__":
    sys.exit(main())
