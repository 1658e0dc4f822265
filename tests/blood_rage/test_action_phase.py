"""Section 6: turns, passing, running out of Rage, and the end of the Action phase."""

import pytest

import drakkar
from tests.blood_rage.playing import PLAYERS, clan_of, finished, kinds_of, moments, place_of, table, through_draft, walk
from tests.blood_rage.scene import Scene, scene

FIVE = ["wolf", "raven", "serpent", "bear", "ram"]
ALL_BUT_HORGR = "Elvagar, Angerboda, Muspelheim, Utgard, Andlang, Gimle, Myrkulor, Yggdrasil"


def phase(s: Scene) -> str:
    """The phase that the Saga token marks."""
    return str(table(s.match)["phase"])


# Rage at the start


@pytest.mark.rule("BR-6.1")
@pytest.mark.parametrize("left", [0, 1, 5, 6, 12])
def test_rage_is_set_to_the_rage_stat_and_what_was_left_is_gone(left: int) -> None:
    s = scene("wolf raven", phase="end of age", rage={"wolf": left}, steps={"raven": {"rage": 4}})
    through_draft(s)
    assert phase(s) == "Action"
    assert (s.rage("wolf"), s.rage("raven")) == (6, 9)
    told = {event.data["clan"]: event.data["rage"] for event in s.told("rage_set")}
    assert told == {"Wolf": 6, "Raven": 9}


@pytest.mark.rule("BR-6.1")
@pytest.mark.parametrize("seats", PLAYERS)
def test_every_action_phase_of_a_game_begins_with_full_rage_for_everyone(seats: int) -> None:
    begun = 0
    last = ("", 0)
    for seen in moments(seats):
        now = (str(seen["phase"]), int(seen["age"]))
        if now != last and now[0] == "Action":
            begun += 1
            for clan in seen["clans"]:
                assert clan["rage"] == clan["stats"]["rage"]["value"]
                assert not clan["passed"]
        last = now
    assert begun == 3


# Turns


@pytest.mark.rule("BR-6.2")
@pytest.mark.parametrize("seats", PLAYERS)
@pytest.mark.parametrize("first", [0, 1])
def test_the_first_player_begins_and_turns_go_clockwise(seats: int, first: int) -> None:
    clans = FIVE[:seats]
    s = scene(" ".join(clans), turn=clans[first])
    order = []
    for _ in range(2 * seats):
        (clan,) = s.asked()
        order.append(clan)
        s.play(f"{clan}: {next(choice for choice in s.choices(clan) if choice.startswith('invade'))}")
    clockwise = clans[first:] + clans[:first]
    assert order == clockwise * 2


@pytest.mark.rule("BR-6.2")
@pytest.mark.parametrize("seats", PLAYERS)
def test_each_action_phase_is_opened_by_the_holder_of_the_first_player_token(seats: int) -> None:
    events = finished(seats, 72).events(None)
    holder = ""
    opened = []
    waiting = False
    for event in events:
        if event.kind in ("first_player", "first_player_moves"):
            holder = str(event.data["clan"])
        elif event.kind == "phase_begins":
            waiting = event.data["phase"] == "Action"
        elif event.kind == "turn_begins" and waiting:
            opened.append(str(event.data["clan"]) == holder)
            waiting = False
    assert opened == [True, True, True]


@pytest.mark.rule("BR-6.2")
def test_the_first_player_of_the_next_age_begins_it() -> None:
    s = scene("wolf raven serpent", phase="end of age", first_player="serpent")
    through_draft(s)
    assert s.asked() == {"wolf": "turn"}


EVERY_ACTION = [
    ("invade leader Utgard",),
    ("march Gimle Horgr", "done"),
    ("upgrade Loki's Domain",),
    ("upgrade Dwarf Chieftain", "invade Dwarf Chieftain Horgr"),
    ("quest Manheim!",),
    ("pillage Gimle",),
    ("pass",),
]


def busy_wolf() -> Scene:
    """Wolf can take every action of the game."""
    return scene(
        "wolf raven",
        turn="wolf",
        hands={"wolf": "Loki's Domain, Dwarf Chieftain, Manheim!"},
        figures="wolf: 2 warrior in Gimle",
    )


