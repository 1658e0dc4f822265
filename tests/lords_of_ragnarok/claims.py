"""What each reason claims, as a predicate on the state that shares no code with the rules that give the reason.

A predicate gets the State, the seat that was refused, and the values of the sentence in its order.
"""

from collections.abc import Callable
from typing import Final

from drakkar.core.flow import NOBODY
from drakkar.games.lords_of_ragnarok.board import NO_SEA, REALM_RUNE, numbers_of
from drakkar.games.lords_of_ragnarok.card import BOSS, CARDS, HERO, MONSTER_FACTS, STORY, WEAPON_NAMES
from drakkar.games.lords_of_ragnarok.choices import MOST_WOUNDS
from drakkar.games.lords_of_ragnarok.rulings import CLAN_NAMES
from drakkar.games.lords_of_ragnarok.state import State

Claim = Callable[[State, int, list[int]], bool]
CLAIMS: Final[dict[str, Claim]] = {}

ATTRIBUTES: Final = 3
STRENGTH: Final = 1
KINDS: Final = 3
ARMIES: Final = 6
WHEEL: Final = 6
TOP: Final = 6
STATUES: Final = 3
# The first Rune action that costs three Runes.
DEAREST: Final = 7
# A Rune paid that counts as any other kind is 32 more than its kind.
CHANGED: Final = 32

# Reasons that are no refusals, and where they are tested.
ELSEWHERE: Final = {
    "not_asked": "the decision belongs to another question: tests/core",
    "wins_now": "a remark of a preview: test_preview.py",
    "brings_ragnarok": "a remark of a preview: test_preview.py",
    "loses_now": "a remark of a preview: test_preview.py",
}

# Reasons that no match on the printed maps can give, and why.
UNREACHED: Final = {
    "cannot_act": "each Region has two neighbours, and the Boss bars one Region",
    "not_paid_for": "a Region borders two Realms at most, so the Rune paid leaves one Realm or fits both",
    "no_ground": "each Sea has three Regions, and the Boss bars one",
    **{
        f"{code}_cannot_act": "one card acts in this window"
        for code in ("t03", "t09", "t14", "t18", "t22", "t28", "t37")
    },
}


def claim(*codes: str) -> Callable[[Claim], Claim]:
    def register(predicate: Claim) -> Claim:
        for code in codes:
            assert code not in CLAIMS, code
            CLAIMS[code] = predicate
        return predicate

    return register


# What lies where


def armies(s: State, seat: int, region: int) -> list[int]:
    """The values of a player's Armies in a Region of the board."""
    first = seat * ARMIES
    return [s.values[at] for at in range(first, first + ARMIES) if region and s.armies[at] == region]


def others(s: State, seat: int) -> list[int]:
    return [other for other in range(s.seats) if other != seat]


def value(s: State, seat: int, which: int) -> int:
    """An Attribute: its space, or 2 while it is injured."""
    at = seat * ATTRIBUTES + which
    return 2 if s.injured[at] else s.fields[at]


def next_to(s: State, seat: int, region: int) -> set[int]:
    """The Regions one step away for a Hero or an Army: by land, and along the Sea of the Drakkar."""
    found = set(numbers_of(s.board.near[region]))
    sea = s.drakkars[seat]
    coast = set() if sea == NO_SEA else set(numbers_of(s.board.coast[sea]))
    return (found | (coast if region in coast else set())) - {region}


def mine(s: State, seat: int) -> set[int]:
    return {region for region in range(1, s.board.count + 1) if s.regions.control[region] == seat}


def settlements(s: State, seat: int) -> set[int]:
    return mine(s, seat) & set(numbers_of(s.board.settlements))


def shore(s: State, seat: int) -> set[int]:
    sea = s.drakkars[seat]
    return set() if sea == NO_SEA else set(numbers_of(s.board.coast[sea]))


def hand(s: State, seat: int) -> list[int]:
    return list(s.hand.of(seat))


def runes(s: State, seat: int) -> list[int]:
    return list(s.runes[seat * KINDS : seat * KINDS + KINDS])


