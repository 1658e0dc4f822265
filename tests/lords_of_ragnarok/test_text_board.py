"""The board drawn from a view's plain data."""

import re
from typing import Any

import pytest

from drakkar.core.game import find
from tests.lords_of_ragnarok.hunting import hunt
from tests.lords_of_ragnarok.playing import PLAYERS
from tests.lords_of_ragnarok.scene import Scene, scene
from tests.lords_of_ragnarok.worlds import random_moments

GAME = find("lords_of_ragnarok")
MOMENT: dict[str, Any] = {
    "clans": "green red",
    "stage": "manoeuvres",
    "armies": "green: 4 2 in 8; red: 1 in 13",
    "control": "green: 1 2 3 8; red: 13",
    "hands": "green: Levy, Levy, Champions; red: Raiders",
    "hero": "green: 8; red: 13",
    "monsters": "Troll 8, Loki 4",
    "wounds": "green: Troll 1 2",
    "temples": "2",
    "heroes": "green: Ragnar; red: Lagertha",
    "injured": "green: wisdom",
    "attributes": "green: wisdom 4",
    "levels": "thor 2",
    "wheel": "red: prepare",
}


def parts(seat: int | None, colours: bool = False, width: int = 100, **facts: Any) -> dict[str, str]:
    return drawn(scene(**{**MOMENT, **facts}), seat, colours, width)


def drawn(s: Scene, seat: int | None, colours: bool = False, width: int = 100) -> dict[str, str]:
    return GAME.text_board(s.match.view(seat).to_json()["table"], colours, width)


def line(board: str, beginning: str) -> str:
    """The first line that begins so, with single spaces."""
    found = next(line for line in board.splitlines() if line.split()[: len(beginning.split())] == beginning.split())
    return " ".join(found.split())


def test_a_region_is_a_line_with_its_land_its_people_and_its_neighbours() -> None:
    board = parts(0)["board"]
    assert line(board, "8* C").startswith("8* C 0 shrine Green Green 4 2, Green's Hero,")
    assert line(board, "8* C").endswith("5 6 7 9 10 11 13")
    assert "Troll (2/7)" in board
    assert "TEMPLE" in line(board, "2 A")


def test_the_stages_of_the_turn_and_the_compulsory_one_are_seen() -> None:
    assert "✓ Rune action   ▶ Manoeuvres   · Special action (must)" in parts(0)["board"]


def test_how_near_everybody_is_to_winning_is_seen() -> None:
    board = parts(0)["board"]
    told = board[board.index("How close") :]
    assert "Great Jarl 1/3, needs 9 10 11 12 13" in told
    assert "Great Gothi 1/4" in told
    assert told.count("(leads)") == 1


def test_an_injured_attribute_shows_its_value_and_its_field() -> None:
    assert "Wisdom 2!(4)" in parts(0)["board"]


def test_only_the_own_hand_is_drawn_equal_cards_once() -> None:
    green, red, spectator = parts(0), parts(1), parts(None)
    assert "2× Levy" in green["hand"]
    assert "sword 4, casualties 2" in green["hand"]
    assert "Raiders" not in str(green)
    assert "Raiders" in red["hand"]
    assert "hand" not in spectator


def test_a_card_in_hand_is_told_in_short() -> None:
    told = " ".join(parts(1)["hand"].split())
    assert told == (
        "Your hand: Raiders axe 3, casualties 1 "
        "Hunt: with a Shield, any Wound. Battle: if you win where a Settlement is, take 1 Rune."
    )


def test_colours_are_added_without_changing_a_word() -> None:
    plain, painted = parts(0)["board"], parts(0, colours=True)["board"]
    assert "\033[92mGreen\033[0m" in painted
    assert re.sub(r"\033\[\d+m", "", painted) == plain


def test_a_battle_is_told_with_its_strengths() -> None:
    s = scene(**{**MOMENT, "hands": "red: Raiders"})
    s.play("green: activate army 4 8", "green: move 13", "red: play Raiders")
    board = drawn(s, 0)["board"]
    assert "Battle in Region 13: Green attacks Red." in board
    assert "Red 4 (Armies 1, cards 3, effects 0): Raiders" in board


