"""Two different views of a game never have the same observation and mask.

The order of cards in a list is no difference: it only tells in which order they came. Nor is how many cards are left
in a pack of Blood Rage: the encoding tells it, except of a rival who may have kept a card and picks two.

The positions are those of random matches with random rulings and, as neighbours, what other choices would have made of
them. DRAKKAR_FULL=1 looks at 50,000 of each game instead of a sample; DRAKKAR_SEED selects others.
"""

import json
import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import drakkar
from drakkar.core.chance import chance_from
from drakkar.core.game import find
from drakkar.core.kit import play_randomly
from drakkar.games import TITLES
from drakkar.research.encode import encode

FULL = os.environ.get("DRAKKAR_FULL", "") not in ("", "0")
SEED = int(os.environ.get("DRAKKAR_SEED", "1"))
POSITIONS = 50_000 if FULL else 500
NEIGHBOURS = 3


def positions(title: str) -> Iterator[drakkar.View]:
    """The views of all seats: of every moment of random matches, and of its neighbours."""
    game, seed = find(title), SEED
    while True:
        rng, seats = Random(seed), game.fewest_seats + seed % (game.most_seats - game.fewest_seats + 1)
        rulings = game.random_rulings(chance_from(seed), list(range(seats)))
        match = drakkar.new(title, seats=seats, seed=seed, rulings=rulings)
        for moment in play_randomly(match, chance_from(seed)):
            for near in (moment, *neighbours(moment, rng)):
                yield from (near.view(seat) for seat in range(seats))
        seed += 1


def neighbours(moment: drakkar.Match, rng: Random) -> Iterator[drakkar.Match]:
    """The match after some of the choices of one decision."""
    decision = rng.choice(moment.pending)
    for choice in rng.sample(decision.choices, min(NEIGHBOURS, len(decision.choices))):
        other = moment.copy()
        other.play(decision.seat, choice)
        yield other


def told(view: drakkar.View) -> str:
    """What the view tells, without the number of choices that led there."""
    told = {key: value for key, value in view.to_json().items() if key not in ("version", "seat")}
    told["table"].pop("packs", None)
    return json.dumps(in_any_order(told), sort_keys=True)


def in_any_order(value: Any) -> Any:
    """The value with every list of cards sorted."""
    if isinstance(value, dict):
        return {name: in_any_order(inner) for name, inner in value.items()}
    if isinstance(value, list):
        cards = all(isinstance(inner, dict) and "age" in inner for inner in value)
        return sorted(value, key=json.dumps) if cards else [in_any_order(inner) for inner in value]
    return value


@pytest.mark.thorough
@pytest.mark.parametrize("title", TITLES)
def test_no_two_different_views_have_the_same_observation(title: str) -> None:
    seen: dict[bytes, int] = {}
    again = 0
    for count, view in enumerate(positions(title)):
        if count == POSITIONS:
            break
        observation, mask = encode(view)
        key, words = observation.tobytes() + mask.tobytes(), hash(told(view))
        again += key in seen
        assert seen.setdefault(key, words) == words, f"seed {SEED}: position {count} looks like another one"
    assert len(seen) > 0.5 * POSITIONS
