"""OpenSpiel's own suites, unchanged, its algorithms, and what they do not cover.

OpenSpiel has no wheel for some machines. Without it these tests are skipped; if CI is set, they fail.
"""

import os
import pickle
import unittest
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import pytest

import drakkar
from drakkar.core.chance import chance_from
from drakkar.core.kit import fingerprint

try:
    import pyspiel
except ModuleNotFoundError:
    if os.environ.get("CI"):
        raise
    pytest.skip("there is no wheel of OpenSpiel for this machine", allow_module_level=True)

from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr, random_agent, tabular_qlearner

from drakkar.research import spiel

SEATS = [2, 3, 4, 5]
TABLES = [
    *(("treasure", players) for players in (2, 3)),
    *(("blood_rage", players) for players in SEATS),
    ("lords_of_ragnarok", 2),
    # A long game, and each suite replays it many times.
    *(pytest.param("lords_of_ragnarok", players, marks=pytest.mark.slow) for players in (3, 4)),
]


def load(players: int, title: str = "blood_rage") -> Any:
    return pyspiel.load_game(spiel.name_of(title), {"players": players})


@pytest.mark.thorough
@pytest.mark.parametrize(("title", "players"), TABLES)
def test_openspiel_simulates_it(title: str, players: int) -> None:
    pyspiel.random_sim_test(load(players, title), num_sims=1, serialize=True, verbose=False)


@pytest.mark.thorough
@pytest.mark.parametrize(("title", "players"), TABLES)
def test_openspiels_simulation_of_games_in_python_finds_nothing_wrong(title: str, players: int) -> None:
    suite = import_module("open_spiel.python.tests.games_sim_test")  # late: it loads every game of OpenSpiel
    np.random.seed(players)
    suite.GamesSimTest().sim_game(load(players, title))


@pytest.mark.thorough
@pytest.mark.parametrize(("title", "players"), TABLES)
def test_openspiels_suite_for_its_interface_finds_nothing_wrong(title: str, players: int) -> None:
    suites = import_module("open_spiel.integration_tests.api_test")
    settings = {"game_name": spiel.name_of(title), "game": load(players, title)}
    suite = type("Suite", (suites.EnforceAPIOnPartialTreeBase,), settings)
    result = unittest.defaultTestLoader.loadTestsFromTestCase(suite).run(unittest.TestResult())
    assert result.testsRun >= 5
    assert [trace for _, trace in (*result.errors, *result.failures)] == []


def after_chance(state: Any, rng: Random) -> Any:
    while state.is_chance_node():
        state.apply_action(rng.choice(state.chance_outcomes())[0])
    return state


def some_moments(players: int, seed: int) -> Any:
    """Every moment of a random match in which a seat decides."""
    state, rng = load(players).new_initial_state(), Random(seed)
    while not after_chance(state, rng).is_terminal():
        yield state, rng
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("players", SEATS)
def test_with_the_outcomes_of_a_seed_it_is_the_match_of_that_seed(players: int) -> None:
    chance, match, rng = chance_from(7), drakkar.fast_state("blood_rage", players, seed=7), Random(7)
    state, draws = load(players).new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            draws += 1
            state.apply_action(chance.below(len(state.chance_outcomes())))
            continue
        assert state.current_player() == match.seat
        assert state.legal_actions() == sorted(match.legal())
        choice = rng.choice(match.legal())
        assert state.action_to_string(choice) == match.spell(choice)
        match.apply(choice)
        state.apply_action(choice)
    # Seven tokens of eight, Ragnarök, the first player, and eight cards per seat and Age: one at a time.
    destroyed = {2: 3, 3: 2, 4: 1, 5: 0}[players]
    assert draws == 7 + 3 + destroyed + 1 + 3 * 8 * players
    assert state.table.state.glory[0] == match.scores()[0]
    assert sum(state.returns()) == pytest.approx(0.0)


def test_no_clone_knows_what_will_be_drawn() -> None:
    """Each clone deals Age 2 for itself, differently each time."""
    state, rng = load(3).new_initial_state(), Random(11)
    after_chance(state, rng)
    while not state.is_chance_node():
        flow = state.table.state.flow
        assert (flow.chance.key, flow.chance.fed) == (b"", [])
        state.apply_action(rng.choice(state.legal_actions()))
    worlds = [after_chance(state.clone(), Random(seed)) for seed in range(5)]
    assert len({str(fingerprint(world.table.state.draft)) for world in worlds}) == 5


@pytest.mark.parametrize("players", [2, 4])
def test_a_player_is_told_the_same_in_every_state_that_it_could_be_in(players: int) -> None:
    different = 0
    for state, rng in some_moments(players, 12):
        if rng.random() < 0.9:
            continue
        for player in range(players):
            other = state.resample_from_infostate(player, rng.random)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.information_state_string(player) == state.information_state_string(player)
            different += fingerprint(other.table.state) != fingerprint(state.table.state)
    assert different > 10


def test_what_is_sealed_is_in_nobody_elses_information() -> None:
    state = after_chance(load(3).new_initial_state(), Random(1))
    worlds = [state.child(choice) for choice in state.legal_actions()]
    assert len(worlds) > 3
    for other in (1, 2):
        assert len({world.information_state_string(other) for world in worlds}) == 1
        assert len({tuple(world.information_state_tensor(other)) for world in worlds}) == 1
    assert len({world.information_state_string(0) for world in worlds}) == len(worlds)


def test_a_state_is_written_down_and_read_again_and_one_that_is_imagined_is_not() -> None:
    state, rng = load(2).new_initial_state(), Random(4)
    after_chance(state, rng)
    again = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own
    assert fingerprint(again.table.state) == fingerprint(state.table.state)
    assert again.information_state_string(1) == state.information_state_string(1)
    with pytest.raises(TypeError, match="has no past"):
        pickle.dumps(state.resample_from_infostate(0, rng.random).table)


@pytest.mark.thorough
def test_its_tree_searches_play_it() -> None:
    game, rng = load(2), Random(3)
    state = after_chance(game.new_initial_state(), rng)
    luck = np.random.RandomState(3)
    rollouts = mcts.RandomRolloutEvaluator(1, luck)
    seen = mcts.MCTSBot(game, 1.4, 6, rollouts, random_state=luck)
    blind = ismcts.ISMCTSBot(game, rollouts, 1.4, 6, random_state=luck)
    for _ in range(2):
        for bot in (seen, blind):
            choice = bot.step(state)
            assert choice in state.legal_actions()
            state.apply_action(choice)


@pytest.mark.thorough
def test_regret_is_sampled_and_agents_learn_on_it() -> None:
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(load(2))
    solver.iteration()
    assert len(solver._infostates) > 50

    env = rl_environment.Environment(load(3), observation_type=rl_environment.ObservationType.OBSERVATION)
    choices = env.action_spec()["num_actions"]
    agents = [tabular_qlearner.QLearner(0, choices), *(random_agent.RandomAgent(at, choices) for at in (1, 2))]
    step = env.reset()
    while not step.last():
        step = env.step([agents[step.observations["current_player"]].step(step).action])
    for agent in agents:
        agent.step(step)
    assert max(step.rewards) > 0
    assert len(agents[0]._q_values) > 10
