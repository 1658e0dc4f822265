"""Who made the king: a choice that decided between two other seats and was all the same to its own."""

from collections.abc import Sequence
from typing import Final

from drakkar.analysis.grade import Row, at_least, difference
from drakkar.analysis.luck import DECIMALS, minus
from drakkar.analysis.review import Kings

# A choice that made the king moved this much between two others, and certainly half of it.
MOVED: Final = 0.10
# For the chooser it differed by less than this from another choice.
INDIFFERENT: Final = 0.02


def rival_of(codes: Sequence[int], means: Sequence[Row], chosen: int, seat: int) -> int | None:
    """A choice as good for the seat after which two others stand much differently; None if there is none."""
    mine = means[list(codes).index(chosen)]
    found, most = None, MOVED
    for code, row in zip(codes, means, strict=True):
        change = minus(mine, row)
        others = [change[other] for other in range(len(change)) if other != seat]
        if len(others) > 1 and abs(change[seat]) < INDIFFERENT:
            moved = min(max(others), -min(others))
            if moved >= most:
                found, most = code, moved
    return found


def decided_between(chosen: list[Row], instead: list[Row], seat: int, text: str) -> Kings | None:
    """Whether a choice decided between two others, by what came of it and of another choice in the same worlds."""
    changes = {other: difference(chosen, instead, other) for other in range(len(chosen[0]))}
    own = changes.pop(seat)
    gained = max(changes, key=lambda other: changes[other].value)
    lost = min(changes, key=lambda other: changes[other].value)
    down = difference(instead, chosen, lost)
    moved = min(changes[gained].value, down.value)
    certainly = min(at_least(changes[gained]), at_least(down))
    if abs(own.value) >= INDIFFERENT or moved < MOVED or certainly < MOVED / 2:
        return None
    return Kings(gained, lost, round(moved, DECIMALS), text)
