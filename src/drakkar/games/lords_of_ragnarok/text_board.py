"""The board as text, drawn from the plain data of a view: what is hidden from a seat never gets here.

Every Region is a line with what it has, who holds it, who is there and what it borders; below it the tracks, the
players, and how near each of them is to winning.
"""

import re
import textwrap
from typing import Any, Final

from drakkar.core.speech import Speech
from drakkar.games.lords_of_ragnarok.board import REALM_RUNE, RUNE_NAMES, board_for, numbers_of
from drakkar.games.lords_of_ragnarok.choices import ATTRIBUTE_NAMES
from drakkar.games.lords_of_ragnarok.text_hand import discards, hand, laid_out, monster_hand
from drakkar.games.lords_of_ragnarok.text_monsters import clan, hunt, monsters

Table = dict[str, Any]

WIDEST: Final = 110
NARROWEST: Final = 80
MARKS: Final = {"done": "✓", "now": "▶", "to come": "·"}
# The width of each column of the Regions but the last ones, which share what is left.
NUMBER: Final = 5
LAND: Final = 5
POPULATION: Final = 4
NEIGHBOURS: Final = 18
TITLE: Final = 11
# The same for the wheel.
REALM: Final = 14
RUNE: Final = 8
BORDERS: Final = 10

ANSI: Final = {"red": "91", "blue": "94", "yellow": "93", "green": "92", "bold": "1"}


def text_board(table: Table, colours: bool, width: int, speech: Speech) -> dict[str, str]:
    """Everything on the table: the board with the players, and what this seat has in its hands."""
    width = max(NARROWEST, min(width, WIDEST))
    lines = [
        heading(table, speech),
        *checklist(table, speech),
        "",
        *regions(table, width, speech),
        *textwrap.wrap(speech.label("legend"), width),
        "",
        *wheel(table, width, speech),
        "",
        *tracks(table, width, speech),
        "",
        *players(table, width, speech),
        "",
        *victories(table, width, speech),
        *battle(table, speech),
    ]
    parts = {
        "board": "\n".join(lines),
        "offered": "\n".join(laid_out(table, width, speech)),
        "monsters": "\n".join(monsters(table, width, speech)),
        "hunt": "\n".join(hunt(table, width, speech)),
        "hand": "\n".join(hand(table, width, speech)),
        "monster": "\n".join(monster_hand(table, width, speech)),
        "discards": "\n".join(discards(table, width, speech)),
    }
    return {name: painted(text, table, speech) if colours else text for name, text in parts.items() if text}


def clans(table: Table, seats: list[int], speech: Speech) -> str:
    """Several players."""
    return ", ".join(clan(table, seat, speech) for seat in seats)


def heading(table: Table, speech: Speech) -> str:
    """Where the game stands."""
    if table["victory"] is not None:
        winner = next(seat for seat, player in enumerate(table["players"]) if player["won"])
        victory = speech.name("victory", table["victory"])
        return speech.label("won", {"clan": clan(table, winner, speech), "victory": victory})
    if not table["checklist"]:
        return speech.label("choosing")
    parts = [speech.label("turn", {"clan": clan(table, table["turn"], speech)})]
    if table["last_turns"] is not None:
        parts.append(speech.label("last_turns", {"turns": table["last_turns"]}))
    return " · ".join(parts)


def checklist(table: Table, speech: Speech) -> list[str]:
    """LR-8.2: the five stages, and the one that must be used."""
    if not table["checklist"] or table["victory"] is not None:
        return []
    stages = []
    for item in table["checklist"]:
        must = f" ({speech.label('must')})" if item["compulsory"] else ""
        stages.append(f"{MARKS[item['state']]} {speech.name('stage', item['stage'])}{must}")
    return ["   ".join(stages)]


# Regions


def regions(table: Table, width: int, speech: Speech) -> list[str]:
    """A line for each Region, and one for each Sea that a Drakkar lies on."""
    rest = width - NUMBER - LAND - POPULATION - NEIGHBOURS
    has, held = rest * 2 // 5, rest // 6
    there = rest - has - held
    say = speech.label
    columns = (NUMBER, LAND, POPULATION, has, held, there, NEIGHBOURS)
    heads = ("region", "land", "population", "has", "held", "there", "next")
    lines = _row([say(f"head.{head}") for head in heads], columns)
    for region in table["regions"]:
        cells = [
            f"{region['number']:>3}{'*' if region['yggdrasil'] else ''}",
            region["land"],
            f"{region['population']:>2}",
            ", ".join(features(region, speech)),
            "" if region["control"] is None else clan(table, region["control"], speech),
            ", ".join(who_is_there(table, region, speech)),
            neighbours(table, region, speech),
        ]
        lines += _row(cells, columns)
    return lines


