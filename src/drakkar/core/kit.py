"""A test kit for any game: random matches, what must hold at every moment of one, perft, playthroughs."""

from collections.abc import Iterator
from typing import Any

from drakkar.core.chance import Chance, chance_from
from drakkar.core.errors import IllegalChoice
from drakkar.core.events import Log
from drakkar.core.flow import Menu
from drakkar.core.game import Game
from drakkar.core.match import Match, load
from drakkar.core.vectors import is_vector


def play_randomly(match: Match, dice: Chance) -> Iterator[Match]:
    """Play a match to its end with random choices, and stop before each of them."""
    while not match.over:
        yield match
        decisions = match.pending
        decision = decisions[dice.below(len(decisions))]
        match.play(decision.seat, decision.options[dice.below(len(decision.options))])


def fingerprint(thing: Any) -> Any:
    """All that a state holds, but for its log and its menu, as plain values that can be compared."""
    if isinstance(thing, (list, tuple)) or is_vector(thing):
        return tuple(fingerprint(item) for item in thing)
    names = getattr(thing, "__dict__", None) or getattr(thing, "__mypyc_attrs__", None)
    if names is None or isinstance(thing, (Log, Menu)):
        return thing if isinstance(thing, (int, str, bytes)) else None
    return tuple((name, fingerprint(getattr(thing, name))) for name in sorted(names))


def check_moment(match: Match, dice: Chance) -> None:
    """What holds whenever a choice is owed: options are there, distinct, legal, readable; a refusal changes nothing."""
    book, before = match.game.book, fingerprint(match.state)
    decisions = match.pending
    assert decisions, "somebody owes a choice until the match is over"
    for decision in decisions:
        texts = [str(option) for option in decision.options]
        assert texts, f"{decision}: no option"
        assert len(set(texts)) == len({option.code for option in decision.options}) == len(texts), f"twins: {texts}"
        option = decision.options[dice.below(len(texts))]
        assert match.why_not(decision.seat, option) is None, f"{option} is offered and refused"
        assert match.why_not(decision.seat, str(option)) is None, f"{option} is not read as it is spelled"
        legal = {option.code for option in decision.options}
        for _ in range(3):
            _check_refusal(match, decision.seat, dice.below(book.notation.size), legal)
    assert fingerprint(match.state) == before, "asking has changed the state"


def _check_refusal(match: Match, seat: int, code: int, legal: set[int]) -> None:
    """A choice is either on offer or has a reason, and `play` gives the same reason."""
    text = match.game.book.notation.spell(code, in_full=True)
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
    """Play a match at random; at every n-th moment everything above holds, and copies and records say the same."""
    for count, moment in enumerate(play_randomly(match, dice)):
        if count % every == 0:
            check_moment(moment, dice)
            check_copy(moment)
    again = load(match.record())
    assert fingerprint(again.state) == fingerprint(match.state), "the record tells another match"
    assert again.record() == match.record()
    assert match.outcome is not None
    assert match.outcome == again.outcome


def check_copy(match: Match) -> None:
    """What happens to a copy does not happen to its original."""
    before, copy = fingerprint(match.state), match.copy()
    assert fingerprint(copy.state) == before
    decision = copy.pending[0]
    copy.play(decision.seat, decision.options[-1])
    assert fingerprint(match.state) == before, "a copy shares something with its original"
    assert len(match.history) + 1 == len(copy.history)


def perft(game: Game[Any], state: Any, depth: int) -> int:
    """How many sequences of that many choices there are: the count that two right engines share."""
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
    """A random match as a text to read and to compare: each prompt, its options, the choice, and what came of it."""
    lines = [f"{match.game.title}, rules {match.game.rules_version}: {', '.join(match.clans)}, seed {match.seed}"]
    told = 0
    for moment in play_randomly(match, chance_from(seed)):
        lines += _news(moment, told)
        told = len(moment.log.entries)
        for decision in moment.pending:
            lines.append(f"{moment.clans[decision.seat]} is asked: {decision.prompt}")
            lines.append("    " + ", ".join(str(option) for option in decision.options))
    return "\n".join([*lines, *_news(match, told), ""])


def _news(match: Match, told: int) -> list[str]:
    """The last choice and what has happened since, all of it."""
    choice = []
    if match.history:
        played = match.history[-1]
        choice = [f"{len(match.history)}. {match.clans[played.seat]}: {played.text}"]
    return choice + [f"  {event.text} {event.rule}" for event in match.all_events(told)]
