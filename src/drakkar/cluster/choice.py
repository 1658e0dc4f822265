"""The engine by name, as commands take it: `--on local` or `--on ray`."""

import argparse
import os
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from drakkar.cluster.engine import Engine
from drakkar.cluster.local import Local

if TYPE_CHECKING:
    from drakkar.cluster.on_ray import OnRay

LOCAL: Final = "local"
RAY: Final = "ray"
# An address of Ray's client, for a cluster that the network keeps apart.
CLIENT: Final = "ray://"
VARIABLE: Final = "RAY_ADDRESS"
MISSING: Final = "this needs Ray, which is in the extra cluster: pip install 'drakkar[cluster]'"


def fill(command: argparse.ArgumentParser) -> None:
    """The options of commands that play many games."""
    command.add_argument("--jobs", type=_positive, metavar="J", help="processes (default: one per CPU core)")
    fill_engine(command)


def fill_engine(command: argparse.ArgumentParser) -> None:
    """The option `--on`."""
    command.add_argument(
        "--on",
        type=_name,
        metavar="ENGINE",
        default=LOCAL,
        help="local: processes of this machine (default); ray: the Ray cluster that RAY_ADDRESS names, otherwise one"
        " started on this machine; ray://HOST:PORT: that cluster (docs/cluster.md)",
    )


def _positive(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    if not int(text[:18]):
        raise argparse.ArgumentTypeError("at least 1 is needed")
    return int(text[:18])


def _name(text: str) -> str:
    if text not in (LOCAL, RAY) and not (text.startswith(CLIENT) and len(text) > len(CLIENT)):
        raise argparse.ArgumentTypeError(f"there is no engine {text!r}; there are: local, ray, ray://HOST:PORT")
    if text != LOCAL and find_spec("ray") is None:
        raise argparse.ArgumentTypeError(MISSING)
    return text


def engine(on: str, jobs: int | None, title: str) -> Engine:
    """The engine for a run.

    Args:
        on: its name.
        jobs: the most tasks at a time; None for as many as there are cores.
        title: the game that is played.
    """
    if on == LOCAL:
        return Local(jobs or os.cpu_count() or 1)
    return on_ray(on, jobs, title)


def on_ray(on: str, jobs: int | None, title: str) -> "OnRay":
    """The cluster for a run, which `--on` names."""
    from drakkar.cluster.on_ray import OnRay  # noqa: PLC0415 - needs the extra cluster

    return OnRay(on if on.startswith(CLIENT) else os.environ.get(VARIABLE, ""), jobs, title)


def report_repeats(used: Engine) -> None:
    """Say how many tasks were carried out again."""
    if used.repeated:
        print(f"drakkar: processes or nodes died; {used.repeated} tasks were carried out again", file=sys.stderr)
