"""PettingZoo: agents that take turns (AEC), one for each seat of a match.

Choices that the rules take at the same time are served one seat at a time; what a seat has sealed is in no
observation but its own.
"""

from typing import Any

from drakkar.core.chance import chance_from, fresh_seed
from drakkar.core.lean import Lean
from drakkar.research.encode import Array, Encoder
from drakkar.research.extra import from_extra
from drakkar.research.render import MODES, check_mode, render
from drakkar.research.rewards import difference, reward

with from_extra("research"):
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers


def env(**settings: Any) -> Any:
    """The environment as PettingZoo wants it to be used: whoever chooses what is not open loses, and so on."""
    bare = BareEnv(**settings)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(bare, illegal_reward=-1))
    )


class BareEnv(AECEnv[str, dict[str, Array], int]):
    """The environment itself. What it refuses is an IllegalChoice.

    `rewards` are given when the match ends: `placement` or `glory`. `shaping` adds, at each step, so much for each
    Glory more that a seat has gained than the others on average.
    """

    def __init__(
        self,
        game: str = "blood_rage",
        seats: int = 4,
        options: dict[str, Any] | None = None,
        clans: list[str] | None = None,
        rewards: str = "placement",
        shaping: float = 0.0,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_mode(render_mode)
        self.encoder = Encoder(game)
        self.game = self.encoder.game
        self.clans = self.game.clan_numbers(seats, clans)
        self.settings = self.game.settings(options or {})
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
        """What `observe` gives."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Every choice of the game by its code, in every state the same."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """A new match; the same seed deals the same cards."""
        state = self.game.set_up(self.clans, self.settings, chance_from(fresh_seed() if seed is None else seed), None)
        self.game.book.settle(state)
        self.lean = Lean(self.game, state)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._glory = self.lean.glory()
        self._rewarded = False
        self._select()

    def observe(self, agent: str) -> dict[str, Array]:
        """What an agent may know, and what it may choose now: nothing, if it is not asked."""
        seat = self.seat_of[agent]
        codes = self.lean.legal() if seat == self.lean.seat else []
        return {
            "observation": self.encoder.observation(self.lean.state, seat),
            "action_mask": self.encoder.mask(codes),
        }

    def step(self, action: int | None) -> None:
        """The agent that is selected makes a choice."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "an agent that is not done chooses something"
        self._cumulative_rewards[agent] = 0.0
        if self._rewarded:
            self._clear_rewards()
        self.lean.apply(int(action))
        self.infos[agent] = {}
        self._rewarded = self.lean.over or self.shaping != 0.0
        if self._rewarded:
            self._give_rewards()
        if self.lean.over:
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        if self.render_mode == "human":
            self.render()

    def _give_rewards(self) -> None:
        glory = self.lean.glory()
        gained = difference([now - before for now, before in zip(glory, self._glory, strict=True)])
        self._glory = glory
        final = self.reward(glory) if self.lean.over else [0.0] * len(glory)
        for agent, seat in self.seat_of.items():
            self.rewards[agent] = self.shaping * gained[seat] + final[seat]
        self._accumulate_rewards()

    def _select(self) -> None:
        """Whoever decides next; once the match is over, the first, to be told."""
        seat = max(self.lean.seat, 0)
        self.agent_selection = self.possible_agents[seat]
        if not self.lean.over:
            self.infos[self.agent_selection] = {"action_mask": self.encoder.mask(self.lean.legal())}

    def render(self) -> str | None:
        """What a spectator sees."""
        return render(self.game, self.lean.state, self.settings, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""
