"""What the page of Lords of Ragnarok says is our own reconstruction: cards in help, facts of the map."""

import pytest

import drakkar
from drakkar.core.game import find
from drakkar.games.lords_of_ragnarok.game_data import CARD_DATA
from drakkar.server.web.web_translator import web_translator
from tests.server.sample_documents import document, events


def test_the_help_page_marks_cards_that_are_our_own_and_no_others() -> None:
    page = find("lords_of_ragnarok").page()
    assert page is not None
    marks = {face["name"]: face["origin"] for _, faces in page.help()["cards"] for face in faces}
    printed = {str(gift.get("name", gift["id"])): gift for gift in CARD_DATA["gift_cards"]["cards"]}
    ours = [name for name, gift in printed.items() if gift["status"] == "reconstructed"]
    assert ours
    assert {marks[name] for name in ours} == {"ours"}
    assert {marks[hero["name"]] for hero in CARD_DATA["heroes"]} == {""}
    whole = [monster["name"] for monster in CARD_DATA["monsters"] if monster["status"] == "certain"]
    assert whole
    assert {marks[name] for name in whole} == {"partly"}, "their Wound spaces are ours"


@pytest.mark.parametrize(("seats", "population"), [(2, True), (3, False), (4, False)])
def test_the_legend_of_the_map_names_what_is_our_own(seats: int, population: bool) -> None:
    match = drakkar.new("lords_of_ragnarok", seats, seed=0)
    page, words = find("lords_of_ragnarok").page(), web_translator("en", "lords_of_ragnarok")
    assert page is not None
    told = page.public(document(match, None, [""] * seats), events(match, None), words)["places"].values["ours"]
    assert ("population" in told) == population
    assert {"adjacency", "lands", "seas", "yggdrasil"} <= set(told)
    assert "region_numbers" not in told
