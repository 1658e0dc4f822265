"""The template environment, and small pieces of HTML for templates: icons, badges, names of seats."""

from collections.abc import Callable
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined, Template
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

from drakkar.bots import LEVELS
from drakkar.bots.roster import plugin_names
from drakkar.core.game import default_title
from drakkar.page.game_page import Page
from drakkar.server.web.compact import Compact, compact

TEMPLATES: Final = Path(__file__).parent / "templates"
STATIC: Final = Path(__file__).parent / "static"
ROMAN: Final = ("", "I", "II", "III", "IV", "V", "VI")


def game_query(title: str) -> tuple[tuple[str, str], ...]:
    """The query that selects a game; empty for the default game."""
    return (("game", title),) if title != default_title() else ()


class FastContext(Context):
    """Skips Jinja's call checks; only macros need the evaluation context."""

    def call(
        self, wanted: Callable[..., Any], /, *args: Any, _loop_vars: Any = None, _block_vars: Any = None, **values: Any
    ) -> Any:
        """Call a function or a macro."""
        return wanted(self.eval_ctx, *args, **values) if type(wanted) is Macro else wanted(*args, **values)


# The same strings appear again and again on pages: each is escaped once.
_escaped: Final = lru_cache(maxsize=8192)(escape)


def escape_cached(value: Any) -> Any:
    """A value of a template, escaped unless it is markup; escaped strings are cached."""
    kind = type(value)
    if kind is str:
        return _escaped(value)
    return value if kind is Markup else str(value) if kind is int else escape(value)


class FastTemplate(Template):
    """A template that uses `escape_cached`: escaping and disk access took a fifth of the time of a page."""

    @classmethod
    def from_code(cls, *args: Any, **values: Any) -> Template:
        """The template, with `escape_cached` in its code."""
        made = super().from_code(*args, **values)
        made.root_render_func.__globals__["escape"] = escape_cached
        made.globals = dict(made.globals)  # a plain dict is faster, and every panel and every import of a macro uses it
        return made


class FastEnvironment(Environment):
    """An environment for plain data: `card.name` looks up a dictionary item first."""

    context_class = FastContext
    template_class = FastTemplate

    def getattr(self, obj: Any, attribute: str) -> Any:
        """An item if there is one, otherwise an attribute."""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


def environment(page: Page | None, title: str) -> Environment:
    """The templates of the shell, and those of a game under `game/`."""
    of_game = "?" + urlencode(game_query(title)) if game_query(title) else ""
    loaders: list[Any] = [FileSystemLoader(TEMPLATES)]
    if page is not None:
        loaders.append(PrefixLoader({"game": FileSystemLoader(page.folder / "templates")}))
    env = FastEnvironment(
        loader=ChoiceLoader(loaders),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[Compact],
        auto_reload=False,  # otherwise every panel would check on disk whether its template has changed
    )
    env.filters |= {
        "upfirst": upfirst,
        "side_name": lambda side, names: names("side", side),
        "card_name": lambda card, names: names("card", card),
        "clock": clock,
        "shown": shown,
        "row": row,
    }
    env.globals |= {
        "ic": icon,
        "badge": badge if page is not None else letter_badge,
        "rule": partial(rule, of_game=of_game),
        "of_game": of_game,
        "marks": marks,
        "roman": ROMAN,
        "plus": lambda number: f"{number:+d}".replace("-", "−"),
        "seat_name": seat_name,
        "presence": presence,
        "has_page": page is not None,
    }
    return env


