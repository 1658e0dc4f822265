"""Records: readable text, replayed and verified, never half loaded."""

import pytest

import drakkar
from drakkar.core.chance import chance_from
from drakkar.core.hosting import state_of
from drakkar.core.kit import fingerprint, play_randomly
from drakkar.core.loading import Loading
from tests.core.forgeries import sealed


@pytest.fixture(scope="module")
def text() -> str:
    match = drakkar.new("treasure", seats=2, seed=4, rulings={"rich": True})
    match.play(1, "take Thief")
    match.play(0, "take Horn (age 2)")
    for _ in play_randomly(match, chance_from(9)):
        pass
    return match.record()


def edited(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


def refused(text: str) -> drakkar.RecordError | drakkar.WrongVersion:
    with pytest.raises(drakkar.DrakkarError) as caught:
        drakkar.load(text)
    error = caught.value
    assert isinstance(error, (drakkar.RecordError, drakkar.WrongVersion))
    assert str(error).startswith(f"line {error.line}: ")
    return error


def test_a_record_begins_with_readable_headers(text: str) -> None:
    assert text.splitlines()[:9] == [
        "drakkar record 2",
        "game treasure",
        "rules 1",
        "sides red blue",
        "ruling rich true",
        "seed 4",
        "",
        "1. blue: take Thief",
        "2. red: take Horn (age 2)",
    ]


def test_a_loaded_match_is_the_recorded_one_and_goes_on_like_it() -> None:
    match = drakkar.new("treasure", seats=3, seed=4)
    for moment in play_randomly(match.copy(), chance_from(2)):
        again = drakkar.load(moment.record())
        assert fingerprint(state_of(again)) == fingerprint(state_of(moment))
        assert again.record() == moment.record()
        assert [str(event) for event in again.events(1)] == [str(event) for event in moment.events(1)]


def test_comments_are_allowed_anywhere(text: str) -> None:
    commented = "".join(
        f"{line}   # well\n# played\n\n" if "#" not in line else f"{line}\n" for line in text.splitlines()
    )
    assert drakkar.load(commented).record() == text


def test_what_chance_decided_stands_there_and_is_verified(text: str) -> None:
    line = next(line for line in text.splitlines() if line.startswith("#= "))
    assert line.startswith("#= laid: gold ")
    error = refused(edited(text, line, "#= A treasure of 7 lies there."))
    assert isinstance(error, drakkar.CorruptRecord)
    assert error.line == text.splitlines().index(line) + 1
    assert drakkar.load(edited(text, line + "\n", "")).record() == text


@pytest.mark.parametrize("lines", range(12))
def test_a_truncated_record_is_refused_wherever_it_is_cut(text: str, lines: int) -> None:
    error = refused("\n".join(text.splitlines()[:lines]))
    assert isinstance(error, drakkar.CorruptRecord)


def test_every_change_of_a_single_character_is_noticed(text: str) -> None:
    """Except in comments."""
    changed = 0
    for at, letter in enumerate(text):
        line = text[: at + 1].splitlines()[-1] if letter != "\n" else ""
        if letter == "\n" or "#" in line:
            continue
        error = refused(text[:at] + ("x" if letter != "x" else "y") + text[at + 1 :])
        assert isinstance(error, (drakkar.CorruptRecord, drakkar.WrongVersion))
        changed += 1
    assert changed > 200


@pytest.mark.parametrize(
    ("old", "new", "error", "line", "words"),
    [
        (
            "drakkar record 2",
            "drakkar record 3",
            drakkar.WrongVersion,
            1,
            "is format 3, written by Drakkar",
        ),
        ("drakkar record 2", "PGN", drakkar.CorruptRecord, 1, "not a Drakkar record"),
        ("1. blue: take Thief", "1. blue: take Horn (age 1)", drakkar.CorruptRecord, None, "cut or edited"),
        ("2. red", "3. red", drakkar.CorruptRecord, 9, "choice 2 is missing"),
        ("seed 4", "seed four", drakkar.CorruptRecord, 6, "no line like seed four"),
        ("ruling rich true", "opinion rich true", drakkar.CorruptRecord, 5, "no line like opinion"),
    ],
)
def test_an_edited_record_is_refused_with_its_line(
    text: str, old: str, new: str, error: type[drakkar.DrakkarError], line: int | None, words: str
) -> None:
    caught = refused(edited(text, old, new))
    assert isinstance(caught, error)
    assert words in str(caught)
    if line is not None:
        assert caught.line == line


@pytest.mark.parametrize(
    ("old", "new", "error", "words"),
    [
        ("rules 1", "rules 2", drakkar.WrongVersion, "this record of treasure is for rules 2, written by"),
        ("game treasure", "game chess", drakkar.CorruptRecord, "no game 'chess'"),
        ("sides red blue", "sides red pink", drakkar.CorruptRecord, "no side 'pink'"),
        ("ruling rich true", "ruling poor true", drakkar.CorruptRecord, "no ruling 'poor'"),
        ("2. red: take Horn (age 2)", "2. blue: take Horn (age 2)", drakkar.CorruptRecord, "not your decision now"),
        ("2. red: take Horn (age 2)", "2. pink: take Thief", drakkar.CorruptRecord, "no seat plays 'pink'"),
        ("2. red: take Horn (age 2)", "2. red: bid 2", drakkar.CorruptRecord, "cannot do that now"),
        ("2. red: take Horn (age 2)", "2. red: fly", drakkar.CorruptRecord, "not a choice in Treasure"),
        ("won by", "lost by", drakkar.CorruptRecord, "did not end like this"),
    ],
)
def test_a_forged_record_is_found_by_the_replay(
    text: str, old: str, new: str, error: type[drakkar.DrakkarError], words: str
) -> None:
    forged = sealed(edited(text, old, new))
    caught = refused(forged)
    assert isinstance(caught, error)
    assert words in str(caught)
    wrong = next(number for number, line in enumerate(forged.splitlines(), 1) if new in line)
    assert caught.line == wrong


def test_sealing_an_unchanged_record_changes_nothing(text: str) -> None:
    assert sealed(text) == text


@pytest.mark.parametrize("choices", [1, 2, 1000])
def test_a_record_loads_in_steps_to_the_same_match(text: str, choices: int) -> None:
    loading, steps = Loading(text), 1
    while not loading.step(choices):
        steps += 1
    assert loading.match.record() == text
    assert steps == -(-len(loading.match.history) // choices)
    assert loading.step(choices)


def test_there_is_no_match_before_the_last_step(text: str) -> None:
    loading = Loading(text)
    assert not loading.step(0)
    assert not loading.step(1)
    with pytest.raises(AssertionError, match="not replayed to its end"):
        _ = loading.match


def test_the_last_step_verifies_what_the_record_says(text: str) -> None:
    loading = Loading(sealed(edited(text, "won by", "lost by")))
    choices = len(loading.script.choices)
    assert not loading.step(choices - 1)
    with pytest.raises(drakkar.CorruptRecord, match="did not end like this"):
        loading.step(1)