@pytest.mark.rule("BR-6.3")
@pytest.mark.parametrize("action", EVERY_ACTION, ids=" ".join)
def test_after_one_action_the_turn_goes_to_the_next_clan(action: tuple[str, ...]) -> None:
    s = busy_wolf()
    s.play(*[f"wolf: {choice}" for choice in action])
    assert s.asked() == {"raven": "turn"}
    reason = s.why_not("wolf: invade ship F1")
    assert reason is not None
    expected = ("has_passed", "BR-6.8") if action == ("pass",) else ("not_your_turn", "BR-6.3")
    assert (reason.code, reason.rule) == expected
    with pytest.raises(drakkar.NotYourDecision):
        s.play("wolf: pass")


@pytest.mark.rule("BR-6.3")
@pytest.mark.parametrize("choice", ["decline", "done", "warrior", "raise axes", "keep none"])
def test_a_turn_is_an_action_or_a_pass_and_nothing_else(choice: str) -> None:
    assert busy_wolf().rule_against(f"wolf: {choice}") == "BR-6.3"


@pytest.mark.rule("BR-6.3")
def test_a_clan_that_can_do_nothing_else_can_still_pass() -> None:
    s = scene(
        "wolf raven",
        rage={"wolf": 1},
        figures="wolf: 8 warrior in Valhalla, leader in Valhalla, ship in F1",
        pillaged="Elvagar, Angerboda",
    )
    assert s.choices("wolf") == ["pass"]
    assert s.asked() == {"wolf": "turn"}


@pytest.mark.rule("BR-6.4")
@pytest.mark.parametrize(
    "actions",
    [
        (("invade warrior Gimle",),) * 4,
        (("march Horgr Elvagar", "warrior"), ("march Elvagar Horgr", "warrior"), ("march Horgr Elvagar", "warrior")),
        (("quest Manheim!",), ("quest Alfheim!",), ("quest Jotunheim!",)),
        (("upgrade Loki's Domain",), ("upgrade Tyr's Domain",)),
        (("pillage Horgr",), ("pillage Muspelheim", "decline")),
    ],
    ids=["invade", "march", "quest", "upgrade", "pillage"],
)
def test_the_same_action_may_be_taken_turn_after_turn(actions: tuple[tuple[str, ...], ...]) -> None:
    s = scene(
        "wolf raven",
        rage={"raven": 0},
        steps={"wolf": {"horns": 6}},
        figures="wolf: 2 warrior in Horgr, ship in F2",
        hands={"wolf": "Manheim!, Alfheim!, Jotunheim!, Loki's Domain, Tyr's Domain"},
    )
    for action in actions:
        assert s.asked() == {"wolf": "turn"}
        s.play(*[f"wolf: {choice}" for choice in action])
    assert len(s.told("turn_begins")) == len(actions) + 1


# Costs


COSTS = [
    ("invade warrior Gimle", 1),
    ("invade ship F1", 2),
    ("invade Sea Serpent F1", 3),
    ("invade Fire Giant Gimle", 4),
    ("march Horgr Elvagar", 1),
    ("upgrade Loki's Domain", 1),
    ("upgrade Experts in Arms", 2),
    ("upgrade Lord of Hammers", 3),
]


def with_rage(rage: int) -> Scene:
    """Wolf has so much Rage and much to spend it on."""
    return scene(
        "wolf raven",
        turn="wolf",
        rage={"wolf": rage},
        figures="wolf: warrior in Horgr, Sea Serpent in reserve, Fire Giant in reserve",
        hands={"wolf": "Loki's Domain, Experts in Arms (age 2), Lord of Hammers"},
    )


@pytest.mark.rule("BR-6.5")
@pytest.mark.parametrize(("action", "cost"), COSTS)
def test_an_action_is_paid_in_full(action: str, cost: int) -> None:
    s = with_rage(cost)
    assert action in s.choices("wolf")
    s.play(f"wolf: {action}")
    assert s.rage("wolf") == 0
    (spent,) = s.told("rage_spent")
    assert (spent.data["clan"], spent.data["amount"], spent.data["rage"]) == ("Wolf", cost, 0)
    rich = with_rage(12)
    rich.play(f"wolf: {action}")
    assert rich.rage("wolf") == 12 - cost


