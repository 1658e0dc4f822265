"""The learner in numpy, with the gradients by hand: for tests, and for training small networks without PyTorch."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drakkar.train.advantages import Advantages
from drakkar.train.learner import Kept, Lesson, Round, Segment
from drakkar.train.network import NUMBER_UNIT, Weights, block_names, blocks_of
from drakkar.train.options import Options
from drakkar.train.sealed import drawn_choices
from drakkar.train.shape import Shape
from drakkar.train.shared import Shared

Array = NDArray[Any]

CLOSED: Final = np.float32(-1e9)
MEMORY: Final = (0.9, 0.98)
TINY: Final = 1e-5
LOGARITHMS: Final = np.log1p(np.arange(256, dtype=np.float32))


class Batch(NamedTuple):
    """Decisions to learn from, one per row; `targets` are for the estimates, `hidden` is what the others hide."""

    observations: Array
    masks: Array
    choices: Array
    likelihoods: Array
    advantages: Array
    targets: Array
    hidden: Array


class Signals(NamedTuple):
    """What a pass through the network leaves for the way back."""

    inputs: Array
    layers: list[Array]
    blocks: list[Array]
    policy: Array
    estimates: Array


def inputs_of(observations: Array, shape: Shape) -> Array:
    """The inputs of the first layer."""
    inputs = np.zeros((len(observations), shape.inputs), np.float32)
    inputs[:, : shape.row] = LOGARITHMS[observations]
    inputs[:, shape.row : shape.row + len(shape.numbers)] = observations[:, list(shape.numbers)] / NUMBER_UNIT
    return inputs


def forward(weights: Weights, inputs: Array) -> Signals:
    """The whole network."""
    layers, blocks = [np.maximum(inputs @ weights["first"] + weights["first_bias"], 0)], []
    for name in block_names(blocks_of(weights)):
        blocks.append(np.maximum(layers[-1] @ weights[name] + weights[f"{name}_bias"], 0))
        layers.append(layers[-1] + blocks[-1])
    policy = layers[-1] @ weights["policy"] + weights["policy_bias"]
    estimates = layers[-1] @ weights["estimates"] + weights["estimates_bias"]
    return Signals(inputs, layers, blocks, policy, estimates)


def backward(weights: Weights, signals: Signals, heads: Weights) -> Weights:
    """The gradients, from those of the outputs of all last layers."""
    top = signals.layers[-1]
    slopes: Weights = {}
    slope = np.zeros_like(top)
    for name, outputs in heads.items():
        slopes[name], slopes[f"{name}_bias"] = top.T @ outputs, outputs.sum(0)
        slope = slope + outputs @ weights[name].T
    for at, name in reversed(list(enumerate(block_names(len(signals.blocks))))):
        inner = slope * (signals.blocks[at] > 0)
        slopes[name], slopes[f"{name}_bias"] = signals.layers[at].T @ inner, inner.sum(0)
        slope = slope + inner @ weights[name].T
    slope = slope * (signals.layers[0] > 0)
    return slopes | {"first": signals.inputs.T @ slope, "first_bias": slope.sum(0)}


def shares_of(estimates: Array, seats: int) -> Array:
    """The shares of the win as numbers that add up to 1."""
    raised = np.exp(estimates[:, 2 : 2 + seats] - estimates[:, 2 : 2 + seats].max(1, keepdims=True))
    shares: Array = raised / raised.sum(1, keepdims=True)
    return shares


def hidden_slopes(weights: Weights, top: Array, hidden: Array, shape: Shape) -> tuple[Array, float]:
    """The slopes of the log-loss of all that one seat hides, and that loss."""
    logits = top @ weights["hidden"] + weights["hidden_bias"]
    slopes, size = np.zeros_like(logits), len(hidden) * shape.others
    logits = logits[:, : shape.hidden]
    slopes[:, : shape.hidden] = (1 / (1 + np.exp(-logits)) - hidden) / size
    return slopes, float((np.logaddexp(0, logits) - hidden * logits).sum() / size)


def base_rate_loss(shares: Array, others: int) -> float:
    """The log-loss of a forecast by base rates alone."""
    likely = np.clip(shares, 1e-9, 1 - 1e-9)
    return -float((shares * np.log(likely) + (1 - shares) * np.log(1 - likely)).sum()) / others


def gradients(
    weights: Weights, batch: Batch, options: Options, shape: Shape, entropy: float
) -> tuple[Weights, list[float]]:
    """The slopes of the loss, and: the error of the value, entropy, divergence, the clipped part, hidden log-loss."""
    signals = forward(weights, inputs_of(batch.observations, shape))
    rows, size = np.arange(len(batch.choices)), len(batch.choices)
    policy = np.where(batch.masks > 0, signals.policy, CLOSED)
    policy = policy - policy.max(1, keepdims=True)
    logs = policy - np.log(np.exp(policy).sum(1, keepdims=True))
    likely = np.exp(logs)
    undecided = -(likely * np.where(batch.masks > 0, logs, 0)).sum(1)
    ratio = np.exp(logs[rows, batch.choices] - batch.likelihoods)
    limited = np.clip(ratio, 1 - options.clip, 1 + options.clip)
    counts = ratio * batch.advantages <= limited * batch.advantages
    pull = np.where(counts, ratio * batch.advantages, 0)
    slope = likely * pull[:, None] + entropy * likely * (np.maximum(logs, CLOSED) + undecided[:, None])
    slope[rows, batch.choices] -= pull
    told = np.zeros_like(signals.estimates)
    errors = signals.estimates[:, :2] - batch.targets[:, :2]
    told[:, 0] = 2 * options.for_value * errors[:, 0]
    told[:, 1] = 2 * options.for_lead * errors[:, 1]
    shares = shares_of(signals.estimates, shape.seats)
    told[:, 2 : 2 + shape.seats] = options.for_shares * (shares - batch.targets[:, 2:])
    stats = [float((errors[:, 0] ** 2).mean()), float(undecided.mean()), float((ratio - 1 - np.log(ratio)).mean())]
    hidden, surprise = hidden_slopes(weights, signals.layers[-1], batch.hidden, shape)
    stats += [float((np.abs(ratio - 1) > options.clip).mean()), surprise]
    heads = {"policy": slope / size, "estimates": told / size, "hidden": hidden * options.for_hidden}
    return backward(weights, signals, heads), stats


class Adam:
    """Adam with a limit on the length of a step's gradient."""

    def __init__(self, weights: Weights) -> None:
        self.means = {name: np.zeros_like(matrix) for name, matrix in weights.items()}
        self.squares = {name: np.zeros_like(matrix) for name, matrix in weights.items()}
        self.steps = 0

    def step(self, weights: Weights, slopes: Weights, rate: float, largest: float) -> None:
        """Change the weights in place."""
        self.steps += 1
        length = float(np.sqrt(sum(float((slope**2).sum()) for slope in slopes.values())))
        scale = min(1.0, largest / (length + 1e-6))
        for name, matrix in weights.items():
            slope = slopes[name] * scale
            mean, square = self.means[name], self.squares[name]
            mean += (1 - MEMORY[0]) * (slope - mean)
            square += (1 - MEMORY[1]) * (slope * slope - square)
            root = np.sqrt(square / (1 - MEMORY[1] ** self.steps)) + TINY
            np.subtract(matrix, (rate / (1 - MEMORY[0] ** self.steps) * mean / root).astype(np.float32), out=matrix)


