"""Sections 15 and 20: Build Temple and the Gift draft."""

import pytest

from tests.lords_of_ragnarok.playing import table
from tests.lords_of_ragnarok.scene import Scene, scene


def build(temples: str = "", **said: str) -> Scene:
    s = scene(stage="special", control="green: 2 7; red: 8 13 14 19", temples=temples, **said)  # type: ignore[arg-type]
    s.play("green: action build temple", "green: temple 2")
    return s


@pytest.mark.rule("LR-15.6")
def test_a_temple_stands_on_a_controlled_shrine_and_brings_a_priest() -> None:
    s = build()
    assert table(s.match)["regions"][1]["temple"]
    assert table(s.match)["temples_left"] == 6
    assert s.priests("green") == 1
    assert not s.told("gifts_laid_out")


@pytest.mark.rule("LR-15.6", "LR-20.1")
def test_where_no_temple_is_built() -> None:
    s = scene(stage="special", control="green: 2 5 7 17", temples="7")
    s.play("green: action build temple")
    assert s.choices("green") == ["temple 2", "temple 17"]
    for region, rule in ((5, "LR-15.6"), (7, "LR-20.1"), (8, "LR-15.6")):
        assert s.rule_against(f"green: temple {region}") == rule


@pytest.mark.rule("LR-15.6")
def test_without_a_free_shrine_build_temple_is_not_chosen() -> None:
    s = scene(stage="special", control="green: 5 7", temples="7")
    assert s.rule_against("green: action build temple") == "LR-15.6"


@pytest.mark.rule("LR-20.2")
def test_an_empty_track_builds_nothing() -> None:
    s = scene(stage="special", control="green: 2; red: 7", temples="4 7 8 13 14 17 19")
    assert s.rule_against("green: action build temple") == "LR-20.2"


@pytest.mark.rule("LR-15.7", "LR-1.3")
def test_the_fifth_temple_wins_before_anything_else_of_the_action() -> None:
    s = scene(stage="special", control="green: 2 4 7 8 13", temples="4 7 8 13")
    s.play("green: action build temple")
    assert s.match.over
    assert s.priests("green") == 0


@pytest.mark.rule("LR-20.4", "LR-20.5")
def test_a_gifts_space_brings_a_draft_of_one_card_more_than_players_the_builder_first() -> None:
    s = build(temples="8 13")
    assert s.asked() == {"green": "gift"}
    assert len(s.choices("green")) == 4
    laid_out = s.told("gifts_laid_out")[0].data["cards"]
    assert sorted(f"gift {card}" for card in laid_out) == sorted(s.choices("green"))  # type: ignore[union-attr]
    for clan in ("green", "red", "blue"):
        s.play(f"{clan}: {s.choices(clan)[0]}")
    assert [len(player["gifts"]) for player in table(s.match)["players"]] == [1, 1, 1]
    assert len(table(s.match)["decks"]["gift"]["discards"]) == 1


@pytest.mark.rule("LR-29.7", "LR-6.3")
@pytest.mark.parametrize(("side", "temples", "drafts"), [("two_gifts", "8", 0), ("three_gifts", "8", 1)])
def test_the_side_of_the_track_says_which_spaces_bring_gifts(side: str, temples: str, drafts: int) -> None:
    s = scene(stage="special", control="green: 2 7", temples=temples, rulings={"temple_track_side": side})
    s.play("green: action build temple", "green: temple 2")
    assert len(s.told("gifts_laid_out")) == drafts
