"""The page supports a card with a new verb without changes."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_card_with_a_new_verb_is_played_button_by_button(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src" / "drakkar", tmp_path / "drakkar", ignore=shutil.ignore_patterns("__pycache__"))
    cards = tmp_path / "drakkar" / "games" / "blood_rage" / "cards"
    shutil.copy(ROOT / "tests" / "server" / "feast.py", cards / "feast.py")
    decks = (cards / "decks.py").read_text("utf-8")
    (cards / "decks.py").write_text(decks.replace("    frigga,\n", "    feast,\n    frigga,\n"), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "tests.server.new_card"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stdout) == (0, "played\n"), done.stderr