class NumpyPlayer:
    """It makes choices, and keeps what learning needs of each: a row."""

    def __init__(self, options: Options, shape: Shape, shared: Shared, weights: Weights, rows: int, seed: Any) -> None:
        self.options = options
        self.shape = shape
        self.shared = shared
        self.rng = np.random.default_rng(seed)
        self.drawn = drawn_choices(options.exploit_draw, shape)
        size = min(options.round, options.all_groups) * options.tables
        self.rounds = [Round(np.zeros(size, np.int64), np.zeros(size, np.bool_), np.zeros(size, np.int32))]
        self.observations = np.zeros((rows, shape.row), np.uint8)
        self.masks = np.zeros((rows, shape.menu), np.uint8)
        self.hidden = np.zeros((rows, shape.hidden), np.uint8)
        self.choices = np.zeros(rows, np.int64)
        self.likelihoods = np.zeros(rows, np.float32)
        self.estimates = np.zeros((rows, shape.estimates), np.float32)
        self.playing = self.opponent = weights

    def launch(self, a_round: Round) -> None:
        """Make the choices."""
        size = len(a_round.groups) * self.options.tables
        rows, old = a_round.rows[:size], a_round.old[:size]
        observations = self.shared.observations[a_round.groups].reshape(size, -1)
        masks = self.shared.masks[a_round.groups].reshape(size, -1)
        inputs = inputs_of(observations, self.shape)
        signals = forward(self.playing, inputs)
        policy = signals.policy
        if old.any():
            policy[old] = forward(self.opponent, inputs[old]).policy
        policy = np.where(masks > 0, policy, CLOSED)
        noise = self.rng.gumbel(size=policy.shape)
        if self.options.exploit:
            noise[old & ~((masks > 0) & self.drawn).any(1)] = 0
        choices = (policy + noise).argmax(1)
        best = policy.max(1)
        chosen = policy[np.arange(size), choices]
        self.observations[rows], self.masks[rows], self.choices[rows] = observations, masks, choices
        self.hidden[rows] = self.shared.hidden[a_round.groups].reshape(size, -1)[:, : self.shape.hidden]
        self.likelihoods[rows] = chosen - best - np.log(np.exp(policy - best[:, None]).sum(1))
        self.estimates[rows, :2] = signals.estimates[:, :2]
        self.estimates[rows, 2:] = shares_of(signals.estimates, self.shape.seats)
        a_round.choices[:size] = choices


