"""The effect of one hostile address on a neighbour: attacks within and beyond the limits, beside a normal player.

python -m benchmarks.hostile [--attacks sync,flood] [--seconds 30] [--quiet 10] [--safe-bombs] [--json FILE]
                             [--markdown] [--python PATH] [--pythonpath FOLDERS]
python -m benchmarks.hostile --mixed 20

Each attack has a fresh server with its default limits. First the neighbour plays alone for some seconds, then the
attacker joins, a separate process from 127.0.0.2. The neighbour comes from 127.0.0.3: they choose at their own table,
request /health and load the page of their table. All their times are fixed in advance and delays are measured from
them, so a stall counts for everything that was due in it; a request that is unanswered --patience seconds after the end
counts with its whole wait. The server held if the neighbour's p99 is at most 100 ms or twice the quiet p99, and none of
their requests was refused; beside konung bots, a karl must also answer within twice its quiet median.

sync     95 sockets ask for the whole state 19 times a second
flood    20 sockets write small messages without a pause, and reconnect when they are dropped
pages    the page of a table, and the first page, 95 a second
replay   moments of a finished match, 95 a second
uploads  good and bad records and positions, by API and form, 95 a second; --safe-bombs leaves out known crashes
slow     400 connections send half a request, a byte a second; the server starts with a soft limit of 300 files
tables   new tables of people and bots, 95 a second, most of them refused
konung   20 tables of four konung bots with a style, without a person

--mixed runs all of them at once at a fifth of these rates for some minutes, and prints the growth of the server's
memory. --python and --pythonpath run the server on another build or commit. The target is always the loopback address.
"""

import argparse
import asyncio
import contextlib
import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for use as a script

from benchmarks.attacks import ATTACKS
from benchmarks.figures import MEGABYTE, Meter, Sample, slope, slopes, summary
from benchmarks.neighbour import Neighbour, posted
from benchmarks.peers import machine_in_words, markdown
from benchmarks.served import FILES, Build, Served
from benchmarks.wires import ask, dial, get

ROOT: Final = Path(__file__).resolve().parents[1]
# The address that creates the tables for an attack; it does nothing else.
SOURCE: Final = "127.0.0.4"
FEW_FILES: Final = 300
WISH_MS: Final = 100.0
MIXED_SCALE: Final = 0.2
SAMPLE_EVERY: Final = 5.0
SET_UP_WITHIN: Final = 120.0
# Complete and partial records of random matches, written by the build that will read them.
TEXTS: Final = """
import json, random, drakkar
def choices(match, seat):  # older builds call them options
    return (match.choices if hasattr(match, "choices") else match.options)(seat)
def played(title, most):
    match, rng = drakkar.new(title, 4, seed=7), random.Random(7)
    while not match.over and len(match.history) < most:
        seat = rng.choice(sorted(decision.seat for decision in match.pending))
        match.play(seat, rng.choice(list(choices(match, seat))))
    return match
found = {}
for title in ("lords_of_ragnarok", "blood_rage"):
    whole = played(title, 10_000)
    part = played(title, len(whole.history) * 3 // 4)
    found[title] = {"whole": whole.record(), "moments": len(whole.history), "part": part.record(),
                    "position": part.view(0).position()}
print(json.dumps(found))
"""


async def fixtures(server: Served, texts: dict[str, Any], asked: argparse.Namespace) -> dict[str, Any]:
    """The tables and texts for the attacks."""

    async def found(title: str, which: str) -> dict[str, Any]:
        wish = {"seats": [{"kind": "person"}] * 4, "origin": texts[title][which]}
        answer: dict[str, Any] = json.loads(await posted(server.port, SOURCE, "/api/tables", wish))
        return answer

    running = await found("lords_of_ragnarok", "part")
    over = await found("lords_of_ragnarok", "whole")
    # Warm up: templates are read once, long ago on a server that has been up for a while.
    for path in ("/", f"/t/{running['table']}", f"/t/{over['table']}/replay", f"/t/{over['table']}/replay/panels?at=1"):
        stream = await dial(server.port, SOURCE)
        assert await ask(stream, get(path)) == 200, path
        stream[1].close()
    kinds = ("whole", "part", "position")
    return {
        "running": [running["table"], running["secrets"]["0"]],
        "over": [over["table"], texts["lords_of_ragnarok"]["moments"]],
        "texts": [(texts[title][kind], 4) for kind in kinds for title in texts],
        "safe_bombs": asked.safe_bombs,
    }


