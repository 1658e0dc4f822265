"""Turn drakkar's modules into C with mypyc, one file a module, without compiling it.

    python tools/generate_c.py ROOT C_FOLDER    ROOT has src/ and pyproject.toml, which lists the modules

More arguments, such as /src/benchmarks/classics, name more folders of modules.

The folder is complete: with `tools/compile_c.py` it becomes extension modules on this machine or another.
"""

import json
import os
import re
import shutil
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

# Used by the C of drakkar when it runs. Where PyPI's package is installed, that one is used.
LIBRT = "librt.vecs"


def modules(root: Path, more: Sequence[str] = ()) -> list[str]:
    """The files of the modules to compile, relative to src/: those of pyproject.toml and of more folders."""
    targets = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]
    hook = targets["wheel"]["hooks"]["custom"]
    files = sorted(f"/{path.relative_to(root).as_posix()}" for path in Path(root, "src").rglob("*.py"))
    return [
        file.removeprefix("/src/")
        for file in files
        if file.startswith((*hook["include"], *more))
        and file not in hook["exclude"]
        and Path(file).name not in hook["exclude"]
    ]


def generate(root: Path, folder: Path, more: list[str]) -> None:
    """Write the C of these modules, mypyc's runtime and `plan.json`, which names what becomes of each file."""
    import mypy_extensions  # noqa: PLC0415 - only where C is generated
    from mypyc.build import LIBRT_MODULES, include_dir, mypycify  # noqa: PLC0415
    from mypyc.common import RUNTIME_C_FILES  # noqa: PLC0415

    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    os.chdir(root / "src")
    options = ["--strict", "--config-file=", f"--cache-dir={os.devnull}"]
    library, *shims = mypycify([*options, *modules(root, more)], multi_file=True, target_dir=str(folder))
    shutil.copytree(include_dir(), folder / "lib-rt", ignore=shutil.ignore_patterns("*.py", "__pycache__", "base64"))

    def relative(extension: Any) -> list[str]:
        return [Path(file).relative_to(folder).as_posix() for file in extension.sources]

    (vecs,) = (module for module in LIBRT_MODULES if module.module == LIBRT)
    plan = {
        "headers": [".", "lib-rt", "lib-rt/vecs"],
        "libraries": {
            library.name: {"sources": relative(library), "prefix": write_prefix(folder)},
            LIBRT: {"sources": [f"lib-rt/{file}" for file in [*vecs.c_files, *RUNTIME_C_FILES]], "prefix": ""},
        },
        "shims": {shim.name: relative(shim)[0] for shim in shims},
        "shim_prefix": "shim.h",
    }
    (folder / "shim.h").write_text("#include <Python.h>\n", "utf-8")
    shutil.copy(mypy_extensions.__file__, folder)
    (folder / "ops.txt").unlink()  # for reading, 15 MB
    (folder / "plan.json").write_text(json.dumps(plan, indent=1), "utf-8")


def write_prefix(folder: Path) -> str:
    """Write the header that every source begins with, and return its name.

    The code of a module outside its functions runs once, and is long: it is not worth optimising.
    """
    (internal,) = folder.glob("__native_internal_*.h")
    once = re.findall(r"\bchar (CPyDef_\w+_____top_level__)\(void\);", internal.read_text("utf-8"))
    lines = [f'#include "{internal.name}"', "#ifdef __GNUC__"]
    lines += [f"__attribute__((cold)) char {name}(void);" for name in once]
    (folder / "prefix.h").write_text("\n".join([*lines, "#endif", ""]), "utf-8")
    return "prefix.h"


if __name__ == "__main__":
    generate(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), sys.argv[3:])
