"""Games from which the C compiler learns how the compiled build is used.

gcc can make a program that counts which way it goes, and make it once more with what was counted: the usual way is
then laid out straight, which takes about a tenth off a playout. Another compiler makes the build without.

    python tools/training.py    plays the games, on whatever build that interpreter has
"""

import os
import shlex
import subprocess
import sysconfig
import zipfile
from pathlib import Path
from random import Random

PLAYOUTS = 60
MATCHES = 2
CROWD = 8
STEPS = 300
BOTS = ("greedy", "mcts:iterations=30")


def is_possible() -> bool:
    """Whether the C compiler is gcc."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    try:
        said = subprocess.run([*compiler, "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return False
    return "Free Software Foundation" in said


def recording(counts: Path) -> str:
    """The flags of a build that leaves what it counts in a folder."""
    return f"-fprofile-generate={shlex.quote(str(counts))}"


def using(counts: Path) -> str:
    """The flags of a build that uses what was counted; what no game came to is compiled as ever."""
    return f"-fprofile-use={shlex.quote(str(counts))} -fprofile-partial-training -Wno-missing-profile"


def command(python: Path, wheel: Path, folder: Path) -> tuple[list[str], dict[str, str]]:
    """How the games are played on a wheel that is unpacked into a folder and installed nowhere."""
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder)
    return [str(python), "-P", str(Path(__file__).resolve())], os.environ | {"PYTHONPATH": str(folder)}


def play() -> None:
    """Playouts and games by the lean face at every number of players, a few matches of bots, and some all at once."""
    import drakkar  # noqa: PLC0415 - whoever builds has none yet
    from drakkar.core.game import find  # noqa: PLC0415

    for title in drakkar.games():
        game = find(title)
        for seats in range(game.fewest_seats, game.most_seats + 1):
            for seed in range(PLAYOUTS):
                drakkar.state(title, seats, seed).playout(Random(seed))
            for seed in range(MATCHES):
                play_lean(title, seats, seed)
                play_bots(title, seats, seed)
            play_crowd(title, seats)


def play_lean(title: str, seats: int, seed: int) -> None:
    """A game driven by integers, with a copy of each state, as a search makes them."""
    import drakkar  # noqa: PLC0415

    s, rng = drakkar.state(title, seats, seed), Random(seed)
    while not s.over:
        s = s.copy()
        s.apply(rng.choice(s.legal()))


def play_bots(title: str, seats: int, seed: int) -> None:
    """A match in words between bots; every tenth choice is theirs, the others are made at random."""
    import drakkar  # noqa: PLC0415
    from drakkar.bots.roster import make  # noqa: PLC0415

    match, rng = drakkar.new(title, seats, seed), Random(seed)
    bots = [make(BOTS[seat % len(BOTS)], seed) for seat in range(seats)]
    while pending := match.pending:
        decision = pending[0]
        choice = rng.choice(decision.options)
        if rng.random() < 0.1:
            choice = bots[decision.seat].choose(match.view(decision.seat), decision)
        match.play(decision.seat, choice)


def play_crowd(title: str, seats: int) -> None:
    """Matches stepped together, as learners do it."""
    from drakkar.core.crowd import Crowd  # noqa: PLC0415
    from drakkar.core.errors import BadOptions  # noqa: PLC0415
    from drakkar.core.game import find  # noqa: PLC0415

    game, rng = find(title), Random(seats)
    try:
        crowd = Crowd(game, game.clan_numbers(seats, None), game.settings({}), CROWD, "training")
    except BadOptions:  # a game without an encoding
        return
    for _ in range(STEPS):
        masks, width = bytes(memoryview(crowd.masks)), crowd.choices
        rows = [masks[at * width : (at + 1) * width] for at in range(CROWD)]
        crowd.step([rng.choice([code for code, is_open in enumerate(row) if is_open]) for row in rows])


if __name__ == "__main__":
    play()
