"""The compiled build: drakkar through mypyc, as a wheel in an environment of its own, `.venv-compiled`.

It is never made in place, because a `.so` file left in `src/` would make the plain build silently compiled: a copy of
the sources is built. `.venv-compiled/ready` names what it was made from, by a hash; whoever finds another hash, or
none, runs the plain build. `./check --all` has it made beside the tests of the plain build and waits for it; `./play`
has it made beside the game, for next time:

    python -m tools.compiled    makes it, unless it is there or another process is at it
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
# What the wheel is made of, beside src/.
FILES = ("pyproject.toml", "LICENSE", "requirements.txt", "requirements-compiled.txt")
MADE = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")


# --- What it is made from


def steps(*, dev: bool) -> Iterator[Step]:
    """What is to be done, each step with what it is made from; with `dev` the tests can run there too."""
    made_from = fingerprint(ROOT)
    yield environment.environment_itself(VENV)
    yield environment.packages("requirements.txt", VENV)
    yield environment.packages("requirements-compiled.txt", VENV)
    yield Step("compiling drakkar, which takes some minutes", made_from, lambda: build(made_from))
    if dev:
        yield environment.packages("requirements-dev.txt", VENV)


def fingerprint(root: Path) -> str:
    """A hash of the sources, of how they are built and of the Python that they are built for."""
    made_from = hashlib.sha256(f"{sys.version} {sysconfig.get_platform()}".encode())
    for path in sources(root):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        made_from.update(f"{path.relative_to(root).as_posix()} {content}\n".encode())
    return made_from.hexdigest()


def sources(root: Path) -> list[Path]:
    """Every file that matters to the wheel."""
    found = [root / file for file in FILES]
    for folder, folders, names in os.walk(root / "src"):
        made = MADE(folder, [*folders, *names])
        folders[:] = [name for name in folders if name not in made]
        found += [Path(folder, name) for name in names if name not in made]
    return sorted(found)


def missing() -> str:
    """What a build needs and this machine has not; nothing if it has all."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "")
    if not compiler or shutil.which(compiler[0]) is None:
        return "a C compiler"
    return "" if Path(sysconfig.get_path("include"), "Python.h").is_file() else "Python.h"


# --- Making it


def prepare() -> None:
    """Make `.venv-compiled` ready to run the tests, whoever else is at it. SetUpError says why not."""
    wanted = list(steps(dev=True))
    if not environment.is_ready(VENV, wanted):
        with environment.one_at_a_time(LOCK):
            environment.fetch_uv()
            environment.finish(VENV, wanted)


def build(made_from: str) -> None:
    """Build a wheel of a copy of the sources and install it. What comes of it must be what `made_from` names."""
    work = VENV / "build"
    shutil.rmtree(work, ignore_errors=True)
    (work / "tmp").mkdir(parents=True)
    shutil.copytree(ROOT / "src", work / "tree" / "src", ignore=MADE)
    for file in FILES:
        shutil.copy(ROOT / file, work / "tree")
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
    """The flags that tell the compiler what it can learn from games played on a first build; none if it cannot.

    CI asks whether the build is right, not how fast it is, and goes without.
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
    """Compile the copy of the sources. Always in the same folder, so that what was counted is found again."""
    for made in ("dist", "made"):
        shutil.rmtree(work / made, ignore_errors=True)
    (work / "made").mkdir()
    # Nobody replaces a function of ours from outside, so the compiler may call and inline them directly.
    flags = f"-fno-semantic-interposition -fno-plt {flags} {os.environ.get('CFLAGS', '')}".strip()
    own = {
        "HATCH_BUILD_HOOKS_ENABLE": "true",
        "HATCH_MYPYC_BUILD_DIR": str(work / "made"),
        "TMPDIR": str(work / "tmp"),
        "CFLAGS": flags,
    }
    command = [str(PYTHON), "-P", "-m", "hatchling", "build", "-t", "wheel", "-d", str(work / "dist")]
    environment.run("compile drakkar", command, os.environ | own, work / "tree")
    (wheel,) = (work / "dist").glob("*.whl")
    return wheel


# --- What ./play runs, and what it starts


def python_to_play() -> Path:
    """The interpreter for a game: the compiled build's if it is up to date, else the plain one's, at once.

    In that case a build for next time begins beside the game. DRAKKAR_PLAIN forbids both.
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
    """Whether these same sources could not be compiled before."""
    return FAILED.exists() and FAILED.read_text("utf-8") == wanted[-1].line


def begin_beside() -> None:
    """Start `python -m tools.compiled` in a session of its own: neither Ctrl-C nor the end of the game reaches it."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):  # another is at it, or nothing can be written here: a game needs no build
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
    """Make the build with low priority; what is done, and what goes wrong, stands in `.tools/compiled.log`."""
    with contextlib.suppress(BlockingIOError), environment.one_at_a_time(LOCK, wait=False):
        os.nice(19)
        wanted = list(steps(dev=False))
        with LOG.open("w", encoding="utf-8") as log, contextlib.redirect_stderr(log):
            return make(wanted)
    return 0


def make(wanted: list[Step]) -> int:
    """Make it, or say why not; sources that cannot be compiled are remembered, so that they are not tried again."""
    FAILED.unlink(missing_ok=True)
    try:
        environment.fetch_uv()
        environment.finish(VENV, wanted)
    except (SetUpError, OSError) as problem:
        print(problem, file=sys.stderr)
        if "could not compile" in str(problem):  # the same sources would fail again, and take their time for it
            FAILED.write_text(wanted[-1].line, "utf-8")
        return 1
    print("ready", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
