"""The table in words and numbers, built from the State behind a seat's veil."""

from typing import Any

from drakkar.core.events import Hidden
from drakkar.core.piles import Zone
from drakkar.games.blood_rage.battle import bonus_of, cancelled_cards
from drakkar.games.blood_rage.board import (
    BOARD_PLACES,
    FIRST_FJORD,
    FJORD_OF,
    NOWHERE,
    PLACE_NAMES,
    PROVINCES,
    RESERVE,
    SUPPORTED_BY,
    VALHALLA,
    VILLAGES,
    region_of,
)
from drakkar.games.blood_rage.card import CARDS, FIRST_SLOT, KIND_NAMES, SLOT_COUNT
from drakkar.games.blood_rage.choices import FIGURE_WORDS, STAT_NAMES
from drakkar.games.blood_rage.clans import stat, step_of, strength_in, upgrade_cost, upgrade_in
from drakkar.games.blood_rage.events import CARD_BONUS
from drakkar.games.blood_rage.figures import count, kinds_at
from drakkar.games.blood_rage.memory import known_cards, visits
from drakkar.games.blood_rage.rulings import CLAN_COLOURS, CLAN_NAMES
from drakkar.games.blood_rage.state import (
    DEAL,
    GODS_GIFTS,
    HORNS,
    NO_CARD,
    NOBODY,
    PHASE_NAMES,
    QUESTS,
    STATS,
    State,
)

TOKEN_NAMES = ("Rage", "Axes", "Horns", "five Glory", "all three stats")


def view(s: State, seat: int | None) -> dict[str, Any]:
    """The whole table."""
    drafting = s.phase == GODS_GIFTS
    return {
        "age": s.age,
        "phase": PHASE_NAMES[s.phase],
        "first_player": s.first_player,
        "turn": None if s.turn == NOBODY else s.turn,
        "clans": [_clan(s, other, seat) for other in range(s.seats)],
        "places": [_place(s, place) for place in range(BOARD_PLACES)],
        "ragnarok": [PLACE_NAMES[province] for province in s.ragnarok],
        "pack": [] if seat is None or not drafting else [_priced(s, seat, card) for card in s.draft.of(seat)],
        "packs": [len(s.draft.of(other)) if drafting else 0 for other in range(s.seats)],
        "draft": [] if seat is None else _draft(s, seat),
        "battle": None if s.battle.province == NOWHERE else _battle(s, seat),
        "march": None
        if s.march_origin == NOWHERE
        else {
            "origin": PLACE_NAMES[s.march_origin],
            "target": PLACE_NAMES[s.march_target],
            "marched": s.marched,
        },
        "discards": [card_face(card) for card in range(len(CARDS)) for _ in range(s.discards[card])],
    }


def card_face(card: int) -> dict[str, Any]:
    """The printed facts of a card."""
    facts = CARDS[card]
    face: dict[str, Any] = {"id": card, "name": facts.name, "age": facts.age, "kind": KIND_NAMES[facts.kind]}
    if SLOT_COUNT[facts.kind]:
        face |= {"strength": facts.strength, "cost": facts.cost}
    elif facts.fulfilled is not None:
        face |= {"glory": facts.glory}
    else:
        face |= {"bonus": facts.bonus, "late": facts.late}
    return {**face, "text": facts.text, "short": facts.short, "in_force": not facts.not_yet}


def printed_bonus(face: dict[str, Any]) -> str:
    """The bonus as printed on a battle card: X where the card's text sets it."""
    is_x = any(CARD_BONUS.cards[card.number] for card in CARDS if card.name == face["name"])
    return "X" if is_x else str(face["bonus"])


def _draft(s: State, seat: int) -> list[dict[str, Any]]:
    """The packs that the seat has held in this Age, round by round."""
    draft, rounds = s.draft, []
    for pack in range(draft.packs):
        for turn in visits(draft, pack, seat):
            first, end = pack * DEAL + turn * draft.at_once, (pack + 1) * DEAL
            taken = min(first + draft.at_once, pack * DEAL + draft.taken[pack])
            rounds.append(
                {
                    "round": turn + 1,
                    "from": None if turn == 0 else (seat - 1) % s.seats,
                    "took": [card_face(card) for card in draft.cards[first:taken]],
                    "passed_on": [card_face(card) for card in draft.cards[taken:end]],
                }
            )
    return sorted(rounds, key=lambda held: int(held["round"]))


def _priced(s: State, seat: int, card: int) -> dict[str, Any]:
    """A card with what it costs its owner now, which texts may make less than what is printed (BR-9.3)."""
    face = card_face(card)
    return {**face, "price": upgrade_cost(s, seat, card)} if "cost" in face else face


