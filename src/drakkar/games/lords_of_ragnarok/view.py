"""The table in words, built from the State behind a seat's veil."""

from typing import Any

from drakkar.core.events import Hidden
from drakkar.core.flow import NO_CARD, NOBODY
from drakkar.core.piles import Deck, Zone
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.battle import battle_strength, card_values, effects_on_strength
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
from drakkar.games.lords_of_ragnarok.card import (
    ARTIFACT,
    ARTIFACTS,
    ATTACK,
    CARDS,
    CASUALTIES,
    COMBAT,
    DRAWS,
    EVENT,
    GOD,
    KIND_NAMES,
    MONSTER,
    MONSTER_FACTS,
    NO_REWARD,
    NO_WEAPON,
    RAGE,
    REALM,
    REWARD_NAMES,
    VALUE,
    WEAK_POINT,
    WEAPON_NAMES,
    artifact_card,
    event_facts,
    of_kind,
)
from drakkar.games.lords_of_ragnarok.choices import ACTION_NAMES, ATTRIBUTE_NAMES, MONSTER_NAMES, MOST_WOUNDS
from drakkar.games.lords_of_ragnarok.monsters.event_cards import event_in_progress
from drakkar.games.lords_of_ragnarok.pieces.figures import armies_in, total
from drakkar.games.lords_of_ragnarok.pieces.heroes import field, is_injured
from drakkar.games.lords_of_ragnarok.pieces.player_pools import (
    attribute,
    card_limit,
    priests_in_supply,
    rune_limit,
    supply,
)
from drakkar.games.lords_of_ragnarok.rulings import CLAN_NAMES
from drakkar.games.lords_of_ragnarok.state import (
    ATTRIBUTES,
    NO_ACTION,
    NO_VICTORY,
    STAGE_NAMES,
    UNKNOWN,
    VICTORY_NAMES,
    WHEEL,
    WISDOM,
    State,
)
from drakkar.games.lords_of_ragnarok.turn.gifts import gift_temples
from drakkar.games.lords_of_ragnarok.victory.control import population
from drakkar.games.lords_of_ragnarok.victory.victory_progress import checklist, nearness, prayers_left
from drakkar.games.lords_of_ragnarok.windows import WEAK_POINT_WISDOM


def view(known: State, seat: int | None) -> dict[str, Any]:
    """The whole table."""
    s = known
    return {
        "stage": STAGE_NAMES[s.stage],
        "turn": _who(s.turn),
        "checklist": checklist(s),
        "prayer": prayers_left(s),
        "action": None if s.action == NO_ACTION else ACTION_NAMES[s.action],
        "first_player": _who(s.first_player),
        "victory": None if s.victory == NO_VICTORY else VICTORY_NAMES[s.victory],
        "regions": [_region(s, region) for region in range(1, s.board.count + 1)],
        "players": [_player(s, owner, seat) for owner in range(s.seats)],
        "monsters": [_monster(s, monster) for monster in range(len(MONSTER_NAMES))],
        "statues": {
            GOD_NAMES[god].capitalize(): {
                "level": s.levels[god],
                "priests": [s.sent[god * s.seats + owner] for owner in range(s.seats)],
            }
            for god in range(GODS)
        },
        "wheel": {
            ACTION_NAMES[action]: list(s.wheel[action * s.seats : action * s.seats + s.wheel_sizes[action]])
            for action in range(WHEEL)
        },
        "alliances": {
            REALM_NAMES[realm].capitalize(): [owner for owner in range(s.seats) if s.alliances[realm] >> owner & 1]
            for realm in range(REALMS)
        },
        "supply": {RUNE_NAMES[rune]: supply(s, rune) for rune in range(RUNES)},
        "temples_left": s.track_left,
        "gift_temples": gift_temples(s),
        "conditions": [
            {"text": CARDS[card].name, "turned": bool(s.ragnarok.turned[at])}
            for at, card in enumerate(s.ragnarok.conditions)
        ],
        "last_turns": None if s.ragnarok.last_turns == NOBODY else s.ragnarok.last_turns,
        "decks": {name: _deck(deck) for name, deck in _decks(s)},
        "offered": _pile(s.offered, 0),
        "event": _name(event_in_progress(s)),
        "foreseen": foreseen(s),
        "battle": battle(s),
        "hunt": hunt(s),
        "cards": faces(s),
    }


def faces(s: State) -> list[dict[str, Any]]:
    """The printed facts of every card visible to this seat, each once.

    Statues, Realm tokens, Artifacts, Monsters and the Boss are public from the beginning (LR-6.1, LR-6.5, LR-6.6);
    all discard piles may be looked through (LR-24.3), and so may the Event being carried out.
    """
    zones = [s.offered.of(0), s.attack_hand.of(0), s.heroes, s.stories, s.ragnarok.conditions]
    for seat in range(s.seats):
        zones += [s.hand.of(seat), s.known.of(seat), s.gifts.of(seat), s.played.of(seat)]
    zones += [deck.discarded() for _, deck in _decks(s)]
    lying = [card.number for kind in (GOD, REALM, ARTIFACT, MONSTER) for card in of_kind(kind)]
    seen = [*lying, s.hunt.attack, event_in_progress(s), *(card for zone in zones for card in zone)]
    return [face(card) for card in sorted(set(seen)) if card >= 0]


