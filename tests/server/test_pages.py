"""Pages over a real socket: how much a first look costs, and that nothing is sent twice."""

import gzip
import re
from collections.abc import Iterator

import pytest

from tests.server.running import Answer, Server, running

GZIP = {"Accept-Encoding": "gzip"}
LARGEST_FIRST_LOAD = 150_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("pages")) as started:
        yield started


def files_of(server: Server, page: str) -> dict[str, Answer]:
    """The style sheets, scripts and modules that a page has, with those that they take themselves."""
    wanted = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
    found: dict[str, Answer] = {}
    while wanted:
        path = wanted.pop()
        if path not in found:
            found[path] = server.ask("GET", path, headers=GZIP)
            text = gzip.decompress(found[path].body) if "content-encoding" in found[path].headers else found[path].body
            wanted += ["/static/" + name for name in re.findall(r'from "\./([^"]+)"', text.decode())]
    return found


def test_the_first_look_at_a_table_is_small_and_a_second_one_smaller(server: Server) -> None:
    table, secrets = server.found("person", "random", "random", "random", "random")
    packed = server.ask("GET", f"/t/{table}", secret=secrets[0], headers=GZIP)
    page = gzip.decompress(packed.body).decode()
    files = files_of(server, page)
    assert any(path.endswith("wire.js") for path in files)
    assert all(answer.status == 200 for answer in files.values())
    assert len(packed.body) + sum(len(answer.body) for answer in files.values()) < LARGEST_FIRST_LOAD
    for path, answer in files.items():
        again = server.ask("GET", path, headers={**GZIP, "If-None-Match": answer.headers["etag"]})
        assert (again.status, again.body) == (304, b""), path


def test_whoever_cannot_unpack_gets_it_plain(server: Server) -> None:
    table, secrets = server.found("person", "random")
    assert server.ask("GET", f"/t/{table}", secret=secrets[0]).body.startswith(b"<!doctype html>")
