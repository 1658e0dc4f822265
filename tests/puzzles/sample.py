"""A puzzle made by hand: the position of a blunder whose answer is proved."""

from pathlib import Path

import drakkar
from drakkar.core.match import Match
from drakkar.core.moment import Decision
from drakkar.core.view import View
from drakkar.puzzles.puzzle import AGREEMENT, EXHAUSTIVE, Proof, Puzzle, Reply

BLUNDERS = Path(__file__).parent.parent / "bots" / "blunders"
SIDE = "wolf"
RIGHT = "invade warrior Horgr"


def known(name: str, side: str = SIDE) -> str:
    """What a side knows of the position of a blunder."""
    match = drakkar.set_up(BLUNDERS / f"{name}.toml")
    return match.view(match.sides.index(side)).position()


def asked(position: str, side: str = SIDE) -> tuple[Match, View, Decision]:
    """The decision of a side in a position."""
    match = drakkar.set_up(position)
    seat = match.sides.index(side)
    return match, match.view(seat), next(one for one in match.pending if one.seat == seat)


SAMPLE = Puzzle(
    "1-2",
    SIDE,
    known("action_deny"),
    (RIGHT,),
    "pass",
    "timing",
    Proof(EXHAUSTIVE, 40, 1, 0, 0.0, 0.0),
    {"karl": (0, 2), "jarl": (1, 2)},
    Reply("raven", "pillage Horgr", 1.0),
    "",
)
AGREED = SAMPLE._replace(
    name="1-3",
    proof=Proof(AGREEMENT, 4, 4, 0, 0.07, 0.12),
    reply=Reply("raven", "pillage Horgr", 0.1),
    then="pass",
)
