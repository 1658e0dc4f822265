"""A seeded sample of the bombs, each answered by one of Drakkar's own errors. CONTRIBUTING.md has the full count."""

import os

import pytest

from tests.bombs.bombs import Bomb, bomb
from tests.bombs.corpus import records
from tests.bombs.run import throw
from tests.bombs.trial import tried

FULL = "DRAKKAR_FULL" in os.environ
COUNT = 100_000 if FULL else 1400
# A factor on the time limit of a refusal. In the sample, a machine at a quarter of its speed passes.
SLACK = 1.0 if FULL else 4.0


@pytest.mark.slow
def test_no_bomb_gets_past_the_doors() -> None:
    report = throw(21, COUNT, SLACK)
    assert not report.faults, report.told()
    assert sum(report.counts.values()) == COUNT
    # Each entry point has accepted something, and has refused most.
    for door in ("position", "record", "choice", "message", "form"):
        assert report.counts[f"{door} accepted"]
        assert report.counts[f"{door} refused"]


def test_a_bomb_is_the_same_in_every_run() -> None:
    assert [bomb(5, number).text for number in range(30)] == [bomb(5, number).text for number in range(30)]


def test_an_error_of_no_kind_of_ours_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(text: str) -> None:
        raise KeyError(text)

    monkeypatch.setattr("tests.bombs.trial.set_up", stumble)
    assert tried(Bomb("position", "x")).faults == ["position: KeyError: 'x'"]


def test_a_good_record_is_accepted_and_no_fault() -> None:
    result = tried(Bomb("record", records()[0]))
    assert result.accepted
    assert not result.faults


def test_a_process_that_dies_is_reported_with_its_bomb(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment variable tells the child to kill itself at one bomb, as a crash would."""
    monkeypatch.setenv("DRAKKAR_DIE_AT", "3")
    report = throw(5, 5, SLACK)
    assert [fault for fault in report.faults if fault.startswith("bomb 3 ") and "the process died, -" in fault]
    assert sum(report.counts.values()) == 4
