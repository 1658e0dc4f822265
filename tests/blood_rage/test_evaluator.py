"""What the evaluator makes of a table: at any moment something sensible, at the end the truth."""

import itertools
from collections.abc import Iterator

import pytest

import drakkar
from drakkar.core.game import find
from drakkar.core.hosting import state_of
from drakkar.core.kit import fingerprint
from tests.blood_rage.playing import walk

GAME = find("blood_rage")
STYLES = ("", *GAME.styles)


def moments(seats: int, seed: int, every: int) -> Iterator[drakkar.Match]:
    for number, match in enumerate(walk(seats, seed)):
        if number % every == 0 or match.over:
            yield match


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_it_has_an_opinion_on_every_moment_and_changes_nothing(seats: int, style: str) -> None:
    evaluator = GAME.evaluator(style)
    for match in moments(seats, 40 + seats, 7):
        before = fingerprint(state_of(match))
        glory = evaluator.expected_scores(state_of(match))
        chances = evaluator.win_chances(state_of(match), glory)
        assert len(glory) == len(chances) == seats
        assert sum(chances) == pytest.approx(1.0)
        assert all(0.0 <= chance <= 1.0 for chance in chances)
        assert all(-50.0 < mine < 400.0 for mine in glory)
        for decision in match.pending:
            codes = [choice.code for choice in decision.choices]
            for state in (state_of(match), match.view(decision.seat).known):
                impressions = evaluator.priors(state, decision.seat, codes)
                assert len(impressions) == len(codes)
                assert all(-200.0 < gain < 200.0 for gain in impressions)
        assert fingerprint(state_of(match)) == before


@pytest.mark.parametrize("seats", [2, 5])
def test_when_a_match_is_over_it_knows_the_result(seats: int) -> None:
    evaluator = GAME.evaluator("")
    for seed in range(5):
        *_, match = walk(seats, seed)
        assert match.outcome is not None
        glory = evaluator.expected_scores(state_of(match))
        assert glory == [float(mine) for mine in match.outcome.scores]
        shares = [(seat in match.outcome.winners) / len(match.outcome.winners) for seat in range(seats)]
        assert evaluator.win_chances(state_of(match), glory) == pytest.approx(shares)


def test_what_it_expects_comes_nearer_to_the_truth_from_age_to_age() -> None:
    """Among players who choose at random it expects too much at first; who is ahead it sees better and better."""
    evaluator = GAME.evaluator("")
    missed: dict[int, list[float]] = {1: [], 2: [], 3: []}
    for seed in range(12):
        found: list[tuple[int, list[float]]] = []
        for match in walk(3, seed):
            if (match.pending and match.pending[0].prompt.code == "keep") or match.over:
                found.append((state_of(match).age, evaluator.expected_scores(state_of(match))))
        truth = found[-1][1]
        for age, glory in found[:-1]:
            mean, true_mean = sum(glory) / 3, sum(truth) / 3
            missed[age] += [abs((mine - mean) - (true - true_mean)) for mine, true in zip(glory, truth, strict=True)]
    errors = [sum(some) / len(some) for some in missed.values() if some]
    assert errors == sorted(errors, reverse=True)
    assert len(errors) >= 2


SHEET = """
game = "blood_rage"
sides = ["wolf", "raven"]
age = {age}
first_player = "wolf"
[wolf]
rage = 4
hand = ["Tyr's Bash"]
{wolf}
[raven]
hand = ["Tyr's Smite (age 1)"]
[figures]
{figures}
[board]
doomed = ["Elvagar", "Horgr", "Gimle"]
destroyed = ["Angerboda", "Muspelheim", "Myrkulor"]
"""


def expected(wolf: str = "", figures: str = "", age: int = 1, style: str = "") -> float:
    """What Wolf can expect."""
    match = drakkar.set_up(SHEET.format(wolf=wolf, figures=figures, age=age))
    return GAME.evaluator(style).expected_scores(state_of(match))[0]


def test_more_of_everything_is_worth_more() -> None:
    for more in ("glory = 5", "steps = { axes = 2 }", "steps = { horns = 2 }", "steps = { rage = 2 }"):
        assert expected(more) > expected()
    assert expected('upgrades = ["Troll"]') > expected()
    assert expected(figures='Andlang = { wolf = "2 warriors" }') > expected()


def test_in_the_last_age_the_step_that_reaches_the_bonus_is_worth_most() -> None:
    """BR-18.1: ten Glory on step 4."""
    worth = [expected(f"steps = {{ axes = {step} }}", age=3) for step in (1, 2, 3, 4, 5)]
    gains = [later - sooner for sooner, later in itertools.pairwise(worth)]
    assert max(gains) == gains[2] > 5.0


def test_figures_in_the_doomed_province_are_glory_to_come() -> None:
    """BR-16.3; and more for who likes it."""
    doomed, safe = 'Elvagar = { wolf = "2 warriors" }', 'Andlang = { wolf = "2 warriors" }'
    gains = {
        style: expected(figures=doomed, style=style) - expected(figures=safe, style=style) for style in ("", "loki")
    }
    assert gains["loki"] > gains[""] > 0.0


def test_a_quest_that_stands_well_is_worth_more_than_one_that_does_not() -> None:
    quest = 'quests = ["Alfheim! (age 1)"]'
    there, elsewhere = 'Andlang = { wolf = "leader" }', 'Utgard = { wolf = "leader" }'
    gains = [expected(quest, where) - expected("", where) for where in (there, elsewhere)]
    assert gains[0] > 2 * gains[1] > 0


def test_a_quester_thinks_more_of_quests() -> None:
    quest, there = 'quests = ["Alfheim! (age 1)"]', 'Andlang = { wolf = "leader" }'
    gains = [expected(quest, there, style=style) - expected("", there, style=style) for style in ("", "quester")]
    assert gains[1] > gains[0]
