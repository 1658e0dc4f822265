"""Previews: what a choice would do as far as its seat can know, as if nobody added anything after it."""

import tomllib
from copy import deepcopy
from typing import Any

import pytest

import drakkar
from drakkar.core.game import Preview
from drakkar.core.hosting import log_of, state_of
from drakkar.core.position import write
from drakkar.core.state_fields import snapshot
from drakkar.games.blood_rage.board import PROVINCE_NAMES, VALHALLA
from drakkar.games.blood_rage.choices import STAT_NAMES
from drakkar.games.blood_rage.clans import strength_in
from drakkar.games.blood_rage.figures import count_at
from tests.blood_rage.scene import Scene, scene
from tests.blood_rage.worlds import GAME, in_another_world, random_moments

PLAYERS = (2, 3, 4, 5)


def foretold(s: Scene, line: str) -> Preview:
    """The preview of `wolf: pillage Gimle`; it changes nothing."""
    clan, _, text = line.partition(": ")
    before = everything(s.match)
    preview = s.match.view(s.seat(clan)).preview(text)
    assert everything(s.match) == before
    return preview


def everything(match: drakkar.Match) -> object:
    """All that a match is, apart from what becomes of it."""
    return deepcopy(snapshot(GAME.book, state_of(match))), log_of(match).entries[:], match.record()


# Actions


def test_an_invade_tells_its_price_and_the_strengths_where_it_lands() -> None:
    s = scene("wolf raven", figures="raven: 2 warriors in Gimle")
    preview = foretold(s, "wolf: invade warrior Gimle")
    assert preview.cost == 1
    assert preview.strengths == {"Gimle": {"wolf": 1, "raven": 2}}
    assert preview.changes == {"wolf": {"rage": -1, "figures on the board": 1}}
    assert preview.contest is None
    assert str(preview) == "Gimle: Wolf 1, Raven 2; Wolf: Rage −1, Figures on the board +1"


def test_an_invade_counts_with_what_upgrades_make_of_the_figures() -> None:
    """A pair of Brothers in Arms is worth 3, an odd one 1."""
    s = scene("wolf raven", figures="wolf: 3 warriors in Gimle", upgrades={"wolf": "Brothers in Arms"})
    assert foretold(s, "wolf: invade warrior Gimle").strengths == {"Gimle": {"wolf": 6}}
    assert foretold(s, "wolf: invade warrior Horgr").strengths == {"Horgr": {"wolf": 1}}


@pytest.mark.parametrize(("ruling", "price"), [("one", 1), ("str_at_target", 3)])
def test_the_dark_elf_is_stronger_in_yggdrasil_and_costs_what_the_option_says(ruling: str, price: int) -> None:
    s = scene("wolf raven", upgrades={"wolf": "Dark Elf"}, rulings={"dark_elf_invade_cost": ruling})
    there = foretold(s, "wolf: invade Dark Elf Yggdrasil")
    assert (there.cost, there.strengths) == (price, {"Yggdrasil": {"wolf": 3}})
    elsewhere = foretold(s, "wolf: invade Dark Elf Gimle")
    assert (elsewhere.cost, elsewhere.strengths) == (1, {"Gimle": {"wolf": 1}})


def test_a_ship_counts_in_both_provinces_of_its_fjord_unless_one_is_destroyed() -> None:
    s = scene("wolf raven", figures="raven: warrior in Gimle", ragnarok=("Elvagar", "Horgr", "Utgard"))
    preview = foretold(s, "wolf: invade ship F4")
    assert (preview.cost, preview.strengths) == (2, {"Gimle": {"wolf": 2, "raven": 1}, "Myrkulor": {"wolf": 2}})
    s = scene("wolf raven", destroyed="Myrkulor")
    assert foretold(s, "wolf: invade ship F4").strengths == {"Gimle": {"wolf": 2}}


def test_the_leader_invades_for_nothing() -> None:
    preview = foretold(scene("wolf raven"), "wolf: invade leader Gimle")
    assert (preview.cost, preview.changes) == (0, {"wolf": {"figures on the board": 1}})


