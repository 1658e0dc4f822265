"""Screenshots of every page in both sizes, dark and light, into `shots/`, with layout and axe faults.

python -m tools.shots [--game lords_of_ragnarok] [--only turn] [--seats 5] [--lang pl] [--themes dark] [--axe]
                      [--hover SELECTOR]
"""

import argparse
import mimetypes
import random
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import unquote

import drakkar
from drakkar.core.hosting import game_of, prompts
from drakkar.core.match import Match
from drakkar.page.translator import PageTranslator
from drakkar.server.log.entries import BOT, PERSON, Founded, Place
from drakkar.server.log.errors import Refused
from drakkar.server.log.table import Table
from drakkar.server.web import lobby
from drakkar.server.web.frames import PageRenderer, page_renderer
from drakkar.server.web.hot_seat import Screen, panel
from drakkar.server.web.layouts import HAND, SCREEN
from drakkar.server.web.markup import STATIC, game_query
from drakkar.server.web.panel_feed import refusals
from drakkar.server.web.panels import PageContext
from drakkar.server.web.replay import ALL, panels, scene, title
from drakkar.server.web.web_translator import web_translator
from tests.server.sample_documents import document, events

ROOT = Path(__file__).parent.parent
SIZES = {"wide": (1366, 768), "phone": (390, 844)}
TITLE = "blood_rage"
RAGNAROK = "lords_of_ragnarok"
UNLIKE = ("hero", "settle", "hero_action", "action", "gift", "battle", "defence", "hero_round", "over")
FEW_BEATS = 3
# Half-made choices, and the moment for each: at the first turn there are most provinces.
HALF_MADE = {
    "first": ("first", "invade/warrior"),
    "invade": ("turn", "invade/warrior"),
    "march": ("turn", "march"),
    "pillage": ("turn", "pillage"),
    "upgrade": ("turn", "upgrade"),
    "pass": ("turn", "pass"),
}
# A sheet with full slots for Monsters, and committed Quests.
FULL_SHEET = """
game = "blood_rage"
sides = ["wolf", "raven"]
turn = "wolf"
age = 3
wolf.rage = 12
wolf.hand = ["Thor's Conquest", "Frost Giant", "Heimdall's Watch", "Thor's Ascension", "Tyr's Crush", "Masters in Arms"]
wolf.quests = ["Manheim!", "Glorious Death!"]
wolf.upgrades = ["Experts in Arms", "Dwarf Chieftain", "Valkyrie", "Odin's Throne", "Loki's Domain"]
[figures]
Gimle = { wolf = "leader, 2 warriors" }
"""
# As many upgrade cards as a hand can hold, for a clan with full slots and for one that cannot pay.
FULL_HAND = """
game = "blood_rage"
sides = ["wolf", "raven", "serpent", "bear"]
turn = "wolf"
age = 3
wolf.rage = {rage}
wolf.hand = [
  "Thor's Conquest", "Frost Giant", "Odin's Throne", "Masters in Arms",
  "Lord of Spears", "Volur Witch", "Soldier of Hel",
]
wolf.quests = ["Manheim!", "Glorious Death!"]
wolf.upgrades = ["Experts in Arms", "Dwarf Chieftain", "Valkyrie", "Loki's Domain", "Frigga's Domain", "Tyr's Domain"]
"""


def moments(seed: int, seats: int, title: str = TITLE) -> dict[str, tuple[Match, int]]:
    """Moments of a random match, one for each kind of question; rather a later one if there is one."""
    rng = random.Random(seed)
    match = drakkar.new(title, seats, seed=seed)
    found: dict[str, tuple[Match, int]] = {}
    while not match.over:
        seat, prompt = rng.choice(list(prompts(match).items()))
        choices = match.choices(seat)
        if prompt.code == "turn":
            found.setdefault("first", (match.copy(), seat))
        if prompt.code not in found or (len(match.history) > 60 and rng.random() < 0.12):
            found[prompt.code] = (match.copy(), seat)
        wanted = [choice for choice in choices if str(choice) not in ("pass", "decline")] or list(choices)
        hunts = [choice for choice in choices if str(choice).startswith("hunt ")]
        match.play(seat, rng.choice(hunts or wanted))
    found["over"] = (match.copy(), 0)
    return found


