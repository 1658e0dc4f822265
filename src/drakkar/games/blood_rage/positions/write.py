"""The table as the readable part of a position: of a state, or of what a seat knows of it."""

from collections.abc import Collection
from typing import Any

from drakkar.core.game import HOST
from drakkar.games.blood_rage.battle import cancelled_cards
from drakkar.games.blood_rage.board import NOWHERE, PLACE_NAMES, PLACES, PROVINCES, YGGDRASIL
from drakkar.games.blood_rage.card import CARDS, MONSTER_CARDS
from drakkar.games.blood_rage.choices import FIGURE_WORDS, STAT_NAMES
from drakkar.games.blood_rage.clans import stat, step_of
from drakkar.games.blood_rage.figures import WARRIOR, count, is_involved, is_there, kinds_at
from drakkar.games.blood_rage.pillage import monsters_there
from drakkar.games.blood_rage.positions.words import (
    PHASE_WORDS,
    PLACE_WORDS,
    STAGES,
    TOKEN_WORDS,
    clan_name,
    full_name,
    meant,
)
from drakkar.games.blood_rage.rulings import CLAN_NAMES
from drakkar.games.blood_rage.state import (
    DEAL,
    DISCARD,
    GODS_GIFTS,
    NO_CARD,
    NOBODY,
    RAGE,
    SLOTS,
    STATS,
    UNKNOWN,
    State,
    rules,
)


def write(s: State, viewer: int | None) -> dict[str, Any]:
    """Values and sections, as docs/positions.md tells, of all there is (HOST) or of what a seat knows."""
    sections: dict[str, Any] = {
        "sides": [CLAN_NAMES[clan] for clan in s.sides],
        "age": s.age,
        "phase": PHASE_WORDS[-1 if s.flow.over else s.phase],
        "first_player": clan_name(s, s.first_player),
    }
    if s.turn != NOBODY:
        sections["turn"] = clan_name(s, s.turn)
    if s.phase == GODS_GIFTS:
        sections["pick"] = s.draft.passes + 1
    if any(s.passed):
        sections["passed"] = [clan_name(s, seat) for seat in range(s.seats) if s.passed[seat]]
    if any(s.discards):
        sections["discards"] = spelled(s, [card for card in range(len(CARDS)) for _ in range(s.discards[card])])
    for seat in range(s.seats):
        sections[clan_name(s, seat)] = {**clan(s, seat, viewer in (seat, HOST)), **sealed(s, seat, viewer)}
    return {**sections, "figures": figures(s), "board": board(s), "battle": battle(s)}


def hidden_parts(s: State) -> tuple[str, ...]:
    """Fields with cards in hand or face down, secret choices, and memory of cards seen.

    Numbers that no rule reads any more are left out too: losses outside Ragnarök, and the end of a call to battle while
    cards are chosen.
    """
    past: tuple[str, ...] = () if s.doomed_count else ("fallen",)
    if s.battle.participants and not s.battle.revealed:
        past = (*past, "battle.declined", "battle.next_seat")
    return ("hand", "aside", "quests", "played", "keeping", "draft", "drafts", "shown", *past)


def spelled(s: State, cards: Collection[int]) -> list[str] | int:
    """Cards by name, with their Age where that is not clear; hidden ones only counted."""
    if UNKNOWN in cards:
        return len(cards)
    return [CARDS[card].name if card == meant(CARDS[card].name, s) else full_name(card) for card in cards]


def clan(s: State, seat: int, sees_pack: bool) -> dict[str, Any]:
    """A clan sheet and the cards of its owner, as far as they are not what a clan has anyway."""
    section: dict[str, Any] = {}
    if s.rage[seat] != stat(s, seat, RAGE):
        section["rage"] = s.rage[seat]
    if s.glory[seat]:
        section["glory"] = s.glory[seat]
    steps = {STAT_NAMES[which]: step_of(s, seat, which) for which in range(STATS) if step_of(s, seat, which) > 1}
    if steps:
        section["steps"] = steps
    upgrades = [card for card in s.upgrades[seat * SLOTS : (seat + 1) * SLOTS] if card != NO_CARD]
    if upgrades:
        section["upgrades"] = spelled(s, upgrades)
    if s.phase == GODS_GIFTS:
        return {**section, **draft(s, seat, sees_pack)}
    if s.phase > DISCARD:
        if s.aside.sizes[seat]:
            section["kept"] = spelled(s, s.aside.of(seat))
    else:
        section["hand"] = spelled(s, s.hand.of(seat))
    if s.quests.sizes[seat]:
        section["quests"] = spelled(s, s.quests.of(seat))
    return section


