"""What has to be equal on all machines of a cluster for a game to be the same game there."""

import hashlib
import platform
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from drakkar.bots.net_file import digest_of
from drakkar.core.errors import BadArgument
from drakkar.core.game import find

# Files that a build or a run leaves beside the sources; a compiled build has the same sources as the plain one.
MADE: Final = {".pyc", ".pyi", ".so", ".pyd"}


class Identity(NamedTuple):
    """Hashes of the code and the data that decide how a game goes."""

    title: str
    rules: str
    bots: str
    encoding: str

    def difference(self, other: "Identity") -> str:
        """The first thing in which another machine differs, in words; empty if it is the same."""
        for name, mine, theirs in zip(self._fields, self, other, strict=True):
            if mine != theirs:
                return f"other {name} of {self.title} (hash {theirs} there, {mine} here)"
        return ""


@lru_cache
def identity_of(title: str) -> Identity:
    """The identity of a game on this machine."""
    game = find(title)
    try:
        encoding = digest_of(game)
    except BadArgument:
        encoding = "none"
    module = type(game).__module__
    rules = _hash_of("drakkar.core", module.rpartition(".")[0] or module) + _facts(game.facts)
    return Identity(title, rules, _hash_of("drakkar.bots"), encoding)


def _facts(lines: tuple[str, ...]) -> str:
    """Corrected printed facts change the rules of a process."""
    return f"+{hashlib.sha256(repr(lines).encode()).hexdigest()[:8]}" if lines else ""


def _hash_of(*packages: str) -> str:
    """A hash of all files of these packages."""
    whole = hashlib.sha256()
    for package in packages:
        spec = find_spec(package)
        assert spec is not None, "it has been imported"
        for folder in spec.submodule_search_locations or [str(spec.origin)]:
            root = Path(folder)
            for path in sorted(root.rglob("*")) or [root]:
                if path.is_file() and path.suffix not in MADE:
                    whole.update(f"{path.relative_to(root).as_posix()} ".encode())
                    whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()[:12]


def where() -> str:
    """The name of this machine."""
    return platform.node()
