"""Scenes: a state of Lords of Ragnarok for a test of one rule.

s = scene("green red", armies="green: 4 in 18; red: 2 1 in 19", control="red: 19 18", stage="manoeuvres")
s.play("green: activate army 4 18", "green: move 19")

A scene is a position document, so impossible states cannot be tested.
"""

from collections import Counter
from typing import Any

import drakkar
from drakkar.core.hosting import state_of
from drakkar.core.piles import Deck
from drakkar.core.position import write
from drakkar.games.lords_of_ragnarok.board import NOWHERE, REALM_NAMES, RUNE_NAMES, SEA_NAMES, board_for, numbers_of
from drakkar.games.lords_of_ragnarok.card import CARDS, HERO, KIND_NAMES, MONSTER_FACTS, MONSTERS, STORY, of_kind
from drakkar.games.lords_of_ragnarok.choices import ATTRIBUTE_NAMES, MONSTER_NAMES
from drakkar.games.lords_of_ragnarok.pieces.figures import armies_in
from drakkar.games.lords_of_ragnarok.pieces.player_pools import attribute
from drakkar.games.lords_of_ragnarok.positions.words import STAGE_WORDS
from drakkar.games.lords_of_ragnarok.state import ATTRIBUTES, STAGE_NAMES, State
from tests.scenes import AnyScene

RUNES = len(RUNE_NAMES)
STAGES = ["choosing", "prayer", "hero", "rune", "manoeuvres", "special"]
HERO_NAMES = [card.name for card in CARDS if card.kind == HERO]
STORIES = [card.name for card in of_kind(STORY)]
# The Monsters by Rune, as printed.
STACKS = [MONSTER_NAMES[at] for at in sorted(range(MONSTERS), key=lambda at: MONSTER_FACTS[at].rune)]
# Heroes, starting with those that affect tests least.
QUIET = ("Lagertha", "Ragnar", "Beowulf", "Snorri")


def find_card(name: str, kind: str = "") -> int:
    """The number of a card by its name or id; the first, if several have that name."""
    fitting = [card for card in CARDS if name in (card.name, card.id) and kind in ("", KIND_NAMES[card.kind])]
    return fitting[0].number


def _by_clan(text: str) -> dict[str, str]:
    """`green: 4 in 18; red: 2 in 19` by colour."""
    parts = [part.partition(":") for part in text.split(";") if part.strip()]
    return {clan.strip(): rest.strip() for clan, _, rest in parts}


