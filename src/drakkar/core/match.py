"""A match: a state and everything that led to it, spoken in words."""

import difflib
from typing import Any, Final

from drakkar.core.chance import chance_from, fresh_seed
from drakkar.core.errors import (
    BadOptions,
    BadPosition,
    CannotUndo,
    ChoiceError,
    CorruptRecord,
    IllegalChoice,
    MatchOver,
    NotYourDecision,
    UnknownGame,
    UnreadableChoice,
    WrongVersion,
)
from drakkar.core.events import Entry, Event, Log, may_know
from drakkar.core.fair import commitment
from drakkar.core.game import HOST, Game, Outcome, Value, find
from drakkar.core.moment import Decision, Moment
from drakkar.core.notation import Choice
from drakkar.core.position import MACHINE, Document, difference, restore, write
from drakkar.core.reasons import BYTE, Reason, refusal, unfold
from drakkar.core.record import Headers, Line, Script, read_record, write_record
from drakkar.core.view import View, headed

LARGEST_SEED: Final = 10**100


class Played:
    """A choice that was made, and how far the log reached once its consequences had been carried out.

    It is final if chance was used since, or if anyone learned something that had been hidden from him.
    """

    def __init__(self, seat: int, code: int, text: str, log_end: int, final: bool) -> None:
        self.seat = seat
        self.code = code
        self.text = text
        self.log_end = log_end
        self.final = final


