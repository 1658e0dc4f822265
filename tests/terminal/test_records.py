"""Records replayed and verified: good ones, cut ones, edited ones."""

import re
from pathlib import Path

import pytest

from tests.terminal.running import drakkar


def test_check_says_what_a_record_is(record: Path, tmp_path: Path) -> None:
    done = drakkar("check", str(record), home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "blood_rage" in done.stdout
    assert "players: 3 (wolf, raven, serpent)" in done.stdout
    assert re.search(r"choices: \d+\n", done.stdout)
    assert re.search(r"result: wolf \d+, raven \d+, serpent \d+; won by ", done.stdout)


def test_check_reads_a_pipe(record: Path, tmp_path: Path) -> None:
    done = drakkar("check", "-", typed=record.read_text(encoding="utf-8"), home=tmp_path)
    assert done.returncode == 0


def _cut(text: str) -> str:
    return text[: len(text) // 2]


def _edited(text: str) -> str:
    return text.replace("seed 11", "seed 12")


def _without_a_choice(text: str) -> str:
    return re.sub(r"^5\. .*\n", "", text, flags=re.MULTILINE)


def _other_result(text: str) -> str:
    return re.sub(r"^result .*\n", "result wolf 99\n", text, flags=re.MULTILINE)


def _empty(_: str) -> str:
    return ""


@pytest.mark.parametrize("spoil", [_cut, _edited, _without_a_choice, _other_result, _empty])
@pytest.mark.parametrize("command", ["check", "verify", "replay", "play --load"])
def test_a_spoiled_record_is_refused_with_its_line(spoil: object, command: str, record: Path, tmp_path: Path) -> None:
    assert callable(spoil)
    file = tmp_path / "spoiled.record"
    file.write_text(spoil(record.read_text(encoding="utf-8")), encoding="utf-8")
    done = drakkar(*command.split(), str(file), home=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(rf"drakkar: {re.escape(str(file))}: line \d+: .+\n", done.stderr)


def test_replay_tells_everything_in_order(record: Path, tmp_path: Path) -> None:
    done = drakkar("replay", str(record), home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    numbers = [int(number) for number in re.findall(r"^ +(\d+)\. \w+: ", done.stdout, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    ages = [done.stdout.index(f"Age {age} begins. · BR-1.2") for age in (1, 2, 3)]
    assert ages == sorted(ages)
    assert "Ragnarök phase." in done.stdout
    assert "Wolf is dealt eight cards" not in done.stdout
    assert "Result: wolf " in done.stdout


def test_replay_for_a_seat_tells_what_it_could_know(record: Path, tmp_path: Path) -> None:
    told = drakkar("replay", str(record), "--seat", "raven", home=tmp_path).stdout
    assert "1. Raven: pick " in told or "Raven: pick " in told
    assert "Wolf: pick" not in told
    assert "Wolf has chosen." in told
    assert "Wolf is dealt eight cards" in told


def test_replay_until_stops_and_shows_the_board(record: Path, tmp_path: Path) -> None:
    told = drakkar("replay", str(record), "--until", "20", "--seat", "raven", home=tmp_path).stdout
    assert " 20. " in told
    assert " 21. " not in told
    assert "Yggdrasil" in told
    assert "Your hand:" in told
    assert "Result" not in told


def test_replay_beyond_the_end_is_the_whole(record: Path, tmp_path: Path) -> None:
    assert "Result: " in drakkar("replay", str(record), "--until", "99999", home=tmp_path).stdout


def test_a_finished_match_can_be_loaded_and_shows_its_end(record: Path, tmp_path: Path) -> None:
    file = tmp_path / "over.record"
    file.write_text(record.read_text(encoding="utf-8"), encoding="utf-8")
    done = drakkar("play", "--load", str(file), home=tmp_path)
    assert done.returncode == 0
    assert "Glory from" in done.stdout
