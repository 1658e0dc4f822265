"""Rulings of section 29: what each of them changes, with the default and the alternative."""

import pytest

from tests.lords_of_ragnarok.cards.test_combat import lost_battle
from tests.lords_of_ragnarok.cards.test_special_attacks import special
from tests.lords_of_ragnarok.fighting import strengths
from tests.lords_of_ragnarok.hunting import hero_round, hunt
from tests.lords_of_ragnarok.monsters_setup import MOVE, activated, attacks
from tests.lords_of_ragnarok.scene import Scene, scene
from tests.lords_of_ragnarok.test_statue import build, turned


@pytest.mark.rule("LR-29.8", "LR-15.2")
@pytest.mark.parametrize(("value", "rule"), [("any", ""), ("all", "LR-29.8")])
def test_a_mobilize_of_some_or_of_all_armies(value: str, rule: str) -> None:
    s = scene(
        stage="special",
        armies="green: 3 in 18, 2 in 14, 1 in 8",
        control="green: 18 14 8",
        hero="green: 9; red: 9; blue: 9",
        rulings={"mobilize_scope": value},
    )
    s.play("green: action mobilize", "green: activate army 3 18", "green: move 19")
    assert s.rule_against("green: done") == rule
    assert ("done" in s.choices("green")) == (not rule)
    s.play("green: activate army 2 14", "green: move 21")
    if value == "any":
        assert s.rule_against("green: done") == ""
    else:
        assert s.asked() == {"green": "activated"}, "the last Army is activated without a question"


@pytest.mark.rule("LR-29.9", "LR-15.8")
@pytest.mark.parametrize(("value", "choices"), [("one_or_two", ["activate Draugr", "done"]), ("two", [])])
def test_the_second_monster(value: str, choices: list[str]) -> None:
    """Under the ruling the only other Monster is activated without a question."""
    monsters = "Troll 9, Draugr 13, Grendel 4"
    s = activated("Troll", 9, MOVE, monsters=monsters, rings="red: Grendel", rulings={"monsters_count": value})
    s.feed(MOVE)
    s.play("green: move 6")
    if choices:
        assert s.choices("green") == choices
        s.play("green: done")
        assert s.monster("Draugr") == 13
    else:
        assert s.asked() == {"green": "monster_move"}
        s.play("green: move 14")
        assert s.monster("Draugr") == 14


@pytest.mark.rule("LR-29.9", "LR-15.9")
def test_one_of_several_other_monsters_must_be_activated() -> None:
    s = activated("Troll", 9, MOVE, monsters="Troll 9, Draugr 13, Grendel 4", rulings={"monsters_count": "two"})
    s.play("green: move 6")
    assert s.choices("green") == ["activate Grendel", "activate Draugr"]
    assert s.rule_against("green: done") == "LR-29.9"


@pytest.mark.rule("LR-29.9")
def test_a_single_monster_is_enough_if_there_is_no_other() -> None:
    s = activated("Troll", 9, MOVE, rulings={"monsters_count": "two"})
    s.play("green: move 6")
    assert "second_monster" not in s.asked().values()


@pytest.mark.rule("LR-29.11", "LR-5.12")
@pytest.mark.parametrize("value", ["at_once", "next_gain"])
def test_the_limit_after_a_loss_of_wisdom(value: str) -> None:
    s = special(
        "Grendel",
        attributes="green: wisdom 3",
        runes="green: uruz uruz algiz",
        rulings={"limit_on_wisdom_loss": value},
    )
    s.play("green: injure wisdom")
    assert ("discard_rune" in s.asked().values()) == (value == "at_once")
    if value == "next_gain":
        assert s.runes("green") == {"uruz": 2, "algiz": 1}


@pytest.mark.rule("LR-29.13", "LR-11.9")
@pytest.mark.parametrize("value", [False, True])
def test_a_retreat_into_another_battle(value: bool) -> None:
    """Region 21 is the only one that Red still controls beside 19, and a battle is to be fought there."""
    s = scene(
        stage="special",
        armies="green: 3 in 18, 2 in 14; red: 2 in 19, 1 in 21",
        control="green: 18 14; red: 19 21",
        hero="green: 9; red: 9; blue: 9",
        rulings={"retreat_into_battle": value},
    )
    s.play("green: action mobilize", "green: activate army 3 18", "green: move 19")
    s.play("green: activate army 2 14", "green: move 21")
    s.play("green: fight 19", "red: pass", "green: pass")
    assert s.armies("red", 21) == ([1, 1] if value else [1])
    assert s.pool("red") == (4 if value else 5)
    s.play("red: pass", "green: pass")
    assert strengths(s)[2:] == [2, 2 if value else 1]


@pytest.mark.rule("LR-29.14", "LR-12.7")
@pytest.mark.parametrize(("value", "fields"), [("value", (6, 3)), ("position", (5, 4))])
def test_the_lowest_attribute_by_value_or_by_field(value: str, fields: tuple[int, int]) -> None:
    s = scene(
        stage="rune",
        runes="green: uruz othala algiz",
        attributes="green: authority 5, strength 3, wisdom 4",
        injured="green: authority",
        rulings={"lowest_by_value": value},
    )
    s.play("green: rune action raise")
    assert (s.field("green", "authority"), s.field("green", "strength")) == fields


@pytest.mark.rule("LR-29.16", "LR-19.15")
@pytest.mark.parametrize("value", [True, False])
def test_the_loss_for_the_defeat_and_shieldmaidens(value: bool) -> None:
    s = lost_battle(rulings={"ignore_defeat_loss": value})
    assert (s.choices("red") == ["ignore 1", "ignore 2"]) == value
    if not value:
        assert s.armies("red", 20) == [1]


