"""Tables as the first page lists them: which game, who sits there, and how it stands."""

from typing import Final, NamedTuple

from markupsafe import Markup

from drakkar.core.game import find
from drakkar.server.markup import badge, letter_badge, sitter
from drakkar.server.store import OPEN, OVER, RUNNING
from drakkar.server.table import Table
from drakkar.server.voice import Voice, voice

# So many of somebody's own tables are shown, the latest.
MOST_OWN: Final = 8


class Row(NamedTuple):
    """A table in a list; `is_asked` if it waits for whoever reads it."""

    table: str
    status: str
    signs: Markup
    heading: str
    who: str
    stands: str
    is_asked: bool


def row(table: Table, mine: list[int], language: str, shown: str) -> Row:
    """A table for somebody with these seats, on a page about a game: it has the signs of that game alone."""
    game, clans = table.founded.game, table.match.clans
    words, page = voice(language, game), find(game).page()
    sign = badge if game == shown and page is not None else letter_badge
    seats = [{"kind": seat.kind, "name": seat.name, "bot": seat.bot} for seat in table.seats]
    who = [words.page("you") if number in mine else sitter(seat, words.page) for number, seat in enumerate(seats)]
    return Row(
        table.ident,
        table.status,
        Markup().join(sign(clan) for clan in clans),
        table.founded.name or find(game).name or game,
        " · ".join(who),
        " · ".join(part for part in (so_far(table, words), stands(table, mine, words)) if part),
        bool(waited_for(table, mine)),
    )


def so_far(table: Table, words: Voice) -> str:
    """How far a running match is, if its game has a word for that."""
    page = find(table.founded.game).page()
    return page.so_far(table.match.view(None).table, words) if page is not None and table.status == RUNNING else ""


def asked(table: Table) -> list[int]:
    """The seats that a running match waits for."""
    return [] if table.status in (OPEN, OVER) else list(table.match.prompts())


def waited_for(table: Table, mine: list[int]) -> list[int]:
    """Those of somebody's seats that the match waits for; where a bot plays it does not wait for him."""
    return [seat for seat in asked(table) if seat in mine and table.seats[seat].plays_itself]


def stands(table: Table, mine: list[int], words: Voice) -> str:
    """Who is asked, or who has won: nothing but what anybody may know."""
    names = [words.name("clan", clan) for clan in table.match.clans]
    outcome = table.match.outcome
    if table.status == OVER and outcome is not None:
        glory = outcome.glory
        winners = [f"{names[seat]} {glory[seat]}" if glory else names[seat] for seat in outcome.winners]
        return words.words.page("end.won_by", clans=", ".join(winners))
    waited = asked(table)
    if yours := waited_for(table, mine):
        return words.page("title_yours", clan=names[yours[0]])
    if len(waited) == 1:
        return words.page("title_waiting", clan=names[waited[0]])
    return words.page(f"status_{table.status}")
