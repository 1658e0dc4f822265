"""Whatever a client sends, the server answers with one of its codes, and other players continue."""

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import drakkar
from drakkar.core.chance import chance_from
from drakkar.core.kit import play_randomly
from drakkar.server.api.app import MAX_WARNINGS
from drakkar.server.api.rate_limiter import Limits
from tests.blood_rage.worlds import GAME
from tests.server import hostile, raw
from tests.server.hostile import REQUESTS, SESSIONS, Request, Session, Victim, mutants, post
from tests.server.running import Server, running

MUTANTS = 9
UTF_8 = "Invalid UTF-8 sequence received from client."
ORIGINS_A_BATCH = 3


def origins() -> Iterator[str]:
    """Records and positions of running matches, and positions written by hand, to be broken."""
    for seed, moments in enumerate([(2, 60), (20, 90)]):
        match = drakkar.new("blood_rage", seats=2, seed=seed)
        for number, moment in enumerate(play_randomly(match, chance_from(seed))):
            if number in moments:
                yield moment.record()
                yield moment.view(0).position()
                yield moment.position()
    for seed in range(12):
        yield GAME.random_position(Random(seed), ["wolf", "raven"], GAME.resolve_rulings({}))


hostile.ORIGINS[:] = origins()


def attack(batches: int) -> Victim:
    """Send this many batches of hostile messages; return the server that survived them."""
    with asyncio.Runner() as runner:
        victim = Victim()
        runner.run(victim.open())

        async def batch(requests: list[Request], sessions: list[Session], rng: Random) -> None:
            for request in requests:
                await victim.attack(request)
                for body in mutants(request.body, rng, MUTANTS):
                    await victim.attack(replace(request, body=body))
            for session in sessions:
                await victim.attack_by_socket(session)
                frames = [frame if isinstance(frame, bytes) else frame.encode() for frame in session.frames]
                broken = [body for frame in frames for body in mutants(frame, rng, MUTANTS)]
                await victim.attack_by_socket(replace(session, frames=tuple(broken)))
            for _ in range(ORIGINS_A_BATCH):
                await victim.attack_by_origin(rng.choice(hostile.ORIGINS), rng)
            await victim.check()
            await victim.renew()

        # Each batch changes the server, so failures cannot be shrunk.
        @settings(
            max_examples=batches,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=[*HealthCheck],
            phases=[Phase.generate],
        )
        @given(st.lists(REQUESTS, min_size=8, max_size=16), st.lists(SESSIONS, min_size=1, max_size=3), st.randoms())
        def attacked(requests: list[Request], sessions: list[Session], rng: Random) -> None:
            runner.run(batch(requests, sessions, Random(rng.randrange(10**9))))

        try:
            attacked()
        finally:
            runner.run(victim.close())
        return victim


def test_thousands_of_hostile_messages_get_a_code_that_is_known() -> None:
    victim = attack(15)
    assert victim.sent > 2000


@pytest.mark.slow
def test_a_hundred_thousand_hostile_messages_get_codes_that_are_known() -> None:
    victim = attack(620)
    assert victim.sent > 100_000
    assert victim.finished
    assert {"done", "state", "push", "because", "preview", "stale", "illegal", "unreadable"} <= victim.codes.keys()


def errors(server: Server) -> list[str]:
    """Log messages about errors that must not happen; uvicorn's about invalid characters do not count."""
    lines = [line for line in server.log().splitlines() if not line.startswith("stopped;") and UTF_8 not in line]
    return [line for line in lines if not line.startswith("{") or json.loads(line)["level"] not in ("info", "warning")]


class Neighbours:
    """Two honest people on real sockets."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.sit_down()

    def sit_down(self) -> None:
        """Sit down at a new table."""
        table, secrets = self.server.found("person", "person")
        self.people = [self.server.client(table, secret) for secret in secrets]

    def play_on(self) -> None:
        """Make a choice, and wait until both have it."""
        if self.people[0].state["status"] == "over":
            for client in self.people:
                client.close()
            self.sit_down()
        mover = next(client for client in self.people if client.state["decision"])
        answer = mover.choose(mover.state["choices"][0])
        assert answer["is"] == "done"
        for client in self.people:
            client.catch_up(answer["version"])


def attack_the_wire(server: Server, rounds: int) -> int:
    """Send broken bytes over real sockets; return the number of pieces."""
    rng, sent, neighbours = Random(5), 0, Neighbours(server)
    for number in range(rounds):
        table, secrets = server.found("person", "person")
        for request in raw.requests(table, secrets[0], rng):
            heard = raw.send(server.port, [request], abruptly=rng.random() < 0.3)
            assert b" 500 " not in heard[:20], (request, heard)
            assert b"server_error" not in heard, (request, heard)
            sent += 1
        for frames in raw.conversations(rng):
            greeting = raw.handshake(table, secrets[number % 2])
            abruptly, patiently = rng.random() < 0.3, rng.random() < 0.8
            if patiently:
                heard = raw.send(server.port, frames, greeting=greeting, abruptly=abruptly)
            else:
                heard = raw.send(server.port, [greeting, *frames], abruptly=abruptly)
            assert b"server_error" not in heard, (frames, heard)
            assert not patiently or heard.startswith(b"HTTP/1.1 101 "), heard
            sent += len(frames)
            neighbours.play_on()
        assert server.get("/health").json["status"] == "ok"
        assert not errors(server)
    return sent


@pytest.mark.thorough
def test_broken_bytes_harm_nobody(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        assert attack_the_wire(server, 1) > 300
        assert server.stop() == 0
        assert not errors(server)


@pytest.mark.slow
def test_and_thousands_of_them_neither(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        assert attack_the_wire(server, 8) > 3000
        assert server.stop() == 0
        assert not errors(server)


def test_who_floods_a_socket_is_warned_and_shown_the_door_and_his_neighbours_play_on() -> None:
    async def flood() -> list[str]:
        victim = Victim(Limits())
        await victim.open()
        try:
            said = ('{"do": "go_on"}',) * 200
            heard = await victim.talk(Session("/api/tables/TABLE/socket", b"", (hostile.MINE,), said))
            await victim.check()
            return heard
        finally:
            await victim.close()

    codes = Counter(json.loads(answer).get("code", "done") for answer in asyncio.run(flood()))
    assert 0 < codes["too_many"] <= MAX_WARNINGS
    assert codes["done"] <= Limits().messages_at_once + 1


def test_a_client_that_hangs_up_in_the_middle_of_its_body_is_no_fault() -> None:
    async def hang_up() -> list[str]:
        victim = Victim()
        await victim.open()
        try:
            await victim.attack(replace(post("/api/tables", b'{"seats": ['), hangs_up=True))
            return victim.complaints.said
        finally:
            await victim.close()

    assert not asyncio.run(hang_up())