def named(card: int) -> str:
    return str(CARDS[card].id)


def has(s: State, seat: int, name: str) -> bool:
    """Whether a Gift or Artifact with this id acts for the player."""
    return any(named(card) == name for card in s.acting.of(seat))


def about(s: State, seat: int) -> int:
    return s.flow.about[seat]


def spaces(s: State, monster: int) -> list[int]:
    """The open Wound spaces."""
    covered = s.monsters.wounds[monster * MOST_WOUNDS : (monster + 1) * MOST_WOUNDS]
    return [at for at in range(MONSTER_FACTS[monster].spaces) if covered[at] == NOBODY]


# The board and the Armies


@claim("no_such_region")
def _(s: State, _seat: int, at: list[int]) -> bool:
    return not 1 <= at[0] <= s.board.count


@claim("not_near", "no_march", "no_step")
def _(s: State, seat: int, at: list[int]) -> bool:
    return at[0] not in next_to(s, seat, at[1])


@claim("no_sea_step")
def _(s: State, seat: int, at: list[int]) -> bool:
    return not s.board.sea_near[s.drakkars[seat]] >> at[0] & 1


@claim("not_yours", "not_controlled", "not_your_site", "not_your_region")
def _(s: State, seat: int, at: list[int]) -> bool:
    return at[0] not in mine(s, seat)


@claim("barred", "boss_there")
def _(s: State, _seat: int, at: list[int]) -> bool:
    return s.monsters.places[BOSS] == at[0]


@claim("others_there")
def _(s: State, seat: int, at: list[int]) -> bool:
    return any(armies(s, other, at[0]) for other in others(s, seat))


@claim("no_such_army", "no_army_to_activate", "no_army_to_place", "no_army_to_lose")
def _(s: State, seat: int, at: list[int]) -> bool:
    return at[0] not in armies(s, seat, at[1])


@claim("nothing_to_spare")
def _(s: State, seat: int, at: list[int]) -> bool:
    first = seat * ARMIES
    here = [army for army in range(first, first + ARMIES) if s.armies[army] == at[1] and s.values[army] == at[0]]
    return not s.battle.defeat or all(s.battle.spared[army] for army in here)


@claim("full_value")
def _(s: State, _seat: int, _at: list[int]) -> bool:
    return TOP in list(s.values)


@claim("fully_trained")
def _(s: State, _seat: int, _at: list[int]) -> bool:
    return s.values[s.lifted] == TOP


@claim("not_by_drakkar")
def _(s: State, seat: int, at: list[int]) -> bool:
    return at[0] not in shore(s, seat) | settlements(s, seat)


@claim("no_ground")
def _(s: State, seat: int, _at: list[int]) -> bool:
    return not (shore(s, seat) | settlements(s, seat)) - {s.monsters.places[BOSS]}


@claim("no_army_left")
def _(s: State, seat: int, _at: list[int]) -> bool:
    return all(s.armies[seat * ARMIES : (seat + 1) * ARMIES])


@claim("armies_on_board")
def _(s: State, seat: int, _at: list[int]) -> bool:
    return any(s.armies[seat * ARMIES : (seat + 1) * ARMIES])


@claim("cannot_train", "not_settled")
def _(s: State, seat: int, at: list[int]) -> bool:
    return at[0] not in settlements(s, seat)


@claim("cannot_act")
def _(s: State, seat: int, _at: list[int]) -> bool:
    """An Army of the player can only go where the Boss is, and cannot gain value where it stands."""
    boss = {s.monsters.places[BOSS]}
    return any(
        next_to(s, seat, region) <= boss
        and any(one == TOP or region not in settlements(s, seat) for one in armies(s, seat, region))
        for region in range(1, s.board.count + 1)
    )


@claim("has_acted")
def _(s: State, seat: int, _at: list[int]) -> bool:
    return any(s.activated[seat * ARMIES : (seat + 1) * ARMIES])


@claim("not_taken")
def _(s: State, seat: int, at: list[int]) -> bool:
    return s.regions.control[at[0]] == seat


