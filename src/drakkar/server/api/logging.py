"""The server's log: one JSON object per line. It contains no secrets, hands or chat."""

import json
import logging
import sys
import time
from typing import Final

from drakkar.server.api.log_folding import Folding
from drakkar.server.log.peers import request_id

# The attributes of every standard record; all others were passed by us.
USUAL: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


class JsonLines(logging.Formatter):
    """Formats a record as one line of JSON."""

    def __init__(self, worker: int | None = None) -> None:
        """`worker` is the number of this process, if the server has several."""
        super().__init__()
        self._always = {} if worker is None else {"worker": worker}

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, message and extra fields."""
        said = {name: value for name, value in vars(record).items() if name not in USUAL}
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        # Further lines would be the text of an error, which could name a card.
        say = record.getMessage().partition("\n")[0]
        line = {"at": f"{at}.{int(record.msecs):03d}Z", "level": record.levelname.lower(), "say": say}
        kind = record.exc_info[0] if record.exc_info else None
        error = {} if kind is None else {"error": kind.__name__}
        request = {"request": request_id.get()} if request_id.get() else {}
        return json.dumps({**line, **self._always, **error, **request, **said}, default=str)


def write_lines(level: str, worker: int | None = None) -> None:
    """Log to standard error; from other libraries only warnings and errors."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines(worker))
    handler.addFilter(Folding())
    others = "info" if level == "debug" else "warning"
    for name, lowest in (("drakkar.server", level), ("drakkar", others), ("uvicorn", others), ("asyncio", others)):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(lowest.upper())
