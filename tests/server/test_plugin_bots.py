"""A bot of another package on a real server: it plays, and if it fails, its table shows that."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.plugin_package import install
from tests.server.running import Server, running
from tests.server.test_faults import until

BOTS = """
import os

class Sound:
    def __init__(self, settings, seed):
        pass

    def choose(self, view, decision, budget=None):
        return decision.choices[0]

    def explain(self, view, decision, budget=None):
        return []

class Clumsy(Sound):
    def choose(self, view, decision, budget=None):
        raise LookupError(f"my choices are {decision.choices}")

class Cheat(Sound):
    def choose(self, view, decision, budget=None):
        return "win"

class Deadly(Sound):
    def choose(self, view, decision, budget=None):
        os._exit(3)
"""
KINDS = {"clumsy": "LookupError", "cheat": "IllegalChoice", "deadly": "ProcessDied"}


@pytest.mark.thorough
def test_a_bot_of_another_package_plays_or_is_shown_as_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bots = {name: f"strange_bots:{name.capitalize()}" for name in ("sound", *KINDS)}
    install(tmp_path / "site", "strange-bots", {"treasure": "treasure.game:Treasure"}, bots, strange_bots=BOTS)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    with running(tmp_path) as server:
        assert set(bots) < set(server.get("/api").json["bots"])
        table, _ = server.found("sound", "sound", game="treasure")
        until(lambda: server.get(f"/api/tables/{table}").json["state"]["status"] == "over")
        for bot, kind in KINDS.items():
            table, secrets = server.found("person", bot, game="treasure")
            check_failure(Visitor(server, table, secrets[0]), bot, kind)
        assert "my choices" not in server.log()
        assert "Traceback" not in server.log()


class Visitor:
    """A person in a seat, with a browser without scripts."""

    def __init__(self, server: Server, table: str, secret: str) -> None:
        self.server, self.table, self.secret = server, table, secret
        cookies = server.session(table, secret).items()
        self.headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies)}

    @property
    def state(self) -> dict[str, Any]:
        """The state for a program in the seat."""
        state: dict[str, Any] = self.server.get(f"/api/tables/{self.table}", self.secret).json["state"]
        return state

    def page(self, query: str = "") -> str:
        """The page of the table."""
        return self.server.ask("GET", f"/t/{self.table}{query}", headers=self.headers).body.decode()

    def send(self, form: str) -> None:
        """Submit a form of the page."""
        found = re.search(rf'<form id="{form}" method="post" action="([^"]+)">(.*?)</form>', self.page())
        assert found is not None, form
        fields = urlencode(re.findall(r'name="(\w+)" value="(\w+)"', found[2])).encode()
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        assert self.server.ask("POST", found[1], fields, headers={**self.headers, **kind}).status == 200


def check_failure(visitor: Visitor, bot: str, kind: str) -> None:
    """Check that the table waits and shows why, until the person hands the seat to another bot."""
    until(lambda: visitor.state["seats"][1]["failed"] == kind)
    assert f"Bot, {bot} · zawiódł: {kind}" in visitor.page("?lang=pl")
    said = {"do": "choose", "decision": visitor.state["decision"], "choice": "take Thief"}
    assert visitor.server.post(f"/api/tables/{visitor.table}/do", said, visitor.secret).status == 200
    assert f"Blue’s bot has failed ({kind})." in visitor.page()
    visitor.send("retry-1")
    until(lambda: visitor.state["seats"][1]["failed"] == kind)
    assert visitor.state["view"]["round"] == 0
    visitor.send("replace-1")
    until(lambda: visitor.state["view"]["round"] > 0)
    assert (visitor.state["seats"][1]["bot"], visitor.state["seats"][1]["failed"]) == ("karl", None)
    assert "has failed" not in visitor.page()
