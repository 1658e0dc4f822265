"""Two builds of one source: which one runs, when the compiled one is built, and that a stale one never runs."""

import ast
import importlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import time
import tomllib
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest

import drakkar
from drakkar.core.game import Game
from tests import conftest
from tests.source import syntax_tree
from tools import c_bundle, compile_c, compiled, environment, generate_c, same_play, training

ROOT = Path(__file__).parent.parent
HOOK = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"][
    "hooks"
]


# Which build runs


def exceptions_by_name(function: ast.FunctionDef) -> dict[str, set[str]]:
    """The types of exceptions that each name of a function's `except` clauses has."""
    found: dict[str, set[str]] = {}
    for handler in ast.walk(function):
        if isinstance(handler, ast.ExceptHandler) and handler.name and handler.type:
            found.setdefault(handler.name, set()).add(ast.unparse(handler.type))
    return found


def test_in_compiled_modules_a_name_stands_for_one_type_of_exception() -> None:
    """The compiler gives a name one type; another exception under that name would be a TypeError."""
    functions = [
        (module, node)
        for module in sorted(compiled_modules())
        for node in ast.walk(syntax_tree(ROOT / "src" / f"{module.replace('.', '/')}.py"))
        if isinstance(node, ast.FunctionDef)
    ]
    assert len(functions) > 1000
    for module, function in functions:
        for name, types in exceptions_by_name(function).items():
            assert len(types) == 1, f"{module}.{function.name}: {name} is any of {sorted(types)}"


def compiled_modules() -> set[str]:
    """The modules that pyproject.toml lists."""
    return {file.removesuffix(".py").replace("/", ".") for file in generate_c.modules(ROOT)}


def test_the_tests_run_on_the_build_that_they_are_meant_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRAKKAR_EXPECT_BUILD", drakkar.build())
    conftest.pytest_configure()
    monkeypatch.setenv("DRAKKAR_EXPECT_BUILD", "another")
    with pytest.raises(pytest.UsageError, match="meant for the another build"):
        conftest.pytest_configure()


def test_the_whole_engine_is_of_one_build() -> None:
    modules = {name: str(importlib.import_module(name).__file__) for name in compiled_modules()}
    assert len(modules) > 50
    plain = {name for name, file in modules.items() if file.endswith(".py")}
    assert plain == (set(modules) if drakkar.build() == "plain" else set())
    assert (Path(str(drakkar.__file__)).is_relative_to(ROOT / "src")) == (drakkar.build() == "plain")


def test_nothing_is_compiled_unless_it_is_asked_for_and_nothing_in_place() -> None:
    assert HOOK["custom"]["enable-by-default"] is False
    assert not [path for path in (ROOT / "src").rglob("*") if path.suffix in (".so", ".pyd", ".c")]


posix = pytest.mark.skipif(os.name == "nt", reason="there only the plain build is made")


