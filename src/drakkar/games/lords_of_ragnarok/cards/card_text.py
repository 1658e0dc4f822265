"""The text of a card: in our words, long and short (at most 90 characters), and its effects.

A card's file looks it up by kind and id: `card("artifact", "mjolnir", …)`. Its facts are in `data/cards.json`.
"""

from collections.abc import Callable

from drakkar.core.timing import Number, Source, Text, Window
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.card import BY_ID, Card
from drakkar.games.lords_of_ragnarok.state import State
from drakkar.games.lords_of_ragnarok.victory.ragnarok import FULFILLED, Condition

# What a card does in a window, how it changes a number, and its effect when the rules carry out that one card.
Effect = Callable[[State, Source, int], None]
Change = Callable[[State, Source, int, int], int]
Saying = Callable[[State, int, int], None]
# A condition on a seat.
Test = Callable[[State, int], bool]


class CardText:
    """The text of one card."""

    def __init__(self, printed: Card) -> None:
        self.card = printed
        self.number = printed.number

    def when(self, window: Window[State], only_if: Test | None = None) -> Callable[[Effect], Effect]:
        """Register an effect in a window; in an offered window its owner may decline it."""
        return window.when(self.number, only_if)

    def modifies(self, number: Number[State]) -> Callable[[Change], Change]:
        """Register a change that this card makes to a number."""
        return number.modified_by(self.number)

    def says(self, text: Text[State]) -> Callable[[Saying], Saying]:
        """Register the effect that the rules carry out for this card."""
        return text.of(self.number)

    def asks(self, condition: Condition) -> Condition:
        """LR-16.3: register the card's Ragnarok condition."""
        FULFILLED[self.number] = condition
        return condition

    def goes_on(self, text: str) -> None:
        """Add the rest of its text, which another file carries out."""
        self.card.text = f"{self.card.text} {text}"


def card(kind: str, name: str, text: str, short: str = "") -> CardText:
    """Give the card of this kind and id its text."""
    printed = BY_ID[kind, name]
    assert not printed.text, f"{printed.name} has a text already"
    printed.text = text
    printed.short = short or text
    return CardText(printed)
