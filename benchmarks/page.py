"""The speed of the table page: a real server, real sockets and a real Chromium, all on this machine.

python -m benchmarks.page [--matches 100] [--seconds 120] [--windows 5] [--json] [--write docs/server.md]

It measures the time to render each panel, the bytes of a push, the first load of a table, and the time from a click in
Chromium until the answer is painted, for a choice and for an undo. Meanwhile other matches are played on pages too:
four sockets each, a choice every five seconds. The best three windows of five count, and all are listed; each is long
enough for more than a hundred choices, otherwise its p99 would be the slowest of them.
"""

import argparse
import asyncio
import json
import platform
import re
import shutil
import statistics
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any, Final

from playwright.async_api import Browser, async_playwright

import drakkar
from benchmarks.figures import machine_times, percentile
from benchmarks.peers import machine_in_words, markdown, renewed
from benchmarks.readers import FETCHED, Chooser, Reader, Readers, opened
from benchmarks.served import Served
from benchmarks.server import all_sit_down, window
from drakkar.core.build import build
from drakkar.core.game import find
from drakkar.core.hosting import game_of, questions
from drakkar.core.match import Match
from drakkar.page.game_page import Panel
from drakkar.server.live.document import document, events_since
from drakkar.server.log.entries import PERSON, Founded, Place
from drakkar.server.log.messages import as_plain
from drakkar.server.log.table import Table
from drakkar.server.web.panel_feed import decision_extras
from drakkar.server.web.panels import Renderer
from drakkar.server.web.web_translator import web_translator

TITLE: Final = "blood_rage"
SEATS: Final = 4
# How often a moment of a random match is rendered, in choices; RENDERINGS is the number of repetitions.
MOMENT_EVERY: Final = 8
RENDERINGS: Final = 5
LOADS: Final = 5
EVERY: Final = 5.0

# --write puts its output between these lines of a page.
BEGIN: Final = "<!-- made by benchmarks/page.py --write -->"
END: Final = "<!-- end of what benchmarks/page.py made -->"


# --- Rendering


class Timed(Renderer):
    """A renderer that measures the time and size of each kind of panel."""

    def __init__(self) -> None:
        super().__init__(find(TITLE))
        self.times: dict[str, list[float]] = defaultdict(list)
        self.sizes: dict[str, list[int]] = defaultdict(list)

    def _panel(self, name: str, panel: Panel, values: dict[str, Any]) -> str:
        began = time.thread_time()
        made = super()._panel(name, panel, values)
        self.times[sort_of(name)].append((time.thread_time() - began) * 1e6)
        self.sizes[sort_of(name)].append(len(made.encode()))
        return made


def sort_of(name: str) -> str:
    """The kind of a panel; all clan sheets are one kind."""
    return re.sub(r"-\d$", "", name)


def moments(seed: int) -> list[Match]:
    """Moments of a random match, from the draft to its end."""
    match, rng, found = drakkar.new(TITLE, SEATS, seed=seed), Random(seed), []
    while not match.over:
        if len(match.history) % MOMENT_EVERY == 0:
            found.append(match.copy())
        seat = rng.choice(sorted(questions(match)))
        willing = [choice for choice in match.choices(seat) if str(choice) != "pass"]
        match.play(seat, rng.choice(willing or list(match.choices(seat))))
    return found


def rendering() -> dict[str, Any]:
    """CPU time in microseconds for each panel, for all public panels, and for all panels of one seat."""
    words, timed = web_translator("en", TITLE), Timed()
    wholes: dict[str, list[float]] = defaultdict(list)
    for match in moments(1):
        places = [Place(PERSON, f"seat {number}") for number in range(SEATS)]
        rules = game_of(match).rules_version
        table = Table("bench", Founded(0, TITLE, rules, list(match.sides), {}, "", places, origin=match.record()))
        seat = min(questions(match))
        everybody = as_plain(document(table, None, set(), []))
        for _ in range(RENDERINGS):
            began = time.thread_time()
            timed.public(everybody, events_since(table, None, 0).events, words)
            public = time.thread_time()
            own = as_plain(document(table, seat, set(), []))
            own |= decision_extras(table, own)
            known = time.thread_time()
            timed.private(own, events_since(table, seat, 0).events, words)
            wholes["public"].append(public - began)
            wholes["document"].append(known - public)
            wholes["private"].append(time.thread_time() - known)
    return {
        "panels": {
            name: {"us": round(statistics.median(times)), "bytes": round(statistics.mean(timed.sizes[name]))}
            for name, times in sorted(timed.times.items(), key=lambda one: -statistics.median(one[1]))
        },
        **{f"{name}_us": round(statistics.median(times) * 1e6) for name, times in wholes.items()},
    }