def test_the_troll_destroys_the_enemy_warriors_where_it_lands() -> None:
    s = scene(
        "wolf raven serpent",
        figures="wolf: warrior in Gimle; raven: 2 warriors in Gimle; serpent: leader in Gimle",
        upgrades={"wolf": "Troll"},
    )
    preview = foretold(s, "wolf: invade Troll Gimle")
    assert preview.strengths == {"Gimle": {"wolf": 3, "serpent": 3}}
    assert preview.changes == {
        "wolf": {"rage": -2, "figures on the board": 1},
        "raven": {"figures on the board": -2, "figures in Valhalla": 2},
    }


def test_the_fire_giant_burns_the_fjord_too_and_dragons_score_for_their_ship() -> None:
    s = scene(
        "wolf raven serpent",
        figures="raven: leader in Gimle, ship in F4; serpent: warrior in Myrkulor",
        upgrades={"wolf": "Fire Giant", "raven": "Loki's Dragons"},
        ragnarok=("Elvagar", "Horgr", "Utgard"),
    )
    preview = foretold(s, "wolf: invade Fire Giant Gimle")
    assert preview.cost == 4
    assert preview.strengths == {"Gimle": {"wolf": 4}, "Myrkulor": {"serpent": 1}}
    assert preview.changes["raven"] == {"glory": 4, "figures on the board": -2, "figures in Valhalla": 2}


def test_a_march_tells_its_price_until_its_figures_are_named() -> None:
    s = scene("wolf raven", figures="wolf: leader in Gimle, 2 warriors in Gimle; raven: warrior in Horgr")
    preview = foretold(s, "wolf: march Gimle Horgr")
    assert (preview.cost, preview.strengths, preview.changes) == (1, {}, {"wolf": {"rage": -1}})
    s.play("wolf: march Gimle Horgr")
    preview = foretold(s, "wolf: leader")
    assert (preview.cost, preview.strengths) == (0, {"Horgr": {"wolf": 3, "raven": 1}, "Gimle": {"wolf": 2}})
    s.play("wolf: leader")
    assert foretold(s, "wolf: warrior").strengths == {"Horgr": {"wolf": 4, "raven": 1}, "Gimle": {"wolf": 1}}
    assert str(foretold(s, "wolf: done")) == "no foreseeable effect"


def test_a_march_of_the_only_kind_there_moves_the_first_at_once() -> None:
    s = scene("wolf raven", figures="wolf: 2 warriors in Gimle")
    preview = foretold(s, "wolf: march Gimle Horgr")
    assert (preview.cost, preview.strengths) == (1, {"Horgr": {"wolf": 1}, "Gimle": {"wolf": 1}})


def test_an_upgrade_costs_less_with_friggas_charm() -> None:
    hand = {"wolf": "Troll, Dwarf Chieftain, Thor's Glory"}
    dear = scene("wolf raven", hands=hand)
    cheap = scene("wolf raven", hands=hand, upgrades={"wolf": "Frigga's Charm"})
    for card, price in (("Troll", 2), ("Dwarf Chieftain", 0), ("Thor's Glory", 2)):
        assert foretold(dear, f"wolf: upgrade {card}").cost == price
        assert foretold(cheap, f"wolf: upgrade {card}").cost == max(0, price - 1)


def test_an_upgrade_tells_what_becomes_of_the_figures_on_the_board() -> None:
    s = scene("wolf raven", figures="wolf: 2 warriors in Gimle", hands={"wolf": "Experts in Arms"})
    preview = foretold(s, "wolf: upgrade Experts in Arms")
    assert (preview.cost, preview.strengths) == (2, {"Gimle": {"wolf": 4}})


def test_a_monster_that_is_replaced_leaves_the_board() -> None:
    s = scene(
        "wolf raven",
        figures="wolf: Troll in Gimle",
        upgrades={"wolf": "Troll, Dwarf Chieftain"},
        hands={"wolf": "Valkyrie"},
    )
    preview = foretold(s, "wolf: upgrade Valkyrie slot 1")
    assert preview.strengths == {"Gimle": {}}
    assert preview.changes["wolf"] == {"rage": -2, "figures on the board": -1}


