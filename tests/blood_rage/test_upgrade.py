"""Upgrade: a card from the hand goes onto the clan sheet (section 9)."""

import pytest

import drakkar
from tests.blood_rage.scene import Scene, scene

EVERYWHERE = (
    "Elvagar",
    "Angerboda",
    "Muspelheim",
    "Horgr",
    "Utgard",
    "Andlang",
    "Gimle",
    "Myrkulor",
    "Yggdrasil",
    "F1",
    "F2",
    "F3",
    "F4",
    "reserve",
    "Valhalla",
)


def refused(s: Scene, line: str) -> drakkar.Reason:
    reason = s.why_not(line)
    assert reason is not None, f"{line} is legal"
    return reason


def slots(s: Scene, clan: str) -> list[tuple[str, int, str]]:
    """The upgrades of a clan, as everyone sees them: kind of slot, its number, the card."""
    sheet = s.match.view(None).table["clans"][s.seat(clan)]
    return [(slot["slot"], slot["number"], slot["card"]["name"]) for slot in sheet["upgrades"]]


def strength(s: Scene, clan: str, province: str) -> int:
    """The STR of a clan in a province, as everyone sees it."""
    places = s.match.view(None).table["places"]
    found: int = next(place for place in places if place["name"] == province)["strength"].get(clan, 0)
    return found


def whereabouts(s: Scene, figure: str) -> list[tuple[str, str]]:
    """Every clan and place where a figure of this kind is."""
    return [(clan, place) for clan in s.match.sides for place in EVERYWHERE if figure in s.at(clan, place)]


# The action and its price


@pytest.mark.rule("BR-9.1")
@pytest.mark.parametrize(
    ("card", "price", "kind"),
    [
        ("Lord of Hammers", 3, "leader"),
        ("Lord of Axes", 3, "leader"),
        ("Brothers in Arms", 1, "warrior"),
        ("Experts in Arms", 2, "warrior"),
        ("Loki's Dragons", 2, "ship"),
        ("Troll", 2, "monster"),
        ("Sea Serpent", 3, "monster"),
        ("Dark Elf", 1, "monster"),
        ("Fire Giant", 4, "monster"),
        ("Frigga's Charm", 0, "clan"),
        ("Loki's Domain", 1, "clan"),
        ("Thor's Glory", 2, "clan"),
        ("Loki's Wrath", 3, "clan"),
    ],
)
def test_an_upgrade_of_each_kind_costs_its_str_and_fills_a_slot_of_its_kind(card: str, price: int, kind: str) -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 6}, hands={"wolf": f"{card}, Tyr's Bash"})
    s.play(f"wolf: upgrade {card}")
    assert s.rage("wolf") == 6 - price
    assert slots(s, "wolf") == [(kind, 1, card)]
    assert s.hand("wolf") == ["Tyr's Bash"]
    assert slots(s, "raven") == []
    assert s.discards() == []


@pytest.mark.rule("BR-9.1")
def test_exactly_enough_rage_pays_for_an_upgrade() -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 2}, hands={"wolf": "Thor's Glory"})
    s.play("wolf: upgrade Thor's Glory")
    assert s.rage("wolf") == 0
    assert s.upgrades("wolf") == ["Thor's Glory"]


@pytest.mark.rule("BR-9.1")
@pytest.mark.parametrize(("card", "price"), [("Lord of Hammers", 3), ("Thor's Glory", 2), ("Fire Giant", 4)])
def test_an_upgrade_that_cannot_be_paid_in_full_is_refused_with_the_numbers(card: str, price: int) -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": price - 1}, hands={"wolf": card})
    reason = refused(s, f"wolf: upgrade {card}")
    assert (reason.rule, reason.params) == ("BR-9.1", {"need": price, "have": price - 1})
    assert f"upgrade {card}" not in s.choices("wolf")


@pytest.mark.rule("BR-9.1")
@pytest.mark.parametrize("card", ["Tyr's Bash", "Manheim!"])
def test_only_upgrades_go_onto_the_sheet(card: str) -> None:
    s = scene("wolf raven", turn="wolf", hands={"wolf": card})
    reason = refused(s, f"wolf: upgrade {card}")
    assert (reason.rule, reason.params) == ("BR-9.1", {"card": card})
    assert not [choice for choice in s.choices("wolf") if choice.startswith("upgrade")]


@pytest.mark.rule("BR-9.1")
def test_an_upgrade_that_is_not_in_the_hand_cannot_be_played() -> None:
    s = scene("wolf raven", turn="wolf", hands={"raven": "Troll"})
    reason = refused(s, "wolf: upgrade Troll")
    assert (reason.rule, reason.params) == ("BR-9.1", {"card": "Troll"})
    with pytest.raises(drakkar.IllegalChoice, match="Troll"):
        s.play("wolf: upgrade Troll")
    assert s.hand("raven") == ["Troll"]
    assert s.rage("wolf") == 6


