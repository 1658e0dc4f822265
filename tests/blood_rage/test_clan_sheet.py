"""Section 3: Rage, stats, figures, slots, and what is open and what is hidden."""

from typing import Any

import pytest

import drakkar
from drakkar.games.blood_rage.cards.decks import deck
from drakkar.games.blood_rage.view import card_face
from tests.blood_rage.playing import PLAYERS, clan_of, moments, place_of, table, through_draft, two_games
from tests.blood_rage.scene import Scene, scene

TRACKS = {"rage": (6, 7, 8, 9, 12, 12), "axes": (3, 4, 5, 6, 8, 8), "horns": (4, 5, 6, 7, 10, 10)}
STEPS = [1, 2, 3, 4, 5, 6]

# Rage and stats


@pytest.mark.rule("BR-3.1")
@pytest.mark.parametrize("seats", PLAYERS)
def test_rage_is_shown_on_the_track_and_never_falls_below_0(seats: int) -> None:
    met: set[int] = set()
    for seen in moments(seats):
        rages = [clan["rage"] for clan in seen["clans"]]
        assert min(rages) >= 0
        met |= set(rages)
    assert 0 in met


@pytest.mark.rule("BR-3.1")
def test_the_last_rage_can_be_spent_and_no_more() -> None:
    s = scene("wolf raven", rage={"wolf": 2}, figures="wolf: Sea Serpent in reserve")
    reason = s.why_not("wolf: invade Sea Serpent F1")
    assert reason is not None
    assert (reason.rule, reason.params["need"], reason.params["have"]) == ("BR-7.1", 3, 2)
    s.play("wolf: invade ship F1")
    assert clan_of(s.match, "wolf")["rage"] == 0


@pytest.mark.rule("BR-3.2", "BR-3.5")
@pytest.mark.parametrize("step", STEPS)
def test_the_rage_stat_says_how_much_rage_a_clan_starts_the_action_phase_with(step: int) -> None:
    s = scene("wolf raven", phase="end of age", steps={"wolf": {"rage": step}}, rage={"wolf": 0, "raven": 5})
    through_draft(s)
    assert table(s.match)["phase"] == "Action"
    assert s.rage("wolf") == (6, 7, 8, 9, 12, 12)[step - 1]
    assert s.rage("raven") == 6


@pytest.mark.rule("BR-3.3", "BR-3.5")
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("winner", ["wolf", "raven"])
def test_the_axes_stat_says_how_much_glory_a_won_battle_gives_pillager_or_not(step: int, winner: str) -> None:
    loser = "raven" if winner == "wolf" else "wolf"
    s = scene(
        "wolf raven",
        turn="wolf",
        steps={winner: {"axes": step}, loser: {"axes": 6}},
        figures=f"{winner}: 2 warrior in Gimle; {loser}: warrior in Gimle",
    )
    s.play("wolf: pillage Gimle", "wolf: decline", "raven: decline")
    assert s.glory(winner) == (3, 4, 5, 6, 8, 8)[step - 1]
    assert s.glory(loser) == 0


@pytest.mark.rule("BR-3.3")
def test_a_pillage_without_battle_gives_no_glory_for_axes() -> None:
    s = scene("wolf raven", steps={"wolf": {"axes": 6}}, figures="wolf: 2 warrior in Gimle")
    s.play("wolf: pillage Gimle")
    assert s.is_pillaged("Gimle")
    assert s.glory("wolf") == 0


def clan_on_board(figures: int) -> str:
    """So many figures of one clan on the board, eight Warriors first."""
    parts = [f"{min(figures, 8)} warrior in Yggdrasil"]
    parts += ["leader in Yggdrasil"] if figures > 8 else []
    parts += ["ship in F1"] if figures > 9 else []
    return f"wolf: {', '.join(parts)}"


@pytest.mark.rule("BR-3.4", "BR-3.5")
@pytest.mark.parametrize("step", STEPS)
def test_the_horns_stat_is_the_most_figures_a_clan_may_have_on_the_board(step: int) -> None:
    most = (4, 5, 6, 7, 10, 10)[step - 1]
    sheet: dict[str, Any] = {"steps": {"wolf": {"horns": step}}, "upgrades": {"wolf": "Dwarf Chieftain"}}
    almost = scene("wolf raven", figures=clan_on_board(most - 1), **sheet)
    almost.play("wolf: invade Dwarf Chieftain Gimle")
    assert clan_of(almost.match, "wolf")["on_board"] == most
    full = scene("wolf raven", figures=clan_on_board(most), **sheet)
    reason = full.why_not("wolf: invade Dwarf Chieftain Gimle")
    assert reason is not None
    assert (reason.rule, reason.params["have"], reason.params["most"]) == ("BR-7.5", most, most)
    assert not [choice for choice in full.choices("wolf") if choice.startswith("invade")]


