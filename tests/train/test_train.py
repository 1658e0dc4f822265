"""A network learns by self-play, in a game small enough for a test; files of a run can be used and resumed."""

import csv
import json
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import drakkar
from drakkar import cli
from drakkar.bots import make
from drakkar.bots.net_bot import Net
from drakkar.bots.net_file import read
from drakkar.core.game import find
from drakkar.train import options as train_options
from drakkar.train.command import device_of
from drakkar.train.loop import ActorDied, Run
from drakkar.train.network import initial, trimmed, with_padding
from drakkar.train.options import SMALL
from drakkar.train.results import results
from drakkar.train.rival import play
from drakkar.train.schedule import Schedule
from drakkar.train.shape import shape_of
from drakkar.train.weights import LARGEST_FILE, bytes_of, largest_width, load, save
from tests.train.runs import TINY


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run")
    Run(replace(TINY, out=str(folder))).run()
    return folder


def won(bot: str, rival: str, matches: int) -> float:
    game = find("treasure")
    return sum(play(game, bot, rival, 3, seed) for seed in range(matches)) / matches


def test_a_tiny_network_learns_to_win(trained: Path) -> None:
    """Parity is a third; 120 matches at parity would reach a half less than once in 5,000 runs."""
    assert won(f"net:file={trained / 'latest.net'}", "random", 120) > 0.5


