"""The secret of a seat: it identifies the player of the seat. Only its hash is stored."""

import hashlib
import secrets
from typing import Final

BYTES: Final = 24


def new_secret() -> str:
    """A secret that cannot be guessed."""
    return secrets.token_urlsafe(BYTES)


def hash_secret(secret: str) -> str:
    """The hash that the store keeps. It reveals nothing about a secret of this length."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_table_id() -> str:
    """A table id: short enough for a link, too long to be guessed, and no option on a command line."""
    while (table := secrets.token_urlsafe(9)).startswith("-"):
        pass
    return table
