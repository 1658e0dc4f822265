"""Laying a position: Monsters, Forges, Temples, Statues, the wheel, the decks and Ragnarok."""

from drakkar.core.excerpt import QUOTED, excerpt
from drakkar.core.flow import NOBODY
from drakkar.core.vectors import row
from drakkar.games.lords_of_ragnarok.board import GOD_NAMES, RUNE_NAMES, numbers_of
from drakkar.games.lords_of_ragnarok.card import (
    ARTIFACT,
    CARDS,
    COMBAT,
    EVENT,
    FIRST_OF,
    GIFT,
    MONSTER_FACTS,
    MONSTERS,
)
from drakkar.games.lords_of_ragnarok.choices import ACTION_NAMES, MONSTER_NAMES, MOST_WOUNDS
from drakkar.games.lords_of_ragnarok.components import NO_RUNE
from drakkar.games.lords_of_ragnarok.positions.reading import Reading, number_of
from drakkar.games.lords_of_ragnarok.setup.setup import forge_tokens, stacks
from drakkar.games.lords_of_ragnarok.state import LAST_LEVEL, OUT_OF_THE_GAME, WHEEL


def put_board(r: Reading) -> None:
    """All that is nobody's, or several players'."""
    put_monsters(r)
    put_forges(r)
    put_temples(r)
    put_wheel(r)
    put_ragnarok(r)
    put_discards(r)


def put_monsters(r: Reading) -> None:
    """LR-6.6: where they stand; those not named are beside the board. Stacks from the seed."""
    s, document = r.s, r.document
    for word in document.table("board", "monsters"):
        monster = document.known(word, MONSTER_NAMES, "board", "monsters")
        s.monsters.places[monster] = r.region(document.get("board", "monsters", word), "board", "monsters", word)
    for word in document.table("board", "wounds"):
        monster = document.known(word, MONSTER_NAMES, "board", "wounds")
        for space in document.table("board", "wounds", word):
            at = number_of(space)
            if not 1 <= at <= MONSTER_FACTS[monster].spaces:
                raise document.wrong(f"{word} has no space {excerpt(space, QUOTED)}", "board", "wounds", word)
            s.monsters.wounds[monster * MOST_WOUNDS + at - 1] = r.seat("board", "wounds", word, space)
    named = r.which(MONSTER_NAMES[:MONSTERS], "board", "stacks")
    s.monsters.stacks = row(named or stacks(s.flow.chance))
    runes = [MONSTER_FACTS[monster].rune for monster in s.monsters.stacks]
    if len(runes) != MONSTERS or runes != sorted(runes):
        raise document.wrong("stacks must have all Monsters, the two of each Rune together", "board", "stacks")


def put_forges(r: Reading) -> None:
    """LR-6.4: kinds that are named, the others from the seed; each with its Rune unless it is empty."""
    s = r.s
    places = numbers_of(s.board.forges)
    for word in r.document.table("board", "forges"):
        region = r.region(word, "board", "forges")
        if region not in places:
            raise r.document.wrong(f"{word} has no Forge", "board", "forges", word)
        s.regions.forge_kinds[region] = r.document.name(RUNE_NAMES, "board", "forges", word)
    tokens = forge_tokens(s.flow.chance, len(places))
    empty = r.regions("board", "empty_forges")
    for region in places:
        kind = s.regions.forge_kinds[region]
        if kind in tokens:
            tokens.remove(kind)
        s.regions.forge_runes[region] = int(region not in empty)
    for region in places:
        if s.regions.forge_kinds[region] == NO_RUNE:
            s.regions.forge_kinds[region] = tokens.pop()


def put_temples(r: Reading) -> None:
    """LR-20.1: Temples and Statues, and Regions whose marker was discarded."""
    s = r.s
    for region in r.regions("board", "temples"):
        if not s.track_left:
            raise r.document.wrong("there are not that many Temples", "board", "temples")
        s.regions.temples[region] = 1
        s.track_left -= 1
    for region in r.regions("board", "uncovered"):
        s.regions.uncovered[region] = 1
    for god, level in r.counts(GOD_NAMES, 0, LAST_LEVEL, "board", "statues").items():
        s.levels[god] = level


def put_wheel(r: Reading) -> None:
    """LR-14.3: markers from below."""
    s = r.s
    for word in r.document.table("board", "wheel"):
        action = r.document.known(word, ACTION_NAMES[:WHEEL], "board", "wheel")
        for seat in r.which(tuple(r.clans), "board", "wheel", word):
            s.wheel[action * s.seats + s.wheel_sizes[action]] = seat
            s.wheel_sizes[action] += 1


def put_ragnarok(r: Reading) -> None:
    """LR-16.3, LR-23.1: conditions that are turned, who brought Ragnarok, and how many turns are left."""
    s = r.s
    names = tuple(CARDS[card].name for card in s.ragnarok.conditions)
    for at in r.which(names, "board", "fulfilled"):
        s.ragnarok.turned[at] = 1
    s.ragnarok.builder = r.seat("board", "ragnarok_by")
    usual = NOBODY if s.ragnarok.builder == NOBODY else s.seats
    s.ragnarok.last_turns = r.document.number(usual, NOBODY, s.seats + 1, "board", "last_turns")
    if (s.ragnarok.builder == NOBODY) != (s.ragnarok.last_turns == NOBODY):
        raise r.document.wrong("last turns need a Ragnarok that has started", "board", "last_turns")


def put_discards(r: Reading) -> None:
    """LR-24.3: the discard piles; Artifacts that are out of the game."""
    decks = r.s.decks
    for kind, key, deck in (
        (COMBAT, "combat", decks.combat),
        (GIFT, "gift", decks.gift),
        (EVENT, "event", decks.event),
    ):
        for card in r.drawn(deck, kind, "cards", key):
            deck.discard(card)
    for word in r.document.names("cards", "out"):
        artifact = r.card(word, ARTIFACT, "cards", "out") - FIRST_OF[ARTIFACT]
        r.s.artifacts[artifact] = OUT_OF_THE_GAME