@pytest.mark.rule("LR-19.8")
def test_once_a_battle_is_won_its_strength_is_not_counted_anew() -> None:
    s = scene("green red", stage="manoeuvres", armies="green: 4 in 12; red: 3 in 13", control="red: 8 11 13")
    s.play("green: activate army 4 12", "green: move 13", "red: pass", "green: pass")
    assert s.asked() == {"red": "retreat"}
    assert drawn(s, 1)["board"].endswith("Battle in Region 13: Green attacks Red.\n  Green: no card\n  Red: no card")


@pytest.mark.rule("LR-6.2")
@pytest.mark.rule("LR-3.8")
def test_each_action_stands_beside_its_realm_with_rune_regions_and_allies() -> None:
    board = parts(0, width=80, alliances="green: niflheim; red: niflheim")["board"]
    assert line(board, "usurp") == "usurp free Svartalfheim Othala 14 15"
    assert line(board, "prepare") == "prepare Red Niflheim Algiz 2 3 Green, Red"
    assert line(board, "build temple") == "build temple free Jotunheim Uruz 12 16"


@pytest.mark.rule("LR-6.3")
def test_the_temples_that_bring_gifts_are_told_from_the_next_one_on() -> None:
    assert "Temples left 4, Gifts at number 1, 3" in parts(0)["board"]
    assert "Temples left 1" in parts(0, temples="2 4 8 13")["board"]


@pytest.mark.rule("LR-18.16")
@pytest.mark.rule("LR-18.30")
def test_a_monster_shows_its_rune_its_artifact_and_every_wound_space() -> None:
    told = " ".join(parts(0)["monsters"].split())
    assert "Troll, Uruz, Sleeping Potion: 1 covered by Green · 2 covered by Green · 3 spear · 4 sword" in told
    assert "5 seax (realm) · 6 axe (rune) · 7 sword (rune) Loki, Othala: 1 axe + sword" in told
    assert "Sleeping Potion" not in parts(0, artifacts="green: Sleeping Potion")["monsters"]


@pytest.mark.rule("LR-18.6")
@pytest.mark.rule("LR-18.12")
def test_a_hunt_shows_the_whole_attack_and_the_hunted_monster_alone() -> None:
    s = hunt("Troll", monsters="Troll 9, Fafnir 5")
    s.attack("attack_b")
    told = drawn(s, 0)
    assert "Attack (Rage 3, Weak Point 6, draw 2): 1 Injury. Defence so far: 0" in told["hunt"]
    assert "the Monster side has 0, the deck has 12" in told["hunt"]
    assert "Troll" in told["monsters"]
    assert "Fafnir" not in told["monsters"]


@pytest.mark.rule("LR-18.9")
def test_a_special_attack_is_told_as_the_monsters_card_has_it() -> None:
    s = hunt("Troll", attacks=("special_a", "attack_a"))
    assert "Troll: " not in drawn(s, 0)["hunt"]
    s.attack("special_a")
    assert "Special Attack: 1 Injury; the Hunt fails" in " ".join(drawn(s, 0)["hunt"].split())


@pytest.mark.rule("LR-18.5", "LR-24.4")
def test_the_monster_side_alone_sees_its_cards_each_with_its_own_numbers() -> None:
    s = hunt("Troll", attacks=("special_a", "special_b"))
    told = drawn(s, 2)["monster"]
    assert "Special Attack   Rage 3, Weak Point 7, draw 2" in told
    assert "Special Attack   Rage 4, Weak Point 8, draw 3" in told
    assert "monster" not in drawn(s, 0)
    assert "monster" not in drawn(s, None)


@pytest.mark.rule("LR-24.3")
def test_discard_piles_may_be_looked_through_by_all() -> None:
    s = scene("green red", stage="rune", hero="green: 2", runes="green: uruz othala", hands="green: Raiders, Levy")
    s.deal_next("Levy")
    s.play("green: rune action draw", "green: discard Raiders")
    for seat in (0, 1, None):
        assert "Combat: Raiders" in drawn(s, seat)["discards"]


@pytest.mark.parametrize("width", [40, 80, 100, 200])
@pytest.mark.parametrize("seats", PLAYERS)
def test_every_moment_can_be_drawn_in_any_width(seats: int, width: int) -> None:
    for moment, seat, _ in random_moments(seats, seats + width, 0.05):
        for text in GAME.text_board(moment.view(seat).to_json()["table"], False, width).values():
            assert text
            assert max(map(len, text.splitlines())) <= max(80, min(width, 110))
