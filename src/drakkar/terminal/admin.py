"""`drakkar admin`: manages the tables of a running server over the socket beside its database, or a shared database."""

import argparse
import json
import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

PAGE: Final = 100
PATIENCE: Final = 60.0
WIDTHS: Final = (13, 8, 18, 7, 9, 17)
HEADINGS: Final = ("id", "status", "game", "entries", "KB", "last change", "seats and name")

DESCRIPTION: Final = """\
Manages the tables of a running server. It uses a socket beside the database (FILE.admin), so it must run on the same
machine and as the same user as the server. With a PostgreSQL database it works on the database itself, from any machine
that may use it; the servers take over each change at once."""
EXAMPLES: Final = """\
examples:
  drakkar admin tables                            every table, latest first
  drakkar admin --db /var/lib/drakkar.db load     how busy the server is
  drakkar admin --db postgresql://db/club load    how busy each of several servers is
  drakkar admin close A3rMQVV_tEQL --reason "abuse in the chat"
  drakkar admin chat A3rMQVV_tEQL                 the chat, with a number for each line
  drakkar admin remove-chat A3rMQVV_tEQL 57       erase line 57
  drakkar admin delete A3rMQVV_tEQL               delete the table, after confirmation
"""


class AdminError(Exception):
    """The server cannot be reached, or refuses."""


# Answers a request to a database that is not a file: the address and the request.
Direct = Callable[[str, dict[str, Any]], dict[str, Any]]


