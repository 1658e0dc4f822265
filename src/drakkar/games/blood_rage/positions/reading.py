"""One reading of a position document: what has been laid so far, and what is still to be had."""

from drakkar.core.chance import Chance
from drakkar.core.events import Log
from drakkar.core.excerpt import quoted
from drakkar.core.flow import new_flow
from drakkar.core.game import Value
from drakkar.core.notation import plain
from drakkar.core.position import Document
from drakkar.games.blood_rage.ages import LAST_AGE
from drakkar.games.blood_rage.board import PROVINCE_NAMES
from drakkar.games.blood_rage.card import CARDS, MONSTER_CARDS, QUEST
from drakkar.games.blood_rage.cards.decks import deck
from drakkar.games.blood_rage.positions.words import PHASE_WORDS, card_names, full_name, meant
from drakkar.games.blood_rage.rulings import CLAN_NAMES, Rulings
from drakkar.games.blood_rage.state import ACTION, GODS_GIFTS, HAND_CAPACITY, NO_CARD, RELEASE_VALHALLA, empty_table


class Reading:
    """One reading: the document, the table so far, and the cards that are still to be had."""

    def __init__(
        self, document: Document, clans: list[int], rulings: dict[str, Value], chance: Chance, log: Log | None
    ) -> None:
        self.document = document
        self.clans = [CLAN_NAMES[clan] for clan in clans]
        self.s = empty_table(new_flow(len(clans), chance, log), Rulings(rulings), clans, len(MONSTER_CARDS), len(CARDS))
        self.s.age = document.number(1, 1, LAST_AGE, "age")
        self.phase = max(document.name(PHASE_WORDS, "phase"), GODS_GIFTS if document.get("phase") else ACTION)
        self.s.phase = min(self.phase, RELEASE_VALHALLA)
        self.left = [card for age in range(1, self.s.age + 1) for card in deck(age, self.s.seats)]

    def draw(self, items: list[int], number: int, what: str) -> list[int]:
        """So many of the items, from the seed."""
        if len(items) < number:
            raise self.document.wrong(f"no place is left for {number} {what}", "figures")
        return self.s.flow.chance.draw(items, number)

    def provinces(self, *path: str) -> list[int]:
        """The provinces named there, each once."""
        found = [self.document.known(word, PROVINCE_NAMES, *path) for word in self.document.names(*path)]
        if len(set(found)) < len(found):
            raise self.document.wrong(f"{path[-1]} names a province twice", *path)
        return found

    def turn(self) -> int:
        """Whose turn it is."""
        turn = self.document.name(self.clans, "turn")
        return self.s.first_player if turn < 0 else turn

    def card(self, word: str, *path: str) -> int:
        """A card by its name, taken out of those that are left."""
        if plain(word) not in card_names():
            raise self.document.wrong(f"there is no card {quoted(word)}", *path, word=word)
        card = meant(word, self.s)
        if card == NO_CARD:
            raise self.document.wrong(f"{word} is not in the decks up to Age {self.s.age}", *path, word=word)
        if self.phase == GODS_GIFTS and CARDS[card].age == self.s.age and path[-1] in ("upgrades", "discards"):
            raise self.document.wrong(f"{word} is of the Age whose cards are still being drafted", *path, word=word)
        if card not in self.left:
            copies = CARDS[card].copies_for(self.s.seats)
            number = f"are only {copies}" if copies > 1 else f"is {'only one' if copies else 'no'}"
            reason = f"there {number} {full_name(card)} with {self.s.seats} players"
            raise self.document.wrong(reason, *path, word=word)
        self.left.remove(card)
        return card

    def cards(self, *path: str) -> list[int]:
        """The cards named there; none if only a number stands there."""
        if isinstance(self.document.get(*path), int):
            return []
        return [self.card(word, *path) for word in self.document.names(*path)]

    def some(self, number: int, only_quests: bool, *path: str) -> list[int]:
        """So many cards that nobody else has, from the seed: of this Age, or of the last before it that has any."""
        drawn: list[int] = []
        for age in range(self.s.age, 0, -1):
            free = [card for card in self.left if CARDS[card].age == age]
            if only_quests:
                free = [card for card in free if CARDS[card].kind == QUEST]
            drawn += self.s.flow.chance.draw(free, min(len(free), number - len(drawn)))
        if len(drawn) < number:
            raise self.document.wrong(f"there are not {number} such cards left", *path)
        for card in drawn:
            self.left.remove(card)
        return drawn

    def missing(self, usual: int, only_quests: bool, *path: str) -> list[int]:
        """What only a number is said of, or nothing at all."""
        said = self.document.get(*path)
        if said is not None and not isinstance(said, int):
            return []
        return self.some(self.document.number(usual, 0, HAND_CAPACITY, *path), only_quests, *path)
