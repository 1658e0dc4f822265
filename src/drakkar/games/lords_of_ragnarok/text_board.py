"""The board as text, drawn from a view's data, so nothing hidden from the seat can appear.

Each Region is a line with its features, controller, occupants and neighbours; below are the tracks, the players, and
their progress to each victory.
"""

import re
import textwrap
from typing import Any, Final

from drakkar.core.translator import Translator
from drakkar.games.lords_of_ragnarok.board import REALM_RUNE, RUNE_NAMES, board_for, numbers_of
from drakkar.games.lords_of_ragnarok.choices import ATTRIBUTE_NAMES
from drakkar.games.lords_of_ragnarok.text_hand import discards, hand, laid_out, monster_hand
from drakkar.games.lords_of_ragnarok.text_monsters import clan, hunt, monsters

Table = dict[str, Any]

WIDEST: Final = 110
NARROWEST: Final = 80
MARKS: Final = {"done": "✓", "now": "▶", "to come": "·"}
# Widths of the columns of the Regions; the other columns share the rest.
NUMBER: Final = 5
LAND: Final = 5
POPULATION: Final = 4
NEIGHBOURS: Final = 18
TITLE: Final = 11
# Widths of the columns of the wheel.
REALM: Final = 14
RUNE: Final = 8
BORDERS: Final = 10

ANSI: Final = {"red": "91", "blue": "94", "yellow": "93", "green": "92", "bold": "1"}


def text_board(table: Table, colours: bool, width: int, words: Translator) -> dict[str, str]:
    """The whole table: the board with the players, and this seat's cards."""
    width = max(NARROWEST, min(width, WIDEST))
    lines = [
        heading(table, words),
        *checklist(table, words),
        "",
        *regions(table, width, words),
        *textwrap.wrap(words.label("legend"), width),
        "",
        *wheel(table, width, words),
        "",
        *tracks(table, width, words),
        "",
        *players(table, width, words),
        "",
        *victories(table, width, words),
        *battle(table, words),
    ]
    parts = {
        "board": "\n".join(lines),
        "offered": "\n".join(laid_out(table, width, words)),
        "monsters": "\n".join(monsters(table, width, words)),
        "hunt": "\n".join(hunt(table, width, words)),
        "hand": "\n".join(hand(table, width, words)),
        "monster": "\n".join(monster_hand(table, width, words)),
        "discards": "\n".join(discards(table, width, words)),
    }
    return {name: painted(text, table, words) if colours else text for name, text in parts.items() if text}


def clans(table: Table, seats: list[int], words: Translator) -> str:
    """The names of several players."""
    return ", ".join(clan(table, seat, words) for seat in seats)


def heading(table: Table, words: Translator) -> str:
    """The active player and the last turns, or the winner."""
    if table["victory"] is not None:
        winner = next(seat for seat, player in enumerate(table["players"]) if player["won"])
        victory = words.name("victory", table["victory"])
        return words.label("won", {"clan": clan(table, winner, words), "victory": victory})
    if not table["checklist"]:
        return words.label("choosing")
    parts = [words.label("turn", {"clan": clan(table, table["turn"], words)})]
    if table["last_turns"] is not None:
        parts.append(words.label("last_turns", {"turns": table["last_turns"]}))
    return " · ".join(parts)


def checklist(table: Table, words: Translator) -> list[str]:
    """LR-8.2: the five stages, with the mandatory one marked."""
    if not table["checklist"] or table["victory"] is not None:
        return []
    stages = []
    for item in table["checklist"]:
        must = f" ({words.label('must')})" if item["compulsory"] else ""
        stages.append(f"{MARKS[item['state']]} {words.name('stage', item['stage'])}{must}")
    return ["   ".join(stages)]


# Regions


def regions(table: Table, width: int, words: Translator) -> list[str]:
    """A line for each Region, and one for each Sea with a Drakkar."""
    rest = width - NUMBER - LAND - POPULATION - NEIGHBOURS
    has, held = rest * 2 // 5, rest // 6
    there = rest - has - held
    say = words.label
    columns = (NUMBER, LAND, POPULATION, has, held, there, NEIGHBOURS)
    heads = ("region", "land", "population", "has", "held", "there", "next")
    lines = _row([say(f"head.{head}") for head in heads], columns)
    for region in table["regions"]:
        cells = [
            f"{region['number']:>3}{'*' if region['yggdrasil'] else ''}",
            region["land"],
            f"{region['population']:>2}",
            ", ".join(features(region, words)),
            "" if region["control"] is None else clan(table, region["control"], words),
            ", ".join(who_is_there(table, region, words)),
            neighbours(table, region, words),
        ]
        lines += _row(cells, columns)
    return lines


