"""The secret of a seat: whoever shows it is the person who sits there. Only its hash is kept."""

import hashlib
import secrets
from typing import Final

BYTES: Final = 24


def new_secret() -> str:
    """One that nobody can guess."""
    return secrets.token_urlsafe(BYTES)


def key_of(secret: str) -> str:
    """What is kept of it, and what it is found by. It tells nothing of a secret this long."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_name() -> str:
    """The name of a table: short enough for a link, too long to be found by trying."""
    return secrets.token_urlsafe(9)