def draft(s: State, seat: int, sees_pack: bool) -> dict[str, Any]:
    """What was kept, what has been picked, and what lies there to pick from: of other packs only how much."""
    picks = s.draft.passes * s.draft.at_once
    aside = s.aside.of(seat)
    now = s.draft.taken[s.draft.pack_at(seat)] - picks if s.draft.packs else 0
    kept = aside[: len(aside) - picks - now]
    section: dict[str, Any] = {"kept": spelled(s, kept)} if kept else {}
    section["picked"] = spelled(s, aside[len(kept) : len(kept) + picks])
    first = s.draft.pack_at(seat) * DEAL
    pack = s.draft.cards[first + picks : first + DEAL]
    section["pack"] = spelled(s, pack) if sees_pack else len(pack)
    return section


def sealed(s: State, seat: int, viewer: int | None) -> dict[str, Any]:
    """A secret choice made while others still choose; for another seat only whether it has been made."""
    secret = ("draft", "keep", "keep_one")
    asked = [other for other in range(s.seats) if any(is_asked(s, other, question) for question in secret)]
    if not asked or s.flow.over:
        return {}
    if s.phase == GODS_GIFTS:
        taken = s.draft.taken[s.draft.pack_at(seat)] - s.draft.passes * s.draft.at_once
        aside = s.aside.of(seat)
        return {"sealed": spelled(s, aside[len(aside) - taken :])} if taken else {}
    if seat in asked or not s.hand.sizes[seat]:
        return {}
    kept = [] if s.keeping[seat] == NO_CARD else [s.keeping[seat]]
    return {"sealed": spelled(s, kept) if viewer in (seat, HOST) else 1}


def figures(s: State) -> dict[str, Any]:
    """Who stands where; what is in the reserve goes without saying."""
    return {
        PLACE_WORDS[place]: {
            clan_name(s, seat): ", ".join(said_figures(s, seat, place))
            for seat in range(s.seats)
            if is_there(s, seat, place)
        }
        for place in range(PLACES)
        if PLACE_WORDS[place] != "reserve" and any(is_there(s, seat, place) for seat in range(s.seats))
    }


def said_figures(s: State, seat: int, place: int) -> list[str]:
    """`leader`, `2 warriors`, or the name of a Monster."""
    words = []
    for figure in kinds_at(s, seat, place):
        number = count(s, seat, figure, place)
        words.append(f"{number} warriors" if figure == WARRIOR and number > 1 else FIGURE_WORDS.full[figure])
    return words


def board(s: State) -> dict[str, Any]:
    """Tokens and provinces."""
    section: dict[str, Any] = {
        "doomed": [PLACE_NAMES[province] for province in s.ragnarok],
        "destroyed": [PLACE_NAMES[province] for province in range(PROVINCES) if s.destroyed[province]],
        "tokens": {PLACE_NAMES[province]: TOKEN_WORDS[s.tokens[province]] for province in range(YGGDRASIL)},
    }
    if any(s.pillaged):
        section["pillaged"] = [PLACE_NAMES[province] for province in range(PROVINCES) if s.pillaged[province]]
    return section


def battle(s: State) -> dict[str, Any]:
    """The pillage in hand, at the last moment that a person can begin with."""
    unopposed = s.battle.participants == 1 << max(0, s.battle.pillager)
    if s.battle.province == NOWHERE or unopposed:
        return {}
    stage = 2 if s.battle.revealed else 1 if s.battle.participants else 0
    section: dict[str, Any] = {
        "province": PLACE_NAMES[s.battle.province],
        "pillager": clan_name(s, s.battle.pillager),
        "stage": STAGES[stage],
    }
    there = [seat for seat in range(s.seats) if is_involved(s, seat, s.battle.province)]
    if stage and there != [seat for seat in range(s.seats) if s.battle.has(seat)]:
        section["participants"] = [clan_name(s, seat) for seat in range(s.seats) if s.battle.has(seat)]
    asked = [seat for seat in range(s.seats) if s.flow.asked[seat] and is_asked(s, seat, STAGES[stage])]
    if stage != 1 and asked:
        section["asked"] = clan_name(s, asked[0])
        if s.battle.declined:
            section["declined"] = s.battle.declined
    if stage and s.battle.monsters != monsters_there(s):
        section["monsters"] = [card.name for at, card in enumerate(MONSTER_CARDS) if s.battle.monsters >> at & 1]
    return {**section, **battle_so_far(s)}


def battle_so_far(s: State) -> dict[str, Any]:
    """The cards on the table, cancelled texts, values of quests, and losses."""
    seats = range(s.seats)
    found = {
        "cards": {clan_name(s, seat): spelled(s, s.played.of(seat)) for seat in seats if s.played.sizes[seat]},
        "cancelled": {clan_name(s, seat): spelled(s, cards) for seat in seats if (cards := cancelled_cards(s, seat))},
        "quest_values": {clan_name(s, seat): value for seat in seats if (value := s.battle.quest_values[seat])},
        "fallen": {clan_name(s, seat): number for seat in seats if (number := s.battle.losses[seat])},
    }
    return {key: value for key, value in found.items() if value}


def is_asked(s: State, seat: int, code: str) -> bool:
    """Whether a seat is asked the question of that code."""
    question = rules.questions[s.flow.asked[seat]]
    return question is not None and question.code == code
