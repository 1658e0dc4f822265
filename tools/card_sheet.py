"""A sheet of all drawings of Blood Rage: cards in three sizes, figures of each clan, Monsters; dark and light.

python -m tools.card_sheet             docs/drawings.jpg
python -m tools.card_sheet page.html   the same as a page
"""

import shutil
import sys
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import Final

from drakkar.games.blood_rage.card import CARDS
from drakkar.games.blood_rage.page.cards import listed
from drakkar.games.blood_rage.page.drawings import OF_EVERY_CLAN, drawing, monsters
from drakkar.games.blood_rage.page.page import PAGE
from drakkar.games.blood_rage.rulings import CLAN_NAMES
from drakkar.server.web.markup import STATIC as SHELL

ROOT: Final = Path(__file__).parent.parent
PICTURE: Final = ROOT / "docs" / "drawings.jpg"
STATIC: Final = PAGE.folder / "static"
SIZES: Final = (96, 48, 24)
QUALITY: Final = 42
WIDTH: Final = 1200
# A figure in the large size of the map; the second one is as small as in a list.
FIGURE: Final = 60
LAYOUT: Final = """
body { margin: 0; background: none; display: block; height: auto; overflow: visible }
section { padding: 14px 18px; background: var(--bg); color: var(--text); box-sizing: border-box }
h2 { font: 600 15px var(--serif); margin: 8px 0 6px }
.all { display: flex; flex-wrap: wrap; gap: 6px }
.one.card { width: 187px; padding: 5px 6px; border-radius: 6px; background: var(--kb); font: 12px var(--sans) }
.one > div { display: flex; align-items: end; gap: 5px; height: 96px; color: var(--art-1) }
.one.one.card .art { mask-image: none; position: static }
.one.card { border: 0; cursor: default; display: block }
.fig { overflow: visible }
"""


def sheet() -> str:
    """The whole page, with the drawings in it."""
    styles = "".join(
        (folder / name).read_text("utf-8") for folder, name in ((SHELL, "table.css"), (STATIC, PAGE.style))
    )
    drawn = "".join((STATIC / name).read_text("utf-8") for name in (PAGE.sprite, "cards.svg"))
    themes = "".join(f'<section style="color-scheme: {theme}">{both()}</section>' for theme in ("dark", "light"))
    return (
        f'<!DOCTYPE html><meta charset="utf-8"><title>Drawings</title><style>{styles}{LAYOUT}</style>'
        f"<svg hidden>{drawn}</svg>{themes}"
    )


def both() -> str:
    """All cards and all figures."""
    kinds = {"battle": "Battle", "quest": "Quests", "upgrade": "Upgrades"}
    faces = {face["name"]: face for face in map(listed, CARDS)}
    cards = "".join(
        f"<h2>{title}</h2>{row(card(face) for face in faces.values() if face['sort'] == sort)}"
        for sort, title in kinds.items()
    )
    figures = [figure(clan, drawing(kind, clan)) for clan in CLAN_NAMES for kind in OF_EVERY_CLAN]
    beasts = [figure(CLAN_NAMES[at % len(CLAN_NAMES)], name) for at, name in enumerate(monsters())]
    return f"{cards}<h2>Figures</h2>{row(chain(figures, beasts))}"


def row(drawn: Iterable[str]) -> str:
    """Drawings side by side."""
    return f'<div class="all">{"".join(drawn)}</div>'


def card(face: dict[str, str]) -> str:
    """A card's drawing in each size."""
    art = "#" + face["art"].split("#")[1]
    drawn = "".join(f'<svg class="art" style="width:{one}px;height:{one}px"><use href="{art}"/></svg>' for one in SIZES)
    return f'<div class="one card {face["sort"]}"><div>{drawn}</div>{face["name"]}</div>'


def figure(clan: str, name: str) -> str:
    """A clan's figure, as large as on the map and at a third."""
    sizes = (FIGURE, FIGURE // 3)
    return "".join(
        f'<svg class="fig {clan}" width="{one}" height="{one}"><use href="#f-{name}"/></svg>' for one in sizes
    )


def main() -> int:
    """Write the page, or its picture."""
    if sys.argv[1:]:
        Path(sys.argv[1]).write_text(sheet(), "utf-8")
        return 0
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - not needed for the page

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": 800})
        page.set_content(sheet())
        page.screenshot(path=PICTURE, full_page=True, type="jpeg", quality=QUALITY)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
