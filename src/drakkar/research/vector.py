"""Many matches stepped in one call inside the engine, which fills numpy arrays in place; an ended match restarts."""

from collections.abc import Sequence
from typing import Any

from drakkar.core.chance import fresh_seed
from drakkar.core.crowd import Crowd
from drakkar.core.game import find
from drakkar.research.encode import Array, shared
from drakkar.research.extra import from_extra
from drakkar.research.rewards import reward

with from_extra("research"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space


class Matches(VectorEnv[Array, Array, Array]):
    """`matches` tables with `seats` seats each. At every step the caller chooses for the deciding seat of each table.

    The arrays are reused and show the current moment. Row by row: `observations`, what the deciding seat may know;
    `masks`, what it may choose; `seats`, its number; `ended`, whether the last step ended a match; `rewards`, the
    result for each seat, zero unless a match ended.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012 - gymnasium's API

    def __init__(
        self,
        game: str = "blood_rage",
        seats: int = 4,
        matches: int = 64,
        seed: int | None = None,
        rulings: dict[str, Any] | None = None,
        rewards: str = "placement",
    ) -> None:
        self.game = find(game)
        self.sides = self.game.side_numbers(seats, None)
        self.rulings = self.game.resolve_rulings(rulings or {})
        self.reward = reward(rewards)
        self.num_envs = matches
        choices, size = self.game.book.notation.size, int(self.game.encoding().size)
        self.single_observation_space = spaces.Box(0, 255, (size,), np.uint8)
        self.single_action_space = spaces.Discrete(choices)
        self.observation_space = batch_space(self.single_observation_space, matches)
        self.action_space = batch_space(self.single_action_space, matches)
        self._begin(seed)

    def _begin(self, seed: int | None) -> None:
        tables, seats = self.num_envs, len(self.sides)
        words = f"drakkar matches {fresh_seed() if seed is None else seed}"
        self.crowd = Crowd(self.game, self.sides, self.rulings, tables, words)
        self.observations = shared(self.crowd.observations).reshape(tables, -1)
        self.masks = shared(self.crowd.masks).view(np.bool_).reshape(tables, -1)
        self.ended = shared(self.crowd.ended).view(np.bool_)
        self.seats = shared(self.crowd.seats)
        self.rewards = np.zeros((tables, seats), np.float32)
        self._rewarded: list[int] = []

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Start new matches; the same seed gives the same matches."""
        super().reset(seed=seed, options=options)
        self._begin(seed)
        return self.observations, self._infos()

    def step(self, actions: Array | Sequence[int]) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Make a choice at each table. It returns the rewards of the choosing seats; `rewards` has those of all."""
        chose = self.seats.copy()
        over = self.crowd.step(actions.tolist() if isinstance(actions, np.ndarray) else list(actions))
        self.rewards[self._rewarded] = 0.0
        self._rewarded = [table for table, _ in over]
        for table, scores in over:
            self.rewards[table] = self.reward(scores)
        gained = self.rewards[np.arange(self.num_envs), chose]
        return self.observations, gained, self.ended, np.zeros(self.num_envs, np.bool_), self._infos()

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.masks, "seat": self.seats, "rewards": self.rewards}
