"""Clan sheets, figures, provinces and tokens, as a position document has them."""

from typing import Final

from drakkar.core.excerpt import quoted
from drakkar.core.notation import plain
from drakkar.core.vectors import lay
from drakkar.games.blood_rage.ages import LAST_AGE
from drakkar.games.blood_rage.board import (
    BOARD_PLACES,
    FJORD_OF,
    OUTER_PROVINCES,
    PLACE_NAMES,
    PROVINCE_NAMES,
    RESERVE,
    VALHALLA,
    YGGDRASIL,
    is_fjord,
    villages,
)
from drakkar.games.blood_rage.card import CARDS, FIRST_SLOT, KIND_NAMES, NO_FIGURE, SLOT_COUNT
from drakkar.games.blood_rage.choices import FIGURE_WORDS, STAT_NAMES
from drakkar.games.blood_rage.clans import LAST_STEP, stat, upgrade_in
from drakkar.games.blood_rage.figures import (
    FIRST_MONSTER,
    count,
    has_empty_village,
    is_open_fjord,
    is_ship,
    join_clan,
    move,
)
from drakkar.games.blood_rage.positions.reading import Reading
from drakkar.games.blood_rage.positions.words import TOKEN_WORDS
from drakkar.games.blood_rage.rulings import AT_RANDOM
from drakkar.games.blood_rage.setup import DESTROYED_FOR, TOKENS
from drakkar.games.blood_rage.state import ALL_STATS, HORNS, NO_CARD, RAGE, RAGNAROK, SLOTS, STATS

MOST_GLORY: Final = 999
MOST_DIGITS: Final = 9


def put_sheets(r: Reading) -> None:
    """Stats, Rage, Glory and upgrades."""
    s, document = r.s, r.document
    for seat, clan in enumerate(r.clans):
        for which, name in enumerate(STAT_NAMES):
            s.steps[seat * STATS + which] = document.number(1, 1, LAST_STEP, clan, "steps", name)
        s.rage[seat] = document.number(stat(s, seat, RAGE), 0, s.rulings.most_rage, clan, "rage")
        s.glory[seat] = document.number(0, 0, MOST_GLORY, clan, "glory")
        for word in document.names(clan, "upgrades"):
            put_upgrade(r, seat, word)
    for word in document.names("passed"):
        s.passed[document.known(word, r.clans, "passed")] = 1


def put_upgrade(r: Reading, seat: int, word: str) -> None:
    """A card in the first free slot of its kind; a Monster comes with it."""
    s, clan = r.s, r.clans[seat]
    card = r.card(word, clan, "upgrades")
    kind = CARDS[card].kind
    slots = range(FIRST_SLOT[kind], FIRST_SLOT[kind] + SLOT_COUNT[kind])
    free = [slot for slot in slots if upgrade_in(s, seat, slot) == NO_CARD]
    if not slots:
        raise r.document.wrong(f"{word} is not an upgrade", clan, "upgrades", word=word)
    if not free:
        reason = f"a clan has {len(slots)} {KIND_NAMES[kind]} slot{'s' * (len(slots) > 1)}; {word} is one too many"
        raise r.document.wrong(reason, clan, "upgrades", word=word)
    s.upgrades[seat * SLOTS + free[0]] = card
    if CARDS[card].figure != NO_FIGURE:
        join_clan(s, seat, CARDS[card].figure)


def put_figures(r: Reading) -> None:
    """Out of the reserve onto the board or into Valhalla."""
    document = r.document
    for place in document.table("figures"):
        where = document.known(place, (*PLACE_NAMES, "Valhalla"), "figures", place)
        for clan in document.table("figures", place):
            seat = document.known(clan, r.clans, "figures", place)
            for said in document.names("figures", place, clan):
                for item in said.split(","):
                    put_item(r, seat, item.strip(), VALHALLA if where == BOARD_PLACES else where, place)
    for seat, clan in enumerate(r.clans):
        horns = stat(r.s, seat, HORNS)
        if r.s.on_board[seat] > horns:
            reason = f"{clan} has {r.s.on_board[seat]} figures on the board and Horns allows {horns}"
            raise document.wrong(reason, "figures", word=clan)


def put_item(r: Reading, seat: int, item: str, where: int, place: str) -> None:
    """`leader`, `2 warriors`, or the name of a Monster."""
    number, _, name = item.partition(" ") if item[:1].isdecimal() else ("1", "", item)
    single = name.removesuffix("s") if plain(name) == "warriors" else name
    figure = r.document.known(single, FIGURE_WORDS.full, "figures", place)
    if not number.isdecimal() or len(number) > MOST_DIGITS or not int(number):
        raise r.document.wrong(f"{quoted(item)} is not a number of figures", "figures", place)
    for _ in range(int(number)):
        reason = why_not_put(r, seat, figure, where)
        if reason:
            raise r.document.wrong(reason, "figures", place)
        move(r.s, seat, figure, RESERVE, where)