@claim("same_region")
def _(s: State, _seat: int, at: list[int]) -> bool:
    return s.armies[s.lifted] == at[0]


@claim("nowhere_to_place")
def _(s: State, seat: int, _at: list[int]) -> bool:
    return len(mine(s, seat) - {s.monsters.places[BOSS]}) <= 1


@claim("no_battle_there")
def _(s: State, _seat: int, at: list[int]) -> bool:
    return sum(bool(armies(s, seat, at[0])) for seat in range(s.seats)) < 2


# Pools


@claim("none_in_supply")
def _(s: State, _seat: int, at: list[int]) -> bool:
    held = sum(s.runes[seat * KINDS + at[0]] for seat in range(s.seats))
    forged = sum(
        bool(full) and kind == at[0] for full, kind in zip(s.regions.forge_runes, s.regions.forge_kinds, strict=True)
    )
    return held + forged == 12


@claim("not_held")
def _(s: State, seat: int, at: list[int]) -> bool:
    return at[0] not in hand(s, seat)


@claim("only_one")
def _(s: State, seat: int, at: list[int]) -> bool:
    return hand(s, seat).count(at[0]) == 1


@claim("rune_not_held")
def _(s: State, seat: int, at: list[int]) -> bool:
    return not runes(s, seat)[at[0]]


@claim("already_injured")
def _(s: State, seat: int, at: list[int]) -> bool:
    return bool(s.injured[seat * ATTRIBUTES + at[0]])


@claim("not_injured")
def _(s: State, seat: int, at: list[int]) -> bool:
    return not s.injured[seat * ATTRIBUTES + at[0]]


@claim("on_six")
def _(s: State, seat: int, at: list[int]) -> bool:
    return s.fields[seat * ATTRIBUTES + at[0]] == TOP


@claim("on_two")
def _(s: State, seat: int, at: list[int]) -> bool:
    return s.fields[seat * ATTRIBUTES + at[0]] == 2


@claim("all_on_six")
def _(s: State, seat: int, _at: list[int]) -> bool:
    return set(s.fields[seat * ATTRIBUTES : (seat + 1) * ATTRIBUTES]) == {TOP}


@claim("not_lowest")
def _(s: State, seat: int, at: list[int]) -> bool:
    heights = [
        s.fields[seat * ATTRIBUTES + which] if s.rulings.lowest_by_field else value(s, seat, which)
        for which in range(ATTRIBUTES)
    ]
    return heights[at[0]] > min(heights)


# Prayer and Runes


@claim("has_prayed")
def _(s: State, _seat: int, _at: list[int]) -> bool:
    return s.prayed


@claim("no_priest")
def _(s: State, seat: int, _at: list[int]) -> bool:
    return s.priests[seat] == 0


@claim("no_slot")
def _(s: State, _seat: int, at: list[int]) -> bool:
    slots, god = at
    return slots == s.rulings.priest_slots == sum(s.sent[god * s.seats : (god + 1) * s.seats])


@claim("has_forged")
def _(s: State, _seat: int, _at: list[int]) -> bool:
    return s.forged


@claim("no_forge_there")
def _(s: State, seat: int, at: list[int]) -> bool:
    here = s.hero_places[seat]
    reach = {here} | (mine(s, seat) if has(s, seat, "forge_friend") else set())
    return at[0] not in reach & set(numbers_of(s.board.forges))


@claim("forge_empty")
def _(s: State, _seat: int, at: list[int]) -> bool:
    return not s.regions.forge_runes[at[0]]


@claim("cannot_pay")
def _(s: State, seat: int, at: list[int]) -> bool:
    """One Rune, two or three different ones; fewer Runes than that, or of too few kinds."""
    wanted = (1, 1, 1, 2, 2, 2, 2, 3, 3)[at[0]]
    held = runes(s, seat)
    if wanted == 1:  # a Rune of a certain kind
        return min(held) == 0
    return sum(held) < wanted or sum(map(bool, held)) < wanted


