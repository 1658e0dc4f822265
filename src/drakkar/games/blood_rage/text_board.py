"""The board as text, drawn from the plain data of a view: what is hidden from a seat never gets here.

The eight outer provinces lie clockwise around Yggdrasil as on the board, each fjord between the two it supports.
"""

import re
import textwrap
from typing import Any, Final

from drakkar.core.speech import Speech
from drakkar.games.blood_rage.board import YGGDRASIL
from drakkar.games.blood_rage.choices import FIGURE_WORDS
from drakkar.games.blood_rage.text_hand import hand, pack
from drakkar.games.blood_rage.view import printed_bonus

Table = dict[str, Any]
Cell = list[str]

WIDEST: Final = 100
NARROWEST: Final = 80
BETWEEN: Final = " │ "

# The provinces of each row by number, and below the rows the fjords by the columns they lie in.
ROWS: Final = ((7, 0, 1), (6, 8, 2), (5, 4, 3))
FJORD_LINES: Final = (((1, 2), "F1"), ((0, 0), "F4"), ((2, 2), "F2"), ((0, 1), "F3"))

SEVERAL_SLOTS: Final = ("monster", "clan")
LETTERED: Final = ("leader", "warrior", "ship")
CLAN_COLUMN: Final = 8

ANSI: Final = {"red": "91", "blue": "94", "yellow": "93", "brown": "33", "green": "92", "bold": "1"}


def text_board(table: Table, colours: bool, width: int, speech: Speech) -> dict[str, str]:
    """Everything on the table: the board with the clans, and what this seat has in its hands."""
    width = max(NARROWEST, min(width, WIDEST))
    lines = [
        heading(table, speech),
        "",
        *province_map(table, width, speech),
        *textwrap.wrap(speech.label("legend"), width),
        "",
        *clan_sheets(table, width, speech),
    ]
    parts = {
        "board": "\n".join(lines + battle_lines(table, width, speech)),
        "pack": "\n".join(pack(table, width, speech)),
        "hand": "\n".join(hand(table, width, speech)),
    }
    return {name: painted(text, table, speech) if colours else text for name, text in parts.items() if text}


def heading(table: Table, speech: Speech) -> str:
    """Where the game stands."""
    names = _names(table, speech)
    parts = [
        speech.label("age", {"age": table["age"]}),
        speech.label("phase", {"phase": speech.name("phase", table["phase"])}),
        speech.label("first_player", {"clan": names[table["first_player"]]}),
    ]
    if table["turn"] is not None:
        parts.append(speech.label("turn", {"clan": names[table["turn"]]}))
    return " · ".join(parts)


def province_map(table: Table, width: int, speech: Speech) -> list[str]:
    """Nine provinces, and the four fjords where they lie between two of them."""
    cell = (width - 2 * len(BETWEEN)) // 3
    fjords = {place["name"]: place for place in table["places"] if "supports" in place}
    lines: list[str] = []
    for row, (columns, name) in enumerate(FJORD_LINES):
        lines += _fjord_line(fjords[name], columns, cell, "─" if 0 < row < len(ROWS) else " ", speech)
        if row < len(ROWS):
            cells = [_province(table, number, fjords, cell, speech) for number in ROWS[row]]
            lines += _side_by_side(cells, cell)
    return lines


def _fjord_line(fjord: Table, columns: tuple[int, int], cell: int, border: str, speech: Speech) -> list[str]:
    """Waves in the columns of the two provinces that the fjord supports, a border beside them."""
    first, last = columns
    ships = ", ".join(f"{_clan(clan, speech)} {_figures(kinds, speech)}" for clan, kinds in fjord["figures"].items())
    room = (last - first + 1) * cell + (last - first) * len(BETWEEN)
    waves = [f"{line} ".ljust(room, "~") for line in textwrap.wrap(f"~~ {fjord['name']} {ships}", room - 1)]
    joint = f"{border}{'┼' if border.strip() else border}{border}"
    lines = [joint.join([border * cell] * first + [wave] + [border * cell] * (2 - last)) for wave in waves]
    return [line.rstrip() for line in lines]


def _side_by_side(cells: list[Cell], width: int) -> list[str]:
    height = max(len(cell) for cell in cells)
    padded = [[line.ljust(width) for line in cell + [""] * (height - len(cell))] for cell in cells]
    return [BETWEEN.join(lines).rstrip() for lines in zip(*padded, strict=True)]


