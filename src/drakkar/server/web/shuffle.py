"""The check of a match's shuffles: its commitment, its seed, and what the record proves."""

from typing import NamedTuple

from drakkar.core.errors import DrakkarError
from drakkar.core.proof import Proof, verify
from drakkar.server.api.app import record_of
from drakkar.server.log.store import OVER
from drakkar.server.log.table import Table


class Shuffle(NamedTuple):
    """The values of the page; a `fault` says why the record does not prove it."""

    table: str
    commitment: str
    seed: str = ""
    proof: Proof | None = None
    fault: str = ""


def shuffle_of(table: Table) -> Shuffle:
    """What can be said about the shuffles of a table now; the record is checked once the match is over."""
    if table.commitment is None or table.status != OVER:
        return Shuffle(table.id, table.commitment or "")
    seed = str(table.match.seed)
    try:
        return Shuffle(table.id, table.commitment, seed, verify(record_of(table, None), table.commitment))
    except DrakkarError as error:
        return Shuffle(table.id, table.commitment, seed, fault=str(error))