def why_not_put(r: Reading, seat: int, figure: int, where: int) -> str:
    """What forbids one more such figure there."""
    s, name = r.s, FIGURE_WORDS.full[figure]
    if not count(s, seat, figure, RESERVE):
        if figure >= FIRST_MONSTER and s.monster_owners[figure - FIRST_MONSTER] != seat:
            return f"{r.clans[seat]} does not have the card {name} among its upgrades"
        return f"{r.clans[seat]} has no {name} left"
    if where >= BOARD_PLACES:
        return ""
    if is_ship(figure) != is_fjord(where):
        return f"{name} cannot be in {PLACE_NAMES[where]}"
    if not has_empty_village(s, where):
        return f"{PLACE_NAMES[where]} has only {villages(where)} villages"
    return ""


def put_provinces(r: Reading) -> None:
    """Doomed and destroyed provinces, and those that have been pillaged."""
    s, document = r.s, r.document
    fallen = s.age - int(r.phase <= RAGNAROK)
    told = r.provinces("board", "destroyed")
    doomed = r.provinces("board", "doomed") if document.has("board", "doomed") else draw_doomed(r, told, fallen)
    check_provinces(r, doomed, told, fallen)
    lay(s.ragnarok, 0, doomed)
    if document.get("board", "destroyed") is None:
        free = [place for place in untouched(r) if place not in s.ragnarok]
        told = r.draw(free, DESTROYED_FOR[s.seats], "provinces destroyed before the game")
    for province in [*s.ragnarok[:fallen], *told]:
        s.destroyed[province] = 1
    for province in r.provinces("board", "pillaged"):
        s.pillaged[province] = 1
    for place in range(BOARD_PLACES):
        closed = not is_open_fjord(s, place) if is_fjord(place) else s.destroyed[place]
        if closed and s.standing[place]:
            reason = f"{PLACE_NAMES[place]} is destroyed, and figures stand there"
            raise document.wrong(reason, "figures", PLACE_NAMES[place])


def draw_doomed(r: Reading, destroyed: list[int], fallen: int) -> list[int]:
    """One province for each Age; those of earlier Ages have fallen, so nobody stands there."""
    free = [place for place in range(OUTER_PROVINCES) if place not in destroyed]
    first = r.draw([place for place in untouched(r) if place in free], fallen, "provinces to have fallen")
    rest = [place for place in free if place not in first]
    return first + r.draw(rest, LAST_AGE - fallen, "doomed provinces")


def check_provinces(r: Reading, doomed: list[int], destroyed: list[int], fallen: int) -> None:
    """BR-4.4, BR-4.6: three doomed provinces, and none of those still to fall is destroyed; Yggdrasil never."""
    if len(doomed) != LAST_AGE or YGGDRASIL in doomed:
        raise r.document.wrong("doomed names three outer provinces, one for each Age", "board", "doomed")
    if YGGDRASIL in destroyed:
        raise r.document.wrong("Yggdrasil is never destroyed", "board", "destroyed")
    for province in doomed[fallen:]:
        if province in destroyed:
            reason = f"{PROVINCE_NAMES[province]} is doomed, so it cannot be destroyed already"
            raise r.document.wrong(reason, "board", "destroyed")


def untouched(r: Reading) -> list[int]:
    """The outer provinces where nobody stands."""
    return [place for place in range(OUTER_PROVINCES) if not is_occupied(r, place)]


def is_occupied(r: Reading, province: int) -> bool:
    """Whether a figure stands in a province, or in its fjord."""
    return bool(r.s.standing[province] or r.s.standing[FJORD_OF[province]])


def put_tokens(r: Reading) -> None:
    """BR-2.14: what is not named is laid out from the seed."""
    left = list(TOKENS)
    named = r.document.table("board", "tokens")
    for name, word in named.items():
        province = r.document.known(name, PROVINCE_NAMES, "board", "tokens")
        token = r.document.known(word, TOKEN_WORDS, "board", "tokens")
        if (province == YGGDRASIL) != (token == ALL_STATS):
            raise r.document.wrong("the token `all` belongs to Yggdrasil and nowhere else", "board", "tokens")
        if province == YGGDRASIL:
            continue
        if token not in left:
            raise r.document.wrong(f"there are not that many {word} tokens", "board", "tokens", word=name)
        left.remove(token)
        r.s.tokens[province] = token
    said = [plain(name) for name in named]
    if len(set(said)) < len(said):
        raise r.document.wrong("tokens names a province twice", "board", "tokens")
    r.s.flow.chance.shuffle(left)
    for province in range(OUTER_PROVINCES):
        if plain(PROVINCE_NAMES[province]) not in said:
            r.s.tokens[province] = left.pop()


def put_first_player(r: Reading) -> None:
    """Named, or by the ruling, or from the seed."""
    first = r.document.name(r.clans, "first_player")
    wanted = r.s.rulings.first_player
    if wanted != AT_RANDOM and wanted not in r.clans:
        raise r.document.wrong(f"no seat plays {wanted}", "rulings", "first_player")
    if first < 0 and wanted != AT_RANDOM:
        first = r.clans.index(wanted)
    r.s.first_player = r.s.flow.chance.below(r.s.seats) if first < 0 else first
