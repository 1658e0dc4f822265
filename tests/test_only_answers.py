"""A table answers for a player only if the spectator's knowledge proves that there is no other answer."""

from collections import Counter
from random import Random

import pytest

import drakkar
from drakkar.core.errors import DrakkarError
from drakkar.core.game import find
from drakkar.core.hosting import game_of, only_answer, prompts

CHOICES = 25
WORLDS = 3


def check(match: drakkar.Match, seat: int, rng: Random) -> bool:
    """Whether the table would answer for a seat; then it has this answer in every world of a spectator."""
    answer, choices = only_answer(match, seat), match.choices(seat)
    if not answer:
        return False
    assert [str(choice) for choice in choices] == [answer]
    view = match.view(None)
    for _ in range(WORLDS):
        legal = game_of(match).book.legal(drakkar.redeal(view, rng), seat)
        assert legal == [choices[0].code], f"{view.owed[seat].code} tells something about a hand"
    return True


def answers(title: str, seats: int, positions: int) -> Counter[str]:
    """The only answers by question, in random play from random positions, where hands are often empty."""
    game, rng, found = find(title), Random(seats), Counter[str]()
    for _ in range(positions):
        position = game.random_position(rng, list(game.sides[:seats]), game.resolve_rulings({}))
        try:
            match = drakkar.set_up(position)
        except DrakkarError:  # a position that cannot be
            continue
        for _ in range(CHOICES):
            asked = prompts(match)
            if match.over:
                break
            found.update(prompt.code for seat, prompt in asked.items() if check(match, seat, rng))
            seat = rng.choice(sorted(asked))
            choices = match.choices(seat)
            match.play(seat, rng.choice([one for one in choices if str(one) != "pass"] or list(choices)))
    return found


@pytest.mark.parametrize(
    ("title", "seats", "codes"), [("blood_rage", 3, {"late"}), ("lords_of_ragnarok", 2, {"battle", "defence"})]
)
def test_an_only_answer_is_one_in_every_world_that_a_spectator_holds_possible(
    title: str, seats: int, codes: set[str]
) -> None:
    assert answers(title, seats, 60).keys() >= codes
