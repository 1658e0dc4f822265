"""A match: its state and its history, with words."""

import difflib
from os import PathLike
from typing import Any, Final

from drakkar.core.chance import chance_from, fresh_seed
from drakkar.core.errors import (
    FAULTS,
    BadArgument,
    BadPosition,
    CannotUndo,
    DrakkarError,
    IllegalChoice,
    MatchOver,
    NotYourDecision,
    UnreadableChoice,
)
from drakkar.core.events import Entry, Event, Log, may_know
from drakkar.core.excerpt import excerpt, unquoted
from drakkar.core.flow import Question
from drakkar.core.game import HOST, REVISION, Game, Outcome, Value, find
from drakkar.core.known_position import known_extra, readable_part
from drakkar.core.lay_out import headed, lay_out
from drakkar.core.limits import LONGEST_POSITION, text_of
from drakkar.core.machine_section import difference, is_foreign, other_version, restore
from drakkar.core.moment import Decision, choices_of, counted, prompt_of, prompts_of, questions_of
from drakkar.core.notation import Choice
from drakkar.core.position import MACHINE, SEEN_BY, SPECTATOR, Document, write
from drakkar.core.position_format import check_format
from drakkar.core.reasons import BYTE, Reason, refusal, unfold
from drakkar.core.record import Headers, write_record
from drakkar.core.view import View

# Fuzzy matching is slow, so long input or many choices get fewer hints.
LONGEST_HINTED: Final = 60
MOST_COMPARED: Final = 200


class Played:
    """A choice that a seat made: an entry of `Match.history`.

    Attributes:
        seat: the seat that made it.
        text: its spelling, such as `invade warrior Gimle`.
        code: its integer.
        log_end: how many events there were once the rules had carried it out.
        final: True if no undo can take it back, because chance was used or an event revealed hidden information.
    """

    def __init__(self, seat: int, code: int, text: str, log_end: int, final: bool) -> None:
        self.seat = seat
        self.code = code
        self.text = text
        self.log_end = log_end
        self.final = final

    def __repr__(self) -> str:
        return f"<Played seat {self.seat}: {self.text}>"


