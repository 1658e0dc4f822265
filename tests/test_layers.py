"""Layers point down: which module may import which, read from the source."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.source import syntax_tree

SOURCE = Path(__file__).parent.parent / "src"
FILES = sorted(SOURCE.rglob("*.py"))

# What each part may import besides itself; `games` stands for each game separately.
ALLOWED = {
    "core": set[str](),
    "page": {"core"},
    "games": {"core", "page"},
    "bots": {"core"},
    "text": {"core"},
    "lessons": {"core", "bots", "text"},
    "analysis": {"core", "bots"},
    "report": {"core", "text", "analysis", "arena"},
    "puzzles": {"core", "bots", "text", "analysis", "cluster"},
    "arena": {"core", "bots", "analysis"},
    "cluster": {"core", "bots"},
    "terminal": {"core", "bots", "text", "lessons", "analysis", "report", "puzzles", "arena", "cluster", "research"},
    "server": {"core", "page", "bots", "text", "lessons", "analysis", "report", "puzzles", "drakkar"},
    "research": {"core", "bots"},
    "train": {"core", "bots", "arena", "cluster"},
    "drakkar": {"core", "games", "bots"},
    "cli": {
        "core",
        "bots",
        "text",
        "lessons",
        "analysis",
        "report",
        "puzzles",
        "arena",
        "cluster",
        "terminal",
        "server",
        "research",
        "train",
        "drakkar",
    },
    "__main__": {"cli"},
}

# Names that the compiler knows and plain Python does without: imported for the type checker only.
COMPILED_ONLY = {"drakkar.core.vectors": {"librt", "mypy_extensions"}, "drakkar.core.build": {"mypy_extensions"}}
# Third-party packages, and the one part that may use each; everything else needs only the standard library.
FROM_OTHERS = {
    "arena": {"openskill"},
    "cluster": {"ray"},
    "research": {"gymnasium", "numpy", "open_spiel", "pettingzoo", "pyarrow", "pyspiel"},
    "train": {"numpy", "torch"},
    "server": {
        "jinja2",
        "markupsafe",
        "msgspec",
        "prometheus_client",
        "psycopg",
        "segno",
        "starlette",
        "uvicorn",
        "websockets",
    },
}

# Within a game: every module, after all modules it depends on. A package has one or more lines, `package: its modules`.
ORDER = {
    "blood_rage": (
        "board rulings choices state card memory events",
        "figures clans",
        "actions invade march upgrade battle resolution pillage tally",
        "cards: monsters quests frigga heimdall loki odin thor troops tyr decks",
        "ages setup",
        "veil redeal view invariants encoding sights",
        "positions: words at_random write reading lay_board lay_cards lay_draft lay_battle read",
        "preview",
        "evaluator: texts styles holding worth outlook fighting promises priors evaluator",
        "labels text_hand text_board",
        "page: labels drawings figure_tracking closest story steps questions cards sheets offers seen",
        "page: battle notes land stage end_of_age moments page",
        "game",
    ),
    "lords_of_ragnarok": (
        "corrections game_data board rulings choices card components state events windows",
        "pieces: figures player_pools heroes artifacts",
        "victory: control ragnarok victory_progress",
        "monsters: monsters event_cards",
        "battle",
        "turn: prayer hero_stage manoeuvres rune_action monster_runes",
        "turn: special_action wheel_actions usurp gifts statue turn",
        "hunt: wounds monster_round hero_round hunt monsters_action",
        "setup: hero_selection setup",
        "cards: card_text artifacts attacks attack_hits combat conditions events gifts_freya gifts_odin gifts_thor",
        "cards: gods heroes monsters special_attacks realms stories texts",
        "veil redeal view invariants encoding sights",
        "positions: words at_random write reading lay_players lay_board read",
        "preview",
        "evaluator: hunting threats worth priors evaluator",
        "labels text_hand text_monsters text_board",
        "page: labels drawings geometry places moves origins steps questions causes notes pieces goods stages winning",
        "page: closest course bestiary hunt_odds hunt battle moments stage page",
        "game",
    ),
}


def in_order(game: str) -> list[str]:
    """The modules of a game, lowest first: `board`, `cards.odin` …"""
    found = []
    for line in ORDER[game]:
        package, colon, names = line.rpartition(":")
        found += [f"{package}.{name}" if colon else name for name in names.split()]
    return found


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(syntax_tree(path)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            assert node.module is not None
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def part(module: str) -> str:
    """core, games, terminal …; the package itself is `drakkar`."""
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


@pytest.mark.parametrize("game", ORDER)
def test_every_module_of_a_game_has_its_place_in_the_order(game: str) -> None:
    folder = SOURCE / "drakkar/games" / game
    written = [path.relative_to(folder).with_suffix("") for path in folder.rglob("*.py") if path.stem != "__init__"]
    assert sorted(in_order(game)) == sorted(".".join(path.parts) for path in written)


@pytest.mark.parametrize("game", ORDER)
def test_a_package_of_a_game_is_one_layer(game: str) -> None:
    packages = [module.split(".")[0] for module in in_order(game)]
    layers = [name for at, name in enumerate(packages) if at == 0 or packages[at - 1] != name]
    assert len(layers) == len(set(layers)), "a package stands in two places"


@pytest.mark.parametrize("game", ORDER)
def test_no_module_of_a_game_imports_what_stands_above_it(game: str) -> None:
    home, order = f"drakkar.games.{game}.", in_order(game)
    for at, module in enumerate(order):
        for imported in imports(SOURCE / "drakkar/games" / game / f"{module.replace('.', '/')}.py"):
            other = imported.removeprefix(home)
            assert imported != f"{home}GAME", f"{module} imports the whole game"
            if imported.startswith(home) and other in order:
                assert order.index(other) < at, f"{module} imports {other}"


def test_no_rule_of_blood_rage_names_a_card() -> None:
    from drakkar.games.blood_rage.card import CARDS  # noqa: PLC0415
    from drakkar.games.blood_rage.cards.decks import FILES as CARD_FILES  # noqa: PLC0415

    folder = SOURCE / "drakkar/games/blood_rage"
    places = {"Yggdrasil!", "Alfheim!", "Jotunheim!", "Manheim!"}
    names = {card.name for card in CARDS} - places
    files = {file.__name__.rsplit(".", maxsplit=1)[-1] for file in CARD_FILES}
    not_rules = {folder / "rulings.py", *folder.glob("text_*.py")}
    for path in sorted(set(folder.glob("*.py")) - not_rules):
        text = path.read_text("utf-8")
        for name in names:
            assert name not in text, f"{path.name} names {name}"
            assert name.lower().replace("'", "").replace(" ", "_") not in text, f"{path.name} names {name}"
        for imported in imports(path):
            assert imported.rsplit(".", maxsplit=1)[-1] not in files, f"{path.name} imports {imported}"


def test_no_rule_of_lords_of_ragnarok_names_a_card() -> None:
    from drakkar.games.lords_of_ragnarok.card import (  # noqa: PLC0415
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
    not_rules = {folder / "rulings.py", *folder.glob("cards/*.py")}
    for path in sorted(set(folder.rglob("*.py")) - not_rules):
        found = re.findall(rf"\b(?:{words})\b", path.read_text("utf-8"))
        assert not found, f"{path.name} names {found}"
        if path.name != "game.py":
            assert not files & set(imports(path)), f"{path.name} imports a card's text"


# Within the server: its packages, each with its modules. A module may only import those before it.
SERVER = {
    "log": (
        "entries errors secrets messages peers store bounds address revisions table guide riddle commands quotas"
        " file_lock entry_counts migrations sqlite_file sqlite_statements sqlite_queries sqlite_writer sqlite_store"
        " backup postgres_schema postgres_link postgres_statements postgres_queries postgres_writer postgres_peers"
        " postgres_store snapshot postgres_snapshot copy_target postgres_target opening copying checking expiry"
        " database_command"
    ),
    "live": (
        "clock slices token_bucket worker_pool tasks analyst bot_worker bot_pool upload_worker uploads bot_seats"
        " hints reviews presence document push_format subscriber broadcaster elsewhere room attendance sharing registry"
        " maintenance"
    ),
    "api": (
        "log_folding logging compression cookies metering metrics rate_limiter shared_use connection_limits"
        " uvicorn_protocols guard sessions links app load admin"
    ),
    "web": (
        "sentences web_translator compact markup charts lines turns prompt taken_back hints lessons puzzles"
        " first_times rows options forms ending groups panels lobby shuffle join_codes layouts reviews frames"
        " panel_feed layout_feeds replay hot_seat qr pages"
    ),
}
SERVER_ORDER = [f"drakkar.server.{package}.{name}" for package, names in SERVER.items() for name in names.split()]
SERVER_ORDER += [f"drakkar.server.{name}" for name in ("direct_admin", "workers", "serve")]


def test_the_order_of_the_server_names_every_module() -> None:
    modules = [module_of(path) for path in FILES if part(module_of(path)) == "server" and path.name != "__init__.py"]
    assert sorted(SERVER_ORDER) == sorted(modules)


@pytest.mark.parametrize("module", SERVER_ORDER)
def test_no_module_of_the_server_imports_one_above_it(module: str) -> None:
    path = SOURCE / f"{module.replace('.', '/')}.py"
    below = SERVER_ORDER[: SERVER_ORDER.index(module)]
    for imported in imports(path):
        assert imported not in SERVER_ORDER or imported in below, f"{module} imports {imported}"


def test_the_packages_of_the_server_import_nothing_themselves() -> None:
    for path in (SOURCE / "drakkar/server").rglob("__init__.py"):
        assert not list(imports(path)), f"{path} imports"
