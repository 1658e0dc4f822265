"""The title: what the platform asks of Blood Rage as a whole. Importing it loads every rule and every card."""

from random import Random
from typing import Any

from drakkar.core.chance import Chance
from drakkar.core.encoding import Encoding
from drakkar.core.errors import BadOptions
from drakkar.core.events import Log
from drakkar.core.game import Game, Outcome, Preview, Value
from drakkar.core.judge import Judge
from drakkar.core.page import Page
from drakkar.core.position import Document, write
from drakkar.core.speech import Speech
from drakkar.games.blood_rage import (
    invariants,
    march,
    pillage,
    preview,
    redeal,
    setup,
    text_board,
    upgrade,
    veil,
    view,
)
from drakkar.games.blood_rage.actions import why_not_a_turn
from drakkar.games.blood_rage.ages import LAST_AGE, winners
from drakkar.games.blood_rage.board import PLACE_NAMES, REGIONS
from drakkar.games.blood_rage.cards.kinds import CARDS, KIND_NAMES
from drakkar.games.blood_rage.choices import CARD_WORDS, FIGURE_WORDS, STAT_NAMES, notation
from drakkar.games.blood_rage.clans import SOURCE_NAMES, SOURCE_TITLES
from drakkar.games.blood_rage.encoding import ENCODING
from drakkar.games.blood_rage.events import AGE_BEGINS, BONUS_X, GLORY, GLORY_LOST
from drakkar.games.blood_rage.figures import FIRST_MONSTER, WARRIOR
from drakkar.games.blood_rage.judge.judge import BloodRageJudge
from drakkar.games.blood_rage.judge.taste import TASTES
from drakkar.games.blood_rage.labels import LABELS
from drakkar.games.blood_rage.options import CLAN_LETTERS, CLAN_NAMES, OPTIONS
from drakkar.games.blood_rage.page.page import PAGE
from drakkar.games.blood_rage.positions import at_random
from drakkar.games.blood_rage.positions.read import read as read_position
from drakkar.games.blood_rage.positions.write import write as write_position
from drakkar.games.blood_rage.state import PHASE_NAMES, State, rules

# Every chapter of the rules offers its own actions.
CHAPTERS = (march, upgrade, pillage)

notation.seal()


def figure_name(figure: int, form: str = "figure") -> str:
    """Warrior, Leader, Ship, or the Monster's name; with the article of a sentence, if it wants one."""
    name = FIGURE_WORDS.full[figure] if figure >= FIRST_MONSTER else FIGURE_WORDS.full[figure].capitalize()
    return name if form == "figure" else f"{'a' if form == 'a_figure' and figure == WARRIOR else 'the'} {name}"


JUDGES = {style: BloodRageJudge(taste) for style, taste in TASTES.items()}


class BloodRage(Game[State]):
    """The title."""

    title = "blood_rage"
    name = "Blood Rage"
    rules_version = "1"
    fewest_seats = 2
    most_seats = 5
    clans = CLAN_NAMES
    options = OPTIONS
    book = rules
    labels = LABELS
    styles = tuple(style for style in TASTES if style)

    def set_up(self, clans: list[int], options: dict[str, Value], chance: Chance, log: Log | None) -> State:
        """Section 4."""
        return setup.set_up(clans, options, chance, log)

    def copy(self, s: State) -> State:
        """A state that shares nothing."""
        return s.copy()

    def say(self, s: State, sort: str, value: int) -> str:
        """The words of the rulebook."""
        if sort == "clan":
            return CLAN_NAMES[s.clans[value]].capitalize()
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
        """Every word that `say` can answer with, and those of the view."""
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
        """Cards of one name have one text."""
        return {card.name: (card.short, card.text) for card in CARDS}

    def likeliest(self, s: State, seat: int, codes: list[int]) -> int:
        """Of cards with one name the one that the seat holds, otherwise the one of this Age."""

        def fitness(code: int) -> tuple[bool, bool]:
            verb = notation.verbs[notation.verb_of[code]]
            card = CARDS[(code - verb.base) // verb.width] if verb.words and verb.words[0] is CARD_WORDS else None
            return card is not None and s.hand.has(seat, card.number), card is not None and card.age == s.age

        return max(codes, key=fitness)

    def why_not_asked(self, s: State, seat: int) -> int:
        """BR-6.6, BR-6.8."""
        return why_not_a_turn(s, seat)

    def write_position(self, s: State, seat: int | None) -> dict[str, Any]:
        """What lies on the table."""
        return write_position(s, seat)

    def read_position(
        self, document: Document, clans: list[int], options: dict[str, Value], chance: Chance, log: Log | None
    ) -> State:
        """A table laid by hand."""
        return read_position(document, clans, options, chance, log)

    def random_position(self, rng: Random, clans: list[str], settings: dict[str, Value]) -> str:
        """A table laid at random."""
        return write(at_random.sections(rng, clans, settings))

    def veil(self, s: State, seat: int | None) -> State:
        """BR-3.20, BR-3.22."""
        return veil.veil(s, seat)

    def view(self, known: State, seat: int | None) -> dict[str, Any]:
        """The table as a seat may see it."""
        return view.view(known, seat)

    def redeal(self, known: State, seat: int | None, rng: Random) -> State:
        """A state that the seat could be in."""
        return redeal.redeal(known, seat, rng)

    def preview(self, known: State, seat: int, code: int) -> Preview:
        """What would come of a choice."""
        return preview.preview(known, seat, code)

    def judge(self, style: str) -> Judge[State]:
        """A player of experience."""
        if style not in JUDGES:
            raise BadOptions(f"nobody plays {self.name} in the style {style!r}; there are: {', '.join(self.styles)}")
        return JUDGES[style]

    def encoding(self) -> Encoding[State]:
        """docs/research.md lists its fields."""
        return ENCODING

    def check(self, s: State) -> None:
        """The invariants."""
        invariants.check(s)

    def text_board(
        self, table: dict[str, Any], colours: bool, width: int, speech: Speech | None = None
    ) -> dict[str, str]:
        """Map and clan sheets, the cards to pick from, the hand."""
        return text_board.text_board(table, colours, width, speech or Speech(LABELS))

    def page(self) -> Page:
        """Map, sheets, cards and battles."""
        return PAGE

    def glory(self, s: State) -> tuple[int, ...]:
        """BR-1.4."""
        return tuple(s.glory)

    def outcome(self, s: State, log: Log) -> Outcome:
        """BR-18.3, with the source and the Age of every Glory scored."""
        sheet = [{name: [0] * LAST_AGE for name in SOURCE_NAMES} for _ in range(s.seats)]
        gained = [kind.number for kind in GLORY]
        # A match that begins with a position may begin in a later Age.
        age = s.age - sum(kind == AGE_BEGINS.number for kind, _, _ in log.entries)
        for kind, _, values in log.entries:
            if kind == AGE_BEGINS.number:
                age = values[0]
            elif kind in gained or kind == GLORY_LOST.number:
                seat, amount, source = values[:3]
                sheet[seat][SOURCE_NAMES[source]][age - 1] += amount if kind in gained else -amount
        return Outcome(tuple(winners(s)), tuple(s.glory), sheet)


GAME = BloodRage()
