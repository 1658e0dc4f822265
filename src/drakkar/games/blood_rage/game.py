"""Blood Rage as the platform sees it. Importing this module loads every rule and every card."""

from random import Random
from typing import Any

from drakkar.core.chance import Chance
from drakkar.core.encoding import Encoding
from drakkar.core.errors import BadArgument
from drakkar.core.evaluator import Evaluator
from drakkar.core.events import Log
from drakkar.core.excerpt import quoted
from drakkar.core.game import Game, Outcome, Preview, Value
from drakkar.core.position import Document, write
from drakkar.core.translator import EnglishTranslator, Translator
from drakkar.games.blood_rage import (
    invariants,
    march,
    pillage,
    preview,
    redeal,
    setup,
    tally,
    text_board,
    upgrade,
    veil,
    view,
)
from drakkar.games.blood_rage.actions import why_not_a_turn
from drakkar.games.blood_rage.ages import LAST_AGE, winners
from drakkar.games.blood_rage.board import PLACE_NAMES, REGIONS
from drakkar.games.blood_rage.card import CARDS, KIND_NAMES
from drakkar.games.blood_rage.choices import CARD_WORDS, FIGURE_WORDS, STAT_NAMES, notation
from drakkar.games.blood_rage.clans import SOURCE_NAMES, SOURCE_TITLES
from drakkar.games.blood_rage.encoding import ENCODING
from drakkar.games.blood_rage.evaluator.evaluator import BloodRageEvaluator
from drakkar.games.blood_rage.evaluator.styles import STYLES
from drakkar.games.blood_rage.events import AGE_BEGINS, BONUS_X, GLORY, GLORY_LOST
from drakkar.games.blood_rage.figures import FIRST_MONSTER, WARRIOR
from drakkar.games.blood_rage.labels import LABELS
from drakkar.games.blood_rage.page.page import PAGE
from drakkar.games.blood_rage.positions import at_random
from drakkar.games.blood_rage.positions.read import read as read_position
from drakkar.games.blood_rage.positions.write import hidden_parts
from drakkar.games.blood_rage.positions.write import write as write_position
from drakkar.games.blood_rage.rulings import CLAN_LETTERS, CLAN_NAMES, RULINGS
from drakkar.games.blood_rage.sights import LEVELS, SIGHTS
from drakkar.games.blood_rage.state import PHASE_NAMES, State, rules
from drakkar.page.game_page import Page

# Imported because each chapter of the rules registers its own actions, and the tally its counts.
CHAPTERS = (march, upgrade, pillage, tally)

notation.seal()


def figure_name(figure: int, form: str = "figure") -> str:
    """Warrior, Leader, Ship, or the Monster's name; with an article in the forms that have one."""
    name = FIGURE_WORDS.full[figure] if figure >= FIRST_MONSTER else FIGURE_WORDS.full[figure].capitalize()
    return name if form == "figure" else f"{'a' if form == 'a_figure' and figure == WARRIOR else 'the'} {name}"


EVALUATORS = {name: BloodRageEvaluator(style) for name, style in STYLES.items()}


