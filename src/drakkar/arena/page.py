"""The report as one HTML page: it loads nothing, and scripts are optional."""

from importlib.resources import files
from typing import Any, Final

from drakkar.arena import draft, sections
from drakkar.arena.markup import Html, tag
from drakkar.arena.summary import Summary
from drakkar.arena.text import against, counted, interval, number, percent, ranked
from drakkar.core.game import find

# A ship's prow, and an ornament for the rule: our own drawings.
PROW: Final = (
    "M21.5 2.8 15 1.2C9.8.6 6.7 3.4 6.9 8l.5 5.4C7.5 17 5.5 20 2 22.8h9.5c3.2-2.6 4.5-6 4-10.1l-.5-3.3"
    "c-.2-1.7.6-2.7 2.2-2.8l1.6.7 3.7-1.9-2-.9zM14.8 3.3a1 1 0 1 0 0 2 1 1 0 0 0 0-2z"
)
UNOFFICIAL: Final = (
    "Drakkar is an unofficial fan project, not affiliated with or endorsed by the publishers or designers of the games"
    " it plays; it contains none of their art or text."
)
KNOT: Final = "M7 1 13 7 7 13 1 7ZM17 1 23 7 17 13 11 7ZM27 1 33 7 27 13 21 7Z"


def page(found: Summary) -> str:
    """The whole page."""
    title = f"{find(found['plan']['game']).name} arena: {headline(found)}"
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("link", rel="icon", href="data:,"),
        tag("title", title),
        tag("style", _file("page.css")),
    )
    parts = [
        section for make in (*sections.BOTS, *draft.CARDS, sections.method) if (section := make(found)) is not None
    ]
    body = tag(
        "body",
        tag("a", "Skip to the results", class_="skip", href="#results"),
        _top(found),
        tag("main", tag("div", *parts, class_="grid"), id="results"),
        _foot(found),
        tag("script", _file("page.js")),
    )
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"


def _file(name: str) -> Html:
    return Html(files("drakkar.arena").joinpath(name).read_text("utf-8"))


def headline(found: Summary) -> str:
    """The result in a few words."""
    if not found["games"]:
        return "no game has been played"
    best = ranked(found["bots"])[0]
    if len(found["bots"]) == 1:
        return f"{best['name']} against itself"
    if found["plan"]["alone"]:
        best = found["bots"][0]
    if against(best["wins"], found["chance"]) == "as chance" and not found["plan"]["alone"]:
        return "no bot is ahead of the others"
    return f"{best['name']} wins {percent(best['wins']['rate'])} of its games"


def _lead(found: Summary) -> str:
    bots = found["bots"]
    if not found["games"]:
        return "Nothing to report yet."
    if len(bots) == 1:
        return "The same bot plays all seats, so only seats, turn order and cards make a difference."
    best = bots[0] if found["plan"]["alone"] else ranked(bots)[0]
    verdict = {"above": "more than chance", "below": "less than chance", "as chance": "no more than chance allows"}
    told = verdict[against(best["wins"], found["chance"])]
    return f"{best['name']}: {interval(best['wins'])} % (95 %), where chance gives {percent(found['chance'])}: {told}."


def _top(found: Summary) -> Html:
    prow = tag(
        "svg", tag("path", d=PROW, fill="currentColor", fill_rule="evenodd"), viewBox="0 0 24 24", aria_hidden="true"
    )
    knot = tag("svg", tag("path", d=KNOT, fill="none", stroke="currentColor"), viewBox="0 0 34 14", aria_hidden="true")
    return tag(
        "header",
        tag("p", prow, "Drakkar ", tag("span", f"the arena · {find(found['plan']['game']).name}"), class_="brand"),
        tag("h1", _capital(headline(found))),
        tag("p", _lead(found), class_="lead"),
        tag("div", knot, class_="rule"),
        _facts(found),
    )


def _capital(text: str) -> str:
    """Capitalise a sentence, but not the name of a bot."""
    return text[:1].upper() + text[1:] if text.startswith("no ") else text


def _facts(found: Summary) -> Html:
    plan, bots = found["plan"], found["bots"]
    decisions = sum(bot["decisions"] for bot in bots)
    told: list[tuple[str, str]] = [
        ("games" if not found["interrupted"] else f"of {found['planned']:,} games, interrupted", f"{found['games']:,}"),
        ("deals", f"{found['deals']:,}"),
        ("players", str(len(plan["sides"]))),
        ("shared wins", f"{found['shared_wins']:,}"),
        ("decisions", number(decisions, 0)),
        ("seed", str(plan["seed"])),
    ]
    return tag("dl", *(tag("div", tag("dt", name), tag("dd", value)) for name, value in told), class_="facts")


def _foot(found: Summary) -> Html:
    rulings = {**found["plan"]["rulings"]}
    told = ", ".join(f"{name} {_ruling(value)}" for name, value in rulings.items())
    return tag(
        "footer",
        tag("p", f"Rules {found['plan']['rules']}; {told}." if told else f"Rules {found['plan']['rules']}."),
        tag("p", f"Made by Drakkar from {counted(found['games'], 'game')}. {UNOFFICIAL}"),
    )


def _ruling(value: Any) -> str:
    return str(value).lower().replace("_", " ")
