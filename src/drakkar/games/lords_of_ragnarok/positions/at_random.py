"""A table laid at random, for the fuzzer: most of it possible, here and there something that is not."""

from random import Random
from typing import Any

from drakkar.core.game import Value
from drakkar.games.lords_of_ragnarok.board import (
    GOD_NAMES,
    REALM_NAMES,
    RUNE_NAMES,
    SEA_NAMES,
    Board,
    board_for,
    numbers_of,
)
from drakkar.games.lords_of_ragnarok.card import ARTIFACT, COMBAT, GIFT, HERO, MONSTER_FACTS, STORY, of_kind
from drakkar.games.lords_of_ragnarok.choices import ACTION_NAMES, ATTRIBUTE_NAMES, MONSTER_NAMES
from drakkar.games.lords_of_ragnarok.components import ARMIES
from drakkar.games.lords_of_ragnarok.positions.words import STAGE_WORDS
from drakkar.games.lords_of_ragnarok.state import HIGHEST, LAST_LEVEL, LOWEST, WHEEL

Section = dict[str, Any]
# The cards of each kind that nobody has yet.
Piles = dict[int, list[str]]


def sections(rng: Random, sides: list[str], rulings: dict[str, Value]) -> Section:
    """Armies, Monsters and cards anywhere in some stage of a turn; some of it is left to the seed."""
    board = board_for(len(sides))
    piles = {kind: shuffled_names(rng, kind) for kind in (COMBAT, GIFT, ARTIFACT, HERO, STORY)}
    regions = rng.sample(range(1, board.count + 1), board.count)
    told: Section = {"game": "lords_of_ragnarok", "sides": sides, "rulings": rulings, "seed": rng.getrandbits(32)}
    told["stage"], told["turn"] = rng.choice(STAGE_WORDS[1:-1]), rng.choice(sides)
    for clan in sides:
        told[clan] = pool(rng) | cards(rng, piles) | conquests(rng, board, regions)
    told["board"] = buildings(rng, sides, board) | monsters(rng, sides, board, told)
    return told


def shuffled_names(rng: Random, kind: int) -> list[str]:
    """Every card of a kind as often as there is one."""
    names = [card.name for card in of_kind(kind) for _ in range(card.copies)]
    rng.shuffle(names)
    return names


def some(rng: Random, names: tuple[str, ...], most: int) -> list[str]:
    """A few of them."""
    return rng.sample(names, rng.randint(0, most))


def drawn(pile: list[str], number: int) -> list[str]:
    """Cards that nobody else has."""
    return [pile.pop() for _ in range(min(number, len(pile)))]


def pool(rng: Random) -> Section:
    """Attributes and their Injuries, Runes, Priests, allies."""
    return {
        "attributes": {name: rng.randint(LOWEST, HIGHEST) for name in ATTRIBUTE_NAMES},
        "injured": some(rng, ATTRIBUTE_NAMES, 2),
        "runes": {name: rng.randint(0, 2) for name in RUNE_NAMES},
        "priests": rng.randint(0, 2),
        "sent": dict.fromkeys(some(rng, GOD_NAMES, 1), 1),
        "realms": some(rng, REALM_NAMES, 3),
        "slayer_tokens": rng.randint(0, 1),
    }


def cards(rng: Random, piles: Piles) -> Section:
    """Hero, Story, hand, Gifts and Artifacts."""
    charged, exhausted = drawn(piles[ARTIFACT], rng.randrange(3)), drawn(piles[ARTIFACT], rng.randrange(2))
    return {
        "hero": piles[HERO].pop(),
        "story": piles[STORY].pop(),
        "hand": rng.choice((rng.randrange(4), drawn(piles[COMBAT], rng.randrange(5)))),
        "gifts": drawn(piles[GIFT], rng.randrange(6)),
        "artifacts": charged,
        "exhausted": exhausted,
    }


def conquests(rng: Random, board: Board, regions: list[int]) -> Section:
    """Hero, Drakkar, Armies and control, in Regions that are free; here and there two players share one."""
    own = drawn_regions(rng, regions, 4)
    armies: dict[str, list[int]] = {}
    for _ in range(rng.randint(0, ARMIES)):
        region = rng.choice(own) if rng.random() < 0.97 else rng.randint(1, board.count)
        armies.setdefault(str(region), []).append(rng.randint(1, HIGHEST))
    return {
        "region": rng.choice((*own, rng.randint(1, board.count))),
        "drakkar": SEA_NAMES[rng.choice(numbers_of(board.seas))],
        "armies": armies,
        "control": [region for region in own if rng.random() < 0.7],
    }


def drawn_regions(rng: Random, regions: list[int], most: int) -> list[int]:
    """Regions that are nobody else's."""
    return [regions.pop() for _ in range(min(rng.randint(1, most), len(regions)))]


def buildings(rng: Random, sides: list[str], board: Board) -> Section:
    """Temples, Statues, markers on the wheel; now and then the last turns."""
    shrines = numbers_of(board.shrines)
    found: Section = {
        "temples": rng.sample(shrines, rng.randrange(4)),
        "statues": {name: rng.randrange(LAST_LEVEL) for name in GOD_NAMES},
        "wheel": {name: rng.sample(sides, rng.randint(0, len(sides))) for name in some(rng, ACTION_NAMES[:WHEEL], 3)},
    }
    if rng.random() < 0.15:
        found |= {"ragnarok_by": rng.choice(sides), "last_turns": rng.randint(1, len(sides))}
    return found


def monsters(rng: Random, sides: list[str], board: Board, told: Section) -> Section:
    """Monsters on the board with rings and Wounds; a slain one is gone."""
    places: dict[str, int] = {}
    wounds: dict[str, dict[str, str]] = {}
    for number, name in enumerate(MONSTER_NAMES):
        boss = number == len(MONSTER_NAMES) - 1
        owner = told[rng.choice(sides)]
        fate = "there" if boss else rng.choice(("there", "there", "beside", "slain"))
        if fate == "slain":
            owner.setdefault("slain", []).append(name)
        if fate != "there":
            continue
        places[name] = rng.randint(1, board.count)
        if not boss and rng.random() < 0.3 and "rings" not in owner:
            owner["rings"] = [name]
        spaces = range(1, MONSTER_FACTS[number].spaces + 1)
        covered = rng.sample(spaces, rng.randrange(len(spaces)))
        wounds[name] = {str(space): rng.choice(sides) for space in covered}
    return {"monsters": places, "wounds": wounds}
