"""Re-dealing: a full State that fits what a seat knows; hidden cards are dealt anew from the unseen ones (LR-24.4).

Hidden are Combat hands, the cards on offer while heroes are chosen, the Monster Attack cards of a Hunt, and Event cards
that other players have put back. Everything else is public, and decks have no order.
"""

from collections import Counter
from random import Random

from drakkar.core.chance import chance_from
from drakkar.core.flow import FRAME, NO_CARD
from drakkar.core.piles import Deck
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.core.vectors import lay
from drakkar.games.lords_of_ragnarok.card import ATTACK, CARDS, COMBAT, HERO, STORY, of_kind
from drakkar.games.lords_of_ragnarok.components import all_decks
from drakkar.games.lords_of_ragnarok.monsters.event_cards import the_event_is_discarded
from drakkar.games.lords_of_ragnarok.setup.hero_selection import HANDED_ON, HERE, SHOWN
from drakkar.games.lords_of_ragnarok.state import UNKNOWN, State


def redeal(known: State, seat: int | None, rng: Random) -> State:  # noqa: ARG001 - the veil decides
    """A full state that looks the same to the seat."""
    s = known.copy()
    s.flow.chance = chance_from(rng.getrandbits(64))
    deal_hands(s, rng)
    deal_heroes(s, rng)
    deal_attacks(s, rng)
    deal_events(s, rng)
    return s


def unseen(kind: int, seen: Counter[int], rng: Random) -> list[int]:
    """All cards of a kind except the seen ones, shuffled."""
    cards = list((Counter({card.number: card.copies for card in of_kind(kind)}) - seen).elements())
    rng.shuffle(cards)
    return cards


def deal_hands(s: State, rng: Random) -> None:
    """Fill each hidden hand with its publicly known cards and random others; the rest is the deck."""
    deck = s.decks.combat
    seen = Counter[int](deck.discarded())
    for owner in range(s.seats):
        seen.update(s.played.of(owner))
        seen.update(s.known.of(owner) if is_hidden(s, owner) else s.hand.of(owner))
    left = unseen(COMBAT, seen, rng)
    for owner in range(s.seats):
        if is_hidden(s, owner):
            shown = list(s.known.of(owner))
            others = [left.pop() for _ in range(s.hand.sizes[owner] - len(shown))]
            lay(s.hand.cards, owner * s.hand.room, [*shown, *others])
    fill(deck, left)


def is_hidden(s: State, owner: int) -> bool:
    """Whether a hand is hidden."""
    return s.hand.has(owner, UNKNOWN)


def fill(deck: Deck, cards: list[int]) -> None:
    """Put the remaining cards into the deck."""
    assert len(cards) == deck.left, "every card is somewhere"
    lay(deck.cards, 0, cards)


def deal_heroes(s: State, rng: Random) -> None:
    """LR-7.2: two Heroes and two Stories that no player has kept, and the Story that is handed on."""
    if not s.offered.has(HERE, UNKNOWN):
        return
    mine = s.heroes[s.turn]
    heroes = [card.number for card in of_kind(HERO) if card.number not in s.heroes]
    stories = [card.number for card in of_kind(STORY) if card.number not in s.stories and card.number != HANDED_ON]
    kept = [] if mine == NO_CARD else [mine]
    offered = [*kept, *rng.sample(heroes, SHOWN - len(kept)), *rng.sample(stories, SHOWN)]
    if HANDED_ON not in s.stories:
        offered.append(HANDED_ON)
    lay(s.offered.cards, 0, offered)


def deal_attacks(s: State, rng: Random) -> None:
    """LR-18.2: between Hunts all of them are in the deck."""
    deck, hand = s.decks.attack, s.attack_hand
    seen = Counter[int](deck.discarded())
    if s.hunt.attack != NO_CARD:
        seen[s.hunt.attack] += 1
    if not hand.has(HERE, UNKNOWN):
        seen.update(hand.of(HERE))
    left = unseen(ATTACK, seen, rng)
    if hand.has(HERE, UNKNOWN):
        lay(hand.cards, 0, [left.pop() for _ in range(hand.sizes[HERE])])
    fill(deck, left)


def deal_events(s: State, rng: Random) -> None:
    """If other players have put a card back, that card and the deck are drawn from the unseen ones."""
    deck = s.decks.event
    places = [deck.top, *deck.under[: deck.buried], *deck.cards[: deck.left]]
    if UNKNOWN not in places:
        return
    seen = Counter[int]([*deck.discarded(), *event_in_hand(s), *(card for card in places if card >= 0)])
    left = list((Counter[int](all_decks(s.seats).event.cards) - seen).elements())
    rng.shuffle(left)
    if deck.top == UNKNOWN:
        deck.top = left.pop()
    for at in range(deck.buried):
        if deck.under[at] == UNKNOWN:
            deck.under[at] = left.pop()
    fill(deck, left)


def event_in_hand(s: State) -> list[int]:
    """LR-22.4: the Event card being carried out, which lies beside the deck until it is discarded."""
    flow = s.flow
    frames = [flow.stack[at * FRAME : (at + 1) * FRAME] for at in range(flow.depth)]
    return [frame[2] for frame in frames if frame[0] == the_event_is_discarded.number and frame[2] < len(CARDS)]