@pytest.mark.rule("BR-3.4")
@pytest.mark.parametrize("seats", PLAYERS)
def test_no_clan_ever_has_more_figures_on_the_board_than_horns_allows(seats: int) -> None:
    fullest = 0
    for seen in moments(seats):
        figures = {clan["name"]: 0 for clan in seen["clans"]}
        for place in seen["places"]:
            for clan, kinds in place["figures"].items():
                figures[clan] += sum(kinds.values())
        for clan in seen["clans"]:
            assert figures[clan["name"]] == clan["on_board"] <= clan["stats"]["horns"]["value"]
            fullest = max(fullest, clan["on_board"])
    assert fullest >= 2


@pytest.mark.rule("BR-3.5")
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("stat", TRACKS)
def test_the_six_steps_of_each_stat(stat: str, step: int) -> None:
    s = scene("wolf raven", steps={"wolf": {stat: step}})
    assert clan_of(s.match, "wolf")["stats"][stat] == {"step": step, "value": TRACKS[stat][step - 1]}


@pytest.mark.rule("BR-3.5")
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("stat", TRACKS)
def test_only_the_last_three_steps_are_legendary(stat: str, step: int) -> None:
    s = scene("wolf raven", age=3, phase="end of age", steps={"wolf": {stat: step}})
    assert (s.glory("wolf") > 0) == (step in (4, 5, 6))


