"""Great moments of Blood Rage on its map and sheets, from public events: spoils, Ragnarök, Valhalla, ends of phases."""

from typing import Any, Final

from drakkar.games.blood_rage.choices import FIGURE_WORDS
from drakkar.games.blood_rage.page import end_of_age, stage
from drakkar.games.blood_rage.page.end_of_age import glory_in
from drakkar.games.blood_rage.page.story import places
from drakkar.page.game_page import Beat, Document, Events, Moment
from drakkar.page.translator import PageTranslator

# The event of a beat whose sentence is its banner: the first one that there is.
HEADLINES: Final = ("pillaged", "pillage_failed", "province_falls", "phase_closed", "age_begins", "phase_begins")
# BR-6.10: no clan can have a turn; the rules have no event for it.
NO_TURN_LEFT: Final = "BR-6.10"


def spoils(document: Document, events: Events, one: stage.Beat, words: PageTranslator) -> Beat:
    """BR-13: the fallen rise from the province; Glory and stats fly from it to the sheets."""
    told = [events[number] for number in one.numbers]
    gains = (*_glory(document, told, one.place), *_stats(told, one.place, words))
    return Beat(None, one.numbers, (*_banner(told, words), *_deaths(document, told), *gains), scene=one.scene)


def age_ends(document: Document, events: Events, one: end_of_age.Beat, words: PageTranslator) -> Beat:
    """BR-16, BR-17: a province falls with its figures, and figures return from Valhalla."""
    told = [events[number] for number in one.numbers]
    fallen = [event["data"]["place"] for event in told if event["kind"] == "province_falls"]
    falls = tuple(Moment("falls", at=place) for place in fallen)
    gains = _glory(document, told, fallen[0] if fallen else "")
    moments = (*_banner(told, words), *falls, *_deaths(document, told), *_returns(told), *gains)
    return Beat(None, one.numbers, moments, scene=one.scene)


def banners(document: Document, events: Events, since: int, words: PageTranslator) -> list[Beat]:
    """The ends of Action phases with their reasons (BR-6.10), and the beginnings of Ages."""
    found: list[Beat] = []
    for number, event in enumerate(events[since:], since):
        scene = f"age{end_of_age.age_of(document, events[number + 1 :])}"
        if event["kind"] in ("phase_closed", "age_begins"):
            found.append(Beat(None, [number], _banner([event], words), scene=scene))
        elif end_of_age.begins(event) and found and found[-1].numbers == [number - 1]:
            found[-1].numbers.append(number)
        elif end_of_age.begins(event):
            says = words.page("no_turn_left")
            found.append(Beat(None, [number], (Moment("banner", text=says, rule=NO_TURN_LEFT),), says, scene))
    return found


def _banner(told: Events, words: PageTranslator) -> tuple[Moment, ...]:
    """The headline of a beat, with its rule."""
    heads = sorted((one for one in told if one["kind"] in HEADLINES), key=lambda one: HEADLINES.index(one["kind"]))
    return tuple(Moment("banner", text=words.event(head), rule=head["rule"]) for head in heads[:1])


def _deaths(document: Document, told: Events) -> tuple[Moment, ...]:
    """BR-3.15: figures that go to Valhalla."""
    return tuple(Moment("fades", at=_stands(document, event)) for event in told if event["kind"] == "figure_destroyed")


def _stands(document: Document, event: dict[str, Any]) -> str:
    """The figure that an event names, as in its `data-stands`."""
    clan = document["view"]["clans"][event["ids"]["clan"]]["name"]
    return f"{clan}/{FIGURE_WORDS.full[event['ids']['figure']]}/{places(event)[0]}"


def _glory(document: Document, told: Events, place: str) -> tuple[Moment, ...]:
    """The Glory that each clan gains or loses, flying from a place to its sheet."""
    own = [[event for event in told if event["ids"].get("clan") == seat] for seat in range(len(document["seats"]))]
    gains = [(seat, glory_in(events)) for seat, events in enumerate(own)]
    return tuple(
        Moment("flies", at=place, to=f"{seat}/glory", text=f"{gain:+d}".replace("-", "−"), icon="i-glory")
        for seat, gain in gains
        if gain
    )


def _stats(told: Events, place: str, words: PageTranslator) -> tuple[Moment, ...]:
    """BR-3.6: stats climb on the sheets."""
    return tuple(
        Moment(
            "flies",
            at=place,
            to=f"{event['ids']['clan']}/{str(event['data']['stat']).lower()}",
            text=f"{words.name('stat', event['data']['stat'])} {event['data']['value']}",
            icon=f"i-{str(event['data']['stat']).lower()}",
        )
        for event in told
        if event["kind"] == "stat_raised"
    )


def _returns(told: Events) -> tuple[Moment, ...]:
    """BR-17.1: figures return from Valhalla to the reserve."""
    return tuple(
        Moment(
            "flies",
            at=f"{event['ids']['clan']}/valhalla",
            to=f"{event['ids']['clan']}/reserve",
            text=f"+{event['data']['figures']}",
            icon="i-valhalla",
        )
        for event in told
        if event["kind"] == "released"
    )


def beats(
    document: Document,
    events: Events,
    since: int,
    battles: list[stage.Beat],
    ends: list[end_of_age.Beat],
    words: PageTranslator,
) -> list[Beat]:
    """All moments since an event: the spoils of battles, Ragnarök, returns from Valhalla, and banners."""
    found = [spoils(document, events, one, words) for one in battles if not one.values]
    found += [age_ends(document, events, one, words) for one in ends if not one.values]
    return found + banners(document, events, since, words)
