"""Fair shuffles: a promise about the seed that is given before the first choice and can be checked after the last.

The commitment is an HMAC-SHA256 whose key is the seed and whose message is what else the match begins with. It tells
nothing about a seed that nobody can guess, and no other seed or setup has the same one.
"""

import hashlib
import hmac
from typing import Final

from drakkar.core.errors import BadOptions
from drakkar.core.record import Headers

# The first line of the message: no other use of a seed, and no later form of commitment, says the same.
DOMAIN: Final = "drakkar commitment 1"
# As long as a block of SHA-256. HMAC fills shorter keys up with zeros and hashes longer ones: with keys of any length
# two seeds could share a commitment.
KEY_BYTES: Final = 64


def commitment(headers: Headers) -> str:
    """What can be published before the first choice: it binds to seed and setup, and does not tell the seed."""
    if headers.origin:
        raise BadOptions("a match that begins with a position has no commitment: what lies there came from no seed")
    known_to_all = [line for line in headers.lines() if not line.startswith("seed ")]
    message = "\n".join([DOMAIN, *known_to_all])
    return hmac.new(_key(headers.seed), message.encode(), hashlib.sha256).hexdigest()


def _key(seed: int) -> bytes:
    """The seed in two's complement, the highest byte first; every seed that a record can hold has room."""
    try:
        return seed.to_bytes(KEY_BYTES, "big", signed=True)
    except OverflowError as error:
        raise BadOptions("no commitment can be made to a seed as large as this") from error
