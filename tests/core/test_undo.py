"""Undo: a seat takes back its own latest choice, as long as no other seat could have built on it."""

from random import Random

import pytest

import drakkar
from drakkar.core.chance import chance_from
from drakkar.core.hosting import at_choice, game_of, log_of, setup_end, state_of
from drakkar.core.kit import fingerprint, play_randomly
from tests.blood_rage.scene import scene


def moment(match: drakkar.Match) -> tuple[object, ...]:
    """Everything about a match."""
    return fingerprint(state_of(match)), tuple(log_of(match).entries), tuple((p.seat, p.code) for p in match.history)


@pytest.mark.parametrize(
    ("title", "seats"),
    [
        ("treasure", 2),
        ("treasure", 3),
        ("blood_rage", 2),
        ("blood_rage", 3),
        *(pytest.param("blood_rage", seats, marks=pytest.mark.thorough) for seats in (4, 5)),
    ],
)
def test_after_an_undo_the_match_is_what_it_was(title: str, seats: int) -> None:
    """At every moment of a random match, for the seat that chooses there."""
    match, dice, undone = drakkar.new(title, seats=seats, seed=5), chance_from(5), 0
    for now in play_randomly(match, dice):
        before = moment(now)
        for decision in now.pending:
            trial = now.copy()
            trial.play(decision.seat, decision.choices[dice.below(len(decision.choices))])
            if trial.why_not_undo(decision.seat) is None:
                trial.undo(decision.seat)
                assert moment(trial) == before
                undone += 1
        assert moment(now) == before
    assert undone > 5


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_undo_never_crosses_another_seat_chance_or_a_reveal(seats: int) -> None:
    match = drakkar.new("blood_rage", seats=seats, seed=6)
    for now in play_randomly(match, chance_from(6)):
        if not now.history:
            continue
        last = now.history[-1]
        start = now.history[-2].log_end if len(now.history) > 1 else setup_end(now)
        kinds = {game_of(now).book.kinds[kind].code for kind, _, _ in log_of(now).entries[start : last.log_end]}
        if kinds & {"dealt", "packs_passed", "card_revealed", "quest_revealed"}:
            assert not any(now.why_not_undo(seat) is None for seat in range(seats))
        for seat in range(seats):
            if now.why_not_undo(seat) is None and last.seat != seat:
                assert all(played.code for played in now.history[now._open_round :])
                assert {decision.secret for decision in now.pending} == {True}


def test_a_sealed_choice_may_be_taken_back_until_the_last_is_sealed_and_the_others_stay() -> None:
    match = drakkar.new("treasure", seats=3, seed=1)
    match.play(0, "take Thief")
    match.play(1, "take Horn (age 1)")
    assert match.why_not_undo(0) is None
    assert match.why_not_undo(0) is None
    assert str(match.why_not_undo(2)).startswith("you have not chosen")
    match.undo(0)
    assert [(played.seat, played.text) for played in match.history] == [(1, "take Horn (age 1)")]
    assert [decision.seat for decision in match.pending] == [0, 2]
    match.play(0, "take Horn (age 2)")
    match.play(2, "take Thief")
    assert not any(match.why_not_undo(seat) is None for seat in range(3))


def test_in_a_draft_of_two_both_picks_may_be_taken_back_while_the_other_still_picks() -> None:
    match = drakkar.new("blood_rage", seats=2, seed=1)
    for seat in (0, 0, 1):
        match.play(seat, match.view(seat).choices[0])
    match.undo(0)
    match.undo(0)
    assert [played.seat for played in match.history] == [1]
    match.undo(1)
    assert match.record() == drakkar.new("blood_rage", seats=2, seed=1).record()


def test_an_action_may_be_taken_back_until_the_next_seat_has_chosen() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: 2 warrior in Gimle")
    s.play("wolf: march Gimle Horgr", "wolf: warrior")
    assert s.asked() == {"raven": "turn"}
    s.match.undo(0)
    assert s.asked() == {"wolf": "marching"}
    s.match.undo(0)
    assert (s.rage("wolf"), s.at("wolf", "Gimle"), s.asked()) == (6, {"warrior": 2}, {"wolf": "turn"})
    s.play("wolf: invade leader Horgr", "raven: pass")
    with pytest.raises(drakkar.CannotUndo, match="raven has chosen since"):
        s.match.undo(0)


