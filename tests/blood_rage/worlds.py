"""Re-dealt worlds: what a seat knows with other hidden cards, and the match replayed with those cards."""

from functools import partial

import drakkar
from drakkar.core.chance import chance_from
from drakkar.core.events import Log
from drakkar.core.game import find
from drakkar.core.hosting import log_of, state_of
from drakkar.core.match import Played
from drakkar.games.blood_rage.board import NOWHERE
from drakkar.games.blood_rage.card import CARDS
from drakkar.games.blood_rage.choices import CARD, KEEP, KEEP_NONE, PICK, QUEST
from drakkar.games.blood_rage.events import DEALT
from drakkar.games.blood_rage.memory import trails
from drakkar.games.blood_rage.state import DEAL, DISCARD, NO_CARD, State
from tests.hidden_worlds import in_another_world, moments_of

__all__ = ["GAME", "deals", "in_another_world", "in_secret", "random_moments", "retold"]

GAME = find("blood_rage")

random_moments = partial(moments_of, "blood_rage")


def retold(match: drakkar.Match, seat: int | None, world: State) -> drakkar.Match:
    """Replay the match with the packs of a world; the secret choices of the other seats are changed to fit it."""
    clans = [GAME.sides.index(clan) for clan in match.sides]
    state = GAME.set_up(clans, match.rulings, chance_from(match.seed), Log([]))
    state.flow.chance.feed(deals(match, seat, world))
    GAME.book.settle(state)
    again = drakkar.Match(GAME, state, clans, match.rulings, match.seed, "")
    quests = [0] * match.seats
    age = 1
    for number, played in enumerate(match.history):
        if state_of(again).age > age:
            age, quests = state_of(again).age, [0] * match.seats
        code = played.code
        if played.seat != seat:
            code = in_secret(match, state_of(again), world, played, number, quests)
        again._answer(played.seat, code, "")
    return again


def deals(match: drakkar.Match, seat: int | None, world: State) -> list[int]:
    """The random results that deal the packs of a world; the seat's own pack keeps its order."""
    dealt = [list(values[1:]) for kind, _, values in log_of(match).entries if kind == DEALT.number]
    fed = []
    for age, draft in enumerate((*world.drafts, world.draft)):
        deck = list(draft.deck)
        for pack in range(draft.packs):
            cards = list(draft.cards[pack * DEAL : (pack + 1) * DEAL])
            if pack == seat:
                cards = dealt[age * match.seats + pack]
            for card in cards:
                at = deck.index(card)
                fed.append(at)
                deck[at] = deck[-1]
                deck.pop()
    return fed


def in_secret(match: drakkar.Match, now: State, world: State, played: Played, number: int, quests: list[int]) -> int:
    """The choice of another seat in that world: the same if it was public."""
    seat, verb = played.seat, GAME.book.notation.verb_of[played.code]
    if verb == PICK.number:
        draft, pack = (*world.drafts, world.draft)[now.age - 1], now.draft.pack_at(seat)
        return PICK.code(draft.cards[pack * DEAL + now.draft.taken[pack]])
    if verb == QUEST.number and now.age == world.age and world.phase <= DISCARD:
        quests[seat] += 1
        return QUEST.code(world.quests.of(seat)[quests[seat] - 1])
    if verb == CARD.number and world.battle.province != NOWHERE and not world.battle.revealed:
        last = all(later.seat != seat or not is_card(later) for later in match.history[number + 1 :])
        if last and world.played.sizes[seat]:
            return CARD.code(world.played.of(seat)[0])
    if verb in (KEEP.number, KEEP_NONE.number):
        return kept(now, world, played)
    return played.code


def is_card(played: Played) -> bool:
    return GAME.book.notation.verb_of[played.code] == CARD.number


def kept(now: State, world: State, played: Played) -> int:
    """The kept card: one shown later, or one the seat still holds in the world; otherwise any card of its hand."""
    seat = played.seat
    if now.age == world.age and world.phase == DISCARD:
        return KEEP_NONE.code() if world.keeping[seat] == NO_CARD else KEEP.code(world.keeping[seat])
    if GAME.book.notation.verb_of[played.code] == KEEP_NONE.number:
        return played.code
    seen = trails(world)[seat].kept[now.age - 1]
    held = [*world.hand.of(seat), *world.quests.of(seat), *world.played.of(seat), *world.aside.of(seat)]
    old = [card for card in held if card in now.hand.of(seat) and CARDS[card].age <= now.age]
    return KEEP.code(seen if seen >= 0 else (old or now.hand.of(seat))[0])
