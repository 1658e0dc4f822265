"""Wins adjusted for luck: the mean is that of the wins, and luck that matters makes it more exact."""

from random import Random
from statistics import fmean, stdev

import pytest

from drakkar.analysis import draws
from drakkar.analysis.draws import luck_of_draw
from drakkar.analysis.luck import FullReader, answered
from drakkar.analysis.player import assumed
from drakkar.arena import markdown
from drakkar.arena.adjusted import Deal, Deals, adjusted, multiples
from drakkar.arena.page import page
from drakkar.arena.plan import Plan
from drakkar.arena.play import play
from drakkar.arena.summary import summary
from drakkar.arena.tally import Player, Tally
from drakkar.arena.text import report
from drakkar.bots import Bot, make
from drakkar.core.errors import BadArgument
from drakkar.core.hosting import state_of
from drakkar.core.match import Match
from drakkar.core.moment import Decision
from tests.analysis.moments import played
from tests.arena.fake_results import blood_rage, treasure

STRENGTH = 0.6


def season(deals: int, seed: int, weight: float) -> Deals:
    """A bot that wins by its strength and by luck: `weight` says how much of its luck was measured."""
    rng, found = Random(seed), Deals()
    for number in range(deals):
        deal = found.setdefault(number, Deal())
        for _ in range(2):
            luck = rng.uniform(-0.4, 0.4)
            deal.add(float(rng.random() < STRENGTH + luck), weight * luck + (1 - weight) * rng.uniform(-0.4, 0.4))
    return found


def test_luck_that_decides_games_makes_the_same_mean_more_exact() -> None:
    seasons = [season(40, seed, 1.0) for seed in range(200)]
    plain = [fmean(deal.wins / 2 for deal in deals.values()) for deals in seasons]
    told = [adjusted(deals, multiples([deals])) for deals in seasons]
    rates = [one["rate"] for one in told]
    assert fmean(plain) == pytest.approx(STRENGTH, abs=0.015)
    assert fmean(rates) == pytest.approx(STRENGTH, abs=0.015), "about four standard errors"
    # Wins vary by 0.24 a game, and luck explains 0.4**2 / 3 = 0.053 of it.
    gained = (stdev(plain) / stdev(rates)) ** 2
    assert gained == pytest.approx(0.24 / (0.24 - 0.053), abs=0.3)
    assert fmean(one["fewer"] for one in told) == pytest.approx(gained, abs=0.3)
    covered = fmean(one["low"] < STRENGTH < one["high"] for one in told)
    assert 0.91 < covered < 0.98


def test_luck_that_decides_nothing_spoils_little() -> None:
    told = [adjusted(deals, multiples([deals])) for deals in (season(40, seed, 0.0) for seed in range(200))]
    assert fmean(one["rate"] for one in told) == pytest.approx(STRENGTH, abs=0.015)
    assert 0.9 < fmean(one["fewer"] for one in told) < 1.05


def test_a_multiple_is_fitted_on_the_other_half() -> None:
    deals = season(20, 1, 1.0)
    before = multiples([deals])
    deals[0].wins += 50
    after = multiples([deals])
    assert before[0] == after[0], "deal 0 is even"
    assert before[1] != after[1]


def test_few_deals_tell_no_interval() -> None:
    told = adjusted(season(1, 1, 1.0), multiples([season(1, 1, 1.0)]))
    assert (told["low"], told["fewer"], told["of"]) == (None, None, 2)


def shares_of(bot: Bot, match: Match, decision: Decision) -> list[float]:
    shares: list[float] = bot.choice_shares(match.view(decision.seat), decision)  # type: ignore[attr-defined]
    return shares


def is_open(bot: Bot, match: Match, decision: Decision) -> bool:
    """Whether the bot is in doubt, not too early."""
    return len(match.history) > 20 and max(shares_of(bot, match, decision)) < 0.6