class Match(Moment):
    """One playing of a game: ask `pending`, answer with `play`, look with `view` and `events`."""

    def __init__(
        self, game: Game[Any], state: Any, clans: list[int], settings: dict[str, Value], seed: int, origin: str
    ) -> None:
        super().__init__(game, state)
        self.clans = tuple(game.clans[clan] for clan in clans)
        self.clan_numbers = clans
        self.settings = settings
        self.seed = seed
        # The position that the match began with; empty if it began as the rules say.
        self.origin = origin
        self.log: Log = state.flow.log
        self.history: list[Played] = []
        self.begin_here()

    def begin_here(self) -> None:
        """What lies on the table now is where the history begins."""
        self.start = self.game.copy(self.state)
        self.setup_end = len(self.log.entries)
        # From here on the history holds sealed choices of a round that is not complete yet.
        self.open_round = 0

    def __repr__(self) -> str:
        return f"<Match of {self.game.title}, {', '.join(self.clans)}, {len(self.history)} choices>"

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.clans)

    @property
    def over(self) -> bool:
        """Whether the last choice has been made."""
        return bool(self.state.flow.over)

    @property
    def outcome(self) -> Outcome | None:
        """None while the match goes on; then who won, and where each seat's glory came from."""
        return self.game.outcome(self.state, self.log) if self.over else None

    @property
    def pending(self) -> tuple[Decision, ...]:
        """The decisions owed now, for the host of the match: it carries every seat's options."""
        return tuple(
            Decision(seat, self.prompt(seat, question), self.options(seat), question.secret)
            for seat, question in self.asked().items()
        )

    def view(self, seat: int | None) -> View:
        """What a seat may see (None: a spectator)."""
        if seat is not None:
            self._check_seat(seat)
        return View(self.game, seat, len(self.history), self.game.veil(self.state, seat), self.settings)

    def events(self, seat: int | None, since: int = 0, until: int | None = None) -> list[Event]:
        """What happened after the first `since` events, as a seat (None: a spectator) may know it."""
        return [self._told(entry, may_know(entry[1], seat)) for entry in self.log.entries[since:until]]

    def all_events(self, since: int = 0) -> list[Event]:
        """What happened after the first `since` events, nothing hidden: for the host of the match alone."""
        return [self._told(entry, True) for entry in self.log.entries[since:]]

    def _told(self, entry: Entry, knows_all: bool) -> Event:
        kind, _, values = entry
        return self.game.book.kinds[kind].describe(values, knows_all, self.say)

    def play(self, seat: int, choice: Choice | str) -> None:
        """The seat makes a choice: one of its options, or the spelling of one."""
        meant = self.meant(seat, choice)
        self._answer(seat, meant.code, meant.text)

    def meant(self, seat: int, choice: Choice | str) -> Choice:
        """The choice that these words are for the seat now; a ChoiceError if it may not make it. Nothing is played."""
        if self.over:
            raise MatchOver("the match is over")
        code = self._code(seat, choice)
        reason = self._why_not(seat, code)
        if reason is not None:
            asked = self.game.book.asked(self.state, seat) is not None
            refused = Choice(code, self.spell(seat, code))
            error = IllegalChoice if asked else NotYourDecision
            raise error(f"{refused}: {reason}", seat, reason, refused)
        return Choice(code, self.spell(seat, code))

    def _answer(self, seat: int, code: int, text: str) -> None:
        flow, question = self.state.flow, self.game.book.asked(self.state, seat)
        drawn, told, others_owe = self._drawn(), len(self.log.entries), flow.owing > 1
        self.game.book.answer(self.state, seat, code)
        final = self._drawn() != drawn or any(
            self.game.book.kinds[kind].reveals for kind, _, _ in self.log.entries[told:]
        )
        asked_once_more = self.game.book.asked(self.state, seat) is question and not final
        is_sealed = question is not None and question.secret
        round_goes_on = is_sealed and (others_owe or asked_once_more)
        # The last seal ends a round for good, whether or not anything becomes known by it.
        final = final or (is_sealed and not round_goes_on)
        self.history.append(Played(seat, code, text, len(self.log.entries), final))
        if not round_goes_on:
            self.open_round = len(self.history)

    def _drawn(self) -> tuple[int, int]:
        """How far chance has gone, by itself and as it was fed."""
        chance = self.state.flow.chance
        return chance.used, len(chance.fed)

    def can_undo(self, seat: int) -> bool:
        """Whether the seat may take its latest choice back."""
        return self.undoable(seat) is not None

    def undo(self, seat: int) -> None:
        """Take the seat's latest choice back: exactly as if it had not been made."""
        self._check_seat(seat)
        at = self.undoable(seat)
        if at is None:
            raise CannotUndo(self.why_no_undo(seat), seat)
        self.begin_again(self.history[:at] + self.history[at + 1 :])

    def begin_again(self, history: list[Played]) -> None:
        """Let these choices be all that has been made."""
        self.log.entries[self.setup_end :] = []
        self.state = self.game.copy(self.start)
        self.state.flow.log = self.log
        self.history, self.open_round = [], 0
        for played in history:
            self._answer(played.seat, played.code, played.text)

    def undoable(self, seat: int) -> int | None:
        """Where in the history the choice stands that the seat may take back.

        It is the seat's latest one, as long as no other seat has chosen since and it is not final. Sealed choices of
        a round that is not complete may be taken back whatever the others have sealed.
        """
        for at in range(len(self.history) - 1, -1, -1):
            if self.history[at].seat == seat:
                last = at == len(self.history) - 1
                return at if at >= self.open_round or (last and not self.history[at].final) else None
        return None

    def why_not_undo(self, seat: int) -> str:
        """What has happened since the latest choice of a seat that cannot take it back, in words."""
        return self.why_no_undo(seat).text

    def why_no_undo(self, seat: int) -> Reason:
        """What has happened since the latest choice of a seat that cannot take it back."""
        if all(played.seat != seat for played in self.history):
            return refusal("nothing_chosen", {})
        last = self.history[-1]
        return (
            refusal("others_chose", {"clan": self.clans[last.seat]})
            if last.seat != seat
            else refusal("known_since", {})
        )

    def why_not(self, seat: int, choice: Choice | str) -> Reason | None:
        """None if the seat may make this choice now, otherwise the rule that forbids it."""
        return self._why_not(seat, self._code(seat, choice))

    def spell(self, seat: int, code: int) -> str:
        """The words of a choice; cards of one name are told apart only if the seat could choose both."""
        notation = self.game.book.notation
        if not notation.has_namesake(code):
            return notation.spell(code)
        legal = self.game.book.legal(self.state, seat)
        return notation.spell_all([code, *(other for other in legal if other != code)])[0]

    def copy(self) -> "Match":
        """The same match, to be continued apart."""
        state = self.game.copy(self.state)
        state.flow.log = self.log.copy()
        other = Match(self.game, state, self.clan_numbers, self.settings, self.seed, self.origin)
        other.start, other.setup_end, other.open_round = self.start, self.setup_end, self.open_round
        other.history = self.history[:]
        return other

    def after(self, choices: int) -> "Match":
        """The same match as it was after so many choices, to be continued apart."""
        other = self.copy()
        other.begin_again(self.history[: max(0, choices)])
        return other

    def position(self, seat: int | None = HOST) -> str:
        """This moment as text that `set_up` takes: exact, for the host of the match; or as a seat may know it."""
        return write_position(self) if seat == HOST else self.view(seat).position()

    def record(self) -> str:
        """The whole match as text that `load` takes."""
        return write_record(self._headers(), self.chance_lines(), self._choice_lines(), self.result())

    def commitment(self) -> str:
        """What the host may publish before the first choice, so that the seed can be checked after the last."""
        return commitment(self._headers())

    def _headers(self) -> Headers:
        return Headers(
            self.game.title, self.game.rules_version, list(self.clans), dict(self.settings), self.seed, self.origin
        )

    def chance_lines(self) -> list[list[str]]:
        """What chance decided: before the first choice, after it, after the second …"""
        lines: list[list[str]] = []
        start = 0
        for end in [self.setup_end, *(played.log_end for played in self.history)]:
            decided = [entry for entry in self.log.entries[start:end] if self.game.book.kinds[entry[0]].by_chance]
            lines.append([self._told(entry, True).text for entry in decided])
            start = end
        return lines

    def _choice_lines(self) -> list[str]:
        return [f"{self.clans[played.seat]}: {played.text}" for played in self.history]

    def result(self) -> str:
        """How the match ended, in a line; nothing while it goes on."""
        if (outcome := self.outcome) is None:
            return ""
        winners = " and ".join(self.clans[seat] for seat in outcome.winners)
        if not outcome.glory:
            return f"won by {winners}: {outcome.victory}"
        glory = ", ".join(f"{clan} {points}" for clan, points in zip(self.clans, outcome.glory, strict=True))
        return f"{glory}; won by {winners}"

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.seats:
            raise ChoiceError(f"there is no seat {seat}; the seats are 0 to {self.seats - 1}", seat)

    def _code(self, seat: int, choice: Choice | str) -> int:
        """The integer of a choice, as this seat means it."""
        self._check_seat(seat)
        if isinstance(choice, Choice):
            return choice.code
        meanings = self.game.book.notation.read(choice)
        legal = self.game.book.legal(self.state, seat)
        chosen = [code for code in meanings if code in legal]
        if len(chosen) == 1:
            return chosen[0]
        if chosen:
            spellings: list[int | str] = [self.game.book.notation.spell(code, in_full=True) for code in chosen]
            unclear = refusal("ambiguous", {"words": repr(choice)[1:-1], "choices": spellings})
            raise UnreadableChoice(str(unclear), seat, unclear)
        if meanings:
            return self.game.likeliest(self.state, seat, meanings)
        near = difflib.get_close_matches(choice, [str(option) for option in self.options(seat)], 3, 0.4)
        hint = f"; did you mean {' or '.join(repr(text) for text in near)}?" if near else ""
        unknown = refusal("unreadable", {"words": repr(choice)[1:-1], "game": self.game.name}, more=hint)
        raise UnreadableChoice(str(unknown), seat, unknown)

    def _why_not(self, seat: int, code: int) -> Reason | None:
        if self.over:
            return refusal("match_over", {})
        book = self.game.book
        question = book.asked(self.state, seat)
        packed = self.game.why_not_asked(self.state, seat) if question is None else book.why_not(self.state, seat, code)
        if not packed:
            return None if question else self._not_your_turn()
        why = book.whys[packed % BYTE]
        assert why is not None, "a reason has a number"
        if question is not None and why is book.not_asked:
            prompt = self.prompt(seat, question)
            return refusal("not_asked", {}, prompt.rule, prompt.to_json())
        return unfold(why, packed, self.say)

    def _not_your_turn(self) -> Reason:
        owed = self.prompts()
        names: list[int | str] = [self.clans[seat] for seat in owed]
        prompt = next(iter(owed.values()))
        return refusal("not_your_turn", {"asked": names}, prompt.rule, prompt.to_json())


