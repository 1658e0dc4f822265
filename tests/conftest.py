"""The tiny game is installed beside the real ones, and the tests run on the build that they are meant for."""

import os

import pytest

import drakkar
from drakkar.core.game import install

install("treasure", "tests.core.tiny")


def pytest_configure() -> None:
    """./check says which build it means to test."""
    expected, found = os.environ.get("DRAKKAR_EXPECT_BUILD"), drakkar.build()
    if expected not in (None, found):
        raise pytest.UsageError(f"these tests are meant for the {expected} build; this is the {found} one")