# What each payment takes, by kind of Rune.
PAYMENTS: Final = [
    *([one] for one in range(KINDS)),
    *([one, other] for one in range(KINDS) for other in range(one + 1, KINDS)),
    *([one, one] for one in range(KINDS)),
    [0, 1, 2],
    *([one, one, other] for one in range(KINDS) for other in range(KINDS) if one != other),
]


def prices(s: State, seat: int) -> list[list[int]]:
    """The payments for the Rune action that the player has chosen."""
    take, boss, ally = range(3)
    action, here = about(s, seat), s.hero_places[seat]
    reach = {here, *(numbers_of(s.board.near[here]) if has(s, seat, "beast_tongue") else [])}
    kinds = {
        take: {
            MONSTER_FACTS[at].rune
            for at in range(BOSS)
            if s.monsters.places[at] in reach and s.monsters.rings[at] == NOBODY
        },
        boss: {MONSTER_FACTS[BOSS].rune},
        ally: {REALM_RUNE[realm] for realm in numbers_of(s.board.realms[here]) if not s.alliances[realm] >> seat & 1},
    }
    if action in kinds:
        return [[kind] for kind in kinds[action]]
    several = 2 if action < DEAREST else 3
    alike = has(s, seat, "seidr")
    return [one for one in PAYMENTS if len(one) == several and (len(set(one)) == several or (alike and several == 2))]


def lacks(s: State, seat: int, paid: list[int]) -> bool:
    return any(paid.count(kind) > runes(s, seat)[kind] for kind in range(KINDS))


@claim("not_a_payment")
def _(s: State, seat: int, at: list[int]) -> bool:
    paid = PAYMENTS[at[0]]
    return lacks(s, seat, paid) or paid not in prices(s, seat)


@claim("no_change")
def _(s: State, seat: int, at: list[int]) -> bool:
    """No other kind in the place of one Rune makes it a price, or it is one already, or nothing can be changed."""
    paid = PAYMENTS[at[0]]
    changed = [
        sorted([*paid[:place], kind, *paid[place + 1 :]])
        for place in range(len(paid))
        for kind in range(KINDS)
        if kind != paid[place]
    ]
    asked = [sorted(one) for one in prices(s, seat)]
    as_it_is = len(paid) > 1 and sorted(paid) in asked
    return not has(s, seat, "andvaris_ring") or as_it_is or not any(one in asked for one in changed)


@claim("no_open_realm")
def _(s: State, seat: int, _at: list[int]) -> bool:
    near = numbers_of(s.board.realms[s.hero_places[seat]])
    return all(s.alliances[realm] >> seat & 1 for realm in near)


@claim("allied_already")
def _(s: State, seat: int, at: list[int]) -> bool:
    return bool(s.alliances[at[0]] >> seat & 1)


@claim("realm_far")
def _(s: State, seat: int, at: list[int]) -> bool:
    return at[0] not in numbers_of(s.board.realms[s.hero_places[seat]])


def was_paid(paid: int, rune: int) -> bool:
    return paid == rune if paid < CHANGED else paid - CHANGED != rune


@claim("not_paid_for")
def _(s: State, seat: int, at: list[int]) -> bool:
    return not was_paid(about(s, seat), REALM_RUNE[at[0]])


@claim("wrong_rune")
def _(s: State, seat: int, at: list[int]) -> bool:
    return not was_paid(about(s, seat), MONSTER_FACTS[at[0]].rune)


@claim("none_to_strengthen")
def _(s: State, seat: int, _at: list[int]) -> bool:
    return all(one == TOP for region in range(1, s.board.count + 1) for one in armies(s, seat, region))


# The wheel, Temples, Statues


@claim("own_marker")
def _(s: State, seat: int, at: list[int]) -> bool:
    return seat in s.wheel[at[0] * s.seats : at[0] * s.seats + s.wheel_sizes[at[0]]]


@claim("no_marker")
def _(s: State, seat: int, _at: list[int]) -> bool:
    return seat not in list(s.wheel)


@claim("no_temple_left")
def _(s: State, _seat: int, _at: list[int]) -> bool:
    return s.track_left == 0