def _row(cells: list[str], widths: tuple[int, ...]) -> list[str]:
    """Cells side by side; a long one goes on below itself."""
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


def features(region: Table, speech: Speech) -> list[str]:
    """What is printed in a Region, and the Temple that was built there."""
    found = [speech.label("temple")] if region["temple"] else [speech.label("shrine")] if region["shrine"] else []
    found += [speech.label("settlement")] if region["settlement"] else []
    if region["forge"] is not None:
        code = "forge" if region["forge_full"] else "forge_empty"
        found.append(speech.label(code, {"rune": speech.name("rune", region["forge"].capitalize())}))
    if region["statue"] is not None:
        found.append(speech.label("statue", {"god": speech.name("god", region["statue"])}))
    return found


def who_is_there(table: Table, region: Table, speech: Speech) -> list[str]:
    """Armies by their values, Heroes, Monsters with their Wounds."""
    number = region["number"]
    found = [
        speech.label("army", {"clan": clan(table, int(seat), speech), "values": " ".join(map(str, reversed(values)))})
        for seat, values in region["armies"].items()
    ]
    found += [
        speech.label("hero", {"clan": clan(table, seat, speech)})
        for seat, player in enumerate(table["players"])
        if player["hero_region"] == number
    ]
    return found + [monster(table, one, speech) for one in table["monsters"] if one["region"] == number]


def monster(table: Table, one: Table, speech: Speech) -> str:
    """A Monster with how many of its Wound spaces are covered, and who controls it."""
    values = {
        "monster": speech.name("monster", one["name"]),
        "covered": sum(marker is not None for marker in one["wounds"]),
        "spaces": len(one["wounds"]),
    }
    if one["ring"] is None:
        return speech.label("monster", values)
    return speech.label("monster_ring", {**values, "clan": clan(table, one["ring"], speech)})


def neighbours(table: Table, region: Table, speech: Speech) -> str:
    """The Regions next to it, and its Seas: a Drakkar there is a bridge (LR-11.5)."""
    board = board_for(len(table["players"]))
    near = " ".join(str(other) for other in numbers_of(board.near[region["number"]]))
    return " ".join([near, *(f"~{speech.label(f'sea.{sea}')}" for sea in region["seas"])])


# Beside the board


def tracks(table: Table, width: int, speech: Speech) -> list[str]:
    """Statues, Runes and Temples in the supply, decks, the conditions of Ragnarok."""
    say = speech.label
    statues = []
    for god, statue in table["statues"].items():
        sent = [seat for seat, priests in enumerate(statue["priests"]) for _ in range(priests)]
        values = {"god": speech.name("god", god), "level": statue["level"], "clans": clans(table, sent, speech)}
        statues.append(say("level_priests" if sent else "level", values))
    supply = [f"{speech.name('rune', rune.capitalize())} {left}" for rune, left in table["supply"].items()]
    gifts = ", ".join(map(str, table["gift_temples"]))
    supply.append(say("temples_gifts" if gifts else "temples_left", {"left": table["temples_left"], "gifts": gifts}))
    decks = [say("deck", {"deck": say(f"deck.{name}"), "left": deck["left"]}) for name, deck in table["decks"].items()]
    turned = [f"{'☑' if one['turned'] else '☐'} {speech.name('card', one['text'])}" for one in table["conditions"]]
    rows = (("statues", statues), ("supply", supply), ("decks", decks), ("conditions", turned))
    return [line for code, items in rows for line in _titled(say(code), items, width)]


