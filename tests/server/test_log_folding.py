"""Repeated log lines are limited."""

import logging

from drakkar.server.api.log_folding import Folding


def line(created: float, text: str, level: int = logging.WARNING) -> logging.LogRecord:
    """A log line with its time."""
    record = logging.makeLogRecord({"name": "asyncio", "levelno": level, "msg": text})
    record.created = created
    return record


def test_the_first_lines_of_a_kind_are_written_and_the_rest_is_a_number() -> None:
    folding = Folding(first=3, seconds=60)
    assert [folding.filter(line(at, "out of files")) for at in range(10)] == [True] * 3 + [False] * 7
    assert folding.filter(line(5, "another kind"))
    later = line(61, "out of files")
    assert folding.filter(later)
    assert later.omitted == 7  # type: ignore[attr-defined]
    last = line(62, "out of files")
    assert folding.filter(last)
    assert not hasattr(last, "omitted")


def test_a_line_about_another_table_or_with_another_number_is_another_kind() -> None:
    folding = Folding(first=1)
    lines = [line(1, "lost %d entries") for _ in range(4)]
    for record, (number, table) in zip(lines, [(1, "a"), (1, "b"), (2, "a"), (1, "a")], strict=True):
        record.args, record.table = (number,), table
    assert [folding.filter(record) for record in lines] == [True, True, True, False]


def test_kinds_that_are_old_are_forgotten() -> None:
    folding = Folding(first=1, seconds=60)
    for number in range(5_000):
        folding.filter(line(number, f"kind {number}"))
    assert len(folding._kinds) <= 1_000


def test_what_is_no_warning_is_never_folded() -> None:
    folding = Folding(first=1)
    assert all(folding.filter(line(at, "table founded", logging.INFO)) for at in range(100))
