"""Section 18: Wounds, rewards, and what the end of a Hunt brings."""

from typing import Any

import pytest

from drakkar.games.lords_of_ragnarok.card import MONSTER_FACTS
from drakkar.games.lords_of_ragnarok.choices import MONSTER_NAMES
from drakkar.games.lords_of_ragnarok.hunt.wounds import deal_wound
from drakkar.games.lords_of_ragnarok.state import OUT_OF_THE_GAME
from tests.lords_of_ragnarok.hunting import HuntScene, hero_round
from tests.lords_of_ragnarok.playing import table
from tests.lords_of_ragnarok.scene import scene


@pytest.mark.rule("LR-18.17")
@pytest.mark.parametrize(
    ("card", "other"),
    [
        ("Huskarls", "Shieldmaidens"),
        ("Raiders", "Shieldmaidens"),
        ("Berserkers", "Shieldmaidens"),
        ("Scouts", "Shield Wall"),
        ("Spearmen", "Levy"),
        ("Spearmen", "Spearmen"),
        ("Levy", "Levy"),
        ("Jarl's Guard", "Champions"),
        ("Jarl's Guard", "Jarl's Guard"),
        ("Champions", "Champions"),
    ],
)
def test_two_cards_that_go_together_deal_a_wound_of_any_kind(card: str, other: str) -> None:
    s = hero_round("Troll", *(name for name in (card, other) if name != "Levy"), drawn="Huskarls")
    before = s.state.hand.sizes[0]
    s.play(f"green: combine {card} with {other}")
    assert s.choices("green") == [f"space {space}" for space in range(1, 8)]
    s.play("green: space 4")
    assert s.wounds("Troll") == {4: "green"}
    assert s.state.hand.sizes[0] == before - 2


@pytest.mark.rule("LR-18.17", "LR-18.18")
def test_other_cards_deal_no_wound_together() -> None:
    s = hero_round("Troll", "Huskarls", "Raiders", "Champions", "Shieldmaidens", drawn="Shield Wall")
    assert s.rule_against("green: combine Huskarls with Raiders") == "LR-18.17"
    assert s.rule_against("green: combine Champions with Shieldmaidens") == "LR-18.17"
    assert s.rule_against("green: combine Shieldmaidens with Shield Wall") == "LR-18.17"
    assert s.rule_against("green: combine Champions with Champions") == "LR-18.17"
    assert "name Huskarls first" in str(s.why_not("green: combine Shieldmaidens with Huskarls"))


@pytest.mark.rule("LR-18.19", "LR-18.21", "LR-12.9")
def test_a_realm_reward_is_an_alliance_with_the_card_for_the_first() -> None:
    s = hero_round("Troll", "Scouts", alliances="green: alfheim; red: niflheim")
    s.deal_next("Raiders")
    s.play("green: strike Scouts space 5")
    open_to_green = ("Vanaheim", "Jotunheim", "Muspelheim", "Svartalfheim", "Niflheim")
    assert s.choices("green") == [f"ally {realm}" for realm in open_to_green]
    s.play("green: ally Jotunheim")
    assert s.allied("green") == ["alfheim", "jotunheim"]
    assert "Raiders" in s.hand("green")
    s.play("green: strike Raiders space 1")
    assert s.wounds("Troll") == {5: "green", 1: "green"}


@pytest.mark.rule("LR-18.21", "LR-20.3")
def test_a_priest_reward_comes_from_the_supply() -> None:
    s = hero_round("Hati and Skoll", "Champions")
    s.play("green: strike Champions space 8")
    assert s.priests("green") == 1


@pytest.mark.rule("LR-18.21")
def test_an_army_reward_of_two_goes_to_one_army_and_what_cannot_be_had_is_lost() -> None:
    s = hero_round("Grendel", "Champions", "Jarl's Guard", armies="green: 5 in 3, 1 in 4", priests="green: 4")
    s.play("green: strike Champions space 6")
    assert s.choices("green") == ["strengthen army 5 3", "strengthen army 1 4"]
    s.play("green: strengthen army 5 3")
    assert (s.armies("green", 3), s.armies("green", 4)) == ([6], [1])
    s.play("green: strike Levy space 8")
    assert s.priests("green") == 4
    assert len(s.told("no_priest_gained")) == 1


