"""The closest battle of a match, from public events."""

from typing import Any, Final, NamedTuple

from drakkar.games.blood_rage.page.figure_tracking import Counted
from drakkar.page.game_page import Document, Events, Highlight
from drakkar.page.translator import PageTranslator

RULE: Final = "BR-12.18"


class Won(NamedTuple):
    """A battle that a clan has won: its province, the totals of the clans with figures, and the number of its event."""

    place: str
    winner: int
    totals: dict[int, int]
    number: int

    @property
    def ahead(self) -> int:
        """The Strength of the winner above the best loser."""
        return self.totals[self.winner] - max(total for seat, total in self.totals.items() if seat != self.winner)


def closest_battle(document: Document, events: Events) -> Won | None:
    """The battle with the smallest lead of its winner; of equal ones, the one with the higher total, then the first.

    Only clans that have figures at the comparison count, in the province or in its fjord; a tie has no winner.
    """
    found = [battle for battle in _battles(document, events) if len(battle.totals) > 1]
    return min(found, key=lambda battle: (battle.ahead, -battle.totals[battle.winner]), default=None)


def _battles(document: Document, events: Events) -> list[Won]:
    """All battles with a winner who had figures."""
    figures = Counted(document, events)
    fjords = {place["name"]: place["fjord"] or "" for place in document["view"]["places"] if "fjord" in place}
    found: list[Won] = []
    place, totals = "", dict[int, int]()
    for number, event in enumerate(events):
        figures.follow(event)
        kind, data = event["kind"], event["data"]
        if kind == "battle_begins":
            place, totals = data["place"], {}
        elif kind == "total":
            seat = event["ids"]["clan"]
            if figures.of(seat, place) or figures.of(seat, fjords.get(place, "")):
                totals[seat] = data["total"]
        elif kind == "battle_won" and event["ids"]["clan"] in totals:
            found.append(Won(place, event["ids"]["clan"], totals, number))
    return found


def highlights(document: Document, events: Events, words: PageTranslator) -> list[Highlight]:
    """The closest battle with all totals, the highest first."""
    battle = closest_battle(document, events)
    if battle is None:
        return []
    clans: list[dict[str, Any]] = document["view"]["clans"]
    ranked = sorted(battle.totals.items(), key=lambda total: -total[1])
    told = ", ".join(f"{words.name('clan', clans[seat]['name'])} {total}" for seat, total in ranked)
    title = words.page("closest_battle", place=words.name("place", battle.place))
    return [Highlight("battle", title, told, RULE, battle.number)]