@pytest.mark.rule("BR-3.6")
@pytest.mark.parametrize("step", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("stat", TRACKS)
def test_a_raise_moves_a_stat_one_step_to_the_right(stat: str, step: int) -> None:
    s = scene("wolf raven", steps={"wolf": {stat: step}}, figures="wolf: warrior in Gimle", tokens={"Gimle": stat})
    s.play("wolf: pillage Gimle")
    assert s.step("wolf", stat) == step + 1
    (told,) = s.told("stat_raised")
    assert (told.data["step"], told.data["value"]) == (step + 1, TRACKS[stat][step])


@pytest.mark.rule("BR-3.6")
@pytest.mark.parametrize("stat", TRACKS)
def test_a_raise_of_a_stat_on_step_6_is_lost(stat: str) -> None:
    s = scene("wolf raven", steps={"wolf": {stat: 6}}, figures="wolf: warrior in Gimle", tokens={"Gimle": stat})
    s.play("wolf: pillage Gimle")
    assert s.is_pillaged("Gimle")
    assert [s.step("wolf", name) for name in TRACKS] == [6 if name == stat else 1 for name in TRACKS]
    assert s.told("raise_lost")
    assert not s.told("stat_raised")


@pytest.mark.rule("BR-3.6")
def test_of_a_raise_of_all_three_stats_only_the_part_on_step_6_is_lost() -> None:
    s = scene("wolf raven", steps={"wolf": {"axes": 6}}, figures="wolf: warrior in Yggdrasil")
    s.play("wolf: pillage Yggdrasil")
    assert [s.step("wolf", name) for name in TRACKS] == [2, 6, 2]


@pytest.mark.rule("BR-3.7")
def test_a_raise_of_the_rage_stat_gives_rage_in_the_next_action_phase_only() -> None:
    s = scene("wolf raven", rage={"wolf": 3}, figures="wolf: warrior in Horgr", tokens={"Horgr": "rage"})
    s.play("wolf: pillage Horgr")
    assert s.stat("wolf", "rage") == 7
    assert s.rage("wolf") == 3
    s.play("raven: pass", "wolf: pass")
    through_draft(s)
    assert s.rage("wolf") == 7


@pytest.mark.rule("BR-3.8")
def test_a_raise_of_horns_counts_at_once() -> None:
    s = scene("wolf raven", figures="wolf: 4 warrior in Horgr", tokens={"Horgr": "horns"})
    assert s.rule_against("wolf: invade warrior Gimle") == "BR-7.5"
    s.play("wolf: pillage Horgr", "raven: pass", "wolf: invade warrior Gimle")
    reason = s.why_not("wolf: invade warrior Gimle")
    assert reason is not None
    assert (reason.params["have"], reason.params["most"]) == (5, 5)


@pytest.mark.rule("BR-3.8")
def test_a_raise_of_axes_counts_for_the_battle_that_gave_it() -> None:
    s = scene(
        "wolf raven",
        figures="wolf: 2 warrior in Horgr; raven: warrior in Horgr",
        tokens={"Horgr": "axes"},
    )
    s.play("wolf: pillage Horgr", "wolf: decline", "raven: decline")
    assert s.stat("wolf", "axes") == 4
    assert s.glory("wolf") == 4


# Figures


@pytest.mark.rule("BR-3.9")
@pytest.mark.parametrize("seats", PLAYERS)
def test_every_clan_has_one_leader_eight_warriors_and_one_ship(seats: int) -> None:
    match = drakkar.new("blood_rage", seats=seats, seed=3)
    assert [clan["reserve"] for clan in table(match)["clans"]] == [{"warrior": 8, "leader": 1, "ship": 1}] * seats


@pytest.mark.rule("BR-3.9")
@pytest.mark.parametrize(
    ("figures", "strength"),
    [("leader in Gimle", 3), ("warrior in Gimle", 1), ("3 warrior in Gimle", 3), ("ship in F4", 2)],
)
def test_strength_of_leader_warriors_and_ship(figures: str, strength: int) -> None:
    s = scene("wolf raven", figures=f"wolf: {figures}")
    assert place_of(s.match, "Gimle")["strength"] == {"wolf": strength}


@pytest.mark.rule("BR-3.9")
def test_there_is_no_ninth_warrior_second_leader_or_second_ship() -> None:
    s = scene(
        "wolf raven",
        steps={"wolf": {"horns": 6}},
        figures="wolf: 5 warrior in Gimle, 3 warrior in Valhalla, leader in Horgr, ship in F1",
    )
    for choice in ("invade warrior Horgr", "invade leader Utgard", "invade ship F2"):
        assert s.rule_against(f"wolf: {choice}") == "BR-7.1"


@pytest.mark.rule("BR-3.10")
def test_a_leader_invades_for_no_rage() -> None:
    s = scene("wolf raven", rage={"wolf": 1})
    s.play("wolf: invade leader Gimle")
    assert s.at("wolf", "Gimle") == {"leader": 1}
    assert s.rage("wolf") == 1
    assert not s.told("rage_spent")


@pytest.mark.rule("BR-3.11")
@pytest.mark.parametrize("province", ["Gimle", "Horgr"])
def test_a_ship_invades_fjords_only(province: str) -> None:
    s = scene("wolf raven")
    assert s.rule_against(f"wolf: invade ship {province}") == "BR-7.3"
    ships = [choice for choice in s.choices("wolf") if choice.startswith("invade ship")]
    assert ships == ["invade ship F1", "invade ship F2", "invade ship F3", "invade ship F4"]


@pytest.mark.rule("BR-3.11")
def test_a_ship_in_a_fjord_does_not_march() -> None:
    s = scene("wolf raven", figures="wolf: ship in F4, warrior in Gimle, leader in Gimle")
    for target in ("F3", "Gimle", "Yggdrasil"):
        assert s.rule_against(f"wolf: march F4 {target}") == "BR-8.5"
    s.play("wolf: march Gimle Horgr")
    assert s.rule_against("wolf: ship") == "BR-8.5"
    assert s.choices("wolf") == ["warrior", "leader"]


@pytest.mark.rule("BR-3.11")
def test_a_ship_answers_no_call_to_battle() -> None:
    s = scene("wolf raven", figures="wolf: warrior in Horgr; raven: ship in F3, warrior in Utgard")
    s.play("wolf: pillage Horgr")
    assert s.choices("raven") == ["join warrior from Utgard", "decline"]
    assert s.rule_against("raven: join ship from Utgard") == "BR-11.9"


@pytest.mark.rule("BR-3.11")
@pytest.mark.parametrize("seats", PLAYERS)
def test_a_ship_never_moves_from_one_place_of_the_board_to_another(seats: int) -> None:
    before: dict[str, str] = {}
    sailed = 0
    for seen in two_games(seats):
        now = {
            clan: place["name"]
            for place in seen["places"]
            for clan, kinds in place["figures"].items()
            if "ship" in kinds
        }
        assert set(now.values()) <= {"F1", "F2", "F3", "F4"}
        for clan, place in now.items():
            assert before.get(clan, place) == place
        sailed += now != before
        before = now
    assert sailed


@pytest.mark.rule("BR-3.12")
def test_an_upgraded_leader_still_invades_for_no_rage() -> None:
    s = scene("wolf raven", rage={"wolf": 1}, upgrades={"wolf": "Lord of Hammers"})
    s.play("wolf: invade leader Gimle")
    assert s.rage("wolf") == 1


@pytest.mark.rule("BR-3.12")
def test_an_upgraded_ship_still_invades_fjords_only_and_stays_there() -> None:
    s = scene("wolf raven", upgrades={"wolf": "Fire Dragons"})
    assert s.rule_against("wolf: invade ship Gimle") == "BR-7.3"
    s.play("wolf: invade ship F4", "raven: pass")
    assert s.rage("wolf") == 4
    assert s.rule_against("wolf: march F4 Gimle") == "BR-8.5"


@pytest.mark.rule("BR-3.13")
@pytest.mark.parametrize(
    ("monster", "strength"),
    [
        ("Troll", 2),
        ("Dwarf Chieftain", 2),
        ("Sea Serpent", 3),
        ("Valkyrie", 2),
        ("Dark Elf", 1),
        ("Fire Giant", 4),
        ("Frost Giant", 4),
        ("Soldier of Hel", 3),
        ("Volur Witch", 3),
    ],
)
@pytest.mark.parametrize("upgrades", ["", "Experts in Arms, Lord of Hammers, Fire Dragons"])
def test_a_monster_has_the_strength_of_its_own_card_whatever_else_is_upgraded(
    monster: str, strength: int, upgrades: str
) -> None:
    place = "F4" if monster == "Sea Serpent" else "Gimle"
    s = scene("wolf raven", upgrades={"wolf": upgrades}, figures=f"wolf: {monster} in {place}")
    assert place_of(s.match, "Gimle")["strength"] == {"wolf": strength}


@pytest.mark.rule("BR-3.14")
@pytest.mark.parametrize("seats", PLAYERS)
def test_every_figure_is_at_every_moment_in_exactly_one_place(seats: int) -> None:
    moments_with_monsters = 0
    for seen in two_games(seats):
        monsters: list[str] = []
        for clan in seen["clans"]:
            here = [place["figures"].get(clan["name"], {}) for place in seen["places"]]
            figures: dict[str, int] = {}
            for group in [*here, clan["reserve"], clan["valhalla"]]:
                for kind, number in group.items():
                    figures[kind] = figures.get(kind, 0) + number
            assert (figures.pop("warrior"), figures.pop("leader"), figures.pop("ship")) == (8, 1, 1)
            assert set(figures.values()) <= {1}
            assert sorted(figures) == sorted(
                upgrade["card"]["name"] for upgrade in clan["upgrades"] if upgrade["slot"] == "monster"
            )
            monsters += figures
        assert len(monsters) == len(set(monsters))
        moments_with_monsters += bool(monsters)
    assert moments_with_monsters


def everywhere(s: Scene, clan: str, figure: str) -> int:
    """How many figures of a kind a clan has in all places together."""
    places = table(s.match)["places"]
    groups: list[dict[str, int]] = [place["figures"].get(clan, {}) for place in places]
    sheet = clan_of(s.match, clan)
    return sum(group.get(figure, 0) for group in [*groups, sheet["reserve"], sheet["valhalla"]])


@pytest.mark.rule("BR-3.14")
@pytest.mark.parametrize("place", ["Gimle", "reserve", "Valhalla"])
def test_a_replaced_monster_is_in_the_box_wherever_it_was(place: str) -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Dwarf Chieftain, Soldier of Hel"},
        figures=f"wolf: Dwarf Chieftain in {place}",
        hands={"wolf": "Sea Serpent"},
    )
    assert everywhere(s, "wolf", "Dwarf Chieftain") == 1
    s.play("wolf: upgrade Sea Serpent slot 1", "wolf: decline", "raven: pass")
    assert everywhere(s, "wolf", "Dwarf Chieftain") == 0
    assert everywhere(s, "wolf", "Sea Serpent") == 1
    assert s.rule_against("wolf: invade Dwarf Chieftain Gimle") == "BR-7.1"


