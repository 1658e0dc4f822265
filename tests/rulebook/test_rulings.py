"""Section 21: what is marked ◆ is offered as an option, with the default and the alternative that the page names."""

import re

import pytest

import drakkar
from drakkar.core.game import find
from tests.rulebook.coverage import BLOOD_RAGE

OPTIONS = {option.name: option for option in find("blood_rage").options}


def test_every_point_of_section_21_is_read() -> None:
    assert [ruling.rule for ruling in BLOOD_RAGE.rulings()] == list(BLOOD_RAGE.statements(range(21, 22)))


@pytest.mark.parametrize("ruling", BLOOD_RAGE.rulings(), ids=lambda ruling: ruling.name)
def test_what_is_marked_is_an_option_and_nothing_else_is(ruling: object) -> None:
    assert isinstance(ruling, tuple)
    name, is_option = ruling[2], ruling[1]
    assert (name in OPTIONS) == is_option


@pytest.mark.parametrize(
    "ruling", [ruling for ruling in BLOOD_RAGE.rulings() if ruling.is_option], ids=lambda ruling: ruling.name
)
def test_an_option_has_the_default_and_the_alternative_of_the_page(ruling: tuple[str, ...]) -> None:
    option = OPTIONS[ruling[2]]

    def written(text: str) -> str:
        found = re.match(r"`(.*?)`", text)
        assert found is not None
        return found.group(1)

    def as_written(value: object) -> str:
        return f'"{value}"' if isinstance(value, str) else str(value).lower()

    assert as_written(option.default) == written(ruling[4])
    assert [as_written(value) for value in option.values[1:]] == [written(ruling[5])]
    assert option.rule == ruling[0]


@pytest.mark.parametrize("option", OPTIONS.values(), ids=lambda option: option.name)
def test_the_options_in_force_are_part_of_record_and_view(option: object) -> None:
    name, value = option.name, option.values[1]  # type: ignore[attr-defined]
    match = drakkar.new("blood_rage", seats=2, seed=1, options={name: value})
    written = str(value).lower() if isinstance(value, bool) else str(value)
    assert f"option {name} {written}\n" in match.record()
    assert drakkar.load(match.record()).settings[name] == value
    for seat in (0, 1, None):
        assert match.view(seat).to_json()["table"]["options"][name] == value


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"two_watches": "both"}, "option two_watches: 'both' is not one of 'first_only', 'each_scores'"),
        ({"dead_valkyrie_scores": 1}, "option dead_valkyrie_scores: 1 is not one of true, false"),
        ({"final_tie": "shared"}, "blood_rage has no option 'final_tie'; it has: first_player, "),
        ({"first_player": "ram"}, "option first_player: nobody plays ram"),
    ],
)
def test_an_unknown_option_or_value_is_refused(options: dict[str, object], words: str) -> None:
    with pytest.raises(drakkar.BadOptions, match=re.escape(words)):
        drakkar.new("blood_rage", seats=2, options=options)
