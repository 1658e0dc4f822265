"""Section 12: the nine Rune actions."""

import pytest

from drakkar.games.lords_of_ragnarok.board import RUNE_NAMES
from drakkar.games.lords_of_ragnarok.choices import PAYMENT_NAMES
from drakkar.games.lords_of_ragnarok.turn.rune_action import TAKES
from tests.lords_of_ragnarok.scene import Scene, scene

ACTIONS = ("take monster", "boss", "ally", "strengthen", "activate monster", "travel", "draw", "raise", "draw two")
WISE = "green: wisdom 4"


def runes(said: str, **more: str) -> Scene:
    """Green's Rune stage."""
    return scene(stage="rune", runes=f"green: {said}", attributes=WISE, **more)  # type: ignore[arg-type]


def offered(s: Scene) -> list[str]:
    return [choice.removeprefix("rune action ") for choice in s.choices("green") if choice.startswith("rune action ")]


@pytest.mark.rule("LR-12.1")
def test_one_of_nine_is_taken_and_its_runes_go_to_the_supply() -> None:
    s = runes("uruz othala algiz uruz", armies="green: 3 in 18", monsters="Fafnir 1, Loki 1")
    assert offered(s) == list(ACTIONS)
    s.play("green: rune action draw", "green: pay uruz and algiz")
    assert s.runes("green") == {"uruz": 1, "othala": 1}
    assert s.match.view(None).table["supply"] == {"uruz": 9, "othala": 9, "algiz": 10}
    assert s.asked() == {"green": "manoeuvre"}


@pytest.mark.rule("LR-12.1")
@pytest.mark.parametrize("payment", range(len(PAYMENT_NAMES)))
def test_a_payment_takes_the_runes_that_it_names(payment: int) -> None:
    words = PAYMENT_NAMES[payment]
    named = [2 if f"two {rune}" in words else int(rune in words or words == "one of each") for rune in RUNE_NAMES]
    assert list(TAKES[payment]) == named


@pytest.mark.rule("LR-12.1")
def test_without_its_runes_no_action_is_taken_and_none_need_be() -> None:
    s = runes("uruz othala")
    reason = s.why_not("green: rune action draw two")
    assert reason is not None
    assert (reason.rule, reason.params) == ("LR-12.1", {"rune_action": "Draw Two"})
    s.play("green: done")
    assert s.runes("green") == {"uruz": 1, "othala": 1}
    assert runes("uruz uruz").asked() == {"green": "manoeuvre"}, "nothing can be chosen, so nothing is asked"


@pytest.mark.rule("LR-12.2", "LR-12.11")
def test_a_neutral_monster_in_the_heros_region_is_taken_for_its_rune_and_stays() -> None:
    s = runes("othala uruz", monsters="Fafnir 1, Troll 2, Draugr 3")
    s.play("green: rune action take monster")
    assert s.state.monsters.rings[0] == s.seat("green")
    assert s.monster("Fafnir") == 1
    assert s.runes("green") == {"uruz": 1}
    assert [str(event) for event in s.told("monster_taken")] == ["Green takes control of Fafnir."]


@pytest.mark.rule("LR-12.2")
def test_the_rune_paid_says_which_of_two_monsters_is_taken() -> None:
    s = runes("othala uruz", monsters="Fafnir 1, Troll 1, Draugr 1")
    s.play("green: rune action take monster", "green: pay othala")
    assert s.choices("green") == ["take Fafnir", "take Draugr"]
    assert s.rule_against("green: take Troll") == "LR-12.2"


@pytest.mark.rule("LR-12.12")
def test_a_monster_of_another_and_the_boss_are_never_taken() -> None:
    s = runes("othala", monsters="Fafnir 1, Loki 1", rings="red: Fafnir")
    assert "take monster" not in offered(s)
    s = runes("othala", monsters="Fafnir 1, Draugr 1, Hati and Skoll 1, Loki 1", rings="red: Hati and Skoll")
    s.play("green: rune action take monster")
    assert s.rule_against("green: take Loki") == "LR-12.12"
    assert s.rule_against("green: take Hati and Skoll") == "LR-12.12"


@pytest.mark.rule("LR-12.11")
def test_with_both_rings_in_use_one_monster_becomes_neutral_first() -> None:
    s = runes("othala", monsters="Fafnir 1, Troll 7, Huldra 8", rings="green: Troll, Huldra")
    s.play("green: rune action take monster")
    assert s.choices("green") == ["release Troll", "release Huldra"]
    assert s.rule_against("green: release Fafnir") == "LR-12.11"
    s.play("green: release Troll")
    rings = {monster["name"]: monster["ring"] for monster in s.match.view(None).table["monsters"]}
    assert (rings["Fafnir"], rings["Troll"], rings["Huldra"]) == (0, None, 0)


