"""The worked examples of the rulebooks about Ages and decks (BR-22.1, BR-22.2)."""

from collections import Counter

import pytest

import drakkar
from drakkar.games.blood_rage.card import CARDS
from drakkar.games.blood_rage.cards.decks import deck
from tests.blood_rage.playing import table, through_draft
from tests.blood_rage.scene import scene


@pytest.mark.rule("BR-22.1")
def test_raven_starts_age_2_with_the_rage_it_raised_in_age_1() -> None:
    s = scene(
        "wolf raven serpent",
        turn="raven",
        figures="raven: warrior in Gimle, warrior in Horgr",
        tokens={"Gimle": "rage", "Horgr": "rage"},
        rage={"wolf": 2, "serpent": 1},
    )
    s.play("raven: pillage Gimle")
    assert s.stat("raven", "rage") == 7
    s.play("serpent: invade warrior Elvagar", "wolf: invade ship F1", "raven: pillage Horgr")
    assert s.stat("raven", "rage") == 8
    assert s.rage("raven") == 6
    s.play("raven: pass")
    through_draft(s)
    assert (table(s.match)["age"], table(s.match)["phase"]) == (2, "Action")
    assert {clan: s.rage(clan) for clan in s.match.sides} == {"wolf": 6, "raven": 8, "serpent": 6}


@pytest.mark.rule("BR-22.2")
@pytest.mark.parametrize("age", [1, 2, 3])
def test_with_three_players_each_deck_has_26_cards_and_the_eight_marked_4_are_out(age: int) -> None:
    two, three, four = (Counter(CARDS[card].name for card in deck(age, seats)) for seats in (2, 3, 4))
    assert three.total() == 26
    assert (four - three).total() == 8
    assert (three - two).total() == 6
    assert not three - four


@pytest.mark.rule("BR-22.2")
def test_three_players_never_meet_a_card_marked_4_and_always_meet_those_marked_3() -> None:
    """Tyr's Crush of Age 1 is marked 4+, Yggdrasil! and the Sea Serpent are marked 3+."""

    def dealt(seats: int) -> set[str]:
        met: set[str] = set()
        for seed in range(20):
            match = drakkar.new("blood_rage", seats=seats, seed=seed)
            met |= {card["name"] for seat in range(seats) for card in table(match, seat)["pack"]}
        return met

    marked_3, marked_4 = {"Yggdrasil!", "Sea Serpent"}, {"Tyr's Crush"}
    assert not (marked_3 | marked_4) & dealt(2)
    assert marked_3 <= dealt(3)
    assert not marked_4 & dealt(3)
    assert marked_3 | marked_4 <= dealt(4)
