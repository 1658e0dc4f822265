"""The engine of a Ray cluster: an existing one, or one that is started on this machine and ends with the run.

Ray itself never repeats a task: this engine does, because only here a node that died can be told from a task that
kills its process. A task that was in hand on a dead node is carried out again without limit; one whose process died on
a living node, a few times, because memory can be short for other reasons.
"""

import os
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable
from itertools import chain, islice
from typing import Any, Final, TypeVar

from drakkar.cluster.engine import AHEAD, TRIES, Arguments, Engine, EngineError, Outcome, TaskFailed, TaskLost
from drakkar.cluster.identity import identity_of
from drakkar.cluster.worker import Refused, carry_out, refusal
from drakkar.core.errors import BadArgument

T = TypeVar("T")

# Seconds between two looks at the nodes, and without any node before the run gives up.
LOOK_EVERY: Final = 1.0
PATIENCE: Final = 60.0

# A reference to a result that is under way, and its task.
InHand = dict[Any, tuple[int, Arguments]]


class OnRay(Engine):
    """The cores of a cluster."""

    def __init__(self, address: str, cores: int | None, title: str) -> None:
        """Connect to a cluster; without an address, start one on this machine.

        Args:
            address: `HOST:PORT` or `ray://HOST:PORT`.
            cores: the most tasks to run at a time; None for all cores there are.
            title: the game; nodes on which it goes otherwise are refused.
        """
        self.repeated = 0
        self.most = cores
        self.ray: Any = _connect(address, cores)
        self.wanted = identity_of(title)
        # Ray would repeat a task whose process died, and then blame nobody.
        self.carry_out = self.ray.remote(max_retries=0, num_cpus=1)(carry_out)
        self.looked, self.there = 0.0, 0
        try:
            self._refuse_others()
        except BaseException:
            self.ray.shutdown()
            raise

    def __exit__(self, *_: object) -> None:
        """Leave the cluster, which ends everything that this run has begun there."""
        self.ray.shutdown()

    @property
    def cores(self) -> int:
        """The cores of all living nodes, or the limit."""
        if time.monotonic() - self.looked > LOOK_EVERY:
            self.there = int(self.ray.cluster_resources().get("CPU", 0))
            self.looked = time.monotonic()
        return self.there if self.most is None else min(self.most, self.there)

    def nodes(self) -> list[Any]:
        """The living nodes that have cores."""
        return [node for node in self.ray.nodes() if node["Alive"] and node["Resources"].get("CPU")]

    def _refuse_others(self) -> None:
        """Ask each node whether games go there as they do here."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy  # noqa: PLC0415

        # A process that dies before it answers says nothing about its node.
        ask = self.ray.remote(max_retries=TRIES, num_cpus=0)(refusal)
        asked = [
            ask.options(scheduling_strategy=NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)).remote(
                self.wanted
            )
            for node in self.nodes()
        ]
        refused, gone = set(), self.ray.exceptions
        for answer in asked:
            try:
                refused.add(self.ray.get(answer))
            except (gone.NodeDiedError, gone.TaskUnschedulableError, gone.WorkerCrashedError):
                continue  # its tasks will run elsewhere
            except gone.RayError as error:
                raise EngineError(cannot_run(error)) from error
        if why := sorted(one.why for one in refused if one):
            raise EngineError("\n".join(why))

    def run(self, work: Callable[..., T], tasks: Iterable[Arguments]) -> Generator[Outcome[T], None, None]:
        """The outcome of each task as it ends; closing the generator cancels the others."""
        again: deque[tuple[int, Arguments]] = deque()
        new = enumerate(tasks)
        in_hand: InHand = {}
        deaths: Counter[int] = Counter()
        try:
            while True:
                room = max(0, self._window() - len(in_hand))
                for index, arguments in chain(_drained(again), islice(new, max(0, room - len(again)))):
                    in_hand[self.carry_out.remote(self.wanted, index, work, arguments)] = index, arguments
                if not in_hand:
                    return
                for ref in self._ended(in_hand):
                    outcome: Outcome[T] | None = self._outcome(ref, in_hand[ref][0], deaths)
                    task = in_hand.pop(ref)
                    if outcome is None:
                        again.append(task)
                    else:
                        yield outcome
        finally:
            for ref in in_hand:
                self.ray.cancel(ref, force=True)

    def _window(self) -> int:
        """How many tasks are handed out: some ahead, so that no core waits, unless that would pass the limit."""
        started = time.monotonic()
        while not self.cores:
            if time.monotonic() - started > PATIENCE:
                raise EngineError("no node of the cluster is left")
            time.sleep(LOOK_EVERY)
        return self.cores if self.most is not None and self.most < self.there else AHEAD * self.cores

    def _ended(self, in_hand: InHand) -> list[Any]:
        """The tasks that have ended; waits for the first, but not so long that a new node goes unnoticed."""
        refs = list(in_hand)
        if not self.ray.wait(refs, num_returns=1, timeout=LOOK_EVERY)[0]:
            return []
        ended: list[Any] = self.ray.wait(refs, num_returns=len(refs), timeout=0)[0]
        return ended

    def _outcome(self, ref: Any, index: int, deaths: Counter[int]) -> Outcome[Any] | None:
        """The outcome of a task; None if it has to be carried out again."""
        errors = self.ray.exceptions
        try:
            outcome: Outcome[Any] | Refused = self.ray.get(ref)
        except (errors.WorkerCrashedError, errors.OutOfMemoryError):
            deaths[index] += 1
            if deaths[index] == TRIES:
                return Outcome(index, error=TaskLost("the process that played it died"))
            self.repeated += 1
            return None
        except (errors.NodeDiedError, errors.ObjectLostError):
            self.repeated += 1
            return None
        except errors.RayTaskError as error:
            return Outcome(index, error=TaskFailed(str(error)))
        except errors.RayError as error:
            raise EngineError(cannot_run(error)) from error
        if isinstance(outcome, Refused):
            raise EngineError(outcome.why)
        return outcome


def _drained(again: deque[tuple[int, Arguments]]) -> Iterable[tuple[int, Arguments]]:
    while again:
        yield again.popleft()


def cannot_run(error: Exception) -> str:
    """Why the cluster cannot go on: the last line of what Ray says."""
    last = [line.strip() for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
    return f"the cluster cannot run Drakkar: {last[-1]}"


def _connect(address: str, cores: int | None) -> Any:
    import ray  # noqa: PLC0415 - slow to import, and not always there

    # What workers print stays in their logs, and Ray's own news would come between the lines of a report.
    how: dict[str, Any] = {"log_to_driver": False, "logging_level": "error", "configure_logging": True}
    if not address:
        how |= {"num_cpus": cores or os.cpu_count() or 1, "include_dashboard": False}
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        ray.init(address=address or "local", **how)
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        place = f"at {address}" if address else "on this machine"
        raise BadArgument(f"there is no Ray cluster {place}: {str(error).strip().splitlines()[0]}") from error
    # Ray would print what its daemons report of dead processes on standard output, in the middle of our JSON.
    sys.modules["ray._private.worker"].__dict__["_worker_logs_enabled"] = False
    return ray
