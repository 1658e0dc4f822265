"""The catalogues against the code: no missing sentence, no unused one, and each one complete."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from drakkar.core.game import find
from drakkar.server.web.sentences import SENTENCES
from drakkar.server.web.web_translator import web_translator
from drakkar.text import LANGUAGES, CatalogueError, translator
from drakkar.text.catalogue import SHARED, Source, catalogue, hole_names, merged, read, unnumbered
from drakkar.text.plurals import CATEGORIES, CATEGORY
from drakkar.text.template import HOLE

OTHERS = [language for language in LANGUAGES if language != "en"]
TITLES = ("blood_rage", "lords_of_ragnarok")
each_title = pytest.mark.parametrize("title", TITLES)
LONGEST_SHORT = 90
# Sections of a file that are not sentences of the code.
GRAMMAR = {"count", "list", "printed", "ours"}


def said_by_the_page(title: str) -> dict[str, dict[str, str]]:
    """The English of the page, by section and code: shared, and of one game."""
    page = find(title).page()
    assert page is not None
    return {
        "page": {f"shell.{key}": text for key, text in SENTENCES.items()},
        "label": {f"page.{key}": text for key, text in page.labels.items()},
    }


def source(title: str) -> Source:
    """The English of the code, with that of the page."""
    english = Source(find(title))
    for section, sentences in said_by_the_page(title).items():
        english.sentences[section] |= sentences
    return english


def texts(language: str, title: str) -> Iterator[tuple[str, str, str]]:
    """Every sentence of a language: section, code, text."""
    told = read(SHARED, "en") if language == "en" else merged(language, title)
    for section, entries in told.items():
        if section not in GRAMMAR:
            yield from ((section, code, text) for code, text in entries.items())


@each_title
@pytest.mark.parametrize("language", OTHERS)
def test_every_code_of_the_code_is_translated_and_no_other(language: str, title: str) -> None:
    wanted = source(title).sentences
    told = merged(language, title)
    assert set(wanted) - {"list"} == set(told) - GRAMMAR
    for section in set(wanted) - {"list", "short"}:
        assert set(told[section]) == set(wanted[section]), section
    assert set(told["short"]) <= set(wanted["short"])


@each_title
@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_of_the_page_is_translated(language: str, title: str) -> None:
    told = merged(language, title)
    for section, sentences in said_by_the_page(title).items():
        assert not [code for code in sentences if not told[section].get(code)], section


@each_title
@pytest.mark.parametrize("language", OTHERS)
def test_the_page_speaks_the_language(language: str, title: str) -> None:
    said, english = web_translator(language, title), web_translator("en", title)
    assert said.page("open_table") != english.page("open_table")
    keys = [code.removeprefix("page.") for code, text in said_by_the_page(title)["label"].items() if "{" not in text]
    assert sum(said.page(key) != english.page(key) for key in keys) > len(keys) / 2


@each_title
@pytest.mark.parametrize("language", OTHERS)
def test_every_name_is_translated_once_as_printed_or_as_ours(language: str, title: str) -> None:
    told = merged(language, title)
    names = find(title).names()
    all_printed, all_ours = told.get("printed", {}), told["ours"]
    assert set(names) == set(all_printed) | set(all_ours)
    for sort, forms in names.items():
        printed, ours = all_printed.get(sort, {}), all_ours.get(sort, {})
        assert not set(printed) & set(ours), sort
        named = {word if word in {*printed, *ours} else unnumbered(word) for word in forms[""]}
        assert set(printed) | set(ours) == named, sort


@each_title
@pytest.mark.parametrize("language", OTHERS)
def test_the_names_of_a_sort_have_the_same_forms(language: str, title: str) -> None:
    told = merged(language, title)
    for sort in find(title).names():
        named = {**told.get("printed", {}).get(sort, {}), **told["ours"].get(sort, {})}
        forms = [{"name"} if isinstance(name, str) else set(name) - {"short"} for name in named.values()]
        assert all(each == forms[0] for each in forms), sort


@each_title
@pytest.mark.parametrize("language", OTHERS)
def test_a_sentence_says_what_the_english_one_says(language: str, title: str) -> None:
    english = source(title)
    for section, code, text in texts(language, title):
        values = set(hole_names(english.sentences[section][code]))
        assert set(hole_names(text)) == values, f"{section} {code}: {text}"


@each_title
@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_depends_on_a_number_has_every_plural(language: str, title: str) -> None:
    genders = {"m", "f", "n"}
    for section, code, text in texts(language, title):
        for found in HOLE.finditer(text):
            name, *alternatives = found[1].split("|")
            keys = [alternative.split(" ")[0] for alternative in alternatives]
            if keys and not set(keys) <= genders:
                assert tuple(keys) == CATEGORIES[language], f"{section} {code}: {name}"
    told: dict[str, Any] = {} if language == "en" else merged(language, title)
    for counted, forms in told.get("count", {}).items():
        assert tuple(forms) == CATEGORIES[language], counted


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plural_is_used_by_some_number(language: str) -> None:
    assert {CATEGORY[language](number) for number in range(200)} == set(CATEGORIES[language])


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", {1: "# point", 2: "# points", 0: "# points", 21: "# points"}),
        ("es", {1: "# punto", 2: "# puntos", 0: "# puntos", 21: "# puntos"}),
        ("pl", {0: "# punktów", 1: "# punkt", 2: "# punkty", 5: "# punktów", 12: "# punktów", 22: "# punkty"}),
        ("cs", {0: "# bodů", 1: "# bod", 2: "# body", 5: "# bodů", 12: "# bodů", 22: "# bodů"}),
    ],
)
def test_plurals_are_right(language: str, said: dict[int, str]) -> None:
    for number, text in said.items():
        assert translator(language).page("term.score_n", n=number) == text.replace("#", str(number))


@each_title
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_short_text_of_a_card_is_short(language: str, title: str) -> None:
    told = translator(language, title)
    for name, (_, english) in find(title).card_texts().items():
        card = told.card(name)
        assert len(card.short) <= LONGEST_SHORT, f"{name}: {len(card.short)}"
        assert bool(card.short) == bool(card.text) == bool(english), name
        assert len(card.short) <= len(card.text) or card.short == card.text, name


@each_title
@pytest.mark.parametrize("language", OTHERS)
def test_no_short_text_repeats_the_whole_one(language: str, title: str) -> None:
    told = merged(language, title)
    assert not [name for name, short in told["short"].items() if short == told["text"][name]]


@each_title
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_clan_has_a_letter_of_its_own(language: str, title: str) -> None:
    clans = find(title).names()["clan"][""]
    letters = [translator(language, title).name("clan", clan, "letter") for clan in clans]
    assert len(set(letters)) == len(clans)
    for clan, letter in zip(clans, letters, strict=True):
        assert letter.casefold() in translator(language, title).name("clan", clan, "short").casefold()


@each_title
@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_and_other_things_have_names_of_their_own(language: str, title: str) -> None:
    for sort, forms in find(title).names().items():
        told = [translator(language, title).name(sort, word) for word in set(forms[""])]
        assert len(set(told)) == len(told), sort


@each_title
@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_set_with_care(language: str, title: str) -> None:
    told = [
        (section, code, template.text)
        for section, all_of_it in catalogue(language, title).sections.items()
        for code, template in all_of_it.items()
    ]
    for section, code, text in told:
        assert text == " ".join(text.split()), f"{section} {code}"
        if section in ("event", "ruling", "short", "text") and text and "." not in code.removesuffix(".hidden"):
            assert re.search(r"[.!?)]$|\}\.?$", text), f"{section} {code}: {text}"
        if language != "en":
            assert '"' not in text, f"{section} {code}"


@each_title
@pytest.mark.parametrize("language", OTHERS)
def test_sentences_name_cards_as_their_cards_are_named(language: str, title: str) -> None:
    marks = {"pl": "„([^”]*)”", "es": "«([^»]*)»", "cs": "„([^“]*)“"}[language]
    told = translator(language, title)
    known = set(told.names("card").values()) | {
        template.text for template in told.catalogue.sections["choice"].values()
    }
    for section in ("prompt", "reason", "ruling", "text"):
        for code, template in told.catalogue.sections[section].items():
            for name in re.findall(marks, template.text):
                inflected = {"„Straży Heimdalla”", "„Straże Heimdalla”", "„Heimdallovu hlídku“", "„Heimdallovy hlídky“"}
                assert name in known or name.startswith("{") or any(name in one for one in inflected), f"{code}: {name}"


def test_a_language_that_nobody_speaks_is_refused() -> None:
    with pytest.raises(CatalogueError, match="there are: en, pl, es, cs"):
        translator("de")
