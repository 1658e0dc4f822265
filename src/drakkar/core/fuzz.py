"""Fuzzing for any game: random and adversarial play, from any starting point, with bad input.

A case is one match, generated from a number. Any broken invariant is a fault. A fault is then shrunk to the latest
position that still shows it, without the lines it does not need, and the choices after it.
"""

from collections import Counter
from random import Random
from typing import Any, Final

from drakkar.core.chance import chance_from
from drakkar.core.errors import BadArgument, BadPosition, CannotUndo, ChoiceError, DrakkarError, MatchOver
from drakkar.core.game import Game, find
from drakkar.core.hosting import at_choice, game_of, log_of, origin_of, questions, state_of, trust
from drakkar.core.kit import check_copy, check_moment, fingerprint
from drakkar.core.loading import Loading, load
from drakkar.core.match import Match, begin, set_up
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.record import Headers, write_record
from drakkar.core.state_fields import snapshot
from drakkar.core.view import redeal

MOST_CHOICES: Final = 5000
GARBAGE: Final = (
    "",
    " ",
    "pass\x00",
    "0",
    "-1",
    "🪓" * 50,
    "a" * 10_000,
    "{}",
    "'; --",
    "pass pass",
    "№",
    "\n",
    "None",
)


class Fault(Exception):
    """A broken invariant, and a record that shows it."""

    def __init__(self, error: str, record: str, choices: int) -> None:
        super().__init__(error)
        self.error = error
        self.record = record
        self.choices = choices

    def __reduce__(self) -> tuple[Any, ...]:
        return Fault, (self.error, self.record, self.choices)


class Case:
    """One generated match: its starting point and its style of play."""

    def __init__(self, title: str, number: int, seats: int, met: Counter[str]) -> None:
        self.rng = Random(number)
        self.game: Game[Any] = find(title)
        self.met = met
        self.counts: Counter[str] = Counter()
        self.style = self.rng.choice(("random", "rare", "rare", "stubborn", "shy"))
        self.match = self.begin(number, seats)
        self.seen: list[str] = []

    def begin(self, number: int, seats: int) -> Match:
        """Start from the beginning, from a moment of another match, or from a random handwritten position."""
        rng, game = self.rng, self.game
        sides = rng.sample(range(len(game.sides)), seats)
        match = begin(game, sides, game.random_rulings(chance_from(number), sides), number)
        start = rng.randrange(4)
        if start == 0:
            for _ in range(rng.randrange(300)):
                if not match.over:
                    decision = rng.choice(match.pending)
                    match.play(decision.seat, rng.choice(decision.choices))
            if not match.over:
                self.counts["from a moment"] += 1
                return frankly(set_up(match.position()))
        elif start == 1:
            text = game.random_position(rng, [game.sides[side] for side in sides], match.rulings)
            if text:
                self.counts["from a position"] += 1
                return self.possible(text, match)
        return match

    def possible(self, text: str, otherwise: Match) -> Match:
        """The match of the position; an impossible position must raise BadPosition and nothing else."""
        try:
            return frankly(set_up(text))
        except BadPosition:
            self.counts["positions refused"] += 1
            return otherwise

    def run(self) -> Counter[str]:
        """Play to the end; raise a Fault if anything breaks."""
        match, rng = self.match, self.rng
        while not match.over and len(match.history) < MOST_CHOICES:
            decision = rng.choice(match.pending)
            choice = self.choose(decision)
            try:
                self.check(thorough=rng.random() < 0.1)
                if rng.random() < 0.2:
                    self.bad_input()
                match.play(decision.seat, choice)
            except Exception as error:
                raise shrink(match, (decision.seat, choice), error) from error
            self.counts["choices"] += 1
        try:
            assert match.over, "the match does not end"
            check_end(match)
        except Exception as error:
            raise shrink(match, None, error) from error
        self.counts["matches"] += 1
        return self.counts

    def choose(self, decision: Decision) -> Choice:
        """Choose by style: rare choices first, or avoid declining, or prefer it."""
        rng, notation = self.rng, self.game.book.notation
        choices = list(decision.choices)
        closing = [choice for choice in choices if notation.verbs[notation.verb_of[choice.code]].closing]
        if self.style == "shy" and closing and rng.random() < 0.7:
            return rng.choice(closing)
        if self.style == "stubborn" and len(closing) < len(choices) and rng.random() < 0.95:
            choices = [choice for choice in choices if choice not in closing]
        choice = rng.choice(choices)
        if self.style == "rare":
            rng.shuffle(choices)
            choice = min(choices, key=lambda choice: self.met[f"{decision.prompt.code} {choice}"])
        self.met[f"{decision.prompt.code} {choice}"] += 1
        return choice

    def bad_input(self) -> None:
        """Nonsense, choices of other seats and forged ones must be refused with a reason and change nothing."""
        match, rng = self.match, self.rng
        before, log = fingerprint(state_of(match)), len(log_of(match).entries)
        code = rng.randrange(self.game.book.notation.size)
        spelled = self.game.book.notation.spell(code)
        words: Any = rng.choice(
            (*GARBAGE, spelled[: rng.randrange(1, len(spelled) + 1)], spelled, self.game.book.notation.choice(code))
        )
        seat = rng.randrange(-1, match.seats + 1)
        legal = seat in questions(match) and code in self.game.book.legal(state_of(match), seat)
        try:
            match.why_not(seat, words)
            if not legal and not isinstance(words, str):
                match.play(seat, words)
                raise AssertionError(f"seat {seat} was allowed {words}")
        except (BadArgument, ChoiceError, MatchOver):
            self.counts["refusals"] += 1
        assert fingerprint(state_of(match)) == before, f"{words!r} of seat {seat} has changed the state"
        assert len(log_of(match).entries) == log, f"{words!r} of seat {seat} was told to somebody"

    def check(self, thorough: bool) -> None:
        """Check the cheap invariants, and if `thorough` all of them."""
        self.counts["moments"] += 1
        if thorough:
            check_everything(self.match, self.rng)
            self.counts["thorough"] += 1
        else:
            self.game.check(state_of(self.match))


