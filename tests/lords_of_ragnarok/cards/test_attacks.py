"""The Monster Attack cards."""

from typing import Any

import pytest

from drakkar.games.lords_of_ragnarok.card import ATTACK, of_kind
from drakkar.games.lords_of_ragnarok.windows import ATTACK_TEXT
from tests.lords_of_ragnarok.hunting import HuntScene, hunt


def attacked(card: str, *, draws: tuple[str, ...] = ("Huskarls", "Spearmen"), **said: Any) -> HuntScene:
    """The attack of that card takes effect, the hunter having played nothing against it."""
    other = "attack_a" if card != "attack_a" else "attack_b"
    s = hunt(draws=draws, attacks=(card, other), **said)
    s.attack(card)
    s.play("green: done")
    return s


def test_every_attack_card_has_a_text() -> None:
    assert {card.number for card in of_kind(ATTACK)} == set(ATTACK_TEXT.steps)
    assert sum(card.copies for card in of_kind(ATTACK)) == 14


@pytest.mark.rule("LR-5.6", "LR-18.10")
@pytest.mark.parametrize(("card", "drawn"), [("attack_a", 3), ("attack_b", 2), ("attack_c", 2)])
def test_an_attack_deals_one_injury(card: str, drawn: int) -> None:
    s = attacked(card)
    s.play("green: injure strength")
    assert s.injured("green") == ["strength"]
    assert s.asked() == {"green": "hero_round"}
    assert s.state.attack_hand.sizes[0] == drawn


def test_mighty_blow_deals_two_injuries() -> None:
    s = attacked("mighty_attack")
    s.play("green: injure strength", "green: injure wisdom")
    assert s.injured("green") == ["strength", "wisdom"]


@pytest.mark.rule("LR-18.15")
@pytest.mark.parametrize(
    ("strength", "token", "drawn"), [(5, "wisdom", 4), (4, "wisdom", 4), (3, "wisdom", 6), (5, "strength", 6)]
)
def test_furious_attack_lets_the_monster_side_draw_more_against_strength_below_four(
    strength: int, token: str, drawn: int
) -> None:
    s = attacked("furious_attack", strength=strength, draws=("Huskarls", "Levy", "Levy", "Levy", "Scouts")[:strength])
    s.play(f"green: injure {token}")
    assert s.state.attack_hand.sizes[0] == drawn


@pytest.mark.rule("LR-18.15")
def test_furious_attack_that_is_put_off_brings_only_its_own_four() -> None:
    s = hunt(attacks=("furious_attack", "attack_a"))
    s.attack("furious_attack")
    s.play("green: defend Huskarls", "green: defend Spearmen", "green: done")
    assert s.state.attack_hand.sizes[0] == 4


@pytest.mark.rule("LR-18.26", "LR-27.15")
def test_destruction_turns_every_healthy_token_and_each_is_an_injury() -> None:
    s = hunt(
        heroes="green: Beowulf",
        injured="green: strength",
        attacks=("destruction", "attack_a"),
        draws=("Huskarls", "Spearmen"),
    )
    s.play("green: no")
    s.attack("destruction", draws=("Levy", "Levy", "Scouts"))
    s.play("green: done")
    assert s.injured("green") == ["authority", "strength", "wisdom"]
    assert s.hand("green") == ["Huskarls", "Levy", "Levy", "Scouts", "Spearmen"]
    assert s.asked() == {"green": "hero_round"}


@pytest.mark.rule("LR-18.26")
def test_destruction_with_no_token_left_to_turn_does_nothing() -> None:
    s = attacked("destruction", injured="green: authority strength wisdom")
    assert s.asked() == {"green": "hero_round"}
    assert not s.told("hunt_failed")


@pytest.mark.rule("LR-18.24", "LR-18.25")
@pytest.mark.parametrize("card", ["recall_a", "recall_b"])
def test_recall_ends_the_hunt_as_a_failure(card: str) -> None:
    s = attacked(card)
    assert len(s.told("hunt_failed")) == 1
    assert len(s.told("cards_drawn")) == 1
    s.play("green: injure wisdom")
    assert (s.state.decks.attack.size(), s.state.attack_hand.sizes[0]) == (14, 0)


@pytest.mark.rule("LR-24.7")
def test_whirling_claws_take_a_card_at_random_after_the_injury() -> None:
    s = attacked("wild_attack")
    s.feed(1)
    s.play("green: injure wisdom")
    assert str(s.told("card_discarded")[-1]) == "Green discards Spearmen."
    assert "Spearmen" not in s.hand("green")[:1]


@pytest.mark.parametrize(("defence", "injuries"), [((), 2), (("Huskarls",), 1)])
def test_out_of_the_mist_hurts_twice_whoever_played_nothing(defence: tuple[str, ...], injuries: int) -> None:
    s = hunt(attacks=("surprise_attack", "attack_a"))
    s.attack("surprise_attack")
    s.play(*(f"green: defend {card}" for card in defence), "green: done", "green: injure strength")
    if injuries == 2:
        s.play("green: injure wisdom")
    assert len(s.injured("green")) == injuries
    assert s.asked() == {"green": "hero_round"}
