"""Scenes: a moment of Lords of Ragnarok for tests that show one rule.

s = scene("green red", armies="green: 4 in 18; red: 2 1 in 19", control="red: 19 18", stage="manoeuvres")
s.play("green: activate army 4 18", "green: move 19")

Until the game reads positions, the table is laid straight into the State; tests need not know.
"""

from typing import Any

import drakkar
from drakkar.core.chance import chance_from
from drakkar.core.events import Log
from drakkar.core.flow import new_flow, then
from drakkar.core.game import find
from drakkar.core.piles import Deck
from drakkar.games.lords_of_ragnarok import turn as turns
from drakkar.games.lords_of_ragnarok.artifacts import charge, discharge
from drakkar.games.lords_of_ragnarok.board import GOD_NAMES, NOWHERE, REALM_NAMES, RUNE_NAMES, SEA_NAMES, numbers_of
from drakkar.games.lords_of_ragnarok.cards.kinds import BOSS, CARDS, COMBAT, FIRST_OF, HERO, KIND_NAMES, STORY
from drakkar.games.lords_of_ragnarok.choices import ACTION_NAMES, ATTRIBUTE_NAMES, MONSTER_NAMES, MOST_WOUNDS
from drakkar.games.lords_of_ragnarok.figures import armies_in
from drakkar.games.lords_of_ragnarok.options import Settings
from drakkar.games.lords_of_ragnarok.parts import ARMIES
from drakkar.games.lords_of_ragnarok.pools import attribute
from drakkar.games.lords_of_ragnarok.state import ATTRIBUTES, STAGE_NAMES, State, empty_table

RUNES = len(RUNE_NAMES)
STAGES = ["choosing", "prayer", "hero", "rune", "manoeuvres", "special"]
HERO_NAMES = [card.name for card in CARDS if card.kind == HERO]
# Heroes that act least in what tests are about first.
QUIET = ("Lagertha", "Ragnar", "Beowulf", "Snorri")


def find_card(name: str, kind: str = "") -> int:
    """The number of a card by its name or id; of several with one name the first."""
    fitting = [card for card in CARDS if name in (card.name, card.id) and kind in ("", KIND_NAMES[card.kind])]
    return fitting[0].number


def _by_clan(text: str) -> dict[str, str]:
    """`green: 4 in 18; red: 2 in 19` by colour."""
    parts = [part.partition(":") for part in text.split(";") if part.strip()]
    return {clan.strip(): rest.strip() for clan, _, rest in parts}


