"""Section 17: Monsters, and the Monsters action (LR-15.8 to LR-15.11)."""

import pytest

from drakkar.games.lords_of_ragnarok.board import RUNE_NAMES
from drakkar.games.lords_of_ragnarok.card import event_facts
from tests.lords_of_ragnarok.monsters_setup import CHOOSE, MOVE, activated
from tests.lords_of_ragnarok.scene import scene

# The action


@pytest.mark.rule("LR-15.8", "LR-15.9")
def test_one_or_two_different_monsters_are_activated_the_second_chosen_after_the_first() -> None:
    s = activated("Troll", 9, MOVE, monsters="Troll 9, Draugr 13, Grendel 4", rings="red: Grendel")
    assert s.asked() == {"green": "monster_move"}
    s.play("green: move 6")
    assert s.asked() == {"green": "second_monster"}
    assert s.choices("green") == ["activate Draugr", "done"]
    assert s.rule_against("green: activate Troll") == "LR-15.8"
    assert s.rule_against("green: activate Grendel") == "LR-17.2"
    s.feed(MOVE)
    s.play("green: activate Draugr", "green: move 14")
    assert (s.monster("Troll"), s.monster("Draugr"), s.monster("Grendel")) == (6, 14, 4)
    assert (s.state.turn, s.asked()) == (1, {"red": "hero_action"})


@pytest.mark.rule("LR-15.8")
def test_one_activation_is_enough() -> None:
    s = activated("Troll", 9, MOVE, monsters="Troll 9, Draugr 13")
    s.play("green: move 6", "green: done")
    assert (s.state.turn, s.asked()) == (1, {"red": "hero_action"})


@pytest.mark.rule("LR-14.2", "LR-17.11")
def test_the_action_needs_a_monster_to_activate_or_to_hunt() -> None:
    s = scene(stage="special", hero="green: 7", monsters="Loki 7, Troll 4", rings="red: Troll")
    assert s.rule_against("green: action monsters") == "LR-15.8"


@pytest.mark.rule("LR-15.8", "LR-15.10")
@pytest.mark.parametrize("ring", ["", "green: Troll", "red: Troll"])
def test_any_monster_in_the_heros_region_may_be_hunted(ring: str) -> None:
    s = scene(stage="special", hero="green: 7", monsters="Troll 7, Draugr 8", rings=ring)
    s.play("green: action monsters")
    assert s.rule_against("green: hunt Draugr") == "LR-15.8"
    s.play("green: hunt Troll")
    assert str(s.told("hunt_declared")[0]) == "Green hunts Troll; Blue plays the Monster."


@pytest.mark.rule("LR-30.13", "LR-15.11", "LR-26.5")
@pytest.mark.parametrize(
    ("clans", "slain", "tokens", "allowed"),
    [
        ("green red blue", "green: Troll, Grendel", "0", True),
        ("green red blue", "", "2", True),
        ("green red blue", "green: Troll", "1", True),
        ("green red blue", "green: Troll", "0", False),
        ("green red blue", "", "1", False),
        ("green red", "green: Troll", "0", True),
        ("green red", "", "1", True),
        ("green red", "", "0", False),
    ],
)
def test_who_may_hunt_loki(clans: str, slain: str, tokens: str, allowed: bool) -> None:
    s = scene(
        clans,
        stage="special",
        hero="green: 7",
        monsters="Loki 7, Draugr 8, Fafnir 9",
        slain=slain,
        slayers=f"green: {tokens}",
    )
    s.play("green: action monsters")
    assert s.rule_against("green: hunt Loki") == ("" if allowed else "LR-15.11")


# Activation


@pytest.mark.rule("LR-17.3", "LR-17.1", "LR-17.4")
@pytest.mark.parametrize(("face", "asked"), [(0, "monster_move"), (1, "monster_move"), (4, "move_or_attack")])
def test_a_neutral_monster_does_what_the_die_shows(face: int, asked: str) -> None:
    s = activated("Troll", 9, face, monsters="Troll 9, Draugr 13")
    assert s.asked() == {"green": asked}
    assert len(s.told("die_rolled")) == 1
    assert "decline" not in s.choices("green")
    assert ("attack" in s.choices("green")) == (face >= CHOOSE)


