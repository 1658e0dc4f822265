"""The sections of the report about cards: the draft, the quests, and everything else that events tell of them."""

from collections.abc import Callable
from typing import Any, Final

from drakkar.arena.charts import Scale, scale_for, small
from drakkar.arena.deeds import PICKED
from drakkar.arena.markup import Html
from drakkar.arena.sections import more, section
from drakkar.arena.summary import Summary
from drakkar.arena.tables import Cell, rate_cells, table
from drakkar.arena.text import number, percent


def cards(found: Summary) -> Html | None:
    """The draft: what is wanted, and what wins."""
    drafted = [card for card in found["cards"] if card["picks"]["of"]]
    if not drafted:
        return None
    several = [bot["name"] for bot in found["bots"]] if len(found["bots"]) > 1 else []
    heads = [
        "card",
        "Age",
        "seen",
        "picked",
        "95 %",
        "as its",
        "wins",
        "95 %",
        "",
        *(f"picked by {bot}" for bot in several),
    ]
    scale = scale_for([_wins(card)["high"] for card in drafted])
    rows = [_card_row(card, several, found["chance"], scale) for card in sorted(drafted, key=_wanted)]
    text = (
        "Picked: of all times that somebody could have taken it. As its: the mean turn of the draft in which it went."
        " Wins: of the games in which a seat had picked it; what goes with winning need not be the cause of it"
        f"{', least of all where bots of unequal strength pick differently' if several else ''}."
    )
    return section(
        "Cards in the draft", text, table("Cards by Age, the most wanted first", heads, rows, "sortable"), whole=True
    )


def _wanted(card: dict[str, Any]) -> tuple[int, float]:
    return card["age"], -(card["picks"]["rate"] or 0)


def _wins(card: dict[str, Any]) -> dict[str, Any]:
    """How those fared who had picked it."""
    never = {"wins": {"rate": None, "low": 0.0, "high": 0.0}}
    return dict(card["deeds"].get(PICKED, never)["wins"])


def _card_row(card: dict[str, Any], bots: list[str], chance: float, scale: Scale) -> list[Cell]:
    wins = _wins(card)
    drawn = "" if wins["rate"] is None else small(wins["rate"], wins["low"], wins["high"], chance, scale)
    own = [card["picks_by_bot"][bot]["rate"] for bot in bots]
    return [
        Cell(card["card"]),
        Cell(str(card["age"]), card["age"]),
        Cell(f"{card['picks']['of']:,}", card["picks"]["of"]),
        *rate_cells(card["picks"]),
        Cell(number(card["turn"], 1), card["turn"] or 99),
        *rate_cells(wins),
        Cell(drawn),
        *(Cell(percent(rate), -1.0 if rate is None else rate) for rate in own),
    ]


def quests(found: Summary) -> Html | None:
    """What was promised, and what was kept."""
    if not found["quests"]:
        return None
    rows = [
        [
            Cell(quest["card"]),
            Cell(str(quest["age"]), quest["age"]),
            *rate_cells(quest["committed"]),
            *rate_cells(quest["fulfilled"]),
            *rate_cells(quest["wins"]),
        ]
        for quest in found["quests"]
    ]
    heads = ["quest", "Age", "committed", "95 %", "fulfilled", "95 %", "wins", "95 %"]
    text = (
        "Committed: of those picked. Fulfilled: of those revealed. Wins: of the games in which a seat had fulfilled it."
    )
    return section("Quests", text, table("Quests by Age", heads, rows, "sortable"), whole=True)


def deeds(found: Summary) -> Html | None:
    """Everything else that events tell of cards, one table for each kind."""
    kinds = sorted({deed for card in found["cards"] for deed in card["deeds"]} - {PICKED})
    if not kinds:
        return None
    parts = [more(kind.replace("_", " ").capitalize(), _deed_table(found, kind)) for kind in kinds]
    text = (
        "Every kind of event that names a seat and a card: how often, and the wins of the games in which a seat had it."
    )
    return section("What became of the cards", text, *parts, whole=True)


def _deed_table(found: Summary, kind: str) -> Html:
    done = [card for card in found["cards"] if kind in card["deeds"]]
    has_ages = any(card["age"] for card in found["cards"])
    rows = [
        [
            Cell(card["card"]),
            *([Cell(str(card["age"]), card["age"])] if has_ages else []),
            Cell(f"{card['deeds'][kind]['times']:,}", card["deeds"][kind]["times"]),
            *rate_cells(card["deeds"][kind]["wins"]),
        ]
        for card in done
    ]
    heads = ["card", *(["Age"] if has_ages else []), "times", "wins", "95 %"]
    return table(kind.replace("_", " ").capitalize(), heads, rows, "sortable")


CARDS: Final[tuple[Callable[[Summary], Html | None], ...]] = (cards, quests, deeds)