class Scene:
    """A match at the moment that was set up; everything is asked and played by the colours' names."""

    def __init__(self, match: drakkar.Match) -> None:
        self.match = match

    @property
    def state(self) -> State:
        state: State = self.match.state
        return state

    def seat(self, clan: str) -> int:
        return self.match.clans.index(clan)

    def play(self, *lines: str) -> None:
        """`play("green: activate army 4 18", "red: pass")`: each choice must be legal."""
        for line in lines:
            clan, _, text = line.partition(": ")
            self.match.play(self.seat(clan), text)

    def why_not(self, line: str) -> drakkar.Reason | None:
        clan, _, text = line.partition(": ")
        return self.match.why_not(self.seat(clan), text)

    def rule_against(self, line: str) -> str:
        """The rule id that forbids a choice, or an empty text if it is legal."""
        reason = self.why_not(line)
        return "" if reason is None else reason.rule

    def options(self, clan: str) -> list[str]:
        """What the clan may choose now; nothing if it is not asked."""
        return [str(option) for option in self.match.view(self.seat(clan)).options]

    def asked(self) -> dict[str, str]:
        """Who is asked which question, by its code."""
        return {self.match.clans[decision.seat]: decision.prompt.code for decision in self.match.pending}

    def feed(self, *outcomes: int) -> None:
        """Decide what chance brings next: tests say what is drawn or rolled."""
        self.state.flow.chance.feed(list(outcomes))

    def deal_next(self, *cards: str) -> None:
        """Decide which Combat cards are drawn next."""
        self._deal(self.state.decks.combat, [find_card(name, "combat") for name in cards])

    def attack_next(self, *cards: str) -> None:
        """Decide which Monster Attack cards are drawn next, by their ids."""
        self._deal(self.state.decks.attack, [find_card(name, "monster attack") for name in cards])

    def _deal(self, deck: Deck, cards: list[int]) -> None:
        left = list(deck.cards[: deck.left])
        for card in cards:
            at = left.index(card)
            self.feed(at)
            left[at] = left[-1]
            left.pop()

    def give_gifts(self, *cards: str) -> None:
        """Decide which Gifts are laid out next."""
        self._deal(self.state.decks.gift, [find_card(name, "gift") for name in cards])

    def deal_events(self, *regions: int) -> None:
        """Decide which Event cards are drawn next, by their Regions."""
        self._deal(self.state.decks.event, [find_card(f"Event {region}", "event") for region in regions])

    def to_stage(self, stage: str) -> None:
        """Everyone goes on with the last of the options until a stage of the same turn begins."""
        while STAGES[self.state.stage] != stage:
            decision = self.match.pending[0]
            self.match.play(decision.seat, decision.options[-1])

    def armies(self, clan: str, region: int) -> list[int]:
        """The values of a player's Armies in a Region, the highest first."""
        state = self.state
        return sorted((state.values[army] for army in armies_in(state, self.seat(clan), region)), reverse=True)

    def pool(self, clan: str) -> int:
        """How many Armies wait in the pool."""
        return len(armies_in(self.state, self.seat(clan), NOWHERE))

    def controller(self, region: int) -> str | None:
        seat = self.state.regions.control[region]
        return None if seat < 0 else self.match.clans[seat]

    def hero(self, clan: str) -> int:
        return self.state.hero_places[self.seat(clan)]

    def sea(self, clan: str) -> str:
        """Where the Drakkar lies."""
        return SEA_NAMES[self.state.drakkars[self.seat(clan)]]

    def monster(self, name: str) -> int:
        return self.state.monsters.places[MONSTER_NAMES.index(name)]

    def wounds(self, name: str) -> dict[int, str]:
        """The covered Wound spaces of a Monster, counted from 1, and whose markers lie there."""
        spaces: list[int | None] = self.match.view(None).table["monsters"][MONSTER_NAMES.index(name)]["wounds"]
        return {at + 1: self.match.clans[seat] for at, seat in enumerate(spaces) if seat is not None}

    def ring(self, name: str) -> str | None:
        """Who controls a Monster."""
        seat = self.state.monsters.rings[MONSTER_NAMES.index(name)]
        return None if seat < 0 else self.match.clans[seat]

    def kills(self, clan: str) -> tuple[int, int]:
        """Monster figures and Slayer tokens of a player."""
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
        return [self.match.clans[seat] for seat in seats]

    def events(self, clan: str | None = None) -> list[drakkar.Event]:
        return self.match.events(None if clan is None else self.seat(clan))

    def told(self, kind: str, clan: str | None = None) -> list[drakkar.Event]:
        """The events of one kind, as a spectator or a player may know them."""
        return [event for event in self.events(clan) if event.kind == kind]


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
    options: dict[str, Any] | None = None,
    seed: int = 1,
) -> Scene:
    """Set a moment up: the beginning of a stage. Most is said by colour, `green: …; red: …`:

    `heroes` their names, `hero` and `drakkars` where they are, `armies` `4 2 in 18, 1 in 5`, `control` Regions,
    `hands` Combat cards, `runes` `uruz uruz algiz`, `attributes` `strength 4`, `injured` Attributes, `rings` and
    `slain` Monsters, `wounds` `Troll 1 2 3`, `alliances` Realms, `wheel` actions with commas, `gifts` and `artifacts`
    names with commas. Not by colour: `monsters` `Fafnir 7, Loki 3`, `temples` Regions, `levels` `thor 3`,
    `forges` `2 uruz`.
    What is not said: quiet Heroes in Region 1, Drakkars in the North Sea (1, 5, 6), no other piece, Loki nowhere.
    """
    names = clans.split()
    game = find("lords_of_ragnarok")
    numbers, settings = game.clan_numbers(len(names), names), game.settings(options or {})
    s = empty_table(new_flow(len(names), chance_from(seed), Log([])), Settings(settings), numbers)
    seats = {name: seat for seat, name in enumerate(names)}
    _lay_heroes(s, seats, _by_clan(heroes))
    _lay_figures(s, seats, hero, drakkars, armies)
    _lay_pools(s, seats, hands, runes, priests, attributes, injured)
    _lay_board(s, seats, control, temples, forges, empty_forges)
    _lay_monsters(s, seats, monsters, rings, wounds, slain)
    for clan, said in _by_clan(slayers).items():
        s.slayers[seats[clan]] = int(said)
    _lay_statues(s, seats, levels, sent)
    for clan, said in _by_clan(alliances).items():
        for realm in said.split():
            s.alliances[REALM_NAMES.index(realm.lower())] |= 1 << seats[clan]
    _lay_wheel(s, seats, wheel)
    _lay_cards(s, seats, gifts, artifacts, exhausted)
    s.first_chooser = s.first_player = s.turn = seats[turn or names[0]]
    _begin(s, STAGES.index(stage))
    match = drakkar.Match(game, s, numbers, settings, seed, "")
    game.book.settle(s)
    match.begin_here()
    return Scene(match)


