"""The Quest action: a quest is committed face down (section 10)."""

import json
from typing import Any

import pytest

import drakkar
from tests.blood_rage.scene import Scene, scene


def sheet(s: Scene, owner: str, seen_by: str | None) -> dict[str, Any]:
    """A clan sheet as another clan, or a spectator, sees it."""
    view = s.match.view(None if seen_by is None else s.seat(seen_by))
    clan: dict[str, Any] = view.table["clans"][s.seat(owner)]
    return clan


@pytest.mark.rule("BR-10.1")
def test_a_quest_goes_from_the_hand_onto_the_sheet_for_no_rage() -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 4}, hands={"wolf": "Manheim!, Tyr's Bash"})
    s.play("wolf: quest Manheim!")
    assert s.quests("wolf") == ["Manheim!"]
    assert s.hand("wolf") == ["Tyr's Bash"]
    assert s.rage("wolf") == 4
    assert s.told("rage_spent") == []
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-10.1")
def test_a_committed_quest_lies_on_no_upgrade_slot_and_on_no_discard_pile() -> None:
    s = scene("wolf raven", turn="wolf", hands={"wolf": "Manheim!"})
    s.play("wolf: quest Manheim!")
    assert s.upgrades("wolf") == []
    assert s.discards() == []


@pytest.mark.rule("BR-10.1")
@pytest.mark.parametrize(
    "quest", ["Alfheim!", "Jotunheim!", "Manheim!", "Glorious Death!", "Yggdrasil!", "Widespread!"]
)
def test_every_quest_may_be_committed_whether_or_not_it_is_fulfilled_yet(quest: str) -> None:
    s = scene("wolf raven", turn="wolf", hands={"wolf": quest})
    s.play(f"wolf: quest {quest}")
    assert s.quests("wolf") == [quest]
    assert s.glory("wolf") == 0


@pytest.mark.rule("BR-10.1")
@pytest.mark.parametrize("card", ["Tyr's Bash", "Troll", "Lord of Hammers", "Thor's Glory"])
def test_only_quests_are_committed(card: str) -> None:
    s = scene("wolf raven", turn="wolf", hands={"wolf": f"{card}, Manheim!"})
    reason = s.why_not(f"wolf: quest {card}")
    assert reason is not None
    assert (reason.rule, reason.params) == ("BR-10.1", {"card": card})
    assert [choice for choice in s.choices("wolf") if choice.startswith("quest")] == ["quest Manheim!"]


@pytest.mark.rule("BR-10.1")
def test_a_quest_that_is_not_in_the_hand_cannot_be_committed() -> None:
    s = scene("wolf raven", turn="wolf", hands={"wolf": "Manheim!", "raven": "Alfheim!"})
    reason = s.why_not("wolf: quest Alfheim!")
    assert reason is not None
    assert (reason.rule, reason.params) == ("BR-10.1", {"card": "Alfheim!"})
    with pytest.raises(drakkar.IllegalChoice, match="Alfheim"):
        s.play("wolf: quest Alfheim!")
    assert s.hand("raven") == ["Alfheim!"]
    assert s.asked() == {"wolf": "turn"}


@pytest.mark.rule("BR-10.2")
def test_a_clan_at_no_rage_cannot_commit_a_quest_although_it_costs_nothing() -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 0}, hands={"wolf": "Manheim!"})
    assert s.asked() == {"raven": "turn"}
    assert s.choices("wolf") == []
    with pytest.raises(drakkar.NotYourDecision):
        s.play("wolf: quest Manheim!")
    s.play("raven: invade leader Gimle")
    assert s.asked() == {"raven": "turn"}
    assert s.hand("wolf") == ["Manheim!"]


@pytest.mark.rule("BR-10.2")
def test_one_rage_is_enough_and_is_kept() -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 1}, hands={"wolf": "Manheim!, Alfheim!"})
    s.play("wolf: quest Manheim!", "raven: pass", "wolf: quest Alfheim!")
    assert s.rage("wolf") == 1
    assert s.quests("wolf") == ["Manheim!", "Alfheim!"]
    assert s.asked() == {"wolf": "turn"}


@pytest.mark.rule("BR-10.2")
def test_a_clan_that_spent_its_last_rage_commits_no_more() -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 1}, hands={"wolf": "Manheim!"})
    s.play("wolf: invade warrior Gimle", "raven: invade leader Horgr")
    assert s.asked() == {"raven": "turn"}
    assert s.rule_against("wolf: quest Manheim!") != ""


