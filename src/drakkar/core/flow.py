"""The engine: a stack of frames for pending rules, and questions for the choices that seats owe.

A rule is a *step*. A step that needs other steps first pushes them; a step that needs a choice asks a seat a *question*
and ends. `settle` runs steps until a seat owes a choice or none remain. Everything pending is integers in the State's
Flow, so a match can be copied at any point, even in mid-battle.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Final, Generic, TypeVar

from drakkar.core.build import mypyc_attr
from drakkar.core.chance import Chance
from drakkar.core.events import EVERYONE, UNSEEN, EventKind, Log, Values
from drakkar.core.notation import Notation, Verb
from drakkar.core.reasons import Sentence, Why
from drakkar.core.vectors import Vec, holds, twin, vec
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer

FRAME: Final = 3
# Limit on the steps between two choices. A real match takes fewer than a hundred; a forged state could loop for ever.
MOST_STEPS: Final = 5000
DEEPEST: Final = 96
MENU_GROWS: Final = 64
NOBODY: Final = -1
NO_CARD: Final = -1
# Card numbers are below this.
MOST_CARDS: Final = 256


class Menu:
    """The choices that a seat may make, in display order: a reused buffer.

    `seat` is the seat they belong to; NOBODY once a choice was made since.
    """

    def __init__(self) -> None:
        self.codes = vec(0)
        self.size: int = 0
        self.seat: int = NOBODY

    def add(self, verb: Verb, a: int = 0, b: int = 0) -> None:
        """Add one choice."""
        if self.size == len(self.codes):
            self._grow()
        self.codes[self.size] = verb.base + a * verb.width + b
        self.size += 1

    def add_all(self, verb: Verb, a: int, those: int) -> None:
        """Add a choice for each b in the bit set `those`, which has at most MENU_GROWS bits."""
        if self.size + MENU_GROWS > len(self.codes):
            self._grow()
        codes, size, code = self.codes, self.size, verb.base + a * verb.width
        while those > 0:
            if those & 1:
                codes[size] = code
                size += 1
            code += 1
            those >>= 1
        self.size = size

    def add_each(self, verb: Verb, cards: Vec, start: int, end: int, among: Vec) -> None:
        """Add a choice for each card in this slice that `among` marks; equal cards only once."""
        if self.size + end - start > len(self.codes):
            self._grow()
        codes, first, size = self.codes, self.size, self.size
        for at in range(start, end):
            card = cards[at]
            code = verb.base + card * verb.width
            if among[card] and not holds(codes, first, size, code):
                codes[size] = code
                size += 1
        self.size = size

    def _grow(self) -> None:
        codes = vec(len(self.codes) + MENU_GROWS)
        for at in range(self.size):
            codes[at] = self.codes[at]
        self.codes = codes

    def listed(self) -> list[int]:
        """The choices as a list of integers."""
        return list(self.codes[: self.size])


class Flow:
    """The part of a State that the core manages: frames, questions, chance and, in a match, the log."""

    def __init__(
        self,
        stack: Vec,
        depth: int,
        asked: Vec,
        about: Vec,
        owing: int,
        over: bool,
        chance: Chance,
        log: Log | None,
    ) -> None:
        self.stack = stack
        self.depth = depth
        self.asked = asked
        self.about = about
        self.owing = owing
        self.over = over
        self.chance = chance
        self.log = log
        self.menu = Menu()

    def copy(self) -> "Flow":
        """A copy without the log."""
        return Flow(
            twin(self.stack),
            self.depth,
            twin(self.asked),
            twin(self.about),
            self.owing,
            self.over,
            self.chance.copy(),
            None,
        )


def new_flow(seats: int, chance: Chance, log: Log | None) -> Flow:
    """A flow without frames or questions."""
    return Flow(vec(DEEPEST * FRAME), 0, vec(seats), vec(seats), 0, False, chance, log)


def next_seat(flow: Flow) -> int:
    """The first seat that owes a choice; NOBODY if there is none."""
    seats: int = len(flow.asked)
    for seat in range(seats):
        if flow.asked[seat]:
            return seat
    return NOBODY


@mypyc_attr(allow_interpreted_subclasses=True)
class BaseState:
    """The base of every game's State."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow

    def in_force(self, seat: int, among: Vec) -> Vec:  # noqa: ARG002 - a game may have no cards
        """The cards in force for a seat, limited to those that `among` marks with a 1."""
        return vec(0)

    def has_in_force(self, seat: int, card: int) -> bool:  # noqa: ARG002
        """Whether a card is in force for a seat."""
        return False

    def constant_parts(self) -> tuple[str, ...]:
        """The names of fields that never change, so positions leave them out."""
        return ("rulings",)

    def growing_parts(self) -> tuple[str, ...]:
        """The names of vectors that grow; all others keep their length."""
        return ()


