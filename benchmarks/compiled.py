"""A compiled build that has the classic bots too, in a folder of its own.

    .venv/bin/python -m benchmarks.compiled FOLDER
    PYTHONPATH=FOLDER/src .venv/bin/python -P -m drakkar arena net classic_jarl --alone --module benchmarks.classics

It takes minutes, and needs a C compiler and Python.h; mypyc is installed in `.venv-compiled`.
"""

import argparse
import os
import shutil
import sys
from pathlib import Path
from typing import Final

from tools import c_bundle, compiled, environment
from tools.compile_c import CompilerError, compile_all
from tools.environment import ROOT, SetUpError

CLASSICS: Final = "benchmarks/classics"


def make(folder: Path) -> None:
    """Copy the sources, generate their C in a process of its own, and compile it beside them."""
    shutil.rmtree(folder / "src", ignore_errors=True)
    shutil.copytree(ROOT / "src", folder / "src", ignore=compiled.MADE)
    shutil.copytree(ROOT / "benchmarks", folder / "src" / "benchmarks", ignore=compiled.MADE)
    shutil.copy(ROOT / "pyproject.toml", folder)
    script = [str(compiled.PYTHON), "-P", str(ROOT / "tools" / "generate_c.py")]
    command = [*script, str(folder), str(folder / "c"), f"/src/{CLASSICS}"]
    environment.run("generate the C", command, dict(os.environ))
    compile_all(folder / "c", folder / "src", alone=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    folder = parser.parse_args().folder.resolve()
    try:
        c_bundle.prepare()
        make(folder)
    except (SetUpError, CompilerError) as problem:
        sys.exit(str(problem))
    return 0


if __name__ == "__main__":
    sys.exit(main())