def test_what_cannot_be_taken_back_says_why() -> None:
    match = drakkar.new("treasure", seats=2, seed=1)
    with pytest.raises(drakkar.CannotUndo, match="you have not chosen anything yet"):
        match.undo(0)
    match.play(0, "take Thief")
    match.play(1, "take Thief")
    with pytest.raises(drakkar.CannotUndo, match="chance was involved"):
        match.undo(1)
    with pytest.raises(drakkar.BadArgument, match="there is no seat 7"):
        match.undo(7)


def test_the_record_holds_the_choices_that_stand() -> None:
    match = drakkar.new("blood_rage", seats=3, seed=2)
    first = match.view(0).choices[0]
    match.play(0, first)
    record = match.record()
    match.undo(0)
    match.play(0, first)
    assert match.record() == record


def check_replayed(match: drakkar.Match) -> None:
    """The match equals a fresh replay of the remaining choices."""
    again = drakkar.load(match.record())
    assert moment(again) == moment(match)
    assert [again.why_not_undo(seat) is None for seat in range(again.seats)] == [
        match.why_not_undo(seat) is None for seat in range(match.seats)
    ]
    assert [(owed.seat, owed.choices) for owed in again.pending] == [
        (owed.seat, owed.choices) for owed in match.pending
    ]


def play_and_take_back(match: drakkar.Match, seed: int, steps: int) -> int:
    """Choose and undo at random, sometimes several times in a row; return the number of undos."""
    dice, undone = Random(seed), 0
    for number in range(steps):
        if match.over:
            break
        able = [seat for seat in range(match.seats) if match.why_not_undo(seat) is None]
        if able and dice.random() < 0.4:
            match.undo(dice.choice(able))
            undone += 1
        else:
            decision = dice.choice(match.pending)
            match.play(decision.seat, dice.choice(decision.choices))
        if number % 7 == 0:
            check_replayed(match)
    check_replayed(match)
    return undone


@pytest.mark.parametrize(
    ("title", "seats"), [("treasure", 2), ("treasure", 3), *(("blood_rage", n) for n in (2, 3, 4, 5))]
)
def test_whatever_was_played_and_taken_back_only_what_stands_counts(title: str, seats: int) -> None:
    """Treasure is a short game, so there are more matches of it."""
    matches = 15 if title == "treasure" else 3
    assert sum(play_and_take_back(drakkar.new(title, seats=seats, seed=n), n, 150) for n in range(matches)) > 20


@pytest.mark.thorough
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_and_so_it_is_in_long_matches(seats: int) -> None:
    for seed in (10, 11):
        assert play_and_take_back(drakkar.new("blood_rage", seats=seats, seed=seed), seed, 800) > 50


@pytest.mark.parametrize("choices", [0, 25, 60, 85])
def test_whatever_was_played_and_taken_back_after_a_position_only_what_stands_counts(choices: int) -> None:
    """From the draft, from turns and from the middle of actions; undo goes back to the position and no further."""
    before = drakkar.new("blood_rage", seats=3, seed=8)
    for number, _ in enumerate(play_randomly(before, chance_from(8))):
        if number == choices:
            break
    match = drakkar.set_up(before.position())
    beginning = moment(match)
    assert play_and_take_back(match, choices, 120) > 3
    assert moment(at_choice(match, 0)) == beginning
    early = at_choice(match, 1)
    if early.why_not_undo(early.history[0].seat) is None:
        early.undo(early.history[0].seat)
        assert moment(early) == beginning
    assert not any(at_choice(match, 0).why_not_undo(seat) is None for seat in range(3))


def test_a_sealed_choice_to_keep_a_card_may_be_taken_back_until_the_last_is_sealed() -> None:
    s = scene(
        "wolf raven serpent",
        phase="discard",
        hands={"wolf": "Troll, Alfheim!", "raven": "Tyr's Bash", "serpent": "Manheim!"},
    )
    s.play("wolf: keep Troll", "raven: keep none")
    assert s.asked() == {"serpent": "keep"}
    s.match.undo(s.seat("wolf"))
    assert s.asked() == {"wolf": "keep", "serpent": "keep"}
    assert [(played.seat, played.text) for played in s.match.history] == [(1, "keep none")]
    s.play("wolf: keep Alfheim!")
    s.match.undo(s.seat("raven"))
    s.play("raven: keep Tyr's Bash")
    assert [s.match.why_not_undo(seat) is None for seat in range(3)] == [True, True, False]
    s.play("serpent: keep none")
    assert s.asked() == {"wolf": "draft", "raven": "draft", "serpent": "draft"}
    assert not any(s.match.why_not_undo(seat) is None for seat in range(3))
    assert [s.state.aside.sizes[seat] for seat in range(3)] == [1, 1, 0]


