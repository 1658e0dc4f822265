"""Pictures of every page at both sizes, dark and light, into `shots/`; also looks for scrolling and clipped words.

    python -m tools.shots [--only table] [--chromium /usr/bin/chromium]
"""

import argparse
import random
import sys
from pathlib import Path
from typing import Any

import drakkar
from drakkar.core.match import Match
from drakkar.server.panels import STATIC, Look, renderer
from drakkar.server.voice import voice

ROOT = Path(__file__).parent.parent
SIZES = {"wide": (1366, 768), "phone": (390, 844)}


def document(match: Match, seat: int | None, names: list[str], previews: bool = True) -> dict[str, Any]:
    """What the server would tell of a match, without a server."""
    view = match.view(seat).to_json()
    seats = [
        {"clan": clan, "kind": "person" if name else "bot", "name": name, "bot": None if name else "karl", "here": bool(name), "left": False, "votes": []}
        for clan, name in zip(match.clans, names, strict=True)
    ]
    outcome = match.outcome
    found = {
        "protocol": 1, "table": "shots", "name": "", "game": match.game.title, "rules": "1", "options": {}, "version": len(match.history),
        "status": "over" if match.over else "running", "seat": seat, "seats": seats, "spectators": True, "clock": None, "clocks": [],
        "pace": 0, "grace": 0, "commitment": None, "seed": None, "previous": None, "next": None, "chat": [], "muted": [],
        "decision": 1 if seat is not None and any(one["seat"] == seat for one in view["owed"]) else 0, "undo": 0,
        "owed": view["owed"], "choices": view["options"], "view": view["table"], "outcome": None if outcome is None else outcome.to_json(),
    }
    if seat is not None and previews:
        seen = match.view(seat)
        found["previews"] = {str(choice): seen.preview(choice).to_json() for choice in seen.options}
    return found


def events(match: Match, seat: int | None) -> list[dict[str, Any]]:
    return [event.to_json() for event in match.events(seat)]


def moments(seed: int, seats: int) -> dict[str, tuple[Match, int]]:
    """A match by chance, kept at every kind of question; of each kind a later one if there is one."""
    rng = random.Random(seed)
    match = drakkar.new("blood_rage", seats, seed=seed)
    found: dict[str, tuple[Match, int]] = {}
    while not match.over:
        seat, prompt = rng.choice(list(match.prompts().items()))
        options = match.options(seat)
        if len(match.history) > 60 or prompt.code not in found:
            if prompt.code not in found or rng.random() < 0.12:
                found[prompt.code] = (match.copy(), seat)
        wanted = [option for option in options if str(option) not in ("pass", "decline")] or list(options)
        match.play(seat, rng.choice(wanted))
    found["over"] = (match.copy(), 0)
    return found


