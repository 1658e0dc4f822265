"""Regenerate everything made from the code: card and coverage pages, golden playthroughs.

python -m tools.renew
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import drakkar
from drakkar.core.game import find
from drakkar.core.kit import playthrough
from drakkar.games.blood_rage.card import BATTLE, CARDS, KIND_NAMES, QUEST, Card
from drakkar.games.lords_of_ragnarok import card as ragnarok
from tests.rulebook import coverage
from tools.api_page import api_page
from tools.picture import picture
from tools.protocol_page import protocol_page
from tools.provenance import provenance_page
from tools.reasons_page import reasons_page
from tools.research_page import research_page

ROOT = Path(__file__).resolve().parent.parent
GOLDEN_SEED = 2026


def card_page() -> str:
    """docs/cards.md."""
    lines = [
        "# The cards of Blood Rage",
        "",
        "Generated from the code (`python -m tools.renew`). The texts are our own, not the publisher's.",
        "Copies: in every game / additional with three or more / four or more / five players.",
        "All drawings: [a picture](drawings.jpg), made by `python -m tools.card_sheet`.",
    ]
    for age in (1, 2, 3):
        lines += ["", f"## Age {age}", "", "| card | kind | worth | copies | text |", "|---|---|---|---|---|"]
        lines += [_card_row(card) for card in CARDS if card.age == age]
    return "\n".join([*lines, ""])


def _card_row(card: Card) -> str:
    copies = "/".join(map(str, card.copies))
    text = (card.text or "No text.") + (" *(text not in force yet)*" if card.not_yet else "")
    return f"| {card.name} | {KIND_NAMES[card.kind]} | {_worth(card)} | {copies} | {text} |"


def _worth(card: Card) -> str:
    if card.kind == BATTLE:
        return f"+{card.bonus}"
    if card.kind == QUEST:
        return f"{card.glory} Glory, one stat up"
    return f"STR {card.strength}" + ("" if card.cost == card.strength else f", costs {card.cost} Rage")


def ragnarok_card_page() -> str:
    """docs/cards_lords_of_ragnarok.md."""
    lines = [
        "# The cards of Lords of Ragnarok",
        "",
        "Generated from the data and the code (`python -m tools.renew`). The texts are our own, not the publisher's.",
        "[Another page](lords_of_ragnarok_provenance.md) lists what is known of a card and what is our own design.",
    ]
    for kind, name in enumerate(ragnarok.KIND_NAMES):
        lines += ["", f"## {name.capitalize()}", "", "| card | copies | worth | text |", "|---|---|---|---|"]
        for card in ragnarok.of_kind(kind):
            lines.append(f"| {card.name} | {card.copies} | {_ragnarok_worth(card)} | {card.text or 'No text.'} |")
    return "\n".join([*lines, ""])


def _ragnarok_worth(card: ragnarok.Card) -> str:
    if card.kind == ragnarok.COMBAT:
        return f"{card.facts['weapon']} {card.facts['value']}, casualties {card.facts['casualties']}"
    if card.kind == ragnarok.ATTACK:
        return f"Rage {card.facts['rage']}, Weak Point {card.facts['weak_point']}, draw {card.facts['draw']}"
    return ""


BLOOD_RAGE_WORDS = (
    "- A figure is `warrior`, `leader`, `ship` or a Monster's name.",
    "- Identical figures and identical cards are one choice.",
    "- A card is its name, with `(age 2)` only when its holder has two of different Ages.",
    "- Places are the English names of the provinces, and F1 to F4 for the fjords.",
    "- Without a slot an upgrade goes into a free one, or replaces the only card of its kind; `slot 2` replaces the",
    "  card there.",
)
RAGNAROK_WORDS = (
    "- A Region is its number; a Sea, Realm, god, Rune or Monster its name.",
    "- An Army is its value and its Region, or only its value if the Region is clear; another player's has its colour.",
    "- Identical Armies and identical cards are one choice.",
    "- `pay` names the Runes: `uruz and algiz`, `two uruz`, `one of each`.",
)


def choice_page(title: str, notes: tuple[str, ...]) -> str:
    """docs/choices.md, or the same page for another game."""
    game = find(title)
    book = game.book
    lines = [
        f"# Every choice of {game.name} and its spelling",
        "",
        "Generated from the code (`python -m tools.renew`). Input ignores case and accents.",
        "",
        *notes,
        "",
        "| spelling | answers |",
        "|---|---|",
    ]
    for verb in book.notation.verbs:
        asked = [question for question in book.questions if question and question.offer_of(verb.number)]
        answers = ", ".join(f"{question.code} ({question.rule})" for question in asked) or "none"
        lines.append(f"| `{verb.pattern}` | {answers} |")
    lines += ["", "| question | prompt | rule |", "|---|---|---|"]
    lines += [f"| {q.code} | {q.sentence.text} | {q.rule} |" for q in book.questions if q]
    return "\n".join([*lines, ""])


def rules_for_the_page(title: str) -> str:
    """The rules as data for the help page in the browser: chapters and their statements, without sources."""
    chapters: list[dict[str, Any]] = []
    for line in (ROOT / f"docs/rules/{title}.md").read_text("utf-8").splitlines():
        if line.startswith("## "):
            chapters.append({"name": line[3:], "rules": []})
        elif found := re.match(r"\*\*([A-Z]{2}-[\d.]+)\*\* (.*)", line):
            text = re.sub(r" \*\[[^\]]*\]\*", "", found[2]).replace("**", "").replace("`", "").replace("*", "")
            chapters[-1]["rules"].append({"id": found[1], "text": text.strip()})
    rows = ",\n".join(json.dumps(chapter, ensure_ascii=False) for chapter in chapters if chapter["rules"])
    return f"[\n{rows}\n]\n"


def ruling_page() -> str:
    """docs/rulings.md."""
    lines = [
        "# Rulings",
        "",
        "Points that the rulebooks leave open or answer differently. Generated from the rules pages",
        "(`python -m tools.renew`). Rulings with ◆ can be switched for a match:",
        '`drakkar.new("blood_rage", seats=4, rulings={"two_watches": "each_scores"})`.',
        "The others always use the default; the column ◆ says why.",
        "",
        "A correction of a rule that changes play is not a ruling but a [rules revision](server.md#rules-revisions).",
        "Both games are at revision 1.",
    ]
    for book in coverage.BOOKS:
        lines += ["", f"## {book.name}", "", "| rule | ◆ | name | question | default | alternative | source |"]
        lines.append("|---|---|---|---|---|---|---|")
        lines += [_ruling_row(ruling) for ruling in book.rulings()]
    return "\n".join([*lines, ""])


def _ruling_row(ruling: coverage.Ruling) -> str:
    mark = "◆" if ruling.is_switch else ruling.why_no_option
    return (
        f"| {ruling.rule} | {mark} | `{ruling.name}` | {ruling.question} | {ruling.default} | {ruling.alternative}"
        f" | {ruling.source} |"
    )


def golden(title: str, seats: int) -> Callable[[], str]:
    """A playthrough for a number of players."""
    return lambda: playthrough(drakkar.new(title, seats=seats, seed=GOLDEN_SEED), GOLDEN_SEED)


MADE: dict[str, Callable[[], str]] = {
    "src/drakkar/games/blood_rage/page/rules.json": lambda: rules_for_the_page("blood_rage"),
    "src/drakkar/games/lords_of_ragnarok/page/rules.json": lambda: rules_for_the_page("lords_of_ragnarok"),
    "docs/api.md": api_page,
    "docs/cards.md": card_page,
    "docs/cards_lords_of_ragnarok.md": ragnarok_card_page,
    "docs/choices.md": lambda: choice_page("blood_rage", BLOOD_RAGE_WORDS),
    "docs/choices_lords_of_ragnarok.md": lambda: choice_page("lords_of_ragnarok", RAGNAROK_WORDS),
    "docs/lords_of_ragnarok_provenance.md": provenance_page,
    "docs/reasons_lords_of_ragnarok.md": reasons_page,
    "docs/protocol.md": protocol_page,
    "docs/research.md": research_page,
    "docs/rulings.md": ruling_page,
    "docs/rules_coverage.md": coverage.page,
    "docs/terminal.svg": picture,
    **{f"tests/golden/blood_rage_{seats}.txt": golden("blood_rage", seats) for seats in (2, 3, 4, 5)},
    **{f"tests/golden/lords_of_ragnarok_{seats}.txt": golden("lords_of_ragnarok", seats) for seats in (2, 3, 4)},
}


def main() -> None:
    """Write the files that have changed, and name them."""
    for name, make in MADE.items():
        path, text = ROOT / name, make()
        if not path.exists() or path.read_text("utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
            print(f"renewed {name}")


if __name__ == "__main__":
    main()
