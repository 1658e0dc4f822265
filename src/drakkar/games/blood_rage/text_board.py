"""The board as text, drawn from a view's data, so nothing hidden from the seat can appear.

The eight outer provinces lie clockwise around Yggdrasil as on the board, each fjord between the two it supports.
"""

import re
import textwrap
from typing import Any, Final

from drakkar.core.translator import Translator
from drakkar.games.blood_rage.board import YGGDRASIL
from drakkar.games.blood_rage.choices import FIGURE_WORDS
from drakkar.games.blood_rage.text_hand import hand, pack
from drakkar.games.blood_rage.view import printed_bonus

Table = dict[str, Any]
Cell = list[str]

WIDEST: Final = 100
NARROWEST: Final = 80
BETWEEN: Final = " │ "

# The provinces of each row by number; below the rows, the fjords by their columns.
ROWS: Final = ((7, 0, 1), (6, 8, 2), (5, 4, 3))
FJORD_LINES: Final = (((1, 2), "F1"), ((0, 0), "F4"), ((2, 2), "F2"), ((0, 1), "F3"))

SEVERAL_SLOTS: Final = ("monster", "clan")
LETTERED: Final = ("leader", "warrior", "ship")
CLAN_COLUMN: Final = 8

ANSI: Final = {"red": "91", "blue": "94", "yellow": "93", "brown": "33", "green": "92", "bold": "1"}


def text_board(table: Table, colours: bool, width: int, words: Translator) -> dict[str, str]:
    """The whole table: the board with the clans, the pack and the hand of this seat."""
    width = max(NARROWEST, min(width, WIDEST))
    lines = [
        heading(table, words),
        "",
        *province_map(table, width, words),
        *textwrap.wrap(words.label("legend"), width),
        "",
        *clan_sheets(table, width, words),
    ]
    parts = {
        "board": "\n".join(lines + battle_lines(table, width, words)),
        "pack": "\n".join(pack(table, width, words)),
        "hand": "\n".join(hand(table, width, words)),
    }
    return {name: painted(text, table, words) if colours else text for name, text in parts.items() if text}


def heading(table: Table, words: Translator) -> str:
    """Age, phase and First Player."""
    names = _names(table, words)
    parts = [
        words.label("age", {"age": table["age"]}),
        words.label("phase", {"phase": words.name("phase", table["phase"])}),
        words.label("first_player", {"clan": names[table["first_player"]]}),
    ]
    if table["turn"] is not None:
        parts.append(words.label("turn", {"clan": names[table["turn"]]}))
    return " · ".join(parts)


def province_map(table: Table, width: int, words: Translator) -> list[str]:
    """Nine provinces, with the four fjords between them."""
    cell = (width - 2 * len(BETWEEN)) // 3
    fjords = {place["name"]: place for place in table["places"] if "supports" in place}
    lines: list[str] = []
    for row, (columns, name) in enumerate(FJORD_LINES):
        lines += _fjord_line(fjords[name], columns, cell, "─" if 0 < row < len(ROWS) else " ", words)
        if row < len(ROWS):
            cells = [_province(table, number, fjords, cell, words) for number in ROWS[row]]
            lines += _side_by_side(cells, cell)
    return lines


def _fjord_line(fjord: Table, columns: tuple[int, int], cell: int, border: str, words: Translator) -> list[str]:
    """Waves in the columns of the two supported provinces, a border beside them."""
    first, last = columns
    ships = ", ".join(f"{_clan(clan, words)} {_figures(kinds, words)}" for clan, kinds in fjord["figures"].items())
    room = (last - first + 1) * cell + (last - first) * len(BETWEEN)
    waves = [f"{line} ".ljust(room, "~") for line in textwrap.wrap(f"~~ {fjord['name']} {ships}", room - 1)]
    joint = f"{border}{'┼' if border.strip() else border}{border}"
    lines = [joint.join([border * cell] * first + [wave] + [border * cell] * (2 - last)) for wave in waves]
    return [line.rstrip() for line in lines]


def _side_by_side(cells: list[Cell], width: int) -> list[str]:
    height = max(len(cell) for cell in cells)
    padded = [[line.ljust(width) for line in cell + [""] * (height - len(cell))] for cell in cells]
    return [BETWEEN.join(lines).rstrip() for lines in zip(*padded, strict=True)]


