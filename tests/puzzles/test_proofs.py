"""Proofs by exhaustive search: of positions whose answer is known, and again of the puzzles that are shipped."""

import os
from random import Random

import pytest

from drakkar.core.game import find
from drakkar.games import TITLES
from drakkar.puzzles.explain import seat_of
from drakkar.puzzles.library import puzzles_of
from drakkar.puzzles.proof import Proof, TooLarge, deals, is_promising, proved, refuted
from drakkar.puzzles.puzzle import EXHAUSTIVE, Puzzle
from tests.puzzles.sample import RIGHT, SAMPLE, asked, known

# A short seeded sample of the shipped proofs; all of them with DRAKKAR_FULL=1.
SAMPLED = 2
PROVED = [(title, puzzle) for title in TITLES for puzzle in puzzles_of(title) if puzzle.proof.kind == EXHAUSTIVE]
SOME = PROVED if os.environ.get("DRAKKAR_FULL") else Random("proofs").sample(PROVED, min(SAMPLED, len(PROVED)))
# With one made by hand, so that the test has something to do whatever is shipped.
CHECKED = [("blood_rage", SAMPLE), *SOME]


@pytest.mark.parametrize(("name", "right"), [("action_deny", RIGHT), ("action_conquest", "upgrade Thor's Conquest")])
def test_a_search_finds_the_only_choice_that_wins(name: str, right: str) -> None:
    match, view, decision = asked(known(name))
    found = proved(view, decision)
    assert found is not None
    assert find(match.title).book.notation.spell(found) == right


def test_a_choice_that_wins_is_no_temptation() -> None:
    _, view, decision = asked(known("action_deny"))
    codes = {choice.text: choice.code for choice in decision.choices}
    assert is_promising(view, decision, codes["pass"])
    assert not is_promising(view, decision, codes[RIGHT])


def test_a_wrong_choice_is_refuted_by_an_answer_after_which_nothing_wins() -> None:
    match, view, decision = asked(known("action_deny"))
    code = next(choice.code for choice in decision.choices if choice.text == "pass")
    found = refuted(view, decision, code, 0)
    assert found is not None
    seat, answer = found
    match.play(decision.seat, "pass")
    reply = next(choice for choice in match.choices(seat) if choice.code == answer)
    match.play(seat, reply)
    root = deals(match.view(decision.seat), decision.seat)[0]
    assert not Proof(find(match.title), decision.seat, 0).can_win((root, 100))


def test_what_is_too_much_to_search_is_not_proved() -> None:
    match, view, decision = asked(known("action_conquest"))
    search = Proof(find(match.title), decision.seat, 0, 3)
    with pytest.raises(TooLarge):
        search.wins(deals(view, decision.seat), decision.choices[0].code)


@pytest.mark.slow
@pytest.mark.parametrize(("title", "puzzle"), CHECKED, ids=lambda one: getattr(one, "name", str(one)))
def test_the_proof_of_a_puzzle_holds(title: str, puzzle: Puzzle) -> None:
    match, view, decision = asked(puzzle.position, puzzle.side)
    assert decision.seat == seat_of(puzzle, match)
    found = proved(view, decision, puzzle.proof.horizon)
    assert found is not None
    assert (find(title).book.notation.spell(found, in_full=True),) == puzzle.right
