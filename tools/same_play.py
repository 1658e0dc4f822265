"""Both builds play the same: the same random matches on each, compared line by line.

    python -m tools.same_play PYTHON OTHER    compare the builds of two interpreters; fails if they differ
    python -m tools.same_play                 play the matches on this interpreter's build, a line for each

A line has the title, the seats, the seed, the number of choices, the scores and a hash of the final state. Every 25th
match also has hashes of its record and of a position. Rulings are drawn at random too.
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
    """The matches as this build plays them, a line each."""
    import drakkar  # noqa: PLC0415 - the comparing process does not need drakkar
    from drakkar.core.game import find  # noqa: PLC0415

    tables = [
        (title, seats)
        for title in drakkar.titles()
        for seats in range(find(title).fewest_seats, find(title).most_seats + 1)
    ]
    yield f"{drakkar.build()} build"
    for seed in range(matches):
        title, seats = tables[seed % len(tables)]
        in_words = seed // len(tables) % IN_WORDS_EVERY == 0
        yield f"{title} {seats} {seed}: {played(title, seats, seed)}{told(title, seats, seed) if in_words else ''}"


def played(title: str, seats: int, seed: int) -> str:
    """A match on the bare rules."""
    import drakkar  # noqa: PLC0415
    from drakkar.core.state_fields import snapshot  # noqa: PLC0415

    s = drakkar.fast_state(title, seats, seed, rulings(title, seats, seed))
    choices = s.playout(Random(seed))
    return f"{choices} choices, scores {s.scores()}, {digest(repr(snapshot(s.game.book, s.state)))}"


def told(title: str, seats: int, seed: int) -> str:
    """A match through Match: its record, and a position before its end."""
    import drakkar  # noqa: PLC0415

    match, rng, position = drakkar.new(title, seats, seed, rulings(title, seats, seed)), Random(seed), ""
    while pending := match.pending:
        decision = rng.choice(pending)
        match.play(decision.seat, rng.choice(decision.choices))
        position = match.position() if rng.random() < 0.02 or not position else position
    return f", record {digest(match.record())}, position {digest(position)}"


def rulings(title: str, seats: int, seed: int) -> dict[str, bool | int | str]:
    from drakkar.core.chance import chance_from  # noqa: PLC0415
    from drakkar.core.game import find  # noqa: PLC0415

    return find(title).random_rulings(chance_from(seed), list(range(seats)))


def digest(text: str) -> str:
    return hashlib.blake2s(text.encode(), digest_size=8).hexdigest()


def compare(one: list[str], other: list[str]) -> int:
    """0 if the builds differ in name and agree in every match; otherwise print what is wrong."""
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
