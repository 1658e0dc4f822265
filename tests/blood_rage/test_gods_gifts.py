"""Section 5: the draft."""

from collections import Counter
from typing import Any

import pytest

import drakkar
from drakkar.core.hosting import state_of
from drakkar.core.vectors import lay
from drakkar.games.blood_rage.card import CARDS
from drakkar.games.blood_rage.cards.decks import deck
from tests.blood_rage.playing import PLAYERS, clan_of, table, through_draft
from tests.blood_rage.scene import scene

MORE_THAN_TWO = (3, 4, 5)


def names(faces: Any) -> list[str]:
    """The names of cards that a view shows."""
    return [str(face["name"]) for face in faces]


def pack(match: drakkar.Match, seat: int) -> list[str]:
    """The cards a seat may pick from."""
    return names(table(match, seat)["pack"])


def one_round(match: drakkar.Match) -> None:
    """Every seat picks the first card on offer; with two players, two cards."""
    for seat in range(match.seats):
        for _ in range(2 if match.seats == 2 else 1):
            match.play(seat, match.view(seat).choices[0])


# The kept card


@pytest.mark.rule("BR-5.1", "BR-5.5")
@pytest.mark.parametrize("age", [1, 2])
def test_a_kept_card_lies_aside_during_the_draft_and_comes_back_afterwards(age: int) -> None:
    s = scene("wolf raven serpent", age=age, phase="discard", hands={"wolf": "Tyr's Crush, Manheim!"})
    s.play("wolf: keep Tyr's Crush")
    assert table(s.match)["age"] == age + 1
    assert s.hand("wolf") == []
    assert names(clan_of(s.match, "wolf", 0)["aside"]) == ["Tyr's Crush"]
    assert clan_of(s.match, "wolf", 1)["aside"] == drakkar.Hidden(1)
    assert len(pack(s.match, 0)) == 8
    kept = f"pick Tyr's Crush (age {age})"
    assert s.rule_against(f"wolf: {kept}") == "BR-5.3"
    through_draft(s)
    assert len(s.hand("wolf")) == 7
    assert s.hand("wolf")[0] == "Tyr's Crush"
    assert clan_of(s.match, "wolf", 0)["aside"] == []
    assert len(s.hand("raven")) == 6


@pytest.mark.rule("BR-5.1")
def test_a_kept_card_does_not_shorten_the_draft() -> None:
    s = scene("wolf raven serpent", phase="discard", hands={"wolf": "Manheim!"})
    s.play("wolf: keep Manheim!")
    picks = 0
    while "wolf" in s.asked() and s.asked()["wolf"] == "draft":
        for clan in list(s.asked()):
            s.play(f"{clan}: {s.choices(clan)[0]}")
        picks += 1
    assert picks == 6


@pytest.mark.rule("BR-5.1")
@pytest.mark.parametrize("seats", PLAYERS)
def test_in_age_1_nothing_lies_aside_before_the_draft(seats: int) -> None:
    match = drakkar.new("blood_rage", seats=seats, seed=1)
    assert [table(match, seat)["clans"][seat]["aside"] for seat in range(seats)] == [[]] * seats


# The deal


@pytest.mark.rule("BR-5.2")
@pytest.mark.parametrize("seats", PLAYERS)
def test_each_player_gets_eight_cards(seats: int) -> None:
    match = drakkar.new("blood_rage", seats=seats, seed=51)
    assert table(match)["packs"] == [8] * seats
    assert [len(pack(match, seat)) for seat in range(seats)] == [8] * seats


