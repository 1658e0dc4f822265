"""Section 6: the table before the first choice."""

from collections import Counter

import pytest

from tests.lords_of_ragnarok.playing import PLAYERS, fresh, table, told

SEEDS = range(12)


@pytest.mark.rule("LR-3.1", "LR-6.1")
@pytest.mark.parametrize(("seats", "regions"), [(2, 16), (3, 21), (4, 21)])
def test_the_side_of_the_board_hangs_on_the_number_of_players(seats: int, regions: int) -> None:
    assert [region["number"] for region in table(fresh(seats))["regions"]] == list(range(1, regions + 1))


@pytest.mark.rule("LR-6.3")
@pytest.mark.parametrize(("seats", "temples"), [(2, 5), (3, 7), (4, 7)])
def test_every_space_of_the_temple_track_has_a_temple(seats: int, temples: int) -> None:
    for side in ("two_gifts", "three_gifts"):
        assert table(fresh(seats, rulings={"temple_track_side": side}))["temples_left"] == temples


@pytest.mark.rule("LR-6.4")
@pytest.mark.parametrize(("seats", "forges"), [(2, 4), (3, 6), (4, 6)])
def test_each_forge_has_a_rune_of_its_kind(seats: int, forges: int) -> None:
    for seed in SEEDS:
        regions = [region for region in table(fresh(seats, seed))["regions"] if region["forge"]]
        kinds = Counter(region["forge"] for region in regions)
        assert kinds.total() == forges
        assert sorted(kinds.values()) == ([1, 1, 2] if seats == 2 else [2, 2, 2])
        assert all(region["forge_full"] for region in regions)


@pytest.mark.rule("LR-6.4")
def test_the_forges_are_laid_at_random() -> None:
    laid = {table(fresh(3, seed))["regions"][1]["forge"] for seed in SEEDS}
    assert laid == {"uruz", "othala", "algiz"}


@pytest.mark.rule("LR-6.5")
@pytest.mark.parametrize("seats", PLAYERS)
def test_every_statue_begins_on_level_0_without_priests(seats: int) -> None:
    statues = table(fresh(seats))["statues"]
    assert statues == {god: {"level": 0, "priests": [0] * seats} for god in ("Odin", "Thor", "Freya")}


@pytest.mark.rule("LR-6.6")
def test_the_two_monsters_of_each_rune_are_stacked_at_random() -> None:
    stacks = {str(told(fresh(3, seed), "stack_laid")[0]) for seed in SEEDS}
    assert stacks == {"Uruz Monsters: first Troll, then Grendel.", "Uruz Monsters: first Grendel, then Troll."}


@pytest.mark.rule("LR-6.7", "LR-26.3")
@pytest.mark.parametrize(("seats", "events"), [(2, 16), (3, 21), (4, 21)])
def test_the_decks_are_complete_but_for_events_of_regions_that_are_not_there(seats: int, events: int) -> None:
    decks = table(fresh(seats))["decks"]
    assert decks["event"]["left"] == events - seats - 1
    assert (decks["combat"]["left"], decks["attack"]["left"], decks["gift"]["left"]) == (35, 14, 36)


@pytest.mark.rule("LR-6.8", "LR-2.1")
@pytest.mark.parametrize("seats", PLAYERS)
def test_all_runes_that_are_not_on_forges_are_the_supply(seats: int) -> None:
    seen = table(fresh(seats))
    on_forges = Counter(region["forge"] for region in seen["regions"] if region["forge"])
    assert {rune: left + on_forges[rune] for rune, left in seen["supply"].items()} == {
        "uruz": 12,
        "othala": 12,
        "algiz": 12,
    }


@pytest.mark.rule("LR-6.9", "LR-26.4")
@pytest.mark.parametrize("seats", PLAYERS)
def test_five_conditions_of_the_player_count_lie_face_up(seats: int) -> None:
    conditions = table(fresh(seats))["conditions"]
    assert len(conditions) == 5
    assert not any(condition["turned"] for condition in conditions)
    assert ("Four Realms have an ally." in [condition["text"] for condition in conditions]) == (seats == 2)


@pytest.mark.rule("LR-6.10")
def test_all_priests_begin_in_the_supply() -> None:
    assert [player["priests"] for player in table(fresh(4))["players"]] == [{"pool": 0, "supply": 4}] * 4


@pytest.mark.rule("LR-6.11")
@pytest.mark.parametrize("seats", PLAYERS)
def test_the_first_event_says_where_loki_is(seats: int) -> None:
    for seed in SEEDS:
        match = fresh(seats, seed)
        first = str(told(match, "event_drawn")[0]).split()[1]
        assert str(told(match, "monster_placed")[0]) == f"The Boss Loki is placed in Region {first}."
        assert table(match)["monsters"][-1]["region"] == int(first)


@pytest.mark.rule("LR-6.12", "LR-30.20")
@pytest.mark.parametrize("seats", PLAYERS)
def test_as_many_events_as_players_place_the_first_monster_of_a_rune(seats: int) -> None:
    for seed in SEEDS:
        match = fresh(seats, seed)
        drawn = told(match, "event_drawn")
        placed = told(match, "monster_placed")[1:]
        assert len(drawn) == seats + 1
        assert len(placed) + len(told(match, "no_monster_left")) == seats
        assert len(table(match)["decks"]["event"]["discards"]) == seats + 1
        firsts = {event.data["first"] for event in told(match, "stack_laid")}
        on_board = [monster["name"] for monster in table(match)["monsters"][:-1] if monster["region"]]
        seconds = [name for name in on_board if name not in firsts]
        assert len(on_board) == len(placed)
        assert len(on_board) - len(seconds) >= len(seconds)


@pytest.mark.rule("LR-7.1")
def test_who_chooses_first_is_left_to_chance() -> None:
    assert {fresh(3, seed).pending[0].seat for seed in SEEDS} == {0, 1, 2}
