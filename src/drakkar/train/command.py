"""`drakkar train`: a run, or with `pack` as its game, a network for bots from saved weights."""

import argparse
import os
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from drakkar.bots.roster import make
from drakkar.cluster import choice
from drakkar.core.errors import BadArgument
from drakkar.core.game import find
from drakkar.train.options import Options, sizes

# Rollouts in a lesson on a cluster, if the command does not say: the learner's memory grows with them.
LARGEST_LESSON: Final = 16
NO_FORK = "training needs a system that can fork processes: Linux or macOS"


def device_of(wanted: str) -> str:
    """The device: a GPU of Nvidia if there is one. Asking PyTorch would start it before the actors are forked."""
    device = ("cuda" if Path("/dev/nvidiactl").exists() else "cpu") if wanted == "auto" else wanted
    if device != "numpy" and find_spec("torch") is None:
        raise BadArgument(
            "training needs PyTorch, which is in the extra train: pip install 'drakkar[train]'; small networks can be"
            " trained without it: --device numpy"
        )
    return device


def options(asked: argparse.Namespace) -> Options:
    """The options for the arguments."""
    device = device_of(asked.device)
    usual = sizes(device)

    def size(name: str) -> int:
        given: int | None = getattr(asked, name)
        if given is not None and given < 1:
            raise BadArgument(f"--{name} needs a number of at least 1")
        return int(usual[name]) if given is None else given

    if asked.minutes <= 0:
        raise BadArgument("--minutes needs a number above 0")
    if asked.for_hidden < 0:
        raise BadArgument("--for-hidden needs a number of at least 0")
    if asked.exploit and (asked.rival or asked.earlier):
        raise BadArgument("--exploit has one opponent: it goes with neither --rival nor --earlier")
    if asked.rollouts is not None and asked.rollouts < 1:
        raise BadArgument("--rollouts needs a number of at least 1")
    if asked.stale < 0:
        raise BadArgument("--stale needs a number of at least 0")
    if asked.on != choice.LOCAL and (asked.exploit or asked.rival):
        raise BadArgument(
            "--on ray goes with neither --exploit nor --rival: `drakkar arena --on ray` measures networks"
        )
    cores = os.cpu_count() or 1
    rivals = asked.rivals if asked.rival else 0
    # Beside a GPU the actors are the limit; without one, the learner needs most of the cores.
    actors = asked.actors or max(1, cores - 2 - rivals if device == "cuda" else cores // 4)
    # The size of the network, by its file.
    is_given = asked.resume or asked.exploit
    return Options(
        game=find(asked.game).title,
        out=asked.out,
        minutes=asked.minutes,
        total=asked.total or 0.0,
        actors=actors,
        seed=asked.seed,
        width=0 if is_given and asked.width is None else size("width"),
        blocks=0 if is_given and asked.blocks is None else size("blocks"),
        device=device,
        groups=size("groups"),
        tables=size("tables"),
        steps=size("steps"),
        batch=size("batch"),
        rate=asked.rate or usual["rate"],
        rival=asked.rival,
        rivals=rivals,
        resume=asked.resume,
        earlier=tuple(asked.earlier),
        head_start=int(usual["head_start"]),
        for_hidden=asked.for_hidden,
        exploit=asked.exploit,
        exploit_draw=asked.exploit_draw,
        stale=asked.stale,
    )


def run(asked: argparse.Namespace) -> None:
    """Train as the arguments say."""
    if not hasattr(os, "fork"):
        raise BadArgument(NO_FORK)
    chosen = options(asked)
    if chosen.rival:
        make(chosen.rival, 1, find(chosen.game))
    if chosen.device != "numpy":
        # Every process has one core: more threads of numpy in each would fight for them.
        os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    if asked.on != choice.LOCAL:
        run_on_cluster(asked, chosen)
        return
    from drakkar.train.loop import Run  # noqa: PLC0415 - slow to import

    Run(chosen).run()


def run_on_cluster(asked: argparse.Namespace, chosen: Options) -> None:
    """Train with actors on the cores of a cluster."""
    from drakkar.train.on_cluster import RunOnCluster  # noqa: PLC0415 - slow to import

    engine = choice.on_ray(asked.on, asked.actors, chosen.game)
    with engine:
        actors = asked.actors or engine.cores
        rollouts = asked.rollouts or min(actors, LARGEST_LESSON)
        RunOnCluster(replace(chosen, actors=rollouts), engine, actors).run()