@pytest.mark.rule("BR-9.1")
def test_a_card_of_an_earlier_age_may_be_played() -> None:
    s = scene("wolf raven", turn="wolf", age=3, hands={"wolf": "Lord of Hammers"})
    s.play("wolf: upgrade Lord of Hammers")
    assert s.upgrades("wolf") == ["Lord of Hammers"]


@pytest.mark.rule("BR-9.1")
def test_everyone_sees_the_upgrade_and_what_was_paid() -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 6}, hands={"wolf": "Thor's Glory"})
    s.play("wolf: upgrade Thor's Glory")
    assert [event.data for event in s.told("rage_spent", "raven")] == [{"clan": "Wolf", "amount": 2, "rage": 4}]
    assert [event.data for event in s.told("upgraded", "raven")] == [{"clan": "Wolf", "card": "Thor's Glory"}]


@pytest.mark.rule("BR-9.1", "BR-3.17")
def test_the_whole_sheet_holds_eight_upgrades() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        upgrades={"wolf": "Lord of Hammers, Experts in Arms, Fire Dragons, Valkyrie, Thor's Glory, Loki's Domain"},
        hands={"wolf": "Dwarf Chieftain, Tyr's Domain"},
        passed="raven",
    )
    s.play("wolf: upgrade Dwarf Chieftain", "wolf: decline", "wolf: upgrade Tyr's Domain")
    assert slots(s, "wolf") == [
        ("leader", 1, "Lord of Hammers"),
        ("warrior", 1, "Experts in Arms"),
        ("ship", 1, "Fire Dragons"),
        ("monster", 1, "Valkyrie"),
        ("monster", 2, "Dwarf Chieftain"),
        ("clan", 1, "Thor's Glory"),
        ("clan", 2, "Loki's Domain"),
        ("clan", 3, "Tyr's Domain"),
    ]


# Cards that cost nothing


@pytest.mark.rule("BR-9.2")
@pytest.mark.parametrize("monster", ["Dwarf Chieftain", "Soldier of Hel"])
def test_dwarf_chieftain_and_soldier_of_hel_cost_nothing_to_play(monster: str) -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 1}, hands={"wolf": monster})
    s.play(f"wolf: upgrade {monster}", f"wolf: invade {monster} Gimle")
    assert s.rage("wolf") == 1
    assert s.at("wolf", "Gimle") == {monster: 1}
    assert s.told("rage_spent") == []


@pytest.mark.rule("BR-9.2")
def test_playing_one_of_them_is_the_action_of_the_turn() -> None:
    s = scene("wolf raven", turn="wolf", hands={"wolf": "Dwarf Chieftain, Soldier of Hel"})
    s.play("wolf: upgrade Dwarf Chieftain", "wolf: decline")
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-9.2")
@pytest.mark.parametrize("card", ["Dwarf Chieftain", "Soldier of Hel"])
def test_a_clan_at_no_rage_cannot_play_even_an_upgrade_that_costs_nothing(card: str) -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 0}, hands={"wolf": card})
    assert s.asked() == {"raven": "turn"}
    assert s.choices("wolf") == []
    with pytest.raises(drakkar.NotYourDecision):
        s.play(f"wolf: upgrade {card}")


# Slots


@pytest.mark.rule("BR-9.4")
def test_without_a_slot_named_a_card_goes_into_a_free_one() -> None:
    s = scene("wolf raven", turn="wolf", upgrades={"wolf": "Thor's Glory"}, hands={"wolf": "Loki's Domain"})
    s.play("wolf: upgrade Loki's Domain")
    assert slots(s, "wolf") == [("clan", 1, "Thor's Glory"), ("clan", 2, "Loki's Domain")]


@pytest.mark.rule("BR-9.4")
def test_an_occupied_slot_may_be_chosen_while_others_are_free() -> None:
    s = scene("wolf raven", turn="wolf", upgrades={"wolf": "Thor's Glory"}, hands={"wolf": "Loki's Domain"})
    assert {choice for choice in s.choices("wolf") if choice.startswith("upgrade")} == {
        "upgrade Loki's Domain",
        "upgrade Loki's Domain slot 1",
    }
    s.play("wolf: upgrade Loki's Domain slot 1")
    assert slots(s, "wolf") == [("clan", 1, "Loki's Domain")]
    assert s.discards() == ["Thor's Glory"]


@pytest.mark.rule("BR-9.4")
@pytest.mark.parametrize(
    ("slot", "left"),
    [
        (1, ["Loki's Wrath", "Loki's Domain", "Tyr's Domain"]),
        (2, ["Thor's Glory", "Loki's Wrath", "Tyr's Domain"]),
        (3, ["Thor's Glory", "Loki's Domain", "Loki's Wrath"]),
    ],
)
def test_among_three_clan_upgrades_the_player_chooses_the_one_to_replace(slot: int, left: list[str]) -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        upgrades={"wolf": "Thor's Glory, Loki's Domain, Tyr's Domain"},
        hands={"wolf": "Loki's Wrath"},
    )
    s.play(f"wolf: upgrade Loki's Wrath slot {slot}")
    assert s.upgrades("wolf") == left


