"""The heart: a stack of frames says what remains to be done, questions say who owes which choice.

A rule is a *step*. A step that wants other steps done first pushes them; a step that wants a choice asks a
*question* of a seat and ends. `settle` runs steps until somebody owes a choice or nothing remains. All that is
pending is integers in the State's Flow, so a match in mid-battle is copied like a list.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Final, Generic, TypeVar

from drakkar.core.build import mypyc_attr
from drakkar.core.chance import Chance
from drakkar.core.events import EVERYONE, EventKind, Log
from drakkar.core.notation import Notation, Verb
from drakkar.core.reasons import Sentence, Why
from drakkar.core.vectors import Vec, holds, twin, vec
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer

FRAME: Final = 3
DEEPEST: Final = 96
MENU_GROWS: Final = 64
NOBODY: Final = -1
NO_CARD: Final = -1
# Cards have numbers below this.
MOST_CARDS: Final = 256


class Menu:
    """The choices that a seat may make, in the order in which they are offered: a buffer that is written anew.

    `seat` is whose they are; NOBODY once a choice has been made since.
    """

    def __init__(self) -> None:
        self.codes = vec(0)
        self.size: int = 0
        self.seat: int = NOBODY

    def add(self, verb: Verb, a: int = 0, b: int = 0) -> None:
        """One more choice."""
        if self.size == len(self.codes):
            self._grow()
        self.codes[self.size] = verb.base + a * verb.width + b
        self.size += 1

    def add_all(self, verb: Verb, a: int, those: int) -> None:
        """One more choice for each b among those: bits, of which there are no more than a menu grows by."""
        if self.size + MENU_GROWS > len(self.codes):
            self._grow()
        codes, size, code = self.codes, self.size, verb.base + a * verb.width
        while those:
            if those & 1:
                codes[size] = code
                size += 1
            code += 1
            those >>= 1
        self.size = size

    def add_each(self, verb: Verb, cards: Vec, start: int, end: int, among: Vec) -> None:
        """One more choice for each of the cards in this part of a vector that are among these; equal ones are one."""
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
        """Their integers."""
        return list(self.codes[: self.size])


class Flow:
    """The part of a State that the core keeps: frames, questions, chance and, in a match, the log."""

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
        """The same moment, without the log."""
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
    """Nothing to do yet, nobody asked."""
    return Flow(vec(DEEPEST * FRAME), 0, vec(seats), vec(seats), 0, False, chance, log)


def next_seat(flow: Flow) -> int:
    """Of those who are asked, the first; NOBODY if nobody is."""
    seats: int = len(flow.asked)
    for seat in range(seats):
        if flow.asked[seat]:
            return seat
    return NOBODY


@mypyc_attr(allow_interpreted_subclasses=True)
class BaseState:
    """What every game's State is built on."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow

    def in_force(self, seat: int, among: Vec) -> Vec:  # noqa: ARG002 - a game may have no cards
        """The cards that act for a seat now, as far as they are among these: `among` has a 1 at their numbers."""
        return vec(0)

    def has_in_force(self, seat: int, card: int) -> bool:  # noqa: ARG002
        """Whether a card acts for a seat now."""
        return False

    def constant_parts(self) -> tuple[str, ...]:
        """The names of what never changes, so that a position need not tell it."""
        return ("settings",)

    def growing_parts(self) -> tuple[str, ...]:
        """The names of what becomes longer, as a memory does; every other vector keeps its length."""
        return ()


S = TypeVar("S", bound=BaseState)


class Step(ABC, Generic[S]):
    """One rule that can be waited for: pushed by name, run when its turn comes."""

    def __init__(self, number: int, name: str) -> None:
        self.number = number
        self.name = name

    @abstractmethod
    def run(self, s: S, seat: int, about: int) -> None:
        """Carry it out."""


class PlainStep(Step[S]):
    """A rule that needs nothing but the state."""

    def __init__(self, number: int, name: str, rule: Callable[[S], None]) -> None:
        super().__init__(number, name)
        self.rule = rule

    def run(self, s: S, seat: int, about: int) -> None:  # noqa: ARG002 - about nobody
        """Carry it out."""
        self.rule(s)


class SeatStep(Step[S]):
    """A rule about one seat."""

    def __init__(self, number: int, name: str, rule: Callable[[S, int], None]) -> None:
        super().__init__(number, name)
        self.rule = rule

    def run(self, s: S, seat: int, about: int) -> None:  # noqa: ARG002 - about nothing else
        """Carry it out."""
        self.rule(s, seat)


