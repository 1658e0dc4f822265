"""Games for profile-guided optimisation of the compiled build.

gcc can build a program that profiles itself, then build it again with that profile, which makes a playout about a tenth
faster. Other compilers build without a profile.

    python tools/training.py    plays the games, on the build of that interpreter
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
    """The flags of a build that writes its profile into a folder."""
    return f"-fprofile-generate={shlex.quote(str(counts))}"


def using(counts: Path) -> str:
    """The flags of a build that uses the profile; code that no game reached is compiled as usual."""
    return f"-fprofile-use={shlex.quote(str(counts))} -fprofile-partial-training -Wno-missing-profile"


def command(python: Path, wheel: Path, folder: Path) -> tuple[list[str], dict[str, str]]:
    """The command that plays the games on a wheel unpacked into a folder, without installing it."""
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder)
    return [str(python), "-P", str(Path(__file__).resolve())], os.environ | {"PYTHONPATH": str(folder)}


def play() -> None:
    """Playouts, fast states, matches with bots and a crowd, for every number of players."""
    import drakkar  # noqa: PLC0415 - not installed where the build runs
    from drakkar.core.game import find  # noqa: PLC0415

    for title in drakkar.titles():
        game = find(title)
        for seats in range(game.fewest_seats, game.most_seats + 1):
            for seed in range(PLAYOUTS):
                drakkar.fast_state(title, seats, seed).playout(Random(seed))
            for seed in range(MATCHES):
                play_fast(title, seats, seed)
                play_bots(title, seats, seed)
            play_crowd(title, seats)


def play_fast(title: str, seats: int, seed: int) -> None:
    """A game through a fast state, with a copy of each state, as in a search."""
    import drakkar  # noqa: PLC0415

    s, rng = drakkar.fast_state(title, seats, seed), Random(seed)
    while not s.over:
        s = s.copy()
        s.apply(rng.choice(s.legal()))


def play_bots(title: str, seats: int, seed: int) -> None:
    """A match between bots; they make every tenth choice, the others are random."""
    import drakkar  # noqa: PLC0415
    from drakkar.bots.roster import make  # noqa: PLC0415

    match, rng = drakkar.new(title, seats, seed), Random(seed)
    bots = [make(BOTS[seat % len(BOTS)], seed) for seat in range(seats)]
    while pending := match.pending:
        decision = pending[0]
        choice = rng.choice(decision.choices)
        if rng.random() < 0.1:
            choice = bots[decision.seat].choose(match.view(decision.seat), decision)
        match.play(decision.seat, choice)


def play_crowd(title: str, seats: int) -> None:
    """Matches stepped together, as in learning."""
    from drakkar.core.crowd import Crowd  # noqa: PLC0415
    from drakkar.core.errors import BadArgument  # noqa: PLC0415
    from drakkar.core.game import find  # noqa: PLC0415

    game, rng = find(title), Random(seats)
    try:
        crowd = Crowd(game, game.side_numbers(seats, None), game.resolve_rulings({}), CROWD, "training")
    except BadArgument:  # a game without an encoding
        return
    for _ in range(STEPS):
        masks, width = bytes(memoryview(crowd.masks)), crowd.choices
        rows = [masks[at * width : (at + 1) * width] for at in range(CROWD)]
        crowd.step([rng.choice([code for code, is_open in enumerate(row) if is_open]) for row in rows])


if __name__ == "__main__":
    play()
