"""Players on pages: a crowd that reads panels from its sockets, and one player in a real Chromium."""

import asyncio
import html
import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from playwright.async_api import Browser, BrowserContext, Page
from websockets.asyncio.client import ClientConnection

from benchmarks.served import Served
from benchmarks.server import Crowd, Person

CHOICES: Final = re.compile(r'data-choice="([^"]*)"')
DECISION: Final = re.compile(r'data-decision="(\d+)"')
# A row that the page already has; a push has only its name.
ROW: Final = re.compile(r'^<\w+(?: [^<>]*)? id="([^"]+)".*$', re.MULTILINE)
STUB: Final = re.compile(r'<\w+ id="([^"]+)" data-same></\w+>')
# The delay of the other players, who answer like bots; and of the player in the browser, who looks before clicking.
ANSWER: Final = 0.02
LOOK: Final = 0.4

# Wolf acts; everything it does can be undone until Raven answers, which never happens.
ALONE: Final = """
game = "blood_rage"
sides = ["wolf", "raven"]
turn = "wolf"
wolf.rage = 6
raven.rage = 6
"""

# The time from the click to the frame that shows the new decision, and to the one that shows everything else: the
# second frame after the server's last message. Both use the page's own clock, so the way to this process is not
# included. A requestAnimationFrame callback runs at the start of a frame; a timeout set in it runs after the frame is
# painted. PATIENCE is the limit.
PATIENCE: Final = 5000
PAINTED: Final = f"""
  const asked = () => document.querySelector("#p-prompt [data-decision]")?.dataset.decision || "";
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const painted = async (button) => {{
    const before = asked();
    const known = window.heard;
    const began = performance.now();
    button.click();
    do await new Promise(requestAnimationFrame);
    while (asked() === before && performance.now() - began < {PATIENCE});
    await new Promise((done) => setTimeout(done));
    const first = performance.now() - began;
    while (window.heard === known && performance.now() - began < {PATIENCE}) await frame();
    await frame();
    await frame();
    return [first, performance.now() - began];
  }};
"""
# Null if no decision is owed.
CHOOSE: Final = f"""async (dice) => {{ {PAINTED}
  for (let step = 0; asked() && step < 6; step += 1) {{
    const ways = [...document.querySelectorAll("#p-prompt fieldset.live [data-at]")];
    const way = ways.length ? ways[(dice + step) % ways.length] : document.getElementById("g-pass");
    if (way.dataset.choice !== undefined) return painted(way);
    way.click();
    await new Promise((done) => setTimeout(done, {LOOK * 1000})); // the next step must appear before the next click
  }}
  return null;
}}"""
# Null if there is nothing to undo. Afterwards the same question has a new decision number.
UNDO: Final = f"""async () => {{ {PAINTED}
  const button = document.querySelector('#undo-b:not([aria-disabled="true"])');
  return button && painted(button);
}}"""
# Every file that the page has fetched, with its compressed size and headers.
FETCHED: Final = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const files = [page, ...performance.getEntriesByType("resource")];
  const bytes = files.reduce((sum, one) => sum + one.transferSize, 0);
  return { bytes, files: files.length, loaded: page.loadEventEnd };
}"""
# Turn confirmation off, and note the latest version that the page has received.
WATCHED: Final = """
  localStorage.setItem("drakkar.confirm", "off");
  window.WebSocket = class extends WebSocket {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", ({ data }) => { window.heard = JSON.parse(data).v || window.heard; });
    }
  };