def test_passing_gives_the_rest_of_the_rage_away_and_is_no_cost() -> None:
    preview = foretold(scene("wolf raven", rage={"wolf": 4}), "wolf: pass")
    assert (preview.cost, preview.changes) == (0, {"wolf": {"rage": -4}})


@pytest.mark.parametrize(
    ("quest", "word"),
    [
        ("Alfheim!", "fulfilled"),
        ("Manheim!", "not fulfilled"),
        ("Glorious Death!", "not fulfilled"),
        ("Yggdrasil!", "not fulfilled"),
        ("Widespread!", "fulfilled"),
    ],
)
def test_a_quest_is_fulfilled_or_not_as_things_stand(quest: str, word: str) -> None:
    s = scene(
        "wolf raven",
        figures="wolf: leader in Gimle, warrior in Horgr, warrior in Yggdrasil; raven: warrior in Yggdrasil",
        hands={"wolf": quest},
    )
    preview = foretold(s, f"wolf: quest {quest}")
    assert preview.remark is not None
    assert preview.remark.text == str(preview) == f"{quest} is {word} as things stand"
    assert (preview.cost, preview.changes, preview.strengths, preview.contest) == (0, {}, {}, None)


# Pillage and battle


@pytest.mark.parametrize(
    ("place", "token", "gained"),
    [
        ("Gimle", "rage", {"rage step": 1}),
        ("Gimle", "axes", {"axes step": 1}),
        ("Gimle", "horns", {"horns step": 1}),
        ("Gimle", "glory", {"glory": 5}),
        ("Yggdrasil", "all", {"rage step": 1, "axes step": 1, "horns step": 1}),
    ],
)
def test_a_pillage_without_an_enemy_takes_the_reward(place: str, token: str, gained: dict[str, int]) -> None:
    s = scene("wolf raven", figures=f"wolf: warrior in {place}", tokens={"Gimle": token} if place == "Gimle" else {})
    preview = foretold(s, f"wolf: pillage {place}")
    assert (preview.cost, preview.contest, preview.strengths) == (0, None, {})
    assert preview.changes == {"wolf": gained}
    assert str(preview).startswith("if nobody joins the battle; Wolf: ")


def test_a_raise_that_is_lost_is_no_change() -> None:
    s = scene("wolf raven", figures="wolf: warrior in Gimle", tokens={"Gimle": "axes"}, steps={"wolf": {"axes": 6}})
    assert str(foretold(s, "wolf: pillage Gimle")) == "if nobody joins the battle"


def test_a_pillage_with_an_enemy_tells_the_totals_the_winner_the_losses_and_the_glory() -> None:
    """Axes on step 3 are worth 5, and as the token raises them to step 4, 6."""
    s = scene(
        "wolf raven",
        figures="wolf: 2 warriors in Gimle, ship in F4; raven: leader in Gimle",
        tokens={"Gimle": "axes"},
        steps={"wolf": {"axes": 3}},
        hands={"wolf": "Tyr's Smash", "raven": "Tyr's Smite"},
    )
    preview = foretold(s, "wolf: pillage Gimle")
    assert preview.contest == {"province": "Gimle", "totals": {"wolf": 4, "raven": 3}, "winner": "wolf"}
    assert preview.strengths == {"Gimle": {"wolf": 4}}
    assert preview.changes == {
        "wolf": {"glory": 6, "axes step": 1},
        "raven": {"figures on the board": -1, "figures in Valhalla": 1},
    }
    assert str(preview).startswith("Wolf wins if nobody responds (Wolf 4, Raven 3); Gimle: Wolf 4; Wolf: Glory +6")


