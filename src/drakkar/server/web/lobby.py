"""The tables on the start page: game, players and state of play."""

import contextlib
from typing import Final, NamedTuple

from markupsafe import Markup
from starlette.requests import HTTPConnection

from drakkar.core.game import find
from drakkar.core.hosting import prompts
from drakkar.server.api.sessions import seats_of, tables_of
from drakkar.server.live.registry import TableRegistry
from drakkar.server.log.errors import Refused
from drakkar.server.log.store import OVER, RUNNING, StoreError
from drakkar.server.log.table import Table
from drakkar.server.web.markup import badge, letter_badge, sitter
from drakkar.server.web.web_translator import WebTranslator, web_translator

# The most tables of a player on the page: the latest, plus all that wait for this player.
MOST_OWN: Final = 8
# The most tables to search for those, and to load.
MOST_LOOKED: Final = 300
MOST_OPENED: Final = 40
# The most rematches to follow in a chain.
MOST_REMATCHES: Final = 20


class Row(NamedTuple):
    """A table in a list; `is_asked` if it waits for the reader."""

    table: str
    status: str
    signs: Markup
    heading: str
    who: str
    stands: str
    is_asked: bool


async def own(registry: TableRegistry, connection: HTTPConnection) -> list[tuple[Table, list[int]]]:
    """The tables where a browser has a seat, with its seats; those that wait for it come first.

    Lessons and puzzles have pages of their own.
    """
    found: dict[str, tuple[Table, list[int]]] = {}
    opened = 0
    for ident in tables_of(connection)[:MOST_LOOKED]:
        is_full = len(found) >= MOST_OWN
        if opened == MOST_OPENED or (is_full and not await _is_running(registry, ident)):
            continue
        opened += 1
        with contextlib.suppress(Refused):
            table = await _latest(registry, ident, connection)
            mine = seats_of(connection, table)
            if mine and not is_study(table) and (not is_full or waited_for(table, mine)):
                found.setdefault(table.id, (table, mine))
    return sorted(found.values(), key=lambda one: (not waited_for(*one), one[0].status == OVER))


def is_study(table: Table) -> bool:
    """Whether a table is for a lesson or a puzzle."""
    return bool(table.founded.lesson or table.founded.puzzle)


async def _is_running(registry: TableRegistry, ident: str) -> bool:
    """Whether a match is running, according to the store; its log is not read."""
    try:
        return (await registry.store.about(ident)).status == RUNNING
    except StoreError:
        return False


async def _latest(registry: TableRegistry, ident: str, connection: HTTPConnection) -> Table:
    """The table, or if it is over, the last rematch where the browser has a seat."""
    table = (await registry.room(ident)).table
    for _ in range(MOST_REMATCHES):
        if not table.next_table:
            break
        following = (await registry.room(table.next_table)).table
        if not seats_of(connection, following):
            break
        table = following
    return table


def row(table: Table, mine: list[int], language: str, shown: str) -> Row:
    """A table's row for a player with these seats, on a page of game `shown`; other games get plain badges."""
    game, sides = table.founded.game, table.match.sides
    words, page = web_translator(language, game), find(game).page()
    sign = badge if game == shown and page is not None else letter_badge
    seats = [
        {"kind": seat.kind, "name": table.name_of(number, None), "bot": seat.bot}
        for number, seat in enumerate(table.seats)
    ]
    who = [words.page("you") if number in mine else sitter(seat, words.page) for number, seat in enumerate(seats)]
    return Row(
        table.id,
        table.status,
        Markup().join(sign(side) for side in sides),
        table.founded.name or find(game).name or game,
        " · ".join(who),
        " · ".join(part for part in (so_far(table, words), stands(table, mine, words), whence(table, words)) if part),
        bool(waited_for(table, mine)),
    )


def so_far(table: Table, words: WebTranslator) -> str:
    """The progress of a running match, if its game has a word for it."""
    page = find(table.founded.game).page()
    return page.so_far(table.match.view(None).table, words) if page is not None and table.status == RUNNING else ""


def whence(table: Table, words: WebTranslator) -> str:
    """The note that a match began from an uploaded text; empty if it did not."""
    return words.page(f"from_{table.origin}") if table.origin else ""


def asked(table: Table) -> list[int]:
    """The seats that a running match waits for."""
    return list(prompts(table.match)) if table.status == RUNNING else []


def waited_for(table: Table, mine: list[int]) -> list[int]:
    """A player's seats that the match waits for, except those that a bot plays."""
    return [seat for seat in asked(table) if seat in mine and table.seats[seat].is_human]


def stands(table: Table, mine: list[int], words: WebTranslator) -> str:
    """The players to decide, or the winners; only public information."""
    names = [words.name("side", side) for side in table.match.sides]
    outcome = table.match.outcome
    if table.status == OVER and outcome is not None:
        scores = outcome.scores
        winners = [f"{names[seat]} {scores[seat]}" if scores else names[seat] for seat in outcome.winners]
        return words.words.page("end.won_by", sides=", ".join(winners))
    waited = asked(table)
    if yours := waited_for(table, mine):
        return words.page("title_yours", side=names[yours[0]])
    if len(waited) == 1:
        return words.page("title_waiting", side=names[waited[0]])
    return words.page(f"status_{table.status}")
