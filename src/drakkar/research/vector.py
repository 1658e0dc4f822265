"""Many matches stepped in one call inside the engine, which fills numpy arrays in place; an ended match restarts."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from drakkar.core.chance import fresh_seed
from drakkar.core.crowd import Crowd, Memory
from drakkar.core.errors import BadArgument
from drakkar.core.game import find
from drakkar.research.encode import Array, shared
from drakkar.research.extra import from_extra
from drakkar.research.rewards import reward

with from_extra("research"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

# The arrays that a caller may give, with the kinds of numbers they may have.
KINDS: Final = {
    "observations": (np.uint8,),
    "masks": (np.uint8, np.bool_),
    "seats": (np.uint8,),
    "ended": (np.uint8, np.bool_),
    "rewards": (np.float32,),
}


def checked(memory: Mapping[str, Array], matches: int, seats: int) -> dict[str, Array]:
    """The arrays of a caller, if their kinds and shapes are right."""
    for name, array in memory.items():
        if name not in KINDS:
            raise BadArgument(f"no memory is needed for {name!r}; there are: {', '.join(KINDS)}")
        shape = (matches,) if name in ("seats", "ended") else (matches, seats if name == "rewards" else -1)
        if array.dtype not in KINDS[name] or array.ndim != len(shape) or array.shape[0] != matches:
            raise BadArgument(
                f"the memory for {name} is {array.dtype} {array.shape}, not {KINDS[name][0].__name__} {shape}"
            )
        if name == "rewards" and array.shape != shape:
            raise BadArgument(f"the memory for rewards has the shape {array.shape}, not {shape}")
    return dict(memory)


class Matches(VectorEnv[Array, Array, Array]):
    """`matches` tables with `seats` seats each. At every step the caller chooses for the deciding seat of each table.

    The arrays are reused and show the current moment. Row by row: `observations`, what the deciding seat may know;
    `masks`, what it may choose; `seats`, its number; `ended`, whether the last step ended a match; `rewards`, the
    result for each seat, zero unless a match ended.

    `memory` gives arrays of your own for some or all of them, for instance in memory shared with other processes. They
    are contiguous; rows of `observations` and `masks` may be longer than needed, and the rest of them is zero.
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
        memory: Mapping[str, Array] | None = None,
    ) -> None:
        self.game = find(game)
        self.sides = self.game.side_numbers(seats, None)
        self.rulings = self.game.resolve_rulings(rulings or {})
        self.reward = reward(rewards)
        self.num_envs = matches
        self.memory = checked(memory or {}, matches, seats)
        choices, size = self.game.book.notation.size, int(self.game.encoding().size)
        self.single_observation_space = spaces.Box(0, 255, (size,), np.uint8)
        self.single_action_space = spaces.Discrete(choices)
        self.observation_space = batch_space(self.single_observation_space, matches)
        self.action_space = batch_space(self.single_action_space, matches)
        self._begin(seed)

    def _begin(self, seed: int | None) -> None:
        tables, seats = self.num_envs, len(self.sides)
        words = f"drakkar matches {fresh_seed() if seed is None else seed}"
        given = {name: array for name, array in self.memory.items() if name != "rewards"}
        self.crowd = Crowd(self.game, self.sides, self.rulings, tables, words, Memory(**given))
        self.observations = shared(self.crowd.observations).reshape(tables, -1)[:, : self.crowd.encoding.size]
        self.masks = shared(self.crowd.masks).view(np.bool_).reshape(tables, -1)[:, : self.crowd.choices]
        self.ended = shared(self.crowd.ended).view(np.bool_)
        self.seats = shared(self.crowd.seats)
        self.rewards = self.memory.get("rewards", np.zeros((tables, seats), np.float32))
        self.rewards[:] = 0.0
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
