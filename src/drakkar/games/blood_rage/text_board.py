"""The board as text, drawn from the plain data of a view: what is hidden from a seat never gets here.

The eight outer provinces lie clockwise around Yggdrasil as on the board, each fjord between the two it supports.
"""

import re
import textwrap
from typing import Any, Final

from drakkar.games.blood_rage.board import YGGDRASIL
from drakkar.games.blood_rage.text_hand import hand, pack

Table = dict[str, Any]
Cell = list[str]

WIDEST: Final = 100
NARROWEST: Final = 80
BETWEEN: Final = " │ "

# The provinces of each row by number, and below the rows the fjords by the columns they lie in.
ROWS: Final = ((7, 0, 1), (6, 8, 2), (5, 4, 3))
FJORD_LINES: Final = (((1, 2), "F1"), ((0, 0), "F4"), ((2, 2), "F2"), ((0, 1), "F3"))

SEVERAL_SLOTS: Final = ("monster", "clan")
SHORT: Final = {"leader": "L", "warrior": "W", "ship": "S"}
LEGEND: Final = "L Leader · W Warrior · S Ship · ~S Ship in the fjord · behind a clan: its STR there · s2: on step 2"

ANSI: Final = {"red": "91", "blue": "94", "yellow": "93", "brown": "33", "green": "92", "bold": "1"}


def text_board(table: Table, colours: bool, width: int) -> dict[str, str]:
    """Everything on the table: the board with the clans, and what this seat has in its hands."""
    width = max(NARROWEST, min(width, WIDEST))
    lines = [
        heading(table),
        "",
        *province_map(table, width),
        *textwrap.wrap(LEGEND, width),
        "",
        *clan_sheets(table, width),
    ]
    parts = {
        "board": "\n".join(lines + battle_lines(table, width)),
        "pack": "\n".join(pack(table, width)),
        "hand": "\n".join(hand(table, width)),
    }
    return {name: painted(text, table) if colours else text for name, text in parts.items() if text}


def heading(table: Table) -> str:
    """Where the game stands."""
    names = _names(table)
    parts = [f"Age {table['age']} of 3", f"{table['phase']} phase", f"First Player {names[table['first_player']]}"]
    if table["turn"] is not None:
        parts.append(f"turn of {names[table['turn']]}")
    return " · ".join(parts)


def province_map(table: Table, width: int) -> list[str]:
    """Nine provinces, and the four fjords where they lie between two of them."""
    cell = (width - 2 * len(BETWEEN)) // 3
    fjords = {place["name"]: place for place in table["places"] if "supports" in place}
    lines: list[str] = []
    for row, (columns, name) in enumerate(FJORD_LINES):
        lines += _fjord_line(fjords[name], columns, cell, "─" if 0 < row < len(ROWS) else " ")
        if row < len(ROWS):
            cells = [_province(table, number, fjords, cell) for number in ROWS[row]]
            lines += _side_by_side(cells, cell)
    return lines


def _fjord_line(fjord: Table, columns: tuple[int, int], cell: int, border: str) -> list[str]:
    """Waves in the columns of the two provinces that the fjord supports, a border beside them."""
    first, last = columns
    ships = ", ".join(f"{clan.capitalize()} {_figures(kinds)}" for clan, kinds in fjord["figures"].items())
    room = (last - first + 1) * cell + (last - first) * len(BETWEEN)
    waves = [f"{line} ".ljust(room, "~") for line in textwrap.wrap(f"~~ {fjord['name']} {ships}", room - 1)]
    joint = f"{border}{'┼' if border.strip() else border}{border}"
    lines = [joint.join([border * cell] * first + [wave] + [border * cell] * (2 - last)) for wave in waves]
    return [line.rstrip() for line in lines]


def _side_by_side(cells: list[Cell], width: int) -> list[str]:
    height = max(len(cell) for cell in cells)
    padded = [[line.ljust(width) for line in cell + [""] * (height - len(cell))] for cell in cells]
    return [BETWEEN.join(lines).rstrip() for lines in zip(*padded, strict=True)]


def _province(table: Table, number: int, fjords: dict[str, Table], width: int) -> Cell:
    place = table["places"][number]
    title = _spread(place["name"], place["region"] or "", width)
    if place["destroyed"]:
        fell = f"fell in Age {place['falls_in_age']}" if place["falls_in_age"] else "destroyed at setup"
        return [*title, f"× {fell}"]
    age = place["falls_in_age"]
    doom = "" if age is None else "falls in this Age" if age == table["age"] else f"falls in Age {age}"
    return [
        *title,
        *_spread(_villages(place, number), place["token"], width),
        *_spread("pillaged" if place["pillaged"] else "", doom, width),
        *_clans_in(place, fjords, width),
    ]


def _villages(place: Table, number: int) -> str:
    taken = sum(sum(kinds.values()) for kinds in place["figures"].values())
    room = place["villages"]
    return "any number" if number == YGGDRASIL else f"{'●' * taken}{'○' * (room - taken)} {taken}/{room}"