@pytest.mark.rule("BR-10.3")
def test_one_quest_is_committed_in_a_turn() -> None:
    s = scene("wolf raven", turn="wolf", hands={"wolf": "Manheim!, Alfheim!"})
    s.play("wolf: quest Manheim!")
    with pytest.raises(drakkar.NotYourDecision):
        s.play("wolf: quest Alfheim!")
    assert s.quests("wolf") == ["Manheim!"]


@pytest.mark.rule("BR-10.3")
def test_any_number_of_quests_is_committed_in_an_age() -> None:
    every = ["Alfheim!", "Jotunheim!", "Manheim!", "Glorious Death!", "Yggdrasil!", "Widespread!", "Manheim!"]
    s = scene("wolf raven", turn="wolf", passed="raven", rage={"wolf": 1}, hands={"wolf": ", ".join(every)})
    for quest in every:
        s.play(f"wolf: quest {quest}")
    assert s.quests("wolf") == every
    assert s.hand("wolf") == []
    assert s.rage("wolf") == 1


@pytest.mark.rule("BR-10.3")
def test_two_of_the_same_quest_are_judged_and_paid_separately() -> None:
    s = scene("wolf raven", turn="wolf", hands={"wolf": "Manheim!, Manheim!"}, figures="wolf: warrior in Angerboda")
    s.play("wolf: quest Manheim!", "raven: pass", "wolf: quest Manheim!", "wolf: pass")
    assert s.asked() == {"wolf": "raise"}
    assert s.glory("wolf") == 5
    s.play("wolf: raise horns")
    assert s.asked() == {"wolf": "raise"}
    assert s.glory("wolf") == 10
    s.play("wolf: raise horns")
    assert s.glory("wolf") == 10
    assert s.step("wolf", "horns") == 3
    assert [event.data["card"] for event in s.told("quest_fulfilled")] == ["Manheim!", "Manheim!"]


@pytest.mark.rule("BR-10.3")
def test_two_of_the_same_quest_both_fail_without_the_deed() -> None:
    s = scene("wolf raven", turn="wolf", hands={"wolf": "Manheim!, Manheim!"}, figures="wolf: warrior in Gimle")
    s.play("wolf: quest Manheim!", "raven: pass", "wolf: quest Manheim!", "wolf: pass")
    assert s.glory("wolf") == 0
    assert [event.data["card"] for event in s.told("quest_failed")] == ["Manheim!", "Manheim!"]
    assert [s.step("wolf", name) for name in ("rage", "axes", "horns")] == [1, 1, 1]


@pytest.mark.rule("BR-10.3")
def test_quests_of_one_name_from_two_ages_are_told_apart_and_paid_by_their_own_card() -> None:
    s = scene(
        "wolf raven",
        age=2,
        turn="wolf",
        passed="raven",
        hands={"wolf": "Manheim! (age 1), Manheim! (age 2)"},
        figures="wolf: warrior in Angerboda",
    )
    assert {choice for choice in s.choices("wolf") if choice.startswith("quest")} == {
        "quest Manheim! (age 1)",
        "quest Manheim! (age 2)",
    }
    with pytest.raises(drakkar.UnreadableChoice):
        s.play("wolf: quest Manheim!")
    s.play("wolf: quest Manheim! (age 1)", "wolf: quest Manheim!", "wolf: pass", "wolf: raise rage", "wolf: raise axes")
    assert s.glory("wolf") == 12


@pytest.mark.rule("BR-10.4")
@pytest.mark.parametrize("other", ["raven", "serpent", None])
def test_the_others_learn_that_a_quest_was_committed_and_not_which(other: str | None) -> None:
    s = scene(turn="wolf", hands={"wolf": "Glorious Death!, Tyr's Bash"})
    s.play("wolf: quest Glorious Death!")
    (event,) = s.told("quest_committed", other)
    assert event.data == {"clan": "Wolf", "card": drakkar.Hidden(1)}
    assert str(event) == "Wolf commits a quest face down."
    assert sheet(s, "wolf", other)["quests"] == drakkar.Hidden(1)
    assert sheet(s, "wolf", other)["hand"] == drakkar.Hidden(1)
    assert "Glorious Death" not in " ".join(str(event) for event in s.events(other))
    seen = s.match.view(None if other is None else s.seat(other)).to_json()
    assert "Glorious Death" not in json.dumps(seen)