@pytest.mark.rule("LR-30.6", "LR-12.2")
def test_the_right_rune() -> None:
    s = runes("uruz algiz", monsters="Fafnir 1")
    assert s.rule_against("green: rune action take monster") == "LR-12.1"
    assert "activate monster" in offered(s)
    s = runes("othala", monsters="Fafnir 1")
    s.play("green: rune action take monster")
    assert s.runes("green") == {}
    assert s.match.view(None).table["monsters"][0]["ring"] == s.seat("green")


@pytest.mark.rule("LR-12.3")
def test_loki_is_placed_anywhere_by_a_hero_with_him_and_tramples_nobody() -> None:
    s = runes("othala", monsters="Loki 1", armies="red: 1 in 8")
    s.play("green: rune action boss")
    assert len(s.choices("green")) == 21
    assert s.rule_against("green: place Fafnir 8") == "LR-2.10"
    assert s.rule_against("green: place Loki 0") == "LR-3.1"
    s.play("green: place Loki 8")
    assert s.monster("Loki") == 8
    assert s.armies("red", 8) == [1]


@pytest.mark.rule("LR-12.3", "LR-12.10")
@pytest.mark.parametrize(("held", "place", "rule"), [("othala uruz", 2, "LR-12.3"), ("uruz algiz", 1, "LR-12.1")])
def test_not_from_afar_and_not_without_his_rune(held: str, place: int, rule: str) -> None:
    s = runes(held, monsters=f"Loki {place}")
    assert s.rule_against("green: rune action boss") == rule


@pytest.mark.rule("LR-12.4", "LR-12.9")
def test_a_bordering_realm_is_allied_for_its_rune_and_the_first_there_draws_a_card() -> None:
    s = runes("othala othala", hero="green: 17")
    s.play("green: rune action ally")
    assert s.state.alliances[4] == 1
    assert len(s.hand("green")) == 1
    s = runes("othala", hero="green: 17", alliances="red: svartalfheim")
    s.play("green: rune action ally")
    assert s.state.alliances[4] == 0b11
    assert s.hand("green") == []


@pytest.mark.rule("LR-12.4", "LR-12.8")
def test_only_a_realm_nearby_that_is_not_allied_yet_and_whose_rune_was_paid() -> None:
    s = runes("uruz othala", hero="green: 16")
    s.play("green: rune action ally")
    assert s.choices("green") == ["ally Jotunheim", "ally Muspelheim"]
    assert s.rule_against("green: ally Vanaheim") == "LR-12.4"
    s = runes("uruz othala", hero="green: 17", alliances="green: muspelheim")
    s.play("green: rune action ally")
    assert s.runes("green") == {"uruz": 1}
    assert "ally" not in offered(runes("uruz othala", hero="green: 18", alliances="green: svartalfheim"))


@pytest.mark.rule("LR-12.5")
def test_two_different_runes_strengthen_an_army_anywhere() -> None:
    s = runes("uruz algiz", armies="green: 3 in 18, 2 in 9")
    s.play("green: rune action strengthen", "green: strengthen army 2 9")
    assert s.armies("green", 9) == [3]


@pytest.mark.rule("LR-12.5")
def test_two_different_runes_activate_a_neutral_or_own_monster_anywhere() -> None:
    s = runes("uruz algiz", monsters="Fafnir 9, Troll 20, Huldra 13, Loki 1", rings="green: Troll; red: Huldra")
    s.play("green: rune action activate monster")
    assert s.choices("green") == ["activate Fafnir", "activate Troll"]
    for monster, rule in (("Huldra", "LR-17.2"), ("Grendel", "LR-17.1"), ("Loki", "LR-17.11")):
        assert s.rule_against(f"green: activate {monster}") == rule
    s.play("green: activate Troll", "green: move 19")
    assert s.monster("Troll") == 19


@pytest.mark.rule("LR-12.5")
def test_two_different_runes_place_the_hero_or_draw_a_card() -> None:
    s = runes("uruz algiz")
    s.play("green: rune action travel", "green: place hero 13")
    assert s.hero("green") == 13
    s = runes("uruz algiz")
    s.play("green: rune action draw")
    assert len(s.hand("green")) == 1


