"""Moves of Lords of Ragnarok as one form: what is offered as a group can be chosen, and does what its steps say."""

from random import Random

import pytest

import drakkar
from drakkar.core.hosting import game_of, prompts
from drakkar.core.match import Match
from drakkar.page.steps import ChoiceData, Step
from drakkar.server.log.messages import MOST_IN_GROUP
from drakkar.server.log.table import check_group
from drakkar.server.web.groups import Offers, offers
from drakkar.server.web.prompt import group_of

TITLE = "lords_of_ragnarok"
MOVES = ("hero_action", "manoeuvre", "mobilize")


def moments(seed: int, most: int = 12) -> list[tuple[Match, int]]:
    """Random moments in which Heroes, Drakkars or Armies may move, each with the seat that decides."""
    match, rng, found = drakkar.new(TITLE, 3, seed=seed), Random(seed), list[tuple[Match, int]]()
    while not match.over and len(found) < most:
        seat, prompt = next(iter(prompts(match).items()))
        if prompt.code in MOVES and rng.random() < 0.4:
            found.append((match.copy(), seat))
        match.play(seat, rng.choice(match.choices(seat)))
    return found


def offered(match: Match, seat: int) -> Offers:
    view = match.view(seat)
    return offers(view, game_of(match).page(), view.to_json()["table"])


def steps_of(match: Match, choice: ChoiceData) -> tuple[Step, ...]:
    page = game_of(match).page()
    assert page is not None
    made: tuple[Step, ...] = page.steps(choice)
    return made


def where(match: Match, seat: int, step: Step) -> list[int]:
    """The values of a seat's Armies in the Region of a step."""
    table = match.view(seat).table
    return next((list(one["armies"].get(seat, [])) for one in table["regions"] if str(one["number"]) == step.word), [])


@pytest.mark.parametrize("seed", range(2))
def test_every_group_can_be_chosen_and_what_moves_is_where_its_last_step_says(seed: int) -> None:
    kinds = set()
    for match, seat in moments(seed):
        for choice in offered(match, seat).choices:
            if "group" not in choice:
                continue
            group, made, trial = group_of(choice), steps_of(match, choice), match.copy()
            assert len(group) <= MOST_IN_GROUP
            for text in check_group(match, seat, tuple(group), forced=True):
                trial.play(seat, text)
            kinds.add(made[0].sort if made[0].sort != "action" else made[0].word)
            told = trial.view(seat).table["players"][seat]
            if made[0].word == "walk":
                assert str(told["hero_region"]) == made[-1].word
            elif made[0].word == "sail":
                assert told["drakkar"] == made[-1].word
            elif made[0].sort == "armies" and not trial.over and prompts(trial).get(seat):
                assert len(where(trial, seat, made[-1])) >= 2
    assert {"walk", "sail", "army"} <= kinds


def test_groups_stand_for_every_choice_that_only_leads_to_another_question() -> None:
    for match, seat in moments(5):
        choices = offered(match, seat).choices
        begun = {choice["code"] for choice in choices}
        assert begun == {choice.code for choice in match.view(seat).choices}
        ways = [steps_of(match, choice) for choice in choices]
        assert len(set(ways)) == len(ways)
        assert not any(way[0].sort == "army" and len(way) == 1 for way in ways)


def test_a_hero_goes_two_regions_by_one_step_and_never_back_to_its_own() -> None:
    furthest = 0
    for match, seat in moments(7):
        if prompts(match)[seat].code != "hero_action":
            continue
        here = str(match.view(seat).table["players"][seat]["hero_region"])
        walks = [one for one in offered(match, seat).choices if one["verb"] == "walk"]
        assert here not in [steps_of(match, walk)[-1].word for walk in walks]
        furthest = max(furthest, *(sum(text.startswith("walk") for text in group_of(walk)) for walk in walks))
    assert furthest == 2


def test_all_armies_of_a_region_move_together_in_one_group() -> None:
    together = 0
    for seed in range(8):
        for match, seat in [] if together else moments(seed, 40):
            if prompts(match)[seat].code != "mobilize":
                continue
            for choice in offered(match, seat).choices:
                made = steps_of(match, choice)
                if made[0].sort == "armies":
                    group, held = group_of(choice), where(match, seat, made[0])
                    assert sum(text.startswith("activate") for text in group) == len(held) > 1
                    assert sum(text == f"move {made[-1].word}" for text in group) == len(held)
                    together += 1
    assert together


def test_places_out_of_reach_of_an_army_have_a_reason() -> None:
    reasons = set()
    for match, seat in moments(2):
        found = offered(match, seat)
        legal = {steps_of(match, choice) for choice in found.choices}
        for no in found.refused:
            if steps_of(match, no["choice"]) not in legal:
                assert no["text"]
                assert no["rule"].startswith("LR-")
                reasons.add(no["code"])
    assert "no_march" in reasons
