"""Play continues from the position of any seat or spectator as in the match, in every phase of both games.

DRAKKAR_FULL=1 checks 20,000 moments instead of a sample; DRAKKAR_SEED selects others.
"""

import os
from collections.abc import Iterator
from random import Random

import pytest

import drakkar
from drakkar.core.chance import chance_from
from drakkar.core.game import find
from tests.blood_rage.battles import card_heavy_battle
from tests.faithful import check_faithful

FULL = os.environ.get("DRAKKAR_FULL", "") not in ("", "0")
SEED = int(os.environ.get("DRAKKAR_SEED", "23"))
# Moments of each kind, each seen by one seat or by a spectator.
MOMENTS = 2_500 if FULL else 12
BATTLE_MOMENTS = 5_000 if FULL else 40
# How many choices are played from each moment; from one moment in twenty, the match is played to its end.
NEXT = 8
ALL = 10_000


def moments(title: str, seats: int, rng: Random) -> Iterator[drakkar.Match]:
    """Random moments of random matches with random rulings."""
    while True:
        seed = rng.randrange(10**6)
        rulings = find(title).random_rulings(chance_from(seed), list(range(seats)))
        match = drakkar.new(title, seats=seats, seed=seed, rulings=rulings)
        while not match.over:
            if rng.random() < 0.1:
                yield match
            decision = rng.choice(match.pending)
            match.play(decision.seat, rng.choice(decision.choices))


@pytest.mark.thorough
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("title", ["blood_rage", "lords_of_ragnarok"])
def test_any_moment_goes_on_alike_from_what_a_seat_knows(title: str, seats: int) -> None:
    rng = Random(SEED * 10 + seats)
    for _, match in zip(range(MOMENTS), moments(title, seats, rng), strict=False):
        viewer = rng.choice([None, *range(seats)])
        check_faithful(match, viewer, rng, ALL if rng.random() < 0.05 else NEXT)


@pytest.mark.thorough
def test_a_battle_with_many_cards_goes_on_alike_from_what_a_seat_knows() -> None:
    rng, checked = Random(SEED), 0
    while checked < BATTLE_MOMENTS:
        match = card_heavy_battle(rng)
        while not match.over and match.view(None).table["battle"] is not None:
            if rng.random() < 0.4:
                check_faithful(match, rng.choice([None, *range(match.seats)]), rng, NEXT)
                checked += 1
            decision = rng.choice(match.pending)
            match.play(decision.seat, rng.choice(decision.choices))


@pytest.mark.parametrize("title", ["blood_rage", "lords_of_ragnarok"])
def test_a_match_from_what_a_seat_knows_has_a_record_that_loads(title: str) -> None:
    rng = Random(SEED)
    for _, match in zip(range(6), moments(title, 3, rng), strict=False):
        again = drakkar.set_up(match.position(rng.choice([None, 0, 1, 2])))
        for _ in range(4):
            if not again.over:
                decision = rng.choice(again.pending)
                again.play(decision.seat, rng.choice(decision.choices))
        assert drakkar.load(again.record()).position() == again.position()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('seen_by = "nobody"', "'nobody' is not one of: wolf, raven, serpent, spectator"),
        ("seen_by = 3", "3 is not one of: wolf, raven, serpent, spectator"),
        ('seen_by = "raven"\nage = 1', "written again, this section says something else"),
        ('seen_by = "raven"\nhand = [[9], [9], [9]]', "impossible"),
    ],
)
def test_an_edited_section_of_a_seat_is_refused(line: str, reason: str) -> None:
    match = drakkar.set_up(
        "game = 'blood_rage'\nsides = ['wolf', 'raven', 'serpent']\nturn = 'wolf'\n"
        "figures = { Gimle = { wolf = 'leader, 2 warriors' } }\n"
    )
    match.play(0, next(choice for choice in match.choices(0) if str(choice).startswith("march")))
    text = match.position(1)
    assert 'seen_by = "raven"' in text
    with pytest.raises(drakkar.BadPosition, match=reason):
        drakkar.set_up(text.replace('seen_by = "raven"', line))
