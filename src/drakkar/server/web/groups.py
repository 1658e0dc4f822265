"""Choices that a page offers as one: a choice with the answers to the questions that only continue it."""

from typing import Any, NamedTuple

from drakkar.core.hosting import after, goes_on, notation_of, why_not
from drakkar.core.notation import Choice
from drakkar.core.view import View
from drakkar.page.game_page import Page
from drakkar.page.steps import ChoiceData

# Choices that are made one after the other, in one message.
Group = tuple[Choice, ...]


class Offers(NamedTuple):
    """What a seat can choose, alone or in groups, with previews, and what it cannot choose within a group."""

    choices: list[ChoiceData]
    previews: dict[str, dict[str, Any]]
    refused: list[dict[str, Any]]


def offers(view: View, page: Page | None, table: dict[str, Any]) -> Offers:
    """All choices of the seat; those that only lead to another question stand in groups with its answers."""
    found = Offers([], {}, [])
    groups: list[Group] = []
    for choice in view.choices:
        if page is not None and goes_on(view, choice, page.continuing):
            groups += _continued(view, (choice,), page, table, found.refused)
        else:
            _offer(found, view, (choice,))
    for group in page.arranged(groups, table, view.seat) if page is not None else ():
        before = _before_the_last(view, group)
        if before is not None:
            _offer(found, before, group)
    order = [choice.code for choice in view.choices]
    found.choices.sort(key=lambda choice: order.index(choice["code"]))
    return found


def _offer(found: Offers, before: View, group: Group) -> None:
    told = merged(group)
    found.choices.append(told)
    found.previews[told["text"]] = before.preview(group[-1]).to_json()


def _continued(
    view: View, made: Group, page: Page, table: dict[str, Any], refused: list[dict[str, Any]]
) -> list[Group]:
    """The groups that begin with these choices."""
    later = after(view, made[-1])
    legal = {choice.code for choice in later.choices}
    asked = [{"seat": seat, "prompt": {"code": prompt.code}} for seat, prompt in later.owed.items()]
    made_codes = [choice.code for choice in made]
    for code in page.candidates({"seat": view.seat, "owed": asked, "choices": [], "table": table, "made": made_codes}):
        choice = notation_of(view).choice(code)
        reason = None if code in legal else why_not(later, choice)
        if reason is not None:
            refused.append({"choice": merged((*made, choice)), **reason.to_json()})
    found: list[Group] = []
    for choice in later.choices:
        if goes_on(later, choice, page.continuing):
            found += _continued(later, (*made, choice), page, table, refused)
        else:
            found.append((*made, choice))
    return found


def _before_the_last(view: View, group: Group) -> View | None:
    """What the seat sees before the last choice of a group; None if the choices cannot be made one after the other."""
    for number, choice in enumerate(group):
        if choice.code not in {other.code for other in view.choices}:
            return None
        if number < len(group) - 1:
            view = after(view, choice)
    return view


def merged(group: Group) -> ChoiceData:
    """A group as one choice, which has the name of its first one; a choice alone is itself."""
    told: list[ChoiceData] = [choice.to_json() for choice in group]
    if len(told) == 1:
        return told[0]
    parts = [part for one in told for part in one["parts"]]
    return {**told[0], "text": ", ".join(str(one["text"]) for one in told), "parts": parts, "group": told}
