"""The templates, and the small pieces of HTML that they are made of: icons, badges, names of seats."""

from collections.abc import Callable
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined, Template
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

from drakkar.bots import LEVELS
from drakkar.core.game import titles
from drakkar.core.page import Page

TEMPLATES: Final = Path(__file__).parent / "templates"
STATIC: Final = Path(__file__).parent / "static"
ROMAN: Final = ("", "I", "II", "III", "IV", "V", "VI")


def kept(title: str) -> tuple[tuple[str, str], ...]:
    """What an address keeps so that a page is about this game: nothing for the first, which pages are about unasked."""
    return (("game", title),) if title != titles()[0] else ()


class Direct(Context):
    """Calls what a template calls without a question; only a macro wants to be told where it is called from."""

    def call(
        self, wanted: Callable[..., Any], /, *args: Any, _loop_vars: Any = None, _block_vars: Any = None, **values: Any
    ) -> Any:
        """What comes of it."""
        return wanted(self.eval_ctx, *args, **values) if type(wanted) is Macro else wanted(*args, **values)


# Pages say the same words again and again: each is escaped once.
_escaped: Final = lru_cache(maxsize=8192)(escape)


def safe(value: Any) -> Any:
    """What a template says, escaped; what is markup already is nothing to look at."""
    kind = type(value)
    if kind is str:
        return _escaped(value)
    return value if kind is Markup else str(value) if kind is int else escape(value)


class Swift(Template):
    """A template that escapes by `safe`: a fifth of the time of a page went into that and into the disk."""

    @classmethod
    def from_code(cls, *args: Any, **values: Any) -> Template:
        """The template, and what its code calls to escape."""
        made = super().from_code(*args, **values)
        made.root_render_func.__globals__["escape"] = safe
        made.globals = dict(made.globals)  # every panel and every import of a macro goes through them
        return made


class Quick(Environment):
    """Templates are made of plain data: `card.name` is an item of a dictionary before it is anything else."""

    context_class = Direct
    template_class = Swift

    def getattr(self, obj: Any, attribute: str) -> Any:
        """An item if there is one, else an attribute."""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


def environment(page: Page | None, title: str) -> Environment:
    """Templates of the shell, and those of a game under `game/`."""
    of_game = "?" + urlencode(kept(title)) if kept(title) else ""
    loaders: list[Any] = [FileSystemLoader(TEMPLATES)]
    if page is not None:
        loaders.append(PrefixLoader({"game": FileSystemLoader(page.folder / "templates")}))
    env = Quick(
        loader=ChoiceLoader(loaders),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # else every panel asks the disk whether its template is another one
    )
    env.filters |= {
        "upfirst": upfirst,
        "clan_name": lambda clan, names: names("clan", clan),
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
        "has_page": page is not None,
    }
    return env


def upfirst(text: str) -> str:
    """As it stands at the beginning of a line."""
    return text[:1].upper() + text[1:]


def row(html: Markup) -> Markup:
    """An element on a line of its own: as long as it stays the same it is not told again (rows.py)."""
    line = str.replace(str.strip(html), "\n", " ")  # as plain text: markup would escape what it is searched for
    return Markup(f"\n{line}\n")  # noqa: S704 - it was markup before


def shown(key: str) -> str:
    """A key as it stands on a keyboard; a capital letter is pressed with shift."""
    return f"⇧{key}" if key.isupper() else key.upper()


def clock(milliseconds: int) -> str:
    """Time left, in minutes and seconds."""
    return f"{max(0, milliseconds) // 60000}:{max(0, milliseconds) // 1000 % 60:02d}"


@lru_cache(maxsize=1024)
def icon(name: str) -> Markup:
    """A drawing of the sprite beside words."""
    return Markup('<svg class="ic" aria-hidden="true"><use href="#i-{}"/></svg>').format(name)


@lru_cache(maxsize=1024)
def badge(clan: str, size: str = "") -> Markup:
    """The sign of a clan."""
    sized = f"badge {size}" if size else "badge"
    return Markup('<svg class="{}" viewBox="0 0 32 32" aria-hidden="true"><use href="#b-{}"/></svg>').format(
        sized, clan
    )


@lru_cache(maxsize=1024)
def marks(steps: tuple[str, ...]) -> Markup:
    """Steps in a row: those made are filled, the legendary ones are diamonds."""
    drawn = [
        f'<path class="{mark}" d="M{4 + 7 * number} 1l3 3-3 3-3-3z"/>'
        if mark.endswith("leg")
        else f'<circle class="{mark}" cx="{4 + 7 * number}" cy="4" r="2.3"/>'
        for number, mark in enumerate(steps)
    ]
    row = f'<svg class="steps" viewBox="0 0 44 8" aria-hidden="true">{"".join(drawn)}</svg>'
    return Markup(row)  # noqa: S704 - our own marks


@lru_cache(maxsize=1024)
def letter_badge(clan: str, size: str = "") -> Markup:
    """The sign of a clan that nobody has drawn."""
    return Markup('<span class="badge letter {}" aria-hidden="true">{}</span>').format(size, clan[:1].upper())


@lru_cache(maxsize=1024)
def rule(ident: str, of_game: str = "") -> Markup:
    """A rule by its id, and the way to its words: in a tab of their own, so that nobody loses sight of his table."""
    link = Markup('<a class="rule" href="/help{1}#{0}" target="help">{0}</a>')
    return link.format(ident, of_game) if ident else Markup()


def sitter(seat: dict[str, Any], words: Callable[..., str]) -> str:
    """Who sits there, by name, level or nothing but that it is somebody."""
    if seat["kind"] == "open":
        return words("open_seat")
    if seat["bot"]:
        return words("bot", level=words(f"level_{seat['bot']}") if seat["bot"] in LEVELS else seat["bot"])
    return seat["name"] or words("person")


def seat_name(seat: dict[str, Any], words: Callable[..., str]) -> Markup:
    """Who sits there; the style sheet shows `me` to himself alone, and to everybody else `they`."""
    name = Markup.escape(sitter(seat, words))
    if seat["kind"] == "open":
        return name
    if not seat["bot"] and not seat["name"]:
        return Markup('<span class="they">{}</span><span class="me">{}</span>').format(name, words("you"))
    return Markup('{}<span class="me"> · {}</span>').format(name, words("you"))


@cache
def _sprite(path: Path) -> Markup:
    return Markup(path.read_text("utf-8"))  # noqa: S704 - our own drawings


def sprites(page: Page | None) -> list[Markup]:
    """The drawings that a page holds."""
    own = [_sprite(page.folder / "static" / page.sprite)] if page is not None and page.sprite else []
    return [_sprite(STATIC / "sprite.svg"), *own]