# --- In Chromium


async def first_load(browser: Browser, server: Served) -> dict[str, Any]:
    """The first load of a table in a fresh browser: files, bytes and times."""
    table, secrets = await asyncio.to_thread(server.found)
    loads, lives = [], []
    for _ in range(LOADS):
        began = time.perf_counter()
        context, page = await opened(browser, server, table, secrets[0])
        lives.append((time.perf_counter() - began) * 1000)
        loads.append(await page.evaluate(FETCHED))
        await context.close()
    return {
        "bytes": max(load["bytes"] for load in loads),
        "files": max(load["files"] for load in loads),
        "loaded_ms": [round(load["loaded"]) for load in loads],
        "live_ms": [round(live) for live in lives],
    }


async def under_load(browser: Browser, server: Served, asked: argparse.Namespace) -> dict[str, Any]:
    """Windows of choices and undos in Chromium while others play; and the pushes that the others got."""
    crowds = [Readers(server, number) for number in range(asked.matches)]
    await all_sit_down(crowds)
    await window(crowds, EVERY, EVERY)  # until every match has begun
    chooser, rows, undos = Chooser(browser, server), [], []
    for _ in range(asked.windows):
        chooser.choices, chooser.undos = [], []
        cpu, (steal, whole), began = server.cpu(), machine_times(), time.perf_counter()
        others = asyncio.create_task(window(crowds, asked.seconds, EVERY))
        await chooser.until(others)
        steal_after, whole_after = machine_times()
        shares = {
            "core": round((server.cpu() - cpu) / (time.perf_counter() - began), 2),
            "steal": round((steal_after - steal) / max(1, whole_after - whole), 3),
            "others_p99_ms": round(percentile(others.result(), 0.99), 1),
        }
        rows.append(row_of(chooser.choices) | shares)
        undos.append(row_of(chooser.undos) | shares)
    readers = [person for crowd in crowds for person in crowd.people if isinstance(person, Reader)]
    return {"matches": asked.matches, "choices": rows, "undos": undos, "pushes": pushes_of(readers)}


def row_of(times: list[tuple[float, float]]) -> dict[str, Any]:
    """The figures of one window."""
    asked, whole = [first for first, _ in times], [last for _, last in times]
    return {
        "number": len(times),
        "p50_ms": round(percentile(asked, 0.5), 1),
        "p99_ms": round(percentile(asked, 0.99), 1),
        "whole_p50_ms": round(percentile(whole, 0.5), 1),
        "whole_p99_ms": round(percentile(whole, 0.99), 1),
    }


def pushes_of(readers: Sequence[Reader]) -> dict[str, Any]:
    """The size of the first message to a page, and of each push after it."""
    pushes = [push for reader in readers for push in reader.pushes]
    sizes = [float(size) for size, _ in pushes]
    names = Counter(sort_of(name) for _, panels in pushes for name in set(map(sort_of, panels)))
    return {
        "whole": round(statistics.mean(reader.whole for reader in readers)),
        "mean": round(statistics.mean(sizes)),
        "p50": round(percentile(sizes, 0.5)),
        "p99": round(percentile(sizes, 0.99)),
        "panels": round(statistics.mean(len(panels) for _, panels in pushes), 1),
        "often": [[name, round(number / len(pushes), 2)] for name, number in names.most_common(6)],
    }


async def in_chromium(asked: argparse.Namespace) -> dict[str, Any]:
    """All measurements that need a server and a browser."""
    with tempfile.TemporaryDirectory() as folder:
        server = Served(folder)
        try:
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(executable_path=asked.chromium, args=["--no-sandbox"])
                load = await first_load(browser, server)
                return {"first_load": load, "load": await under_load(browser, server, asked)}
        finally:
            server.stop()


