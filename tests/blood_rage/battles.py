"""Battles in which every clan has many battle cards, and upgrades that affect battles."""

from random import Random

import drakkar
from drakkar.core.position import write
from drakkar.games.blood_rage.card import BATTLE, CARDS, QUEST, WARRIOR
from drakkar.games.blood_rage.positions.at_random import sheet
from drakkar.games.blood_rage.positions.words import full_name

CLANS = ["wolf", "raven", "serpent", "bear", "ram"]


PAIR_CARDS = ("Brothers in Arms", "Masters in Arms")


def card_heavy_battle(rng: Random) -> drakkar.Match:
    """A battle of all clans in Yggdrasil, at the call to battle or while cards are chosen."""
    return drakkar.set_up(write(clans_in_yggdrasil(rng)))


def declared_battle(rng: Random, *, with_pairs: bool) -> drakkar.Match:
    """Such a battle from its declaration on; two clans may have the cards that count Warriors in pairs."""
    sections = clans_in_yggdrasil(rng, PAIR_CARDS if with_pairs else ())
    fight = sections.pop("battle")
    assert isinstance(fight, dict)
    sections["turn"] = fight["pillager"]
    match = drakkar.set_up(write(sections))
    match.play(match.pending[0].seat, "pillage Yggdrasil")
    return match


def clans_in_yggdrasil(rng: Random, warrior_cards: tuple[str, ...] = ()) -> dict[str, object]:
    """The sections of a position; the first clans have these Warrior upgrades."""
    clans = CLANS[: rng.randint(2, 4)]
    deck = [card for card in CARDS for _ in range(card.copies_for(len(clans)))]
    rng.shuffle(deck)
    deck = [card for card in deck if card.name not in warrior_cards]
    sections: dict[str, object] = {"game": "blood_rage", "sides": clans, "age": 3, "seed": rng.randrange(10**6)}
    for number, clan in enumerate(clans):
        upgrades = sheet(rng, deck, "none")["upgrades"]
        if number < len(warrior_cards):
            warriors = [full_name(card.number) for card in CARDS if card.kind == WARRIOR]
            upgrades = [card for card in upgrades if card not in warriors] + [warrior_cards[number]]
        cards = [card for card in deck if card.kind in (BATTLE, QUEST)][:8]
        for card in cards:
            deck.remove(card)
        sections[clan] = {
            "rage": rng.randint(1, 12),
            "steps": {"rage": rng.randint(1, 6), "axes": rng.randint(1, 6), "horns": 6},
            "upgrades": upgrades,
            "hand": [full_name(card.number) for card in cards],
        }
    there = {clan: figures_of(rng, sections[clan]) for clan in clans}
    sections["figures"] = {"Yggdrasil": there, "Valhalla": dict.fromkeys(clans, "2 warriors")}
    sections["battle"] = {
        "province": "Yggdrasil",
        "pillager": rng.choice(clans),
        "stage": rng.choice(["call", "cards"]),
    }
    return sections


def figures_of(rng: Random, clan: object) -> str:
    """A Leader, some Warriors, and the clan's Monsters that do not swim."""
    assert isinstance(clan, dict)
    monsters = [card.name for card in CARDS if full_name(card.number) in clan["upgrades"] and card.figure >= 0]
    walking = [card.name for card in CARDS if card.name in monsters and not card.counts_as_ship]
    return ", ".join(
        ["leader", f"{rng.randint(1, 3)} warriors".replace("1 warriors", "warrior"), *sorted(set(walking))]
    )