@pytest.mark.rule("BR-10.4")
def test_the_others_see_the_same_table_whichever_quest_was_committed() -> None:
    hands = {"wolf": "Glorious Death!, Yggdrasil!"}
    one, two = scene(turn="wolf", hands=hands), scene(turn="wolf", hands=hands)
    one.play("wolf: quest Glorious Death!")
    two.play("wolf: quest Yggdrasil!")
    for seat in (1, 2, None):
        assert one.match.view(seat).to_json() == two.match.view(seat).to_json()
        assert one.match.events(seat) == two.match.events(seat)
    assert one.match.view(0).to_json() != two.match.view(0).to_json()


@pytest.mark.rule("BR-10.4")
def test_the_owner_sees_its_own_quests_at_any_time() -> None:
    s = scene("wolf raven", turn="wolf", hands={"wolf": "Glorious Death!, Yggdrasil!", "raven": "Alfheim!"})
    s.play("wolf: quest Glorious Death!")
    (event,) = s.told("quest_committed", "wolf")
    assert event.data == {"clan": "Wolf", "card": "Glorious Death!"}
    s.play("raven: quest Alfheim!")
    assert [card["name"] for card in sheet(s, "wolf", "wolf")["quests"]] == ["Glorious Death!"]
    assert sheet(s, "raven", "wolf")["quests"] == drakkar.Hidden(1)
    s.play("wolf: pass", "raven: pass")
    assert s.asked() == {"wolf": "keep"}
    assert [card["name"] for card in sheet(s, "wolf", "wolf")["quests"]] == ["Glorious Death!"]
    assert [card["name"] for card in sheet(s, "raven", "raven")["quests"]] == ["Alfheim!"]


@pytest.mark.rule("BR-10.5")
def test_a_committed_quest_cannot_be_committed_again_or_played_in_a_battle() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        hands={"wolf": "Manheim!, Tyr's Bash"},
        figures="wolf: warrior in Gimle; raven: warrior in Gimle",
    )
    s.play("wolf: quest Manheim!", "raven: pass")
    assert s.rule_against("wolf: quest Manheim!") == "BR-10.1"
    s.play("wolf: pillage Gimle")
    assert s.asked() == {"wolf": "card"}
    assert s.rule_against("wolf: card Manheim!") == "BR-12.2"
    assert s.choices("wolf") == ["card Tyr's Bash"]


@pytest.mark.rule("BR-10.5")
def test_no_action_takes_a_committed_quest_back() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        quests={"wolf": "Manheim!"},
        hands={"wolf": "Alfheim!, Troll"},
        figures="wolf: 2 warrior in Gimle, leader in Yggdrasil",
    )
    for choice in s.choices("wolf"):
        if choice == "pass":
            continue
        after = Scene(s.match.copy())
        after.play(f"wolf: {choice}")
        assert "Manheim!" in after.quests("wolf")
        assert "Manheim!" not in after.hand("wolf")


@pytest.mark.rule("BR-10.5")
def test_a_committed_quest_stays_through_the_discard_phase_until_it_is_judged() -> None:
    s = scene("wolf raven", turn="wolf", passed="raven", hands={"wolf": "Manheim!, Tyr's Bash"})
    s.play("wolf: quest Manheim!", "wolf: pass")
    assert s.asked() == {"wolf": "keep"}
    assert s.rule_against("wolf: keep Manheim!") == "BR-14.1"
    assert s.quests("wolf") == ["Manheim!"]
    s.play("wolf: keep none")
    assert [event.data["card"] for event in s.told("quest_revealed", "raven")] == ["Manheim!"]
    assert s.quests("wolf") == []
    assert s.discards() == ["Manheim!"]


@pytest.mark.rule("BR-10.5")
def test_a_clan_that_passed_keeps_its_committed_quests() -> None:
    s = scene("wolf raven", turn="wolf", hands={"wolf": "Manheim!"}, figures="wolf: warrior in Elvagar")
    s.play("wolf: quest Manheim!", "raven: invade leader Gimle", "wolf: pass")
    assert s.quests("wolf") == ["Manheim!"]
    s.play("raven: pass")
    assert s.glory("wolf") == 5
