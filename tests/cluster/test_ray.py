"""A real Ray cluster of two nodes keeps what engines promise, and plays the same games as one core."""

import csv
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import drakkar
from drakkar.cluster.engine import Engine
from tests.cluster import contract
from tests.cluster.nodes import PATIENCE, Cluster, Node, processes_of

if TYPE_CHECKING:
    from drakkar.cluster.on_ray import OnRay

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        importlib.util.find_spec("ray") is None, reason="Ray is not installed (requirements-cluster.txt)"
    ),
]

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A cluster of two nodes with a core each."""
    with Cluster() as found:
        found.add_node()
        yield found


# --- The contract


@pytest.fixture(scope="module")
def engine(cluster: Cluster) -> "Iterator[OnRay]":
    """That cluster as an engine."""
    from drakkar.cluster.on_ray import OnRay  # noqa: PLC0415 - needs Ray

    used = OnRay(cluster.address, None, "blood_rage")
    with used:
        yield used


@pytest.mark.parametrize("check", contract.CONTRACT, ids=lambda check: check.__name__)
def test_a_cluster_keeps_the_contract(check: Callable[[Engine, Path], None], engine: Engine, tmp_path: Path) -> None:
    check(engine, tmp_path)


# --- Members of a crew


class Counting:
    """It counts its calls, and dies at the call with the number 3 of its first life."""

    def __init__(self, number: int, life: int) -> None:
        self.number = number
        self.life = life
        self.calls = 0

    def __call__(self, add: int) -> tuple[int, int, int]:
        self.calls += add
        if self.calls == 3 and self.number == 1 and not self.life:
            os._exit(3)
        return self.number, self.life, self.calls


def test_a_member_keeps_what_it_has_and_is_made_anew_if_it_dies(engine: "OnRay") -> None:
    from drakkar.cluster.crew import Crew  # noqa: PLC0415 - needs Ray

    before = engine.repeated
    found: list[tuple[int, int, int]] = []
    with Crew(engine, Counting, [(0,), (1,)]) as crew:
        one = crew.share(1)
        until = time.monotonic() + PATIENCE
        while not any(number and life for number, life, _ in found):  # until it has answered in its second life
            for number in crew.idle():
                crew.ask(number, one)
            found += [result for _, result in crew.ended(1.0)]
            assert time.monotonic() < until
    last = {(number, life): calls for number, life, calls in found}
    assert last[1, 0] == 2
    assert last[1, 1] >= 1
    for number, life, calls in found:
        assert calls <= last[number, life]
    assert engine.repeated == before + 1


def test_actors_on_a_cluster_feed_one_learner(engine: "OnRay", tmp_path: Path) -> None:
    """Two of the test's own size; what they learn is tested without Ray."""
    pytest.importorskip("numpy")
    from drakkar.train.on_cluster import RunOnCluster  # noqa: PLC0415 - needs numpy
    from tests.train.runs import TINY  # noqa: PLC0415

    tiny = replace(TINY, game="blood_rage", groups=1, tables=4, steps=8, width=16, actors=2, lessons=4, head_start=0)
    RunOnCluster(replace(tiny, out=str(tmp_path / "run")), engine, 2).run()
    again = replace(tiny, out=str(tmp_path / "again"), resume=str(tmp_path / "run/latest.npz"))
    RunOnCluster(again, engine, 2).run()
    learned = []
    for name in ("run", "again"):
        with (tmp_path / name / "actors.csv").open(encoding="utf-8", newline="") as file:
            actors = list(csv.DictReader(file))
        assert len(actors) == 2
        assert sum(int(row["rollouts"]) - int(row["dropped"]) for row in actors) >= 4 * 2
        # One actor may have played everything before the other was ready.
        for row in actors:
            assert (float(row["per_second"]) > 0) == (int(row["decisions"]) > 0) == (int(row["rollouts"]) > 0)
        with (tmp_path / name / "curve.csv").open(encoding="utf-8", newline="") as file:
            last = list(csv.DictReader(file))[-1]
        assert float(last["lag"]) <= tiny.stale
        learned.append(float(last["learned"]))
    assert 0 < learned[0] < learned[1]


# --- The same games


def begun(words: list[str], cluster: Cluster | None) -> "subprocess.Popen[str]":
    """A command of drakkar that has begun, on one core or on the cluster."""
    where = ["--jobs", "1"] if cluster is None else ["--on", "ray"]
    return subprocess.Popen(  # noqa: S603 - our own words
        [sys.executable, "-m", "drakkar", *words, *where],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "RAY_ADDRESS": cluster.address if cluster else ""},
    )


def done(words: list[str], cluster: Cluster | None) -> str:
    """What a command prints that succeeds."""
    with begun(words, cluster) as process:
        said, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, said + complaints
    return said


def without_times(found: Any) -> Any:
    """Data without what depends on the clock."""
    if isinstance(found, dict):
        return {name: without_times(value) for name, value in found.items() if not _is_time(name)}
    return [without_times(value) for value in found] if isinstance(found, list) else found


def _is_time(name: str) -> bool:
    return name in ("slowest", "steps", "per_second") or name.endswith(("_ms", "seconds"))


