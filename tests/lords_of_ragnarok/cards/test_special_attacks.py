"""Section 18: the Special Attacks."""

from typing import Any

import pytest

from tests.lords_of_ragnarok.hunting import HuntScene, hunt


def special(monster: str, **said: Any) -> HuntScene:
    """The Special Attack of that Monster takes effect."""
    s = hunt(monster, attacks=("special_a", "attack_a"), **said)
    s.attack("special_a")
    s.play("green: done")
    return s


def test_fafnir_deals_two_injuries_and_takes_a_rune() -> None:
    s = special("Fafnir", runes="green: uruz algiz")
    s.play("green: injure authority", "green: injure strength")
    assert sorted(s.choices("green")) == ["discard Algiz", "discard Uruz"]
    s.play("green: discard Uruz")
    assert s.runes("green") == {"algiz": 1}
    assert s.asked() == {"green": "hero_round"}


@pytest.mark.rule("LR-27.2")
def test_fafnir_takes_no_rune_from_whom_has_none() -> None:
    s = special("Fafnir")
    s.play("green: injure authority", "green: injure strength")
    assert s.asked() == {"green": "hero_round"}


@pytest.mark.rule("LR-18.34", "LR-18.35")
def test_the_troll_ends_the_hunt_and_the_monster_side_places_the_hero_when_all_is_settled() -> None:
    s = special("Troll", strength=3, draws=("Levy", "Levy", "Scouts"))
    s.play("green: injure authority")
    assert len(s.told("hunt_failed")) == 1
    s.play("green: injure strength")
    assert s.asked() == {"green": "discard_card"}
    s.play("green: discard Levy")
    assert s.asked() == {"blue": "banish"}
    assert len(s.choices("blue")) == 21
    s.play("blue: place hero 17")
    assert s.hero("green") == 17


@pytest.mark.rule("LR-18.37")
@pytest.mark.parametrize(("held", "goes"), [(5, 3), (4, 2), (1, 1), (0, 0)])
def test_hati_and_skoll_take_half_of_the_cards_held_after_the_defence_rounded_up(held: int, goes: int) -> None:
    s = hunt("Hati and Skoll", attacks=("special_a", "attack_a"), draws=("Levy", "Levy"))
    state = s.state
    while state.hand.sizes[0] > 1:
        state.hand.remove(0, state.hand.of(0)[0])
    for _ in range(held):
        state.hand.add(0, state.decks.combat.draw(state.flow.chance))
    s.attack("special_a")
    s.play("green: defend Levy", "green: done", "green: injure authority", "green: injure strength")
    for _ in range(goes):
        if s.asked() == {"green": "half_the_hand"}:
            s.play(f"green: {s.choices('green')[0]}")
    assert s.asked() == {"green": "hero_round"}
    assert state.hand.sizes[0] == held - goes + 1


@pytest.mark.rule("LR-18.34")
def test_huldra_ends_the_hunt_and_takes_the_whole_hand() -> None:
    s = special("Huldra")
    assert len(s.told("hunt_failed")) == 1
    assert s.hand("green") == []
    assert s.asked() == {"green": "injury"}


@pytest.mark.rule("LR-18.34", "LR-18.38")
def test_grendel_lowers_an_attribute_above_two_be_it_injured() -> None:
    s = special("Grendel", strength=4, draws=("Levy", "Levy", "Scouts", "Scouts"))
    s.play("green: injure strength")
    assert s.field("green", "strength") == 3
    assert s.injured("green") == ["strength"]
    assert len(s.told("hunt_failed")) == 1


@pytest.mark.rule("LR-18.38")
def test_grendel_lets_the_hunter_choose_among_attributes_above_two() -> None:
    s = special("Grendel", attributes="green: authority 3, wisdom 3")
    s.play("green: injure strength")
    assert s.choices("green") == ["lower authority", "lower wisdom"]
    assert s.rule_against("green: lower strength") == "LR-18.38"
    s.play("green: lower authority")
    assert (s.field("green", "authority"), s.field("green", "wisdom")) == (2, 3)


@pytest.mark.rule("LR-18.38")
def test_grendel_lowers_nothing_where_all_are_on_two() -> None:
    s = special("Grendel")
    s.play("green: injure strength")
    assert not s.told("attribute_lowered")
    assert len(s.told("hunt_failed")) == 1


def test_draugr_takes_one_own_marker_off_and_the_space_is_open_again() -> None:
    s = special("Draugr", wounds="green: Draugr 1 6; red: Draugr 2")
    s.play("green: injure authority")
    assert s.choices("green") == ["uncover 1", "uncover 6"]
    s.play("green: uncover 6")
    assert s.wounds("Draugr") == {1: "green", 2: "red"}
    assert s.asked() == {"green": "hero_round"}


def test_draugr_takes_nothing_where_the_hunter_has_no_marker() -> None:
    s = special("Draugr", wounds="red: Draugr 2")
    s.play("green: injure authority")
    assert s.wounds("Draugr") == {2: "red"}


@pytest.mark.rule("LR-18.36", "LR-18.34")
@pytest.mark.parametrize(
    ("wisdom", "second", "ends"), [(4, "authority", False), (3, "authority", True), (6, "wisdom", True)]
)
def test_loki_deals_two_injuries_and_then_reads_wisdom(wisdom: int, second: str, ends: bool) -> None:
    s = special("Loki", wisdom=wisdom)
    s.play("green: injure strength", f"green: injure {second}")
    assert bool(s.told("hunt_failed")) == ends
    assert s.injured("green") == (["authority", "strength", "wisdom"] if ends else ["authority", "strength"])


@pytest.mark.rule("LR-18.25", "LR-18.24")
def test_a_text_is_carried_out_to_its_end_though_an_injury_has_ended_the_hunt() -> None:
    s = special("Fafnir", injured="green: authority strength wisdom", runes="green: uruz")
    assert s.runes("green") == {}
    assert len(s.told("hunt_failed")) == 1