def _province(table: Table, number: int, fjords: dict[str, Table], width: int, words: Translator) -> Cell:
    place, age = table["places"][number], table["places"][number]["falls_in_age"]
    region = words.name("region", place["region"]) if place["region"] else ""
    title = _spread(words.name("place", place["name"]), region, width)
    if place["destroyed"]:
        fell = words.label("fell", {"age": age}) if age else words.label("destroyed_at_setup")
        return [*title, f"× {fell}"]
    falls = "falls_now" if age == table["age"] else "falls"
    doom = "" if age is None else words.label(falls, {"age": age})
    return [
        *title,
        *_spread(_villages(place, number, words), words.name("token", place["token"]), width),
        *_spread(words.label("pillaged") if place["pillaged"] else "", doom, width),
        *_clans_in(place, fjords, width, _clan_column(table, words), words),
    ]


def _villages(place: Table, number: int, words: Translator) -> str:
    taken = sum(sum(kinds.values()) for kinds in place["figures"].values())
    room = place["villages"]
    return words.label("any_number") if number == YGGDRASIL else f"{'●' * taken}{'○' * (room - taken)} {taken}/{room}"


def _clans_in(place: Table, fjords: dict[str, Table], width: int, column: int, words: Translator) -> list[str]:
    """A line for each clan with figures here or in the fjord."""
    ships = fjords[place["fjord"]]["figures"] if place["fjord"] else {}
    lines = []
    for clan in dict.fromkeys((*place["figures"], *ships)):
        here, beside = place["figures"].get(clan, {}), ships.get(clan, {})
        name = _clan(clan, words)
        line = f"{name:<{column}}{place['strength'].get(clan, 0):>2}  {_figures(here, words)}"
        line = f"{line} ~{_figures(beside, words)}" if beside else line
        lines += textwrap.wrap(re.sub(r"   +~", "  ~", line), width, subsequent_indent=" " * (column + 4))
    return lines


def _figures(kinds: dict[str, int], words: Translator) -> str:
    """The figures as letters: `L 3W Troll`."""
    ordered = [kind for kind in LETTERED if kind in kinds] + [kind for kind in kinds if kind not in LETTERED]
    letters = [words.label(f"letter.{kind}") if kind in LETTERED else words.name("figure", kind) for kind in ordered]
    return " ".join(
        f"{kinds[kind] if kinds[kind] > 1 else ''}{word}" for kind, word in zip(ordered, letters, strict=True)
    )


def clan_sheets(table: Table, width: int, words: Translator) -> list[str]:
    """Each clan's numbers, with its other belongings below them."""
    say = words.label
    stats = f"{say('rage'):<12}{say('axes'):<7}{say('horns'):<12}"
    lines = [f"  {say('clan'):<10}{say('score'):<7}{stats}{say('hand'):>6}  {say('goals'):>6}"]
    for seat, clan in enumerate(table["clans"]):
        remarks = [say("you")] * isinstance(clan["hand"], list) + [say("has_turn")] * (table["turn"] == seat)
        remarks += [say("passed")] * (clan["passed"] and table["phase"] == "Action")
        lines.append(_numbers(clan, remarks, words))
        belongings = [say("reserve", {"figures": _figures(clan["reserve"], words) or say("empty")})]
        belongings += [say("valhalla", {"figures": _figures(clan["valhalla"], words)})] if clan["valhalla"] else []
        if count(clan["aside"]) and table["phase"] != "Gods' Gifts":
            belongings.append(say("one_kept"))
        if clan["known"] and not isinstance(clan["hand"], list):
            cards = ", ".join(words.name("card", card["name"]) for card in clan["known"])
            belongings.append(say("holds", {"cards": cards}))
        if clan["upgrades"]:
            cards = ", ".join(_upgrade(upgrade, words) for upgrade in clan["upgrades"])
            belongings.append(say("upgrades", {"cards": cards}))
        lines += textwrap.wrap(" · ".join(belongings), width, initial_indent=" " * 12, subsequent_indent=" " * 14)
    return lines


def _upgrade(upgrade: Table, words: Translator) -> str:
    """A card with its slot, numbered where a kind has several slots."""
    number = f" {upgrade['number']}" if upgrade["slot"] in SEVERAL_SLOTS else ""
    kind = words.label(f"kind.{upgrade['slot']}")
    return f"{words.name('card', upgrade['card']['name'])} ({kind}{number})"


