"""The course of a match for its end page: Regions over time, deeds, and how the match was won, from public events."""

from typing import Any, Final

from drakkar.games.lords_of_ragnarok.card import BOSS
from drakkar.games.lords_of_ragnarok.page.closest import highlights as closest
from drakkar.page.game_page import Deed, Document, Events, Highlight
from drakkar.page.translator import PageTranslator

Rows = list[dict[str, Any]]

# The victories (LR-1.1) by name: the rule, the icon, and the label key for taking the lead.
JARL, GOTHI, SLAYER, TREE = "Great Jarl", "Great Gothi", "Slayer", "Ragnarok"
RULES: Final = {JARL: "LR-1.2", GOTHI: "LR-1.3", SLAYER: "LR-1.4", TREE: "LR-1.8"}
ICONS: Final = {JARL: "land", GOTHI: "temple", SLAYER: "slayer", TREE: "ygg"}
LEADS: Final = {JARL: "lead_lands", GOTHI: "lead_temples", SLAYER: "lead_kills", TREE: "lead_tree"}
# A Region loses its control marker to another player or to a Monster.
CONTROL_ENDS: Final = ("control_lost", "marker_discarded")
# Events that are deeds of their player, with their drawings; a battle is also a deed of the side that loses it.
# Battles have none, because there are many: they are dots.
DEEDS: Final = {
    "temple_built": "g-temple",
    "statue_built": "g-statue",
    "usurped": "f-hero",
    "battle_won": "",
    "battle_lost": "",
    "monster_defeated": "i-slayer",
    "hunt_failed": "i-injury",
}


class Course:
    """A finished match, walked through once: control, Temples and kills after each event that changes one of them."""

    def __init__(self, document: Document, events: Events) -> None:
        self.regions: Rows = document["view"]["regions"]
        self.seats = len(document["seats"])
        self.control = _control_at_first(self.regions, events)
        self.kills = _kills_at_first(document["view"]["players"], events)
        built = {event["ids"]["region"] for event in events if event["kind"] == "temple_built"}
        self.temples = {int(one["number"]) for one in self.regions if one["temple"]} - built

    def follow(self, event: dict[str, Any]) -> bool:
        """Whether an event changes something that is counted."""
        kind, ids = event["kind"], event["ids"]
        if kind == "control_taken":
            self.control[ids["region"]] = ids["clan"]
        elif kind in CONTROL_ENDS:
            self.control.pop(ids["region"], None)
        elif kind == "temple_built":
            self.temples.add(ids["region"])
        elif kind in ("monster_defeated", "slayer_token"):
            self.kills[ids["clan"]] += 1
        else:
            return False
        return True

    def counts(self, victory: str) -> list[int]:
        """Every player's number of what decides a victory; of Regions, if none is named."""
        if victory == SLAYER:
            return list(self.kills)
        if victory == JARL:
            owners = [self._owner(land) for land in dict.fromkeys(one["land"] for one in self.regions)]
        elif victory == GOTHI:
            owners = [self.control.get(region, -1) for region in self.temples]
        else:
            kept = [one["number"] for one in self.regions if one["yggdrasil"] or victory != TREE]
            owners = [self.control.get(region, -1) for region in kept]
        return [owners.count(seat) for seat in range(self.seats)]

    def lands_of(self, seat: int) -> list[str]:
        """The Lands of which a player controls every Region."""
        lands = dict.fromkeys(str(one["land"]) for one in self.regions)
        return [land for land in lands if self._owner(land) == seat]

    def _owner(self, land: str) -> int:
        """LR-2.4: the player who controls every Region of a Land; -1 if nobody does."""
        owners = {self.control.get(one["number"], -1) for one in self.regions if one["land"] == land}
        return owners.pop() if len(owners) == 1 else -1


def _control_at_first(regions: Rows, events: Events) -> dict[int, int]:
    """Who controlled each Region before the first event; a match from a position may begin with control."""
    found = {int(one["number"]): int(one["control"]) for one in regions if one["control"] is not None}
    for event in reversed(events):
        if event["kind"] == "control_taken":
            found.pop(event["ids"]["region"], None)
        elif event["kind"] in CONTROL_ENDS:
            found[event["ids"]["region"]] = event["ids"]["clan"]
    return found


