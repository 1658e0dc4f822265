"""The table in words: everything that a seat may see, told from behind its veil."""

from typing import Any

from drakkar.core.events import Hidden
from drakkar.core.flow import NO_CARD, NOBODY
from drakkar.core.piles import Deck, Zone
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.board import (
    GOD_NAMES,
    GODS,
    NO_SEA,
    REALM_NAMES,
    REALMS,
    RUNE_NAMES,
    RUNES,
    SEA_NAMES,
)
from drakkar.games.lords_of_ragnarok.cards.kinds import ARTIFACTS, CARDS, MONSTER_FACTS, artifact_card
from drakkar.games.lords_of_ragnarok.choices import ACTION_NAMES, ATTRIBUTE_NAMES, MONSTER_NAMES, MOST_WOUNDS
from drakkar.games.lords_of_ragnarok.control import lands_controlled, population, temples_controlled, temples_of_a_gothi
from drakkar.games.lords_of_ragnarok.figures import armies_in
from drakkar.games.lords_of_ragnarok.heroes import field, is_injured
from drakkar.games.lords_of_ragnarok.options import CLAN_NAMES
from drakkar.games.lords_of_ragnarok.pools import attribute, priests_in_supply, supply
from drakkar.games.lords_of_ragnarok.ragnarok import at_yggdrasil
from drakkar.games.lords_of_ragnarok.state import ATTRIBUTES, STAGE_NAMES, UNKNOWN, WHEEL, State


def view(known: State, _seat: int | None) -> dict[str, Any]:
    """All that lies on the table."""
    s = known
    return {
        "stage": STAGE_NAMES[s.stage],
        "turn": None if s.turn == NOBODY else s.turn,
        "regions": [_region(s, region) for region in range(1, s.board.count + 1)],
        "players": [_player(s, seat) for seat in range(s.seats)],
        "monsters": [_monster(s, monster) for monster in range(len(MONSTER_NAMES))],
        "statues": {
            GOD_NAMES[god].capitalize(): {
                "level": s.levels[god],
                "priests": [s.sent[god * s.seats + seat] for seat in range(s.seats)],
            }
            for god in range(GODS)
        },
        "wheel": {
            ACTION_NAMES[action]: list(s.wheel[action * s.seats : action * s.seats + s.wheel_sizes[action]])
            for action in range(WHEEL)
        },
        "alliances": {
            REALM_NAMES[realm].capitalize(): [seat for seat in range(s.seats) if s.alliances[realm] >> seat & 1]
            for realm in range(REALMS)
        },
        "supply": {RUNE_NAMES[rune]: supply(s, rune) for rune in range(RUNES)},
        "temples_left": s.track_left,
        "conditions": [
            {"text": CARDS[card].name, "turned": bool(s.ragnarok.turned[at])}
            for at, card in enumerate(s.ragnarok.conditions)
        ],
        "last_turns": None if s.ragnarok.last_turns == NOBODY else s.ragnarok.last_turns,
        "decks": {name: _deck(deck) for name, deck in _decks(s)},
        "offered": _pile(s.offered, 0),
        "attack_hand": _pile(s.attack_hand, 0),
    }


def _region(s: State, region: int) -> dict[str, Any]:
    kind = s.regions.forge_kinds[region]
    return {
        "number": region,
        "population": population(s, region),
        "control": None if s.regions.control[region] == NOBODY else s.regions.control[region],
        "armies": {
            seat: sorted(s.values[army] for army in armies_in(s, seat, region))
            for seat in range(s.seats)
            if armies_in(s, seat, region)
        },
        "temple": bool(s.regions.temples[region]),
        "forge": RUNE_NAMES[kind] if kind >= 0 else None,
        "forge_full": bool(s.regions.forge_runes[region]),
    }


def _player(s: State, seat: int) -> dict[str, Any]:
    return {
        "clan": CLAN_NAMES[s.clans[seat]],
        "hero": _name(s.heroes[seat]),
        "story": _name(s.stories[seat]),
        "hero_region": s.hero_places[seat] or None,
        "drakkar": None if s.drakkars[seat] == NO_SEA else SEA_NAMES[s.drakkars[seat]],
        "attributes": {
            ATTRIBUTE_NAMES[which]: {
                "value": attribute(s, seat, which),
                "field": field(s, seat, which),
                "injured": is_injured(s, seat, which),
            }
            for which in range(ATTRIBUTES)
        },
        "runes": {RUNE_NAMES[rune]: s.runes[seat * RUNES + rune] for rune in range(RUNES)},
        "hand": _pile(s.hand, seat),
        "priests": {"pool": s.priests[seat], "supply": priests_in_supply(s, seat)},
        "armies_in_pool": len(armies_in(s, seat, 0)),
        "gifts": [CARDS[card].name for card in s.gifts.of(seat)],
        "artifacts": {
            CARDS[artifact_card(artifact)].name: "charged" if s.charged[artifact] else "exhausted"
            for artifact in range(ARTIFACTS)
            if s.artifacts[artifact] == seat
        },
        "victory": nearness(s, seat),
    }


def nearness(s: State, seat: int) -> dict[str, dict[str, int]]:
    """How near a player is to each victory (LR-1.2 to LR-1.4, LR-1.8)."""
    kills = s.slayers[seat] + sum(slayer == seat for slayer in s.monsters.slain_by)
    return {
        "jarl": {"have": lands_controlled(s, seat), "need": 3},
        "gothi": {"have": temples_controlled(s, seat), "need": temples_of_a_gothi(s)},
        "slayer": {"have": kills, "need": 1 if s.seats == 2 else 2},
        "yggdrasil": {"have": at_yggdrasil(s, seat), "need": 0},
    }


def _monster(s: State, monster: int) -> dict[str, Any]:
    first = monster * MOST_WOUNDS
    spaces = s.monsters.wounds[first : first + MONSTER_FACTS[monster].spaces]
    return {
        "name": MONSTER_NAMES[monster],
        "region": s.monsters.places[monster] or None,
        "ring": None if s.monsters.rings[monster] == NOBODY else s.monsters.rings[monster],
        "slain_by": None if s.monsters.slain_by[monster] == NOBODY else s.monsters.slain_by[monster],
        "wounds": [None if marker == NOBODY else marker for marker in spaces],
    }


def _decks(s: State) -> list[tuple[str, Deck]]:
    decks = s.decks
    return [("combat", decks.combat), ("attack", decks.attack), ("gift", decks.gift), ("event", decks.event)]


def _deck(deck: Deck) -> dict[str, Any]:
    return {"left": deck.size(), "discards": [CARDS[card].name for card in deck.discarded()]}


def _pile(zone: Zone, owner: int) -> list[str] | Hidden:
    cards = zone.of(owner)
    if any(card == UNKNOWN for card in cards):
        return Hidden(len(cards))
    return [CARDS[card].name for card in cards]


def _name(card: int) -> str | None:
    return None if card == NO_CARD else CARDS[card].name
