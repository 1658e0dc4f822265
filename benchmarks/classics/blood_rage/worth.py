"""The value of things, in Glory, to a clan of the default style."""

from typing import Final

from benchmarks.classics.blood_rage.styles import Style
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.ages import LAST_AGE
from drakkar.games.blood_rage.card import CARDS, MONSTER_CARDS
from drakkar.games.blood_rage.clans import END_BONUS, LAST_STEP, TRACKS, step_of, strength_of
from drakkar.games.blood_rage.events import RELEASE_GLORY
from drakkar.games.blood_rage.figures import FIRST_MONSTER, LEADER
from drakkar.games.blood_rage.state import ACTION, ALL_STATS, AXES, FIVE_GLORY, HORNS, RAGE, STATS, State

RAGE_WORTH: Final = 0.8

# The value of a step with 0 to 3 Ages ahead: the bonus of BR-18.1, as far as it can be expected.
END_HOPES: Final[tuple[tuple[float, ...], ...]] = (
    tuple(float(bonus) for bonus in END_BONUS),
    (0.0, 1.5, 5.0, 10.5, 13.0, 20.0),
    (0.0, 2.5, 6.0, 11.0, 14.0, 20.0),
    (0.0, 3.0, 6.5, 11.0, 14.5, 20.0),
)
# The value of one more Rage, Axe or Horn in every Age that is still to be played.
USE_OF_STAT: Final[tuple[float, ...]] = (RAGE_WORTH, 1.2, 0.7)


def ages_ahead(s: State) -> int:
    """How many Action phases are still to be played, the current one included."""
    return LAST_AGE - s.age + (1 if s.phase <= ACTION else 0)


def step_worth(s: State, which: int, step: int) -> float:
    """The value of having a stat on a step."""
    ahead = ages_ahead(s)
    # Rage is set when the Action phase begins, so a later step only helps in the next one.
    uses = ahead - 1 if which == RAGE and s.phase == ACTION else ahead
    return END_HOPES[ahead][step - 1] + USE_OF_STAT[which] * float(uses * (TRACKS[which][step - 1] - TRACKS[which][0]))


def stats_worth(s: State, seat: int) -> float:
    """The value of all three stats."""
    return (
        step_worth(s, RAGE, step_of(s, seat, RAGE))
        + step_worth(s, AXES, step_of(s, seat, AXES))
        + step_worth(s, HORNS, step_of(s, seat, HORNS))
    )


def raise_worth(s: State, seat: int, which: int) -> float:
    """The value of raising a stat by one step."""
    step = step_of(s, seat, which)
    return step_worth(s, which, step + 1) - step_worth(s, which, step) if step < LAST_STEP else 0.0


def best_raise(s: State, seat: int) -> float:
    """The value of raising the best stat by one step."""
    return max(raise_worth(s, seat, RAGE), raise_worth(s, seat, AXES), raise_worth(s, seat, HORNS))


def reward_worth(s: State, seat: int, token: int) -> float:
    """BR-13.14."""
    if token == FIVE_GLORY:
        return 5.0
    if token == ALL_STATS:
        return sum(raise_worth(s, seat, which) for which in range(STATS))
    return raise_worth(s, seat, token)


def on_sheet_worth(s: State, style: Style, card: int) -> float:
    """The remaining value of an upgrade on the clan sheet: its value in the hand plus its price, Age by Age."""
    whole = style.cards[card] + float(CARDS[card].cost) * RAGE_WORTH + 1.0
    return whole * float(ages_ahead(s)) / float(LAST_AGE + 1 - CARDS[card].age)


def release_worth(s: State, seat: int, style: Style) -> float:
    """The value of releasing a figure from Valhalla."""
    return style.deaths * float(RELEASE_GLORY.of(s, seat, 0))


def figure_worth(s: State, seat: int, figure: int) -> float:
    """What a figure on the board saves its clan in the next Age: half of what it costs to bring it there again.

    The Leader is free, but takes an action.
    """
    if figure == LEADER:
        return RAGE_WORTH
    price = MONSTER_CARDS[figure - FIRST_MONSTER].cost if figure >= FIRST_MONSTER else strength_of(s, seat, figure)
    return 0.5 * RAGE_WORTH * float(price)
