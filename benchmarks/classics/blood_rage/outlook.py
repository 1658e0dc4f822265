"""A clan's prospects on the board: provinces to pillage, quests to fulfil, Glory in Ragnarök."""

from math import exp
from typing import Final

from benchmarks.classics.blood_rage.styles import Style
from benchmarks.classics.blood_rage.worth import best_raise, release_worth, reward_worth
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.ages import GLORY_OF_AGE
from drakkar.games.blood_rage.board import (
    FIRST_FJORD,
    FJORD_OF,
    NOWHERE,
    PROVINCES,
    REGIONS,
    SUPPORTED_BY,
    VALHALLA,
    YGGDRASIL,
)
from drakkar.games.blood_rage.card import CARDS, QUEST
from drakkar.games.blood_rage.clans import stat, strength_in
from drakkar.games.blood_rage.events import QUEST_GLORY, RAGNAROK_GLORY
from drakkar.games.blood_rage.figures import count_at, is_involved
from drakkar.games.blood_rage.state import ACTION, AXES, RAGNAROK, State

ALL_PROVINCES: Final[tuple[int, ...]] = tuple(range(PROVINCES))
# Larger strengths share one entry in the cache of `arrival`.
STRENGTHS: Final = 10
UNKNOWN_GAIN: Final = -1000.0
HOPELESS: Final = -100.0


def likely(lead: float, doubt: float) -> float:
    """The probability that a lead holds."""
    return 1.0 / (1.0 + exp(-lead / doubt))


class Board:
    """Strengths on the board, with the two greatest in each province."""

    def __init__(self, s: State) -> None:
        self.strengths = [0] * (s.seats * PROVINCES)
        self.first = [0] * PROVINCES
        self.second = [0] * PROVINCES
        for province in range(PROVINCES):
            fjord = FJORD_OF[province]
            if s.standing[province] or (fjord != NOWHERE and s.standing[fjord]):
                for seat in range(s.seats):
                    if is_involved(s, seat, province):
                        self.write(seat, province, strength_in(s, seat, province))

    def write(self, seat: int, province: int, strength: int) -> None:
        """Record one clan's strength in a province."""
        self.strengths[seat * PROVINCES + province] = strength
        if strength > self.first[province]:
            self.second[province] = self.first[province]
            self.first[province] = strength
        elif strength > self.second[province]:
            self.second[province] = strength

    def mine(self, seat: int, province: int) -> int:
        """The strength of a clan."""
        return self.strengths[seat * PROVINCES + province]

    def rival(self, seat: int, province: int) -> int:
        """The greatest strength of another clan."""
        is_first = self.strengths[seat * PROVINCES + province] == self.first[province]
        return self.second[province] if is_first else self.first[province]


class Errand:
    """A quest that a clan has committed or could commit: its prize, its provinces, its chance."""

    def __init__(self, card: int, prize: float, provinces: tuple[int, ...], wanted: int) -> None:
        self.card = card
        self.prize = prize
        self.provinces = provinces
        self.wanted = wanted
        self.chance = 0.0


def places_of(card: int) -> tuple[int, ...]:
    """The provinces where a quest is decided; none for a quest decided in Valhalla."""
    name = CARDS[card].name[:-1]
    if name in REGIONS:
        return REGIONS[name]
    if name == "Yggdrasil":
        return (YGGDRASIL,)
    return ALL_PROVINCES if name == "Widespread" else ()


PLACES_OF: Final = {card.number: places_of(card.number) for card in CARDS if card.kind == QUEST}
WANTED_OF: Final = {number: 2 if len(places) == PROVINCES else 1 for number, places in PLACES_OF.items()}


def is_for_deaths(card: int) -> bool:
    """Whether a quest is decided in Valhalla."""
    return card >= 0 and not PLACES_OF[card]


