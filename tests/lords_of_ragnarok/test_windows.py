"""Section 28: the moments at which cards act."""

import re

import pytest

from drakkar.core.timing import Number, Text, Window
from drakkar.games.lords_of_ragnarok import windows
from drakkar.games.lords_of_ragnarok.game_data import CARD_DATA
from tests.rulebook.coverage import LORDS_OF_RAGNAROK

MOMENTS = [thing for thing in vars(windows).values() if isinstance(thing, Window | Number | Text)]
CODES = {code.upper() for moment in MOMENTS for code in re.findall(r"[tT]\d\d", moment.code)}


@pytest.mark.rule("LR-28.1")
def test_every_moment_of_the_table_can_be_hooked_onto() -> None:
    rows = re.findall(r"^\| (T\d\d) \|", LORDS_OF_RAGNAROK.page.read_text("utf-8"), re.MULTILINE)
    assert len(rows) == 46
    missing = set(rows) - CODES
    assert not missing


@pytest.mark.rule("LR-28.1")
def test_the_moments_have_the_names_of_the_data() -> None:
    rows = re.findall(r"^\| (T\d\d) \| (.*?) \|", LORDS_OF_RAGNAROK.page.read_text("utf-8"), re.MULTILINE)
    assert rows == [(window["id"], window["name"]) for window in CARD_DATA["timing_windows"]]
