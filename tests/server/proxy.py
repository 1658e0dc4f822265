"""A network that fails: a TCP proxy between a server and PostgreSQL that drops, delays or cuts what passes."""

import asyncio
import contextlib
import threading
from pathlib import Path
from types import TracebackType

CHUNK = 1 << 16


class Proxy:
    """Forwards connections to a Unix socket, from a thread of its own."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.port = 0
        # Seconds by which every chunk is late.
        self.delay = 0.0
        self._loop = asyncio.new_event_loop()
        self._closing = asyncio.Event()
        self._passes = asyncio.Event()
        self._passes.set()
        self._refuses = False
        self._writers: set[asyncio.StreamWriter] = set()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> "Proxy":
        """Listen."""
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        """Close all connections."""
        self.mend()
        self.cut()
        self._loop.call_soon_threadsafe(self._closing.set)
        self._thread.join()

    def drop(self) -> None:
        """Let nothing pass; connections stay open."""
        self._loop.call_soon_threadsafe(self._passes.clear)

    def cut(self) -> None:
        """Close every connection, and refuse new ones."""
        self._refuses = True

        def close() -> None:
            for writer in self._writers:
                writer.transport.abort()

        self._loop.call_soon_threadsafe(close)

    def mend(self) -> None:
        """Let everything pass again."""
        self.delay, self._refuses = 0.0, False
        self._loop.call_soon_threadsafe(self._passes.set)

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._listen())

    async def _listen(self) -> None:
        async with await asyncio.start_server(self._connect, "127.0.0.1", 0) as server:
            self.port = server.sockets[0].getsockname()[1]
            self._ready.set()
            await self._closing.wait()
        while self._writers:  # noqa: ASYNC110 - aborted connections end at once
            await asyncio.sleep(0.01)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers = {writer}
        try:
            if not self._refuses:
                there, back = await asyncio.open_unix_connection(str(self.place))
                writers.add(back)
                self._writers |= writers
                ways = self._forward(reader, back), self._forward(there, writer)
                await asyncio.wait(map(asyncio.ensure_future, ways), return_when=asyncio.FIRST_COMPLETED)
        except OSError:
            pass
        finally:
            self._writers -= writers
            for each in writers:
                each.transport.abort()

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(CHUNK):
                await self._passes.wait()
                if self.delay:
                    await asyncio.sleep(self.delay)
                writer.write(data)
                await writer.drain()
