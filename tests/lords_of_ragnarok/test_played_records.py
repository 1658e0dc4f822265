"""Matches played at the prompt against bots, one seat move by move: they replay to the same end for ever.

Those for two and four are whole; the one for three began with a position, in the middle.
"""

from pathlib import Path

import pytest

import drakkar

GOLDEN = Path(__file__).parent.parent / "golden"


@pytest.mark.parametrize(
    ("players", "choices", "winner", "victory"),
    [(2, 122, "green", "Great Jarl"), (3, 96, "green", "Slayer"), (4, 484, "blue", "Great Jarl")],
)
def test_a_played_match_is_replayed_to_its_end(players: int, choices: int, winner: str, victory: str) -> None:
    text = (GOLDEN / f"lords_of_ragnarok_played_{players}.record").read_text("utf-8")
    match = drakkar.load(text)
    assert match.seats == players
    assert len(match.history) == choices
    assert match.outcome is not None
    assert [match.sides[seat] for seat in match.outcome.winners] == [winner]
    assert match.outcome.victory == victory
    assert match.record() == text
