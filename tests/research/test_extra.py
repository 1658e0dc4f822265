"""Drakkar works without the research packages, and names the extra that has them."""

import subprocess
import sys

import pytest

# A Python without the named packages.
WITHOUT = """
import sys
missing = set(sys.argv[1].split(","))
class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in missing:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name.split(".")[0])
sys.meta_path.insert(0, Nothing())
"""
ALL = "numpy,gymnasium,pettingzoo,pyspiel,open_spiel,pyarrow"


def said(missing: str, program: str) -> str:
    command = [sys.executable, "-c", WITHOUT + program, missing]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)  # noqa: S603 - our own
    return done.stdout + done.stderr


def test_a_match_needs_none_of_them() -> None:
    program = "import drakkar; print(drakkar.new('blood_rage', seats=2, seed=1).pending[0].seat)"
    assert said(ALL, program) == "0\n"


@pytest.mark.parametrize(
    ("module", "missing"),
    [
        ("encode", "numpy"),
        ("aec", "pettingzoo"),
        ("gym", "gymnasium"),
        ("vector", "gymnasium"),
        ("spiel", "pyspiel"),
        ("dataset", "pyarrow"),
        ("net_bot", "numpy"),
    ],
)
def test_what_is_missing_is_named_with_the_extra_that_brings_it(module: str, missing: str) -> None:
    last = said(missing, f"import drakkar.research.{module}").splitlines()[-1]
    assert last.endswith(f"this needs {missing}, which is in the extra research: pip install 'drakkar[research]'")


def test_the_command_line_and_the_bots_say_it_in_one_line() -> None:
    cli = "from drakkar import cli; cli.main(['dataset', '--out', 'nowhere'])"
    assert said(ALL, cli) == (
        "drakkar: this needs numpy, which is in the extra research: pip install 'drakkar[research]'\n"
    )
    arena = "from drakkar import cli; cli.main(['arena', 'net:path=x', 'random'])"
    assert said(ALL, arena).startswith("drakkar: the bot net: this needs numpy, which is in the extra research")