def _province(table: Table, number: int, fjords: dict[str, Table], width: int, speech: Speech) -> Cell:
    place, age = table["places"][number], table["places"][number]["falls_in_age"]
    region = speech.name("region", place["region"]) if place["region"] else ""
    title = _spread(speech.name("place", place["name"]), region, width)
    if place["destroyed"]:
        fell = speech.label("fell", {"age": age}) if age else speech.label("destroyed_at_setup")
        return [*title, f"× {fell}"]
    falls = "falls_now" if age == table["age"] else "falls"
    doom = "" if age is None else speech.label(falls, {"age": age})
    return [
        *title,
        *_spread(_villages(place, number, speech), speech.name("token", place["token"]), width),
        *_spread(speech.label("pillaged") if place["pillaged"] else "", doom, width),
        *_clans_in(place, fjords, width, _clan_column(table, speech), speech),
    ]


def _villages(place: Table, number: int, speech: Speech) -> str:
    taken = sum(sum(kinds.values()) for kinds in place["figures"].values())
    room = place["villages"]
    return speech.label("any_number") if number == YGGDRASIL else f"{'●' * taken}{'○' * (room - taken)} {taken}/{room}"


def _clans_in(place: Table, fjords: dict[str, Table], width: int, column: int, speech: Speech) -> list[str]:
    """A line for each clan with STR here, or with figures that have none."""
    ships = fjords[place["fjord"]]["figures"] if place["fjord"] else {}
    lines = []
    for clan in dict.fromkeys((*place["figures"], *ships)):
        here, beside = place["figures"].get(clan, {}), ships.get(clan, {})
        name = _clan(clan, speech)
        line = f"{name:<{column}}{place['strength'].get(clan, 0):>2}  {_figures(here, speech)}"
        line = f"{line} ~{_figures(beside, speech)}" if beside else line
        lines += textwrap.wrap(re.sub(r"   +~", "  ~", line), width, subsequent_indent=" " * (column + 4))
    return lines


def _figures(kinds: dict[str, int], speech: Speech) -> str:
    """`L 3W Troll`"""
    ordered = [kind for kind in LETTERED if kind in kinds] + [kind for kind in kinds if kind not in LETTERED]
    words = [speech.label(f"letter.{kind}") if kind in LETTERED else speech.name("figure", kind) for kind in ordered]
    return " ".join(
        f"{kinds[kind] if kinds[kind] > 1 else ''}{word}" for kind, word in zip(ordered, words, strict=True)
    )


def clan_sheets(table: Table, width: int, speech: Speech) -> list[str]:
    """A line of numbers for each clan, and one for what it has besides."""
    say = speech.label
    stats = f"{say('rage'):<12}{say('axes'):<7}{say('horns'):<12}"
    lines = [f"  {say('clan'):<10}{say('glory'):<7}{stats}{say('hand'):>6}  {say('quests'):>6}"]
    for seat, clan in enumerate(table["clans"]):
        remarks = [say("you")] * isinstance(clan["hand"], list) + [say("has_turn")] * (table["turn"] == seat)
        remarks += [say("passed")] * (clan["passed"] and table["phase"] == "Action")
        lines.append(_numbers(clan, remarks, speech))
        belongings = [say("reserve", {"figures": _figures(clan["reserve"], speech) or say("empty")})]
        belongings += [say("valhalla", {"figures": _figures(clan["valhalla"], speech)})] if clan["valhalla"] else []
        if count(clan["aside"]) and table["phase"] != "Gods' Gifts":
            belongings.append(say("one_kept"))
        if clan["known"] and not isinstance(clan["hand"], list):
            cards = ", ".join(speech.name("card", card["name"]) for card in clan["known"])
            belongings.append(say("holds", {"cards": cards}))
        if clan["upgrades"]:
            cards = ", ".join(_upgrade(upgrade, speech) for upgrade in clan["upgrades"])
            belongings.append(say("upgrades", {"cards": cards}))
        lines += textwrap.wrap(" · ".join(belongings), width, initial_indent=" " * 12, subsequent_indent=" " * 14)
    return lines


