"""docs/lords_of_ragnarok_provenance.md: the status of every printed fact of Lords of Ragnarok."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from drakkar.games.lords_of_ragnarok.card import BY_ID
from drakkar.games.lords_of_ragnarok.game_data import CARD_DATA, GLOSSARY, MAP_OF_FOUR, PIECES

Row = tuple[str, str, str, str]
# Kinds of cards whose names differ between the data and the code.
KINDS = {"monster_attack": "monster attack", "boss": "monster", "ragnarok_condition": "condition"}


def provenance_page() -> str:
    """The whole page."""
    rows = {name: list(facts(name)) for name in CARD_DATA if name not in ("_legend", "timing_windows")}
    count = Counter(status for some in rows.values() for _, status, _, _ in some)
    lines = [
        "# Where the facts of Lords of Ragnarok come from",
        "",
        "Generated from `src/drakkar/games/lords_of_ragnarok/data` (`python -m tools.renew`). We did not have the",
        "complete printed game: where the rulebook is silent, the values are our own design, consistent with it. Maps,",
        "decks, Wound tracks and slots are data, so printed values can replace ours without a change to the rules.",
        "",
        *(f"- **{status}**: {meaning}" for status, meaning in CARD_DATA["_legend"]["status"].items()),
        "",
        f"Of {count.total()} facts: " + ", ".join(f"{number} {status}" for status, number in count.most_common()) + ".",
        "",
        "## The board",
        "",
        "| fact | status |",
        "|---|---|",
        *(f"| {name.replace('_', ' ')} | {text} |" for name, text in MAP_OF_FOUR["meta"]["confidence"].items()),
    ]
    for name, some in rows.items():
        lines += ["", f"## {name.replace('_', ' ').capitalize()}", "", *table(some)]
    lines += [
        "",
        "## Pieces",
        "",
        f"All counts: {PIECES['status']} ({PIECES['source']}); Runes per kind: inferred.",
        "",
    ]
    lines += ["## Terms", "", "| Polish | English | seen in |", "|---|---|---|"]
    lines += [f"| {term['pl']} | {term['en']} | {term['origin']} |" for term in GLOSSARY["terms"]]
    return "\n".join([*lines, ""])


def table(rows: list[Row]) -> list[str]:
    """Rows of facts."""
    body = [f"| {fact} | {status} | {fields} | {source} |" for fact, status, fields, source in rows]
    return ["| fact | status | fields with another status | source |", "|---|---|---|---|", *body]


def facts(name: str) -> Iterator[Row]:
    """All facts of one part of the data."""
    part = CARD_DATA[name]
    group = part if isinstance(part, list) else part.get("cards", part.get("deck")) if isinstance(part, dict) else None
    if group is None and all(isinstance(fact, dict) for fact in part.values()):
        group = [{"id": key, **fact} for key, fact in part.items()]
    for fact in group or [{"id": name, **part}]:
        yield row(fact)


def row(fact: dict[str, Any]) -> Row:
    """One fact, its status, and the fields with another status."""
    name = fact.get("name") or fact.get("unit") or fact.get("condition") or fact.get("id") or fact.get("side")
    label = f"{name}, {fact['players']} players" if "players" in fact else str(name)
    kind = str(fact.get("type"))
    card = BY_ID.get((KINDS.get(kind, kind), str(fact.get("id"))))
    said = card.text if card else fact.get("effect", "")
    fields = [f"{field}: {status}" for field, status in fact.get("status_by_field", {}).items()]
    if "name_status" in fact:
        fields.append(f"name: {fact['name_status']}")
    source = "; ".join(str(fact[field]) for field in ("source", "note") if field in fact)
    return f"**{label}** {said}".strip(), str(fact["status"]), ", ".join(fields), source
