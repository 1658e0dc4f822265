"""Short quotes of outside text, for refusals."""

from typing import Final

# Maximum length of a quoted name or value.
QUOTED: Final = 80
# Maximum length of a quoted line.
PASSAGE: Final = 180
# Maximum length of quoted input in any refusal.
ECHOED: Final = 200
# Longer than any sentence of our own with all the names it lists.
LONGEST_MESSAGE: Final = 1000
CUT: Final = "…"


def excerpt(text: str, most: int = PASSAGE) -> str:
    """The text, shortened to `most` characters: its start, an ellipsis and a little of its end."""
    if len(text) <= most:
        return text
    end = most // 4
    return text[: most - end - len(CUT)] + CUT + text[len(text) - end :]


def quoted(value: object) -> str:
    """The `repr` of a value, shortened to one line."""
    if isinstance(value, str):
        return excerpt(repr(excerpt(value, QUOTED)), QUOTED)
    try:
        return excerpt(repr(value), QUOTED)
    except (ValueError, RecursionError):  # huge integers, deep nesting
        return f"a {type(value).__name__} beyond words"


def unquoted(text: str) -> str:
    """The same without quotation marks, for a sentence that has its own."""
    return quoted(text)[1:-1]


def message(text: str) -> str:
    """An error message: shortened if it must contain long input, and always encodable."""
    short = excerpt(text) if len(text) > LONGEST_MESSAGE else text
    return short if short.isascii() else short.encode("utf-8", "backslashreplace").decode()
