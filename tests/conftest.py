"""Installs the game of examples/treasure beside the real ones, and checks that the tests run on the intended build."""

import os
from pathlib import Path

import pytest

import drakkar
from drakkar.core.game import install

install("treasure", "treasure")

HERE = Path(__file__).parent
# Folders and files whose subject is not compiled. Their slow tests run on the compiled build and use it.
ONCE = {
    *("browser", "cluster", "lessons", "report", "server", "terminal", "text"),
    *("test_deploy.py", "test_docs.py", "test_json_keys.py", "test_layers.py", "test_living.py"),
    *("test_markup_files.py", "test_neutral.py", "test_typed_wheel.py", "test_writing.py"),
}


def pytest_configure() -> None:
    """Check the build that ./check asks for."""
    expected, found = os.environ.get("DRAKKAR_EXPECT_BUILD"), drakkar.build()
    if expected not in (None, found):
        raise pytest.UsageError(f"these tests are meant for the {expected} build; this is the {found} one")


@pytest.hookimpl(tryfirst=True)  # before -m selects
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of what is not compiled, so that CI runs each of them on one build."""
    for item in items:
        if item.path.is_relative_to(HERE) and item.path.relative_to(HERE).parts[0] in ONCE:
            item.add_marker("once")
