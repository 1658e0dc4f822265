"""The page: a map from the data, the stages of the turn, how near everybody is to winning; and no secret."""

from html import unescape
from random import Random

import pytest

import drakkar
from drakkar.games.lords_of_ragnarok.page.geometry import geometry
from drakkar.server.frames import frames
from drakkar.server.voice import voice
from tests.lords_of_ragnarok.playing import PLAYERS, finished
from tests.lords_of_ragnarok.scene import scene
from tests.lords_of_ragnarok.worlds import random_moments
from tests.server.moments import document, events

TITLE = "lords_of_ragnarok"


def page(match: drakkar.Match, seat: int | None, language: str = "en") -> str:
    """The whole page of a seat, or of a spectator."""
    names = [f"Guest {number}" for number in range(match.seats)]
    public, own = document(match, None, names), document(match, seat, names)
    words = voice(language, TITLE)
    return unescape(frames(TITLE).table(public, events(match, None), own, events(match, seat), words))


@pytest.mark.parametrize(("seats", "regions", "seas"), [(2, 16, 5), (4, 21, 6)])
def test_the_map_has_every_region_and_sea_of_its_side(seats: int, regions: int, seas: int) -> None:
    drawn = geometry(seats)
    assert [region["number"] for region in drawn["regions"]] == list(range(1, regions + 1))
    assert len(drawn["seas"]) == seas
    assert all(region["path"].startswith("M") for region in drawn["regions"])


def test_the_page_shows_stages_victories_and_the_hand() -> None:
    s = scene(
        "green red",
        stage="hero",
        armies="green: 4 2 in 8",
        control="green: 1 2 3 8; red: 13",
        hands="green: Champions; red: Raiders",
        monsters="Troll 8",
    )
    green, red = page(s.match, 0), page(s.match, 1)
    assert 'aria-current="step"' in green
    assert "(must be used)" in green
    assert "lacks Regions 9 10 11 12 13" in green
    assert "Champions" in green
    assert "Raiders" not in green
    assert "Champions" not in red
    assert 'class="held green"' in green


@pytest.mark.parametrize("seats", PLAYERS)
def test_every_moment_has_its_page_for_every_seat(seats: int) -> None:
    made = 0
    for moment, seat, _ in random_moments(seats, 100 + seats, 0.04):
        text = page(moment, seat)
        assert f'data-seat="{"" if seat is None else seat}"' in text
        made += 1
    assert made > 8


def test_the_end_says_who_has_won_and_how() -> None:
    match = finished(3, 5)
    assert match.outcome is not None
    text = page(match, Random(1).randrange(3))
    assert match.outcome.victory in text
    assert match.clans[match.outcome.winners[0]].capitalize() in text
