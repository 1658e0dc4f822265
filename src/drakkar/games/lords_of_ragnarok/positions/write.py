"""The table as the readable part of a position: of a state, or of what a seat knows of it (section 2 says what)."""

from collections.abc import Iterable
from typing import Any

from drakkar.core.flow import NO_CARD, NOBODY
from drakkar.core.vectors import Vec
from drakkar.games.lords_of_ragnarok.board import (
    GOD_NAMES,
    GODS,
    NO_SEA,
    NOWHERE,
    REALM_NAMES,
    REALMS,
    RUNE_NAMES,
    RUNES,
    SEA_NAMES,
    numbers_of,
)
from drakkar.games.lords_of_ragnarok.card import ARTIFACTS, CARDS, artifact_card
from drakkar.games.lords_of_ragnarok.choices import ACTION_NAMES, ATTRIBUTE_NAMES, MONSTER_NAMES, MOST_WOUNDS
from drakkar.games.lords_of_ragnarok.components import NO_RUNE
from drakkar.games.lords_of_ragnarok.pieces.figures import armies_in, controlled
from drakkar.games.lords_of_ragnarok.positions.words import STAGE_WORDS, clan_name
from drakkar.games.lords_of_ragnarok.redeal import event_in_hand
from drakkar.games.lords_of_ragnarok.rulings import CLAN_NAMES
from drakkar.games.lords_of_ragnarok.state import (
    ATTRIBUTES,
    CHOOSING,
    LOWEST,
    OUT_OF_THE_GAME,
    UNKNOWN,
    VICTORY_NAMES,
    WHEEL,
    State,
)


def write(s: State, _viewer: int | None) -> dict[str, Any]:
    """Values and sections, as docs/positions.md tells; what a seat does not know is UNKNOWN behind its veil."""
    sections: dict[str, Any] = {
        "sides": [CLAN_NAMES[clan] for clan in s.sides],
        "stage": STAGE_WORDS[-1 if s.flow.over else s.stage],
    }
    for key, seat in (("turn", s.turn), ("first_player", s.first_player), ("first_chooser", s.first_chooser)):
        if seat != NOBODY and (key != "turn" or s.stage != CHOOSING):
            sections[key] = clan_name(s, seat)
    if s.winners:
        sections["winner"] = clan_name(s, numbers_of(s.winners)[0])
        sections["victory"] = VICTORY_NAMES[s.victory]
    for seat in range(s.seats):
        sections[clan_name(s, seat)] = without_nothing(player(s, seat))
    return {**sections, "board": without_nothing(board(s)), "cards": without_nothing(cards(s))}


def hidden_parts(s: State) -> tuple[str, ...]:
    """Hands, and the decks too while hands and discard piles determine which cards are in them."""
    event = s.decks.event
    lies_out = any((*s.played.sizes, *s.offered.sizes, *s.attack_hand.sizes)) or s.hunt.hunter != NOBODY
    if lies_out or event.buried or event.top != NO_CARD or event_in_hand(s):
        return ("hand",)
    return ("hand", "decks", "offered", "attack_hand", "played")


def without_nothing(section: dict[str, Any]) -> dict[str, Any]:
    """What is not there need not be said; an empty hand is the usual one."""
    return {key: value for key, value in section.items() if value not in (None, 0, [], {})}