"""


class Heard(msgspec.Struct):
    """The parts of a message that the crowd needs; it stands for other machines, so it must use little CPU."""

    kind: str = msgspec.field(name="is")
    version: int = msgspec.field(default=0, name="v")
    panels: dict[str, msgspec.Raw] = {}
    after: dict[str, msgspec.Raw] | None = None


decode: Final = msgspec.json.Decoder(Heard).decode


class Reader(Person):
    """The page of one seat without a browser; it reads its decisions from the panels."""

    def __init__(self, socket: ClientConnection) -> None:
        super().__init__(socket)
        # The panels it reads: the prompt, and how to pass.
        self.panels = {"prompt": "", "turn": ""}
        # The size of the first message, and of each push after it.
        self.whole = 0
        self.pushes: list[tuple[int, Sequence[str]]] = []

    async def listen(self) -> None:
        """Read incoming messages."""
        async for message in self.socket:
            heard = decode(message)
            if heard.kind == "panels":
                panels = {**heard.panels, **(heard.after or {})}
                if heard.after is not None:
                    self.pushes.append((len(message.encode() if isinstance(message, str) else message), [*panels]))
                else:
                    self.whole = len(message)
                self._read(panels)
                self.version = heard.version
                async with self.news:
                    self.news.notify_all()

    def _read(self, panels: dict[str, msgspec.Raw]) -> None:
        for name in self.panels.keys() & panels:
            own = {row[1]: row[0] for row in ROW.finditer(self.panels[name])}
            self.panels[name] = STUB.sub(lambda stub, own=own: own[stub[1]], msgspec.json.decode(panels[name]))
        self.choices = [html.unescape(choice) for shown in self.panels.values() for choice in CHOICES.findall(shown)]
        asked = DECISION.search(self.panels["prompt"])
        self.decision = int(asked[1]) if asked else 0
        self.over = 'data-prompt="over"' in self.panels["prompt"]


class Readers(Crowd):
    """The players of one match, each with a page."""

    address = "/t/{table}/live"
    person = Reader


class Company(Readers):
    """The opponents of the player in the browser: they answer at once."""

    def __init__(self, server: Served, number: int) -> None:
        super().__init__(server, number)
        self.table = self.secret = ""

    def found(self) -> tuple[str, list[str]]:
        """Create a table whose first seat is left to the browser."""
        self.table, (self.secret, *others) = self.server.found()
        return self.table, others

    async def sit_down(self) -> None:
        """Connect, and answer from now on."""
        await super().sit_down()
        self.tasks += [asyncio.create_task(self._answer(person)) for person in self.people]

    async def _answer(self, person: Person) -> None:
        answered = 0
        while not person.over:
            await asyncio.sleep(ANSWER)
            if person.decision not in (0, answered):
                answered = person.decision
                said = {"do": "choose", "decision": answered, "choice": self.rng.choice(person.choices)}
                await person.socket.send(msgspec.json.encode(said).decode())


async def opened(browser: Browser, server: Served, table: str, secret: str) -> tuple[BrowserContext, Page]:
    """A table in a fresh browser, once its socket is connected."""
    home = f"http://127.0.0.1:{server.port}"
    context = await browser.new_context(viewport={"width": 1366, "height": 768}, locale="en")
    await context.add_init_script(WATCHED)
    await context.request.post(f"{home}/api/tables/{table}/enter", data={"secret": secret})
    page = await context.new_page()
    await page.goto(f"{home}/t/{table}")
    await page.wait_for_selector("#net[data-line=on]")
    return context, page


class Chooser:
    """Two players in Chromium: one makes choices as soon as they owe them, the other undoes theirs."""

    def __init__(self, browser: Browser, server: Served) -> None:
        self.browser = browser
        self.server = server
        # Milliseconds until the new decision is painted, and until everything is.
        self.choices: list[tuple[float, float]] = []
        self.undos: list[tuple[float, float]] = []
        self._playing: tuple[Company, BrowserContext, Page] | None = None
        self._alone: tuple[BrowserContext, Page] | None = None
        self._matches = 0

    async def choose(self) -> None:
        """Make one choice if one is owed; start a new match when one is over."""
        if self._playing is None:
            self._matches += 1
            company = Company(self.server, -self._matches)
            await company.sit_down()
            self._playing = company, *await opened(self.browser, self.server, company.table, company.secret)
            await asyncio.sleep(LOOK)
        company, context, page = self._playing
        took = await page.evaluate(CHOOSE, company.rng.randrange(1000))
        if took is not None:
            self.choices.append((took[0], took[1]))
        elif await page.query_selector('[data-prompt="over"]'):
            await context.close()
            await company.get_up()
            self._playing = None

    async def undo(self) -> None:
        """Make a choice and undo it."""
        if self._alone is None:
            table, secrets = await asyncio.to_thread(self.server.found, 2, origin=ALONE)
            self._alone = await opened(self.browser, self.server, table, secrets[0])
            await asyncio.sleep(LOOK)
        _, page = self._alone
        assert await page.evaluate(CHOOSE, len(self.undos)) is not None, "it is always his turn"
        await asyncio.sleep(LOOK)
        took = await page.evaluate(UNDO)
        assert took is not None, "whatever he chose can be taken back"
        self.undos.append((took[0], took[1]))

    async def until(self, done: "asyncio.Task[Any]") -> None:
        """Choose and undo while the others play."""
        while not done.done():
            for _ in range(4):
                await asyncio.sleep(LOOK)
                await self.choose()
            await self.undo()