class Attacker:
    """The attacking process."""

    def __init__(self, names: list[str], server: Served, seconds: float, scale: float) -> None:
        self.words = [*names, "--port", str(server.port), "--seconds", str(seconds), "--scale", str(scale)]
        self.seconds = seconds
        self.process: asyncio.subprocess.Process | None = None

    async def begin(self, given: dict[str, Any]) -> None:
        """Start it, and wait until it attacks."""
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "benchmarks.attacks",
            *self.words,
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(given).encode())
        self.process.stdin.close()
        assert await self.process.stdout.readline() == b"ready\n", "the attacker did not start"

    async def end(self, at_once: bool) -> dict[str, Any]:
        """Its results; stop it at once if the server is gone."""
        assert self.process is not None
        assert self.process.stdout is not None
        if at_once:
            with contextlib.suppress(ProcessLookupError):  # it has already ended
                self.process.terminate()
        told = b""
        try:
            async with asyncio.timeout(30):
                told = await self.process.stdout.readline()
                await self.process.wait()
        except TimeoutError:
            self.process.kill()
            await self.process.wait()
        found: dict[str, Any] = json.loads(told or b'{"attacks": {}, "cpu_s": 0}')
        return found


async def measure(name: str, build: Build, texts: dict[str, Any], asked: argparse.Namespace) -> dict[str, Any]:
    """One attack on a fresh server, as a row."""
    with tempfile.TemporaryDirectory() as folder:
        server = Served(folder, build, options=[], files=FEW_FILES if name == "slow" else FILES)
        try:
            return await _row(name, server, texts, asked)
        finally:
            server.stop()


async def _row(name: str, server: Served, texts: dict[str, Any], asked: argparse.Namespace) -> dict[str, Any]:
    given, neighbour = await _set_up(server, texts, asked)
    if name == "konung":
        await neighbour.meet_karl()
    quiet = await _beside(name, neighbour, asked.quiet, asked.patience)
    memory, cpu, meter, clock = server.memory(), server.cpu(), Meter(), asyncio.get_running_loop().time
    start = clock()
    neighbour.faults.clear()
    attacker = Attacker([name], server, asked.seconds, 1.0)
    await attacker.begin(given)
    window = asyncio.create_task(_beside(name, neighbour, asked.seconds, asked.patience))
    await _until_ended(window, server)
    code = server.process.poll()
    row: dict[str, Any] = {"attack": name, "crash": code, "quiet": quiet, "rss_mb": [_mb(memory)]}
    if code is None:
        row |= {"cpu_share": round((server.cpu() - cpu) / (clock() - start), 2), "steal": meter.steal()}
        row["rss_mb"].append(_mb(server.memory()))
        row |= {"under": window.result(), "faults": dict(neighbour.faults), "losses": neighbour.losses}
        await neighbour.get_up()
    row |= {"attacker": await attacker.end(code is not None), "log_kb": round(server.log.stat().st_size / 1000)}
    return row | {"verdict": verdict(row)}


async def _set_up(server: Served, texts: dict[str, Any], asked: argparse.Namespace) -> tuple[dict[str, Any], Neighbour]:
    """Create the attacker's tables, and seat the neighbour."""
    async with asyncio.timeout(SET_UP_WITHIN):
        neighbour = Neighbour(server.port)
        given = await fixtures(server, texts, asked)
        await neighbour.sit_down()
        await neighbour.warm_up(asked.patience)
        return given, neighbour


async def _until_ended(task: "asyncio.Task[Any]", server: Served) -> None:
    """Wait until the neighbour is done or the server has exited."""
    while not task.done() and server.process.poll() is None:
        await asyncio.wait([task], timeout=0.5)
    if not task.done():
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _beside(name: str, neighbour: Neighbour, seconds: float, patience: float) -> dict[str, Any]:
    """The neighbour's latencies in a window, in total and by kind."""

    async def no_bot() -> list[float]:
        return []

    bots = neighbour.against_karl(seconds, patience) if name == "konung" else no_bot()
    kinds, karl = await asyncio.gather(neighbour.play(seconds, patience), bots)
    samples: list[Sample] = [sample for kind in kinds.values() for sample in kind]
    return {
        **summary([sample.ms for sample in samples]),
        "unanswered": sum(not sample.is_done for sample in samples),
        "kinds": {kind: summary([sample.ms for sample in found]) for kind, found in kinds.items()},
        **({"karl_ms": round(statistics.median(karl), 1), "karl_answers": len(karl)} if karl else {}),
    }


def verdict(row: dict[str, Any]) -> str:
    """`held`, or what went wrong."""
    if row["crash"] is not None:
        return f"crash ({row['crash']})"
    quiet, under = row["quiet"], row["under"]
    if under["p99_ms"] > max(WISH_MS, 2 * quiet["p99_ms"]):
        return "hurt"
    if row["faults"] or under["unanswered"]:
        return "refused"
    if "karl_ms" in quiet and under.get("karl_ms", float("inf")) > 2 * quiet["karl_ms"]:
        return "bots hurt"
    return "held"


