"""A bot that a network was trained to be: it plays by numpy alone, whatever it was trained with.

A saved network is an `.npz` of numpy: `title` and `encoding` (the version) say what it reads; `hidden_0`, `bias_0`,
`hidden_1`, … are its layers, each followed by the positive part; `choices` and `bias_choices` give each choice a
weight. What an observation says is read as log(1 + number), so that Glory does not outshout everything else.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any

from drakkar.bots.bot import Advice, Bot, Budget
from drakkar.bots.roster import Settings
from drakkar.bots.thought import dice
from drakkar.core.errors import BadOptions
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.view import View
from drakkar.research.encode import Array, Encoder
from drakkar.research.extra import from_extra

with from_extra("research"):
    import numpy as np


class Net:
    """The layers, and how they weigh choices."""

    def __init__(self, title: str, version: int, layers: list[tuple[Array, Array]]) -> None:
        self.title = title
        self.version = version
        self.layers = layers

    def weights(self, observation: Array, codes: list[int]) -> Array:
        """How much the network likes each of these choices: nothing else is computed, nor what zeros would add."""
        places = np.flatnonzero(observation)
        signal: Array = np.log1p(observation[places].astype(np.float32))
        rows: Array | slice = places
        for matrix, bias in self.layers[:-1]:
            signal, rows = np.maximum(signal @ matrix[rows] + bias, 0.0), slice(None)
        matrix, bias = self.layers[-1]
        weights: Array = signal @ matrix[rows][:, codes] + bias[codes]
        return weights

    def save(self, path: str | Path) -> None:
        """Write it down."""
        *hidden, (choices, bias) = self.layers
        arrays: dict[str, Any] = {"title": self.title, "encoding": self.version}
        arrays |= {f"hidden_{at}": matrix for at, (matrix, _) in enumerate(hidden)}
        arrays |= {f"bias_{at}": bias for at, (_, bias) in enumerate(hidden)}
        np.savez(path, **arrays, choices=choices, bias_choices=bias)


def load(path: str | Path) -> Net:
    """A network that was saved; BadOptions if it is none, or reads another encoding."""
    try:
        with np.load(path, allow_pickle=False) as saved:
            depth = sum(name.startswith("hidden_") for name in saved.files)
            names = [(f"hidden_{at}", f"bias_{at}") for at in range(depth)] + [("choices", "bias_choices")]
            layers = [(saved[matrix], saved[bias]) for matrix, bias in names]
            net = Net(str(saved["title"]), int(saved["encoding"]), layers)
    except (OSError, KeyError, ValueError) as error:
        raise BadOptions(f"{path} is no saved network: {error}") from error
    encoder = Encoder(net.title)
    fits = layers[0][0].shape[0] == encoder.size and layers[-1][0].shape[1] == encoder.choices
    if net.version != encoder.encoding.version or not fits:
        raise BadOptions(f"{path} reads encoding {net.version} of {net.title}; this is {encoder.encoding.version}")
    return net


@lru_cache(maxsize=8)
def _loaded(path: str, _: int) -> tuple[Net, Encoder]:
    net = load(path)
    return net, Encoder(net.title)


class NetBot:
    """It takes what its network likes best; with `heat` it may take something else, the likelier the hotter."""

    def __init__(self, seed: int, net: Net, encoder: Encoder, heat: float) -> None:
        self.seed = seed
        self.net = net
        self.encoder = encoder
        self.heat = heat

    def choose(self, view: View, decision: Decision, budget: Budget | None = None) -> Choice:  # noqa: ARG002
        """It takes no time."""
        if view.title != self.net.title:
            raise BadOptions(f"this network plays {self.net.title}, not {view.title}")
        observation = self.encoder.observation(view.known, decision.seat)
        weights = self.net.weights(observation, [choice.code for choice in decision.options])
        if not self.heat:
            return decision.options[int(weights.argmax())]
        shares = np.exp((weights - weights.max()) / self.heat)
        return dice(self.seed, view, decision.seat).choices(decision.options, shares.tolist())[0]

    def explain(self, view: View, decision: Decision, budget: Budget | None = None) -> list[Advice]:  # noqa: ARG002
        """It has no words for it."""
        return []


def make(settings: Settings, seed: int) -> Bot:
    """`net:path=FILE` or `net:path=FILE,heat=0.5`."""
    path = settings.text("path")
    if not path:
        raise BadOptions("net: say which network: net:path=FILE")
    changed = Path(path).stat().st_mtime_ns if Path(path).exists() else 0
    net, encoder = _loaded(path, changed)
    return NetBot(seed, net, encoder, settings.number("heat", 0.0))
