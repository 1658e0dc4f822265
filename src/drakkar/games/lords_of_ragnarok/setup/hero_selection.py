"""Choosing heroes: one player after the other keeps a Hero and a Story and settles (section 7)."""

from typing import Final

from drakkar.core.events import only
from drakkar.core.flow import NOBODY, Menu, emit, emit_list, then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.board import numbers_of
from drakkar.games.lords_of_ragnarok.card import CARDS, HERO, STORY, of_kind
from drakkar.games.lords_of_ragnarok.choices import HERO as HERO_VERB
from drakkar.games.lords_of_ragnarok.choices import LAUNCH, SETTLE
from drakkar.games.lords_of_ragnarok.choices import STORY as STORY_VERB
from drakkar.games.lords_of_ragnarok.events import (
    DRAKKAR_LAUNCHED,
    FIRST_PLAYER,
    HERO_KEPT,
    HEROES_OFFERED,
    SETTLED,
    STORY_KEPT,
)
from drakkar.games.lords_of_ragnarok.pieces.figures import armies_in, in_order, is_barred, on_board, others_in
from drakkar.games.lords_of_ragnarok.pieces.player_pools import draw_cards
from drakkar.games.lords_of_ragnarok.state import State, rules
from drakkar.games.lords_of_ragnarok.turn.turn import turn_begins
from drakkar.games.lords_of_ragnarok.victory.control import population, put_marker
from drakkar.games.lords_of_ragnarok.windows import STORY_BONUS

SHOWN: Final = 2
FIRST_ARMIES: Final = 2
# The owner number of the only pile on offer.
HERE: Final = 0
# The Story that is handed on (LR-7.2).
HANDED_ON: Final = next(card.number for card in of_kind(STORY) if "special" in card.facts)

KEEP_HERO: Final = rules.question("hero", "LR-7.3", "keep one Hero", hides=True)
KEEP_STORY: Final = rules.question("story", "LR-7.3", "keep one Story", hides=True)
LAUNCH_DRAKKAR: Final = rules.question("launch", "LR-7.6", "place your Drakkar on a Sea")
SETTLE_DOWN: Final = rules.question("settle", "LR-7.6", "place your Hero and two Armies in a Region by the {about:sea}")

NOT_OFFERED: Final = rules.why("not_offered", "LR-7.2", "{card} is not on offer")
NOT_A_HERO: Final = rules.why("not_a_hero", "LR-7.3", "{card} is not a Hero")
NOT_A_STORY: Final = rules.why("not_a_story", "LR-7.3", "{card} is not a Story")
NO_SUCH_SEA: Final = rules.why("no_such_sea", "LR-7.6", "the {sea} is not on this side of the board")
SEA_FULL: Final = rules.why("sea_full", "LR-7.7", "no Region by the {sea} is free")
NOT_BY_THE_SEA: Final = rules.why("not_by_the_sea", "LR-7.6", "{region} does not border the Sea of your Drakkar")
REGION_TAKEN: Final = rules.why("region_taken", "LR-7.7", "another player's Army or marker is in {region}")
BOSS_THERE: Final = rules.why("boss_there", "LR-7.7", "the Boss is in {region}")


@rules.step
def heroes_are_chosen(s: State) -> None:
    """LR-7.1: each player finishes before the next begins. LR-7.10."""
    then(s, the_first_turn)
    for seat in reversed(in_order(s, s.first_chooser)):
        then(s, a_player_chooses, seat)


@rules.step_for
def a_player_chooses(s: State, seat: int) -> None:
    """LR-7.2: two Heroes, two Stories, and the Story that is handed on until a player keeps it."""
    s.turn = seat
    heroes = [card.number for card in of_kind(HERO) if card.number not in s.heroes]
    stories = [card.number for card in of_kind(STORY) if card.number not in s.stories and card.number != HANDED_ON]
    drawn = s.flow.chance.draw(heroes, SHOWN) + s.flow.chance.draw(stories, SHOWN)
    if HANDED_ON not in s.stories:
        drawn.append(HANDED_ON)
    for card in drawn:
        s.offered.add(HERE, card)
    emit_list(s, only(seat), HEROES_OFFERED, seat, drawn)
    then(s, the_hero_is_laid_down, seat)
    then(s, the_player_settles, seat)
    then(s, a_story_is_kept, seat)
    KEEP_HERO.ask(s, seat)


def why_not_offered(s: State, card: int) -> int:
    """LR-7.2."""
    return 0 if s.offered.has(HERE, card) else NOT_OFFERED.given(card)


