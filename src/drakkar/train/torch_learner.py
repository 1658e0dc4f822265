"""The learner in PyTorch, on a GPU or the CPU.

On a GPU, everything about the rollout stays there; a round of inference is a CUDA graph on a stream with priority, and
learning runs beside it on another stream.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final

import numpy as np
import torch

from drakkar.train.advantages import Advantages
from drakkar.train.learner import Kept, Lesson, Round, Segment
from drakkar.train.network import NUMBER_UNIT, Weights, block_names, blocks_of
from drakkar.train.numpy_learner import base_rate_loss
from drakkar.train.options import Options
from drakkar.train.sealed import drawn_choices
from drakkar.train.shape import Shape
from drakkar.train.shared import Shared

Tensors = dict[str, Any]

CLOSED: Final = -1e9
# Bytes of a row are moved as numbers of eight bytes.
WORD: Final = 8
# Pieces of learning between which rounds can be launched: this many moments of the advantages each.
MOMENTS: Final = 32


def read_inputs(observations: Any, numbers: Any, padding: int, kind: Any) -> Any:
    """The inputs of the first layer."""
    logs = torch.log1p(observations.to(kind))
    plain = observations.index_select(1, numbers).to(kind) / NUMBER_UNIT
    return torch.cat([logs, plain, plain.new_zeros((len(plain), padding))], 1)


def layer(weights: Tensors, name: str, signal: Any) -> Any:
    """The outputs of one layer."""
    return torch.addmm(weights[f"{name}_bias"], signal, weights[name])


def forward(weights: Tensors, inputs: Any, blocks: int) -> tuple[Any, Any, Any]:
    """The weights of all choices, the estimates, and the signals that all last layers read."""
    signal = torch.relu(layer(weights, "first", inputs))
    for name in block_names(blocks):
        signal = signal + torch.relu(layer(weights, name, signal))
    return layer(weights, "policy", signal), layer(weights, "estimates", signal).float(), signal


class TorchLearner:
    """The network, its optimiser, the rollout and the pool, all on one device."""

    def __init__(
        self, options: Options, shape: Shape, shared: Shared, weights: Weights, frozen: Weights | None = None
    ) -> None:
        self.options = options
        self.shape = shape
        self.cuda = options.device == "cuda"
        self.device = torch.device(options.device)
        self.kind = torch.bfloat16 if self.cuda else torch.float32
        self.blocks = blocks_of(weights)
        torch.manual_seed(options.seed)
        # The actors need their cores; more threads than cores left would wait for one another.
        torch.set_num_threads(1 if self.cuda else max(1, (os.cpu_count() or 1) - options.actors))
        self.learned = {name: self.there(matrix).clone().requires_grad_() for name, matrix in weights.items()}
        self.adam = torch.optim.Adam(
            list(self.learned.values()), lr=options.rate, eps=1e-5, betas=(0.9, 0.98), fused=self.cuda
        )
        self.playing = self.frozen()
        self.opponent = self.frozen() if frozen is None else self.there_all(frozen)
        self.opponent_blocks = blocks_of(weights if frozen is None else frozen)
        self.pool: list[Tensors] = []
        self.numbers = self.there(np.array(shape.numbers or (0,), np.int64))
        self.padding = shape.inputs - shape.row - len(self.numbers)
        self.drawn = self.there(drawn_choices(options.exploit_draw, shape)) if options.exploit else None
        self.make_rollout()
        self.memory = [torch.from_numpy(array) for array in (shared.observations, shared.masks, shared.hidden)]
        self.rounds = [self.make_round() for _ in range(2 if self.cuda else 1)]
        self.events: dict[int, Any] = {}
        self.learning: Any = None
        self.graph: Any = None
        self.fast: Any = None
        self.slow: Any = None
        if self.cuda:
            self.set_up_cuda(shared)

    def there(self, array: Any) -> Any:
        """An array on the device."""
        return torch.from_numpy(np.ascontiguousarray(array)).to(self.device)

    def there_all(self, weights: Weights) -> Tensors:
        """A network to play with on the device."""
        return {name: self.there(matrix).to(self.kind) for name, matrix in weights.items()}

    def frozen(self) -> Tensors:
        """A copy of the network to play with."""
        return {name: matrix.detach().to(self.kind, copy=True) for name, matrix in self.learned.items()}

    # --- Memory

    def make_rollout(self) -> None:
        """Two segments, and one row that belongs to no table."""
        options, shape, device = self.options, self.shape, self.device
        self.size = options.steps * options.all_groups * options.tables
        rows = 2 * self.size + 1
        self.observations = torch.zeros((rows, shape.row // WORD), dtype=torch.int64, device=device)
        self.masks = torch.zeros((rows, shape.menu // WORD), dtype=torch.int64, device=device)
        self.hidden = torch.zeros((rows, shape.truth // WORD), dtype=torch.int64, device=device)
        self.counts = torch.zeros(rows, dtype=torch.int32, device=device)
        self.choices = torch.zeros(rows, dtype=torch.int64, device=device)
        self.likelihoods = torch.zeros(rows, device=device)
        self.estimates = torch.zeros((rows, shape.estimates), device=device)
        tables = min(options.round, options.all_groups) * options.tables
        self.seen = torch.zeros((tables, shape.row), dtype=torch.uint8, device=device)
        self.open = torch.ones((tables, shape.menu), dtype=torch.uint8, device=device)
        self.truth = torch.zeros((tables, shape.truth), dtype=torch.uint8, device=device)
        self.rows = torch.full((tables,), rows - 1, dtype=torch.int64, device=device)
        self.old = torch.zeros(tables, dtype=torch.bool, device=device)
        self.chosen = torch.zeros(tables, dtype=torch.int32, device=device)
        # How often each hidden thing was there in this lesson.
        self.found = torch.zeros(shape.hidden, device=device)

    def make_round(self) -> Round:
        """A round whose arrays the GPU can read while we go on."""
        kinds = (torch.int64, torch.bool, torch.int32)
        tensors = [torch.zeros(len(self.rows), dtype=kind, pin_memory=self.cuda) for kind in kinds]
        return Round(*(tensor.numpy() for tensor in tensors))

    def set_up_cuda(self, shared: Shared) -> None:
        """Pin the shared memory, and record a round as a graph; either may fail, which costs speed alone."""
        whole = np.frombuffer(shared.memory, np.uint8)
        cudart = torch.cuda.cudart()
        code = cudart.cudaHostRegister(whole.ctypes.data, whole.nbytes, 0)
        if code != cudart.cudaError.success:
            print(f"drakkar: the shared memory is not pinned ({code}); copies are slower", flush=True)
        self.fast, self.slow = torch.cuda.Stream(priority=-5), torch.cuda.Stream(priority=0)
        for stream in (self.fast, self.slow):
            stream.wait_stream(torch.cuda.current_stream())
        with torch.no_grad(), torch.cuda.stream(self.fast):
            for _ in range(3):
                self.infer()
        torch.cuda.synchronize()
        try:
            graph = torch.cuda.CUDAGraph()
            with torch.no_grad(), torch.cuda.graph(graph, stream=self.fast):
                self.infer()
            self.graph = graph
        except RuntimeError as error:
            print(f"drakkar: no CUDA graph ({error}); rounds are slower", flush=True)
        torch.cuda.synchronize()

    # --- Rounds

    def infer(self) -> None:
        """Choose for all rows of a round, and keep what learning needs."""
        inputs = read_inputs(self.seen, self.numbers, self.padding, self.kind)
        policy, told, _ = forward(self.playing, inputs, self.blocks)
        if self.cuda:
            # A graph has no branches: all rows are computed twice, which a GPU hardly notices.
            other = forward(self.opponent, inputs, self.opponent_blocks)[0]
            policy = torch.where(self.old[:, None], other, policy)
        elif self.old.any():
            policy[self.old] = forward(self.opponent, inputs[self.old], self.opponent_blocks)[0]
        policy = policy.float().masked_fill(self.open == 0, CLOSED)
        noise = -torch.log(-torch.log(torch.rand_like(policy).clamp_(1e-9, 1 - 1e-7)))
        if self.options.exploit:
            is_drawn = ((self.open > 0) & self.drawn).any(1)
            noise = noise.masked_fill((self.old & ~is_drawn)[:, None], 0.0)
        choices = (policy + noise).argmax(1)
        likelihoods = torch.log_softmax(policy, 1).gather(1, choices[:, None]).squeeze(1)
        told = torch.cat([told[:, :2], torch.softmax(told[:, 2 : self.shape.estimates], 1)], 1)
        self.observations.index_copy_(0, self.rows, self.seen.view(torch.int64))
        self.masks.index_copy_(0, self.rows, self.open.view(torch.int64))
        if self.shape.hidden:
            self.hidden.index_copy_(0, self.rows, self.truth.view(torch.int64))
        self.counts.index_copy_(0, self.rows, self.open.sum(1, dtype=torch.int32))
        self.choices.index_copy_(0, self.rows, choices)
        self.likelihoods.index_copy_(0, self.rows, likelihoods)
        self.estimates.index_copy_(0, self.rows, told)
        self.chosen.copy_(choices)

    def launch(self, a_round: Round) -> None:
        """Copy the groups to the device, choose, and copy the choices back; a GPU works on while we return."""
        tables = self.options.tables
        a_round.rows[len(a_round.groups) * tables :] = 2 * self.size
        with torch.no_grad(), self.on(self.fast):
            for at, group in enumerate(a_round.groups):
                here = slice(at * tables, (at + 1) * tables)
                for target, source in zip((self.seen, self.open, self.truth), self.memory, strict=True):
                    target[here].copy_(source[group], non_blocking=True)
            self.rows.copy_(torch.from_numpy(a_round.rows), non_blocking=True)
            self.old.copy_(torch.from_numpy(a_round.old), non_blocking=True)
            if self.graph is not None:
                self.graph.replay()
            else:
                self.infer()
            torch.from_numpy(a_round.choices).copy_(self.chosen, non_blocking=True)
            if self.cuda:
                self.events[id(a_round)] = torch.cuda.Event()
                self.events[id(a_round)].record()

    def is_back(self, a_round: Round) -> bool:
        """Whether the GPU has chosen."""
        return not self.cuda or bool(self.events[id(a_round)].query())

    def on(self, stream: Any) -> AbstractContextManager[Any]:
        """A stream of the GPU; on the CPU nothing."""
        where: AbstractContextManager[Any] = torch.cuda.stream(stream) if self.cuda else nullcontext()
        return where

    # --- Learning

    def is_free(self) -> bool:
        """Whether the GPU has done the last piece."""
        return self.learning is None or bool(self.learning.query())

    def keep(self, part: int, kept: Kept) -> None:
        """Take over what another process kept."""
        here = slice(part * self.size, (part + 1) * self.size)
        hidden = np.zeros((self.size, self.shape.truth), np.uint8)
        hidden[:, : self.shape.hidden] = kept.hidden
        for target, rows in ((self.observations, kept.observations), (self.masks, kept.masks), (self.hidden, hidden)):
            target[here] = self.there(rows).view(torch.int64)
        self.counts[here] = self.there(kept.masks.sum(1, dtype=np.int32))
        self.choices[here] = self.there(kept.choices)
        self.likelihoods[here] = self.there(kept.likelihoods)
        self.estimates[here] = self.there(kept.estimates)

    def learn(self, segment: Segment, rate: float, entropy: float) -> Iterator[Lesson | None]:
        """Each piece is launched on the slow stream."""
        if self.cuda:
            self.slow.wait_stream(self.fast)
        pieces = self.pieces(segment, rate, entropy)
        while True:
            with self.on(self.slow):
                piece = next(pieces, None)
                if self.cuda:
                    self.learning = torch.cuda.Event()
                    self.learning.record()
            if callable(piece):
                yield piece()
                return
            yield None

    def pieces(self, segment: Segment, rate: float, entropy: float) -> Iterator[Callable[[], Lesson] | None]:
        """Advantages, then updates in random order; the last piece makes the lesson."""
        options, shape, size = self.options, self.shape, self.size
        part = slice(segment.part * size, (segment.part + 1) * size)
        ended, seats, old = (self.there(array).long() for array in (segment.ended, segment.seats, segment.old))
        values = self.estimates[part].view(*segment.seats.shape, -1)
        found = Advantages(torch, ended, self.there(segment.results), seats, values)
        for moment in found.compute(options.decay):
            if moment % MOMENTS == 0:
                yield None
        use = (found.known & (old == 0)).view(-1) & (self.counts[part] > 1)
        use = use.nonzero().squeeze(1)
        gains = found.gains.view(-1, shape.estimates)
        targets = gains + self.estimates[part]
        mean, spread = gains[use, 0].mean(), gains[use, 0].std() + 1e-6
        explained = 1 - gains[use, 0].var() / (targets[use, 0].var() + 1e-9)
        yield None
        for group in self.adam.param_groups:
            group["lr"] = rate
        stats, updates = torch.zeros(5, device=self.device), 0
        self.found.zero_()
        rows_read = 0
        count = len(use)
        for _ in range(options.epochs):
            order = use[torch.randperm(count, device=self.device)]
            for rows in order.split(options.batch):
                # A small rest would be a noisy update.
                if len(rows) >= options.batch // 2 or count < options.batch:
                    judged = (gains[rows, 0] - mean) / spread
                    stats += self.update(rows + part.start, judged, targets[rows], entropy)
                    updates += 1
                    rows_read += len(rows)
                    yield None

        def lesson() -> Lesson:
            error, undecided, divergence, clipped, hidden = (stats / max(1, updates)).tolist()
            base = base_rate_loss(self.found.cpu().numpy() / max(1, rows_read), shape.others)
            return Lesson(count, updates, error, undecided, divergence, clipped, float(explained), hidden, base)

        yield lesson

    def update(self, rows: Any, judged: Any, targets: Any, entropy: float) -> Any:
        """One step of the optimiser; what the lesson reports."""
        loss, stats = self.loss(rows, judged, targets, entropy)
        self.adam.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(list(self.learned.values()), self.options.largest_step, foreach=True)
        self.adam.step()
        return stats

    def loss(self, rows: Any, judged: Any, targets: Any, entropy: float) -> tuple[Any, Any]:
        """PPO for the policy, squares for value and lead, likelihood for the rest."""
        options, shape = self.options, self.shape
        observations = self.observations.index_select(0, rows).view(torch.uint8)
        closed = self.masks.index_select(0, rows).view(torch.uint8) == 0
        inputs = read_inputs(observations, self.numbers, self.padding, self.kind)
        weights = {name: matrix.to(self.kind) for name, matrix in self.learned.items()}
        policy, told, signal = forward(weights, inputs, self.blocks)
        logs = torch.log_softmax(policy.float().masked_fill(closed, CLOSED), 1)
        undecided = -(logs.exp() * logs.masked_fill(closed, 0.0)).sum(1).mean()
        ratio = (logs.gather(1, self.choices[rows][:, None]).squeeze(1) - self.likelihoods[rows]).exp()
        limited = ratio.clamp(1 - options.clip, 1 + options.clip)
        gain = torch.minimum(ratio * judged, limited * judged).mean()
        value_error = (told[:, 0] - targets[:, 0]).square().mean()
        lead_error = (told[:, 1] - targets[:, 1]).square().mean()
        shares = torch.log_softmax(told[:, 2 : shape.estimates], 1)
        surprise = -(targets[:, 2:] * shares).sum(1).mean()
        errors = options.for_value * value_error + options.for_lead * lead_error + options.for_shares * surprise
        hidden = self.hidden_loss(weights, signal, rows)
        errors = errors + options.for_hidden * hidden
        with torch.no_grad():
            divergence = (ratio - 1 - ratio.log()).mean()
            clipped = ((ratio - 1).abs() > options.clip).float().mean()
            stats = torch.stack([value_error, undecided, divergence, clipped, hidden])
        return errors - gain - entropy * undecided, stats

    def hidden_loss(self, weights: Tensors, signal: Any, rows: Any) -> Any:
        """The log-loss of all that one seat hides."""
        size = self.shape.hidden
        logits = layer(weights, "hidden", signal)[:, :size].float()
        truth = self.hidden.index_select(0, rows).view(torch.uint8)[:, :size].float()
        self.found += truth.sum(0)
        losses = torch.nn.functional.binary_cross_entropy_with_logits(logits, truth, reduction="sum")
        return losses / (len(rows) * self.shape.others)

    def adopt(self) -> None:
        """Play with what was learned, after the rounds under way."""
        self.copy_to(self.playing, self.learned)

    def copy_to(self, target: Tensors, source: Tensors) -> None:
        """Change the weights that the graph reads."""
        if self.cuda:
            self.fast.wait_stream(self.slow)
        with torch.no_grad(), self.on(self.fast):
            for name, matrix in target.items():
                matrix.copy_(source[name])

    # --- Earlier selves

    def remember(self, weights: Weights | None = None) -> None:
        """Add to the pool."""
        if weights is None:
            self.wait()
            self.pool.append(self.frozen())
        else:
            self.pool.append(self.there_all(weights))
        self.wait()

    def oppose(self, which: int) -> None:
        """Choose from the pool."""
        self.copy_to(self.opponent, self.pool[which])

    def pool_size(self) -> int:
        """The size of the pool."""
        return len(self.pool)

    def weights(self) -> Weights:
        """The network, on this side."""
        self.wait()
        return {name: matrix.detach().float().cpu().numpy() for name, matrix in self.learned.items()}

    def wait(self) -> None:
        """Until the GPU has done everything."""
        if self.cuda:
            torch.cuda.synchronize()
