"""Section 21: points marked ◆ are rulings of a match, with the default and the alternative on the page."""

import re

import pytest

import drakkar
from drakkar.core.game import find
from tests.rulebook.coverage import BLOOD_RAGE

RULINGS = {ruling.name: ruling for ruling in find("blood_rage").rulings}


def test_every_point_of_section_21_is_read() -> None:
    assert [ruling.rule for ruling in BLOOD_RAGE.rulings()] == list(BLOOD_RAGE.statements(range(21, 22)))


@pytest.mark.parametrize("ruling", BLOOD_RAGE.rulings(), ids=lambda ruling: ruling.name)
def test_what_is_marked_can_be_switched_and_nothing_else_can(ruling: object) -> None:
    assert isinstance(ruling, tuple)
    name, is_switch = ruling[2], ruling[1]
    assert (name in RULINGS) == is_switch


@pytest.mark.parametrize(
    "point", [point for point in BLOOD_RAGE.rulings() if point.is_switch], ids=lambda point: point.name
)
def test_a_ruling_has_the_default_and_the_alternative_of_the_page(point: tuple[str, ...]) -> None:
    ruling = RULINGS[point[2]]

    def written(text: str) -> str:
        found = re.match(r"`(.*?)`", text)
        assert found is not None
        return found.group(1)

    def as_written(value: object) -> str:
        return f'"{value}"' if isinstance(value, str) else str(value).lower()

    assert as_written(ruling.default) == written(point[4])
    assert [as_written(value) for value in ruling.values[1:]] == [written(point[5])]
    assert ruling.rule == point[0]


@pytest.mark.parametrize("ruling", RULINGS.values(), ids=lambda ruling: ruling.name)
def test_the_rulings_in_force_are_part_of_record_and_view(ruling: object) -> None:
    name, value = ruling.name, ruling.values[1]  # type: ignore[attr-defined]
    match = drakkar.new("blood_rage", seats=2, seed=1, rulings={name: value})
    written = str(value).lower() if isinstance(value, bool) else str(value)
    assert f"ruling {name} {written}\n" in match.record()
    assert drakkar.load(match.record()).rulings[name] == value
    for seat in (0, 1, None):
        assert match.view(seat).to_json()["table"]["rulings"][name] == value


@pytest.mark.parametrize(
    ("rulings", "words"),
    [
        ({"two_watches": "both"}, "ruling two_watches: 'both' is not one of 'first_only', 'each_scores'"),
        ({"dead_valkyrie_scores": 1}, "ruling dead_valkyrie_scores: 1 is not one of true, false"),
        ({"final_tie": "shared"}, "blood_rage has no ruling 'final_tie'; it has: first_player, "),
        ({"first_player": "ram"}, "ruling first_player: no seat plays ram"),
    ],
)
def test_an_unknown_option_or_value_is_refused(rulings: dict[str, object], words: str) -> None:
    with pytest.raises(drakkar.BadArgument, match=re.escape(words)):
        drakkar.new("blood_rage", seats=2, rulings=rulings)