def upfirst(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def row(html: Markup) -> Markup:
    """An element on its own line: while it is unchanged, it is not sent again (rows.py)."""
    line = str.replace(str.strip(html), "\n", " ")  # `Markup` would escape the arguments
    return Markup(f"\n{line}\n")  # noqa: S704 - the input is markup


def shown(key: str) -> str:
    """The label of a key on a keyboard; capital letters need shift."""
    return f"⇧{key}" if key.isupper() else key.upper()


def clock(milliseconds: int) -> str:
    """Time left, in minutes and seconds."""
    return f"{max(0, milliseconds) // 60000}:{max(0, milliseconds) // 1000 % 60:02d}"


@lru_cache(maxsize=1024)
def icon(name: str) -> Markup:
    """An icon of the sprite, beside text."""
    return Markup('<svg class="ic" aria-hidden="true"><use href="#i-{}"/></svg>').format(name)


@lru_cache(maxsize=1024)
def badge(side: str, size: str = "") -> Markup:
    """The badge of a side."""
    sized = f"badge {size}" if size else "badge"
    return Markup('<svg class="{}" viewBox="0 0 32 32" aria-hidden="true"><use href="#b-{}"/></svg>').format(
        sized, side
    )


@lru_cache(maxsize=1024)
def marks(steps: tuple[str, ...]) -> Markup:
    """Steps in a row: completed ones are filled, legendary ones are diamonds."""
    drawn = [
        f'<path class="{mark}" d="M{4 + 7 * number} 1l3 3-3 3-3-3z"/>'
        if mark.endswith("leg")
        else f'<circle class="{mark}" cx="{4 + 7 * number}" cy="4" r="2.3"/>'
        for number, mark in enumerate(steps)
    ]
    row = f'<svg class="steps" viewBox="0 0 44 8" aria-hidden="true">{"".join(drawn)}</svg>'
    return Markup(row)  # noqa: S704 - our own markup


@lru_cache(maxsize=1024)
def letter_badge(side: str, size: str = "") -> Markup:
    """The badge of a side without a drawing."""
    return Markup('<span class="badge letter {}" aria-hidden="true">{}</span>').format(size, side[:1].upper())


@lru_cache(maxsize=1024)
def rule(ident: str, of_game: str = "") -> Markup:
    """The id of a rule with a link to its text, in a new tab, so that the table stays in view."""
    link = Markup('<a class="rule" href="/help{1}#{0}" target="help">{0}</a>')
    return link.format(ident, of_game) if ident else Markup()


def bot_options(title: str, words: Callable[..., str]) -> list[tuple[str, str]]:
    """The bots in a game's forms: value and label."""
    levels = [(level, f"{words(f'level_{level}')} · {words(f'strength_{level}')}") for level in LEVELS]
    return [*levels, *((name, words("bot", level=name)) for name in plugin_names(title))]


def sitter(seat: dict[str, Any], words: Callable[..., str]) -> str:
    """The player of a seat: a name, a level, or a word for an unnamed person."""
    if seat["kind"] == "open":
        return words("open_seat")
    if seat["bot"]:
        bot = words("bot", level=words(f"level_{seat['bot']}") if seat["bot"] in LEVELS else seat["bot"])
        return f"{bot} · {words('failed', error=seat['failed'])}" if seat.get("failed") else bot
    return seat["name"] or words("person")


def seat_name(seat: dict[str, Any], words: Callable[..., str]) -> Markup:
    """The player of a seat; the style sheet shows `me` only to that player, and `they` to all others."""
    name = Markup.escape(sitter(seat, words))
    if seat["kind"] == "open":
        return name
    if not seat["bot"] and not seat["name"]:
        return Markup('<span class="they">{}</span><span class="me">{}</span>').format(name, words("you"))
    return Markup('{}<span class="me"> · {}</span>').format(name, words("you"))


def presence(seat: dict[str, Any], words: Callable[..., str]) -> Markup:
    """Whether the person of a seat is here, away or has left; static/presence.js counts the time."""
    if seat["kind"] != "person" or seat["bot"]:
        return Markup()
    if seat["here"] and not seat["left"]:
        return Markup('<span class="pres here" title="{0}"><span class="vh"> {0}</span></span>').format(
            words("is_here")
        )
    said, since, away = words("has_left" if seat["left"] else "is_away"), seat.get("since"), ""
    if since and not seat["left"]:
        away = Markup(' data-since="{}" data-away="{}"').format(since, words("away_for", time="{time}"))
    return Markup('<span class="pres away"><span{}>{}</span></span>').format(away, said)


@cache
def _sprite(path: Path) -> Markup:
    return Markup(compact(path.read_text("utf-8")))  # noqa: S704 - our own drawings


def sprites(page: Page | None) -> list[Markup]:
    """The SVG sprites of a page."""
    own = [_sprite(page.folder / "static" / page.sprite)] if page is not None and page.sprite else []
    return [_sprite(STATIC / "sprite.svg"), *own]
