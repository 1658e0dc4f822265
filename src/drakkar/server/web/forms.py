"""The forms of the pages, as messages of the protocol."""

from typing import Any, Final
from urllib.parse import parse_qsl

import msgspec
from starlette.requests import Request

from drakkar.bots import LEVELS
from drakkar.core.game import default_title, find
from drakkar.page.game_page import Document
from drakkar.server.api import guard
from drakkar.server.log import messages
from drakkar.server.log.entries import BOT, FREE, PERSON, TimeControl
from drakkar.server.log.errors import Refused
from drakkar.server.log.messages import CreateTable, SeatSpec
from drakkar.server.web import options

FORM: Final = "application/x-www-form-urlencoded"
USUAL_LEVEL: Final = "karl"
MOST_FIELDS: Final = 100
# The most digits of a clock; no form offers that many.
MOST_DIGITS: Final = 6


def form_of(request: Request) -> dict[str, str]:
    """The fields of a form of our own pages."""
    body = guard.body_of(request, guard.LARGEST_BODY, FORM)
    return fields_of(body)


def fields_of(body: bytes) -> dict[str, str]:
    """The fields in the body of a form."""
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS))
    except ValueError as error:  # invalid UTF-8, or too many fields
        raise Refused("bad_message", f"a form has at most {MOST_FIELDS} fields, in UTF-8") from error


def command_of(form: dict[str, str]) -> messages.Command:
    """A form as a message of the protocol."""
    said: dict[str, object] = {name: value for name, value in form.items() if name not in ("lang", "seat", "whom")}
    if said.get("do") == "choose" and "\n" in form.get("choice", ""):
        said["choice"] = form["choice"].splitlines()  # a group of choices
    if "whom" in form:
        said["seat"] = form["whom"]
    act: messages.Command = msgspec.convert(said, messages.Command, strict=False)
    return act


def create_table_of(form: dict[str, str]) -> CreateTable:
    """The table of a form."""
    game = find(form.get("game", "") or default_title())
    sides = [side for side in game.sides if form.get(f"seat-{side}", "none") != "none"]
    kinds = {"you": PERSON, "here": PERSON, "friend": FREE, "bot": BOT}
    seats = [
        SeatSpec(
            kind=kinds.get(form[f"seat-{side}"], form[f"seat-{side}"]),
            name=form.get(f"name-{side}" if form[f"seat-{side}"] == "here" else "name", ""),
            bot=form.get(f"level-{side}", USUAL_LEVEL) or USUAL_LEVEL,
        )
        for side in sides
    ]
    rulings = {ruling.name: form.get(f"ruling-{ruling.name}", "") for ruling in game.rulings}
    values = {name: value for name, text in rulings.items() for value in values_of(game, name) if said(value) == text}
    if form.get("origin", "").strip():
        return CreateTable(origin=form["origin"], seats=[])
    bank, _, more = form.get("clock", "0+0").partition("+")
    if not (bank.isdecimal() and more.isdecimal() and len(bank) <= MOST_DIGITS and len(more) <= MOST_DIGITS):
        raise Refused("bad_message", "a clock is two numbers")
    return CreateTable(
        game=game.title,
        seats=seats,
        sides=sides,
        rulings=values,
        spectators="spectators" in form,
        pace=options.pace_of(form),
        undo_allowed=options.undo_of(form),
        hide_names="hide_names" in form,
        hints=options.hints_of(form),
        clock=TimeControl(int(bank), int(more)) if int(bank) else None,
    )


def stronger(document: Document) -> dict[str, str]:
    """The form for the same table with every bot a level higher; empty unless one person plays improvable bots."""
    levels, seats = list(LEVELS), document["seats"]
    people = [seat for seat in seats if seat["bot"] not in levels]
    if len(people) != 1 or people[0]["kind"] != PERSON or all(seat["bot"] in (None, levels[-1]) for seat in seats):
        return {}
    bots = {seat["side"]: levels.index(seat["bot"]) for seat in seats if seat["bot"]}
    clock = document["clock"] or {"bank": 0, "increment": 0}
    return {
        "game": document["game"],
        "name": people[0]["name"],
        f"seat-{people[0]['side']}": "you",
        "clock": f"{clock['bank']}+{clock['increment']}",
        **({"spectators": "1"} if document["spectators"] else {}),
        **options.fields_of(document),
        **{f"seat-{side}": "bot" for side in bots},
        **{f"level-{side}": levels[min(at + 1, len(levels) - 1)] for side, at in bots.items()},
        **{f"ruling-{name}": said(value) for name, value in document["rulings"].items()},
    }


def values_of(game: Any, name: str) -> tuple[bool | int | str, ...]:
    """The possible values of a ruling."""
    found: tuple[bool | int | str, ...] = next(ruling.values for ruling in game.rulings if ruling.name == name)
    return found


def said(value: bool | int | str) -> str:
    """A value of a ruling in a form."""
    return str(value).lower() if isinstance(value, bool) else str(value)
