"""Every card has a text and acts, and it acts at the moments that the data name for it."""

import re

import pytest

from drakkar.core.timing import Number, Text, Window
from drakkar.games.lords_of_ragnarok import windows
from drakkar.games.lords_of_ragnarok.card import CARDS, COMBAT, CONDITION, EVENT, KIND_NAMES, Card
from drakkar.games.lords_of_ragnarok.hunt.hero_round import PARTNER
from tests.lords_of_ragnarok.playing import fresh

MOMENTS = [thing for thing in vars(windows).values() if isinstance(thing, Window | Number | Text)]
SPEAKING = [card for card in CARDS if card.kind not in (CONDITION, EVENT)]


def codes(moment: object) -> set[str]:
    """The codes of section 28 that a moment has."""
    return {code.upper() for code in re.findall(r"[tT]\d\d", str(getattr(moment, "code", "")))}


def acts_at(card: Card) -> set[str]:
    """The codes of the moments that the card has hooked onto; a Combat card also acts in Hero rounds or as a Shield."""
    fresh(2)
    found = set[str]()
    for moment in MOMENTS:
        hooks = moment.steps if isinstance(moment, Text) else moment.hooks
        if card.number in hooks:
            found |= codes(moment)
    if card.kind == COMBAT:
        found |= {"T34"} if PARTNER[card.number] >= 0 else {"T30"}
    return found


@pytest.mark.rule("LR-28.1", "LR-27.1")
@pytest.mark.parametrize("card", SPEAKING, ids=lambda card: f"{KIND_NAMES[card.kind]} {card.id}")
def test_every_card_acts_at_moments_that_the_data_name(card: Card) -> None:
    named = {str(timing)[:3] for timing in card.facts.get("timing", ())}
    assert acts_at(card)
    assert acts_at(card) <= named


@pytest.mark.parametrize("card", CARDS, ids=lambda card: f"{KIND_NAMES[card.kind]} {card.id}")
def test_every_card_has_its_text_from_its_file_and_none_in_the_data(card: Card) -> None:
    assert card.text
    assert card.short
    texts = {"text", "short", "effect", "ability", "bonus", "hunt", "battle", "region_attack", "special_attack"}
    assert not texts & set(card.facts)
