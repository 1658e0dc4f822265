"""The Gifts of Freya, each at its moment."""

import pytest

from tests.lords_of_ragnarok.cards.test_gifts_odin import gift
from tests.lords_of_ragnarok.scene import Scene, scene

# Songs and Legends


def songs(**said: str) -> Scene:
    s = gift("Songs and Legends", stage="rune", runes="green: uruz algiz", monsters="Troll 19", **said)
    s.play("green: rune action activate monster")
    return s


def test_songs_and_legends_move_an_own_monster_first_which_may_trample() -> None:
    s = songs(rings="green: Troll", armies="red: 3 in 20")
    assert s.asked() == {"green": "songs_and_legends"}
    s.play("green: move 20", "green: trample Red army 3")
    assert s.armies("red", 20) == [2]
    assert s.asked() == {"green": "move_or_attack"}
    s.play("green: move 2")
    assert s.monster("Troll") == 2


def test_songs_and_legends_may_be_declined_and_leave_neutral_monsters_alone() -> None:
    s = songs(rings="green: Troll")
    s.play("green: decline")
    assert s.asked() == {"green": "move_or_attack"}
    assert s.monster("Troll") == 19
    assert "songs_and_legends" not in songs().asked().values()


# Runes


@pytest.mark.rule("LR-20.5")
def test_rune_pouch_brings_a_rune_when_taken_and_raises_the_limit_by_2() -> None:
    s = scene(stage="special", control="green: 2", temples="8 13", runes="green: uruz uruz")
    s.give_gifts("Rune Pouch", "Swift Sails", "War Spear", "Pilgrims")
    s.play("green: action build temple", "green: gift Rune Pouch", "green: take Algiz")
    assert s.runes("green") == {"uruz": 2, "algiz": 1}
    assert s.asked() == {"red": "gift"}
    s = gift("Rune Pouch", stage="special", runes="green: uruz uruz uruz uruz")
    s.play("green: action prepare", "green: prepare rune", "green: take Algiz")
    assert s.asked() == {"green": "discard_rune"}


def test_seidr_pays_two_different_runes_with_two_of_one_kind() -> None:
    s = gift("Seidr", stage="rune", runes="green: uruz uruz")
    s.play("green: rune action draw")
    assert s.runes("green") == {}
    assert len(s.hand("green")) == 1


def test_seidr_says_nothing_to_costs_of_one_rune_or_of_three() -> None:
    s = gift("Seidr", stage="rune", runes="green: uruz uruz uruz", attributes="green: wisdom 3")
    assert s.rule_against("green: rune action draw two") == "LR-12.1"
    assert s.rule_against("green: rune action ally") == "LR-12.1"


@pytest.mark.rule("LR-9.5")
def test_pilgrims_bring_a_rune_from_a_statue_whose_region_one_controls() -> None:
    s = gift("Pilgrims", priests="green: 1", control="green: 4", levels="odin 1", armies="green: 1 in 5")
    s.play("green: pray Odin")
    assert s.armies("green", 5) == [2], "first the level's bonus"
    s.play("green: take Uruz")
    assert s.runes("green") == {"uruz": 1}
    assert "take_rune" not in s.asked().values(), "a single one"
    assert str(s.told("text_acts")[0]) == "Green: Pilgrims takes effect."
    s = gift("Pilgrims", priests="green: 1", control="green: 4; red: 15")
    s.play("green: pray Thor")
    assert s.runes("green") == {}
    assert "take_rune" not in s.asked().values()


@pytest.mark.rule("LR-14.5")
def test_golden_tears_bring_two_runes_for_a_covered_marker() -> None:
    s = gift("Golden Tears", owner="red", stage="special", wheel="red: prepare")
    s.play("green: action prepare", "red: take Uruz", "red: take Algiz")
    assert s.runes("red") == {"uruz": 1, "algiz": 1}
    assert s.asked() == {"green": "prepare"}


def test_forge_friend_opens_the_forges_of_ones_own_regions_one_of_them() -> None:
    s = gift("Forge-Friend", hero="green: 2", control="green: 6 10; red: 12", forges="6 uruz")
    assert [choice for choice in s.choices("green") if "forge" in choice] == ["forge 2", "forge 6", "forge 10"]
    s.play("green: forge 6")
    assert s.runes("green") == {"uruz": 1}
    assert not [choice for choice in s.choices("green") if "forge" in choice]


