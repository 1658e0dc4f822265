"""The public names, and what programs rely on."""

import json
import re
import textwrap
from pathlib import Path

import pytest

import drakkar

ROOT = Path(__file__).parent.parent


def test_the_public_names_are_these() -> None:
    assert sorted(drakkar.__all__) == [
        "BadOptions",
        "BadPosition",
        "CannotUndo",
        "Choice",
        "ChoiceError",
        "CorruptRecord",
        "Decision",
        "DrakkarError",
        "Event",
        "Hidden",
        "IllegalChoice",
        "Lean",
        "Match",
        "MatchOver",
        "NotYourDecision",
        "Outcome",
        "Preview",
        "Prompt",
        "Reason",
        "RecordError",
        "UnknownGame",
        "UnreadableChoice",
        "View",
        "WrongVersion",
        "build",
        "games",
        "load",
        "new",
        "redeal",
        "set_up",
        "state",
    ]
    assert all(hasattr(drakkar, name) for name in drakkar.__all__)


def test_the_errors_form_one_tree() -> None:
    for name in drakkar.__all__:
        thing = getattr(drakkar, name)
        if isinstance(thing, type) and issubclass(thing, BaseException):
            assert issubclass(thing, drakkar.DrakkarError)
    assert issubclass(drakkar.ChoiceError, ValueError)
    assert issubclass(drakkar.NotYourDecision, drakkar.IllegalChoice)


def test_a_decision_and_a_view_have_the_names_programs_rely_on() -> None:
    match = drakkar.new("blood_rage", seats=4, seed=7, options={}, clans=["wolf", "raven", "bear", "serpent"])
    decision = match.pending[0]
    assert (decision.seat, decision.prompt.code, decision.secret) == (0, "draft", True)
    assert [str(option) for option in match.view(0).options] == [str(option) for option in decision.options]
    data = match.view(0).to_json()
    assert json.loads(json.dumps(data)) == data
    assert set(data) == {"title", "seat", "version", "owed", "options", "table"}
    assert [owed["seat"] for owed in data["owed"]] == [0, 1, 2, 3]
    assert match.view(None).options == ()


def test_a_refused_choice_says_why_and_leaves_the_match_untouched() -> None:
    match = drakkar.new("blood_rage", seats=2, seed=7)
    record = match.record()
    with pytest.raises(drakkar.IllegalChoice) as caught:
        match.play(0, "invade warrior Yggdrasil")
    assert caught.value.reason is not None
    assert caught.value.seat == 0
    assert match.record() == record


def test_the_session_in_the_readme_runs() -> None:
    code = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert code is not None
    names: dict[str, object] = {}
    exec(code.group(1), names)  # noqa: S102 - our own README
    match = names["match"]
    assert isinstance(match, drakkar.Match)
    assert match.outcome is not None


def test_the_session_in_the_package_docstring_runs() -> None:
    assert drakkar.__doc__ is not None
    code = textwrap.dedent(drakkar.__doc__.split("\n\n", 1)[1])
    names: dict[str, object] = {}
    exec(code, names)  # noqa: S102 - our own docstring
    match = names["match"]
    assert isinstance(match, drakkar.Match)
    assert match.over


def test_a_view_works_everything_out_once() -> None:
    """On both builds: the compiled one has no `cached_property` that keeps anything."""
    view = drakkar.new("blood_rage", 3, seed=1).view(0)
    assert view.options is view.options
    assert view.table is view.table
    assert view.owed is view.owed
