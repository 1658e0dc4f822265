"""Sets up the project inside its own folder, using only the standard library.

`.tools` gets uv (fetched by pip); `.venv` gets the pinned packages (fetched by uv) and drakkar itself.
`.venv/ready` lists the finished steps with hashes of their inputs. If nothing has changed since, `prepare` does nothing
and prints nothing; otherwise it repeats the first changed step and those after it. The file is removed while a step
runs, so an interrupted set-up starts afresh. `tools/compiled.py` sets up a second environment in the same way.
"""

import ast
import contextlib
import functools
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

if sys.platform != "win32":
    import fcntl

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / ".tools"
VENV = ROOT / ".venv"


def python_of(venv: Path) -> Path:
    """The interpreter of an environment."""
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


PYTHON = python_of(VENV)

# The Python underneath any active virtual environment: the one that has pip.
SYSTEM_PYTHON: str = getattr(sys, "_base_executable", None) or sys.executable

INTERRUPTED = 130  # the exit code of a shell for Ctrl-C


class SetUpError(Exception):
    """Why the set-up cannot continue, for the person who started it."""


# --- The steps and their state


class Step(NamedTuple):
    name: str
    made_from: str
    do: Callable[[], None]

    @property
    def line(self) -> str:
        return f"{self.name}: {self.made_from}"


def prepare(*, dev: bool = False, cluster: bool = False) -> None:
    """Make `.venv` ready to run drakkar and, with `dev`, the checks; `cluster` adds Ray. Exit if that fails."""
    steps = list(all_steps(dev=dev, cluster=cluster))
    if is_ready(VENV, steps):
        return
    try:
        with one_at_a_time():
            fetch_uv()
            finish(VENV, steps)
    except KeyboardInterrupt:
        print("\nSet-up interrupted; the same command starts it again.", file=sys.stderr)
        sys.exit(INTERRUPTED)
    except (SetUpError, OSError) as problem:
        sys.exit(f"Set-up failed: {problem}")


def all_steps(*, dev: bool, cluster: bool = False) -> Iterator[Step]:
    yield environment_itself(VENV)
    yield packages("requirements.txt", VENV)
    yield Step("linking drakkar into .venv", digest("pyproject.toml"), link_drakkar)
    if dev:
        yield packages("requirements-dev.txt", VENV)
    if cluster:
        yield packages("requirements-cluster.txt", VENV)


def environment_itself(venv: Path) -> Step:
    python = f"Python {sys.version_info.major}.{sys.version_info.minor}"
    return Step(f"making {venv.name}", f"{python}, {ROOT}", lambda: make_environment(venv))


def packages(file: str, venv: Path) -> Step:
    return Step(f"installing {file}", digest(file), lambda: install(file, venv))


def is_ready(venv: Path, steps: Sequence[Step]) -> bool:
    """Whether every step is done."""
    return finished(venv, steps) == len(steps)


def finished(venv: Path, steps: Sequence[Step]) -> int:
    """The number of finished steps, up to the first unfinished one."""
    ready = venv / "ready"
    lines = ready.read_text("utf-8").splitlines() if ready.exists() and python_of(venv).exists() else []
    done = 0
    while done < len(steps) and lines[done : done + 1] == [steps[done].line]:
        done += 1
    return done


def finish(venv: Path, steps: Sequence[Step]) -> None:
    for number in range(finished(venv, steps), len(steps)):
        say(steps[number].name)
        (venv / "ready").unlink(missing_ok=True)
        try:
            steps[number].do()
        except SetUpError:
            write_ready(venv, steps[:number])  # a failure, not an interrupt: earlier steps stay valid
            raise
        write_ready(venv, steps[: number + 1])


def write_ready(venv: Path, steps: Sequence[Step]) -> None:
    if venv.exists():
        unfinished = venv / "ready.new"
        unfinished.write_text("".join(f"{step.line}\n" for step in steps), "utf-8")
        unfinished.replace(venv / "ready")


# --- The steps


