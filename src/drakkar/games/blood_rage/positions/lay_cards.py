"""Discards, hands, quests and kept cards, as a position document has them; the rest comes from the seed."""

from drakkar.core.flow import follow
from drakkar.core.vectors import lay
from drakkar.games.blood_rage.ages import (
    KEEP_CARD,
    KEEP_ONE,
    LAST_AGE,
    LATER_PHASES,
    one_card_is_kept,
    the_rest_is_discarded,
)
from drakkar.games.blood_rage.card import CARDS, QUEST
from drakkar.games.blood_rage.memory import COMMITTED, KEPT, TAKEN_UP, remember
from drakkar.games.blood_rage.positions.reading import Reading
from drakkar.games.blood_rage.positions.words import meant
from drakkar.games.blood_rage.state import ACTION, DEAL, DISCARD, HAND_CAPACITY, NO_CARD, PICKS, new_draft, no_draft


def put_discards(r: Reading) -> None:
    """What lies open, out of the game."""
    if isinstance(r.document.get("discards"), int):
        raise r.document.wrong("open cards must be named", "discards")
    for card in r.cards("discards"):
        r.s.discards[card] += 1


def put_hands(r: Reading, laid: dict[int, list[int]]) -> None:
    """Hands, committed quests and kept cards; `laid` is what lies face down in battle."""
    s = r.s
    hands = [r.cards(clan, "hand") for clan in r.clans]
    quests = [r.cards(clan, "quests") for clan in r.clans]
    kept = [r.cards(clan, "kept") for clan in r.clans]
    for seat in range(s.seats):
        check_cards(r, seat, hands[seat], quests[seat], kept[seat])
    named = [card for cards in (*hands, *quests, *kept, *laid.values()) for card in cards]
    deck_then = sorted([*r.left, *named])
    # Quests first: others can take their place elsewhere, nothing can take theirs.
    for seat, clan in enumerate(r.clans):
        quests[seat] += r.missing(0, True, clan, "quests")
    for seat, clan in enumerate(r.clans):
        kept[seat] += r.missing(0, False, clan, "kept")
        if len(kept[seat]) > 1:
            raise r.document.wrong("one card can be kept", clan, "kept")
        if seat in laid:
            laid[seat] += r.missing(0, False, "battle", "cards", clan)
        hands[seat] += r.missing(PICKS if r.phase in (ACTION, DISCARD) else 0, False, clan, "hand")
    hidden = [[*quests[seat], *kept[seat], *laid.get(seat, []), *hands[seat]] for seat in range(s.seats)]
    remember_hands(r, deck_then, hidden)
    for seat in range(s.seats):
        for card in quests[seat]:
            s.quests.add(seat, card)
            remember(s, seat, COMMITTED)
        for card in kept[seat]:
            s.aside.add(seat, card)
            remember(s, seat, KEPT)
        for card in hands[seat]:
            s.hand.add(seat, card)


def check_cards(r: Reading, seat: int, hand: list[int], quests: list[int], kept: list[int]) -> None:
    """A committed card is a quest; hands are gone after the Discard phase, and one card at most was kept."""
    clan, document = r.clans[seat], r.document
    for card in quests:
        if CARDS[card].kind != QUEST:
            raise document.wrong(f"{CARDS[card].name} is not a quest", clan, "quests", word=CARDS[card].name)
    if r.phase > DISCARD and (hand or document.get(clan, "hand")):
        raise document.wrong("after the Discard phase there are no hands", clan, "hand")
    if r.phase <= DISCARD and (kept or document.get(clan, "kept")):
        raise document.wrong("a kept card is in the hand by now", clan, "kept")


def remember_hands(r: Reading, deck_then: list[int], hidden: list[list[int]]) -> None:
    """Nobody has seen another's cards, wherever they came from: as if each had been dealt his own.

    More than can be dealt cannot have come unseen: all know the last ones of a larger hand.
    """
    s = r.s
    if sum(map(len, hidden)) > HAND_CAPACITY:
        most = max(range(s.seats), key=lambda seat: len(hidden[seat]))
        reason = f"the clans hold more than {HAND_CAPACITY} hidden cards together"
        raise r.document.wrong(reason, r.clans[most], "hand")
    s.drafts = tuple(no_draft() for _ in range(s.age - 1))
    for seat, cards in enumerate(hidden):
        for card in cards[DEAL:]:
            deck_then.remove(card)
            remember(s, seat, TAKEN_UP, card)
    s.draft = new_draft(tuple(deck_then), s.seats, DEAL)
    for seat, cards in enumerate(hidden):
        dealt = cards[:DEAL]
        lay(s.draft.cards, seat * DEAL, dealt)
        s.draft.taken[seat] = len(dealt)


def is_any_sealed(r: Reading) -> bool:
    """Whether a clan has made a secret choice while others still choose."""
    return any(r.document.has(clan, "sealed") for clan in r.clans)


def put_keeping(r: Reading) -> None:
    """BR-14.1, BR-14.4: some clans have chosen a card to keep. A number means that the choice is unknown."""
    s = r.s
    if s.age == LAST_AGE:
        raise r.document.wrong("in the last Age no card is kept", "phase")
    follow(s, (one_card_is_kept, the_rest_is_discarded, *LATER_PHASES[1:]))
    for seat, clan in enumerate(r.clans):
        if r.document.has(clan, "sealed"):
            s.keeping[seat] = kept_by(r, seat, clan)
        elif s.hand.sizes[seat]:
            (KEEP_ONE if s.rulings.must_keep_a_card else KEEP_CARD).ask(s, seat)


def kept_by(r: Reading, seat: int, clan: str) -> int:
    """The card that a clan has chosen to keep, or NO_CARD; from the seed if it is unknown."""
    s, hand = r.s, list(r.s.hand.of(seat))
    if isinstance(r.document.get(clan, "sealed"), int):
        r.document.number(1, 1, 1, clan, "sealed")
        return s.flow.chance.draw(hand if s.rulings.must_keep_a_card and hand else [NO_CARD, *hand], 1)[0]
    words = r.document.names(clan, "sealed")
    cards = [meant(word, s) for word in words]
    if len(cards) > 1 or any(card not in hand for card in cards):
        raise r.document.wrong("only one card of the hand can be kept", clan, "sealed")
    if s.rulings.must_keep_a_card and hand and not cards:
        raise r.document.wrong("by the ruling keep_card_count one card must be kept", clan, "sealed")
    return cards[0] if cards else NO_CARD
