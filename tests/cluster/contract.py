"""What every engine promises. Each check is a function of an engine with two cores or more; tests call them all."""

import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from drakkar.cluster.engine import Engine, TaskFailed, TaskLost

TASKS: Final = 25
# Longer than the check waits: a task that sleeps so long does not end by itself.
FOR_EVER: Final = 120.0


def double(number: int) -> int:
    return 2 * number


def refuse_odd(number: int) -> int:
    if number % 2:
        raise ZeroDivisionError(f"{number} is odd")
    return number


class TwoWords(Exception):
    """An error that does not survive the way between processes."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(f"{one} {other}")


def refuse_in_two_words() -> None:
    raise TwoWords("no", "way")


def die_at(number: int, deadly: int) -> int:
    if number == deadly:
        os._exit(3)
    return number


def die_once(number: int, folder: str) -> int:
    """The first process that has task 3 dies, as if by itself."""
    mark = Path(folder) / "dead"
    if number == 3 and not mark.exists():
        mark.touch()
        os._exit(3)
    return number


def begin_and_sleep(number: int, folder: str) -> int:
    """Tasks beside the first do not end by themselves, and every other one ignores polite requests."""
    if number % 2:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    begin(number, folder)
    if number:
        time.sleep(FOR_EVER)
    return number


def begin(number: int, folder: str) -> int:
    (Path(folder) / f"{number}-{os.getpid()}").touch()
    return number


def every_task_has_one_outcome(engine: Engine, _: Path) -> None:
    outcomes = list(engine.run(double, ((number,) for number in range(TASKS))))
    assert sorted((outcome.index, outcome.result()) for outcome in outcomes) == [(n, 2 * n) for n in range(TASKS)]


def no_tasks_have_no_outcomes(engine: Engine, _: Path) -> None:
    assert list(engine.run(double, iter(()))) == []


def tasks_are_taken_as_cores_become_free(engine: Engine, _: Path) -> None:
    taken, ended, most = 0, 0, 0

    def tasks() -> Iterator[tuple[int]]:
        nonlocal taken
        for number in range(TASKS):
            taken += 1
            yield (number,)

    for _outcome in engine.run(double, tasks()):
        most = max(most, taken - ended)
        ended += 1
    assert (taken, ended) == (TASKS, TASKS)
    assert most <= 4 * engine.cores


def an_error_is_the_outcome_of_its_task_alone(engine: Engine, _: Path) -> None:
    outcomes = {found.index: found for found in engine.run(refuse_odd, ((number,) for number in range(6)))}
    assert [outcomes[even].result() for even in (0, 2, 4)] == [0, 2, 4]
    for odd in (1, 3, 5):
        with pytest.raises(ZeroDivisionError, match=f"{odd} is odd") as caught:
            outcomes[odd].result()
        assert "refuse_odd" in "".join(caught.value.__notes__), "where it was raised"


def an_error_that_cannot_travel_leaves_its_words(engine: Engine, _: Path) -> None:
    (outcome,) = engine.run(refuse_in_two_words, [()])
    assert isinstance(outcome.error, TaskFailed)
    assert "TwoWords: no way" in str(outcome.error)


def a_task_that_kills_its_process_is_lost_alone(engine: Engine, _: Path) -> None:
    outcomes = {found.index: found for found in engine.run(die_at, ((number, 4) for number in range(9)))}
    assert sorted(outcomes) == list(range(9))
    assert [index for index, found in outcomes.items() if isinstance(found.error, TaskLost)] == [4]
    assert all(found.result() == index for index, found in outcomes.items() if index != 4)


def a_process_that_dies_costs_no_task(engine: Engine, folder: Path) -> None:
    before = engine.repeated
    outcomes = engine.run(die_once, ((number, str(folder)) for number in range(9)))
    assert sorted(outcome.result() for outcome in outcomes) == list(range(9))
    assert (folder / "dead").exists()
    assert engine.repeated > before


def closing_cancels_what_runs(engine: Engine, folder: Path) -> None:
    with closing(engine.run(begin_and_sleep, ((number, str(folder)) for number in range(TASKS)))) as outcomes:
        assert next(outcomes).result() == 0
    wait_until_gone(path for path in folder.iterdir() if path.name[:2] != "0-")
    assert len(list(engine.run(double, [(1,), (2,)]))) == 2, "the engine goes on"


def wait_until_gone(files: Iterable[Path]) -> None:
    """Until the processes that have left these files are gone."""
    until = time.monotonic() + 60
    processes = [int(path.name.partition("-")[2]) for path in files]
    while any(is_alive(process) for process in processes):
        assert time.monotonic() < until, "a task goes on"
        time.sleep(0.05)


def is_alive(process: int) -> bool:
    """Whether a process runs; one that has ended may be listed until its parent looks."""
    try:
        return Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


CONTRACT: Final[tuple[Callable[[Engine, Path], None], ...]] = (
    every_task_has_one_outcome,
    no_tasks_have_no_outcomes,
    tasks_are_taken_as_cores_become_free,
    an_error_is_the_outcome_of_its_task_alone,
    an_error_that_cannot_travel_leaves_its_words,
    a_task_that_kills_its_process_is_lost_alone,
    a_process_that_dies_costs_no_task,
    closing_cancels_what_runs,
)
