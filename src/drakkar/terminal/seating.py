"""From words on a command line to a match: which game, which clans, which options, who plays what."""

import argparse
import re
from typing import Any

from drakkar.bots import LEVELS, Bot, make
from drakkar.core.chance import seed_from
from drakkar.core.errors import BadOptions
from drakkar.core.game import Game, Value, find
from drakkar.core.match import Match, new

USUAL_PLAYERS = 4
USUAL_BOT = "karl"


def listed(text: str) -> list[str]:
    """`wolf,raven` as two names."""
    return [name.strip().casefold() for name in text.split(",") if name.strip()]


def settings_of(words: list[str]) -> dict[str, Value]:
    """`name=value`, any number of times."""
    settings: dict[str, Value] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadOptions(f"--option wants NAME=VALUE, not {word!r}")
        settings[name.strip()] = _value(value.strip())
    return settings


def _value(text: str) -> Value:
    if text.casefold() in ("true", "false"):
        return text.casefold() == "true"
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text


def clans_for(game: Game[Any], players: int | None, clans: list[str], people: list[str]) -> list[str]:
    """The clans at the table: those that are named, then as many others as it takes."""
    if clans:
        return clans
    seats = max(len(people), min(USUAL_PLAYERS, game.most_seats)) if players is None else players
    missing = [name for name in people if name not in game.clans[:seats] and not name.isdecimal()]
    return [*missing, *(name for name in game.clans if name not in missing)][: max(seats, 0)]


def new_match(
    title: str, players: int | None, clans: list[str], people: list[str], options: list[str], seed: int | None
) -> Match:
    """A match at its beginning."""
    game = find(title)
    names = clans_for(game, players, clans, people)
    return new(title, len(names) if players is None else players, seed, dict(settings_of(options)), names)


def table_of(asked: argparse.Namespace) -> tuple[Game[Any], list[int], dict[str, Value]]:
    """The game, the clans and the options of a table at which no person sits."""
    game = find(asked.game)
    names = clans_for(game, asked.players, listed(asked.clans), [])
    clans = game.clan_numbers(len(names) if asked.players is None else asked.players, names)
    return game, clans, game.settings(dict(settings_of(asked.option)))


def bot_seed(match: Match) -> int:
    """What bots draw their chances from: always the same for a match, and it tells nothing of the match's own seed."""
    return seed_from(f"drakkar bot {match.seed}")


def bots_for(match: Match, people: list[int], words: list[str]) -> dict[int, Bot]:
    """A bot in every seat that no person has: the last one named sits in all that are left.

    A level without a style is given the game's styles in turn, so that a table of bots is not one mind several times.
    """
    styles = ["", *match.game.styles]
    seats = [seat for seat in range(match.seats) if seat not in people]
    bots = {}
    for number, seat in enumerate(seats):
        word = words[min(number, len(words) - 1)]
        style = styles[number % len(styles)]
        bots[seat] = make(f"{word}:style={style}" if style and word in LEVELS else word, bot_seed(match), match.game)
    return bots


def seat_of(match: Match, clan: str) -> int:
    """The seat that a clan, or the number of a seat, means."""
    if clan in match.clans:
        return match.clans.index(clan)
    if clan.isdecimal() and int(clan[:9]) < match.seats:
        return int(clan)
    raise BadOptions(f"nobody plays {clan!r}; at the table are: {', '.join(match.clans)}")
