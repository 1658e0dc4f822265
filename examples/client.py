"""A client that plays at random:  python examples/client.py http://127.0.0.1:8624 TABLE [NAME]"""

import json
import random
import sys
import urllib.request
from typing import Any

from websockets.sync.client import connect


def post(address: str, message: object) -> Any:
    """Send one message over HTTP and return the answer."""
    request = urllib.request.Request(address, json.dumps(message).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def play(server: str, table: str, name: str) -> dict[str, Any]:
    """Take a seat and play a whole match; return the final state, as far as it is needed here."""
    home = f"{server}/api/tables/{table}"
    seat = post(f"{home}/sit", {"name": name})
    shown = {"Authorization": f"Bearer {seat['secret']}"}
    state: dict[str, Any] = {"decision": 0, "status": "open"}
    answered = 0
    with connect(f"{home}/socket".replace("http", "ws", 1), additional_headers=shown) as socket:
        while state["status"] != "over":
            message = json.loads(socket.recv())
            # The whole state comes first, then the parts that change; a path with a slash is a part of a part.
            state |= message.get("state", {}) | message.get("changed", {})
            if state["decision"] > answered:
                answered = state["decision"]
                choice = random.choice(state["choices"])["text"]
                socket.send(json.dumps({"do": "choose", "decision": answered, "choice": choice}))
    return state


if __name__ == "__main__":
    end = play(sys.argv[1], sys.argv[2], " ".join(sys.argv[3:]) or "example")
    print("Glory", *end["outcome"]["scores"], "won by seat", *end["outcome"]["winners"])
