"""Lords of Ragnarok as the platform sees it. Importing this module loads every rule and every card."""

from random import Random
from typing import Any

from drakkar.core.chance import Chance
from drakkar.core.encoding import Encoding
from drakkar.core.errors import BadArgument
from drakkar.core.evaluator import Evaluator
from drakkar.core.events import Log
from drakkar.core.excerpt import quoted
from drakkar.core.facts import revision
from drakkar.core.game import Game, Outcome, Preview, Value
from drakkar.core.position import Document, write
from drakkar.core.reasons import bare
from drakkar.core.translator import EnglishTranslator, Translator
from drakkar.games.lords_of_ragnarok import (
    invariants,
    preview,
    redeal,
    text_board,
    veil,
    view,
)
from drakkar.games.lords_of_ragnarok.board import REGIONS, RUNE_NAMES
from drakkar.games.lords_of_ragnarok.card import BOSS, CARDS, REWARD_NAMES, WEAPON_NAMES
from drakkar.games.lords_of_ragnarok.cards import texts
from drakkar.games.lords_of_ragnarok.choices import (
    ACTION_WORDS,
    ATTRIBUTE_WORDS,
    CARD_WORDS,
    GOD_WORDS,
    MONSTER_WORDS,
    PAYMENT_WORDS,
    PREPARATION_WORDS,
    REALM_WORDS,
    RUNE_ACTION_WORDS,
    RUNE_WORDS,
    SEA_WORDS,
    SPACE_WORDS,
    notation,
)
from drakkar.games.lords_of_ragnarok.encoding import ENCODING
from drakkar.games.lords_of_ragnarok.evaluator.evaluator import LordsOfRagnarokEvaluator
from drakkar.games.lords_of_ragnarok.game_data import CARD_DATA, FACTS, differences, restated
from drakkar.games.lords_of_ragnarok.hunt import monsters_action
from drakkar.games.lords_of_ragnarok.labels import LABELS
from drakkar.games.lords_of_ragnarok.monsters.monsters import FACE_NAMES
from drakkar.games.lords_of_ragnarok.page.page import PAGE
from drakkar.games.lords_of_ragnarok.positions import at_random
from drakkar.games.lords_of_ragnarok.positions.read import complete
from drakkar.games.lords_of_ragnarok.positions.read import read as read_position
from drakkar.games.lords_of_ragnarok.positions.write import hidden_parts
from drakkar.games.lords_of_ragnarok.positions.write import write as write_position
from drakkar.games.lords_of_ragnarok.rulings import CLAN_LETTERS, CLAN_NAMES, RULINGS
from drakkar.games.lords_of_ragnarok.setup import setup
from drakkar.games.lords_of_ragnarok.sights import LEVELS, SIGHTS
from drakkar.games.lords_of_ragnarok.state import STAGE_NAMES, VICTORY_NAMES, State, rules
from drakkar.games.lords_of_ragnarok.turn import gifts, monster_runes, statue, usurp, wheel_actions
from drakkar.page.game_page import Page

# Imported because each chapter of the rules registers its own actions, and each card its text.
CHAPTERS = (gifts, monster_runes, monsters_action, statue, usurp, wheel_actions, *texts.FILES)

notation.seal()


def payment_name(spelled: str) -> str:
    """A payment with capitalised Runes."""
    return " ".join(word.capitalize() if word in RUNE_NAMES else word for word in spelled.split())


# The words for the values of each sort; other sorts are numbers.
WORDS: dict[str, tuple[str, ...]] = {
    "sea": tuple(SEA_WORDS.full),
    "rune": tuple(RUNE_WORDS.full),
    "attribute": tuple(name.capitalize() for name in ATTRIBUTE_WORDS.full),
    "god": tuple(GOD_WORDS.full),
    "realm": tuple(REALM_WORDS.full),
    "monster": tuple(MONSTER_WORDS.full),
    "the_monster": tuple(
        f"the {'Boss' if number == BOSS else 'Monster'} {name}" for number, name in enumerate(MONSTER_WORDS.full)
    ),
    "card": tuple(CARD_WORDS.short),
    "action": tuple(name.title() for name in ACTION_WORDS.full),
    "rune_action": tuple(name.title() for name in RUNE_ACTION_WORDS.full),
    "payment": tuple(payment_name(name) for name in PAYMENT_WORDS.full),
    "preparation": tuple(name.title() for name in PREPARATION_WORDS.full),
    "stage": STAGE_NAMES,
    "victory": VICTORY_NAMES,
    "face": FACE_NAMES,
    "reward": REWARD_NAMES,
    "a_reward": tuple(str(CARD_DATA["wound_rewards"][name]["said"]) for name in REWARD_NAMES),
    "weapon": WEAPON_NAMES,
    "space": tuple(SPACE_WORDS.full),
}

# Sorts that are grammatical forms of others.
FORMS = ("the_monster", "a_reward")

EVALUATOR = LordsOfRagnarokEvaluator()


