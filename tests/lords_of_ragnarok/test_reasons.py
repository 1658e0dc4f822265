"""A refusal is true: its claim holds in the state, in random play and in a scene for each rare reason."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

import drakkar
from drakkar.core.hosting import state_of
from drakkar.core.reasons import BYTE, Why
from drakkar.games.lords_of_ragnarok.board import RUNES
from drakkar.games.lords_of_ragnarok.choices import MONSTER_NAMES
from drakkar.games.lords_of_ragnarok.pieces.player_pools import supply
from drakkar.games.lords_of_ragnarok.state import State, rules
from tests.lords_of_ragnarok.cards.test_gifts_odin import gift
from tests.lords_of_ragnarok.claims import CLAIMS, ELSEWHERE, OFFERED, ORDERED, UNREACHED
from tests.lords_of_ragnarok.fighting import battle
from tests.lords_of_ragnarok.hunting import hunt
from tests.lords_of_ragnarok.playing import fresh
from tests.lords_of_ragnarok.scene import Scene, scene

WHYS = {why.code: why for why in rules.whys if why is not None}
WINDOWS = {f"{code}_cannot_use" for code in OFFERED} | {f"{code}_cannot_act" for code in ORDERED}
# Choices asked about at a moment of random play; all of a verb with few.
AT_A_MOMENT = 24


def refusals(s: State, seat: int, dice: random.Random | None) -> Iterator[tuple[Why, list[int], int]]:
    """The reasons against choices that the question of this seat knows, with their values and the choice."""
    question = rules.asked(s, seat)
    assert question is not None
    for offer in question.offers_to(s, seat):
        codes = range(offer.verb.base, offer.verb.base + offer.verb.size)
        some = codes if dice is None or len(codes) <= AT_A_MOMENT else dice.sample(codes, AT_A_MOMENT)
        for code in some:
            packed = rules.why_not(s, seat, code)
            if packed:
                why = rules.whys[packed % BYTE]
                assert why is not None
                values = [packed // BYTE ** (at + 1) % BYTE for at in range(len(why.names))]
                yield why, values, code


def holds(why: Why, s: State, seat: int, values: list[int]) -> bool:
    """Whether the claim of a reason is true."""
    if why.code in WINDOWS:
        return cannot_act(why.code, s, seat, values[0])
    return CLAIMS[why.code](s, seat, values)


def cannot_act(code: str, s: State, seat: int, card: int) -> bool:
    """A card that the question does not offer: no choice of the seat names it."""
    return all(card not in [part.id for part in rules.notation.parts(choice)] for choice in rules.legal(s, seat))


def all_true(match: drakkar.Match, dice: random.Random | None = None) -> set[str]:
    """Check every refusal at this moment; the codes that occurred."""
    met, s = set(), state_of(match)
    for decision in match.pending:
        seat = decision.seat
        for why, values, code in refusals(s, seat, dice):
            said = f"{rules.notation.spell(code)}: {why.sentence.text} {values}"
            assert holds(why, s, seat, values), said
            assert match.why_not(seat, rules.notation.choice(code)) is not None
            met.add(why.code)
    return met


def test_every_reason_has_a_claim_or_is_covered_elsewhere() -> None:
    assert set(CLAIMS) | set(ELSEWHERE) | WINDOWS == set(WHYS)
    assert not set(CLAIMS) & set(ELSEWHERE)
    assert set(UNREACHED) <= set(WHYS)


RULINGS: dict[str, Any] = {
    "mobilize_scope": "all",
    "monsters_count": "two",
    "grendel_same_region": False,
    "lowest_by_value": "position",
}


@pytest.mark.parametrize("rulings", [None, RULINGS], ids=["default", "other rulings"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_refusal_in_random_play_is_true(seats: int, rulings: dict[str, Any] | None) -> None:
    match, dice = fresh(seats, 40 + seats, rulings), random.Random(seats)
    met: set[str] = set()
    while not match.over:
        met |= all_true(match, dice)
        decision = match.pending[0]
        match.play(decision.seat, dice.choice(decision.choices))
    assert len(met) > 40


def rune_stage(**said: Any) -> Scene:
    return scene("green red", stage="rune", armies="green: 2 in 5", runes="green: uruz othala algiz", **said)


def one_monster_paid() -> Scene:
    """All Monsters stand with the Hero; the Rune of two of them is paid."""
    s = rune_stage(hero="green: 16", monsters=", ".join(f"{name} 16" for name in MONSTER_NAMES[:-1]))
    s.play("green: rune action take monster", "green: pay uruz")
    return s


def attributes_at_the_top(top: str) -> Scene:
    return rune_stage(attributes=f"green: {top}")


def raising() -> Scene:
    s = attributes_at_the_top("strength 6")
    s.play("green: rune action raise")
    return s


def taken_land() -> Scene:
    s = gift("Land-Taker", stage="manoeuvres", armies="green: 4 in 18, 2 in 19")
    s.play("green: activate army 4 18", "green: move 19")
    return s


def no_uruz_left() -> Scene:
    s = scene("green red", stage="special", armies="green: 2 in 5")
    s.state.runes[RUNES] += supply(s.state, 0)
    s.play("green: action prepare", "green: prepare rune")
    return s


def shielded_loser() -> Scene:
    s = battle(hands="red: Shieldmaidens", armies="green: 6 in 18; red: 2 1 1 in 19")
    s.play("red: play Shieldmaidens", "green: pass", "red: pass")
    return s


def bleeding() -> Scene:
    s = battle(artifacts="green: Blood of the Undead", hands="green: Raiders", armies="green: 6 in 18; red: 3 in 19")
    s.play("red: pass", "green: play Raiders", "green: pass")
    return s


def thick_skinned() -> Scene:
    s = hunt(gifts="green: Thick Hide")
    s.attack("attack_a")
    s.play("green: done")
    return s


def two_orders() -> Scene:
    """Green's Land-Taker and Snorri both act when a neutral Settlement Region is taken."""
    s = scene(
        "green red blue",
        stage="manoeuvres",
        heroes="green: Snorri",
        hero="green: 18",
        gifts="green: Land-Taker",
        armies="green: 4 in 18",
    )
    s.play("green: activate army 4 18", "green: move 19")
    return s