def ragnarok_pages(seed: int, seats: int, lang: str, few: bool = False) -> dict[str, str]:
    """Every page of Lords of Ragnarok, for every kind of moment or for a few very different ones."""
    words, make = web_translator(lang, RAGNAROK), page_renderer(RAGNAROK)
    found = moments(seed, seats, RAGNAROK)
    found = {code: found[code] for code in UNLIKE} if few else found
    pages = {
        f"table-{code}": table(make, words, match, seat, PageContext(), lang) for code, (match, seat) in found.items()
    }
    match, seat = found["action"]
    pages["table-waiting"] = table(make, words, match, (seat + 1) % seats, PageContext(), lang)
    pages["table-watching"] = table(make, words, match, None, PageContext(), lang)
    pages |= layouts(found, lang, ("action", "battle", "over") if "battle" in found else ("action", "over"))
    pages |= replays(found["over"][0], words, lang)
    look = PageContext(keep=game_query(RAGNAROK))
    pages["home"] = make.home(words, [], look, lang)
    pages["help"] = make.help(words, look, lang)
    return pages


def table(
    make: PageRenderer,
    words: PageTranslator,
    match: Match,
    seat: int | None,
    look: PageContext,
    lang: str,
    why: bool = False,
) -> str:
    """The page of a seat; with reasons for refused choices if `why`."""
    names = ["Ingrid" if number == seat else ("Tomasz" if number == 1 else "") for number in range(match.seats)]
    own = document(match, seat, names)
    if why and seat is not None:
        own["refused"] = refusals(match, own)
    public = document(match, None, names)
    return make.table(public, events(match, None), own, events(match, seat), words, look, lang)


def layouts(found: dict[str, tuple[Match, int]], lang: str, moments: tuple[str, ...]) -> dict[str, str]:
    """A big screen at some moments, and the hand of the player who must decide."""
    pages = {}
    for code in moments:
        match, seat = found[code]
        words, make = web_translator(lang, match.title), page_renderer(match.title)
        names = ["Ingrid", "Tomasz", *[""] * (match.seats - 2)]
        public = document(match, None, names), events(match, None)
        own = document(match, seat, names), events(match, seat)
        pages[f"screen-{code}"] = make.screen(*public, words, PageContext(layout=SCREEN), lang, "drakkar.example")
        pages[f"hand-{code}"] = make.hand(*public, *own, words, PageContext(layout=HAND), lang)
    return pages


def staged(seed: int, seats: int, lang: str) -> dict[str, str]:
    """A battle of several clans, one page for each beat from the reveal on."""
    rng, match = random.Random(seed), drakkar.new(TITLE, seats, seed=seed)
    words, make, since = web_translator(lang, TITLE), page_renderer(TITLE), 0
    while not match.over:
        seat, prompt = rng.choice(list(prompts(match).items()))
        since = since if prompt.code == "late" else len(match.events(None))
        choices = [choice for choice in match.choices(seat) if str(choice) not in ("pass", "decline")]
        match.play(seat, rng.choice(choices or list(match.choices(seat))))
        told, public = events(match, None), document(match, None, [""] * seats)
        beats = [beat for beat in make.panels.beats(public, told, since, words) if beat.html]
        if len(beats) > FEW_BEATS and all(beat.html.count("bwho") >= min(seats, 3) for beat in beats):
            page = table(make, words, match, None, PageContext(), lang)
            return {f"table-beat-{number}": on_stage(page, beat.html) for number, beat in enumerate(beats)}
    return {}


def age_ends(seed: int, seats: int, lang: str) -> dict[str, str]:
    """The end of the last Age, phase by phase."""
    rng, match = random.Random(seed), drakkar.new(TITLE, seats, seed=seed)
    words, make, since = web_translator(lang, TITLE), page_renderer(TITLE), 0
    while not match.over:
        seat, since = rng.choice(list(prompts(match))), len(match.events(None))
        quests = [choice for choice in match.choices(seat) if str(choice).startswith("quest")]
        choices = [choice for choice in match.choices(seat) if str(choice) not in ("pass", "decline")]
        match.play(seat, rng.choice(quests or choices or list(match.choices(seat))))
    beats = make.panels.beats(document(match, None, [""] * seats), events(match, None), since, words)
    page = table(make, words, match, None, PageContext(), lang)
    return {f"table-end-{number}": on_stage(page, beat.html) for number, beat in enumerate(beats) if beat.html}


