"""The write lock of a database file: one server holds it. It needs `fcntl`, which some systems lack."""

import fcntl
import os
from pathlib import Path
from typing import IO

from drakkar.server.log.store import StoreError


def lock(path: Path) -> IO[bytes]:
    """Lock the file until the returned file is closed."""
    if not path.parent.is_dir():
        raise StoreError(f"{path} cannot be opened: there is no folder {path.parent}")
    beside = path.with_name(f"{path.name}.lock")
    try:
        lock = os.fdopen(os.open(beside, os.O_RDWR | os.O_CREAT, 0o600), "rb")
    except OSError as error:
        raise StoreError(f"{beside} cannot be opened: {error.strerror}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        if isinstance(error, BlockingIOError):
            raise StoreError(f"{path} is in use: another server writes there") from None
        raise StoreError(f"{beside} cannot be locked: {error.strerror}") from error
    return lock
