"""Choices, numbered and grouped."""

from drakkar.core.game import find
from drakkar.core.notation import Notation
from drakkar.terminal.menu import Menu, letters
from drakkar.text import translator
from tests.blood_rage.scene import scene


def menu_of(*spellings: str, game: str = "blood_rage") -> Menu:
    notation: Notation = find(game).book.notation
    return Menu(tuple(notation.choice(notation.read(text)[0], text) for text in spellings), translator("en", game))


def test_options_are_grouped_by_verb_and_pass_stands_last() -> None:
    menu = menu_of(
        "pass", "quest Manheim!", "invade warrior Gimle", "pillage Gimle", "invade warrior Utgard", "march Gimle Utgard"
    )
    assert menu.lines(100) == [
        "  quest           1 Manheim!",
        "  invade warrior  2 Gimle   3 Utgard",
        "  pillage         4 Gimle",
        "  march Gimle     5 Utgard",
        "",
        "  6 pass",
    ]
    assert str(menu.choice("3")) == "invade warrior Utgard"
    assert str(menu.choice("6")) == "pass"
    assert menu.choice("0") is menu.choice("7") is None


def test_figures_and_slots_are_readable_too() -> None:
    menu = menu_of("warrior", "leader", "upgrade Troll slot 2", "join leader from Gimle", "done")
    assert menu.lines(100) == [
        "                 1 warrior   2 leader",
        "  upgrade Troll  3 slot 2",
        "  join leader    4 from Gimle",
        "",
        "  5 done",
    ]


def test_a_long_menu_breaks_between_options() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: leader in Gimle, warrior in Utgard", hands={"wolf": "Troll"})
    menu = Menu(s.match.view(0).choices, translator("en", "blood_rage"))
    lines = menu.lines(60)
    assert all(len(line) <= 60 for line in lines)
    assert "Troll" in "\n".join(lines)
    assert len(menu.entries) == len(s.match.view(0).choices)
    assert sum(str(number) in "\n".join(lines) for number in range(1, len(menu.entries) + 1)) == len(menu.entries)


def test_where_places_have_numbers_the_lines_have_letters() -> None:
    """13 is Region 13, legal or not, and never the thirteenth line."""
    notation: Notation = find("lords_of_ragnarok").book.notation
    moves = tuple(notation.choice(notation.read(text)[0], text) for text in ("move 13", "move 2", "done"))
    menu = Menu(moves, translator("en", "lords_of_ragnarok"), lettered=True)
    assert menu.lines(60) == ["  move  a 13   b 2", "", "  c done"]
    assert str(menu.choice("b")) == str(menu.meant("2")) == "move 2"
    assert menu.choice("2") is None
    assert menu.meant("3") == "3"


def test_letters_go_on_after_z() -> None:
    assert [letters(number) for number in (1, 26, 27, 52, 53)] == ["a", "z", "aa", "az", "ba"]


def test_a_name_is_never_broken_at_its_hyphen() -> None:
    menu = menu_of("launch North-East Sea", "launch North-West Sea", game="lords_of_ragnarok")
    assert menu.lines(40) == ["  launch  1 North-East Sea", "          2 North-West Sea"]


def test_the_end_of_an_option_is_enough_where_no_other_ends_so() -> None:
    menu = menu_of("activate Troll", "activate Huldra", "hunt Troll", game="lords_of_ragnarok")
    assert str(menu.meant("huldra")) == "activate Huldra"
    assert str(menu.meant("hunt troll")) == "hunt Troll"
    assert menu.meant("Troll") == "Troll"
    assert menu.meant("Fafnir") == "Fafnir"


def test_the_head_of_a_line_is_enough_where_it_has_one_choice() -> None:
    menu = menu_of("join warrior from Gimle", "join leader from Gimle", "join leader from Utgard", "decline")
    assert str(menu.meant("join warrior")) == "join warrior from Gimle"
    assert menu.meant("join leader") == "join leader"
