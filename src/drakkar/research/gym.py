"""Gymnasium: one seat of a match, with bots on the others."""

from collections.abc import Sequence
from typing import Any, Final

from drakkar.bots.roster import make
from drakkar.core.hosting import game_of, questions, state_of
from drakkar.core.match import Match, new
from drakkar.research.encode import Array, Encoder
from drakkar.research.extra import from_extra
from drakkar.research.render import MODES, check_mode, render
from drakkar.research.rewards import reward

with from_extra("research"):
    import numpy as np
    from gymnasium import Env, register, registry, spaces

NAME: Final = "drakkar/OneSeat-v1"


class OneSeat(Env[Any, Any]):
    """The agent plays one seat; `bots` play the others in turn. The seat is drawn for each match, unless it is given.

    The reward comes when the match is over. An illegal choice ends the match at once, with the reward `illegal`.
    """

    metadata = {"render_modes": MODES, "render_fps": 1}  # noqa: RUF012 - gymnasium's API

    def __init__(
        self,
        game: str = "blood_rage",
        seats: int = 4,
        bots: Sequence[str] = ("random",),
        seat: int | None = None,
        rulings: dict[str, Any] | None = None,
        rewards: str = "placement",
        illegal: float = -1.0,
        render_mode: str | None = None,
    ) -> None:
        check_mode(render_mode)
        self.encoder = Encoder(game)
        self.title = game
        self.seats = seats
        self.words = [bots[at % len(bots)] for at in range(seats - 1)]
        self.fixed_seat = seat
        self.rulings = rulings
        self.reward = reward(rewards)
        self.illegal = illegal
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(self.encoder.choices)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (self.encoder.size,), np.uint8),
                "action_mask": spaces.Box(0, 1, (self.encoder.choices,), np.int8),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Array], dict[str, Any]]:
        """Start a match and play it to the agent's first decision; the same seed gives the same match."""
        super().reset(seed=seed, options=options)
        drawn, luck = int(self.np_random.integers(2**62)), int(self.np_random.integers(2**31))
        self.seat = luck % self.seats if self.fixed_seat is None else self.fixed_seat
        self.match: Match = new(self.title, self.seats, drawn, self.rulings)
        others = [seat for seat in range(self.seats) if seat != self.seat]
        game = self.encoder.game
        self.bots = {seat: make(words, luck, game) for seat, words in zip(others, self.words, strict=True)}
        self._bots_play()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[dict[str, Array], float, bool, bool, dict[str, Any]]:
        """Make the agent's choice, and play to its next decision or the end of the match."""
        choices = {choice.code: choice for choice in self.match.choices(self.seat)}
        chosen = choices.get(int(action))
        if chosen is None:
            return self._observation(), self.illegal, True, False, {**self._info(), "illegal": True}
        self.match.play(self.seat, chosen)
        self._bots_play()
        over, info = self.match.over, self._info()
        gained = self.reward(info["scores"])[self.seat] if over else 0.0
        return self._observation(), gained, over, False, info

    def _bots_play(self) -> None:
        """Let the bots choose until the agent owes a decision."""
        while not self.match.over and self.seat not in questions(self.match):
            decision = self.match.pending[0]
            chosen = self.bots[decision.seat].choose(self.match.view(decision.seat), decision)
            self.match.play(decision.seat, chosen)

    def _observation(self) -> dict[str, Array]:
        codes = [] if self.match.over else [choice.code for choice in self.match.choices(self.seat)]
        return {
            "observation": self.encoder.observation(state_of(self.match), self.seat),
            "action_mask": self.encoder.mask(codes),
        }

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat, "scores": list(game_of(self.match).scores(state_of(self.match)))}

    def render(self) -> Any:
        """The table as a spectator sees it."""
        return render(game_of(self.match), state_of(self.match), self.match.rulings, self.render_mode)


if NAME not in registry:
    register(NAME, entry_point=f"{__name__}:{OneSeat.__name__}")
