"""Section 4: the table before the first choice."""

from collections import Counter
from itertools import pairwise

import pytest

import drakkar
from drakkar.games.blood_rage.card import CARDS
from drakkar.games.blood_rage.cards.decks import deck
from tests.blood_rage.playing import PLAYERS, moments, provinces_of, table, through_draft
from tests.blood_rage.scene import scene

OUTER = ["Elvagar", "Angerboda", "Muspelheim", "Horgr", "Utgard", "Andlang", "Gimle", "Myrkulor"]
SEEDS = range(40)


def fresh(seats: int, seed: int = 1) -> drakkar.Match:
    """A match before its first choice."""
    return drakkar.new("blood_rage", seats=seats, seed=seed)


def names_of(match: drakkar.Match, *, destroyed: bool) -> list[str]:
    """The provinces that are destroyed, or those that survive."""
    return [province["name"] for province in provinces_of(match) if province["destroyed"] == destroyed]


@pytest.mark.rule("BR-4.1")
@pytest.mark.parametrize("seats", PLAYERS)
def test_all_ten_figures_of_each_clan_start_in_the_reserve(seats: int) -> None:
    match = fresh(seats)
    for clan in table(match)["clans"]:
        assert clan["reserve"] == {"warrior": 8, "leader": 1, "ship": 1}
        assert clan["valhalla"] == {}
        assert clan["on_board"] == 0
        assert clan["upgrades"] == []
    assert all(place["figures"] == {} for place in table(match)["places"])


@pytest.mark.rule("BR-4.2")
@pytest.mark.parametrize("seats", PLAYERS)
def test_each_clan_starts_on_step_1_with_6_rage_and_0_glory(seats: int) -> None:
    for clan in table(fresh(seats))["clans"]:
        assert clan["stats"] == {
            "rage": {"step": 1, "value": 6},
            "axes": {"step": 1, "value": 3},
            "horns": {"step": 1, "value": 4},
        }
        assert (clan["rage"], clan["glory"]) == (6, 0)


@pytest.mark.rule("BR-4.3")
@pytest.mark.parametrize("seats", PLAYERS)
def test_yggdrasil_has_the_token_of_all_stats_and_the_others_are_dealt_reward_side_up(seats: int) -> None:
    """Wrong reading: the tokens lie face down until somebody pillages."""
    for seed in range(5):
        match = fresh(seats, seed)
        tokens = {province["name"]: province["token"] for province in provinces_of(match)}
        assert tokens.pop("Yggdrasil") == "all three stats"
        assert Counter(tokens.values()) == {"Rage": 3, "Axes": 2, "Horns": 2, "five Glory": 1}
        assert not any(province["pillaged"] for province in provinces_of(match))


@pytest.mark.rule("BR-4.3")
def test_the_tokens_are_shuffled() -> None:
    laid = {(province["name"], province["token"]) for seed in range(80) for province in provinces_of(fresh(3, seed))}
    assert {(place, "five Glory") for place in OUTER} <= laid
    assert {token for place, token in laid if place == "Gimle"} == {"Rage", "Axes", "Horns", "five Glory"}


@pytest.mark.rule("BR-4.4")
@pytest.mark.parametrize("seats", PLAYERS)
def test_three_different_outer_provinces_are_openly_doomed_one_for_each_age(seats: int) -> None:
    for seed in range(10):
        match = fresh(seats, seed)
        doomed = table(match)["ragnarok"]
        assert len(set(doomed)) == 3
        assert set(doomed) <= set(OUTER)
        for viewer in (*range(seats), None):
            assert table(match, viewer)["ragnarok"] == doomed
        falls = {province["name"]: province["falls_in_age"] for province in provinces_of(match)}
        assert [name for name in OUTER if falls[name] is not None] == [name for name in OUTER if name in doomed]
        assert [falls[name] for name in doomed] == [1, 2, 3]


@pytest.mark.rule("BR-4.4")
def test_the_ragnarok_tokens_are_shuffled() -> None:
    for age in range(3):
        assert {table(fresh(2, seed))["ragnarok"][age] for seed in range(60)} == set(OUTER)


