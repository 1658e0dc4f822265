"""The board drawn from a view's plain data."""

from random import Random
from typing import Any

import pytest

import drakkar
from drakkar.core.game import Game, find
from drakkar.core.hosting import game_of
from tests.blood_rage.scene import scene

MOMENT: dict[str, Any] = {
    "clans": "wolf raven serpent",
    "age": 2,
    "turn": "wolf",
    "figures": "wolf: leader in Gimle, 2 warrior in Gimle, ship in F4, warrior in Valhalla; raven: warrior in Gimle;"
    " serpent: Sea Serpent in F1",
    "hands": {"wolf": "Tyr's Crush, Troll", "raven": "Fire Dragons"},
    "quests": {"raven": "Manheim!"},
    "upgrades": {"raven": "Thor's Glory"},
    "pillaged": "Gimle",
    "tokens": {"Gimle": "glory"},
    "ragnarok": ("Myrkulor", "Utgard", "Horgr"),
}


def parts(seat: int | None, colours: bool = False, width: int = 100, **facts: Any) -> dict[str, str]:
    table = scene(**{**MOMENT, **facts}).match.view(seat).to_json()["table"]
    return find("blood_rage").text_board(table, colours, width)


def test_provinces_tell_villages_token_and_fate() -> None:
    board = parts(0)["board"]
    assert "●●●●○ 4/5            five Glory" in board
    assert "pillaged" in board
    assert "fell in Age 1" in board
    assert "falls this Age" in board
    assert "falls in Age 3" in board


def test_strength_counts_the_ship_in_the_fjord() -> None:
    board = parts(0)["board"]
    assert "Wolf     7  L 2W ~S" in board
    assert "Raven    1  W" in board
    assert "Serpent  3  ~Sea Serpent" in board


def test_clan_sheets_tell_rage_stats_and_what_waits() -> None:
    board = parts(0)["board"]
    assert "> Wolf         0   6/6 s1      3 s1   4/4 s1          2       0   you, turn" in board
    assert "reserve 5W · Valhalla W" in board
    assert "upgrades Thor's Glory (clan 1)" in board


def test_only_the_own_hand_is_drawn() -> None:
    wolf, raven, spectator = parts(0), parts(1), parts(None)
    assert "Tyr's Crush          battle +4" in wolf["hand"]
    assert "Fire Dragons" not in str(wolf)
    assert "Manheim!" not in str(wolf)
    assert "Manheim!" in raven["hand"]
    assert "hand" not in spectator


def test_a_battle_shows_cards_only_once_they_are_revealed() -> None:
    s = scene(**{**MOMENT, "pillaged": ""})
    s.play("wolf: pillage Gimle")
    while "call" in s.asked().values():
        s.play(*(f"{clan}: decline" for clan in s.asked()))
    s.play("raven: card Fire Dragons")
    game: Game[Any] = game_of(s.match)

    def board(seat: int) -> str:
        return game.text_board(s.match.view(seat).to_json()["table"], False, 100)["board"]

    assert "Raven    STR  1, a card face down" in board(0)
    assert "Fire Dragons" not in board(0)
    assert "Raven    STR  1, Fire Dragons (+0)" in board(1)
    s.play("wolf: card Tyr's Crush")
    assert "Raven    STR  1, Fire Dragons (+0)" in board(0)


def test_colour_adds_nothing_but_colour() -> None:
    plain, coloured = parts(0), parts(0, colours=True)
    codes = ("\033[0m", "\033[1m", *(f"\033[{code}m" for code in (33, 91, 92, 93, 94)))
    for name, text in coloured.items():
        for code in codes:
            text = text.replace(code, "")  # noqa: PLW2901 - peeled off one by one
        assert text == plain[name]
    assert "\033[91mWolf\033[0m" in coloured["board"]


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("seats", [2, 5])
def test_it_fits_the_width_at_every_moment(width: int, seats: int) -> None:
    match, rng = drakkar.new("blood_rage", seats=seats, seed=3), Random(3)
    while not match.over:
        decision = rng.choice(match.pending)
        choices = [choice for choice in decision.choices if str(choice) != "pass"] or decision.choices
        match.play(decision.seat, rng.choice(choices))
        if len(match.history) % 5 == 0:
            drawn = game_of(match).text_board(match.view(0).to_json()["table"], False, width)
            assert max(len(line) for text in drawn.values() for line in text.splitlines()) <= width
            assert len(drawn["board"].splitlines()) <= 54


def test_a_game_without_a_drawing_shows_its_table_as_it_is() -> None:
    table = {"age": 1, "figures": {"wolf": 3}}
    assert '"wolf": 3' in Game.text_board(find("blood_rage"), table, False, 100)["board"]


def test_cards_that_all_have_seen_go_back_into_a_hand_are_remembered() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        figures="wolf: leader in Gimle; raven: warrior in Gimle",
        hands={"wolf": "Tyr's Smash", "raven": "Loki's Trickery, Troll"},
    )
    s.play("wolf: pillage Gimle", "wolf: card Tyr's Smash", "raven: card Loki's Trickery", "wolf: decline")
    s.play("raven: decline")
    table = s.match.view(0).to_json()["table"]
    assert [card["name"] for card in table["clans"][1]["known"]] == ["Loki's Trickery"]
    assert "holds Loki's Trickery" in find("blood_rage").text_board(table, False, 100)["board"]
    assert "holds" not in find("blood_rage").text_board(s.match.view(1).to_json()["table"], False, 100)["board"]
