"""Re-dealing: a full State that fits what a seat knows.

Every hidden card was dealt in some Age to a place in a pack, and went to the seat that took it there. So the packs of
each Age are filled first, with what the seat remembers of them and what was shown since. Cards that a seat took and has
not shown are among its hidden cards now, unless they were discarded unseen at the end of an Age.

Every consistent world is possible, but not all are equally likely. Each required card gets one of its possible places
with equal probability, the most constrained card first, so the distribution of required cards is only nearly uniform;
all other cards are shuffled uniformly. There is no search: an attempt that gets stuck is dropped. If quests were
missing, the next attempt lets a seat have kept one from the Age before, more often than chance would.
"""

from collections.abc import Iterable
from random import Random
from typing import Final

from drakkar.core.chance import Chance
from drakkar.core.vectors import Vec, append, lay, twin, vec
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.card import CARDS, QUEST
from drakkar.games.blood_rage.memory import Trail, hidden_cards, stretches, trails
from drakkar.games.blood_rage.state import DEAL, DISCARD, GODS_GIFTS, NO_CARD, NOBODY, UNKNOWN, Draft, State

ANY_QUEST: Final = -3
ATTEMPTS: Final = 5_000
# How often the packs of one Age are restarted before the earlier draws count as impossible.
FRESH_STARTS: Final = 4
# One in this many unseen cards is of an earlier Age, where that is possible.
OLD_CARD: Final = 40


def redeal(known: State, seat: int | None, rng: Random) -> State:
    """A consistent world; attempts that fail (a quest was committed, but none is left for it) are repeated."""
    told = trails(known)
    others = [other for other in range(known.seats) if other != seat]
    s = known.copy()
    s.flow.chance = Chance(rng.randbytes(32), 0, b"", [])
    keepers = [other for other in others if must_keep_a_quest(known, other, told[other])]
    for _ in range(ATTEMPTS):
        stuck = deal_anew(s, seat, others, told, keepers, rng)
        if stuck == NOBODY:
            return s
        more = [other for other in others if other not in keepers and may_keep_a_quest(s, other, told[other])]
        if more:
            keepers.append(stuck if stuck in more else more[at_random(len(more), rng)])
        else:
            keepers = [other for other in keepers if must_keep_a_quest(s, other, told[other])]
    raise AssertionError("what a seat has seen is possible")


def must_keep_a_quest(s: State, seat: int, trail: Trail) -> bool:
    """Whether the card that a seat kept must be a quest: it has committed more quests than it can have drafted."""
    missing = quests_missing(trail, NO_CARD)
    return missing > 0 and len(trail.proven[s.age - 1]) + missing > count_taken(s.draft, seat)


def may_keep_a_quest(s: State, seat: int, trail: Trail) -> bool:
    """Whether the kept card may be a quest from the last draft, given a committed quest that it may explain."""
    last = s.age - 2
    if last < 0 or trail.kept[last] != UNKNOWN or not quests_missing(trail, NO_CARD):
        return False
    return len(trail.proven[last]) < count_taken(s.drafts[last], seat)


def takes_it_there(s: State, seat: int, trail: Trail, kept_before: int, rng: Random) -> bool:
    """Whether the kept card is drawn as a quest from the last draft: always, or half the time if another may be it."""
    if not may_keep_a_quest(s, seat, trail):
        return False
    has_another = is_quest(kept_before) or quests_among(trail.known[s.age - 2])
    return not has_another or at_random(2, rng) == 0


def count_taken(draft: Draft, seat: int) -> int:
    """How many cards a seat has taken in a draft."""
    taken: int = 0
    for pack in range(draft.packs):
        for at in range(draft.taken[pack]):
            if draft.taker(pack, at) == seat:
                taken += 1
    return taken


