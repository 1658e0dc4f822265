"""Matches that people played at the prompt, move by move: they replay to the same end for ever."""

from pathlib import Path

import pytest

import drakkar
from drakkar.core.hosting import result_of

GOLDEN = Path(__file__).parent.parent / "golden"


@pytest.mark.parametrize("players", [2, 4])
def test_a_match_played_at_the_prompt_replays_to_its_end(players: int) -> None:
    text = (GOLDEN / f"blood_rage_played_{players}.record").read_text("utf-8")
    match = drakkar.load(text)
    assert match.seats == players
    assert match.outcome is not None
    assert match.record() == text
    assert f"result {result_of(match)}\n" in text