def _begin(s: State, stage: int) -> None:
    """The rest of a turn waits, beginning with a stage."""
    then(s, turns.turn_is_over, s.turn)
    for later, content in reversed(turns.STAGES):
        if later >= stage:
            then(s, turns.stage_ends)
            then(s, content)
            then(s, turns.stage_begins, s.turn, later)
    if stage == 1:
        then(s, turns.start_of_turn)


def _lay_heroes(s: State, seats: dict[str, int], named: dict[str, str]) -> None:
    free = [name for name in QUIET if name not in named.values()]
    for clan, seat in seats.items():
        name = named[clan] if clan in named else free.pop(0)
        s.heroes[seat] = find_card(name, "hero")
        s.stories[seat] = FIRST_OF[STORY] + 1 + seat
        s.acting.add(seat, s.heroes[seat])


def _lay_figures(s: State, seats: dict[str, int], hero: str, drakkars: str, armies: str) -> None:
    heroes, ships = _by_clan(hero), _by_clan(drakkars)
    for clan, seat in seats.items():
        s.hero_places[seat] = int(heroes.get(clan, "1"))
        s.drakkars[seat] = SEA_NAMES.index(ships.get(clan, "North Sea"))
    for clan, said in _by_clan(armies).items():
        army = seats[clan] * ARMIES
        for group in said.split(","):
            values, _, region = group.partition(" in ")
            for value in values.split():
                s.armies[army], s.values[army] = int(region), int(value)
                army += 1


def _lay_pools(
    s: State, seats: dict[str, int], hands: str, runes: str, priests: str, attributes: str, injured: str
) -> None:
    for clan, said in _by_clan(hands).items():
        for name in said.split(","):
            card = find_card(name.strip(), KIND_NAMES[COMBAT])
            deck = s.decks.combat
            at = list(deck.cards[: deck.left]).index(card)
            deck.left -= 1
            deck.cards[at], deck.cards[deck.left] = deck.cards[deck.left], -1
            s.hand.add(seats[clan], card)
    for clan, said in _by_clan(runes).items():
        for name in said.split():
            s.runes[seats[clan] * RUNES + RUNE_NAMES.index(name)] += 1
    for clan, said in _by_clan(priests).items():
        s.priests[seats[clan]] = int(said)
    for clan, said in _by_clan(attributes).items():
        for item in said.split(","):
            name, value = item.split()
            s.fields[seats[clan] * ATTRIBUTES + ATTRIBUTE_NAMES.index(name)] = int(value)
    for clan, said in _by_clan(injured).items():
        for name in said.split():
            s.injured[seats[clan] * ATTRIBUTES + ATTRIBUTE_NAMES.index(name)] = 1