# What a build depends on


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the two commands, with a drakkar of one module and fake interpreters that only print their name."""
    for file in ("play", "check", *compiled.FILES, "requirements-dev.txt", "requirements-uv.txt"):
        if not file.startswith("tools/"):
            shutil.copy(ROOT / file, tmp_path)
    shutil.copytree(ROOT / "tools", tmp_path / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "src/drakkar").mkdir(parents=True)
    (tmp_path / "src/drakkar/__init__.py").write_text("")
    for folder, name in ((".venv", "plain"), (".venv-compiled", "compiled")):
        python = tmp_path / folder / "bin/python"
        python.parent.mkdir(parents=True)
        python.write_text(f'#!/bin/sh\necho {name} "$@"\n')
        python.chmod(0o755)
    (tmp_path / ".tools").mkdir()
    # As if uv had been downloaded already.
    (tmp_path / ".tools/ready").write_text(environment.digest("requirements-uv.txt"))
    in_checkout(tmp_path, "environment.write_ready(environment.VENV, list(environment.all_steps(dev=False)))")
    return tmp_path


def in_checkout(root: Path, code: str, **variables: str) -> str:
    return run(root, "-c", f"from tools import c_bundle, compile_c, compiled, environment\n{code}", **variables)


def play(root: Path, **variables: str) -> str:
    return run(root, "play", "--version", **{"CC": "there-is-none", "DRAKKAR_PLAIN": "", **variables})


def run(root: Path, *arguments: str, **variables: str) -> str:
    done = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, *arguments],
        cwd=root,
        env=os.environ | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=True,
    )
    return done.stdout


def call_it_ready(root: Path) -> None:
    in_checkout(root, "environment.write_ready(compiled.VENV, list(compiled.steps(dev=False)))")


def test_the_fingerprint_is_of_all_that_the_wheel_is_made_from(checkout: Path) -> None:
    seen = [compiled.fingerprint(checkout)]
    for file, text in (
        ("src/drakkar/__init__.py", "x = 1"),
        ("src/drakkar/more.py", ""),
        ("pyproject.toml", ""),
        ("requirements-compiled.txt", ""),
    ):
        (checkout / file).write_text(text)
        seen.append(compiled.fingerprint(checkout))
    assert len(set(seen)) == len(seen)
    for made in ("src/drakkar/__pycache__/more.pyc", "src/drakkar/more.cpython-311.so", "tests/test_more.py"):
        (checkout / made).parent.mkdir(exist_ok=True)
        (checkout / made).write_text("")
    assert compiled.fingerprint(checkout) == seen[-1]


def test_what_a_build_needs_is_looked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(tmp_path))
    monkeypatch.setenv("CC", "there-is-none -O2")
    assert compiled.missing() == "a C compiler"
    monkeypatch.setenv("CC", f"{sys.executable} -O2")
    assert compiled.missing() == "Python.h"
    (tmp_path / "Python.h").write_text("")
    assert compiled.missing() == ""


# Profile-guided optimisation


@posix
@pytest.mark.parametrize(
    ("says", "learns"), [("gcc 12\nCopyright Free Software Foundation", True), ("clang version 17", False)]
)
def test_only_gcc_learns_from_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, says: str, learns: bool) -> None:
    compiler = tmp_path / "cc"
    compiler.write_text(f"#!/bin/sh\necho '{says}'\n")
    compiler.chmod(0o755)
    monkeypatch.setenv("CC", f"{compiler} -O2")
    assert training.is_possible() is learns
    monkeypatch.setenv("CC", "there-is-none")
    assert not training.is_possible()


def test_a_build_from_which_nothing_can_be_learned_is_made_all_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(work: Path, flags: str) -> Path:
        raise environment.SetUpError("could not compile drakkar.")

    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(compiled, "make_wheel", fail)
    monkeypatch.setattr(training, "is_possible", lambda: True)
    assert compiled.lessons(tmp_path) == ""


def test_ci_builds_without_lessons(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    built = []
    monkeypatch.setenv("CI", "true")
    monkeypatch.setattr(compiled, "make_wheel", lambda _work, flags: built.append(flags))
    monkeypatch.setattr(training, "is_possible", lambda: True)
    assert compiled.lessons(tmp_path) == ""
    assert not built


def test_the_games_to_learn_from_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "BOTS", ("greedy", "mcts:iterations=2"))
    training.play_fast("blood_rage", 2, seed=1)
    training.play_bots("blood_rage", 2, seed=1)


# From Python to C, and from C to extension modules


@posix
@pytest.mark.skipif(bool(compiled.missing()), reason=f"there is no build without {compiled.missing()}")
def test_c_is_compiled_without_any_other_file_of_the_project(tmp_path: Path) -> None:
    """A library of two files, one of them with an error first, and a module that starts it."""
    module = "static struct PyModuleDef d = {PyModuleDef_HEAD_INIT, NAME, NULL, -1, NULL};\n"
    start = "PyMODINIT_FUNC START(void) { PyObject *m = PyModule_Create(&d); %s return m; }\n"
    files = {
        "all.h": "#include <Python.h>\nint answer(void);\n",
        "shim.h": "#include <Python.h>\n",
        "answer.c": '#include "all.h"\nint answer(void) { return 42 }\n',
        "start.c": (module + start % 'PyModule_AddIntConstant(m, "answer", answer());')
        .replace("NAME", '"tiny"')
        .replace("START", "PyInit_tiny"),
        "shim.c": (module + start % "").replace("NAME", '"part"').replace("START", "PyInit_part"),
        "plan.json": json.dumps(
            {
                "headers": ["."],
                "libraries": {
                    "tiny": {"sources": ["answer.c", "start.c"], "prefix": "all.h"},
                    "librt.vecs": {"sources": ["not there"], "prefix": ""},
                },
                "shims": {"package.part": "shim.c"},
                "shim_prefix": "shim.h",
            }
        ),
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    script = shutil.copy(ROOT / "tools/compile_c.py", tmp_path)
    command = [sys.executable, "-I", script, str(tmp_path), str(tmp_path / "made-here")]
    failed = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own words
    assert failed.returncode == 1
    assert "expected" in failed.stderr
    (tmp_path / "answer.c").write_text(files["answer.c"].replace("42", "42;"))
    subprocess.run(command, check=True)  # noqa: S603 - our own words
    code = "import tiny, package.part; print(tiny.answer, package.part.__name__)"
    assert run(tmp_path / "made-here", "-c", code).split() == ["42", "package.part"]


TINY = """
from librt.vecs import append, vec
from mypy_extensions import i64

