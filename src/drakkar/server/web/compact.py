"""Removes the layout of templates: line breaks and indentation that do not show on a page are not sent.

Templates have one element per line, for their authors. When a template is loaded, a line break with its indentation is
removed beside a block element, where it would not show, and becomes one space elsewhere. Line breaks beside statements
follow Jinja's `trim_blocks` and `lstrip_blocks`. Spaces within a line stay.

The only line breaks left in a panel come from the filter `row`: `rows.py` compares panels line by line.
"""

import re
from typing import Final

from jinja2.ext import Extension

_JINJA: Final = r"\{%.*?%\}|\{\{.*?\}\}|\{\#.*?\#\}"
_TOKEN: Final = re.compile(
    rf"""(?P<kept><(?P<name>pre|textarea)\b.*?</(?P=name)>)
    |(?P<jinja>{_JINJA})
    |(?P<tag><(?P<end>/?)(?P<element>[a-zA-Z][\w:-]*)(?:{_JINJA}|"(?:{_JINJA}|[^"])*"|[^<>"])*>)
    |(?P<layout>[ \t]*\n\s*)
    |(?P<text>[^<{{\s]+|[^\S\n]+|.)""",
    re.DOTALL | re.VERBOSE,
)
_WITHIN_TAG: Final = re.compile(
    rf"""(?P<value>"(?:{_JINJA}|[^"])*")
    |\s*(?P<condition>\{{%-?\s*(?:if|elif|else)\b.*?%\}})\s*
    |\s*(?P<endif>\{{%-?\s*endif\s*-?%\}})
    |(?P<jinja>{_JINJA})
    |(?P<end>\s*/?>$)
    |(?P<layout>\s*\n\s*)""",
    re.DOTALL | re.VERBOSE,
)

# Spaces beside their tags do not show.
_BLOCK_NAMES: Final = """
html head body title meta link script style template base
address article aside blockquote br details dialog div dl dt dd fieldset figure figcaption footer form
h1 h2 h3 h4 h5 h6 header hr legend li main nav ol p section summary ul option optgroup
table caption colgroup col thead tbody tfoot tr th td
circle clipPath defs ellipse g line linearGradient marker mask path pattern polygon polyline radialGradient rect
stop symbol text use
"""
_BLOCKS: Final = frozenset(_BLOCK_NAMES.split())
# Inline elements; spaces inside their edges do not show.
_BOXES: Final = frozenset({"button", "select", "svg"})


class Compact(Extension):
    """A Jinja extension that loads each template through `compact`."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002 - Jinja's signature
        """The template without its layout."""
        return compact(source)


def compact(source: str) -> str:
    """A template without line breaks and indentation that do not show."""
    tokens = list(_TOKEN.finditer(source))
    made = []
    for number, token in enumerate(tokens):
        if token["layout"] is not None:
            before = tokens[number - 1] if number else None
            after = tokens[number + 1] if number + 1 < len(tokens) else None
            made.append(_space(before, after, token[0]))
        elif token["tag"] is not None:
            made.append(_WITHIN_TAG.sub(_attribute, token[0]))
        else:
            made.append(token[0])
    return "".join(made)


def _space(before: re.Match[str] | None, after: re.Match[str] | None, layout: str) -> str:
    """The replacement for a line break between two tokens."""
    if before is None or after is None or _hides(before, "/") or _hides(after, ""):
        return ""
    if _is_statement(before):
        return "" if _is_statement(after) or layout.endswith("\n") else " "
    return " "


def _hides(token: re.Match[str], edge: str) -> bool:
    """Whether spaces beside a tag do not show; for a box, `edge` says which of its tags has the outer side here."""
    name = token["element"]
    return name in _BLOCKS or (name in _BOXES and token["end"] != edge)


def _is_statement(token: re.Match[str]) -> bool:
    return token["jinja"] is not None and not token[0].startswith("{{")


def _attribute(found: re.Match[str]) -> str:
    """A part of a tag: one space before each attribute, inside the attribute's condition."""
    if found["condition"]:
        return found["condition"] + " "
    if found["layout"]:
        return " "
    if found["value"]:
        return re.sub(r"\s*\n\s*", " ", found[0])
    return found["jinja"] or found[0].strip()
