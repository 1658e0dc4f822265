"""The question of each step of a choice, for the heading of the prompt."""

from typing import Final

from drakkar.page.steps import Step
from drakkar.page.translator import PageTranslator

# By the action of the first step.
QUESTIONS: Final = {"walk": "ask_walk", "sail": "ask_sail", "heal": "ask_heal", "lift": "ask_lift"}
# By the sort of the first step.
OF_SORTS: Final = {"army": "ask_army", "armies": "ask_armies", "card": "ask_space"}


def question(made: tuple[Step, ...], words: PageTranslator) -> str:
    """The question after these steps; empty if it is the question of the rules."""
    key = (OF_SORTS.get(made[0].sort) or QUESTIONS.get(made[0].word, "")) if made else ""
    return words.page(key) if key else ""
