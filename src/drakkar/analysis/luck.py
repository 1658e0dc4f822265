"""Luck and skill: what each choice of a match changed, divided into decision, hidden cards and chance.

All is measured by F, the chances that follow from all hands. Each choice takes F from the state before it to the state
after it. Chance is F after it, less the mean of F over other random numbers. The decision is what the choice is worth
by what its seat knows, less the mean over all choices, weighted as the assumed player makes them. Hidden is the same by
all hands, less what it was by what the seat knows. Nothing else has happened, so the rest is an error of the network.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from drakkar.analysis.calibration import FULL, correct, correction_for
from drakkar.analysis.grade import Row
from drakkar.analysis.player import Player
from drakkar.analysis.review import Shares, Swing
from drakkar.core.chance import chance_from
from drakkar.core.fast_state import fast_state

# Other random numbers that chance is compared with.
LUCKS: Final = 8
# Other deals that the deal is compared with.
DEALS: Final = 16
# Choices that the assumed player makes less often than this are left out of means.
RARE: Final = 0.005
DECIMALS: Final = 5


class FullReader:
    """Reads chances by all hands."""

    def __init__(self, player: Player, seats: int) -> None:
        self.player = player
        self.seats = seats

    def read(self, states: Sequence[Any], version: int) -> list[Row]:
        """The chances in each of these states, after so many choices."""
        correction = correction_for(self.player.net.game.title, self.seats, FULL, version)
        rows = self.player.readings([(s, seat) for s in states for seat in range(self.seats)])
        found = []
        for at, s in enumerate(states):
            shares = mean_row(rows[at * self.seats : (at + 1) * self.seats])
            found.append(shares if s.flow.over else correct(shares, correction))
        return found

    def after(self, s: Any, seat: int, code: int, lucks: Sequence[int], version: int) -> list[Row]:
        """The chances after a choice with each of these random numbers."""
        return self.read([answered(self.player, s, seat, code, luck) for luck in lucks], version)


def answered(player: Player, s: Any, seat: int, code: int, luck: int) -> Any:
    """The state after a choice, with other random numbers."""
    game = player.net.game
    after = game.copy(s)
    after.flow.chance = chance_from(luck)
    game.book.answer(after, seat, code)
    return after


def policy(player: Player, s: Any, seat: int, codes: list[int], chosen: int) -> dict[int, float]:
    """How often the assumed player makes each choice: those that are not rare, and the chosen one."""
    weights = player.likelihoods(s, seat, codes)
    total = sum(weights)
    kept = {
        code: weight for code, weight in zip(codes, weights, strict=True) if weight > RARE * total or code == chosen
    }
    total = sum(kept.values())
    return {code: weight / total for code, weight in kept.items()}


def start(reader: FullReader, title: str, sides: Sequence[str], rulings: dict[str, Any], seed: int) -> Shares:
    """The chances before anything is dealt: the mean over other deals."""
    rng = Random(f"{seed} deals")
    states = [fast_state(title, len(sides), rng.getrandbits(64), rulings, list(sides)).state for _ in range(DEALS)]
    return rounded(mean_row(reader.read(states, 0)))


def chance_part(reader: FullReader, s: Any, seat: int, code: int, after: Row, version: int, rng: Random) -> Row:
    """How much better each seat stands after a choice than it would on average over chance.

    `after` are the chances as it came; `version` counts the choice. The mean of this is 0, whatever the network reads:
    the chance that came and those that it is compared with are drawn alike.
    """
    lucks = [rng.getrandbits(64) for _ in range(LUCKS)]
    return minus(after, mean_row(reader.after(s, seat, code, lucks, version)))


def swing(
    reader: FullReader,
    s: Any,
    seat: int,
    code: int,
    used: bool,
    after: Row,
    version: int,
    told: dict[int, Row],
    seed: int,
) -> Swing:
    """What a choice changed.

    Args:
        reader: reads the chances by all hands.
        s: the state before the choice.
        seat: the seat that chose.
        code: its choice.
        used: whether chance followed.
        after: the chances after it, by all hands.
        version: the number of choices made, with this one.
        told: what each choice is worth to each seat by what the seat knows; empty if the choice was forced.
        seed: the seed of the random numbers.
    """
    rng = Random(f"{seed} luck {version}")
    nothing = [0.0] * reader.seats
    chance = chance_part(reader, s, seat, code, after, version, rng) if used else nothing
    if not told:
        return Swing(rounded(nothing), rounded(nothing), rounded(chance))
    shares = policy(reader.player, s, seat, list(told), code)
    decision = advantage(told, shares, code)
    others = [other for other in shares if other != code]
    states = [answered(reader.player, s, seat, other, rng.getrandbits(64)) for other in others]
    whole = dict(zip(others, reader.read(states, version), strict=True))
    whole[code] = minus(after, chance)
    return Swing(rounded(decision), rounded(minus(advantage(whole, shares, code), decision)), rounded(chance))


def advantage(told: dict[int, Row], shares: dict[int, float], code: int) -> Row:
    """What a choice is worth to each seat beyond the mean over choices weighted by these shares."""
    means = [sum(share * told[other][seat] for other, share in shares.items()) for seat in range(len(told[code]))]
    return minus(told[code], means)


def mean_row(rows: Sequence[Row]) -> Row:
    """The mean of several rows."""
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def minus(row: Sequence[float], other: Sequence[float]) -> Row:
    """The difference of two rows."""
    return [mine - theirs for mine, theirs in zip(row, other, strict=True)]


def rounded(row: Sequence[float]) -> Shares:
    """A row as it is stored."""
    return tuple([round(number, DECIMALS) for number in row])