def on_stage(page: str, beat: str) -> str:
    """The page with a beat on its stage."""
    empty = '<section id="p-stage" class="panel" data-panel="stage" hidden></section>'
    return page.replace('id="staging" hidden', 'id="staging"').replace(empty, beat)


def all_pages(seed: int, seats: int, lang: str) -> dict[str, str]:
    """Every page by its address, for every kind of moment; the address of a half-made choice shows its progress."""
    words, make = web_translator(lang, TITLE), page_renderer(TITLE)
    found = moments(seed, seats)
    pages = {
        f"table-{code}": table(make, words, match, seat, PageContext(), lang) for code, (match, seat) in found.items()
    }
    for name, (moment, at) in HALF_MADE.items():
        pages[f"table-at-{name}?at={at}"] = table(make, words, *found[moment], PageContext(at), lang, why=True)
    pages["table-at-slot?at=upgrade/Frost Giant"] = table(
        make, words, drakkar.set_up(FULL_SHEET), 0, PageContext("upgrade/Frost Giant"), lang, why=True
    )
    full, poor = (drakkar.set_up(FULL_HAND.format(rage=rage)) for rage in (12, 1))
    many = "upgrade/Soldier of Hel"
    pages[f"table-at-full?at={many}"] = table(make, words, full, 0, PageContext(many), lang, why=True)
    pages["table-poor"] = table(make, words, poor, 0, PageContext(), lang, why=True)
    match, seat = found["turn"]
    march = next("/".join(str(choice).split()[:2]) for choice in match.choices(seat) if str(choice).startswith("march"))
    pages[f"table-at-to?at={march}"] = table(make, words, match, seat, PageContext(march), lang, why=True)
    waits = next(number for number in range(seats) if number not in prompts(match))
    pages["table-waiting"] = table(make, words, match, waits, PageContext(), lang)
    pages["table-watching"] = table(make, words, match, None, PageContext(), lang)
    pages |= layouts(found, lang, ("turn", "draft", "card", "over"))
    drafting, drafter = found["draft"]
    picked = str(drafting.choices(drafter)[0]).removeprefix("pick ")
    pages[f"table-picked?at={picked}"] = table(make, words, drafting, drafter, PageContext(picked), lang)
    pages |= staged(seed, seats, lang) | age_ends(seed, seats, lang)
    pages["covered-two"] = covered(drafting, words, lang)
    one = next(match for match, _ in found.values() if not match.over and len({0, 1} & set(prompts(match))) == 1)
    pages["covered-one"] = covered(one, words, lang)
    pages |= replays(found["over"][0], words, lang)
    tables = [table_of(found[moment][0], 2) for moment in ("turn", "over")]
    mine, others = ([lobby.row(one, seated, lang, TITLE) for one in tables] for seated in ([0], []))
    pages["home"] = make.home(words, others, lang=lang, mine=mine)
    pages["home-empty"] = make.home(words, [], lang=lang)
    pages["help"] = make.help(words, lang=lang)
    pages["error"] = make.error(words, Refused("stale"), "one", lang=lang)
    return pages


def table_of(match: Match, people: int = 1) -> Table:
    """A table with a match that is running or over."""
    places = [Place(PERSON, name) for name in ("Ingrid", "Tomasz")[:people]]
    places += [Place(BOT, bot="karl")] * (match.seats - people)
    rules = game_of(match).rules_version
    return Table("sketch", Founded(0, match.title, rules, list(match.sides), {}, "", places, origin=match.record()))


def covered(match: Match, words: PageTranslator, lang: str) -> str:
    """A screen shared by two people, while it is handed over."""
    names = ["Ingrid", "Tomasz", *[""] * (match.seats - 2)]
    told = document(match, None, names), events(match, None)
    cover = panel(table_of(match, 2), Screen((0, 1)), lang)
    return page_renderer(TITLE).table(*told, *told, words, lang=lang, cover=cover)


