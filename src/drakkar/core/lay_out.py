"""The readable part of a position: writing it with its headers, and reading it as a state with no decision open yet."""

from typing import Any, Final

from drakkar.core.chance import chance_from
from drakkar.core.errors import BadArgument, UnknownGame
from drakkar.core.events import Log
from drakkar.core.game import Game, Value, find
from drakkar.core.position import Document
from drakkar.core.position_format import signature

LARGEST_SEED: Final = 10**100


class LaidOut:
    """The state that the readable part sets up, with the other arguments of a match."""

    def __init__(self, game: Game[Any], state: Any, sides: list[int], rulings: dict[str, Value], seed: int) -> None:
        self.game = game
        self.state = state
        self.sides = sides
        self.rulings = rulings
        self.seed = seed


def headed(game: Game[Any], s: Any, seat: int | None, rulings: dict[str, Value], seed: int) -> dict[str, Any]:
    """The readable part of a position with its headers: common keys, and the rulings that differ from the default."""
    unusual = game.unusual_rulings(rulings)
    return {"game": game.title, **game.write_position(s, seat), "seed": seed, **signature(), "rulings": unusual}


def lay_out(document: Document) -> LaidOut:
    """The state that the readable part of a position describes, before any question is asked."""
    game = _game_of(document)
    sides = document.names("sides")
    seed = document.number(0, -LARGEST_SEED, LARGEST_SEED, "seed")
    try:
        numbers = game.side_numbers(len(sides), sides)
    except BadArgument as error:
        raise document.wrong(str(error), "sides") from error
    try:
        rulings = game.resolve_rulings(document.table("rulings"))
    except BadArgument as error:
        name = next((name for name in document.table("rulings") if name in str(error)), "")
        raise document.wrong(str(error), "rulings", name) from error
    state = game.read_position(document, numbers, rulings, chance_from(seed), Log([]))
    return LaidOut(game, state, numbers, rulings, seed)


def _game_of(document: Document) -> Game[Any]:
    if not document.has("game"):
        raise document.wrong("a position must name its game: game = …")
    try:
        return find(str(document.get("game")))
    except UnknownGame as error:
        raise document.wrong(str(error), "game") from error