def deal_anew(s: State, seat: int | None, others: list[int], told: list[Trail], keepers: list[int], rng: Random) -> int:
    """Fill the packs Age by Age, then the hidden cards of the other seats; the result is a stuck seat, or NOBODY.

    The unknown card that a keeper kept from the last Age is a quest, if possible, since a seat may have committed more
    quests than it can have drafted.
    """
    kept = [NO_CARD] * s.seats
    drafts: list[Draft] = []
    for age, draft in enumerate((*s.drafts, s.draft)):
        hands_are_held = age == s.age - 1 and s.phase <= DISCARD
        filling = Filling(draft, seat)
        for other in others:
            filling.want_all(other, told[other].proven[age])
            if hands_are_held:
                filling.want_all(other, [ANY_QUEST] * quests_missing(told[other], kept[other]))
            elif other in keepers and age == s.age - 2 and takes_it_there(s, other, told[other], kept[other], rng):
                filling.want_all(other, [ANY_QUEST])
        if not filling.meet_wants(rng):
            return filling.stuck
        drafts.append(filling.finish(age + 1, rng))
        if not hands_are_held:
            for other in others:
                kept[other] = kept_card(drafts[age], told[other], age, other, kept[other], other in keepers, rng)
    for other in others:
        lay_hidden(s, other, told[other], drafts[-1], kept[other], rng)
    s.drafts, s.draft = tuple(drafts[:-1]), drafts[-1]
    return NOBODY


def is_quest(card: int) -> bool:
    """Whether a card can be committed."""
    return card >= 0 and CARDS[card].kind == QUEST


def quests_among(cards: list[int]) -> list[int]:
    """The cards that can be committed."""
    return [card for card in cards if is_quest(card)]


def without(cards: list[int], others: Iterable[int]) -> list[int]:
    """The cards, minus one copy for each of the others."""
    left = cards[:]
    for card in others:
        if card in left:
            left.remove(card)
    return left


def at_random(many: int, rng: Random) -> int:
    """A random number from 0 to many - 1."""
    return int(rng.random() * float(many))


def shuffle(cards: list[int], rng: Random) -> None:
    """Shuffle in place."""
    for last in range(len(cards) - 1, 0, -1):
        other = at_random(last + 1, rng)
        cards[last], cards[other] = cards[other], cards[last]


def quests_missing(trail: Trail, kept: int) -> int:
    """How many of the committed quests can only have come from the draft of this Age."""
    missing: int = 0
    used = list[int]()
    for candidates in trail.commits:
        known = without(quests_among(candidates), used)
        if known:
            used.append(min(known))
        else:
            missing += 1
    return max(0, missing - (1 if is_quest(kept) else 0))


def kept_card(draft: Draft, trail: Trail, age: int, seat: int, before: int, is_keeper: bool, rng: Random) -> int:
    """The hidden card that a seat still holds from a finished Age; NO_CARD if it kept none or has shown it."""
    if trail.kept[age] != UNKNOWN:
        return NO_CARD
    hidden = hidden_cards(draft, trail, age, seat, before)
    if is_keeper:
        hidden = quests_among(hidden) or hidden
    return hidden[at_random(len(hidden), rng)]


def lay_hidden(s: State, seat: int, trail: Trail, draft: Draft, kept: int, rng: Random) -> None:
    """Distribute a seat's hidden cards over its hand, quests, battle cards and kept card."""
    if s.phase > DISCARD:
        if s.aside.take_all(seat):
            s.aside.add(seat, kept)
        return
    hidden = hidden_cards(draft, trail, s.age - 1, seat, kept)
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
        candidates = hidden if s.rulings.must_keep_a_card else [NO_CARD, *hidden]
        s.keeping[seat] = candidates[at_random(len(candidates), rng)]