def replays(match: Match, words: PageTranslator, lang: str) -> dict[str, str]:
    """Replay pages at several moments, for a seat and with all hands open."""
    table = table_of(match)
    pages = {}
    for eye in ("1", ALL):
        for at in (0, 10, len(match.history) // 2, len(match.history)):
            now = scene(table, str(at), eye, [])
            look = PageContext(keep=(("at", str(at)), ("seat", eye)))
            pages[f"replay-{at}-{eye}"] = page_renderer(match.title).replay(
                now.public, panels(now, words), words, look, lang, title(now, words)
            )
    return pages


class Server(BaseHTTPRequestHandler):
    """Serves the pages by their addresses, and the static files."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1  # send each response in one piece

    def __init__(self, pages: dict[str, str], *request: Any) -> None:
        self.pages = pages
        super().__init__(*request)

    def do_GET(self) -> None:
        """A page, a cacheable file, or an empty script."""
        address = unquote(self.path).removeprefix("/")
        file = static_file(address.split("?")[0])
        if address in self.pages:
            self._answer(self.pages[address].encode(), "text/html; charset=utf-8")
        elif file.is_file():
            kind, _ = mimetypes.guess_type(file)
            self._answer(file.read_bytes(), kind or "text/plain", "max-age=3600")
        else:
            self._answer(b"", "text/javascript")

    def _answer(self, body: bytes, kind: str, keep: str = "no-store") -> None:
        self.send_response(200)
        for name, value in (("Content-Type", kind), ("Content-Length", str(len(body))), ("Cache-Control", keep)):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Log nothing."""


def static_file(path: str) -> Path:
    """The path of a static file, shared or of one game."""
    for game in (TITLE, RAGNAROK):
        own = page_renderer(game).page
        if own is not None and path.startswith(f"static/{game}/"):
            return own.folder / "static" / path.removeprefix(f"static/{game}/")
    return STATIC / path.removeprefix("static/")


def axe_faults(page: Any) -> list[str]:
    """The axe violations on a page."""
    from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # noqa: PLC0415

    found = Axe().run(page).response["violations"]
    return [f"axe {one['id']} ({one['impact']}): {node['html'][:140]}" for one in found for node in one["nodes"][:2]]


@contextmanager
def looking(browser: Any, pages: dict[str, str], theme: str, size: tuple[int, int], **device: bool) -> Iterator[Any]:
    """A browser page connected to a server with these pages."""
    width, height = size
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Server, pages)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        context = browser.new_context(
            base_url=f"http://127.0.0.1:{server.server_port}/",
            viewport={"width": width, "height": height},
            color_scheme=theme,
            reduced_motion="reduce",
            **device,
        )
        # These pages are those of players who have read what is explained the first time.
        context.add_init_script("try { localStorage.setItem('drakkar.first', 'off') } catch { /* no page of ours */ }")
        page = context.new_page()
        page.on("console", lambda message: print("console:", message.text))
        page.route_web_socket("**/live*", lambda _: None)  # a socket that stays silent
        try:
            yield page
        finally:
            context.close()
            server.shutdown()


def take(browser: Any, pages: dict[str, str], given: argparse.Namespace, theme: str, size: str) -> int:
    """Take all screenshots of one size and theme; return the number of faults."""
    faults = 0
    with looking(browser, pages, theme, SIZES[size]) as page:
        for address in [address for address in pages if given.only in address]:
            page.goto(address)
            name = address.split("?")[0]
            if given.hover:
                page.hover(given.hover, force=True)
                page.wait_for_timeout(300)
            page.screenshot(path=ROOT / "shots" / f"{name}-{size}-{theme}.png")
            if given.jpeg:
                page.screenshot(path=ROOT / "shots" / f"{name}-{size}-{theme}.jpg", type="jpeg", quality=given.jpeg)
            for fault in [*page.evaluate(MEASURE), *(axe_faults(page) if given.axe else ())]:
                print(f"{name} {size} {theme}: {fault}")
                faults += 1
    return faults


