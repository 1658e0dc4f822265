"""The catalogues of Lords of Ragnarok against its code: nothing is missing or left over, and everything can be said."""

from typing import Any

import pytest

from drakkar.core.game import find
from drakkar.core.reasons import REFUSALS
from drakkar.text import LANGUAGES, words
from drakkar.text.catalogue import Source, hole_names, read
from tests.lords_of_ragnarok.worlds import random_moments

TITLE = "lords_of_ragnarok"
OTHERS = [language for language in LANGUAGES if language != "en"]
SECTIONS = ("choice", "prompt", "event", "reason", "label", "option", "short", "text")


def english() -> dict[str, dict[str, str]]:
    """What the code and the page say, by section and code."""
    game = find(TITLE)
    page = game.page()
    assert page is not None
    said = {section: dict(Source(game).sentences[section]) for section in SECTIONS}
    said["label"] |= {f"page.{key}": text for key, text in page.labels.items()}
    said["reason"] = {code: text for code, text in said["reason"].items() if code not in REFUSALS}
    return said


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("section", SECTIONS)
def test_every_code_is_translated_and_no_other(language: str, section: str) -> None:
    assert set(read(TITLE, language)[section]) == set(english()[section])


@pytest.mark.parametrize("language", OTHERS)
def test_a_sentence_names_what_the_english_one_names(language: str) -> None:
    told = read(TITLE, language)
    for section, sentences in english().items():
        for code, text in sentences.items():
            assert set(hole_names(told[section][code])) == set(hole_names(text)), f"{section} {code}"


@pytest.mark.parametrize("language", OTHERS)
def test_every_name_is_translated_once_as_printed_or_as_ours(language: str) -> None:
    told: dict[str, Any] = read(TITLE, language)
    for sort, forms in find(TITLE).names().items():
        printed, ours = told.get("printed", {}).get(sort, {}), told["ours"].get(sort, {})
        assert not set(printed) & set(ours), sort
        assert set(printed) | set(ours) == set(forms[""]), sort


def test_printed_names_are_the_rulebooks_polish_terms() -> None:
    polish = words("pl", TITLE)
    assert polish.name("attribute", "Authority") == "Posłuch"
    assert polish.name("action", "usurp") == "Uzurpacja"
    assert polish.name("card", "Shieldmaidens") == "Tarczowniczki"


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_matches_can_be_told_in_every_language(language: str) -> None:
    said, game = words(language, TITLE), find(TITLE)
    told = set[str]()
    for moment, seat, _ in random_moments(3, 8, 0.1):
        view = moment.view(seat)
        told |= {said.prompt(prompt) for prompt in view.owed.values()}
        told |= {said.choice(choice) for choice in view.options}
        told |= {said.preview(view.preview(choice)) for choice in view.options[:3]}
        told |= set(game.text_board(view.to_json()["table"], False, 100, said).values())
        told |= {said.event(event) for event in moment.events(seat)[-20:]}
    assert len(told) > 100
    assert not [text for text in told if "{" in text or "}" in text]
