"""Every statement of the rules has a test that names it."""

from drakkar.core.game import find
from drakkar.games.blood_rage.cards.kinds import CARDS
from tests.rulebook.coverage import NOT_YET, UNTESTABLE, marks, rulings, statements

# The cards whose text is not in force yet. The list may only shrink.
CARDS_NOT_YET: frozenset[str] = frozenset()


def test_every_statement_has_a_test() -> None:
    shown = {rule for mark in marks() for rule in mark.rules}
    missing = [rule for rule in statements() if rule not in shown and rule not in NOT_YET and rule not in UNTESTABLE]
    assert not missing


def test_every_ruling_that_is_an_option_has_a_test() -> None:
    shown = {rule for mark in marks() for rule in mark.rules}
    assert [ruling.rule for ruling in rulings() if ruling.is_option and ruling.rule not in shown] == []


def test_no_statement_is_excused_that_has_a_test() -> None:
    shown = {rule for mark in marks() for rule in mark.rules}
    assert not (shown & set(NOT_YET))
    assert not (shown & set(UNTESTABLE))


def test_every_mark_names_a_statement_and_no_test_claims_many() -> None:
    known = statements(range(1, 23))
    for mark in marks():
        assert set(mark.rules) <= set(known), mark
        assert 1 <= len(mark.rules) <= 3, mark


def test_every_rule_that_the_code_names_exists() -> None:
    book, known = find("blood_rage").book, statements(range(1, 23))
    rules = [question.rule for question in book.questions if question] + [why.rule for why in book.whys if why]
    rules += [kind.rule for kind in book.kinds] + [option.rule for option in find("blood_rage").options]
    assert {rule for rule in rules if rule} <= set(known)


def test_the_cards_whose_text_is_not_in_force_yet() -> None:
    """Printed with -rP; a card may leave this list, none may join it."""
    not_yet = {f"{card.name} (age {card.age})" for card in CARDS if card.not_yet}
    print("\n".join(sorted(not_yet)))
    assert not_yet == CARDS_NOT_YET
