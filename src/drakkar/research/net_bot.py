"""A bot with a trained network. It needs only numpy, whatever the network was trained with.

A saved network is an `.npz` of numpy: `title` and `encoding` (the version) name its input, `drakkar` the version that
saved it; `hidden_0`, `bias_0`, `hidden_1`, … are its layers, each followed by a ReLU; `choices` and `bias_choices` give
each choice a weight. Observations are read as log(1 + number), so that a score does not dominate all other inputs.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any

from drakkar.bots.bot import Advice, Bot, Budget
from drakkar.bots.rollout import seeded_rng
from drakkar.bots.roster import Settings
from drakkar.core.errors import BadArgument, WrongVersion
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.version import VERSION, other_version
from drakkar.core.view import View
from drakkar.research.encode import Array, Encoder
from drakkar.research.extra import from_extra

with from_extra("research"):
    import numpy as np


class Net:
    """The layers of a network."""

    def __init__(self, title: str, version: int, layers: list[tuple[Array, Array]], drakkar: str = VERSION) -> None:
        self.title = title
        self.version = version
        self.layers = layers
        # The Drakkar that saved it; empty before 0.2.0.
        self.drakkar = drakkar

    def weights(self, observation: Array, codes: list[int]) -> Array:
        """The weights of these choices only; zero inputs are skipped."""
        places = np.flatnonzero(observation)
        signal: Array = np.log1p(observation[places].astype(np.float32))
        rows: Array | slice = places
        for matrix, bias in self.layers[:-1]:
            signal, rows = np.maximum(signal @ matrix[rows] + bias, 0.0), slice(None)
        matrix, bias = self.layers[-1]
        weights: Array = signal @ matrix[rows][:, codes] + bias[codes]
        return weights

    def save(self, path: str | Path) -> None:
        """Write the network to a file."""
        *hidden, (choices, bias) = self.layers
        arrays: dict[str, Any] = {"title": self.title, "encoding": self.version, "drakkar": VERSION}
        arrays |= {f"hidden_{at}": matrix for at, (matrix, _) in enumerate(hidden)}
        arrays |= {f"bias_{at}": bias for at, (_, bias) in enumerate(hidden)}
        np.savez(path, **arrays, choices=choices, bias_choices=bias)


def load(path: str | Path) -> Net:
    """A saved network; BadArgument if the file is not one, WrongVersion if it is for another encoding."""
    try:
        with np.load(path, allow_pickle=False) as saved:
            depth = sum(name.startswith("hidden_") for name in saved.files)
            names = [(f"hidden_{at}", f"bias_{at}") for at in range(depth)] + [("choices", "bias_choices")]
            layers = [(saved[matrix], saved[bias]) for matrix, bias in names]
            drakkar = str(saved["drakkar"]) if "drakkar" in saved.files else ""
            net = Net(str(saved["title"]), int(saved["encoding"]), layers, drakkar)
    except (OSError, KeyError, ValueError) as error:
        raise BadArgument(f"{path} is not a saved network: {error}") from error
    encoder = Encoder(net.title)
    fits = layers[0][0].shape[0] == encoder.size and layers[-1][0].shape[1] == encoder.choices
    if net.version != encoder.encoding.version:
        what, known = f"{path} is a network for encoding", f"encoding {encoder.encoding.version} of {net.title}"
        raise WrongVersion(other_version(what, str(net.version), net.drakkar, known))
    if not fits:
        raise BadArgument(f"{path} has {layers[0][0].shape[0]} inputs and {layers[-1][0].shape[1]} choices")
    return net


@lru_cache(maxsize=8)
def _loaded(path: str, _: int) -> tuple[Net, Encoder]:
    net = load(path)
    return net, Encoder(net.title)


class NetBot:
    """Takes the choice with the highest weight; with `heat`, the sampling temperature, it may take others."""

    def __init__(self, seed: int, net: Net, encoder: Encoder, heat: float) -> None:
        self.seed = seed
        self.net = net
        self.encoder = encoder
        self.heat = heat

    def choose(self, view: View, decision: Decision, budget: Budget | None = None) -> Choice:  # noqa: ARG002
        """The best choice, or one sampled by weight."""
        if view.title != self.net.title:
            raise BadArgument(f"this network plays {self.net.title}, not {view.title}")
        observation = self.encoder.observation(view.known, decision.seat)
        weights = self.net.weights(observation, [choice.code for choice in decision.choices])
        if not self.heat:
            return decision.choices[int(weights.argmax())]
        shares = np.exp((weights - weights.max()) / self.heat)
        return seeded_rng(self.seed, view, decision.seat).choices(decision.choices, shares.tolist())[0]

    def explain(self, view: View, decision: Decision, budget: Budget | None = None) -> list[Advice]:  # noqa: ARG002
        """No estimates."""
        return []


def make(settings: Settings, seed: int) -> Bot:
    """`net:path=FILE` or `net:path=FILE,heat=0.5`."""
    path = settings.text("path")
    if not path:
        raise BadArgument("net: name the network: net:path=FILE")
    changed = Path(path).stat().st_mtime_ns if Path(path).exists() else 0
    net, encoder = _loaded(path, changed)
    return NetBot(seed, net, encoder, settings.number("heat", 0.0))
