"""Setup: Forges, Monster stacks, the Boss and the first Monsters (section 6)."""

from typing import Final

from drakkar.core.chance import Chance
from drakkar.core.events import Log
from drakkar.core.flow import emit, new_flow, then
from drakkar.core.game import Value
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.core.vectors import row
from drakkar.games.lords_of_ragnarok.board import RUNES, numbers_of
from drakkar.games.lords_of_ragnarok.card import MONSTER_FACTS, MONSTERS
from drakkar.games.lords_of_ragnarok.events import FIRST_CHOOSER, FORGE_LAID, STACK_LAID
from drakkar.games.lords_of_ragnarok.game_data import CARD_DATA
from drakkar.games.lords_of_ragnarok.monsters.event_cards import draw_event, place_a_monster, place_boss_by_event
from drakkar.games.lords_of_ragnarok.rulings import Rulings
from drakkar.games.lords_of_ragnarok.setup.hero_selection import heroes_are_chosen
from drakkar.games.lords_of_ragnarok.state import State, empty_table

FORGES_OF_A_RUNE: Final[int] = int(CARD_DATA["forge_tokens"]["per_rune"])


def set_up(clans: list[int], rulings: dict[str, Value], chance: Chance, log: Log | None) -> State:
    """Section 6 in order; the choice of Heroes is queued."""
    s = empty_table(new_flow(len(clans), chance, log), Rulings(rulings), clans)
    lay_forges(s)
    stack_monsters(s)
    place_boss_by_event(s)
    for _ in range(s.seats):
        card = draw_event(s)
        place_a_monster(s, card)
        s.decks.event.discard(card)
    s.first_chooser = chance.below(s.seats)
    emit(s, FIRST_CHOOSER, s.first_chooser)
    then(s, heroes_are_chosen)
    return s


def lay_forges(s: State) -> None:
    """LR-6.4: at random, each with its Rune; with fewer Forges than tokens, one of each kind and random others."""
    places = numbers_of(s.board.forges)
    tokens = forge_tokens(s.flow.chance, len(places))
    for region, rune in zip(places, tokens, strict=True):
        s.regions.forge_kinds[region] = rune
        s.regions.forge_runes[region] = 1
        emit(s, FORGE_LAID, rune, region)


def forge_tokens(chance: Chance, number: int) -> list[int]:
    """The Runes of this many Forges, in random order."""
    tokens = list(range(RUNES))
    rest = [rune for rune in range(RUNES) for _ in range(FORGES_OF_A_RUNE - 1)]
    tokens += chance.draw(rest, number - len(tokens))
    chance.shuffle(tokens)
    return tokens


def stack_monsters(s: State) -> None:
    """LR-6.6: the two Monsters of each Rune in random order."""
    s.monsters.stacks = row(stacks(s.flow.chance))
    for rune in range(RUNES):
        emit(s, STACK_LAID, rune, s.monsters.stacks[2 * rune], s.monsters.stacks[2 * rune + 1])


def stacks(chance: Chance) -> list[int]:
    """The Monsters by Rune, the two of each in random order."""
    found = []
    for rune in range(RUNES):
        stack = [monster for monster in range(MONSTERS) if MONSTER_FACTS[monster].rune == rune]
        chance.shuffle(stack)
        found += stack
    return found
