"""The title: what the platform asks of Lords of Ragnarok as a whole. Importing it loads every rule and every card."""

from random import Random
from typing import Any

from drakkar.core.chance import Chance
from drakkar.core.errors import BadOptions
from drakkar.core.events import Log
from drakkar.core.game import Game, Outcome, Preview, Value
from drakkar.core.judge import Judge
from drakkar.core.page import Page
from drakkar.core.position import Document, write
from drakkar.core.reasons import bare
from drakkar.core.speech import Speech
from drakkar.games.lords_of_ragnarok import (
    gifts,
    invariants,
    monster_runes,
    monsters_action,
    preview,
    redeal,
    setup,
    statue,
    text_board,
    usurp,
    veil,
    view,
    wheel_actions,
)
from drakkar.games.lords_of_ragnarok.board import REGIONS, RUNE_NAMES
from drakkar.games.lords_of_ragnarok.cards import texts
from drakkar.games.lords_of_ragnarok.cards.kinds import BOSS, CARDS, REWARD_NAMES, WEAPON_NAMES
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
from drakkar.games.lords_of_ragnarok.facts import PRINTED
from drakkar.games.lords_of_ragnarok.judge.judge import LordsOfRagnarokJudge
from drakkar.games.lords_of_ragnarok.labels import LABELS
from drakkar.games.lords_of_ragnarok.monsters import FACE_NAMES
from drakkar.games.lords_of_ragnarok.options import CLAN_LETTERS, CLAN_NAMES, OPTIONS
from drakkar.games.lords_of_ragnarok.page.page import PAGE
from drakkar.games.lords_of_ragnarok.positions import at_random
from drakkar.games.lords_of_ragnarok.positions.read import read as read_position
from drakkar.games.lords_of_ragnarok.positions.write import write as write_position
from drakkar.games.lords_of_ragnarok.state import STAGE_NAMES, VICTORY_NAMES, State, rules

# Every chapter of the rules offers its own actions, every card its text.
CHAPTERS = (gifts, monster_runes, monsters_action, statue, usurp, wheel_actions, *texts.FILES)

notation.seal()


def payment_name(spelled: str) -> str:
    """A payment with its Runes as names."""
    return " ".join(word.capitalize() if word in RUNE_NAMES else word for word in spelled.split())


# The words for the values of each sort; a sort that is not here is a number.
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
    "a_reward": tuple(str(PRINTED["wound_rewards"][name]["said"]) for name in REWARD_NAMES),
    "weapon": WEAPON_NAMES,
    "space": tuple(SPACE_WORDS.full),
}

# Sorts that are further forms of others.
FORMS = ("the_monster", "a_reward")

JUDGE = LordsOfRagnarokJudge()


class LordsOfRagnarok(Game[State]):
    """The title."""

    title = "lords_of_ragnarok"
    name = "Lords of Ragnarok"
    rules_version = "1"
    fewest_seats = 2
    most_seats = 4
    clans = CLAN_NAMES
    options = OPTIONS
    book = rules
    scored = False
    labels = LABELS

    def set_up(self, clans: list[int], options: dict[str, Value], chance: Chance, log: Log | None) -> State:
        """Section 6."""
        return setup.set_up(clans, options, chance, log)

    def copy(self, s: State) -> State:
        """A state that shares nothing."""
        return s.copy()

    def say(self, s: State, sort: str, value: int) -> str:
        """The words of the rulebook."""
        if sort == "clan":
            return CLAN_NAMES[s.clans[value]].capitalize()
        if sort == "region":
            return f"Region {value}"
        return WORDS[sort][value] if sort in WORDS else str(value)

    def names(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """Every word that `say` can answer with."""
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
        """Cards of one name have one text, but for their numbers."""
        return {card.name: (card.short, card.text) for card in CARDS}

    def likeliest(self, s: State, seat: int, codes: list[int]) -> int:  # noqa: ARG002
        """Words that fit several choices mean the first."""
        return codes[0]

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
        """LR-24.4."""
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
        if style:
            raise BadOptions(f"{self.name} is played in no styles, so not in the style {style!r}")
        return JUDGE

    def text_board(
        self, table: dict[str, Any], colours: bool, width: int, speech: Speech | None = None
    ) -> dict[str, str]:
        """Regions, tracks and players, the hand, what is laid out."""
        return text_board.text_board(table, colours, width, speech or Speech(LABELS))

    def page(self) -> Page:
        """Plain panels, and a map drawn from the data."""
        return PAGE

    def check(self, s: State) -> None:
        """The invariants."""
        invariants.check(s)

    def glory(self, s: State) -> tuple[int, ...]:
        """LR-1.1: there is no score, only winning."""
        return tuple(s.winners >> seat & 1 for seat in range(s.seats))

    def outcome(self, s: State, log: Log) -> Outcome:  # noqa: ARG002
        """LR-1.1: who has won, and how."""
        winners = tuple(seat for seat in range(s.seats) if s.winners >> seat & 1)
        return Outcome(winners, (), [{} for _ in range(s.seats)], VICTORY_NAMES[s.victory])


GAME = LordsOfRagnarok()
