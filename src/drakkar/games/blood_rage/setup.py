"""Setup: tokens, doomed and destroyed provinces, the first player (section 4)."""

from typing import Final

from drakkar.core.chance import Chance
from drakkar.core.errors import BadArgument
from drakkar.core.events import Log
from drakkar.core.flow import emit, new_flow, then
from drakkar.core.game import Value
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.core.vectors import index_of
from drakkar.games.blood_rage.ages import LAST_AGE, age_begins
from drakkar.games.blood_rage.board import OUTER_PROVINCES
from drakkar.games.blood_rage.card import CARDS, MONSTER_CARDS
from drakkar.games.blood_rage.clans import stat
from drakkar.games.blood_rage.events import DESTROYED_BEFORE, FIRST_PLAYER, RAGNAROK_DRAWN, TOKEN_LAID
from drakkar.games.blood_rage.rulings import AT_RANDOM, CLAN_NAMES, Rulings
from drakkar.games.blood_rage.state import AXES, FIVE_GLORY, HORNS, RAGE, State, empty_table

# BR-2.14: the eight tokens of the outer provinces.
TOKENS: Final[tuple[int, ...]] = (RAGE, RAGE, RAGE, AXES, AXES, HORNS, HORNS, FIVE_GLORY)
# BR-4.7: provinces destroyed before the game begins, by number of players.
DESTROYED_FOR: Final[tuple[int, ...]] = (0, 0, 3, 2, 1, 0)


def set_up(clans: list[int], rulings: dict[str, Value], chance: Chance, log: Log | None) -> State:
    """Section 4 in order; the first Age is queued."""
    flow = new_flow(len(clans), chance, log)
    s = empty_table(flow, Rulings(rulings), clans, len(MONSTER_CARDS), len(CARDS))
    for seat in range(s.seats):
        s.rage[seat] = stat(s, seat, RAGE)
    lay_pillage_tokens(s)
    draw_ragnarok_tokens(s)
    choose_first_player(s)
    then(s, age_begins)
    return s


def lay_pillage_tokens(s: State) -> None:
    """BR-4.3: shuffled, one on each outer province; Yggdrasil has its own."""
    tokens = list(TOKENS)
    s.flow.chance.shuffle(tokens)
    for province, token in enumerate(tokens):
        s.tokens[province] = token
        emit(s, TOKEN_LAID, province, token)


def draw_ragnarok_tokens(s: State) -> None:
    """BR-4.4, BR-4.6: one province for each Age; others are destroyed at once, by number of players."""
    drawn = s.flow.chance.draw(list(range(OUTER_PROVINCES)), LAST_AGE + DESTROYED_FOR[s.seats])
    for age, province in enumerate(drawn[:LAST_AGE]):
        s.ragnarok[age] = province
        emit(s, RAGNAROK_DRAWN, province, age + 1)
    for province in drawn[LAST_AGE:]:
        s.destroyed[province] = 1
        emit(s, DESTROYED_BEFORE, province)


def choose_first_player(s: State) -> None:
    """BR-4.11: a setting, at random by default."""
    wanted = s.rulings.first_player
    if wanted == AT_RANDOM:
        s.first_player = s.flow.chance.below(s.seats)
    else:
        if CLAN_NAMES.index(wanted) not in s.sides:
            raise BadArgument(f"ruling first_player: no seat plays {wanted}")
        s.first_player = index_of(s.sides, CLAN_NAMES.index(wanted))
    emit(s, FIRST_PLAYER, s.first_player)
