"""A mutation run: change the rules one spot at a time, and see whether a test notices. Slow; no part of ./check.

    .venv/bin/python -m tools.mutation            all modules below, two at a time
    .venv/bin/python -m tools.mutation battle     modules whose path holds a word
    .venv/bin/python -m tools.mutation --report   what the last run found

Every worker has a copy of the project in `.mutation`, where cosmic-ray edits it; it goes on where it was stopped.
"""

import argparse
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tools import environment

HOME = environment.ROOT / ".mutation"
GAME = "src/drakkar/games/blood_rage"
MODULES = [
    f"{GAME}/{name}.py"
    for name in ("actions", "invade", "march", "upgrade", "pillage", "battle", "resolution", "ages", "figures", "clans")
] + [f"{GAME}/cards/{god}.py" for god in ("frigga", "heimdall", "loki", "odin", "thor", "tyr", "troops", "monsters")]

# The rule tests and the worked examples alone: no golden files, no random games, which notice any change at all.
TESTS = "tests/blood_rage tests/rulebook --ignore=tests/blood_rage/test_random_games.py"
COMMAND = f"{{python}} -m pytest -x -q -p no:cacheprovider -p no:randomly --no-header {TESTS}"

# One operator of each sort: the others change the same spots once more.
OPERATORS = (
    "core/NumberReplacer",
    "core/AddNot",
    "core/RemoveDecorator",
    "core/ZeroIterationForLoop",
    "core/ReplaceBreakWithContinue",
    "core/ReplaceContinueWithBreak",
    "core/ReplaceTrueWithFalse",
    "core/ReplaceFalseWithTrue",
    "core/ReplaceAndWithOr",
    "core/ReplaceOrWithAnd",
    "core/ReplaceUnaryOperator_Delete_Not",
    "core/ReplaceComparisonOperator_Eq_NotEq",
    "core/ReplaceComparisonOperator_NotEq_Eq",
    "core/ReplaceComparisonOperator_Lt_LtE",
    "core/ReplaceComparisonOperator_LtE_Lt",
    "core/ReplaceComparisonOperator_Gt_GtE",
    "core/ReplaceComparisonOperator_GtE_Gt",
    "core/ReplaceBinaryOperator_Add_Sub",
    "core/ReplaceBinaryOperator_Sub_Add",
    "core/ReplaceBinaryOperator_Mul_Add",
    "core/ReplaceBinaryOperator_Mod_Add",
)


class Mutant(NamedTuple):
    module: str
    operator: str
    line: int
    occurrence: int
    outcome: str


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("words", nargs="*", help="only modules whose path holds one of these")
    parser.add_argument("--jobs", type=int, default=2, help="workers (default: 2)")
    parser.add_argument("--report", action="store_true", help="only tell what the last run found")
    asked = parser.parse_args()
    modules = [module for module in MODULES if not asked.words or any(word in module for word in asked.words)]
    if not asked.report:
        prepare(asked.jobs)
        with ThreadPoolExecutor(asked.jobs) as workers:
            list(workers.map(lambda pair: mutate(*pair), enumerate_workers(modules, asked.jobs)))
    return report(modules)


def prepare(jobs: int) -> None:
    """cosmic-ray beside the tools of ./check, and a copy of the project for each worker."""
    HOME.mkdir(exist_ok=True)
    environment.prepare(dev=True)
    environment.uv("install cosmic-ray", "venv", "--allow-existing", "--python", sys.executable, str(HOME / "venv"))
    for file in ("requirements-dev.txt", "requirements-mutation.txt"):
        environment.uv("fetch cosmic-ray", "pip", "install", "--python", str(python()), "--require-hashes", "-r", file)
    for job in range(jobs):
        for name in ("src", "tests", "docs", "tools"):
            shutil.rmtree(HOME / str(job) / name, ignore_errors=True)
            shutil.copytree(environment.ROOT / name, HOME / str(job) / name)
        shutil.copy(environment.ROOT / "pyproject.toml", HOME / str(job))


def python() -> Path:
    return HOME / "venv" / "bin" / "python"


def enumerate_workers(modules: list[str], jobs: int) -> Iterator[tuple[int, list[str]]]:
    """Each worker's modules: the largest ones first, in turn."""
    by_size = sorted(modules, key=lambda module: -(environment.ROOT / module).stat().st_size)
    for job in range(jobs):
        yield job, by_size[job::jobs]


def mutate(job: int, modules: list[str]) -> None:
    for module in modules:
        session = session_of(module)
        config = HOME / str(job) / "cosmic-ray.toml"
        config.write_text(
            f'[cosmic-ray]\nmodule-path = "{module}"\ntimeout = 120.0\nexcluded-modules = []\n'
            f'test-command = "env PYTHONPATH=src {COMMAND.format(python=python())}"\n'
            '[cosmic-ray.distributor]\nname = "local"\n'
        )
        if not session.exists():
            cosmic_ray(job, "init", str(config), str(session))
            keep_operators(session)
        cosmic_ray(job, "exec", str(config), str(session))
        print(f"{module}: {summary(outcomes(module))}", flush=True)


def session_of(module: str) -> Path:
    return HOME / (module.removeprefix(GAME).strip("/").replace("/", "-") + ".sqlite")


def keep_operators(session: Path) -> None:
    marks = ", ".join("?" * len(OPERATORS))
    with sqlite3.connect(session) as database:
        unwanted = f"SELECT job_id FROM mutation_specs WHERE operator_name NOT IN ({marks})"  # noqa: S608 - our own words
        database.execute(f"DELETE FROM work_items WHERE job_id IN ({unwanted})", OPERATORS)  # noqa: S608
        database.execute(f"DELETE FROM mutation_specs WHERE operator_name NOT IN ({marks})", OPERATORS)  # noqa: S608


def cosmic_ray(job: int, *words: str) -> None:
    subprocess.run([str(python().parent / "cosmic-ray"), *words], cwd=HOME / str(job), check=True)


def outcomes(module: str) -> list[Mutant]:
    query = """SELECT specs.operator_name, specs.start_pos_row, specs.occurrence, results.test_outcome
               FROM mutation_specs AS specs JOIN work_results AS results ON results.job_id = specs.job_id"""
    with sqlite3.connect(session_of(module)) as database:
        rows = database.execute(query).fetchall()
    return [
        Mutant(module, operator, line, occurrence, str(outcome).lower()) for operator, line, occurrence, outcome in rows
    ]


def summary(mutants: list[Mutant]) -> str:
    killed = sum("survived" not in mutant.outcome for mutant in mutants)
    return f"{killed} of {len(mutants)} killed, {100 * killed / max(1, len(mutants)):.1f} %"


def report(modules: list[str]) -> int:
    """The score, and every survivor with its line."""
    everything = []
    for module in (module for module in modules if session_of(module).exists()):
        found = outcomes(module)
        everything += found
        print(f"{module}: {summary(found)}")
        source = (environment.ROOT / module).read_text("utf-8").splitlines()
        for mutant in sorted(found, key=lambda mutant: mutant.line):
            if "survived" in mutant.outcome:
                print(f"  {mutant.line}: {mutant.operator.removeprefix('core/')}: {source[mutant.line - 1].strip()}")
    print(f"all: {summary(everything)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
