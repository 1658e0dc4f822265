"""Layouts: pages that show some of a table's panels.

A big screen shows a whole room what is public. A hand shows one seat's cards and questions, on a phone.
The panels are those of the table's page, and the same feed pushes them (layout_feeds.py).
"""

from typing import Final, TypeVar

from starlette.requests import HTTPConnection

from drakkar.page.game_page import Document, Events, Page, Panel
from drakkar.page.translator import PageTranslator
from drakkar.server.web.panels import PageContext, Renderer
from drakkar.server.web.prompt import prompt

SCREEN: Final = "screen"
HAND: Final = "hand"
# The slots of a game whose panels lie on the board: a hand has no board.
ON_BOARD: Final = ("board", "overlay")

T = TypeVar("T")


def layout_of(connection: HTTPConnection) -> str:
    """The layout that a page names when it connects or sends a form; empty for the table's own page."""
    wished = connection.query_params.get("layout", "")
    return wished if wished in (SCREEN, HAND) else ""


def screen_panels(render: Renderer, document: Document, events: Events, words: PageTranslator) -> dict[str, Panel]:
    """The panels of a big screen beside the public ones: whom the table waits for, and a spectator's log."""
    values = prompt(render.plain, document, events, words, "")
    people = [str(one["seat"]) for one in values["owed"] if not document["seats"][one["seat"]]["bot"]]
    values |= {"people": people, "next": document["next"], "layout": SCREEN}
    awaited = Panel("panels/awaited.html", values, words.page("turn"))
    return {"prompt": awaited, "log": render.log(document, events, words)}


def hand_panels(
    render: Renderer, own: Document, seen: Events, words: PageTranslator, look: PageContext
) -> dict[str, Panel]:
    """The private panels of a hand: the decision, and the game's own panels that do not lie on the board.

    After the match the decision's panel leads to the rematch.
    """
    left_out = {"chat", "log"} | _on_board(render.plain)
    made = render.private_panels(own, seen, words, look)
    asked = made["prompt"]
    made["prompt"] = asked._replace(values={**asked.values, "next": own["next"], "layout": HAND})
    return {name: panel for name, panel in made.items() if name not in left_out}


def beside_hand(panels: dict[str, T], seat: int | None) -> dict[str, T]:
    """The public panels of a hand: notes about the table, its seats before the match, and the player's own sheet."""
    wanted = ("notes", "seats", f"sheet-{seat}")
    return {name: panel for name, panel in panels.items() if name in wanted}


def _on_board(page: Page) -> set[str]:
    return {name for slot in ON_BOARD for name in page.slots.get(slot, ())}
