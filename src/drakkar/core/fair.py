"""Fair shuffles: a commitment to the seed, published before the first choice and checked after the last.

The commitment is an HMAC-SHA256. Its key is the seed; its message is everything else that the match starts with. It
does not reveal an unguessable seed, and no other seed or setup has the same commitment.
"""

import hashlib
import hmac
from typing import Final

from drakkar.core.errors import BadArgument
from drakkar.core.record import Headers

# The first line of the message, unlike any other use of a seed or any later commitment format.
DOMAIN: Final = "drakkar commitment 1"
# The block size of SHA-256. HMAC pads shorter keys with zeros and hashes longer ones, so with keys of any length two
# seeds could share a commitment.
KEY_BYTES: Final = 64


def commitment(headers: Headers) -> str:
    """The commitment to a seed and setup. It does not reveal the seed."""
    if headers.origin:
        raise BadArgument("a match that begins with a position has no commitment: what lies there came from no seed")
    known_to_all = [line for line in headers.lines() if not line.startswith("seed ")]
    message = "\n".join([DOMAIN, *known_to_all])
    return hmac.new(_key(headers.seed), message.encode(), hashlib.sha256).hexdigest()


def _key(seed: int) -> bytes:
    """The seed as a big-endian two's complement number; it has room for every seed that a record can hold."""
    try:
        return seed.to_bytes(KEY_BYTES, "big", signed=True)
    except OverflowError as error:
        raise BadArgument("no commitment can be made to a seed as large as this") from error
