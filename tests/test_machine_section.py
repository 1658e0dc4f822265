"""A `[machine]` section of another version is read by name, or refused with the names of both versions."""

import hashlib
import re
import tomllib
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

import drakkar
from drakkar.core.game import find
from drakkar.core.hosting import all_events
from drakkar.core.machine_section import word_entry
from tests.core.forgeries import sealed

TITLES = ("blood_rage", "lords_of_ragnarok")
OTHER = "0" * 12
MOMENTS = 8


def moments(title: str, seed: int, often: float = 0.05) -> Iterator[drakkar.Match]:
    """Moments of a random match whose positions have a section."""
    rng, match = Random(seed), drakkar.new(title, seats=3, seed=seed)
    while not match.over:
        if rng.random() < often and "[machine]" in match.position():
            yield match
        decision = rng.choice(match.pending)
        match.play(decision.seat, rng.choice(decision.choices))


def a_moment(title: str) -> drakkar.Match:
    """A moment in the middle of an action."""
    return next(match for match in moments(title, 4, 1) if "\nframes" in match.position())


def of_another_version(text: str, **values: str) -> str:
    """A position as another version might have written it."""
    changed = {"version": f'"{OTHER}"', "written_by": '"Drakkar 9.1"', **values}
    lines = [(line, line.partition(" = ")[0]) for line in text.split("\n")]
    return "\n".join(f"{key} = {changed[key]}" if key in changed and key != line else line for line, key in lines)


def refused(text: str) -> drakkar.WrongVersion:
    with pytest.raises(drakkar.WrongVersion) as caught:
        drakkar.set_up(text)
    return caught.value


def play_on(match: drakkar.Match, seed: int) -> list[object]:
    """The events of some random choices, and the position after them."""
    rng, told = Random(seed), len(all_events(match))
    for _ in range(12):
        if not match.over:
            decision = rng.choice(match.pending)
            match.play(decision.seat, rng.choice(decision.choices))
    return [[event.to_json() for event in all_events(match, told)], match.position()]


@pytest.mark.thorough
@pytest.mark.parametrize("title", TITLES)
def test_a_section_of_another_version_continues_like_the_match(title: str) -> None:
    for number, match in enumerate(islice(moments(title, 5), MOMENTS)):
        again = drakkar.set_up(of_another_version(match.position()))
        assert again.position() == match.position()
        assert play_on(again, number) == play_on(match.copy(), number)


@pytest.mark.thorough
@pytest.mark.parametrize("title", TITLES)
def test_a_seats_section_of_another_version_sets_up_the_same_position(title: str) -> None:
    found = 0
    for match in islice(moments(title, 6), MOMENTS):
        for viewer in (None, 0, 1, 2):
            text = match.position(viewer)
            assert drakkar.set_up(of_another_version(text)).position(viewer) == text
            found += "[machine]" in text
    assert found


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("frames", '["dance: 0 0"]', "there is no step 'dance'"),
        ("asked", '["dance", "", ""]', "there is no question 'dance'"),
        ("words", '"3:000000000000"', "its numbers stand for other cards, places or figures"),
        ("words", '"99999999999999999:00"', "its numbers stand for other cards, places or figures"),
        ("words", '""', "it does not say which words its numbers stand for"),
    ],
)
def test_what_this_version_does_not_have_is_refused_by_name(title: str, key: str, value: str, reason: str) -> None:
    error = refused(of_another_version(a_moment(title).position(), **{key: value}))
    assert reason in str(error)
    assert "written by Drakkar 9.1, and this Drakkar " in str(error)


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("weather = 3", "unknown key 'weather'"),
        ("seats = 2", "unknown key 'seats'"),
        ("turn = [1]", "turn cannot be [1]"),
        ("turn = 99", "impossible"),
    ],
)
def test_a_value_that_fits_no_field_is_refused_by_name(title: str, line: str, reason: str) -> None:
    text = of_another_version(a_moment(title).position())
    kept = [said for said in text.splitlines() if not said.startswith("turn = ") or '"' in said]
    error = refused("\n".join([*kept, line]))
    assert reason in str(error)
    assert "written by Drakkar 9.1" in str(error)


def test_the_refusal_names_the_drakkar_that_wrote_the_position() -> None:
    text = of_another_version(a_moment("blood_rage").position(), frames='["dance: 0 0"]')
    assert "written by Drakkar 9.1, and this Drakkar " in str(refused(text))


def test_a_section_without_words_is_one_of_an_earlier_version() -> None:
    text = of_another_version(a_moment("blood_rage").position())
    assert "does not say which words" in str(refused(re.sub(r"(?m)^words = .*\n", "", text)))


@pytest.mark.parametrize("version", ['""', "7", '"xyz"', None])
def test_a_section_without_a_version_is_not_one_that_any_drakkar_wrote(version: str | None) -> None:
    text = a_moment("blood_rage").position()
    line = f"version = {version}\n" if version else ""
    with pytest.raises(drakkar.BadPosition, match="must have the version"):
        drakkar.set_up(re.sub(r"(?m)^version = .*\n", line, text))


def test_words_that_the_writer_did_not_know_come_after_all_others() -> None:
    """Positions of a version with two cards less load; a vector with a number for each card gets two more."""
    match = a_moment("blood_rage")
    words = next(
        vocabulary.full
        for verb in find("blood_rage").book.notation.verbs
        for vocabulary in verb.words
        if "Troll (age 1)" in vocabulary.full
    )
    entry, fewer = word_entry(words), word_entry(words[:-2])
    text = of_another_version(match.position())
    assert entry in text
    discards = [tomllib.loads(text).get("discards", []).count(name) for name in words]
    more = f"{text.replace(entry, fewer)}\ndiscards = {discards[:-2]}\n"
    assert drakkar.set_up(more).title == "blood_rage"
    assert "discards cannot be" in str(refused(f"{text}\ndiscards = {discards[:-2]}\n"))


def test_new_cards_in_the_middle_are_noticed() -> None:
    words = ["Troll", "Valkyrie", "Wolfman"]
    assert word_entry(words[:2]) != word_entry(["Troll", "Wolfman"])
    digest = hashlib.blake2s(b"Troll\nValkyrie", digest_size=6).hexdigest()
    assert word_entry(words[:2]) == f"2:{digest}", "the hash is part of the format"


def test_a_record_from_such_a_position_is_refused_by_name() -> None:
    record = drakkar.set_up(a_moment("blood_rage").position()).record()
    frames = next(line for line in record.splitlines() if line.startswith("| frames"))
    edited = record.replace(frames, '| frames = ["dance: 0 0"]')
    edited = re.sub(r"(?m)^\| version = .*$", f'| version = "{OTHER}"', edited)
    with pytest.raises(drakkar.WrongVersion, match="there is no step 'dance'") as caught:
        drakkar.load(sealed(edited))
    assert edited.splitlines()[caught.value.line - 1].startswith("| frames")


def test_a_section_of_this_version_must_be_exactly_as_it_is_written() -> None:
    text = a_moment("blood_rage").position()
    with pytest.raises(drakkar.BadPosition, match="written again, this section says something else"):
        drakkar.set_up(f"{text}age = {tomllib.loads(text)['age']}\n")
