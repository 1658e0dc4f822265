"""Positions: a moment of a match as a text that people read and write, and that sets the same moment up again."""

import re
import tomllib
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

import drakkar
from drakkar.cli import main
from drakkar.core.chance import chance_from
from drakkar.core.fuzz import check_end, check_position, check_undo
from drakkar.core.game import find
from drakkar.core.hosting import state_of
from drakkar.core.kit import fingerprint, play_randomly
from drakkar.games.lords_of_ragnarok.card import COMBAT, of_kind
from tests.lords_of_ragnarok.playing import PLAYERS, finished, table
from tests.lords_of_ragnarok.scene import scene
from tests.lords_of_ragnarok.worlds import random_moments

PAGE = (Path(__file__).parents[2] / "docs" / "positions_lords_of_ragnarok.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
WRONG = re.findall(r"^```toml-wrong\n(.*?)^```\n\n> ([^\n]*)$", PAGE, re.MULTILINE | re.DOTALL)
ROWS = re.findall(r"^\| `(?:\[(\w+)\])? ?(\w*)` \|", PAGE, re.MULTILINE)
ASKED = [{"green": "hero_action"}, {"green": "manoeuvre"}, {"red": "prayer"}, {"blue": "hero"}]
HEAD = 'game = "lords_of_ragnarok"\nsides = ["green", "red"]\n'


def standings(match: drakkar.Match) -> list[object]:
    """How near everybody is to each victory."""
    return [player["victory"] for player in table(match)["players"]]


@pytest.mark.slow
@pytest.mark.parametrize("seats", PLAYERS)
def test_the_position_of_a_moment_sets_the_same_moment_up(seats: int) -> None:
    written = 0
    for moment, seat, _ in random_moments(seats, 20 + seats, 0.1):
        check_position(moment)
        again = drakkar.set_up(moment.view(seat).position())
        if state_of(moment).stage:
            assert standings(again) == standings(moment)
        written += 1
    assert written > 20


@pytest.mark.parametrize("seats", PLAYERS)
def test_the_end_is_a_position_too(seats: int) -> None:
    match = finished(seats, 5)
    check_end(match)
    again = drakkar.set_up(match.position())
    assert again.over
    assert again.outcome == match.outcome


@pytest.mark.slow
@pytest.mark.parametrize("seats", PLAYERS)
def test_whoever_may_take_something_back_gets_there(seats: int) -> None:
    for moment, _, _ in random_moments(seats, 30 + seats, 0.1):
        check_undo(moment)


def test_a_walk_can_be_taken_back_and_a_drawn_card_cannot() -> None:
    s = scene("green red", stage="hero", hero="green: 5")
    before = fingerprint(s.state)
    s.play("green: walk 6")
    s.match.undo(0)
    assert fingerprint(s.state) == before
    s = scene("green red", stage="special", hero="green: 5")
    s.play("green: action prepare", "green: prepare draw")
    assert s.match.why_not_undo(0) is not None


@pytest.mark.parametrize(("text", "asked"), list(zip(EXAMPLES, ASKED, strict=True)))
def test_the_examples_of_the_page_can_be_played(text: str, asked: dict[str, str]) -> None:
    match = drakkar.set_up(text)
    assert {match.sides[decision.seat]: decision.prompt.code for decision in match.pending} == asked
    dice = Random(1)
    while not match.over:
        decision = match.pending[0]
        match.play(decision.seat, dice.choice(decision.choices))
    assert match.outcome is not None


@pytest.mark.parametrize(("text", "reason"), WRONG)
def test_what_is_wrong_is_said_with_its_line(text: str, reason: str) -> None:
    with pytest.raises(drakkar.BadPosition) as refused:
        drakkar.set_up(text)
    assert str(refused.value) == reason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("green.armies = { 5 = [1, 1, 1, 1, 1, 1, 1] }", "a player has at most 6 Armies"),
        ('green.hero = "Ragnar"\nred.hero = "Ragnar"', "another player has it"),
        ("green.control = [5]\nred.control = [5]", "another player controls 5"),
        ("green.control = [5, 5]", "names a Region twice"),
        ("green.priests = 3\ngreen.sent = { thor = 2 }", "a player has at most 4 Priests"),
        ('green.hand = ["Shield Wall", "Shield Wall"]\nred.hand = ["Shield Wall"]', "no Shield Wall is left"),
        ('green.gifts = ["Levy"]', "there is no such card 'Levy'"),
        ("green.gifts = 9", "a player has at most 8 Gifts"),
        (f"green.shown = {['Levy'] * 36}", "there are only 35 Combat cards"),
        ('stage = "over"', "a match that is over has a winner and a victory"),
        ('stage = "choosing heroes"\nturn = "red"', "there are no turns while heroes are chosen"),
        ('board.wounds = { Loki = { 99 = "green" } }', "Loki has no space 99"),
        ('board.forges = { 1 = "uruz" }', "1 has no Forge"),
        ("board.last_turns = 2", "last turns need a Ragnarok that has started"),
        ('board.stacks = ["Troll"]', "stacks must have all Monsters"),
        ("green.swords = 3", "unknown key 'swords'"),
    ],
)
def test_what_cannot_be_is_refused(line: str, reason: str) -> None:
    with pytest.raises(drakkar.BadPosition, match=re.escape(reason)):
        drakkar.set_up(HEAD + line)


