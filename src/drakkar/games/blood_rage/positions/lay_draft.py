"""A pick of the draft, as a position document has it."""

from drakkar.core.excerpt import quoted
from drakkar.core.flow import follow
from drakkar.core.vectors import lay
from drakkar.games.blood_rage.ages import (
    DRAFT,
    LATER_PHASES,
    action_phase,
    cards_at_once,
    everyone_picks,
    is_drafted,
    packs_go_on,
)
from drakkar.games.blood_rage.card import CARDS
from drakkar.games.blood_rage.cards.decks import deck
from drakkar.games.blood_rage.memory import KEPT, an_age_is_over, remember
from drakkar.games.blood_rage.positions.reading import Reading
from drakkar.games.blood_rage.positions.words import meant
from drakkar.games.blood_rage.state import DEAL, PICKS, new_draft, no_draft


def put_draft(r: Reading) -> None:
    """A pick of the draft: what each has kept and picked, and the packs as they lie there."""
    s, document = r.s, r.document
    if not is_drafted(s):
        raise document.wrong("with first_game_no_draft there is no draft in Age 1", "phase")
    at_once = cards_at_once(s)
    passes = document.number(1, 1, PICKS // at_once, "pick") - 1
    number = passes * at_once
    kept = [r.cards(clan, "kept") for clan in r.clans]
    picked = [r.cards(clan, "picked") for clan in r.clans]
    packs = [r.cards(clan, "pack") for clan in r.clans]
    sealed = [named_sealed(r, clan, packs[seat]) for seat, clan in enumerate(r.clans)]
    for seat, clan in enumerate(r.clans):
        kept[seat] += some_kept(r, clan)
        picked[seat] += r.missing(number, False, clan, "picked")
        packs[seat] += missing_pack(r, clan, DEAL - number, len(packs[seat]))
        check_draft(r, clan, kept[seat], picked[seat], packs[seat], number)
        sealed[seat] += some_sealed(r, clan, packs[seat])
        if len(sealed[seat]) > at_once:
            raise document.wrong(f"a pick takes at most {at_once} of a pack", clan, "sealed")
    remember_kept(r, kept)
    s.draft = new_draft(tuple(deck(s.age, s.seats)), s.seats, at_once)
    s.draft.passes = passes
    for seat in range(s.seats):
        pack = s.draft.pack_at(seat)
        s.draft.taken[pack] = number
        lay(s.draft.cards, pack * DEAL + number, packs[seat])
        for at, card in enumerate(picked[seat]):
            from_pack = (seat - at // at_once) % s.seats
            s.draft.cards[from_pack * DEAL + at] = card
        for card in [*kept[seat], *picked[seat]]:
            s.aside.add(seat, card)
    seal_picks(r, sealed)


def named_sealed(r: Reading, clan: str, pack: list[int]) -> list[int]:
    """The cards that a clan has picked in this round; they are added to the pack if the position does not list it."""
    words = [] if isinstance(r.document.get(clan, "sealed"), int) else r.document.names(clan, "sealed")
    if not pack:
        pack += [r.card(word, clan, "sealed") for word in words]
        return pack[:]
    cards = [meant(word, r.s) for word in words]
    for word, card in zip(words, cards, strict=True):
        if cards.count(card) > pack.count(card):
            raise r.document.wrong(f"{quoted(word)} is not in the pack of {clan}", clan, "sealed", word=word)
    return cards


def missing_pack(r: Reading, clan: str, size: int, named: int) -> list[int]:
    """The cards of a pack that the position does not list, from the seed."""
    if isinstance(r.document.get(clan, "pack"), list):
        return []
    return r.some(r.document.number(size, size, size, clan, "pack") - named, False, clan, "pack")


def some_sealed(r: Reading, clan: str, pack: list[int]) -> list[int]:
    """Random cards of the pack, if the position has only their number."""
    if not isinstance(r.document.get(clan, "sealed"), int):
        return []
    return r.s.flow.chance.draw(pack[:], r.document.number(0, 0, 2, clan, "sealed"))


def seal_picks(r: Reading, sealed: list[list[int]]) -> None:
    """BR-5.3: clans that have picked wait for the others."""
    s = r.s
    if not any(sealed):
        follow(s, (everyone_picks, action_phase, *LATER_PHASES))
        return
    follow(s, (packs_go_on, action_phase, *LATER_PHASES))
    for seat, cards in enumerate(sealed):
        for card in cards:
            s.draft.take(seat, card)
            s.aside.add(seat, card)
        if len(cards) < s.draft.at_once:
            DRAFT.ask(s, seat)


def some_kept(r: Reading, clan: str) -> list[int]:
    """A card of an earlier Age, from the seed, where it is only said that one was kept."""
    if not isinstance(r.document.get(clan, "kept"), int):
        return []
    older = [card for card in r.left if CARDS[card].age < r.s.age]
    number = r.document.number(0, 0, min(1, len(older)), clan, "kept")
    drawn = r.s.flow.chance.draw(older, number)
    for card in drawn:
        r.left.remove(card)
    return drawn


def check_draft(r: Reading, clan: str, kept: list[int], picked: list[int], pack: list[int], number: int) -> None:
    """As many cards as that pick wants, of this Age; the kept one of an earlier Age."""
    document, age = r.document, r.s.age
    if len(picked) != number:
        raise document.wrong(f"before this pick {clan} has picked {number} cards", clan, "picked")
    if len(pack) != DEAL - number:
        raise document.wrong(f"at this pick a pack has {DEAL - number} cards", clan, "pack")
    if len(kept) > 1 or any(CARDS[card].age == age for card in kept):
        raise document.wrong("one card of an earlier Age can be kept", clan, "kept")
    for name, cards in (("picked", picked), ("pack", pack)):
        if any(CARDS[card].age != age for card in cards):
            raise document.wrong(f"the packs of Age {age} have cards of that Age only", clan, name)


def remember_kept(r: Reading, kept: list[list[int]]) -> None:
    """Nobody knows which card another has kept: the Age before is as if each had been dealt that one."""
    s = r.s
    s.drafts = tuple(no_draft() for _ in range(s.age - 1))
    if s.age == 1:
        return
    older = [card for card in r.left if CARDS[card].age < s.age]
    s.age -= 1
    s.drafts = s.drafts[:-1]
    s.draft = new_draft(tuple(sorted([*older, *(card for cards in kept for card in cards)])), s.seats, DEAL)
    for seat, cards in enumerate(kept):
        lay(s.draft.cards, seat * DEAL, cards)
        s.draft.taken[seat] = len(cards)
        if cards:
            remember(s, seat, KEPT)
    an_age_is_over(s)
    s.age += 1