def test_a_pillage_that_the_enemy_wins_takes_no_reward() -> None:
    s = scene("wolf raven", figures="wolf: warrior in Gimle, ship in F4; raven: leader in Gimle, warrior in Gimle")
    preview = foretold(s, "wolf: pillage Gimle")
    assert preview.contest == {"province": "Gimle", "totals": {"wolf": 3, "raven": 4}, "winner": "raven"}
    assert preview.changes == {
        "wolf": {"figures on the board": -2, "figures in Valhalla": 2},
        "raven": {"glory": 3},
    }
    assert preview.strengths["Gimle"] == {"raven": 4}


def test_a_tie_is_won_by_nobody_and_all_fall() -> None:
    s = scene("wolf raven", figures="wolf: 2 warriors in Gimle; raven: 2 warriors in Gimle")
    preview = foretold(s, "wolf: pillage Gimle")
    assert preview.contest is not None
    assert (preview.contest["totals"], preview.contest["winner"]) == ({"wolf": 2, "raven": 2}, None)
    assert preview.strengths == {"Gimle": {}}
    assert preview.changes == {
        clan: {"figures on the board": -2, "figures in Valhalla": 2} for clan in ("wolf", "raven")
    }
    assert str(preview).startswith("no winner if nobody responds (Wolf 2, Raven 2); Gimle: no forces;")


def test_a_battle_that_nobody_wins_has_a_province_too() -> None:
    s = scene("wolf raven", figures="wolf: 2 warriors in Gimle; raven: 2 warriors in Gimle")
    preview = foretold(s, "wolf: pillage Gimle")
    assert preview.contest is not None
    assert preview.contest["province"] == "Gimle"


def test_the_figures_of_neighbours_stay_where_they_are() -> None:
    s = scene("wolf raven", figures="wolf: 2 warriors in Gimle; raven: leader in Yggdrasil")
    preview = foretold(s, "wolf: pillage Gimle")
    assert (preview.contest, preview.changes) == (None, {"wolf": {"rage step": 1}})


def test_whoever_is_called_is_told_what_joining_and_what_declining_comes_to() -> None:
    s = scene("wolf raven", figures="wolf: 2 warriors in Gimle; raven: leader in Yggdrasil")
    s.play("wolf: pillage Gimle")
    joining = foretold(s, "raven: join leader from Yggdrasil")
    assert joining.contest == {"province": "Gimle", "totals": {"wolf": 2, "raven": 3}, "winner": "raven"}
    assert joining.strengths == {"Gimle": {"raven": 3}, "Yggdrasil": {}}
    assert joining.changes["raven"] == {"glory": 3}
    declining = foretold(s, "raven: decline")
    assert (declining.contest, declining.changes) == (None, {"wolf": {"rage step": 1}})


def battle_scene(wolf: str, raven: str, **more: Any) -> Scene:
    """Two Warriors of Wolf and a Leader of Raven, who are choosing cards."""
    s = scene(
        "wolf raven",
        figures="wolf: 2 warriors in Gimle; raven: warrior in Gimle, leader in Gimle",
        hands={"wolf": wolf, "raven": raven},
        **more,
    )
    s.play("wolf: pillage Gimle")
    assert s.asked() == {"wolf": "card", "raven": "card"}
    return s


def test_a_battle_card_counts_with_its_bonus_and_what_others_hold_does_not() -> None:
    s = battle_scene("Tyr's Smash, Tyr's Bash", "Tyr's Smite")
    assert foretold(s, "wolf: card Tyr's Smash").contest == {
        "province": "Gimle",
        "totals": {"wolf": 5, "raven": 4},
        "winner": "wolf",
    }
    tie = foretold(s, "wolf: card Tyr's Bash").contest
    assert tie is not None
    assert tie["winner"] is None