def commit_quests(s: State, seat: int, trail: Trail, hidden: list[int], rng: Random) -> None:
    """Move the committed quests out of the hidden cards; none is a card that went into the hand publicly afterwards.

    The candidates of a later commitment include those of earlier ones, so there is always one left to draw.
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


def swap(vector: Vec, one: int, other: int) -> None:
    """Swap two entries."""
    number = vector[one]
    vector[one] = vector[other]
    vector[other] = number


# Filling packs

# Sources of a position besides the stretches the seat has seen, which are named by their first place: the seat knows
# the card, or has never seen it.
IN_SIGHT: Final = -1
UNSEEN: Final = -2


class Filling:
    """The packs of an Age while they are filled.

    A position is a place in a pack or, after those, one of the undealt cards. Each position holds a card from the
    start, and cards only swap within the same `source`. A position is `fixed` once it holds a required card; `pool`
    counts the unseen cards that are not fixed. `places` are the positions where each seat took a card, DEAL per seat. A
    want is a seat with a card it has taken, or with any quest; the first `open` wants are still to be met. Each can be
    met in `ways` ways; its `scope` is the number of places, or of copies if there are fewer.
    """

    def __init__(self, draft: Draft, seat: int | None) -> None:
        self.draft = draft
        size = len(draft.deck)
        for card in draft.cards:
            if card == NO_CARD:
                size += 1
        self.cards = vec(size, NO_CARD)
        self.source = vec(size, IN_SIGHT)
        self.fixed = vec(size)
        self.pool = vec(len(CARDS))
        self.quests_in_pool = 0
        self.places = vec(draft.packs * DEAL)
        self.took = vec(draft.packs)
        self.open = 0
        self.stuck = NOBODY
        self.want_taker = vec(0)
        self.want_card = vec(0)
        self.ways = vec(0)
        self.scope = vec(0)
        self.failures = vec(0)
        self.find_sources(seat)
        self.find_pool()
        self.find_places()

    def find_sources(self, seat: int | None) -> None:
        """Find the source of each position: the stretches that the seat cannot tell apart, and the undealt cards."""
        lay(self.cards, 0, self.draft.cards)
        for pack in range(self.draft.packs):
            for stretch in stretches(self.draft, pack, seat):
                for place in range(stretch.first, stretch.end):
                    if self.cards[place] != NO_CARD:
                        self.source[place] = stretch.first if stretch.seen else UNSEEN
        for position in range(self.draft.packs * DEAL, len(self.cards)):
            self.source[position] = UNSEEN

    def find_pool(self) -> None:
        """Put the rest of the deck on the unseen positions."""
        seen = vec(len(CARDS))
        for card in self.draft.cards:
            if card >= 0:
                seen[card] += 1
        position: int = 0
        for card in self.draft.deck:
            if seen[card]:
                seen[card] -= 1
            else:
                while self.source[position] != UNSEEN:
                    position += 1
                self.cards[position] = card
                self.count_in_pool(card, 1)
                position += 1

    def count_in_pool(self, card: int, change: int) -> None:
        """Add a card to the pool or remove it."""
        self.pool[card] += change
        if is_quest(card):
            self.quests_in_pool += change

    def find_places(self) -> None:
        """Find the positions where each seat took its cards."""
        for pack in range(self.draft.packs):
            for at in range(self.draft.taken[pack]):
                taker = self.draft.taker(pack, at)
                self.places[taker * DEAL + self.took[taker]] = pack * DEAL + at
                self.took[taker] += 1

    def want_all(self, taker: int, cards: list[int]) -> None:
        """Add wants: the seat has taken these cards."""
        for card in cards:
            self.want_taker = append(self.want_taker, taker)
            self.want_card = append(self.want_card, card)

    def meet_wants(self, rng: Random) -> bool:
        """Give each wanted card a place; wants that failed come earlier in the next attempt."""
        wants = len(self.want_card)
        self.ways, self.scope, self.failures = vec(wants), vec(wants), vec(wants)
        for _ in range(FRESH_STARTS):
            self.open = wants
            for want in range(wants):
                self.count_ways(want)
            while self.open and self.meet_one(rng):
                pass
            if not self.open:
                return True
            self.release()
        return False

    def meet_one(self, rng: Random) -> bool:
        """Fix a card for the most constrained want, ties at random; False if one cannot be met."""
        best: int = 0
        equals: int = 0
        for want in range(self.open):
            if not self.ways[want]:
                self.failures[want] += 1
                self.stuck = self.want_taker[want]
                return False
            worse = self.scope[want] - self.failures[want] - self.scope[best] + self.failures[best]
            if worse < 0:
                equals = 0
            if worse <= 0:
                equals += 1
                if equals == 1 or at_random(equals, rng) == 0:
                    best = want
        taker = self.want_taker[best]
        card = self.fix(taker, self.want_card[best], at_random(self.ways[best], rng))
        self.open -= 1
        swap(self.want_taker, best, self.open)
        swap(self.want_card, best, self.open)
        swap(self.ways, best, self.open)
        swap(self.scope, best, self.open)
        swap(self.failures, best, self.open)
        is_one = is_quest(card)
        for want in range(self.open):
            wanted = self.want_card[want]
            if self.want_taker[want] == taker or wanted == card or (is_one and wanted == ANY_QUEST):
                self.count_ways(want)
        return True

    def count_ways(self, want: int) -> None:
        """Count the pairs of a place of the seat and a copy that may go there."""
        first = self.want_taker[want] * DEAL
        wanted = self.want_card[want]
        ways: int = 0
        rooms: int = 0
        copies: int = 0
        before: int = IN_SIGHT
        in_pool: int = 0
        for at in range(first, first + self.took[self.want_taker[want]]):
            place = self.places[at]
            if self.fixed[place]:
                continue
            source = self.source[place]
            many = self.supply(source, wanted)
            if many:
                ways += many
                rooms += 1
                if source == UNSEEN:
                    in_pool = many
                elif source != before:
                    copies += many
                    before = source
        self.ways[want] = ways
        self.scope[want] = min(rooms, copies + in_pool)

    def supply(self, source: int, wanted: int) -> int:
        """How many wanted cards a source has left."""
        if source == UNSEEN:
            return self.quests_in_pool if wanted == ANY_QUEST else self.pool[wanted]
        found: int = 0
        for place in range(source, source - source % DEAL + DEAL):
            if self.is_free(place, source, wanted):
                found += 1
        return found

    def is_free(self, position: int, source: int, wanted: int) -> bool:
        """Whether a wanted card of this source is at a position and may still move."""
        if self.source[position] != source or self.fixed[position]:
            return False
        card = self.cards[position]
        return card == wanted or (wanted == ANY_QUEST and is_quest(card))

    def fix(self, taker: int, wanted: int, way: int) -> int:
        """Put a wanted card where the seat took it, in the given way; the result is that card."""
        at = taker * DEAL
        while True:
            place = self.places[at]
            many = 0 if self.fixed[place] else self.supply(self.source[place], wanted)
            if way < many:
                break
            way -= many
            at += 1
        source = self.source[place]
        position: int = max(source, 0)
        while True:
            if self.is_free(position, source, wanted):
                if way == 0:
                    break
                way -= 1
            position += 1
        card = self.cards[position]
        swap(self.cards, position, place)
        self.fixed[place] = 1
        if source == UNSEEN:
            self.count_in_pool(card, -1)
        return card

    def release(self) -> None:
        """Unfix all positions."""
        for position in range(len(self.cards)):
            if self.fixed[position]:
                self.fixed[position] = 0
                if self.source[position] == UNSEEN:
                    self.count_in_pool(self.cards[position], 1)

    def finish(self, age: int, rng: Random) -> Draft:
        """Shuffle all cards that are not fixed within their sources; the result is the filled packs."""
        draft = self.draft
        self.shuffle_stretches(rng)
        self.shuffle_unseen(age, rng)
        cards = self.cards[: draft.packs * DEAL]
        return Draft(draft.deck, draft.packs, draft.at_once, cards, twin(draft.taken), draft.passes)

    def shuffle_stretches(self, rng: Random) -> None:
        """Shuffle cards that the seat has seen; all orders are equally likely."""
        free = vec(DEAL)
        many: int = 0
        before: int = IN_SIGHT
        for place in range(self.draft.packs * DEAL):
            source = self.source[place]
            if source < 0 or self.fixed[place]:
                continue
            many = many + 1 if source == before else 1
            before = source
            free[many - 1] = place
            if many > 1:
                swap(self.cards, place, free[at_random(many, rng)])

    def shuffle_unseen(self, age: int, rng: Random) -> None:
        """Shuffle unseen cards over the whole deck; cards of earlier Ages are rare."""
        fresh: list[int] = []
        old: list[int] = []
        for position in range(len(self.cards)):
            if self.source[position] == UNSEEN and not self.fixed[position]:
                card = self.cards[position]
                if CARDS[card].age == age:
                    fresh.append(card)
                else:
                    old.append(card)
        shuffle(fresh, rng)
        shuffle(old, rng)
        for place in range(self.draft.packs * DEAL):
            if self.source[place] == UNSEEN and not self.fixed[place]:
                take_old = old and (not fresh or at_random(OLD_CARD, rng) == 0)
                self.cards[place] = old.pop() if take_old else fresh.pop()