def _lay_board(s: State, seats: dict[str, int], control: str, temples: str, forges: str, empty: str) -> None:
    for clan, said in _by_clan(control).items():
        for region in said.split():
            s.regions.control[int(region)] = seats[clan]
    for region in temples.split():
        s.regions.temples[int(region)] = 1
        s.track_left -= 1
    kinds = dict(item.split() for item in forges.split(",") if item.strip())
    for at, place in enumerate(numbers_of(s.board.forges)):
        s.regions.forge_kinds[place] = RUNE_NAMES.index(kinds.get(str(place), RUNE_NAMES[at % RUNES]))
        s.regions.forge_runes[place] = int(str(place) not in empty.split())


def _lay_monsters(s: State, seats: dict[str, int], monsters: str, rings: str, wounds: str, slain: str) -> None:
    s.monsters.places[BOSS] = NOWHERE
    by_rune = [
        monster
        for rune in RUNE_NAMES
        for monster, card in enumerate(card for card in CARDS if KIND_NAMES[card.kind] == "monster")
        if monster != BOSS and card.facts["rune"] == rune
    ]
    for at, monster in enumerate(by_rune):
        s.monsters.stacks[at] = monster
    for item in filter(None, (part.strip() for part in monsters.split(","))):
        name, _, region = item.rpartition(" ")
        s.monsters.places[MONSTER_NAMES.index(name)] = int(region)
    for clan, said in _by_clan(rings).items():
        for name in said.split(","):
            s.monsters.rings[MONSTER_NAMES.index(name.strip())] = seats[clan]
    for clan, said in _by_clan(slain).items():
        for name in said.split(","):
            s.monsters.slain_by[MONSTER_NAMES.index(name.strip())] = seats[clan]
    for clan, said in _by_clan(wounds).items():
        name = said.rstrip(" 0123456789")
        for space in said.removeprefix(name).split():
            s.monsters.wounds[MONSTER_NAMES.index(name) * MOST_WOUNDS + int(space) - 1] = seats[clan]


def _lay_statues(s: State, seats: dict[str, int], levels: str, sent: str) -> None:
    for item in filter(None, levels.split(",")):
        god, level = item.split()
        s.levels[GOD_NAMES.index(god)] = int(level)
    for clan, said in _by_clan(sent).items():
        for god in said.split():
            s.sent[GOD_NAMES.index(god) * s.seats + seats[clan]] += 1


def _lay_wheel(s: State, seats: dict[str, int], wheel: str) -> None:
    """`green: prepare, usurp; red: prepare`: markers from below in this order."""
    for clan, said in _by_clan(wheel).items():
        for name in said.split(","):
            action = ACTION_NAMES.index(name.strip())
            s.wheel[action * s.seats + s.wheel_sizes[action]] = seats[clan]
            s.wheel_sizes[action] += 1


def _lay_cards(s: State, seats: dict[str, int], gifts: str, artifacts: str, exhausted: str) -> None:
    for clan, said in _by_clan(gifts).items():
        for name in said.split(","):
            card = find_card(name.strip(), "gift")
            deck = s.decks.gift
            at = list(deck.cards[: deck.left]).index(card)
            deck.left -= 1
            deck.cards[at], deck.cards[deck.left] = deck.cards[deck.left], -1
            s.gifts.add(seats[clan], card)
            s.acting.add(seats[clan], card)
    for clan, said in _by_clan(artifacts).items():
        for name in said.split(","):
            artifact = find_card(name.strip(), "artifact") - find_card("mjolnir", "artifact")
            s.artifacts[artifact] = seats[clan]
            charge(s, artifact)
            if name.strip() in exhausted:
                discharge(s, artifact)


def stage_name(s: Scene) -> str:
    """The stage that is played, in the rulebook's words."""
    return STAGE_NAMES[s.state.stage]
