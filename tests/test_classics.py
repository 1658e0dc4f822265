"""The bots that stay as they were choose as they did, and the trial network sees what it saw."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest

import benchmarks.classics  # noqa: F401 - registers its bots
import drakkar
from benchmarks.trial import OldEncoder
from drakkar import cli
from drakkar.bots import Budget, make
from drakkar.core.moment import Decision
from drakkar.core.view import View


def moments(title: str, seats: int, seed: int, share: float) -> Iterator[tuple[View, Decision]]:
    """Some moments of a random match, always the same."""
    match, rng = drakkar.new(title, seats=seats, seed=seed), Random(seed)
    while not match.over:
        decision = match.pending[0]
        if len(decision.choices) > 1 and rng.random() < share:
            yield match.view(decision.seat), decision
        by_code = sorted(decision.choices, key=lambda choice: choice.code)
        match.play(decision.seat, rng.choice(by_code))


def chosen(words: str, title: str, share: float, iterations: int = 0) -> str:
    """A digest of what a bot chooses."""
    bot, found = make(words, 3), []
    for view, decision in moments(title, 3, 5, share):
        found.append(bot.choose(view, decision, Budget(iterations)).code)
    assert len(found) > 3
    return hashlib.sha256(json.dumps(found).encode()).hexdigest()[:12]


@pytest.mark.parametrize(
    ("bot", "title", "share", "iterations", "digest"),
    [
        ("karl", "blood_rage", 0.2, 0, "037c8215b798"),
        ("karl", "lords_of_ragnarok", 0.1, 0, "8561c02892e6"),
        ("konung", "blood_rage", 0.05, 15, "8efb4c8ae536"),
        ("jarl", "lords_of_ragnarok", 0.03, 15, "3dcb260cee87"),
    ],
)
def test_classic_bots_choose_as_greedy_and_mcts_did_in_november_2026(
    bot: str, title: str, share: float, iterations: int, digest: str
) -> None:
    assert chosen(f"classic_{bot}", title, share, iterations) == digest


def test_the_trial_network_reads_version_1_of_the_encoding() -> None:
    """The digest is that of the encoding in Drakkar 0.2.0, over the same matches."""
    encoder, digest, rows = OldEncoder(), hashlib.sha256(), 0
    for seats in (2, 5):
        for view, decision in moments("blood_rage", seats, 7, 1.0):
            digest.update(encoder.observation(view, decision.seat).tobytes())
            rows += 1
    assert rows > 200
    assert encoder.size == 3361
    assert digest.hexdigest()[:12] == "eb1ad0e835e9"


@pytest.fixture
def trial(tmp_path: Path) -> Path:
    """A small network of the trial's form."""
    rng, size, width, choices = np.random.default_rng(1), OldEncoder().size, 8, 1851
    shapes = {"w0": (size, width), "wg": (5, width), "b0": (width,), "wp": (width, choices), "bp": (choices,)}
    shapes |= {f"w{at}": (width, width) for at in (1, 2)} | {f"b{at}": (width,) for at in (1, 2)}
    arrays = {name: rng.standard_normal(shape).astype(np.float16) for name, shape in shapes.items()}
    np.savez(tmp_path / "trial.npz", meta="{}", **arrays)  # type: ignore[arg-type]
    return tmp_path / "trial.npz"


def test_the_arena_plays_with_bots_of_a_module(trial: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", f"trial:file={trial}", "random", "--alone", "--players", "2", "--games", "2", "--json"]
    assert cli.main([*words, "--module", "benchmarks.classics", "--jobs", "1"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["games"] == 2
    assert "--module benchmarks.classics" in shown["command"]


def test_a_module_that_is_missing_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["arena", "random", "--games", "2", "--module", "no.such"]) == 2
    assert "--module no.such: No module named 'no'" in capsys.readouterr().err


def test_the_trial_needs_its_file() -> None:
    with pytest.raises(drakkar.BadArgument, match="name the network: trial:file=FILE"):
        make("trial", 1)