@pytest.mark.rule("BR-9.4")
def test_with_all_slots_taken_the_card_to_replace_must_be_named() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        upgrades={"wolf": "Thor's Glory, Loki's Domain, Tyr's Domain, Troll, Valkyrie"},
        hands={"wolf": "Loki's Wrath, Dwarf Chieftain"},
    )
    reason = refused(s, "wolf: upgrade Loki's Wrath")
    assert (reason.rule, reason.params) == ("BR-9.4", {"most": 3, "kind": "Clan"})
    reason = refused(s, "wolf: upgrade Dwarf Chieftain")
    assert (reason.rule, reason.params) == ("BR-9.4", {"most": 2, "kind": "Monster"})
    assert {choice for choice in s.choices("wolf") if choice.startswith("upgrade")} == {
        "upgrade Loki's Wrath slot 1",
        "upgrade Loki's Wrath slot 2",
        "upgrade Loki's Wrath slot 3",
        "upgrade Dwarf Chieftain slot 1",
        "upgrade Dwarf Chieftain slot 2",
    }


@pytest.mark.rule("BR-9.4")
def test_a_free_slot_has_no_card_to_replace() -> None:
    s = scene("wolf raven", turn="wolf", upgrades={"wolf": "Troll"}, hands={"wolf": "Dwarf Chieftain"})
    reason = refused(s, "wolf: upgrade Dwarf Chieftain slot 2")
    assert (reason.rule, reason.params) == ("BR-9.4", {"kind": "Monster", "slot": 2})
    assert s.rule_against("wolf: upgrade Dwarf Chieftain slot 1") == ""


@pytest.mark.rule("BR-9.4", "BR-3.17")
def test_a_slot_that_the_sheet_does_not_have_cannot_be_named() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        upgrades={"wolf": "Troll, Valkyrie, Lord of Axes"},
        hands={"wolf": "Dwarf Chieftain, Lord of Hammers"},
    )
    reason = refused(s, "wolf: upgrade Dwarf Chieftain slot 3")
    assert (reason.rule, reason.params) == ("BR-3.17", {"most": 2, "kind": "Monster", "slot": 3})
    reason = refused(s, "wolf: upgrade Lord of Hammers slot 1")
    assert (reason.rule, reason.params) == ("BR-3.17", {"kind": "Leader"})


# Replacing


@pytest.mark.rule("BR-9.5")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Lord of Hammers", "Lord of Axes"),
        ("Brothers in Arms", "Experts in Arms"),
        ("Masters in Arms", "Brothers in Arms"),
        ("Loki's Dragons", "Eternal Dragons"),
    ],
)
def test_a_new_leader_warrior_or_ship_card_replaces_the_old_one(old: str, new: str) -> None:
    s = scene("wolf raven", turn="wolf", upgrades={"wolf": old}, hands={"wolf": new})
    s.play(f"wolf: upgrade {new}")
    assert s.upgrades("wolf") == [new]
    assert s.discards() == [old]
    assert s.hand("wolf") == []


@pytest.mark.rule("BR-9.5")
def test_everyone_sees_which_card_was_replaced() -> None:
    s = scene("wolf raven", turn="wolf", upgrades={"wolf": "Lord of Hammers"}, hands={"wolf": "Lord of Axes"})
    s.play("wolf: upgrade Lord of Axes")
    assert [event.data for event in s.told("upgrade_replaced", "raven")] == [
        {"clan": "Wolf", "card": "Lord of Hammers"}
    ]
    assert [card["name"] for card in s.match.view(1).table["discards"]] == ["Lord of Hammers"]


@pytest.mark.rule("BR-9.5")
def test_replacing_costs_the_new_card_in_full_and_gives_nothing_back() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        rage={"wolf": 3},
        upgrades={"wolf": "Lord of Hammers"},
        hands={"wolf": "Lord of Axes"},
    )
    s.play("wolf: upgrade Lord of Axes")
    assert s.rage("wolf") == 0


# In force


@pytest.mark.rule("BR-9.6")
def test_a_warrior_upgrade_counts_at_once_for_warriors_on_the_board() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        age=2,
        hands={"wolf": "Experts in Arms"},
        figures="wolf: 3 warrior in Gimle, leader in Gimle",
    )
    assert strength(s, "wolf", "Gimle") == 6
    s.play("wolf: upgrade Experts in Arms")
    assert strength(s, "wolf", "Gimle") == 9


@pytest.mark.rule("BR-9.6")
def test_a_warrior_upgrade_counts_at_once_for_the_price_of_an_invade() -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 6}, passed="raven", hands={"wolf": "Experts in Arms"})
    s.play("wolf: upgrade Experts in Arms", "wolf: decline", "wolf: invade warrior Gimle")
    assert s.rage("wolf") == 2