def test_the_luck_of_draws_is_nothing_on_average() -> None:
    """A choice of the same moment, drawn again and again: what it brings and what was expected are alike."""
    bot, rng, reader = make("net:draw=always", 1), Random(2), FullReader(assumed("blood_rage"), 2)
    match, decision = next(one for one in played("blood_rage", 2, 3) if is_open(bot, *one))
    shares = shares_of(bot, match, decision)
    policy = {choice.code: share for choice, share in zip(decision.choices, shares, strict=True)}
    before, found = state_of(match), []
    for _ in range(60):
        (code,) = rng.choices(list(policy), shares)
        after = answered(reader.player, before, decision.seat, code, rng.getrandbits(64))
        found.append(luck_of_draw(reader, before, after, decision.seat, policy, len(match.history) + 1, rng)[0])
    assert stdev(found) > 0.001
    assert abs(fmean(found)) < 4 * stdev(found) / len(found) ** 0.5


def adjusted_plan(games: int) -> Plan:
    plan = blood_rage("random", "random", games=games)
    return Plan(plan.title, plan.sides, plan.rulings, plan.bots, True, 1, games, (), True)


def plan_with(plan: Plan, bot: str) -> Plan:
    """The plan with one bot more."""
    return Plan(plan.title, plan.sides, plan.rulings, [*plan.bots, bot], True, 1, plan.asked, (), True)


@pytest.mark.slow
def test_the_arena_tells_wins_less_luck_for_each_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draws, "DRAWS", 2)
    plan = adjusted_plan(4)
    tally, fixtures = Tally(plan.names, plan.seats), plan.fixtures()
    lines = [play(plan, fixture).line for fixture in fixtures]
    assert lines[3]["luck"] == play(plan, fixtures[3]).line["luck"], "the same in any process"
    for line in lines:
        assert sum(line["luck"]) == pytest.approx(0, abs=1e-4), "what one seat gains, the other loses"
        tally.add(line)
    assert any(abs(luck) > 0.01 for line in lines for luck in line["luck"])
    found = summary(plan, tally, False, 1.0)
    there, here = (bot["adjusted"] for bot in found["bots"])
    assert there["rate"] + here["rate"] == pytest.approx(1, abs=1e-4)
    assert there["of"] == 4
    assert "--adjusted" in plan.command()
    assert "adjusted for luck" in "\n".join(report(found))
    assert "## Less luck" in markdown.page(found)
    assert "<h2>Less luck</h2>" in page(found)
    tally.players["nobody finished a game"] = Player(2)
    plan = plan_with(plan, "nobody finished a game")
    assert "adjusted" not in summary(plan, tally, False, 1.0)["bots"][2]


def test_luck_is_measured_only_if_it_is_asked_for() -> None:
    plan = treasure("random", "random", games=2)
    lines = [play(plan, fixture).line for fixture in plan.fixtures()]
    assert all("luck" not in line for line in lines)
    tally = Tally(plan.names, plan.seats)
    for line in lines:
        tally.add(line)
    found = summary(plan, tally, False, 1.0)
    assert all("adjusted" not in bot for bot in found["bots"])
    assert "adjusted" not in "\n".join(report(found))
    assert "Less luck" not in markdown.page(found) + page(found)


def test_a_game_without_a_network_cannot_be_adjusted() -> None:
    plan = treasure("random", games=1)
    with pytest.raises(BadArgument, match="needs a network"):
        Plan(plan.title, plan.sides, plan.rulings, plan.bots, False, 1, 1, (), True).check()


def test_the_likelihoods_of_bots_that_draw_are_those_of_their_draws() -> None:
    """Each of 400 seeds draws at the same moment; the shares agree with what the bot tells."""
    match, decision = next((m, d) for m, d in played("blood_rage", 2, 3) if 2 < len(d.choices) < 8)
    view = match.view(decision.seat)
    for name in ("random", "thrall", "net:draw=always", "net"):
        told = shares_of(make(name, 0, match.view(0).title), match, decision)
        drawn = [make(name, seed, match.view(0).title).choose(view, decision).code for seed in range(400)]
        for choice, share in zip(decision.choices, told, strict=True):
            assert drawn.count(choice.code) / 400 == pytest.approx(share, abs=0.1)