class Match:
    """A match of one game: its state, its history, and the choices that the players owe now.

    `drakkar.new`, `drakkar.set_up` and `drakkar.load` make matches. Read `pending`, answer with `play`, and look at
    the table with `view` and `events`, until `over` is true. A match knows everything that is hidden from its
    players, so give a player a view of their seat and never the match.

    Attributes:
        title: the game, such as `blood_rage`.
        sides: the name of the side that each seat plays.
        rulings: the value of every ruling, by its name.
        seed: the number that all chance comes from.
        history: the choices so far, in order; each has a `seat`, a `text` and a `code`.

    >>> match = drakkar.new("blood_rage", seats=2, seed=7)
    >>> while not match.over:
    ...     decision = match.pending[0]
    ...     match.play(decision.seat, decision.choices[0])
    >>> match
    <Match blood_rage: wolf, raven; 88 choices made, over>
    >>> match.outcome.winners
    (0,)
    """

    def __init__(
        self, game: Game[Any], state: Any, sides: list[int], rulings: dict[str, Value], seed: int, origin: str
    ) -> None:
        self._game = game
        self._state = state
        self.title = game.title
        self.sides = tuple(game.sides[side] for side in sides)
        self._side_numbers = sides
        self.rulings = rulings
        self.seed = seed
        # The position that the match started from; empty if it started with the normal setup.
        self._origin = origin
        self._log: Log = state.flow.log
        # The line where the [machine] part of the origin starts; 0 if there is none, or if it is trusted.
        self._machine_line = 0
        self.history: list[Played] = []
        self._mark_start()

    def _mark_start(self) -> None:
        """Start the history at the current state."""
        self._start = self._game.copy(self._state)
        self._setup_end = len(self._log.entries)
        # Index in the history where the sealed choices of the incomplete round start.
        self._open_round = 0

    def __repr__(self) -> str:
        end = ", over" if self.over else ""
        return f"<Match {self.title}: {', '.join(self.sides)}; {counted(len(self.history), 'choice')} made{end}>"

    @property
    def seats(self) -> int:
        """How many seats there are. They are numbered from 0.

        >>> drakkar.new("blood_rage", seats=4, seed=7).seats
        4
        """
        return len(self.sides)

    @property
    def over(self) -> bool:
        """True once the match has ended.

        >>> drakkar.new("blood_rage", seats=2, seed=7).over
        False
        """
        return bool(self._state.flow.over)

    @property
    def outcome(self) -> Outcome | None:
        """The winners and the final scores; None while the match is running.

        >>> match = drakkar.new("blood_rage", seats=2, seed=7)
        >>> print(match.outcome)
        None
        >>> while not match.over:
        ...     decision = match.pending[0]
        ...     match.play(decision.seat, decision.choices[0])
        >>> match.outcome
        Outcome(winners=(0,), scores=(7, 6))
        """
        return self._game.outcome(self._state, self._log) if self.over else None

    @property
    def pending(self) -> tuple[Decision, ...]:
        """The decisions that seats owe now.

        There are several when players choose at the same time, and none once the match is over. The list shows the
        choices of all seats; `view(seat).choices` shows only those of one seat.

        >>> match = drakkar.new("blood_rage", seats=2, seed=7)
        >>> [(decision.seat, decision.side, len(decision.choices)) for decision in match.pending]
        [(0, 'wolf', 8), (1, 'raven', 8)]
        """
        asked = questions_of(self._game, self._state)
        return tuple([self._decision(seat, question) for seat, question in asked.items()])

    def _decision(self, seat: int, question: Question[Any]) -> Decision:
        prompt = prompt_of(self._game, self._state, seat, question)
        return Decision(seat, prompt, choices_of(self._game, self._state, seat), question.secret, self.sides[seat])

    def choices(self, seat: int) -> tuple[Choice, ...]:
        """All legal choices of a seat now; none if the seat owes no decision.

        Raises:
            BadArgument: there is no such seat.

        >>> match = drakkar.new("blood_rage", seats=2, seed=7, rulings={"first_game_no_draft": True})
        >>> match.choices(0)[:2]
        (<Choice 'invade warrior Muspelheim'>, <Choice 'invade warrior Horgr'>)
        >>> match.choices(1)
        ()
        """
        self._check_seat(seat)
        return choices_of(self._game, self._state, seat)

    def scores(self) -> tuple[int, ...]:
        """The score of each seat now. In a game without points it is 0, and 1 for the winners once the match is over.

        >>> drakkar.new("blood_rage", seats=3, seed=7).scores()
        (0, 0, 0)
        """
        return self._game.scores(self._state)

    def view(self, seat: int | None) -> View:
        """The table as one seat sees it. A view contains nothing that is hidden from its seat.

        Args:
            seat: the seat, or None for a spectator.

        Raises:
            BadArgument: there is no such seat.

        >>> match = drakkar.new("blood_rage", seats=2, seed=7)
        >>> match.view(0)
        <View of seat 0 (wolf): blood_rage, 8 choices>
        >>> match.view(None)
        <View of a spectator: blood_rage>
        """
        if seat is not None:
            self._check_seat(seat)
        veiled = self._game.veil(self._state, seat)
        return View(self._game, seat, len(self.history), veiled, self.rulings, self._machine_line)

    def events(self, seat: int | None, since: int = 0, until: int | None = None) -> list[Event]:
        """The events so far, as one seat may know them. Hidden values are `Hidden`.

        The list has the same length for every seat: event 5 of one seat is event 5 of the others. A match that was set
        up from a position begins without events.

        Args:
            seat: the seat, or None for a spectator.
            since: leave out that many events from the beginning.
            until: stop before the event of this number; None for all.

        Raises:
            BadArgument: there is no such seat.

        >>> match = drakkar.new("blood_rage", seats=2, seed=7)
        >>> seen = len(match.events(1))
        >>> match.play(0, match.choices(0)[0])
        >>> match.events(1, since=seen)
        [<Event picked: Wolf takes a card.>]
        """
        if seat is not None:
            self._check_seat(seat)
        return [self._told(entry, may_know(entry[1], seat)) for entry in self._log.entries[since:until]]

    def _all_events(self, since: int = 0) -> list[Event]:
        """All events after the first `since`, with nothing hidden."""
        return [self._told(entry, True) for entry in self._log.entries[since:]]

    def _say(self, sort: str, value: int) -> str:
        """The word for a value of one sort."""
        return self._game.say(self._state, sort, value)

    def _told(self, entry: Entry, knows_all: bool) -> Event:
        kind, _, values = entry
        return self._game.book.kinds[kind].describe(values, knows_all, self._say)

    def play(self, seat: int, choice: Choice | str) -> None:
        """Make a choice for a seat. The rules then run until a seat owes a decision or the match is over.

        Args:
            seat: the seat that chooses.
            choice: one of its legal choices, or its spelling. Case, accents and apostrophes do not matter.

        Raises:
            UnreadableChoice: no choice of the game is spelled like that.
            IllegalChoice: a rule forbids it now; NotYourDecision if the seat owes no decision.
            BadArgument: there is no such seat.
            MatchOver: the match has ended.
            BadPosition: the match began with a position that was changed by hand, and the rules break on it.

        After an error the match is the same as before.

        >>> match = drakkar.new("blood_rage", seats=2, seed=7, rulings={"first_game_no_draft": True})
        >>> match.play(0, "invade warrior Gimle")
        >>> match.history
        [<Played seat 0: invade warrior Gimle>]
        """
        if self._machine_line:
            self._play_warily(seat, choice, True)
        else:
            self._replay_choice(seat, choice)

    def _replay_choice(self, seat: int, choice: Choice | str) -> None:
        """Play one choice of a replay. The match is checked only at the end, by `_vouch`."""
        if self._machine_line:
            self._play_warily(seat, choice, False)
        else:
            meant = self._resolve(seat, choice)
            self._answer(seat, meant.code, meant.text)

    def _play_warily(self, seat: int, choice: Choice | str, thoroughly: bool) -> None:
        """Play on from untrusted numbers; if the rules fail on them, the match stays as it was."""
        choices, told = len(self.history), len(self._log.entries)
        try:
            meant = self._resolve(seat, choice)
            self._answer(seat, meant.code, meant.text)
            if thoroughly:
                self._look_over(told)
        except DrakkarError:
            raise
        except FAULTS as error:
            self._replay(self.history[:choices])
            raise self._broken(error) from error

    def _broken(self, error: Exception) -> BadPosition:
        return BadPosition(f"the rules cannot continue from here: {excerpt(str(error))}", self._machine_line)

    def _look_over(self, since: int = 0) -> None:
        """Check everything that can be read from this moment and from the events since; an error names the fault."""
        self._game.check(self._state)
        asked = prompts_of(self._game, self._state)
        assert self.over or asked, "nobody is asked, and the match is not over"
        assert all(self.choices(seat) for seat in asked), "a seat is asked and has no choice"
        self._game.write_position(self._state, HOST)
        # A spectator and one deciding seat suffice: the other views have no other kinds of numbers.
        looking: list[int | None] = [None, *list(asked)[:1]]
        for seat in looking:
            self._game.view(self._game.veil(self._state, seat), seat)
        self._all_events(since)
        self._result()

    def _resolve(self, seat: int, choice: Choice | str) -> Choice:
        """The choice that this text means for the seat now; ChoiceError if it is not allowed. Nothing is played."""
        if self.over:
            raise MatchOver("the match is over")
        code = self._code(seat, choice)
        reason = self._why_not(seat, code)
        if reason is not None:
            asked = self._game.book.asked(self._state, seat) is not None
            refused = self._game.book.notation.choice(code, self._spell(seat, code))
            error = IllegalChoice if asked else NotYourDecision
            raise error(f"{refused}: {reason}", seat, reason, refused)
        return self._game.book.notation.choice(code, self._spell(seat, code))

    def _answer(self, seat: int, code: int, text: str) -> None:
        flow, question = self._state.flow, self._game.book.asked(self._state, seat)
        drawn, told, others_owe = self._drawn(), len(self._log.entries), flow.owing > 1
        self._game.book.answer(self._state, seat, code)
        final = self._drawn() != drawn or any(
            self._game.book.kinds[kind].reveals for kind, _, _ in self._log.entries[told:]
        )
        asked_once_more = self._game.book.asked(self._state, seat) is question and not final
        is_sealed = question is not None and question.secret
        round_goes_on = is_sealed and (others_owe or asked_once_more)
        # The last sealed choice completes the round and is final, even if it reveals nothing.
        final = final or (is_sealed and not round_goes_on)
        self.history.append(Played(seat, code, text, len(self._log.entries), final))
        if not round_goes_on:
            self._open_round = len(self.history)

    def _drawn(self) -> tuple[int, int]:
        """The number of draws so far, and of fed outcomes left."""
        chance = self._state.flow.chance
        return chance.used, len(chance.fed)

    def undo(self, seat: int) -> None:
        """Take back the latest choice of a seat. The match is then the same as if the choice had not been made.

        A seat can take back a choice until another seat has chosen, chance was used, or an event revealed hidden
        information. It can take back a secret choice until all seats of the round have chosen.

        Raises:
            CannotUndo: the seat may not take back a choice now; `reason` says why.
            BadArgument: there is no such seat.

        >>> match = drakkar.new("blood_rage", seats=2, seed=7, rulings={"first_game_no_draft": True})
        >>> match.play(0, "invade warrior Gimle")
        >>> match.undo(0)
        >>> match.history
        []
        """
        self._check_seat(seat)
        at = self._undoable(seat)
        if at is None:
            raise CannotUndo(self._undo_refusal(seat), seat)
        history = self.history[:at] + self.history[at + 1 :]
        if self._machine_line:
            self._trial(history)
        self._replay(history)

    def _trial(self, history: list[Played]) -> "Match":
        """A checked copy with this history; BadPosition if the rules fail on what the origin says."""
        other = self.copy()
        try:
            other._replay(history)
        except FAULTS as error:
            raise self._broken(error) from error
        other._vouch()
        return other

    def _vouch(self) -> None:
        """BadPosition if the rules cannot lead to this moment, which was reached from untrusted numbers."""
        try:
            self._look_over(self._setup_end)
        except FAULTS as error:
            raise self._broken(error) from error

    def _replay(self, history: list[Played]) -> None:
        """Go back to the start and make only these choices."""
        self._log.rewind(self._setup_end)
        self._state = self._game.copy(self._start)
        self._state.flow.log = self._log
        self.history, self._open_round = [], 0
        for played in history:
            self._answer(played.seat, played.code, played.text)

    def _undoable(self, seat: int) -> int | None:
        """The index in the history of the choice that the seat may take back; None if there is none.

        It is the seat's latest choice, if no other seat has chosen since and it is not final. Sealed choices of an
        incomplete round can be taken back even if others have sealed since.
        """
        for at in range(len(self.history) - 1, -1, -1):
            if self.history[at].seat == seat:
                last = at == len(self.history) - 1
                return at if at >= self._open_round or (last and not self.history[at].final) else None
        return None

    def why_not_undo(self, seat: int) -> Reason | None:
        """None if the seat may take back its latest choice, otherwise the reason against it.

        Raises:
            BadArgument: there is no such seat.

        >>> match = drakkar.new("blood_rage", seats=2, seed=7)
        >>> match.why_not_undo(0).code
        'nothing_chosen'
        >>> match.play(0, match.choices(0)[0])
        >>> match.why_not_undo(0) is None
        True
        """
        self._check_seat(seat)
        return self._undo_refusal(seat) if self._undoable(seat) is None else None

    def _undo_refusal(self, seat: int) -> Reason:
        if all(played.seat != seat for played in self.history):
            return refusal("nothing_chosen", {})
        last = self.history[-1]
        return (
            refusal("others_chose", {"side": self.sides[last.seat]})
            if last.seat != seat
            else refusal("known_since", {})
        )

    def why_not(self, seat: int, choice: Choice | str) -> Reason | None:
        """None if the seat may make this choice now, otherwise the rule that forbids it. Nothing is played.

        Raises:
            UnreadableChoice: no choice of the game is spelled like that.
            BadArgument: there is no such seat.

        >>> match = drakkar.new("blood_rage", seats=2, seed=7, rulings={"first_game_no_draft": True})
        >>> print(match.why_not(0, "invade warrior Yggdrasil"))
        Yggdrasil cannot be invaded · BR-7.4
        >>> match.why_not(0, "invade warrior Gimle") is None
        True
        """
        try:
            return self._why_not(seat, self._code(seat, choice))
        except DrakkarError:
            raise
        except FAULTS as error:
            if not self._machine_line:
                raise
            raise self._broken(error) from error

    def _only_answer(self, seat: int) -> str:
        """The seat's only choice, if everyone can see that it has no other; otherwise empty."""
        legal = self._game.book.legal(self._state, seat)
        if len(legal) != 1 or not self._game.shows_choices(self._game.veil(self._state, None), seat):
            return ""
        return self._spell(seat, legal[0])

    def _spell(self, seat: int, code: int) -> str:
        """The spelling of a choice; cards of the same name are distinguished only if the seat could choose both."""
        notation = self._game.book.notation
        if not notation.has_namesake(code):
            return notation.spell(code)
        legal = self._game.book.legal(self._state, seat)
        return notation.spell_all([code, *(other for other in legal if other != code)])[0]

    def copy(self) -> "Match":
        """An independent copy. Choices made in it do not change the original.

        >>> match = drakkar.new("blood_rage", seats=2, seed=7)
        >>> other = match.copy()
        >>> other.play(0, other.choices(0)[0])
        >>> len(match.history), len(other.history)
        (0, 1)
        """
        state = self._game.copy(self._state)
        state.flow.log = self._log.copy()
        other = Match(self._game, state, self._side_numbers, self.rulings, self.seed, self._origin)
        other._start, other._setup_end, other._open_round = self._start, self._setup_end, self._open_round
        other.history, other._machine_line = self.history[:], self._machine_line
        return other

    def _at_choice(self, choices: int) -> "Match":
        """A copy of the match as it was after that many choices."""
        if self._machine_line:
            return self._trial(self.history[: max(0, choices)])
        other = self.copy()
        other._replay(self.history[: max(0, choices)])
        return other

    def position(self, seat: int | None = HOST) -> str:
        """This moment as text. `drakkar.set_up` makes a match of it.

        Args:
            seat: leave it out for the exact moment, with everything that is hidden. A seat, or None for a spectator,
                gives what that seat knows. `drakkar.set_up` then fills in the rest at random, always in the same way.

        >>> match = drakkar.new("blood_rage", seats=2, seed=7)
        >>> print(match.position().splitlines()[0])
        game = "blood_rage"
        >>> drakkar.set_up(match.position()).choices(0) == match.choices(0)
        True
        """
        return write_position(self) if seat == HOST else self.view(seat).position()

    def record(self) -> str:
        """The whole match as text that people can read, to be stored as UTF-8. `drakkar.load` reads it.

        >>> match = drakkar.new("blood_rage", seats=2, seed=7)
        >>> match.play(0, match.choices(0)[0])
        >>> print(match.record().splitlines()[-2])
        1. wolf: pick Glorious Death!
        >>> drakkar.load(match.record()).history
        [<Played seat 0: pick Glorious Death!>]
        """
        return write_record(self._headers(), self._chance_lines(), self._choice_lines(), self._result())

    def _headers(self) -> Headers:
        game = self._game
        # A ruling of a later release changes no record: rulings that have their default are not in it.
        rulings = {name: value for name, value in game.unusual_rulings(self.rulings).items() if name != REVISION}
        revision = game.revision_of(self.rulings)
        return Headers(game.title, revision, list(self.sides), rulings, self.seed, self._origin, game.facts)

    def _chance_lines(self) -> list[list[str]]:
        """The outcomes of chance as text: before the first choice, after it, after the second …"""
        lines: list[list[str]] = []
        start = 0
        for end in [self._setup_end, *(played.log_end for played in self.history)]:
            decided = [entry for entry in self._log.entries[start:end] if self._game.book.kinds[entry[0]].by_chance]
            lines.append([self._told(entry, True).code_line() for entry in decided])
            start = end
        return lines

    def _choice_lines(self) -> list[str]:
        return [f"{self.sides[played.seat]}: {played.text}" for played in self.history]

    def _result(self) -> str:
        """The result in one line; empty while the match is running."""
        if (outcome := self.outcome) is None:
            return ""
        winners = " and ".join(self.sides[seat] for seat in outcome.winners)
        if not outcome.scores:
            return f"won by {winners}: {outcome.victory}"
        scores = ", ".join(f"{side} {points}" for side, points in zip(self.sides, outcome.scores, strict=True))
        return f"{scores}; won by {winners}"

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.sides):
            raise BadArgument(f"there is no seat {seat}; the seats are 0 to {self.seats - 1}")

    def _code(self, seat: int, choice: Choice | str) -> int:
        """The integer of a choice, as this seat means it."""
        self._check_seat(seat)
        if isinstance(choice, Choice):
            return choice.code
        require(choice, str, "a choice is a Choice or its spelling")
        meanings = self._game.book.notation.read(choice)
        if len(meanings) == 1:
            return meanings[0]
        legal = self._game.book.legal(self._state, seat)
        chosen = [code for code in meanings if code in legal]
        if len(chosen) == 1:
            return chosen[0]
        if chosen:
            spellings: list[int | str] = [self._game.book.notation.spell(code, in_full=True) for code in chosen]
            unclear = refusal("ambiguous", {"words": unquoted(choice), "choices": spellings})
            raise UnreadableChoice(str(unclear), seat, unclear)
        if meanings:
            return self._game.likeliest(self._state, seat, meanings)
        near = _nearest(choice, [other.text for other in self.choices(seat)])
        hint = f"; did you mean {' or '.join(repr(text) for text in near)}?" if near else ""
        unknown = refusal("unreadable", {"words": unquoted(choice), "game": self._game.name}, more=hint)
        raise UnreadableChoice(str(unknown), seat, unknown)

    def _why_not(self, seat: int, code: int) -> Reason | None:
        if self.over:
            return refusal("match_over", {})
        book, s = self._game.book, self._state
        question = book.asked(s, seat)
        packed = self._game.why_not_asked(s, seat) if question is None else book.why_not(s, seat, code)
        if not packed:
            return None if question else self._not_your_turn()
        why = book.whys[packed % BYTE]
        assert why is not None, "a reason has a number"
        if question is not None and why is book.not_asked:
            prompt = prompt_of(self._game, self._state, seat, question)
            return refusal("not_asked", {}, prompt.rule, prompt.to_json())
        return unfold(why, packed, self._say)

    def _not_your_turn(self) -> Reason:
        owed = prompts_of(self._game, self._state)
        names: list[int | str] = [self.sides[seat] for seat in owed]
        prompt = next(iter(owed.values()))
        return refusal("not_your_turn", {"asked": names}, prompt.rule, prompt.to_json())