class LordsOfRagnarok(Game[State]):
    """The game as registered with the platform."""

    title = "lords_of_ragnarok"
    name = "Lords of Ragnarok"
    rules_version = revision("1", FACTS)
    facts = FACTS
    restated = restated()
    fewest_seats = 2
    most_seats = 4
    sides = CLAN_NAMES
    side_sort = "clan"
    capitals = ("side", "clan", "figure")
    rulings = RULINGS
    book = rules
    scored = False
    labels = LABELS
    sights = SIGHTS
    levels = LEVELS

    def set_up(self, clans: list[int], rulings: dict[str, Value], chance: Chance, log: Log | None) -> State:
        """Section 6."""
        return setup.set_up(clans, rulings, chance, log)

    def copy(self, s: State) -> State:
        """A copy that shares nothing mutable."""
        return s.copy()

    def say(self, s: State, sort: str, value: int) -> str:
        """The rulebook's word for a value."""
        if sort == "clan":
            return CLAN_NAMES[s.sides[value]].capitalize()
        if sort == "region":
            return f"Region {value}"
        return WORDS[sort][value] if sort in WORDS else str(value)

    def names(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """Every word that `say` can return."""
        clans = {"": tuple(name.capitalize() for name in CLAN_NAMES), "letter": CLAN_LETTERS}
        regions = tuple(f"Region {region}" for region in range(REGIONS))
        return {
            "clan": clans,
            "region": {"": regions},
            "place": {"": regions},
            **{
                sort: {"": words, **{form: WORDS[form] for form in FORMS if bare(form) == sort}}
                for sort, words in WORDS.items()
                if sort not in FORMS
            },
        }

    def card_texts(self) -> dict[str, tuple[str, str]]:
        """Cards with the same name have the same text, apart from their numbers."""
        return {card.name: (card.short, card.text) for card in CARDS}

    def likeliest(self, s: State, seat: int, codes: list[int]) -> int:  # noqa: ARG002
        """If words fit several choices, the first."""
        return codes[0]

    def write_position(self, s: State, seat: int | None) -> dict[str, Any]:
        """The table as a position document."""
        return write_position(s, seat)

    def read_position(
        self, document: Document, clans: list[int], rulings: dict[str, Value], chance: Chance, log: Log | None
    ) -> State:
        """A state from a position document."""
        return read_position(document, clans, rulings, chance, log)

    def hidden_parts(self, known: State) -> tuple[str, ...]:
        """LR-24.4: fields with hidden cards."""
        return hidden_parts(known)

    def complete_position(self, s: State, document: Document, seat: int | None) -> State:
        """The state with decks and hidden hands dealt, for a position in the middle of a Hunt or a battle."""
        return complete(s, document, seat)

    def random_position(self, rng: Random, clans: list[str], rulings: dict[str, Value]) -> str:
        """A random position document."""
        return write(at_random.sections(rng, clans, rulings))

    def veil(self, s: State, seat: int | None) -> State:
        """LR-24.4."""
        return veil.veil(s, seat)

    def shows_choices(self, known: State, seat: int) -> bool:
        """LR-18.6, LR-18.16, LR-19.5: these depend on Combat cards only, and everyone sees that a hand is empty."""
        question = rules.asked(known, seat)
        depends_on_hand = question is not None and question.code in ("defence", "hero_round", "battle")
        return depends_on_hand and known.hand.sizes[seat] == 0

    def view(self, known: State, seat: int | None) -> dict[str, Any]:
        """The view of a seat."""
        return view.view(known, seat)

    def redeal(self, known: State, seat: int | None, rng: Random) -> State:
        """A full state that fits what the seat knows."""
        return redeal.redeal(known, seat, rng)

    def preview(self, known: State, seat: int, code: int) -> Preview:
        """The outcome of a choice."""
        return preview.preview(known, seat, code)

    def corrected_facts(self) -> list[tuple[str, Any, Any]]:
        """The facts that differ in this process."""
        return differences()

    def evaluator(self, style: str) -> Evaluator[State]:
        """The evaluator; there are no styles."""
        if style:
            raise BadArgument(f"{self.name} has no styles, so no style {quoted(style)}")
        return EVALUATOR

    def encoding(self) -> Encoding[State]:
        """docs/research.md lists its fields."""
        return ENCODING

    def text_board(
        self, table: dict[str, Any], colours: bool, width: int, translator: Translator | None = None
    ) -> dict[str, str]:
        """Regions, tracks and players, the hand, and the cards laid out."""
        return text_board.text_board(table, colours, width, translator or EnglishTranslator(LABELS, self.capitals))

    def page(self) -> Page:
        """Plain panels, and a map drawn from the data."""
        return PAGE

    def check(self, s: State) -> None:
        """Check the invariants."""
        invariants.check(s)

    def scores(self, s: State) -> tuple[int, ...]:
        """LR-1.1: there is no score; a win counts 1."""
        return tuple(s.winners >> seat & 1 for seat in range(s.seats))

    def outcome(self, s: State, log: Log) -> Outcome:  # noqa: ARG002
        """LR-1.1: the winner and the kind of victory."""
        winners = tuple(seat for seat in range(s.seats) if s.winners >> seat & 1)
        return Outcome(winners, (), [{} for _ in range(s.seats)], VICTORY_NAMES[s.victory])


GAME = LordsOfRagnarok()
