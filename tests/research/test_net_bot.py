"""A saved network plays as a bot, with numpy alone, and only the encoding it was made for."""

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

import drakkar
from drakkar import cli
from drakkar.bots import make
from drakkar.core.game import find
from drakkar.core.version import VERSION
from drakkar.research.encode import Encoder
from drakkar.research.net_bot import Net, load
from tests.blood_rage.worlds import in_another_world, random_moments

ENCODER = Encoder("blood_rage")


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """An untrained network with strong preferences."""
    rng = np.random.default_rng(5)
    sizes = [(ENCODER.size, 8), (8, ENCODER.choices)]
    layers = [(rng.normal(size=size).astype(np.float32), rng.normal(size=size[1])) for size in sizes]
    path = tmp_path / "net.npz"
    Net("blood_rage", ENCODER.encoding.version, layers).save(path)
    return path


def test_what_is_saved_is_what_is_loaded(saved: Path) -> None:
    again = saved.with_name("again.npz")
    net = load(saved)
    net.save(again)
    observation = ENCODER.observation(drakkar.fast_state("blood_rage", 3, seed=2).state, 0)
    codes = list(range(ENCODER.choices))
    weights = net.weights(observation, codes)
    (first, first_bias), (last, last_bias) = net.layers
    hidden = np.maximum(np.log1p(observation, dtype=np.float32) @ first + first_bias, 0.0)
    assert weights == pytest.approx(hidden @ last + last_bias, rel=1e-3, abs=1e-3)
    assert (load(again).weights(observation, codes) == weights).all()


@pytest.mark.parametrize("heat", ["", ",heat=2"])
def test_it_plays_a_match_and_would_play_it_again(saved: Path, heat: str) -> None:
    def record() -> str:
        match = drakkar.new("blood_rage", seats=3, seed=3)
        bots = [make(f"net:path={saved}{heat}", seed) for seed in range(3)]
        while not match.over:
            decision = match.pending[0]
            bot = bots[decision.seat]
            assert bot.explain(match.view(decision.seat), decision) == []
            match.play(decision.seat, bot.choose(match.view(decision.seat), decision))
        return match.record()

    assert record() == record()


def test_it_takes_the_open_choice_that_it_likes_best_whatever_is_hidden(saved: Path) -> None:
    net, bot = load(saved), make(f"net:path={saved}", 1)
    for moment, seat, rng in random_moments(3, 21, 0.3):
        for decision in moment.pending:
            if decision.seat == seat:
                chosen = bot.choose(moment.view(seat), decision)
                codes = [choice.code for choice in decision.choices]
                weights = net.weights(ENCODER.observation(moment.view(seat).known, seat), codes)
                assert chosen.code == codes[int(weights.argmax())]
                assert bot.choose(in_another_world(moment, seat, rng).view(seat), decision) == chosen


def test_the_arena_knows_it(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", f"net:path={saved}", "random", "--players", "2", "--games", "2", "--jobs", "1", "--json"]
    assert cli.main(words) == 0
    assert any(f"net:path={saved}" in str(name) for name in json.loads(capsys.readouterr().out)["bots"])


def test_what_is_no_network_of_this_game_is_refused(saved: Path) -> None:
    other = saved.with_name("other.npz")
    Net("blood_rage", 99, load(saved).layers).save(other)
    saved.with_name("text.npz").write_text("no network", "utf-8")
    for words, complaint in [
        ("net:path=", "a setting of a bot is NAME=VALUE"),
        (f"net:path={other}", f"for encoding 99, written by Drakkar {VERSION}; this Drakkar"),
        (f"net:path={saved.with_name('text.npz')}", "is not a saved network"),
        (f"net:path={saved.with_name('none.npz')}", "is not a saved network"),
        (f"net:path={saved},luck=1", "has no setting 'luck'"),
    ]:
        with pytest.raises((drakkar.BadArgument, drakkar.WrongVersion), match=complaint):
            make(words, 0)
    match = drakkar.new("treasure", seats=2, seed=1)
    with pytest.raises(drakkar.BadArgument, match="plays blood_rage, not treasure"):
        make(f"net:path={saved}", 0).choose(match.view(0), match.pending[0])


def test_it_is_in_the_list_of_bots() -> None:
    with pytest.raises(drakkar.BadArgument, match=r"mcts, net, net_search"):
        make("nobody", Random(1).randrange(9), find("blood_rage"))
