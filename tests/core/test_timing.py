"""Windows, texts and numbers, tested with a book of rules that has only cards and moments.

Each of two seats has some cards. The effect of a card is to note its name; one card asks its owner what to note.
"""

from itertools import permutations

import pytest

from drakkar.core.chance import chance_from
from drakkar.core.flow import BaseState, Book, new_flow, then
from drakkar.core.notation import Notation, Vocabulary
from drakkar.core.reasons import BYTE, unfold
from drakkar.core.timing import Number, OfferedWindow, OrderedWindow, Source, Text, Window
from drakkar.core.vectors import Vec, row

NAMES = Vocabulary(["Axe", "Bow", "Cup", "Die"])
AXE, BOW, CUP, DIE = range(4)
notation = Notation()
FIRST = notation.verb("first {card}", NAMES)
USE = notation.verb("use {card}", NAMES)
TELL = notation.verb("tell {number}", Vocabulary(["0", "1", "2"]))
DECLINE = notation.verb("decline")
notation.seal()


class State(BaseState):
    def __init__(self, *held: list[int]) -> None:
        super().__init__(new_flow(len(held), chance_from(1), None))
        self.held = [list(cards) for cards in held]
        self.told: list[str] = []

    def in_force(self, seat: int, among: Vec) -> Vec:
        return row(card for card in self.held[seat] if among[card])


book: Book[State] = Book(notation)
PLAIN: Window[State] = Window(book, "plain")
ORDERED = OrderedWindow(book, "ordered", book.question("order", "R-1", "which acts first?"), FIRST)
OFFERED = OfferedWindow(book, "offered", book.question("offer", "R-2", "use a card?"), USE, DECLINE)
TEXT: Text[State] = Text(book, "text")
NUMBER: Number[State] = Number("number")
WHAT = book.question("what", "R-3", "tell what about {about}?")


def has_no_cup(s: State, seat: int) -> bool:
    return CUP not in s.held[seat]


def tell(s: State, me: Source, about: int) -> None:
    s.told.append(f"{me.owner} {NAMES.full[me.card]} {about}")


def tell_once(s: State, me: Source, about: int) -> None:
    tell(s, me, about)
    s.held[me.owner].remove(me.card)


def throw_the_cup(s: State, me: Source, about: int) -> None:
    tell(s, me, about)
    s.held[me.owner].remove(CUP)


def ask_what(s: State, me: Source, about: int) -> None:
    WHAT.ask(s, me.owner, about)


def do_tell(s: State, seat: int, number: int, _: int) -> None:
    s.told.append(f"{seat} asked {s.flow.about[seat]}, tells {number}")


WHAT.offer(TELL, do_tell)
for card in (AXE, BOW, CUP):
    PLAIN.when(card, has_no_cup if card == BOW else None)(tell)
    ORDERED.when(card)(tell)
ORDERED.when(DIE)(ask_what)
OFFERED.when(AXE)(tell_once)
OFFERED.when(BOW, has_no_cup)(tell_once)
OFFERED.when(CUP)(tell_once)
OFFERED.when(DIE)(throw_the_cup)


@TEXT.of(AXE)
def read_the_axe(s: State, seat: int, about: int) -> None:
    s.told.append(f"{seat} reads the Axe about {about}")


@TEXT.of(DIE)
def read_the_die(s: State, seat: int, about: int) -> None:
    WHAT.ask(s, seat, about)


@NUMBER.modified_by(AXE)
def doubled(_s: State, _me: Source, value: int, _about: int) -> int:
    return 2 * value


@NUMBER.modified_by(BOW)
def more_by_what_it_is_about(_s: State, me: Source, value: int, about: int) -> int:
    return value + about + me.owner


@book.step
def something_else_follows(s: State) -> None:
    s.told.append("something else")


def at(window: Window[State], *held: list[int], about: int = 7) -> State:
    """The window opens for these seats, in order; another step waits behind it."""
    s = State(*held)
    then(s, something_else_follows)
    window.announce(s, list(range(len(held))), about)
    book.settle(s)
    return s


def asked(s: State) -> str:
    """The open questions in one line; empty if there are none."""
    questions = [(seat, book.asked(s, seat)) for seat in range(len(s.held))]
    return ", ".join(f"{seat} {question.code}" for seat, question in questions if question is not None)


def choices(s: State, seat: int = 0) -> list[str]:
    return [notation.spell(code) for code in book.legal(s, seat)]


def choose(s: State, *spelled: str, seat: int = 0) -> None:
    for words in spelled:
        book.answer(s, seat, next(code for code in book.legal(s, seat) if notation.spell(code) == words))


def refusal(s: State, spelled: str, seat: int = 0) -> str:
    code = next(code for code in range(notation.size) if notation.spell(code) == spelled)
    reason = book.why_not(s, seat, code)
    why = book.whys[reason % BYTE]
    assert why is not None
    return str(unfold(why, reason, lambda _sort, value: NAMES.full[value]))


def test_at_a_moment_each_card_acts_for_its_seat_the_first_seats_cards_first() -> None:
    s = at(PLAIN, [CUP, AXE], [AXE])
    assert s.told == ["0 Cup 7", "0 Axe 7", "1 Axe 7", "something else"]


def test_a_card_acts_for_a_seat_that_meets_its_condition() -> None:
    assert at(PLAIN, [BOW], [BOW, CUP]).told == ["0 Bow 7", "1 Cup 7", "something else"]


def test_a_moment_that_concerns_no_card_passes() -> None:
    for window in (PLAIN, ORDERED, OFFERED):
        s = at(window, [], [])
        assert (s.told, asked(s)) == (["something else"], "")


