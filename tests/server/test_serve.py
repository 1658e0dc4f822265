"""How a server is started: with a browser, and from an installed package."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from drakkar.server.serve import can_open
from tests.server.running import Server

ROOT = Path(__file__).parent.parent.parent


def test_a_browser_is_opened_only_where_it_has_a_window() -> None:
    assert not can_open("linux", {"TERM": "xterm", "DISPLAY": ""})
    assert can_open("linux", {"DISPLAY": ":0"})
    assert can_open("linux", {"WAYLAND_DISPLAY": "wayland-0"})
    assert can_open("darwin", {})


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
