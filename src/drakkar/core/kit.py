"""A test kit for any game: random matches, invariants, perft, playthroughs."""

from collections.abc import Iterator
from typing import Any

from drakkar.core.chance import Chance, chance_from
from drakkar.core.errors import IllegalChoice
from drakkar.core.events import Log
from drakkar.core.flow import Menu
from drakkar.core.game import Game
from drakkar.core.hosting import all_events, game_of, log_of, state_of
from drakkar.core.loading import load
from drakkar.core.match import Match
from drakkar.core.vectors import is_vector


def play_randomly(match: Match, dice: Chance) -> Iterator[Match]:
    """Play a match to its end with random choices; yield before each of them."""
    while not match.over:
        yield match
        decisions = match.pending
        decision = decisions[dice.below(len(decisions))]
        match.play(decision.seat, decision.choices[dice.below(len(decision.choices))])


def fingerprint(thing: Any) -> Any:
    """Everything in a state except its log and its menu, as plain values that can be compared."""
    if isinstance(thing, (list, tuple)) or is_vector(thing):
        return tuple(fingerprint(item) for item in thing)
    names = getattr(thing, "__dict__", None) or getattr(thing, "__mypyc_attrs__", None)
    if names is None or isinstance(thing, (Log, Menu)):
        return thing if isinstance(thing, (int, str, bytes)) else None
    return tuple((name, fingerprint(getattr(thing, name))) for name in sorted(names))


def check_moment(match: Match, dice: Chance) -> None:
    """Invariants of every decision: its choices are distinct, legal and readable, and a refusal changes nothing."""
    book, before = game_of(match).book, fingerprint(state_of(match))
    decisions = match.pending
    assert decisions, "somebody owes a choice until the match is over"
    for decision in decisions:
        texts = [str(choice) for choice in decision.choices]
        assert texts, f"{decision}: no choice"
        assert len(set(texts)) == len({choice.code for choice in decision.choices}) == len(texts), f"twins: {texts}"
        choice = decision.choices[dice.below(len(texts))]
        assert match.why_not(decision.seat, choice) is None, f"{choice} is offered and refused"
        assert match.why_not(decision.seat, str(choice)) is None, f"{choice} is not read as it is spelled"
        legal = {choice.code for choice in decision.choices}
        for _ in range(3):
            _check_refusal(match, decision.seat, dice.below(book.notation.size), legal)
    assert fingerprint(state_of(match)) == before, "asking has changed the state"


def _check_refusal(match: Match, seat: int, code: int, legal: set[int]) -> None:
    """A choice is either legal or has a reason, and `play` gives the same reason."""
    text = game_of(match).book.notation.spell(code, in_full=True)
    reason = match.why_not(seat, text)
    assert (reason is None) == (code in legal), f"{text}: {reason}"
    if reason is not None:
        try:
            match.play(seat, text)
        except IllegalChoice as refusal:
            assert refusal.reason == reason
        else:
            raise AssertionError(f"{text} was played although {reason}")


def check_game(match: Match, dice: Chance, every: int = 1) -> None:
    """Play a match at random, check every n-th moment and its copies, and compare the record at the end."""
    for count, moment in enumerate(play_randomly(match, dice)):
        if count % every == 0:
            check_moment(moment, dice)
            check_copy(moment)
    again = load(match.record())
    assert fingerprint(state_of(again)) == fingerprint(state_of(match)), "the record tells another match"
    assert again.record() == match.record()
    assert match.outcome is not None
    assert match.outcome == again.outcome


def check_copy(match: Match) -> None:
    """Changes to a copy do not affect the original."""
    before, copy = fingerprint(state_of(match)), match.copy()
    assert fingerprint(state_of(copy)) == before
    decision = copy.pending[0]
    copy.play(decision.seat, decision.choices[-1])
    assert fingerprint(state_of(match)) == before, "a copy shares something with its original"
    assert len(match.history) + 1 == len(copy.history)


def perft(game: Game[Any], state: Any, depth: int) -> int:
    """The number of choice sequences of this length, to compare engines."""
    if depth == 0 or state.flow.over:
        return 1
    total = 0
    seat = next(seat for seat, question in enumerate(state.flow.asked) if question)
    for code in game.book.legal(state, seat):
        after = game.copy(state)
        game.book.answer(after, seat, code)
        total += perft(game, after, depth - 1)
    return total


def playthrough(match: Match, seed: int) -> str:
    """A random match as readable text, for comparison: each prompt, its choices, the choice and its events."""
    lines = [f"{match.title}, rules {game_of(match).rules_version}: {', '.join(match.sides)}, seed {match.seed}"]
    told = 0
    for moment in play_randomly(match, chance_from(seed)):
        lines += _news(moment, told)
        told = len(log_of(moment).entries)
        for decision in moment.pending:
            lines.append(f"{moment.sides[decision.seat]} is asked: {decision.prompt}")
            lines.append("    " + ", ".join(str(choice) for choice in decision.choices))
    return "\n".join([*lines, *_news(match, told), ""])


def _news(match: Match, told: int) -> list[str]:
    """The last choice and all events since."""
    choice = []
    if match.history:
        played = match.history[-1]
        choice = [f"{len(match.history)}. {match.sides[played.seat]}: {played.text}"]
    return choice + [f"  {event.text} {event.rule}" for event in all_events(match, told)]
