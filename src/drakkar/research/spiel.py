"""OpenSpiel: every game with an encoding, registered as `python_` and its title when this module is imported.

Chance is explicit, one card at a time. Choices that the rules take at the same time are served one seat at a time; what
a seat has sealed is in no other seat's information.
"""

from random import Random
from typing import Any, ClassVar

from drakkar.core.errors import BadOptions
from drakkar.core.game import Game, find, titles
from drakkar.research.encode import Array, Encoder
from drakkar.research.extra import from_extra
from drakkar.research.open_table import OpenTable
from drakkar.research.rewards import placement

with from_extra("research"):
    import numpy as np
    import pyspiel

# More choices than a match has, even one that is played to be long.
LONGEST = 10_000
# More draws than a match has: tokens, and three deals of eight cards to each of five seats.
MOST_DRAWS = 200
MOST_OUTCOMES = 64


def name_of(title: str) -> str:
    """What OpenSpiel calls a game."""
    return f"python_{title}"


def game_type(game: Game[Any]) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
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
    """A game for so many `players`; what it returns is the place of each, as `rewards.placement` tells it."""

    title: ClassVar[str] = ""

    def __init__(self, params: dict[str, Any]) -> None:
        self.encoder = Encoder(self.title)
        game = self.encoder.game
        players = int(params.get("players", game.fewest_seats))
        self.first = OpenTable(self.title, game.clan_numbers(players, None), game.settings({}))
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
        """The very beginning: chance lays the first token."""
        return SpielState(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return load_again, (str(self),)

    def max_chance_nodes_in_history(self) -> int:
        """How often chance decides at most."""
        return MOST_DRAWS

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """Who looks at states for OpenSpiel."""
        if params:
            raise BadOptions(f"an observer has no settings, so not: {params}")
        return Observer(self.encoder, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):
    """A table; OpenSpiel keeps the history beside it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.table = game.first.copy()

    def current_player(self) -> int:
        """Chance, a seat, or nobody any more."""
        if self.table.outcomes:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.table.over else self.table.seat

    def _legal_actions(self, _: int) -> list[int]:
        return self.table.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Which of what is left is drawn: all alike."""
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
        """The places, once it is over."""
        table = self.table
        return placement(table.game.glory(table.state)) if table.over else [0.0] * len(table.clans)

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """A state that the player could just as well be in: for searches that do not peek."""
        other: SpielState = self.clone()
        other.table = self.table.elsewhere(player, Random(int(sampler() * 2**32)))
        return other

    def __str__(self) -> str:
        """Everything that has been decided so far, by its numbers."""
        return f"{self.table.title} {' '.join(map(str, self.table.done))}"


class Observer:
    """What a player sees: as an array, and in words.

    The array is the game's encoding, with and without perfect recall the same. The words are, with perfect recall, all
    that the player remembers; without, the position as it knows it; and of what is public, that of a spectator.
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
        """Say the words; there are none for what is private alone."""
        table = state.table
        if not self.is_whole and not self.is_public:
            return None
        if table.state is None:
            return ""
        seat = None if self.is_public else player
        return table.told(player) if self.remembers and seat is not None else table.view(table.state, seat).position()


def load_again(words: str) -> Any:
    """The game that OpenSpiel calls so; whoever reads this has registered it."""
    return pyspiel.load_game(words)


def _register(title: str) -> None:
    try:
        find(title).encoding()
    except BadOptions:
        return
    if name_of(title) not in pyspiel.registered_names():
        # A class, not a function: OpenSpiel lets go of what makes a game when Python is gone already.
        pyspiel.register_game(game_type(find(title)), type(name_of(title), (SpielGame,), {"title": title}))


for _title in titles():
    _register(_title)