def _upgrade(upgrade: Table, speech: Speech) -> str:
    """A card with its slot, by number where there are several of the kind."""
    number = f" {upgrade['number']}" if upgrade["slot"] in SEVERAL_SLOTS else ""
    kind = speech.label(f"kind.{upgrade['slot']}")
    return f"{speech.name('card', upgrade['card']['name'])} ({kind}{number})"


def _numbers(clan: Table, remarks: list[str], speech: Speech) -> str:
    """Rage is what is left of the stat, Horns what is on the board of the most there may be."""
    stats = clan["stats"]
    steps = {stat: speech.label("step", {"step": there["step"]}) for stat, there in stats.items()}
    rage = f"{clan['rage']}/{stats['rage']['value']} {steps['rage']}"
    axes = f"{stats['axes']['value']} {steps['axes']}"
    horns = f"{clan['on_board']}/{clan['most_on_board']} {steps['horns']}"
    line = (
        f"{'>' if speech.label('you') in remarks else ' '} {_clan(clan['name'], speech):<10}{clan['glory']:>4}   "
        f"{rage:<11} {axes:<6} {horns:<12}{count(clan['hand']):>5} {count(clan['quests']):>7}   "
        f"{', '.join(remarks)}"
    )
    return line.rstrip()


def count(zone: list[Table] | dict[str, int]) -> int:
    """How many cards lie there, seen or hidden."""
    return len(zone) if isinstance(zone, list) else zone["hidden"]


def battle_lines(table: Table, width: int, speech: Speech) -> list[str]:
    """The pillage and the battle in hand, with the cards that have been revealed."""
    battle = table["battle"]
    if battle is None:
        return []
    names = _names(table, speech)
    strength = next(place["strength"] for place in table["places"] if place["name"] == battle["province"])
    place = speech.name("place", battle["province"])
    lines = ["", speech.label("pillages", {"clan": names[battle["pillager"]], "place": place})]
    for seat in battle["participants"]:
        worth = speech.label("strength", {"strength": f"{strength.get(table['clans'][seat]['name'], 0):>2}"})
        line = f"  {names[seat]:<{_clan_column(table, speech)}} {worth}, {_played(battle, seat, speech)}"
        lines += textwrap.wrap(line, width, subsequent_indent=" " * 19)
    return lines


def _played(battle: Table, seat: int, speech: Speech) -> str:
    cards = battle["played"][seat]
    if isinstance(cards, dict):
        return speech.label("face_down" if count(cards) else "no_card_yet")
    bonus = [printed_bonus(card) if "bonus" in card else 0 for card in cards]
    said = ", ".join(f"{speech.name('card', card['name'])} (+{plus})" for card, plus in zip(cards, bonus, strict=True))
    return said or speech.label("no_card" if battle["revealed"] else "no_card_yet")


def _names(table: Table, speech: Speech) -> list[str]:
    return [_clan(clan["name"], speech) for clan in table["clans"]]


def _clan_column(table: Table, speech: Speech) -> int:
    """As wide as the longest name, with room for a strength of two digits."""
    return max(CLAN_COLUMN, *(len(name) for name in _names(table, speech)))


def _clan(name: str, speech: Speech) -> str:
    return speech.name("clan", name, "short")


def _spread(left: str, right: str, width: int) -> list[str]:
    """Left and right on one line, or on two where they do not fit."""
    if len(left) + len(right) < width:
        return [left + right.rjust(width - len(left))] if left or right else []
    return [left, right.rjust(width)]


def painted(text: str, table: Table, speech: Speech) -> str:
    """The clans in their colours and the provinces in bold: at the very end, so that no width is miscounted."""
    paint = {_clan(clan["name"], speech): ANSI[clan["colour"]] for clan in table["clans"]}
    paint |= {speech.name("place", place["name"]): ANSI["bold"] for place in table["places"]}
    paint[speech.label("falls_now")] = ANSI["bold"]
    # A Monster's name may hold a clan's: it is found first, and stays as it is.
    monsters = [speech.name("figure", name) for name in FIGURE_WORDS.full if name not in LETTERED]
    words = re.compile(rf"\b({'|'.join(map(re.escape, [*monsters, *paint]))})\b")
    return words.sub(lambda word: f"\033[{paint[word[0]]}m{word[0]}\033[0m" if word[0] in paint else word[0], text)