class AboutStep(Step[S]):
    """A rule about one seat and one more thing."""

    def __init__(self, number: int, name: str, rule: Callable[[S, int, int], None]) -> None:
        super().__init__(number, name)
        self.rule = rule

    def run(self, s: S, seat: int, about: int) -> None:
        """Carry it out."""
        self.rule(s, seat, about)


def follow(s: BaseState, steps: tuple[Step[S], ...]) -> None:
    """Do these next, the first one first, before all that was waiting."""
    for at in range(len(steps) - 1, -1, -1):
        then(s, steps[at])


def then(s: BaseState, step: Step[S], seat: int = 0, about: int = 0) -> None:
    """Do this next, before all that was waiting."""
    flow = s.flow
    at = flow.depth * FRAME
    flow.stack[at] = step.number
    flow.stack[at + 1] = seat
    flow.stack[at + 2] = about
    flow.depth += 1


def drop(flow: Flow, frame: int) -> None:
    """What waits there is not done; the others keep their order."""
    flow.depth -= 1
    for at in range(frame * FRAME, flow.depth * FRAME):
        flow.stack[at] = flow.stack[at + FRAME]


def emit(s: BaseState, kind: EventKind, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
    """Tell everyone what happened; the values stand in the order in which the sentence first names them."""
    if s.flow.log is not None:
        s.flow.log.add(kind, EVERYONE, (a, b, c, d))


def emit_to(s: BaseState, audience: int, kind: EventKind, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
    """Tell what happened; only the audience learns the secret fields."""
    if s.flow.log is not None:
        s.flow.log.add(kind, audience, (a, b, c, d))


def emit_list(s: BaseState, audience: int, kind: EventKind, a: int, items: Iterable[int]) -> None:
    """Tell what happened with any number of things."""
    if s.flow.log is not None:
        s.flow.log.add(kind, audience, (a, *items))


def end_match(s: BaseState) -> None:
    """Nothing that waits is done any more."""
    s.flow.over = True
    s.flow.depth = 0


class Offer(Generic[S]):
    """One verb under one question: what it does, why it may not be done (if it ever may not), the list of what may."""

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
        """Add every choice without a reason against it."""
        if self.card != NO_CARD and not s.has_in_force(seat, self.card):
            return
        if self.menu is not None:
            self.menu(s, seat, menu)
            return
        for at in range(self.verb.size):
            if self.why_not is None or not self.reason(s, seat, at):
                menu.add(self.verb, 0, at)

    def reason(self, s: S, seat: int, at: int) -> int:
        """Why the choice that stands there among those of the verb may not be made; 0 if it may."""
        if self.why_not is None:
            return 0
        width = self.verb.width
        return self.why_not(s, seat, at // width, at % width)


class Question(Generic[S]):
    """Something a seat can be asked: the words, the rule, the verbs that answer it.

    A question with a single possible answer is not put, the rules take it; unless `hides`: then skipping it
    would tell the others something about what the seat holds. `secret` answers stay with their owner.
    """

    def __init__(self, number: int, code: str, rule: str, sentence: str, hides: bool, secret: bool) -> None:
        self.number = number
        self.code = code
        self.rule = rule
        self.sentence = Sentence(sentence)
        self.hides = hides
        self.secret = secret
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
        """Let this verb answer the question. A menu of its own only saves time: it lists what has no reason.

        What has no why-not may always be chosen. What only a card makes possible is looked at only where that card
        is in force.

        Options stand in the order in which the verbs were declared, whatever the order in which files are loaded.
        """
        self.offers += [None] * (verb.number + 1 - len(self.offers))
        self.offers[verb.number] = Offer(verb, do, why_not, menu, card)
        offers = [offer for offer in self.offers if offer is not None]
        self.in_order = sorted(offers, key=lambda offer: (offer.verb.closing, offer.verb.number))
        self.without_cards = [offer for offer in self.in_order if offer.card == NO_CARD]
        if card != NO_CARD:
            self.cards[card] = 1

    def offers_to(self, s: S, seat: int) -> list[Offer[S]]:
        """The verbs that may have something to list: without a card that adds one, those that need none."""
        if len(self.without_cards) < len(self.in_order) and len(s.in_force(seat, self.cards)):
            return self.in_order
        return self.without_cards

    def offer_of(self, verb: int) -> Offer[S] | None:
        """How the verb with this number answers the question, if it does."""
        return self.offers[verb] if verb < len(self.offers) else None

    def ask(self, s: S, seat: int, about: int = 0) -> None:
        """From now on the seat owes an answer."""
        flow = s.flow
        flow.asked[seat] = self.number
        flow.about[seat] = about
        flow.owing += 1


class Book(Generic[S]):
    """One game's rules by number: its steps, questions, reasons and events, and its notation."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.steps: list[Step[S]] = []
        self.questions: list[Question[S] | None] = [None]
        self.whys: list[Why | None] = [None]
        self.kinds: list[EventKind] = []
        self.not_asked = self.why("not_asked", "", "this is not asked now; asked: {question}")

    def step(self, rule: Callable[[S], None]) -> Step[S]:
        """A rule that needs nothing but the state."""
        return self.add_step(PlainStep(len(self.steps), rule.__name__, rule))

    def step_for(self, rule: Callable[[S, int], None]) -> Step[S]:
        """A rule about one seat."""
        return self.add_step(SeatStep(len(self.steps), rule.__name__, rule))

    def step_about(self, rule: Callable[[S, int, int], None]) -> Step[S]:
        """A rule about one seat and one more thing."""
        return self.add_step(AboutStep(len(self.steps), rule.__name__, rule))

    def add_step(self, step: Step[S]) -> Step[S]:
        """One more step; what has the name of another is counted."""
        namesakes = sum(other.name.partition(" #")[0] == step.name for other in self.steps)
        if namesakes:
            step.name = f"{step.name} #{namesakes + 1}"
        self.steps.append(step)
        return step

    def question(
        self, code: str, rule: str, sentence: str, *, hides: bool = False, secret: bool = False
    ) -> Question[S]:
        """A new question."""
        question: Question[S] = Question(len(self.questions), code, rule, sentence, hides, secret)
        self.questions.append(question)
        return question

    def why(self, code: str, rule: str, sentence: str) -> Why:
        """A new way to say no."""
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
    ) -> EventKind:
        """A new kind of event.

        `also` is a value that programs get and the sentence does not say. An event that `reveals` makes something
        known that was hidden from others, and that their own next choices may build on: there is no way back.
        """
        kind = EventKind(len(self.kinds), code, rule, sentence, hidden, also, by_chance, reveals)
        self.kinds.append(kind)
        return kind

    def asked(self, s: S, seat: int) -> Question[S] | None:
        """The question that this seat owes an answer to."""
        return self.questions[s.flow.asked[seat]]

    def legal(self, s: S, seat: int) -> list[int]:
        """Every choice that this seat may make now."""
        return self.menu(s, seat).listed()

    def menu(self, s: S, seat: int) -> Menu:
        """Every choice that this seat may make now, as the flow keeps them until it needs the room."""
        menu = s.flow.menu
        menu.size = 0
        menu.seat = seat
        question = self.asked(s, seat)
        if question is not None:
            for offer in question.offers_to(s, seat):
                offer.write(s, seat, menu)
        return menu

    def last_menu(self, s: S, seat: int) -> Menu:
        """The same, not written anew if they still stand there: for a state that nothing but choices changes."""
        menu = s.flow.menu
        return menu if menu.seat == seat else self.menu(s, seat)

    def allows(self, s: S, seat: int, code: int) -> bool:
        """Whether this seat, which is asked, may make this choice now; soon told if it stands in the last menu."""
        menu = s.flow.menu
        if menu.seat == seat and holds(menu.codes, 0, menu.size, code):
            return True
        return 0 <= code < self.notation.size and not self.why_not(s, seat, code)

    def why_not(self, s: S, seat: int, code: int) -> int:
        """0 if this seat, which is asked something, may make this choice now; otherwise the reason."""
        question = self.asked(s, seat)
        assert question is not None, "only a seat that is asked can be refused a choice"
        offer = question.offer_of(self.notation.verb_of[code])
        if offer is None:
            return self.not_asked.given(question.number)
        return offer.reason(s, seat, code - offer.verb.base)

    def seen_by_others(self, s: S, seat: int, code: int) -> int:
        """What others see of a choice, before it shows: the choice, that a covered card was laid, or (-1) nothing."""
        question = self.asked(s, seat)
        verb = self.notation.verbs[self.notation.verb_of[code]]
        if question is not None and question.secret:
            return -1
        return -2 - verb.number if verb.covered else code

    def answer(self, s: S, seat: int, code: int) -> None:
        """The seat makes a legal choice; then the rules go on until the next one is owed."""
        self.hear(s, seat, code)
        self.settle(s)

    def hear(self, s: S, seat: int, code: int) -> None:
        """The seat makes a legal choice; what follows from it is not done yet."""
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
        """Run steps until somebody owes a choice or nothing remains to be done."""
        flow = s.flow
        while True:
            if flow.owing:
                if not self._take_forced(s):
                    return
            elif flow.depth:
                flow.depth -= 1
                at = flow.depth * FRAME
                self.steps[flow.stack[at]].run(s, flow.stack[at + 1], flow.stack[at + 2])
            else:
                return

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