def axe_faults(page: Any) -> list[str]:
    """What axe has to say about a page."""
    from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415 - only here

    found = Axe().run(page).response["violations"]
    return [f"axe {one['id']} ({one['impact']}): {node['html'][:140]}" for one in found for node in one["nodes"][:2]]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--lang", default="en")
    parser.add_argument("--themes", default="dark,light")
    parser.add_argument("--axe", action="store_true")
    parser.add_argument("--hover", default="")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    given = parser.parse_args()
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only here

    out = ROOT / "shots"
    out.mkdir(exist_ok=True)
    pages: dict[str, str] = {}
    words = voice(given.lang, "blood_rage")
    make = renderer("blood_rage")
    found = moments(given.seed, given.seats)
    for code, (match, seat) in found.items():
        names = ["Ingrid" if number == seat else ("Tomasz" if number == (seat + 1) % given.seats else "") for number in range(given.seats)]
        public, own = document(match, None, names), document(match, seat, names)
        at = ""
        if code == "turn":
            ways = [choice for choice in own["choices"] if choice.startswith("invade")] or own["choices"]
            at = "/".join(ways[0].split()[:2]) if ways[0].startswith("invade") else ""
        pages[f"table-{code}"] = make.table(public, events(match, None), own, events(match, seat), words, Look(at=at))
    match, seat = found["turn"]
    names = ["Ingrid" if number == seat else "" for number in range(given.seats)]
    own = document(match, seat, names)
    clan = own["view"]["clans"][seat]
    tried = [f"invade {figure} {place['name']}" for figure in clan["reserve"] for place in own["view"]["places"]]
    tried += [f"pillage {place['name']}" for place in own["view"]["places"][:9]]
    tried += [f"{'quest' if card['kind'] == 'quest' else 'upgrade'} {card['name']}" for card in clan["hand"] if card["kind"] != "battle"]
    own["refused"] = [
        {"choice": choice, **reason.to_json()} for choice in tried if (reason := match.why_not(seat, choice)) is not None
    ]
    told = document(match, None, names), events(match, None)
    for at in ("invade", "pillage", "upgrade", "pass"):
        pages[f"table-at-{at}"] = make.table(*told, own, events(match, seat), words, Look(at=at))
    waits = next(number for number in range(given.seats) if number not in match.prompts())
    pages["table-waiting"] = make.table(*told, document(match, waits, names), events(match, waits), words)
    pages["table-watching"] = make.table(*told, document(match, None, names), events(match, None), words)
    listed = [{"table": "abc", "name": "Friday", "status": "running", "clans": ["wolf", "raven", "bear"]}]
    listed.append({"table": "def", "name": "", "status": "open", "clans": ["serpent", "ram"]})
    pages |= {"home": make.home(words, listed), "home-empty": make.home(words, []), "help": make.help(words)}
    pages["error"] = make.error(words, "stale", "The decision is not the present one: look again.", "", "abc")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=given.chromium, args=["--no-sandbox"])
        for theme in given.themes.split(","):
            for size, (width, height) in SIZES.items():
                context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme, device_scale_factor=1)
                page = context.new_page()
                page.on("console", lambda message: print("console:", message.text))

                def serve(route: Any) -> None:
                    path = route.request.url.split("://", 1)[1].split("/", 1)[1].split("?")[0]
                    if path in pages:
                        route.fulfill(body=pages[path], content_type="text/html; charset=utf-8")
                    elif path.startswith("static/blood_rage/"):
                        folder = make.page.folder / "static"
                        route.fulfill(path=folder / path.removeprefix("static/blood_rage/"))
                    elif path.startswith("static/") and (STATIC / path.removeprefix("static/")).exists():
                        route.fulfill(path=STATIC / path.removeprefix("static/"))
                    else:
                        route.fulfill(status=200, body="", content_type="text/javascript")

                page.route("**/*", serve)
                for name in pages:
                    if given.only and given.only not in name:
                        continue
                    page.goto(f"http://drakkar.test/{name}")
                    if given.hover:
                        page.hover(given.hover, force=True)
                        page.wait_for_timeout(300)
                    page.screenshot(path=out / f"{name}-{size}-{theme}.png")
                    for fault in [*page.evaluate(MEASURE), *(axe_faults(page) if given.axe else ())]:
                        print(f"{name} {size} {theme}: {fault}")
                context.close()
        browser.close()
    return 0


# Words that are cut off, and pages that scroll sideways.
MEASURE = """() => {
  const faults = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) faults.push('scrolls sideways: ' + root.scrollWidth);
  if (document.body.classList.contains('is-table') && root.scrollHeight > root.clientHeight) faults.push('scrolls down: ' + root.scrollHeight);
  for (const node of document.querySelectorAll('.btn, .card .name, .sheet .row, .sheet header, .ask, .ask h2, h2, .opts, .turnctl')) {
    const box = node.getBoundingClientRect();
    if (!box.width || getComputedStyle(node).visibility === 'hidden' || node.closest('.vh')) continue;
    if (node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== 'inline') faults.push('clipped across: ' + node.className + ' ' + node.textContent.trim().slice(0, 40) + ' ' + node.scrollWidth + '>' + node.clientWidth);
    if (node.scrollHeight > node.clientHeight + 2 && getComputedStyle(node).overflowY !== 'visible') faults.push('clipped down: ' + node.className + ' ' + node.textContent.trim().slice(0, 40) + ' ' + node.scrollHeight + '>' + node.clientHeight);
    if (box.right > innerWidth + 1 || box.bottom > innerHeight + 1) if (getComputedStyle(document.body).overflow !== 'visible' || document.body.classList.contains('is-table')) faults.push('outside: ' + node.className + ' ' + node.textContent.trim().slice(0, 30));
  }
  return faults.slice(0, 12);
}"""


if __name__ == "__main__":
    sys.exit(main())
