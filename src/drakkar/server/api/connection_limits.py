"""Limits on open connections: per address, in total, and none for an address that floods."""

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from drakkar.server.api.rate_limiter import RateLimiter


class ConnectionLimiter:
    """Counts open connections. A trusted proxy carries many clients, so it is exempt from the limit per address."""

    def __init__(self, rate_limiter: RateLimiter, most: int, proxies: "Proxies") -> None:
        self.rate_limiter = rate_limiter
        self.most = most
        self.proxies = proxies
        self.open: dict[str, int] = {}
        self.total = 0
        self.turned_away = 0

    def acquire(self, address: str) -> bool:
        """Whether a connection is accepted; if so, it counts until it is released."""
        is_one_client = address not in self.proxies
        too_many = self.open.get(
            address, 0
        ) >= self.rate_limiter.limits.all_connections or self.rate_limiter.is_kept_out(address)
        if self.total >= self.most or (is_one_client and too_many):
            self.turned_away += 1
            return False
        self.open[address] = self.open.get(address, 0) + 1
        self.total += 1
        return True

    def release(self, address: str) -> None:
        """Count a connection as closed."""
        self.total -= 1
        self.open[address] -= 1
        if not self.open[address]:
            del self.open[address]

    def block(self, address: str) -> None:
        """Accept no new connection from an address that flooded a socket, for a moment."""
        if address not in self.proxies:
            self.rate_limiter.keep_out(address)


class Proxies:
    """The proxies whose forwarded headers are trusted: addresses, networks, or `*` for all."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = list(names)
        self.all = "*" in self.names
        self.networks: list[IPv4Network | IPv6Network] = [ip_network(name) for name in self.names if name != "*"]

    def __contains__(self, address: str) -> bool:
        if self.all:
            return True
        try:
            known = ip_address(address.partition("/")[0])
        except ValueError:
            return False
        return any(known in network for network in self.networks)