def check_everything(match: Match, rng: Random) -> None:
    """Check all invariants at one moment: choices, refusals, copies, undo, views, re-deals, previews, positions."""
    game_of(match).check(state_of(match))
    check_moment(match, chance_from(rng.getrandbits(32)))
    check_copy(match)
    check_undo(match)
    for seat in (*range(match.seats), None):
        check_view(match, seat, rng)
    check_position(match)


def check_undo(match: Match) -> None:
    """An allowed undo works, and repeating the choice leads back to the same state."""
    before = snapshot(game_of(match).book, state_of(match))
    for seat in range(match.seats):
        if match.why_not_undo(seat) is None:
            other = match.copy()
            last = next(played for played in reversed(match.history) if played.seat == seat)
            other.undo(seat)
            other.play(seat, game_of(match).book.notation.choice(last.code, last.text))
            assert snapshot(game_of(match).book, state_of(other)) == before, f"undo of {last.text} leads elsewhere"
        else:
            try:
                match.copy().undo(seat)
            except CannotUndo:
                continue
            raise AssertionError(f"seat {seat} took back what it may not")


def check_view(match: Match, seat: int | None, rng: Random) -> None:
    """A view shows nothing that the seat does not know: a re-dealt state looks the same to the seat."""
    view, game = match.view(seat), game_of(match)
    world = redeal(view, rng)
    game.check(world)
    assert fingerprint(game.veil(world, seat)) == fingerprint(view.known), f"another world looks different to {seat}"
    for choice in view.choices[:5]:
        view.preview(choice)
    assert seat is None or view.choices == match.choices(seat), "the view has other choices"
    set_up(view.position())


def check_position(match: Match) -> None:
    """A position, written and set up again, is the same moment."""
    text = match.position()
    again = set_up(text)
    said, heard = snapshot(game_of(match).book, state_of(match)), snapshot(game_of(match).book, state_of(again))
    assert said == heard, f"the position differs in {[key for key in said if said[key] != heard.get(key)]}"
    assert again.position() == text, "the position is written otherwise when it is set up"


