"""Records: text a person can read, replayed and verified, never half loaded."""

import pytest

import drakkar
from drakkar.core.chance import chance_from
from drakkar.core.kit import fingerprint, play_randomly
from tests.core.forging import sealed


@pytest.fixture(scope="module")
def text() -> str:
    match = drakkar.new("treasure", seats=2, seed=4, options={"rich": True})
    match.play(1, "take Thief")
    match.play(0, "take Horn (age 2)")
    for _ in play_randomly(match, chance_from(9)):
        pass
    return match.record()


def edited(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


def refused(text: str) -> drakkar.RecordError:
    with pytest.raises(drakkar.RecordError) as caught:
        drakkar.load(text)
    assert str(caught.value).startswith(f"line {caught.value.line}: ")
    return caught.value


def test_a_record_begins_with_readable_headers(text: str) -> None:
    assert text.splitlines()[:9] == [
        "drakkar record 1",
        "game treasure",
        "rules 1",
        "clans red blue",
        "option rich true",
        "seed 4",
        "",
        "1. blue: take Thief",
        "2. red: take Horn (age 2)",
    ]


def test_a_loaded_match_is_the_recorded_one_and_goes_on_like_it() -> None:
    match = drakkar.new("treasure", seats=3, seed=4)
    for moment in play_randomly(match.copy(), chance_from(2)):
        again = drakkar.load(moment.record())
        assert fingerprint(again.state) == fingerprint(moment.state)
        assert again.record() == moment.record()
        assert [str(event) for event in again.events(1)] == [str(event) for event in moment.events(1)]


def test_comments_are_allowed_anywhere(text: str) -> None:
    commented = "".join(
        f"{line}   # well\n# played\n\n" if "#" not in line else f"{line}\n" for line in text.splitlines()
    )
    assert drakkar.load(commented).record() == text


def test_what_chance_decided_stands_there_and_is_verified(text: str) -> None:
    line = next(line for line in text.splitlines() if line.startswith("#= "))
    assert line.startswith("#= A treasure of ")
    error = refused(edited(text, line, "#= A treasure of 7 lies there."))
    assert isinstance(error, drakkar.CorruptRecord)
    assert error.line == text.splitlines().index(line) + 1
    assert drakkar.load(edited(text, line + "\n", "")).record() == text


@pytest.mark.parametrize("lines", range(12))
def test_a_truncated_record_is_refused_wherever_it_is_cut(text: str, lines: int) -> None:
    error = refused("\n".join(text.splitlines()[:lines]))
    assert isinstance(error, drakkar.CorruptRecord)


def test_every_change_of_a_single_character_is_noticed(text: str) -> None:
    """Comments and what they say apart."""
    changed = 0
    for at, letter in enumerate(text):
        line = text[: at + 1].splitlines()[-1] if letter != "\n" else ""
        if letter == "\n" or line.startswith("#"):
            continue
        error = refused(text[:at] + ("x" if letter != "x" else "y") + text[at + 1 :])
        assert isinstance(error, (drakkar.CorruptRecord, drakkar.WrongVersion))
        changed += 1
    assert changed > 200


@pytest.mark.parametrize(
    ("old", "new", "error", "line", "words"),
    [
        ("drakkar record 1", "drakkar record 2", drakkar.WrongVersion, 1, "this Drakkar reads 'drakkar record 1'"),
        ("drakkar record 1", "PGN", drakkar.CorruptRecord, 1, "not a Drakkar record"),
        ("1. blue: take Thief", "1. blue: take Horn (age 1)", drakkar.CorruptRecord, None, "cut or edited"),
        ("2. red", "3. red", drakkar.CorruptRecord, 9, "choice 2 is missing"),
        ("seed 4", "seed four", drakkar.CorruptRecord, 6, "no line like seed four"),
        ("option rich true", "opinion rich true", drakkar.CorruptRecord, 5, "no line like opinion"),
    ],
)
def test_an_edited_record_is_refused_with_its_line(
    text: str, old: str, new: str, error: type[drakkar.RecordError], line: int | None, words: str
) -> None:
    caught = refused(edited(text, old, new))
    assert isinstance(caught, error)
    assert words in str(caught)
    if line is not None:
        assert caught.line == line


@pytest.mark.parametrize(
    ("old", "new", "error", "words"),
    [
        ("rules 1", "rules 2", drakkar.WrongVersion, "written under rules 2 of treasure; these are rules 1"),
        ("game treasure", "game chess", drakkar.CorruptRecord, "no game 'chess'"),
        ("clans red blue", "clans red pink", drakkar.CorruptRecord, "no clan 'pink'"),
        ("option rich true", "option poor true", drakkar.CorruptRecord, "no option 'poor'"),
        ("2. red: take Horn (age 2)", "2. blue: take Horn (age 2)", drakkar.CorruptRecord, "not yours to choose"),
        ("2. red: take Horn (age 2)", "2. pink: take Thief", drakkar.CorruptRecord, "nobody plays 'pink'"),
        ("2. red: take Horn (age 2)", "2. red: bid 2", drakkar.CorruptRecord, "not asked now"),
        ("2. red: take Horn (age 2)", "2. red: fly", drakkar.CorruptRecord, "no choice of Treasure"),
        ("won by", "lost by", drakkar.CorruptRecord, "did not end like this"),
    ],
)
def test_a_forged_record_is_found_by_the_replay(
    text: str, old: str, new: str, error: type[drakkar.RecordError], words: str
) -> None:
    forged = sealed(edited(text, old, new))
    caught = refused(forged)
    assert isinstance(caught, error)
    assert words in str(caught)
    wrong = next(number for number, line in enumerate(forged.splitlines(), 1) if new in line)
    assert caught.line == wrong


def test_sealing_an_unchanged_record_changes_nothing(text: str) -> None:
    assert sealed(text) == text