def fill(command: argparse.ArgumentParser, direct: Direct) -> None:
    """The options and subcommands of `drakkar admin`."""
    command.description, command.epilog = DESCRIPTION, EXAMPLES
    command.formatter_class = argparse.RawDescriptionHelpFormatter
    command.add_argument("--db", default="drakkar.db", help="the server's database, a file or an address (%(default)s)")
    command.set_defaults(direct=direct)
    command.add_argument("--json", action="store_true", help="print JSON instead of text")
    does = command.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(name: str, run: Callable[[argparse.Namespace], int], text: str) -> argparse.ArgumentParser:
        one = does.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
        # The same options are accepted after the subcommand; their defaults must not override a value given before it.
        one.add_argument("--db", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
        one.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
        one.set_defaults(run=run)
        return one

    add("tables", show_tables, "list the tables, latest first")
    add("load", show_load, "show tables, connections, bots and the CPU time of each address")
    close = add("close", close_table, "close a table: it can only be viewed, and its players see the reason")
    delete = add("delete", delete_table, "delete a table with all its data and disconnect its clients")
    chat = add("chat", show_chat, "show the chat of a table")
    remove = add("remove-chat", remove_chat, "erase a line of chat from the disk and from open pages")
    for one in (close, delete, chat, remove):
        one.add_argument("table", metavar="TABLE", help="the id of the table, as in its address /t/TABLE")
    close.add_argument("--reason", default="", metavar="TEXT", help="the reason, shown to all at the table")
    delete.add_argument("--yes", action="store_true", help="do not ask for confirmation")
    remove.add_argument("number", type=int, metavar="NUMBER", help="the number of the line, shown by `chat`")


def ask(database: Path, request: dict[str, Any]) -> dict[str, Any]:
    """Send one request to the server of a database; return the answer or raise AdminError."""
    place = database.resolve().with_name(f"{database.resolve().name}.admin")
    if not hasattr(socket, "AF_UNIX"):
        raise AdminError("this system has no Unix sockets, which `drakkar admin` needs")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(PATIENCE)
        try:
            line.connect(str(place))
            line.sendall(json.dumps(request).encode() + b"\n")
            answer = line.makefile("rb").readline()
        except (FileNotFoundError, ConnectionRefusedError):
            raise AdminError(f"no server is running on {database} (nothing listens at {place})") from None
        except OSError as error:
            raise AdminError(f"{place}: {error.strerror or error}") from None
    if not answer:
        raise AdminError("the connection closed before the server answered")
    return _checked(json.loads(answer))


def _checked(answer: dict[str, Any]) -> dict[str, Any]:
    if not answer.pop("ok"):
        raise AdminError(answer["error"])
    return answer


def _asked(asked: argparse.Namespace, do: str, **fields: object) -> dict[str, Any]:
    request = {"do": do, **fields}
    return _checked(asked.direct(asked.db, request)) if "://" in asked.db else ask(Path(asked.db), request)


def _print_json(data: object) -> int:
    print(json.dumps(data, indent=2, ensure_ascii=False))
    return 0


def show_tables(asked: argparse.Namespace) -> int:
    """Print a line for each table."""
    rows = list(_tables(asked))
    if asked.json:
        return _print_json(rows)
    print(_columns(HEADINGS))
    for row in rows:
        name = f"; {_plain(row['name'])}" if row["name"] else ""
        said = ", ".join(map(_plain, row["seats"])) + name
        said += f"; {row['connections']} connected" if row["connections"] else ""
        said += f"; {row['lost']} entries lost" if row["lost"] else ""
        said += "; its log is broken" if row.get("broken") else ""
        size = f"{row['size'] / 1024:.1f}"
        print(_columns((row["table"], row["status"], row["game"], row["entries"], size, _time(row["changed"]), said)))
    print(f"{len(rows)} tables")
    return 0


def _tables(asked: argparse.Namespace) -> Iterator[dict[str, Any]]:
    before = ""
    while page := _asked(asked, "tables", limit=PAGE, before=before)["tables"]:
        yield from page
        before = page[-1]["table"]


def show_load(asked: argparse.Namespace) -> int:
    """Print the load of the server, or of each server of a shared database."""
    load = _asked(asked, "load")
    if asked.json:
        return _print_json(load)
    servers = load.get("servers", [load])
    for one in servers:
        _print_load(one)
    if not servers:
        print("no server uses this database now")
    return 0


def _print_load(load: dict[str, Any]) -> None:
    bots, name = load["bots"], f"{load['server']}: " if "server" in load else ""
    print(f"{name}drakkar {load['version']}, up for {load['uptime_s']:.0f} s")
    print(f"CPU time: {load['cpu_s']} s; peak memory: {load['peak_mb']} MB")
    print(f"live tables: {load['live_tables']}; connections: {load['connections']}")
    print(f"bots: {bots['processes']} processes, {bots['waiting']} decisions wait, {bots['restarts']} restarts")
    for one in load["addresses"]:
        print(f"  {one['address']}: {one['cpu_s']} s of CPU time")


def show_chat(asked: argparse.Namespace) -> int:
    """Print the chat of a table."""
    lines = _asked(asked, "chat", table=asked.table)["chat"]
    if asked.json:
        return _print_json(lines)
    for line in lines:
        said = "(removed)" if line["removed"] else _plain(line["text"])
        print(f"{line['number']:>6}  {_time(line['at'])}  seat {line['seat']}: {said}")
    return 0


def close_table(asked: argparse.Namespace) -> int:
    """Close a table, and say whether it was closed before."""
    return _say(asked, _asked(asked, "close", table=asked.table, reason=asked.reason), "closed", "was already closed")


def remove_chat(asked: argparse.Namespace) -> int:
    """Remove a chat message, and say whether it was removed before."""
    done = _asked(asked, "remove-chat", table=asked.table, number=asked.number)
    return _say(asked, done, f"line {asked.number} is erased", f"line {asked.number} was already erased")


def delete_table(asked: argparse.Namespace) -> int:
    """Delete a table, after confirmation unless --yes is given."""
    if not asked.yes:
        row = _asked(asked, "table", table=asked.table)["table"]
        if not sys.stdin.isatty():
            raise AdminError("nothing was deleted: there is nobody to ask, so --yes is needed")
        about = f"{row['status']}, {row['entries']} entries, {', '.join(map(_plain, row['seats']))}"
        if input(f"Delete table {asked.table} ({about}) for ever? [y/N] ").strip().lower() not in ("y", "yes"):
            raise AdminError("nothing was deleted")
    return _say(asked, _asked(asked, "delete", table=asked.table), "deleted", "")


def _say(asked: argparse.Namespace, answer: dict[str, Any], done: str, before: str) -> int:
    if asked.json:
        return _print_json(answer)
    print(f"{asked.table}: {done if answer['done'] else before}")
    return 0


def _columns(values: tuple[object, ...]) -> str:
    cells = [str(value).ljust(width) for value, width in zip(values, WIDTHS, strict=False)]
    return " ".join([*cells, str(values[-1])])


def _time(unix_ms: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(unix_ms / 1000))


def _plain(text: str) -> str:
    """Text without characters that would disturb a terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