@claim("no_shrine")
def _(s: State, _seat: int, at: list[int]) -> bool:
    return at[0] not in numbers_of(s.board.shrines)


@claim("has_temple")
def _(s: State, _seat: int, at: list[int]) -> bool:
    return bool(s.regions.temples[at[0]])


@claim("no_site")
def _(s: State, seat: int, _at: list[int]) -> bool:
    return all(s.regions.temples[region] for region in mine(s, seat) & set(numbers_of(s.board.shrines)))


@claim("gift_not_there", "not_offered")
def _(s: State, _seat: int, at: list[int]) -> bool:
    return at[0] not in list(s.offered.of(0))


@claim("all_built")
def _(s: State, _seat: int, _at: list[int]) -> bool:
    return list(s.levels) == [3] * STATUES


@claim("complete")
def _(s: State, _seat: int, at: list[int]) -> bool:
    return s.levels[at[0]] == 3


@claim("another_hero")
def _(s: State, seat: int, at: list[int]) -> bool:
    return any(s.hero_places[other] == s.hero_places[seat] == at[0] for other in others(s, seat))


@claim("yours_already")
def _(s: State, seat: int, at: list[int]) -> bool:
    return s.hero_places[seat] == at[0] and at[0] in mine(s, seat)


def might(s: State, seat: int) -> int:
    return value(s, seat, STRENGTH) + has(s, seat, "usurpers_banner")


@claim("too_weak")
def _(s: State, seat: int, at: list[int]) -> bool:
    here = s.hero_places[seat]
    bare = s.regions.uncovered[here] and s.rulings.uncovered_counts_zero
    need = 0 if bare else s.board.population[here]
    return s.regions.control[here] == NOBODY and at == [need, might(s, seat)] and at[1] < at[0]


@claim("armies_too_strong")
def _(s: State, seat: int, at: list[int]) -> bool:
    here = s.hero_places[seat]
    return at == [sum(sum(armies(s, other, here)) for other in others(s, seat)), might(s, seat)] and at[1] < at[0]


@claim("not_there")
def _(s: State, seat: int, at: list[int]) -> bool:
    return s.hero_places[seat] == at[0] and at[0] in mine(s, seat)


@claim("nothing_to_mobilize")
def _(s: State, seat: int, _at: list[int]) -> bool:
    boss = {s.monsters.places[BOSS]}
    return all(
        next_to(s, seat, region) <= boss and (one == TOP or region not in settlements(s, seat))
        for region in range(1, s.board.count + 1)
        for one in armies(s, seat, region)
    )


@claim("one_must_move")
def _(s: State, seat: int, _at: list[int]) -> bool:
    return not any(s.activated[seat * ARMIES : (seat + 1) * ARMIES])


@claim("all_must_move")
def _(s: State, seat: int, _at: list[int]) -> bool:
    first = seat * ARMIES
    return s.rulings.mobilize_all and any(
        s.armies[army] and not s.activated[army] for army in range(first, first + ARMIES)
    )


@claim("changes_nothing")
def _(s: State, seat: int, at: list[int]) -> bool:
    heal, _draw, rune, train = range(4)
    return {
        heal: not any(s.injured[seat * ATTRIBUTES : (seat + 1) * ATTRIBUTES]),
        rune: all(CLAIMS["none_in_supply"](s, seat, [kind]) for kind in range(KINDS)),
        train: all(one == TOP for region in settlements(s, seat) for one in armies(s, seat, region)),
    }[at[0]]


# Monsters


@claim("not_on_board")
def _(s: State, _seat: int, at: list[int]) -> bool:
    return s.monsters.places[at[0]] == 0


@claim("boss_not_activated", "never_taken")
def _(_s: State, _seat: int, at: list[int]) -> bool:
    return at[0] == BOSS


@claim("not_your_monster", "ringed")
def _(s: State, seat: int, at: list[int]) -> bool:
    return s.monsters.rings[at[0]] in others(s, seat)


@claim("own_ring")
def _(s: State, seat: int, at: list[int]) -> bool:
    return s.monsters.rings[at[0]] == seat


