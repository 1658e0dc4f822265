"""The odds of a Hunt, from what one seat knows.

They are a count of imagined Hunts: unseen cards are dealt at random, the Monster side plays the strongest card it
holds, and the hunter plays by simple rules, once sparing cards and once not; the better of the two counts. Texts of
Heroes, Gifts and Artifacts are left out, but for those already in a view's numbers. So the odds are rough (a hundred
Hunts are within some ten points), take about 25 milliseconds, and are equal for equal knowledge. They agree with the
Hunts that bots play out (docs/lords_of_ragnarok_statistics.md).
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple

from drakkar.games.lords_of_ragnarok.card import (
    ATTACK,
    CARDS,
    COMBAT,
    DRAWS,
    IS_SPECIAL,
    MONSTER_FACTS,
    NO_WEAPON,
    RAGE,
    SHIELD,
    VALUE,
    WEAK_POINT,
    WEAPON,
    of_kind,
)
from drakkar.games.lords_of_ragnarok.cards.attack_hits import ALL, HITS, Hit
from drakkar.games.lords_of_ragnarok.choices import ATTRIBUTE_NAMES, MONSTER_NAMES
from drakkar.games.lords_of_ragnarok.hunt.hero_round import PARTNER
from drakkar.page.game_page import Document

SAMPLES: Final = 100
# The odds are told in steps of this many percent.
STEP: Final = 5
FIRST_ATTACKS: Final = 2
LOWEST: Final = 2
# How many of the cards that could deal Wounds a hunter keeps for the next round.
KEPT: Final = (0, 2)


class Known(NamedTuple):
    """What a seat knows of a Hunt.

    `hand` are the hunter's known cards and `more` the number of unknown ones; `pool` and `thrown` the Combat cards that
    may be drawn, and those discarded; `attacks` the attack cards not seen yet, `held` and `unseen` those of the Monster
    side; `attack` is the card to answer, or -1, and `defence` what is played against it. A Hero round has `wounds` so
    far, or -1. `open` are the weapons of the open spaces, `fields` the healthy Attributes, 0 for an injured one.
    """

    monster: int
    hand: tuple[int, ...]
    more: int
    pool: tuple[int, ...]
    thrown: tuple[int, ...]
    attacks: tuple[int, ...]
    held: tuple[int, ...]
    unseen: int
    attack: int
    defence: int
    wounds: int
    open: tuple[tuple[int, int], ...]
    fields: tuple[int, ...]
    wisdom: int


def odds(known: Known) -> int:
    """The chance that a Hunt succeeds, in percent and in steps of five."""
    return STEP * round(max(_share(known, keep) for keep in KEPT) * 100 / STEP)


@lru_cache(maxsize=512)
def _share(known: Known, keep: int) -> float:
    rng = Random(repr(known))
    return sum(Imagined(known, rng, keep).succeeds() for _ in range(SAMPLES)) / SAMPLES


class Imagined:
    """One Hunt as it may go on."""

    def __init__(self, known: Known, rng: Random, keep: int) -> None:
        self.known = known
        self.rng = rng
        self.keep = keep
        self.pool = rng.sample(known.pool, len(known.pool))
        self.thrown = list(known.thrown)
        self.attacks = rng.sample(known.attacks, len(known.attacks))
        self.hand = list(known.hand)
        self.draw(known.more)
        self.held = [*known.held, *self._attacks(known.unseen)]
        self.open = list(known.open)
        self.healthy = sum(field > 0 for field in known.fields)
        self.wisdom = known.wisdom

    def draw(self, number: int) -> None:
        """The hunter draws; an empty deck is made of the discarded cards."""
        for _ in range(number):
            if not self.pool:
                self.pool, self.thrown = self.rng.sample(self.thrown, len(self.thrown)), []
            if self.pool:
                self.hand.append(self.pool.pop())

    def _attacks(self, number: int) -> list[int]:
        """The Monster side draws, as many cards as there are (LR-18.14)."""
        taken = self.attacks[:number]
        del self.attacks[:number]
        return taken

    def throw(self, cards: Sequence[int]) -> None:
        """Cards leave the hand."""
        for card in cards:
            self.hand.remove(card)
        self.thrown += cards

    def succeeds(self) -> bool:
        """Play the rest of the Hunt."""
        if self.known.wounds >= 0:
            goes_on, answered = self.hero_round(self.known.wounds), True
        else:
            goes_on, answered = True, self.known.attack < 0
        while goes_on and self.open:
            if not answered:
                goes_on = self.defend(self.known.attack, self.known.defence)
            elif not self.attacks:  # LR-18.4
                return False
            else:
                goes_on = self.defend(self.strongest(), 0)
            answered = True
            goes_on = goes_on and self.hero_round(0)
        return not self.open

    def strongest(self) -> int:
        """The attack that the Monster side plays; the others are discarded (LR-18.5)."""
        card = max(self.held, key=lambda one: (RAGE[one] + 2 * self.hit(one).injuries + 3 * self.hit(one).fails, one))
        self.held = []
        return card

    def hit(self, attack: int) -> Hit:
        """The effect of an attack."""
        card = MONSTER_FACTS[self.known.monster].card if IS_SPECIAL[attack] else attack
        return HITS[CARDS[card].id]

    def defend(self, attack: int, played: int) -> bool:
        """A Monster round from the defence on; whether the Hunt goes on."""
        rage, hit = RAGE[attack], self.hit(attack)
        shields = [card for card in self.hand if WEAPON[card] == SHIELD]
        if shields and not played and not IS_SPECIAL[attack]:  # LR-18.7
            self.throw([min(shields, key=lambda card: VALUE[card])])
            self.draw(1)
            self.held = self._attacks(DRAWS[attack])
            return True
        cards = self.enough(rage - played, hit)
        self.throw(cards)
        total = played + sum(VALUE[card] for card in cards)
        if total <= rage and not self.suffers(hit):
            return False
        self.draw(1 + (self.wisdom + total >= WEAK_POINT[attack]))
        self.held = self._attacks(DRAWS[attack])
        return True

    def enough(self, rage: int, hit: Hit) -> list[int]:
        """Cards that beat the Rage, those of no use for Wounds first; none if they would cost too many of use."""
        weapons = [weapon for space in self.open for weapon in space]
        useless = sorted((card for card in self.hand if WEAPON[card] not in weapons), key=lambda card: -VALUE[card])
        useful = sorted((card for card in self.hand if WEAPON[card] in weapons), key=lambda card: VALUE[card])
        worth = 3 if hit.fails or hit.injuries > self.healthy else 1 + (hit.injuries >= self.healthy - 1)
        chosen, total = list[int](), 0
        for card in (*useless, *useful[::-1][:worth]):
            if total > rage:
                break
            chosen.append(card)
            total += VALUE[card]
        return chosen if total > rage else []

    def suffers(self, hit: Hit) -> bool:
        """An attack hits; whether the Hunt goes on (LR-18.24)."""
        if hit.fails or (hit.injuries < ALL and hit.injuries > self.healthy):
            return False
        self.healthy = max(0, self.healthy - hit.injuries)
        if not self.healthy:
            self.wisdom = LOWEST
        self.throw(self.rng.sample(self.hand, min(hit.loses, len(self.hand))))
        return self.wisdom >= hit.wisdom  # LR-18.36

    def hero_round(self, wounds: int) -> bool:
        """Deal Wounds; whether the Hunt goes on (LR-18.22)."""
        plays = wounds_of(self.hand, self.open)
        if len(plays) < len(self.open):
            plays = plays[: max(0 if wounds else 1, len(plays) - self.keep)]
        for cards, space in plays:
            self.throw(cards)
            self.open.remove(space)
        return bool(plays or wounds)


def wounds_of(hand: list[int], spaces: list[tuple[int, int]]) -> list[tuple[list[int], tuple[int, int]]]:
    """The Wounds that a hand can deal, each with its cards: by their weapons, then by texts of pairs."""
    rest, found, left = sorted(hand, key=lambda card: VALUE[card]), [], []
    for space in spaces:
        cards = _matching(rest, space)
        if cards:
            found.append((cards, space))
        else:
            left.append(space)
    for space in left:
        cards = _any_wound(rest)
        if cards:
            found.append((cards, space))
    return found


def _matching(rest: list[int], space: tuple[int, int]) -> list[int]:
    """LR-18.16, LR-18.23: take a card for each weapon of a space; nothing if one is lacking."""
    taken = list[int]()
    for weapon in space:
        card = next((one for one in rest if WEAPON[one] == weapon and (one not in taken or rest.count(one) > 1)), -1)
        if weapon != NO_WEAPON and card < 0:
            return []
        if card >= 0:
            taken.append(card)
    for card in taken:
        rest.remove(card)
    return taken


def _any_wound(rest: list[int]) -> list[int]:
    """LR-18.17: take two cards that deal a Wound of any kind together."""
    for at, card in enumerate(rest):
        for other_at, other in enumerate(rest):
            if at != other_at and PARTNER[card] != NO_WEAPON and PARTNER[card] == WEAPON[other]:
                rest.remove(card)
                rest.remove(other)
                return [card, other]
    return []


# --- From a document


def known_of(document: Document, monster: str) -> Known:
    """What the seat of a document knows of a Hunt: the current one, or one that its player could begin."""
    view, seat = document["view"], document["seat"]
    hunt = view["hunt"]
    hunter = hunt["hunter"] if hunt else seat
    player, number = view["players"][hunter], MONSTER_NAMES.index(monster)
    held = player["hand"]
    hand = [_combat(name) for name in held] if isinstance(held, list) else []
    more = 0 if isinstance(held, list) else int(held["hidden"])
    own = view["players"][seat]["hand"] if seat is not None and seat != hunter else []
    seen = [*hand, *(_combat(name) for name in own), *_discards(view, "combat")]
    if hunt and isinstance(hunt["played"], list):
        seen += [_combat(name) for name in hunt["played"]]
    attributes = player["attributes"]
    fields = tuple(0 if attributes[name]["injured"] else int(attributes[name]["field"]) for name in ATTRIBUTE_NAMES)
    begins: dict[str, Any] = {
        "attacks": tuple(_left(ATTACK, [])),
        "held": (),
        "unseen": FIRST_ATTACKS,
        "attack": -1,
        "defence": 0,
        "wounds": -1,
    }
    # Between the declaration of a Hunt and its first cards, a Hero's ability may ask a question (LR-18.2).
    is_dealt = hunt is not None and view["decks"]["attack"]["left"] < len(begins["attacks"])
    now = _attacks_of(document, hunt) if is_dealt else begins
    return Known(
        monster=number,
        hand=tuple(sorted(hand)),
        more=more + (0 if is_dealt else int(attributes["strength"]["value"])),
        pool=tuple(_left(COMBAT, seen)),
        thrown=tuple(_discards(view, "combat")),
        open=_open(view["monsters"][number], number),
        fields=fields,
        wisdom=int(hunt["wisdom"] if hunt else attributes["wisdom"]["value"]),
        **now,
    )


def _attacks_of(document: Document, hunt: dict[str, Any]) -> dict[str, Any]:
    """The Monster side's cards, and the moment of the Hunt."""
    held = [int(face["id"]) for face in hunt["attack_cards"]]
    unseen = 0 if isinstance(hunt["attack_hand"], list) else int(hunt["attack_hand"]["hidden"])
    now = -1 if hunt["attack_card"] is None else int(hunt["attack_card"]["id"])
    seen = [*held, *_discards(document["view"], "attack"), *([] if now < 0 else [now])]
    is_hero_round = now < 0 and not any(one["prompt"]["code"] == "attack" for one in document["owed"])
    return {
        "attacks": tuple(_left(ATTACK, seen)),
        "held": tuple(sorted(held)),
        "unseen": unseen,
        "attack": now,
        "defence": int(hunt["defence"]),
        "wounds": int(hunt["wounds"]) if is_hero_round else -1,
    }


def _combat(name: str) -> int:
    return next(card.number for card in of_kind(COMBAT) if card.name == name)


def _discards(view: dict[str, Any], deck: str) -> list[int]:
    """The discarded cards of a deck. Attack cards of one name can differ in their numbers; the first one counts."""
    kind = COMBAT if deck == "combat" else ATTACK
    numbers = {card.name: card.number for card in reversed(of_kind(kind))}
    return sorted(numbers[name] for name in view["decks"][deck]["discards"])


def _left(kind: int, seen: list[int]) -> list[int]:
    """All cards of a kind but those seen."""
    found = [card.number for card in of_kind(kind) for _ in range(card.copies)]
    for card in seen:
        if card in found:
            found.remove(card)
    return found


def _open(now: dict[str, Any], monster: int) -> tuple[tuple[int, int], ...]:
    facts = MONSTER_FACTS[monster]
    return tuple((facts.first[at], facts.second[at]) for at, seat in enumerate(now["wounds"]) if seat is None)
