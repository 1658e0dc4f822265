"""A linter for style sheets: declarations that a browser would silently drop, and duplicate palette entries.

tinycss2 parses the sheets; the lexer of Pygments knows the CSS properties.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import tinycss2
from pygments.lexers.css import CssLexer
from pygments.token import Keyword

# Properties of SVG, which Pygments does not list.
SVG = frozenset({"paint-order", "text-anchor", "vector-effect"})
# Newer properties, which Pygments does not list either.
NEWER = frozenset({"zoom"})
# At-rules that contain rules; the others contain declarations or nothing.
NESTING = frozenset({"media", "supports", "layer", "container", "keyframes", "scope", "starting-style"})


class Block(NamedTuple):
    """One rule: the at-rules around it, its selectors, and its declarations as (line, property, value)."""

    context: str
    selectors: str
    line: int
    declarations: list[tuple[int, str, str]]


def faults(sheets: Iterable[Path], scripts: str = "") -> list[str]:
    """The faults of style sheets that are used together; `scripts` may define custom properties too."""
    found: list[str] = []
    defined: set[str] = set(re.findall(r"--[\w-]+", scripts))
    used: list[tuple[str, str]] = []
    for sheet in sheets:
        text = sheet.read_text("utf-8")
        blocks = []
        for one in read(text):
            if isinstance(one, Block):
                blocks.append(one)
            else:
                found.append(f"{sheet.name}:{one}")
        found += [f"{sheet.name}:{fault}" for block in blocks for fault in block_faults(block)]
        found += [f"{sheet.name}:{fault}" for fault in defined_twice(blocks)]
        defined |= {name for block in blocks for _, name, _ in block.declarations if name.startswith("--")}
        used += [
            (f"{sheet.name}:{line}", name)
            for block in blocks
            for line, _, value in block.declarations
            for name in re.findall(r"var\(\s*(--[\w-]+)\s*\)", value)
        ]
    return found + [f"{where}: var({name}) is defined nowhere" for where, name in used if name not in defined]


def read(text: str) -> Iterator[Block | str]:
    """The rules of a sheet, including those in @media and the like, or the place of a syntax error."""
    yield from _rules(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True), "")


def _rules(nodes: list[Any], context: str) -> Iterator[Block | str]:
    for node in nodes:
        if node.type == "error":
            yield f"{node.source_line}: {node.message}"
        elif node.type == "qualified-rule":
            yield from _block(node, context)
        elif node.type == "at-rule" and node.lower_at_keyword in NESTING and node.content is not None:
            head = f"{context}@{node.lower_at_keyword} {tinycss2.serialize(node.prelude).strip()} "
            inside = tinycss2.parse_rule_list(node.content, skip_comments=True, skip_whitespace=True)
            yield from _rules(inside, head)


def _block(node: Any, context: str) -> Iterator[Block | str]:
    declarations = []
    for one in tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True):
        if one.type == "declaration":
            name = one.name if one.name.startswith("--") else one.lower_name
            declarations.append((one.source_line, name, tinycss2.serialize(one.value).strip()))
        elif one.type == "error":
            yield f"{one.source_line}: {one.message}"
        else:
            yield from _rules([one], context + tinycss2.serialize(node.prelude).strip() + " ")
    selectors = " ".join(tinycss2.serialize(node.prelude).split())
    yield Block(context, selectors, node.source_line, declarations)


def block_faults(block: Block) -> Iterator[str]:
    """Unknown properties, duplicate properties in one rule, rules without declarations."""
    seen: set[str] = set()
    if not block.declarations:
        yield f"{block.line}: the rule {block.selectors} is empty"
    for line, name, _ in block.declarations:
        if not is_known(name):
            yield f"{line}: unknown property {name}"
        if name in seen:
            yield f"{line}: {name} stands twice in {block.selectors}"
        seen.add(name)


@cache
def is_known(name: str) -> bool:
    """Whether browsers know a property; prefixed and custom ones count as known."""
    if name.startswith("-") or name in SVG | NEWER:
        return True
    return any(kind in Keyword and text == name for kind, text in CssLexer().get_tokens(f"a {{ {name}: 0 }}"))


def defined_twice(blocks: Iterable[Block]) -> Iterator[str]:
    """Custom properties of the palette (:root) that are defined in more than one rule."""
    first: dict[str, int] = {}
    for block in blocks:
        if not any(part.strip().startswith(":root") for part in block.selectors.split(",")):
            continue
        for line, name, _ in block.declarations:
            if name.startswith("--") and name in first:
                yield f"{line}: {name} of the palette is defined in line {first[name]} too; use light-dark()"
            first.setdefault(name, line)
