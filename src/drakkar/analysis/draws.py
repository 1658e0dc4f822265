"""What pure luck brought each seat of a finished match, so that results can be adjusted for it.

Each choice takes F, the chances by all hands, from the state before it to the state after it. Where chance followed, or
where a bot drew its choice from a known policy, F is compared with its mean over other draws of the same kind. The
difference is 0 on average, with any players and any network: all draws are made alike. So results less
these differences have the same mean, and the better F is, the less they vary.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from drakkar.analysis.grade import Row
from drakkar.analysis.luck import FullReader, answered, mean_row, minus
from drakkar.analysis.player import assumed
from drakkar.core.hosting import at_choice, game_of, state_of
from drakkar.core.match import Match

# Other draws that each draw is compared with.
DRAWS: Final = 8

# How likely a bot makes each choice, by its code.
Policy = Mapping[int, float]


def luck_of_draws(match: Match, policies: Mapping[int, Policy] | None = None, seed: int = 0) -> Row:
    """What the draws of a finished match brought each seat, in chances to win; its mean is 0.

    The deal is left out: the arena plays each deal from every seat.

    Args:
        match: the match.
        policies: by the number of a choice the policy that it was drawn from. Other choices count as given.
        seed: the seed of the other draws.
    """
    game, policies = game_of(match), policies or {}
    reader = FullReader(assumed(match.title), match.seats)
    s = game.copy(state_of(at_choice(match, 0)))
    total = [0.0] * match.seats
    for number, made in enumerate(match.history):
        policy = policies.get(number, {made.code: 1.0})
        before, used = game.copy(s), s.flow.chance.used
        game.book.answer(s, made.seat, made.code)
        if len(policy) > 1 or s.flow.chance.used != used:
            rng = Random(f"{seed} draws {number}")
            part = luck_of_draw(reader, before, s, made.seat, policy, number + 1, rng)
            total = [so_far + more for so_far, more in zip(total, part, strict=True)]
    return total


def luck_of_draw(
    reader: FullReader, before: Any, after: Any, seat: int, policy: Policy, version: int, rng: Random
) -> Row:
    """How much better each seat stands than after other draws of the same choice and of the chance that follows it."""
    states, places = [after], []
    # Without chance a choice leads to one state only, which is read once.
    sure: dict[int, int] = {}
    for code in rng.choices(list(policy), list(policy.values()), k=DRAWS):
        if code not in sure:
            other = answered(reader.player, before, seat, code, rng.getrandbits(64))
            states.append(other)
            if not other.flow.chance.used:
                sure[code] = len(states) - 1
        places.append(sure.get(code, len(states) - 1))
    rows = reader.read(states, version)
    return minus(rows[0], mean_row([rows[place] for place in places]))