def test_a_card_that_is_gone_by_then_does_nothing() -> None:
    s = State([AXE, CUP])
    PLAIN.announce(s, [0])
    s.held[0].remove(CUP)
    book.settle(s)
    assert s.told == ["0 Axe 0"]


def test_where_order_is_free_a_single_card_acts_without_a_question() -> None:
    s = at(ORDERED, [BOW], [CUP])
    assert s.told == ["0 Bow 7", "1 Cup 7", "something else"]


@pytest.mark.parametrize("wanted", list(permutations(["Axe", "Bow", "Cup"])))
def test_the_owner_of_three_cards_says_the_whole_order(wanted: tuple[str, str, str]) -> None:
    s = at(ORDERED, [AXE, BOW, CUP])
    assert choices(s) == ["first Axe", "first Bow", "first Cup"]
    choose(s, f"first {wanted[0]}")
    assert s.told == [f"0 {wanted[0]} 7"]
    assert choices(s) == sorted(f"first {name}" for name in wanted[1:])
    choose(s, f"first {wanted[1]}")
    assert s.told == [*(f"0 {name} 7" for name in wanted), "something else"]


def test_what_a_card_asks_is_answered_before_the_next_card_is_chosen() -> None:
    s = at(ORDERED, [AXE, BOW, DIE])
    choose(s, "first Die")
    assert (asked(s), choices(s)) == ("0 what", ["tell 0", "tell 1", "tell 2"])
    choose(s, "tell 2", "first Bow")
    assert s.told == ["0 asked 7, tells 2", "0 Bow 7", "0 Axe 7", "something else"]


def test_each_seat_orders_its_own_cards_when_its_turn_comes() -> None:
    s = at(ORDERED, [AXE, CUP], [BOW, CUP])
    assert asked(s) == "0 order"
    choose(s, "first Cup")
    assert asked(s) == "1 order"
    choose(s, "first Cup", seat=1)
    assert s.told == ["0 Cup 7", "0 Axe 7", "1 Cup 7", "1 Bow 7", "something else"]


def test_of_cards_alike_each_acts() -> None:
    s = at(ORDERED, [AXE, CUP, AXE])
    assert choices(s) == ["first Axe", "first Cup"]
    choose(s, "first Axe", "first Cup")
    assert s.told == ["0 Axe 7", "0 Cup 7", "0 Axe 7", "something else"]


def test_a_card_that_has_acted_or_is_gone_is_not_asked_about() -> None:
    s = at(ORDERED, [AXE, BOW, CUP, DIE])
    choose(s, "first Die")
    s.held[0].remove(BOW)
    choose(s, "tell 0")
    assert choices(s) == ["first Axe", "first Cup"]
    assert refusal(s, "first Die") == "Die has no effect now · R-1"
    assert refusal(s, "first Bow") == "Bow has no effect now · R-1"
    s.held[0].remove(CUP)
    choose(s, "first Axe")
    assert s.told == ["0 asked 7, tells 0", "0 Axe 7", "something else"]


def test_a_card_that_comes_while_others_act_has_missed_the_moment() -> None:
    s = at(ORDERED, [AXE, BOW, DIE])
    choose(s, "first Die")
    s.held[0].append(CUP)
    choose(s, "tell 1")
    assert choices(s) == ["first Axe", "first Bow"]


def test_the_same_moment_of_two_things_is_ordered_one_after_the_other() -> None:
    s = State([AXE, BOW])
    ORDERED.announce(s, [0], 2)
    ORDERED.announce(s, [0], 1)
    book.settle(s)
    choose(s, "first Bow")
    assert s.told == ["0 Bow 1", "0 Axe 1"]
    choose(s, "first Axe")
    assert s.told[2:] == ["0 Axe 2", "0 Bow 2"]


def test_cards_that_may_be_used_are_offered_until_their_owner_declines() -> None:
    s = at(OFFERED, [AXE, CUP], [BOW])
    assert (asked(s), choices(s)) == ("0 offer", ["use Axe", "use Cup", "decline"])
    choose(s, "use Cup")
    assert choices(s) == ["use Axe", "decline"]
    choose(s, "decline")
    assert asked(s) == "1 offer"
    choose(s, "use Bow", seat=1)
    assert s.told == ["0 Cup 7", "1 Bow 7", "something else"]


def test_whether_a_card_can_be_used_is_asked_anew_each_time() -> None:
    s = at(OFFERED, [BOW, CUP, DIE])
    assert choices(s) == ["use Cup", "use Die", "decline"]
    assert refusal(s, "use Bow") == "Bow cannot be used now · R-2"
    choose(s, "use Die")
    assert choices(s) == ["use Bow", "use Die", "decline"]


def test_what_a_card_says_is_carried_out_for_a_seat_before_all_that_waits() -> None:
    s = State([], [])
    then(s, something_else_follows)
    TEXT.carry_out(s, DIE, 1, 5)
    TEXT.carry_out(s, AXE, 0, 4)
    book.settle(s)
    assert (s.told, asked(s)) == (["0 reads the Axe about 4"], "1 what")
    choose(s, "tell 1", seat=1)
    assert s.told[1:] == ["1 asked 5, tells 1", "something else"]


def test_a_card_that_says_nothing_there_does_nothing() -> None:
    s = State([BOW])
    TEXT.carry_out(s, BOW, 0)
    assert s.flow.depth == 0


def test_a_number_passes_the_cards_in_force_one_after_the_other() -> None:
    s = State([AXE, BOW], [BOW, AXE], [CUP])
    assert [NUMBER.of(s, seat, 10, 3) for seat in range(3)] == [23, 28, 10]
    assert [list(NUMBER.changed_by(s, seat)) for seat in range(3)] == [[AXE, BOW], [BOW, AXE], []]
