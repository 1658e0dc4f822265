"""The plan of a run: bots, table and number of games. The same plan gives the same games."""

import importlib
import importlib.util
import shlex
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from drakkar.analysis import has_network
from drakkar.arena.schedule import Fixture, fixtures
from drakkar.bots import make
from drakkar.core.chance import seed_from
from drakkar.core.errors import BadArgument
from drakkar.core.game import Value, default_title, find


@dataclass(frozen=True)
class Plan:
    """A run of the arena: `sides` by seat, `bots` as typed, `asked` the number of games requested.

    `modules` register bots of their own when they are imported. `adjusted`: luck is measured in each game.
    """

    title: str
    sides: list[int]
    rulings: dict[str, Value]
    bots: list[str]
    alone: bool
    seed: int
    asked: int
    modules: tuple[str, ...] = ()
    adjusted: bool = False

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.sides)

    @cached_property
    def names(self) -> list[str]:
        """Unique names of the bots: one that was given twice gets a number."""
        before = [self.bots[:at].count(bot) for at, bot in enumerate(self.bots)]
        return [f"{bot} ({times + 1})" if times else bot for bot, times in zip(self.bots, before, strict=True)]

    @cached_property
    def side_names(self) -> list[str]:
        """The sides by seat."""
        return [find(self.title).sides[side] for side in self.sides]

    def fixtures(self) -> list[Fixture]:
        """All games, in order; computed on each call, so that a plan stays small when sent to another process."""
        return fixtures(len(self.bots), self.seats, self.alone, self.asked)

    def check(self) -> None:
        """Raise BadArgument for a plan that cannot be played, before the first game."""
        self.import_modules()
        if not self.bots:
            raise BadArgument("name at least one bot, for example: drakkar arena random --games 20")
        for bot in self.bots:
            make(bot, 0, find(self.title))
        if importlib.util.find_spec("openskill") is None:
            raise BadArgument("the ratings need openskill: ./play installs it, and so does `pip install openskill`")
        if self.adjusted and not has_network(self.title):
            name = find(self.title).name or self.title
            raise BadArgument(f"--adjusted needs a network that reads chances, and none for {name} comes with Drakkar")
        if self.alone and len(self.bots) < 2:
            raise BadArgument("--alone needs two bots or more: the one to measure, then its opponents")

    def import_modules(self) -> None:
        """Register the bots of the modules, in every process that plays games."""
        for module in self.modules:
            try:
                importlib.import_module(module)
            except ImportError as error:
                raise BadArgument(f"--module {module}: {error}") from error

    def deal_seed(self, deal: int) -> int:
        """The seed of a deal; the same for every line-up."""
        return seed_from(f"drakkar arena deal {self.seed} {deal}")

    def bot_seed(self, game: int, seat: int) -> int:
        """The seed of the bot in a seat, independent of the process that plays the game."""
        return seed_from(f"drakkar arena bot {self.seed} {game} {seat}")

    def command(self) -> str:
        """The command that plays the same run."""
        words = ["drakkar", "arena", *self.bots, "--players", str(self.seats), "--games", str(self.asked)]
        words += ["--alone"] if self.alone else []
        words += ["--adjusted"] if self.adjusted else []
        words += [word for module in self.modules for word in ("--module", module)]
        words += ["--seed", str(self.seed)] if self.seed else []
        if self.title != default_title():
            words += ["--game", self.title]
        if self.sides != list(range(self.seats)):
            words += ["--sides", ",".join(self.side_names)]
        unusual = find(self.title).unusual_rulings(self.rulings)
        return shlex.join(
            words + [word for name in unusual for word in ("--ruling", f"{name}={_typed(unusual[name])}")]
        )

    def to_json(self) -> dict[str, Any]:
        """The plan as plain data: everything that must be equal for a run to be the same run."""
        modules = {"modules": list(self.modules)} if self.modules else {}
        adjusted = {"adjusted": True} if self.adjusted else {}
        return {
            "game": self.title,
            "rules": find(self.title).rules_version,
            "sides": self.side_names,
            "rulings": self.rulings,
            "bots": self.bots,
            "alone": self.alone,
            "seed": self.seed,
            "games": len(self.fixtures()),
            **modules,
            **adjusted,
        }


def _typed(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
