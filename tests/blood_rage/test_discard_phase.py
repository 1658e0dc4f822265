"""Section 14: one card at most is kept for the next Age."""

from typing import Any

import pytest

import drakkar
from tests.blood_rage.scene import Scene, scene


def seen_by(s: Scene, clan: str | None) -> tuple[Any, Any]:
    """All that a clan, or a spectator, can know: the table and the events."""
    seat = None if clan is None else s.seat(clan)
    return s.match.view(seat).to_json(), [event.to_json() for event in s.match.events(seat)]


@pytest.mark.rule("BR-14.1")
@pytest.mark.parametrize("age", [1, 2])
def test_one_card_is_kept_and_the_rest_is_discarded(age: int) -> None:
    """Wrong reading: the whole hand is kept for the next Age, or the whole hand is discarded."""
    s = scene("wolf raven", age=age, phase="discard", hands={"wolf": "Tyr's Smash, Manheim!, Loki's Dragons"})
    assert s.asked() == {"wolf": "keep"}
    s.play("wolf: keep Manheim!")
    kept = s.match.view(0).table["clans"][0]
    assert [card["name"] for card in kept["aside"]] == ["Manheim!"]
    assert s.hand("wolf") == []
    (discarded,) = s.told("hand_discarded", "wolf")
    assert discarded.data["cards"] == ["Tyr's Smash", "Loki's Dragons"]


@pytest.mark.rule("BR-14.1")
def test_a_player_may_keep_no_card_at_all() -> None:
    s = scene("wolf raven", phase="discard", hands={"wolf": "Tyr's Smash, Manheim!"})
    assert s.choices("wolf") == ["keep Tyr's Smash", "keep Manheim!", "keep none"]
    s.play("wolf: keep none")
    assert s.match.view(0).table["clans"][0]["aside"] == []
    assert s.hand("wolf") == []
    (discarded,) = s.told("hand_discarded", "wolf")
    assert discarded.data["cards"] == ["Tyr's Smash", "Manheim!"]


@pytest.mark.rule("BR-14.1")
def test_even_a_single_card_may_be_given_up() -> None:
    s = scene("wolf raven", phase="discard", hands={"wolf": "Manheim!"})
    assert s.choices("wolf") == ["keep Manheim!", "keep none"]
    s.play("wolf: keep none")
    assert s.match.view(0).table["clans"][0]["aside"] == []


@pytest.mark.rule("BR-14.1")
def test_no_second_card_is_kept() -> None:
    s = scene("wolf raven", phase="discard", hands={"wolf": "Tyr's Smash, Tyr's Bash", "raven": "Manheim!"})
    s.play("wolf: keep Tyr's Smash")
    assert s.asked() == {"raven": "keep"}
    with pytest.raises(drakkar.NotYourDecision):
        s.play("wolf: keep Tyr's Bash")


@pytest.mark.rule("BR-14.1")
def test_of_two_equal_cards_one_is_kept() -> None:
    s = scene("wolf raven", phase="discard", hands={"wolf": "Tyr's Smash, Tyr's Smash"})
    assert s.choices("wolf") == ["keep Tyr's Smash", "keep none"]
    s.play("wolf: keep Tyr's Smash")
    (discarded,) = s.told("hand_discarded", "wolf")
    assert discarded.data["cards"] == ["Tyr's Smash"]
    assert [card["name"] for card in s.match.view(0).table["clans"][0]["aside"]] == ["Tyr's Smash"]


@pytest.mark.rule("BR-14.1")
def test_a_card_of_another_hand_cannot_be_kept() -> None:
    s = scene("wolf raven", phase="discard", hands={"wolf": "Tyr's Smash", "raven": "Tyr's Bash"})
    reason = s.why_not("wolf: keep Tyr's Bash")
    assert reason is not None
    assert (reason.code, reason.rule) == ("keep_not_in_hand", "BR-14.1")
    assert s.rule_against("wolf: pass") == "BR-14.1"


