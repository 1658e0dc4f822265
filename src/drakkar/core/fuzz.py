"""Fuzzing any game: matches played at random and against the grain, from anywhere, with bad input in between.

A case is one match, made from a number alone. Whatever breaks a promise is a fault; it is then made small: the latest
position that still shows it, with every line left out that it does not need, and the choices after it.
"""

from collections import Counter
from random import Random
from typing import Any, Final

from drakkar.core.chance import chance_from
from drakkar.core.errors import BadPosition, CannotUndo, ChoiceError, DrakkarError, MatchOver
from drakkar.core.game import Game, find
from drakkar.core.kit import check_copy, check_moment, fingerprint
from drakkar.core.match import Match, begin, load, set_up
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.position import snapshot
from drakkar.core.record import Headers, write_record
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
    """A promise that was broken, and a record that shows it."""

    def __init__(self, error: str, record: str, choices: int) -> None:
        super().__init__(error)
        self.error = error
        self.record = record
        self.choices = choices

    def __reduce__(self) -> tuple[Any, ...]:
        return Fault, (self.error, self.record, self.choices)


class Case:
    """One match to be broken: how it begins, and how its players choose."""

    def __init__(self, title: str, number: int, seats: int, met: Counter[str]) -> None:
        self.rng = Random(number)
        self.game: Game[Any] = find(title)
        self.met = met
        self.counts: Counter[str] = Counter()
        self.style = self.rng.choice(("random", "rare", "rare", "stubborn", "shy"))
        self.match = self.begin(number, seats)
        self.seen: list[str] = []

    def begin(self, number: int, seats: int) -> Match:
        """From the beginning, from a moment of another match, or from a position that somebody might write."""
        rng, game = self.rng, self.game
        clans = rng.sample(range(len(game.clans)), seats)
        match = begin(game, clans, game.random_settings(chance_from(number), clans), number)
        start = rng.randrange(4)
        if start == 0:
            for _ in range(rng.randrange(300)):
                if not match.over:
                    decision = rng.choice(match.pending)
                    match.play(decision.seat, rng.choice(decision.options))
            if not match.over:
                self.counts["from a moment"] += 1
                return set_up(match.position())
        elif start == 1:
            text = game.random_position(rng, [game.clans[clan] for clan in clans], match.settings)
            if text:
                self.counts["from a position"] += 1
                return self.possible(text, match)
        return match

    def possible(self, text: str, otherwise: Match) -> Match:
        """What somebody might write need not be possible; then it is refused, and nothing else."""
        try:
            return set_up(text)
        except BadPosition:
            self.counts["positions refused"] += 1
            return otherwise

    def run(self) -> Counter[str]:
        """Play to the end; a Fault if anything breaks."""
        match, rng = self.match, self.rng
        while not match.over and len(match.history) < MOST_CHOICES:
            decision = rng.choice(match.pending)
            option = self.choose(decision)
            try:
                self.check(thorough=rng.random() < 0.1)
                if rng.random() < 0.2:
                    self.bad_input()
                match.play(decision.seat, option)
            except Exception as error:
                raise shrink(match, (decision.seat, option), error) from error
            self.counts["choices"] += 1
        try:
            assert match.over, "the match does not end"
            check_end(match)
        except Exception as error:
            raise shrink(match, None, error) from error
        self.counts["matches"] += 1
        return self.counts

    def choose(self, decision: Decision) -> Choice:
        """Against the grain: what was rarely chosen before, nothing that ends or declines, or nothing but that."""
        rng, notation = self.rng, self.game.book.notation
        options = list(decision.options)
        closing = [option for option in options if notation.verbs[notation.verb_of[option.code]].closing]
        if self.style == "shy" and closing and rng.random() < 0.7:
            return rng.choice(closing)
        if self.style == "stubborn" and len(closing) < len(options) and rng.random() < 0.95:
            options = [option for option in options if option not in closing]
        option = rng.choice(options)
        if self.style == "rare":
            rng.shuffle(options)
            option = min(options, key=lambda option: self.met[f"{decision.prompt.code} {option}"])
        self.met[f"{decision.prompt.code} {option}"] += 1
        return option

    def bad_input(self) -> None:
        """Nonsense, choices of others, forged ones: each is refused with a reason, and nothing has changed."""
        match, rng = self.match, self.rng
        before, log = fingerprint(match.state), len(match.log.entries)
        code = rng.randrange(self.game.book.notation.size)
        spelled = self.game.book.notation.spell(code)
        words: Any = rng.choice(
            (*GARBAGE, spelled[: rng.randrange(1, len(spelled) + 1)], spelled, Choice(code, spelled))
        )
        seat = rng.randrange(-1, match.seats + 1)
        legal = seat in match.asked() and code in self.game.book.legal(match.state, seat)
        try:
            match.why_not(seat, words)
            if not legal and not isinstance(words, str):
                match.play(seat, words)
                raise AssertionError(f"seat {seat} was allowed {words}")
        except (ChoiceError, MatchOver):
            self.counts["refusals"] += 1
        assert fingerprint(match.state) == before, f"{words!r} of seat {seat} has changed the state"
        assert len(match.log.entries) == log, f"{words!r} of seat {seat} was told to somebody"

    def check(self, thorough: bool) -> None:
        """What holds at every moment, and now and then what takes longer."""
        self.counts["moments"] += 1
        if thorough:
            check_everything(self.match, self.rng)
            self.counts["thorough"] += 1
        else:
            self.game.check(self.match.state)