@claim("without_your_ring")
def _(s: State, seat: int, at: list[int]) -> bool:
    return s.monsters.rings[at[0]] != seat


@claim("monster_far", "not_at_hero")
def _(s: State, seat: int, at: list[int]) -> bool:
    return s.monsters.places[at[0]] != s.hero_places[seat]


@claim("no_monster_here")
def _(s: State, seat: int, _at: list[int]) -> bool:
    here = s.hero_places[seat]
    return all(s.monsters.rings[at] != NOBODY for at in range(BOSS) if s.monsters.places[at] == here)


@claim("no_boss_here")
def _(s: State, seat: int, _at: list[int]) -> bool:
    return s.monsters.places[BOSS] != s.hero_places[seat]


@claim("none_to_activate")
def _(s: State, seat: int, _at: list[int]) -> bool:
    return all(s.monsters.rings[at] in others(s, seat) for at in range(BOSS) if s.monsters.places[at])


@claim("no_monsters")
def _(s: State, seat: int, _at: list[int]) -> bool:
    here = s.hero_places[seat]
    hunted = any(s.monsters.places[at] == here for at in range(BOSS))
    return not hunted and CLAIMS["none_to_activate"](s, seat, [])


@claim("not_near_monster")
def _(s: State, _seat: int, at: list[int]) -> bool:
    return at[0] not in numbers_of(s.board.near[s.monsters.places[at[1]]])


@claim("no_army_to_hit")
def _(s: State, seat: int, at: list[int]) -> bool:
    """In the Region that the question is about: its own, or that of the Monster it names."""
    there = about(s, seat)
    regions = {there, s.monsters.places[there]} if there <= BOSS else {there}
    return any(at[1] not in armies(s, at[0], region) for region in regions)


@claim("no_such_player")
def _(s: State, _seat: int, _at: list[int]) -> bool:
    return s.seats < len(CLAN_NAMES)


@claim("must_trample")
def _(s: State, seat: int, _at: list[int]) -> bool:
    return s.monsters.rings[about(s, seat)] == NOBODY


@claim("no_army_there")
def _(s: State, _seat: int, at: list[int]) -> bool:
    """None at all, or none that can still gain value."""
    return all(one == TOP for seat in range(s.seats) for one in armies(s, seat, at[0]))


@claim("not_holy")
def _(s: State, seat: int, at: list[int]) -> bool:
    here = s.monsters.places[about(s, seat)] == at[0]
    return here or (s.board.god[at[0]] < 0 and not s.regions.temples[at[0]])


@claim("another_monster")
def _(s: State, seat: int, at: list[int]) -> bool:
    return about(s, seat) == at[0]


@claim("other_land")
def _(s: State, _seat: int, at: list[int]) -> bool:
    return s.board.land[at[0]] != s.board.land[s.monsters.places[at[1]]]


@claim("must_move")
def _(s: State, seat: int, at: list[int]) -> bool:
    return not s.rulings.grendel_may_stay and at[0] == about(s, seat)


@claim("too_few_kills")
def _(s: State, seat: int, at: list[int]) -> bool:
    have = s.slayers[seat] + list(s.monsters.slain_by).count(seat)
    return at == [1 if s.seats == 2 else 2, have] and have < at[0]


@claim("another_one")
def _(s: State, seat: int, at: list[int]) -> bool:
    return about(s, seat) == at[0]


@claim("two_monsters")
def _(s: State, seat: int, _at: list[int]) -> bool:
    free = [at for at in range(BOSS) if s.monsters.places[at] and s.monsters.rings[at] in (NOBODY, seat)]
    return s.rulings.two_monsters and any(at != about(s, seat) for at in free)


# Hunts and battles


@claim("covered")
def _(s: State, _seat: int, at: list[int]) -> bool:
    return at[0] not in spaces(s, at[1])


@claim("wrong_weapon")
def _(s: State, _seat: int, at: list[int]) -> bool:
    facts = MONSTER_FACTS[s.hunt.monster]
    weapon = WEAPON_NAMES.index(CARDS[at[0]].facts["weapon"])
    return facts.first[at[1]] != weapon or facts.second[at[1]] >= 0


