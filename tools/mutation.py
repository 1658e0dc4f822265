"""A mutation run: change the rules one spot at a time, and see whether a test notices. Slow; no part of ./check.

    .venv/bin/python -m tools.mutation            all modules below, two at a time
    .venv/bin/python -m tools.mutation battle     modules whose path holds a word
    .venv/bin/python -m tools.mutation --again    the survivors once more, on the tests as they are now
    .venv/bin/python -m tools.mutation --report   what the last run found

Every worker has a copy of the project in `.mutation`, where cosmic-ray edits it; it goes on where it was stopped.
"""

import argparse
import random
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
# What is mutated, and the tests that are most likely to notice: they are asked first, which saves most of the time.
MODULES = {
    f"{GAME}/actions.py": "test_action_phase.py test_quest_action.py",
    f"{GAME}/invade.py": "test_invade.py cards/test_frigga.py",
    f"{GAME}/march.py": "test_march.py",
    f"{GAME}/upgrade.py": "test_upgrade.py",
    f"{GAME}/pillage.py": "test_call_to_battle.py",
    f"{GAME}/battle.py": "test_battle_cards.py cards/test_heimdall.py cards/test_tyr.py",
    f"{GAME}/resolution.py": "test_resolution.py cards/test_thor.py",
    f"{GAME}/ages.py": "test_quest_phase.py test_ragnarok.py test_end_of_age.py test_discard_phase.py",
    **{
        f"{GAME}/cards/{god}.py": f"cards/test_{god}.py"
        for god in ("frigga", "heimdall", "loki", "odin", "thor", "tyr")
    },
}

# The rule tests and the worked examples alone: no golden files, no random games, which notice any change at all.
# A mutant may never end, or eat all memory: both count as noticed.
PYTEST = "timeout -k 5 60 env PYTHONPATH=src {python} -m pytest -x -q -p no:cacheprovider --no-header"
FIRST = f"{PYTEST} {{files}}"
THEN = f"{PYTEST} tests/blood_rage tests/rulebook --ignore=tests/blood_rage/test_random_games.py"

# How many copies of a card there are is a fact, not a rule: tests of the decks and the card page hold it.
FACTS = "copies="

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
    parser.add_argument("--sample", type=float, default=1.0, help="of new modules, only this part, drawn at random")
    parser.add_argument(
        "--again", action="store_true", help="try the survivors once more, on the tests as they are now"
    )
    asked = parser.parse_args()
    modules = [module for module in MODULES if not asked.words or any(word in module for word in asked.words)]
    if asked.again:
        forget_survivors(modules)
    if not asked.report:
        prepare(asked.jobs)
        with ThreadPoolExecutor(asked.jobs) as workers:
            list(
                workers.map(lambda pair: mutate(pair[0], pair[1], asked.sample), enumerate_workers(modules, asked.jobs))
            )
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


def mutate(job: int, modules: list[str], sample: float) -> None:
    for module in modules:
        session = session_of(module)
        config = HOME / str(job) / "cosmic-ray.toml"
        config.write_text(
            f'[cosmic-ray]\nmodule-path = "{module}"\ntimeout = 120.0\nexcluded-modules = []\n'
            'test-command = "sh both.sh"\n'
            '[cosmic-ray.distributor]\nname = "local"\n'
        )
        files = " ".join(f"tests/blood_rage/{file}" for file in MODULES[module].split())
        words = {"python": str(python()), "files": files}
        (HOME / str(job) / "both.sh").write_text(
            f"ulimit -v 2000000; {FIRST.format(**words)} && {THEN.format(**words)}\n"
        )
        if not session.exists() and subprocess.call(
            ["/bin/sh", "both.sh"], cwd=HOME / str(job), stdout=subprocess.DEVNULL
        ):
            sys.exit("The tests are red without any mutation: `./check` says why.")
        if not session.exists():
            cosmic_ray(job, "init", str(config), str(session))
            keep_rules(session, (environment.ROOT / module).read_text("utf-8").splitlines(), sample)
        cosmic_ray(job, "exec", str(config), str(session))
        print(f"{module}: {summary(outcomes(module))}", flush=True)


def session_of(module: str) -> Path:
    return HOME / (module.removeprefix(GAME).strip("/").replace("/", "-") + ".sqlite")


def keep_rules(session: Path, source: list[str], sample: float) -> None:
    """Leave out what the other operators would change once more, and the facts; of the rest keep a sample."""
    dice = random.Random(session.name)
    with sqlite3.connect(session) as database:
        rows = database.execute("SELECT job_id, operator_name, start_pos_row FROM mutation_specs").fetchall()
        for job, operator, line in rows:
            if operator not in OPERATORS or FACTS in source[line - 1] or dice.random() >= sample:
                database.execute("DELETE FROM mutation_specs WHERE job_id = ?", (job,))
                database.execute("DELETE FROM work_items WHERE job_id = ?", (job,))


def forget_survivors(modules: list[str]) -> None:
    for session in (session_of(module) for module in modules if session_of(module).exists()):
        with sqlite3.connect(session) as database:
            database.execute("DELETE FROM work_results WHERE test_outcome = 'SURVIVED'")


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
