"""Prometheus metrics: only numbers, no names, seats or cards."""

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from drakkar.server.live.registry import TableRegistry
from drakkar.server.log import messages

# Values of the label `act` that differ from the class name: dashboards rely on them.
LABELS: Final[dict[type[messages.Message], str]] = {messages.Preview: "Foresee", messages.SkipUndoWindow: "GoOn"}


class Metrics:
    """The metrics of one server."""

    def __init__(self, tables: TableRegistry) -> None:
        self.registry = CollectorRegistry()
        self.commands = Counter("drakkar_acts", "Messages to tables that were done", ["act"], registry=self.registry)
        self.refusals = Counter("drakkar_refusals", "What was refused", ["code"], registry=self.registry)
        self.seconds = Histogram(
            "drakkar_act_seconds",
            "From a message to its answer, the disk included",
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
            registry=self.registry,
        )
        self.connections = Gauge("drakkar_connections", "Open WebSockets", registry=self.registry)
        self.resyncs = Counter("drakkar_resyncs", "Clients that could not keep up", registry=self.registry)
        live = Gauge("drakkar_live_tables", "Tables in memory", registry=self.registry)
        live.set_function(lambda: len(tables.rooms))
        waiting = Gauge("drakkar_bot_decisions_waiting", "Bot decisions that wait", registry=self.registry)
        waiting.set_function(lambda: tables.bot_pool.waiting)
        restarts = Gauge("drakkar_bot_restarts", "Bot processes that were replaced", registry=self.registry)
        restarts.set_function(lambda: tables.bot_pool.restarts)
        failures = Gauge("drakkar_bot_failures", "Decisions that a bot could not make", registry=self.registry)
        failures.set_function(lambda: tables.bot_pool.failures)

    def count(self, command: messages.Command) -> None:
        """Count a completed command."""
        kind = type(command)
        self.commands.labels(LABELS.get(kind, kind.__name__)).inc()

    def text(self) -> bytes:
        """The metrics in Prometheus's text format."""
        return generate_latest(self.registry)
