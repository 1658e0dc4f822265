"""The PostgreSQL server that the tests of a process share."""

from collections.abc import Iterator

import pytest

from tests.server.postgres import Cluster, needed_programs


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL server. Without one the test is skipped, but in CI it fails."""
    cluster = Cluster(needed_programs())
    yield cluster
    cluster.remove()
