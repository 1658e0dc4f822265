"""If the docs drift, the build breaks."""

import os
import re
from pathlib import Path

import pytest

from tools.renew import MADE

ROOT = Path(__file__).parent.parent
PAGES = sorted(path for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


@pytest.mark.parametrize("name", MADE)
def test_what_is_made_from_the_code_is_up_to_date(name: str) -> None:
    path = ROOT / name
    assert path.exists(), "run: python -m tools.renew"
    assert path.read_text("utf-8") == MADE[name](), "run: python -m tools.renew"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_and_every_file_that_a_page_names_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", text):
        assert target.startswith(("http:", "https:")) or (page.parent / target).exists(), target
    for named in re.findall(r"`((?:src|tests|docs|tools|benchmarks)/[\w./-]+)`", text):
        assert (ROOT / named).exists(), named


@pytest.mark.parametrize(
    "page",
    # The blocks of the writing pages build on each other: test_writing.py runs them.
    [page for page in PAGES if "```python\n" in page.read_text("utf-8") and not page.name.startswith("writing-")],
    ids=lambda page: page.name,
)
def test_every_example_in_python_runs(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for example in re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL):
        try:
            exec(compile(example, page.name, "exec"), {})  # noqa: S102 - our own pages
        except ModuleNotFoundError as missing:
            if missing.name != "pyspiel" or os.environ.get("CI"):
                raise
            pytest.skip("there is no wheel of OpenSpiel for this machine")
    assert capsys.readouterr().err == ""