@pytest.mark.rule("BR-6.5")
@pytest.mark.parametrize(("action", "cost"), [(action, cost) for action, cost in COSTS if cost > 1])
def test_an_action_whose_cost_cannot_be_met_cannot_be_chosen(action: str, cost: int) -> None:
    s = with_rage(cost - 1)
    assert action not in s.choices("wolf")
    reason = s.why_not(f"wolf: {action}")
    assert reason is not None
    assert reason.rule == ("BR-9.1" if action.startswith("upgrade") else "BR-7.1")
    assert (reason.params["need"], reason.params["have"]) == (cost, cost - 1)
    with pytest.raises(drakkar.IllegalChoice):
        s.play(f"wolf: {action}")
    assert s.rage("wolf") == cost - 1


@pytest.mark.rule("BR-6.5")
@pytest.mark.parametrize(
    ("action", "effect"),
    [("invade ship F1", "invaded"), ("march Horgr Elvagar", "marches"), ("upgrade Loki's Domain", "upgraded")],
)
def test_the_cost_is_paid_before_anything_else_happens(action: str, effect: str) -> None:
    s = with_rage(6)
    s.play(f"wolf: {action}")
    kinds = kinds_of(s.events())
    assert kinds.index("rage_spent") < kinds.index(effect)


@pytest.mark.rule("BR-6.5")
@pytest.mark.parametrize(
    "action", ["invade leader Gimle", "quest Manheim!", "pillage Gimle", "upgrade Dwarf Chieftain"]
)
def test_what_costs_0_takes_no_rage(action: str) -> None:
    s = scene(
        "wolf raven",
        rage={"wolf": 1},
        figures="wolf: warrior in Gimle",
        hands={"wolf": "Manheim!, Dwarf Chieftain"},
    )
    s.play(f"wolf: {action}")
    assert s.rage("wolf") == 1
    assert not s.told("rage_spent")


# At 0 Rage


@pytest.mark.rule("BR-6.6")
def test_a_clan_at_0_rage_is_skipped_even_for_what_costs_nothing() -> None:
    """Wrong reading: at 0 Rage a clan may still do what costs nothing."""
    s = scene(
        "wolf raven serpent",
        turn="wolf",
        rage={"raven": 0},
        figures="raven: warrior in Gimle",
        hands={"raven": "Manheim!"},
    )
    s.play("wolf: invade warrior Horgr")
    assert s.asked() == {"serpent": "turn"}
    for choice in ("invade leader Gimle", "quest Manheim!", "pillage Gimle", "pass"):
        reason = s.why_not(f"raven: {choice}")
        assert reason is not None
        assert (reason.code, reason.rule) == ("no_rage_left", "BR-6.6")
    assert s.choices("raven") == []


@pytest.mark.rule("BR-6.6")
def test_a_clan_that_spends_its_last_rage_is_skipped_from_then_on() -> None:
    s = scene("wolf raven", rage={"wolf": 1})
    s.play("wolf: invade warrior Horgr", "raven: invade warrior Horgr")
    assert s.rage("wolf") == 0
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-6.6")
def test_being_skipped_is_not_passing() -> None:
    s = scene("wolf raven", rage={"wolf": 1})
    s.play("wolf: invade warrior Horgr", "raven: invade warrior Horgr")
    assert clan_of(s.match, "wolf")["passed"] is False
    assert not s.told("passed")


@pytest.mark.rule("BR-6.6")
@pytest.mark.parametrize("seats", PLAYERS)
def test_nobody_ever_has_a_turn_at_0_rage(seats: int) -> None:
    turns = 0
    for match in walk(seats, 73):
        for decision in match.pending:
            if decision.prompt.code == "turn":
                clan = table(match)["clans"][decision.seat]
                assert clan["rage"] > 0
                assert not clan["passed"]
                turns += 1
    assert turns >= seats * 3


