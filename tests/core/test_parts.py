"""Choices and events carry their parts: the things they name, by kind and number, beside the words."""

from random import Random
from typing import Any

import pytest

import drakkar
from drakkar.core.events import Hidden
from drakkar.core.figure_ids import FigureIds, Movement
from drakkar.core.game import find
from drakkar.core.hosting import game_of, prompts, say_of
from drakkar.core.reasons import bare

TITLES = ("blood_rage", "lords_of_ragnarok")


@pytest.mark.parametrize("title", TITLES)
def test_every_choice_is_its_verb_and_its_parts(title: str) -> None:
    notation = find(title).book.notation
    for code in range(notation.size):
        choice = notation.choice(code)
        words = [part.word for part in choice.parts]
        assert choice.text.startswith(choice.verb)
        assert all(word in choice.text for word in words)
        assert [(part.kind, part.id) for part in choice.parts] == [
            (part["kind"], part["id"])
            for part in choice.to_json()["parts"]  # type: ignore[attr-defined]
        ]
        assert len(notation.verbs[notation.verb_of[code]].names) == len(words)


@pytest.mark.parametrize("title", TITLES)
def test_parts_tell_every_choice_from_all_others(title: str) -> None:
    notation = find(title).book.notation
    named = {
        (notation.verb_of[code], *((part.kind, part.id) for part in notation.choice(code).parts))
        for code in range(notation.size)
    }
    assert len(named) == notation.size


@pytest.mark.parametrize("title", TITLES)
def test_a_kind_and_a_number_are_one_thing_in_all_choices(title: str) -> None:
    notation, words = find(title).book.notation, dict[tuple[str, int], str]()
    for code in range(notation.size):
        for part in notation.parts(code, in_full=True):
            assert words.setdefault((part.kind, part.id), part.word) == part.word


@pytest.mark.parametrize("title", TITLES)
def test_a_verb_is_made_in_the_order_that_it_declares(title: str) -> None:
    for verb in find(title).book.notation.verbs:
        assert sorted(verb.order) == list(range(len(verb.names)))


def test_figures_that_are_saved_or_sacrificed_are_sought_where_they_stand() -> None:
    notation = find("blood_rage").book.notation
    (code,) = notation.read("sacrifice warrior Gimle")
    assert [part.kind for part in notation.choice(code).parts] == ["place", "figure"]


def events_of(title: str, seed: int) -> tuple[drakkar.Match, list[tuple[int | None, Any]]]:
    """A random match, and its events as every seat and a spectator know them."""
    match, rng = drakkar.new(title, 3, seed=seed), Random(seed)
    while not match.over:
        seat = rng.choice(list(prompts(match)))
        match.play(seat, rng.choice(match.choices(seat)))
    return match, [(seat, event) for seat in (None, 0, 1, 2) for event in match.events(seat)]


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seed", range(2))
def test_the_ids_of_an_event_are_those_of_its_words_and_what_is_hidden_has_none(title: str, seed: int) -> None:
    match, events = events_of(title, seed)
    kinds = {kind.code: kind for kind in game_of(match).book.kinds}
    for _, event in events:
        kind = kinds[event.kind]
        for name, word in event.data.items():
            if isinstance(word, (int, Hidden)):
                assert name not in event.ids
            else:
                ids, words = event.ids[name], word
                several = zip(ids, words, strict=True) if isinstance(ids, tuple) else [(ids, words)]
                assert all(say_of(match)(bare(kind.sorts[name]), number) == str(one) for number, one in several)


@pytest.mark.parametrize("title", TITLES)
def test_choices_and_events_number_things_alike(title: str) -> None:
    match, events = events_of(title, 5)
    notation = game_of(match).book.notation
    words = {
        (part.kind, part.word.casefold()): part.id for code in range(notation.size) for part in notation.parts(code)
    }
    kinds = {kind.code: kind for kind in game_of(match).book.kinds}
    compared = 0
    for _, event in events:
        for name, number in event.ids.items():
            key = (bare(kinds[event.kind].sorts[name]), str(event.data[name]).casefold())
            if (
                isinstance(number, int)
                and key in words
                and key[0] in ("place", "figure", "region", "sea", "realm", "god")
            ):
                assert words[key] == number, key
                compared += 1
    assert compared > 100


# --- Figures

MOVEMENTS = {
    "came": Movement("figure", "", "place"),
    "went": Movement("figure", "origin", "place"),
    "fell": Movement("figure", "origin", ""),
    "back": Movement(),
}


def told(*events: tuple[str, dict[str, int]]) -> FigureIds:
    """The figures after some events of seat 0."""
    figures = FigureIds(MOVEMENTS, "side")
    for kind, ids in events:
        figures.follow({"kind": kind, "ids": {"side": 0, "figure": 2, **ids}})
    return figures


def where(figures: FigureIds) -> dict[str, tuple[int, int, bool]]:
    """The place and spot of each figure, and whether it fell there."""
    return {one.id: (one.place, one.spot, one.fallen) for one in figures.figures.values()}


def test_a_figure_keeps_its_id_while_it_moves() -> None:
    came = ("came", {"place": 7}), ("came", {"place": 7})
    assert where(told(*came)) == {"0-2-0": (7, 0, False), "0-2-1": (7, 1, False)}
    assert where(told(*came, ("went", {"origin": 7, "place": 8}))) == {"0-2-0": (8, 0, False), "0-2-1": (7, 1, False)}


def test_a_figure_that_fell_is_remembered_until_it_is_back() -> None:
    fell = ("came", {"place": 7}), ("fell", {"origin": 7})
    assert where(told(*fell)) == {"0-2-0": (7, 0, True)}
    assert where(told(*fell, ("back", {}))) == {}
    assert where(told(*fell, ("came", {"place": 9}))) == {"0-2-0": (9, 0, False)}


def test_what_no_event_told_is_put_right() -> None:
    figures = told(("came", {"place": 7}))
    figures.agree({(0, 2, 8): 1, (1, 2, 7): 2})
    assert sorted(where(figures)) == ["0-2-0", "1-2-0", "1-2-1"]
    assert figures.figures["0-2-0"].place == 8
