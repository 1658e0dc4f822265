"""HTML from Python: everything that is not markup already is escaped."""

from html import escape
from typing import Final

VOID: Final = ("meta", "link")


class Html(str):
    """Text that is markup."""

    __slots__ = ()


Inside = str | None
Value = str | int | float | None


def tag(name: str, /, *inside: Inside, **attributes: Value) -> Html:
    """An element. `class_` is class, other underscores become dashes; None values are left out."""
    named = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items() if value is not None}
    told = "".join(f' {key}="{escape(_said(value))}"' for key, value in named.items())
    if name in VOID:
        return Html(f"<{name}{told}/>")
    return Html(f"<{name}{told}>{joined(*inside)}</{name}>")


def joined(*parts: Inside) -> Html:
    """Concatenate parts; a number and its per cent sign are not separated."""
    return Html("".join(part if isinstance(part, Html) else _escaped(part) for part in parts if part))


def _escaped(text: str) -> str:
    return escape(text, quote=False).replace(" %", "\N{NO-BREAK SPACE}%")


def _said(value: Value) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