# Priests and alliances


@pytest.mark.rule("LR-20.6", "LR-20.5")
def test_temple_tithe_brings_a_priest_when_taken_and_not_one_more_for_the_temple_that_brought_it() -> None:
    s = scene(stage="special", control="green: 2", temples="8 13")
    s.give_gifts("Temple Tithe", "Swift Sails", "War Spear", "Pilgrims")
    s.play("green: action build temple", "green: gift Temple Tithe")
    assert s.priests("green") == 2


def test_temple_tithe_brings_one_priest_more_for_each_temple_built() -> None:
    s = gift("Temple Tithe", stage="special", control="green: 2")
    s.play("green: action build temple")
    assert s.priests("green") == 2


@pytest.mark.rule("LR-12.9")
def test_many_friends_draw_a_card_for_an_alliance_first_or_not() -> None:
    for alliances in ("", "red: vanaheim"):
        s = gift("Many Friends", stage="rune", runes="green: othala", alliances=alliances)
        s.play("green: rune action ally")
        assert len(s.hand("green")) == 1


# Monsters


@pytest.mark.rule("LR-12.2")
def test_beast_tongue_reaches_a_monster_next_to_the_hero_but_not_over_the_sea() -> None:
    s = gift("Beast Tongue", stage="rune", runes="green: othala", monsters="Fafnir 3, Draugr 5")
    s.play("green: rune action take monster")
    assert s.state.monsters.rings[0] == s.seat("green"), "Fafnir; Draugr is only across the North Sea"


@pytest.mark.rule("LR-17.6")
def test_heavy_hooves_trample_for_2_under_ones_own_ring_alone() -> None:
    for rings, left in (("green: Troll", 2), ("", 3)):
        s = gift(
            "Heavy Hooves",
            stage="rune",
            runes="green: uruz algiz",
            monsters="Troll 19",
            rings=rings,
            armies="red: 4 in 20",
        )
        if not rings:
            s.feed(0)
        s.play("green: rune action activate monster", "green: move 20")
        if rings:
            s.play("green: trample Red army 4")
        assert s.armies("red", 20) == [left]


# After the action and at the end of the turn


def test_falcon_cloak_may_place_the_hero_after_a_prepare() -> None:
    s = gift("Falcon Cloak", stage="special")
    s.play("green: action prepare", "green: prepare draw", "green: prepare draw")
    assert s.asked() == {"green": "falcon_cloak"}
    s.play("green: place hero 13")
    assert s.hero("green") == 13
    assert s.state.turn == s.seat("red")
    s = gift("Falcon Cloak", stage="special")
    s.play("green: action prepare", "green: prepare draw", "green: prepare draw", "green: decline")
    assert s.hero("green") == 1


def test_falcon_cloak_says_nothing_to_other_actions() -> None:
    s = gift("Falcon Cloak", stage="special")
    s.play("green: action reinforce", "green: recruit 5")
    assert "falcon_cloak" not in s.asked().values()


def sight(*, choice: str) -> Scene:
    s = gift("Second Sight", stage="special", wheel="red: prepare")
    s.play("green: action reinforce", "green: recruit 6")
    assert s.asked() == {"green": "second_sight"}
    s.play(f"green: {choice}")
    return s


@pytest.mark.rule("LR-24.4")
def test_second_sight_shows_the_top_event_to_its_owner_alone() -> None:
    s = sight(choice="decline")
    seen = s.told("card_foreseen", "green")[0].data["card"]
    assert s.state.decks.foreseen[s.state.decks.event.top] == 1 << s.seat("green")
    assert str(s.told("card_foreseen", "red")[0]).endswith("looks at the top Event card.")
    assert str(s.told("card_foreseen")[0]).endswith("looks at the top Event card.")
    s.to_stage("special")
    s.play("red: action build statue", "red: statue Odin")
    assert s.told("event_drawn")[0].data["card"] == seen, "it was left on top"


def test_second_sight_may_bury_the_card() -> None:
    s = sight(choice="bury")
    seen = s.state.decks.event.under[0]
    assert s.state.decks.event.buried == 1
    s.to_stage("special")
    s.play("red: action build statue", "red: statue Odin")
    drawn = [event.data["card"] for event in s.told("event_drawn")]
    assert s.told("card_foreseen", "green")[0].data["card"] not in drawn
    assert s.state.decks.event.under[0] == seen
