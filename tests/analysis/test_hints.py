"""Hints: the best choices, from what the seat can see alone."""

from random import Random

import msgspec
import pytest

from drakkar import analysis
from drakkar.server.live import analyst
from tests.analysis.moments import moment
from tests.hidden_worlds import in_another_world


@pytest.mark.parametrize("title", ["blood_rage", "lords_of_ragnarok"])
def test_worlds_that_differ_in_what_is_hidden_get_the_same_hint_byte_by_byte(title: str) -> None:
    match, decision = moment(title, 3, 5, 30)
    other = in_another_world(match, decision.seat, Random(2))
    assert analysis.full_chances(match) != analysis.full_chances(other)
    again = next(another for another in other.pending if another.seat == decision.seat)
    assert msgspec.json.encode(analyst.hint(match, decision)) == msgspec.json.encode(analyst.hint(other, again))


def test_a_hint_has_the_best_choices_the_best_first() -> None:
    match, decision = moment("blood_rage", 2, 5, 40)
    found = analysis.hints(match.view(decision.seat), decision, most=2)
    assert found[0].loss == 0
    assert found[0].chance >= found[1].chance
    assert {one.choice for one in found} <= set(decision.choices)
    assert found[0].to_json()["preview"] == match.view(decision.seat).preview(found[0].choice).to_json()