@pytest.mark.rule("BR-6.7")
@pytest.mark.parametrize("passed", ["", "raven"])
def test_a_clan_at_0_rage_answers_the_call_and_plays_cards(passed: str) -> None:
    s = scene(
        "wolf raven",
        rage={"raven": 0},
        passed=passed,
        figures="wolf: warrior in Gimle; raven: leader in Andlang",
        hands={"wolf": "Tyr's Bash", "raven": "Tyr's Smash"},
    )
    s.play("wolf: pillage Gimle")
    assert s.asked() == {"raven": "call"}
    s.play("raven: join leader from Andlang")
    assert s.asked() == {"wolf": "card", "raven": "card"}
    s.play("wolf: card Tyr's Bash", "raven: card Tyr's Smash", "wolf: decline")
    assert s.asked() == {"raven": "late"}
    s.play("raven: decline")
    assert s.at("raven", "Gimle") == {"leader": 1}
    assert s.glory("raven") == 3
    assert s.rage("raven") == 0


@pytest.mark.rule("BR-6.7")
def test_the_figures_of_a_clan_at_0_rage_fight_like_any_others() -> None:
    s = scene("wolf raven", rage={"raven": 0}, figures="wolf: warrior in Gimle; raven: 2 warrior in Gimle")
    s.play("wolf: pillage Gimle", "wolf: decline", "raven: decline")
    assert s.told("battle_won")[0].data["clan"] == "Raven"
    assert not s.is_pillaged("Gimle")
    assert s.at("wolf", "Valhalla") == {"warrior": 1}


# Passing


@pytest.mark.rule("BR-6.8")
@pytest.mark.parametrize("rage", [1, 6, 12])
def test_a_clan_that_passes_loses_all_its_rage(rage: int) -> None:
    """Wrong reading: a clan that passes keeps its Rage for later payments."""
    s = scene("wolf raven", rage={"wolf": rage})
    s.play("wolf: pass")
    assert s.rage("wolf") == 0
    assert clan_of(s.match, "wolf")["passed"] is True
    (told,) = s.told("passed")
    assert (told.data["clan"], told.data["rage"]) == ("Wolf", rage)
    assert s.rage("raven") == 6


@pytest.mark.rule("BR-6.8")
def test_a_clan_that_passed_takes_no_further_action_this_phase() -> None:
    s = scene("wolf raven serpent")
    s.play("wolf: pass", "raven: invade leader Gimle", "serpent: invade leader Horgr")
    assert s.asked() == {"raven": "turn"}
    s.play("raven: invade ship F1", "serpent: pass")
    assert s.asked() == {"raven": "turn"}
    assert s.choices("wolf") == []


@pytest.mark.rule("BR-6.8")
def test_a_clan_that_passed_acts_again_in_the_next_age() -> None:
    s = scene("wolf raven", first_player="raven", rage={"raven": 0})
    s.play("wolf: pass")
    through_draft(s)
    assert s.asked() == {"wolf": "turn"}
    assert s.rage("wolf") == 6
    assert clan_of(s.match, "wolf")["passed"] is False


@pytest.mark.rule("BR-6.9")
def test_a_clan_that_ran_out_of_rage_without_passing_takes_turns_again_once_it_has_some() -> None:
    s = scene("wolf raven", rage={"wolf": 1})
    s.play("wolf: invade warrior Horgr", "raven: invade leader Gimle")
    assert s.asked() == {"raven": "turn"}
    s.state.rage[s.seat("wolf")] = 1
    s.play("raven: invade ship F1")
    assert s.asked() == {"wolf": "turn"}
    s.play("wolf: invade warrior Horgr")
    assert s.at("wolf", "Horgr") == {"warrior": 2}


@pytest.mark.rule("BR-6.9")
def test_a_clan_that_passed_has_no_turns_even_with_rage() -> None:
    s = scene("wolf raven", passed="raven", rage={"raven": 3})
    s.play("wolf: invade leader Gimle")
    assert s.asked() == {"wolf": "turn"}
    assert s.rage("raven") == 3
    assert s.rule_against("raven: invade leader Horgr") == "BR-6.8"


# The end of the phase


@pytest.mark.rule("BR-6.10")
@pytest.mark.parametrize("seats", PLAYERS)
def test_the_phase_ends_when_every_clan_has_passed(seats: int) -> None:
    clans = FIVE[:seats]
    s = scene(" ".join(clans), hands={"wolf": "Tyr's Bash"})
    for clan in clans:
        assert phase(s) == "Action"
        s.play(f"{clan}: pass")
    assert phase(s) == "Discard"
    assert table(s.match)["turn"] is None


