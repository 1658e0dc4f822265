"""The help page and the documentation list exactly the keys that the scripts handle."""

import re
from pathlib import Path

import drakkar
from drakkar.server.web.frames import page_renderer
from drakkar.server.web.markup import STATIC, shown
from drakkar.server.web.panels import renderer
from drakkar.server.web.web_translator import web_translator
from tests.server import sample_documents

DOCS = Path(__file__).parents[2] / "docs" / "server.md"
# Names of keys for people.
NAMES = {"Escape": "Esc", " ": "Space", "ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓"}


def called(key: str) -> str:
    """The name of a key for people."""
    return NAMES.get(key, f"⇧ {key}" if key.isupper() and len(key) == 1 else key.upper() if len(key) == 1 else key)


def keys_of(script: str, table: str) -> set[str]:
    """The keys of one table in a script."""
    (inside,) = re.findall(rf"const {table} = {{(.*?)}};", script, re.DOTALL)
    return set(re.findall(r'(?:^|\s)"?(\w+| )"?: ', inside))


def of_the_scripts() -> set[str]:
    """Every key that a script of the shell handles."""
    live, again = ((STATIC / name).read_text("utf-8") for name in ("keys.js", "replay.js"))
    found = keys_of(live, "OWN") | keys_of(live, "BUTTONS") | keys_of(live, "WAYS") | keys_of(again, "KEYS")
    found |= set(re.findall(r'key === "(.+?)"', live))
    assert "/^[1-9]$/.test(key)" in live
    return {called(key) for key in found} | {"1", "9"}


def of_the_game() -> set[str]:
    """The keys of Blood Rage."""
    return {called(key.key) for key in page_renderer("blood_rage").panels.plain.keys}


def test_the_help_page_tells_every_key_and_no_other() -> None:
    page = page_renderer("blood_rage").help(web_translator("en", "blood_rage"))
    (listed,) = re.findall(r'<dl class="keys">(.*?)</dl>', page, re.DOTALL)
    told: set[str] = set()
    for keys in re.findall(r"<kbd>(.*?)</kbd>", listed):
        told |= {keys.replace("⇧", "⇧ ").replace("  ", " ")} if "⇧" in keys else set(keys.replace("–", " ").split())
    # Browsers press the focused button by themselves.
    assert told - {"Enter"} == of_the_scripts() | of_the_game()


def test_the_documentation_tells_every_key_and_no_other() -> None:
    (keys,) = re.findall(r"^- \*\*Keys\*\*: (.*?)\n- ", DOCS.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    told = {key.replace("Shift", "⇧") for key in re.findall(r"`(.+?)`", keys)}
    assert told - {"Enter"} == of_the_scripts() | of_the_game()


def test_what_a_key_presses_shows_the_key() -> None:
    match = drakkar.new("blood_rage", 3, seed=1)
    document = {**sample_documents.document(match, 0, ["Ingrid", "", ""]), "decision": 0, "undo": 2, "reset": 2}
    turn = renderer("blood_rage").private(document, [], web_translator("en", "blood_rage"))["turn"]
    (buttons,) = re.findall(r"const BUTTONS = {(.*?)};", (STATIC / "keys.js").read_text("utf-8"), re.DOTALL)
    for key, button in re.findall(r'(\w): "([\w-]+)"', buttons):
        (inside,) = re.findall(rf'<button class="btn" id="{button}">(.*?)</button>', turn)
        assert f"<kbd>{shown(key)}</kbd>" in inside


def test_without_scripts_no_button_promises_a_key_and_no_line_is_said_to_be_in_step() -> None:
    style = (STATIC / "table.css").read_text("utf-8")
    (hidden,) = re.findall(r"@media \(scripting: none\) {\s+([^{}]+?) {\s+display: none;\s+}", style)
    assert " ".join(hidden.split()) == ".net, .keyb, .keyn, kbd:not(:is(.keys, #help-b) *)"