def before_a_battle() -> Scene:
    return battle(heroes="green: Beowulf", hero="green: 20; red: 9", gifts="green: Battle Cry")


def after_a_battle() -> Scene:
    s = battle(hands="green: Raiders, Scouts; red: Champions", armies="green: 6 in 18; red: 1 in 19")
    s.play("red: pass", "green: play Raiders", "green: play Scouts", "green: pass")
    return s


BUILT = "odin 3, thor 3, freya 3"
SCENES = {
    "all_built": lambda: scene("green red", stage="special", wheel="green: usurp", levels=BUILT),
    "all_on_six": lambda: attributes_at_the_top("authority 6, strength 6, wisdom 6"),
    "must_ignore": shielded_loser,
    "no_monsters": lambda: scene("green red", stage="special"),
    "no_temple_left": lambda: scene("green red", stage="special", temples="2 4 7 8 13", control="green: 2"),
    "none_in_supply": no_uruz_left,
    "none_to_activate": rune_stage,
    "not_taken": taken_land,
    "nothing_to_spare": shielded_loser,
    "on_six": raising,
    "t24_cannot_act": two_orders,
    "t25_before_cannot_use": thick_skinned,
    "t38_cannot_act": before_a_battle,
    "t41_t43_cannot_use": bleeding,
    "t45_cannot_act": after_a_battle,
    "wrong_rune": one_monster_paid,
}


@pytest.mark.parametrize("code", SCENES)
def test_a_rare_refusal_is_true_too(code: str) -> None:
    assert code in all_true(SCENES[code]().match)
