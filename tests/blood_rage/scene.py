"""Scenes: a moment of Blood Rage set up by hand, for tests that show one rule.

s = scene("wolf raven", turn="wolf", rage={"wolf": 2}, figures="wolf: 2 warrior in Gimle, ship in F4")
s.play("wolf: pillage Gimle")
"""

from typing import Any

import drakkar
from drakkar.core.flow import follow
from drakkar.core.vectors import vec
from drakkar.games.blood_rage import ages
from drakkar.games.blood_rage.actions import next_turn, turns_end
from drakkar.games.blood_rage.board import PLACE_NAMES, RESERVE
from drakkar.games.blood_rage.cards.kinds import CARDS, FIRST_SLOT, NO_FIGURE, SLOT_COUNT, Card
from drakkar.games.blood_rage.choices import FIGURE_WORDS, STAT_NAMES
from drakkar.games.blood_rage.clans import stat, step_of
from drakkar.games.blood_rage.figures import count, join_clan, kinds_at, move
from drakkar.games.blood_rage.memory import COMMITTED, remember
from drakkar.games.blood_rage.state import ACTION, ALL_STATS, NO_CARD, SLOTS, STATS, State, no_draft

TOKENS = ("rage", "axes", "horns", "glory", "all")
PHASES = ("action", "discard", "quest", "ragnarok", "release valhalla", "end of age")
PLACES = (*PLACE_NAMES, "reserve", "Valhalla")


def place_number(name: str) -> int:
    return PLACES.index(name)


def find_card(name: str, age: int | None = None) -> Card:
    """A card by its name: `Tyr's Smash (age 2)`, or without an age the one of the given Age, or the first."""
    exact = [card for card in CARDS if f"{card.name} (age {card.age})" == name]
    named = [card for card in CARDS if card.name == name]
    of_age = [card for card in named if card.age == age]
    return (exact or of_age or named)[0]


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


class Scene:
    """A match at the moment that was set up; everything is asked and played by the clans' names."""

    def __init__(self, match: drakkar.Match) -> None:
        self.match = match

    @property
    def state(self) -> State:
        state: State = self.match.state
        return state

    def seat(self, clan: str) -> int:
        return self.match.clans.index(clan)

    def play(self, *lines: str) -> None:
        """`play("wolf: pillage Gimle", "raven: decline")`: each choice must be legal."""
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
        return [str(option) for option in self.match.view(self.seat(clan)).options]

    def asked(self) -> dict[str, str]:
        """Who is asked which question, by its code."""
        return {self.match.clans[decision.seat]: decision.prompt.code for decision in self.match.pending}

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

    def events(self, clan: str | None = None) -> list[drakkar.Event]:
        return self.match.events(None if clan is None else self.seat(clan))

    def told(self, kind: str, clan: str | None = None) -> list[drakkar.Event]:
        """The events of one kind, as a spectator or a clan may know them."""
        return [event for event in self.events(clan) if event.kind == kind]


def scene(  # noqa: C901, PLR0912 - a scene is many small facts
    clans: str = "wolf raven serpent",
    *,
    age: int = 1,
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
    ragnarok: tuple[str, str, str] = ("Myrkulor", "Elvagar", "Angerboda"),
    passed: str = "",
    options: dict[str, Any] | None = None,
    seed: int = 1,
) -> Scene:
    """Set a moment up. What is not said: an empty board, 6 Rage each, empty hands, Rage tokens, nothing destroyed.

    `figures` reads `wolf: 2 warrior in Gimle, ship in F4; raven: leader in Valhalla`; a Monster named there
    belongs to the clan even without its card. Cards are lists with commas; an age is said as in
    `Tyr's Smash (age 2)`. `phase` is action (with `turn` next) or any later phase, which then begins.
    """
    names = clans.split()
    match = drakkar.new("blood_rage", seats=len(names), seed=seed, options=options, clans=names)
    result = Scene(match)
    s = result.state
    flow = s.flow
    flow.depth, flow.owing = 0, 0
    flow.asked = vec(len(names))
    for seat in range(len(names)):
        s.hand.take_all(seat)
    s.discards, s.draft, s.drafts = vec(len(CARDS)), no_draft(), tuple(no_draft() for _ in range(age - 1))
    s.age, s.phase = age, ACTION
    s.first_player = result.seat(first_player or turn or names[0])
    s.tokens[:] = [0] * 8 + [ALL_STATS]
    s.destroyed[:] = [0] * 9
    s.ragnarok[:] = [place_number(province) for province in ragnarok]
    for earlier in ragnarok[: age - 1]:
        s.destroyed[place_number(earlier)] = 1
    for province, token in (tokens or {}).items():
        s.tokens[place_number(province)] = TOKENS.index(token)
    for province in _listed(pillaged):
        s.pillaged[place_number(province)] = 1
    for province in _listed(destroyed):
        s.destroyed[place_number(province)] = 1
    for clan in names:
        seat = result.seat(clan)
        s.rage[seat] = (rage or {}).get(clan, 6)
        s.glory[seat] = (glory or {}).get(clan, 0)
        s.passed[seat] = int(clan in passed.split())
        for name, step in (steps or {}).get(clan, {}).items():
            s.steps[seat * STATS + STAT_NAMES.index(name)] = step
        for card in _listed((hands or {}).get(clan, "")):
            s.hand.add(seat, find_card(card, age).number)
        for card in _listed((aside or {}).get(clan, "")):
            s.aside.add(seat, find_card(card, age).number)
        for card in _listed((quests or {}).get(clan, "")):
            s.quests.add(seat, find_card(card, age).number)
            remember(s, seat, COMMITTED)
        for name in _listed((upgrades or {}).get(clan, "")):
            _put_upgrade(s, seat, find_card(name))
    for group in filter(None, (part.strip() for part in figures.split(";"))):
        clan, _, rest = group.partition(":")
        for item in _listed(rest):
            _put_figures(s, result.seat(clan.strip()), item)
    _begin(s, phase, result.seat(turn or names[0]))
    match.log.entries.clear()
    match.game.book.settle(s)
    match.begin_here()
    return result


def _put_upgrade(s: State, seat: int, card: Card) -> None:
    slots = range(FIRST_SLOT[card.kind], FIRST_SLOT[card.kind] + SLOT_COUNT[card.kind])
    free = next(slot for slot in slots if s.upgrades[seat * SLOTS + slot] == NO_CARD)
    s.upgrades[seat * SLOTS + free] = card.number
    if card.figure != NO_FIGURE:
        join_clan(s, seat, card.figure)


def _put_figures(s: State, seat: int, item: str) -> None:
    what, _, where = item.partition(" in ")
    number, _, name = what.partition(" ") if what[0].isdecimal() else ("1", "", what)
    figure = FIGURE_WORDS.full.index(name)
    if figure >= 3 and s.monster_owners[figure - 3] != seat:
        join_clan(s, seat, figure)
    for _ in range(int(number)):
        assert count(s, seat, figure, RESERVE), f"no {name} left in the reserve"
        move(s, seat, figure, RESERVE, place_number(where))


def _begin(s: State, phase: str, turn: int) -> None:
    later = (ages.discard_phase, ages.quest_phase, ages.ragnarok, ages.release_valhalla, ages.age_ends)
    at = PHASES.index(phase)
    if at:
        follow(s, later[at - 1 :])
        return
    s.turn = (turn - 1) % s.seats
    follow(s, (next_turn, turns_end, *later))
