"""A run goes on from other weights: of a narrower network, of a bot's file, and without the layer for hidden things."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drakkar
from drakkar.bots.net_file import read as read_net
from drakkar.bots.net_file import write
from drakkar.train.growth import widened
from drakkar.train.loop import Run
from drakkar.train.network import Weights, initial, trimmed
from drakkar.train.numpy_learner import forward, inputs_of
from drakkar.train.pack import pack_file
from drakkar.train.quantise import packed
from drakkar.train.schedule import Schedule
from drakkar.train.session import start
from drakkar.train.shape import shape_of
from drakkar.train.weights import load, read, save
from tests.train.runs import TINY

SHAPE = shape_of("treasure")


def some_weights(width: int, blocks: int = 2) -> Weights:
    rng = np.random.default_rng(4)
    weights = initial(SHAPE, width, blocks, 1)
    return {name: matrix + 0.2 * rng.standard_normal(matrix.shape, np.float32) for name, matrix in weights.items()}


def outputs(weights: Weights) -> dict[str, Any]:
    """All outputs for some observations."""
    observations = np.random.default_rng(7).integers(0, 5, (20, SHAPE.row)).astype(np.uint8)
    observations[:, SHAPE.observation :] = 0
    signals = forward(weights, inputs_of(observations, SHAPE))
    hidden = signals.layers[-1] @ weights["hidden"] + weights["hidden_bias"]
    found = {"policy": signals.policy, "estimates": signals.estimates, "hidden": hidden}
    return {name: rows[:, : SHAPE.heads[name]] for name, rows in found.items()}


def saved(folder: Path, weights: Weights, **about: Any) -> Path:
    save(folder / "w.npz", weights, SHAPE, {"minutes": 10.0, "total": 10.0, **about})
    return folder / "w.npz"


def without_hidden(path: Path) -> Path:
    """The file as versions before hidden things wrote it."""
    weights, about = read(path)
    del about["hidden"], weights["hidden"], weights["hidden_bias"]
    write(path.with_suffix(".net"), packed(weights, about))
    return path.with_suffix(".net")


def test_a_widened_network_chooses_and_estimates_the_same() -> None:
    narrow = some_weights(16)
    wide = widened(narrow, SHAPE, 48, 3)
    assert wide["block_2"].shape == (48, 48)
    before, after = outputs(narrow), outputs(wide)
    for name, rows in before.items():
        assert after[name] == pytest.approx(rows, abs=1e-4)
        assert rows.std() > 0
    assert wide["first"][:, 16:].std() > 0
    assert widened(narrow, SHAPE, 16, 3) is narrow


def test_a_run_goes_on_wider_from_a_bots_file_without_hidden_things(tmp_path: Path) -> None:
    """Its policy is that of the file; what the others hide is learned from the start."""
    narrow = some_weights(16, blocks=1)
    path = without_hidden(saved(tmp_path, narrow))
    assert path.read_bytes().startswith(b"drakkar network 1\n")
    options = replace(TINY, out=str(tmp_path), resume=str(path), width=24, blocks=0, lessons=1, minutes=5.0)
    weights, about = start(options, SHAPE)
    assert about["minutes"] == 10.0
    before, after = outputs(narrow), outputs(weights)
    for name in ("policy", "estimates"):
        assert np.abs(after[name] - before[name]).max() < 0.05 * before[name].std()
    assert (after["hidden"] == -3).all()
    Run(options).run()
    again = load(str(tmp_path / "latest.npz"), SHAPE)[0]
    assert again["first"].shape[1] == 24
    assert not (outputs(again)["hidden"] == -3).all()
    assert (tmp_path / "latest.net").read_bytes().startswith(b"drakkar network 2\n")


def test_hidden_things_of_other_fields_are_learned_anew(tmp_path: Path) -> None:
    weights = some_weights(16)
    path = saved(tmp_path, weights)
    assert outputs(load(str(path), SHAPE)[0])["hidden"] == pytest.approx(outputs(weights)["hidden"], rel=0.01, abs=0.05)
    other = SHAPE._replace(hidden_fields=(("other", 3),))
    found, _ = load(str(path), other)
    assert found["hidden"].shape == (16, other.truth)
    assert not found["hidden"].any()


def test_a_bots_file_becomes_the_weights_that_it_was_made_of(tmp_path: Path) -> None:
    path = saved(tmp_path, some_weights(16))
    pack_file(path, tmp_path / "w.net")
    before, after = read(path)[0], read(tmp_path / "w.net")[0]
    assert list(before) == list(trimmed(some_weights(16), SHAPE))
    for name, matrix in before.items():
        largest = np.abs(matrix).max(0) if matrix.ndim == 2 else 10.0
        assert (np.abs(after[name] - matrix) <= largest / 250 + 1e-6).all()
    write(tmp_path / "again.net", packed(after, read_net(tmp_path / "w.net").about))
    again = read(tmp_path / "again.net")[0]
    assert all(again[name] == pytest.approx(after[name], abs=1e-6) for name in before)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"width": 8}, "16 wide cannot become 8 wide"),
        ({"width": 0, "blocks": 1}, r"--blocks 1: .*w.npz has 2 residual layers, and --blocks cannot change them"),
        ({"resume": "none.npz"}, "none.npz has no weights"),
    ],
)
def test_what_cannot_be_resumed_is_refused(tmp_path: Path, changes: dict[str, Any], complaint: str) -> None:
    options = replace(TINY, resume=str(saved(tmp_path, some_weights(16))), width=0, blocks=0)
    assert start(options, SHAPE)[0]["first"].shape[1] == 16
    with pytest.raises(drakkar.BadArgument, match=complaint):
        start(replace(options, **changes), SHAPE)


def test_earlier_networks_may_be_narrower(tmp_path: Path) -> None:
    path = str(saved(tmp_path, some_weights(16, blocks=1)))
    run = Run(replace(TINY, width=32))
    assert run.earlier(path)["first"].shape[1] == 32
    with pytest.raises(drakkar.BadArgument, match="it has 1 residual layers"):
        Run(replace(TINY, width=32, blocks=2)).earlier(path)


def test_a_longer_schedule_raises_the_learning_rate_again() -> None:
    options = replace(TINY, minutes=10.0, rate=1.0, last_rate=0.0)
    assert Schedule(replace(options, total=40.0), 10.0, planned=10.0).rate == pytest.approx(0.75, abs=0.01)
    assert Schedule(replace(options, total=20.0), 10.0, planned=10.0).rate == pytest.approx(0.5, abs=0.01)
    words = Schedule(replace(options, total=40.0), 10.0, planned=10.0).place
    assert words == "it goes on at minute 10.00 of 40.00, with a learning rate of 0.75"
