"""Data for JSON has string keys before it is encoded, so a round trip does not change it."""

import json

import pytest

import drakkar
from drakkar.core.chance import chance_from
from drakkar.core.kit import play_randomly


@pytest.mark.parametrize("title", ["blood_rage", "lords_of_ragnarok"])
def test_a_view_is_the_same_after_a_round_trip_through_json(title: str) -> None:
    match = drakkar.new(title, seats=3, seed=23)
    for number, moment in enumerate(play_randomly(match, chance_from(23))):
        if number % 10 == 0:
            seat = moment.pending[0].seat
            view = moment.view(seat)
            said = [view.to_json(), view.preview(view.choices[0]).to_json()]
            said += [event.to_json() for event in moment.events(seat, len(moment.events(seat)) - 5)]
            assert json.loads(json.dumps(said)) == said