class Scene(AnyScene):
    """A match with shortcuts for tests."""

    @property
    def state(self) -> State:
        state: State = state_of(self.match)
        return state

    def feed(self, *outcomes: int) -> None:
        """Set the next random results: draws and die rolls."""
        self.state.flow.chance.feed(list(outcomes))

    def deal_next(self, *cards: str) -> None:
        """Set the next Combat cards."""
        self._deal(self.state.decks.combat, [find_card(name, "combat") for name in cards])

    def attack_next(self, *cards: str) -> None:
        """Set the next Monster Attack cards, by id."""
        self._deal(self.state.decks.attack, [find_card(name, "monster attack") for name in cards])

    def _deal(self, deck: Deck, cards: list[int]) -> None:
        left = list(deck.cards[: deck.left])
        for card in cards:
            at = left.index(card)
            self.feed(at)
            left[at] = left[-1]
            left.pop()

    def give_gifts(self, *cards: str) -> None:
        """Set the Gifts laid out next."""
        self._deal(self.state.decks.gift, [find_card(name, "gift") for name in cards])

    def deal_events(self, *regions: int) -> None:
        """Set the next Event cards, by Region."""
        self._deal(self.state.decks.event, [find_card(f"Event {region}", "event") for region in regions])

    def to_stage(self, stage: str) -> None:
        """Play each player's last choice until a stage of the same turn begins."""
        while STAGES[self.state.stage] != stage:
            decision = self.match.pending[0]
            self.match.play(decision.seat, decision.choices[-1])

    def armies(self, clan: str, region: int) -> list[int]:
        """The values of a player's Armies in a Region, highest first."""
        state = self.state
        return sorted((state.values[army] for army in armies_in(state, self.seat(clan), region)), reverse=True)

    def pool(self, clan: str) -> int:
        """The number of Armies in a player's pool."""
        return len(armies_in(self.state, self.seat(clan), NOWHERE))

    def controller(self, region: int) -> str | None:
        seat = self.state.regions.control[region]
        return None if seat < 0 else self.match.sides[seat]

    def hero(self, clan: str) -> int:
        return self.state.hero_places[self.seat(clan)]

    def sea(self, clan: str) -> str:
        """The Sea of a player's Drakkar."""
        return SEA_NAMES[self.state.drakkars[self.seat(clan)]]

    def monster(self, name: str) -> int:
        return self.state.monsters.places[MONSTER_NAMES.index(name)]

    def wounds(self, name: str) -> dict[int, str]:
        """The covered Wound spaces of a Monster, counted from 1, with the owners of the markers."""
        spaces: list[int | None] = self.match.view(None).table["monsters"][MONSTER_NAMES.index(name)]["wounds"]
        return {at + 1: self.match.sides[seat] for at, seat in enumerate(spaces) if seat is not None}

    def ring(self, name: str) -> str | None:
        """The controller of a Monster."""
        seat = self.state.monsters.rings[MONSTER_NAMES.index(name)]
        return None if seat < 0 else self.match.sides[seat]

    def kills(self, clan: str) -> tuple[int, int]:
        """The Monster figures and Slayer tokens of a player."""
        seat = self.seat(clan)
        return sum(slayer == seat for slayer in self.state.monsters.slain_by), self.state.slayers[seat]

    def allied(self, clan: str) -> list[str]:
        """The Realms that a player is allied with."""
        return [name for at, name in enumerate(REALM_NAMES) if self.state.alliances[at] >> self.seat(clan) & 1]

    def runes(self, clan: str) -> dict[str, int]:
        at = self.seat(clan) * RUNES
        return {
            name: self.state.runes[at + rune] for rune, name in enumerate(RUNE_NAMES) if self.state.runes[at + rune]
        }

    def hand(self, clan: str) -> list[str]:
        return sorted(CARDS[card].name for card in self.state.hand.of(self.seat(clan)))

    def priests(self, clan: str) -> int:
        return self.state.priests[self.seat(clan)]

    def attribute(self, clan: str, name: str) -> int:
        return attribute(self.state, self.seat(clan), ATTRIBUTE_NAMES.index(name))

    def field(self, clan: str, name: str) -> int:
        return self.state.fields[self.seat(clan) * ATTRIBUTES + ATTRIBUTE_NAMES.index(name)]

    def injured(self, clan: str) -> list[str]:
        at = self.seat(clan) * ATTRIBUTES
        return [name for which, name in enumerate(ATTRIBUTE_NAMES) if self.state.injured[at + which]]

    def artifacts(self, clan: str) -> dict[str, str]:
        table: dict[str, str] = self.match.view(None).table["players"][self.seat(clan)]["artifacts"]
        return table

    def wheel(self, action: str) -> list[str]:
        seats: list[int] = self.match.view(None).table["wheel"][action]
        return [self.match.sides[seat] for seat in seats]