class BloodRage(Game[State]):
    """The game as registered with the platform."""

    title = "blood_rage"
    name = "Blood Rage"
    rules_version = "1"
    fewest_seats = 2
    most_seats = 5
    sides = CLAN_NAMES
    side_sort = "clan"
    capitals = ("side", "clan", "figure")
    rulings = RULINGS
    book = rules
    labels = LABELS
    styles = tuple(style for style in STYLES if style)
    sights = SIGHTS
    levels = LEVELS

    def set_up(self, clans: list[int], rulings: dict[str, Value], chance: Chance, log: Log | None) -> State:
        """Section 4."""
        return setup.set_up(clans, rulings, chance, log)

    def copy(self, s: State) -> State:
        """A copy that shares nothing mutable."""
        return s.copy()

    def say(self, s: State, sort: str, value: int) -> str:
        """The rulebook's word for a value."""
        if sort == "clan":
            return CLAN_NAMES[s.sides[value]].capitalize()
        if sort in ("place", "province"):
            return PLACE_NAMES[value]
        if sort == "card":
            return CARD_WORDS.short[value]
        if sort in ("figure", "a_figure", "the_figure"):
            return figure_name(value, sort)
        if sort == "stat":
            return STAT_NAMES[value].capitalize()
        if sort == "token":
            return view.TOKEN_NAMES[value]
        if sort == "phase":
            return PHASE_NAMES[value]
        if sort == "kind":
            return KIND_NAMES[value].capitalize()
        if sort == "source":
            return SOURCE_NAMES[value]
        number = "X" if sort == "bonus" and value == BONUS_X else str(value)
        return f"+{number}" if sort == "bonus" else number

    def names(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """Every word that `say` and the view can return."""
        figures = range(len(FIGURE_WORDS.full))
        return {
            "clan": {"": tuple(name.capitalize() for name in CLAN_NAMES), "letter": CLAN_LETTERS},
            "place": {"": PLACE_NAMES},
            "region": {"": tuple(REGIONS)},
            "card": {"": tuple(dict.fromkeys(CARD_WORDS.short))},
            "figure": {
                "": tuple(figure_name(figure) for figure in figures),
                "a_figure": tuple(figure_name(figure, "a_figure") for figure in figures),
                "the_figure": tuple(figure_name(figure, "the_figure") for figure in figures),
            },
            "stat": {"": tuple(name.capitalize() for name in STAT_NAMES)},
            "token": {"": view.TOKEN_NAMES},
            "phase": {"": PHASE_NAMES},
            "kind": {"": tuple(name.capitalize() for name in KIND_NAMES)},
            "source": {"": SOURCE_NAMES, "name": SOURCE_TITLES},
            "god": {"": tuple(dict.fromkeys(card.god for card in CARDS if card.god))},
        }

    def card_texts(self) -> dict[str, tuple[str, str]]:
        """Cards with the same name have the same text."""
        return {card.name: (card.short, card.text) for card in CARDS}

    def likeliest(self, s: State, seat: int, codes: list[int]) -> int:
        """Among cards with the same name, the one that the seat holds, otherwise the one of this Age."""

        def fitness(code: int) -> tuple[bool, bool]:
            verb = notation.verbs[notation.verb_of[code]]
            card = CARDS[(code - verb.base) // verb.width] if verb.words and verb.words[0] is CARD_WORDS else None
            return card is not None and s.hand.has(seat, card.number), card is not None and card.age == s.age

        return max(codes, key=fitness)

    def why_not_asked(self, s: State, seat: int) -> int:
        """BR-6.6, BR-6.8."""
        return why_not_a_turn(s, seat)

    def write_position(self, s: State, seat: int | None) -> dict[str, Any]:
        """The table as a position document."""
        return write_position(s, seat)

    def read_position(
        self, document: Document, clans: list[int], rulings: dict[str, Value], chance: Chance, log: Log | None
    ) -> State:
        """A state from a position document."""
        return read_position(document, clans, rulings, chance, log)

    def hidden_parts(self, known: State) -> tuple[str, ...]:
        """BR-3.20, BR-3.22: fields with hidden cards or memory."""
        return hidden_parts(known)

    def random_position(self, rng: Random, clans: list[str], rulings: dict[str, Value]) -> str:
        """A random position document."""
        return write(at_random.sections(rng, clans, rulings))

    def veil(self, s: State, seat: int | None) -> State:
        """BR-3.20, BR-3.22."""
        return veil.veil(s, seat)

    def shows_choices(self, known: State, seat: int) -> bool:
        """Everyone sees that a hand is empty; in a draft the cards to choose from are not in the hand."""
        question = rules.asked(known, seat)
        return question is not None and not question.draft and known.hand.sizes[seat] == 0

    def view(self, known: State, seat: int | None) -> dict[str, Any]:
        """The view of a seat."""
        return view.view(known, seat)

    def redeal(self, known: State, seat: int | None, rng: Random) -> State:
        """A full state that fits what the seat knows."""
        return redeal.redeal(known, seat, rng)

    def preview(self, known: State, seat: int, code: int) -> Preview:
        """The outcome of a choice."""
        return preview.preview(known, seat, code)

    def evaluator(self, style: str) -> Evaluator[State]:
        """The evaluator of a style."""
        if style not in EVALUATORS:
            raise BadArgument(f"{self.name} has no style {quoted(style)}; there are: {', '.join(self.styles)}")
        return EVALUATORS[style]

    def encoding(self) -> Encoding[State]:
        """docs/research.md lists its fields."""
        return ENCODING

    def check(self, s: State) -> None:
        """Check the invariants."""
        invariants.check(s)

    def text_board(
        self, table: dict[str, Any], colours: bool, width: int, translator: Translator | None = None
    ) -> dict[str, str]:
        """Map and clan sheets, the cards to pick from, the hand."""
        return text_board.text_board(table, colours, width, translator or EnglishTranslator(LABELS, self.capitals))

    def page(self) -> Page:
        """Map, sheets, cards and battles."""
        return PAGE

    def scores(self, s: State) -> tuple[int, ...]:
        """BR-1.4."""
        return tuple(s.glory)

    def outcome(self, s: State, log: Log) -> Outcome:
        """BR-18.3, with the source and the Age of every Glory scored."""
        sheet = [{name: [0] * LAST_AGE for name in SOURCE_NAMES} for _ in range(s.seats)]
        gained = [kind.number for kind in GLORY]
        # A match set up from a position may begin in a later Age.
        age = s.age - sum(kind == AGE_BEGINS.number for kind, _, _ in log.entries)
        for kind, _, values in log.entries:
            if kind == AGE_BEGINS.number:
                age = values[0]
            elif kind in gained or kind == GLORY_LOST.number:
                seat, amount, source = values[:3]
                sheet[seat][SOURCE_NAMES[source]][age - 1] += amount if kind in gained else -amount
        return Outcome(tuple(winners(s)), tuple(s.glory), sheet)


GAME = BloodRage()
