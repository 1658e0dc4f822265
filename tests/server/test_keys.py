"""The keys that the scripts know are those that the help page and the documentation tell of, and no others."""

import re
from pathlib import Path

import drakkar
from drakkar.server.frames import frames
from drakkar.server.markup import STATIC, shown
from drakkar.server.panels import renderer
from drakkar.server.voice import voice
from tests.server import moments

DOCS = Path(__file__).parents[2] / "docs" / "server.md"
# How people call keys.
NAMES = {"Escape": "Esc", " ": "Space", "ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓"}


def called(key: str) -> str:
    """A key as people call it."""
    return NAMES.get(key, f"⇧ {key}" if key.isupper() and len(key) == 1 else key.upper() if len(key) == 1 else key)


def keys_of(script: str, table: str) -> set[str]:
    """The keys of one table in a script."""
    (inside,) = re.findall(rf"const {table} = {{(.*)}};", script)
    return set(re.findall(r'(?:^|, | )"?(\w+| )"?: ', inside))


def of_the_scripts() -> set[str]:
    """Every key that a script of the shell knows."""
    live, again = ((STATIC / name).read_text("utf-8") for name in ("keys.js", "replay.js"))
    found = keys_of(live, "OWN") | keys_of(live, "BUTTONS") | keys_of(live, "WAYS") | keys_of(again, "KEYS")
    found |= set(re.findall(r'key === "(.+?)"', live))
    assert "/^[1-9]$/.test(key)" in live
    return {called(key) for key in found} | {"1", "9"}


def of_the_game() -> set[str]:
    """The keys that Blood Rage brings."""
    return {called(key.key) for key in frames("blood_rage").panels.plain.keys}


def test_the_help_page_tells_every_key_and_no_other() -> None:
    page = frames("blood_rage").help(voice("en", "blood_rage"))
    (listed,) = re.findall(r'<dl class="keys">(.*?)</dl>', page, re.DOTALL)
    told: set[str] = set()
    for keys in re.findall(r"<kbd>(.*?)</kbd>", listed):
        told |= {keys.replace("⇧", "⇧ ").replace("  ", " ")} if "⇧" in keys else set(keys.replace("–", " ").split())
    # A browser presses what has the focus by itself.
    assert told - {"Enter"} == of_the_scripts() | of_the_game()


def test_the_documentation_tells_every_key_and_no_other() -> None:
    (keys,) = re.findall(r"^- \*\*Keys\*\*: (.*?)\n- ", DOCS.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    told = {key.replace("Shift", "⇧") for key in re.findall(r"`(.+?)`", keys)}
    assert told - {"Enter"} == of_the_scripts() | of_the_game()


def test_what_a_key_presses_shows_the_key() -> None:
    match = drakkar.new("blood_rage", 3, seed=1)
    document = {**moments.document(match, 0, ["Ingrid", "", ""]), "decision": 0, "undo": 2, "reset": 2}
    turn = renderer("blood_rage").private(document, [], voice("en", "blood_rage"))["turn"]
    (buttons,) = re.findall(r"const BUTTONS = {(.*)};", (STATIC / "keys.js").read_text("utf-8"))
    for key, button in re.findall(r'(\w): "([\w-]+)"', buttons):
        (inside,) = re.findall(rf'<button class="btn" id="{button}">(.*?)</button>', turn)
        assert f"<kbd>{shown(key)}</kbd>" in inside


def test_without_scripts_no_button_promises_a_key_and_no_line_is_said_to_be_in_step() -> None:
    style = (STATIC / "table.css").read_text("utf-8")
    (hidden,) = re.findall(r"@media \(scripting: none\) {\s+(.+?) { display: none; }\s+}", style)
    assert hidden == ".net, .keyb, .keyn, kbd:not(:is(.keys, #help-b) *)"