def _row(cells: list[str], widths: tuple[int, ...]) -> list[str]:
    """Cells side by side; long cells wrap within their column."""
    wrapped = [
        textwrap.wrap(cell, width - 1, break_long_words=False, break_on_hyphens=False) or [""]
        for cell, width in zip(cells, widths, strict=True)
    ]
    wrapped[0] = [cells[0]]
    height = max(len(cell) for cell in wrapped)
    padded = [
        [line.ljust(width) for line in cell + [""] * (height - len(cell))]
        for cell, width in zip(wrapped, widths, strict=True)
    ]
    return ["".join(line).rstrip() for line in zip(*padded, strict=True)]


def features(region: Table, words: Translator) -> list[str]:
    """The printed features of a Region, and its Temple."""
    found = [words.label("temple")] if region["temple"] else [words.label("shrine")] if region["shrine"] else []
    found += [words.label("settlement")] if region["settlement"] else []
    if region["forge"] is not None:
        code = "forge" if region["forge_full"] else "forge_empty"
        found.append(words.label(code, {"rune": words.name("rune", region["forge"].capitalize())}))
    if region["statue"] is not None:
        found.append(words.label("statue", {"god": words.name("god", region["statue"])}))
    return found


def who_is_there(table: Table, region: Table, words: Translator) -> list[str]:
    """Armies by value, Heroes, and Monsters with their Wounds."""
    number = region["number"]
    found = [
        words.label("army", {"clan": clan(table, int(seat), words), "values": " ".join(map(str, reversed(values)))})
        for seat, values in region["armies"].items()
    ]
    found += [
        words.label("hero", {"clan": clan(table, seat, words)})
        for seat, player in enumerate(table["players"])
        if player["hero_region"] == number
    ]
    return found + [monster(table, one, words) for one in table["monsters"] if one["region"] == number]


def monster(table: Table, one: Table, words: Translator) -> str:
    """A Monster with its controller and the number of covered Wound spaces."""
    values = {
        "monster": words.name("monster", one["name"]),
        "covered": sum(marker is not None for marker in one["wounds"]),
        "spaces": len(one["wounds"]),
    }
    if one["ring"] is None:
        return words.label("monster", values)
    return words.label("monster_ring", {**values, "clan": clan(table, one["ring"], words)})


def neighbours(table: Table, region: Table, words: Translator) -> str:
    """The adjacent Regions, and the Seas, where a Drakkar is a bridge (LR-11.5)."""
    board = board_for(len(table["players"]))
    near = " ".join(str(other) for other in numbers_of(board.near[region["number"]]))
    return " ".join([near, *(f"~{words.label(f'sea.{sea}')}" for sea in region["seas"])])


# Beside the board


def tracks(table: Table, width: int, words: Translator) -> list[str]:
    """Statues, Runes and Temples in the supply, decks, the conditions of Ragnarok."""
    say = words.label
    statues = []
    for god, statue in table["statues"].items():
        sent = [seat for seat, priests in enumerate(statue["priests"]) for _ in range(priests)]
        values = {"god": words.name("god", god), "level": statue["level"], "clans": clans(table, sent, words)}
        statues.append(say("level_priests" if sent else "level", values))
    supply = [f"{words.name('rune', rune.capitalize())} {left}" for rune, left in table["supply"].items()]
    gifts = ", ".join(map(str, table["gift_temples"]))
    supply.append(say("temples_gifts" if gifts else "temples_left", {"left": table["temples_left"], "gifts": gifts}))
    decks = [say("deck", {"deck": say(f"deck.{name}"), "left": deck["left"]}) for name, deck in table["decks"].items()]
    turned = [f"{'☑' if one['turned'] else '☐'} {words.name('card', one['text'])}" for one in table["conditions"]]
    rows = (("statues", statues), ("supply", supply), ("decks", decks), ("conditions", turned))
    return [line for code, items in rows for line in _titled(say(code), items, width)]