def pair(s: State, card: int, other: int) -> bool:
    """Whether two cards deal a Wound together: by the first one's text, or on a space of the Boss."""
    first, second = (str(CARDS[one].facts["weapon"]) for one in (card, other))
    partner = {"axe": "shield", "seax": "shield", "spear": "spear", "sword": "sword"}
    facts = MONSTER_FACTS[s.hunt.monster]
    weapons = [(facts.first[at], facts.second[at]) for at in spaces(s, s.hunt.monster)]
    return partner.get(first) == second or (WEAPON_NAMES.index(first), WEAPON_NAMES.index(second)) in weapons


@claim("no_pair")
def _(s: State, _seat: int, at: list[int]) -> bool:
    return not pair(s, at[0], at[1]) and not pair(s, at[1], at[0])


@claim("other_way_round")
def _(s: State, _seat: int, at: list[int]) -> bool:
    return pair(s, at[0], at[1])


@claim("nothing_to_use")
def _(s: State, seat: int, at: list[int]) -> bool:
    return named(at[0]) != "grendels_arm" or not has(s, seat, "grendels_arm")


@claim("not_an_attack")
def _(s: State, _seat: int, at: list[int]) -> bool:
    return at[0] not in list(s.attack_hand.of(0))


@claim("no_shield")
def _(_s: State, _seat: int, at: list[int]) -> bool:
    return str(CARDS[at[0]].facts["weapon"]) != "shield"


@claim("shield_alone")
def _(s: State, seat: int, _at: list[int]) -> bool:
    return s.played.sizes[seat] > 0


@claim("special_stands")
def _(s: State, _seat: int, _at: list[int]) -> bool:
    return CARDS[s.hunt.attack].name == "Special Attack" and not s.rulings.shield_against_special


@claim("not_your_marker")
def _(s: State, seat: int, at: list[int]) -> bool:
    return s.monsters.wounds[s.hunt.monster * MOST_WOUNDS + at[0]] != seat


@claim("too_many_symbols")
def _(s: State, seat: int, at: list[int]) -> bool:
    played = sum(CARDS[card].facts["casualties"] for card in s.played.of(seat))
    return at[1] == sum(armies(s, seat, s.battle.region)) and at[0] > max(at[1], played)


@claim("must_ignore")
def _(s: State, seat: int, at: list[int]) -> bool:
    return at == [about(s, seat), s.battle.owed] and at[0] > at[1]


@claim("not_a_victor")
def _(s: State, _seat: int, at: list[int]) -> bool:
    return s.battle.region != at[0]


# Setup


@claim("not_a_hero")
def _(_s: State, _seat: int, at: list[int]) -> bool:
    return CARDS[at[0]].kind != HERO


@claim("not_a_story")
def _(_s: State, _seat: int, at: list[int]) -> bool:
    return CARDS[at[0]].kind != STORY


@claim("no_such_sea")
def _(s: State, _seat: int, at: list[int]) -> bool:
    return at[0] not in numbers_of(s.board.seas)


@claim("region_taken")
def _(s: State, seat: int, at: list[int]) -> bool:
    return s.regions.control[at[0]] in others(s, seat) or any(armies(s, other, at[0]) for other in others(s, seat))


@claim("sea_full")
def _(s: State, seat: int, at: list[int]) -> bool:
    taken = (CLAIMS["region_taken"], CLAIMS["boss_there"])
    return all(any(is_so(s, seat, [region]) for is_so in taken) for region in numbers_of(s.board.coast[at[0]]))


@claim("not_by_the_sea")
def _(s: State, seat: int, at: list[int]) -> bool:
    return at[0] not in shore(s, seat)


# A card of a window acts once per moment; its owner has it, and its condition holds, or it cannot act.
OFFERED: Final = ("t02", "t05", "t07", "t25_before", "t29", "t39_offer", "t41_t43")
ORDERED: Final = ("t03", "t09", "t14", "t18", "t22", "t24", "t28", "t37", "t38", "t45")
