"""docs/protocol.md, generated from the message types of the server, so that it matches what the server accepts."""

import inspect
from pathlib import Path
from typing import Any, get_args

import msgspec

from drakkar.server.api.guard import LARGEST_BODY, LARGEST_MESSAGE
from drakkar.server.api.rate_limiter import Limits
from drakkar.server.api.sessions import MOST_LINKS
from drakkar.server.log import messages
from drakkar.server.log.entries import TimeControl
from drakkar.server.log.errors import CODES

HERE = Path(__file__).parent
WORDS = HERE / "protocol.md"
BEFORE_THE_TABLE = (messages.CreateTable, messages.SeatSpec, TimeControl, messages.Sit, messages.Authenticate)
ANSWERS = (
    messages.State,
    messages.Push,
    messages.Done,
    messages.WhyNotAnswer,
    messages.PreviewAnswer,
    messages.Links,
    messages.RematchCreated,
    messages.RefusedAnswer,
    messages.Resync,
    messages.TableCreated,
    messages.SeatTaken,
    messages.EventSlice,
)


def protocol_page() -> str:
    """The text of tools/protocol.md with its lists filled in from the code."""
    limits = Limits()
    holes = {
        "{protocol}": str(messages.PROTOCOL),
        "{requests}": "\n\n".join(_described(kind) for kind in BEFORE_THE_TABLE),
        "{acts}": "\n\n".join(_described(kind) for kind in get_args(messages.Command)),
        "{answers}": "\n\n".join(_described(kind) for kind in ANSWERS),
        "{codes}": "\n".join(f"| `{code}` | {status} | {when} |" for code, (status, when) in CODES.items()),
        "{links}": str(MOST_LINKS),
        "{message}": f"{LARGEST_MESSAGE // 1024} KB",
        "{body}": f"{LARGEST_BODY // 1024} KB",
        "{messages}": f"{limits.messages:.0f} a second and {limits.messages_at_once:.0f} at once",
        "{address}": f"{limits.requests:.0f} requests a second and {limits.connections} open sockets",
        "{cpu}": f"{limits.cpu * 1000:.0f} ms of CPU time a second, {limits.cpu_at_once:.0f} s at once",
    }
    page = WORDS.read_text("utf-8")
    for hole, words in holes.items():
        assert hole in page, f"{WORDS.name} has no {hole}"
        page = page.replace(hole, words)
    return page


def _described(kind: type[Any]) -> str:
    """A message: its name, its purpose and its fields."""
    tag = kind.__struct_config__.tag
    name = f"`{tag}`" if tag else f"*{kind.__name__}*"
    fields = [_field(field) for field in msgspec.structs.fields(kind) if field.name != "id"]
    said = inspect.getdoc(kind) or ""
    return "\n".join([f"**{name}** {' '.join(said.split())}", *([""] if fields else []), *fields])


def _field(field: msgspec.structs.FieldInfo) -> str:
    needed = "" if field.required else ", may be left out"
    return f"- `{field.name}`: {_type(field.type)}{needed}"


def _type(kind: Any) -> str:
    """A type in terms of JSON, with its limits."""
    schema = msgspec.json.schema(kind)
    return _schema(schema, schema.get("$defs", {}))


def _schema(schema: dict[str, Any], named: dict[str, Any]) -> str:
    if "$ref" in schema:
        return f"*{schema['$ref'].rpartition('/')[2]}*"
    if "anyOf" in schema:
        return " or ".join(_schema(one, named) for one in schema["anyOf"])
    if schema.get("type") == "array":
        return f"list of {_schema(schema.get('items', {}), named)}{_limits(schema, 'minItems', 'maxItems')}"
    if schema.get("type") == "object":
        return f"object of {_schema(schema.get('additionalProperties', {}) or {}, named)}"
    if not schema.get("type"):
        return "anything"
    return f"{schema['type']}{_limits(schema, 'minLength', 'maxLength')}{_limits(schema, 'minimum', 'maximum')}"


def _limits(schema: dict[str, Any], least: str, most: str) -> str:
    low, high = schema.get(least), schema.get(most)
    if low is None and high is None:
        return ""
    return f" ({low} to {high})" if low is not None and high is not None else f" (at most {high})"