def test_the_own_text_of_a_battle_card_acts() -> None:
    """Odin's Smite destroys a Warrior of Raven before strengths are compared; Thor's Hammer scores for a victory."""
    s = battle_scene("Odin's Smite, Thor's Hammer", "Tyr's Smite", upgrades={"wolf": "Brothers in Arms"})
    smite = foretold(s, "wolf: card Odin's Smite")
    assert smite.contest == {"province": "Gimle", "totals": {"wolf": 4, "raven": 3}, "winner": "wolf"}
    assert smite.changes["raven"] == {"figures on the board": -2, "figures in Valhalla": 2}
    s = scene(
        "wolf raven",
        figures="wolf: 2 warriors in Gimle; raven: warrior in Gimle",
        hands={"wolf": "Thor's Hammer, Tyr's Bash"},
    )
    s.play("wolf: pillage Gimle")
    assert foretold(s, "wolf: card Thor's Hammer").changes["wolf"]["glory"] == 3 + 3
    assert foretold(s, "wolf: card Tyr's Bash").changes["wolf"]["glory"] == 3


def test_what_another_has_sealed_is_not_foreseen() -> None:
    s = battle_scene("Tyr's Smash", "Tyr's Smite, Tyr's Bash")
    before = foretold(s, "wolf: card Tyr's Smash").to_json()
    s.play("raven: card Tyr's Smite")
    assert foretold(s, "wolf: card Tyr's Smash").to_json() == before


def test_a_late_card_counts_with_what_lies_open() -> None:
    s = battle_scene("Tyr's Smash, Heimdall's Eye", "Tyr's Bash, Heimdall's Eye")
    s.play("wolf: card Tyr's Smash", "raven: card Tyr's Bash")
    late, none = foretold(s, "wolf: late Heimdall's Eye"), foretold(s, "wolf: decline")
    assert late.contest == {"province": "Gimle", "totals": {"wolf": 7, "raven": 6}, "winner": "wolf"}
    assert none.contest == {"province": "Gimle", "totals": {"wolf": 5, "raven": 6}, "winner": "raven"}


def test_raising_a_stat_tells_its_step_and_axes_count_for_the_battle_in_hand() -> None:
    s = scene("wolf raven", phase="quest", quests={"wolf": "Alfheim!, Jotunheim!"}, figures="wolf: leader in Gimle")
    assert s.asked() == {"wolf": "raise"}
    for stat in STAT_NAMES:
        preview = foretold(s, f"wolf: raise {stat}")
        assert (preview.cost, preview.changes) == (0, {"wolf": {f"{stat} step": 1}})
    s = scene(
        "wolf raven",
        figures="wolf: 3 warriors in Gimle; raven: warrior in Gimle",
        hands={"wolf": "Thor's Oath", "raven": "Tyr's Bash"},
    )
    s.play("wolf: pillage Gimle", "wolf: card Thor's Oath", "raven: card Tyr's Bash")
    while s.asked() != {"wolf": "raise"}:
        s.match.play(s.match.pending[0].seat, "decline")
    assert foretold(s, "wolf: raise axes").changes["wolf"] == {"glory": 4, "rage step": 1, "axes step": 1}
    assert foretold(s, "wolf: raise horns").changes["wolf"] == {"glory": 3, "rage step": 1, "horns step": 1}


# Where there is nothing to tell


def test_of_a_pick_and_of_a_kept_card_nothing_can_be_foreseen() -> None:
    match = drakkar.new("blood_rage", seats=3, seed=1)
    assert str(match.view(0).preview(match.view(0).choices[0])) == "no foreseeable effect"
    s = scene("wolf raven", phase="discard", hands={"wolf": "Troll", "raven": "Tyr's Bash"})
    for line in ("wolf: keep Troll", "wolf: keep none"):
        preview = foretold(s, line)
        assert preview.to_json() == {
            "cost": 0,
            "strengths": {},
            "contest": None,
            "changes": {},
            "remark": "",
            "text": "no foreseeable effect",
        }


@pytest.mark.parametrize("text", ["pillage Horgr", "invade ship Gimle", "march Gimle Horgr", "pick Troll", "dance", ""])
def test_what_is_no_option_has_no_preview(text: str) -> None:
    s = scene("wolf raven", turn="wolf")
    with pytest.raises(drakkar.IllegalChoice, match=r"not one of your choices|BR-\d") as caught:
        s.match.view(0).preview(text)
    assert caught.value.seat == 0


