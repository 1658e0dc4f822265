"""Four languages: every name, card text, prompt, reason, choice and log sentence, and the words of page and terminal.

words = drakkar.text.words("pl", "blood_rage")
words.event(event), words.prompt(prompt), words.reason(reason), words.choice(choice), words.name("clan", "wolf")
"""

from drakkar.text.catalogue import ENGLISH, LANGUAGES, PSEUDO, CatalogueError
from drakkar.text.words import CardWords, Words, words

__all__ = ["ENGLISH", "LANGUAGES", "PSEUDO", "CardWords", "CatalogueError", "Words", "words"]
