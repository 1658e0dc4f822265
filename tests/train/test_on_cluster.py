"""Actors that choose by themselves feed one learner. Here they play in this process; tests/cluster has real ones."""

import csv
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from drakkar import cli
from drakkar.cluster.crew import Crew
from drakkar.cluster.local import Local
from drakkar.cluster.on_ray import OnRay
from drakkar.core.game import find
from drakkar.train.learner import Array
from drakkar.train.network import initial
from drakkar.train.numpy_learner import CLOSED, forward, inputs_of
from drakkar.train.on_cluster import RunOnCluster
from drakkar.train.options import Options
from drakkar.train.rival import play
from drakkar.train.rollout import Actor, News, Rollout, together
from drakkar.train.shape import shape_of
from drakkar.train.weights import load
from tests.train.runs import TINY

SMALL = replace(TINY, tables=8, steps=8, width=16)
SHAPE = shape_of("treasure")
WEIGHTS = initial(SHAPE, 16, 1, 1)


class Here:
    """A crew whose members are in this process; the first of them answers only every other time."""

    def __init__(self, members: list[Any]) -> None:
        self.members = [Actor(*(*arguments, 0)) for arguments in members]
        self.calls: dict[int, News] = {}
        self.turns = 0

    def __enter__(self) -> "Here":
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to end."""

    def share(self, value: News) -> News:
        return value

    def idle(self) -> list[int]:
        return [number for number in range(len(self.members)) if number not in self.calls]

    def ask(self, number: int, news: News) -> None:
        self.calls[number] = news

    def ended(self, seconds: float) -> Iterator[tuple[int, Rollout]]:
        self.turns += 1
        for number in sorted(self.calls):
            if number or self.turns % 2:
                yield number, self.members[number](self.calls.pop(number))


class RunHere(RunOnCluster):
    def crew(self) -> Crew:
        return cast("Crew", Here(self.members()))


def run_of(options: Options, actors: int = 2) -> RunOnCluster:
    return RunHere(options, cast("OnRay", Local(1)), actors)


def actor(number: int = 0, options: Options = SMALL) -> Actor:
    return Actor(number, options, SHAPE, [3, 2], np.array([True, False]), "test", 0)


def test_every_choice_of_a_rollout_is_legal_and_has_its_likelihood() -> None:
    other = initial(SHAPE, 16, 1, 2)
    player = actor()
    olds = []
    for version in range(4):
        rollout = player(News(version, WEIGHTS, other))
        kept, old = rollout.kept, rollout.segment.old.reshape(-1) > 0
        rows = np.arange(len(kept.choices))
        assert rollout.lessons == version
        assert (kept.masks[rows, kept.choices] == 1).all()
        assert old.any()
        for weights, some in ((WEIGHTS, ~old), (other, old)):
            assert kept.likelihoods[some] == pytest.approx(likelihoods(weights, kept, some), abs=1e-5)
        olds.append(old.reshape(SMALL.steps, 2, -1))
    assert not any(old[:, 1].any() for old in olds), "the second group has no earlier self"


def likelihoods(weights: Any, kept: Any, some: Array) -> Array:
    policy = forward(weights, inputs_of(kept.observations[some], SHAPE)).policy
    policy = np.where(kept.masks[some] > 0, policy, CLOSED)
    found: Array = policy[np.arange(len(policy)), kept.choices[some]] - np.logaddexp.reduce(policy, axis=1)
    return found


def test_matches_go_on_from_rollout_to_rollout() -> None:
    """A choice per call or all at once: the same matches, as long as the network is the same."""
    long = actor(options=replace(SMALL, steps=40))(News(0, WEIGHTS, WEIGHTS))
    player = actor(options=replace(SMALL, steps=10))
    short = [player(News(0, WEIGHTS, WEIGHTS)) for _ in range(4)]
    assert (np.concatenate([one.kept.choices for one in short]) == long.kept.choices).all()
    assert (np.concatenate([one.segment.seats for one in short]) == long.segment.seats).all()
    assert sum(one.matches for one in short) == long.matches == (long.segment.ended > 0).sum() > 0


def test_rollouts_stand_side_by_side() -> None:
    rollouts = [actor(number, replace(SMALL, steps=40))(News(0, WEIGHTS, WEIGHTS)) for number in range(3)]
    kept, segment = together(rollouts, 0)
    size = rollouts[0].segment.seats.shape[1]
    choices = kept.choices.reshape(40, 3 * size)
    for at, rollout in enumerate(rollouts):
        mine = slice(at * size, (at + 1) * size)
        assert (choices[:, mine] == rollout.kept.choices.reshape(40, size)).all()
        assert (segment.seats[:, mine] == rollout.segment.seats).all()
        ended = segment.ended[:, mine]
        assert ((ended > 0) == (rollout.segment.ended > 0)).all()
        assert (segment.results[ended] == rollout.segment.results[rollout.segment.ended]).all()
    assert not segment.results[0].any()
    assert (rollouts[0].kept.choices != rollouts[1].kept.choices).any(), "each actor plays matches of its own"


def test_rollouts_that_are_too_old_are_dropped_and_counted() -> None:
    run = run_of(replace(SMALL, actors=2, stale=2))
    player = actor()
    run.segments = 5
    for number, lessons in ((0, 2), (1, 3), (0, 5)):
        run.take(number, player(News(lessons, WEIGHTS, WEIGHTS)))
    assert run.is_enough()
    assert [rollout.lessons for _, rollout in run.waiting] == [3, 5]
    assert [account.dropped for account in run.accounts] == [1, 0]
    run.segments = 6
    assert not run.is_enough(), "it grew too old while it waited"
    assert [account.dropped for account in run.accounts] == [1, 1]


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run")
    run_of(replace(TINY, out=str(folder), actors=1, lessons=60), actors=2).run()
    return folder


def test_a_tiny_network_learns_from_stale_weights_too(trained: Path) -> None:
    game = find("treasure")
    won = sum(play(game, f"net:file={trained / 'latest.net'}", "random", 3, seed) for seed in range(120)) / 120
    assert won > 0.5, "parity is a third"
    last = rows(trained / "curve.csv")[-1]
    assert 0 < float(last["lag"]) <= TINY.stale


def test_the_throughput_of_each_actor_is_told(trained: Path) -> None:
    told = rows(trained / "actors.csv")
    assert [row["actor"] for row in told] == ["0", "1"]
    size = TINY.groups * TINY.tables * TINY.steps
    for row in told:
        assert int(row["decisions"]) == int(row["rollouts"]) * size > 0
        assert float(row["per_second"]) > 0
        assert 0 < float(row["busy"]) <= 1
    assert sum(int(row["decisions"]) for row in told) == float(rows(trained / "curve.csv")[-1]["asked"])


def test_a_run_goes_on_from_its_weights(trained: Path, tmp_path: Path) -> None:
    before = load(str(trained / "latest.npz"), SHAPE)[1]
    again = replace(TINY, out=str(tmp_path), actors=1, lessons=2, resume=str(trained / "latest.npz"), total=100.0)
    run_of(again).run()
    after = load(str(tmp_path / "latest.npz"), SHAPE)[1]
    assert after["learned"] > before["learned"]
    assert after["minutes"] > before["minutes"]


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--stale", "-1"], "--stale needs a number of at least 0"),
        (["--rollouts", "0"], "--rollouts needs a number of at least 1"),
    ],
)
def test_impossible_settings_are_refused(
    words: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["train", "treasure", "--device", "numpy", "--out", str(tmp_path), *words]) != 0
    assert why in capsys.readouterr().err