def test_whoever_is_not_asked_and_whoever_only_looks_on_have_none_either() -> None:
    s = scene("wolf raven", turn="wolf")
    legal = s.match.view(0).choices[0]
    for seat in (1, None):
        for choice in (legal, str(legal)):
            with pytest.raises(drakkar.IllegalChoice, match="not one of your choices"):
                s.match.view(seat).preview(choice)


def test_a_choice_and_its_words_have_the_same_preview() -> None:
    view = scene("wolf raven", figures="wolf: warrior in Gimle").match.view(0)
    for choice in view.choices:
        assert view.preview(choice).to_json() == view.preview(str(choice)).to_json()


# At any moment


def check_previews(seats: int, seed: int, share: float) -> int:
    """At some moments of a match: a preview changes nothing, and is the same whatever the others hold."""
    compared = 0
    for moment, seat, rng in random_moments(seats, seed, share):
        view = moment.view(seat)
        other = in_another_world(moment, seat, rng).view(seat)
        before, known = everything(moment), deepcopy(snapshot(GAME.book, view.known))
        for choice in rng.sample(view.choices, min(6, len(view.choices))):
            preview = view.preview(choice)
            assert preview.to_json() == other.preview(choice).to_json()
            assert preview.to_json() == view.preview(choice).to_json()
            assert preview.cost >= 0
            compared += 1
        assert everything(moment) == before
        assert snapshot(GAME.book, view.known) == known
    return compared


@pytest.mark.rule("BR-3.20", "BR-3.22")
@pytest.mark.parametrize("seats", PLAYERS)
def test_a_preview_changes_nothing_and_tells_no_secret(seats: int) -> None:
    assert check_previews(seats, 300 + seats, 0.3) > 40


@pytest.mark.slow
@pytest.mark.parametrize("seats", PLAYERS)
def test_and_so_it_is_in_six_more_matches(seats: int) -> None:
    assert sum(check_previews(seats, 400 + 10 * match + seats, 0.3) for match in range(6)) > 300


# What is foretold comes true


def with_empty_hands(match: drakkar.Match, seat: int, keeps_hand: bool) -> drakkar.Match:
    """The same turn, where nobody (else) holds a card, everybody has some Rage and nobody has passed."""
    document = tomllib.loads(match.position())
    document.pop("machine", None)
    document.pop("passed", None)
    for number, clan in enumerate(match.sides):
        if number != seat or not keeps_hand:
            document[clan]["hand"] = []
        if number != seat:
            document[clan]["rage"] = max(3, state_of(match).rage[number])
    return drakkar.set_up(write(document))


def sheet(match: drakkar.Match, seat: int) -> dict[str, int]:
    """What a preview tells changes of."""
    s = state_of(match)
    return {
        "rage": s.rage[seat],
        "glory": s.glory[seat],
        **{f"{name} step": s.steps[seat * 3 + which] for which, name in enumerate(STAT_NAMES)},
        "figures on the board": s.on_board[seat],
        "figures in Valhalla": count_at(s, seat, VALHALLA),
    }


def strengths(match: drakkar.Match) -> dict[str, dict[str, int]]:
    """Everybody's strength everywhere."""
    return {
        place: {
            clan: strength
            for seat, clan in enumerate(match.sides)
            if (strength := strength_in(state_of(match), seat, number))
        }
        for number, place in enumerate(PROVINCE_NAMES)
    }


def closes(choice: drakkar.Choice) -> bool:
    """Whether it declines or ends something."""
    notation = GAME.book.notation
    return notation.verbs[notation.verb_of[choice.code]].closing


def play_alone(match: drakkar.Match, seat: int, choice: drakkar.Choice) -> None:
    """Make the choice; then all decline, until somebody must choose or has a turn."""
    match.play(seat, choice)
    while not match.over and match.pending[0].prompt.code not in ("turn", "keep"):
        decision = match.pending[0]
        closing = [choice for choice in decision.choices if closes(choice)]
        if not closing:
            return
        match.play(decision.seat, closing[0])