@pytest.mark.rule("LR-18.21")
@pytest.mark.parametrize(
    ("monster", "card", "space", "value"), [("Grendel", "Champions", 6, 3), ("Draugr", "Huskarls", 5, 2)]
)
def test_an_army_reward_is_worth_what_its_space_shows(monster: str, card: str, space: int, value: int) -> None:
    s = hero_round(monster, card, armies="green: 1 in 3")
    s.play(f"green: strike {card} space {space}")
    assert s.armies("green", 3) == [value]


@pytest.mark.rule("LR-18.21")
def test_a_realm_reward_is_lost_on_whom_is_allied_with_all() -> None:
    every = "vanaheim alfheim jotunheim muspelheim svartalfheim niflheim"
    s = hero_round("Huldra", "Champions", alliances=f"green: {every}")
    s.play("green: strike Champions space 7")
    assert s.asked() == {"green": "hero_round"}


@pytest.mark.rule("LR-18.21")
def test_an_army_reward_without_an_army_is_lost() -> None:
    s = hero_round("Hati and Skoll", "Huskarls")
    s.play("green: strike Huskarls space 6")
    assert s.asked() == {"green": "hero_round"}
    assert s.wounds("Hati and Skoll") == {6: "green"}


@pytest.mark.rule("LR-18.19")
def test_a_reward_is_kept_though_the_hunt_fails() -> None:
    s = hero_round("Troll", "Huskarls")
    s.play("green: strike Huskarls space 6", "green: take Uruz", "green: stop")
    s.attack("recall_a")
    s.play("green: done", "green: injure strength")
    assert len(s.told("hunt_failed")) == 1
    assert s.runes("green") == {"uruz": 1}
    assert s.wounds("Troll") == {6: "green"}


def last_blow(**said: Any) -> HuntScene:
    """Green holds the Champions that cover the last open space of the Troll, a Sword with a Rune."""
    return hero_round("Troll", "Champions", **said)


@pytest.mark.rule("LR-18.22", "LR-18.28", "LR-30.22")
def test_wounds_of_two_players() -> None:
    s = last_blow(wounds="red: Troll 1 2 3 4; green: Troll 5 6", rings="red: Troll", slayers="green: 0")
    s.play("green: strike Champions space 7", "green: take Uruz")
    assert (s.kills("green"), s.kills("red"), s.kills("blue")) == ((1, 0), (0, 1), (0, 0))
    assert s.artifacts("green") == {"Sleeping Potion": "charged"}
    assert s.wounds("Troll") == {}
    assert (s.monster("Troll"), s.ring("Troll")) == (0, None)
    assert not s.told("hunt_failed")


@pytest.mark.rule("LR-29.2", "LR-18.28", "LR-30.22")
@pytest.mark.parametrize(("ruling", "kills"), [(False, (1, 0)), (True, (1, 1))])
def test_whether_the_killer_gets_a_slayer_token_as_well(ruling: bool, kills: tuple[int, int]) -> None:
    s = last_blow(
        wounds="red: Troll 1 2 3; green: Troll 4 5 6", slayers="green: 0", rulings={"slayer_for_killer": ruling}
    )
    s.play("green: strike Champions space 7", "green: take Uruz")
    assert (s.kills("green"), s.kills("red")) == (kills, (0, 0))


@pytest.mark.rule("LR-2.5", "LR-18.28")
def test_slayer_tokens_are_limited() -> None:
    s = last_blow(wounds="red: Troll 1 2 3 4; green: Troll 5 6", slayers="green: 0; blue: 6")
    s.play("green: strike Champions space 7", "green: take Uruz")
    assert s.kills("red") == (0, 0)


@pytest.mark.rule("LR-18.30", "LR-21.5", "LR-21.1")
def test_the_artifact_comes_after_a_failure_too_when_all_spaces_without_a_reward_are_covered() -> None:
    s = hero_round("Troll", "Champions", wounds="red: Troll 1 2 3")
    s.play("green: strike Champions space 4", "green: stop")
    s.attack("attack_b")
    s.play("green: done", "green: injure strength", "green: stop")
    assert len(s.told("hunt_failed")) == 1
    assert s.artifacts("green") == {"Sleeping Potion": "charged"}


