"""The core, tested with a game that it does not know: steps, questions, windows, events, copies."""

import pytest

import drakkar
from drakkar.core import hosting
from drakkar.core.chance import chance_from
from drakkar.core.game import find
from drakkar.core.kit import check_game, fingerprint, perft
from treasure.charms.horn import HORN
from treasure.state import State


def treasure(seats: int = 2, seed: int = 1, rolls: list[int] | None = None, rich: bool = True) -> drakkar.Match:
    match = drakkar.new("treasure", seats=seats, seed=seed, rulings={"rich": rich})
    if rolls:
        state_of(match).flow.chance.feed([roll - 1 for roll in rolls])
    return match


def state_of(match: drakkar.Match) -> State:
    state: State = hosting.state_of(match)
    return state


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("seed", range(20))
def test_a_game_the_core_does_not_know_runs_on_it(seats: int, seed: int) -> None:
    check_game(drakkar.new("treasure", seats=seats, seed=seed), chance_from(seed))


def test_secret_choices_are_taken_in_any_order_and_lead_to_the_same_state() -> None:
    one, other = treasure(rolls=[4]), treasure(rolls=[4])
    one.play(0, "take Thief")
    one.play(1, "take Horn (age 1)")
    other.play(1, "take Horn (age 1)")
    other.play(0, "take Thief")
    assert fingerprint(state_of(one)) == fingerprint(state_of(other))
    assert [decision.seat for decision in one.pending] == [0, 1]


def test_a_secret_choice_is_known_to_its_owner_alone() -> None:
    match = treasure()
    match.play(0, "take Thief")
    assert [str(event) for event in match.events(0)] == ["Red takes the Thief."]
    for stranger in (1, None):
        (event,) = match.events(stranger)
        assert str(event) == "Red takes a charm."
        assert event.to_json()["data"] == {"side": "red", "charm": {"hidden": 1}}


def test_a_seat_that_has_chosen_is_told_who_is_waited_for() -> None:
    match = treasure()
    match.play(0, "take Thief")
    reason = match.why_not(0, "take Thief")
    assert reason is not None
    assert (reason.code, reason.rule, reason.params) == ("not_your_turn", "T-1", {"asked": ["blue"]})
    with pytest.raises(drakkar.NotYourDecision):
        match.play(0, "take Thief")


def test_a_question_with_one_answer_is_not_put_unless_it_hides_something() -> None:
    """Without gold the Thief can only bid 0, which is public; the question for a charm is always asked."""
    match = treasure(rich=False, rolls=[3, 3])
    match.play(0, "take Thief")
    match.play(1, "take Horn (age 1)")
    assert [decision.seat for decision in match.pending] == [1]
    assert {str(choice) for choice in match.pending[0].choices} == {"bid 0", "shout"}


def test_a_card_adds_a_line_to_the_menu_and_a_reason_where_it_is_missing() -> None:
    match = treasure(rolls=[4])
    match.play(0, "take Thief")
    match.play(1, "take Horn (age 2)")
    reason = match.why_not(0, "shout")
    assert reason is not None
    assert str(reason) == "only a Horn can shout · T-5"
    assert match.why_not(1, "shout") is None


def test_a_number_is_modified_by_the_card_in_force() -> None:
    match = treasure(rolls=[4, 4])
    match.play(0, "take Horn (age 1)")
    match.play(1, "take Horn (age 2)")
    match.play(0, "shout")
    match.play(1, "bid 0")
    assert list(state_of(match).gold) == [2 + 4 + 1, 2]


def test_hooks_are_queued_clockwise_from_the_winner_and_each_may_ask() -> None:
    match = treasure(seats=3, rolls=[5, 5])
    for seat, charm in enumerate(("Thief", "Horn (age 1)", "Thief")):
        match.play(seat, f"take {charm}")
    match.play(0, "bid 1")
    match.play(1, "bid 2")
    match.play(2, "bid 1")
    assert list(state_of(match).gold) == [2, 2 - 2 + 5 + 1, 2]
    assert [decision.seat for decision in match.pending] == [2]
    assert str(match.pending[0].prompt) == "steal 1 gold from blue? · T-4"
    match.play(2, "yes")
    assert [decision.seat for decision in match.pending] == [0]
    match.play(0, "no")
    assert list(state_of(match).gold) == [2, 5, 3]
    assert len(match.pending) == 3


def test_a_hook_acts_only_if_its_card_is_still_in_force() -> None:
    match = treasure(seats=3, rolls=[5, 5])
    for seat, charm in enumerate(("Thief", "Horn (age 1)", "Thief")):
        match.play(seat, f"take {charm}")
    for seat, bid in enumerate((1, 2, 1)):
        match.play(seat, f"bid {bid}")
    state_of(match).charms[0] = HORN
    match.play(2, "no")
    assert [decision.prompt.code for decision in match.pending] == ["offer"] * 3


def test_victory_can_come_at_any_moment_and_leaves_nothing_to_do() -> None:
    match = treasure(rolls=[6, 6])
    match.play(0, "take Horn (age 2)")
    match.play(1, "take Thief")
    match.play(0, "bid 1")
    match.play(1, "bid 0")
    match.play(1, "yes")
    match.play(0, "shout")
    match.play(1, "bid 0")
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    assert match.pending == ()
    assert match.why_not(0, "bid 0") == drakkar.Reason("match_over", "", {}, "the match is over")
    with pytest.raises(drakkar.MatchOver):
        match.play(0, "bid 0")


def test_reasons_carry_code_rule_and_numbers() -> None:
    match = treasure(rich=True, rolls=[4])
    match.play(0, "take Thief")
    match.play(1, "take Thief")
    state_of(match).gold[0] = 1
    reason = match.why_not(0, "bid 2")
    assert reason is not None
    assert (reason.code, reason.rule, reason.params) == ("too_poor", "T-2", {"bid": 2, "gold": 1})
    assert str(reason) == "bids 2, has 1 · T-2"


def test_a_verb_that_the_question_does_not_have_is_not_asked_now() -> None:
    match = treasure()
    reason = match.why_not(0, "bid 2")
    assert reason is not None
    assert (reason.code, reason.rule) == ("not_asked", "T-1")
    assert str(reason) == "you cannot do that now; the decision is: take a charm · T-1"


def test_perft_counts_sequences_of_choices() -> None:
    game = find("treasure")
    match = treasure(rolls=[4])
    assert perft(game, state_of(match), 1) == 3
    assert perft(game, state_of(match), 2) == 9


@pytest.mark.parametrize(
    ("seats", "rulings", "sides", "words"),
    [
        (4, {}, None, "2 to 3 seats, not 4"),
        (2, {"poor": True}, None, "has no ruling 'poor'; it has: rich"),
        (2, {"rich": 1}, None, "ruling rich: 1 is not one of false, true"),
        (2, {}, ["red", "red"], "2 different sides"),
        (2, {}, ["red"], "2 different sides"),
        (2, {}, ["red", "pink"], "no side 'pink'; it has: red, blue, green"),
    ],
)
def test_bad_argument_are_refused_with_what_there_is(
    seats: int, rulings: dict[str, object], sides: list[str] | None, words: str
) -> None:
    with pytest.raises(drakkar.BadArgument, match=words):
        drakkar.new("treasure", seats=seats, rulings=rulings, sides=sides)


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(drakkar.UnknownGame, match="there are: blood_rage, lords_of_ragnarok, treasure"):
        drakkar.new("chess", seats=2)


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(drakkar.BadArgument, match="the seats are 0 to 1"):
        treasure().play(2, "take Thief")
