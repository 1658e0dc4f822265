"""Laying a position: the players' boards, pools, figures and cards."""

from drakkar.core.excerpt import quoted
from drakkar.core.flow import NO_CARD, NOBODY
from drakkar.games.lords_of_ragnarok.board import GOD_NAMES, REALM_NAMES, RUNE_NAMES, RUNES, SEA_NAMES
from drakkar.games.lords_of_ragnarok.card import ARTIFACT, COMBAT, FIRST_OF, GIFT, HERO, STORY, of_kind
from drakkar.games.lords_of_ragnarok.choices import ATTRIBUTE_NAMES, MONSTER_NAMES
from drakkar.games.lords_of_ragnarok.components import ARMIES
from drakkar.games.lords_of_ragnarok.pieces.artifacts import charge
from drakkar.games.lords_of_ragnarok.pieces.player_pools import priests_in_supply, supply
from drakkar.games.lords_of_ragnarok.positions.reading import Reading
from drakkar.games.lords_of_ragnarok.state import (
    ATTRIBUTES,
    CHOOSING,
    GIFT_CAPACITY,
    HAND_CAPACITY,
    HIGHEST,
    LOWEST,
    PRIESTS,
    RUNES_OF_A_KIND,
    SLAYERS,
)


def put_players(r: Reading) -> None:
    """All that is a player's."""
    put_heroes(r)
    for seat, clan in enumerate(r.clans):
        put_figures(r, seat, clan)
        put_pool(r, seat, clan)
        put_conquests(r, seat, clan)
    for seat, clan in enumerate(r.clans):
        put_named_cards(r, seat, clan)
    for seat, clan in enumerate(r.clans):
        put_shown_cards(r, seat, clan)
    for seat, clan in enumerate(r.clans):
        put_counted_cards(r, seat, clan)


def put_heroes(r: Reading) -> None:
    """LR-7.3: those named, then others from the seed; while heroes are chosen, only those named."""
    for kind, key, held in ((HERO, "hero", r.s.heroes), (STORY, "story", r.s.stories)):
        for seat, clan in enumerate(r.clans):
            held[seat] = r.one_card(kind, clan, key)
            if held[seat] != NO_CARD and list(held).count(held[seat]) > 1:
                raise r.document.wrong("another player has it", clan, key)
        free = [card.number for card in of_kind(kind) if card.number not in held]
        for seat, clan in enumerate(r.clans):
            if held[seat] == NO_CARD and r.stage != CHOOSING:
                held[seat] = r.s.flow.chance.draw(free, 1)[0]
            elif (r.s.heroes[seat] == NO_CARD) != (r.s.stories[seat] == NO_CARD) and kind == STORY:
                raise r.document.wrong("a player who has chosen has both a Hero and a Story", clan)
    for seat in range(r.s.seats):
        if r.s.heroes[seat] != NO_CARD:
            r.s.acting.add(seat, r.s.heroes[seat])


def put_figures(r: Reading, seat: int, clan: str) -> None:
    """Hero, Drakkar and Armies; without a word the Hero is in Region 1, the Drakkar in the first Sea."""
    s, document = r.s, r.document
    settled = s.heroes[seat] != NO_CARD
    if settled or document.has(clan, "region"):
        s.hero_places[seat] = r.region(document.number(1, 1, s.board.count, clan, "region"), clan, "region")
    sea = document.name(SEA_NAMES, clan, "drakkar")
    if sea >= 0 and not s.board.seas >> sea & 1:
        raise document.wrong(f"there is no {SEA_NAMES[sea]} on this side of the board", clan, "drakkar")
    if sea >= 0 or settled:
        s.drakkars[seat] = max(0, sea)
    army = seat * ARMIES
    for word, values in document.table(clan, "armies").items():
        region = r.region(word, clan, "armies")
        listed = values if isinstance(values, list) else [values]
        for value in listed:
            if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= HIGHEST:
                raise document.wrong(f"an Army has a value of 1 to 6, not {quoted(value)}", clan, "armies", word)
            if army == (seat + 1) * ARMIES:
                raise document.wrong(f"a player has at most {ARMIES} Armies", clan, "armies", word)
            s.armies[army], s.values[army] = region, value
            army += 1


