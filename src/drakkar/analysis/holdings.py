"""Who can hold what, by what one seat knows: what a draft tells, and every card that was seen since.

The cards of the other seats are dealt anew many times, so that all fits what the seat knows; the share of the deals in
which a seat holds a card is its chance. Deals count equally, unless the network estimates hidden cards: then they are
weighed so that each card's share agrees with the network.
"""

from collections.abc import Sequence
from math import fsum
from random import Random
from typing import Any, Final

from drakkar.analysis.player import assumed, has_network
from drakkar.core.encoding import Sheet
from drakkar.core.errors import BadArgument
from drakkar.core.game import Game, find
from drakkar.core.vectors import bytes_row
from drakkar.core.view import View, redeal

# Possible deals.
DEALS: Final = 200
# Rounds of weighing; each card is brought to the network's estimate in turn.
ROUNDS: Final = 20
# The network is never taken for certain.
CERTAIN: Final = 0.98

# The cards that a seat holds in one deal, by their numbers.
Hand = frozenset[int]


class Holdings:
    """What each other seat may hold. `holdings` makes it.

    Attributes:
        seat: the seat whose knowledge it is; None for a spectator.
        version: the number of choices made before.
    """

    def __init__(self, view: View, hands: dict[int, list[Hand]], weights: list[float]) -> None:
        self.seat = view.seat
        self.version = view.version
        game = find(view.title)
        cards = sorted({card for deals in hands.values() for hand in deals for card in hand})
        self._names = {card: game.say(view.known, "card", card) for card in cards}
        self._hands = hands
        self._weights = weights

    @property
    def seats(self) -> list[int]:
        """The seats that hide something from this one, or could."""
        return list(self._hands)

    def chance(self, seat: int, *cards: str) -> float:
        """How likely a seat holds at least one of these cards; 0 for one that it cannot hold.

        Raises:
            BadArgument: nothing of that seat is hidden.
        """
        if seat not in self._hands:
            raise BadArgument(f"nothing of seat {seat} is hidden from this seat")
        wanted = frozenset(number for number, name in self._names.items() if name in cards)
        return fsum(
            weight for weight, hand in zip(self._weights, self._hands[seat], strict=True) if not wanted.isdisjoint(hand)
        )

    def cards(self, seat: int) -> list[tuple[str, float]]:
        """The cards that a seat may hold, the likeliest first, each with its chance."""
        names = dict.fromkeys(self._names.values())
        found = [(name, self.chance(seat, name)) for name in names]
        return sorted([(name, chance) for name, chance in found if chance > 0], key=lambda card: (-card[1], card[0]))

    def to_json(self) -> dict[str, Any]:
        """All chances as plain data for JSON."""
        return {
            "seat": self.seat,
            "version": self.version,
            "seats": [
                {"seat": seat, "cards": [[name, round(chance, 4)] for name, chance in self.cards(seat)]}
                for seat in self.seats
            ],
        }


def holdings(view: View, deals: int = DEALS, seed: int = 0) -> Holdings:
    """Who can hold what, by what the seat of a view knows.

    Args:
        view: the view of a seat, or of a spectator.
        deals: how many possible deals; with 200, a chance is right to about 3 points.
        seed: the seed of the deals; the same seed and view give the same result.

    Raises:
        BadArgument: the game does not say which cards are hidden.

    >>> match = drakkar.new("blood_rage", seats=2, seed=7)
    >>> match.play(0, match.choices(0)[0])
    >>> match.play(1, match.choices(1)[0])
    >>> found = analysis.holdings(match.view(0))
    >>> found.seats, len(found.cards(1)) > 1
    ([1], True)
    """
    game = find(view.title)
    encoding = game.encoding()
    if not encoding.hidden_cards:
        raise BadArgument(f"{game.name or view.title} does not say which cards are hidden")
    rng = Random(f"{seed} holdings {view.seat} {view.version}")
    seats = [seat for seat in range(len(view.known.flow.asked)) if seat != view.seat]
    blocks: dict[int, list[list[int]]] = {seat: [] for seat in seats}
    for _ in range(deals):
        world = redeal(view, rng)
        for seat in seats:
            blocks[seat].append(hidden_block(game, world, seat))
    weights = weigh([blocks[seat] for seat in seats], estimates(view, seats), deals)
    cards = encoding.hidden_cards
    hands = {
        seat: [frozenset(cards[at] for at, there in enumerate(block) if there) for block in found]
        for seat, found in blocks.items()
    }
    return Holdings(view, hands, weights)


def hidden_block(game: Game[Any], s: Any, seat: int) -> list[int]:
    """What a seat hides in a full state: a 1 for each thing."""
    encoding, seats = game.encoding(), len(s.flow.asked)
    row = bytes_row(encoding.hidden_size)
    # As the seat to its right sees it: it is the first one clockwise.
    encoding.write_hidden(s, (seat - 1) % seats, Sheet(row, 0))
    return [int(row[at]) for at in range(encoding.hidden.size)]


def estimates(view: View, seats: Sequence[int]) -> list[list[float]] | None:
    """What the network thinks that each of these seats hides; None if it has no opinion."""
    if view.seat is None or not has_network(view.title):
        return None
    told = assumed(view.title).net.hidden(view.known, view.seat)
    count = len(view.known.flow.asked)
    return told and [told[(seat - view.seat) % count - 1] for seat in seats]


def weigh(blocks: list[list[list[int]]], told: list[list[float]] | None, deals: int) -> list[float]:
    """The weights of deals, with the sum 1: those with which each thing is as likely as it is told to be.

    A thing that is in all deals or in none keeps its share: the rules know better than a network.
    """
    weights = [1.0 / deals] * deals
    if told is None:
        return weights
    wanted = []
    for found, chances in zip(blocks, told, strict=True):
        for at, chance in enumerate(chances):
            there = [block[at] for block in found]
            if 0 < sum(there) < deals:
                wanted.append((there, min(CERTAIN, max(1 - CERTAIN, chance))))
    for _ in range(ROUNDS):
        for there, chance in wanted:
            share = sum(weight for weight, one in zip(weights, there, strict=True) if one)
            share = min(CERTAIN, max(1 - CERTAIN, share))
            factors = ((1 - chance) / (1 - share), chance / share)
            weights = [weight * factors[one] for weight, one in zip(weights, there, strict=True)]
    total = sum(weights)
    return [weight / total for weight in weights]
