"""What the forms of the pages ask for, as the messages that a program would send."""

from typing import Any, Final
from urllib.parse import parse_qsl

import msgspec
from starlette.requests import Request

from drakkar.bots import LEVELS
from drakkar.core.game import find, titles
from drakkar.core.page import Document
from drakkar.server import guard, messages
from drakkar.server.entries import BOT, FREE, PERSON, Clock
from drakkar.server.messages import Found, SeatWish
from drakkar.server.refusals import Refused
from drakkar.server.table import taken_up

FORM: Final = "application/x-www-form-urlencoded"
USUAL_LEVEL: Final = "karl"


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form of ours."""
    body = await guard.body_of(request, guard.LARGEST_BODY, FORM)
    return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=100))


def act_of(form: dict[str, str]) -> messages.Act:
    """A form as the message that a program would send."""
    said: dict[str, object] = {name: value for name, value in form.items() if name not in ("lang", "seat", "whom")}
    if "whom" in form:
        said["seat"] = form["whom"]
    act: messages.Act = msgspec.convert(said, messages.Act, strict=False)
    return act


def wish_of(form: dict[str, str]) -> Found:
    """The table that a form asks for."""
    game = find(form.get("game", "") or titles()[0])
    clans = [clan for clan in game.clans if form.get(f"seat-{clan}", "none") != "none"]
    kinds = {"you": PERSON, "here": PERSON, "friend": FREE, "bot": BOT}
    seats = [
        SeatWish(
            kind=kinds.get(form[f"seat-{clan}"], form[f"seat-{clan}"]),
            name=form.get(f"name-{clan}" if form[f"seat-{clan}"] == "here" else "name", ""),
            bot=form.get(f"level-{clan}", USUAL_LEVEL) or USUAL_LEVEL,
        )
        for clan in clans
    ]
    options = {option.name: form.get(f"option-{option.name}", "") for option in game.options}
    values = {name: value for name, text in options.items() for value in values_of(game, name) if said(value) == text}
    if form.get("origin", "").strip():
        return Found(origin=form["origin"], seats=seats_for(form["origin"]))
    bank, _, more = form.get("clock", "0+0").partition("+")
    if not (bank.isdecimal() and more.isdecimal()):
        raise Refused("bad_message", "a clock is two numbers")
    return Found(
        game=game.title,
        seats=seats,
        clans=clans,
        options=values,
        spectators="spectators" in form,
        clock=Clock(int(bank), int(more)) if int(bank) else None,
    )


def stronger(document: Document) -> dict[str, str]:
    """The form of the same table with every bot a level higher; empty unless one person plays bots that can be."""
    levels, seats = list(LEVELS), document["seats"]
    people = [seat for seat in seats if seat["bot"] not in levels]
    if len(people) != 1 or people[0]["kind"] != PERSON or all(seat["bot"] in (None, levels[-1]) for seat in seats):
        return {}
    bots = {seat["clan"]: levels.index(seat["bot"]) for seat in seats if seat["bot"]}
    clock = document["clock"] or {"bank": 0, "increment": 0}
    return {
        "game": document["game"],
        "name": people[0]["name"],
        f"seat-{people[0]['clan']}": "you",
        "clock": f"{clock['bank']}+{clock['increment']}",
        **({"spectators": "1"} if document["spectators"] else {}),
        **{f"seat-{clan}": "bot" for clan in bots},
        **{f"level-{clan}": levels[min(at + 1, len(levels) - 1)] for clan, at in bots.items()},
        **{f"option-{name}": said(value) for name, value in document["options"].items()},
    }


def seats_for(origin: str) -> list[SeatWish]:
    """You on the first seat of a match that is taken up, and bots on the others."""
    clans = taken_up(origin).clans
    return [SeatWish(kind=PERSON), *[SeatWish(kind=BOT, bot=USUAL_LEVEL)] * (len(clans) - 1)]


def values_of(game: Any, name: str) -> tuple[bool | int | str, ...]:
    """What an option can be."""
    found: tuple[bool | int | str, ...] = next(option.values for option in game.options if option.name == name)
    return found


def said(value: bool | int | str) -> str:
    """A value of an option, as a form has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
