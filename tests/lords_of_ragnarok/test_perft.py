"""Perft: the number of sequences of choices from a position (see tests/blood_rage/test_perft.py).

A changed count means that a rule changed. If that was meant, count anew by hand and write the new numbers here.
"""

import pytest

import drakkar
from drakkar.core.hosting import game_of, state_of
from drakkar.core.kit import perft

HEAD = 'game = "lords_of_ragnarok"\nsides = ["green", "red"]\ngreen.hero = "Ragnar"\nred.hero = "Lagertha"\n'

POSITIONS = {
    # By hand: a Priest to one of three gods, the Forge of Region 2, or go on: 5. After a Priest (level 0, so no bonus):
    # forge or go on, 3 * 2. After the Forge: three gods or go on, 4. After going on, the Hero in Region 2: walk to 1 or
    # 3, over the Drakkar bridge of the West Sea to 14 or 15 too; sail to 2 Seas; go on: 7. In all 6 + 4 + 7 = 17.
    "a_prayer": (
        'green.region = 2\ngreen.drakkar = "West Sea"\ngreen.priests = 1\nboard.forges = { 2 = "uruz" }\n',
        (5, 17),
    ),
    # By hand: one Army of two alike in Region 5 or the one in Region 8, or go on: 3. Region 5 borders 4, 6, 7, 8 and
    # over the Drakkar in the North Sea 1; it is a Settlement of green's, so the Army may train: 6. Region 8 borders
    # seven Regions: 7. Going on leads to stage 5: mobilize, reinforce, build a Temple in 8, prepare; 4. In all 17.
    "manoeuvres": (
        'stage = "manoeuvres"\ngreen.armies = { 5 = [2, 2], 8 = [3] }\ngreen.control = [5, 8]\n',
        (3, 17),
    ),
    # By hand: Red has Prepare and Green Usurp and Mobilize on the wheel. Green may mobilize no more, reinforce (by the
    # Drakkar or in 5), build no Temple (8 has one), do nothing with Monsters (no marker keeps it, but there is none),
    # usurp no more, prepare, or build a Statue: 3. Then: recruit in 1, 5 or 6; a Rune of three kinds for Red, whose
    # marker is covered; a level of three Statues: 9.
    "special_action": (
        (
            'stage = "special action"\ngreen.armies = { 5 = [2] }\ngreen.control = [5, 8]\nboard.temples = [8]\n'
            'board.wheel = { prepare = ["red"], usurp = ["green"], mobilize = ["green"] }\n'
        ),
        (3, 9),
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_so_many_sequences_of_choices_lead_on_from_a_position(name: str) -> None:
    text, counts = POSITIONS[name]
    match = drakkar.set_up(HEAD + text)
    assert tuple(perft(game_of(match), state_of(match), depth) for depth in range(1, len(counts) + 1)) == counts
