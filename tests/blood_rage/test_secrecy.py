"""Secrets stay secret: hidden cards may be exchanged, and a seat that cannot see them notices nothing."""

import json

import pytest

import drakkar
from drakkar.core.chance import Chance, chance_from
from drakkar.core.kit import play_randomly
from drakkar.games.blood_rage.cards import kinds
from drakkar.games.blood_rage.cards.kinds import CARDS
from drakkar.games.blood_rage.state import QUESTS, State, Zone


def hidden_places(s: State, seat: int | None) -> list[tuple[Zone, int]]:
    """Where cards lie whose faces the seat (None: a spectator) cannot see, one entry for each."""
    zones = [s.hand, s.pack, s.aside]
    if not s.battle.revealed:
        zones.append(s.played)
    return [
        (zone, owner * zone.room + at)
        for zone in zones
        for owner in range(s.seats)
        if owner != seat
        for at in range(zone.sizes[owner])
    ]


def exchange_hidden(match: drakkar.Match, seat: int | None, dice: Chance) -> int:
    """Shuffle all cards that the seat cannot see; how many now lie elsewhere. What is sealed to be kept stays."""
    s: State = match.state
    kept = [card for card in s.keeping if card >= 0]
    places = [(zone, at) for zone, at in hidden_places(s, seat) if zone.cards[at] not in kept]
    unseen = [card for card in range(len(CARDS)) for _ in range(s.unseen[card])]
    before = [zone.cards[at] for zone, at in places]
    cards = before + unseen
    dice.shuffle(cards)
    for (zone, at), card in zip(places, cards, strict=False):
        zone.cards[at] = card
    s.unseen = [0] * len(CARDS)
    for card in cards[len(places) :]:
        s.unseen[card] += 1
    return sum(old != new for old, new in zip(before, cards, strict=False)) + exchange_quests(s, seat, dice)


def exchange_quests(s: State, seat: int | None, dice: Chance) -> int:
    """A committed card is a quest, whichever: put others in the place of those that the seat cannot see."""
    quests = [card.number for card in CARDS if card.kind == kinds.QUEST and card.age == s.age]
    owners = [owner for owner in range(s.seats) if owner != seat and s.phase != QUESTS]
    places = [owner * s.quests.room + at for owner in owners for at in range(s.quests.sizes[owner])]
    for at in places:
        s.quests.cards[at] = quests[dice.below(len(quests))]
    return len(places)


def all_that_is_told(match: drakkar.Match, seat: int | None, dice: Chance) -> str:
    """Every word that leaves the match for a seat: view, events, and the answers to some questions."""
    told: list[object] = [match.view(seat).to_json(), [event.to_json() for event in match.events(seat)]]
    if seat is not None:
        notation = match.game.book.notation
        for _ in range(8):
            choice = notation.spell(dice.below(notation.size), in_full=True)
            told.append([choice, str(match.why_not(seat, choice))])
    return json.dumps(told)


@pytest.mark.rule("BR-3.20", "BR-3.22", "BR-10.4")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_seat_is_told_the_same_whatever_the_others_hold(seats: int) -> None:
    dice = chance_from(seats)
    match, exchanged = drakkar.new("blood_rage", seats=seats, seed=40 + seats), 0
    for moment in play_randomly(match, chance_from(3)):
        for seat in (*range(seats), None):
            if dice.below(2 * seats):
                continue
            other = moment.copy()
            exchanged += exchange_hidden(other, seat, dice)
            question = dice.below(10**6)
            assert all_that_is_told(other, seat, chance_from(question)) == all_that_is_told(
                moment, seat, chance_from(question)
            )
    assert exchanged > 300


@pytest.mark.rule("BR-12.15")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_who_is_asked_does_not_betray_what_he_holds(seats: int) -> None:
    """After the same public choices the same seats are asked the same questions, whatever is hidden from all."""
    dice = chance_from(seats)
    match = drakkar.new("blood_rage", seats=seats, seed=60 + seats)
    compared = 0
    for moment in play_randomly(match, chance_from(4)):
        decision = moment.pending[0]
        common = [option for option in decision.options if str(option) in ("pass", "decline", "done")]
        if not common or decision.secret:
            continue
        other = moment.copy()
        exchange_hidden(other, None, dice)
        one = moment.copy()
        for copy in (one, other):
            copy.play(decision.seat, common[0])
        asked = [[(owed.seat, owed.prompt.code) for owed in copy.pending] for copy in (one, other)]
        if not {event.kind for event in one.events(None, len(moment.log.entries))} & {"card_revealed", "phase_begins"}:
            assert asked[0] == asked[1]
            compared += 1
    assert compared > 10