@pytest.mark.rule("LR-18.30", "LR-21.5")
def test_an_artifact_that_somebody_has_stays_where_it_is() -> None:
    s = last_blow(wounds="red: Troll 1 2 3; green: Troll 4 5 6", artifacts="red: Sleeping Potion")
    s.play("green: strike Champions space 7", "green: take Uruz")
    assert (s.artifacts("green"), s.artifacts("red")) == ({}, {"Sleeping Potion": "charged"})


@pytest.mark.rule("LR-22.5", "LR-17.20")
def test_a_defeated_monster_does_not_come_back_and_its_ring_is_free() -> None:
    s = last_blow(wounds="red: Troll 1 2 3; green: Troll 4 5 6", rings="blue: Troll")
    s.play("green: strike Champions space 7", "green: take Uruz")
    assert s.ring("Troll") is None
    assert [str(event) for event in s.told("ring_taken_off")] == ["Blue gives up control of Troll."]
    assert table(s.match)["monsters"][MONSTER_NAMES.index("Troll")]["slain_by"] == 0


# The Boss


@pytest.mark.rule("LR-18.23")
def test_two_cards_with_both_weapons_wound_the_boss() -> None:
    s = hero_round("Loki", "Huskarls", "Champions", "Scouts")
    assert s.rule_against("green: strike Huskarls space 1") == "LR-18.16"
    assert s.rule_against("green: combine Scouts with Huskarls") == "LR-18.17"
    s.play("green: combine Huskarls with Champions")
    assert s.wounds("Loki") == {1: "green"}


@pytest.mark.rule("LR-18.23")
def test_a_wound_of_any_kind_covers_a_whole_space_of_the_boss() -> None:
    s = hero_round("Loki", "Jarl's Guard", "Champions")
    s.play("green: combine Jarl's Guard with Champions", "green: space 5")
    assert s.wounds("Loki") == {5: "green"}


@pytest.mark.rule("LR-1.4", "LR-18.29")
def test_who_defeats_the_boss_wins_at_once() -> None:
    s = hero_round("Loki", "Huskarls", "Scouts", wounds="green: Loki 1 2 3 4")
    s.play("green: combine Huskarls with Scouts")
    assert s.match.over
    assert str(s.told("victory")[-1]) == "Green wins: Slayer."


@pytest.mark.rule("LR-18.27")
def test_a_failed_hunt_takes_all_markers_from_the_boss() -> None:
    s = hero_round("Loki", wounds="green: Loki 1 2; red: Loki 3")
    s.play("green: stop")
    assert s.wounds("Loki") == {}


# Outside a Hunt


@pytest.mark.rule("LR-18.32")
def test_a_wound_outside_a_hunt_brings_no_reward_and_the_last_one_no_artifact() -> None:
    s = scene(monsters="Troll 9", wounds="red: Troll 1 2 3 4; green: Troll 6", stage="special")
    state, green, troll = s.state, s.seat("green"), MONSTER_NAMES.index("Troll")
    deal_wound(state, green, troll, 4)
    assert not s.told("reward_gained")
    s.play("green: action prepare")
    deal_wound(state, green, troll, 6)
    s.play("green: prepare draw", "green: prepare draw")
    assert (s.kills("green"), s.kills("red")) == ((1, 0), (0, 1))
    assert (s.monster("Troll"), s.artifacts("green")) == (0, {})
    assert s.state.artifacts[MONSTER_FACTS[troll].artifact] == OUT_OF_THE_GAME


@pytest.mark.rule("LR-18.33", "LR-17.11")
def test_the_boss_is_not_wounded_outside_a_hunt() -> None:
    s = scene(monsters="Loki 9", stage="special")
    deal_wound(s.state, s.seat("green"), MONSTER_NAMES.index("Loki"), 0)
    assert s.wounds("Loki") == {}
