"""The truth about hidden things reaches the learner, and nobody else."""

import re
from pathlib import Path

import numpy as np
import pytest

import drakkar
from drakkar.core.crowd import Crowd
from drakkar.core.encoding import Sheet
from drakkar.core.game import find
from drakkar.core.vectors import bytes_row
from drakkar.train.shared import over

SOURCE = Path(drakkar.__file__).parent
TABLES, STEPS = 3, 60


@pytest.mark.parametrize(("title", "seats"), [("blood_rage", 4), ("lords_of_ragnarok", 3), ("treasure", 2)])
def test_a_crowd_tells_it_beside_observations_only_when_asked(title: str, seats: int) -> None:
    game = find(title)
    plain, telling = (
        Crowd(game, list(range(seats)), game.resolve_rulings({}), TABLES, "one", tell_hidden=tell)
        for tell in (False, True)
    )
    assert len(plain.hidden) == 0
    encoding, seen = game.encoding(), 0
    truth = bytes_row(encoding.hidden_size)
    sheet = Sheet(truth, 0)
    rng = np.random.default_rng(2)
    for _ in range(STEPS):
        assert (over(plain.observations) == over(telling.observations)).all()
        rows = over(telling.hidden).reshape(TABLES, -1)
        for row, lane, seat in zip(rows, telling.lanes, telling.seats, strict=True):
            sheet.wipe()
            encoding.write_hidden(lane.state, int(seat), sheet)
            assert (row == over(truth)).all()
            seen += int(row.sum())
        masks = over(telling.masks).reshape(TABLES, -1)
        choices = (masks * rng.random(masks.shape)).argmax(1).tolist()
        assert plain.step(choices) == telling.step(choices)
    assert seen > 0


def test_only_the_actors_of_a_run_ask_for_it_and_holdings_of_worlds_dealt_anew() -> None:
    users = {
        str(path.relative_to(SOURCE))
        for path in SOURCE.rglob("*.py")
        if re.search(r"\.write_hidden\(|tell_hidden=", path.read_text("utf-8"))
    }
    assert users == {"core/crowd.py", "train/actor.py", "analysis/holdings.py"}