def new(
    title: str,
    seats: int,
    seed: int | None = None,
    options: dict[str, Any] | None = None,
    clans: list[str] | None = None,
) -> Match:
    """A new match; without a seed nobody can foresee it."""
    game = find(title)
    return begin(
        game, game.clan_numbers(seats, clans), game.settings(options or {}), fresh_seed() if seed is None else seed
    )


def begin(game: Game[Any], numbers: list[int], settings: dict[str, Value], seed: int) -> Match:
    """A new match of clans and options that have been checked."""
    state = game.set_up(numbers, settings, chance_from(seed), Log([]))
    game.book.settle(state)
    return Match(game, state, numbers, settings, seed, "")


def set_up(text: str) -> Match:
    """A match that begins with a position."""
    document = Document(text)
    match = _laid_out(document, text)
    if document.get(MACHINE) is None:
        match.game.book.settle(match.state)
    else:
        restore(match.game.book, match.state, document)
    document.check_all_read()
    try:
        match.game.check(match.state)
        assert match.over or all(match.options(seat) for seat in match.asked()), "somebody has nothing to choose from"
    except (AssertionError, LookupError, ArithmeticError, ValueError, TypeError) as error:
        raise document.wrong(f"this cannot be: {str(error) or 'it breaks a rule'}", MACHINE) from error
    match.begin_here()
    return match


