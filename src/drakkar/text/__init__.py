"""Four languages: names, card texts, prompts, reasons, choices and log sentences, and the words of page and terminal.

polish = drakkar.text.translator("pl", "blood_rage")
polish.event(event), polish.prompt(prompt), polish.reason(reason), polish.choice(choice), polish.name("side", "wolf")
"""

from drakkar.text.catalogue import ENGLISH, LANGUAGES, PSEUDO, CatalogueError
from drakkar.text.translator import CardWords, CatalogueTranslator, translator

__all__ = ["ENGLISH", "LANGUAGES", "PSEUDO", "CardWords", "CatalogueError", "CatalogueTranslator", "translator"]