@pytest.mark.rule("BR-14.1")
def test_an_empty_hand_is_not_asked_about() -> None:
    s = scene("wolf raven serpent", phase="discard", hands={"raven": "Tyr's Smash"})
    assert s.asked() == {"raven": "keep"}
    empty = scene("wolf raven", phase="discard")
    assert set(empty.asked().values()) == {"draft"}
    assert empty.told("hand_discarded") == []


@pytest.mark.rule("BR-14.1", "BR-5.5")
def test_the_kept_card_is_in_the_hand_of_the_next_age_beside_six_new_ones() -> None:
    """Wrong reading: a kept card takes the place of a drafted one."""
    s = scene("wolf raven serpent", phase="discard", hands={"wolf": "Tyr's Bash, Manheim!"})
    s.play("wolf: keep Tyr's Bash")
    while "draft" in s.asked().values():
        for clan in s.asked():
            s.play(f"{clan}: {s.choices(clan)[0]}")
    assert s.match.view(None).table["age"] == 2
    assert len(s.hand("wolf")) == 7
    assert s.hand("wolf").count("Tyr's Bash") == 1
    assert len(s.hand("raven")) == 6


@pytest.mark.rule("BR-14.2")
def test_in_age_three_all_cards_are_discarded_unasked() -> None:
    """Wrong reading: a card is kept after the third Age as well."""
    s = scene("wolf raven", age=3, phase="discard", hands={"wolf": "Tyr's Crush, Manheim!", "raven": "Tyr's Rage"})
    assert s.match.over
    assert s.hand("wolf") == []
    assert s.hand("raven") == []
    assert s.told("card_kept") == []
    assert [event.data["cards"] for event in s.told("hand_discarded", "wolf")] == [
        ["Tyr's Crush", "Manheim!"],
        drakkar.Hidden(1),
    ]


@pytest.mark.rule("BR-14.2", "BR-14.3")
def test_in_age_three_quests_on_the_sheet_are_judged_all_the_same() -> None:
    s = scene(
        "wolf raven",
        age=3,
        phase="discard",
        hands={"wolf": "Tyr's Crush"},
        quests={"wolf": "Jotunheim!"},
        figures="wolf: warrior in Horgr",
    )
    assert s.asked() == {"wolf": "raise"}
    assert s.glory("wolf") == 9


@pytest.mark.rule("BR-14.3")
def test_committed_quests_and_upgrades_are_neither_kept_nor_discarded() -> None:
    s = scene(
        "wolf raven",
        phase="discard",
        hands={"wolf": "Tyr's Smash", "raven": "Tyr's Bash"},
        quests={"wolf": "Manheim!, Alfheim!"},
        upgrades={"wolf": "Loki's Dragons, Troll"},
    )
    assert s.choices("wolf") == ["keep Tyr's Smash", "keep none"]
    assert s.rule_against("wolf: keep Manheim!") == "BR-14.1"
    assert s.rule_against("wolf: keep Troll") == "BR-14.1"
    s.play("wolf: keep none")
    assert s.quests("wolf") == ["Manheim!", "Alfheim!"]
    s.play("raven: keep none")
    assert [event.data["card"] for event in s.told("quest_revealed")] == ["Manheim!", "Alfheim!"]
    assert s.upgrades("wolf") == ["Loki's Dragons", "Troll"]


@pytest.mark.rule("BR-14.4")
def test_all_players_are_asked_at_the_same_time() -> None:
    s = scene(
        "wolf raven serpent",
        phase="discard",
        hands={"wolf": "Tyr's Smash", "raven": "Tyr's Bash", "serpent": "Tyr's Crush"},
    )
    assert s.asked() == {"wolf": "keep", "raven": "keep", "serpent": "keep"}
    assert all(decision.secret for decision in s.match.pending)


