"""Starting a server: with a browser, and from an installed package."""

import json
import os
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from drakkar.server.serve import can_open
from tests.server.running import Server, running

ROOT = Path(__file__).parent.parent.parent


def test_a_browser_is_opened_only_where_it_has_a_window() -> None:
    assert not can_open("linux", {"TERM": "xterm", "DISPLAY": ""})
    assert can_open("linux", {"DISPLAY": ":0"})
    assert can_open("linux", {"WAYLAND_DISPLAY": "wayland-0"})
    assert can_open("darwin", {})


WITHOUT_FCNTL = """
import sys
sys.modules["fcntl"] = None
from drakkar.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_without_fcntl_it_says_that_it_does_not_run_there(tmp_path: Path) -> None:
    words = [sys.executable, "-c", WITHOUT_FCNTL, "serve", "--db", str(tmp_path / "tables.db")]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)  # noqa: S603 - our own words
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith("drakkar: the server does not run on this system")
    assert ended.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.thorough
@pytest.mark.skipif(os.name == "nt", reason="the browser of this test is a shell script")
def test_the_browser_is_sent_to_the_first_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    browser, seen = tmp_path / "browser", tmp_path / "seen"
    os.mkfifo(seen)
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    server = Server(tmp_path / "tables.db", "--open")
    try:
        assert seen.read_text().strip() == f"http://127.0.0.1:{server.port}/"
    finally:
        assert server.stop() == 0


@pytest.mark.thorough
def test_an_installed_package_has_all_that_the_pages_are_made_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = [sys.executable, "-P", "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)  # noqa: S603 - our own words
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = {Path(name) for name in packed.namelist()}
    wanted = {
        path.relative_to(ROOT / "src")
        for path in (ROOT / "src" / "drakkar").rglob("*")
        if path.is_file() and path.suffix not in (".pyc", ".so")
    }
    assert wanted <= names
    assert {path.suffix for path in wanted} >= {".html", ".css", ".js", ".svg"}


def test_a_server_without_its_packages_names_the_extra_that_has_them() -> None:
    hidden = "import sys; sys.modules['starlette'] = None; from drakkar import cli; sys.exit(cli.main(['serve']))"
    done = subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True, check=False, timeout=60)  # noqa: S603 - our own
    assert done.returncode == 2
    assert done.stderr.startswith("drakkar: this needs starlette")
    assert "drakkar[server]" in done.stderr


def test_a_proxy_that_is_no_address_is_refused_in_one_line(tmp_path: Path) -> None:
    words = ["serve", "--db", str(tmp_path / "t.db"), "--port", "0", "--trusted-proxies", "10.0.0.1, proxy.example"]
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "drakkar", *words], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 2
    assert done.stderr.startswith("drakkar: --trusted-proxies: 'proxy.example'")


def test_a_server_lets_itself_have_as_many_files_as_it_may(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        limits = Path(f"/proc/{server.process.pid}/limits").read_text("utf-8")
        soft, hard = next(line for line in limits.splitlines() if line.startswith("Max open files")).split()[3:5]
        assert int(soft) == min(int(hard), 1 << 20)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_every_line_on_the_standard_error_is_json(tmp_path: Path, how: signal.Signals) -> None:
    with running(tmp_path) as server:
        server.found("random", "random")
        server.get("/nowhere")
        assert server.stop(how) == 0
        lines = server.log().splitlines()
    assert lines
    assert all("say" in json.loads(line) for line in lines)