# Clipped or tiny text, pages that scroll, choices below a phone's fold, touch targets that are too small.
MEASURE = """() => {
  const faults = [], root = document.documentElement, whole = document.body.classList.contains('is-table');
  if (root.scrollWidth > root.clientWidth) faults.push('scrolls sideways: ' + root.scrollWidth);
  if (whole && root.scrollHeight > root.clientHeight) faults.push('scrolls down: ' + root.scrollHeight);
  const all = '.btn, .card .name, .sheet .row, .sheet header, .ask, .ask h2, h2, .opts, .turnctl, .bsteps, .course';
  for (const node of document.querySelectorAll(all)) {
    const box = node.getBoundingClientRect(), style = getComputedStyle(node);
    const unseen = node.closest('.vh, details:not([open]) > :not(summary)');
    if (!box.width || style.visibility === 'hidden' || unseen) continue;
    const said = node.className + ': ' + node.textContent.trim().replace(/\\s+/g, ' ').slice(0, 50);
    if (node.scrollWidth > node.clientWidth + 1 && style.display !== 'inline') faults.push('cut off sideways, ' + said);
    const scrolls = node.matches('.crowd') || node.closest('.steps3:has(.crowd)');  // a crowd has a scroll bar
    const tall = node.scrollHeight > node.clientHeight + 2 && style.overflowY !== 'visible' && !scrolls;
    if (tall) faults.push('cut off below, ' + said);
    const outside = whole && !scrolls && (box.right > innerWidth + 1 || box.bottom > innerHeight + 1);
    if (outside) faults.push('outside, ' + said);
  }
  for (const node of document.querySelectorAll('.hand .card > .foot')) {
    const box = node.getBoundingClientRect(), card = node.parentElement.getBoundingClientRect();
    if (box.width && box.bottom > card.bottom + 1) faults.push('cut off, ' + node.textContent);
  }
  for (const node of document.querySelectorAll('.plot text')) {
    const box = node.getBoundingClientRect(), said = node.textContent;
    if (box.width && box.height < 12) faults.push('too small, ' + said + ': ' + box.height);
    if (box.right > innerWidth) faults.push('outside, ' + said);
  }
  const prompt = document.getElementById('p-prompt'), narrow = innerWidth < 1024;
  for (const node of narrow && prompt ? prompt.querySelectorAll('a.btn, button.btn') : []) {
    const box = node.getBoundingClientRect(), end = prompt.getBoundingClientRect().bottom;
    if (box.bottom > end) faults.push('below the fold, ' + node.textContent.trim());
  }
  for (const node of narrow ? document.querySelectorAll('.brow .bbar') : []) {
    // The panel is hidden while the stage lies over it.
    if (!node.checkVisibility()) continue;
    if (node.getBoundingClientRect().width < innerWidth / 2) faults.push('no room for the bars of a battle');
  }
  const fingers = narrow || matchMedia('(pointer: coarse)').matches, least = fingers ? 43.4 : 23.4;
  // In a sentence, or a land.
  const words = 'a:not(.rule):is(p *, li *, dd *), .skip, .hits a:not(.legal:has(> circle))';
  // A list that takes the focus only scrolls.
  const touched = `a[href]:not(${words}), button, summary, select, .btn, [tabindex="0"]:not(ul, ol)`;
  for (const node of document.querySelectorAll(touched)) {
    const box = node.getBoundingClientRect(), seen = node.checkVisibility({ opacityProperty: true });
    if (!seen || node.closest('.vh, dialog') || (fingers && node.matches('.rule'))) continue;
    const larger = node.matches('.rule, .reach, [data-thing].acts');
    const reach = larger ? getComputedStyle(node, '::before') : { width: 0, height: 0 };
    const [wide, high] = ['width', 'height'].map(side => Math.max(box[side], parseFloat(reach[side]) || 0));
    if (Math.min(wide, high) > least) continue;
    const named = node.id || node.className.baseVal || node.className || node.outerHTML.slice(0, 60);
    faults.push(`too small to be hit, ${named}: ${Math.round(wide)} x ${Math.round(high)}`);
  }
  return [...new Set(faults)].slice(0, 40);
}"""


def main() -> int:
    """Take the screenshots."""
    parser = argparse.ArgumentParser(description="pictures of every page")
    parser.add_argument("--game", default=TITLE, choices=(TITLE, RAGNAROK))
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--lang", default="en")
    parser.add_argument("--themes", default="dark,light")
    parser.add_argument("--jpeg", type=int, default=0, metavar="QUALITY", help="smaller files too, as in the README")
    parser.add_argument("--axe", action="store_true")
    parser.add_argument("--hover", default="")
    parser.add_argument("--chromium", default=shutil.which("chromium"))
    given = parser.parse_args()
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - not needed for imports of this module

    (ROOT / "shots").mkdir(exist_ok=True)
    made = all_pages if given.game == TITLE else ragnarok_pages
    pages = made(given.seed, given.seats, given.lang)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=given.chromium, args=["--no-sandbox"])
        looks = [(theme, size) for theme in given.themes.split(",") for size in SIZES]
        faults = sum(take(browser, pages, given, theme, size) for theme, size in looks)
        browser.close()
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
