"""Great moments of Lords of Ragnarok on its map and sheets, from public events."""

from collections.abc import Collection
from typing import Any, Final

from drakkar.page.game_page import Beat, Document, Events, Moment
from drakkar.page.translator import PageTranslator

# Events whose sentence is a banner; each begins a beat.
HEADLINES: Final = frozenset(
    ("temple_built", "usurped", "battle_won", "monster_defeated", "condition_turned", "ragnarok_begins")
)
# Events that move something, in the beat of the headline before them.
GAINS: Final = frozenset(("control_taken", "control_lost", "attribute_raised", "army_destroyed"))
# What happens first within a beat.
ORDER: Final = ("banner", "glows", "fades", "flies")


def beats(
    document: Document, events: Events, since: int, words: PageTranslator, staged: Collection[int] = ()
) -> list[Beat]:
    """The moments since an event, without the events that are `staged` in another way."""
    groups: list[list[int]] = []
    for number, event in enumerate(events[since:], since):
        if number not in staged and event["kind"] in HEADLINES | GAINS:
            if event["kind"] in HEADLINES or not groups:
                groups.append([])
            groups[-1].append(number)
    clans = [player["clan"] for player in document["view"]["players"]]
    found = []
    for numbers in groups:
        made = [one for number in numbers for one in _moments(events[number], clans, words)]
        found.append(Beat(None, numbers, tuple(sorted(made, key=lambda one: ORDER.index(one.does)))))
    return found


def _moments(event: dict[str, Any], clans: list[str], words: PageTranslator) -> list[Moment]:
    """What an event looks like."""
    kind, ids = event["kind"], event["ids"]
    region = str(ids.get("region", ""))
    if kind in HEADLINES:
        banner = Moment("banner", text=words.event(event), rule=event["rule"])
        return [banner, Moment("glows", at=region)] if region else [banner]
    seat = ids["clan"]
    if kind == "army_destroyed":
        return [Moment("fades", at=f"{clans[seat]}/army/{region}")]
    if kind == "attribute_raised":
        name = str(event["data"]["attribute"]).lower()
        text = f"{words.page(name)} {event['data']['field']}"
        return [Moment("flies", to=f"{seat}/{name}", text=text, icon=f"a-{name}")]
    sign = "+1" if kind == "control_taken" else "−1"
    return [Moment("flies", at=region, to=f"{seat}/regions", text=sign, icon="i-land")]