@pytest.mark.rule("BR-9.6", "BR-9.5")
def test_a_replaced_upgrade_is_no_longer_in_force() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        passed="raven",
        rage={"wolf": 6},
        upgrades={"wolf": "Experts in Arms"},
        hands={"wolf": "Brothers in Arms"},
        figures="wolf: warrior in Gimle",
    )
    assert strength(s, "wolf", "Gimle") == 2
    s.play("wolf: upgrade Brothers in Arms", "wolf: decline")
    assert strength(s, "wolf", "Gimle") == 1
    s.play("wolf: invade warrior Horgr")
    assert s.rage("wolf") == 4


@pytest.mark.rule("BR-9.6")
def test_an_upgrade_stays_in_force_in_later_turns_and_ages() -> None:
    s = scene("wolf raven", turn="wolf", hands={"wolf": "Experts in Arms"}, figures="wolf: 2 warrior in Gimle")
    s.play("wolf: upgrade Experts in Arms", "wolf: decline", "raven: pass", "wolf: pass")
    assert s.match.view(None).table["age"] == 3
    assert slots(s, "wolf") == [("warrior", 1, "Experts in Arms")]
    assert strength(s, "wolf", "Gimle") == 4


@pytest.mark.rule("BR-9.6")
def test_an_upgrade_is_in_force_for_its_own_clan_only() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        hands={"wolf": "Experts in Arms"},
        figures="wolf: warrior in Gimle; raven: 2 warrior in Gimle",
    )
    s.play("wolf: upgrade Experts in Arms", "wolf: decline", "raven: invade warrior Gimle")
    assert strength(s, "raven", "Gimle") == 3
    assert s.rage("raven") == 5


# The free invasion of troops


@pytest.mark.rule("BR-9.8")
@pytest.mark.parametrize(
    ("card", "figure", "place", "price"),
    [
        ("Lord of Hammers", "leader", "Gimle", 3),
        ("Experts in Arms", "warrior", "Gimle", 2),
        ("Brothers in Arms", "warrior", "Gimle", 1),
        ("Loki's Dragons", "ship", "F2", 2),
    ],
)
def test_a_troop_upgrade_lets_one_figure_of_its_kind_invade_at_once_for_nothing(
    card: str, figure: str, place: str, price: int
) -> None:
    """Wrong reading: the figure's own price has to be paid too, or it invades in a later turn only."""
    s = scene("wolf raven", turn="wolf", rage={"wolf": 6}, hands={"wolf": card})
    s.play(f"wolf: upgrade {card}")
    assert s.asked() == {"wolf": "free_invade"}
    assert s.choices("raven") == []
    s.play(f"wolf: invade {figure} {place}")
    assert s.at("wolf", place) == {figure: 1}
    assert s.rage("wolf") == 6 - price
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-9.8")
def test_the_free_invade_comes_although_the_upgrade_took_the_last_rage() -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 2}, hands={"wolf": "Experts in Arms"})
    s.play("wolf: upgrade Experts in Arms", "wolf: invade warrior Horgr")
    assert s.rage("wolf") == 0
    assert s.at("wolf", "Horgr") == {"warrior": 1}


@pytest.mark.rule("BR-9.8")
def test_the_free_invade_may_be_declined() -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 6}, hands={"wolf": "Experts in Arms"})
    s.play("wolf: upgrade Experts in Arms", "wolf: decline")
    assert s.at("wolf", "reserve") == {"warrior": 8, "leader": 1, "ship": 1}
    assert s.rage("wolf") == 4
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-9.8")
def test_the_free_invade_is_for_a_figure_of_the_upgraded_kind_only() -> None:
    s = scene("wolf raven", turn="wolf", hands={"wolf": "Lord of Hammers"}, upgrades={"wolf": "Troll"})
    s.play("wolf: upgrade Lord of Hammers")
    reason = refused(s, "wolf: invade warrior Gimle")
    assert (reason.rule, reason.params) == ("BR-9.8", {"asked": "Leader", "figure": "Warrior"})
    assert s.rule_against("wolf: invade ship F1") == "BR-9.8"
    assert s.rule_against("wolf: invade Troll Gimle") == "BR-9.8"
    assert set(s.choices("wolf")) == {
        "invade leader Elvagar",
        "invade leader Angerboda",
        "invade leader Muspelheim",
        "invade leader Horgr",
        "invade leader Utgard",
        "invade leader Andlang",
        "invade leader Gimle",
        "invade leader Myrkulor",
        "decline",
    }


@pytest.mark.rule("BR-9.8")
def test_only_one_figure_invades_for_nothing() -> None:
    s = scene("wolf raven", turn="wolf", hands={"wolf": "Experts in Arms"})
    s.play("wolf: upgrade Experts in Arms", "wolf: invade warrior Gimle")
    with pytest.raises(drakkar.NotYourDecision):
        s.play("wolf: invade warrior Gimle")
    assert s.at("wolf", "Gimle") == {"warrior": 1}