@pytest.mark.rule("BR-5.2")
@pytest.mark.parametrize("seats", PLAYERS)
def test_the_undealt_cards_are_out_of_the_game_unseen(seats: int) -> None:
    """Wrong reading: the rest of the deck is shown, or lies among the discards."""
    unknown: set[str] = set()
    for seed in range(8):
        match = drakkar.new("blood_rage", seats=seats, seed=seed)
        dealt = Counter(name for seat in range(seats) for name in pack(match, seat))
        undealt = Counter(CARDS[card].name for card in deck(1, seats)) - dealt
        assert undealt.total() == {2: 4, 3: 2, 4: 2, 5: 2}[seats]
        assert table(match)["discards"] == []
        unknown = set(undealt) - set(dealt)
        told = [str(event) for viewer in (*range(seats), None) for event in match.events(viewer)]
        assert not [text for text in told if any(name in text for name in unknown)]
        if unknown:
            break
    assert unknown


@pytest.mark.rule("BR-5.2")
def test_the_deck_is_shuffled() -> None:
    first = {tuple(pack(drakkar.new("blood_rage", seats=2, seed=seed), 0)) for seed in range(20)}
    assert len(first) == 20
    met = {name for seed in range(20) for name in pack(drakkar.new("blood_rage", seats=2, seed=seed), 0)}
    assert met == {CARDS[card].name for card in deck(1, 2)}


@pytest.mark.rule("BR-5.2")
@pytest.mark.parametrize("age", [2, 3])
def test_each_age_deals_from_its_own_deck(age: int) -> None:
    s = scene("wolf raven serpent", age=age - 1, phase="end of age")
    for seat in range(3):
        assert {face["age"] for face in table(s.match, seat)["pack"]} == {age}


# Picking and passing


@pytest.mark.rule("BR-5.3")
@pytest.mark.parametrize("seats", PLAYERS)
def test_everyone_is_asked_at_the_same_time(seats: int) -> None:
    match = drakkar.new("blood_rage", seats=seats, seed=53)
    assert [decision.seat for decision in match.pending] == list(range(seats))
    assert {decision.prompt.code for decision in match.pending} == {"draft"}
    assert all(decision.secret for decision in match.pending)


@pytest.mark.rule("BR-5.3")
@pytest.mark.parametrize("seats", MORE_THAN_TWO)
def test_each_picks_one_card_and_passes_the_others_to_the_left(seats: int) -> None:
    match = drakkar.new("blood_rage", seats=seats, seed=54)
    before = [pack(match, seat) for seat in range(seats)]
    picked = []
    for seat in range(seats):
        choice = match.view(seat).choices[seat % 3]
        picked.append(str(choice).removeprefix("pick "))
        match.play(seat, choice)
    for seat in range(seats):
        left = (seat + 1) % seats
        assert Counter(pack(match, left)) == Counter(before[seat]) - Counter([picked[seat]])
        assert names(table(match, seat)["clans"][seat]["aside"]) == [picked[seat]]


@pytest.mark.rule("BR-5.3")
def test_nobody_gets_the_next_pack_before_everyone_has_picked() -> None:
    match = drakkar.new("blood_rage", seats=3, seed=55)
    match.play(1, match.view(1).choices[0])
    assert [decision.seat for decision in match.pending] == [0, 2]
    reason = match.why_not(1, f"pick {pack(match, 1)[0]}")
    assert reason is not None
    assert (reason.code, reason.rule) == ("not_your_turn", "BR-5.3")
    assert table(match)["packs"] == [8, 7, 8]


@pytest.mark.rule("BR-5.3")
@pytest.mark.parametrize("seats", PLAYERS)
def test_the_order_in_which_players_answer_does_not_matter(seats: int) -> None:
    one = drakkar.new("blood_rage", seats=seats, seed=56)
    other = one.copy()
    for match, order in ((one, list(range(seats))), (other, list(reversed(range(seats))))):
        for seat in order:
            for _ in range(2 if seats == 2 else 1):
                match.play(seat, match.view(seat).choices[0])
    for viewer in (*range(seats), None):
        seen = [match.view(viewer).to_json()["table"] for match in (one, other)]
        assert seen[0] == seen[1]


