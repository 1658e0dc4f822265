"""What a host wants to know of his server, for Prometheus. Numbers alone: no name, no seat, no card."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from drakkar.server.house import House


class Metrics:
    """The counts of one server."""

    def __init__(self, house: House) -> None:
        self.registry = CollectorRegistry()
        self.acts = Counter("drakkar_acts", "Messages to tables that were done", ["act"], registry=self.registry)
        self.refusals = Counter("drakkar_refusals", "What was refused", ["code"], registry=self.registry)
        self.seconds = Histogram(
            "drakkar_act_seconds",
            "From a message to its answer, the disk included",
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
            registry=self.registry,
        )
        self.connections = Gauge("drakkar_connections", "Open WebSockets", registry=self.registry)
        self.resyncs = Counter("drakkar_resyncs", "Clients that could not keep up", registry=self.registry)
        tables = Gauge("drakkar_live_tables", "Tables in memory", registry=self.registry)
        tables.set_function(lambda: len(house.rooms))
        restarts = Gauge("drakkar_bot_restarts", "Bot processes that were replaced", registry=self.registry)
        restarts.set_function(lambda: house.thinkers.restarts)
        fallbacks = Gauge("drakkar_bot_fallbacks", "Bot decisions left to chance", registry=self.registry)
        fallbacks.set_function(lambda: house.thinkers.fallbacks)

    def text(self) -> bytes:
        """In the form that Prometheus reads."""
        return generate_latest(self.registry)