def comes_true(begin: drakkar.Match, seat: int, choice: drakkar.Choice) -> bool:
    """Whether the preview says what then happens; False if the phase ended with it and more has happened."""
    preview = begin.view(seat).preview(choice)
    match = begin.copy()
    play_alone(match, seat, choice)
    if match.over or state_of(match).phase != state_of(begin).phase:
        return False
    changes = {}
    for number, clan in enumerate(match.sides):
        before, after = sheet(begin, number), sheet(match, number)
        changed = {name: after[name] - before[name] for name in before if after[name] != before[name]}
        if changed:
            changes[clan] = changed
    assert preview.changes == changes, str(choice)
    was, now = strengths(begin), strengths(match)
    assert preview.strengths == {place: now[place] for place in now if now[place] != was[place]}, str(choice)
    told = match.events(None, len(log_of(begin).entries))
    totals = {event.data["clan"]: event.data["total"] for event in told if event.kind == "total"}
    won = [event.data["clan"] for event in told if event.kind == "battle_won"]
    me = begin.sides[seat].capitalize()
    spent = [event.data["amount"] for event in told if event.kind == "rage_spent" and event.data["clan"] == me]
    assert sum(map(int, map(str, spent))) == preview.cost, str(choice)
    if totals:
        assert preview.contest is not None
        assert {clan.capitalize(): total for clan, total in preview.contest["totals"].items()} == totals
        assert (preview.contest["winner"] or "").capitalize() == (won[0] if won else "")
    else:
        assert preview.contest is None
    return True


def check_that_it_comes_true(seats: int, seed: int, share: float) -> tuple[int, int]:
    """At the turns of a random match; how many choices were made, and how many of them led to a battle."""
    made = battles = 0
    for moment, _, rng in random_moments(seats, seed, share):
        if moment.pending[0].prompt.code != "turn":
            continue
        seat = moment.pending[0].seat
        for keeps_hand in (False, True):
            begin = with_empty_hands(moment, seat, keeps_hand)
            assert begin.pending[0].seat == seat
            choices = [
                choice for choice in begin.view(seat).choices if not keeps_hand or not str(choice).startswith("pillage")
            ]
            pillages = [choice for choice in choices if str(choice).startswith("pillage")]
            for choice in {*pillages, *rng.sample(choices, min(6, len(choices)))}:
                if comes_true(begin, seat, choice):
                    made += 1
                    battles += begin.view(seat).preview(choice).contest is not None
    return made, battles


@pytest.mark.parametrize("seats", PLAYERS)
def test_where_nobody_can_add_anything_the_preview_is_what_happens(seats: int) -> None:
    made, battles = check_that_it_comes_true(seats, 500 + seats, 0.4)
    assert made > 50
    assert battles > 2


@pytest.mark.slow
@pytest.mark.parametrize("seats", PLAYERS)
def test_and_so_it_is_at_the_turns_of_three_more_matches(seats: int) -> None:
    found = [check_that_it_comes_true(seats, 550 + 10 * match + seats, 0.5) for match in range(3)]
    assert sum(made for made, _ in found) > 250
    assert sum(battles for _, battles in found) > 10


def test_the_price_that_is_foretold_is_the_price_that_is_paid() -> None:
    """For every choice of a turn with something of everything."""
    s = scene(
        "wolf raven",
        figures="wolf: 2 warriors in Gimle, leader in Horgr; raven: warrior in Gimle",
        upgrades={"wolf": "Experts in Arms, Frigga's Charm, Troll"},
        hands={"wolf": "Valkyrie, Lord of Axes, Alfheim!"},
    )
    for choice in s.match.view(0).choices:
        if str(choice) != "pass" and not str(choice).startswith("pillage"):
            match = s.match.copy()
            match.play(0, choice)
            paid = state_of(s.match).rage[0] - state_of(match).rage[0]
            assert foretold(s, f"wolf: {choice}").cost == paid
