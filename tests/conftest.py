"""Installs the game of examples/treasure beside the real ones, and checks that the tests run on the intended build."""

import os

import pytest

import drakkar
from drakkar.core.game import install

install("treasure", "treasure")


def pytest_configure() -> None:
    """Check the build that ./check asks for."""
    expected, found = os.environ.get("DRAKKAR_EXPECT_BUILD"), drakkar.build()
    if expected not in (None, found):
        raise pytest.UsageError(f"these tests are meant for the {expected} build; this is the {found} one")
