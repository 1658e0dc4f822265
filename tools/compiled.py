"""The compiled build: drakkar through mypyc, as a wheel in an environment of its own, `.venv-compiled`.

It is never built in place, because a `.so` file left in `src/` would silently replace the plain build; a copy of the
sources is built. `.venv-compiled/ready` has a hash of the sources; if it is missing or different, the plain build is
used. `./check --all` builds it during the tests of the plain build and waits for it; `./play` builds it in the
background, for the next start:

    python -m tools.compiled    builds it, unless it is current or another process is building it
"""

import contextlib
import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from tools import environment, training
from tools.environment import ROOT, TOOLS, SetUpError, Step

VENV = ROOT / ".venv-compiled"
PYTHON = environment.python_of(VENV)
LOG = TOOLS / "compiled.log"
FAILED = TOOLS / "compiled.failed"
LOCK = "compiled.lock"
# The sources of the wheel, besides src/.
FILES = (
    *("pyproject.toml", "LICENSE", "requirements.txt", "requirements-compiled.txt"),
    *("tools/wheel_hook.py", "tools/generate_c.py", "tools/compile_c.py"),
)
MADE = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")


# --- Inputs


def steps(*, dev: bool) -> Iterator[Step]:
    """The steps of the build, each with a hash of its inputs; with `dev`, the environment can run the tests too."""
    made_from = fingerprint(ROOT)
    yield environment.environment_itself(VENV)
    yield environment.packages("requirements.txt", VENV)
    yield environment.packages("requirements-compiled.txt", VENV)
    yield Step("compiling drakkar, which takes some minutes", made_from, lambda: build(made_from))
    if dev:
        yield environment.packages("requirements-dev.txt", VENV)
        yield environment.packages("requirements-cluster.txt", VENV)


def fingerprint(root: Path) -> str:
    """A hash of the sources, the build settings and the Python version."""
    made_from = hashlib.sha256(f"{sys.version} {sysconfig.get_platform()}".encode())
    for path in sources(root):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        made_from.update(f"{path.relative_to(root).as_posix()} {content}\n".encode())
    return made_from.hexdigest()


def sources(root: Path) -> list[Path]:
    """Every file that affects the wheel."""
    found = [root / file for file in FILES]
    for folder, folders, names in os.walk(root / "src"):
        made = MADE(folder, [*folders, *names])
        folders[:] = [name for name in folders if name not in made]
        found += [Path(folder, name) for name in names if name not in made]
    return sorted(found)


def missing() -> str:
    """What this machine lacks for a build; empty if it has everything."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "")
    if not compiler or shutil.which(compiler[0]) is None:
        return "a C compiler"
    return "" if Path(sysconfig.get_path("include"), "Python.h").is_file() else "Python.h"


# --- The build


def prepare() -> None:
    """Make `.venv-compiled` ready for the tests; wait if another process is building. SetUpError says why not."""
    wanted = list(steps(dev=True))
    if not environment.is_ready(VENV, wanted):
        with environment.one_at_a_time(LOCK):
            environment.fetch_uv()
            environment.finish(VENV, wanted)


def build(made_from: str) -> None:
    """Build a wheel from a copy of the sources, which must match the hash `made_from`, and install it."""
    work = VENV / "build"
    shutil.rmtree(work, ignore_errors=True)
    (work / "tmp").mkdir(parents=True)
    shutil.copytree(ROOT / "src", work / "tree" / "src", ignore=MADE)
    for file in FILES:
        (work / "tree" / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, work / "tree" / file)
    if fingerprint(work / "tree") != made_from:
        raise SetUpError("the sources have changed meanwhile; the same command starts again.")
    wheel = make_wheel(work, lessons(work))
    how = ["--offline", "--no-deps", "--reinstall", "--python", str(PYTHON)]
    environment.uv("install the compiled drakkar", "pip", "install", *how, str(wheel))
    which = [str(PYTHON), "-P", "-c", "import drakkar; print(drakkar.build())"]
    says = environment.run("start it", which, dict(os.environ))
    if says.strip() != "compiled":
        raise SetUpError("the wheel is not compiled.")
    shutil.rmtree(work, ignore_errors=True)


def lessons(work: Path) -> str:
    """The compiler flags that use a profile of games played on a first build; empty without a profile.

    CI tests whether the build is correct, not how fast it is, so it skips profiling.
    """
    counts = work / "counts"
    if os.environ.get("CI") or not training.is_possible():
        return ""
    try:
        wheel = make_wheel(work, training.recording(counts))
        environment.run("play the games to learn from", *training.command(PYTHON, wheel, work / "school"))
    except SetUpError:
        return ""
    return training.using(counts)


def make_wheel(work: Path, flags: str) -> Path:
    """Compile the copy of the sources, always in the same folder, so that gcc finds its profile.

    Its C is made by the first call and used by the second.
    """
    shutil.rmtree(work / "dist", ignore_errors=True)
    own = {
        "HATCH_BUILD_HOOKS_ENABLE": "true",
        "DRAKKAR_C": str(work / "c"),
        "TMPDIR": str(work / "tmp"),
        "CFLAGS": f"{flags} {os.environ.get('CFLAGS', '')}".strip(),
    }
    command = [str(PYTHON), "-P", "-m", "hatchling", "build", "-t", "wheel", "-d", str(work / "dist")]
    environment.run("compile drakkar", command, os.environ | own, work / "tree")
    (wheel,) = (work / "dist").glob("*.whl")
    return wheel


# --- Running and starting builds


def python_to_play() -> Path:
    """The interpreter for a game: the compiled build's if it is current, else the plain build's.

    In the second case a build for the next start begins in the background. DRAKKAR_PLAIN forbids both.
    """
    if os.environ.get("DRAKKAR_PLAIN"):
        return environment.PYTHON
    wanted = list(steps(dev=False))
    if environment.is_ready(VENV, wanted):
        return PYTHON
    if not missing() and not has_failed(wanted):
        begin_beside()
    return environment.PYTHON


def has_failed(wanted: list[Step]) -> bool:
    """Whether the same sources failed to compile before."""
    return FAILED.exists() and FAILED.read_text("utf-8") == wanted[-1].line


def begin_beside() -> None:
    """Start `python -m tools.compiled` in its own session, which survives Ctrl-C and the end of the game."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):  # another process builds, or the folder is read-only: play on
        with environment.one_at_a_time(LOCK, wait=False):
            environment.say("a faster build is made beside the game, for next time (DRAKKAR_PLAIN=1 forbids it)")
        subprocess.run(
            ["/bin/sh", "-c", '"$@" &', "sh", environment.SYSTEM_PYTHON, "-m", "tools.compiled"],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            check=False,
        )


def main() -> int:
    """Build with low priority; `.tools/compiled.log` has the progress and the errors."""
    with contextlib.suppress(BlockingIOError), environment.one_at_a_time(LOCK, wait=False):
        os.nice(19)
        wanted = list(steps(dev=False))
        with LOG.open("w", encoding="utf-8") as log, contextlib.redirect_stderr(log):
            return make(wanted)
    return 0


def make(wanted: list[Step]) -> int:
    """Build, or print the error; sources that do not compile are remembered and not tried again."""
    FAILED.unlink(missing_ok=True)
    try:
        environment.fetch_uv()
        environment.finish(VENV, wanted)
    except (SetUpError, OSError) as problem:
        print(problem, file=sys.stderr)
        if "could not compile" in str(problem):  # the same sources would fail again
            FAILED.write_text(wanted[-1].line, "utf-8")
        return 1
    print("ready", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
