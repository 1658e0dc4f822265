"""Processes of this machine keep what engines promise."""

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from drakkar.cli import parser
from drakkar.cluster import choice
from drakkar.cluster.engine import Engine
from drakkar.cluster.local import Local
from drakkar.cluster.processes import Workers
from tests.cluster import contract


@pytest.mark.parametrize("check", contract.CONTRACT, ids=lambda check: check.__name__)
def test_local_processes_keep_the_contract(check: Callable[[Engine, Path], None], tmp_path: Path) -> None:
    with Local(2) as engine:
        check(engine, tmp_path)


def test_closing_stops_processes_though_the_parent_catches_sigterm(tmp_path: Path) -> None:
    """A forked process inherits the handler."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with Local(2) as engine:
            contract.closing_cancels_what_runs(engine, tmp_path)
    finally:
        signal.signal(signal.SIGTERM, before)


def much() -> bytes:
    """More than a pipe holds, so that its sender waits for a reader."""
    return bytes(50_000_000)


def test_a_process_is_stopped_in_the_middle_of_its_result() -> None:
    workers = Workers(2)
    worker = workers.idle()
    worker.give(0, much, ())
    assert workers.ended() == [worker], "its result has begun"
    workers.kill()
    assert worker.process.exitcode == -signal.SIGKILL


ROOT: Final = Path(__file__).parents[2]
# A program that ends while a run is under way; each task has left a file with the number of its process.
PROGRAM: Final = """
import os, signal, sys
from drakkar.cluster.local import Local
from tests.cluster import contract

outcomes = Local(2).run(contract.{work}, ((number, sys.argv[1]) for number in range(9)))
next(outcomes)
{end}
"""


@pytest.mark.parametrize(
    ("work", "end"),
    [("begin_and_sleep", ""), ("begin", "os.kill(os.getpid(), signal.SIGKILL)")],
    ids=["by itself", "killed"],
)
def test_no_process_outlives_its_program(work: str, end: str, tmp_path: Path) -> None:
    """A program that ends by itself stops them; if it is killed, they end when they look for the next task."""
    program = PROGRAM.format(work=work, end=end)
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path)], timeout=100, check=False, cwd=ROOT)  # noqa: S603
    assert done.returncode == (-signal.SIGKILL if end else 0)
    contract.wait_until_gone(tmp_path.iterdir())


def test_one_core_is_this_process_and_keeps_the_order() -> None:
    with Local(1) as engine:
        assert [outcome.result() for outcome in engine.run(contract.double, ((n,) for n in range(4)))] == [0, 2, 4, 6]
        contract.an_error_is_the_outcome_of_its_task_alone(engine, Path())


def test_an_engine_that_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parser().parse_args(["arena", "random", "--on", "slurm"])
    assert "there is no engine 'slurm'; there are: local, ray, ray://HOST:PORT" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["arena", "dataset", "sim", "fuzz", "ladder"])
def test_without_ray_one_sentence_says_what_to_install(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(choice, "find_spec", lambda _: None)
    with pytest.raises(SystemExit):
        parser().parse_args([command, "x", "--on", "ray"])
    assert capsys.readouterr().err.endswith(f"argument --on: {choice.MISSING}\n")