@pytest.mark.rule("BR-9.8")
@pytest.mark.parametrize("where", ["Gimle", "Valhalla"])
def test_with_no_leader_in_the_reserve_there_is_no_free_invade(where: str) -> None:
    s = scene("wolf raven", turn="wolf", hands={"wolf": "Lord of Hammers"}, figures=f"wolf: leader in {where}")
    s.play("wolf: upgrade Lord of Hammers")
    assert s.upgrades("wolf") == ["Lord of Hammers"]
    assert s.asked() == {"raven": "turn"}
    assert s.told("invaded") == []
    assert s.told("invade_declined") == []


@pytest.mark.rule("BR-9.8")
@pytest.mark.parametrize("where", ["F2", "Valhalla"])
def test_with_no_ship_in_the_reserve_there_is_no_free_invade(where: str) -> None:
    s = scene("wolf raven", turn="wolf", hands={"wolf": "Loki's Dragons"}, figures=f"wolf: ship in {where}")
    s.play("wolf: upgrade Loki's Dragons")
    assert s.asked() == {"raven": "turn"}
    assert s.at("wolf", where) == {"ship": 1}


@pytest.mark.rule("BR-9.8")
def test_with_no_warrior_in_the_reserve_there_is_no_free_invade() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        hands={"wolf": "Experts in Arms"},
        figures="wolf: 2 warrior in Gimle, 6 warrior in Valhalla",
    )
    s.play("wolf: upgrade Experts in Arms")
    assert s.asked() == {"raven": "turn"}
    assert s.at("wolf", "Valhalla") == {"warrior": 6}


@pytest.mark.rule("BR-9.8", "BR-19.12")
def test_a_ship_upgrade_lets_the_sea_serpent_invade_because_it_counts_as_a_ship() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        rage={"wolf": 2},
        upgrades={"wolf": "Sea Serpent"},
        hands={"wolf": "Loki's Dragons"},
        figures="wolf: ship in F1",
    )
    s.play("wolf: upgrade Loki's Dragons")
    assert s.asked() == {"wolf": "free_invade"}
    s.play("wolf: invade Sea Serpent F2")
    assert s.at("wolf", "F2") == {"Sea Serpent": 1}
    assert s.rage("wolf") == 0


@pytest.mark.rule("BR-9.8", "BR-19.12")
def test_a_ship_upgrade_leaves_the_choice_between_ship_and_sea_serpent() -> None:
    s = scene("wolf raven", turn="wolf", upgrades={"wolf": "Sea Serpent"}, hands={"wolf": "Loki's Dragons"})
    s.play("wolf: upgrade Loki's Dragons")
    assert s.rule_against("wolf: invade ship F2") == ""
    assert s.rule_against("wolf: invade Sea Serpent F2") == ""


@pytest.mark.rule("BR-9.8", "BR-7.4")
def test_a_free_invade_does_not_open_yggdrasil() -> None:
    s = scene("wolf raven", turn="wolf", hands={"wolf": "Lord of Hammers"})
    s.play("wolf: upgrade Lord of Hammers")
    assert s.rule_against("wolf: invade leader Yggdrasil") == "BR-7.4"


@pytest.mark.rule("BR-9.8", "BR-7.6", "BR-2.12")
def test_a_free_invade_needs_an_empty_village_in_a_surviving_province() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        hands={"wolf": "Experts in Arms"},
        destroyed="Horgr",
        figures="raven: 3 warrior in Utgard",
    )
    s.play("wolf: upgrade Experts in Arms")
    reason = refused(s, "wolf: invade warrior Utgard")
    assert (reason.rule, reason.params) == ("BR-7.6", {"place": "Utgard", "have": 3, "most": 3})
    assert s.rule_against("wolf: invade warrior Horgr") == "BR-2.12"


@pytest.mark.rule("BR-9.8", "BR-7.5")
@pytest.mark.parametrize("card", ["Lord of Hammers", "Experts in Arms", "Loki's Dragons", "Dwarf Chieftain"])
def test_with_horns_full_the_upgrade_is_played_and_nobody_invades(card: str) -> None:
    s = scene("wolf raven", turn="wolf", hands={"wolf": card}, figures="wolf: 4 warrior in Gimle")
    s.play(f"wolf: upgrade {card}")
    assert s.upgrades("wolf") == [card]
    assert s.told("invaded") == []
    assert s.asked() == {"raven": "turn"}


# Monsters


