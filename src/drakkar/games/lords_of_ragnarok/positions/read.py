"""A table laid by hand: from a document to a State (docs/positions.md has every key)."""

from random import Random
from typing import Final

from drakkar.core.chance import Chance
from drakkar.core.events import Log
from drakkar.core.flow import NO_CARD, NOBODY, end_match, then
from drakkar.core.game import Value
from drakkar.core.position import Document
from drakkar.games.lords_of_ragnarok.card import BOSS
from drakkar.games.lords_of_ragnarok.pieces.figures import in_order, players_in
from drakkar.games.lords_of_ragnarok.positions.lay_board import put_board
from drakkar.games.lords_of_ragnarok.positions.lay_players import put_players
from drakkar.games.lords_of_ragnarok.positions.reading import Reading
from drakkar.games.lords_of_ragnarok.positions.words import OVER
from drakkar.games.lords_of_ragnarok.redeal import redeal
from drakkar.games.lords_of_ragnarok.setup.hero_selection import a_player_chooses, the_first_turn
from drakkar.games.lords_of_ragnarok.state import CHOOSING, GOTHI, JARL, PRAYER, SLAYER, VICTORY_NAMES, State
from drakkar.games.lords_of_ragnarok.turn.turn import STAGES, stage_begins, stage_ends, start_of_turn, turn_is_over
from drakkar.games.lords_of_ragnarok.veil import hide
from drakkar.games.lords_of_ragnarok.victory.control import (
    LANDS_OF_A_JARL,
    lands_controlled,
    temples_controlled,
    temples_of_a_gothi,
)

RANDOM_SEEDS: Final = 1 << 30


def read(document: Document, clans: list[int], rulings: dict[str, Value], chance: Chance, log: Log | None) -> State:
    """The state at the moment that a document describes, before anybody is asked."""
    r = Reading(document, clans, rulings, chance, log)
    put_board(r)
    put_players(r)
    put_order(r)
    put_arrivals(r)
    if r.stage == OVER:
        put_end(r)
        return r.s
    nobody_has_won(r)
    if r.stage == CHOOSING:
        heroes_are_still_chosen(r.s)
    else:
        the_turn_goes_on(r.s, r.stage)
    return r.s


def put_order(r: Reading) -> None:
    """Whose turn it is, who had the first one, who chose first: if nothing is said, the one before."""
    s = r.s
    turn = r.seat("turn")
    if turn != NOBODY and r.stage == CHOOSING:
        raise r.document.wrong("there are no turns while heroes are chosen", "turn")
    chooser, first = r.seat("first_chooser"), r.seat("first_player")
    s.first_chooser = next((seat for seat in (chooser, first, turn) if seat != NOBODY), 0)
    if r.stage == CHOOSING:
        s.first_player = first
        return
    s.first_player = s.first_chooser if first == NOBODY else first
    s.turn = s.first_player if turn == NOBODY else turn


def put_arrivals(r: Reading) -> None:
    """LR-19.2: where two players' Armies are, one has come in this stage: if nothing is said, the active player."""
    s = r.s
    for word in r.document.table("board", "arrived"):
        s.regions.arrived[r.region(word, "board", "arrived")] = r.seat("board", "arrived", word)
    for region in range(1, s.board.count + 1):
        players = players_in(s, region)
        if players & (players - 1) and s.regions.arrived[region] == NOBODY and players >> max(0, s.turn) & 1:
            s.regions.arrived[region] = s.turn


def heroes_are_still_chosen(s: State) -> None:
    """LR-7.1: those who have no Hero yet, in their order."""
    then(s, the_first_turn)
    for seat in reversed(in_order(s, s.first_chooser)):
        if s.heroes[seat] == NO_CARD:
            then(s, a_player_chooses, seat)


def the_turn_goes_on(s: State, stage: int) -> None:
    """LR-8.1: the rest of a turn waits, beginning with a stage."""
    then(s, turn_is_over, s.turn)
    for later, content in reversed(STAGES):
        if later >= stage:
            then(s, stage_ends)
            then(s, content)
            then(s, stage_begins, s.turn, later)
    if stage == PRAYER:
        then(s, start_of_turn)


def nobody_has_won(r: Reading) -> None:
    """LR-1.5: a victory ends the match at once, so a position that is won is refused."""
    s = r.s
    for seat, clan in enumerate(r.clans):
        if lands_controlled(s, seat) >= LANDS_OF_A_JARL:
            raise r.document.wrong(already_won(clan, JARL), clan, "control")
        if temples_controlled(s, seat) >= temples_of_a_gothi(s):
            raise r.document.wrong(already_won(clan, GOTHI), clan, "control")
        if s.monsters.slain_by[BOSS] == seat:
            raise r.document.wrong(already_won(clan, SLAYER), clan, "slain")
    if s.ragnarok.last_turns == 0:
        raise r.document.wrong("after the last turn the match is over", "board", "last_turns")


def already_won(clan: str, victory: int) -> str:
    """The refusal of a position in which this clan has won."""
    return f"{clan} has already won ({VICTORY_NAMES[victory]}), so the stage must be over"


def put_end(r: Reading) -> None:
    """LR-1.1: one has won."""
    winner, victory = r.seat("winner"), r.document.name(VICTORY_NAMES, "victory")
    if winner == NOBODY or victory < 0:
        raise r.document.wrong("a match that is over has a winner and a victory", "stage")
    r.s.winners, r.s.victory = 1 << winner, victory
    end_match(r.s)


def complete(s: State, document: Document, seat: int | None) -> State:
    """LR-24.4: deal the decks and hands of which only the size is known."""
    for owner, clan in enumerate(document.names("sides")):
        if owner != seat and isinstance(document.get(clan, "hand"), int):
            hide(s.hand, owner)
    return redeal(s, seat, Random(s.flow.chance.below(RANDOM_SEEDS)))