@pytest.mark.rule("BR-3.15")
def test_figures_lost_in_battle_wait_in_valhalla_for_their_release() -> None:
    s = scene("wolf raven", figures="wolf: 3 warrior in Horgr; raven: warrior in Horgr")
    s.play("wolf: pillage Horgr", "wolf: decline", "raven: decline")
    assert s.at("raven", "Valhalla") == {"warrior": 1}
    assert s.at("raven", "reserve") == {"warrior": 7, "leader": 1, "ship": 1}
    assert s.rule_against("raven: invade warrior Horgr from Valhalla") == "BR-7.10"
    s.play("raven: pass", "wolf: pass")
    assert s.at("raven", "Valhalla") == {}
    assert s.at("raven", "reserve") == {"warrior": 8, "leader": 1, "ship": 1}


@pytest.mark.rule("BR-3.15")
def test_figures_lost_in_ragnarok_go_to_valhalla() -> None:
    s = scene(
        "wolf raven",
        phase="ragnarok",
        ragnarok=("Horgr", "Gimle", "Utgard"),
        figures="wolf: 2 warrior in Horgr; raven: leader in Gimle",
    )
    lost = [(event.data["clan"], event.data["figure"]) for event in s.told("figure_destroyed")]
    assert lost == [("Wolf", "Warrior")] * 2
    (released,) = s.told("released")
    assert (released.data["clan"], released.data["figures"]) == ("Wolf", 2)
    assert s.at("raven", "Gimle") == {"leader": 1}


