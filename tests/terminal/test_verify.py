"""`drakkar verify`: a record proves that its shuffles were fair, and tampering is found."""

import io
import json
import re
from pathlib import Path

import pytest

import drakkar
from drakkar import cli
from drakkar.core.chance import chance_from
from drakkar.core.hosting import commitment_of
from drakkar.core.kit import play_randomly
from tests.core.forgeries import sealed
from tests.terminal.running import drakkar as started

SEED = 3**150


def played(seed: int, seats: int = 2, choices: int | None = None) -> drakkar.Match:
    """A match of the tiny game; its draws come after choices, while Blood Rage also has some before the first."""
    match = drakkar.new("treasure", seats=seats, seed=seed, rulings={"rich": True})
    for moment in play_randomly(match, chance_from(9)):
        if len(moment.history) == choices:
            break
    return match


@pytest.fixture(scope="module")
def text() -> str:
    return played(SEED).record()


@pytest.fixture(scope="module")
def commitment() -> str:
    return commitment_of(drakkar.new("treasure", seats=2, seed=SEED, rulings={"rich": True}))


class Verify:
    """The command, in this process."""

    def __init__(self, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.file, self.capsys = file, capsys

    def __call__(self, text: str, *words: str) -> str:
        """The output for a valid record."""
        self.file.write_text(text, encoding="utf-8")
        assert cli.main(["verify", str(self.file), *words]) == 0
        said = self.capsys.readouterr()
        assert said.err == ""
        return said.out

    def refused(self, text: str, *words: str) -> tuple[int, str]:
        """The line named in the error, and its message."""
        self.file.write_text(text, encoding="utf-8")
        assert cli.main(["verify", str(self.file), *words]) == 1
        said = self.capsys.readouterr()
        assert said.out == ""
        refusal = re.fullmatch(rf"drakkar: {re.escape(str(self.file))}: line (\d+): (.+)\n", said.err)
        assert refusal is not None, said.err
        return int(refusal.group(1)), refusal.group(2)


@pytest.fixture
def verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Verify:
    return Verify(tmp_path / "match.record", capsys)


def draws_of(text: str) -> list[int]:
    """The numbers of the lines with a draw."""
    return [number for number, line in enumerate(text.split("\n"), 1) if line.startswith("#= ")]


def with_line(text: str, number: int, *instead: str) -> str:
    lines = text.split("\n")
    return "\n".join([*lines[: number - 1], *instead, *lines[number:]])


def test_a_fair_match_is_verified(verify: Verify, text: str, commitment: str) -> None:
    said = verify(f"# commitment {commitment}\n{text}")
    choices = len(re.findall(r"^\d+\. ", text, re.MULTILINE))
    assert said.splitlines()[0] == f"{verify.file}: verified"
    assert f"choices: {choices} replayed, each allowed by rules 1 of treasure\n" in said
    assert f"draws: {len(draws_of(text))} followed from the seed" in said
    assert f"commitment: {commitment}\n" in said
    assert "equals the one given by line 1." in said
    assert "counts only if it was published" in said
    assert "Caution" not in said


def test_the_commitment_can_be_given_by_who_saw_it_published(verify: Verify, text: str, commitment: str) -> None:
    said = verify(text, "--commitment", commitment.upper())
    assert said.splitlines()[0] == f"{verify.file}: verified"
    assert "equals the one given by --commitment." in said
    assert "only counts" not in said
    both = verify(f"{text}# commitment: {commitment}\r\n", "--commitment", commitment)
    assert f"given by line {text.count(chr(10)) + 1} and by --commitment." in both


def test_without_a_commitment_the_draws_are_proved_and_the_rest_is_said(
    verify: Verify, text: str, commitment: str
) -> None:
    said = verify(text)
    assert "NOT COMPARED" in said.splitlines()[0]
    assert "verified" not in said
    assert f"commitment: {commitment}\n" in said
    assert f"drakkar verify {verify.file} --commitment HEX" in said


def test_programs_get_data(verify: Verify, text: str, commitment: str) -> None:
    told = json.loads(verify(text, "--json", "--commitment", commitment))
    assert told["verdict"] == "verified"
    assert told["draws"] == len(draws_of(text))
    assert told["seed_bits"] == SEED.bit_length()
    assert (told["commitment"], told["compared_with"]) == (commitment, ["--commitment"])
    alone = json.loads(verify(text, "--json"))
    assert (alone["verdict"], alone["compared_with"]) == ("not compared", [])


def test_programs_get_a_refusal_as_data_too(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cut.record"
    file.write_text(text[:200], encoding="utf-8")
    assert cli.main(["verify", str(file), "--json"]) == 1
    said = capsys.readouterr()
    told = json.loads(said.out)
    assert told["verdict"] == "refused"
    assert told["error"].startswith(f"line {told['line']}: ")
    assert told["error"] in said.err


def test_every_draw_must_stand_there(verify: Verify, text: str) -> None:
    for number in draws_of(text):
        line, said = verify.refused(sealed(with_line(text, number)))
        assert line == number
        assert said == f"a draw is missing before this line: {text.splitlines()[number - 1]}"


def test_without_any_draw_the_first_is_missed(verify: Verify, text: str) -> None:
    bare = re.sub("^#= .*\n", "", text, flags=re.MULTILINE)
    assert verify.refused(bare)[0] == draws_of(text)[0]


def test_an_edited_draw_is_found_wherever_it_stands(verify: Verify, text: str) -> None:
    for number in draws_of(text):
        line, said = verify.refused(sealed(with_line(text, number, "#= A treasure of 9 lies there.")))
        assert (line, said) == (number, "chance did not decide this: A treasure of 9 lies there.")


def test_a_draw_that_stands_twice_is_found(verify: Verify, text: str) -> None:
    number = draws_of(text)[-1]
    draw = text.splitlines()[number - 1]
    assert verify.refused(with_line(text, number, draw, draw)) == (number + 1, "this draw is one too many")


def test_draws_stand_in_the_order_in_which_they_were_made(verify: Verify) -> None:
    match = drakkar.new("blood_rage", seats=2, seed=1)
    for _ in play_randomly(match, chance_from(9)):
        pass
    text = match.record()
    number = draws_of(text)[0]
    first, second = text.splitlines()[number - 1 : number + 1]
    swapped = with_line(with_line(text, number, second), number + 1, first)
    assert verify.refused(swapped) == (number, f"another draw belongs here: {first}")


def test_another_seed_is_found_by_the_replay(verify: Verify, text: str) -> None:
    line, _ = verify.refused(sealed(text.replace(f"seed {SEED}", f"seed {SEED + 1}")))
    assert line > text.splitlines().index(f"seed {SEED}") + 1


def test_a_whole_match_of_another_seed_is_found_by_the_commitment(verify: Verify, commitment: str) -> None:
    forged = played(SEED + 1).record()
    assert "NOT COMPARED" in verify(forged)
    line, said = verify.refused(f"# commitment {commitment}\n{forged}")
    assert line == 1
    assert f"this line gives {commitment}" in said
    line, said = verify.refused(forged, "--commitment", commitment)
    assert forged.splitlines()[line - 1] == f"seed {SEED + 1}"
    assert f"--commitment gives {commitment}" in said


def test_another_setup_is_found_by_the_commitment(verify: Verify, text: str, commitment: str) -> None:
    other = drakkar.new("treasure", seats=2, seed=SEED, rulings={"rich": False})
    for _ in play_randomly(other, chance_from(9)):
        pass
    assert verify.refused(f"# commitment {commitment}\n{other.record()}")[0] == 1


def test_a_changed_choice_is_found(verify: Verify, text: str) -> None:
    at, choice = next((at, line) for at, line in enumerate(text.splitlines(), 1) if line.startswith("3. "))
    changed = with_line(text, at, f"{choice.partition(': ')[0]}: take Thief")
    assert verify.refused(changed) == (
        len(text.splitlines()),
        "the record was cut or edited: its last line does not fit the rest",
    )
    line, said = verify.refused(sealed(changed))
    assert line == at
    assert said.startswith("take Thief: you cannot do that now")


def test_a_changed_commitment_is_found(verify: Verify, text: str, commitment: str) -> None:
    other = commitment[:-1] + ("0" if commitment[-1] != "0" else "1")
    assert verify.refused(text, "--commitment", other)[0] == text.splitlines().index(f"seed {SEED}") + 1
    assert verify.refused(f"# A match.\n# commitment {other}\n{text}", "--commitment", commitment)[0] == 2
    assert verify.refused(f"# commitment {commitment}\n# commitment {other}\n{text}")[0] == 2
    assert verify.refused(f"# commitment {commitment}\n{text}", "--commitment", other)[1].endswith(other)


@pytest.mark.parametrize("spoil", ["", "of the server", "{0}0", "{0} or so"])
def test_a_commitment_that_cannot_be_read_is_not_passed_over(
    verify: Verify, text: str, commitment: str, spoil: str
) -> None:
    line, said = verify.refused(f"# commitment {spoil.format(commitment)}\n{text}")
    assert (line, said) == (1, "a commitment is 64 hexadecimal digits, and this line gives none")


@pytest.mark.parametrize("part", [0.0, 0.3, 0.6, 0.9])
def test_a_cut_file_is_found(verify: Verify, text: str, part: float) -> None:
    lines = text.splitlines()
    verify.refused("\n".join(lines[: int(part * len(lines))]))


def test_a_running_match_proves_nothing_yet(verify: Verify) -> None:
    running = played(SEED, choices=5)
    text = f"# commitment {commitment_of(running)}\n{running.record()}"
    assert verify.refused(text) == (
        len(text.splitlines()),
        "the match is not over, and the seed of a running match proves nothing yet",
    )


def test_a_match_that_begins_with_a_position_proves_nothing(verify: Verify) -> None:
    match = drakkar.set_up(played(SEED, choices=0).position())
    for _ in play_randomly(match, chance_from(9)):
        pass
    line, said = verify.refused(match.record())
    assert match.record().splitlines()[line - 1].startswith("| ")
    assert "begins with a position" in said
    assert verify.refused(match.position())[1] == "this is not a Drakkar record"


def test_a_short_seed_is_told(verify: Verify) -> None:
    match = played(2**127 - 1)
    assert "Caution: with fewer than 128 bits" in verify(match.record(), "--commitment", commitment_of(match))


def test_a_pipe_is_read(
    text: str, commitment: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert cli.main(["verify", "-", "--commitment", commitment]) == 0
    assert capsys.readouterr().out.startswith("-: verified\n")


@pytest.mark.parametrize("words", ["", "abc", "x" * 64, "0" * 63])
def test_a_commitment_that_is_none_is_wrong_usage(words: str, record: Path, tmp_path: Path) -> None:
    done = started("verify", str(record), "--commitment", words, home=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "is not a commitment of 64 hexadecimal digits" in done.stderr


def test_a_match_played_at_the_prompt_is_verified_by_a_process_of_its_own(record: Path, tmp_path: Path) -> None:
    text = record.read_text(encoding="utf-8")
    commitment = commitment_of(drakkar.load(text))
    done = started("verify", str(record), "--commitment", commitment, home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{record}: verified\nplayers: 3 (wolf, raven, serpent)\n")
    assert f"draws: {len(draws_of(text))} followed" in done.stdout
    forged = tmp_path / "forged.record"
    number = draws_of(text)[-1]
    forged.write_text(sealed(with_line(text, number)), encoding="utf-8")
    done = started("verify", str(forged), "--commitment", commitment, home=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"drakkar: {forged}: line {number}: a draw is missing before this line: #= ")