def wheel(table: Table, width: int, speech: Speech) -> list[str]:
    """LR-6.2: each action with its stack, top last; the Realm it faces: its Rune, the Regions it borders, allies."""
    board = board_for(len(table["players"]))
    rest = width - REALM - RUNE - BORDERS
    columns = (rest // 3, rest // 3, REALM, RUNE, BORDERS, rest - rest // 3 * 2)
    heads = ("action", "markers", "realm", "rune", "borders", "allies")
    lines = _row([speech.label(f"head.{head}") for head in heads], columns)
    facing = zip(table["wheel"].items(), table["alliances"].items(), strict=True)
    for at, ((action, markers), (realm, allies)) in enumerate(facing):
        borders = [region for region in range(1, board.count + 1) if board.realms[region] >> at & 1]
        cells = [
            speech.name("action", action),
            clans(table, markers, speech) or speech.label("free"),
            speech.name("realm", realm),
            speech.name("rune", RUNE_NAMES[REALM_RUNE[at]].capitalize()),
            " ".join(map(str, borders)),
            clans(table, allies, speech),
        ]
        lines += _row(cells, columns)
    return lines


def _titled(title: str, items: list[str], width: int) -> list[str]:
    text = f"{title:<{TITLE}} {' · '.join(items)}"
    return textwrap.wrap(text, width, subsequent_indent=" " * (TITLE + 1), break_on_hyphens=False)


# Players


def players(table: Table, width: int, speech: Speech) -> list[str]:
    """Who has what."""
    lines = []
    for seat, player in enumerate(table["players"]):
        say = speech.label
        own = isinstance(player["hand"], list)
        marks = [say("you")] * own + [say("has_turn")] * (table["turn"] == seat)
        name = f"{'>' if own else ' '} {clan(table, seat, speech)}"
        lines += _titled(name, [*([", ".join(marks)] if marks else []), *belongings(player, speech)], width)
    return lines


def belongings(player: Table, speech: Speech) -> list[str]:
    """Hero, Attributes (an injured one with its field behind it), pool and cards."""
    say = speech.label
    if player["hero"] is None:
        return []
    story = speech.name("card", player["story"]) if player["story"] else "…"
    attributes: dict[str, object] = {name: attribute(player["attributes"][name]) for name in ATTRIBUTE_NAMES}
    kinds = [f"{speech.name('rune', rune.capitalize())} {number}" for rune, number in player["runes"].items() if number]
    runes = f"{sum(player['runes'].values())}/{player['limits']['runes']}" + f": {', '.join(kinds)}" * bool(kinds)
    held = len(player["hand"]) if isinstance(player["hand"], list) else player["hand"]["hidden"]
    found = [
        say("hero_of", {"hero": speech.name("card", player["hero"]), "story": story}),
        say("attributes", attributes),
        say("runes", {"runes": runes}),
        say("cards", {"held": held, "limit": player["limits"]["cards"]}),
        say("priests", {"pool": player["priests"]["pool"]}),
        say("pool", {"armies": player["armies_in_pool"]}),
    ]
    if player["drakkar"]:
        found.append(say("drakkar", {"sea": speech.name("sea", player["drakkar"])}))
    if player["gifts"]:
        found.append(say("gifts", {"cards": _cards(player["gifts"], speech)}))
    if player["artifacts"]:
        told = [
            speech.name("card", name) if state == "charged" else say("exhausted", {"card": speech.name("card", name)})
            for name, state in player["artifacts"].items()
        ]
        found.append(say("artifacts", {"cards": ", ".join(told)}))
    if player["shown"] and not isinstance(player["hand"], list):
        found.append(say("shown", {"cards": _cards(player["shown"], speech)}))
    return found


def attribute(of: Table) -> str:
    """LR-5.7: an injured one counts 2, whatever its field."""
    return f"{of['value']}!({of['field']})" if of["injured"] else str(of["value"])


def _cards(names: list[str], speech: Speech) -> str:
    return ", ".join(speech.name("card", name) for name in names)


def victories(table: Table, width: int, speech: Speech) -> list[str]:
    """How near everybody is to each of the four."""
    say = speech.label
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
        lines += _titled(f"  {clan(table, seat, speech)}", items, width)
    return lines


# Battles


def battle(table: Table, speech: Speech) -> list[str]:
    """The battle in hand; once it is won (LR-19.8) Strength is no more counted."""
    say, now = speech.label, table["battle"]
    if now is None:
        return []
    sides = {side: clan(table, now[side], speech) for side in ("attacker", "defender")}
    lines = ["", say("battle", {"region": now["region"], **sides})]
    for seat, strength in now["strength"].items():
        cards = _cards(now["cards"][seat], speech) or say("no_card")
        values = {"clan": clan(table, seat, speech), "strength": strength, "cards": cards}
        lines.append("  " + say("fighter" if now["winner"] is None else "fighter.done", values))
    return lines


def painted(text: str, table: Table, speech: Speech) -> str:
    """The players in their colours: at the very end, so that no width is miscounted."""
    paint = {clan(table, seat, speech): ANSI[player["clan"]] for seat, player in enumerate(table["players"])}
    words = re.compile(rf"\b({'|'.join(map(re.escape, paint))})\b")
    return words.sub(lambda word: f"\033[{paint[word[0]]}m{word[0]}\033[0m", text)
