"""Secrets stay secret: hidden cards may be exchanged, and a seat that cannot see them notices nothing."""

import json
from random import Random

import pytest

import drakkar
from drakkar.core.chance import Chance, chance_from, no_chance
from drakkar.core.hosting import game_of, log_of, state_of
from drakkar.core.kit import fingerprint, play_randomly
from drakkar.games.blood_rage.state import NO_CARD, QUESTS, UNKNOWN, State
from tests.blood_rage.worlds import in_another_world, random_moments

LARGE_TABLES = [pytest.param(seats, marks=pytest.mark.thorough) for seats in (4, 5)]


def all_that_is_told(match: drakkar.Match, seat: int | None, dice: Chance) -> str:
    """Every word that leaves the match for a seat: view, events, and the answers to some questions."""
    told: list[object] = [match.view(seat).to_json(), [event.to_json() for event in match.events(seat)]]
    if seat is not None:
        notation = game_of(match).book.notation
        for _ in range(8):
            choice = notation.spell(dice.below(notation.size), in_full=True)
            told.append([choice, str(match.why_not(seat, choice))])
    return json.dumps(told)


def check_secrecy(seats: int, seed: int, share: float) -> tuple[int, int]:
    """At some moments of a match a seat is told the same in another world; how many, and how many cards differ."""
    checked = different = 0
    for moment, seat, rng in random_moments(seats, seed, share):
        other, question = in_another_world(moment, seat, rng), rng.randrange(10**6)
        assert all_that_is_told(other, seat, chance_from(question)) == all_that_is_told(
            moment, seat, chance_from(question)
        )
        checked += 1
        different += fingerprint(state_of(other)) != fingerprint(state_of(moment))
    return checked, different


@pytest.mark.slow
@pytest.mark.rule("BR-3.20", "BR-3.22", "BR-10.4")
@pytest.mark.parametrize("seats", [2, 3, *LARGE_TABLES])
def test_a_seat_is_told_the_same_whatever_the_others_hold(seats: int) -> None:
    checked, different = check_secrecy(seats, 40 + seats, 0.5)
    assert checked > 30
    assert different > 30


@pytest.mark.slow
@pytest.mark.parametrize("block", range(4))
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_and_so_it_is_at_two_thousand_random_moments(seats: int, block: int) -> None:
    """Sixteen blocks of 125."""
    checked, seed = 0, 1000 * block
    while checked < 125:
        checked += check_secrecy(seats, seed, 0.2)[0]
        seed += 1
    assert checked >= 125


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_view_never_holds_a_future_card(seats: int) -> None:
    """Nothing that a view is made of tells what lies in a deck, or where chance goes on."""
    for moment, seat, _ in random_moments(seats, 50 + seats, 0.2):
        known: State = moment.view(seat).known
        assert known.flow.chance.key == no_chance().key
        assert known.flow.log is None
        cards = [*known.draft.cards, *(card for draft in known.drafts for card in draft.cards)]
        if seat is None:
            assert not [card for card in cards if card >= 0]
        for zone in (known.hand, known.aside, known.quests, known.played):
            for owner in range(seats):
                if owner != seat and zone.sizes[owner] and not (zone is known.played and known.battle.revealed):
                    assert known.phase == QUESTS or set(zone.of(owner)) == {UNKNOWN}
                    beyond = zone.cards[owner * zone.room + zone.sizes[owner] : (owner + 1) * zone.room]
                    assert known.phase == QUESTS or set(beyond) <= {NO_CARD}


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_preview_and_the_bots_choice_are_the_same_too(seats: int) -> None:
    compared = 0
    for moment, seat, rng in random_moments(seats, 80 + seats, 0.4):
        if seat is None or not moment.view(seat).choices:
            continue
        here, there = moment.view(seat), in_another_world(moment, seat, rng).view(seat)
        for choice in here.choices:
            assert here.preview(choice).to_json() == there.preview(choice).to_json()
            compared += 1
    assert compared > 50


@pytest.mark.rule("BR-12.15")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_who_is_asked_does_not_betray_what_he_holds(seats: int) -> None:
    """After the same public choices the same seats are asked the same questions, whatever is hidden from all."""
    rng = Random(seats)
    match = drakkar.new("blood_rage", seats=seats, seed=60 + seats)
    compared = 0
    for moment in play_randomly(match, chance_from(4)):
        decision = moment.pending[0]
        common = [choice for choice in decision.choices if str(choice) in ("pass", "decline", "done")]
        if not common or decision.secret:
            continue
        other = in_another_world(moment, None, rng)
        one = moment.copy()
        for copy in (one, other):
            copy.play(decision.seat, common[0])
        asked = [[(owed.seat, owed.prompt.code) for owed in copy.pending] for copy in (one, other)]
        if not {event.kind for event in one.events(None, len(log_of(moment).entries))} & {
            "card_revealed",
            "phase_begins",
        }:
            assert asked[0] == asked[1]
            compared += 1
    assert compared > 10


def seen_by(match: drakkar.Match, seat: int | None) -> tuple[object, ...]:
    """All that a seat has of a match, its inner parts too."""
    view = match.view(seat)
    events = [event.to_json() for event in match.events(seat)]
    return fingerprint(view.known), view.to_json(), view.position(), view.version, events


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, *LARGE_TABLES])
def test_whatever_somebody_does_in_secret_looks_the_same_to_the_others(seats: int) -> None:
    """Twin matches, in which one seat has sealed another card or committed another quest: no veil is asked here."""
    rng, compared = Random(seats), set[str]()
    for seed in range(2):
        match = drakkar.new("blood_rage", seats=seats, seed=seed)
        for moment in play_randomly(match, chance_from(seed)):
            decision = rng.choice(moment.pending)
            quests = [choice for choice in decision.choices if str(choice).startswith("quest ")]
            secrets = list(decision.choices) if decision.secret else quests
            last = len(moment.pending) == 1 and decision.secret
            if len(secrets) < 2 or last or (decision.prompt.code == "draft" and rng.random() < 0.7):
                continue
            one, other = moment.copy(), moment.copy()
            for copy, choice in zip((one, other), rng.sample(secrets, 2), strict=True):
                copy.play(decision.seat, choice)
            for watcher in (*range(seats), None):
                if watcher != decision.seat:
                    assert seen_by(one, watcher) == seen_by(other, watcher)
            compared.add(decision.prompt.code)
    assert compared >= {"draft", "keep", "turn"}
