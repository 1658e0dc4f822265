"""The encoding tables in docs/research.md, generated from the code; the rest of the page is written by hand."""

from pathlib import Path
from typing import Final

from drakkar.core.encoding import ROW_UNIT, Layout
from drakkar.core.game import find
from drakkar.games.blood_rage.board import PLACE_NAMES
from drakkar.games.blood_rage.card import CARDS, MONSTER_CARDS
from drakkar.games.blood_rage.choices import FIGURE_WORDS

PAGE: Final = Path(__file__).resolve().parent.parent / "docs/research.md"
BEGIN: Final = "<!-- made by tools.renew -->\n"
END: Final = "<!-- end of what tools.renew made -->\n"


def research_page() -> str:
    """docs/research.md."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    return f"{before}{BEGIN}{encoding()}{END}{rest.partition(END)[2]}"


def encoding() -> str:
    """The tables of fields."""
    game = find("blood_rage")
    told = game.encoding()
    table, seat = told.table, told.seat
    questions = [question.code for question in game.book.questions if question]
    lines = [
        f"Version {told.version}, {told.size} bytes. A change of the fields makes a new version.",
        "",
        f"Bytes 0 to {table.size - 1} have what all share and what only the reader knows:",
        "",
        *_fields(table),
        "",
        f"Then {told.most_seats} blocks of {seat.size} bytes follow, one per seat: the reader's begins at",
        f"{table.size}, the left neighbour's at {table.size + seat.size}, and so on clockwise; empty seats have zeros.",
        "Fields with a place for each seat use the same order. In each block:",
        "",
        *_fields(seat),
        "",
        f"The last {told.padding} bytes are padding and 0: they make the length a multiple of {ROW_UNIT}.",
        "",
        "Numbering:",
        "",
        f"- places: {_listed([*PLACE_NAMES, 'reserve', 'Valhalla'])}; the provinces are the first nine",
        f"- figures: {_listed(FIGURE_WORDS.full)}",
        f"- Monsters: {_listed([card.name for card in MONSTER_CARDS])}",
        f"- questions: {_listed(questions)}",
        f"- cards: {_listed([f'{card.name} ({card.age})' for card in CARDS])}; in brackets their Age",
        "",
        "Some things are left out because they matter little or the mask shows them: the figures about to be",
        "destroyed, the cards that have acted in this turn, and the packs of earlier Ages.",
        "",
    ]
    return "\n".join(lines)


def _fields(layout: Layout) -> list[str]:
    rows = [f"| {field.at} | {field.size} | `{field.name}` | {field.text} |" for field in layout.fields]
    return ["| byte | bytes | field | meaning |", "|---:|---:|---|---|", *rows]


def _listed(names: list[str]) -> str:
    return ", ".join(f"{number} {name}" for number, name in enumerate(names))
