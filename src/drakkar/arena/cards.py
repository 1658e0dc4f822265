"""The statistics of each card, as plain data."""

from typing import Any

from drakkar.arena.card_stats import PICK_NUMBER
from drakkar.arena.numbers import Rate
from drakkar.arena.tally import Card, Tally
from drakkar.core.events import GOAL_MET, GOAL_MISSED, GOAL_SET, PICK


def card(tally: Tally, part: int, name: str) -> dict[str, Any]:
    """One card of one part of the match: how it was drafted, and the win rates of the seats that used it.

    A card that no draft offers has no picks.
    """
    found = tally.cards[part, name]
    own = {bot: player.cards.get((part, name), Card()) for bot, player in tally.players.items()}
    return {
        "part": part,
        "card": name,
        "picks": found.picks.to_json(),
        "pick_number": round(found.times[PICK_NUMBER] / found.times[PICK], 3) if found.times[PICK] else None,
        "picks_by_bot": {bot: card.picks.to_json() for bot, card in own.items()},
        "uses": {use: {"times": found.times[use], "wins": wins.to_json()} for use, wins in sorted(found.wins.items())},
    }


def goals(tally: Tally) -> list[dict[str, Any]]:
    """The cards that seats committed to as goals: rates per pick, of goals met, and of wins with a met goal."""
    return [
        {
            "part": part,
            "card": name,
            "set": Rate(found.times[GOAL_SET], found.times[PICK]).to_json(),
            "met": Rate(found.times[GOAL_MET], found.times[GOAL_MET] + found.times[GOAL_MISSED]).to_json(),
            "wins": found.wins.get(GOAL_MET, Rate()).to_json(),
        }
        for (part, name), found in sorted(tally.cards.items())
        if found.times[GOAL_SET]
    ]