@pytest.mark.rule("BR-3.16")
def test_strength_is_the_sum_of_all_figures_in_the_province_and_its_fjord_with_upgrades() -> None:
    s = scene(
        "wolf raven",
        age=2,
        upgrades={"wolf": "Experts in Arms"},
        figures="wolf: 2 warrior in Gimle, leader in Gimle, ship in F4, Sea Serpent in F4, warrior in Andlang;"
        " raven: warrior in Gimle",
    )
    assert place_of(s.match, "Gimle")["strength"] == {"wolf": 12, "raven": 1}
    s.play("wolf: pillage Gimle", "wolf: decline")
    while s.asked().get("wolf") == "late" or s.asked().get("raven") == "late":
        s.play(f"{next(iter(s.asked()))}: decline")
    totals = {event.data["clan"]: event.data["figures"] for event in s.told("total")}
    assert totals == {"Wolf": 12, "Raven": 1}


@pytest.mark.rule("BR-3.16")
@pytest.mark.parametrize(("upgrades", "glory"), [("", 0), ("Experts in Arms", 7)])
def test_strength_for_a_quest_is_formed_like_strength_in_battle(upgrades: str, glory: int) -> None:
    s = scene(
        "wolf raven",
        age=2,
        phase="quest",
        ragnarok=("Horgr", "Gimle", "Utgard"),
        upgrades={"wolf": upgrades},
        figures="wolf: 2 warrior in Myrkulor; raven: leader in Myrkulor",
        quests={"wolf": "Manheim!"},
    )
    assert s.glory("wolf") == glory


# Slots and kinds of card


@pytest.mark.rule("BR-3.17")
def test_a_clan_sheet_has_eight_slots() -> None:
    s = scene(
        "wolf raven",
        upgrades={
            "wolf": "Lord of Hammers, Experts in Arms, Loki's Dragons, Dwarf Chieftain, Soldier of Hel,"
            " Loki's Domain, Tyr's Domain, Tyr's Prowess"
        },
    )
    slots = [(upgrade["slot"], upgrade["number"]) for upgrade in clan_of(s.match, "wolf")["upgrades"]]
    assert slots == [
        ("leader", 1),
        ("warrior", 1),
        ("ship", 1),
        ("monster", 1),
        ("monster", 2),
        ("clan", 1),
        ("clan", 2),
        ("clan", 3),
    ]


@pytest.mark.rule("BR-3.17")
@pytest.mark.parametrize(
    ("old", "new"),
    [("Lord of Hammers", "Lord of Axes"), ("Experts in Arms", "Brothers in Arms"), ("Loki's Dragons", "Fire Dragons")],
)
def test_there_is_one_slot_each_for_leader_warrior_and_ship(old: str, new: str) -> None:
    s = scene("wolf raven", upgrades={"wolf": old}, hands={"wolf": new})
    assert s.rule_against(f"wolf: upgrade {new} slot 1") == "BR-3.17"
    s.play(f"wolf: upgrade {new}")
    assert s.upgrades("wolf") == [new]
    assert s.discards() == [old]


