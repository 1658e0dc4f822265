"""Pack drakkar's C and sources for a machine with Python, a C compiler and Python.h, but without network or mypyc.

    python3 -m tools.c_bundle drakkar-c.tar.xz

There, with the Python that shall run it (`tar xf drakkar-c.tar.xz` first):

    python3 drakkar-c/compile_c.py --alone drakkar-c/c drakkar-c/src
    PYTHONPATH=drakkar-c/src python3 -c 'import drakkar; print(drakkar.build())'    prints: compiled
"""

import argparse
import os
import shutil
import sys
import tarfile
import tempfile
from pathlib import Path

from tools import compiled, environment
from tools.environment import SetUpError

TOOLS = Path(__file__).resolve().parent
NAME = "drakkar-c"


def prepare() -> None:
    """Make `.venv-compiled`, which has mypyc, without the compiled build."""
    environment.fetch_uv()
    environment.finish(compiled.VENV, list(compiled.steps(dev=False))[:-1])


def pack(checkout: Path, python: Path, archive: Path) -> None:
    """Generate the C of a checkout with an interpreter that has mypyc, and write the archive."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, NAME)
        shutil.copytree(checkout / "src", root / "src", ignore=compiled.MADE)
        shutil.copy(checkout / "pyproject.toml", root)
        shutil.copy(TOOLS / "compile_c.py", root)
        command = [str(python), "-P", str(TOOLS / "generate_c.py"), str(root), str(root / "c")]
        environment.run("generate the C", command, dict(os.environ))
        with tarfile.open(archive, "w:xz") as packed:
            packed.add(root, NAME)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive", type=Path, metavar="FILE.tar.xz")
    archive = parser.parse_args().archive.resolve()
    try:
        prepare()
        pack(environment.ROOT, compiled.PYTHON, archive)
    except SetUpError as problem:
        sys.exit(str(problem))
    return 0


if __name__ == "__main__":
    sys.exit(main())
