"""The encoding tables in docs/research.md, generated from the code; the rest of the page is written by hand."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from drakkar.core.encoding import ROW_UNIT, Layout
from drakkar.core.game import find
from drakkar.games.blood_rage import board, card, choices
from drakkar.games.lords_of_ragnarok import board as ragnarok_board
from drakkar.games.lords_of_ragnarok import card as ragnarok_card
from drakkar.games.lords_of_ragnarok import choices as ragnarok_choices

PAGE: Final = Path(__file__).resolve().parent.parent / "docs/research.md"
BEGIN: Final = "<!-- made by tools.renew -->\n"
END: Final = "<!-- end of what tools.renew made -->\n"


def research_page() -> str:
    """docs/research.md."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    tables = "".join(encoding(title) for title in NUMBERING)
    return f"{before}{BEGIN}{tables}{END}{rest.partition(END)[2]}"


def encoding(title: str) -> str:
    """The fields of a game's encoding."""
    game = find(title)
    told = game.encoding()
    table, seat = told.table, told.seat
    questions = [question.code for question in game.book.questions if question]
    lines = [
        f"## The encoding of {game.name}",
        "",
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
        *_padding(told.padding),
        *_hidden(told.hidden),
        "Numbering:",
        "",
        *NUMBERING[title](),
        f"- questions: {_listed(questions)}",
        "",
        *LEFT_OUT[title],
        "",
    ]
    return "\n".join(lines)


def _padding(size: int) -> list[str]:
    if not size:
        return []
    ends = "The last byte is" if size == 1 else f"The last {size} bytes are"
    return [f"{ends} padding and 0, so that the length is a multiple of {ROW_UNIT}.", ""]


def _hidden(layout: Layout) -> list[str]:
    return [
        "What the others hide is a row of its own, for [training](training.md) alone, one block for each other seat:",
        "the left neighbour's first. In each block:",
        "",
        *_fields(layout),
        "",
    ]


def _blood_rage() -> list[str]:
    return [
        f"- places: {_listed([*board.PLACE_NAMES, 'reserve', 'Valhalla'])}; the provinces are the first nine",
        f"- figures: {_listed(choices.FIGURE_WORDS.full)}",
        f"- Monsters: {_listed([monster.name for monster in card.MONSTER_CARDS])}",
        f"- cards: {_listed([f'{one.name} ({one.age})' for one in card.CARDS])}; in brackets their Age",
    ]


def _lords_of_ragnarok() -> list[str]:
    names = {kind: [one.name for one in ragnarok_card.of_kind(kind)] for kind in range(len(ragnarok_card.KIND_NAMES))}
    attacks = [ragnarok_choices.CARD_WORDS.full[one.number] for one in ragnarok_card.of_kind(ragnarok_card.ATTACK)]
    return [
        "- Regions: by their printed numbers, from 1",
        f"- Seas: {_listed(ragnarok_board.SEA_NAMES)}",
        f"- Runes: {_listed(ragnarok_board.RUNE_NAMES)}",
        f"- Realms: {_listed(ragnarok_board.REALM_NAMES)}",
        f"- gods: {_listed(ragnarok_board.GOD_NAMES)}",
        f"- Monsters: {_listed(ragnarok_choices.MONSTER_NAMES)}",
        f"- Combat cards: {_listed(names[ragnarok_card.COMBAT])}",
        f"- Monster Attack cards: {_listed(attacks)}",
        f"- Gifts: {_listed(names[ragnarok_card.GIFT])}",
        f"- Artifacts: {_listed(names[ragnarok_card.ARTIFACT])}",
        f"- Heroes: {_listed(names[ragnarok_card.HERO])}",
        f"- Stories: {_listed(names[ragnarok_card.STORY])}",
        "- Event cards: in the order of their Regions; conditions: in their printed order for the number of players",
        f"- all cards: {_listed([one.name for one in ragnarok_card.CARDS if one.kind <= ragnarok_card.STORY])}, …",
    ]


NUMBERING: Final[dict[str, Callable[[], list[str]]]] = {
    "blood_rage": _blood_rage,
    "lords_of_ragnarok": _lords_of_ragnarok,
}
LEFT_OUT: Final = {
    "blood_rage": [
        "Some things are left out because they matter little or the mask shows them: the figures about to be",
        "destroyed, the cards that have acted in this turn, and the packs of earlier Ages.",
    ],
    "lords_of_ragnarok": [
        "What is printed on the board is left out: it depends on the number of players alone. So are the order of",
        "cards in hands and discard piles, and what only the log tells of earlier turns: which cards a player drew,",
        "showed and played before, and where pieces came from.",
    ],
}


def _fields(layout: Layout) -> list[str]:
    rows = [f"| {field.at} | {field.size} | `{field.name}` | {field.text} |" for field in layout.fields]
    return ["| byte | bytes | field | meaning |", "|---:|---:|---|---|", *rows]


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"{number} {name}" for number, name in enumerate(names))