@pytest.mark.rule("BR-3.17")
@pytest.mark.parametrize(
    ("held", "new", "slots"),
    [
        (["Dwarf Chieftain", "Soldier of Hel"], "Sea Serpent", 2),
        (["Loki's Domain", "Tyr's Domain", "Tyr's Prowess"], "Tyr's Wrath", 3),
    ],
)
def test_there_are_two_monster_and_three_clan_slots(held: list[str], new: str, slots: int) -> None:
    room = scene("wolf raven", upgrades={"wolf": ", ".join(held[:-1])}, hands={"wolf": new})
    assert room.why_not(f"wolf: upgrade {new}") is None
    full = scene("wolf raven", upgrades={"wolf": ", ".join(held)}, hands={"wolf": new})
    reason = full.why_not(f"wolf: upgrade {new}")
    assert reason is not None
    assert (reason.rule, reason.params["most"]) == ("BR-9.4", slots)
    assert [choice for choice in full.choices("wolf") if choice.startswith("upgrade")] == [
        f"upgrade {new} slot {number}" for number in range(1, slots + 1)
    ]


@pytest.mark.rule("BR-3.17")
def test_there_is_no_third_monster_slot() -> None:
    s = scene("wolf raven", upgrades={"wolf": "Dwarf Chieftain, Soldier of Hel"}, hands={"wolf": "Sea Serpent"})
    reason = s.why_not("wolf: upgrade Sea Serpent slot 3")
    assert reason is not None
    assert (reason.rule, reason.params["most"]) == ("BR-3.17", 2)


@pytest.mark.rule("BR-3.18")
@pytest.mark.parametrize("age", [1, 2, 3])
def test_every_card_is_a_battle_card_a_quest_or_an_upgrade_of_one_of_five_sorts(age: int) -> None:
    faces = [card_face(card) for card in deck(age, 5)]
    assert {face["kind"] for face in faces} == {"battle", "quest", "leader", "warrior", "ship", "monster", "clan"}
    for face in faces:
        assert ("bonus" in face) == (face["kind"] == "battle")
        assert ("glory" in face) == (face["kind"] == "quest")
        assert ("strength" in face) == (face["kind"] not in ("battle", "quest"))


@pytest.mark.rule("BR-3.18")
@pytest.mark.parametrize(
    ("card", "as_upgrade", "as_quest"),
    [("Tyr's Bash", "BR-9.1", "BR-10.1"), ("Manheim!", "BR-9.1", ""), ("Loki's Domain", "", "BR-10.1")],
)
def test_only_upgrades_go_on_the_sheet_and_only_quests_are_committed(card: str, as_upgrade: str, as_quest: str) -> None:
    s = scene("wolf raven", hands={"wolf": card})
    assert s.rule_against(f"wolf: upgrade {card}") == as_upgrade
    assert s.rule_against(f"wolf: quest {card}") == as_quest


@pytest.mark.rule("BR-3.19")
@pytest.mark.parametrize(("monster", "strength"), [("Dwarf Chieftain", 2), ("Soldier of Hel", 3)])
def test_a_text_can_change_the_rage_cost_that_the_printed_strength_would_give(monster: str, strength: int) -> None:
    s = scene("wolf raven", rage={"wolf": 1}, hands={"wolf": f"{monster}"})
    s.play(f"wolf: upgrade {monster}", "wolf: decline", "raven: pass", f"wolf: invade {monster} Gimle")
    assert s.rage("wolf") == 1
    assert place_of(s.match, "Gimle")["strength"] == {"wolf": strength}


# Open and hidden


def seen_by(s: Scene | drakkar.Match, seat: int | None) -> tuple[dict[str, Any], list[dict[str, object]]]:
    """All that a seat can learn: its view and the events, as plain data."""
    match = s.match if isinstance(s, Scene) else s
    return match.view(seat).to_json(), [event.to_json() for event in match.events(seat)]


@pytest.mark.rule("BR-3.20")
@pytest.mark.parametrize("zone", ["hands", "aside", "quests"])
def test_hands_cards_set_aside_and_committed_quests_look_alike_to_everyone_else(zone: str) -> None:
    def with_card(card: str) -> Scene:
        cards = {"wolf": card}
        if zone == "hands":
            return scene("wolf raven serpent", turn="raven", hands=cards)
        if zone == "aside":
            return scene("wolf raven serpent", phase="end of age", aside=cards)
        return scene("wolf raven serpent", turn="raven", quests=cards)

    one, other = with_card("Manheim!"), with_card("Alfheim!")
    for seat in (1, 2, None):
        assert seen_by(one, seat) == seen_by(other, seat)
    assert seen_by(one, 0) != seen_by(other, 0)


