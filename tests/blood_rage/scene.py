"""Scenes: a state of Blood Rage for a test of one rule, built from a position document.

s = scene("wolf raven", turn="wolf", rage={"wolf": 2}, figures="wolf: 2 warrior in Gimle, ship in F4")
s.play("wolf: pillage Gimle")
"""

from collections import Counter
from typing import Any

import drakkar
from drakkar.core.hosting import state_of
from drakkar.core.position import write
from drakkar.games.blood_rage.board import PLACE_NAMES
from drakkar.games.blood_rage.card import CARDS, Card
from drakkar.games.blood_rage.choices import FIGURE_WORDS, STAT_NAMES
from drakkar.games.blood_rage.clans import TRACKS, stat, step_of
from drakkar.games.blood_rage.figures import count, kinds_at
from drakkar.games.blood_rage.rulings import CLAN_NAMES
from drakkar.games.blood_rage.state import HORNS, NO_CARD, SLOTS, State
from tests.scenes import AnyScene

# Provinces, starting with those that tests use least.
FAR_AWAY = ("Myrkulor", "Elvagar", "Angerboda", "Muspelheim", "Utgard", "Andlang", "Horgr", "Gimle")
PLACES = (*PLACE_NAMES, "reserve", "Valhalla")


def place_number(name: str) -> int:
    return PLACES.index(name)


def find_card(name: str, age: int | None = None) -> Card:
    """A card by its name: `Tyr's Smash (age 2)`; without an age, the card of the given Age, or the first."""
    exact = [card for card in CARDS if f"{card.name} (age {card.age})" == name]
    named = [card for card in CARDS if card.name == name]
    of_age = [card for card in named if card.age == age]
    return (exact or of_age or named)[0]


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


class Scene(AnyScene):
    """A match with shortcuts for tests."""

    @property
    def state(self) -> State:
        state: State = state_of(self.match)
        return state

    def at(self, clan: str, place: str) -> dict[str, int]:
        """The figures of a clan in a place (also `reserve` and `Valhalla`), by kind."""
        seat, where = self.seat(clan), place_number(place)
        return {
            FIGURE_WORDS.full[figure]: count(self.state, seat, figure, where)
            for figure in kinds_at(self.state, seat, where)
        }

    def rage(self, clan: str) -> int:
        return self.state.rage[self.seat(clan)]

    def glory(self, clan: str) -> int:
        return self.state.glory[self.seat(clan)]

    def stat(self, clan: str, name: str) -> int:
        return stat(self.state, self.seat(clan), STAT_NAMES.index(name))

    def step(self, clan: str, name: str) -> int:
        return step_of(self.state, self.seat(clan), STAT_NAMES.index(name))

    def hand(self, clan: str) -> list[str]:
        return [CARDS[card].name for card in self.state.hand.of(self.seat(clan))]

    def quests(self, clan: str) -> list[str]:
        return [CARDS[card].name for card in self.state.quests.of(self.seat(clan))]

    def upgrades(self, clan: str) -> list[str]:
        start = self.seat(clan) * SLOTS
        return [CARDS[card].name for card in self.state.upgrades[start : start + SLOTS] if card != NO_CARD]

    def discards(self) -> list[str]:
        return [card.name for card in CARDS for _ in range(self.state.discards[card.number])]

    def is_pillaged(self, province: str) -> bool:
        return bool(self.state.pillaged[place_number(province)])

    def is_destroyed(self, province: str) -> bool:
        return bool(self.state.destroyed[place_number(province)])