def why_not_hero(s: State, _seat: int, card: int, _: int) -> int:
    """LR-7.3."""
    return NOT_A_HERO.given(card) if CARDS[card].kind != HERO else why_not_offered(s, card)


def do_hero(s: State, seat: int, card: int, _: int) -> None:
    """LR-7.3, LR-7.4: the other Hero goes back."""
    s.heroes[seat] = card
    emit(s, HERO_KEPT, seat, card)


@rules.step_for
def a_story_is_kept(s: State, seat: int) -> None:
    """LR-7.3."""
    KEEP_STORY.ask(s, seat)


def why_not_story(s: State, _seat: int, card: int, _: int) -> int:
    """LR-7.3."""
    return NOT_A_STORY.given(card) if CARDS[card].kind != STORY else why_not_offered(s, card)


def do_story(s: State, seat: int, card: int, _: int) -> None:
    """LR-7.3, LR-7.4: the other Stories go back, the handed-on Story to the next player."""
    s.stories[seat] = card
    emit(s, STORY_KEPT, seat, card)
    s.offered.take_all(HERE)


KEEP_HERO.offer(HERO_VERB, do_hero, why_not_hero)
KEEP_STORY.offer(STORY_VERB, do_story, why_not_story)


@rules.step_for
def the_player_settles(s: State, seat: int) -> None:
    """LR-7.5, LR-7.6: a Combat card, then the Drakkar."""
    LAUNCH_DRAKKAR.ask(s, seat)
    draw_cards(s, seat, 1)


def why_not_launch(s: State, seat: int, sea: int, _: int) -> int:
    """LR-7.6, LR-7.7: needs a Sea with a Region to settle in."""
    if not s.board.seas >> sea & 1:
        return NO_SUCH_SEA.given(sea)
    free = any(not why_not_settle_in(s, seat, region) for region in numbers_of(s.board.coast[sea]))
    return 0 if free else SEA_FULL.given(sea)


def do_launch(s: State, seat: int, sea: int, _: int) -> None:
    """LR-7.6."""
    s.drakkars[seat] = sea
    emit(s, DRAKKAR_LAUNCHED, seat, sea)
    SETTLE_DOWN.ask(s, seat, sea)


def why_not_settle_in(s: State, seat: int, region: int) -> int:
    """LR-7.7."""
    if is_barred(s, region):
        return BOSS_THERE.given(region)
    return REGION_TAKEN.given(region) if others_in(s, seat, region) or s.regions.control[region] != NOBODY else 0


def why_not_settle(s: State, seat: int, region: int, _: int) -> int:
    """LR-7.6, LR-7.7."""
    if not on_board(s, region) or not s.board.coast[s.drakkars[seat]] >> region & 1:
        return NOT_BY_THE_SEA.given(region)
    return why_not_settle_in(s, seat, region)


def settle_menu(s: State, seat: int, menu: Menu) -> None:
    """The free Regions by the Sea."""
    for region in numbers_of(s.board.coast[s.drakkars[seat]]):
        if not why_not_settle_in(s, seat, region):
            menu.add(SETTLE, region)


def do_settle(s: State, seat: int, region: int, _: int) -> None:
    """LR-7.6, LR-7.8: with control, if the Region is weak enough; no effects act yet."""
    s.hero_places[seat] = region
    for army in armies_in(s, seat, 0)[:FIRST_ARMIES]:
        s.armies[army], s.values[army] = region, 1
    emit(s, SETTLED, seat, region)
    if population(s, region) <= FIRST_ARMIES:
        put_marker(s, seat, region, by_battle=False)


LAUNCH_DRAKKAR.offer(LAUNCH, do_launch, why_not_launch)
SETTLE_DOWN.offer(SETTLE, do_settle, why_not_settle, settle_menu)


@rules.step_for
def the_hero_is_laid_down(s: State, seat: int) -> None:
    """LR-7.8, LR-7.9: the Story's bonus; the Hero is in force from now on. T01."""
    then(s, the_hero_acts_from_now_on, seat)
    STORY_BONUS.carry_out(s, s.stories[seat], seat)


@rules.step_for
def the_hero_acts_from_now_on(s: State, seat: int) -> None:
    """LR-7.8: hero abilities do not act in setup."""
    s.acting.add(seat, s.heroes[seat])


@rules.step
def the_first_turn(s: State) -> None:
    """LR-7.10: the player whose Story says so, otherwise the first chooser."""
    if s.first_player == NOBODY:
        s.first_player = s.first_chooser
    emit(s, FIRST_PLAYER, s.first_player)
    then(s, turn_begins, s.first_player)