def _nearest(words: str, choices: list[str]) -> list[str]:
    """The choices with the most similar spelling; none if the text is much longer than any choice."""
    if len(words) > LONGEST_HINTED:
        return []
    return difflib.get_close_matches(words, choices[:MOST_COMPARED], 3, 0.4)


def require(value: object, kind: type, text: str) -> None:
    """TypeError if a value has another type; the compiled build raises it by itself."""
    if not isinstance(value, kind):
        raise TypeError(f"{text}, not {excerpt(repr(value))}")


def new(
    title: str,
    seats: int,
    seed: int | None = None,
    rulings: dict[str, Any] | None = None,
    sides: list[str] | None = None,
) -> Match:
    """A new match.

    Args:
        title: the game; `drakkar.titles()` lists them.
        seats: the number of players.
        seed: the number that all chance comes from. The same seed gives the same match; None draws an
            unguessable one.
        rulings: rule variants by name; the others keep their defaults.
        sides: the name of each seat's side; None for the sides that the game names first.

    Raises:
        UnknownGame: there is no game of that title.
        BadArgument: the game does not have these seats, sides or rulings; the message lists those that it has.

    >>> drakkar.new("blood_rage", seats=3, seed=7)
    <Match blood_rage: wolf, raven, serpent; 0 choices made>
    >>> drakkar.new("blood_rage", seats=2, sides=["bear", "ram"]).sides
    ('bear', 'ram')
    """
    if seed is not None:
        require(seed, int, "a seed is an integer")
    game = find(title)
    numbers, values = game.side_numbers(seats, sides), game.resolve_rulings(rulings or {})
    return begin(game, numbers, values, fresh_seed() if seed is None else seed)