def put_pool(r: Reading, seat: int, clan: str) -> None:
    """Attributes, Runes, Priests."""
    s = r.s
    for which, value in r.counts(ATTRIBUTE_NAMES, LOWEST, HIGHEST, clan, "attributes").items():
        s.fields[seat * ATTRIBUTES + which] = value
    for which in r.which(ATTRIBUTE_NAMES, clan, "injured"):
        s.injured[seat * ATTRIBUTES + which] = 1
    for rune, number in r.counts(RUNE_NAMES, 0, RUNES_OF_A_KIND, clan, "runes").items():
        s.runes[seat * RUNES + rune] = number
        if supply(s, rune) < 0:
            raise r.document.wrong(f"there are only {RUNES_OF_A_KIND} {RUNE_NAMES[rune]}", clan, "runes")
    s.priests[seat] = r.document.number(0, 0, PRIESTS, clan, "priests")
    for god, number in r.counts(GOD_NAMES, 0, PRIESTS, clan, "sent").items():
        s.sent[god * s.seats + seat] = number
    if priests_in_supply(s, seat) < 0:
        raise r.document.wrong(f"a player has at most {PRIESTS} Priests", clan, "priests")


def put_conquests(r: Reading, seat: int, clan: str) -> None:
    """Control, Realms, Monsters and kills."""
    s = r.s
    for region in r.regions(clan, "control"):
        if s.regions.control[region] != NOBODY:
            raise r.document.wrong(f"another player controls {region}", clan, "control")
        s.regions.control[region] = seat
    for realm in r.which(REALM_NAMES, clan, "realms"):
        s.alliances[realm] |= 1 << seat
    for monster in r.which(MONSTER_NAMES, clan, "rings"):
        s.monsters.rings[monster] = seat
    for monster in r.which(MONSTER_NAMES, clan, "slain"):
        s.monsters.slain_by[monster] = seat
    s.slayers[seat] = r.document.number(0, 0, SLAYERS, clan, "slayer_tokens")


def put_named_cards(r: Reading, seat: int, clan: str) -> None:
    """Gifts and Artifacts; Combat cards that are named."""
    s = r.s
    gifts = r.drawn(s.decks.gift, GIFT, clan, "gifts")
    if len(gifts) > GIFT_CAPACITY:
        raise r.document.wrong(f"a player has at most {GIFT_CAPACITY} Gifts", clan, "gifts")
    for card in gifts:
        s.gifts.add(seat, card)
        s.acting.add(seat, card)
    for key in ("artifacts", "exhausted"):
        for word in r.document.names(clan, key):
            artifact = r.card(word, ARTIFACT, clan, key) - FIRST_OF[ARTIFACT]
            if s.artifacts[artifact] != NOBODY:
                raise r.document.wrong(f"another player already has {word}", clan, key, word=word)
            s.artifacts[artifact] = seat
            if key == "artifacts":
                charge(s, artifact)
    if not is_counted(r, clan):
        for card in r.drawn(s.decks.combat, COMBAT, clan, "hand"):
            s.hand.add(seat, card)


def put_shown_cards(r: Reading, seat: int, clan: str) -> None:
    """What all have seen of a hand; one of which only the size is known gets it before others draw."""
    s = r.s
    shown = r.document.names(clan, "shown")
    if len(shown) > HAND_CAPACITY:
        raise r.document.wrong(f"there are only {HAND_CAPACITY} Combat cards", clan, "shown")
    for word in shown:
        card = r.card(word, COMBAT, clan, "shown")
        s.known.add(seat, card)
        if is_counted(r, clan) and card in s.decks.combat.cards[: s.decks.combat.left]:
            s.decks.combat.take(card)
            s.hand.add(seat, card)


def put_counted_cards(r: Reading, seat: int, clan: str) -> None:
    """The rest of a hand of which only the size is known, last: anything that nobody else has."""
    s = r.s
    if is_counted(r, clan):
        size = r.document.number(0, s.hand.sizes[seat], s.hand.sizes[seat] + s.decks.combat.left, clan, "hand")
        for _ in range(size - s.hand.sizes[seat]):
            s.hand.add(seat, s.decks.combat.draw(s.flow.chance))


def is_counted(r: Reading, clan: str) -> bool:
    """Whether only the size of a hand is told."""
    return isinstance(r.document.get(clan, "hand"), int)
