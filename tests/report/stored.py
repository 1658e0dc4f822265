"""A review that was stored, so that a new network does not change what the tests say about its words."""

import json
from functools import cache
from pathlib import Path

from drakkar.analysis import Review
from drakkar.core.hosting import at_choice
from drakkar.core.loading import load
from drakkar.core.match import Match, set_up
from drakkar.report.words import ReviewWords
from drakkar.text import translator

GOLDEN = Path(__file__).parent.parent / "golden"


@cache
def match() -> Match:
    return load((GOLDEN / "blood_rage_played_2.record").read_text("utf-8"))


@cache
def ending(name: str, choices: int = 12) -> Match:
    """The end of a recorded match, as a match of its own."""
    whole = load((GOLDEN / f"{name}.record").read_text("utf-8"))
    match = set_up(at_choice(whole, len(whole.history) - choices).position())
    for made in whole.history[-choices:]:
        match.play(made.seat, made.text)
    assert match.over
    return match


@cache
def stored() -> Review:
    return Review.from_json(json.loads((GOLDEN / "review_blood_rage_played_2.json").read_text("utf-8")))


def told(review: Review, language: str = "en") -> ReviewWords:
    return ReviewWords(review, match(), translator(language, review.title))