@pytest.mark.rule("BR-9.9")
@pytest.mark.parametrize(
    ("monster", "place"),
    [
        ("Troll", "Gimle"),
        ("Dwarf Chieftain", "Gimle"),
        ("Sea Serpent", "F3"),
        ("Valkyrie", "Gimle"),
        ("Dark Elf", "Gimle"),
        ("Fire Giant", "Gimle"),
        ("Frost Giant", "Gimle"),
        ("Soldier of Hel", "Gimle"),
        ("Volur Witch", "Gimle"),
    ],
)
def test_a_monster_upgrade_brings_its_figure_which_may_invade_at_once_for_no_further_rage(
    monster: str, place: str
) -> None:
    """Wrong reading: the Monster's STR has to be paid a second time, or it waits for a later turn."""
    s = scene("wolf raven", turn="wolf", rage={"wolf": 6}, hands={"wolf": monster})
    assert whereabouts(s, monster) == []
    s.play(f"wolf: upgrade {monster}")
    assert whereabouts(s, monster) == [("wolf", "reserve")]
    assert s.asked() == {"wolf": "free_invade"}
    left = s.rage("wolf")
    s.play(f"wolf: invade {monster} {place}")
    assert whereabouts(s, monster) == [("wolf", place)]
    assert s.rage("wolf") == left
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-9.9")
def test_a_monster_may_wait_in_the_reserve_and_invade_later_for_its_price() -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 6}, passed="raven", hands={"wolf": "Sea Serpent"})
    s.play("wolf: upgrade Sea Serpent", "wolf: decline")
    assert whereabouts(s, "Sea Serpent") == [("wolf", "reserve")]
    assert s.rage("wolf") == 3
    s.play("wolf: invade Sea Serpent F1")
    assert whereabouts(s, "Sea Serpent") == [("wolf", "F1")]
    assert s.rage("wolf") == 0


@pytest.mark.rule("BR-9.9")
def test_the_free_invade_of_a_monster_is_for_the_monster_alone() -> None:
    s = scene("wolf raven", turn="wolf", upgrades={"wolf": "Troll"}, hands={"wolf": "Dwarf Chieftain"})
    s.play("wolf: upgrade Dwarf Chieftain")
    assert s.rule_against("wolf: invade warrior Gimle") == "BR-9.8"
    assert s.rule_against("wolf: invade Troll Gimle") == "BR-9.8"
    assert s.rule_against("wolf: invade Dwarf Chieftain Gimle") == ""


@pytest.mark.rule("BR-9.9")
def test_the_free_invade_of_the_sea_serpent_leads_into_fjords_only() -> None:
    s = scene("wolf raven", turn="wolf", hands={"wolf": "Sea Serpent"}, destroyed="Utgard, Andlang")
    s.play("wolf: upgrade Sea Serpent")
    assert set(s.choices("wolf")) == {
        "invade Sea Serpent F1",
        "invade Sea Serpent F2",
        "invade Sea Serpent F4",
        "decline",
    }


@pytest.mark.rule("BR-9.9")
def test_a_monster_stays_with_its_clan_after_valhalla() -> None:
    s = scene(
        "wolf raven",
        phase="release valhalla",
        upgrades={"wolf": "Dwarf Chieftain"},
        figures="wolf: Dwarf Chieftain in Valhalla",
    )
    assert s.match.view(None).table["age"] == 2
    assert whereabouts(s, "Dwarf Chieftain") == [("wolf", "reserve")]


@pytest.mark.rule("BR-9.10")
def test_a_monster_counts_against_horns() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        upgrades={"wolf": "Dwarf Chieftain"},
        figures="wolf: Dwarf Chieftain in Gimle, 3 warrior in Gimle",
    )
    reason = refused(s, "wolf: invade leader Horgr")
    assert (reason.rule, reason.params) == ("BR-7.5", {"have": 4, "most": 4})


@pytest.mark.rule("BR-9.10")
def test_a_monster_takes_a_village() -> None:
    s = scene("wolf raven", turn="raven", figures="wolf: Dwarf Chieftain in Utgard; raven: 2 warrior in Utgard")
    reason = refused(s, "raven: invade leader Utgard")
    assert (reason.rule, reason.params) == ("BR-7.6", {"place": "Utgard", "have": 3, "most": 3})


@pytest.mark.rule("BR-9.10")
def test_a_monster_fights_with_its_str_and_goes_to_valhalla_when_it_loses() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        upgrades={"wolf": "Soldier of Hel", "raven": "Dwarf Chieftain"},
        figures="wolf: Soldier of Hel in Gimle; raven: Dwarf Chieftain in Gimle",
    )
    s.play("wolf: pillage Gimle", "wolf: decline", "raven: decline")
    assert [(event.data["clan"], event.data["total"]) for event in s.told("total")] == [("Wolf", 3), ("Raven", 2)]
    assert whereabouts(s, "Soldier of Hel") == [("wolf", "Gimle")]
    assert whereabouts(s, "Dwarf Chieftain") == [("raven", "Valhalla")]


@pytest.mark.rule("BR-9.10")
def test_a_sea_serpent_fights_from_the_fjord_with_its_str_of_three() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        upgrades={"wolf": "Sea Serpent, Loki's Dragons"},
        figures="wolf: Sea Serpent in F4, ship in F4",
    )
    assert strength(s, "wolf", "Gimle") == 5
    assert strength(s, "wolf", "Myrkulor") == 5
    assert s.rule_against("wolf: pillage Gimle") == ""