class NumpyLearner(NumpyPlayer):
    """Everything at once, in this process."""

    def __init__(
        self, options: Options, shape: Shape, shared: Shared, weights: Weights, frozen: Weights | None = None
    ) -> None:
        self.learned = {name: matrix.copy() for name, matrix in weights.items()}
        rows = 2 * options.steps * options.all_groups * options.tables
        super().__init__(options, shape, shared, self.weights(), rows, options.seed)
        self.opponent = frozen or self.playing
        self.adam = Adam(self.learned)
        self.pool: list[Weights] = []

    def is_back(self, a_round: Round) -> bool:  # noqa: ARG002 - launching waits
        """Always."""
        return True

    def is_free(self) -> bool:
        """Always."""
        return True

    def keep(self, part: int, kept: Kept) -> None:
        """Take over what another process kept."""
        size = len(kept.choices)
        for name, array in kept._asdict().items():
            getattr(self, name)[part * size : (part + 1) * size] = array

    def learn(self, segment: Segment, rate: float, entropy: float) -> Iterator[Lesson | None]:
        """Advantages, then updates in random order."""
        steps, tables = segment.seats.shape
        part = slice(segment.part * steps * tables, (segment.part + 1) * steps * tables)
        values = self.estimates[part].reshape(steps, tables, -1)
        found = Advantages(np, segment.ended, segment.results, segment.seats, values)
        for _ in found.compute(self.options.decay):
            pass
        masks = self.masks[part]
        use = np.flatnonzero((found.known & (segment.old == 0)).reshape(-1) & (masks.sum(1, dtype=np.int32) > 1))
        gains = found.gains.reshape(-1, self.shape.estimates)
        targets = gains + self.estimates[part]
        mean, spread = gains[use, 0].mean(), gains[use, 0].std() + 1e-6
        explained = 1 - gains[use, 0].var() / (targets[use, 0].var() + 1e-9)
        stats, updates = np.zeros(5), 0
        for _ in range(self.options.epochs):
            order = self.rng.permutation(use)
            for rows in np.array_split(order, max(1, len(order) // self.options.batch)):
                at = rows + part.start
                judged = (gains[rows, 0] - mean) / spread
                batch = Batch(
                    self.observations[at],
                    self.masks[at],
                    self.choices[at],
                    self.likelihoods[at],
                    judged,
                    targets[rows],
                    self.hidden[at],
                )
                slopes, told = gradients(self.learned, batch, self.options, self.shape, entropy)
                self.adam.step(self.learned, slopes, rate, self.options.largest_step)
                stats += told
                updates += 1
                yield None
        error, undecided, divergence, clipped, hidden = (stats / updates).tolist()
        base = base_rate_loss(self.hidden[use + part.start].mean(0), self.shape.others)
        yield Lesson(len(use), updates, error, undecided, divergence, clipped, float(explained), hidden, base)

    def adopt(self) -> None:
        """Play with what was learned."""
        self.playing = self.weights()

    def remember(self, weights: Weights | None = None) -> None:
        """Add to the pool."""
        self.pool.append(weights or self.weights())

    def oppose(self, which: int) -> None:
        """Choose from the pool."""
        self.opponent = self.pool[which]

    def pool_size(self) -> int:
        """The size of the pool."""
        return len(self.pool)

    def weights(self) -> Weights:
        """A copy of the network."""
        return {name: matrix.copy() for name, matrix in self.learned.items()}