@pytest.mark.rule("BR-5.3")
def test_only_a_card_of_ones_own_pack_can_be_picked() -> None:
    match = drakkar.new("blood_rage", seats=3, seed=57)
    elsewhere = next(name for name in pack(match, 1) if name not in pack(match, 0))
    reason = match.why_not(0, f"pick {elsewhere}")
    assert reason is not None
    assert (reason.rule, reason.params["card"]) == ("BR-5.3", elsewhere)
    with pytest.raises(drakkar.IllegalChoice):
        match.play(0, f"pick {elsewhere}")
    assert {str(choice) for choice in match.view(0).choices} == {f"pick {name}" for name in pack(match, 0)}


@pytest.mark.rule("BR-5.4")
@pytest.mark.parametrize("seats", MORE_THAN_TWO)
def test_six_cards_are_picked_from_8_7_6_5_4_and_3(seats: int) -> None:
    match = drakkar.new("blood_rage", seats=seats, seed=58)
    sizes = []
    while match.pending[0].prompt.code == "draft":
        assert len(set(table(match)["packs"])) == 1
        sizes.append(table(match)["packs"][0])
        one_round(match)
    assert sizes == [8, 7, 6, 5, 4, 3]
    assert table(match)["packs"] == [0] * seats


@pytest.mark.rule("BR-5.4")
@pytest.mark.parametrize("seats", PLAYERS)
def test_the_last_two_cards_are_discarded_unseen_by_the_others(seats: int) -> None:
    """Wrong reading: the two cards left of each pack go face up onto the discards."""
    match = drakkar.new("blood_rage", seats=seats, seed=59)
    while table(match)["packs"][0] > (4 if seats == 2 else 3):
        one_round(match)
    last = [Counter(pack(match, seat)) for seat in range(seats)]
    for seat in range(seats):
        for _ in range(2 if seats == 2 else 1):
            choice = match.view(seat).choices[0]
            last[seat] -= Counter([str(choice).removeprefix("pick ")])
            match.play(seat, choice)
    for viewer in (*range(seats), None):
        told = [event for event in match.events(viewer) if event.kind == "last_cards_discarded"]
        for seat, event in enumerate(told):
            cards = event.data["cards"]
            if seat == viewer:
                assert isinstance(cards, list)
                assert Counter(map(str, cards)) == last[seat]
            else:
                assert cards == drakkar.Hidden(2)
        assert len(told) == seats
        assert table(match, viewer)["discards"] == []


@pytest.mark.rule("BR-5.5")
@pytest.mark.parametrize("seats", PLAYERS)
def test_the_hand_is_the_six_cards_that_were_picked(seats: int) -> None:
    match = drakkar.new("blood_rage", seats=seats, seed=60)
    picked: list[list[str]] = [[] for _ in range(seats)]
    while match.pending[0].prompt.code == "draft":
        decision = match.pending[-1]
        picked[decision.seat].append(str(decision.choices[-1]).removeprefix("pick "))
        match.play(decision.seat, decision.choices[-1])
    for seat in range(seats):
        assert len(picked[seat]) == 6
        assert names(table(match, seat)["clans"][seat]["hand"]) == picked[seat]


@pytest.mark.rule("BR-5.5")
def test_the_hand_of_a_clan_that_kept_nothing_is_six_cards() -> None:
    s = scene("wolf raven", phase="discard", hands={"wolf": "Tyr's Bash"})
    s.play("wolf: keep none")
    through_draft(s)
    assert (len(s.hand("wolf")), len(s.hand("raven"))) == (6, 6)


# Two players, and the first game


@pytest.mark.rule("BR-5.6")
def test_with_two_players_each_pick_is_of_two_cards() -> None:
    """Wrong reading: two players pick one card six times, like everybody else."""
    match = drakkar.new("blood_rage", seats=2, seed=61)
    sizes = []
    while match.pending[0].prompt.code == "draft":
        before = [Counter(pack(match, seat)) for seat in range(2)]
        sizes.append(table(match)["packs"])
        for seat in range(2):
            for _ in range(2):
                choice = match.view(seat).choices[0]
                before[seat] -= Counter([str(choice).removeprefix("pick ")])
                match.play(seat, choice)
        if match.pending[0].prompt.code == "draft":
            assert [Counter(pack(match, seat)) for seat in range(2)] == [before[1], before[0]]
    assert sizes == [[8, 8], [6, 6], [4, 4]]
    assert [len(table(match, seat)["clans"][seat]["hand"]) for seat in range(2)] == [6, 6]
    told = [event for event in match.events(0) if event.kind == "last_cards_discarded"]
    assert [len(event.data["cards"]) for event in told if not isinstance(event.data["cards"], (int, str))] == [2, 2]


