"""Spellings: one for each choice, forgiving when read."""

import pytest

import drakkar
from drakkar.core.game import find
from drakkar.core.notation import plain


@pytest.mark.parametrize("title", drakkar.titles())
def test_every_choice_is_read_as_it_is_spelled(title: str) -> None:
    notation = find(title).book.notation
    spellings = [notation.spell(code, in_full=True) for code in range(notation.size)]
    assert len(set(spellings)) == notation.size
    for code, text in enumerate(spellings):
        assert notation.read(text) == [code]
        assert code in notation.read(notation.spell(code))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("  Take   thief ", "take Thief"),
        ("TAKE HORN (AGE 2)", "take Horn (age 2)"),
        ("take horn age 1", "take Horn (age 1)"),
        ("take Thïef", "take Thief"),
    ],
)
def test_case_accents_and_spaces_are_forgiven(typed: str, meant: str) -> None:
    notation = find("treasure").book.notation
    assert [notation.spell(code, in_full=True) for code in notation.read(typed)] == [meant]


def test_apostrophes_are_forgiven() -> None:
    assert plain("Tyr’s Smash") == plain("Tyr's Smash") == plain("tyrs smash")


def test_cards_of_one_name_are_told_apart_only_where_both_can_be_chosen() -> None:
    match = drakkar.new("treasure", seats=2, seed=1)
    assert [str(choice) for choice in match.pending[0].choices] == [
        "take Horn (age 1)",
        "take Horn (age 2)",
        "take Thief",
    ]
    with pytest.raises(drakkar.UnreadableChoice, match=r"can mean take Horn \(age 1\) or take Horn \(age 2\)"):
        match.play(0, "take Horn")
    match.play(0, "take Thief")
    assert match.history[0].text == "take Thief"


def test_nonsense_is_unreadable_and_the_nearest_option_is_suggested() -> None:
    match = drakkar.new("treasure", seats=2, seed=1)
    with pytest.raises(drakkar.UnreadableChoice, match="did you mean 'take Thief'"):
        match.why_not(0, "take teif")
    assert not match.history


def test_a_choice_is_a_value() -> None:
    match = drakkar.new("treasure", seats=2, seed=1)
    first, second = match.pending[0].choices[:2]
    assert first == match.pending[1].choices[0]
    assert first != second
    assert len({first, second, match.pending[1].choices[0]}) == 2
    match.play(0, first)


def test_a_choice_is_taken_apart_into_its_verb_and_the_words_in_its_holes() -> None:
    notation = find("blood_rage").book.notation
    verb, short, _ = notation.taken_apart(notation.read("march Gimle F1")[0])
    assert (verb.pattern, verb.names, verb.sorts, short) == (
        "march {origin} {target}",
        ["origin", "target"],
        ["place", "place"],
        ["Gimle", "F1"],
    )
    verb, short, full = notation.taken_apart(notation.read("keep Tyr's Smash (age 2)")[0])
    assert (verb.pattern, short, full) == ("keep {card}", ["Tyr's Smash"], ["Tyr's Smash (age 2)"])
    assert notation.taken_apart(notation.read("pass")[0])[1:] == ([], [])
