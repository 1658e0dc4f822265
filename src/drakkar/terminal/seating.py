"""From command-line arguments to a match: game, sides, rulings and players."""

import argparse
import re
from typing import Any

from drakkar.bots import Bot, make
from drakkar.bots.levels import takes_style
from drakkar.core.chance import seed_from
from drakkar.core.errors import BadArgument
from drakkar.core.game import Game, Value, find
from drakkar.core.hosting import game_of
from drakkar.core.match import Match, new

USUAL_PLAYERS = 4
USUAL_BOT = "karl"


def listed(text: str) -> list[str]:
    """`wolf,raven` as two names."""
    return [name.strip().casefold() for name in text.split(",") if name.strip()]


def rulings_of(words: list[str]) -> dict[str, Value]:
    """Rulings from `name=value` arguments."""
    rulings: dict[str, Value] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadArgument(f"--ruling wants NAME=VALUE, not {word!r}")
        rulings[name.strip()] = _value(value.strip())
    return rulings


def _value(text: str) -> Value:
    if text.casefold() in ("true", "false"):
        return text.casefold() == "true"
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text


def sides_for(game: Game[Any], players: int | None, sides: list[str], people: list[str]) -> list[str]:
    """The sides at the table: the given ones, then as many others as needed."""
    if sides:
        return sides
    seats = max(len(people), min(USUAL_PLAYERS, game.most_seats)) if players is None else players
    missing = [name for name in people if name not in game.sides[:seats] and not name.isdecimal()]
    return [*missing, *(name for name in game.sides if name not in missing)][: max(seats, 0)]


def new_match(
    title: str, players: int | None, sides: list[str], people: list[str], rulings: list[str], seed: int | None
) -> Match:
    """A new match."""
    game = find(title)
    names = sides_for(game, players, sides, people)
    return new(title, len(names) if players is None else players, seed, dict(rulings_of(rulings)), names)


def table_of(asked: argparse.Namespace) -> tuple[Game[Any], list[int], dict[str, Value]]:
    """The game, sides and rulings of a table without people."""
    game = find(asked.game)
    names = sides_for(game, asked.players, listed(asked.sides), [])
    sides = game.side_numbers(len(names) if asked.players is None else asked.players, names)
    return game, sides, game.resolve_rulings(dict(rulings_of(asked.ruling)))


def bot_seed(match: Match) -> int:
    """The seed for bots: always the same for a match, and it does not reveal the match's own seed."""
    return seed_from(f"drakkar bot {match.seed}")


def bots_for(match: Match, people: list[int], words: list[str]) -> dict[int, Bot]:
    """A bot in every seat without a person; the last one given plays all remaining seats.

    Levels get the game's styles in turn, so that the bots at a table play differently, but networks have no styles.
    """
    game = game_of(match)
    styles = ["", *game.styles]
    seats = [seat for seat in range(match.seats) if seat not in people]
    bots = {}
    for number, seat in enumerate(seats):
        word = words[min(number, len(words) - 1)]
        style = styles[number % len(styles)]
        name = f"{word}:style={style}" if style and takes_style(word, game) else word
        bots[seat] = make(name, bot_seed(match), game)
    return bots


def seat_of(match: Match, side: str) -> int:
    """The seat of a side, or of a seat number."""
    if side in match.sides:
        return match.sides.index(side)
    if side.isdecimal() and int(side[:9]) < match.seats:
        return int(side)
    raise BadArgument(f"no seat plays {side!r}; at the table are: {', '.join(match.sides)}")
