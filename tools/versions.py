"""The versions of rules and encodings, each with hashes of what it covers: tests/formats/versions.toml.

A change of cards, rulings, words or fields needs a new version, because records and networks name it. Raise the version
first (`rules_version` of the game, `VERSION` of its encoding), then note the new hashes:

    python -m tools.versions                 # for versions that were raised
    python -m tools.versions --unreleased    # also for versions that no release has had yet
"""

import argparse
import hashlib
import importlib
import json
import sys
import tomllib
from pathlib import Path
from typing import Any

from drakkar.core.errors import BadArgument
from drakkar.core.game import Game, find
from drakkar.core.hosting import state_of
from drakkar.core.match import new
from drakkar.core.state_fields import flatten
from drakkar.games import TITLES

ROOT = Path(__file__).resolve().parent.parent
NOTED = ROOT / "tests" / "formats" / "versions.toml"
# Wording may change at any time.
WORDING = ("text", "short")
PLAIN = (bool, int, str, tuple, list, dict)

Notes = dict[str, dict[str, str]]


def now() -> Notes:
    """The versions and hashes of this code, by game and part: "blood_rage.rules"."""
    notes: Notes = {}
    for title in TITLES:
        game = find(title)
        notes[f"{title}.rules"] = {"version": game.rules_version, **_rules(game)}
        try:
            encoding = game.encoding()
        except BadArgument:
            continue
        layout = [(field.name, field.size) for part in (encoding.table, encoding.seat) for field in part.fields]
        notes[f"{title}.encoding"] = {
            "version": str(encoding.version),
            "fields": _hash(layout),
            "length": str(encoding.size),
        }
    return notes


def noted() -> Notes:
    """The versions and hashes in the file."""
    read: dict[str, Notes] = tomllib.loads(NOTED.read_text("utf-8")) if NOTED.exists() else {}
    return {f"{title}.{part}": values for title, parts in read.items() for part, values in parts.items()}


def complaints(before: Notes, after: Notes) -> list[str]:
    """A sentence for each part that changed without a new version."""
    return [
        f"{', '.join(changed)} of {name} changed, but its version is still {values['version']}. Raise the version, then"
        " run `python -m tools.versions` (docs/formats.md)."
        for name, values in after.items()
        if before.get(name, {}).get("version") == values["version"]
        and (changed := [key for key, value in values.items() if before[name].get(key) != value])
    ]


def _rules(game: Game[Any]) -> dict[str, str]:
    """Hashes of what the rules of a game consist of, as far as it is data."""
    cards = importlib.import_module(f"drakkar.games.{game.title}.card").CARDS
    notation, state = game.book.notation, state_of(new(game.title, game.fewest_seats, seed=1))
    return {
        "cards": _hash([_facts(card) for card in cards]),
        "rulings": _hash([(ruling.name, ruling.values) for ruling in game.rulings]),
        "words": _hash([(verb.pattern, [words.full for words in verb.words]) for verb in notation.verbs]),
        "chance": _hash([(kind.code, sorted(kind.names)) for kind in game.book.kinds if kind.by_chance]),
        "pieces": _hash([game.sides, _data(game.title)]),
        "fields": _hash(sorted(flatten(state, without=("flow", *state.constant_parts())))),
    }


def _facts(card: Any) -> dict[str, Any]:
    """The plain values of a card without its wording."""
    names = [name for name in dir(card) if not name.startswith("_") and name not in WORDING]
    return {name: value for name in names if isinstance(value := getattr(card, name), PLAIN)}


def _data(title: str) -> dict[str, Any]:
    """Maps and components, where a game has them as data; texts are not among them."""
    folder = ROOT / "src" / "drakkar" / "games" / title / "data"
    found = [*folder.glob("map_*.json"), *folder.glob("components.json")]
    return {path.name: _without_sources(json.loads(path.read_text("utf-8"))) for path in sorted(found)}


def _without_sources(facts: Any) -> Any:
    """What a game is played by; where each fact comes from may be told better at any time."""
    if not isinstance(facts, dict):
        return facts
    return {name: _without_sources(value) for name, value in facts.items() if name != "status_by_field"}


def _hash(thing: object) -> str:
    said = json.dumps(thing, sort_keys=True, default=str, ensure_ascii=False)
    return hashlib.blake2s(said.encode(), digest_size=6).hexdigest()


def main() -> int:
    """Note the hashes; refuse if a part changed without a new version."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--unreleased", action="store_true", help="also change versions that were never released")
    asked, after = parser.parse_args(), now()
    if not asked.unreleased and (said := complaints(noted(), after)):
        print("\n".join(said), file=sys.stderr)
        return 1
    lines = ["# Written by `python -m tools.versions`; docs/formats.md says when."]
    for name, values in after.items():
        lines += ["", f"[{name}]", *(f'{key} = "{value}"' for key, value in values.items())]
    NOTED.write_text("\n".join([*lines, ""]), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
