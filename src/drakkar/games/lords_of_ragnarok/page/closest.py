"""The closest battle of a match, from public events."""

from typing import Final, NamedTuple

from drakkar.page.game_page import Document, Events, Highlight
from drakkar.page.translator import PageTranslator

RULE: Final = "LR-19.8"


class Won(NamedTuple):
    """A battle: its Region, the winner, the Battle Strength of both, and the number of its event."""

    region: str
    winner: int
    totals: dict[int, int]
    number: int


def closest_battle(events: Events) -> Won | None:
    """The battle with the smallest difference; of equal ones, the one with the higher total, then the first.

    A tie goes to the defender, so the difference can be 0.
    """
    found: list[Won] = []
    totals = dict[int, int]()
    for number, event in enumerate(events):
        if event["kind"] == "battle_begins":
            totals = {}
        elif event["kind"] == "battle_strength":
            totals[event["ids"]["clan"]] = event["data"]["total"]
        elif event["kind"] == "battle_won":
            found.append(Won(event["data"]["region"], event["ids"]["clan"], totals, number))
    return min(found, key=lambda one: (_apart(one.totals), -max(one.totals.values())), default=None)


def _apart(totals: dict[int, int]) -> int:
    return max(totals.values()) - min(totals.values())


def highlights(document: Document, events: Events, words: PageTranslator) -> list[Highlight]:
    """The closest battle with both totals, the winner's first."""
    battle = closest_battle(events)
    if battle is None:
        return []
    sides = [seat["side"] for seat in document["seats"]]
    ranked = sorted(battle.totals.items(), key=lambda total: total[0] != battle.winner)
    told = ", ".join(f"{words.name('clan', sides[seat])} {total}" for seat, total in ranked)
    title = words.page("closest_battle", region=words.name("region", battle.region))
    return [Highlight("swords", title, told, RULE, battle.number)]