@pytest.mark.rule("BR-3.20")
def test_what_is_picked_in_the_draft_is_hidden_from_the_others() -> None:
    one = drakkar.new("blood_rage", seats=3, seed=4)
    other = one.copy()
    one.play(0, one.view(0).choices[0])
    other.play(0, other.view(0).choices[1])
    for seat in (1, 2, None):
        assert seen_by(one, seat) == seen_by(other, seat)
    assert seen_by(one, 0) != seen_by(other, 0)
    assert table(one, 1)["clans"][0]["aside"] == drakkar.Hidden(1)


@pytest.mark.rule("BR-3.20")
def test_what_was_dealt_is_hidden_from_the_others() -> None:
    match = drakkar.new("blood_rage", seats=3, seed=4)
    for seat in range(3):
        dealt = [event.data["cards"] for event in match.events(seat) if event.kind == "dealt"]
        assert [isinstance(cards, drakkar.Hidden) for cards in dealt] == [other != seat for other in range(3)]
    assert table(match, None)["pack"] == []


@pytest.mark.rule("BR-3.20")
def test_a_quest_is_committed_face_down() -> None:
    s = scene("wolf raven", hands={"wolf": "Manheim!, Alfheim!"})
    twin = scene("wolf raven", hands={"wolf": "Manheim!, Alfheim!"})
    s.play("wolf: quest Manheim!")
    twin.play("wolf: quest Alfheim!")
    assert seen_by(s, 1) == seen_by(twin, 1)
    assert seen_by(s, None) == seen_by(twin, None)
    assert [face["name"] for face in clan_of(s.match, "wolf", 0)["quests"]] == ["Manheim!"]


@pytest.mark.rule("BR-3.20")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_stats_rage_glory_upgrades_figures_and_tokens_are_open(viewer: int | None) -> None:
    s = scene(
        "wolf raven",
        rage={"wolf": 4},
        glory={"wolf": 17},
        steps={"wolf": {"horns": 3}},
        upgrades={"wolf": "Loki's Domain"},
        figures="wolf: leader in Gimle, ship in F2, 2 warrior in Valhalla",
        tokens={"Gimle": "horns"},
    )
    seen = table(s.match, viewer)
    wolf = seen["clans"][0]
    places = {place["name"]: place for place in seen["places"]}
    assert (wolf["rage"], wolf["glory"]) == (4, 17)
    assert wolf["stats"]["horns"] == {"step": 3, "value": 6}
    assert [upgrade["card"]["name"] for upgrade in wolf["upgrades"]] == ["Loki's Domain"]
    assert (wolf["reserve"], wolf["valhalla"]) == ({"warrior": 6}, {"warrior": 2})
    assert places["Gimle"]["figures"] == {"wolf": {"leader": 1}}
    assert places["F2"]["figures"] == {"wolf": {"ship": 1}}
    assert [places[name]["token"] for name in ("Gimle", "Yggdrasil")] == ["Horns", "all three stats"]


QUEST_SCENE: dict[str, Any] = {
    "phase": "quest",
    "ragnarok": ("Horgr", "Utgard", "Muspelheim"),
    "figures": "wolf: warrior in Gimle",
    "quests": {"wolf": "Alfheim!"},
}


@pytest.mark.rule("BR-3.21")
def test_a_player_chooses_the_stat_among_those_not_on_step_6() -> None:
    s = scene("wolf raven", steps={"wolf": {"axes": 6, "rage": 5}}, **QUEST_SCENE)
    assert s.asked() == {"wolf": "raise"}
    assert s.choices("wolf") == ["raise rage", "raise horns"]
    reason = s.why_not("wolf: raise axes")
    assert reason is not None
    assert (reason.rule, reason.params["stat"]) == ("BR-3.21", "Axes")
    s.play("wolf: raise rage")
    assert [s.step("wolf", stat) for stat in TRACKS] == [6, 6, 1]