from drakkar.{other} import {name}


def {made}(n: i64) -> i64:
    numbers = append(vec[i64](), n)
    return numbers[0] + {name}
"""


@posix
@pytest.mark.slow
def test_a_bundle_becomes_a_compiled_package_without_mypyc(tmp_path: Path) -> None:
    checkout, away = tmp_path / "checkout", tmp_path / "away"
    for file, text in {
        "__init__.py": "",
        "plain.py": "two = 2\n",
        "core/__init__.py": "",
        "core/one.py": "from typing import Final\n\nONE: Final = 1\n",
        "core/two.py": TINY.format(other="core.one", name="ONE", made="one_more"),
        "core/kit.py": "",
    }.items():
        (checkout / "src/drakkar" / file).parent.mkdir(parents=True, exist_ok=True)
        (checkout / "src/drakkar" / file).write_text(text)
    shutil.copy(ROOT / "pyproject.toml", checkout)
    assert generate_c.modules(checkout) == ["drakkar/core/one.py", "drakkar/core/two.py"]
    c_bundle.pack(checkout, Path(sys.executable), tmp_path / "bundle.tar.xz")
    with tarfile.open(tmp_path / "bundle.tar.xz") as packed:
        packed.extractall(away, filter="data")
    run(away / c_bundle.NAME, "-I", "compile_c.py", "--alone", "c", "src")
    code = "import drakkar.core.two as t, librt.vecs as v; print(t.one_more(41), t.__file__, v.__file__)"
    answer, module, vectors = run(away / c_bundle.NAME / "src", "-S", "-c", code).split()
    assert answer == "42"
    assert Path(module).is_relative_to(away)
    assert Path(vectors).is_relative_to(away)
    assert module.endswith(compile_c.SUFFIX)


# What ./play does with its arguments


@posix
@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("", "serve --open --log-level warning"),
        ("play", "play"),
        ("--players 3", "play --players 3"),
        ("play --players 3", "play --players 3"),
        ("serve --port 80", "serve --port 80"),
        ("--help", "--help"),
        ("--version", "--version"),
        ("bench --json", "bench --json"),
    ],
)
def test_play_alone_is_the_browser_with_options_the_terminal_and_else_a_command(
    checkout: Path, given: str, meant: str
) -> None:
    said = run(checkout, "play", *given.split(), DRAKKAR_PLAIN="1")
    assert said.splitlines()[-1] == f"plain -P -m drakkar {meant}"


# Which build ./play runs


@posix
def test_play_runs_the_compiled_build_only_while_it_is_up_to_date(checkout: Path) -> None:
    plain, fast = "plain -P -m drakkar --version\n", "compiled -P -m drakkar --version\n"
    assert play(checkout) == plain
    call_it_ready(checkout)
    assert play(checkout) == fast
    assert play(checkout, DRAKKAR_PLAIN="1") == plain
    (checkout / "src/drakkar/__init__.py").write_text("edited = True")
    assert play(checkout) == plain
    call_it_ready(checkout)
    assert play(checkout) == fast
    (checkout / ".venv-compiled/ready").unlink()  # as during a build, or after an interrupted one
    assert play(checkout) == plain


# Replaces everything slow; each start of a build leaves a line.
BESIDE = """
compiled.missing = lambda: ""
compiled.begin_beside = lambda: print("a build begins")
print(compiled.python_to_play().parts[-3])
"""


@posix
def test_a_build_begins_beside_a_game_unless_it_is_there_or_failed_or_is_forbidden(checkout: Path) -> None:
    assert in_checkout(checkout, BESIDE, DRAKKAR_PLAIN="") == "a build begins\n.venv\n"
    assert in_checkout(checkout, BESIDE, DRAKKAR_PLAIN="1") == ".venv\n"
    no_compiler = BESIDE.replace('""', '"Python.h"')
    assert in_checkout(checkout, no_compiler, DRAKKAR_PLAIN="") == ".venv\n"
    fail = "def no(_): raise environment.SetUpError('could not compile drakkar.')\ncompiled.build = no\n"
    skip = "done = list(compiled.steps(dev=False))\nenvironment.write_ready(compiled.VENV, done[:-1])\n"
    assert in_checkout(checkout, f"{fail}{skip}print(compiled.main())") == "1\n"
    assert "could not compile" in (checkout / ".tools/compiled.log").read_text()
    assert in_checkout(checkout, BESIDE, DRAKKAR_PLAIN="") == ".venv\n"
    (checkout / "src/drakkar/__init__.py").write_text("mended = True")
    assert in_checkout(checkout, BESIDE, DRAKKAR_PLAIN="") == "a build begins\n.venv\n"
    call_it_ready(checkout)
    assert in_checkout(checkout, BESIDE, DRAKKAR_PLAIN="") == ".venv-compiled\n"


@posix
def test_a_build_beside_a_game_is_in_a_session_of_its_own_and_one_at_a_time(checkout: Path) -> None:
    python = checkout / "slow-python"
    python.write_text('#!/bin/sh\nsleep 0.5\necho "$(ps -o sid= -p $$ 2>/dev/null || echo apart) $*" >> beside\n')
    python.chmod(0o755)
    begin = f"environment.SYSTEM_PYTHON = {str(python)!r}\ncompiled.begin_beside()"
    started = time.monotonic()
    assert in_checkout(checkout, begin).count("set-up: a faster build") == 1
    assert not (checkout / "beside").exists() or time.monotonic() - started > 0.5
    assert in_checkout(checkout, f"with environment.one_at_a_time(compiled.LOCK):\n  {begin.splitlines()[1]}") == ""
    while not (checkout / "beside").exists() and time.monotonic() - started < 20:
        time.sleep(0.05)
    (line,) = (checkout / "beside").read_text().splitlines()
    session, *words = line.split()
    assert words == ["-m", "tools.compiled"]
    assert session != str(os.getsid(0))


@posix
def test_sources_that_change_during_a_build_are_not_taken_for_those_it_began_with(checkout: Path) -> None:
    build = (
        "try: compiled.build('the fingerprint from before')\nexcept environment.SetUpError as problem: print(problem)"
    )
    assert "have changed meanwhile" in in_checkout(checkout, build)


# The output of ./check --all


@pytest.fixture
def check() -> ModuleType:
    loader = SourceFileLoader("check", str(ROOT / "check"))
    module = ModuleType("check")
    loader.exec_module(module)
    return module


@pytest.mark.parametrize(("ci", "red"), [("", []), ("true", ["compiled build"])])
def test_without_a_compiler_one_line_says_so_and_ci_is_red(
    check: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], ci: str, red: list[str]
) -> None:
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(compiled, "missing", lambda: "a C compiler")
    assert check.check_compiled([]) == red
    assert capsys.readouterr().out.strip() == "compiled build: not made and not tested, a C compiler is missing"


def test_a_build_that_fails_is_red(
    check: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise environment.SetUpError("could not compile drakkar.")

    monkeypatch.setattr(compiled, "missing", str)
    monkeypatch.setattr(compiled, "prepare", fail)
    assert check.check_compiled([]) == ["compiled build"]
    assert "could not compile drakkar" in capsys.readouterr().out


# The comparison of both builds


def test_the_same_matches_give_the_same_lines() -> None:
    once = list(same_play.lines(10))
    assert once == list(same_play.lines(10))
    assert once[0] == f"{drakkar.build()} build"
    assert len(set(once)) == 11
    assert {line.split()[1] for line in once if line.startswith("blood_rage")} == {"2", "3", "4", "5"}


def test_builds_that_differ_in_a_single_match_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    one, other = ["plain build", "a", "b", "c"], ["compiled build", "a", "b", "c"]
    assert same_play.compare(one, other) == 0
    assert "3 matches alike" in capsys.readouterr().out
    assert same_play.compare(one, [*other[:2], "B", "c"]) == 1
    said = capsys.readouterr().out
    assert "differently in 1 of 3" in said
    assert "  plain build: b\n  compiled build: B\n" in said
    assert same_play.compare(one, other[:-1]) == 1
    assert same_play.compare(one[:1], other[:1]) == 1


def test_a_build_is_not_compared_with_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert same_play.compare(["plain build", "a"], ["plain build", "a"]) == 1
    assert "both are the plain build" in capsys.readouterr().out


def test_the_base_of_all_games_has_no_dictionary() -> None:
    """From Python 3.12 on, a compiled class cannot have a base in plain Python with a dictionary of its own."""
    assert Game.__dictoffset__ == 0
