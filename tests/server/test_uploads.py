"""Uploads are read in a process with limits of time and memory, one at a time per address."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

import drakkar
from drakkar.server.api.rate_limiter import Limits, RateLimiter
from drakkar.server.live.uploads import Uploads
from drakkar.server.log.errors import Refused
from tests.server.fake_clock import FakeClock

FAULTY = "tests.server.faulty_uploads"


def with_uploads(test: Callable[[Uploads], Awaitable[None]], program: str = "") -> None:
    """Run a test with its own process."""

    async def run() -> None:
        guard = RateLimiter(Limits(), FakeClock())
        uploads = Uploads(guard, program) if program else Uploads(guard)
        try:
            await test(uploads)
        finally:
            await uploads.close()

    asyncio.run(run())


async def refusal_of(uploads: Uploads, text: str) -> Refused:
    """The refusal of a text."""
    with pytest.raises(Refused) as refusal:
        await uploads.read(text, "here")
    return refusal.value


def test_a_record_and_a_position_are_read_and_their_time_is_charged() -> None:
    async def test(uploads: Uploads) -> None:
        match = drakkar.new("blood_rage", 3, 7)
        for text in (match.record(), match.position()):
            upload = await uploads.read(text, "here")
            assert (upload.game, upload.sides, upload.seed) == ("blood_rage", list(match.sides), "7")
        assert isinstance(uploads.budgets, RateLimiter)
        assert uploads.budgets.used["here"] > 0

    with_uploads(test)


def test_a_bad_text_is_refused_with_its_line() -> None:
    async def test(uploads: Uploads) -> None:
        refusal = await refusal_of(uploads, 'game = "blood_rage"\nsides = ["wolf", "cat"]\n')
        assert (refusal.code, refusal.detail[:7]) == ("bad_origin", "line 2:")
        assert (await refusal_of(uploads, "hello")).code == "bad_origin"

    with_uploads(test)


def test_one_address_has_one_upload_read_at_a_time() -> None:
    async def test(uploads: Uploads) -> None:
        text = drakkar.new("blood_rage", 3, 7).record()
        first = asyncio.create_task(uploads.read(text, "here"))
        await asyncio.sleep(0)
        refusal = await refusal_of(uploads, text)
        assert (refusal.code, refusal.retry) == ("too_many", 1.0)
        other = asyncio.create_task(uploads.read(text, "there"))
        assert (await first).game == (await other).game == "blood_rage"

    with_uploads(test)


@pytest.mark.parametrize("kind", ["crash", "time", "memory"])
def test_a_text_that_ends_its_reader_is_refused_and_the_next_one_is_read(kind: str) -> None:
    async def test(uploads: Uploads) -> None:
        refusal = await refusal_of(uploads, kind)
        assert refusal.code == "bad_origin"
        assert "too long" in refusal.detail
        assert (await uploads.read(drakkar.new("blood_rage", 2, 7).record(), "here")).game == "blood_rage"

    with_uploads(test, FAULTY)