def fetch_uv() -> None:
    """Get uv: it creates `.venv` where Debian's own venv module cannot, and installs quickly."""
    ready, pinned = TOOLS / "ready", digest("requirements-uv.txt")
    if ready.exists() and ready.read_text("utf-8") == pinned:
        return
    say("fetching uv into .tools")
    ready.unlink(missing_ok=True)
    how = ["--quiet", "--retries=2", "--only-binary=:all:", "--require-hashes", "--upgrade"]
    pip("fetch uv", "install", *how, "--target", str(TOOLS), "-r", "requirements-uv.txt")
    ready.write_text(pinned, "utf-8")


def make_environment(venv: Path) -> None:
    if venv.exists():
        shutil.rmtree(venv)
    how = ["--no-project", "--no-python-downloads", "--python", SYSTEM_PYTHON]
    uv(f"make {venv.name}", "venv", *how, str(venv))


def install(file: str, venv: Path) -> None:
    how = ["--require-hashes", "--python", str(python_of(venv))]
    uv(f"fetch the packages of {file}", "pip", "install", *how, "-r", file)


def link_drakkar() -> None:
    """Install drakkar as editable. The pinned hatchling in `.venv` builds it, so nothing is downloaded."""
    how = ["--offline", "--no-deps", "--no-build-isolation", "--python", str(PYTHON)]
    uv("link drakkar into .venv", "pip", "install", *how, "--editable", ".")


# --- Running pip and uv


def pip(task: str, *arguments: str) -> str:
    own = {
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_ROOT_USER_ACTION": "ignore",
        "PIP_REQUIRE_VIRTUALENV": "0",  # this and the next would contradict --target
        "PIP_USER": "0",
    }
    return run(task, [SYSTEM_PYTHON, "-m", "pip", *arguments], os.environ | own)


def uv(task: str, *arguments: str) -> str:
    return run(task, [str(TOOLS / "bin" / "uv"), "--quiet", *arguments], settings_for_uv() | os.environ)


UV_SPELLING = {
    "index-url": ["UV_DEFAULT_INDEX"],
    "trusted-host": ["UV_INSECURE_HOST"],
    "cert": ["SSL_CERT_FILE"],
    "proxy": ["HTTP_PROXY", "HTTPS_PROXY"],
}


@functools.cache
def settings_for_uv() -> dict[str, str]:
    """Pass pip's settings for index, certificates and proxy on to uv, so that uv works where pip works."""
    try:
        lines = pip("read pip's settings", "config", "list").splitlines()
    except SetUpError:  # pip was removed after it installed uv: use uv's own settings
        lines = []
    told = dict(line.split("=", 1) for line in lines if "=" in line)

    settings = {"UV_SYSTEM_CERTS": "1"}
    for option, variables in UV_SPELLING.items():
        for section in ("global", "install", ":env:"):  # later sections override earlier ones
            if f"{section}.{option}" in told:
                value = ast.literal_eval(told[f"{section}.{option}"])
                settings.update(dict.fromkeys(variables, value))
    return settings


def run(task: str, command: Sequence[str], environment: dict[str, str], folder: Path = ROOT) -> str:
    """Run a command quietly and without input."""
    result = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if result.returncode == 0:
        return result.stdout
    if "No module named pip" in result.stdout:
        raise SetUpError("pip is missing. Install it (Debian: apt install python3-pip), then try again.")
    said = [line for line in result.stdout.splitlines() if line.strip()]
    last_words = [f"    {line}" for line in [line for line in said if "error:" in line][:5] or said[-3:]]
    advice = WHEN_OFFLINE if task.startswith("fetch") else []
    raise SetUpError("\n".join([f"could not {task}.", *last_words, *advice]))


WHEN_OFFLINE = [
    "Is this machine online? The first start needs the Python package index, or the mirror that pip is",
    "configured for. When it can be reached, the same command goes on from here.",
]


# --- Helpers


def say(doing: str) -> None:
    print(f"set-up: {doing} …", file=sys.stderr, flush=True)


def digest(file: str) -> str:
    return hashlib.sha256((ROOT / file).read_bytes()).hexdigest()


@contextlib.contextmanager
def one_at_a_time(name: str = "lock", *, wait: bool = True) -> Iterator[None]:
    """Wait while another ./play or ./check sets up the same folder; BlockingIOError if `wait` is false."""
    TOOLS.mkdir(exist_ok=True)
    with (TOOLS / name).open("w") as lock:
        if sys.platform != "win32":
            fcntl.flock(lock, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