def test_the_curve_is_kept_as_data_and_as_a_chart(trained: Path) -> None:
    with (trained / "curve.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows
    assert float(rows[-1]["asked"]) >= float(rows[-1]["learned"]) > 0
    assert {"minutes", "per_second", "entropy", "explained", "won", "low", "high"} <= set(rows[0])
    drawn = ET.fromstring((trained / "curve.svg").read_text("utf-8"))  # noqa: S314 - our own file
    assert "entropy of the policy" in [text.text for text in drawn.iter() if text.tag.endswith("text")]


def test_a_tiny_network_learns_what_the_others_hide(trained: Path) -> None:
    """It foresees charms better than by how often each is held; at first it is far worse."""
    with (trained / "curve.csv").open(encoding="utf-8", newline="") as file:
        last = list(csv.DictReader(file))[-1]
    assert 0 < float(last["hidden"]) < float(last["hidden_base"])
    net = Net(read(trained / "latest.net"))
    match = drakkar.new("treasure", seats=3, seed=1)
    told = net.hidden(match.view(0).known, 0)
    assert told is not None
    assert [len(block) for block in told] == [net.encoding.hidden.size] * 2
    assert all(0 < likely < 1 for block in told for likely in block)


def test_a_run_goes_on_from_its_weights_at_their_place_in_the_schedule(trained: Path, tmp_path: Path) -> None:
    weights, before = load(str(trained / "latest.npz"), shape_of("treasure"))
    again = replace(TINY, out=str(tmp_path), lessons=1, resume=str(trained / "latest.npz"), total=100.0, last_rate=0.0)
    run = Run(again)
    assert run.schedule.minutes == pytest.approx(before["minutes"], abs=0.01)
    assert (run.weights["policy"] == weights["policy"]).all()
    run.run()
    after, about = load(str(tmp_path / "latest.npz"), shape_of("treasure"))
    assert about["learned"] > before["learned"]
    assert about["minutes"] > before["minutes"]
    assert not (after["first"] == weights["first"]).all()


def test_an_actor_that_dies_ends_the_run(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Two tables per group are promised, and the shared memory has one."""
    run = Run(replace(TINY, out=str(tmp_path), tables=1))
    run.options = replace(TINY, out=str(tmp_path), tables=2)
    with pytest.raises(ActorDied, match="actor 0 has ended with code 1"):
        run.run()
    assert "could not broadcast" in capfd.readouterr().err


# --- Results


def test_results_are_seen_from_each_seat_and_clockwise() -> None:
    told = results([30, 50, 40], scored=True, seats=4)
    assert [row[2:] for row in told] == [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0]]
    assert told[0][1] == pytest.approx((30 - 45) / 40)
    assert sum(row[0] for row in told) == pytest.approx(0)
    assert told[1][0] > told[2][0] > told[0][0]


def test_winners_share_the_win() -> None:
    assert [row[2] for row in results([7, 7, 1], scored=True, seats=3)] == [0.5, 0.5, 0]


def test_a_game_without_points_has_no_lead() -> None:
    assert [row[1] for row in results([1, 0, 0, 0], scored=False, seats=5)] == [0, 0, 0, 0]


# --- Weights and schedule


def test_saved_weights_are_loaded_with_their_padding(tmp_path: Path) -> None:
    shape = shape_of("blood_rage")
    weights = initial(shape, 16, 2, 3)
    save(tmp_path / "w.npz", weights, shape, {"minutes": 1.5})
    again, about = load(str(tmp_path / "w.npz"), shape)
    assert about["minutes"] == 1.5
    for name, matrix in with_padding(trimmed(weights, shape), shape).items():
        assert again[name].shape == matrix.shape == weights[name].shape
        assert again[name] == pytest.approx(matrix, rel=1e-3, abs=1e-6)


def test_weights_of_another_game_or_encoding_are_refused(tmp_path: Path) -> None:
    shape, path = shape_of("blood_rage"), tmp_path / "w.npz"
    save(path, initial(shape, 16, 1, 3), shape, {})
    with pytest.raises(drakkar.BadArgument, match="a network for blood_rage, not for treasure"):
        load(str(path), shape_of("treasure"))
    save(path, initial(shape, 16, 1, 3), shape._replace(encoding=1, digest="old"), {})
    with pytest.raises(drakkar.WrongVersion, match="for encoding 1, written by Drakkar"):
        load(str(path), shape)
    save(path, initial(shape, 16, 1, 3), shape._replace(digest="old"), {})
    with pytest.raises(drakkar.WrongVersion, match="other fields or choices"):
        load(str(path), shape)
    path.write_text("no weights", "utf-8")
    with pytest.raises(drakkar.BadArgument, match="has no weights"):
        load(str(path), shape)


def test_a_file_of_weights_is_never_too_large(tmp_path: Path) -> None:
    shape = shape_of("blood_rage")
    width = largest_width(shape, 2)
    assert bytes_of(shape, width, 2) <= LARGEST_FILE < bytes_of(shape, width + 64, 2)
    save(tmp_path / "w.npz", initial(shape, 64, 2, 3), shape, {})
    assert (tmp_path / "w.npz").stat().st_size <= bytes_of(shape, 64, 2)
    with pytest.raises(drakkar.BadArgument, match=rf"--width 4096: .* at most 16 \(width {width}\)"):
        Run(replace(TINY, game="blood_rage", width=4096, blocks=2))


def test_the_learning_rate_rises_then_falls_over_the_whole_schedule() -> None:
    options = replace(TINY, minutes=10.0, total=20.0, rate=1.0, last_rate=0.0)
    assert Schedule(options, 0.0).rate == pytest.approx(1.0, abs=0.01)
    assert Schedule(options, 10.0).rate == pytest.approx(0.5, abs=0.01)
    assert Schedule(replace(options, warm_up=1000.0), 0.0).rate < 0.1
    assert Schedule(options, 10.0).marks[0] == 15
    assert Schedule(replace(options, total=0.0), 10.0, planned=40.0).rate == pytest.approx(0.75, abs=0.01)
    assert Schedule(replace(options, total=0.0), 10.0, planned=10.0).total == 20.0


# --- The command


def test_without_pytorch_a_message_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drakkar.train.command.find_spec", lambda _: None)
    with pytest.raises(drakkar.BadArgument, match=r"drakkar\[train\].*--device numpy"):
        device_of("auto")
    assert device_of("numpy") == "numpy"


def test_a_game_without_an_encoding_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["train", "chess", "--out", str(tmp_path), "--device", "numpy"]) == 2
    assert "there is no game 'chess'" in capsys.readouterr().err


def test_weights_are_packed_with_a_report(trained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "five.net"
    words = ["pack", str(trained / "latest.npz"), "--out", str(target), "--bits", "5", "--moments", "100"]
    assert cli.main(words) == 0
    assert "same choice in" in capsys.readouterr().out
    about = json.loads(target.read_bytes().split(b"\n")[1])
    assert about["bits"] == 5
    assert 0.5 < about["agreement"] <= 1
    assert target.stat().st_size < (trained / "latest.net").stat().st_size
    match = drakkar.new("treasure", seats=3, seed=1)
    assert make(f"net:file={target}", 1).choose(match.view(0), match.pending[0]) in match.pending[0].choices


def test_sizes_depend_on_the_device() -> None:
    assert train_options.sizes("cuda")["width"] > train_options.sizes("cpu")["width"] == SMALL["width"]
    assert np.all([set(train_options.LARGE) == set(SMALL)])
