"""docs/api.md: the public names of drakkar, made from the docstrings in the source.

The source is read, not imported, because the compiled build keeps no docstrings.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

SOURCE: Final = Path(__file__).resolve().parent.parent / "src"
ERRORS: Final = "errors.py"
FIRST: Final = (
    "titles",
    "rulings",
    "new",
    "set_up",
    "load",
    "Match",
    "Decision",
    "Choice",
    "Part",
    "Event",
    "View",
    "Preview",
    "Outcome",
)
HEAD: Final = """\
# The Python API

Generated from the docstrings in the code (`python -m tools.renew`). The examples are tests that `./check` runs. They
begin with `import drakkar`. In the plain build `help(drakkar.Match)` shows the same text; the compiled build keeps no
docstrings. The package has types for type checkers (`py.typed`).

A program reads the decisions that seats owe in `match.pending`, and answers with `match.play`. Everything that a player
may see comes from `match.view(seat)` and `match.events(seat)`. Programs that run matches for others, such as servers,
find the state and the log of a match in `drakkar.core.hosting`. [Formats and names](formats.md) lists the names that
changed.
"""


class Entry(NamedTuple):
    """One public name, such as `new`, `Match` or `Match.play`, with its signature and docstring."""

    name: str
    signature: str
    text: str
    file: str
    line: int

    @property
    def is_member(self) -> bool:
        return "." in self.name

    @property
    def is_error(self) -> bool:
        return self.file.endswith(ERRORS)


def entries() -> list[Entry]:
    """Every public name in the order of the page: functions and classes, members after their class, errors last."""
    places = exports()
    ordered = [*FIRST, *(name for name in places if name not in FIRST)]
    found = {name: list(_described(name, *places[name])) for name in ordered}
    described = [entry for name in ordered for entry in found[name]]
    errors = sorted((entry for entry in described if entry.is_error), key=lambda entry: entry.line)
    return [*(entry for entry in described if not entry.is_error), *errors]


def exports() -> dict[str, tuple[Path, str]]:
    """The names in `drakkar.__all__`, each with the file that defines it and its name there."""
    tree = _tree(SOURCE / "drakkar/__init__.py")
    imported = {
        alias.asname or alias.name: (SOURCE / f"{node.module.replace('.', '/')}.py", alias.name)
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }
    (names,) = (
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    )
    return {name: imported[name] for name in names}


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def _described(name: str, path: Path, own_name: str) -> Iterator[Entry]:
    """The entry of a function or a class, and those of the public members of a class."""
    defined = [node for node in _tree(path).body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    (node,) = (node for node in defined if node.name == own_name)
    file = path.relative_to(SOURCE.parent).as_posix()
    signature = f"class {name}" if isinstance(node, ast.ClassDef) else f"{name}{_signature(node)}"
    yield Entry(name, signature, _docstring(node), file, node.lineno)
    if isinstance(node, ast.ClassDef):
        for member in node.body:
            if isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
                yield Entry(
                    f"{name}.{member.name}",
                    f"{name}.{member.name}{_signature(member)}",
                    _docstring(member),
                    file,
                    member.lineno,
                )


def _docstring(node: ast.FunctionDef | ast.ClassDef) -> str:
    return ast.get_docstring(node) or ""


def _signature(node: ast.FunctionDef) -> str:
    """Arguments and result as callers see them; only the type for a property."""
    result = ast.unparse(node.returns) if node.returns else "None"
    result = result.strip("'")
    if any(ast.unparse(decorator) == "property" for decorator in node.decorator_list):
        return f": {result}"
    arguments = ast.unparse(node.args).removeprefix("self, ").removeprefix("self").replace("=", " = ")
    return f"({arguments}) -> {result}"


# The page


def api_page() -> str:
    """docs/api.md."""
    lines = [HEAD, "## Functions and classes", ""]
    found = entries()
    first_error = next(entry for entry in found if entry.is_error)
    lines += [f"- {_link(entry.name)}: {_summary(entry)}" for entry in found if not entry.is_member]
    for entry in found:
        if entry == first_error:
            lines += ["", "## Errors", "", "All errors are `DrakkarError`s, and most are a `ValueError` as well.", ""]
        mark = "####" if entry.is_member else "###"
        lines += ["", f"{mark} {entry.name}", "", f"`{entry.signature}`", "", *_as_markdown(entry.text)]
    return re.sub(r"\n{3,}", "\n\n", "\n".join([*lines, ""]))


def _link(name: str) -> str:
    return f"[`{name}`](#{name.lower().replace('.', '')})"


def _summary(entry: Entry) -> str:
    """The first sentence of a docstring."""
    paragraph = entry.text.partition("\n\n")[0].replace("\n", " ")
    return re.split(r"(?<=\.) (?=[A-Z`])", paragraph)[0]


def _as_markdown(text: str) -> Iterator[str]:
    """A docstring with its lists of arguments as bullets, and its example as a block of code."""
    for block in text.split("\n\n"):
        lines = block.split("\n")
        if lines[0].startswith(">>>"):
            yield from ["```pycon", *lines, "```", ""]
        elif lines[0] in ("Args:", "Attributes:", "Raises:"):
            yield from [lines[0], ""]
            for item in re.split(r"\n    (?=\S)", "\n".join(["", *lines[1:]]))[1:]:
                name, _, meaning = item.partition(": ")
                yield f"- `{name}`: {' '.join(meaning.split())}"
            yield ""
        else:
            yield from [*lines, ""]