@pytest.mark.rule("BR-5.6")
def test_with_two_players_the_pack_is_not_passed_after_one_card() -> None:
    match = drakkar.new("blood_rage", seats=2, seed=62)
    before = [pack(match, seat) for seat in range(2)]
    for seat in range(2):
        match.play(seat, match.view(seat).choices[0])
    assert [decision.seat for decision in match.pending] == [0, 1]
    for seat in range(2):
        assert pack(match, seat) == before[seat][1:]
    match.play(0, match.view(0).choices[0])
    assert [decision.seat for decision in match.pending] == [1]


@pytest.mark.rule("BR-5.6")
def test_with_three_players_one_card_is_enough() -> None:
    match = drakkar.new("blood_rage", seats=3, seed=62)
    match.play(0, match.view(0).choices[0])
    assert [decision.seat for decision in match.pending] == [1, 2]


@pytest.mark.rule("BR-5.7", "BR-21.30")
@pytest.mark.parametrize("seats", PLAYERS)
def test_in_the_first_game_variant_age_1_has_no_draft_and_all_eight_cards_are_kept(seats: int) -> None:
    match = drakkar.new("blood_rage", seats=seats, seed=63, rulings={"first_game_no_draft": True})
    assert table(match)["phase"] == "Action"
    for seat in range(seats):
        told = [event for event in match.events(seat) if event.kind == "dealt"]
        assert names(table(match, seat)["clans"][seat]["hand"]) == told[seat].data["cards"]
        assert len(table(match, seat)["clans"][seat]["hand"]) == 8


@pytest.mark.rule("BR-5.7")
@pytest.mark.parametrize("age", [2, 3])
def test_the_variant_leaves_ages_2_and_3_drafted(age: int) -> None:
    s = scene("wolf raven serpent", age=age - 1, phase="end of age", rulings={"first_game_no_draft": True})
    assert s.asked() == {"wolf": "draft", "raven": "draft", "serpent": "draft"}
    through_draft(s)
    assert len(s.hand("wolf")) == 6


@pytest.mark.rule("BR-5.7")
def test_the_variant_is_off_unless_it_is_asked_for() -> None:
    match = drakkar.new("blood_rage", seats=3, seed=63)
    assert table(match)["rulings"]["first_game_no_draft"] is False
    assert match.pending[0].prompt.code == "draft"


@pytest.mark.rule("BR-5.2", "BR-5.4")
@pytest.mark.parametrize(("seats", "out"), [(2, 4 + 4), (3, 2 + 6), (4, 2 + 8), (5, 2 + 10)])
def test_the_undealt_cards_and_the_last_two_of_each_player_are_out_of_the_game_unseen(seats: int, out: int) -> None:
    match = drakkar.new("blood_rage", seats=seats, seed=3)
    through_draft(match)
    assert len(deck(1, seats)) - sum(state_of(match).hand.sizes) == out
    assert sum(state_of(match).discards) == 0


@pytest.mark.rule("BR-5.3")
def test_a_pick_is_secret_and_asked_even_of_equal_cards() -> None:
    """Taking the only card there is without asking would tell the others that the pack holds nothing else."""
    match = drakkar.new("blood_rage", seats=3, seed=3)
    assert all(decision.secret for decision in match.pending)
    pack = state_of(match).draft
    lay(pack.cards, 0, [pack.cards[0]] * 8)
    match.play(1, match.view(1).choices[0])
    assert [decision.seat for decision in match.pending] == [0, 2]
    assert len(match.pending[0].choices) == 1
