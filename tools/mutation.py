"""Mutation testing: change the rules in one spot at a time and see whether a test fails. Slow; not part of ./check.

    .venv/bin/python -m tools.mutation                         all modules below, two at a time
    .venv/bin/python -m tools.mutation battle                  modules whose path contains a word
    .venv/bin/python -m tools.mutation --game lords_of_ragnarok --sample 0.1
    .venv/bin/python -m tools.mutation --again                 test the survivors again with the current tests
    .venv/bin/python -m tools.mutation --report                the results of the last run

Every worker has a copy of the project in `.mutation`, where cosmic-ray edits it; an interrupted run is resumed. The
same sources and the same `--sample` give the same mutants.
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

from drakkar.arena.numbers import Rate
from tools import environment

HOME = environment.ROOT / ".mutation"
GAMES = environment.ROOT / "src" / "drakkar" / "games"


class Rules(NamedTuple):
    """The modules of a game to mutate, and the tests that may fail: only its rule tests and the worked examples.

    Golden files and random games are left out, since they notice any change at all. `first` names the tests that are
    most likely to fail, if they are not named after the module: they run first, which saves most of the time.
    """

    modules: str
    tests: str
    left_out: str
    first: dict[str, str] = {}  # noqa: RUF012 - never changed


GODS = "cards/frigga cards/heimdall cards/loki cards/odin cards/thor cards/tyr"
GIFTS = "cards/gifts_freya cards/gifts_odin cards/gifts_thor"
BEASTS = "cards/attacks cards/monsters cards/special_attacks"
RULES = {
    "blood_rage": Rules(
        f"actions invade march upgrade pillage battle resolution ages {GODS}",
        "tests/blood_rage tests/rulebook",
        "random_games",
        {
            "actions": "action_phase quest_action",
            "invade": "invade cards/frigga",
            "pillage": "call_to_battle",
            "battle": "battle_cards cards/heimdall cards/tyr",
            "resolution": "resolution cards/thor",
            "ages": "quest_phase ragnarok end_of_age discard_phase",
        },
    ),
    "lords_of_ragnarok": Rules(
        "setup/setup setup/hero_selection turn/turn turn/prayer turn/hero_stage turn/rune_action turn/monster_runes"
        " turn/manoeuvres turn/special_action turn/wheel_actions turn/usurp turn/gifts turn/statue monsters/monsters"
        " monsters/event_cards battle hunt/hunt hunt/monster_round hunt/hero_round hunt/wounds hunt/monsters_action"
        " victory/control victory/ragnarok pieces/figures pieces/player_pools pieces/heroes pieces/artifacts"
        " cards/artifacts cards/combat cards/conditions cards/gods cards/heroes cards/realms cards/stories"
        f" {GIFTS} {BEASTS}",
        "tests/lords_of_ragnarok",
        "random_games secrecy positions page evaluator words preview text_board view perft",
        {
            "setup/hero_selection": "choosing_heroes",
            "turn/monster_runes": "rune_action",
            "turn/wheel_actions": "special_action",
            "hunt/monsters_action": "special_action",
            "hunt/monster_round": "hunt",
            "hunt/hero_round": "hunt",
            "pieces/figures": "pieces",
            "pieces/player_pools": "pieces",
            "pieces/heroes": "attributes",
            "pieces/artifacts": "cards/artifacts",
            "cards/conditions": "ragnarok",
            "cards/gods": "prayer",
            "cards/realms": "special_action",
            "cards/stories": "attributes",
        },
    ),
}

# A mutant may loop or use up all memory; both count as caught. The limit is CPU time, because a busy machine is no test
# result. No bytecode of a mutant is kept.
PYTEST = (
    "ulimit -v 2000000; ulimit -t 60; export PYTHONPATH=src PYTHONDONTWRITEBYTECODE=1 PYTEST_DISABLE_PLUGIN_AUTOLOAD=1;"
    " exec {python} -m pytest -x -q -p no:cacheprovider --no-header"
)

# The number of copies of a card is a fact, not a rule; tests of the decks and the card page check it.
FACTS = "copies="

# One operator of each kind; the others change the same spots again.
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
    parser.add_argument("--game", choices=RULES, default="blood_rage", help="default: %(default)s")
    parser.add_argument("--jobs", type=int, default=2, help="workers (default: 2)")
    parser.add_argument("--report", action="store_true", help="only tell what the last run found")
    parser.add_argument("--sample", type=float, default=1.0, help="of new modules, only this part, drawn at random")
    parser.add_argument(
        "--again", action="store_true", help="try the survivors once more, on the tests as they are now"
    )
    asked = parser.parse_args()
    game: str = asked.game
    every = RULES[game].modules.split()
    modules = [module for module in every if not asked.words or any(word in module for word in asked.words)]
    if asked.again:
        forget_survivors(game, modules)
    if not asked.report:
        prepare(game, asked.jobs)
        with ThreadPoolExecutor(asked.jobs) as workers:
            shares = enumerate_workers(game, modules, asked.jobs)
            list(workers.map(lambda share: mutate(game, share[0], share[1], asked.sample), shares))
    return report(game, modules)


def prepare(game: str, jobs: int) -> None:
    """Install cosmic-ray beside the tools of ./check, and copy the project for each worker."""
    (HOME / game).mkdir(parents=True, exist_ok=True)
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


def source_of(game: str, module: str) -> Path:
    return GAMES / game / f"{module}.py"


def mutated(job: int, source: Path) -> list[str]:
    """The lines of a module at the start of the run, from a worker's copy."""
    return (HOME / str(job) / source.relative_to(environment.ROOT)).read_text("utf-8").splitlines()