def face(number: int) -> dict[str, Any]:
    """A card as printed."""
    card = CARDS[number]
    told: dict[str, Any] = {
        "id": number,
        "name": card.name,
        "kind": KIND_NAMES[card.kind],
        "text": card.text,
        "short": card.short,
    }
    if card.kind == COMBAT:
        told |= {"weapon": card.facts["weapon"], "value": VALUE[number], "casualties": CASUALTIES[number]}
    if card.kind == EVENT:
        facts = event_facts(number)
        told |= {
            "region": facts.region,
            "place": RUNE_NAMES[facts.place],
            "activate": [RUNE_NAMES[rune] for rune in facts.activates],
            "boss": facts.boss,
        }
    if card.kind == ATTACK:
        told |= {"rage": RAGE[number], "weak_point": WEAK_POINT[number], "draw": DRAWS[number]}
    return told


def _who(seat: int) -> int | None:
    return None if seat < 0 else seat


def battle(s: State) -> dict[str, Any] | None:
    """The current battle (section 19): Region, players, cards played, Battle Strength so far with its parts."""
    if s.battle.region == NOWHERE or s.flow.over:
        return None
    return {
        "region": s.battle.region,
        "attacker": s.battle.attacker,
        "defender": s.battle.defender,
        "winner": _who(s.battle.winner),
        "passed": [seat for seat in range(s.seats) if s.battle.passed >> seat & 1],
        "strength": {seat: battle_strength(s, seat) for seat in (s.battle.attacker, s.battle.defender)},
        "parts": {seat: strength_parts(s, seat) for seat in (s.battle.attacker, s.battle.defender)},
        "cards": {seat: _pile(s.played, seat) for seat in (s.battle.attacker, s.battle.defender)},
    }


def strength_parts(s: State, seat: int) -> dict[str, int]:
    """LR-19.8: the sum of the Armies' values, the values of the cards, and what effects add."""
    armies = total(s, seat, s.battle.region)
    return {"armies": armies, "cards": card_values(s, seat), "effects": effects_on_strength(s, seat)}


def hunt(s: State) -> dict[str, Any] | None:
    """The current Hunt (section 18): the attack, the defence, the Wisdom that counts, and the Monster side's cards."""
    if s.hunt.hunter == NOBODY or s.flow.over:
        return None
    return {
        "hunter": s.hunt.hunter,
        "monster": MONSTER_NAMES[s.hunt.monster],
        "side": _who(s.hunt.side),
        "attack": _name(s.hunt.attack),
        "attack_card": None if s.hunt.attack == NO_CARD else face(s.hunt.attack),
        "defence": s.hunt.defence,
        "cancelled": s.hunt.cancelled,
        "wisdom": WEAK_POINT_WISDOM.of(s, s.hunt.hunter, attribute(s, s.hunt.hunter, WISDOM)),
        "played": _pile(s.played, s.hunt.hunter),
        "wounds": s.hunt.wounds,
        "attack_hand": _pile(s.attack_hand, 0),
        "attack_cards": [face(card) for card in s.attack_hand.of(0) if card != UNKNOWN],
    }


def foreseen(s: State) -> dict[str, Any]:
    """LR-24.4: the Event cards that this seat has looked at and that were put back."""
    deck = s.decks.event
    under = [_name(card) for card in deck.under[: deck.buried] if card != UNKNOWN]
    return {"top": None if deck.top in (NO_CARD, UNKNOWN) else CARDS[deck.top].name, "under": under}


def _region(s: State, region: int) -> dict[str, Any]:
    kind = s.regions.forge_kinds[region]
    return {
        "number": region,
        "population": population(s, region),
        "land": s.board.land_names[s.board.land[region]],
        "seas": [SEA_NAMES[sea] for sea in numbers_of(s.board.seas) if s.board.coast[sea] >> region & 1],
        "settlement": bool(s.board.settlements >> region & 1),
        "shrine": bool(s.board.shrines >> region & 1),
        "yggdrasil": bool(s.board.yggdrasil >> region & 1),
        "statue": GOD_NAMES[s.board.god[region]].capitalize() if s.board.god[region] >= 0 else None,
        "control": _who(s.regions.control[region]),
        "armies": {
            seat: sorted(s.values[army] for army in armies_in(s, seat, region))
            for seat in range(s.seats)
            if armies_in(s, seat, region)
        },
        "temple": bool(s.regions.temples[region]),
        "forge": RUNE_NAMES[kind] if kind >= 0 else None,
        "forge_full": bool(s.regions.forge_runes[region]),
    }


def _player(s: State, seat: int, viewer: int | None) -> dict[str, Any]:
    return {
        "clan": CLAN_NAMES[s.sides[seat]],
        "won": bool(s.winners >> seat & 1),
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
        "hand": _pile(s.hand, seat) if seat == viewer else Hidden(s.hand.sizes[seat]),
        "shown": _pile(s.known, seat),
        "limits": {"cards": card_limit(s, seat), "runes": rune_limit(s, seat)},
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


def _monster(s: State, monster: int) -> dict[str, Any]:
    first = monster * MOST_WOUNDS
    spaces = s.monsters.wounds[first : first + MONSTER_FACTS[monster].spaces]
    return {
        "name": MONSTER_NAMES[monster],
        "region": s.monsters.places[monster] or None,
        "ring": _who(s.monsters.rings[monster]),
        "slain_by": _who(s.monsters.slain_by[monster]),
        "wounds": [_who(marker) for marker in spaces],
        "weapons": [_weapons(monster, at) for at in range(MONSTER_FACTS[monster].spaces)],
        "rewards": [_reward(monster, at) for at in range(MONSTER_FACTS[monster].spaces)],
    }


def _weapons(monster: int, at: int) -> list[str]:
    facts = MONSTER_FACTS[monster]
    return [WEAPON_NAMES[weapon] for weapon in (facts.first[at], facts.second[at]) if weapon != NO_WEAPON]


def _reward(monster: int, at: int) -> str | None:
    reward = MONSTER_FACTS[monster].reward[at]
    return None if reward == NO_REWARD else REWARD_NAMES[reward]


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
