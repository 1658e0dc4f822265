"""Templates, style sheets, scripts and drawings are formatted, and the linter finds what it promises."""

from pathlib import Path

import pytest

import drakkar
from tools import css_lint, markup

LONGEST = 160
FILES = sorted(
    path for path in Path(drakkar.__file__).parent.rglob("*") if path.suffix in {".html", ".css", ".js", ".svg"}
)
SHEETS = [path for path in FILES if path.suffix == ".css"]


def faults(tmp_path: Path, text: str) -> list[str]:
    """The linter's findings in a sheet."""
    (tmp_path / "sheet.css").write_text(text, "utf-8")
    return css_lint.faults([tmp_path / "sheet.css"])


def test_no_line_is_longer_than_a_screen() -> None:
    kinds = {(path.suffix, path.parts[-3]) for path in FILES}
    assert len(kinds) > len({".html", ".css", ".js", ".svg"})  # including files of the games
    long = [
        f"{path.name}:{number}"
        for path in FILES
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if len(line) > LONGEST
    ]
    assert long == []


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_each_palette_is_defined_once(sheet: Path) -> None:
    blocks = [one for one in css_lint.read(sheet.read_text("utf-8")) if isinstance(one, css_lint.Block)]
    assert list(css_lint.defined_twice(blocks)) == []


@pytest.mark.parametrize(
    "again",
    [
        ":root { --bg: #fff; }",
        ':root[data-theme="light"] { --bg: #fff; }',
        "@media (prefers-color-scheme: light) { :root:not([data-theme]) { --bg: #fff; } }",
    ],
)
def test_a_palette_that_is_defined_twice_is_found(tmp_path: Path, again: str) -> None:
    (found,) = faults(tmp_path, f":root {{ --bg: #000; }}\n{again}\na {{ color: var(--bg); }}")
    assert "--bg of the palette is defined in line 1 too" in found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a { colour: red; }", "sheet.css:1: unknown property colour"),
        ("a {\n  color: red;\n  color: blue;\n}", "sheet.css:3: color stands twice in a"),
        ("@media print {\n  a { }\n}", "sheet.css:2: the rule a is empty"),
        ("a { color: var(--none); }", "sheet.css:1: var(--none) is defined nowhere"),
    ],
)
def test_what_a_browser_would_drop_is_found(tmp_path: Path, text: str, found: str) -> None:
    assert faults(tmp_path, text) == [found]


def test_a_sheet_that_cannot_be_read_is_found(tmp_path: Path) -> None:
    assert faults(tmp_path, "a { color red; }")


def test_good_style_has_no_faults(tmp_path: Path) -> None:
    sheet = ":root { --c: light-dark(#fff, #000); }\n@media print { a { color: var(--c); -webkit-user-select: none; } }"
    assert faults(tmp_path, sheet) == []


def test_every_file_is_formatted_and_free_of_lint() -> None:
    assert {Path(name).suffix for name in markup.files(".css", ".html", ".js", ".svg")} == {
        ".css",
        ".html",
        ".js",
        ".svg",
    }
    assert markup.is_formatted()
    assert markup.is_lint_free()