def wheel(table: Table, width: int, words: Translator) -> list[str]:
    """LR-6.2: each action with its stack, top last, and the Realm it faces: its Rune, bordering Regions and allies."""
    board = board_for(len(table["players"]))
    rest = width - REALM - RUNE - BORDERS
    columns = (rest // 3, rest // 3, REALM, RUNE, BORDERS, rest - rest // 3 * 2)
    heads = ("action", "markers", "realm", "rune", "borders", "allies")
    lines = _row([words.label(f"head.{head}") for head in heads], columns)
    facing = zip(table["wheel"].items(), table["alliances"].items(), strict=True)
    for at, ((action, markers), (realm, allies)) in enumerate(facing):
        borders = [region for region in range(1, board.count + 1) if board.realms[region] >> at & 1]
        cells = [
            words.name("action", action),
            clans(table, markers, words) or words.label("free"),
            words.name("realm", realm),
            words.name("rune", RUNE_NAMES[REALM_RUNE[at]].capitalize()),
            " ".join(map(str, borders)),
            clans(table, allies, words),
        ]
        lines += _row(cells, columns)
    return lines


def _titled(title: str, items: list[str], width: int) -> list[str]:
    text = f"{title:<{TITLE}} {' · '.join(items)}"
    return textwrap.wrap(text, width, subsequent_indent=" " * (TITLE + 1), break_on_hyphens=False)


# Players


def players(table: Table, width: int, words: Translator) -> list[str]:
    """Every player's belongings."""
    lines = []
    for seat, player in enumerate(table["players"]):
        say = words.label
        own = isinstance(player["hand"], list)
        marks = [say("you")] * own + [say("has_turn")] * (table["turn"] == seat)
        name = f"{'>' if own else ' '} {clan(table, seat, words)}"
        lines += _titled(name, [*([", ".join(marks)] if marks else []), *belongings(player, words)], width)
    return lines


def belongings(player: Table, words: Translator) -> list[str]:
    """Hero, Attributes (injured ones followed by their field), pool and cards."""
    say = words.label
    if player["hero"] is None:
        return []
    story = words.name("card", player["story"]) if player["story"] else "…"
    attributes: dict[str, object] = {name: attribute(player["attributes"][name]) for name in ATTRIBUTE_NAMES}
    kinds = [f"{words.name('rune', rune.capitalize())} {number}" for rune, number in player["runes"].items() if number]
    runes = f"{sum(player['runes'].values())}/{player['limits']['runes']}" + f": {', '.join(kinds)}" * bool(kinds)
    held = len(player["hand"]) if isinstance(player["hand"], list) else player["hand"]["hidden"]
    found = [
        say("hero_of", {"hero": words.name("card", player["hero"]), "story": story}),
        say("attributes", attributes),
        say("runes", {"runes": runes}),
        say("cards", {"held": held, "limit": player["limits"]["cards"]}),
        say("priests", {"pool": player["priests"]["pool"]}),
        say("pool", {"armies": player["armies_in_pool"]}),
    ]
    if player["drakkar"]:
        found.append(say("drakkar", {"sea": words.name("sea", player["drakkar"])}))
    if player["gifts"]:
        found.append(say("gifts", {"cards": _cards(player["gifts"], words)}))
    if player["artifacts"]:
        told = [
            words.name("card", name) if state == "charged" else say("exhausted", {"card": words.name("card", name)})
            for name, state in player["artifacts"].items()
        ]
        found.append(say("artifacts", {"cards": ", ".join(told)}))
    if player["shown"] and not isinstance(player["hand"], list):
        found.append(say("shown", {"cards": _cards(player["shown"], words)}))
    return found


def attribute(of: Table) -> str:
    """LR-5.7: an injured Attribute counts 2, whatever its field."""
    return f"{of['value']}!({of['field']})" if of["injured"] else str(of["value"])


def _cards(names: list[str], words: Translator) -> str:
    return ", ".join(words.name("card", name) for name in names)


def victories(table: Table, width: int, words: Translator) -> list[str]:
    """Every player's progress to each of the four victories."""
    say = words.label
    lines = [say("victory")]
    for seat, player in enumerate(table["players"]):
        near = player["victory"]
        jarl, slayer, tree = near["jarl"], near["slayer"], near["yggdrasil"]
        kills = say("near.slayer", slayer)
        items = [
            say("near.jarl", {**jarl, "missing": " ".join(map(str, jarl["missing"]))}),
            say("near.gothi", near["gothi"]),
            f"{kills}, {say('near.boss')}" if slayer["have"] >= slayer["need"] else kills,
            say("near.leads" if tree["leads"] else "near.yggdrasil", tree),
        ]
        lines += _titled(f"  {clan(table, seat, words)}", items, width)
    return lines


# Battles


def battle(table: Table, words: Translator) -> list[str]:
    """The current battle; after the win (LR-19.8) without Strength."""
    say, now = words.label, table["battle"]
    if now is None:
        return []
    sides = {side: clan(table, now[side], words) for side in ("attacker", "defender")}
    lines = ["", say("battle", {"region": now["region"], **sides})]
    for seat, strength in now["strength"].items():
        cards = _cards(now["cards"][seat], words) or say("no_card")
        parts = table["battle"]["parts"][seat]
        values = {"clan": clan(table, int(seat), words), "strength": strength, "cards": cards}
        values |= {"armies": parts["armies"], "values": parts["cards"], "effects": parts["effects"]}
        lines.append("  " + say("fighter" if now["winner"] is None else "fighter.done", values))
    return lines


def painted(text: str, table: Table, words: Translator) -> str:
    """Colour the players' names; done last, so that widths are counted without escape codes."""
    paint = {clan(table, seat, words): ANSI[player["clan"]] for seat, player in enumerate(table["players"])}
    painted_names = re.compile(rf"\b({'|'.join(map(re.escape, paint))})\b")
    return painted_names.sub(lambda word: f"\033[{paint[word[0]]}m{word[0]}\033[0m", text)