class Outlook:
    """The prospects of one clan."""

    def __init__(self, s: State, seat: int, board: Board, style: Style) -> None:
        self.s = s
        self.seat = seat
        self.board = board
        self.style = style
        self.can_act = s.phase == ACTION and s.rage[seat] > 0 and not s.passed[seat]
        self.axes = float(stat(s, seat, AXES))
        self.rewards = [
            0.0 if s.pillaged[province] or s.destroyed[province] else reward_worth(s, seat, s.tokens[province])
            for province in range(PROVINCES)
        ]
        self.prize_beside_glory = best_raise(s, seat)
        self.release = release_worth(s, seat, style)
        # Outside the Action phase, a quest in the hand is for the next Action phase, where anything can still happen.
        self.is_planning = s.phase != ACTION
        self.means = self.find_means()
        self.unrest = self.find_unrest()
        self.gains = [UNKNOWN_GAIN] * (PROVINCES * STRENGTHS)
        self.errands = self.find_errands()

    def find_means(self) -> float:
        """How much this clan can still change, from 0 to 1."""
        if self.is_planning:
            return 1.0
        return min(1.0, float(self.s.rage[self.seat]) / 4.0) if self.can_act else 0.0

    def find_unrest(self) -> float:
        """How much the other clans can still change, from 0 to 1."""
        s = self.s
        if self.is_planning:
            return 1.0
        rage = sum([float(s.rage[other]) for other in range(s.seats) if other != self.seat])
        return min(1.0, rage / (6.0 * float(s.seats - 1)))

    # Pillage

    def pillage(self, province: int, mine: int) -> float:
        """The expected value of a province with this strength in it."""
        if mine == 0 or self.rewards[province] == 0.0:
            return 0.0
        rival = self.board.rival(self.seat, province)
        reward = self.rewards[province] if self.can_act else 0.0
        if rival == 0:
            return (0.95 - 0.6 * self.unrest) * reward
        return 0.6 * likely(float(mine - rival), 2.0) * (reward + 0.5 * self.style.battles * self.axes)

    # Quests

    def errand(self, card: int) -> Errand:
        """A quest with its current chance."""
        glory = float(QUEST_GLORY.of(self.s, self.seat, CARDS[card].glory))
        prize = self.style.quests * (glory + self.prize_beside_glory)
        errand = Errand(card, prize, PLACES_OF[card], WANTED_OF[card])
        errand.chance = self.chance(errand, NOWHERE, 0)
        return errand

    def committed_quest(self, card: int) -> float:
        """The expected value of a quest on the sheet; it is certain after the Action phase."""
        errand = self.errand(card)
        fulfilled = CARDS[card].fulfilled
        if self.s.phase > ACTION and fulfilled is not None:
            return errand.prize if fulfilled(self.s, self.seat) else 0.0
        return errand.chance * errand.prize

    def quest_in_hand(self, card: int) -> float:
        """The expected value of a quest that is not committed yet."""
        errand = self.errand(card)
        return 0.85 * errand.chance * errand.prize

    def chance(self, errand: Errand, place: int, more: int) -> float:
        """The probability that a quest is fulfilled after the Action phase, with `more` strength in one place."""
        s = self.s
        if not errand.provinces:
            dead = 0 if self.is_planning else count_at(s, self.seat, VALHALLA)
            return 0.97 if dead >= 4 else (0.12 + 0.15 * float(dead)) * (0.3 + 0.7 * max(self.means, self.unrest))
        best = next_best = HOPELESS
        for province in errand.provinces:
            if not s.destroyed[province] and not (s.phase > ACTION and province == self.doomed_place()):
                lead = self.lead(province, more if province == place else 0)
                if lead > best:
                    best, next_best = lead, best
                elif lead > next_best:
                    next_best = lead
        return self.hold(best) if errand.wanted == 1 else self.hold(best) * self.hold(next_best)

    def lead(self, province: int, more: int) -> float:
        """The clan's lead in a province; without a figure it is behind even in an empty one."""
        mine = self.board.mine(self.seat, province) + more
        rival = self.board.rival(self.seat, province)
        return float(mine - rival) if mine else -1.0 - float(rival)

    def hold(self, lead: float) -> float:
        """The probability of leading at the end: opponents endanger a lead, the clan's own means make up a deficit."""
        if lead == HOPELESS:
            return 0.0
        odds = likely(lead + 2.0 * self.means - 1.0, 2.0)
        return 1.0 - self.unrest * (1.0 - odds) if lead > 0.0 else 0.7 * self.means * odds

    def find_errands(self) -> list[Errand]:
        """All quests of the clan, on its sheet or in its hand."""
        found = [self.errand(card) for card in self.s.quests.of(self.seat) if card >= 0]
        for card in [*self.s.hand.each(self.seat), *self.s.aside.each(self.seat)]:
            if card >= 0 and CARDS[card].kind == QUEST:
                errand = self.errand(card)
                errand.prize *= 0.8
                found.append(errand)
        return found

    # Death

    def doomed_place(self) -> int:
        """The province that falls in this Age."""
        return self.s.ragnarok[self.s.age - 1] if self.s.phase <= RAGNAROK else NOWHERE

    def death(self) -> float:
        """The value of one figure falling with the doomed province."""
        glory = float(RAGNAROK_GLORY.of(self.s, self.seat, GLORY_OF_AGE[self.s.age - 1]))
        return self.style.deaths * glory + self.release

    def doomed_figures(self) -> int:
        """How many of the clan's figures fall with the doomed province, if they stay."""
        province = self.doomed_place()
        if province == NOWHERE:
            return 0
        return count_at(self.s, self.seat, province) + count_at(self.s, self.seat, FJORD_OF[province])

    def ragnarok(self) -> float:
        """The expected value of the figures in the doomed province, if they stay."""
        figures = self.doomed_figures()
        certainty = 1.0 if self.s.phase > ACTION else 0.95 - 0.25 * self.unrest
        return float(figures) * self.death() * certainty if figures else 0.0

    def valhalla(self) -> float:
        """The value of releasing the clan's dead."""
        return self.release * float(count_at(self.s, self.seat, VALHALLA)) if self.release else 0.0

    # Moving strength

    def leaving(self, province: int, strength: int) -> float:
        """What the clan gives up by taking this much strength out of a province."""
        mine = self.board.mine(self.seat, province)
        given_up = self.pillage(province, mine) - self.pillage(province, mine - strength)
        if province == self.doomed_place():
            given_up += self.death()
        for errand in self.errands:
            if province in errand.provinces:
                given_up += errand.prize * (errand.chance - self.chance(errand, province, -strength))
        return given_up

    def arrival(self, place: int, strength: int) -> float:
        """The value of this much more strength in a place, cached."""
        if place >= PROVINCES:
            one, other = SUPPORTED_BY[place - FIRST_FJORD]
            return 0.9 * (self.arrival(one, strength) + self.arrival(other, strength))
        at = place * STRENGTHS + min(strength, STRENGTHS - 1)
        if self.gains[at] == UNKNOWN_GAIN:
            self.gains[at] = 0.0 if self.s.destroyed[place] else self.gain(place, strength)
        return self.gains[at]

    def gain(self, province: int, strength: int) -> float:
        """Compute the value for `arrival`."""
        mine = self.board.mine(self.seat, province)
        gain = self.pillage(province, mine + strength) - self.pillage(province, mine)
        if province == self.doomed_place():
            gain += (0.95 - 0.3 * self.unrest) * self.death()
        for errand in self.errands:
            if province in errand.provinces:
                gain += errand.prize * (self.chance(errand, province, strength) - errand.chance)
        return gain
