"""What is to be said of each card, as plain data."""

from typing import Any

from drakkar.arena.deeds import PICKED, QUEST_COMMITTED, QUEST_FAILED, QUEST_FULFILLED, TURN
from drakkar.arena.numbers import Rate
from drakkar.arena.tally import Card, Tally


def card(tally: Tally, age: int, name: str) -> dict[str, Any]:
    """One card of one Age: how it was drafted, and how those fared who did something with it.

    A card that no draft offers has no picks.
    """
    found = tally.cards[age, name]
    own = {bot: player.cards.get((age, name), Card()) for bot, player in tally.players.items()}
    return {
        "age": age,
        "card": name,
        "picks": found.picks.to_json(),
        "turn": round(found.times[TURN] / found.times[PICKED], 3) if found.times[PICKED] else None,
        "picks_by_bot": {bot: card.picks.to_json() for bot, card in own.items()},
        "deeds": {
            deed: {"times": found.times[deed], "wins": wins.to_json()} for deed, wins in sorted(found.wins.items())
        },
    }


def quests(tally: Tally) -> list[dict[str, Any]]:
    """Of cards that can be committed as quests: how often they were, by those who had picked them; how often that came
    true; and how those fared who had fulfilled one."""
    return [
        {
            "age": age,
            "card": name,
            "committed": Rate(found.times[QUEST_COMMITTED], found.times[PICKED]).to_json(),
            "fulfilled": Rate(
                found.times[QUEST_FULFILLED], found.times[QUEST_FULFILLED] + found.times[QUEST_FAILED]
            ).to_json(),
            "wins": found.wins.get(QUEST_FULFILLED, Rate()).to_json(),
        }
        for (age, name), found in sorted(tally.cards.items())
        if found.times[QUEST_COMMITTED]
    ]
