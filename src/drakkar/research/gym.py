"""Gymnasium: one seat of a match, with bots on the others."""

from collections.abc import Sequence
from typing import Any, Final

from drakkar.bots.roster import make
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
    """You are one seat; `bots`, in turn, sit on the others. Which seat is yours is drawn anew, unless it is said.

    The reward comes when the match is over. A choice that is not open ends it at once, with the reward `illegal`.
    """

    metadata = {"render_modes": MODES, "render_fps": 1}  # noqa: RUF012 - gymnasium's own shape

    def __init__(
        self,
        game: str = "blood_rage",
        seats: int = 4,
        bots: Sequence[str] = ("random",),
        seat: int | None = None,
        options: dict[str, Any] | None = None,
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
        self.options = options
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
        """A new match, played by the bots until you are asked; the same seed, the same match."""
        super().reset(seed=seed, options=options)
        drawn, luck = int(self.np_random.integers(2**62)), int(self.np_random.integers(2**31))
        self.seat = luck % self.seats if self.fixed_seat is None else self.fixed_seat
        self.match: Match = new(self.title, self.seats, drawn, self.options)
        others = [seat for seat in range(self.seats) if seat != self.seat]
        game = self.encoder.game
        self.bots = {seat: make(words, luck, game) for seat, words in zip(others, self.words, strict=True)}
        self._bots_play()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[dict[str, Array], float, bool, bool, dict[str, Any]]:
        """Your choice, and those of the bots until you are asked again or the match is over."""
        options = {option.code: option for option in self.match.options(self.seat)}
        chosen = options.get(int(action))
        if chosen is None:
            return self._observation(), self.illegal, True, False, {**self._info(), "illegal": True}
        self.match.play(self.seat, chosen)
        self._bots_play()
        outcome = self.match.outcome
        gained = 0.0 if outcome is None else self.reward(outcome.glory)[self.seat]
        return self._observation(), gained, outcome is not None, False, self._info()

    def _bots_play(self) -> None:
        """All who are asked, until you are."""
        while not self.match.over and self.seat not in self.match.asked():
            decision = self.match.pending[0]
            chosen = self.bots[decision.seat].choose(self.match.view(decision.seat), decision)
            self.match.play(decision.seat, chosen)

    def _observation(self) -> dict[str, Array]:
        codes = [] if self.match.over else [option.code for option in self.match.options(self.seat)]
        return {
            "observation": self.encoder.observation(self.match.state, self.seat),
            "action_mask": self.encoder.mask(codes),
        }

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat, "glory": list(self.match.game.glory(self.match.state))}

    def render(self) -> Any:
        """What a spectator sees."""
        return render(self.match.game, self.match.state, self.match.settings, self.render_mode)


if NAME not in registry:
    register(NAME, entry_point=f"{__name__}:{OneSeat.__name__}")