def player(s: State, seat: int) -> dict[str, Any]:
    """A player's board, pool and pieces; a player who is still choosing has at most a hand."""
    if s.stage == CHOOSING and not s.acting.has(seat, s.heroes[seat]):
        return {"hand": spelled(s.hand.of(seat))}
    first = seat * ATTRIBUTES
    return {
        "hero": CARDS[s.heroes[seat]].name,
        "story": CARDS[s.stories[seat]].name,
        "region": s.hero_places[seat],
        "drakkar": None if s.drakkars[seat] == NO_SEA else SEA_NAMES[s.drakkars[seat]],
        "attributes": {
            ATTRIBUTE_NAMES[which]: s.fields[first + which]
            for which in range(ATTRIBUTES)
            if s.fields[first + which] != LOWEST
        },
        "injured": [ATTRIBUTE_NAMES[which] for which in range(ATTRIBUTES) if s.injured[first + which]],
        "runes": _counted(RUNE_NAMES, s.runes, seat * RUNES, RUNES),
        "priests": s.priests[seat],
        "sent": {GOD_NAMES[god]: s.sent[god * s.seats + seat] for god in range(GODS) if s.sent[god * s.seats + seat]},
        "hand": spelled(s.hand.of(seat)),
        "shown": spelled(s.known.of(seat)),
        "armies": {
            str(region): [s.values[army] for army in armies_in(s, seat, region)]
            for region in range(1, s.board.count + 1)
            if armies_in(s, seat, region)
        },
        "control": numbers_of(controlled(s, seat)),
        "gifts": spelled(s.gifts.of(seat)),
        "artifacts": _artifacts(s, seat, 1),
        "exhausted": _artifacts(s, seat, 0),
        "rings": [MONSTER_NAMES[at] for at, ring in enumerate(s.monsters.rings) if ring == seat],
        "slain": [MONSTER_NAMES[at] for at, slayer in enumerate(s.monsters.slain_by) if slayer == seat],
        "slayer_tokens": s.slayers[seat],
        "realms": [REALM_NAMES[realm] for realm in range(REALMS) if s.alliances[realm] >> seat & 1],
    }


def _counted(names: tuple[str, ...], numbers: Vec, first: int, size: int) -> dict[str, int]:
    return {names[at]: numbers[first + at] for at in range(size) if numbers[first + at]}


def spelled(some: Iterable[int]) -> list[str] | int:
    """Cards by name; hidden ones only counted."""
    listed = list(some)
    return len(listed) if UNKNOWN in listed else [CARDS[card].name for card in listed]


def _artifacts(s: State, seat: int, charged: int) -> list[str]:
    return [
        CARDS[artifact_card(at)].name for at in range(ARTIFACTS) if s.artifacts[at] == seat and s.charged[at] == charged
    ]


def board(s: State) -> dict[str, Any]:
    """What lies on the board and belongs to nobody, or to several."""
    regions, monsters, ragnarok = s.regions, s.monsters, s.ragnarok
    everywhere = range(1, s.board.count + 1)
    return {
        "monsters": {MONSTER_NAMES[at]: place for at, place in enumerate(monsters.places) if place != NOWHERE},
        "wounds": {MONSTER_NAMES[at]: wounds for at in range(len(MONSTER_NAMES)) if (wounds := _wounds(s, at))},
        "stacks": [MONSTER_NAMES[monster] for monster in monsters.stacks],
        "forges": {
            str(region): RUNE_NAMES[regions.forge_kinds[region]]
            for region in everywhere
            if regions.forge_kinds[region] != NO_RUNE
        },
        "empty_forges": [at for at in numbers_of(s.board.forges) if not regions.forge_runes[at]],
        "temples": [region for region in everywhere if regions.temples[region]],
        "uncovered": [region for region in everywhere if regions.uncovered[region]],
        "arrived": {
            str(region): clan_name(s, regions.arrived[region])
            for region in everywhere
            if regions.arrived[region] != NOBODY
        },
        "statues": _counted(GOD_NAMES, s.levels, 0, GODS),
        "wheel": {
            ACTION_NAMES[action]: [
                clan_name(s, seat) for seat in s.wheel[action * s.seats : action * s.seats + s.wheel_sizes[action]]
            ]
            for action in range(WHEEL)
            if s.wheel_sizes[action]
        },
        "fulfilled": [CARDS[card].name for at, card in enumerate(ragnarok.conditions) if ragnarok.turned[at]],
        "ragnarok_by": None if ragnarok.builder == NOBODY else clan_name(s, ragnarok.builder),
        "last_turns": None if ragnarok.last_turns == NOBODY else ragnarok.last_turns,
    }


def _wounds(s: State, monster: int) -> dict[str, str]:
    first = monster * MOST_WOUNDS
    spaces = s.monsters.wounds[first : first + MOST_WOUNDS]
    return {str(at + 1): clan_name(s, seat) for at, seat in enumerate(spaces) if seat != NOBODY}


def cards(s: State) -> dict[str, Any]:
    """The discard piles, and what is out of the game."""
    decks = s.decks
    return {
        "combat": spelled(decks.combat.discarded()),
        "gift": spelled(decks.gift.discarded()),
        "event": spelled(decks.event.discarded()),
        "out": [CARDS[artifact_card(at)].name for at in range(ARTIFACTS) if s.artifacts[at] == OUT_OF_THE_GAME],
    }
