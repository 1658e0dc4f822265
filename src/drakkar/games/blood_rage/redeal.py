"""Re-dealing: a full State that a seat could be in, as far as it knows.

Every hidden card was dealt in some Age into a place of some pack, and went to the seat that took it there. So the
packs of each Age are filled first, with what the seat remembers of them and what has come out since; what a seat took
and has not shown is among its hidden cards now, unless it was discarded unseen at the end of an Age.
"""

from collections.abc import Iterable
from random import Random
from typing import Final

from drakkar.core.chance import Chance
from drakkar.games.blood_rage.cards.kinds import CARDS, QUEST
from drakkar.games.blood_rage.memory import Trail, hidden_cards, stretches, trails
from drakkar.games.blood_rage.state import DEAL, DISCARD, GODS_GIFTS, NO_CARD, UNKNOWN, Draft, State

ANY_QUEST: Final = -3
ATTEMPTS: Final = 5_000
# How many placings are tried before all is drawn again: what cannot be is seldom worth proving.
PATIENCE: Final = 100
# One in so many cards that nobody has seen dealt is of an earlier Age, where that can be.
OLD_CARD: Final = 40


def redeal(known: State, seat: int | None, rng: Random) -> State:
    """A world that fits; what is drawn in vain (a quest was committed, and none is left to be it) is drawn again."""
    told = trails(known)
    for _ in range(ATTEMPTS):
        s = known.copy()
        s.flow.chance = Chance(rng.randbytes(32), 0, b"", [])
        if deal_anew(s, seat, told, rng):
            return s
    raise AssertionError("what a seat has seen is possible")


def deal_anew(s: State, seat: int | None, told: list[Trail], rng: Random) -> bool:
    """Fill the packs Age by Age, then the hidden cards of all other seats; False if the cards do not allow it."""
    others = [other for other in range(s.seats) if other != seat]
    kept = [NO_CARD] * s.seats
    drafts = [draft.copy() for draft in (*s.drafts, s.draft)]
    for age, draft in enumerate(drafts):
        wanted = {other: told[other].proven[age][:] for other in others}
        hands_are_held = age == s.age - 1 and s.phase <= DISCARD
        if hands_are_held:
            for other in others:
                wanted[other] += [ANY_QUEST] * quests_missing(told[other], kept[other])
        if not fill_packs(draft, seat, wanted, age + 1, rng):
            return False
        for other in others:
            hidden = hidden_cards(draft, told[other], age, other, kept[other])
            if hands_are_held:
                lay_hidden(s, other, told[other], hidden, rng)
            else:
                kept[other] = kept_card(told[other].kept[age], hidden, rng)
    s.drafts, s.draft = tuple(drafts[:-1]), drafts[-1]
    if s.phase > DISCARD:
        for other in others:
            if s.aside.take_all(other):
                s.aside.add(other, kept[other])
    return True


def is_quest(card: int) -> bool:
    """A card that can be committed."""
    return card >= 0 and CARDS[card].kind == QUEST


def quests_among(cards: list[int]) -> list[int]:
    """Those that can be committed."""
    return [card for card in cards if is_quest(card)]


def without(cards: list[int], others: Iterable[int]) -> list[int]:
    """The cards, less one for each of the others."""
    left = cards[:]
    for card in others:
        if card in left:
            left.remove(card)
    return left


def at_random(many: int, rng: Random) -> int:
    """One of 0 … many-1."""
    return int(rng.random() * many)


def shuffle(cards: list[int], rng: Random) -> None:
    """Put them in random order."""
    for last in range(len(cards) - 1, 0, -1):
        other = at_random(last + 1, rng)
        cards[last], cards[other] = cards[other], cards[last]


def quests_missing(trail: Trail, kept: int) -> int:
    """How many of the committed quests can only have come from the draft of this Age."""
    missing, used = 0, list[int]()
    for candidates in trail.commits:
        known = without(quests_among(candidates), used)
        if known:
            used.append(min(known))
        else:
            missing += 1
    return max(0, missing - is_quest(kept))


def kept_card(remembered: int, hidden: list[int], rng: Random) -> int:
    """What a seat still holds of the cards of an Age that is over; what has come out since it holds no more."""
    return hidden[at_random(len(hidden), rng)] if remembered == UNKNOWN else NO_CARD


def lay_hidden(s: State, seat: int, trail: Trail, hidden: list[int], rng: Random) -> None:
    """Spread a seat's hidden cards over the places where it has some."""
    if s.phase == GODS_GIFTS:
        s.aside.take_all(seat)
        for card in hidden:
            s.aside.add(seat, card)
        return
    commit_quests(s, seat, trail, hidden, rng)
    shuffle(hidden, rng)
    if not s.battle.revealed:
        for _ in s.played.take_all(seat):
            s.played.add(seat, hidden.pop())
    assert len(hidden) == len(s.hand.take_all(seat)), "every hidden card has its place"
    for card in hidden:
        s.hand.add(seat, card)
    if s.phase == DISCARD and hidden and not s.flow.asked[seat]:
        s.keeping[seat] = [NO_CARD, *hidden][at_random(len(hidden) + 1, rng)]


