"""The hand during a draft: how many cards the player has taken, and which one they kept from the previous Age."""

from random import Random

import pytest

import drakkar
from drakkar.core.hosting import prompts
from drakkar.core.match import Match
from drakkar.server.web.panels import renderer
from drakkar.server.web.web_translator import web_translator
from tests.server.sample_documents import document, events


def hand(match: Match) -> str:
    """The panel of the first seat."""
    shown = document(match, 0, [""] * match.seats)
    return renderer("blood_rage").private(shown, events(match, 0), web_translator("en", "blood_rage"))["hand"]


@pytest.fixture(scope="module")
def drafts() -> list[tuple[int, str]]:
    """The Age and the hand at each pick of the first seat."""
    rng, match, found = Random(2), drakkar.new("blood_rage", 3, seed=2), []
    while not match.over:
        seat, prompt = rng.choice(list(prompts(match).items()))
        if (seat, prompt.code) == (0, "draft"):
            found.append((match.view(0).table["age"], hand(match)))
        willing = [one for one in match.choices(seat) if str(one) not in ("pass", "decline")]
        match.play(seat, rng.choice(willing or list(match.choices(seat))))
    return found


def test_a_draft_counts_the_cards_taken(drafts: list[tuple[int, str]]) -> None:
    assert len(drafts) == 18
    for number, (_, shown) in enumerate(drafts):
        taken = number % 6
        assert (f"{taken} of 6" in shown) == (taken > 0)
        assert shown.count("set aside") == taken


def test_the_card_kept_from_the_last_age_is_named(drafts: list[tuple[int, str]]) -> None:
    kept = [(age, shown.count("kept from the previous Age")) for age, shown in drafts]
    assert {number for age, number in kept if age == 1} == {0}
    assert max(number for age, number in kept if age > 1) == 1
