"""A tally as plain data; all reports are made from this."""

from collections import Counter
from typing import Any

from drakkar.arena.adjusted import adjusted, multiples
from drakkar.arena.cards import card, goals
from drakkar.arena.numbers import Rate
from drakkar.arena.plan import Plan
from drakkar.arena.play import step_end
from drakkar.arena.ratings import rate
from drakkar.arena.tally import Clocks, Player, Standing, Tally
from drakkar.core.game import TERMS, find

Summary = dict[str, Any]


def summary(plan: Plan, tally: Tally, interrupted: bool, seconds: float) -> Summary:
    """The summary of a run; `seconds` is the duration of this session."""
    told = plan.to_json()
    ratings = rate(plan.names, tally.in_order())
    bots = [
        {**_bot(name, player), "rating": {"mu": round(ratings[name].mu, 3), "sigma": round(ratings[name].sigma, 3)}}
        for name, player in tally.players.items()
    ]
    if plan.adjusted and tally.games:
        worth = multiples([player.deals for player in tally.players.values()])
        for bot, player in zip(bots, tally.players.values(), strict=True):
            if player.deals:
                bot["adjusted"] = adjusted(player.deals, worth)
    return {
        "plan": told,
        "command": plan.command(),
        "asked": plan.asked,
        "planned": told["games"],
        "games": tally.games,
        "deals": len(tally.deals),
        "interrupted": interrupted,
        "seconds": round(seconds, 2),
        "chance": 1 / plan.seats,
        "scored": find(plan.title).scored,
        "terms": {code: find(plan.title).term(code) for code in TERMS},
        "shared_wins": tally.shared_wins,
        "choices": int(tally.choices.total),
        "length": tally.choices.to_json(),
        "events": {kind: mean.among(tally.games).to_json() for kind, mean in sorted(tally.events.items())},
        "victories": {name: Rate(won, tally.games).to_json() for name, won in _most_first(tally.victories)},
        "bots": bots,
        "ahead": {
            bot: {rival: tally.ahead[bot, rival].to_json() for rival in plan.names if (bot, rival) in tally.ahead}
            for bot in plan.names
        },
        "seats": [
            {"seat": seat, "side": side, **_standing(tally.seats[seat])} for seat, side in enumerate(plan.side_names)
        ],
        "turn_order": [_standing(standing) for standing in tally.turn_order if standing.wins.tries],
        "cards": [card(tally, part, name) for part, name in sorted(tally.cards)],
        "goals": goals(tally),
        "errors": sorted(tally.errors, key=lambda error: int(error["game"])),
    }


def _most_first(counts: Counter[str]) -> list[tuple[str, int]]:
    """The counts, largest first, equal ones by name."""
    return sorted(counts.items(), key=lambda one: (-one[1], one[0]))


def _bot(name: str, player: Player) -> dict[str, Any]:
    games = max(1, player.all.wins.tries)
    return {
        "name": name,
        **_standing(player.all),
        "deviation": round(player.all.score.deviation, 3),
        "seats": [_standing(standing) for standing in player.seats],
        "sources": {source: [round(points / games, 4) for points in parts] for source, parts in player.sources.items()},
        **_times(player.clocks),
    }


def _standing(standing: Standing) -> dict[str, Any]:
    return {"wins": standing.wins.to_json(), "score": standing.score.to_json()}


def _times(clocks: Clocks) -> dict[str, Any]:
    """CPU time inside `choose`; the 95th percentile is rounded up to the end of its step, by about 9 %."""
    if not clocks.decisions:
        return {"decisions": 0, "per_second": None, "mean_ms": None, "p95_ms": None, "slowest_ms": None}
    return {
        "decisions": clocks.decisions,
        "per_second": round(clocks.decisions / max(clocks.seconds, 1e-9), 1),
        "mean_ms": round(1000 * clocks.seconds / clocks.decisions, 4),
        "p95_ms": round(1000 * min(clocks.slowest, _percentile(clocks, 0.95)), 4),
        "slowest_ms": round(1000 * clocks.slowest, 4),
    }


def _percentile(clocks: Clocks, share: float) -> float:
    left = share * clocks.decisions
    for step, times in sorted(clocks.steps.items()):
        left -= times
        if left <= 0:
            return step_end(step)
    return clocks.slowest
