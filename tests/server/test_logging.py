"""The server's log."""

import json
import logging

from drakkar.server.api.logging import JsonLines


def test_an_error_is_named_by_its_kind_and_says_nothing_in_its_own_words() -> None:
    error = ValueError("the hand of seat 2: Odin's Throne")
    fault = (ValueError, error, None)
    record = logging.LogRecord("uvicorn", logging.ERROR, __file__, 1, "Exception in ASGI application\n", (), fault)
    line = json.loads(JsonLines().format(record))
    assert (line["level"], line["say"], line["error"]) == ("error", "Exception in ASGI application", "ValueError")
    assert "Odin" not in json.dumps(line)