@pytest.mark.rule("BR-6.10")
def test_the_phase_ends_when_every_clan_is_at_0_rage() -> None:
    s = scene("wolf raven", rage={"wolf": 1, "raven": 2}, hands={"raven": "Tyr's Bash"})
    s.play("wolf: invade warrior Gimle", "raven: invade ship F1")
    assert phase(s) == "Discard"
    assert not any(clan["passed"] for clan in table(s.match)["clans"])


@pytest.mark.rule("BR-6.10")
def test_the_phase_ends_when_some_have_passed_and_the_others_have_no_rage() -> None:
    s = scene("wolf raven serpent", rage={"wolf": 1, "raven": 0}, hands={"raven": "Tyr's Bash"})
    s.play("wolf: invade warrior Gimle", "serpent: pass")
    assert phase(s) == "Discard"


@pytest.mark.rule("BR-6.10")
def test_rage_of_a_clan_that_passed_does_not_keep_the_phase_going() -> None:
    s = scene("wolf raven", passed="raven", rage={"raven": 3}, hands={"wolf": "Tyr's Bash"})
    s.play("wolf: pass")
    assert phase(s) == "Discard"


@pytest.mark.rule("BR-6.10")
def test_one_clan_with_rage_goes_on_alone() -> None:
    s = scene("wolf raven serpent", rage={"raven": 0})
    s.play("wolf: invade leader Gimle", "serpent: pass", "wolf: invade warrior Gimle")
    assert phase(s) == "Action"
    assert s.asked() == {"wolf": "turn"}


@pytest.mark.rule("BR-6.10")
def test_the_phase_ends_when_every_surviving_province_has_been_pillaged_whatever_rage_is_left() -> None:
    """Wrong reading: the phase goes on while somebody has Rage, or to the end of the round."""
    s = scene("wolf raven", pillaged=ALL_BUT_HORGR, figures="wolf: warrior in Horgr", hands={"raven": "Tyr's Bash"})
    s.play("wolf: pillage Horgr")
    assert s.told("phase_closed")
    assert phase(s) == "Discard"
    assert (s.rage("wolf"), s.rage("raven")) == (6, 6)


@pytest.mark.rule("BR-6.10")
@pytest.mark.parametrize("left", ["Gimle", "Yggdrasil"])
def test_one_surviving_province_that_shows_its_reward_keeps_the_phase_going(left: str) -> None:
    pillaged = ", ".join(name for name in ALL_BUT_HORGR.split(", ") if name != left)
    s = scene("wolf raven", pillaged=pillaged, figures="wolf: warrior in Horgr")
    s.play("wolf: pillage Horgr")
    assert phase(s) == "Action"
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-6.10")
def test_destroyed_provinces_need_no_pillaging_for_the_phase_to_end() -> None:
    """Wrong reading: a token on a destroyed province keeps the phase going."""
    s = scene(
        "wolf raven",
        destroyed="Gimle, Elvagar",
        pillaged="Angerboda, Muspelheim, Utgard, Andlang, Myrkulor, Yggdrasil",
        figures="wolf: warrior in Horgr",
        hands={"raven": "Tyr's Bash"},
    )
    s.play("wolf: pillage Horgr")
    assert phase(s) == "Discard"


@pytest.mark.rule("BR-6.10")
def test_a_failed_pillage_of_the_last_province_does_not_end_the_phase() -> None:
    s = scene(
        "wolf raven",
        pillaged=ALL_BUT_HORGR,
        figures="wolf: warrior in Horgr; raven: leader in Horgr",
    )
    s.play("wolf: pillage Horgr", "wolf: decline", "raven: decline")
    assert s.told("pillage_failed")
    assert s.asked() == {"raven": "turn"}
    assert phase(s) == "Action"


