"""Blunders: positions with an obvious answer for an experienced player.

`blunders/` has the positions, `blunders.toml` the answers under the same names, in four groups: what to *draft*, what
to play in *battle*, which *action* to take, and *quest*s with Ragnarök. Each answer has
- `clan`: the clan that decides;
- `right`: the good choices; every other one is a blunder;
- `why`: the reason, with the rules it comes from;
- `solved_by`: the weakest level that must solve it. What `greedy` must solve, `mcts` must solve too.

A level solves a position if bots with three different seeds all choose right. The answers do not depend on any bot: in
Age 3, after the draft, everything that can follow is searched; a right choice wins whatever the others do, and after
any other choice they can prevent that. For the draft and earlier Ages, `why` must convince.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import drakkar
from drakkar.bots import make
from drakkar.core.game import Game
from drakkar.core.hosting import game_of, state_of
from drakkar.core.moment import Decision

HERE = Path(__file__).parent
ANSWERS: dict[str, dict[str, Any]] = tomllib.loads((HERE / "blunders.toml").read_text("utf-8"))
GROUPS = ("draft", "battle", "action", "quest")
LEVELS = {"greedy": "greedy", "mcts": "mcts:iterations=200"}
SEEDS = (1, 2, 3)


@cache
def text_of(name: str) -> str:
    return (HERE / "blunders" / f"{name}.toml").read_text("utf-8")


def asked(name: str) -> tuple[drakkar.Match, Decision]:
    """The match at this position, and the decision in question."""
    match = drakkar.set_up(text_of(name))
    seat = match.sides.index(ANSWERS[name]["clan"])
    decision = next((decision for decision in match.pending if decision.seat == seat), None)
    assert decision is not None, f"{match.sides[seat]} is not asked"
    return match, decision


def is_proved(name: str) -> bool:
    """Whether the match is so near its end that everything can be searched."""
    document = tomllib.loads(text_of(name))
    return document.get("age") == 3 and document.get("phase") != "gods' gifts"


def wins(game: Game[Any], s: Any, seat: int) -> bool:
    """Whether a seat can end with the most Glory alone, whatever the others do."""
    if s.flow.over:
        return all(s.glory[seat] > glory for other, glory in enumerate(s.glory) if other != seat)
    chooser = next(at for at, question in enumerate(s.flow.asked) if question)
    answers = (after(game, s, chooser, code) for code in game.book.legal(s, chooser))
    outcomes = (wins(game, later, seat) for later in answers)
    return any(outcomes) if chooser == seat else all(outcomes)


def after(game: Game[Any], s: Any, seat: int, code: int) -> Any:
    later = game.copy(s)
    game.book.answer(later, seat, code)
    return later


def cases() -> list[Any]:
    """Each position with each level that must solve it; searches are slow."""
    return [
        pytest.param(name, level, marks=pytest.mark.slow if level == "mcts" else ())
        for name, answer in ANSWERS.items()
        for level in LEVELS
        if level == "mcts" or answer["solved_by"] == "greedy"
    ]


@pytest.mark.parametrize(("name", "level"), cases())
def test_a_level_solves_what_it_must(name: str, level: str) -> None:
    match, decision = asked(name)
    chosen = [str(make(LEVELS[level], seed).choose(match.view(decision.seat), decision)) for seed in SEEDS]
    assert set(chosen) <= set(ANSWERS[name]["right"]), f"{ANSWERS[name]['clan']} chose {chosen}; {ANSWERS[name]['why']}"


@pytest.mark.parametrize("name", [name for name in ANSWERS if is_proved(name)])
def test_near_the_end_only_a_right_choice_wins_whatever_the_others_do(name: str) -> None:
    match, decision = asked(name)
    winning = [
        str(choice)
        for choice in decision.choices
        if wins(game_of(match), after(game_of(match), state_of(match), decision.seat, choice.code), decision.seat)
    ]
    assert sorted(winning) == sorted(ANSWERS[name]["right"])


@pytest.mark.parametrize("name", ANSWERS)
def test_a_position_asks_at_once_and_leaves_room_for_a_blunder(name: str) -> None:
    _, decision = asked(name)
    choices, right = [str(choice) for choice in decision.choices], ANSWERS[name]["right"]
    assert set(right) <= set(choices), choices
    assert len(choices) >= 3
    assert 1 <= len(right) <= len(choices) / 2


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_says_why_and_for_whom(name: str) -> None:
    answer = ANSWERS[name]
    assert sorted(answer) == ["clan", "right", "solved_by", "why"]
    assert answer["solved_by"] in LEVELS
    assert "BR-" in answer["why"]


def test_every_position_has_its_answer() -> None:
    assert sorted(ANSWERS) == sorted(path.stem for path in (HERE / "blunders").glob("*.toml"))


@pytest.mark.parametrize("group", GROUPS)
def test_every_group_has_at_least_eight(group: str) -> None:
    assert len([name for name in ANSWERS if name.startswith(f"{group}_")]) >= 8
    assert all(name.partition("_")[0] in GROUPS for name in ANSWERS)


@pytest.mark.parametrize("group", GROUPS)
def test_random_fails_most_of_them(group: str) -> None:
    """Exactly: its expected number of solutions is the sum of the shares of right choices."""
    shares = [
        len(ANSWERS[name]["right"]) / len(asked(name)[1].choices) for name in ANSWERS if name.startswith(f"{group}_")
    ]
    assert sum(shares) / len(shares) < 0.3
