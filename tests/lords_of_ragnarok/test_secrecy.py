"""Secrets stay secret: hidden cards may be others, and a seat that cannot see them notices nothing."""

import json
from random import Random

import pytest

import drakkar
from drakkar.core.chance import Chance, chance_from, no_chance
from drakkar.core.hosting import game_of, log_of, state_of
from drakkar.core.kit import fingerprint, play_randomly
from drakkar.games.lords_of_ragnarok.state import UNKNOWN, State
from tests.lords_of_ragnarok.playing import PLAYERS, told
from tests.lords_of_ragnarok.scene import scene
from tests.lords_of_ragnarok.worlds import GAME, in_another_world, random_moments

LARGE_TABLE = pytest.param(4, marks=pytest.mark.slow)


def all_that_is_told(match: drakkar.Match, seat: int | None, dice: Chance) -> str:
    """Everything that the match shows a seat: view, position, events, and replies to some calls."""
    said: list[object] = [match.view(seat).to_json(), [event.to_json() for event in match.events(seat)]]
    said.append(match.position(seat))
    if seat is not None:
        notation = game_of(match).book.notation
        for _ in range(8):
            choice = notation.spell(dice.below(notation.size), in_full=True)
            said.append([choice, str(match.why_not(seat, choice))])
    return json.dumps(said)


@pytest.mark.rule("LR-24.4", "LR-24.5")
@pytest.mark.parametrize("seats", [2, 3, LARGE_TABLE])
def test_a_seat_is_told_the_same_whatever_the_others_hold(seats: int) -> None:
    different = 0
    for moment, seat, rng in random_moments(seats, 40 + seats, 0.1):
        other, question = in_another_world(moment, seat, rng), rng.randrange(10**6)
        here, there = (all_that_is_told(match, seat, chance_from(question)) for match in (moment, other))
        assert here == there
        different += fingerprint(state_of(other)) != fingerprint(state_of(moment))
    assert different > 30


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, LARGE_TABLE])
def test_what_chance_brings_another_seat_in_secret_looks_the_same(seats: int) -> None:
    """Twin matches that part by what chance says: whoever is told the same sees the same. No veil is asked here."""
    compared = 0
    for moment, _, rng in random_moments(seats, 60 + seats, 0.5):
        decision = moment.pending[0]
        one, other = moment.copy(), moment.copy()
        state_of(other).flow.chance = chance_from(rng.getrandbits(32))
        for copy in (one, other):
            copy.play(decision.seat, decision.choices[0])
        if (
            fingerprint(state_of(one).hand) == fingerprint(state_of(other).hand)
            and state_of(one).offered == state_of(other).offered
        ):
            continue
        for watcher in (*range(seats), None):
            since = len(log_of(moment).entries)
            news = [[event.to_json() for event in copy.events(watcher, since)] for copy in (one, other)]
            if news[0] == news[1]:
                assert one.view(watcher).to_json() == other.view(watcher).to_json()
                if rng.random() < 0.2:
                    assert one.position(watcher) == other.position(watcher)
                compared += 1
    assert compared > 10


@pytest.mark.rule("LR-24.4", "LR-24.7")
@pytest.mark.parametrize("seats", PLAYERS)
def test_a_view_holds_no_card_of_another_and_nothing_that_chance_will_bring(seats: int) -> None:
    for moment, seat, _ in random_moments(seats, 50 + seats, 0.2):
        known: State = moment.view(seat).known
        assert known.flow.chance.key == no_chance().key
        assert known.flow.log is None
        assert set(known.decks.combat.cards[: known.decks.combat.left]) <= {UNKNOWN}
        assert set(known.decks.attack.cards[: known.decks.attack.left]) <= {UNKNOWN}
        for owner in range(seats):
            if owner != seat:
                assert set(known.hand.of(owner)) <= {UNKNOWN}
        if known.hunt.side != seat:
            assert set(known.attack_hand.of(0)) <= {UNKNOWN}


@pytest.mark.rule("LR-24.4")
def test_only_who_chooses_sees_the_heroes_to_choose_from() -> None:
    match = drakkar.new("lords_of_ragnarok", seats=3, seed=4)
    chooser = match.pending[0].seat
    for seat in range(3):
        offered = match.view(seat).table["offered"]
        assert (isinstance(offered, list) and len(offered) == 5) == (seat == chooser)
        assert ("Heroes and Stories" in told(match, "heroes_offered", seat)[0].text) == (seat != chooser)
    assert len(match.view((chooser + 1) % 3).table["offered"]) == 5


@pytest.mark.rule("LR-24.8")
@pytest.mark.parametrize("hand", ["Levy", ""])
def test_in_a_battle_both_are_asked_whatever_they_hold(hand: str) -> None:
    s = scene(
        "green red",
        armies="green: 4 in 5; red: 2 in 6",
        control="red: 6",
        stage="manoeuvres",
        hands=f"red: {hand}" if hand else "",
    )
    s.play("green: activate army 4 5", "green: move 6")
    assert s.asked() == {"red": "battle"}


@pytest.mark.rule("LR-25.2")
@pytest.mark.parametrize("seats", PLAYERS)
def test_no_two_players_ever_choose_at_the_same_time(seats: int) -> None:
    match = drakkar.new("lords_of_ragnarok", seats=seats, seed=3)
    for moment in play_randomly(match, chance_from(3)):
        assert len(moment.pending) == 1


@pytest.mark.parametrize("seats", PLAYERS)
def test_a_redealt_world_is_sound_and_looks_the_same(seats: int) -> None:
    for moment, seat, rng in random_moments(seats, 70 + seats, 0.3):
        view = moment.view(seat)
        world = drakkar.redeal(view, rng)
        GAME.check(world)
        assert fingerprint(GAME.veil(world, seat)) == fingerprint(view.known)


def test_every_card_that_a_hand_can_hold_is_dealt_to_it_sooner_or_later() -> None:
    """What green does not hold, red may; here green holds both Shield Walls."""
    s = scene("green red", hands="green: Shield Wall, Shield Wall; red: Levy")
    rng, held = Random(1), set[int]()
    for _ in range(400):
        held.update(drakkar.redeal(s.match.view(0), rng).hand.of(1))
    left = s.state.decks.combat
    assert held == {*left.cards[: left.left], *s.state.hand.of(1)}
    assert not held & set(s.state.hand.of(0))