@pytest.mark.rule("BR-6.11")
def test_the_pillage_that_ends_the_phase_is_carried_out_to_its_last_step() -> None:
    s = scene(
        "wolf raven",
        pillaged=ALL_BUT_HORGR,
        tokens={"Horgr": "axes"},
        figures="wolf: 2 warrior in Horgr; raven: warrior in Horgr",
        hands={"wolf": "Tyr's Bash, Manheim!"},
    )
    s.play("wolf: pillage Horgr", "wolf: card Tyr's Bash", "wolf: decline", "raven: decline")
    assert s.glory("wolf") == 4
    assert s.at("raven", "Valhalla") == {"warrior": 1}
    kinds = kinds_of(s.events())
    assert kinds.index("glory") < kinds.index("phase_closed")
    assert "turn_begins" not in kinds[kinds.index("phase_closed") :]
    assert s.asked() == {"wolf": "keep"}


@pytest.mark.rule("BR-6.11")
def test_the_action_that_uses_up_the_last_rage_of_all_is_carried_out_to_its_last_step() -> None:
    s = scene(
        "wolf raven",
        rage={"wolf": 2, "raven": 0},
        hands={"wolf": "Experts in Arms (age 2), Manheim!"},
    )
    s.play("wolf: upgrade Experts in Arms")
    assert phase(s) == "Action"
    assert s.asked() == {"wolf": "free_invade"}
    s.play("wolf: invade warrior Gimle")
    assert s.at("wolf", "Gimle") == {"warrior": 1}
    assert phase(s) == "Discard"


@pytest.mark.rule("BR-6.12")
def test_the_actions_are_invade_march_upgrade_quest_and_pillage() -> None:
    verbs = {choice.split()[0] for choice in busy_wolf().choices("wolf")}
    assert verbs == {"invade", "march", "upgrade", "quest", "pillage", "pass"}


@pytest.mark.rule("BR-6.12")
@pytest.mark.parametrize(
    ("hand", "figures", "verbs"),
    [
        ("", "", {"invade", "pass"}),
        ("", "wolf: leader in Gimle", {"invade", "march", "pillage", "pass"}),
        ("", "wolf: ship in F1", {"invade", "pillage", "pass"}),
        ("Manheim!", "", {"invade", "quest", "pass"}),
        ("Loki's Domain", "", {"invade", "upgrade", "pass"}),
        ("Tyr's Bash", "", {"invade", "pass"}),
    ],
)
def test_an_action_is_offered_only_to_a_clan_that_can_take_it(hand: str, figures: str, verbs: set[str]) -> None:
    s = scene("wolf raven", hands={"wolf": hand}, figures=figures)
    assert {choice.split()[0] for choice in s.choices("wolf")} == verbs


@pytest.mark.rule("BR-6.13")
def test_a_march_paid_with_the_last_rage_goes_on() -> None:
    s = scene("wolf raven", rage={"wolf": 1}, figures="wolf: 2 warrior in Gimle, leader in Gimle")
    s.play("wolf: march Gimle Yggdrasil")
    assert s.rage("wolf") == 0
    assert s.asked() == {"wolf": "marching"}
    s.play("wolf: leader", "wolf: warrior", "wolf: done")
    assert s.at("wolf", "Yggdrasil") == {"warrior": 1, "leader": 1}
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-6.13")
@pytest.mark.parametrize(
    ("card", "figure", "place"),
    [("Experts in Arms (age 2)", "warrior", "Gimle"), ("Fire Dragons (age 2)", "ship", "F4")],
)
def test_the_free_invade_of_an_upgrade_paid_with_the_last_rage_is_allowed(card: str, figure: str, place: str) -> None:
    s = scene("wolf raven", rage={"wolf": 2}, hands={"wolf": card})
    s.play(f"wolf: upgrade {card}")
    assert s.rage("wolf") == 0
    s.play(f"wolf: invade {figure} {place}")
    assert s.at("wolf", place) == {figure: 1}
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-6.13")
def test_a_clan_can_end_its_turn_at_0_rage_and_still_win_the_battle_of_the_next_clan() -> None:
    s = scene("wolf raven", rage={"wolf": 1}, figures="wolf: 2 warrior in Gimle; raven: warrior in Myrkulor")
    s.play("wolf: invade warrior Myrkulor", "raven: pillage Myrkulor")
    assert s.rage("wolf") == 0
    assert s.asked() == {"wolf": "call"}
    s.play("wolf: join warrior from Gimle")
    assert place_of(s.match, "Myrkulor")["strength"] == {"wolf": 2, "raven": 1}
    s.play("raven: decline", "wolf: decline")
    assert s.glory("wolf") == 3