@pytest.mark.rule("BR-9.10")
@pytest.mark.parametrize(
    ("age", "ragnarok", "glory"),
    [
        (1, ("Gimle", "Horgr", "Andlang"), 2),
        (2, ("Horgr", "Gimle", "Andlang"), 3),
        (3, ("Horgr", "Andlang", "Gimle"), 4),
    ],
)
def test_a_monster_destroyed_by_ragnarok_scores_like_any_figure(
    age: int, ragnarok: tuple[str, str, str], glory: int
) -> None:
    s = scene(
        "wolf raven",
        age=age,
        phase="ragnarok",
        ragnarok=ragnarok,
        figures="wolf: Dwarf Chieftain in Gimle",
    )
    assert [(event.data["clan"], event.data["amount"]) for event in s.told("glory")] == [("Wolf", glory)]
    assert [event.data["figure"] for event in s.told("figure_destroyed")] == ["Dwarf Chieftain"]


@pytest.mark.rule("BR-9.11")
def test_two_monsters_may_belong_to_a_clan_and_a_third_takes_the_place_of_one() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        passed="raven",
        upgrades={"wolf": "Valkyrie"},
        hands={"wolf": "Dwarf Chieftain, Soldier of Hel"},
    )
    s.play("wolf: upgrade Dwarf Chieftain", "wolf: invade Dwarf Chieftain Gimle")
    assert s.upgrades("wolf") == ["Valkyrie", "Dwarf Chieftain"]
    assert s.rule_against("wolf: upgrade Soldier of Hel") == "BR-9.4"
    s.play("wolf: upgrade Soldier of Hel slot 1")
    assert s.upgrades("wolf") == ["Soldier of Hel", "Dwarf Chieftain"]
    assert whereabouts(s, "Valkyrie") == []
    assert whereabouts(s, "Dwarf Chieftain") == [("wolf", "Gimle")]


@pytest.mark.rule("BR-9.11")
@pytest.mark.parametrize("where", ["Gimle", "Yggdrasil", "Valhalla", "reserve"])
def test_the_figure_of_a_discarded_monster_goes_back_to_the_box_from_wherever_it_is(where: str) -> None:
    figures = "" if where == "reserve" else f"wolf: Valkyrie in {where}"
    s = scene(
        "wolf raven",
        turn="wolf",
        upgrades={"wolf": "Valkyrie"},
        hands={"wolf": "Dwarf Chieftain"},
        figures=figures,
    )
    assert whereabouts(s, "Valkyrie") == [("wolf", where)]
    s.play("wolf: upgrade Dwarf Chieftain slot 1")
    assert whereabouts(s, "Valkyrie") == []
    assert s.discards() == ["Valkyrie"]
    assert [event.data for event in s.told("monster_left", "raven")] == [{"figure": "Valkyrie", "clan": "Wolf"}]
    assert s.told("figure_destroyed") == []


@pytest.mark.rule("BR-9.11")
def test_a_sea_serpent_in_a_fjord_goes_back_to_the_box_too() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        upgrades={"wolf": "Sea Serpent"},
        hands={"wolf": "Dwarf Chieftain"},
        figures="wolf: Sea Serpent in F1, ship in F1",
    )
    s.play("wolf: upgrade Dwarf Chieftain slot 1", "wolf: decline")
    assert s.at("wolf", "F1") == {"ship": 1}
    assert whereabouts(s, "Sea Serpent") == []
    assert strength(s, "wolf", "Elvagar") == 2


@pytest.mark.rule("BR-9.11")
def test_a_monster_in_the_box_neither_invades_nor_marches_again() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        passed="raven",
        upgrades={"wolf": "Valkyrie"},
        hands={"wolf": "Dwarf Chieftain"},
        figures="wolf: Valkyrie in Gimle",
    )
    s.play("wolf: upgrade Dwarf Chieftain slot 1", "wolf: decline")
    reason = refused(s, "wolf: invade Valkyrie Gimle")
    assert (reason.rule, reason.params) == ("BR-7.1", {"figure": "Valkyrie"})
    assert s.rule_against("wolf: march Gimle Horgr") == "BR-8.1"


@pytest.mark.rule("BR-9.11")
def test_a_monster_discarded_while_in_valhalla_does_not_come_back() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        passed="raven",
        upgrades={"wolf": "Valkyrie"},
        hands={"wolf": "Dwarf Chieftain"},
        figures="wolf: Valkyrie in Valhalla",
    )
    s.play("wolf: upgrade Dwarf Chieftain slot 1", "wolf: decline", "wolf: pass")
    assert s.match.view(None).table["age"] == 3
    assert whereabouts(s, "Valkyrie") == []
    assert whereabouts(s, "Dwarf Chieftain") == [("wolf", "reserve")]


@pytest.mark.rule("BR-9.12")
def test_without_a_new_monster_card_no_choice_discards_a_monster() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        upgrades={"wolf": "Valkyrie, Dwarf Chieftain"},
        hands={"wolf": "Experts in Arms, Thor's Glory, Manheim!, Tyr's Bash"},
        figures="wolf: Dwarf Chieftain in Gimle, warrior in Horgr",
    )
    for choice in s.choices("wolf"):
        after = Scene(s.match.copy())
        after.play(f"wolf: {choice}")
        assert {"Valkyrie", "Dwarf Chieftain"} <= set(after.upgrades("wolf"))
        assert len(whereabouts(after, "Valkyrie")) == len(whereabouts(after, "Dwarf Chieftain")) == 1


