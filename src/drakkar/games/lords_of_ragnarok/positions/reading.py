"""One reading of a position document: the table so far, and how names and numbers are understood."""

from typing import Final

from drakkar.core.chance import Chance
from drakkar.core.events import Log
from drakkar.core.excerpt import quoted
from drakkar.core.flow import NO_CARD, NOBODY, new_flow
from drakkar.core.game import Value
from drakkar.core.notation import plain
from drakkar.core.piles import Deck
from drakkar.core.position import Document
from drakkar.games.lords_of_ragnarok.positions.words import STAGE_WORDS, cards_called
from drakkar.games.lords_of_ragnarok.rulings import CLAN_NAMES, Rulings
from drakkar.games.lords_of_ragnarok.state import CHOOSING, PRAYER, SPECIAL, empty_table

MOST_DIGITS: Final = 9


def number_of(word: object) -> int:
    """The number that a word is, as a key or a value; 0 if it is none, or has more digits than any of ours."""
    digits = str(word)
    return int(digits) if digits.isdecimal() and len(digits) <= MOST_DIGITS else 0


class Reading:
    """One reading: the document, and the table so far."""

    def __init__(
        self, document: Document, clans: list[int], rulings: dict[str, Value], chance: Chance, log: Log | None
    ) -> None:
        self.document = document
        self.clans = [CLAN_NAMES[clan] for clan in clans]
        self.s = empty_table(new_flow(len(clans), chance, log), Rulings(rulings), clans)
        self.stage = max(document.name(STAGE_WORDS, "stage"), CHOOSING if document.get("stage") else PRAYER)
        self.s.stage = min(self.stage, SPECIAL)

    def seat(self, *path: str) -> int:
        """The seat of the clan named there, or NOBODY."""
        found = self.document.name(self.clans, *path)
        return found if found >= 0 else NOBODY

    def region(self, word: object, *path: str) -> int:
        """A Region of this side of the board by its number."""
        number = number_of(word)
        if not 1 <= number <= self.s.board.count:
            reason = f"{quoted(word)} is no Region: they are numbers from 1 to {self.s.board.count}"
            raise self.document.wrong(reason, *path, word=str(word))
        return number

    def regions(self, *path: str) -> list[int]:
        """The Regions named there, each once."""
        found = self.document.get(*path)
        said = [] if found is None else found
        if not isinstance(said, list):
            raise self.document.wrong(f"{path[-1]} must be a list of Regions", *path)
        regions = [self.region(word, *path) for word in said]
        if len(set(regions)) < len(regions):
            raise self.document.wrong(f"{path[-1]} names a Region twice", *path)
        return regions

    def which(self, names: tuple[str, ...], *path: str) -> list[int]:
        """The things named there, by their numbers, each once."""
        found = [self.document.known(word, names, *path) for word in self.document.names(*path)]
        if len(set(found)) < len(found):
            raise self.document.wrong(f"{path[-1]} names something twice", *path)
        return found

    def counts(self, names: tuple[str, ...], low: int, high: int, *path: str) -> dict[int, int]:
        """Numbers by the names of things."""
        return {
            self.document.known(word, names, *path): self.document.number(0, low, high, *path, word)
            for word in self.document.table(*path)
        }

    def card(self, word: str, kind: int, *path: str) -> int:
        """A card of a kind by its name."""
        known = cards_called(kind)
        if plain(word) not in known:
            raise self.document.wrong(f"there is no such card {quoted(word)}", *path, word=word)
        return known[plain(word)]

    def one_card(self, kind: int, *path: str) -> int:
        """The one card named there, or NO_CARD."""
        found = self.document.get(*path)
        return NO_CARD if found is None else self.card(str(found), kind, *path)

    def drawn(self, deck: Deck, kind: int, *path: str) -> list[int]:
        """The cards named there, out of a deck; so many from the seed if only a number stands there."""
        said = self.document.get(*path)
        if isinstance(said, int):
            number = self.document.number(0, 0, deck.left, *path)
            return [deck.draw(self.s.flow.chance) for _ in range(number)]
        found = []
        for word in self.document.names(*path):
            card = self.card(word, kind, *path)
            if card not in deck.cards[: deck.left]:
                raise self.document.wrong(f"no {word} is left", *path, word=word)
            deck.take(card)
            found.append(card)
        return found
