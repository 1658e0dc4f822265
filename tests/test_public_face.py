"""The public names, and the behaviour that programs rely on."""

import importlib
import json
import pydoc
import re
import textwrap
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import drakkar
from tests.hidden_worlds import in_another_world, moments_of

ROOT = Path(__file__).parent.parent


def test_the_public_names_are_these() -> None:
    assert sorted(drakkar.__all__) == [
        "BadArgument",
        "BadPosition",
        "CannotUndo",
        "Choice",
        "ChoiceError",
        "CorruptRecord",
        "Decision",
        "DrakkarError",
        "Event",
        "FastState",
        "Hidden",
        "IllegalChoice",
        "Match",
        "MatchOver",
        "NotYourDecision",
        "Outcome",
        "Part",
        "Preview",
        "Prompt",
        "Reason",
        "RecordError",
        "Ruling",
        "UnknownGame",
        "UnreadableChoice",
        "View",
        "WrongVersion",
        "build",
        "commitment",
        "fast_state",
        "load",
        "new",
        "redeal",
        "rulings",
        "set_up",
        "titles",
    ]
    assert all(hasattr(drakkar, name) for name in drakkar.__all__)


MATCH_NAMES = [
    *("choices", "copy", "events", "history", "outcome", "over", "pending", "play", "position", "record"),
    *("rulings", "scores", "seats", "seed", "sides", "title", "undo", "view", "why_not", "why_not_undo"),
]


def test_a_match_shows_what_its_user_needs_and_no_plumbing() -> None:
    match = drakkar.new("blood_rage", seats=2, seed=7)
    assert [name for name in dir(match) if not name.startswith("_")] == MATCH_NAMES


def test_the_errors_form_one_tree() -> None:
    for name in drakkar.__all__:
        thing = getattr(drakkar, name)
        if isinstance(thing, type) and issubclass(thing, BaseException):
            assert issubclass(thing, drakkar.DrakkarError)
    assert issubclass(drakkar.ChoiceError, ValueError)
    assert issubclass(drakkar.NotYourDecision, drakkar.IllegalChoice)


def test_help_does_not_repeat_the_methods_of_python_s_exceptions() -> None:
    text = pydoc.plain(pydoc.render_doc(drakkar))
    assert "class BadArgument(DrakkarError" in text
    assert "with_traceback" not in text
    assert "inherited from builtins" not in text
    error = drakkar.BadArgument("no such seat")
    error.add_note("an error is still an exception")
    assert "add_note" in dir(error)


def test_a_decision_and_a_view_have_the_names_programs_rely_on() -> None:
    match = drakkar.new("blood_rage", seats=4, seed=7, rulings={}, sides=["wolf", "raven", "bear", "serpent"])
    decision = match.pending[0]
    assert (decision.seat, decision.prompt.code, decision.secret) == (0, "draft", True)
    assert [str(choice) for choice in match.view(0).choices] == [str(choice) for choice in decision.choices]
    data = match.view(0).to_json()
    assert json.loads(json.dumps(data)) == data
    assert set(data) == {"title", "seat", "version", "owed", "choices", "table"}
    assert [owed["seat"] for owed in data["owed"]] == [0, 1, 2, 3]
    assert match.view(None).choices == ()


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
    code = textwrap.dedent(drakkar.__doc__.split("\n\n", 1)[1].split("\n\nRead first", 1)[0])
    names: dict[str, object] = {}
    exec(code, names)  # noqa: S102 - our own docstring
    match = names["match"]
    assert isinstance(match, drakkar.Match)
    assert match.over


def test_each_object_prints_what_it_is_in_one_line() -> None:
    match = drakkar.new("blood_rage", seats=3, seed=7)
    assert repr(match) == "<Match blood_rage: wolf, raven, serpent; 0 choices made>"
    assert repr(match.pending[0]) == "<Decision seat 0 (wolf): pick a card and set it aside; 8 choices>"
    assert repr(match.choices(0)[0]) == """<Choice "pick Loki's Trickery">"""
    assert repr(match.events(None)[-1]) == "<Event dealt: Serpent is dealt eight cards.>"
    assert repr(match.view(0)) == "<View of seat 0 (wolf): blood_rage, 8 choices>"
    assert repr(match.view(None)) == "<View of a spectator: blood_rage>"
    match.play(0, "pick Loki's Trickery")
    assert repr(match.history) == "[<Played seat 0: pick Loki's Trickery>]"
    assert repr(match) == "<Match blood_rage: wolf, raven, serpent; 1 choice made>"
    assert repr(drakkar.fast_state("blood_rage", 2, seed=7)) == "<FastState blood_rage: seat 0 decides, scores (0, 0)>"