ALREADY_WON = [
    (
        "green.control = [1, 2, 3, 8, 9, 10, 11, 12, 13]",
        "green has already won (Great Jarl), so the stage must be over",
    ),
    (
        "red.control = [2, 4, 8, 13]\nboard.temples = [2, 4, 8, 13]",
        "red has already won (Great Gothi), so the stage must be over",
    ),
    ('green.slain = ["Loki"]', "green has already won (Slayer), so the stage must be over"),
    ('board = { ragnarok_by = "red", last_turns = 0 }', "after the last turn the match is over"),
]


@pytest.mark.parametrize(("line", "reason"), ALREADY_WON)
def test_a_position_that_is_already_won_is_refused(line: str, reason: str) -> None:
    with pytest.raises(drakkar.BadPosition, match=re.escape(reason)):
        drakkar.set_up(HEAD + line)


def test_drakkar_check_refuses_a_position_that_is_already_won(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line, reason = ALREADY_WON[0]
    position = tmp_path / "won.toml"
    position.write_text(HEAD + line, "utf-8")
    assert main(["check", str(position)]) != 0
    said = capsys.readouterr()
    assert f"line {len(HEAD.splitlines()) + 1}: {reason}" in said.out + said.err


@pytest.mark.rule("LR-1.5")
def test_what_is_won_can_be_a_position_of_the_end() -> None:
    line = 'stage = "over"\nwinner = "green"\nvictory = "Great Jarl"\n' + ALREADY_WON[0][0]
    assert drakkar.set_up(HEAD + line).over


def leaves(sections: dict[str, Any]) -> set[tuple[str, ...]]:
    """The rows of the page's table that a document needs."""
    found = set[tuple[str, ...]]()
    for key, value in sections.items():
        if key in ("green", "red", "blue", "yellow"):
            found |= {("CLAN", inner) for inner in value}
        elif isinstance(value, dict) and key not in ("rulings", "machine"):
            found |= {(key, inner) for inner in value}
        else:
            found.add((key,))
    return found


def test_a_card_that_all_have_seen_is_in_its_hand_however_few_are_left() -> None:
    """Every Combat card but two lies open, and Green's hand is filled first."""
    left = ["Levy", "Jarl's Guard"]
    names = [card.name for card in of_kind(COMBAT) for _ in range(card.copies)]
    for name in left:
        names.remove(name)
    hands = 'green.hand = 1\nred = { hand = 1, shown = ["Jarl\'s Guard"] }\n'
    for seed in range(4):
        match = drakkar.set_up(f"{HEAD}seed = {seed}\n{hands}cards.combat = {names}")
        assert table(match, 0)["players"][0]["hand"] == ["Levy"]
        assert table(match, 1)["players"][1]["hand"] == ["Jarl's Guard"]


@pytest.mark.parametrize("seats", PLAYERS)
def test_tables_laid_at_random_are_mostly_possible_and_can_be_played(seats: int) -> None:
    game, possible = find("lords_of_ragnarok"), 0
    for seed in range(12):
        rng, clans = Random(seed), list(range(seats))
        rulings = game.random_rulings(chance_from(seed), clans)
        try:
            match = drakkar.set_up(game.random_position(rng, [game.sides[clan] for clan in clans], rulings))
        except drakkar.BadPosition:
            continue
        possible += 1
        for moment in islice(play_randomly(match, chance_from(seed)), 25):
            game.check(state_of(moment))
    assert possible >= 8


def test_the_page_names_every_key_that_is_written() -> None:
    rows = {tuple(filter(None, row)) for row in ROWS}
    written = set[tuple[str, ...]]()
    for seats in PLAYERS:
        for moment, _, _ in random_moments(seats, seats, 0.05):
            written |= leaves(tomllib.loads(moment.position()))
        written |= leaves(tomllib.loads(finished(seats, 5).position()))
    assert written <= rows
    assert {("machine",), ("CLAN", "armies"), ("board", "stacks")} <= written