@pytest.mark.rule("BR-4.5")
@pytest.mark.parametrize("seats", PLAYERS)
def test_the_province_shown_for_age_1_is_the_first_to_fall(seats: int) -> None:
    for seen in moments(seats):
        first = next(place for place in seen["places"] if place["name"] == seen["ragnarok"][0])
        assert first["falls_in_age"] == 1
        assert first["destroyed"] == (seen["age"] > 1)


@pytest.mark.rule("BR-4.6")
@pytest.mark.parametrize("seats", PLAYERS)
def test_the_provinces_destroyed_at_the_start_are_never_among_the_doomed(seats: int) -> None:
    for seed in SEEDS:
        match = fresh(seats, seed)
        gone = names_of(match, destroyed=True)
        assert not set(gone) & set(table(match)["ragnarok"])
        assert set(gone) <= set(OUTER)
        told = [event.data["place"] for event in match.events(None) if event.kind == "destroyed_before"]
        assert sorted(map(str, told)) == sorted(gone)


@pytest.mark.rule("BR-4.6")
def test_which_provinces_are_destroyed_at_the_start_is_left_to_chance() -> None:
    assert {name for seed in SEEDS for name in names_of(fresh(2, seed), destroyed=True)} == set(OUTER)


@pytest.mark.rule("BR-4.6")
def test_a_province_destroyed_at_the_start_is_out_of_play_from_the_first_turn() -> None:
    match = fresh(2, 3)
    through_draft(match)
    (decision,) = match.pending
    gone = names_of(match, destroyed=True)
    assert len(gone) == 3
    for name in gone:
        reason = match.why_not(decision.seat, f"invade leader {name}")
        assert reason is not None
        assert reason.rule == "BR-2.12"
    assert not [choice for choice in decision.choices if str(choice).split()[-1] in gone]


@pytest.mark.rule("BR-4.7")
@pytest.mark.parametrize(("seats", "destroyed"), [(2, 3), (3, 2), (4, 1), (5, 0)])
def test_how_many_provinces_are_destroyed_at_the_start(seats: int, destroyed: int) -> None:
    """Wrong reading: as many provinces are destroyed at the start whatever the number of players."""
    for seed in range(10):
        assert len(names_of(fresh(seats, seed), destroyed=True)) == destroyed


@pytest.mark.rule("BR-4.7")
@pytest.mark.parametrize(
    ("seats", "size", "dealt", "left_over"), [(2, 20, 16, 4), (3, 26, 24, 2), (4, 34, 32, 2), (5, 42, 40, 2)]
)
@pytest.mark.parametrize("age", [1, 2, 3])
def test_how_many_cards_are_in_the_deck_dealt_and_left_over(
    seats: int, size: int, dealt: int, left_over: int, age: int
) -> None:
    """Wrong reading: the whole deck is used whatever the number of players."""
    clans = ["wolf", "raven", "serpent", "bear", "ram"][:seats]
    assert len(deck(age, seats)) == size
    match = scene(" ".join(clans), age=age - 1, phase="end of age").match if age > 1 else fresh(seats)
    assert table(match)["age"] == age
    assert sum(table(match)["packs"]) == dealt
    assert size - dealt == left_over


@pytest.mark.rule("BR-4.7")
@pytest.mark.parametrize("age", [1, 2, 3])
def test_a_larger_table_adds_cards_and_takes_none_away(age: int) -> None:
    decks = [Counter(CARDS[card].name for card in deck(age, seats)) for seats in PLAYERS]
    assert [(larger - smaller).total() for smaller, larger in pairwise(decks)] == [6, 8, 8]
    assert [(smaller - larger).total() for smaller, larger in pairwise(decks)] == [0, 0, 0]


@pytest.mark.rule("BR-4.7")
@pytest.mark.parametrize("seats", PLAYERS)
def test_the_cards_dealt_come_from_the_deck_of_the_age_and_the_number_of_players(seats: int) -> None:
    whole = Counter(CARDS[card].name for card in deck(1, seats))
    for seed in range(5):
        match = fresh(seats, seed)
        dealt = Counter(card["name"] for seat in range(seats) for card in table(match, seat)["pack"])
        assert dealt.total() == 8 * seats
        assert dealt <= whole