def commit_quests(s: State, seat: int, trail: Trail, hidden: list[int], rng: Random) -> None:
    """Take out of the hidden cards what the seat has committed: quests, and none that all saw in its hand afterwards.

    A later commit may have been of more cards than an earlier one, so whatever is drawn for that, this finds one.
    """
    s.quests.take_all(seat)
    drafted = quests_among(without(hidden, trail.known[s.age - 1]))
    used: list[int] = []
    for candidates in trail.commits:
        known = without(quests_among(candidates), used)
        at = at_random(len(drafted) + len(known), rng)
        card = [*drafted, *known][at]
        if at < len(drafted):
            drafted.remove(card)
        else:
            used.append(card)
        hidden.remove(card)
        s.quests.add(seat, card)


# Filling packs


class Gap:
    """A stretch to be filled: the cards that may lie there, and the free places by the seat that takes from them."""

    def __init__(self, cards: list[int], places: dict[int, list[int]]) -> None:
        self.cards = cards
        self.places = places


Wanted = tuple[int, int]
NO_TAKER: Final = -1


def fill_packs(draft: Draft, seat: int | None, wanted: dict[int, list[int]], age: int, rng: Random) -> bool:
    """Put a card into every place that the seat does not know, so that each seat took what is wanted of it."""
    pool = list(draft.deck)
    gaps = find_gaps(draft, seat, pool)
    for card in draft.cards:
        if card >= 0:
            pool.remove(card)
    wants = [(taker, card) for taker, cards in wanted.items() for card in cards]
    if not Search(draft, gaps, wants, rng).place():
        return False
    for gap in gaps:
        if gap.cards is not pool:
            shuffle(gap.cards, rng)
            for places in gap.places.values():
                for place in places:
                    draft.cards[place] = gap.cards.pop()
    fill_unseen(draft, [gap for gap in gaps if gap.cards is pool], pool, age, rng)
    return True


def find_gaps(draft: Draft, seat: int | None, pool: list[int]) -> list[Gap]:
    """The stretches of all packs that the seat cannot tell apart; what it never saw comes out of the pool."""
    gaps = []
    for pack in range(draft.packs):
        for stretch in stretches(draft, pack, seat):
            span = [place for place in range(stretch.first, stretch.end) if draft.cards[place] != NO_CARD]
            gap = Gap([draft.cards[place] for place in span] if stretch.seen else pool, {})
            for place in span:
                at = place - pack * DEAL
                taker = draft.taker(pack, at) if at < draft.taken[pack] else NO_TAKER
                gap.places.setdefault(taker, []).append(place)
            gaps.append(gap)
    return gaps


class Search:
    """Gives each wanted card a place, those with the fewest possibilities first; steps back where it is stuck."""

    def __init__(self, draft: Draft, gaps: list[Gap], wants: list[Wanted], rng: Random) -> None:
        self.draft = draft
        self.gaps = gaps
        # Among equals in random order, so that the next attempt begins otherwise.
        ways = [(len(possibilities(want, gaps)), rng.random(), want) for want in wants]
        ways.sort()
        self.wants = [want for _, _, want in ways]
        self.rng = rng
        self.patience = PATIENCE

    def place(self, first: int = 0) -> bool:
        """Whether all from the first on have found a place."""
        if first == len(self.wants):
            return True
        want = self.wants[first]
        options = possibilities(want, self.gaps)
        self.rng.shuffle(options)
        for gap, card in options:
            self.patience -= 1
            if self.patience < 0:
                return False
            place = gap.places[want[0]].pop()
            gap.cards.remove(card)
            self.draft.cards[place] = card
            if self.place(first + 1):
                return True
            gap.places[want[0]].append(place)
            gap.cards.append(card)
        return False


def possibilities(want: Wanted, gaps: list[Gap]) -> list[tuple[Gap, int]]:
    """Where a seat may have taken a card, or a quest, whichever."""
    taker, wanted = want
    found = []
    for gap in gaps:
        if gap.places.get(taker):
            if wanted == ANY_QUEST:
                found += [(gap, card) for card in sorted(set(quests_among(gap.cards)))]
            elif wanted in gap.cards:
                found.append((gap, wanted))
    return found


def fill_unseen(draft: Draft, gaps: list[Gap], pool: list[int], age: int, rng: Random) -> None:
    """What the seat never saw: any card of the deck; where earlier Ages are mixed in, rarely one of those."""
    fresh = [card for card in pool if CARDS[card].age == age]
    old = [card for card in pool if CARDS[card].age != age]
    shuffle(fresh, rng)
    shuffle(old, rng)
    for gap in gaps:
        for places in gap.places.values():
            for place in places:
                take_old = old and (not fresh or at_random(OLD_CARD, rng) == 0)
                draft.cards[place] = old.pop() if take_old else fresh.pop()