# --- Output


def as_tables(result: dict[str, Any]) -> list[str]:
    """The results as Markdown."""
    rendered, load, first = result["rendering"], result["load"], result["first_load"]
    push = load["pushes"]
    best, undone = (best_of(load[name]) for name in ("choices", "undos"))
    listed = ", ".join(f"{name} {one['us']}" for name, one in rendered["panels"].items())
    often = ", ".join(f"{name} {share:.0%}" for name, share in push["often"])
    whole = "… and until the whole page is drawn"
    rows = [
        ("first load of a table, all files", f"{first['bytes'] / 1000:.0f} KB in {first['files']} files", "150 KB"),
        ("… until it is loaded, until it is live", spans(first["loaded_ms"], first["live_ms"]), "1,000 ms"),
        ("choice to screen, p50 / p99", f"{worst(best, 'p50_ms')} / {worst(best, 'p99_ms')} ms", "100 ms"),
        (whole, f"{worst(best, 'whole_p50_ms')} / {worst(best, 'whole_p99_ms')} ms", ""),
        ("undo to screen, p50 / p99", f"{worst(undone, 'p50_ms')} / {worst(undone, 'p99_ms')} ms", "100 ms"),
        (whole, f"{worst(undone, 'whole_p50_ms')} / {worst(undone, 'whole_p99_ms')} ms", ""),
        ("a push, mean / p50 / p99", f"{kb(push['mean'])} / {kb(push['p50'])} / {kb(push['p99'])} KB", ""),
        ("all panels of a page", f"{kb(push['whole'])} KB", ""),
        ("to render the public panels, once per choice", f"{rendered['public_us'] / 1000:.1f} ms", ""),
        (
            "to build and render one seat's view",
            f"{rendered['document_us'] / 1000:.1f} + {rendered['private_us'] / 1000:.1f} ms",
            "",
        ),
    ]
    told_by_window = "; ".join(
        f"{row['p99_ms']} ({row['number']}; {row['others_p99_ms']}; {row['steal']:.1%})" for row in load["choices"]
    )
    made_on = f"{result['date']}: {result['machine']}; Python {result['python']}; {result['build']} build"
    taken = f"{load['matches']} other matches on pages, server at most {worst(load['choices'], 'core'):.0%} of a core"
    return [
        f"{made_on}; {taken}.",
        "",
        *markdown(("", "measured", "target"), rows, words=1),
        "",
        f"Choice to screen, p99 in ms by window (choices; p99 of others; steal): {told_by_window}.",
        "",
        f"A push has {push['panels']} panels; the most frequent are {often}.",
        f"CPU time in µs to render a panel: {listed}.",
    ]


def best_of(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The best three windows of five, by their p99."""
    return sorted(rows, key=lambda row: float(row["p99_ms"]))[: max(1, (3 * len(rows) + 4) // 5)]


def worst(rows: Sequence[dict[str, Any]], name: str) -> float:
    """The maximum over some windows."""
    return max(float(row[name]) for row in rows)


def spans(*series: Sequence[int]) -> str:
    """The median and the maximum of some times."""
    return ", ".join(f"{statistics.median(times):.0f} (longest {max(times)})" for times in series) + " ms"


def kb(number: float) -> str:
    """Bytes in thousands."""
    return f"{number / 1000:.1f}"


def main() -> int:
    """Measure, print, and write the page if requested."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=120.0, help="length of a window")
    parser.add_argument("--windows", type=int, default=5)
    parser.add_argument("--chromium", default=shutil.which("chromium"))
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put the tables between the two marks of that page")
    asked = parser.parse_args()
    result = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": machine_in_words(),
        "python": platform.python_version(),
        "build": build(),
        "rendering": rendering(),
        **asyncio.run(in_chromium(asked)),
    }
    lines = as_tables(result)
    print(json.dumps(result, indent=1) if asked.json else "\n".join(lines))
    if asked.write:
        asked.write.write_text(renewed(asked.write.read_text("utf-8"), lines, BEGIN, END), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
