"""Every statement of the rules has a test that names it."""

import pytest

from drakkar.core.game import find
from drakkar.games.blood_rage.card import CARDS
from tests.rulebook.coverage import BOOKS, Rulebook, marks

# The cards whose text is not in force yet. The list may only shrink.
CARDS_NOT_YET: frozenset[str] = frozenset()

each_book = pytest.mark.parametrize("book", BOOKS, ids=repr)
each_whole_book = pytest.mark.parametrize("book", [book for book in BOOKS if book.whole], ids=repr)


def shown() -> set[str]:
    """The rules that tests name."""
    return {rule for mark in marks() for rule in mark.rules}


@each_whole_book
def test_every_statement_has_a_test(book: Rulebook) -> None:
    named = shown()
    excused = {*book.not_yet, *book.untestable}
    assert [rule for rule in book.statements(book.tested) if rule not in named and rule not in excused] == []


@each_whole_book
def test_every_ruling_that_is_an_option_has_a_test(book: Rulebook) -> None:
    named = shown()
    assert [ruling.rule for ruling in book.rulings() if ruling.is_switch and ruling.rule not in named] == []


@each_book
def test_the_rulings_that_can_be_switched_are_the_rulings_of_a_match(book: Rulebook) -> None:
    chapter = f"{book.prefix}-{book.rulings_in}."
    of_a_match = {ruling.name: ruling.rule for ruling in find(book.title).rulings if ruling.rule.startswith(chapter)}
    assert of_a_match == {ruling.name: ruling.rule for ruling in book.rulings() if ruling.is_switch}


@each_book
def test_every_ruling_is_an_option_or_says_why_not(book: Rulebook) -> None:
    assert [ruling.rule for ruling in book.rulings() if ruling.is_switch == bool(ruling.why_no_option)] == []


@each_book
def test_no_statement_is_excused_that_has_a_test(book: Rulebook) -> None:
    named = shown()
    assert not (named & set(book.not_yet))
    assert not (named & set(book.untestable))


def test_every_mark_names_a_statement_and_no_test_claims_many() -> None:
    known = {rule for book in BOOKS for rule in book.statements(book.everywhere)}
    for mark in marks():
        assert set(mark.rules) <= known, mark
        assert 1 <= len(mark.rules) <= 3, mark


@each_book
def test_every_rule_that_the_code_names_exists(book: Rulebook) -> None:
    game, known = find(book.title), book.statements(book.everywhere)
    rules = [question.rule for question in game.book.questions if question] + [
        why.rule for why in game.book.whys if why
    ]
    rules += [kind.rule for kind in game.book.kinds] + [ruling.rule for ruling in game.rulings]
    assert {rule for rule in rules if rule} <= set(known)


def test_the_cards_whose_text_is_not_in_force_yet() -> None:
    """Printed with -rP; a card may leave this list, none may join it."""
    not_yet = {f"{card.name} (age {card.age})" for card in CARDS if card.not_yet}
    print("\n".join(sorted(not_yet)))
    assert not_yet == CARDS_NOT_YET