def check_everything(match: Match, rng: Random) -> None:
    """All promises at one moment: options, refusals, copies, undo, views, re-deals, previews, positions."""
    match.game.check(match.state)
    check_moment(match, chance_from(rng.getrandbits(32)))
    check_copy(match)
    check_undo(match)
    for seat in (*range(match.seats), None):
        check_view(match, seat, rng)
    check_position(match)


def check_undo(match: Match) -> None:
    """Whoever may take something back gets there, and can go on from there as before."""
    before = snapshot(match.game.book, match.state)
    for seat in range(match.seats):
        if match.can_undo(seat):
            other = match.copy()
            last = next(played for played in reversed(match.history) if played.seat == seat)
            other.undo(seat)
            other.play(seat, Choice(last.code, last.text))
            assert snapshot(match.game.book, other.state) == before, f"undo of {last.text} leads elsewhere"
        else:
            try:
                match.copy().undo(seat)
            except CannotUndo:
                continue
            raise AssertionError(f"seat {seat} took back what it may not")


def check_view(match: Match, seat: int | None, rng: Random) -> None:
    """A view tells nothing but what the seat knows, in this world and in any other that it could be."""
    view, game = match.view(seat), match.game
    world = redeal(view, rng)
    game.check(world)
    assert fingerprint(game.veil(world, seat)) == fingerprint(view.known), f"another world looks different to {seat}"
    for choice in view.options[:5]:
        view.preview(choice)
    assert seat is None or view.options == match.options(seat), "the view has other options"
    set_up(view.position())


def check_position(match: Match) -> None:
    """Written and set up again it is the same moment."""
    text = match.position()
    again = set_up(text)
    said, heard = snapshot(match.game.book, match.state), snapshot(match.game.book, again.state)
    assert said == heard, f"the position differs in {[key for key in said if said[key] != heard.get(key)]}"
    assert again.position() == text, "the position is written otherwise when it is set up"


def check_end(match: Match) -> None:
    """A finished match has an outcome, asks nobody, and its record tells the same."""
    match.game.check(match.state)
    assert match.outcome is not None, "no outcome"
    assert not match.pending, "somebody is asked after the end"
    again = load(match.record())
    assert snapshot(match.game.book, again.state) == snapshot(match.game.book, match.state), (
        "the record tells otherwise"
    )
    assert again.outcome == match.outcome, "the record ends otherwise"
    check_position(match)
    glory = match.game.glory(match.state)
    for seat in (*range(match.seats), None):
        assert match.game.glory(set_up(match.view(seat).position()).state) == glory, "the end is scored twice"


# Making a fault small


def shrink(match: Match, attempt: tuple[int, Choice] | None, error: Exception) -> Fault:
    """The latest position that still shows the fault, in as few lines as possible, and the choices after it."""
    wanted = said(error)
    choices = [(played.seat, Choice(played.code, played.text)) for played in match.history]
    attempts = [*choices, attempt] if attempt is not None else choices
    for kept in range(len(choices), max(-1, len(choices) - 12), -1):
        try:
            text = match.after(kept).position()
        except Exception:  # noqa: BLE001, S112 - a broken state may be beyond words; an earlier one is not
            continue
        for end in range(kept, len(attempts) + 1):
            if shows(text, attempts[kept:end]) == wanted:
                needed = attempts[kept:end]
                return Fault(wanted, as_record(fewer_lines(text, needed, wanted), needed, match), len(needed))
    return Fault(wanted, as_record(match.origin, attempts, match), len(attempts))


def said(error: Exception) -> str:
    """A fault in a line."""
    return f"{type(error).__name__}: {error}".partition("\n")[0][:300]


def shows(origin: str, choices: list[tuple[int, Choice]]) -> str:
    """What goes wrong with these choices after a position; empty if nothing does."""
    try:
        match = set_up(origin)
        check_everything(match, Random(0))
        for seat, choice in choices:
            match.play(seat, choice)
            if match.over:
                check_end(match)
            else:
                check_everything(match, Random(0))
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what we look for
        return said(error)
    return ""


def fewer_lines(origin: str, choices: list[tuple[int, Choice]], wanted: str) -> str:
    """Leave out the machine's part, then line by line what the fault does not need."""
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
    """A record that ends with the choice that shows the fault, even if that cannot be made."""
    game = match.game
    headers = Headers(game.title, game.rules_version, list(match.clans), dict(match.settings), match.seed, origin)
    lines = [f"{match.clans[seat]}: {choice.text}" for seat, choice in choices]
    return write_record(headers, [[] for _ in range(len(lines) + 1)], lines, "")


def check_record(text: str) -> str:
    """Play a record with every check at every moment; what goes wrong, or nothing."""
    try:
        match = load(text)
        for number in range(len(match.history) + 1):
            moment = match.after(number)
            if moment.over:
                check_end(moment)
            else:
                check_everything(moment, Random(number))
    except DrakkarError:
        raise
    except Exception as error:  # noqa: BLE001 - the fault that the record was kept for
        return said(error)
    return ""
