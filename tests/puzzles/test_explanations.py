"""Explanations: every sentence in every language, and the shipped puzzles, which tell nothing that is hidden."""

import pytest

import drakkar
from drakkar.core.game import find
from drakkar.games import TITLES
from drakkar.puzzles.explain import Explainer, seat_of
from drakkar.puzzles.library import puzzles_of
from drakkar.puzzles.puzzle import AGREEMENT, Puzzle
from drakkar.text import LANGUAGES, translator
from tests.puzzles.sample import AGREED, RIGHT, SAMPLE

SHIPPED = [(title, puzzle) for title in TITLES for puzzle in puzzles_of(title)]
# With one made by hand, so that the test has something to do whatever is shipped.
ALL = [("blood_rage", SAMPLE), *SHIPPED]


def said(puzzle: Puzzle, chosen: str, language: str = "en") -> str:
    return " ".join(told.text for told in Explainer(puzzle, translator(language, "blood_rage")).after(chosen))


def test_a_proof_by_search_says_so_and_names_the_answer_that_the_tempting_choice_overlooks() -> None:
    told = said(SAMPLE, "pass")
    assert told.startswith("“pass” is not the solution. It is “invade warrior Horgr”.")
    assert "After it Wolf wins alone, whatever the others do" in told
    assert "“pass” is tempting, but Raven can answer “pillage Horgr”" in told
    assert told.endswith("Of 4 bots, 1 found the solution.")


def test_a_proof_by_agreement_says_by_how_much_the_choice_is_better() -> None:
    told = said(AGREED, RIGHT)
    assert told.startswith("Right: “invade warrior Horgr”.")
    assert "by about 12 percentage points over any other choice, almost certainly by more than 7" in told
    assert "4 independent searches agree" in told
    assert "which costs about 10 percentage points" in told


@pytest.mark.parametrize("puzzle", [SAMPLE, AGREED])
def test_each_language_has_its_own_sentences(puzzle: Puzzle) -> None:
    assert len({said(puzzle, "pass", language) for language in LANGUAGES}) == len(LANGUAGES)


def test_the_solution_is_pointed_at() -> None:
    verdict, *_ = Explainer(SAMPLE, translator("en", "blood_rage")).after("pass")
    assert "Horgr" in verdict.about


@pytest.mark.parametrize(("title", "puzzle"), ALL, ids=lambda one: getattr(one, "name", str(one)))
def test_a_puzzle_can_be_set_up_and_is_what_its_side_knows(title: str, puzzle: Puzzle) -> None:
    match = drakkar.set_up(puzzle.position)
    view = match.view(seat_of(puzzle, match))
    notation = find(title).book.notation
    choices = {notation.spell(choice.code, in_full=True) for choice in view.choices}
    assert {*puzzle.right, puzzle.tempting} <= choices
    assert len(choices) >= 3
    assert view.position() == puzzle.position
    if puzzle.proof.kind == AGREEMENT:
        assert puzzle.proof.margin >= 0.05
    assert puzzle.solved["karl"][0] <= 1
    for language in LANGUAGES:
        assert all(told.text for told in Explainer(puzzle, translator(language, title)).after(puzzle.tempting))
