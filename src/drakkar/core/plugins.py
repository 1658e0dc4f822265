"""Plug-ins: games and bots of other packages, found by their entry points.

Entry points are read when a plug-in is first looked up, and a plug-in is imported when it is used, so programs without
plug-ins pay nothing. A broken plug-in is reported when it is looked up, and does not affect others.
"""

from typing import Any, Final

from drakkar.core.excerpt import excerpt

# Entry point groups.
GAMES: Final = "drakkar.games"
BOTS: Final = "drakkar.bots"

# Entry points by group and name; more than one of the same name is a clash.
_found: dict[str, dict[str, list[Any]]] = {}
# Loaded objects by group and name.
_loaded: dict[tuple[str, str], object] = {}
# Plug-ins for which a warning was given.
_warned: set[tuple[str, str]] = set()


class BrokenPlugin(Exception):
    """A plug-in cannot be used; the message says why."""


def entries(group: str) -> dict[str, list[Any]]:
    """The entry points of a group by name, in alphabetical order."""
    if group not in _found:
        from importlib.metadata import entry_points  # noqa: PLC0415 - slow to import

        found: dict[str, list[Any]] = {}
        for entry in sorted(entry_points(group=group), key=lambda entry: (entry.name, entry.value)):
            found.setdefault(entry.name, []).append(entry)
        _found[group] = found
    return _found[group]


def package_of(group: str, name: str) -> str:
    """The package of a plug-in, with its version; all of them if there is a clash."""
    dists = [entry.dist for entry in entries(group).get(name, [])]
    return ", ".join(f"{dist.name} {dist.version}" for dist in dists if dist is not None)


def load(group: str, name: str) -> object:
    """The object of the entry point; BrokenPlugin if it cannot be loaded, KeyError if there is none of this name."""
    if (group, name) not in _loaded:
        found = entries(group)[name]
        if len(found) > 1:
            raise BrokenPlugin("several packages bring it")
        try:
            _loaded[group, name] = found[0].load()
        except (Exception, SystemExit) as error:
            raise BrokenPlugin(excerpt(f"{found[0].value}: {type(error).__name__}: {error}")) from error
    return _loaded[group, name]


def warn(group: str, name: str, why: str) -> None:
    """Warn once that a plug-in is left out of a listing."""
    if (group, name) not in _warned:
        import logging  # noqa: PLC0415 - slow to import

        _warned.add((group, name))
        message = "the plug-in %s (%s of %s) is left out: %s"
        logging.getLogger("drakkar").warning(message, name, group, package_of(group, name), why)