def _numbers(clan: Table, remarks: list[str], words: Translator) -> str:
    """A clan's numbers: Rage left of the Rage stat, and figures on the board of the maximum under Horns."""
    stats = clan["stats"]
    steps = {stat: words.label("step", {"step": there["step"]}) for stat, there in stats.items()}
    rage = f"{clan['rage']}/{stats['rage']['value']} {steps['rage']}"
    axes = f"{stats['axes']['value']} {steps['axes']}"
    horns = f"{clan['on_board']}/{clan['most_on_board']} {steps['horns']}"
    line = (
        f"{'>' if words.label('you') in remarks else ' '} {_clan(clan['name'], words):<10}{clan['glory']:>4}   "
        f"{rage:<11} {axes:<6} {horns:<12}{count(clan['hand']):>5} {count(clan['quests']):>7}   "
        f"{', '.join(remarks)}"
    )
    return line.rstrip()


def count(zone: list[Table] | dict[str, int]) -> int:
    """The number of cards in a zone, visible or hidden."""
    return len(zone) if isinstance(zone, list) else zone["hidden"]


def battle_lines(table: Table, width: int, words: Translator) -> list[str]:
    """The current pillage and battle, with the revealed cards."""
    battle = table["battle"]
    if battle is None:
        return []
    names = _names(table, words)
    strength = next(place["strength"] for place in table["places"] if place["name"] == battle["province"])
    place = words.name("place", battle["province"])
    lines = ["", words.label("pillages", {"clan": names[battle["pillager"]], "place": place})]
    for seat in battle["participants"]:
        worth = words.label("strength", {"strength": f"{strength.get(table['clans'][seat]['name'], 0):>2}"})
        line = f"  {names[seat]:<{_clan_column(table, words)}} {worth}, {_played(battle, seat, words)}"
        lines += textwrap.wrap(line, width, subsequent_indent=" " * 19)
    return lines


def _played(battle: Table, seat: int, words: Translator) -> str:
    cards = battle["played"][seat]
    if isinstance(cards, dict):
        return words.label("face_down" if count(cards) else "no_card_yet")
    said = ", ".join(_revealed(card, words) for card in cards)
    return said or words.label("no_card" if battle["revealed"] else "no_card_yet")


def _revealed(card: Table, words: Translator) -> str:
    """A card with its bonus, and whether its text is cancelled."""
    facts = [f"+{printed_bonus(card) if 'bonus' in card else 0}"]
    if card.get("cancelled"):
        facts.append(words.label("cancelled"))
    return f"{words.name('card', card['name'])} ({', '.join(facts)})"


def _names(table: Table, words: Translator) -> list[str]:
    return [_clan(clan["name"], words) for clan in table["clans"]]


def _clan_column(table: Table, words: Translator) -> int:
    """The width of the longest name, with room for a two-digit strength."""
    return max(CLAN_COLUMN, *(len(name) for name in _names(table, words)))


def _clan(name: str, words: Translator) -> str:
    return words.name("clan", name, "short")


def _spread(left: str, right: str, width: int) -> list[str]:
    """Left and right on one line, or on two if they do not fit."""
    if len(left) + len(right) < width:
        return [left + right.rjust(width - len(left))] if left or right else []
    return [left, right.rjust(width)]


def painted(text: str, table: Table, words: Translator) -> str:
    """Colour clans and embolden provinces; done last, so that widths are counted without escape codes."""
    paint = {_clan(clan["name"], words): ANSI[clan["colour"]] for clan in table["clans"]}
    paint |= {words.name("place", place["name"]): ANSI["bold"] for place in table["places"]}
    paint[words.label("falls_now")] = ANSI["bold"]
    # A Monster's name may contain a clan's, so it is matched first and left as it is.
    monsters = [words.name("figure", name) for name in FIGURE_WORDS.full if name not in LETTERED]
    painted_names = re.compile(rf"\b({'|'.join(map(re.escape, [*monsters, *paint]))})\b")
    return painted_names.sub(
        lambda word: f"\033[{paint[word[0]]}m{word[0]}\033[0m" if word[0] in paint else word[0], text
    )
