"""A bot with a trained network: `net` has the one that comes with Drakkar, `net:file=FILE` any other.

The network is computed by numpy where it is installed, otherwise by the loops of net_loop.py; the results are the same.
"""

import importlib
from functools import lru_cache
from math import exp, log1p
from pathlib import Path
from typing import Any, Final, Protocol

from drakkar.bots.bot import Advice, Bot, Budget
from drakkar.bots.net_file import UNIT, NetFile, hidden_fields, number_places, read
from drakkar.bots.net_loop import LoopNet
from drakkar.bots.rollout import likelihoods, seeded_rng
from drakkar.bots.roster import Settings
from drakkar.core.encoding import Sheet
from drakkar.core.errors import BadArgument
from drakkar.core.excerpt import quoted
from drakkar.core.game import Game, find
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.vectors import Bytes, bytes_row
from drakkar.core.view import View

# The networks that come with Drakkar, one file per game.
WEIGHTS: Final = Path(__file__).parent / "weights"
# Which questions the bot draws an answer to from its policy, where it would otherwise take the best one.
DRAWS: Final = ("never", "sealed", "always")
# The argument of the logistic function is at least minus this, so that exp does not overflow.
LARGEST: Final = 50.0
LOGARITHMS: Final = [round(log1p(number) * UNIT) for number in range(256)]
# Modules that need more than drakkar does: `numpy` computes networks faster, `path` plays those saved by 0.2.0.
MODULES: Final[dict[str, str]] = {}


def install(numpy: str, path: str) -> None:
    """Register the modules that need more than drakkar does; they are imported on first use."""
    MODULES.update(numpy=numpy, path=path)


class Computer(Protocol):
    """Computes a network. The other methods start from `top`, or from `first` and `tops` for several observations."""

    def top(self, observation: Any, size: int) -> Any:
        """The signals of the last hidden layer."""

    def first(self, observation: Any, size: int) -> Any:
        """The part that must be computed before the observation is overwritten."""

    def tops(self, firsts: list[Any]) -> list[Any]:
        """The signals of the last hidden layer for each."""

    def weights(self, signal: Any, codes: list[int]) -> list[float]:
        """The weights of these choices."""

    def told(self, signal: Any) -> list[float]:
        """The estimates: the value, the lead, and a number for each seat's share of the win."""

    def secrets(self, signal: Any) -> list[float]:
        """A number for each thing that another seat may hide; none if the network does not estimate them."""


class Net:
    """A network, ready to be asked."""

    def __init__(self, net: NetFile, way: str = "") -> None:
        self.about = net.about
        self.game: Game[Any] = find(str(net.about["game"]))
        self.encoding = self.game.encoding()
        self.size: int = self.encoding.size
        self.row = bytes_row(self.size)
        self.sheet = Sheet(self.row, 0)
        self.computer = computer(net, number_places(self.encoding), way)
        # What each sight does not see.
        self.covers: dict[str, Bytes] = {}
        # Things of other fields than there are now could not be read.
        self.estimates_hidden: bool = net.secrets is not None and net.about.get("hidden") == hidden_fields(
            self.encoding
        )

    def look(self, known: Any, seat: int, sight: str = "") -> Any:
        """The signals for what a seat knows, or what it sees of it with a limited sight."""
        self.sheet.wipe()
        self.encoding.write(known, seat, self.sheet)
        if sight:
            self.sheet.cover(self.cover(sight))
        return self.computer.top(self.row, self.size)

    def cover(self, sight: str) -> Bytes:
        """What a sight does not see; BadArgument if the game has no such sight."""
        if sight not in self.covers:
            if sight not in self.game.sights:
                known = ", ".join(self.game.sights) or "none"
                raise BadArgument(f"{self.game.title} has no sight {quoted(sight)}; there are: {known}")
            self.covers[sight] = self.encoding.covered(self.game.sights[sight])
        return self.covers[sight]

    def looks(self, readers: list[tuple[Any, int]]) -> list[Any]:
        """The signals for several states, each with the seat that looks, computed together."""
        firsts = []
        for s, seat in readers:
            self.sheet.wipe()
            self.encoding.write(s, seat, self.sheet)
            firsts.append(self.computer.first(self.row, self.size))
        return self.computer.tops(firsts)

    def weights(self, known: Any, seat: int, codes: list[int], sight: str = "") -> list[float]:
        """The weights of these choices: a larger one is likelier."""
        return self.computer.weights(self.look(known, seat, sight), codes)

    def shares(self, known: Any, seat: int, seats: int) -> list[float]:
        """Each seat's expected share of the win, seat by seat."""
        return self.shares_of(self.look(known, seat), seat, seats)

    def shares_of(self, signal: Any, seat: int, seats: int) -> list[float]:
        """The same from the signals."""
        told = self.computer.told(signal)[2 : 2 + seats]
        raised = likelihoods(told, 1.0)
        total = sum(raised)
        return [raised[(other - seat) % seats] / total for other in range(seats)]

    def hidden(self, known: Any, seat: int) -> list[list[float]] | None:
        """How likely each of the other seats hides each thing, for each seat clockwise; None if it was not learned.

        The things are the fields of `encoding.hidden`, in their order.
        """
        if not self.estimates_hidden:
            return None
        found = [1 / (1 + exp(-max(-LARGEST, told))) for told in self.computer.secrets(self.look(known, seat))]
        size: int = self.encoding.hidden.size
        return [found[at * size : (at + 1) * size] for at in range(self.encoding.most_seats - 1)]


