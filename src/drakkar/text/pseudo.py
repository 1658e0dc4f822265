"""A pseudo-language: English with every letter changed. Text that still reads as English is not translated."""

import re
from typing import Final

PLAIN: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
CHANGED: Final = "áƀćđéƒǵĥíĵķłḿńóƥɋŕśŧúṽŵẋýźÁɃĆĐÉƑǴĤÍĴĶŁḾŃÓƤɊŔŚŦÚṼŴẊÝŹ"
TABLE: Final = str.maketrans(PLAIN, CHANGED)


def pseudo(text: str) -> str:
    """The text with changed letters; its holes are kept."""
    return "".join(
        piece if piece.startswith("{") else piece.translate(TABLE) for piece in re.split(r"(\{[^{}]*\})", text)
    )