def _clans_in(place: Table, fjords: dict[str, Table], width: int) -> list[str]:
    """A line for each clan with STR here, or with figures that have none."""
    ships = fjords[place["fjord"]]["figures"] if place["fjord"] else {}
    lines = []
    for clan in dict.fromkeys((*place["figures"], *ships)):
        here, beside = place["figures"].get(clan, {}), ships.get(clan, {})
        line = f"{clan.capitalize():<8}{place['strength'].get(clan, 0):>2}  {_figures(here)}"
        line = f"{line} ~{_figures(beside)}" if beside else line
        lines += textwrap.wrap(re.sub(r"   +~", "  ~", line), width, subsequent_indent=" " * 12)
    return lines


def _figures(kinds: dict[str, int]) -> str:
    """`L 3W Troll`"""
    ordered = [kind for kind in SHORT if kind in kinds] + [kind for kind in kinds if kind not in SHORT]
    return " ".join(f"{kinds[kind] if kinds[kind] > 1 else ''}{SHORT.get(kind, kind)}" for kind in ordered)


def clan_sheets(table: Table, width: int) -> list[str]:
    """A line of numbers for each clan, and one for what it has besides."""
    lines = ["  Clan      Glory  Rage        Axes   Horns         Hand  Quests"]
    for seat, clan in enumerate(table["clans"]):
        remarks = ["you"] * isinstance(clan["hand"], list) + ["turn"] * (table["turn"] == seat)
        remarks += ["passed"] * (clan["passed"] and table["phase"] == "Action")
        lines.append(_numbers(clan, remarks))
        belongings = [f"reserve {_figures(clan['reserve']) or 'empty'}"]
        belongings += [f"Valhalla {_figures(clan['valhalla'])}"] if clan["valhalla"] else []
        if count(clan["aside"]) and table["phase"] != "Gods' Gifts":
            belongings.append("1 card kept")
        if clan["known"] and not isinstance(clan["hand"], list):
            belongings.append("holds " + ", ".join(card["name"] for card in clan["known"]))
        if clan["upgrades"]:
            belongings.append("upgrades " + ", ".join(_upgrade(upgrade) for upgrade in clan["upgrades"]))
        lines += textwrap.wrap(" · ".join(belongings), width, initial_indent=" " * 12, subsequent_indent=" " * 14)
    return lines


def _upgrade(upgrade: Table) -> str:
    """A card with its slot, by number where there are several of the kind."""
    number = f" {upgrade['number']}" if upgrade["slot"] in SEVERAL_SLOTS else ""
    return f"{upgrade['card']['name']} ({upgrade['slot']}{number})"


def _numbers(clan: Table, remarks: list[str]) -> str:
    """Rage is what is left of the stat, Horns what is on the board of the most there may be."""
    stats = clan["stats"]
    rage = f"{clan['rage']}/{stats['rage']['value']} s{stats['rage']['step']}"
    axes = f"{stats['axes']['value']} s{stats['axes']['step']}"
    horns = f"{clan['on_board']}/{clan['most_on_board']} s{stats['horns']['step']}"
    line = (
        f"{'>' if 'you' in remarks else ' '} {clan['name'].capitalize():<10}{clan['glory']:>4}   "
        f"{rage:<11} {axes:<6} {horns:<12}{count(clan['hand']):>5} {count(clan['quests']):>7}   "
        f"{', '.join(remarks)}"
    )
    return line.rstrip()


def count(zone: list[Table] | dict[str, int]) -> int:
    """How many cards lie there, seen or hidden."""
    return len(zone) if isinstance(zone, list) else zone["hidden"]


def battle_lines(table: Table, width: int) -> list[str]:
    """The pillage and the battle in hand, with the cards that have been revealed."""
    battle = table["battle"]
    if battle is None:
        return []
    names = _names(table)
    strength = next(place["strength"] for place in table["places"] if place["name"] == battle["province"])
    lines = ["", f"{names[battle['pillager']]} pillages {battle['province']}."]
    for seat in battle["participants"]:
        line = f"  {names[seat]:<8} STR {strength.get(names[seat].casefold(), 0):>2}, {_played(battle, seat)}"
        lines += textwrap.wrap(line, width, subsequent_indent=" " * 19)
    return lines


def _played(battle: Table, seat: int) -> str:
    cards = battle["played"][seat]
    if isinstance(cards, dict):
        return "a card face down" if count(cards) else "no card yet"
    said = ", ".join(f"{card['name']} (+{card.get('bonus', 0)})" for card in cards)
    return said or ("no card" if battle["revealed"] else "no card yet")


def _names(table: Table) -> list[str]:
    return [clan["name"].capitalize() for clan in table["clans"]]


def _spread(left: str, right: str, width: int) -> list[str]:
    """Left and right on one line, or on two where they do not fit."""
    if len(left) + len(right) < width:
        return [left + right.rjust(width - len(left))] if left or right else []
    return [left, right.rjust(width)]


def painted(text: str, table: Table) -> str:
    """The clans in their colours and the provinces in bold: at the very end, so that no width is miscounted."""
    paint = {clan["name"].capitalize(): ANSI[clan["colour"]] for clan in table["clans"]}
    paint |= {place["name"]: ANSI["bold"] for place in table["places"]}
    paint["falls in this Age"] = ANSI["bold"]
    words = re.compile(rf"(?<!Sea )\b({'|'.join(paint)})\b")  # a Monster's name may hold a clan's
    lines = [words.sub(lambda word: f"\033[{paint[word[0]]}m{word[0]}\033[0m", line) for line in text.split("\n")]
    return "\n".join(lines)
