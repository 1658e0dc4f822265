"""Packages with plug-ins, as an installer leaves them, and programs that find them."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
TREASURE = ROOT / "examples" / "treasure" / "src"


def install(folder: Path, name: str, games: dict[str, str], bots: dict[str, str], **modules: str) -> None:
    """Put a package into a folder of packages: its metadata with the entry points, and its modules."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    lines = ["[drakkar.games]", *(f"{title} = {value}" for title, value in games.items())]
    lines += ["[drakkar.bots]", *(f"{bot} = {value}" for bot, value in bots.items())]
    (info / "entry_points.txt").write_text("\n".join(lines), "utf-8")
    for module, text in modules.items():
        (folder / f"{module}.py").write_text(text, "utf-8")


def environment(folder: Path) -> dict[str, str]:
    """The environment of a program that has the packages of a folder, and the example game."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(TREASURE), *sys.path])}


def drakkar(folder: Path, *words: str, said: str = "") -> subprocess.CompletedProcess[str]:
    """Run `drakkar` with the packages of a folder."""
    command = [sys.executable, "-m", "drakkar", *words]
    variables = environment(folder)
    return subprocess.run(command, env=variables, input=said, capture_output=True, text=True, check=False)  # noqa: S603 - our own words
