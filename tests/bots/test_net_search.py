"""The search with a network: it cannot peek, repeats itself, keeps to its budget, and finds what is certain."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

import drakkar
from drakkar.bots import Advice, Budget, make
from drakkar.bots.net_bot import MODULES, load
from drakkar.bots.net_file import write
from drakkar.bots.net_search import FIRST_CHOICES, NetSearchBot, candidates
from drakkar.bots.net_tree import Trees
from drakkar.bots.rollout import evaluator_for
from drakkar.core.hosting import state_of
from drakkar.core.kit import fingerprint
from drakkar.train.network import initial, trimmed
from drakkar.train.quantise import packed
from drakkar.train.shape import shape_of
from tests.blood_rage.worlds import in_another_world, random_moments


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small network without strong preferences, so that there is much to compare."""
    shape, rng = shape_of("blood_rage"), np.random.default_rng(4)
    weights = initial(shape, 24, 2, 1)
    weights = {name: matrix + 0.05 * rng.standard_normal(matrix.shape) for name, matrix in weights.items()}
    about = {"game": "blood_rage", "encoding": shape.encoding, "digest": shape.digest, "drakkar": "0.2.0"}
    path = tmp_path_factory.mktemp("net") / "some.net"
    write(path, packed(trimmed(weights, shape), about))
    return path


def told(advice: list[Advice]) -> list[str]:
    return [str(one) for one in advice]


@pytest.mark.parametrize("seats", [3, pytest.param(5, marks=pytest.mark.thorough)])
def test_it_chooses_the_same_whatever_is_hidden_from_it(file: Path, seats: int) -> None:
    bot, compared, different = make(f"net_search:file={file},iterations=16", 3), 0, 0
    for moment, seat, rng in random_moments(seats, 31, 0.1):
        for decision in moment.pending:
            if decision.seat == seat and len(decision.choices) > 1:
                other = in_another_world(moment, seat, rng)
                here, there = moment.view(seat), other.view(seat)
                assert bot.choose(here, decision) == bot.choose(there, decision)
                assert told(bot.explain(here, decision)) == told(bot.explain(there, decision))
                compared += 1
                different += fingerprint(state_of(other)) != fingerprint(state_of(moment))
    assert compared > 5
    assert different > 5


def test_without_numpy_it_searches_the_same(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    view = drakkar.new("blood_rage", seats=3, seed=2).view(0)
    decision = drakkar.new("blood_rage", seats=3, seed=2).pending[0]
    first = make(f"net_search:file={file},iterations=32", 1).explain(view, decision)
    monkeypatch.setitem(MODULES, "numpy", "no_such_module")
    copy = file.with_name("copy.net")
    copy.write_bytes(file.read_bytes())
    assert told(make(f"net_search:file={copy},iterations=32", 1).explain(view, decision)) == told(first)


def test_it_tells_the_best_choices_and_its_chances(file: Path) -> None:
    match = drakkar.new("blood_rage", seats=3, seed=2)
    decision, view = match.pending[0], match.view(0)
    bot = make(f"net_search:file={file}", 1)
    advice = bot.explain(view, decision, Budget(iterations=64))
    assert advice[0].choice == bot.choose(view, decision, Budget(iterations=64))
    assert len({one.choice for one in advice}) == 3
    assert all(0 < one.win < 1 for one in advice)
    assert advice[0].tries > advice[2].tries


def test_it_keeps_to_its_budget(file: Path) -> None:
    """All first choices are tried as often, in whole waves, so a budget may be exceeded by less than one of them."""
    match = drakkar.new("blood_rage", seats=3, seed=2)
    decision, view = match.pending[0], match.view(0)
    bot = make(f"net_search:file={file}", 1)
    assert isinstance(bot, NetSearchBot)
    net = bot.network(view)
    for iterations in (1, 40, 100):
        found = bot.search(view, decision, candidates(net, view, decision), Budget(iterations=iterations))
        tries = sum(one.visits for one in found)
        assert max(iterations, FIRST_CHOICES) <= tries <= iterations + 3 * FIRST_CHOICES
    found = bot.search(view, decision, candidates(net, view, decision), Budget(seconds=0.000001))
    assert sum(one.visits for one in found) < 4 * FIRST_CHOICES


def test_a_try_in_a_world_goes_on_where_the_last_one_ended(file: Path) -> None:
    """Each try reads one more decision of the world; the shares of all seats are counted on its path."""
    view = drakkar.new("blood_rage", seats=3, seed=2).view(0)
    trees = Trees(load(str(file)), evaluator_for(view, ""), view.known, 0, Random(1))
    code = view.choices[0].code
    depths = []
    for _ in range(4):
        leaf = trees.descend(code, 0)
        depths.append(len(leaf.paths[0]))
        trees.run([(code, 0)])
    assert depths[:2] == [2, 3]
    assert max(depths) > 3
    assert trees.tries == trees.result(code).visits == 4
    assert sum(root.share for root in trees.roots) == pytest.approx(4)


def test_at_the_end_of_a_match_the_result_counts_and_not_the_network(file: Path) -> None:
    """The last choices of a match: where a try ends the match, its result is known, whatever the network reads."""
    net, ended = load(str(file)), 0
    for seed in range(3):
        match, rng = drakkar.new("blood_rage", seats=2, seed=seed), Random(seed)
        last: list[tuple[drakkar.View, int]] = []
        while not match.over:
            decision = match.pending[0]
            choice = rng.choice(decision.choices)
            last = [*last[-3:], (match.view(decision.seat), choice.code)]
            match.play(decision.seat, choice)
        for view, code in last:
            assert view.seat is not None
            trees = Trees(net, evaluator_for(view, ""), view.known, view.seat, Random(seed))
            if trees.descend(code, 0).seat < 0:
                trees.run([(code, 0)])
                assert trees.result(code).share in (0.0, 0.5, 1.0)
                ended += 1
    assert ended


@pytest.mark.parametrize("title", ["blood_rage", "lords_of_ragnarok"])
def test_it_plays_both_games_with_the_networks_that_come_with_drakkar(title: str) -> None:
    match, rng, bot = drakkar.new(title, seats=2, seed=3), Random(1), make("net_search:iterations=1", 1)
    while not match.over:
        decision = match.pending[0]
        choice = rng.choice(decision.choices)
        if len(decision.choices) > 1 and rng.random() < 0.1:
            choice = bot.choose(match.view(decision.seat), decision)
            assert choice in decision.choices
        match.play(decision.seat, choice)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("net_search:file=none.net", "cannot be read"),
        ("net_search:iterations=0", "iterations needs a number above 0"),
        ("net_search:speed=2", "has no setting 'speed'"),
    ],
)
def test_what_is_no_search_is_refused(words: str, complaint: str) -> None:
    with pytest.raises(drakkar.BadArgument, match=complaint):
        make(words, 1)
