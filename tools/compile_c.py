"""Compile the C of drakkar for the Python that runs this file, one C file a module, on all cores.

`tools/generate_c.py` makes the C. This file needs the standard library, a C compiler and Python.h, no network and no
other file of the project, so it can be carried to another machine with the C.

    python compile_c.py C_FOLDER INTO    puts the extension modules into the folder INTO, beside the Python sources
"""

import argparse
import functools
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

SUFFIX = sysconfig.get_config_var("EXT_SUFFIX") or ".so"
# What a Mac needs beside these is in sysconfig; elsewhere its flags may be of another compiler than the one at hand.
PORTABLE = ("-fPIC", "-fwrapv", "-DNDEBUG", "-g0", "-w")
# Only the start function of each library is called from outside, and no function is ever replaced: calls are direct.
CLOSED = ("-fvisibility=hidden", "-fno-semantic-interposition", "-fno-plt")
# gcc makes the machine code when it links, on all cores, so that it can inline functions of other modules.
WHOLE = ("-flto=auto", "-fno-fat-lto-objects")


# `plan.json`: the parts of each library and the file that starts each module.
Plan = dict[str, Any]


class CompilerError(Exception):
    """The output of a compiler that failed."""


@functools.cache
def compiler() -> list[str]:
    """The C compiler: CC, or the one that Python was built with, or whatever is called gcc or cc."""
    named = [os.environ.get("CC"), sysconfig.get_config_var("CC"), "gcc", "cc"]
    commands = [shlex.split(name) for name in named if name]
    found = next((command for command in commands if command and shutil.which(command[0])), None)
    if found is None:
        raise CompilerError("error: there is no C compiler")
    return found


@functools.cache
def is_gcc() -> bool:
    return "Free Software Foundation" in run([*compiler(), "--version"])


def run(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CompilerError(f"{shlex.join(command[:1] + command[-4:])}\n{done.stderr or done.stdout}")
    return done.stdout


def compile_all(generated: Path, into: Path, jobs: int | None = None, *, alone: bool = False) -> None:
    """Compile a folder of generated C; object files stay in `made` there. `alone` adds what it imports."""
    plan = json.loads((generated / "plan.json").read_text("utf-8"))
    if alone:
        into.mkdir(parents=True, exist_ok=True)
        shutil.copy(generated / "mypy_extensions.py", into)
    else:
        del plan["libraries"]["librt.vecs"]
    with ThreadPoolExecutor(jobs or os.cpu_count() or 1) as pool:
        compile_libraries(generated, into, plan, pool.map)
        compile_shims(generated, into, plan, pool.map)


def compile_libraries(generated: Path, into: Path, plan: Plan, each: Callable[..., Iterable[Any]]) -> None:
    flags = ["-O3", *CLOSED, *(WHOLE if is_gcc() else ()), *shlex.split(os.environ.get("CFLAGS", ""))]
    headers = [f"-I{generated / folder}" for folder in plan["headers"]]
    using = [*platform_flags(), *flags, *headers, f"-I{sysconfig.get_path('include')}"]
    works: list[tuple[Path, Path, list[str]]] = []
    for library, parts in plan["libraries"].items():
        first = [*using, *prefix(generated, parts["prefix"], using)]
        works += [(generated / file, object_of(generated, library, file), first) for file in parts["sources"]]
    works.sort(key=lambda work: -work[0].stat().st_size)  # the longest first, so that no core waits at the end
    list(each(lambda work: run([*compiler(), "-c", *work[2], str(work[0]), "-o", str(work[1])]), works))

    def link(library: str) -> None:
        objects = [str(object_of(generated, library, file)) for file in plan["libraries"][library]["sources"]]
        run([*linker(), *flags, *objects, "-o", str(target(into, library))])

    list(each(link, plan["libraries"]))


def object_of(generated: Path, library: str, file: str) -> Path:
    """The object file, always in the same place, so that gcc finds its profile."""
    path = generated / "made" / library / f"{file.replace('/', '_')}.o"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def prefix(generated: Path, header: str, using: list[str]) -> list[str]:
    """The flags to begin every source with a header, which gcc reads only once."""
    if not header:
        return []
    if is_gcc():
        run([*compiler(), *using, "-x", "c-header", str(generated / header), "-o", str(generated / f"{header}.gch")])
    return ["-include", str(generated / header)]


def compile_shims(generated: Path, into: Path, plan: Plan, each: Callable[..., Iterable[Any]]) -> None:
    """The small files that Python imports; each starts one module of a library."""
    using = [*platform_flags(), "-O1", f"-I{sysconfig.get_path('include')}"]
    first = [*using, *prefix(generated, plan["shim_prefix"], using)]

    def compile_shim(module: str) -> None:
        source = generated / plan["shims"][module]
        made = object_of(generated, "shims", plan["shims"][module])
        run([*compiler(), "-c", *first, str(source), "-o", str(made)])
        run([*linker(), str(made), "-o", str(target(into, module))])

    list(each(compile_shim, plan["shims"]))


def target(into: Path, module: str) -> Path:
    """The file of an extension module."""
    path = into / f"{module.replace('.', '/')}{SUFFIX}"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def platform_flags() -> list[str]:
    more = shlex.split(sysconfig.get_config_var("CFLAGS") or "") if sys.platform == "darwin" else []
    return [*more, *PORTABLE]


def linker() -> list[str]:
    if sys.platform == "darwin":
        return shlex.split(sysconfig.get_config_var("LDSHARED") or "cc -bundle -undefined dynamic_lookup")
    return [*compiler(), "-shared"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("generated", type=Path, metavar="C_FOLDER")
    parser.add_argument("into", type=Path, metavar="INTO")
    parser.add_argument(
        "--alone", action="store_true", help="also add librt.vecs and mypy_extensions, which it imports"
    )
    parser.add_argument("--jobs", type=int, help="compilers at a time; default: one for each core")
    options = parser.parse_args()
    try:
        compile_all(options.generated.resolve(), options.into.resolve(), options.jobs, alone=options.alone)
    except CompilerError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
