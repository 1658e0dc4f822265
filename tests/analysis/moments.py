"""Moments of matches in which everyone plays like the assumed player."""

from collections.abc import Iterator
from random import Random

import drakkar
from drakkar.analysis.player import assumed
from drakkar.core.hosting import game_of, replay_choice, state_of
from drakkar.core.match import Match
from drakkar.core.moment import Decision


def played(title: str, seats: int, seed: int) -> Iterator[tuple[Match, Decision]]:
    """Every decision of such a match; the match goes on with the next one."""
    match, player, rng = drakkar.new(title, seats, seed), assumed(title), Random(seed)
    while not match.over:
        decision = match.pending[0]
        yield match, decision
        code = player.choose(state_of(match), decision.seat, [choice.code for choice in decision.choices], rng)
        replay_choice(match, decision.seat, game_of(match).book.notation.spell(code, in_full=True))


def moment(title: str, seats: int, seed: int, choices: int) -> tuple[Match, Decision]:
    """The first decision with several choices after this many choices."""
    return next(
        (match, decision)
        for match, decision in played(title, seats, seed)
        if len(match.history) >= choices and len(decision.choices) > 1
    )