@pytest.mark.rule("BR-3.21")
def test_a_raise_of_ones_choice_is_not_refused() -> None:
    s = scene("wolf raven", **QUEST_SCENE)
    assert s.choices("wolf") == ["raise rage", "raise axes", "raise horns"]
    assert s.rule_against("wolf: decline") == "BR-3.21"
    assert s.rule_against("wolf: pass") == "BR-3.21"


@pytest.mark.rule("BR-3.21")
def test_with_all_stats_on_step_6_the_raise_is_lost_and_nothing_asked() -> None:
    s = scene("wolf raven", steps={"wolf": {"rage": 6, "axes": 6, "horns": 6}}, **QUEST_SCENE)
    assert s.asked() == {"wolf": "draft", "raven": "draft"}
    assert s.glory("wolf") == 5
    assert [s.step("wolf", stat) for stat in TRACKS] == [6, 6, 6]


@pytest.mark.rule("BR-3.22")
def test_the_numbers_of_cards_in_hands_quests_and_aside_are_open() -> None:
    s = scene(
        "wolf raven",
        turn="raven",
        hands={"wolf": "Tyr's Bash, Tyr's Smash, Manheim!"},
        quests={"wolf": "Alfheim!, Jotunheim!"},
    )
    draft = scene("wolf raven", phase="end of age", aside={"wolf": "Tyr's Bash"})
    for viewer in (1, None):
        for moment, numbers in ((s, (3, 2, 0)), (draft, (0, 0, 1))):
            wolf = clan_of(moment.match, "wolf", viewer)
            assert (wolf["hand"], wolf["quests"], wolf["aside"]) == tuple(map(drakkar.Hidden, numbers))


@pytest.mark.rule("BR-3.22")
def test_a_card_played_in_battle_is_open_when_discarded_and_when_taken_back() -> None:
    s = scene(
        "wolf raven",
        figures="wolf: 2 warrior in Horgr; raven: warrior in Horgr",
        hands={"wolf": "Tyr's Smash", "raven": "Tyr's Bash"},
    )
    s.play("wolf: pillage Horgr", "wolf: card Tyr's Smash", "raven: card Tyr's Bash")
    s.play("wolf: decline", "raven: decline")
    for viewer in (0, 1, None):
        assert [face["name"] for face in table(s.match, viewer)["discards"]] == ["Tyr's Smash"]
        back = [event for event in s.match.events(viewer) if event.kind == "card_taken_back"]
        assert [(event.data["clan"], event.data["card"]) for event in back] == [("Raven", "Tyr's Bash")]


@pytest.mark.rule("BR-3.22")
def test_a_judged_quest_and_a_replaced_upgrade_are_open() -> None:
    s = scene(
        "wolf raven",
        rage={"raven": 0},
        upgrades={"wolf": "Lord of Hammers"},
        hands={"wolf": "Lord of Spears"},
        quests={"wolf": "Manheim!"},
    )
    s.play("wolf: upgrade Lord of Spears", "wolf: decline", "wolf: pass")
    for viewer in (0, 1, None):
        shown = {face["name"] for face in table(s.match, viewer)["discards"]}
        assert shown == {"Lord of Hammers", "Manheim!"}


@pytest.mark.rule("BR-3.22")
def test_the_last_two_cards_of_the_draft_are_shown_to_nobody_else() -> None:
    match = drakkar.new("blood_rage", seats=3, seed=6)
    through_draft(match)
    for viewer in (0, 1, 2, None):
        told = [event.data["cards"] for event in match.events(viewer) if event.kind == "last_cards_discarded"]
        assert len(told) == 3
        assert [cards == drakkar.Hidden(2) for cards in told] == [seat != viewer for seat in range(3)]
        assert table(match, viewer)["discards"] == []


@pytest.mark.rule("BR-3.22")
def test_the_cards_of_the_discard_phase_are_shown_to_nobody_else() -> None:
    one = scene("wolf raven", phase="discard", hands={"wolf": "Tyr's Bash, Tyr's Smash"})
    other = scene("wolf raven", phase="discard", hands={"wolf": "Tyr's Bash, Manheim!"})
    one.play("wolf: keep Tyr's Bash")
    other.play("wolf: keep Manheim!")
    raven_knows = [event.to_json() for event in one.events("raven") if event.kind != "dealt"]
    assert raven_knows == [event.to_json() for event in other.events("raven") if event.kind != "dealt"]
    assert one.told("hand_discarded", "raven")[0].data["cards"] == drakkar.Hidden(1)
    assert table(one.match)["discards"] == []
