"""The sections of the report about cards: the draft, the goals, and all other events that name a card."""

from collections.abc import Callable
from typing import Any, Final

from drakkar.arena.charts import Scale, scale_for, small
from drakkar.arena.markup import Html
from drakkar.arena.sections import more, section
from drakkar.arena.summary import Summary
from drakkar.arena.tables import Cell, rate_cells, table
from drakkar.arena.text import number, percent
from drakkar.core.events import PICK


def cards(found: Summary) -> Html | None:
    """The draft: which cards are picked, and which win."""
    drafted = [card for card in found["cards"] if card["picks"]["of"]]
    if not drafted:
        return None
    several = [bot["name"] for bot in found["bots"]] if len(found["bots"]) > 1 else []
    heads = [
        "card",
        found["terms"]["part"],
        "seen",
        "picked",
        "95 %",
        "pick",
        "wins",
        "95 %",
        "",
        *(f"picked by {bot}" for bot in several),
    ]
    scale = scale_for([_wins(card)["high"] for card in drafted])
    rows = [_card_row(card, several, found["chance"], scale) for card in sorted(drafted, key=_wanted)]
    text = (
        "Picked: share of the times a seat could have taken it. Pick: mean number of the pick that took it."
        " Wins: share of the games in which a seat had picked it; correlation with winning need not mean cause"
        f"{', least of all where bots of unequal strength pick differently' if several else ''}."
    )
    caption = f"Cards by {found['terms']['part']}, most picked first"
    return section("Cards in the draft", text, table(caption, heads, rows, "sortable"), whole=True)


def _wanted(card: dict[str, Any]) -> tuple[int, float]:
    return card["part"], -(card["picks"]["rate"] or 0)


def _wins(card: dict[str, Any]) -> dict[str, Any]:
    """The win rate of the seats that picked the card."""
    never = {"wins": {"rate": None, "low": 0.0, "high": 0.0}}
    return dict(card["uses"].get(PICK, never)["wins"])


def _card_row(card: dict[str, Any], bots: list[str], chance: float, scale: Scale) -> list[Cell]:
    wins = _wins(card)
    drawn = "" if wins["rate"] is None else small(wins["rate"], wins["low"], wins["high"], chance, scale)
    own = [card["picks_by_bot"][bot]["rate"] for bot in bots]
    return [
        Cell(card["card"]),
        Cell(str(card["part"]), card["part"]),
        Cell(f"{card['picks']['of']:,}", card["picks"]["of"]),
        *rate_cells(card["picks"]),
        Cell(number(card["pick_number"], 1), card["pick_number"] or 99),
        *rate_cells(wins),
        Cell(drawn),
        *(Cell(percent(rate), -1.0 if rate is None else rate) for rate in own),
    ]


def goals(found: Summary) -> Html | None:
    """The goals that seats committed to and met."""
    if not found["goals"]:
        return None
    rows = [
        [
            Cell(goal["card"]),
            Cell(str(goal["part"]), goal["part"]),
            *rate_cells(goal["set"]),
            *rate_cells(goal["met"]),
            *rate_cells(goal["wins"]),
        ]
        for goal in found["goals"]
    ]
    terms = found["terms"]
    heads = [terms["goal"], terms["part"], "committed", "95 %", "fulfilled", "95 %", "wins", "95 %"]
    text = (
        "Committed: share of those picked. Fulfilled: share of those revealed. Wins: share of the games in which a seat"
        " had fulfilled it."
    )
    return section(
        terms["goals"], text, table(f"{terms['goals']} by {terms['part']}", heads, rows, "sortable"), whole=True
    )


def uses(found: Summary) -> Html | None:
    """All other events that name a card, one table for each kind."""
    kinds = sorted({use for card in found["cards"] for use in card["uses"]} - {PICK})
    if not kinds:
        return None
    parts = [more(kind.replace("_", " ").capitalize(), _use_table(found, kind)) for kind in kinds]
    text = "Every kind of event that names a seat and a card: how often it happened, and how often that seat won."
    return section("What happened to the cards", text, *parts, whole=True)


def _use_table(found: Summary, kind: str) -> Html:
    done = [card for card in found["cards"] if kind in card["uses"]]
    has_parts = any(card["part"] for card in found["cards"])
    rows = [
        [
            Cell(card["card"]),
            *([Cell(str(card["part"]), card["part"])] if has_parts else []),
            Cell(f"{card['uses'][kind]['times']:,}", card["uses"][kind]["times"]),
            *rate_cells(card["uses"][kind]["wins"]),
        ]
        for card in done
    ]
    heads = ["card", *([found["terms"]["part"]] if has_parts else []), "times", "wins", "95 %"]
    return table(kind.replace("_", " ").capitalize(), heads, rows, "sortable")


CARDS: Final[tuple[Callable[[Summary], Html | None], ...]] = (cards, goals, uses)