def check_end(match: Match) -> None:
    """A finished match has an outcome and no open decisions, and its record replays to the same end."""
    game_of(match).check(state_of(match))
    assert match.outcome is not None, "no outcome"
    assert not match.pending, "somebody is asked after the end"
    again = load(match.record())
    assert snapshot(game_of(match).book, state_of(again)) == snapshot(game_of(match).book, state_of(match)), (
        "the record tells otherwise"
    )
    assert again.outcome == match.outcome, "the record ends otherwise"
    check_position(match)
    game = game_of(match)
    if type(game).write_position is Game.write_position:
        return  # without a readable part, a view's position only names the sides
    for seat in (*range(match.seats), None):
        shown = state_of(set_up(match.view(seat).position()))
        assert game.scores(shown) == game.scores(state_of(match)), "the end is scored twice"


def frankly(match: Match) -> Match:
    """A match that raises faults of the rules as they are, and does not blame the position."""
    trust(match)
    return match


# Shrinking


def shrink(match: Match, attempt: tuple[int, Choice] | None, error: Exception) -> Fault:
    """Shrink a fault to the latest position that still shows it, with few lines, and the choices after it."""
    wanted = said(error)
    choices = [(played.seat, game_of(match).book.notation.choice(played.code, played.text)) for played in match.history]
    attempts = [*choices, attempt] if attempt is not None else choices
    for kept in range(len(choices), max(-1, len(choices) - 12), -1):
        try:
            text = at_choice(match, kept).position()
        except Exception:  # noqa: BLE001, S112 - a broken state may be impossible to write; an earlier one is not
            continue
        for end in range(kept, len(attempts) + 1):
            if shows(text, attempts[kept:end]) == wanted:
                needed = attempts[kept:end]
                return Fault(wanted, as_record(fewer_lines(text, needed, wanted), needed, match), len(needed))
    return Fault(wanted, as_record(origin_of(match), attempts, match), len(attempts))


def said(error: Exception) -> str:
    """An error in one line."""
    return f"{type(error).__name__}: {error}".partition("\n")[0][:300]


def shows(origin: str, choices: list[tuple[int, Choice]]) -> str:
    """The error that these choices cause after a position; empty if there is none."""
    try:
        match = frankly(set_up(origin))
        check_everything(match, Random(0))
        for seat, choice in choices:
            match.play(seat, choice)
            if match.over:
                check_end(match)
            else:
                check_everything(match, Random(0))
    except Exception as error:  # noqa: BLE001 - any error is the one we look for
        return said(error)
    return ""


def fewer_lines(origin: str, choices: list[tuple[int, Choice]], wanted: str) -> str:
    """Remove the [machine] part, then every line that the fault does not need."""
    readable = origin.partition("\n[machine]")[0] + "\n"
    if shows(readable, choices) == wanted:
        origin = readable
    lines = origin.splitlines()
    for at in range(len(lines) - 1, -1, -1):
        fewer = lines[:at] + lines[at + 1 :]
        if shows("\n".join(fewer), choices) == wanted:
            lines = fewer
    return "\n".join(lines) + "\n"


def as_record(origin: str, choices: list[tuple[int, Choice]], match: Match) -> str:
    """A record that ends with the faulty choice, even if that choice is illegal."""
    game = game_of(match)
    sides, rulings = list(match.sides), dict(match.rulings)
    headers = Headers(game.title, game.rules_version, sides, rulings, match.seed, origin, game.facts)
    lines = [f"{match.sides[seat]}: {choice.text}" for seat, choice in choices]
    return write_record(headers, [[] for _ in range(len(lines) + 1)], lines, "")


def check_record(text: str) -> str:
    """Replay a record with all checks at every moment and return the error, or an empty text."""
    try:
        loading = Loading(text, trusted=True)
        loading.step(len(loading.script.choices))
        match = loading.match
        for number in range(len(match.history) + 1):
            moment = at_choice(match, number)
            if moment.over:
                check_end(moment)
            else:
                check_everything(moment, Random(number))
    except DrakkarError:
        raise
    except Exception as error:  # noqa: BLE001 - the fault that the record was kept for
        return said(error)
    return ""
