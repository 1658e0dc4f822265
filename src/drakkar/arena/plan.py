"""What is to be played: which bots, at which table, how often. The same plan is the same games."""

import importlib.util
import shlex
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from drakkar.arena.schedule import Fixture, fixtures
from drakkar.bots import make
from drakkar.core.chance import seed_from
from drakkar.core.errors import BadOptions
from drakkar.core.game import Value, find, titles


@dataclass(frozen=True)
class Plan:
    """A run of the arena; `clans` are by seat, `bots` as they were named, `asked` is how many games were wished for."""

    title: str
    clans: list[int]
    settings: dict[str, Value]
    bots: list[str]
    alone: bool
    seed: int
    asked: int

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.clans)

    @cached_property
    def names(self) -> list[str]:
        """The bots as they are told apart: one that was named twice gets a number."""
        before = [self.bots[:at].count(bot) for at, bot in enumerate(self.bots)]
        return [f"{bot} ({times + 1})" if times else bot for bot, times in zip(self.bots, before, strict=True)]

    @cached_property
    def clan_names(self) -> list[str]:
        """The clans by seat."""
        return [find(self.title).clans[clan] for clan in self.clans]

    def fixtures(self) -> list[Fixture]:
        """All games, in order; made anew each time, so that a plan stays small on its way to another process."""
        return fixtures(len(self.bots), self.seats, self.alone, self.asked)

    def check(self) -> None:
        """Refuse a plan that cannot be played, before the first game."""
        if not self.bots:
            raise BadOptions("who is to play? name at least one bot, for example: drakkar arena random --games 20")
        for bot in self.bots:
            make(bot, 0, find(self.title))
        if importlib.util.find_spec("openskill") is None:
            raise BadOptions("the ratings need openskill: ./play installs it, and so does `pip install openskill`")
        if self.alone and len(self.bots) < 2:
            raise BadOptions("--alone wants two bots or more: the one to be measured, then those around it")

    def deal_seed(self, deal: int) -> int:
        """The seed of the cards: the same for every line-up."""
        return seed_from(f"drakkar arena deal {self.seed} {deal}")

    def bot_seed(self, game: int, seat: int) -> int:
        """The seed of whoever sits there: no matter on which process the game is played."""
        return seed_from(f"drakkar arena bot {self.seed} {game} {seat}")

    def command(self) -> str:
        """The words that play it again."""
        words = ["drakkar", "arena", *self.bots, "--players", str(self.seats), "--games", str(self.asked)]
        words += ["--alone"] if self.alone else []
        words += ["--seed", str(self.seed)] if self.seed else []
        if self.title != titles()[0]:
            words += ["--game", self.title]
        if self.clans != list(range(self.seats)):
            words += ["--clans", ",".join(self.clan_names)]
        usual = find(self.title).settings({})
        unusual = {name: value for name, value in self.settings.items() if value != usual[name]}
        return shlex.join(
            words + [word for name in unusual for word in ("--option", f"{name}={_typed(unusual[name])}")]
        )

    def to_json(self) -> dict[str, Any]:
        """As plain data: everything that must be equal for a run to be the same run."""
        return {
            "game": self.title,
            "rules": find(self.title).rules_version,
            "clans": self.clan_names,
            "options": self.settings,
            "bots": self.bots,
            "alone": self.alone,
            "seed": self.seed,
            "games": len(self.fixtures()),
        }


def _typed(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
