"""What seats have seen of cards that are hidden now (BR-3.20, BR-3.22).

The Draft records the packs that a seat has held. In addition, `shown` in the State records public facts, one integer
each: which cards a seat has shown, which of them went back into a hand, and which seats have kept a card.
"""

from typing import Final

from drakkar.core.vectors import append
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.card import CARDS
from drakkar.games.blood_rage.state import DEAL, DISCARD, NO_CARD, UNKNOWN, Draft, State, no_draft

# Kinds of facts.
SHOWN: Final = 0  # a card left the seat's hidden cards
TAKEN_UP: Final = 1  # a public card went into the seat's hand
COMMITTED: Final = 2  # the seat committed an unknown quest from its hand
QUEST_SHOWN: Final = 3  # the seat revealed the first of its unrevealed quests
KEPT: Final = 4  # the seat kept an unknown card of its hand for the next Age
AGE_OVER: Final = 5  # an Age is over; of no seat
WHATS: Final = 6
MOST_SEATS: Final = 8


def remember(s: State, seat: int, what: int, card: int = 0) -> None:
    """Record a fact."""
    s.shown = append(s.shown, (card * MOST_SEATS + seat) * WHATS + what)


def take_up(s: State, seat: int, card: int) -> None:
    """Put a public card into a hand."""
    s.hand.add(seat, card)
    remember(s, seat, TAKEN_UP, card)


def an_age_is_over(s: State) -> None:
    """Archive the draft of this Age; only the owners know the cards left in their hands."""
    s.drafts = (*s.drafts, s.draft)
    s.draft = no_draft()
    remember(s, 0, AGE_OVER)


class Trail:
    """What everyone can conclude about the hidden cards of one seat, by Age (Age 1 has index 0).

    `proven` are cards that the seat took in the draft of that Age; `known` are public cards among its hidden cards, at
    the end of the Age or now. `kept` is what it kept for the next Age: NO_CARD for nothing, UNKNOWN for an unknown
    card, or a card that was shown later. `commits` has one entry per quest committed in the current Age: the known
    cards it may be, because they were in the hand at the time.
    """

    def __init__(self, ages: int) -> None:
        self.proven: list[list[int]] = [[] for _ in range(ages)]
        self.known: list[list[int]] = [[] for _ in range(ages)]
        self.kept: list[int] = [NO_CARD] * ages
        self.commits: list[list[int]] = []

    def show(self, age: int, card: int, since: int) -> None:
        """A card was shown in an Age; `since` is the first Age whose draft is recorded."""
        if card in self.known[age]:
            self.known[age].remove(card)
            for candidates in self.commits:
                if candidates.count(card) > self.known[age].count(card):
                    candidates.remove(card)
        else:
            self.prove(age, card, since)

    def show_quest(self, age: int, card: int, since: int) -> None:
        """A committed quest was revealed; it cannot be a card that went into the hand after the commitment."""
        if card in self.commits.pop(0):
            self.show(age, card, since)
        else:
            self.prove(age, card, since)

    def prove(self, age: int, card: int, since: int) -> None:
        """The seat took the card in this Age's draft, or in an earlier one and kept it."""
        origin = max(CARDS[card].age - 1, since)
        for kept_in in range(origin, age):
            self.kept[kept_in] = card
        for earlier in range(origin, age):
            if card in self.known[earlier]:
                self.known[earlier].remove(card)
                return
        self.proven[origin].append(card)


def trails(s: State) -> list[Trail]:
    """The trail of each seat, from the recorded facts."""
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
    """The cards a seat took in an Age and has not shown, those it took up again, and the one kept from before."""
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
    """The cards publicly known to be among a seat's hidden cards; none once the hands are discarded."""
    return trails(s)[seat].known[s.age - 1] if s.phase <= DISCARD else []


class Stretch:
    """A run of places in a pack that a seat cannot tell apart: it has seen their cards together, or not at all."""

    def __init__(self, first: int, end: int, seen: bool) -> None:
        self.first = first
        self.end = end
        self.seen = seen


def visits(draft: Draft, pack: int, seat: int | None) -> list[int]:
    """The rounds of the draft, counted from 0, in which a seat held a pack."""
    return [] if seat is None else [turn for turn in range(draft.passes + 1) if (pack + turn) % draft.packs == seat]


def stretches(draft: Draft, pack: int, seat: int | None) -> list[Stretch]:
    """A pack as a seat remembers it: cards taken before it arrived, and its contents each time it was passed on.

    Cards that the seat took itself, or holds in its pack now, are known one by one and are in no stretch.
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
