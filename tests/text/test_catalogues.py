"""The catalogues against the code: nothing is missing, nothing is left over, and each sentence is whole."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from drakkar.core.game import find
from drakkar.server.sentences import SENTENCES
from drakkar.server.voice import voice
from drakkar.text import LANGUAGES, CatalogueError, words
from drakkar.text.catalogue import SHARED, Source, catalogue, hole_names, merged, read
from drakkar.text.plurals import CATEGORIES, CATEGORY
from drakkar.text.template import HOLE

OTHERS = [language for language in LANGUAGES if language != "en"]
TITLE = "blood_rage"
LONGEST_SHORT = 90
# Sections of a file that are no sentences of the code.
GRAMMAR = {"count", "list", "printed", "ours"}


def said_by_the_page() -> dict[str, dict[str, str]]:
    """English of the page, by section and code: around any game, and of Blood Rage."""
    page = find(TITLE).page()
    assert page is not None
    return {
        "page": {f"shell.{key}": text for key, text in SENTENCES.items()},
        "label": {f"page.{key}": text for key, text in page.labels.items()},
    }


def source() -> Source:
    """English of the code, with that of the page."""
    english = Source(find(TITLE))
    for section, sentences in said_by_the_page().items():
        english.sentences[section] |= sentences
    return english


def texts(language: str) -> Iterator[tuple[str, str, str]]:
    """Every sentence of a language: section, code, text."""
    told = read(SHARED, "en") if language == "en" else merged(language, TITLE)
    for section, entries in told.items():
        if section not in GRAMMAR:
            yield from ((section, code, text) for code, text in entries.items())


@pytest.mark.parametrize("language", OTHERS)
def test_every_code_of_the_code_is_translated_and_no_other(language: str) -> None:
    wanted = source().sentences
    told = merged(language, TITLE)
    assert set(wanted) - {"list"} == set(told) - GRAMMAR
    for section in set(wanted) - {"list"}:
        assert set(told[section]) == set(wanted[section]), section


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_of_the_page_is_translated(language: str) -> None:
    told = merged(language, TITLE)
    missing = [
        code for section, sentences in said_by_the_page().items() for code in sentences if not told[section].get(code)
    ]
    assert not missing


@pytest.mark.parametrize("language", OTHERS)
def test_the_page_speaks_the_language(language: str) -> None:
    said, english = voice(language, TITLE), voice("en", TITLE)
    assert said.page("open_table") != english.page("open_table")
    assert said.page("short_aim") != english.page("short_aim")


@pytest.mark.parametrize("language", OTHERS)
def test_every_name_is_translated_once_as_printed_or_as_ours(language: str) -> None:
    told = merged(language, TITLE)
    names = find(TITLE).names()
    assert set(names) == set(told["printed"]) | set(told["ours"])
    for sort, forms in names.items():
        printed, ours = told["printed"].get(sort, {}), told["ours"].get(sort, {})
        assert not set(printed) & set(ours), sort
        assert set(printed) | set(ours) == set(forms[""]), sort


@pytest.mark.parametrize("language", OTHERS)
def test_the_names_of_a_sort_have_the_same_forms(language: str) -> None:
    told = merged(language, TITLE)
    for sort in find(TITLE).names():
        named = {**told["printed"].get(sort, {}), **told["ours"].get(sort, {})}
        forms = [{"name"} if isinstance(name, str) else set(name) - {"short"} for name in named.values()]
        assert all(each == forms[0] for each in forms), sort


@pytest.mark.parametrize("language", OTHERS)
def test_a_sentence_says_what_the_english_one_says(language: str) -> None:
    english = source()
    for section, code, text in texts(language):
        values = set(hole_names(english.sentences[section][code]))
        assert set(hole_names(text)) == values, f"{section} {code}: {text}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_depends_on_a_number_has_every_plural(language: str) -> None:
    genders = {"m", "f", "n"}
    for section, code, text in texts(language):
        for found in HOLE.finditer(text):
            name, *alternatives = found[1].split("|")
            keys = [alternative.split(" ")[0] for alternative in alternatives]
            if keys and not set(keys) <= genders:
                assert tuple(keys) == CATEGORIES[language], f"{section} {code}: {name}"
    told: dict[str, Any] = {} if language == "en" else merged(language, TITLE)
    for counted, forms in told.get("count", {}).items():
        assert tuple(forms) == CATEGORIES[language], counted


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plural_is_used_by_some_number(language: str) -> None:
    assert {CATEGORY[language](number) for number in range(200)} == set(CATEGORIES[language])


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", {1: "# card", 2: "# cards", 0: "# cards", 21: "# cards"}),
        ("es", {1: "# carta", 2: "# cartas", 0: "# cartas", 21: "# cartas"}),
        ("pl", {0: "# kart", 1: "# karta", 2: "# karty", 5: "# kart", 12: "# kart", 22: "# karty", 112: "# kart"}),
        ("cs", {0: "# karet", 1: "# karta", 2: "# karty", 5: "# karet", 12: "# karet", 22: "# karet"}),
    ],
)
def test_plurals_are_right(language: str, said: dict[int, str]) -> None:
    for number, text in said.items():
        assert words(language).page("table.hand_of", n=number).startswith(text.replace("#", str(number)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_short_text_of_a_card_is_short(language: str) -> None:
    told = words(language, TITLE)
    for name, (_, english) in find(TITLE).card_texts().items():
        card = told.card(name)
        assert len(card.short) <= LONGEST_SHORT, f"{name}: {len(card.short)}"
        assert bool(card.short) == bool(card.text) == bool(english), name
        assert len(card.short) <= len(card.text) or card.short == card.text, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_clan_has_a_letter_of_its_own(language: str) -> None:
    clans = find(TITLE).names()["clan"][""]
    letters = [words(language, TITLE).name("clan", clan, "letter") for clan in clans]
    assert len(set(letters)) == len(clans)
    for clan, letter in zip(clans, letters, strict=True):
        assert letter.casefold() in words(language, TITLE).name("clan", clan, "short").casefold()


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_and_other_things_have_names_of_their_own(language: str) -> None:
    for sort, forms in find(TITLE).names().items():
        told = [words(language, TITLE).name(sort, word) for word in forms[""]]
        assert len(set(told)) == len(told), sort


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_set_with_care(language: str) -> None:
    told = [
        (section, code, template.text)
        for section, all_of_it in catalogue(language, TITLE).sections.items()
        for code, template in all_of_it.items()
    ]
    for section, code, text in told:
        assert text == " ".join(text.split()), f"{section} {code}"
        if section in ("event", "option", "short", "text") and text and "." not in code.removesuffix(".hidden"):
            assert re.search(r"[.!?)]$|\}\.?$", text), f"{section} {code}: {text}"
        if language != "en":
            assert '"' not in text, f"{section} {code}"


@pytest.mark.parametrize("language", OTHERS)
def test_sentences_name_cards_as_their_cards_are_named(language: str) -> None:
    marks = {"pl": "„([^”]*)”", "es": "«([^»]*)»", "cs": "„([^“]*)“"}[language]
    told = words(language, TITLE)
    known = set(told.names("card").values()) | {
        template.text for template in told.catalogue.sections["choice"].values()
    }
    for section in ("prompt", "reason", "option", "text"):
        for code, template in told.catalogue.sections[section].items():
            for name in re.findall(marks, template.text):
                inflected = {"„Straży Heimdalla”", "„Straże Heimdalla”", "„Heimdallovu hlídku“", "„Heimdallovy hlídky“"}
                assert name in known or name.startswith("{") or any(name in one for one in inflected), f"{code}: {name}"


def test_a_language_that_nobody_speaks_is_refused() -> None:
    with pytest.raises(CatalogueError, match="there are: en, pl, es, cs"):
        words("de")
