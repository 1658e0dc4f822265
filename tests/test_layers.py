"""Layers point down: who may import whom, read from the source."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src"
FILES = sorted(SOURCE.rglob("*.py"))

# What each part may import beside itself; `games` stands for each game apart.
ALLOWED = {
    "core": set[str](),
    "games": {"core"},
    "bots": {"core"},
    "text": {"core"},
    "arena": {"core", "bots"},
    "terminal": {"core", "bots", "text", "arena", "research"},
    "server": {"core", "bots", "text", "drakkar"},
    "research": {"core", "bots"},
    "drakkar": {"core", "games", "bots"},
    "cli": {"core", "bots", "text", "arena", "terminal", "server", "research", "drakkar"},
    "__main__": {"cli"},
}

# Names that the compiler knows and plain Python does without: imported for the type checker alone.
COMPILED_ONLY = {"drakkar.core.vectors": {"librt", "mypy_extensions"}, "drakkar.core.build": {"mypy_extensions"}}
# What others have written, and the one part that may use it; all else needs the standard library alone.
FROM_OTHERS = {
    "arena": {"openskill"},
    "research": {"gymnasium", "numpy", "open_spiel", "pettingzoo", "pyarrow", "pyspiel"},
    "server": {"jinja2", "markupsafe", "msgspec", "prometheus_client", "starlette", "uvicorn", "websockets"},
}

# Within a game: each module and what it stands on.
CHAPTERS = {
    "blood_rage": (
        "board",
        "options",
        "choices",
        "cards.kinds",
        "state",
        "memory",
        "events",
        "figures",
        "clans",
        "actions",
        "invade",
        "march",
        "upgrade",
        "battle",
        "resolution",
        "pillage",
    ),
    "lords_of_ragnarok": (
        "facts",
        "board",
        "options",
        "choices",
        "cards.kinds",
        "parts",
        "state",
        "events",
        "windows",
        "figures",
        "pools",
        "heroes",
        "artifacts",
        "control",
        "prayer",
        "hero_stage",
        "manoeuvres",
        "rune_action",
        "monsters",
        "monster_runes",
        "event_cards",
        "wounds",
        "monster_round",
        "hero_round",
        "hunt",
        "special_action",
        "ragnarok",
        "wheel_actions",
        "monsters_action",
        "usurp",
        "gifts",
        "statue",
        "battle",
        "turn",
        "choosing",
        "setup",
    ),
}


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            assert node.module is not None
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def part(module: str) -> str:
    """core, games, terminal …; the package's own face is `drakkar`."""
    names = module.split(".")
    return names[1] if len(names) > 1 and (SOURCE / "drakkar" / names[1]).exists() else _single(names)


def _single(names: list[str]) -> str:
    return names[1] if len(names) > 1 and (SOURCE / "drakkar" / f"{names[1]}.py").exists() else "drakkar"


def module_of(path: Path) -> str:
    names = list(path.relative_to(SOURCE).with_suffix("").parts)
    return ".".join(names[:-1] if names[-1] == "__init__" else names)


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_each_part_imports_only_what_lies_below_it(path: Path) -> None:
    here = module_of(path)
    for imported in imports(path):
        if not imported.startswith("drakkar"):
            known = sys.stdlib_module_names | COMPILED_ONLY.get(here, set()) | FROM_OTHERS.get(part(here), set())
            assert imported.split(".")[0] in known, f"{here} needs {imported}"
            continue
        there = part(imported)
        assert there == part(here) or there in ALLOWED[part(here)], f"{here} imports {imported}"
        if there == "games" and part(here) == "games" and imported.count(".") >= 2:
            assert imported.split(".")[2] == here.split(".")[2], f"{here} imports its sibling {imported}"
        if there == "games" and part(here) != "games":
            assert imported in ("drakkar", "drakkar.games"), f"{here} names a game: {imported}"


@pytest.mark.parametrize("game", CHAPTERS)
def test_the_chapters_of_a_game_stand_on_each_other_in_one_direction(game: str) -> None:
    home, chapters = f"drakkar.games.{game}.", CHAPTERS[game]
    for at, chapter in enumerate(chapters):
        path = SOURCE / "drakkar/games" / game / f"{chapter.replace('.', '/')}.py"
        typing_only = {"state"} if chapter == "cards.kinds" else set()
        for imported in imports(path):
            below = imported.removeprefix(home)
            if imported.startswith(home) and below in chapters:
                assert chapters.index(below) < at or below in typing_only, f"{chapter} imports {below}"


def test_no_rule_of_blood_rage_names_a_card() -> None:
    from drakkar.games.blood_rage.cards.decks import FILES as CARD_FILES  # noqa: PLC0415
    from drakkar.games.blood_rage.cards.kinds import CARDS  # noqa: PLC0415

    folder = SOURCE / "drakkar/games/blood_rage"
    places = {"Yggdrasil!", "Alfheim!", "Jotunheim!", "Manheim!"}
    names = {card.name for card in CARDS} - places
    files = {file.__name__.rsplit(".", maxsplit=1)[-1] for file in CARD_FILES}
    not_rules = {folder / "options.py", *folder.glob("text_*.py")}
    for path in sorted(set(folder.glob("*.py")) - not_rules):
        text = path.read_text("utf-8")
        for name in names:
            assert name not in text, f"{path.name} names {name}"
            assert name.lower().replace("'", "").replace(" ", "_") not in text, f"{path.name} names {name}"
        for imported in imports(path):
            assert imported.rsplit(".", maxsplit=1)[-1] not in files, f"{path.name} imports {imported}"


def test_no_rule_of_lords_of_ragnarok_names_a_card() -> None:
    from drakkar.games.lords_of_ragnarok.cards.kinds import (  # noqa: PLC0415
        ARTIFACT,
        CARDS,
        GIFT,
        HERO,
        MONSTER,
        STORY,
    )
    from drakkar.games.lords_of_ragnarok.cards.texts import FILES as CARD_FILES  # noqa: PLC0415

    folder = SOURCE / "drakkar/games/lords_of_ragnarok"
    named = [card for card in CARDS if card.kind in (GIFT, ARTIFACT, HERO, STORY, MONSTER)]
    words = "|".join(re.escape(word) for card in named for word in (card.name, card.id))
    files = {file.__name__ for file in CARD_FILES}
    for path in sorted(folder.glob("*.py")):
        found = re.findall(rf"\b(?:{words})\b", path.read_text("utf-8"))
        assert not found, f"{path.name} names {found}"
        if path.name != "game.py":
            assert not files & set(imports(path)), f"{path.name} imports a card's text"
