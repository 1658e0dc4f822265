"""What the seats have seen of cards that are hidden now (BR-3.20, BR-3.22).

The packs that a seat has held are remembered by the Draft. Beyond them everybody remembers which cards a seat has
shown, which of those went back into a hand, and who has kept a card: `shown` in the State, one integer for each.
"""

from typing import Final

from drakkar.core.vectors import append
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.cards.kinds import CARDS
from drakkar.games.blood_rage.state import DEAL, DISCARD, NO_CARD, UNKNOWN, Draft, State, no_draft

# What can be remembered of a seat.
SHOWN: Final = 0  # a card has come out of its hidden cards
TAKEN_UP: Final = 1  # a card that all have seen went into its hand
COMMITTED: Final = 2  # a quest of the hand was committed, nobody knows which
QUEST_SHOWN: Final = 3  # the first of its quests that was not shown yet
KEPT: Final = 4  # a card of the hand was kept for the next Age, nobody knows which
AGE_OVER: Final = 5  # an Age is over; said of no seat
WHATS: Final = 6
MOST_SEATS: Final = 8


def remember(s: State, seat: int, what: int, card: int = 0) -> None:
    """Write it down."""
    s.shown = append(s.shown, (card * MOST_SEATS + seat) * WHATS + what)


def take_up(s: State, seat: int, card: int) -> None:
    """A card that all have seen goes into a hand."""
    s.hand.add(seat, card)
    remember(s, seat, TAKEN_UP, card)


def an_age_is_over(s: State) -> None:
    """Its draft is history; what is left in the hands is known to their owners alone."""
    s.drafts = (*s.drafts, s.draft)
    s.draft = no_draft()
    remember(s, 0, AGE_OVER)


class Trail:
    """What all can conclude about the hidden cards of one seat, Age by Age (Age 1 stands at 0).

    `proven` are cards that came to it in the draft of that Age, `known` those that all had seen and that were still
    among its hidden cards when the Age ended, or are now. `kept` is what it kept for the next Age: NO_CARD nothing,
    UNKNOWN something, or a card that has come out since. `commits` has an entry for each quest committed in the Age
    that is played now: the known cards that it may have been, because they were in the hand already.
    """

    def __init__(self, ages: int) -> None:
        self.proven: list[list[int]] = [[] for _ in range(ages)]
        self.known: list[list[int]] = [[] for _ in range(ages)]
        self.kept: list[int] = [NO_CARD] * ages
        self.commits: list[list[int]] = []

    def show(self, age: int, card: int, since: int) -> None:
        """A card has come out in an Age; `since` is the first Age whose draft is remembered."""
        if card in self.known[age]:
            self.known[age].remove(card)
            for candidates in self.commits:
                if candidates.count(card) > self.known[age].count(card):
                    candidates.remove(card)
        else:
            self.prove(age, card, since)

    def show_quest(self, age: int, card: int, since: int) -> None:
        """A committed quest has come out; what was known only after it was committed cannot have been it."""
        if card in self.commits.pop(0):
            self.show(age, card, since)
        else:
            self.prove(age, card, since)

    def prove(self, age: int, card: int, since: int) -> None:
        """The seat took the card in the draft of this Age, or in an earlier one and has kept it."""
        origin = max(CARDS[card].age - 1, since)
        for kept_in in range(origin, age):
            self.kept[kept_in] = card
        for earlier in range(origin, age):
            if card in self.known[earlier]:
                self.known[earlier].remove(card)
                return
        self.proven[origin].append(card)


def trails(s: State) -> list[Trail]:
    """Everything that the memory tells, by seat."""
    since = next((age for age, draft in enumerate((*s.drafts, s.draft)) if draft.packs), len(s.drafts))
    found = [Trail(s.age) for _ in range(s.seats)]
    age = since
    for line in s.shown:
        rest, what = divmod(line, WHATS)
        card, seat = divmod(rest, MOST_SEATS)
        if what == SHOWN:
            found[seat].show(age, card, since)
        elif what == QUEST_SHOWN:
            found[seat].show_quest(age, card, since)
        elif what == TAKEN_UP:
            found[seat].known[age].append(card)
        elif what == COMMITTED:
            found[seat].commits.append(found[seat].known[age][:])
        elif what == KEPT:
            found[seat].kept[age] = UNKNOWN
        else:
            age += 1
    return found


def hidden_cards(draft: Draft, trail: Trail, age: int, seat: int, kept: int) -> list[int]:
    """What a seat took in an Age and has not shown, what it took up again, and what it had kept from the Age before."""
    taken = [
        draft.cards[pack * DEAL + at]
        for pack in range(draft.packs)
        for at in range(draft.taken[pack])
        if draft.taker(pack, at) == seat
    ]
    for card in trail.proven[age]:
        taken.remove(card)
    return [*([] if kept == NO_CARD else [kept]), *taken, *trail.known[age]]


def known_cards(s: State, seat: int) -> list[int]:
    """The cards that everybody knows to be among the hidden cards of a seat; none once the hands are discarded."""
    return trails(s)[seat].known[s.age - 1] if s.phase <= DISCARD else []


class Stretch:
    """Places side by side in a pack between which a seat cannot tell: it has seen their cards together, or none."""

    def __init__(self, first: int, end: int, seen: bool) -> None:
        self.first = first
        self.end = end
        self.seen = seen


def visits(draft: Draft, pack: int, seat: int | None) -> list[int]:
    """The rounds of the draft, counted from 0, in which a pack has lain before a seat."""
    return [] if seat is None else [turn for turn in range(draft.passes + 1) if (pack + turn) % draft.packs == seat]


def stretches(draft: Draft, pack: int, seat: int | None) -> list[Stretch]:
    """A pack as a seat remembers it: what was taken before it came, and what it held each time it went on.

    What the seat took itself, and what lies before it now, it knows card by card: that is in no stretch.
    """
    found = []
    first, here = pack * DEAL, -1
    for here in visits(draft, pack, seat):
        place = pack * DEAL + here * draft.at_once
        found.append(Stretch(first, place, seen=here >= draft.packs))
        first = place + draft.at_once
    if here != draft.passes:
        found.append(Stretch(first, (pack + 1) * DEAL, seen=here >= 0))
    return found
