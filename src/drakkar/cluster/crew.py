"""Processes of a Ray cluster that keep something between calls, such as matches that go on.

Each member has an object, made where it runs, and carries out one call at a time. A member that dies is made anew at
the next call, on any node; only one that keeps dying ends the run.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from drakkar.cluster.engine import TRIES, Arguments, EngineError, Outcome, attempt
from drakkar.cluster.identity import Identity
from drakkar.cluster.on_ray import OnRay, cannot_run
from drakkar.cluster.worker import Refused, refusal


class Crew:
    """The members, by number."""

    def __init__(self, engine: OnRay, make: Callable[..., Callable[..., Any]], members: Sequence[Arguments]) -> None:
        """Nothing is started yet.

        Args:
            engine: the cluster.
            make: makes the object of a member from its arguments and its life: 0, and 1 more each time it died.
            members: the arguments of each.
        """
        self.engine = engine
        self.ray = engine.ray
        self.make = make
        self.members = members
        self.kind = self.ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(Member)
        self.there: dict[int, Any] = {}
        self.lives = [0] * len(members)
        # How often each has died since its last outcome.
        self.deaths = [0] * len(members)
        self.in_hand: dict[Any, int] = {}

    def __enter__(self) -> "Crew":
        return self

    def __exit__(self, *_: object) -> None:
        """End all members, whatever they do."""
        for member in self.there.values():
            self.ray.kill(member)

    def share(self, value: Any) -> Any:
        """Something for many calls: it travels to each node once. Give what this returns to `ask`."""
        return self.ray.put(value)

    def idle(self) -> list[int]:
        """The members that have no call."""
        busy = set(self.in_hand.values())
        return [number for number in range(len(self.members)) if number not in busy]

    def ask(self, number: int, argument: Any) -> None:
        """Call the object of an idle member with something that is shared."""
        if number not in self.there:
            made = (*self.members[number], self.lives[number])
            self.there[number] = self.kind.remote(self.engine.wanted, self.make, made)
        self.in_hand[self.there[number].carry_out.remote(number, argument)] = number

    def ended(self, seconds: float) -> Iterator[tuple[int, Any]]:
        """The results of the calls that have ended, with their members; waits so long for the first one."""
        refs = list(self.in_hand)
        if not refs or not self.ray.wait(refs, num_returns=1, timeout=seconds)[0]:
            return
        for ref in self.ray.wait(refs, num_returns=len(refs), timeout=0)[0]:
            number = self.in_hand.pop(ref)
            outcome = self._outcome(ref, number)
            if outcome is not None:
                self.deaths[number] = 0
                yield number, outcome.result()

    def _outcome(self, ref: Any, number: int) -> Outcome[Any] | None:
        """What became of a call; None if the member is dead."""
        errors = self.ray.exceptions
        try:
            outcome: Outcome[Any] | Refused = self.ray.get(ref)
        except (errors.RayActorError, errors.NodeDiedError, errors.ObjectLostError, errors.OutOfMemoryError) as error:
            self.ray.kill(self.there.pop(number))
            self.engine.repeated += 1
            self.lives[number] += 1
            self.deaths[number] += 1
            if self.deaths[number] == TRIES:
                raise EngineError(cannot_run(error)) from error
            return None
        except errors.RayError as error:
            raise EngineError(cannot_run(error)) from error
        if isinstance(outcome, Refused):
            raise EngineError(outcome.why)
        return outcome


class Member:
    """The object of a member, in its process."""

    def __init__(self, wanted: Identity, make: Callable[..., Callable[..., Any]], arguments: Arguments) -> None:
        self.refused = refusal(wanted)
        self.thing = None if self.refused else make(*arguments)

    def carry_out(self, index: int, argument: Any) -> Outcome[Any] | Refused:
        """Call it, unless games go otherwise on this machine."""
        if self.thing is None:
            assert self.refused is not None
            return self.refused
        return attempt(index, self.thing, (argument,))