@pytest.mark.rule("BR-14.4")
def test_the_order_of_the_answers_makes_no_difference() -> None:
    answers = ("wolf: keep Tyr's Smash", "raven: keep none", "serpent: keep Tyr's Crush")
    hands = {"wolf": "Tyr's Smash, Manheim!", "raven": "Tyr's Bash", "serpent": "Tyr's Crush, Alfheim!"}
    one, other = scene(phase="discard", hands=hands), scene(phase="discard", hands=hands)
    one.play(*answers)
    other.play(*reversed(answers))
    for clan in ("wolf", "raven", "serpent"):
        assert seen_by(one, clan)[0] == seen_by(other, clan)[0]
        assert one.told("hand_discarded", clan) == other.told("hand_discarded", clan)


@pytest.mark.rule("BR-14.4", "BR-3.22")
@pytest.mark.parametrize("onlooker", ["raven", "serpent", None])
def test_nobody_else_learns_which_card_was_kept_or_which_were_discarded(onlooker: str | None) -> None:
    scenes = []
    for kept in ("Tyr's Smash", "Manheim!"):
        s = scene(phase="discard", hands={"wolf": "Tyr's Smash, Manheim!", "raven": "Tyr's Bash"})
        s.play(f"wolf: keep {kept}")
        scenes.append(s)
    one, other = scenes
    assert seen_by(one, onlooker) == seen_by(other, onlooker)
    for s in scenes:
        s.play("raven: keep none")
    assert seen_by(one, onlooker) == seen_by(other, onlooker)
    wolf_discards = [event for event in one.told("hand_discarded", onlooker) if event.data["clan"] == "Wolf"]
    assert [event.data["cards"] for event in wolf_discards] == [drakkar.Hidden(1)]
    assert one.match.view(None).table["discards"] == []


@pytest.mark.rule("BR-14.4")
@pytest.mark.parametrize("onlooker", ["raven", "serpent", None])
def test_who_has_still_to_choose_cannot_tell_whether_another_keeps_a_card(onlooker: str | None) -> None:
    """Wrong reading: only the card is secret. Whether one is kept at all is a part of the same choice."""
    keeps = scene(phase="discard", hands={"wolf": "Tyr's Smash, Manheim!", "raven": "Tyr's Bash"})
    keeps_none = scene(phase="discard", hands={"wolf": "Tyr's Smash, Manheim!", "raven": "Tyr's Bash"})
    keeps.play("wolf: keep Manheim!")
    keeps_none.play("wolf: keep none")
    assert keeps.asked() == keeps_none.asked() == {"raven": "keep"}
    assert seen_by(keeps, onlooker) == seen_by(keeps_none, onlooker)


@pytest.mark.rule("BR-14.2")
def test_in_age_three_nobody_is_said_to_keep_or_not_to_keep() -> None:
    s = scene("wolf raven", age=3, phase="discard", hands={"wolf": "Tyr's Rage", "raven": "Tyr's Crush"})
    assert s.told("no_card_kept") == s.told("card_kept") == []
    assert len(s.told("hand_discarded")) == 2


@pytest.mark.rule("BR-14.4")
def test_what_is_kept_is_a_secret_decision() -> None:
    s = scene("wolf raven", phase="discard", hands={"wolf": "Tyr's Smash", "raven": "Tyr's Bash"})
    assert [(decision.prompt.code, decision.secret) for decision in s.match.pending] == [("keep", True), ("keep", True)]


@pytest.mark.rule("BR-6.6", "BR-14.4")
def test_having_no_rage_is_no_reason_outside_the_action_phase() -> None:
    s = scene("wolf raven", phase="discard", rage={"wolf": 0}, hands={"wolf": "Tyr's Smash", "raven": "Tyr's Bash"})
    s.play("wolf: keep none")
    reason = s.why_not("wolf: keep none")
    assert reason is not None
    assert (reason.code, reason.rule) == ("not_your_turn", "BR-14.1")