@pytest.mark.rule("LR-12.6", "LR-12.7")
def test_three_different_runes_raise_the_lowest_attribute_an_injured_one_being_2() -> None:
    said = {"stage": "rune", "runes": "green: uruz othala algiz"}
    s = scene(attributes="green: authority 3, strength 3, wisdom 4", **said)  # type: ignore[arg-type]
    s.play("green: rune action raise")
    assert s.choices("green") == ["raise authority", "raise strength"]
    assert s.rule_against("green: raise wisdom") == "LR-12.7"
    s.play("green: raise strength")
    assert s.field("green", "strength") == 4
    s = scene(
        attributes="green: authority 5, strength 3, wisdom 3",
        injured="green: authority",
        **said,  # type: ignore[arg-type]
    )
    s.play("green: rune action raise")
    assert s.field("green", "authority") == 6


@pytest.mark.rule("LR-12.7", "LR-12.10")
def test_an_attribute_on_6_cannot_be_chosen() -> None:
    said = {"stage": "rune", "runes": "green: uruz othala algiz", "injured": "green: authority"}
    s = scene(attributes="green: authority 6, strength 3, wisdom 4", **said)  # type: ignore[arg-type]
    s.play("green: rune action raise")
    assert s.field("green", "strength") == 4
    s = scene(attributes="green: authority 6, strength 6, wisdom 6", **said)  # type: ignore[arg-type]
    assert s.rule_against("green: rune action raise") == "LR-12.7"


@pytest.mark.rule("LR-12.6")
def test_three_different_runes_draw_two_cards() -> None:
    s = runes("uruz othala algiz")
    s.play("green: rune action draw two")
    assert len(s.hand("green")) == 2
    assert s.runes("green") == {}


@pytest.mark.rule("LR-12.10")
def test_what_would_change_nothing_is_not_offered() -> None:
    s = runes("uruz othala algiz", hero="green: 3", armies="green: 6 in 18")
    assert offered(s) == ["travel", "draw", "raise", "draw two"]
    rules = {
        "take monster": "LR-12.2",
        "boss": "LR-12.3",
        "ally": "LR-12.4",
        "strengthen": "LR-12.10",
        "activate monster": "LR-12.5",
    }
    assert {action: s.rule_against(f"green: rune action {action}") for action in rules} == rules


RING = "green: Andvari's Ring"


@pytest.mark.rule("LR-21.2")
def test_andvaris_ring_lets_one_rune_of_the_payment_count_as_another_kind() -> None:
    s = runes("uruz uruz othala", artifacts=RING)
    assert "draw two" in offered(s)
    s.play("green: rune action draw two")
    assert s.runes("green") == {}
    assert len(s.hand("green")) == 2
    assert s.artifacts("green") == {"Andvari's Ring": "exhausted"}
    assert offered(runes("uruz uruz othala", artifacts=RING, exhausted=RING)) == ["ally", "travel", "draw"]


@pytest.mark.rule("LR-28.3")
def test_andvaris_ring_is_not_offered_where_it_changes_nothing() -> None:
    s = runes("uruz othala", artifacts=RING)
    s.play("green: rune action travel", "green: place hero 13")
    assert s.artifacts("green") == {"Andvari's Ring": "charged"}
    s = runes("uruz uruz uruz", artifacts=RING)
    assert "draw two" not in offered(s), "two Runes would have to change"
    s = runes("uruz uruz othala", artifacts=RING)
    s.play("green: rune action travel")
    assert s.choices("green") == ["pay uruz and othala", "pay two uruz changing one"]
    assert s.rule_against("green: pay uruz and othala changing one") == "LR-28.3"
    assert s.rule_against("green: pay two othala changing one") == "LR-12.1"


@pytest.mark.rule("LR-12.4")
def test_andvaris_ring_opens_a_realm_or_a_monster_of_another_rune() -> None:
    s = runes("uruz algiz", hero="green: 17", artifacts=RING)
    s.play("green: rune action ally")
    assert s.choices("green") == ["pay uruz", "pay uruz changing one", "pay algiz changing one"]
    s.play("green: pay algiz changing one")
    assert s.choices("green") == ["ally Muspelheim", "ally Svartalfheim"]
    s = runes("uruz", hero="green: 17", artifacts=RING)
    s.play("green: rune action ally", "green: pay uruz changing one")
    assert s.state.alliances[4] == 1
    s = runes("uruz", monsters="Fafnir 1", artifacts=RING)
    s.play("green: rune action take monster")
    assert s.artifacts("green") == {"Andvari's Ring": "exhausted"}
    s = runes("uruz", monsters="Loki 1", artifacts=RING)
    s.play("green: rune action boss", "green: place Loki 9")
    assert s.monster("Loki") == 9