def _laid_out(document: Document, text: str) -> Match:
    """What the readable part of a position says, before anybody is asked."""
    game = _game_of(document)
    clans = document.names("clans")
    seed = document.number(0, -LARGEST_SEED, LARGEST_SEED, "seed")
    try:
        numbers = game.clan_numbers(len(clans), clans)
    except BadOptions as error:
        raise document.wrong(str(error), "clans") from error
    try:
        settings = game.settings(document.table("options"))
    except BadOptions as error:
        name = next((name for name in document.table("options") if name in str(error)), "")
        raise document.wrong(str(error), "options", name) from error
    state = game.read_position(document, numbers, settings, chance_from(seed), Log([]))
    return Match(game, state, numbers, settings, seed, text)


def _game_of(document: Document) -> Game[Any]:
    if not document.has("game"):
        raise document.wrong("a position says which game it is of: game = …")
    try:
        return find(str(document.get("game")))
    except UnknownGame as error:
        raise document.wrong(str(error), "game") from error


def write_position(match: Match) -> str:
    """The readable part; and, unless that alone leads here, whatever it leaves out."""
    readable = write(headed(match.game, match.state, HOST, match.settings, match.seed))
    laid_out, book = _laid_out(Document(readable), readable).state, match.game.book
    extra = difference(book, match.state, laid_out)
    book.settle(laid_out)
    if not difference(book, match.state, laid_out):
        return readable
    return readable + "\n" + write({MACHINE: extra}).lstrip("\n")


def load(text: str) -> Match:
    """The match of a record, replayed and verified line by line; there is no half-loaded match."""
    script = read_record(text)
    match = _begin(script)
    for line in script.choices:
        _replay(match, line)
    said = [(position, said) for position, lines in enumerate(match.chance_lines()) for said in lines]
    for line in script.chance:
        if (line.position, line.text) not in said:
            raise CorruptRecord(f"chance did not decide this: {line.text}", line.number)
    if script.result is not None and script.result.text != match.result():
        raise CorruptRecord(
            f"the match did not end like this, but: {match.result() or 'not yet'}", script.result.number
        )
    return match


def _begin(script: Script) -> Match:
    headers = script.headers
    try:
        game = find(headers.title)
        if headers.rules != game.rules_version:
            raise WrongVersion(
                f"written under rules {headers.rules} of {headers.title}; these are rules {game.rules_version}",
                script.line_of("rules"),
            )
        if headers.origin:
            return _begin_with(script)
        return new(headers.title, len(headers.clans), headers.seed, dict(headers.settings), headers.clans)
    # Each under a name of its own: compiled, a name has one type.
    except BadPosition as misplaced:
        line = script.origin_lines[min(misplaced.line, len(script.origin_lines)) - 1]
        raise CorruptRecord(str(misplaced).partition(": ")[2], line) from misplaced
    except UnknownGame as unknown:
        raise CorruptRecord(str(unknown), script.line_of("game")) from unknown
    except BadOptions as refused:
        wrong = "clans" if "clan" in str(refused) else "option"
        raise CorruptRecord(str(refused), script.line_of(wrong)) from refused


def _begin_with(script: Script) -> Match:
    """The match that begins with the position of a record."""
    headers = script.headers
    match = set_up(headers.origin)
    if headers.clans or headers.settings or headers.seed:
        raise CorruptRecord("a record has a position, or clans, options and seed, not both", script.origin_lines[0])
    if match.game.title != headers.title:
        raise CorruptRecord(f"the position is one of {match.game.title}", script.line_of("game"))
    return match


def _replay(match: Match, line: Line) -> None:
    clan, _, text = line.text.partition(": ")
    if clan not in match.clans:
        raise CorruptRecord(f"nobody plays {clan!r}", line.number)
    try:
        match.play(match.clans.index(clan), text)
    except (ChoiceError, MatchOver) as error:
        raise CorruptRecord(str(error), line.number) from error
