"""Short codes that open the lobby of a table: people read one from a big screen and type it on their phones.

A code is derived from the table's id, so it needs no memory and survives a restart; it does not reveal the id. It works
while seats are open. There are 32^6 codes and an address may try one every two seconds (`RateLimiter.table`): with a
thousand open tables a lucky guess takes three weeks, and finds a table that the home page lists anyway.
"""

import hashlib
import re
from typing import Final

from drakkar.server.log.errors import Refused
from drakkar.server.log.store import OPEN, Store

# Letters and digits without those that look alike: I and 1, O and 0.
ALPHABET: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
LENGTH: Final = 6
# People may type spaces and hyphens anywhere.
_BETWEEN: Final = re.compile(r"[\s-]+")
# Tables that the store reads at once.
_AT_ONCE: Final = 500


def code_of(table: str) -> str:
    """The code of a table."""
    digest = hashlib.sha256(f"join {table}".encode()).digest()
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:LENGTH])


def shown_code(table: str) -> str:
    """The code of a table in two groups, as people read it."""
    code = code_of(table)
    return f"{code[: LENGTH // 2]} {code[LENGTH // 2 :]}"


def typed_code(words: str) -> str:
    """The code in what a person typed; empty if it is not like a code."""
    code = _BETWEEN.sub("", words).upper()
    return code if len(code) == LENGTH and code.isalnum() and code.isascii() else ""


async def open_table(store: Store, code: str) -> str:
    """The id of the open table with a code. Refused if there is none, or more than one."""
    found: list[str] = []
    page = await store.tables(OPEN, _AT_ONCE)
    while page:
        found += [table for table in page if code_of(table) == code]
        page = await store.tables(OPEN, _AT_ONCE, page[-1])
    if len(found) != 1:
        raise Refused("no_code")
    return found[0]
