"""OpenSpiel: importing this module registers every game with an encoding as `python_` plus its title.

Chance is explicit, one card at a time. Simultaneous choices are served one seat at a time; a sealed choice is not part
of other seats' information.
"""

from random import Random
from typing import Any, ClassVar

from drakkar.core.errors import BadArgument
from drakkar.core.game import Game, find, titles
from drakkar.research.encode import Array, Encoder
from drakkar.research.extra import from_extra
from drakkar.research.open_table import OpenTable
from drakkar.research.rewards import placement

with from_extra("research"):
    import numpy as np
    import pyspiel

# More choices than any match has, even a deliberately long one.
LONGEST = 10_000
# More draws than any match has: tokens, and three deals of eight cards to each of five seats.
MOST_DRAWS = 200
MOST_OUTCOMES = 64


def name_of(title: str) -> str:
    """The OpenSpiel name of a game."""
    return f"python_{title}"


def game_type(game: Game[Any]) -> Any:
    """The OpenSpiel description of a game."""
    return pyspiel.GameType(
        short_name=name_of(game.title),
        long_name=game.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.most_seats,
        min_num_players=game.fewest_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.fewest_seats},
    )


class SpielGame(pyspiel.Game):
    """A game for a number of `players`; the returns are `rewards.placement`."""

    title: ClassVar[str] = ""

    def __init__(self, params: dict[str, Any]) -> None:
        self.encoder = Encoder(self.title)
        game = self.encoder.game
        players = int(params.get("players", game.fewest_seats))
        self.first = OpenTable(self.title, game.side_numbers(players, None), game.resolve_rulings({}))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoder.choices,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(game), info, params)

    def new_initial_state(self) -> "SpielState":
        """The state before the first chance outcome."""
        return SpielState(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return load_again, (str(self),)

    def max_chance_nodes_in_history(self) -> int:
        """The maximum number of chance nodes."""
        return MOST_DRAWS

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """The observer that OpenSpiel asks for."""
        if params:
            raise BadArgument(f"an observer has no settings, so not: {params}")
        return Observer(self.encoder, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):
    """An `OpenTable`; OpenSpiel keeps the history itself."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.table = game.first.copy()

    def current_player(self) -> int:
        """Chance, a seat, or the terminal player."""
        if self.table.outcomes:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.table.over else self.table.seat

    def _legal_actions(self, _: int) -> list[int]:
        return self.table.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of the next draw, all equally likely."""
        outcomes = self.table.outcomes
        return [(outcome, 1.0 / outcomes) for outcome in range(outcomes)]

    def _apply_action(self, action: int) -> None:
        self.table.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw number {action}"
        return self.table.game.book.notation.spell(action, in_full=True)

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.table.over

    def returns(self) -> list[float]:
        """The placements, once the match is over."""
        table = self.table
        return placement(table.game.scores(table.state)) if table.over else [0.0] * len(table.sides)

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """A random state that the player could be in, for searches without hidden information."""
        other: SpielState = self.clone()
        other.table = self.table.elsewhere(player, Random(int(sampler() * 2**32)))
        return other

    def __str__(self) -> str:
        """All choices and outcomes so far, as numbers."""
        return f"{self.table.title} {' '.join(map(str, self.table.done))}"


class Observer:
    """What a player sees, as an array and as text.

    The array is the game's encoding, with or without perfect recall. The text is everything that the player remembers
    with perfect recall; the position as the player knows it without; and the position of a spectator for public
    information.
    """

    def __init__(self, encoder: Encoder, kind: Any) -> None:
        self.encoder = encoder
        self.remembers = kind.perfect_recall
        self.is_public = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.is_whole = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: Array | None = np.zeros(encoder.size, np.float32) if self.is_whole else None
        self.dict: dict[str, Array] = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the array."""
        if self.tensor is None:
            return
        if state.table.state is None:
            self.tensor.fill(0.0)
        else:
            self.tensor[:] = self.encoder.observation(state.table.state, player)

    def string_from(self, state: SpielState, player: int) -> str | None:
        """The text; None for private information alone."""
        table = state.table
        if not self.is_whole and not self.is_public:
            return None
        if table.state is None:
            return ""
        seat = None if self.is_public else player
        return table.told(player) if self.remembers and seat is not None else table.view(table.state, seat).position()


def load_again(words: str) -> Any:
    """The game with this OpenSpiel name, for unpickling; importing this module has registered it."""
    return pyspiel.load_game(words)


def _register(title: str) -> None:
    try:
        find(title).encoding()
    except BadArgument:
        return
    if name_of(title) not in pyspiel.registered_names():
        # A class, not a function: OpenSpiel releases the factory after Python has shut down.
        pyspiel.register_game(game_type(find(title)), type(name_of(title), (SpielGame,), {"title": title}))


for _title in titles():
    _register(_title)