def _mb(number: float) -> float:
    return round(number / MEGABYTE, 1)


# --- Memory in a long mixed attack


async def mixed(build: Build, texts: dict[str, Any], asked: argparse.Namespace) -> dict[str, Any]:
    """All attacks at once, at a lower rate: the growth of memory."""
    seconds = asked.mixed * 60
    with tempfile.TemporaryDirectory() as folder:
        server = Served(folder, build, options=[], files=FILES)
        try:
            given, neighbour = await _set_up(server, texts, asked)
            attacker = Attacker(asked.attacks, server, seconds, MIXED_SCALE)
            await attacker.begin(given)
            window = asyncio.create_task(_beside("", neighbour, seconds, asked.patience))
            sampling = asyncio.create_task(_sampled(server, seconds))
            await _until_ended(window, server)
            points = await sampling
            found = {"minutes": asked.mixed, "crash": server.process.poll(), **memory_of(points)}
            if found["crash"] is None:
                found |= {"under": window.result(), "faults": dict(neighbour.faults)}
                await neighbour.get_up()
            return found | {"attacker": await attacker.end(found["crash"] is not None)}
        finally:
            server.stop()


class Point(NamedTuple):
    """Seconds since the start, bytes of the server alone and with its processes, and the number of live tables."""

    seconds: float
    server: float
    all: float
    tables: int


async def _sampled(server: Served, seconds: float) -> list[Point]:
    """The server's memory and live tables, every few seconds."""
    clock = asyncio.get_running_loop().time
    start, points, tables = clock(), [], 0
    while (now := clock() - start) <= seconds and server.process.poll() is None:
        with contextlib.suppress(OSError):  # if it is too busy to answer, reuse the last count
            tables = await asyncio.to_thread(server.tables)
        points.append(Point(now, float(server.memory()), float(server.memory_of_all()), tables))
        await asyncio.sleep(SAMPLE_EVERY - (clock() - start) % SAMPLE_EVERY)
    return points


