"""Bots at the terminal: their seats, and the advice of a strong one."""

import re
from pathlib import Path

import pytest

from drakkar import cli
from drakkar.bots.greedy import GreedyBot
from drakkar.bots.mcts import MctsBot
from drakkar.bots.net_bot import NetBot
from drakkar.bots.policy_bot import PolicyBot
from drakkar.bots.random_bot import RandomBot
from drakkar.core.match import new
from drakkar.terminal.seating import bots_for
from drakkar.terminal.session import Session
from tests.terminal.running import drakkar


def test_a_table_of_thralls_is_not_one_mind_several_times() -> None:
    bots = bots_for(new("blood_rage", seats=5, seed=1), [1], ["thrall"])
    assert sorted(bots) == [0, 2, 3, 4]
    styles = []
    for bot in bots.values():
        assert isinstance(bot, PolicyBot)
        styles.append(bot.style)
    assert styles == ["", "fighter", "quester", "loki"]


def test_a_network_has_no_style_and_a_level_with_one_is_the_usual_bot() -> None:
    match = new("blood_rage", seats=4, seed=1)
    assert [type(bot) for bot in bots_for(match, [0], ["karl"]).values()] == [NetBot] * 3
    bot = bots_for(match, [0], ["karl:style=loki"])[1]
    assert isinstance(bot, GreedyBot)
    assert bot.style == "loki"


def test_the_last_bot_that_is_named_takes_the_seats_that_are_left() -> None:
    bots = bots_for(new("blood_rage", seats=4, seed=1), [0], ["mcts:iterations=5", "random"])
    assert [type(bot) for bot in bots.values()] == [MctsBot, RandomBot, RandomBot]


def test_without_a_word_about_bots_they_are_of_the_usual_level(monkeypatch: pytest.MonkeyPatch) -> None:
    seated: list[Session] = []
    monkeypatch.setattr(cli, "play", seated.append)
    assert cli.main(["play", "--players", "3", "--seed", "3"]) == 0
    assert [type(bot) for bot in seated[0].bots.values()] == [NetBot, NetBot]


def test_who_goes_on_with_a_match_has_the_same_bots(tmp_path: Path) -> None:
    played = drakkar("play", "--players", "2", "--seed", "3", "--bot", "karl", typed="1\nquit\n", home=tmp_path)
    assert played.returncode == 0
    assert "--side wolf --bot karl" in played.stdout


def test_no_bot_is_given_the_seed_that_the_cards_were_dealt_from() -> None:
    match = new("blood_rage", seats=4, seed=77)
    for words in ("random", "thrall", "karl", "jarl", "konung"):
        for bot in bots_for(match, [0], [words]).values():
            assert isinstance(bot, RandomBot | PolicyBot | NetBot)
            assert bot.seed != match.seed


@pytest.mark.parametrize("words", ["ghost", "mcts:iterations=none", "karl:style=gardener"])
def test_a_bot_that_does_not_exist_is_refused_before_the_match(words: str, tmp_path: Path) -> None:
    refused = drakkar("play", "--players", "2", "--bot", words, home=tmp_path)
    assert refused.returncode == 2
    assert refused.stderr.startswith("drakkar: ")
    assert len(refused.stderr.splitlines()) == 1
    assert refused.stdout == ""


def test_hint_names_up_to_three_choices_with_reasons(tmp_path: Path) -> None:
    played = drakkar("play", "--players", "2", "--seed", "3", typed="hint\nquit\n", home=tmp_path)
    lines = played.stdout.splitlines()
    advice = [number for number, line in enumerate(lines) if re.match(r"  [123]\. \d+ %  pick ", line)]
    assert len(advice) == 3
    for number in advice:
        assert re.search(r"next one|the first|chance to win", lines[number + 1]), lines[number + 1]
