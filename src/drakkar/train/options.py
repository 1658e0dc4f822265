"""The options of a run."""

import argparse
from dataclasses import dataclass
from typing import Final

from drakkar.cluster import choice

DEVICES: Final = ("cuda", "cpu", "numpy")
DRAWS: Final = ("never", "sealed", "always")


@dataclass(frozen=True)
class Options:
    """Everything that a run depends on; the first group is what the command line sets."""

    game: str
    out: str
    minutes: float
    total: float
    actors: int
    seed: int
    # 0 with `resume`: those of the file.
    width: int
    blocks: int
    device: str
    groups: int
    tables: int
    steps: int
    batch: int
    rate: float
    rival: str
    rivals: int
    resume: str
    earlier: tuple[str, ...]
    # Random choices before the first lesson, at most: so that not all matches begin and end together.
    head_start: int
    # A file: learn against copies of this network, which stays as it is and makes its best choice or draws one.
    exploit: str = ""
    exploit_draw: str = "never"
    # On a cluster: how many lessons the weights of an actor may be behind when its choices are learned from.
    stale: int = 4
    # The run ends after this many lessons; 0 is no limit. Tests use it.
    lessons: int = 0
    last_rate: float = 3e-5
    # The weight of the entropy, which keeps the policy undecided: at the start and at the end of the schedule.
    entropy: float = 0.012
    last_entropy: float = 0.002
    epochs: int = 2
    clip: float = 0.2
    # The decay of later surprises in the advantage of a choice.
    decay: float = 0.95
    # How much the estimates count beside the policy: the value, the lead, the shares of the win.
    for_value: float = 0.5
    for_lead: float = 0.25
    for_shares: float = 0.25
    # The same for what the others hide: the log-losses of everything that one seat could hide, added up.
    for_hidden: float = 0.1
    largest_step: float = 1.0
    # This part of the groups plays the most usual number of players, and in this part half of the seats are old selves.
    usual_part: float = 0.7
    pool_part: float = 0.25
    # Seconds between two copies for the pool, and between two saved files.
    pool_every: float = 60.0
    save_every: float = 60.0
    # Seconds over which the learning rate rises at the start.
    warm_up: float = 15.0
    # Groups in one round of inference.
    round: int = 16

    @property
    def all_groups(self) -> int:
        """The number of groups of tables."""
        return self.actors * self.groups


# Sizes by kind of device: a GPU wants much at once.
LARGE: Final = {
    "groups": 4,
    "tables": 128,
    "steps": 128,
    "batch": 32768,
    "width": 1024,
    "blocks": 2,
    "rate": 5e-4,
    "head_start": 250,
}
SMALL: Final = {
    "groups": 2,
    "tables": 32,
    "steps": 64,
    "batch": 2048,
    "width": 256,
    "blocks": 1,
    "rate": 1e-3,
    "head_start": 30,
}


def sizes(device: str) -> dict[str, float]:
    """The usual sizes for a device."""
    return LARGE if device == "cuda" else SMALL


def fill(command: argparse.ArgumentParser) -> None:
    """The options of `drakkar train`."""
    add = command.add_argument
    add("--out", metavar="DIR", required=True, help="the folder for networks, curve and chart")
    add("--minutes", type=float, default=10.0, metavar="M", help="duration of this run (default: 10)")
    add(
        "--total",
        type=float,
        metavar="M",
        help="duration of the whole schedule, if several runs make it up; a larger one than before lengthens it, and"
        " the learning rate rises to what it is at that part of the longer one",
    )
    add(
        "--resume",
        metavar="FILE",
        default="",
        help="go on from saved weights (latest.npz or a .net), at their place in the schedule",
    )
    add("--earlier", metavar="FILE", nargs="+", default=[], help="further saved weights to play against")
    add(
        "--exploit",
        metavar="FILE",
        default="",
        help="learn alone against copies of this network, which does not learn: how much can it be made to lose?",
    )
    add(
        "--exploit-draw",
        choices=DRAWS,
        default=DRAWS[0],
        help="when the copies draw a choice from their policy (default: never, they make the best one);"
        " sealed: where the others do not see it at once",
    )
    add(
        "--actors",
        type=int,
        metavar="N",
        help="processes that play (default: a quarter of the cores; with a GPU, all but 2; on a cluster, its cores)",
    )
    add("--seed", type=int, default=1, metavar="S", help="seed of weights and matches (default: 1)")
    add(
        "--width",
        type=int,
        metavar="W",
        help="width of the network (default: 1024 on a GPU, otherwise 256); with --resume a larger one than that of the"
        " file widens it: it plays the same at first",
    )
    add("--blocks", type=int, metavar="B", help="its residual layers (default: 2 on a GPU, otherwise 1)")
    add("--device", choices=["auto", *DEVICES], default="auto", help="where to learn (default: a GPU if there is one)")
    add("--groups", type=int, metavar="N", help="groups of tables per actor (default: 4 on a GPU, otherwise 2)")
    add("--tables", type=int, metavar="N", help="tables per group (default: 128 on a GPU, otherwise 32)")
    add("--steps", type=int, metavar="N", help="choices per table in a lesson (default: 128, otherwise 64)")
    add("--batch", type=int, metavar="N", help="choices per update (default: 32768, otherwise 2048)")
    add("--rate", type=float, metavar="R", help="learning rate at the start (default: 0.0005, otherwise 0.001)")
    add(
        "--for-hidden",
        type=float,
        metavar="X",
        default=Options.for_hidden,
        help="weight of the estimates of what the others hide (default: %(default)s; 0: they are not learned)",
    )
    choice.fill_engine(command)
    add(
        "--stale",
        type=int,
        metavar="N",
        default=Options.stale,
        help="on a cluster: lessons that the weights of an actor may be behind (default: %(default)s); what it chose"
        " with older ones is dropped",
    )
    add(
        "--rollouts",
        type=int,
        metavar="N",
        help="on a cluster: rollouts that a lesson takes (default: one of each actor, at most 16)",
    )
    add("--rival", metavar="BOT", default="", help="measure the newest network alone against copies of this bot")
    add("--rivals", type=int, default=2, metavar="N", help="processes that measure (default: 2)")
