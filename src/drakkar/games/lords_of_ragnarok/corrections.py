"""Corrected printed facts of this game: which can be corrected, and what must hold of the data afterwards."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from drakkar.core import facts
from drakkar.core.facts import BadFacts

Data = dict[str, Any]

SIDES: Final = ("map_2p", "map_4p")
REGION_FACTS: Final = ("population", "land", "statue", "settlement", "shrine", "forge", "adjacent", "realms")
# The facts that can be corrected, by the path before the id; `*` stands for an id.
CORRECTABLE: Final[dict[str, tuple[str, ...]]] = {
    **{f"{side}.regions.*": REGION_FACTS for side in SIDES},
    **{f"{side}.seas.*": ("regions", "adjacent") for side in SIDES},
    **{f"{side}.yggdrasil": ("regions",) for side in SIDES},
    "cards.combat_cards.deck.*": ("count", "value", "casualties"),
    "cards.monster_attack_cards.deck.*": ("count", "rage", "weak_point", "draw"),
    "cards.monsters.*": ("rune", "wounds"),
    "cards.boss": ("rune", "wounds"),
    "cards.event_cards.cards.*": ("place", "activate", "boss"),
    "cards.realms.*": ("rune",),
    "cards.temple_tracks.*": ("spaces", "gift_spaces"),
    "cards.monster_die": ("faces",),
    "components.tokens.runes": ("per_kind",),
    "components.tokens.slayer": ("count",),
    "components.figures.priests": ("per_player",),
}
MOST_SPACES: Final = 12
FACES: Final = ("move", "attack", "choose")
FORGES: Final = {"map_2p": 4, "map_4p": 6}
LARGEST: Final = 20


def correct(data: Data, lines: list[str]) -> list[str]:
    """Put the facts into the data; the lines of those that differ from what is printed there."""
    differing = []
    for line in lines:
        path, value = facts.split(line)
        *above, field = path
        kind = next((one for one in CORRECTABLE if _fits(one, above)), "")
        if field not in CORRECTABLE.get(kind, ()):
            raise BadFacts(f"{'.'.join(path)}: this cannot be corrected; docs/lords_of_ragnarok_data.md lists what can")
        item = facts.inside(data, above)
        if field == "wounds":
            value = [{"reward": None, **one} if isinstance(one, dict) else one for one in value]
        if value != item.get(field):
            _check_sort(path, item.get(field), value)
            item[field] = value
            item.setdefault("status_by_field", {})[field] = "certain"
            differing.append(line)
    _derive(data)
    for fault in faults(data):
        raise BadFacts(fault)
    return differing


def _fits(kind: str, path: list[str]) -> bool:
    wanted = kind.split(".")
    return len(wanted) == len(path) and all(one in ("*", key) for one, key in zip(wanted, path, strict=True))


def _check_sort(path: list[str], old: object, new: object) -> None:
    """A number stays a number, a list a list; a Region may gain or lose its Statue."""
    if old is not None and new is not None and type(old) is not type(new):
        raise BadFacts(f"{'.'.join(path)}: {new!r} is not like {old!r}")


def _derive(data: Data) -> None:
    """What the map says twice follows from the facts that can be corrected."""
    for side in SIDES:
        printed = data[side]
        for region in printed["regions"]:
            number = region["id"]
            region["seas"] = [sea["id"] for sea in printed["seas"] if number in sea["regions"]]
            region["yggdrasil"] = number in printed["yggdrasil"]["regions"]
        for land in printed["lands"]:
            land["regions"] = [region["id"] for region in printed["regions"] if region["land"] == land["id"]]
        for realm in printed["realms"]:
            realm["regions"] = [region["id"] for region in printed["regions"] if realm["id"] in region["realms"]]


def faults(data: Data) -> Iterator[str]:
    """What the rules cannot be played with."""
    for side in SIDES:
        yield from (f"{side}: {fault}" for fault in _map_faults(data[side], FORGES[side]))
    yield from (f"cards: {fault}" for fault in _card_faults(data["cards"]))
    for kind in ("components.tokens.runes.per_kind", "components.tokens.slayer.count"):
        if not 1 <= facts.inside(data, kind.split(".")) <= LARGEST:
            yield f"{kind}: must be from 1 to {LARGEST}"
    if not 1 <= data["components"]["figures"]["priests"]["per_player"] <= LARGEST:
        yield f"components.figures.priests.per_player: must be from 1 to {LARGEST}"


def _map_faults(printed: Data, forges: int) -> Iterator[str]:
    regions = {region["id"]: region for region in printed["regions"]}
    seas = {sea["id"]: sea for sea in printed["seas"]}
    lands = [land["id"] for land in printed["lands"]]
    realms = {realm["id"] for realm in printed["realms"]}
    for number, region in regions.items():
        yield from _neighbours(f"Region {number}", number, region, regions)
        if region["land"] not in lands:
            yield f"Region {number}: there is no Land {region['land']!r}; there are: {', '.join(lands)}"
        if not 1 <= region["population"] <= LARGEST:
            yield f"Region {number}: a Population Strength is at least 1"
        if not set(region["realms"]) <= realms:
            yield f"Region {number}: there is no Realm {min(set(region['realms']) - realms)!r}"
    for name, sea in seas.items():
        yield from _neighbours(f"Sea {name}", name, sea, seas)
        if not sea["regions"] or not set(sea["regions"]) <= set(regions):
            yield f"Sea {name}: its Regions are not all on the map"
    if not set(printed["yggdrasil"]["regions"]) <= set(regions):
        yield "Yggdrasil: its Regions are not all on the map"
    yield from (f"Land {land['id']} has no Region" for land in printed["lands"] if not land["regions"])
    statues = Counter(region["statue"] for region in regions.values() if region["statue"])
    if statues != Counter(("odin", "thor", "freya")):
        yield f"there must be one Statue each of odin, thor and freya, not {dict(statues)}"
    if sum(region["forge"] for region in regions.values()) != forges:
        yield f"there must be {forges} Forges"


def _neighbours(name: str, key: object, item: Data, known: dict[Any, Data]) -> Iterator[str]:
    for other in item["adjacent"]:
        if other not in known or other == key:
            yield f"{name}: {other!r} is no neighbour"
        elif key not in known[other]["adjacent"]:
            yield f"{name} is adjacent to {other}, but {other} is not adjacent to it: correct both"


def _card_faults(cards: Data) -> Iterator[str]:
    runes = [rune["id"] for rune in cards["runes"]]
    yield from _number_faults(cards)
    for monster in (*cards["monsters"], cards["boss"]):
        if monster["rune"] not in runes:
            yield f"{monster['id']}: there is no Rune {monster['rune']!r}; there are: {', '.join(runes)}"
        yield from _wound_faults(cards, monster)
    if set(Counter(monster["rune"] for monster in cards["monsters"]).values()) != {2}:
        yield "each Rune has two Monsters: correct both that change places"
    for event in cards["event_cards"]["cards"]:
        if event["place"] not in runes or len(event["activate"]) != 2 or not set(event["activate"]) <= set(runes):
            yield f"Event {event['id']}: it places one Rune and activates two of: {', '.join(runes)}"
    if not all(realm["rune"] in runes for realm in cards["realms"]):
        yield f"a Realm has a Rune of: {', '.join(runes)}"


def _number_faults(cards: Data) -> Iterator[str]:
    """Decks, the Temple Track and the die."""
    attacks = cards["monster_attack_cards"]["deck"]
    for card in (*cards["combat_cards"]["deck"], *attacks):
        numbers = [card.get(field, 0) for field in ("value", "casualties", "rage", "weak_point", "draw")]
        if not 1 <= card["count"] <= LARGEST or not all(0 <= number <= LARGEST for number in numbers):
            yield f"{card['id']}: a count is at least 1, every other number at least 0, none above {LARGEST}"
    if len({(card["name"], card["rage"], card["weak_point"]) for card in attacks}) < len(attacks):
        yield "two Monster Attack cards have the same name, Rage and Weak Point: give one of them a higher count"
    for track in cards["temple_tracks"]:
        if not all(1 <= space <= track["spaces"] for space in track["gift_spaces"]):
            yield f"temple_tracks: a Gifts space of {facts.label(track)} is not on the track"
        if len(set(track["gift_spaces"])) != int(track["side"].split()[0]):
            yield f"temple_tracks: {facts.label(track)} has another number of Gifts spaces"
    faces = cards["monster_die"]["faces"]
    if not faces or not set(faces) <= set(FACES):
        yield f"monster_die: its faces are {', '.join(FACES)}"


def _wound_faults(cards: Data, monster: Data) -> Iterator[str]:
    """A space of a Monster shows one weapon and perhaps a reward, one of the Boss two weapons."""
    weapons, rewards = set(cards["combat_cards"]["weapons"]), [None, *cards["wound_rewards"]]
    if not 1 <= len(monster["wounds"]) <= MOST_SPACES:
        yield f"{monster['id']}: a card has from 1 to {MOST_SPACES} Wound spaces"
    for space in monster["wounds"]:
        of_the_boss = monster is cards["boss"]
        shown = [space.get("weapon")] if isinstance(space, dict) else list(space)
        if len(shown) != 1 + of_the_boss or not set(shown) <= weapons:
            yield f"{monster['id']}: a Wound space is not like {space!r}"
        if isinstance(space, dict) and space["reward"] not in rewards:
            yield f"{monster['id']}: there is no reward {space['reward']!r}"
