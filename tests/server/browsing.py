"""A browser without a window: it keeps cookies and can have any number of tables."""

from urllib.parse import urlencode

from tests.server.asgi_client import Called
from tests.server.running import Answer

FORM = {"content-type": "application/x-www-form-urlencoded"}


class Browser:
    """The cookies of one browser, and its application."""

    def __init__(self, app: Called) -> None:
        self.app = app
        self.jar: dict[str, str] = {}

    async def ask(self, method: str, path: str, body: object = b"", headers: dict[str, str] | None = None) -> Answer:
        """Send one request with all cookies; keep new cookies and drop expired ones."""
        shown = {"cookie": "; ".join(f"{name}={value}" for name, value in self.jar.items()), **(headers or {})}
        answer = await self.app.ask(method, path, body, headers=shown)
        for cookie in self.app.cookies:
            name, _, value = cookie.partition(";")[0].partition("=")
            if "Max-Age=0" in cookie.split("; "):
                self.jar.pop(name, None)
            else:
                self.jar[name] = value
        return answer

    async def page(self, path: str) -> str:
        """A page that exists."""
        answer = await self.ask("GET", path)
        assert answer.status == 200, answer.body
        return answer.body.decode()

    async def form(self, path: str, **fields: str) -> Answer:
        """Submit a form."""
        return await self.ask("POST", path, urlencode(fields).encode(), FORM)

    async def seat(self, table: str, query: str = "") -> int | None:
        """The seat of this browser at a table."""
        answer = await self.ask("GET", f"/api/tables/{table}{query}")
        seat: int | None = answer.json["state"]["seat"]
        return seat

    async def enter(self, table: str, secret: str) -> Answer:
        """Present a secret, as the script of the page does."""
        return await self.ask("POST", f"/api/tables/{table}/enter", {"secret": secret})