S = TypeVar("S", bound=BaseState)


class Step(ABC, Generic[S]):
    """A rule that can be queued on the stack."""

    def __init__(self, number: int, name: str) -> None:
        self.number = number
        self.name = name

    @abstractmethod
    def run(self, s: S, seat: int, about: int) -> None:
        """Run the rule."""


class PlainStep(Step[S]):
    """A rule that needs only the state."""

    def __init__(self, number: int, name: str, rule: Callable[[S], None]) -> None:
        super().__init__(number, name)
        self.rule = rule

    def run(self, s: S, seat: int, about: int) -> None:  # noqa: ARG002 - a plain step has no arguments
        """Run the rule."""
        self.rule(s)


class SeatStep(Step[S]):
    """A rule about one seat."""

    def __init__(self, number: int, name: str, rule: Callable[[S, int], None]) -> None:
        super().__init__(number, name)
        self.rule = rule

    def run(self, s: S, seat: int, about: int) -> None:  # noqa: ARG002 - a seat step has one argument
        """Run the rule."""
        self.rule(s, seat)


class AboutStep(Step[S]):
    """A rule about one seat and one other thing."""

    def __init__(self, number: int, name: str, rule: Callable[[S, int, int], None]) -> None:
        super().__init__(number, name)
        self.rule = rule

    def run(self, s: S, seat: int, about: int) -> None:
        """Run the rule."""
        self.rule(s, seat, about)


def follow(s: BaseState, steps: tuple[Step[S], ...]) -> None:
    """Push steps; the first one runs first, before everything already pending."""
    for at in range(len(steps) - 1, -1, -1):
        then(s, steps[at])


def then(s: BaseState, step: Step[S], seat: int = 0, about: int = 0) -> None:
    """Push one step; it runs before everything already pending."""
    flow = s.flow
    at = flow.depth * FRAME
    flow.stack[at] = step.number
    flow.stack[at + 1] = seat
    flow.stack[at + 2] = about
    flow.depth += 1


def drop(flow: Flow, frame: int) -> None:
    """Remove a pending frame; the others keep their order."""
    flow.depth -= 1
    for at in range(frame * FRAME, flow.depth * FRAME):
        flow.stack[at] = flow.stack[at + FRAME]


def is_pending(flow: Flow, steps: tuple[int, ...]) -> bool:
    """Whether a step with one of these numbers is pending."""
    for at in range(flow.depth - 1, -1, -1):  # the newest first
        pending = flow.stack[at * FRAME]
        for number in steps:
            if pending == number:
                return True
    return False


