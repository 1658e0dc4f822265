"""Match internals for programs that run matches: state, log, questions, replay.

Servers, arenas, terminals, learners and tests are hosts. A host sees everything; show players only `Match.view` and
`Match.events`.
"""

from typing import Any, Final

from drakkar.core import fair
from drakkar.core.errors import FAULTS
from drakkar.core.events import Event, Log
from drakkar.core.flow import Question
from drakkar.core.game import Game
from drakkar.core.match import Match
from drakkar.core.moment import Decision, Prompt, prompts_of, questions_of
from drakkar.core.notation import Choice, Notation
from drakkar.core.reasons import Reason, Say
from drakkar.core.view import View

LONGEST_SERIES: Final = 30

# The parts of a match


def game_of(match: Match) -> Game[Any]:
    """The game of the match."""
    return match._game


def state_of(match: Match) -> Any:
    """The current state of the game; an undo replaces the object."""
    return match._state


def log_of(match: Match) -> Log:
    """All events since the setup, as integers."""
    return match._log


def setup_end(match: Match) -> int:
    """How many events of the log belong to the setup."""
    return match._setup_end


def origin_of(match: Match) -> str:
    """The position that the match started from; empty if it started with the normal setup."""
    return match._origin


def say_of(match: Match) -> Say:
    """The function that gives the word for a value of one sort; it stays valid after an undo."""
    return match._say


# Decisions


def questions(match: Match) -> dict[int, Question[Any]]:
    """The question of each seat that owes an answer."""
    return questions_of(match._game, match._state)


def prompts(match: Match) -> dict[int, Prompt]:
    """The prompt of each seat that owes an answer, without its choices."""
    return prompts_of(match._game, match._state)


def decision_of(match: Match, seat: int, question: Question[Any]) -> Decision:
    """One of the pending decisions; the choices of other seats are not computed."""
    return match._decision(seat, question)


def resolve(match: Match, seat: int, choice: Choice | str) -> Choice:
    """The choice that this text means for the seat now; ChoiceError if it is not allowed. Nothing is played."""
    return match._resolve(seat, choice)


def series(view: View, choice: Choice) -> list[str]:
    """The choices that the seat can make right after this one, until it can only end them; as far as it knows.

    Each is the first that is offered. Nothing that follows from them is played, so others and chance have no part.
    """
    try:
        return _series(view, choice.code)
    except FAULTS as error:
        if not view._machine_line:
            raise
        raise view._broken() from error


def _series(view: View, code: int) -> list[str]:
    assert view.seat is not None, "a spectator has no choices"
    book, seat = view._game.book, view.seat
    found: list[str] = []
    s = view._game.copy(view.known)
    verbs, verb_of = book.notation.verbs, book.notation.verb_of
    for _ in range(LONGEST_SERIES):
        book.hear(s, seat, code)
        asked = book.asked(s, seat) is not None
        offered = [other for other in book.legal(s, seat) if not verbs[verb_of[other]].closing] if asked else []
        if not offered:
            break
        code = offered[0]
        found.append(book.notation.spell(code, in_full=True))
    return found


def notation_of(view: View) -> Notation:
    """The spelling of choices in the view's game."""
    return view._game.book.notation


def after(view: View, choice: Choice) -> View:
    """The seat's view right after one of its choices, at its next question, from what it knows.

    Steps run only as far as the seat's next question, and not at all if the choice itself asks it.
    """
    assert view.seat is not None, "a spectator has no choices"
    game, s = view._game, view._game.copy(view.known)
    game.book.hear(s, view.seat, choice.code)
    if game.book.asked(s, view.seat) is None:
        game.book.settle(s)
    return View(game, view.seat, view.version, s, view.rulings, view._machine_line)


def why_not(view: View, choice: Choice) -> Reason | None:
    """The rule that forbids the seat a choice, as far as it can know."""
    return view._why_not([choice.code])


def goes_on(view: View, choice: Choice, codes: frozenset[str]) -> bool:
    """Whether a choice only leads to one of these questions to the same seat, with nothing in between."""
    assert view.seat is not None, "a spectator has no choices"
    book, s = view._game.book, view._game.copy(view.known)
    book.hear(s, view.seat, choice.code)
    question = book.asked(s, view.seat)
    return question is not None and question.code in codes


def forced_after(match: Match, seat: int, choice: Choice) -> list[int]:
    """The choices that the rules make for the seat right after this one, because each is the only one."""
    book = match._game.book
    found: list[int] = []
    s, code = match._game.copy(match._state), choice.code
    for _ in range(LONGEST_SERIES):
        book.hear(s, seat, code)
        question = book.asked(s, seat)
        offered = [] if question is None or question.hides else book.legal(s, seat)
        if len(offered) != 1:
            break
        code = offered[0]
        found.append(code)
    return found


# History


def all_events(match: Match, since: int = 0) -> list[Event]:
    """All events after the first `since`, with nothing hidden."""
    return match._all_events(since)


def at_choice(match: Match, number: int) -> Match:
    """A copy of the match as it was after that many choices."""
    return match._at_choice(number)


def undoable(match: Match, seat: int) -> int | None:
    """The index in the history of the choice that the seat may undo; None if there is none."""
    return match._undoable(seat)


def only_answer(match: Match, seat: int) -> str:
    """The only choice of a seat, if everyone can see that it has no other; empty if not.

    The rules ask all the same, and records have the answer as a choice; a host may give it for the player.
    """
    return match._only_answer(seat)


def result_of(match: Match) -> str:
    """The result in one line, as in a record; empty while the match is running."""
    return match._result()


def chance_lines(match: Match) -> list[list[str]]:
    """The outcomes of chance as text: before the first choice, after it, after the second …"""
    return match._chance_lines()


def commitment_of(match: Match) -> str:
    """A commitment to the seed of a match, to publish before the first choice.

    The seed stays secret. When it is revealed after the last choice, everyone can check that it is the same seed. A
    match that begins with a position has no commitment: BadArgument.

    >>> drakkar.commitment(drakkar.new("blood_rage", seats=2, seed=7))[:16]
    '698f0325b567b1b8'
    """
    return fair.commitment(match._headers())


# Loading


def replay_choice(match: Match, seat: int, choice: Choice | str) -> None:
    """Play one choice of a replay. The match is checked at the end, by `vouch`."""
    match._replay_choice(seat, choice)


def vouch(match: Match) -> None:
    """BadPosition if the rules cannot lead to this moment of a match that started from untrusted numbers."""
    match._vouch()


def is_trusted(match: Match) -> bool:
    """Whether the match has no numbers from outside, or they are trusted."""
    return not match._machine_line


def trust(match: Match) -> None:
    """Trust the numbers of the position: from now on, an error is a fault of the rules."""
    match._machine_line = 0
