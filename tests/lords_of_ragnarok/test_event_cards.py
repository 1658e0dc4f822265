"""Section 22: Event cards, drawn in step 6 of Build Statue."""

from typing import Any

import pytest

from tests.lords_of_ragnarok.playing import PLAYERS, fresh, table, told
from tests.lords_of_ragnarok.scene import Scene, scene

MOVE = 0


def event(region: int, *dice: int, **said: Any) -> Scene:
    """Green builds, and the Event card of a Region is drawn; then the Monster die falls so."""
    s = scene(stage="special", wheel="green: prepare", **said)
    s.deal_events(region)
    s.feed(*dice)
    s.play("green: action build statue", "green: statue Odin")
    return s


@pytest.mark.rule("LR-22.1", "LR-22.4")
def test_an_event_places_the_first_monster_of_its_rune_in_its_region_and_is_discarded() -> None:
    s = event(1)
    assert s.monster("Troll") == 1
    assert s.monster("Grendel") == 0
    assert table(s.match)["decks"]["event"] == {"left": 20, "discards": ["Event 1"]}
    assert [one.rule for kind in ("event_drawn", "monster_placed") for one in s.told(kind)] == ["LR-24.7", "LR-2.10"]
    s = event(1, monsters="Troll 19")
    assert (s.monster("Troll"), s.monster("Grendel")) == (19, 1)


@pytest.mark.rule("LR-22.1", "LR-22.5")
@pytest.mark.parametrize("said", [{"monsters": "Troll 19, Grendel 13"}, {"slain": "red: Troll, Grendel"}])
def test_with_both_on_the_board_or_defeated_none_is_placed(said: dict[str, str]) -> None:
    s = event(1, **said)
    assert not s.told("monster_placed")
    assert len(s.told("no_monster_left")) == 1
    assert s.monster("Troll") == (19 if "monsters" in said else 0)


@pytest.mark.rule("LR-22.5")
def test_a_defeated_monster_does_not_come_back_and_the_next_of_its_stack_comes() -> None:
    s = event(1, slain="red: Troll")
    assert (s.monster("Troll"), s.monster("Grendel")) == (0, 1)


@pytest.mark.rule("LR-22.2", "LR-2.10")
def test_monsters_are_activated_rune_by_rune_the_first_of_a_stack_first() -> None:
    """Event 12 places Othala and activates Uruz, then Othala: the Monster it has just placed takes part."""
    s = event(12, MOVE, MOVE, MOVE, MOVE, monsters="Troll 19, Grendel 13, Fafnir 9, Huldra 5", armies="red: 2 in 12")
    assert s.monster("Draugr") == 12
    assert s.armies("red", 12) == [2], "to place is not to move: nothing is trampled"
    for region in (18, 14, 6, 16):
        s.play(f"green: move {region}")
    moved = [str(event) for event in s.told("monster_moved")]
    assert moved == [
        "The Monster Troll moves from Region 19 to Region 18.",
        "The Monster Grendel moves from Region 13 to Region 14.",
        "The Monster Fafnir moves from Region 9 to Region 6.",
        "The Monster Draugr moves from Region 12 to Region 16.",
    ]
    assert s.monster("Huldra") == 5


@pytest.mark.rule("LR-22.2", "LR-17.2", "LR-25.1")
def test_a_controlled_monster_is_its_controllers_in_an_event_too() -> None:
    s = event(12, monsters="Troll 19", rings="red: Troll", armies="green: 2 in 18")
    assert s.asked() == {"red": "move_or_attack"}
    s.play("red: move 18")
    assert s.choices("red") == ["trample Green army 2", "decline"]


@pytest.mark.rule("LR-22.3")
def test_the_boss_comes_last_to_the_region_of_the_next_card_and_nothing_else_on_it_counts() -> None:
    """Event 4 activates Uruz and Othala and shows the Boss; Event 9 would place Othala."""
    s = event(4, MOVE, monsters="Troll 19, Fafnir 9, Draugr 8, Loki 2", rings="green: Fafnir, Draugr")
    assert s.monster("Loki") == 2
    s.play("green: move 18", "green: move 10")
    s.deal_events(9)
    s.play("green: move 7")
    assert s.monster("Loki") == 9
    assert table(s.match)["decks"]["event"]["discards"] == ["Event 9", "Event 4"]
    assert len(s.told("monster_activated")) == 3


@pytest.mark.rule("LR-22.3")
def test_without_the_boss_symbol_he_stays() -> None:
    s = event(1, monsters="Loki 2")
    assert s.monster("Loki") == 2
    assert len(s.told("event_drawn")) == 1


@pytest.mark.rule("LR-11.11")
def test_armies_stay_where_loki_comes() -> None:
    s = scene(stage="special", wheel="green: prepare", armies="red: 2 in 9", monsters="Loki 3")
    s.deal_events(2, 9)
    s.play("green: action build statue", "green: statue Odin")
    assert s.monster("Loki") == 9
    assert s.armies("red", 9) == [2]


@pytest.mark.rule("LR-6.13")
@pytest.mark.parametrize("seats", PLAYERS)
def test_setup_activates_no_monster_and_moves_nobody(seats: int) -> None:
    for seed in range(8):
        told_kinds = {event.kind for event in fresh(seats, seed).events(None)}
        assert not told_kinds & {"monster_activated", "die_rolled", "monster_moved"}
        assert len(told(fresh(seats, seed), "event_drawn")) == seats + 1, "and no second card for Loki"


@pytest.mark.rule("LR-6.13")
def test_monsters_and_loki_share_a_region() -> None:
    s = event(5, monsters="Loki 5, Fafnir 5")
    assert s.monster("Troll") == s.monster("Loki") == s.monster("Fafnir") == 5