@pytest.mark.rule("LR-29.17", "LR-21.7")
@pytest.mark.parametrize(("value", "held"), [("stays", {"Brisingamen": "charged"}), ("returns", {})])
def test_the_artifact_of_a_region_that_becomes_neutral(value: str, held: dict[str, str]) -> None:
    s = attacks(
        "Grendel", 21, control="red: 18 19 20 21", artifacts="red: Brisingamen", rulings={"artifact_after_loss": value}
    )
    assert s.artifacts("red") == held
    assert [str(event) for event in s.told("artifact_returns")] == (
        [] if held else ["Brisingamen returns to the board."]
    )


@pytest.mark.rule("LR-29.18", "LR-27.11")
@pytest.mark.parametrize(("value", "bonus"), [("own", 2), ("all", 3)])
def test_the_armies_that_ragnar_counts(value: str, bonus: int) -> None:
    s = scene(
        stage="special",
        heroes="green: Ragnar",
        hero="green: 19; red: 9",
        armies="green: 2 1 in 18; red: 6 in 19",
        control="red: 19; green: 18",
        rulings={"ragnar_counts": value},
    )
    s.play("green: action mobilize", "green: activate army 2 18", "green: move 19")
    s.play("green: activate army 1 18", "green: move 19", "red: pass", "green: pass")
    assert strengths(s) == [3 + bonus, 6]


@pytest.mark.rule("LR-29.19", "LR-16.3")
@pytest.mark.parametrize(
    ("value", "slain", "is_turned"),
    [
        ("total", "red: Troll; blue: Draugr", True),
        ("one_player", "red: Troll; blue: Draugr", False),
        ("one_player", "red: Troll, Draugr", True),
    ],
)
def test_the_condition_on_defeated_monsters(value: str, slain: str, is_turned: bool) -> None:
    assert turned(build(slain=slain, rulings={"ragnarok_monsters": value}))[2] == is_turned


@pytest.mark.rule("LR-29.20", "LR-18.21")
@pytest.mark.parametrize("value", ["one_army", "split"])
def test_the_reward_of_two_value(value: str) -> None:
    s = hero_round("Grendel", "Champions", armies="green: 4 in 3, 1 in 4", rulings={"army_plus_two": value})
    s.play("green: strike Champions space 6", "green: strengthen army 4 3")
    if value == "split":
        s.play("green: strengthen army 1 4")
    assert (s.armies("green", 3), s.armies("green", 4)) == (([6], [1]) if value == "one_army" else ([5], [2]))


@pytest.mark.rule("LR-29.21", "LR-15.15")
@pytest.mark.parametrize("value", ["may", "must"])
def test_recruiting_after_usurp(value: str) -> None:
    s = scene(stage="special", hero="green: 11; red: 1; blue: 1", rulings={"usurp_recruit": value})
    s.play("green: action usurp")
    assert (s.choices("green") == ["recruit 11", "decline"]) == (value == "may")
    assert len(s.armies("green", 11)) == (0 if value == "may" else 1)


@pytest.mark.rule("LR-29.22", "LR-18.1")
@pytest.mark.parametrize(("value", "cards"), [("strength", 4), ("wisdom", 2)])
def test_the_cards_at_the_start_of_a_hunt(value: str, cards: int) -> None:
    draws = ("Levy", "Levy", "Scouts", "Scouts")[:cards]
    s = hunt("Troll", strength=4, wisdom=2, draws=draws, rulings={"hunt_draw": value})
    assert len(s.hand("green")) == cards


@pytest.mark.rule("LR-29.23", "LR-9.3")
@pytest.mark.parametrize(("slots", "rule"), [(1, "LR-9.3"), (2, "LR-9.3"), (3, ""), (4, "")])
def test_the_priest_slots_of_a_statue(slots: int, rule: str) -> None:
    sent = "red: thor; blue: thor" if slots > 1 else "red: thor"
    s = scene(priests="green: 1", sent=sent, rulings={"priest_slots": slots})
    assert s.rule_against("green: pray Thor") == rule


@pytest.mark.rule("LR-29.24", "LR-17.17")
@pytest.mark.parametrize(("value", "regions"), [(True, (18, 19, 20, 21)), (False, (18, 20, 21))])
def test_where_grendel_can_be_placed(value: bool, regions: tuple[int, ...]) -> None:
    s = attacks("Grendel", 19, rulings={"grendel_same_region": value})
    assert s.choices("green") == [f"place Grendel {region}" for region in regions]
    assert s.rule_against("green: place Grendel 19") == ("" if value else "LR-29.24")


def lowered(value: str) -> Scene:
    """Grendel's Special Attack, with two Attributes above 2."""
    s = special("Grendel", attributes="green: authority 3, wisdom 3", rulings={"grendel_attribute": value})
    s.play("green: injure strength")
    return s


@pytest.mark.rule("LR-29.26", "LR-18.38")
def test_the_attribute_that_grendel_lowers() -> None:
    assert lowered("above_two").choices("green") == ["lower authority", "lower wisdom"]
    s = lowered("any")
    assert s.choices("green") == ["lower authority", "lower strength", "lower wisdom"]
    s.play("green: lower strength")
    assert [s.field("green", name) for name in ("authority", "strength", "wisdom")] == [3, 2, 3]
    assert not s.told("attribute_lowered")