def test_sealed_cards_of_a_battle_may_be_taken_back_until_they_are_revealed() -> None:
    s = scene(
        "wolf raven",
        figures="wolf: leader in Gimle; raven: warrior in Gimle",
        hands={"wolf": "Tyr's Smash, Tyr's Smite", "raven": "Tyr's Bash"},
    )
    s.play("wolf: pillage Gimle", "wolf: card Tyr's Smash")
    s.match.undo(0)
    assert s.hand("wolf") == ["Tyr's Smash", "Tyr's Smite"]
    s.play("raven: card Tyr's Bash", "wolf: card Tyr's Smite")
    for seat in (0, 1):
        with pytest.raises(drakkar.CannotUndo):
            s.match.undo(seat)
    assert s.told("card_revealed")


@pytest.mark.parametrize(
    ("choices", "back"),
    [
        (["wolf: invade warrior Horgr"], 1),
        (["wolf: march Gimle Horgr", "wolf: leader", "wolf: warrior", "wolf: done"], 4),
        (["wolf: upgrade Troll", "wolf: invade Troll Horgr"], 2),
        (["wolf: quest Alfheim!"], 1),
        (["wolf: pillage Gimle"], 1),
        (["wolf: pass"], 1),
    ],
)
def test_every_action_may_be_taken_back_until_the_next_seat_has_chosen(choices: list[str], back: int) -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        figures="wolf: leader in Gimle, 2 warriors in Gimle; raven: warrior in Yggdrasil",
        hands={"wolf": "Troll, Alfheim!", "raven": "Tyr's Bash"},
    )
    beginning = moment(s.match)
    s.play(*choices)
    assert set(s.asked()) == {"raven"}
    after = moment(s.match)
    for _ in range(back):
        assert s.match.why_not_undo(0) is None
        s.match.undo(0)
    assert moment(s.match) == beginning
    s.play(*choices)
    assert moment(s.match) == after
    decision = s.match.pending[0]
    s.match.play(decision.seat, decision.choices[-1])
    with pytest.raises(drakkar.CannotUndo, match=r"raven has chosen since|has become known"):
        s.match.undo(0)


@pytest.mark.parametrize("from_position", [False, True])
def test_a_seat_that_has_nothing_to_take_back_is_told_so_and_nothing_changes(from_position: bool) -> None:
    match = drakkar.new("blood_rage", seats=3, seed=4)
    for number, _ in enumerate(play_randomly(match, chance_from(4))):
        if number == 60:
            break
    if from_position:
        match = drakkar.set_up(match.position())
    refused = 0
    for now in play_randomly(match, chance_from(5)):
        for seat in range(3):
            if now.why_not_undo(seat) is not None:
                before, record = moment(now), now.record()
                with pytest.raises(drakkar.CannotUndo) as caught:
                    now.undo(seat)
                assert caught.value.seat == seat
                assert str(caught.value)
                assert (moment(now), now.record()) == (before, record)
                refused += 1
        if refused > 60:
            return
    assert refused


def test_a_copy_takes_back_without_its_original() -> None:
    s = scene("wolf raven", figures="wolf: leader in Gimle")
    s.play("wolf: invade warrior Gimle")
    before, copy = moment(s.match), s.match.copy()
    copy.undo(0)
    assert moment(s.match) == before
    assert len(copy.history) == 0
    s.match.undo(0)
    assert moment(s.match) == moment(copy)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_last_seal_of_a_draft_cannot_be_taken_back_either(seats: int) -> None:
    match = drakkar.new("blood_rage", seats=seats, seed=3)
    while match.pending[0].prompt.code == "draft":
        decision = match.pending[-1]
        match.play(decision.seat, decision.choices[0])
    assert not any(match.why_not_undo(seat) is None for seat in range(seats))


def test_what_chance_was_fed_cannot_be_taken_back() -> None:
    match = drakkar.new("treasure", seats=2, seed=1)
    match.play(0, "take Thief")
    state_of(match).flow.chance.feed([3])
    match.play(1, "take Horn (age 1)")
    assert match.why_not_undo(1) is not None