def memory_of(points: list[Point]) -> dict[str, Any]:
    """First and last memory in MB, and MB per hour over the whole time and over its second half.

    Live tables take memory. The server's memory is therefore also fitted to time and tables together: the size of one
    table, and the growth of the rest.
    """
    found: dict[str, Any] = {"samples": len(points), "tables": [points[0].tables, points[-1].tables]}
    hours = [point.seconds / 3600 for point in points]
    for name in ("server", "all"):
        sizes = [getattr(point, name) / MEGABYTE for point in points]
        series = list(zip(hours, sizes, strict=True))
        found[name] = {
            "first_mb": round(sizes[0], 1),
            "last_mb": round(sizes[-1], 1),
            "most_mb": round(max(sizes), 1),
            "mb_an_hour": round(slope(series), 1),
            "mb_an_hour_second_half": round(slope(series[len(series) // 2 :]), 1),
        }
    for name, some in (("whole", points), ("second_half", points[len(points) // 2 :])):
        tables = [float(point.tables) for point in some]
        sizes = [point.server / MEGABYTE for point in some]
        rest, of_a_table = slopes([point.seconds / 3600 for point in some], tables, sizes)
        found[name] = {"mb_a_table": round(of_a_table, 3), "mb_an_hour_without_tables": round(rest, 1)}
    found["points"] = [[round(point.seconds), round(point.server / MEGABYTE, 1), point.tables] for point in points]
    return found


# --- Output

HEAD: Final = (
    "attack", "held", "quiet p50 ms", "quiet p99 ms", "p50 ms", "p99 ms", "max ms",
    "attacker: sent", "done", "refused", "rejected", "dropped", "server MB before, after",
)  # fmt: skip


def cells(row: dict[str, Any]) -> list[str]:
    """One row of the table."""
    quiet, under = row["quiet"], row.get("under", {})
    (tally,) = row["attacker"]["attacks"].values() or [{}]
    name = row["attack"]
    if "karl_ms" in quiet:
        name += f" (karl {quiet['karl_ms']} → {under.get('karl_ms', '–')} ms)"
    return [
        name,
        row["verdict"],
        *(f"{quiet[one]:,}" for one in ("p50_ms", "p99_ms")),
        *(f"{under[one]:,}" if under else "–" for one in ("p50_ms", "p99_ms", "max_ms")),
        *(f"{tally.get(one, 0):,}" for one in ("sent", "done", "refused", "rejected", "dropped")),
        ", ".join(f"{size:.0f}" for size in row["rss_mb"]),
    ]


def as_markdown(result: dict[str, Any]) -> list[str]:
    """The table of docs/server.md."""
    rows = [cells(row) for row in result["rows"]]
    steal = max((row.get("steal", 0.0) for row in result["rows"]), default=0.0)
    window = f"{result['seconds']:g} s of each attack after {result['quiet']:g} s of quiet"
    return [
        *markdown(HEAD, rows, words=2),
        "",
        f"{result['build'].capitalize()} build, {result['machine']}, steal at most {steal:.1%}; {window}.",
    ]


def as_text(row: dict[str, Any]) -> str:
    """One row as text."""
    quiet, under = row["quiet"], row.get("under", {})
    (tally,) = row["attacker"]["attacks"].values() or [{}]
    parts = [f"{row['attack']:8} {row['verdict']:10} quiet p50 {quiet['p50_ms']} p99 {quiet['p99_ms']} ms"]
    if under:
        parts.append(f"under attack p50 {under['p50_ms']} p99 {under['p99_ms']} max {under['max_ms']} ms")
        parts.append(f"{under['unanswered']} of {under['number']} unanswered")
    if "karl_ms" in quiet:
        parts.append(
            f"karl {quiet['karl_ms']} → {under.get('karl_ms', '–')} ms ({under.get('karl_answers', 0)} answers)"
        )
    parts.append(f"faults {row.get('faults', {})}")
    parts.append("attacker " + ", ".join(f"{one} {number:,}" for one, number in tally.items()))
    parts.append(f"its CPU {row['attacker']['cpu_s']} s, server's {row.get('cpu_share', '–')} a second")
    parts.append(
        f"RSS {' → '.join(map(str, row['rss_mb']))} MB, log {row['log_kb']} KB, steal {row.get('steal', 0):.1%}"
    )
    return "; ".join(parts)


def mixed_as_text(found: dict[str, Any]) -> list[str]:
    """The memory of a mixed attack as text."""
    lines = [f"mixed attack of {found['minutes']:g} minutes, {found['samples']} samples, crash: {found['crash']}"]
    for name, words in (("server", "the server's process"), ("all", "with all its processes")):
        one = found[name]
        size = f"{one['first_mb']} MB at first, {one['last_mb']} at last, {one['most_mb']} at most"
        rise = f"{one['mb_an_hour']} MB/hour over all, {one['mb_an_hour_second_half']} MB/hour in the second half"
        lines.append(f"   {words}: {size}; {rise}")
    first, last = found["tables"]
    lines.append(f"   live tables: {first} at first, {last} at last; by least squares")
    for name, words in (("whole", "over all"), ("second_half", "in the second half")):
        one = found[name]
        lines.append(f"   {words} {one['mb_a_table']} MB each, {one['mb_an_hour_without_tables']} MB/hour for all else")
    if "under" in found:
        lines.append(f"   neighbour: p50 {found['under']['p50_ms']}, p99 {found['under']['p99_ms']} ms")
    return [*lines, f"   attacker: {json.dumps(found['attacker']['attacks'])}"]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--attacks", type=lambda text: text.split(","), default=list(ATTACKS), help="some of them: a,b")
    parser.add_argument("--seconds", type=float, default=30.0, help="length of an attack")
    parser.add_argument("--quiet", type=float, default=10.0, help="seconds of quiet before it")
    parser.add_argument("--patience", type=float, default=20.0, help="seconds that answers are waited for at the end")
    parser.add_argument("--safe-bombs", action="store_true", help="nest no deeper than the compiled server can bear")
    parser.add_argument("--mixed", type=float, default=0.0, metavar="MINUTES", help="all attacks at once; memory")
    parser.add_argument("--python", default=sys.executable, help="the interpreter that runs the server")
    parser.add_argument("--pythonpath", default="", help="where that interpreter looks for modules first")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    parser.add_argument("--markdown", action="store_true", help="print the table of docs/server.md at the end")
    asked = parser.parse_args()
    if unknown := set(asked.attacks) - set(ATTACKS):
        parser.error(f"no such attack: {', '.join(sorted(unknown))}")
    build = Build(asked.python, asked.pythonpath)
    texts = json.loads(build.run("-c", TEXTS))
    result: dict[str, Any] = {"build": build.name, "machine": machine_in_words()}
    result |= {"seconds": asked.seconds, "quiet": asked.quiet, "rows": []}
    if asked.mixed:
        result["mixed"] = asyncio.run(mixed(build, texts, asked))
        print("\n".join(mixed_as_text(result["mixed"])), flush=True)
    for name in [] if asked.mixed else asked.attacks:
        result["rows"].append(asyncio.run(measure(name, build, texts, asked)))
        print(as_text(result["rows"][-1]), flush=True)
    if asked.markdown and result["rows"]:
        print("\n".join(["", *as_markdown(result)]))
    if asked.json:
        asked.json.write_text(json.dumps(result, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
