"""The question of each step of a choice, for the heading of the prompt."""

from typing import Final

from drakkar.page.steps import Step
from drakkar.page.translator import PageTranslator

# By the action, the number of steps made, and the sort of the next one.
QUESTIONS: Final = {
    ("invade", 1, "figure"): "ask_invader",
    ("invade", 2, "place"): "ask_landing",
    ("march", 1, "place"): "ask_origin",
    ("march", 2, "place"): "ask_march",
    ("upgrade", 1, "card"): "ask_upgrade",
    ("upgrade", 2, "slot"): "ask_slot",
    ("quest", 1, "card"): "ask_quest",
    ("pillage", 1, "place"): "ask_pillage",
}


def question(made: tuple[Step, ...], sort: str, words: PageTranslator) -> str:
    """The question after these steps, which names the latest figure, card or place; empty if it has none of its own."""
    key = QUESTIONS.get((made[0].word, len(made), sort), "") if made else ""
    if not key:
        return ""
    kind, _, word = made[-1].parts[0] if made[-1].parts else ("", 0, "")
    return words.page(key, name=words.name(kind, word) if word else "")
