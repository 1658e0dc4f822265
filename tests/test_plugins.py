"""Games and bots of other packages are found by their entry points, and a broken one affects no other."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from drakkar.bots.levels import LEVELS
from drakkar.bots.roster import MAKERS
from tests.plugin_package import drakkar, environment, install

GAMES = {"treasure": "treasure.game:Treasure"}
BOTS = {"miser": "treasure.miser:Miser"}
BROKEN_GAMES = {
    "absent": "nowhere:Game",
    "wrong_type": "pathlib:Path",
    "misnamed": "treasure.game:Treasure",
    "blood_rage": "treasure.game:Treasure",
}
BROKEN_BOTS = {"mute": "broken:Mute", "number": "broken:NUMBER", "clumsy": "broken:clumsy", "karl": "broken:Mute"}
ABSENT = "nowhere:Game: ModuleNotFoundError: No module named 'nowhere'"
BROKEN = """
NUMBER = 7

class Mute:
    def __init__(self, settings, seed):
        pass

def clumsy(settings, seed):
    raise RuntimeError("no luck")
"""


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one working package."""
    folder = tmp_path_factory.mktemp("sound")
    install(folder, "drakkar-treasure", GAMES, BOTS)
    return folder


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with a broken package, and one with a game that clashes with that of the first."""
    folder = tmp_path_factory.mktemp("broken")
    install(folder, "drakkar-treasure", GAMES, BOTS)
    install(folder, "mishap", BROKEN_GAMES, BROKEN_BOTS, broken=BROKEN)
    install(folder, "one", {"twice": "treasure.game:Treasure"}, {})
    install(folder, "other", {"twice": "treasure.game:Game"}, {})
    return folder


def test_listings_and_help_name_plug_ins(sound: Path) -> None:
    games, bots = drakkar(sound, "games"), drakkar(sound, "bots")
    assert "treasure: 2 to 3 players; sides red, blue, green; from drakkar-treasure 1.0\n" in games.stdout
    assert bots.stdout.endswith("miser: from drakkar-treasure 1.0; plays treasure\n")
    assert "karl: a level, the same as greedy\n" in bots.stdout
    assert drakkar(sound, "arena", "--help").stdout.endswith("plug-in games: treasure\nplug-in bots: miser\n")
    assert games.stderr == bots.stderr == ""


def test_a_plug_in_bot_plays_a_plug_in_game_in_the_arena(sound: Path) -> None:
    words = ["arena", "miser:large=4", "random", "--game", "treasure", "--players", "2", "--games", "4", "--json"]
    told = json.loads(drakkar(sound, *words, "--jobs", "1").stdout)
    assert told["games"] == 4
    assert not told["errors"]


FAULTY = """
from treasure.miser import Miser

class Clumsy(Miser):
    def choose(self, view, decision, budget=None):
        raise LookupError(f"my choices are {decision.choices}")

class Cheat(Miser):
    def choose(self, view, decision, budget=None):
        return "win"
"""


@pytest.mark.parametrize(("bot", "error"), [("clumsy", "LookupError at faulty.py:6"), ("cheat", "IllegalChoice")])
def test_a_bot_that_fails_ends_a_match_in_the_terminal_with_its_name(tmp_path: Path, bot: str, error: str) -> None:
    install(tmp_path, "faulty", GAMES, {"clumsy": "faulty:Clumsy", "cheat": "faulty:Cheat"}, faulty=FAULTY)
    done = drakkar(tmp_path, "play", "treasure", "--players", "2", "--bot", bot, said="take Thief\n")
    assert done.stderr == f"drakkar: the bot {bot}, which plays blue, has failed: {error}\n"
    assert done.returncode == 1
    assert "my choices" not in done.stdout


def test_a_broken_plug_in_is_a_warning_in_listings(broken: Path) -> None:
    done = drakkar(broken, "games")
    titles = [line.partition(":")[0] for line in done.stdout.splitlines() if not line.startswith(" ")]
    assert titles == ["blood_rage", "lords_of_ragnarok", "treasure"]
    assert sorted(line.partition(" is left out: ")[::2] for line in done.stderr.splitlines()) == [
        (
            "the plug-in absent (drakkar.games of mishap 1.0)",
            "nowhere:Game: ModuleNotFoundError: No module named 'nowhere'",
        ),
        ("the plug-in blood_rage (drakkar.games of mishap 1.0)", "its title is that of another game"),
        (
            "the plug-in misnamed (drakkar.games of mishap 1.0)",
            "its title is 'treasure'",
        ),
        ("the plug-in twice (drakkar.games of other 1.0, one 1.0)", "several packages bring it"),
        ("the plug-in wrong_type (drakkar.games of mishap 1.0)", "its entry point is no drakkar.core.game.Game"),
    ]


PROGRAM = """
import drakkar, json
from drakkar.bots import make
from drakkar.bots.roster import plugin_names
from drakkar.core.game import find

def asked(act, *words):
    try:
        return type(act(*words)).__name__
    except drakkar.DrakkarError as error:
        return f"{type(error).__name__}: {error}"

print(json.dumps({
    **{title: asked(find, title) for title in ("blood_rage", "treasure", "absent", "misnamed", "twice")},
    **{name: asked(make, name, 1) for name in ("karl", "miser", "mute", "number", "clumsy", "nobody")},
    "elsewhere": asked(make, "miser", 1, find("blood_rage")),
    "setting": asked(make, "miser:small=1", 1),
    "bots": [plugin_names("blood_rage"), plugin_names("treasure")],
}))
"""


def test_a_broken_plug_in_is_one_clear_error_when_it_is_asked_for(broken: Path) -> None:
    done = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", PROGRAM], env=environment(broken), capture_output=True, text=True, check=True
    )
    cannot, known = "of mishap 1.0 cannot be", ", ".join([*LEVELS, *MAKERS, "net", "net_search"])
    assert json.loads(done.stdout) == {
        "blood_rage": "BloodRage",
        "treasure": "Treasure",
        "absent": f"UnknownGame: the game 'absent' {cannot} played: {ABSENT}",
        "misnamed": f"UnknownGame: the game 'misnamed' {cannot} played: its title is 'treasure'",
        "twice": "UnknownGame: the game 'twice' of other 1.0, one 1.0 cannot be played: several packages bring it",
        "karl": "LevelBot",
        "miser": "Miser",
        "mute": "BadArgument: the bot mute of mishap 1.0 is not a Bot: it needs the methods choose and explain",
        "number": f"BadArgument: the bot number {cannot} made: its entry point is neither a class nor a function",
        "clumsy": f"BadArgument: the bot clumsy {cannot} made: RuntimeError: no luck",
        "nobody": f"BadArgument: there is no bot 'nobody'; there are: {known}, clumsy, miser, mute",
        "elsewhere": "BadArgument: the bot miser of drakkar-treasure 1.0 does not play blood_rage",
        "setting": "BadArgument: the bot miser has no setting 'small'",
        "bots": [["clumsy", "mute"], ["clumsy", "miser", "mute"]],
    }


def test_a_program_that_asks_for_no_plug_in_does_not_look_for_any(sound: Path) -> None:
    program = (
        "import sys, drakkar; from drakkar.bots import make; make('karl', 1)\n"
        "drakkar.new('blood_rage', seats=2); print('importlib.metadata' in sys.modules)"
    )
    command = [sys.executable, "-S", "-c", program]
    done = subprocess.run(command, env=environment(sound), capture_output=True, text=True, check=True)  # noqa: S603 - our own words
    assert done.stdout == "False\n"
