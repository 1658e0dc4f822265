"""What the server writes about itself: one JSON object a line. No secret, no hand, no words of anybody."""

import json
import logging
import sys
import time
from typing import Final

# What every record of the standard library has; whatever else it has was said on purpose.
USUAL: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


class JsonLines(logging.Formatter):
    """A record as a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, what happened, and what belongs to it."""
        said = {name: value for name, value in vars(record).items() if name not in USUAL}
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        # What follows on other lines is an error in its own words, which could name a card.
        say = record.getMessage().partition("\n")[0]
        line = {"at": f"{at}.{int(record.msecs):03d}Z", "level": record.levelname.lower(), "say": say}
        kind = record.exc_info[0] if record.exc_info else None
        error = {} if kind is None else {"error": kind.__name__}
        return json.dumps({**line, **error, **said}, default=str)


def write_lines(level: str) -> None:
    """Send what the server says to the standard error, line by line; of others only what is not as usual."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    others = "info" if level == "debug" else "warning"
    for name, lowest in (("drakkar.server", level), ("uvicorn", others), ("asyncio", others)):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(lowest.upper())
