"""The feeds of the layouts: the panels of a big screen, and those of a hand."""

from typing import ClassVar

from drakkar.page.game_page import Document, Events, Panel
from drakkar.page.translator import PageTranslator
from drakkar.server.live.document import Parts
from drakkar.server.live.push_format import RenderCache, TableView
from drakkar.server.live.room import Room
from drakkar.server.web.layouts import HAND, SCREEN, beside_hand, hand_panels, screen_panels
from drakkar.server.web.panel_feed import PanelFeed
from drakkar.server.web.panels import PageContext, RenderedBeat, Renderer


class ScreenFeed(PanelFeed, frozen=True):
    """Pushes panels to a big screen: only public ones, even if its browser has a seat."""

    layout: ClassVar[str] = SCREEN

    def private_panels(
        self,
        render: Renderer,
        own: Document,
        seen: Events,
        words: PageTranslator,
        look: PageContext,  # noqa: ARG002 - no choice is made here
    ) -> dict[str, Panel]:
        """Whom the table waits for."""
        if own["seat"] is not None:
            raise AssertionError("a big screen is for spectators")
        return screen_panels(render, own, seen, words)


class HandFeed(PanelFeed, frozen=True):
    """Pushes panels to a hand. It stages no battle: the big screen does; sentences about them are announced."""

    layout: ClassVar[str] = HAND

    def public_parts(self, seat: int | None, cache: RenderCache) -> Parts:
        """The public panels of a hand."""
        return beside_hand(super().public_parts(seat, cache), seat)

    def private_panels(
        self, render: Renderer, own: Document, seen: Events, words: PageTranslator, look: PageContext
    ) -> dict[str, Panel]:
        """The decision and the hand."""
        return hand_panels(render, own, seen, words, look)

    def beats(self, table_view: TableView, since: int, cache: RenderCache) -> list[RenderedBeat]:  # noqa: ARG002 - there are none
        """None."""
        return []


def has_screen(room: Room) -> bool:
    """Whether a big screen shows the table now."""
    return any(isinstance(one.push_format, ScreenFeed) for one in room.subscribers)