def enumerate_workers(game: str, modules: list[str], jobs: int) -> Iterator[tuple[int, list[str]]]:
    """Each worker's modules, dealt out in order of size."""
    by_size = sorted(modules, key=lambda module: -source_of(game, module).stat().st_size)
    for job in range(jobs):
        yield job, by_size[job::jobs]


def mutate(game: str, job: int, modules: list[str], sample: float) -> None:
    (HOME / str(job) / "all.sh").write_text(command_for(game))
    if subprocess.call(["/bin/sh", "all.sh"], cwd=HOME / str(job), stdout=subprocess.DEVNULL):
        sys.exit("The tests are red without any mutation: `./check` says why.")
    for module in modules:
        session, source = session_of(game, module), source_of(game, module)
        config = HOME / str(job) / "cosmic-ray.toml"
        config.write_text(
            f'[cosmic-ray]\nmodule-path = "{source.relative_to(environment.ROOT)}"\ntimeout = 900.0\n'
            'excluded-modules = []\ntest-command = "sh both.sh"\n'
            '[cosmic-ray.distributor]\nname = "local"\n'
        )
        (HOME / str(job) / "first.sh").write_text(command_for(game, module))
        (HOME / str(job) / "both.sh").write_text("sh first.sh && sh all.sh\n")
        if not session.exists():
            cosmic_ray(job, "init", str(config), str(session))
            keep_rules(session, mutated(job, source), sample)
        cosmic_ray(job, "exec", str(config), str(session))
        print(f"{module}: {summary(outcomes(game, module))}", flush=True)


def command_for(game: str, module: str = "") -> str:
    """The command that runs all tests of a game, or those most likely to notice a change of a module."""
    rules = RULES[game]
    folder = environment.ROOT / "tests" / game
    named = (folder / f"test_{name}.py" for name in rules.left_out.split())
    files = [rules.tests, *(f"--ignore={path.relative_to(environment.ROOT)}" for path in named)]
    if module:
        same_name = module if module.startswith("cards/") else Path(module).name
        likely = (Path(name) for name in rules.first.get(module, same_name).split())
        paths = (folder / name.parent / f"test_{name.name}.py" for name in likely)
        files = [str(path.relative_to(environment.ROOT)) for path in paths if path.exists()] or files
    return f"{PYTEST.format(python=python())} {' '.join(files)}\n"


def session_of(game: str, module: str) -> Path:
    return HOME / game / f"{module.replace('/', '-')}.py.sqlite"


def keep_rules(session: Path, source: list[str], sample: float) -> None:
    """Remove mutants of redundant operators and of facts, then keep a sample of the rest."""
    dice = random.Random(session.name)
    with sqlite3.connect(session) as database:
        rows = database.execute("SELECT job_id, operator_name, start_pos_row FROM mutation_specs").fetchall()
        for job, operator, line in rows:
            if operator not in OPERATORS or FACTS in source[line - 1] or dice.random() >= sample:
                database.execute("DELETE FROM mutation_specs WHERE job_id = ?", (job,))
                database.execute("DELETE FROM work_items WHERE job_id = ?", (job,))


def forget_survivors(game: str, modules: list[str]) -> None:
    for session in (session_of(game, module) for module in modules if session_of(game, module).exists()):
        with sqlite3.connect(session) as database:
            database.execute("DELETE FROM work_results WHERE test_outcome = 'SURVIVED'")


def cosmic_ray(job: int, *words: str) -> None:
    subprocess.run([str(python().parent / "cosmic-ray"), *words], cwd=HOME / str(job), check=True)


def outcomes(game: str, module: str) -> list[Mutant]:
    query = """SELECT specs.operator_name, specs.start_pos_row, specs.occurrence, results.test_outcome
               FROM mutation_specs AS specs JOIN work_results AS results ON results.job_id = specs.job_id"""
    with sqlite3.connect(session_of(game, module)) as database:
        rows = database.execute(query).fetchall()
    return [
        Mutant(module, operator, line, occurrence, str(outcome).lower()) for operator, line, occurrence, outcome in rows
    ]


def summary(mutants: list[Mutant]) -> str:
    killed = Rate(sum("survived" not in mutant.outcome for mutant in mutants), len(mutants))
    low, high = killed.interval
    share = 100 * killed.hits / max(1, killed.tries)
    return f"{killed.hits} of {killed.tries} killed, {share:.1f} % (95 %: {100 * low:.1f} to {100 * high:.1f})"


def report(game: str, modules: list[str]) -> int:
    """Print the score, and every survivor with its line."""
    everything = []
    for module in (module for module in modules if session_of(game, module).exists()):
        found = outcomes(game, module)
        everything += found
        print(f"{module}: {summary(found)}")
        source = mutated(0, source_of(game, module))
        for mutant in sorted(found, key=lambda mutant: mutant.line):
            if "survived" in mutant.outcome:
                print(f"  {mutant.line}: {mutant.operator.removeprefix('core/')}: {source[mutant.line - 1].strip()}")
    print(f"all: {summary(everything)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