def arena_of(folder: Path) -> dict[str, Any]:
    """The results of a run: its games, records and summary."""
    games = [without_times(json.loads(line)) for line in (folder / "games.jsonl").read_text("utf-8").splitlines()]
    return {
        "games": sorted(games, key=lambda game: int(game["game"])),
        "records": files_of(folder / "records"),
        "summary": without_times(json.loads((folder / "summary.json").read_text("utf-8"))),
    }


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def gate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the gated bot."""
    return tmp_path_factory.mktemp("gate")


@pytest.fixture(scope="module")
def arena(gate: Path) -> list[str]:
    """The words of a run."""
    bots = [f"gated:at={gate}", "policy", "random"]
    return ["arena", *bots, "--module", "tests.cluster.gated", "--players", "3", "--games", "24", "--seed", "9"]


@pytest.fixture(scope="module")
def on_one_core(arena: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """That run on one core."""
    folder = tmp_path_factory.mktemp("local") / "run"
    done([*arena, "--out", str(folder)], None)
    return folder


def test_a_cluster_plays_the_games_of_one_core(
    cluster: Cluster, arena: list[str], on_one_core: Path, tmp_path: Path
) -> None:
    done([*arena, "--out", str(tmp_path / "run")], cluster)
    assert arena_of(tmp_path / "run") == arena_of(on_one_core)
    assert len(arena_of(on_one_core)["records"]) == 24


def cut(folder: Path, games: int) -> str:
    """Leave only the first games of a run, as if it had been killed then; return their lines."""
    (folder / "summary.json").unlink()
    lines = (folder / "games.jsonl").read_text("utf-8").splitlines(keepends=True)
    (folder / "games.jsonl").write_text("".join(lines[:games]), "utf-8")
    return "".join(lines[:games])


def wait_at_the_gate(node: Node, gate: Path, process: "subprocess.Popen[str]") -> None:
    """Until a game of this node has come to the gate."""
    until = time.monotonic() + PATIENCE
    while not any((gate / str(pid)).exists() for pid in processes_of(node)):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_run_is_resumed_on_the_other_engine(
    cluster: Cluster, arena: list[str], on_one_core: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    shutil.copytree(on_one_core, folder)
    for games, where in ((7, cluster), (15, None)):
        kept = cut(folder, games)
        done([*arena, "--out", str(folder), "--resume"], where)
        assert arena_of(folder) == arena_of(on_one_core)
        assert (folder / "games.jsonl").read_text("utf-8").startswith(kept), "these were not played again"


def test_ctrl_c_reports_the_games_there_are(
    cluster: Cluster, arena: list[str], on_one_core: Path, gate: Path, tmp_path: Path
) -> None:
    """The others are cancelled, though they would never end."""
    folder = tmp_path / "run"
    shutil.copytree(on_one_core, folder)
    cut(folder, 7)
    (gate / "closed").touch()
    try:
        with begun([*arena, "--out", str(folder), "--resume"], cluster) as process:
            wait_at_the_gate(cluster.nodes[0], gate, process)
            process.send_signal(signal.SIGINT)
            said, complaints = process.communicate(timeout=PATIENCE)
    finally:
        (gate / "closed").unlink()
    assert "7 games" in said, said + complaints


def test_a_node_that_dies_costs_only_the_games_in_hand(
    cluster: Cluster, arena: list[str], on_one_core: Path, gate: Path, tmp_path: Path
) -> None:
    """It dies while it has a game at the gate."""
    node, folder = cluster.add_node(), tmp_path / "run"
    (gate / "closed").touch()
    try:
        with begun([*arena, "--out", str(folder)], cluster) as process:
            wait_at_the_gate(node, gate, process)
            cluster.kill(node)
            (gate / "closed").unlink()
            said, complaints = process.communicate(timeout=PATIENCE)
    finally:
        (gate / "closed").unlink(missing_ok=True)
    assert process.returncode == 0, said + complaints
    assert "tasks were carried out again" in complaints
    assert arena_of(folder) == arena_of(on_one_core)


def test_a_dataset_is_the_same_byte_for_byte(cluster: Cluster, tmp_path: Path) -> None:
    words = ["dataset", "policy", "--players", "3", "--games", "6", "--part", "2", "--seed", "4"]
    for name, where in (("local", None), ("ray", cluster)):
        done([*words, "--out", str(tmp_path / name)], where)
    local, ray = files_of(tmp_path / "local"), files_of(tmp_path / "ray")
    assert len(local) > 6
    assert set(local) == set(ray)
    assert [name for name in local if local[name] != ray[name]] == []


def test_random_play_has_the_same_results(cluster: Cluster) -> None:
    words = ["sim", "--games", "60", "--players", "4", "--seed", "3"]
    local = without_times(json.loads(done(words, None)))
    assert local == without_times(json.loads(done(words, cluster)))
    assert local["games"] == 60


def test_the_fuzzer_looks_for_faults_on_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    said = done(["fuzz", "--players", "2", "--minutes", "0.01", "--out", str(tmp_path / "faults")], cluster)
    assert json.loads(said)["faults"] == []


def test_a_ladder_has_the_same_report(cluster: Cluster, tmp_path: Path) -> None:
    words = ["random", "policy", "--players", "3", "--games", "6"]
    for name, where in (("local", None), ("ray", cluster)):
        done(["ladder", str(tmp_path / name), *words], where)
    local, ray = ((tmp_path / name / "ladder.md").read_text("utf-8") for name in ("local", "ray"))
    assert local == ray


# --- Other nodes


def test_a_node_with_other_rules_is_refused_by_name(cluster: Cluster, tmp_path: Path) -> None:
    source = Path(drakkar.__file__).parent
    shutil.copytree(source, tmp_path / "drakkar", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    with (tmp_path / "drakkar/games/blood_rage/tally.py").open("a", encoding="utf-8") as changed:
        changed.write("\nANOTHER_RULE = 1\n")
    node = cluster.add_node(path=str(tmp_path))
    try:
        with begun(["sim", "--games", "60"], cluster) as process:
            said, complaints = process.communicate(timeout=PATIENCE)
    finally:
        cluster.kill(node)
    assert process.returncode == 1, said + complaints
    assert "has other rules of blood_rage" in complaints
    assert said == ""
