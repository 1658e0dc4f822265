"""Battles for card tests: figures, and the cards that clans play."""

from typing import Any

from tests.blood_rage.scene import Scene, scene


def nobody_adds(s: Scene) -> None:
    """Decline for every clan in the late window."""
    while "late" in s.asked().values():
        (clan,) = s.asked()
        s.play(f"{clan}: decline")


def laid(
    figures: str,
    cards: dict[str, str] | None = None,
    more: dict[str, str] | None = None,
    where: str = "Gimle",
    clans: str = "wolf raven serpent",
    **moment: Any,
) -> Scene:
    """The active clan (default: wolf) pillages, and each clan plays its card; `more` stays in the hand."""
    cards, more = cards or {}, more or {}
    hands = {clan: ", ".join(filter(None, (cards.get(clan), more.get(clan)))) for clan in clans.split()}
    s = scene(clans, figures=figures, hands=hands, **moment)
    s.play(f"{moment.get('turn', 'wolf')}: pillage {where}")
    for clan, card in cards.items():
        s.play(f"{clan}: card {card}")
    return s


def fought(figures: str, cards: dict[str, str] | None = None, **moment: Any) -> Scene:
    """The same, without late cards."""
    s = laid(figures, cards, **moment)
    nobody_adds(s)
    return s


def facts(s: Scene, kind: str, *names: str, clan: str | None = None) -> list[tuple[Any, ...]]:
    """The named data of all events of a kind, as a clan (None: a spectator) sees them, in order."""
    return [tuple(event.data[name] for name in names) for event in s.told(kind, clan)]


def totals(s: Scene) -> dict[str, tuple[int, int, int]]:
    """Each clan's total, figures and cards in the last comparison."""
    return {
        clan.lower(): (all_, figures, cards)
        for clan, all_, figures, cards in facts(s, "total", "clan", "total", "figures", "cards")
    }


def from_cards(s: Scene) -> list[tuple[str, int]]:
    """The Glory that card texts gave, in order."""
    return [
        (clan, amount) for clan, amount, source in facts(s, "glory", "clan", "amount", "source") if source == "cards"
    ]


def acted(s: Scene) -> list[tuple[Any, ...]]:
    """The card texts that publicly took effect, in order."""
    return facts(s, "text_acts", "clan", "card")


def prompt(s: Scene) -> tuple[str, str, str, str]:
    """The only open question: its clan, code, rule and text."""
    (decision,) = s.match.pending
    asked = decision.prompt
    return s.match.sides[decision.seat], asked.code, asked.rule, asked.text