def emit(s: BaseState, kind: EventKind, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
    """Log an event for everyone; the values are in the order in which the sentence first names them."""
    if s.flow.log is not None:
        s.flow.log.add(kind, EVERYONE, (a, b, c, d, e))


def emit_to(s: BaseState, audience: int, kind: EventKind, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
    """Log an event; only the audience learns its secret fields."""
    if s.flow.log is not None:
        s.flow.log.add(kind, audience, (a, b, c, d))


def emit_list(s: BaseState, audience: int, kind: EventKind, a: int, items: Iterable[int]) -> None:
    """Log an event with any number of things."""
    if s.flow.log is not None:
        s.flow.log.add(kind, audience, (a, *items))


def end_match(s: BaseState) -> None:
    """End the match and drop all pending steps."""
    s.flow.over = True
    s.flow.depth = 0


class Offer(Generic[S]):
    """One verb that answers a question: its effect, its why-not (None: always allowed) and its menu (None: derived)."""

    def __init__(
        self,
        verb: Verb,
        do: Callable[[S, int, int, int], None],
        why_not: Callable[[S, int, int, int], int] | None,
        menu: Callable[[S, int, Menu], None] | None,
        card: int,
    ) -> None:
        self.verb = verb
        self.do = do
        self.why_not = why_not
        self.menu = menu
        self.card = card

    def write(self, s: S, seat: int, menu: Menu) -> None:
        """Add every legal choice to the menu."""
        if self.card != NO_CARD and not s.has_in_force(seat, self.card):
            return
        if self.menu is not None:
            self.menu(s, seat, menu)
            return
        for at in range(self.verb.size):
            if self.why_not is None or not self.reason(s, seat, at):
                menu.add(self.verb, 0, at)

    def reason(self, s: S, seat: int, at: int) -> int:
        """Why choice `at` of the verb is not allowed; 0 if it is."""
        if self.why_not is None:
            return 0
        width = self.verb.width
        return self.why_not(s, seat, at // width, at % width)


class Question(Generic[S]):
    """A question to a seat: its sentence, its rule and the verbs that answer it.

    The rules answer a question with a single legal answer themselves, unless it `hides` something: skipping it would
    then tell the others something about the seat's cards. A `secret` answer is known only to its seat. In a `draft`,
    each answer picks a card.
    """

    def __init__(
        self, number: int, code: str, rule: str, sentence: str, hides: bool, secret: bool, draft: bool
    ) -> None:
        self.number = number
        self.code = code
        self.rule = rule
        self.sentence = Sentence(sentence)
        self.hides = hides
        self.secret = secret
        self.draft = draft
        self.offers: list[Offer[S] | None] = []
        self.in_order: list[Offer[S]] = []
        self.without_cards: list[Offer[S]] = []
        self.cards = vec(MOST_CARDS)

    def offer(
        self,
        verb: Verb,
        do: Callable[[S, int, int, int], None],
        why_not: Callable[[S, int, int, int], int] | None = None,
        menu: Callable[[S, int, Menu], None] | None = None,
        card: int = NO_CARD,
    ) -> None:
        """Let this verb answer the question. A menu only saves time: it lists the choices without a reason.

        A verb without a why-not is always allowed. A verb that belongs to a card is only considered while that card is
        in force.

        Choices are listed in the order in which the verbs were declared, not in the order in which files are loaded.
        """
        self.offers += [None] * (verb.number + 1 - len(self.offers))
        self.offers[verb.number] = Offer(verb, do, why_not, menu, card)
        offers = [offer for offer in self.offers if offer is not None]
        self.in_order = sorted(offers, key=lambda offer: (offer.verb.closing, offer.verb.number))
        self.without_cards = [offer for offer in self.in_order if offer.card == NO_CARD]
        if card != NO_CARD:
            self.cards[card] = 1

    def offers_to(self, s: S, seat: int) -> list[Offer[S]]:
        """The verbs to list: all of them if a card in force adds one, otherwise those that need no card."""
        if len(self.without_cards) < len(self.in_order) and len(s.in_force(seat, self.cards)):
            return self.in_order
        return self.without_cards

    def offer_of(self, verb: int) -> Offer[S] | None:
        """The offer of the verb with this number; None if it does not answer this question."""
        return self.offers[verb] if verb < len(self.offers) else None

    def ask(self, s: S, seat: int, about: int = 0) -> None:
        """Make the seat owe an answer."""
        flow = s.flow
        flow.asked[seat] = self.number
        flow.about[seat] = about
        flow.owing += 1


class Watcher(Generic[S]):
    """Counts something on the table and tells when it changes. Events of the `idle` kinds change no count."""

    def __init__(
        self, counts: Callable[[S], Values], tell: Callable[[S, Values, Values], None], idle: tuple[EventKind, ...]
    ) -> None:
        self.counts = counts
        self.tell = tell
        self.idle = {kind.number for kind in idle}

    def look(self, s: S, log: Log, before: Values) -> Values:
        """Tell what the latest events have changed; returns the counts now."""
        if before and all(kind in self.idle for kind, _, _ in log.entries[log.watched :]):
            return before
        now = self.counts(s)
        if now != before:
            self.tell(s, before, now)
        return now


class Book(Generic[S]):
    """The rules of one game by number: its steps, questions, reasons and events, and its notation."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.steps: list[Step[S]] = []
        self.questions: list[Question[S] | None] = [None]
        self.whys: list[Why | None] = [None]
        self.kinds: list[EventKind] = []
        self.watchers: list[Watcher[S]] = []
        self.not_asked = self.why("not_asked", "", "you cannot do that now; the decision is: {question}")

    def watch(self, counts: Callable[[S], Values], tell: Callable[[S, Values, Values], None], *idle: EventKind) -> None:
        """Register counts that a logged match tells as they change: it looks after each step that emits events.

        `tell` gets the counts before and now, and only emits events. What counts when a log begins is not told, so play
        goes on from any position with the events of the match itself.
        """
        self.watchers.append(Watcher(counts, tell, idle))

    def step(self, rule: Callable[[S], None]) -> Step[S]:
        """Register a rule that needs only the state."""
        return self.add_step(PlainStep(len(self.steps), rule.__name__, rule))

    def step_for(self, rule: Callable[[S, int], None]) -> Step[S]:
        """Register a rule about one seat."""
        return self.add_step(SeatStep(len(self.steps), rule.__name__, rule))

    def step_about(self, rule: Callable[[S, int, int], None]) -> Step[S]:
        """Register a rule about one seat and one other thing."""
        return self.add_step(AboutStep(len(self.steps), rule.__name__, rule))

    def add_step(self, step: Step[S]) -> Step[S]:
        """Register a step; steps of the same name get a number."""
        namesakes = sum(other.name.partition(" #")[0] == step.name for other in self.steps)
        if namesakes:
            step.name = f"{step.name} #{namesakes + 1}"
        self.steps.append(step)
        return step

    def question(
        self, code: str, rule: str, sentence: str, *, hides: bool = False, secret: bool = False, draft: bool = False
    ) -> Question[S]:
        """Register a question."""
        question: Question[S] = Question(len(self.questions), code, rule, sentence, hides, secret, draft)
        self.questions.append(question)
        return question

    def why(self, code: str, rule: str, sentence: str) -> Why:
        """Register a reason."""
        why = Why(len(self.whys), code, rule, sentence)
        self.whys.append(why)
        return why

    def event(
        self,
        code: str,
        rule: str,
        sentence: str,
        *,
        hidden: str = "",
        also: str = "",
        by_chance: bool = False,
        reveals: bool = False,
        role: str = "",
    ) -> EventKind:
        """Register a kind of event.

        `also` is a value for programs that the sentence does not name. An event that `reveals` shows others something
        hidden, which they may use in their next choices; it can no longer be undone. `role` is its meaning in any game:
        see `drakkar.core.events`.
        """
        kind = EventKind(len(self.kinds), code, rule, sentence, hidden, also, by_chance, reveals, role)
        self.kinds.append(kind)
        return kind

    def asked(self, s: S, seat: int) -> Question[S] | None:
        """The question that this seat owes an answer to; None if it owes none."""
        return self.questions[s.flow.asked[seat]]

    def legal(self, s: S, seat: int) -> list[int]:
        """All choices that this seat may make now."""
        return self.menu(s, seat).listed()

    def menu(self, s: S, seat: int) -> Menu:
        """All choices that this seat may make now, in the flow's buffer, which the next call overwrites."""
        menu = s.flow.menu
        menu.size = 0
        menu.seat = seat
        question = self.asked(s, seat)
        if question is not None:
            for offer in question.offers_to(s, seat):
                offer.write(s, seat, menu)
        return menu

    def last_menu(self, s: S, seat: int) -> Menu:
        """The same, from the buffer if it is still valid: only for a state that nothing but choices changes."""
        menu = s.flow.menu
        return menu if menu.seat == seat else self.menu(s, seat)

    def allows(self, s: S, seat: int, code: int) -> bool:
        """Whether this seat, which owes a choice, may make this one; fast if the last menu lists it."""
        menu = s.flow.menu
        if menu.seat == seat and holds(menu.codes, 0, menu.size, code):
            return True
        return 0 <= code < self.notation.size and not self.why_not(s, seat, code)

    def why_not(self, s: S, seat: int, code: int) -> int:
        """0 if this seat, which owes a choice, may make this one; otherwise the reason."""
        question = self.asked(s, seat)
        assert question is not None, "only a seat that is asked can be refused a choice"
        offer = question.offer_of(self.notation.verb_of[code])
        if offer is None:
            return self.not_asked.given(question.number)
        return offer.reason(s, seat, code - offer.verb.base)

    def seen_by_others(self, s: S, seat: int, code: int) -> int:
        """What others see of an unrevealed choice: the choice, that a covered card was played, or nothing (-1)."""
        question = self.asked(s, seat)
        verb = self.notation.verbs[self.notation.verb_of[code]]
        if question is not None and question.secret:
            return -1
        return -2 - verb.number if verb.covered else code

    def answer(self, s: S, seat: int, code: int) -> None:
        """Make a legal choice for the seat, then run the rules until a seat owes the next one."""
        log = s.flow.log
        if log is not None and log.watched == UNSEEN:
            self._let_watch(s, log)
        self.hear(s, seat, code)
        self.settle(s)

    def hear(self, s: S, seat: int, code: int) -> None:
        """Make a legal choice for the seat, without running the steps that follow from it."""
        question = self.asked(s, seat)
        assert question is not None, "only a seat that is asked can answer"
        offer = question.offer_of(self.notation.verb_of[code])
        assert offer is not None, "only what is asked can be answered"
        flow = s.flow
        flow.asked[seat] = 0
        flow.owing -= 1
        flow.menu.seat = NOBODY
        at, width = code - offer.verb.base, offer.verb.width
        offer.do(s, seat, at // width, at % width)

    def settle(self, s: S) -> None:
        """Run steps until a seat owes a choice or none remain."""
        flow = s.flow
        for _ in range(MOST_STEPS):
            if flow.log is not None and flow.log.watched != len(flow.log.entries):
                self._let_watch(s, flow.log)
            if flow.owing:
                if not self._take_forced(s):
                    return
            elif flow.depth:
                flow.depth -= 1
                at = flow.depth * FRAME
                self.steps[flow.stack[at]].run(s, flow.stack[at + 1], flow.stack[at + 2])
            else:
                return
        raise RuntimeError("the rules come to no end")

    def _let_watch(self, s: S, log: Log) -> None:
        """Let the watchers look after a step that has emitted events; the first time they tell nothing."""
        if log.watched == UNSEEN:
            log.seen = [watcher.counts(s) for watcher in self.watchers]
        else:
            log.seen = [watcher.look(s, log, log.seen[at]) for at, watcher in enumerate(self.watchers)]
        log.watched = len(log.entries)

    def _take_forced(self, s: S) -> bool:
        """Answer one question that has a single answer and hides nothing."""
        asked = s.flow.asked
        seats: int = len(asked)
        for seat in range(seats):
            question = self.questions[asked[seat]] if asked[seat] else None
            if question is not None and not question.hides:
                menu = self.menu(s, seat)
                assert menu.size, f"{question.code}: a seat always has a choice"
                if menu.size == 1:
                    self.hear(s, seat, menu.codes[0])
                    return True
        return False
