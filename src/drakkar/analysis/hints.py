"""Hints: the best choices of a decision, by what the deciding seat can see."""

from typing import Any, Final, NamedTuple

from drakkar.analysis.grade import BEST, FEWEST_WORLDS, WORLDS, Grade, Rated, grade
from drakkar.core.game import Preview
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.view import View

# Choices in a hint.
MOST: Final = 3
# A decision with many choices is tried in fewer worlds, so that a hint takes a few seconds at most.
TRIALS: Final = 320
# Decimals of a chance in plain data: a tenth of a point and one more.
DECIMALS: Final = 4


class Hint(NamedTuple):
    """A choice, the seat's chance to win after it, what it loses against the best one, and what can be foreseen.

    `word` is that of the grade: `good` where the difference could be chance.
    """

    choice: Choice
    chance: float
    error: float
    loss: float
    word: str
    preview: Preview

    def to_json(self) -> dict[str, Any]:
        """The hint as plain data for JSON."""
        return {
            "choice": self.choice.to_json(),
            "chance": round(self.chance, DECIMALS),
            "error": round(self.error, DECIMALS),
            "loss": round(self.loss, DECIMALS),
            "word": self.word,
            "preview": self.preview.to_json(),
        }


def hints(view: View, decision: Decision, most: int = MOST, seed: int = 0) -> list[Hint]:
    """The best choices of a decision, the best first; none for a forced one.

    Args:
        view: the view of the deciding seat. Only what it shows has a part in the hints.
        decision: the decision.
        most: how many choices.
        seed: the seed of the worlds; the same seed, view and decision give the same hints.

    Raises:
        BadArgument: the view is not that of the deciding seat, or Drakkar has no network for the game.

    >>> match = drakkar.new("blood_rage", seats=2, seed=7, rulings={"first_game_no_draft": True})
    >>> best = analysis.hints(match.view(0), match.pending[0], most=1)[0]
    >>> best.word, best.loss
    ('best', 0.0)
    """
    worlds = max(FEWEST_WORLDS, min(WORLDS, TRIALS // max(1, len(decision.choices))))
    graded = grade(view, decision, worlds, seed)
    found = [] if graded is None else [_hint(view, graded, one) for one in graded.rated[:most]]
    return sorted(found, key=lambda one: one.loss)


def _hint(view: View, graded: Grade, one: Rated) -> Hint:
    """A hint. The loss comes from a second sample, so the chance is that of the best choice without it."""
    word = graded.word(one.choice)
    loss = 0.0 if word == BEST else max(0.0, graded.loss(one.choice).value)
    chance = max(0.0, graded.rated[0].chance - loss)
    return Hint(one.choice, chance, one.error, loss, word, view.preview(one.choice))
