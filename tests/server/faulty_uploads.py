"""The upload worker with texts that crash it, or use up its time or memory."""

import os
import signal

import msgspec

from drakkar.server.live import upload_worker


def read(line: bytes) -> bytes:
    """Crash, loop or fill the memory, if the text says so."""
    text = msgspec.json.decode(line, type=str)
    if text == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if text == "time":
        signal.setitimer(signal.ITIMER_PROF, 0.2)
        while True:
            pass
    if text == "memory":
        eaten = [bytes(1 << 26) for _ in range(64)]
        return str(len(eaten)).encode()
    return upload_worker.read(line)


if __name__ == "__main__":
    upload_worker.main(read)
