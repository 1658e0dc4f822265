"""A table laid at random, for the fuzzer: most of it possible, here and there something that is not."""

from collections import Counter
from random import Random
from typing import Any

from drakkar.core.game import Value
from drakkar.games.blood_rage.board import (
    FJORD_NAMES,
    OUTER_PROVINCES,
    PLACE_NAMES,
    PROVINCE_NAMES,
    YGGDRASIL,
    villages,
)
from drakkar.games.blood_rage.card import CARDS, MONSTER_CARDS, QUEST, SLOT_COUNT, Card
from drakkar.games.blood_rage.positions.words import PHASE_WORDS, STAGES, TOKEN_WORDS, full_name


def sections(rng: Random, sides: list[str], rulings: dict[str, Value]) -> dict[str, Any]:
    """Figures, cards and tokens anywhere; some of it is left to the seed."""
    age = rng.randint(1, 3)
    phase = rng.choice((*PHASE_WORDS, *("action",) * 6))
    deck = [card for card in CARDS if card.age <= age for _ in range(card.copies_for(len(sides)))]
    rng.shuffle(deck)
    outer = rng.sample(range(OUTER_PROVINCES), OUTER_PROVINCES)
    doomed, destroyed, safe = outer[:3], outer[3 : 3 + rng.randrange(4)], [YGGDRASIL, *outer[6:]]
    told: dict[str, Any] = {"game": "blood_rage", "sides": sides, "age": age, "phase": phase, "rulings": rulings}
    told["seed"] = rng.getrandbits(32)
    told["board"] = {
        "doomed": [PLACE_NAMES[province] for province in doomed],
        "destroyed": [PLACE_NAMES[province] for province in destroyed],
        "pillaged": [PLACE_NAMES[province] for province in rng.sample(safe, rng.randrange(3))],
        "tokens": {PLACE_NAMES[outer[0]]: rng.choice(TOKEN_WORDS[:-1])} if rng.random() < 0.5 else {},
    }
    places = [*safe, *(doomed[age:] if rng.random() < 0.9 else outer)]
    room = Counter({PLACE_NAMES[place]: villages(place) for place in places})
    figures: dict[str, dict[str, str]] = {}
    for clan in sides:
        told[clan] = sheet(rng, deck, phase)
        put_figures(rng, clan, told[clan]["upgrades"], figures, room)
    told["figures"] = figures
    if phase == "action":
        told["turn"] = rng.choice(sides)
        if figures and rng.random() < 0.5:
            told["battle"] = battle(rng, sides, figures)
    return told


def drawn(deck: list[Card], number: int) -> list[str]:
    """Cards that nobody else has."""
    cards = [deck.pop() for _ in range(min(number, len(deck)))]
    return [full_name(card.number) for card in cards]


def sheet(rng: Random, deck: list[Card], phase: str) -> dict[str, Any]:
    """A clan sheet with some upgrades, a hand and some quests."""
    upgrades: list[Card] = []
    for card in rng.sample(deck, min(8, len(deck))):
        if sum(other.kind == card.kind for other in upgrades) < SLOT_COUNT[card.kind]:
            upgrades.append(card)
            deck.remove(card)
    section: dict[str, Any] = {
        "rage": rng.randint(0, 12),
        "glory": rng.randint(0, 60),
        "steps": {"rage": rng.randint(1, 6), "axes": rng.randint(1, 6), "horns": rng.randint(4, 6)},
        "upgrades": [full_name(card.number) for card in upgrades],
    }
    if phase in ("action", "discard"):
        section["hand"] = rng.choice((rng.randrange(7), drawn(deck, rng.randrange(7))))
    if phase in ("action", "discard", "quest"):
        quests = [card for card in deck if card.kind == QUEST][: rng.randrange(3)]
        section["quests"] = [full_name(card.number) for card in quests]
        for card in quests:
            deck.remove(card)
    return section


def put_figures(
    rng: Random, clan: str, upgrades: list[str], figures: dict[str, dict[str, str]], room: Counter[str]
) -> None:
    """Figures of a clan, crowded into a few places."""
    places = rng.sample(list(room), min(3, len(room)))
    monsters = [card for card in MONSTER_CARDS if full_name(card.number) in upgrades]
    for name in (
        "leader",
        *(card.name for card in monsters if not card.counts_as_ship),
        *("warrior",) * rng.randrange(5),
    ):
        place = rng.choice(places)
        if room[place] or rng.random() < 0.02:
            room[place] -= 1
            put(figures, clan, name, place)
    for name in ("ship", *(card.name for card in monsters if card.counts_as_ship)):
        if rng.random() < 0.7:
            put(figures, clan, name, rng.choice(FJORD_NAMES))
    for _ in range(rng.randrange(3)):
        put(figures, clan, "warrior", "Valhalla")


def put(figures: dict[str, dict[str, str]], clan: str, name: str, place: str) -> None:
    """One more figure there."""
    here = figures.setdefault(place, {})
    here[clan] = f"{here[clan]}, {name}" if clan in here else name


def battle(rng: Random, sides: list[str], figures: dict[str, dict[str, str]]) -> dict[str, Any]:
    """A pillage where somebody stands."""
    place = rng.choice(list(figures))
    return {
        "province": place if place in PROVINCE_NAMES else rng.choice(PROVINCE_NAMES),
        "pillager": rng.choice(list(figures[place])),
        "stage": rng.choice(STAGES),
        **({"asked": rng.choice(sides)} if rng.random() < 0.3 else {}),
    }
