"""PettingZoo: agents that take turns (AEC), one for each seat of a match.

Simultaneous choices are served one seat at a time; a sealed choice appears only in the observation of its own seat.
"""

from typing import Any

from drakkar.core.chance import chance_from, fresh_seed
from drakkar.core.fast_state import FastState
from drakkar.research.encode import Array, Encoder
from drakkar.research.extra import from_extra
from drakkar.research.render import MODES, check_mode, render
from drakkar.research.rewards import difference, reward

with from_extra("research"):
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers


def env(**rulings: Any) -> Any:
    """The environment with the usual PettingZoo wrappers: an illegal choice loses, and so on."""
    bare = BareEnv(**rulings)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(bare, illegal_reward=-1))
    )


class BareEnv(AECEnv[str, dict[str, Array], int]):
    """The environment without wrappers. An illegal choice raises IllegalChoice.

    `rewards` are given when the match ends: `placement` or `score`. `shaping` adds, at each step, this much for each
    point that a seat gained more than the others on average.
    """

    def __init__(
        self,
        game: str = "blood_rage",
        seats: int = 4,
        rulings: dict[str, Any] | None = None,
        sides: list[str] | None = None,
        rewards: str = "placement",
        shaping: float = 0.0,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_mode(render_mode)
        self.encoder = Encoder(game)
        self.game = self.encoder.game
        self.sides = self.game.side_numbers(seats, sides)
        self.rulings = self.game.resolve_rulings(rulings or {})
        self.reward = reward(rewards)
        self.shaping = shaping
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{game}_v{self.encoder.encoding.version}",
            "render_modes": MODES,
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: spaces.Discrete(self.encoder.choices) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}

    def _observation_space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (self.encoder.size,), np.uint8),
                "action_mask": spaces.Box(0, 1, (self.encoder.choices,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of `observe`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """All choices of the game by code, the same in every state."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Start a new match; the same seed deals the same cards."""
        state = self.game.set_up(self.sides, self.rulings, chance_from(fresh_seed() if seed is None else seed), None)
        self.game.book.settle(state)
        self.match = FastState(self.game, state)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._scores = self.match.scores()
        self._rewarded = False
        self._select()

    def observe(self, agent: str) -> dict[str, Array]:
        """What an agent may know, and the mask of its choices; the mask is all zeros if it owes no decision."""
        seat = self.seat_of[agent]
        codes = self.match.legal() if seat == self.match.seat else []
        return {
            "observation": self.encoder.observation(self.match.state, seat),
            "action_mask": self.encoder.mask(codes),
        }

    def step(self, action: int | None) -> None:
        """Make a choice for the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "an agent that is not done chooses something"
        self._cumulative_rewards[agent] = 0.0
        if self._rewarded:
            self._clear_rewards()
        self.match.apply(int(action))
        self.infos[agent] = {}
        self._rewarded = self.match.over or self.shaping != 0.0
        if self._rewarded:
            self._give_rewards()
        if self.match.over:
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        if self.render_mode == "human":
            self.render()

    def _give_rewards(self) -> None:
        scores = self.match.scores()
        gained = difference([now - before for now, before in zip(scores, self._scores, strict=True)])
        self._scores = scores
        final = self.reward(scores) if self.match.over else [0.0] * len(scores)
        for agent, seat in self.seat_of.items():
            self.rewards[agent] = self.shaping * gained[seat] + final[seat]
        self._accumulate_rewards()

    def _select(self) -> None:
        """Select the agent that decides next; once the match is over, the first, so that it gets its reward."""
        seat = max(self.match.seat, 0)
        self.agent_selection = self.possible_agents[seat]
        if not self.match.over:
            self.infos[self.agent_selection] = {"action_mask": self.encoder.mask(self.match.legal())}

    def render(self) -> str | None:
        """The table as a spectator sees it."""
        return render(self.game, self.match.state, self.rulings, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""
