"""The help of each command, and the errors for wrong arguments."""

from pathlib import Path

import pytest

from tests.terminal.running import drakkar


def test_help_lists_the_commands(tmp_path: Path) -> None:
    done = drakkar("--help", home=tmp_path)
    assert done.returncode == 0
    for word in ("play", "replay", "check", "verify", "sim", "games", "examples:"):
        assert word in done.stdout


@pytest.mark.parametrize("command", ["play", "replay", "check", "verify", "analyse", "sim", "games"])
def test_each_command_has_help(command: str, tmp_path: Path) -> None:
    done = drakkar(command, "--help", home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"usage: drakkar {command}")


def test_version(tmp_path: Path) -> None:
    assert drakkar("--version", home=tmp_path).stdout.startswith("drakkar 0.")


def test_games_tells_sides_and_rulings(tmp_path: Path) -> None:
    done = drakkar("games", home=tmp_path)
    assert "blood_rage: 2 to 5 players; sides wolf, raven, serpent, bear, ram" in done.stdout
    assert "lords_of_ragnarok: 2 to 4 players; sides green, red, blue, yellow" in done.stdout
    assert "first_game_no_draft" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "required: COMMAND"),
        ("dance", "invalid choice: 'dance'"),
        ("play --players 7", "2 to 5 seats, not 7"),
        ("play --players 0", "2 to 5 seats, not 0"),
        ("play --sides wolf,moose", "no side 'moose'"),
        ("play --sides wolf,wolf", "different sides"),
        ("play --players 3 --sides wolf,raven", "3 seats want 3 different sides"),
        ("play --side moose", "no side 'moose'"),
        ("play --side wolf --sides raven,bear", "no seat plays 'wolf'"),
        ("play --seed soon", "--seed"),
        ("play --ruling speed=9", "no ruling 'speed'"),
        ("play --ruling first_game_no_draft", "NAME=VALUE"),
        ("play --ruling first_game_no_draft=perhaps", "'perhaps' is not one of"),
        ("play --game chess", "no game 'chess'"),
        ("play --load match.record --seed 3", "--load brings its own"),
        ("play --load -", "--load needs a file"),
        ("play lords_of_ragnarok --side wolf", "no side 'wolf'"),
        ("sim --games 0", "at least 1"),
        ("sim --games many", "'many' is not a whole number"),
        ("sim --players 1", "2 to 5 seats, not 1"),
        ("replay match.record --until -3", "--until"),
    ],
)
def test_wrong_usage_is_told_in_a_line(words: str, said: str, tmp_path: Path) -> None:
    done = drakkar(*words.split(), home=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    last = done.stderr.splitlines()[-1]
    assert last.startswith("drakkar")
    assert said in last
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["check", "verify", "analyse", "replay", "play --load"])
def test_files_that_cannot_be_read(command: str, tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\xff\xff")
    for file in (tmp_path / "missing", tmp_path, picture):
        done = drakkar(*command.split(), str(file), home=tmp_path)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith(f"drakkar: {file}: ")
        assert len(done.stderr.splitlines()) == 1


def test_a_clan_beyond_the_first_ones_is_seated_first(tmp_path: Path) -> None:
    done = drakkar("play", "--players", "2", "--side", "Ram", home=tmp_path)
    assert done.stdout.startswith("Blood Rage: Ram, Wolf (a bot)")


def test_a_seat_can_be_named_by_number(tmp_path: Path) -> None:
    done = drakkar("play", "--players", "2", "--seat", "1", home=tmp_path)
    assert done.stdout.startswith("Blood Rage: Wolf (a bot), Raven\n")