@pytest.mark.rule("BR-9.12")
def test_a_monster_card_cannot_make_room_for_a_card_of_another_kind() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        upgrades={"wolf": "Valkyrie, Thor's Glory"},
        hands={"wolf": "Loki's Domain"},
    )
    s.play("wolf: upgrade Loki's Domain slot 1")
    assert slots(s, "wolf") == [("monster", 1, "Valkyrie"), ("clan", 1, "Loki's Domain")]


# The order


@pytest.mark.rule("BR-9.13")
def test_an_upgrade_is_paid_then_the_old_card_leaves_then_the_new_one_comes_then_the_free_invade() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        rage={"wolf": 6},
        upgrades={"wolf": "Valkyrie"},
        hands={"wolf": "Sea Serpent"},
        figures="wolf: Valkyrie in Gimle",
    )
    s.play("wolf: upgrade Sea Serpent slot 1", "wolf: invade Sea Serpent F2")
    assert [event.kind for event in s.events() if event.kind != "turn_begins"] == [
        "rage_spent",
        "upgrade_replaced",
        "monster_left",
        "upgraded",
        "monster_joined",
        "invaded",
    ]


@pytest.mark.rule("BR-9.13", "BR-7.5")
def test_the_monster_that_leaves_makes_room_under_horns_for_the_one_that_comes() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        upgrades={"wolf": "Valkyrie"},
        hands={"wolf": "Dwarf Chieftain"},
        figures="wolf: Valkyrie in Gimle, 3 warrior in Horgr",
    )
    assert s.rule_against("wolf: invade leader Gimle") == "BR-7.5"
    s.play("wolf: upgrade Dwarf Chieftain slot 1", "wolf: invade Dwarf Chieftain Andlang")
    assert s.at("wolf", "Andlang") == {"Dwarf Chieftain": 1}


@pytest.mark.rule("BR-9.13", "BR-7.6")
def test_the_monster_that_leaves_makes_room_in_its_village() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        upgrades={"wolf": "Valkyrie"},
        hands={"wolf": "Dwarf Chieftain"},
        figures="wolf: Valkyrie in Utgard; raven: 2 warrior in Utgard",
    )
    assert s.rule_against("wolf: invade warrior Utgard") == "BR-7.6"
    s.play("wolf: upgrade Dwarf Chieftain slot 1", "wolf: invade Dwarf Chieftain Utgard")
    assert s.at("wolf", "Utgard") == {"Dwarf Chieftain": 1}


@pytest.mark.rule("BR-9.13")
def test_the_new_card_lies_on_the_sheet_while_the_free_invade_is_offered() -> None:
    s = scene("wolf raven", turn="wolf", age=2, hands={"wolf": "Experts in Arms"}, figures="wolf: warrior in Gimle")
    s.play("wolf: upgrade Experts in Arms")
    assert s.asked() == {"wolf": "free_invade"}
    assert slots(s, "wolf") == [("warrior", 1, "Experts in Arms")]
    s.play("wolf: invade warrior Gimle")
    assert strength(s, "wolf", "Gimle") == 4


@pytest.mark.rule("BR-9.13")
def test_an_upgrade_that_was_paid_for_cannot_be_taken_back() -> None:
    s = scene("wolf raven", turn="wolf", hands={"wolf": "Experts in Arms"})
    s.play("wolf: upgrade Experts in Arms")
    for other in ("pass", "upgrade Experts in Arms", "march Gimle Horgr", "done"):
        with pytest.raises(drakkar.IllegalChoice):
            s.play(f"wolf: {other}")
    assert s.asked() == {"wolf": "free_invade"}


# Clan upgrades


@pytest.mark.rule("BR-9.14")
@pytest.mark.parametrize("card", ["Thor's Glory", "Loki's Domain", "Tyr's Domain", "Odin's Inspiration"])
def test_a_clan_upgrade_gives_no_free_invade(card: str) -> None:
    s = scene("wolf raven", turn="wolf", hands={"wolf": card})
    s.play(f"wolf: upgrade {card}")
    assert s.asked() == {"raven": "turn"}
    assert s.at("wolf", "reserve") == {"warrior": 8, "leader": 1, "ship": 1}


@pytest.mark.rule("BR-9.14")
def test_a_clan_upgrade_that_replaces_another_gives_no_free_invade_either() -> None:
    s = scene("wolf raven", turn="wolf", upgrades={"wolf": "Thor's Glory"}, hands={"wolf": "Loki's Domain"})
    s.play("wolf: upgrade Loki's Domain slot 1")
    assert s.asked() == {"raven": "turn"}
    assert s.told("invaded") == []