def scene(
    clans: str = "green red blue",
    *,
    turn: str | None = None,
    stage: str = "prayer",
    heroes: str = "",
    hero: str = "",
    drakkars: str = "",
    armies: str = "",
    control: str = "",
    hands: str = "",
    runes: str = "",
    priests: str = "",
    attributes: str = "",
    injured: str = "",
    monsters: str = "",
    rings: str = "",
    wounds: str = "",
    slain: str = "",
    slayers: str = "",
    temples: str = "",
    levels: str = "",
    sent: str = "",
    alliances: str = "",
    wheel: str = "",
    gifts: str = "",
    artifacts: str = "",
    exhausted: str = "",
    empty_forges: str = "",
    forges: str = "",
    rulings: dict[str, Any] | None = None,
    seed: int = 1,
) -> Scene:
    """Build the state at the beginning of a stage. Most arguments are by colour: `green: …; red: …`.

    `heroes` their names, `hero` and `drakkars` their places, `armies` `4 2 in 18, 1 in 5`, `control` Regions, `hands`
    Combat cards, `runes` `uruz uruz algiz`, `attributes` `strength 4`, `injured` Attributes, `rings` and `slain`
    Monsters, `wounds` `Troll 1 2 3`, `alliances` Realms, `wheel` comma-separated actions, `gifts` and `artifacts`
    comma-separated names. Not by colour: `monsters` `Fafnir 7, Loki 3`, `temples` Regions, `levels` `thor 3`, `forges`
    `2 uruz`.

    Defaults: Heroes that affect little in Region 1, Drakkars in the North Sea (1, 5, 6), no other piece, Loki off the
    board.
    """
    names = clans.split()
    said = _by_clan(heroes)
    free = [name for name in QUIET if name not in said.values()]
    players: dict[str, dict[str, Any]] = {
        clan: {
            "hero": said[clan] if clan in said else free.pop(0),
            "story": STORIES[1 + seat],
            "region": int(_by_clan(hero).get(clan, "1")),
            "drakkar": _by_clan(drakkars).get(clan, "North Sea"),
        }
        for seat, clan in enumerate(names)
    }
    for key, text, read in (
        ("armies", armies, _armies),
        ("control", control, lambda text: [int(region) for region in text.split()]),
        ("hand", hands, _listed),
        ("runes", runes, lambda text: dict(Counter(text.split()))),
        ("priests", priests, int),
        ("attributes", attributes, lambda text: {name: int(value) for name, value in map(str.split, _listed(text))}),
        ("injured", injured, str.split),
        ("rings", rings, _listed),
        ("slain", slain, _listed),
        ("slayer_tokens", slayers, int),
        ("realms", alliances, str.split),
        ("sent", sent, lambda text: dict(Counter(text.split()))),
        ("gifts", gifts, _listed),
        ("artifacts", artifacts, lambda text: [name for name in _listed(text) if name not in exhausted]),
        ("exhausted", artifacts, lambda text: [name for name in _listed(text) if name in exhausted]),
    ):
        for clan, text_of in _by_clan(text).items():
            players[clan][key] = read(text_of)
    board = {
        "monsters": {name: int(region) for name, _, region in (item.rpartition(" ") for item in _listed(monsters))},
        "wounds": _wounds(wounds),
        "stacks": STACKS,
        "forges": _forges(len(names), forges),
        "empty_forges": [int(region) for region in empty_forges.split()],
        "temples": [int(region) for region in temples.split()],
        "statues": {god: int(level) for god, level in map(str.split, _listed(levels))},
        "wheel": _wheel(wheel),
    }
    head = {"game": "lords_of_ragnarok", "sides": names, "seed": seed, "stage": STAGE_WORDS[STAGES.index(stage)]}
    first = turn or names[0]
    text = write({**head, "turn": first, **players, "board": board, "rulings": rulings or {}})
    return Scene(drakkar.set_up(text))


def _listed(text: str) -> list[str]:
    """Comma-separated names."""
    return [name.strip() for name in text.split(",") if name.strip()]


def _armies(text: str) -> dict[str, list[int]]:
    """`4 2 in 18, 1 in 5` by Region."""
    found: dict[str, list[int]] = {}
    for group in _listed(text):
        values, _, region = group.partition(" in ")
        found.setdefault(region, []).extend(int(value) for value in values.split())
    return found


def _wounds(text: str) -> dict[str, dict[str, str]]:
    """`green: Troll 1 2; red: Troll 4` by Monster and space."""
    found: dict[str, dict[str, str]] = {}
    for clan, said in _by_clan(text).items():
        name = said.rstrip(" 0123456789")
        for space in said.removeprefix(name).split():
            found.setdefault(name, {})[space] = clan
    return found


def _forges(seats: int, text: str) -> dict[str, str]:
    """The named Forges; the others get Runes in turn."""
    kinds = dict(item.split() for item in _listed(text))
    places = numbers_of(board_for(seats).forges)
    return {str(place): kinds.get(str(place), RUNE_NAMES[at % RUNES]) for at, place in enumerate(places)}


def _wheel(text: str) -> dict[str, list[str]]:
    """`green: prepare, usurp; red: prepare`: markers from the bottom up, in this order."""
    found: dict[str, list[str]] = {}
    for clan, said in _by_clan(text).items():
        for action in _listed(said):
            found.setdefault(action, []).append(clan)
    return found


def stage_name(s: Scene) -> str:
    """The current stage, in the rulebook's words."""
    return STAGE_NAMES[s.state.stage]