def _kills_at_first(players: Rows, events: Events) -> list[int]:
    """Every player's kills before the first event."""
    found = [int(player["victory"]["slayer"]["have"]) for player in players]
    for event in events:
        if event["kind"] in ("monster_defeated", "slayer_token"):
            found[event["ids"]["clan"]] -= 1
    return found


def scores(document: Document, events: Events) -> Rows:
    """Every player's Regions at the start of each turn and at the end, with the Statues built as marks."""
    course = Course(document, events)
    points = [_point(course, -1)]
    for number, event in enumerate(events):
        course.follow(event)
        if event["kind"] == "statue_built":
            points.append(
                {**_point(course, number), "mark": "statue_of_god", "word": event["data"]["god"], "sort": "god"}
            )
        elif event["kind"] in ("turn_begins", "victory"):
            points.append(_point(course, number))
    return points


def standing(document: Document, events: Events) -> Rows:
    """Every player's number of what decided the match, after each change."""
    victory: str = document["outcome"]["victory"]
    course = Course(document, events)
    points = [_point(course, -1, victory)]
    points += [_point(course, number, victory) for number, event in enumerate(events) if course.follow(event)]
    return [{**point, "lead": LEADS[victory]} for point in points]


def _point(course: Course, number: int, victory: str = "") -> dict[str, Any]:
    return {"scores": course.counts(victory), "number": number, "mark": "", "word": "", "sort": "", "part": False}


def deeds(events: Events) -> list[Deed]:
    """Temples, Statues, Regions usurped, battles and Hunts, each with its player."""
    found: list[Deed] = []
    sides: set[int] = set()
    for number, event in enumerate(events):
        kind, ids = event["kind"], event["ids"]
        if kind == "battle_begins":
            sides = {ids["attacker"], ids["defender"]}
        elif kind in DEEDS:
            found.append(Deed(kind, DEEDS[kind], ids["clan"], number))
            if kind == "battle_won":
                found += [Deed("battle_lost", DEEDS["battle_lost"], seat, number) for seat in sides - {ids["clan"]}]
    return found


def highlights(document: Document, events: Events, words: PageTranslator) -> list[Highlight]:
    """How the match was won, and its closest battle."""
    return [*_victory(document, events, words), *closest(document, events, words)]


def _victory(document: Document, events: Events, words: PageTranslator) -> list[Highlight]:
    """LR-1.2 to LR-1.4, LR-1.8: the Lands, Temples, kills or Regions at Yggdrasil that decided the match."""
    victory: str = document["outcome"]["victory"]
    number = next((at for at, event in enumerate(events) if event["kind"] == "victory"), None)
    if number is None:
        return []
    title = words.page("won_by", victory=words.name("victory", victory))
    text = _how(document, events, events[number]["ids"]["clan"], words)
    return [Highlight(ICONS[victory], title, text, RULES[victory], number)]


def _how(document: Document, events: Events, seat: int, words: PageTranslator) -> str:
    """What the winner had at the end."""
    victory = document["outcome"]["victory"]
    course = Course(document, events)
    for event in events:
        if event["kind"] == "monster_defeated" and event["ids"]["monster"] == BOSS:
            break  # the end of the match; the kills that count are those before
        course.follow(event)
    if victory == JARL:
        return ", ".join(words.page(f"land_{land}") for land in course.lands_of(seat))
    if victory == GOTHI:
        held = sorted(region for region in course.temples if course.control.get(region) == seat)
        return words.page("won_temples", regions=", ".join(map(str, held)))
    if victory == SLAYER:
        return words.page("won_kills", number=course.kills[seat])
    counted = [
        (event["ids"]["clan"], event["data"]["amount"]) for event in events if event["kind"] == "yggdrasil_counted"
    ]
    sides = [one["side"] for one in document["seats"]]
    ranked = sorted(counted, key=lambda count: (-count[1], count[0] != seat))
    told = ", ".join(f"{words.name('clan', sides[other])} {amount}" for other, amount in ranked)
    return words.page("won_tree", sides=told)
