"""Section 7: choosing heroes."""

import pytest

import drakkar
from tests.lords_of_ragnarok.playing import PLAYERS, fresh, table, told


def choices(match: drakkar.Match) -> list[str]:
    return [str(choice) for choice in match.pending[0].choices]


def play(match: drakkar.Match, text: str) -> None:
    match.play(match.pending[0].seat, text)


def keep(match: drakkar.Match, hero: int = 0, story: int = 0) -> None:
    """Keep what stands there among the choices, the Story that is handed on not among them."""
    play(match, choices(match)[hero])
    stories = [text for text in choices(match) if "Odinsson" not in text]
    play(match, stories[story])


def settle(match: drakkar.Match) -> None:
    """The first Sea and the first Region, and whatever the Story asks."""
    chooser = match.pending[0].seat
    while match.pending[0].seat == chooser and table(match)["stage"] == "Choosing heroes":
        play(match, choices(match)[0])
        if match.pending[0].prompt.code == "hero":
            return


@pytest.mark.rule("LR-7.1")
@pytest.mark.parametrize("seats", PLAYERS)
def test_each_finishes_before_the_next_clockwise_begins(seats: int) -> None:
    match = fresh(seats, 5)
    first, order = match.pending[0].seat, []
    while table(match)["stage"] == "Choosing heroes":
        if match.pending[0].seat not in order:
            order.append(match.pending[0].seat)
        play(match, choices(match)[0])
    assert order == [(first + turn) % seats for turn in range(seats)]


@pytest.mark.rule("LR-7.2", "LR-7.3")
def test_two_heroes_and_three_stories_lie_before_the_chooser() -> None:
    match = fresh(3)
    assert len(choices(match)) == 2
    play(match, choices(match)[0])
    assert len(choices(match)) == 3
    assert "story Odinsson / Odinsdottir" in choices(match)


@pytest.mark.rule("LR-7.2")
@pytest.mark.parametrize("seed", range(8))
def test_what_somebody_has_kept_lies_before_nobody_any_more(seed: int) -> None:
    match, kept = fresh(4, seed), set[str]()
    while table(match)["stage"] == "Choosing heroes":
        if match.pending[0].prompt.code in ("hero", "story"):
            assert not kept & set(choices(match))
            kept.add(choices(match)[0])
        play(match, choices(match)[0])
    assert len(kept) == 8


@pytest.mark.rule("LR-7.2", "LR-24.4")
def test_only_the_chooser_sees_what_is_offered() -> None:
    match = fresh(3)
    chooser = match.pending[0].seat
    assert len(table(match, chooser)["offered"]) == 5
    for other in ((chooser + 1) % 3, None):
        assert table(match, other)["offered"] == drakkar.Hidden(5)
    assert "Hidden" in repr(told(match, "heroes_offered")[0].data["cards"])


@pytest.mark.rule("LR-7.3", "LR-30.21")
def test_odinsson_is_handed_on_until_somebody_keeps_it_and_brings_the_first_turn() -> None:
    match = fresh(3)
    first = match.pending[0].seat
    keep(match)
    settle(match)
    second = match.pending[0].seat
    assert second == (first + 1) % 3
    play(match, choices(match)[0])
    play(match, "story Odinsson / Odinsdottir")
    settle(match)
    play(match, choices(match)[0])
    assert len(choices(match)) == 2
    assert not [text for text in choices(match) if "Odinsson" in text]
    play(match, choices(match)[0])
    while table(match)["stage"] == "Choosing heroes":
        play(match, choices(match)[0])
    assert table(match)["turn"] == second


@pytest.mark.rule("LR-7.10")
def test_if_nobody_keeps_odinsson_the_first_chooser_has_the_first_turn() -> None:
    match = fresh(2)
    first = match.pending[0].seat
    for _ in range(2):
        keep(match)
        settle(match)
    assert str(told(match, "first_player")[0]).startswith(match.sides[first].capitalize())


@pytest.mark.rule("LR-7.4")
def test_with_four_players_the_last_chooser_still_sees_two_heroes_that_nobody_has() -> None:
    match = fresh(4)
    for _ in range(3):
        keep(match)
        settle(match)
    taken = [player["hero"] for player in table(match)["players"] if player["hero"]]
    assert len(taken) == 3
    assert len(choices(match)) == 2
    assert not {text.removeprefix("hero ") for text in choices(match)} & set(taken)


@pytest.mark.rule("LR-7.6", "LR-7.5")
def test_hero_and_two_armies_of_value_1_stand_in_one_region_by_the_drakkar() -> None:
    match = fresh(3)
    chooser = match.pending[0].seat
    play(match, choices(match)[0])
    play(match, "story Odinsson / Odinsdottir")
    assert len(table(match, chooser)["players"][chooser]["hand"]) == 1
    play(match, "launch North Sea")
    assert set(choices(match)) <= {"settle 1", "settle 5", "settle 6"}
    region = int(choices(match)[0].split()[1])
    play(match, choices(match)[0])
    player = table(match)["players"][chooser]
    assert (player["hero_region"], player["drakkar"], player["armies_in_pool"]) == (region, "North Sea", 4)
    assert table(match)["regions"][region - 1]["armies"] == {chooser: [1, 1]}


@pytest.mark.rule("LR-7.7")
def test_a_region_of_another_player_and_that_of_the_boss_are_not_open() -> None:
    match = fresh(3)
    keep(match)
    play(match, "launch North Sea")
    taken = choices(match)[0].split()[1]
    settle(match)
    keep(match)
    play(match, "launch North Sea")
    reason = match.why_not(match.pending[0].seat, f"settle {taken}")
    assert reason is not None
    assert reason.rule == "LR-7.7"


@pytest.mark.rule("LR-7.8")
@pytest.mark.parametrize(("region", "taken"), [(5, True), (6, False)])
def test_a_region_of_population_2_or_less_is_taken_at_once(region: int, taken: bool) -> None:
    match = next(match for match in (fresh(3, seed) for seed in range(20)) if _free(match, region))
    chooser = match.pending[0].seat
    play(match, choices(match)[0])
    play(match, "story Odinsson / Odinsdottir")
    play(match, "launch North Sea")
    play(match, f"settle {region}")
    assert (table(match)["regions"][region - 1]["control"] == chooser) == taken


def _free(match: drakkar.Match, region: int) -> bool:
    return bool(table(match)["monsters"][-1]["region"] != region)


@pytest.mark.rule("LR-7.9")
def test_the_story_bonus_brings_no_control_check() -> None:
    """Region 6 has Population Strength 3: two Armies of 1 and 2 take it at the end of the first stage."""
    match = next(
        match for match in (fresh(2, seed) for seed in range(60)) if _free(match, 6) and _offers_tyrsson(match)
    )
    chooser = match.pending[0].seat
    play(match, choices(match)[0])
    play(match, "story Tyrsson")
    play(match, "launch North Sea")
    play(match, "settle 6")
    assert table(match)["regions"][5]["armies"] == {chooser: [1, 2]}
    assert table(match)["regions"][5]["control"] is None
    while table(match)["stage"] == "Choosing heroes":
        play(match, choices(match)[0])
    assert table(match)["regions"][5]["control"] == chooser


def _offers_tyrsson(match: drakkar.Match) -> bool:
    return "Tyrsson" in table(match, match.pending[0].seat)["offered"]