def _zone(zone: Zone, owner: int, seat: int | None) -> list[dict[str, Any]] | Hidden:
    return [card_face(card) for card in zone.of(owner)] if owner == seat else Hidden(zone.sizes[owner])


def _figures(s: State, owner: int, place: int) -> dict[str, int]:
    return {FIGURE_WORDS.full[figure]: count(s, owner, figure, place) for figure in kinds_at(s, owner, place)}


def _clan(s: State, owner: int, seat: int | None) -> dict[str, Any]:
    return {
        "name": CLAN_NAMES[s.sides[owner]],
        "colour": CLAN_COLOURS[s.sides[owner]],
        "rage": s.rage[owner],
        "glory": s.glory[owner],
        "stats": {
            STAT_NAMES[which]: {"step": step_of(s, owner, which), "value": stat(s, owner, which)}
            for which in range(STATS)
        },
        "on_board": s.on_board[owner],
        "most_on_board": stat(s, owner, HORNS),
        "passed": bool(s.passed[owner]),
        "hand": [_priced(s, owner, card) for card in s.hand.of(owner)]
        if owner == seat
        else Hidden(s.hand.sizes[owner]),
        "known": [card_face(card) for card in known_cards(s, owner)],
        "keeping": None if seat != owner or s.keeping[owner] == NO_CARD else card_face(s.keeping[owner]),
        "aside": _zone(s.aside, owner, seat),
        "quests": _zone(s.quests, owner, owner if s.phase == QUESTS else seat),
        "upgrades": [
            {"slot": KIND_NAMES[kind], "number": slot - FIRST_SLOT[kind] + 1, "card": card_face(card)}
            for kind in range(len(KIND_NAMES))
            for slot in range(FIRST_SLOT[kind], FIRST_SLOT[kind] + SLOT_COUNT[kind])
            if (card := upgrade_in(s, owner, slot)) != NO_CARD
        ],
        "reserve": _figures(s, owner, RESERVE),
        "valhalla": _figures(s, owner, VALHALLA),
    }


def _place(s: State, place: int) -> dict[str, Any]:
    figures = {CLAN_NAMES[s.sides[owner]]: here for owner in range(s.seats) if (here := _figures(s, owner, place))}
    if place >= FIRST_FJORD:
        supports = [PLACE_NAMES[at] for at in SUPPORTED_BY[place - FIRST_FJORD] if not s.destroyed[at]]
        return {"name": PLACE_NAMES[place], "supports": supports, "figures": figures}
    fallen = bool(s.destroyed[place])
    falls = [age + 1 for age, province in enumerate(s.ragnarok) if province == place]
    return {
        "name": PLACE_NAMES[place],
        "region": region_of(place) or None,
        "villages": VILLAGES[place] if place < PROVINCES - 1 else None,
        "fjord": PLACE_NAMES[FJORD_OF[place]] if FJORD_OF[place] != NOWHERE else None,
        "token": TOKEN_NAMES[s.tokens[place]],
        "pillaged": bool(s.pillaged[place]),
        "destroyed": fallen,
        "falls_in_age": falls[0] if falls else None,
        "doom": falls == [s.age] and not fallen,
        "figures": figures,
        "strength": {
            CLAN_NAMES[s.sides[owner]]: strength
            for owner in range(s.seats)
            if (strength := strength_in(s, owner, place))
        },
    }


def _revealed(s: State, owner: int) -> list[dict[str, Any]]:
    """The revealed cards of a clan: what each `counts` now, and whether its text is `cancelled` (BR-12.5, BR-12.8)."""
    cancelled, cards = cancelled_cards(s, owner), []
    for card in s.played.of(owner):
        is_cancelled = card in cancelled
        if is_cancelled:
            cancelled.remove(card)
        now = {"cancelled": is_cancelled and bool(CARDS[card].text), "counts": bonus_of(s, owner, card)}
        cards.append({**card_face(card), **now})
    return cards


def _battle(s: State, seat: int | None) -> dict[str, Any]:
    battle = s.battle
    return {
        "province": PLACE_NAMES[battle.province],
        "pillager": battle.pillager,
        "participants": [other for other in range(s.seats) if battle.has(other)],
        "revealed": battle.revealed,
        "played": [
            _revealed(s, other) if battle.revealed else _zone(s.played, other, seat) for other in range(s.seats)
        ],
        "quest_values": list(battle.quest_values),
        "losses": list(battle.losses),
        "winner": None if battle.winner == NOBODY else battle.winner,
    }