def begin(game: Game[Any], numbers: list[int], rulings: dict[str, Value], seed: int) -> Match:
    """A new match with checked sides and rulings."""
    state = game.set_up(numbers, rulings, chance_from(seed), Log([]))
    game.book.settle(state)
    return Match(game, state, numbers, rulings, seed, "")


def set_up(position: str | PathLike[str]) -> Match:
    r"""A match that begins with a position: a short text (TOML) that people write, or the result of `Match.position`.

    The position must name `game` and `sides`; docs/positions.md lists the other keys. Everything else is filled in
    from the `seed`, which is 0 unless the position names one. The match starts there: it has no history and no events
    of what came before, and its outcome can only say where later points came from.

    Args:
        position: the text, or the `Path` of a file that contains it; a `str` is always the text, never a file name.

    Raises:
        OSError: the file cannot be read.
        BadPosition: the text cannot be read, or breaks a rule; `line` is the number of the line at fault.
        WrongVersion: another version of Drakkar wrote it, and this one cannot read its format or `[machine]` section.

    >>> match = drakkar.set_up("game = 'blood_rage'\nsides = ['wolf', 'raven']\nturn = 'raven'")
    >>> match.pending[0].side
    'raven'
    """
    text = text_of(position, LONGEST_POSITION)
    document = Document(text)
    check_format(document)
    try:
        match = _laid_out(document, text)
        foreign = document.has(MACHINE) and is_foreign(match._game.book, match._state, document)
    except DrakkarError:
        raise
    except FAULTS as error:
        raise document.wrong(f"impossible: {excerpt(str(error)) or 'it breaks a rule'}", MACHINE) from error
    try:
        _begin_there(match, document, foreign)
    except DrakkarError:
        raise
    except FAULTS as error:
        reason = f"impossible: {excerpt(str(error)) or 'it breaks a rule'}"
        raise (other_version(document, reason) if foreign else document.wrong(reason, MACHINE)) from error
    match._mark_start()
    return match