@pytest.mark.parametrize("title", ["blood_rage", "lords_of_ragnarok"])
def test_what_is_printed_for_a_seat_is_the_same_whatever_is_hidden_from_it(title: str) -> None:
    for match, seat, rng in islice(moments_of(title, seats=3, seed=3, share=0.2), 20):
        other = in_another_world(match, seat, rng)
        assert repr(match) == repr(other)
        assert repr(match.view(seat)) == repr(other.view(seat))
        assert repr(match.events(seat)) == repr(other.events(seat))
        mine = [repr(decision) for decision in match.pending if decision.seat == seat]
        assert mine == [repr(decision) for decision in other.pending if decision.seat == seat]


def test_a_view_works_everything_out_once() -> None:
    """On both builds: `cached_property` does not cache in the compiled one."""
    view = drakkar.new("blood_rage", 3, seed=1).view(0)
    assert view.choices is view.choices
    assert view.table is view.table
    assert view.owed is view.owed


def test_the_package_says_that_it_has_types() -> None:
    """On both builds: type checkers look for this file in the installed package."""
    assert (Path(str(drakkar.__file__)).parent / "py.typed").is_file()


@pytest.mark.parametrize("seat", [-1, 2, 9])
def test_a_seat_that_is_not_there_is_refused_by_name(seat: int) -> None:
    match = drakkar.new("blood_rage", seats=2, seed=7)
    for ask in (match.choices, match.view, match.events, match.undo, match.why_not_undo):
        with pytest.raises(drakkar.BadArgument, match=f"there is no seat {seat}; the seats are 0 to 1"):
            ask(seat)
    for try_out in (match.play, match.why_not):
        with pytest.raises(drakkar.BadArgument, match=f"there is no seat {seat}; the seats are 0 to 1"):
            try_out(seat, "pass")


@pytest.mark.parametrize("seed", ["a", 1.5, [1]])
def test_a_seed_is_an_integer(seed: Any) -> None:
    with pytest.raises(TypeError):
        drakkar.new("blood_rage", seats=2, seed=seed)


@pytest.mark.parametrize("choice", [5, None, b"pass"])
def test_a_choice_is_a_choice_or_its_spelling(choice: Any) -> None:
    match = drakkar.new("blood_rage", seats=2, seed=7)
    with pytest.raises(TypeError):
        match.play(0, choice)
    assert match.history == []


def test_the_games_are_packages_beside_the_function_that_lists_them() -> None:
    """A public function of the same name would hide `drakkar.games` from `import … as`."""
    game = importlib.import_module("drakkar.games.blood_rage")
    assert getattr(drakkar, "games").blood_rage is game  # noqa: B009 - not part of the public API
    assert set(drakkar.titles()) >= {"blood_rage", "lords_of_ragnarok"}


def test_a_refused_preview_names_the_rule() -> None:
    match = drakkar.new("blood_rage", seats=2, seed=7, rulings={"first_game_no_draft": True})
    for words in ("invade warrior Yggdrasil", "march Gimle Utgard"):
        with pytest.raises(drakkar.IllegalChoice) as refused:
            match.view(0).preview(words)
        assert refused.value.reason == match.why_not(0, words)
        assert str(refused.value).endswith(str(refused.value.reason))


def test_rulings_and_bots_are_found_by_the_title_of_a_game() -> None:
    for title in drakkar.titles():
        match = drakkar.new(title, seats=2, seed=1)
        values = {ruling.name: ruling.default for ruling in drakkar.rulings(title)}
        assert (
            drakkar.new(title, seats=2, seed=1).rulings == drakkar.new(title, seats=2, seed=1, rulings=values).rulings
        )
        assert drakkar.bots.make("karl", 1, title).choose(match.view(0), match.pending[0]) in match.choices(0)
    with pytest.raises(drakkar.UnknownGame):
        drakkar.rulings("chess")
    with pytest.raises(drakkar.BadArgument, match="style"):
        drakkar.bots.make("karl:style=chess", 1, "blood_rage")


def test_the_version_is_that_of_the_package() -> None:
    assert f'version = "{drakkar.__version__}"' in (ROOT / "pyproject.toml").read_text("utf-8")