@pytest.mark.rule("LR-17.3")
@pytest.mark.parametrize("face", [2, 3])
def test_the_die_may_show_an_attack(face: int) -> None:
    s = activated("Troll", 9, face, monsters="Troll 9, Draugr 13", armies="red: 3 in 9")
    assert len(s.told("monster_attacks")) == 1
    assert s.armies("red", 9) == [2]


@pytest.mark.rule("LR-17.2")
def test_a_controlled_monster_does_what_its_controller_chooses() -> None:
    s = activated("Troll", 9, None, monsters="Troll 9, Draugr 13", rings="green: Troll")
    assert not s.told("die_rolled")
    assert s.asked() == {"green": "move_or_attack"}


@pytest.mark.rule("LR-17.1", "LR-11.4")
def test_a_monster_moves_to_an_adjacent_region_and_uses_no_drakkar() -> None:
    s = activated("Troll", 17, MOVE, monsters="Troll 17, Draugr 13", drakkars="green: South-West Sea")
    assert s.choices("green") == ["move 15", "move 18"]


@pytest.mark.rule("LR-30.12", "LR-17.6", "LR-17.7")
@pytest.mark.parametrize(("value", "left"), [(3, [2]), (1, [])])
def test_draugr_tramples(value: int, left: list[int]) -> None:
    s = activated("Draugr", 20, MOVE, monsters="Draugr 20, Troll 13", armies=f"red: {value} in 19")
    s.play("green: move 19")
    assert s.armies("red", 19) == left
    assert s.pool("red") == 6 - len(left)


@pytest.mark.rule("LR-30.12", "LR-17.7")
@pytest.mark.parametrize(("answer", "left"), [("trample Red army 3", [2]), ("decline", [3])])
def test_the_controller_of_a_monster_may_decline_to_trample(answer: str, left: list[int]) -> None:
    s = activated("Draugr", 20, None, monsters="Draugr 20, Troll 13", rings="green: Draugr", armies="red: 3 in 19")
    assert not s.told("die_rolled")
    s.play("green: move 19")
    assert s.choices("green") == ["trample Red army 3", "decline"]
    s.play(f"green: {answer}")
    assert s.armies("red", 19) == left


@pytest.mark.rule("LR-17.6", "LR-17.7")
def test_who_moves_a_monster_chooses_the_army_it_tramples() -> None:
    s = activated("Draugr", 20, MOVE, monsters="Draugr 20, Troll 13", armies="red: 3 2 in 19")
    s.play("green: move 19")
    assert s.choices("green") == ["trample Red army 2", "trample Red army 3"]
    assert s.rule_against("green: decline") == "LR-17.7"
    s.play("green: trample Red army 2")
    assert s.armies("red", 19) == [3, 1]


@pytest.mark.rule("LR-17.5", "LR-25.1")
def test_in_an_event_a_controller_decides_about_its_own_monster() -> None:
    s = scene(stage="special", wheel="green: prepare", monsters="Troll 9, Grendel 8", rings="red: Troll")
    uruz = RUNE_NAMES.index("uruz")
    cards = s.state.decks.event.cards
    s.feed(next(at for at, card in enumerate(cards) if event_facts(card).activates[0] == uruz))
    s.play("green: action build statue", "green: statue Odin")
    while s.asked() != {"red": "move_or_attack"}:
        decision = s.match.pending[0]
        s.match.play(decision.seat, decision.choices[0])
    assert s.state.turn == s.seat("green")


@pytest.mark.rule("LR-17.10", "LR-17.12")
def test_monsters_and_heroes_block_nothing_and_loki_bars_armies() -> None:
    s = scene(stage="manoeuvres", armies="green: 2 in 18", monsters="Troll 15, Loki 19", hero="red: 15")
    s.play("green: activate army 2 18")
    assert s.rule_against("green: move 19") == "LR-17.12"
    s.play("green: move 15")
    assert s.armies("green", 15) == [2]