def scene(
    clans: str = "wolf raven serpent",
    *,
    age: int | None = None,
    phase: str = "action",
    turn: str | None = None,
    first_player: str | None = None,
    rage: dict[str, int] | None = None,
    glory: dict[str, int] | None = None,
    steps: dict[str, dict[str, int]] | None = None,
    figures: str = "",
    hands: dict[str, str] | None = None,
    aside: dict[str, str] | None = None,
    quests: dict[str, str] | None = None,
    upgrades: dict[str, str] | None = None,
    tokens: dict[str, str] | None = None,
    pillaged: str = "",
    destroyed: str = "",
    ragnarok: tuple[str, ...] | None = None,
    passed: str = "",
    rulings: dict[str, Any] | None = None,
    seed: int = 1,
) -> Scene:
    """Build a state from a position document. Defaults: an empty board, 6 Rage each, empty hands.

    `figures` looks like `wolf: 2 warriors in Gimle, ship in F4; raven: leader in Valhalla`. Cards are comma-separated,
    with an optional age as in `Tyr's Smash (age 2)`. A Monster among the figures brings its card. To keep the state
    possible, the default Age is the first whose decks hold the cards, Horns are raised to allow the figures, and clans
    without Rage are added until the decks have enough copies.
    """
    names = clans.split()
    places = _by_place(figures)
    cards = {
        clan: {
            "hand": _listed((hands or {}).get(clan, "")),
            "kept": _listed((aside or {}).get(clan, "")),
            "quests": _listed((quests or {}).get(clan, "")),
            "upgrades": _with_monsters(clan, _listed((upgrades or {}).get(clan, "")), figures),
        }
        for clan in names
    }
    meant = {
        clan: {name: [find_card(card, age) for card in listed] for name, listed in cards[clan].items()}
        for clan in names
    }
    all_cards = [card for sheet in meant.values() for listed in sheet.values() for card in listed]
    age = age or max([card.age for card in all_cards], default=1)
    silent = _silent_clans(names, all_cards)
    sections: dict[str, Any] = {
        "game": "blood_rage",
        "sides": [*names, *silent],
        "age": age,
        "phase": phase,
        "first_player": first_player or turn or names[0],
        "passed": passed.split(),
        "seed": seed,
        "rulings": rulings or {},
        "figures": places,
        "board": {
            "doomed": list(ragnarok or [place for place in FAR_AWAY if place not in _listed(destroyed)][:3]),
            "destroyed": _listed(destroyed),
            "pillaged": _listed(pillaged),
            "tokens": _tokens(tokens or {}),
        },
    }
    if phase == "action":
        sections["turn"] = turn or names[0]
    for clan in names:
        sections[clan] = {
            "rage": (rage or {}).get(clan, 6),
            "glory": (glory or {}).get(clan, 0),
            "steps": {"horns": _horns_for(clan, places), **(steps or {}).get(clan, {})},
            **{name: [f"{card.name} (age {card.age})" for card in listed] for name, listed in meant[clan].items()},
        }
    for clan in silent:
        sections[clan] = {"rage": 0, "hand": []}
    return Scene(drakkar.set_up(write(sections)))


def _with_monsters(clan: str, upgrades: list[str], figures: str) -> list[str]:
    """The upgrades, with the cards of all Monsters among the figures, the reserve included."""
    groups = [part.partition(":")[2] for part in figures.split(";") if part.partition(":")[0].strip() == clan]
    names = [item.partition(" in ")[0] for group in groups for item in _listed(group)]
    return upgrades + [name for name in names if name in FIGURE_WORDS.full[3:] and name not in upgrades]


def _tokens(named: dict[str, str]) -> dict[str, str]:
    """The named tokens; the other provinces get Rage first, as long as there is any."""
    tokens = {place: token for place, token in named.items() if place != "Yggdrasil"}
    for place in ("Gimle", "Horgr", "Andlang", "Angerboda", "Utgard", "Muspelheim", "Elvagar", "Myrkulor"):
        left = Counter({"rage": 3, "axes": 2, "horns": 2, "glory": 1}) - Counter(tokens.values())
        tokens.setdefault(place, next(iter(left)) if left else "rage")
    return tokens


def _horns_for(clan: str, places: dict[str, dict[str, str]]) -> int:
    """The lowest step of Horns that allows the figures on the board."""
    figures = [
        name
        for place, said in places.items()
        if place not in ("Valhalla", "reserve")
        for name in _listed(said.get(clan, ""))
    ]
    number = sum(int(name.split()[0]) if name[0].isdecimal() else 1 for name in figures)
    return next(step for step, horns in enumerate(TRACKS[HORNS], 1) if horns >= number)


def _silent_clans(names: list[str], cards: list[Card]) -> list[str]:
    """The extra clans needed for the decks to hold enough copies."""
    wanted = Counter(card.number for card in cards)
    seats = len(names)
    while seats < 5 and any(CARDS[card].copies_for(seats) < number for card, number in wanted.items()):
        seats += 1
    return [clan for clan in CLAN_NAMES if clan not in names][: seats - len(names)]


def _by_place(figures: str) -> dict[str, dict[str, str]]:
    """The figures by place."""
    places: dict[str, dict[str, str]] = {}
    for group in filter(None, (part.strip() for part in figures.split(";"))):
        clan, _, rest = group.partition(":")
        for item in _listed(rest):
            what, _, where = item.partition(" in ")
            if where == "reserve":
                continue
            here = places.setdefault(where, {})
            name = what.replace("warriors", "warrior")
            said = f"{name}s" if name[0].isdecimal() and name.endswith("warrior") else name
            here[clan.strip()] = f"{here[clan.strip()]}, {said}" if clan.strip() in here else said
    return places
