"""A match at the prompt, typed through a pipe."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import drakkar as library
from drakkar.games.blood_rage.clans import SOURCE_TITLES
from tests.terminal.running import MANY_LETTERS, MANY_NUMBERS, drakkar, environment, hear_ctrl_c


def test_a_whole_match_is_played_to_its_end(
    whole_match: "subprocess.CompletedProcess[str]", record: Path, home: Path
) -> None:
    match = library.load(record.read_text(encoding="utf-8"))
    assert whole_match.stderr == ""
    assert match.outcome is not None
    ranking, table = whole_match.stdout.rsplit("\n  Glory from", 1)
    assert all(f"{points} Glory" in ranking for points in match.outcome.scores)
    assert all(source in table for source in SOURCE_TITLES)
    assert "Age 3" in table
    assert str(home) in table


def test_a_whole_match_of_lords_of_ragnarok_is_played_to_its_end(tmp_path: Path) -> None:
    done = drakkar("play", "lords_of_ragnarok", "--players", "2", "--seed", "3", typed=MANY_LETTERS, home=tmp_path)
    assert done.stderr == ""
    assert re.search(r"\n  Won by: (Green|Red) \((Great Jarl|Great Gothi|Slayer|Ragnarok)\)\n", done.stdout)
    prompts = [line for line in done.stdout.splitlines() if line.startswith("Green: ")]
    assert len(prompts) > 50
    assert all(" · LR-" in line for line in prompts)
    assert max(len(line) for line in done.stdout.splitlines() if not line.startswith("Saved")) <= 100


def test_every_prompt_names_its_rule(whole_match: "subprocess.CompletedProcess[str]") -> None:
    prompts = [line for line in whole_match.stdout.splitlines() if line.startswith("Raven: ")]
    assert len(prompts) > 50
    assert all(" · BR-" in line for line in prompts)


def test_everything_told_names_its_rule(whole_match: "subprocess.CompletedProcess[str]") -> None:
    told = [line for line in whole_match.stdout.splitlines() if "'s turn." in line or " invades " in line]
    assert told
    assert all(" · BR-" in line for line in told)


def test_piped_output_is_plain_and_narrow(whole_match: "subprocess.CompletedProcess[str]") -> None:
    assert "\033" not in whole_match.stdout
    assert max(len(line) for line in whole_match.stdout.splitlines() if not line.startswith("Saved")) <= 100


def test_the_same_seed_and_the_same_lines_give_the_same_match(record: Path, tmp_path: Path) -> None:
    drakkar("play", "--players", "3", "--seed", "11", "--side", "raven", typed=MANY_NUMBERS, home=tmp_path)
    (again,) = tmp_path.glob("*.record")
    assert again.read_text(encoding="utf-8") == record.read_text(encoding="utf-8")


def test_a_match_broken_off_goes_on_as_it_would_have(record: Path, tmp_path: Path) -> None:
    first, rest = MANY_NUMBERS.splitlines()[:40], MANY_NUMBERS.splitlines()[40:]
    seated = ("--side", "raven")
    left = drakkar("play", "--players", "3", "--seed", "11", *seated, typed="\n".join(first), home=tmp_path)
    (saved,) = tmp_path.glob("*.record")
    assert f"drakkar play --load {saved} --side raven" in left.stdout
    drakkar("play", "--load", str(saved), *seated, typed="\n".join(rest), home=tmp_path)
    assert saved.read_text(encoding="utf-8") == record.read_text(encoding="utf-8")


def test_commands_at_the_prompt(tmp_path: Path) -> None:
    file = tmp_path / "my match.record"
    typed = (
        f"help\nwhy 1\nwhy pass\nwhy\nlog\nlog x\nboard\npack\ncards\nread tyr\nread nobody\n99\n1\nsave {file}\nquit\n"
    )
    done = drakkar("play", "--seed", "3", typed=typed, home=tmp_path)
    assert done.returncode == 0
    for said in (
        "why CHOICE",
        "allowed; you may choose it now",
        "pass: you cannot do that now; the decision is: pick a card and set it aside · BR-5.3",
        "Name a choice",
        "type `log`",
        "you can see no card of that name",
        "there is no choice 99; choose 1 to ",
        f"Saved to {file}. A record contains all cards, including hidden ones.",
        f"Continue with: drakkar play --load {tmp_path}/blood_rage-",
    ):
        assert said in done.stdout
    assert library.load(file.read_text(encoding="utf-8")).sides == ("wolf", "raven", "serpent", "bear")


def test_what_is_refused_says_why(tmp_path: Path) -> None:
    typed = "1\n" * 6 + "invade warrior Yggdrasil\ninvade warior Gimle\nhlep\npick Troll\n"
    done = drakkar("play", "--players", "3", "--seed", "5", typed=typed, home=tmp_path)
    assert "invade warrior Yggdrasil: Yggdrasil cannot be invaded · BR-7.4" in done.stdout
    assert "did you mean 'invade warrior" in done.stdout
    assert "the command `help`?" in done.stdout
    assert "you cannot do that now; the decision is: take one action or pass · BR-6.3" in done.stdout


def test_an_only_choice_is_taken_with_enter(tmp_path: Path) -> None:
    typed = MANY_NUMBERS.replace("2", "")
    played = (drakkar("play", "--players", "3", "--seed", str(seed), typed=typed, home=tmp_path) for seed in range(8))
    assert any("(Enter takes the only choice)\n> \n" in done.stdout for done in played)


def test_a_place_where_nothing_can_be_written_is_told(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    done = drakkar("play", typed=f"1\nsave {file / 'x'}\n", home=file)
    assert f"cannot save to {file / 'x'}: " in done.stdout
    assert (done.returncode, done.stderr) == (0, "")


def test_nothing_is_saved_before_the_first_choice(tmp_path: Path) -> None:
    done = drakkar("play", "--hot-seat", "wolf,raven,serpent,bear", home=tmp_path)
    assert "nothing is saved" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_in_hot_seat_the_hand_is_covered_between_people(tmp_path: Path) -> None:
    done = drakkar("play", "--players", "2", "--hot-seat", "wolf,raven", typed="\n1\n1\n\n1\n1\n", home=tmp_path)
    wolf, raven = done.stdout.split("Waiting for Raven. Press Enter when nobody else is looking.")[:2]
    assert "Waiting for Wolf. Press Enter" in wolf
    assert "\n" * 30 in wolf[-60:]
    assert "Raven takes a card." not in raven.split("Raven: pick")[0]


def test_bad_bytes_are_no_reason_to_fall(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "drakkar", "play"],
        input=b"\xff\xfe\x1b[31m\n" + b"9" * 5000 + b"\n",
        capture_output=True,
        env=environment(tmp_path),
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\x1b" not in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="no such signal")
def test_ctrl_c_saves_and_leaves_no_traceback(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "drakkar", "play"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(tmp_path),
        preexec_fn=hear_ctrl_c,  # noqa: PLW1509 - no threads here
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("1\n")
        process.stdin.flush()
        while "> 1" not in process.stdout.readline():
            pass
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        told, complaints = process.communicate(timeout=60)
    assert (process.returncode, complaints) == (130, "")
    assert "Continue with: drakkar play --load" in told


def test_undo_takes_a_choice_back_or_says_why_it_cannot(tmp_path: Path) -> None:
    """Two people at one terminal: the first takes back a sealed pick before the second has picked."""
    done = drakkar(
        "play", "--players", "2", "--hot-seat", "wolf,raven", "--seed", "3", typed="\n1\nundo\nundo\n", home=tmp_path
    )
    assert done.stdout.count("Undone.") == 1
    assert "cannot undo: you have not chosen anything yet" in done.stdout
    alone = drakkar("play", "--players", "2", "--seed", "3", typed="1\n1\nundo\n", home=tmp_path)
    assert "cannot undo:" in alone.stdout