@pytest.mark.rule("BR-4.8")
@pytest.mark.parametrize(("seats", "surviving"), [(2, [6, 5, 4]), (3, [7, 6, 5]), (4, [8, 7, 6]), (5, [9, 8, 7])])
def test_how_many_provinces_survive_in_the_action_phases(seats: int, surviving: list[int]) -> None:
    met: dict[int, set[int]] = {}
    for seen in moments(seats):
        if seen["phase"] == "Action":
            standing = [place["name"] for place in seen["places"][:9] if not place["destroyed"]]
            assert "Yggdrasil" in standing
            met.setdefault(seen["age"], set()).add(len(standing))
    assert met == {age + 1: {number} for age, number in enumerate(surviving)}


@pytest.mark.rule("BR-4.9")
def test_the_token_of_a_province_destroyed_at_the_start_is_never_taken() -> None:
    s = scene("wolf raven", destroyed="Gimle", tokens={"Gimle": "glory"}, figures="wolf: ship in F4")
    assert s.rule_against("wolf: pillage Gimle") == "BR-2.12"
    assert "pillage Gimle" not in s.choices("wolf")


@pytest.mark.rule("BR-4.9")
def test_a_token_out_of_play_does_not_keep_the_action_phase_going() -> None:
    s = scene(
        "wolf raven",
        destroyed="Gimle, Myrkulor, Elvagar",
        pillaged="Angerboda, Muspelheim, Utgard, Andlang, Yggdrasil",
        figures="wolf: warrior in Horgr",
        hands={"wolf": "Tyr's Bash"},
    )
    s.play("wolf: pillage Horgr")
    assert table(s.match)["phase"] == "Discard"


@pytest.mark.rule("BR-4.10")
@pytest.mark.parametrize("seats", PLAYERS)
def test_no_monster_belongs_to_a_clan_at_the_start(seats: int) -> None:
    match = fresh(seats)
    through_draft(match)
    (decision,) = match.pending
    surviving = next(name for name in names_of(match, destroyed=False) if name != "Yggdrasil")
    for monster in ("Troll", "Dwarf Chieftain", "Fire Giant", "Soldier of Hel"):
        assert not [clan for clan in table(match)["clans"] if monster in clan["reserve"]]
        reason = match.why_not(decision.seat, f"invade {monster} {surviving}")
        assert reason is not None
        assert reason.rule == "BR-7.1"


@pytest.mark.rule("BR-4.10")
def test_every_monster_stands_ready_for_the_clan_that_plays_its_card() -> None:
    s = scene("wolf raven", hands={"wolf": "Dwarf Chieftain"})
    s.play("wolf: upgrade Dwarf Chieftain", "wolf: invade Dwarf Chieftain Gimle")
    assert s.at("wolf", "Gimle") == {"Dwarf Chieftain": 1}


@pytest.mark.rule("BR-4.11")
@pytest.mark.parametrize("clan", ["wolf", "raven", "serpent"])
def test_the_first_player_is_a_setting_and_opens_age_1(clan: str) -> None:
    match = drakkar.new(
        "blood_rage", seats=3, seed=1, rulings={"first_player": clan}, sides=["wolf", "raven", "serpent"]
    )
    seat = match.sides.index(clan)
    assert table(match)["first_player"] == seat
    through_draft(match)
    assert [decision.seat for decision in match.pending] == [seat]


@pytest.mark.rule("BR-4.11")
@pytest.mark.parametrize("seats", PLAYERS)
def test_without_the_setting_the_first_player_is_drawn_at_random(seats: int) -> None:
    assert {table(fresh(seats, seed))["first_player"] for seed in SEEDS} == set(range(seats))


@pytest.mark.rule("BR-4.11")
def test_a_clan_that_nobody_plays_cannot_be_first_player() -> None:
    with pytest.raises(drakkar.BadArgument, match="no seat plays bear"):
        drakkar.new("blood_rage", seats=2, seed=1, rulings={"first_player": "bear"}, sides=["wolf", "raven"])
    with pytest.raises(drakkar.BadArgument, match="first_player"):
        drakkar.new("blood_rage", seats=2, seed=1, rulings={"first_player": "fox"})
