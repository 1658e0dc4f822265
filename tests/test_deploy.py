"""The files for hosting name what exists: options of the program, metrics, ports, files."""

import asyncio
import json
import re
import shlex
from pathlib import Path

import pytest

from drakkar.cli import parser
from drakkar.server.api.metrics import Metrics
from tests.server.fake_clock import held_house

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
HOSTING = (ROOT / "docs/hosting.md").read_text("utf-8")


def read(name: str) -> str:
    return (DEPLOY / name).read_text("utf-8")


def serve_commands() -> dict[str, list[str]]:
    """The words of every command that serves, by its file."""
    unit = read("drakkar.service").replace("\\\n", " ")
    command = re.search(r"ExecStart=.* -m drakkar (serve .*)", unit)
    container = re.search(r"^CMD (\[.*)$", read("Containerfile"), re.MULTILINE)
    compose = re.search(r"command:\n((?:    - .*\n)+)", read("compose.yaml"))
    by_hand = re.search(r"drakkar (serve --port .*?) &", HOSTING, re.DOTALL)
    assert command
    assert container
    assert compose
    assert by_hand
    return {
        "drakkar.service": shlex.split(command[1]),
        "Containerfile": json.loads(container[1]),
        "compose.yaml": [line.strip().removeprefix("- ") for line in compose[1].splitlines()],
        "hosting.md": shlex.split(by_hand[1].replace("\\\n", " ")),
    }


@pytest.mark.parametrize("file", ["drakkar.service", "Containerfile", "compose.yaml", "hosting.md"])
def test_every_command_serves(file: str) -> None:
    words = serve_commands()[file]
    asked = parser().parse_args(words)
    assert words[0] == "serve"
    assert asked.port == 8624


def test_the_unit_is_what_the_page_starts_by_hand() -> None:
    unit, by_hand = (parser().parse_args(serve_commands()[file]) for file in ("drakkar.service", "hosting.md"))
    for option in ("db", "workers", "worker_ports"):
        assert getattr(unit, option) == getattr(by_hand, option)


def test_prometheus_asks_every_worker() -> None:
    asked = parser().parse_args(serve_commands()["drakkar.service"])
    targets = re.findall(r'"127\.0\.0\.1:(\d+)"', read("prometheus.yaml"))
    assert [int(port) for port in targets] == [asked.worker_ports + number for number in range(asked.workers)]


@pytest.mark.parametrize("file", ["rules.yaml", "grafana.json"])
def test_every_metric_exists(file: str, tmp_path: Path) -> None:
    async def known_metrics() -> set[str]:
        registry = held_house(tmp_path)
        metrics = Metrics(registry)
        metrics.refusals.labels("stale").inc()
        metrics.commands.labels("Choose").inc()
        text = metrics.text().decode()
        await registry.close()
        await registry.store.close()
        return set(re.findall(r"^(drakkar_\w+)", text, re.MULTILINE))

    known = asyncio.run(known_metrics())
    found = set(re.findall(r"\bdrakkar_\w+", read(file)))
    assert found
    assert found <= known


def test_every_file_of_the_page_exists() -> None:
    for name in set(re.findall(r"\bdeploy/([\w.]+)", HOSTING)):
        assert (DEPLOY / name).is_file(), name
    for name in ("Containerfile", "compose.yaml", "Caddyfile", "drakkar.service", "rules.yaml", "grafana.json"):
        assert name in HOSTING, name
    for name in re.findall(r"requirements[\w-]*\.txt", HOSTING + read("Containerfile")):
        assert (ROOT / name).is_file(), name


def test_the_container_builds_as_the_page_does() -> None:
    def joined(text: str) -> str:
        return re.sub(r"\s*\\\n\s*", " ", text)

    build = re.search(r"pip install .*(--python .*)", joined(HOSTING))
    assert build
    assert build[1] in joined(read("Containerfile"))
    assert "python3 -m tools.compiled" in HOSTING
    assert "python -m tools.compiled" in read("Containerfile")