def _begin_there(match: Match, document: Document, foreign: bool) -> None:
    if document.get(MACHINE) is None:
        match._game.book.settle(match._state)
    else:
        restore(match._game.book, match._state, document)
        if SEEN_BY in document.table(MACHINE):
            match._state = match._game.complete_position(match._state, document, _seen_by(match, document))
            match._state.flow.log = match._log
        match._machine_line = document.line_of((MACHINE,))
    document.check_all_read()
    if match._machine_line:
        match._look_over()
        # A section with missing or extra values is not a moment of a real match, unless another version wrote it.
        assert foreign or _machine_part(match, document) == document.table(MACHINE), (
            "written again, this section says something else"
        )
        return
    match._game.check(match._state)
    asked = questions_of(match._game, match._state)
    assert match.over or all(match.choices(seat) for seat in asked), "a seat is asked and has no choice"


def _machine_part(match: Match, document: Document) -> dict[str, Any]:
    """The section `[machine]` as this Drakkar writes it, for the host or for the seat whose position it is."""
    if SEEN_BY not in document.table(MACHINE):
        return _written(match)[1]
    seat = _seen_by(match, document)
    known = match._game.veil(match._state, seat)
    return known_extra(match._game, known, seat, readable_part(match._game, known, seat, match.rulings))


def _seen_by(match: Match, document: Document) -> int | None:
    """The seat whose position this is; None for a spectator."""
    seat = document.name((*match.sides, SPECTATOR), MACHINE, SEEN_BY)
    return None if seat == match.seats else seat


def _laid_out(document: Document, text: str) -> Match:
    """The match that the readable part of a position describes, before any question is asked."""
    laid = lay_out(document)
    return Match(laid.game, laid.state, laid.sides, laid.rulings, laid.seed, text)


def write_position(match: Match) -> str:
    """The readable part and, if that is not exact, the [machine] part."""
    readable, extra = _written(match)
    return readable + "\n" + write({MACHINE: extra}).lstrip("\n") if extra else readable


def _written(match: Match) -> tuple[str, dict[str, Any]]:
    """The readable part of a position, and the contents of the [machine] part; empty if it is not needed."""
    readable = write(headed(match._game, match._state, HOST, match.rulings, match.seed))
    laid_out, book = _laid_out(Document(readable), readable)._state, match._game.book
    extra = difference(book, match._state, laid_out)
    book.settle(laid_out)
    return readable, extra if difference(book, match._state, laid_out) else {}
