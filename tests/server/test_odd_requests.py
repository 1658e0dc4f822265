"""Odd requests get a refusal with its code: none of them is a server error."""

from collections.abc import Iterator
from urllib.parse import urlencode

import pytest

from tests.server.running import Server, running

DIGITS = "9" * 5000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests here."""
    with running(tmp_path_factory.mktemp("odd")) as started:
        yield started


@pytest.mark.parametrize("path", ["/static/table.js%00.css", f"/static/{'a' * 5000}.js", "/static/%2e%2e/serve.py"])
def test_a_file_of_an_impossible_name_is_not_found(server: Server, path: str) -> None:
    assert server.get(path).status == 404


@pytest.mark.parametrize("version", [DIGITS, "٣", "-1", "1e9"])
def test_a_version_that_is_no_number_is_refused(server: Server, version: str) -> None:
    table, _ = server.found("person", "person")
    assert server.get(f"/t/{table}/live?{urlencode({'v': version})}").status == 400


@pytest.mark.parametrize(
    ("path", "fields", "status"),
    [
        ("/join", {"link": "http://["}, 404),
        ("/join", {"link": "//[x]:99999/t/a b\r\nc?d#e"}, 404),
        ("/tables", {f"field{number}": "x" for number in range(200)}, 400),
        ("/tables", {"clock": f"{DIGITS}+0", "seat-wolf": "you", "seat-bear": "bot"}, 400),
        ("/tables", {"game": "\0", "seat-wolf": "you"}, 400),
    ],
)
def test_an_odd_form_is_refused_or_leads_nowhere(
    server: Server, path: str, fields: dict[str, str], status: int
) -> None:
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = server.ask("POST", path, urlencode(fields).encode(), headers=headers)
    assert answer.status == status, answer.body[:500]
    assert "a fault" not in server.log()
