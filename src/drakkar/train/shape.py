"""The sizes of a game's arrays, and what identifies them."""

from typing import Final, NamedTuple

from drakkar.bots.net_file import digest_of, number_places
from drakkar.core.game import find

# Rows have a multiple of this many columns: matrix products of odd sizes are slow on a GPU.
MULTIPLE: Final = 16


class Shape(NamedTuple):
    """What a network reads and what it tells.

    `numbers` are the bytes of an observation that the first layer also reads as plain numbers, beside their logarithm:
    a logarithm alone hardly tells a score of 100 from one of 103. `hidden_fields` are names and sizes of what a seat
    can hide from another one.
    """

    title: str
    observation: int
    choices: int
    seats: int
    numbers: tuple[int, ...]
    encoding: int
    digest: str
    hidden_fields: tuple[tuple[str, int], ...] = ()

    @property
    def row(self) -> int:
        """The length of an observation, padded."""
        return padded(self.observation)

    @property
    def menu(self) -> int:
        """The length of a mask, padded."""
        return padded(self.choices)

    @property
    def inputs(self) -> int:
        """The inputs of the first layer: the padded observation, then the numbers, padded too."""
        return self.row + padded(len(self.numbers))

    @property
    def estimates(self) -> int:
        """The estimates beside the policy: the value, the lead, and each seat's share of the win."""
        return 2 + self.seats

    @property
    def hidden(self) -> int:
        """The things that the others may hide, which a network estimates too: those of each other seat, clockwise."""
        return self.others * sum(size for _, size in self.hidden_fields)

    @property
    def others(self) -> int:
        """The largest number of other seats."""
        return self.seats - 1

    @property
    def truth(self) -> int:
        """The length of a row with what they do hide, padded."""
        return padded(self.hidden)

    @property
    def heads(self) -> dict[str, int]:
        """The last layers, and the number of outputs of each."""
        return {"policy": self.choices, "estimates": self.estimates, "hidden": self.hidden}


def padded(size: int) -> int:
    """The next multiple of MULTIPLE."""
    return -(-size // MULTIPLE) * MULTIPLE


def shape_of(title: str) -> Shape:
    """The shape of a game; BadArgument if it has no encoding."""
    game = find(title)
    encoding = game.encoding()
    return Shape(
        title=game.title,
        observation=int(encoding.size),
        choices=int(game.book.notation.size),
        seats=int(encoding.most_seats),
        numbers=tuple(number_places(encoding)),
        encoding=int(encoding.version),
        digest=digest_of(game),
        hidden_fields=tuple((field.name, int(field.size)) for field in encoding.hidden.fields),
    )
