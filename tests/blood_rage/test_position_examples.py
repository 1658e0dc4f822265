"""docs/positions.md: its examples can be played, its errors are raised, and its table names every key there is."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import drakkar
import drakkar.core.match
from drakkar.core.chance import chance_from
from drakkar.core.hosting import game_of, state_of
from drakkar.core.kit import play_randomly
from drakkar.core.machine_section import restore
from drakkar.core.position import Document
from drakkar.core.position_format import check_format
from drakkar.core.state_fields import snapshot
from drakkar.games.blood_rage.board import PLACE_NAMES
from drakkar.games.blood_rage.card import CARDS
from drakkar.games.blood_rage.rulings import CLAN_NAMES

PAGE = (Path(__file__).parents[2] / "docs" / "positions.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
WRONG = re.findall(r"^```toml-wrong\n(.*?)^```\n\n> ([^\n]*)$", PAGE, re.MULTILINE | re.DOTALL)
ROWS = re.findall(r"^\| `(?:\[(\w+)\])? ?(\w*)` \|", PAGE, re.MULTILINE)

# Where the examples are played on from, in their order: who is asked, and what.
ASKED = [
    {"raven": "turn"},
    {"raven": "turn"},
    {"wolf": "draft", "raven": "draft"},
    {"wolf": "draft", "raven": "draft", "serpent": "draft"},
    {"raven": "call"},
    {"raven": "card"},
    {"raven": "late"},
    {"wolf": "keep", "serpent": "keep"},
    {"serpent": "raise"},
    {"raven": "save_figures"},
    {"raven": "late"},
]


def row_of(path: tuple[str, ...]) -> tuple[str, ...]:
    """The row of the table where a key is told of."""
    if path[0] in CLAN_NAMES:
        return ("CLAN", path[1])
    if path[0] in ("rulings", "machine") or len(path) == 1:
        return path[:1]
    return ("figures", "PLACE") if path[0] == "figures" else path[:2]


def leaves(table: dict[str, Any], path: tuple[str, ...] = ()) -> Iterable[tuple[str, ...]]:
    """The paths of everything that a document says."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key)


def rows() -> set[tuple[str, ...]]:
    """The table of the page: a key, a section, or a section and its key."""
    return {tuple(filter(None, row)) for row in ROWS}


def test_there_are_eleven_examples() -> None:
    assert len(EXAMPLES) == 11
    assert PAGE.count("\n```toml\n") == 11
    assert PAGE.count("\n### ") == 11


@pytest.mark.parametrize("number", range(1, 12))
def test_an_example_asks_whom_it_says(number: int) -> None:
    match = drakkar.set_up(EXAMPLES[number - 1])
    assert {match.sides[decision.seat]: decision.prompt.code for decision in match.pending} == ASKED[number - 1]


@pytest.mark.parametrize("number", range(1, 12))
def test_the_position_of_an_example_is_the_same_moment(number: int) -> None:
    match = drakkar.set_up(EXAMPLES[number - 1])
    again = drakkar.set_up(match.position())
    assert again.position() == match.position()
    assert snapshot(game_of(again).book, state_of(again)) == snapshot(game_of(match).book, state_of(match))


@pytest.mark.parametrize("number", range(1, 12))
def test_what_a_seat_knows_of_an_example_can_be_set_up_too(number: int) -> None:
    match = drakkar.set_up(EXAMPLES[number - 1])
    for seat in range(match.seats):
        known = match.position(seat)
        # Example 9 comes to a raise in the middle of the Quest phase.
        assert ("[machine]" in known) == (number == 9)
        assert drakkar.set_up(known).sides == match.sides


@pytest.mark.parametrize("number", range(1, 12))
def test_an_example_can_be_played_to_its_end(number: int) -> None:
    match = drakkar.set_up(EXAMPLES[number - 1])
    for _ in play_randomly(match, chance_from(number)):
        pass
    assert match.outcome is not None


@pytest.mark.parametrize(("text", "message"), WRONG, ids=[message for _, message in WRONG])
def test_what_is_wrong_is_told_as_the_page_says(text: str, message: str) -> None:
    with pytest.raises(drakkar.BadPosition) as refusal:
        drakkar.set_up(text)
    assert str(refusal.value) == message


def test_every_wrong_text_has_its_message() -> None:
    assert len(WRONG) == PAGE.count("\n```toml-wrong\n") >= 2


def test_the_examples_use_every_key_of_the_table_but_the_machines() -> None:
    used = {row_of(path) for text in EXAMPLES for path in leaves(Document(text).data)}
    assert used == rows() - {("machine",), ("format",), ("written_by",)}


def test_every_key_that_is_read_stands_in_the_table() -> None:
    asked: set[tuple[str, ...]] = set()
    for text in (text for example in EXAMPLES for text in (example, drakkar.set_up(example).position())):
        document = Document(text)
        check_format(document)
        match = drakkar.core.match._laid_out(document, text)
        if document.get("machine") is not None:
            restore(game_of(match).book, state_of(match), document)
        asked |= document._asked
    sections = {("figures",), ("battle",)}
    assert {row_of(path) for path in asked - sections} == rows()
    assert {path[1] for path in asked if path[0] == "figures" and len(path) == 2} <= {*PLACE_NAMES, "Valhalla"}


def test_tyrs_smash_is_told_apart_by_its_age() -> None:
    match = drakkar.set_up(EXAMPLES[1])
    hand = [CARDS[card] for card in state_of(match).hand.of(1)]
    assert [card.age for card in hand if card.name == "Tyr's Smash"] == [2, 1]


def test_another_seed_fills_in_other_things_and_the_same_seed_the_same() -> None:
    text = EXAMPLES[0]
    assert drakkar.set_up(text).position() == drakkar.set_up(f"seed = 0\n{text}").position()
    assert drakkar.set_up(text).position() != drakkar.set_up(f"seed = 1\n{text}").position()


def test_heimdalls_eye_wins_the_battle_of_the_late_window() -> None:
    match = drakkar.set_up(EXAMPLES[6])
    match.play(1, "late Heimdall's Eye")
    while "battle_won" not in (told := {event.kind: event.data for event in match.events(None)}):
        match.play(match.pending[0].seat, "decline")
    assert told["battle_won"]["clan"] == "Raven"


def test_the_quests_of_the_quest_phase_go_as_the_page_says() -> None:
    match = drakkar.set_up(EXAMPLES[8])
    match.play(2, "raise horns")
    told = [(event.kind, event.data["clan"]) for event in match.events(None) if event.kind.startswith("quest_f")]
    assert told == [("quest_fulfilled", "Serpent"), ("quest_failed", "Wolf"), ("quest_fulfilled", "Raven")]
    match.play(1, "raise horns")
    assert match.over