def computer(net: NetFile, numbers: list[int], way: str = "") -> Computer:
    """The fastest computer there is, or the one that is named: numpy or loop."""
    if way != "loop" and "numpy" in MODULES:
        try:
            made: Computer = importlib.import_module(MODULES["numpy"]).NumpyNet(net, LOGARITHMS, numbers)
        except ModuleNotFoundError:
            if way:
                raise
        else:
            return made
    return LoopNet(net, LOGARITHMS, numbers)


class NetBot:
    """Takes the choice with the highest weight, or draws one: the better it is, the likelier."""

    def __init__(self, seed: int, net: Net | None, draw: str, temperature: float, sight: str = "") -> None:
        self.seed = seed
        # None: the one of the game that is played.
        self.net = net
        self.draw = draw
        self.temperature = temperature
        self.sight = sight

    def choose(self, view: View, decision: Decision, budget: Budget | None = None) -> Choice:  # noqa: ARG002
        """The best choice, or one drawn by weight."""
        choices = decision.choices
        if len(choices) == 1:
            self.net_for(view)
            return choices[0]
        weights = self.weights(view, decision)
        best = max(weights)
        if not self.draws(decision):
            return choices[weights.index(best)]
        shares = [exp((weight - best) / self.temperature) for weight in weights]
        return seeded_rng(self.seed, view, decision.seat).choices(choices, shares)[0]

    def choice_shares(self, view: View, decision: Decision) -> list[float]:
        """How likely each choice is."""
        weights = self.weights(view, decision)
        best = max(weights)
        if not self.draws(decision):
            return [float(at == weights.index(best)) for at in range(len(weights))]
        shares = likelihoods(weights, self.temperature)
        total = sum(shares)
        return [share / total for share in shares]

    def draws(self, decision: Decision) -> bool:
        """Whether the answer is drawn."""
        return self.draw == "always" or (self.draw == "sealed" and decision.secret)

    def weights(self, view: View, decision: Decision) -> list[float]:
        """The weights of the choices."""
        codes = [choice.code for choice in decision.choices]
        return self.net_for(view).weights(view.known, decision.seat, codes, self.sight)

    def net_for(self, view: View) -> Net:
        """The network; BadArgument if it plays another game."""
        net = shipped(view.title) if self.net is None else self.net
        if view.title != net.game.title:
            raise BadArgument(f"this network plays {net.game.title}, not {view.title}")
        return net

    def explain(self, view: View, decision: Decision, budget: Budget | None = None) -> list[Advice]:  # noqa: ARG002
        """No estimates of single choices."""
        return []


@lru_cache(maxsize=8)
def _read(path: str, _: int) -> Net:
    return Net(read(Path(path)))


def load(path: str) -> Net:
    """The network of a file, read again if the file has changed."""
    file = Path(path)
    return _read(path, file.stat().st_mtime_ns if file.exists() else 0)


def shipped(title: str) -> Net:
    """The network of a game that comes with Drakkar."""
    path = WEIGHTS / f"{title}.net"
    if not path.exists():
        raise BadArgument(f"no network for {title} comes with Drakkar; name one: net:file=FILE")
    return load(str(path))


def _older(settings: Settings, seed: int) -> Bot:
    """A network that Drakkar 0.2.0 saved."""
    try:
        bot: Bot = importlib.import_module(MODULES["path"]).make(settings, seed)
    except ModuleNotFoundError as error:
        raise BadArgument(f"the bot net: {error}") from error
    return bot


def make(settings: Settings, seed: int) -> Bot:
    """`net`, `net:file=FILE`, `net:sight=NAME`, `net:draw=sealed` or `net:draw=always,temperature=0.5`."""
    if "path" in settings.left:
        return _older(settings, seed)
    path, draw = settings.text("file"), settings.text("draw") or DRAWS[0]
    if draw not in DRAWS:
        raise BadArgument(f"net: draw is one of {', '.join(DRAWS)}, not {quoted(draw)}")
    net = load(path) if path else None
    sight = settings.text("sight")
    if net is not None and sight:
        net.cover(sight)
    return NetBot(seed, net, draw, settings.number("temperature", 1.0), sight)
