"""A pillage at the call to battle, at the choosing of cards or in the late window, as a position document has it."""

from typing import Final

from drakkar.core.flow import follow
from drakkar.core.vectors import Vec
from drakkar.games.blood_rage.actions import next_turn, turns_end
from drakkar.games.blood_rage.ages import LATER_PHASES
from drakkar.games.blood_rage.battle import (
    CHOOSE_CARD,
    late_window,
    late_window_opens,
    participants,
    text_acts_from_now_on,
)
from drakkar.games.blood_rage.board import PLACE_NAMES, PROVINCE_NAMES
from drakkar.games.blood_rage.card import MONSTER_CARDS
from drakkar.games.blood_rage.figures import is_involved
from drakkar.games.blood_rage.pillage import BATTLE, call_to_battle, cards_or_no_battle, gather
from drakkar.games.blood_rage.positions.lay_cards import put_hands
from drakkar.games.blood_rage.positions.reading import Reading
from drakkar.games.blood_rage.positions.words import STAGES, meant
from drakkar.games.blood_rage.state import ACTION, DEAL, no_battle

# More figures than a clan can lose in one battle, and more than a quest can be worth.
MOST_FALLEN: Final = 99
MOST_VALUE: Final = 20


def put_battle(r: Reading) -> None:
    """A pillage at the call to battle, at the choosing of cards, or in the late window."""
    s, document = r.s, r.document
    if r.phase != ACTION:
        raise document.wrong("there are battles only in the Action phase", "battle")
    province = document.name(PROVINCE_NAMES, "battle", "province")
    stage = max(0, document.name(STAGES, "battle", "stage"))
    pillager = document.name(r.clans, "battle", "pillager")
    s.turn = r.turn() if pillager < 0 or document.get("turn") else pillager
    s.battle = no_battle(s.seats)
    s.battle.province, s.battle.pillager = province, s.turn if pillager < 0 else pillager
    if province < 0:
        raise document.wrong("a battle is in a province", "battle")
    if s.destroyed[province]:
        raise document.wrong(f"{PLACE_NAMES[province]} is destroyed", "battle", "province")
    follow(s, (next_turn, turns_end, *LATER_PHASES))
    put_numbers(r, "fallen", MOST_FALLEN, s.battle.losses)
    (put_call, put_cards, put_late)[stage](r)


def gather_fighters(r: Reading) -> None:
    """BR-12.1: who takes part: whoever has a figure there, unless it is said who had one when the call ended."""
    s, named = r.s, r.document.names("battle", "participants")
    gather(s)
    if named:
        s.battle.participants = 0
        for word in named:
            s.battle.participants |= 1 << r.document.known(word, r.clans, "battle", "participants")
    if s.battle.participants in (0, 1 << s.battle.pillager):
        raise r.document.wrong("nobody opposes the pillager there", "battle", "province")
    if not s.battle.has(s.battle.pillager):
        raise r.document.wrong(nobody_there(r), "battle", "province")
    if r.document.has("battle", "monsters"):
        names = [card.name for card in MONSTER_CARDS]
        known = [r.document.known(word, names, "battle", "monsters") for word in r.document.names("battle", "monsters")]
        s.battle.monsters = 0
        for monster in known:
            s.battle.monsters |= 1 << monster


def nobody_there(r: Reading) -> str:
    """Without a figure there is nothing to pillage with."""
    battle = r.s.battle
    return f"{r.clans[battle.pillager]} has no figure in {PLACE_NAMES[battle.province]} or its fjord"


def battle_cards(r: Reading) -> dict[int, list[int]]:
    """What each clan has laid down so far."""
    return {
        r.document.known(clan, r.clans, "battle", "cards"): r.cards("battle", "cards", clan)
        for clan in r.document.table("battle", "cards")
    }


def put_numbers(r: Reading, key: str, most: int, numbers: Vec) -> None:
    """Read a table of numbers by clan."""
    for clan in r.document.table("battle", key):
        numbers[r.document.known(clan, r.clans, "battle", key)] = r.document.number(0, 0, most, "battle", key, clan)


def put_declined(r: Reading, asked: int) -> None:
    """BR-11.5, BR-12.15: how many clans have declined in succession."""
    r.s.battle.declined = r.document.number(0, 0, asked - 1, "battle", "declined")


def cancelled(r: Reading, seat: int, laid: list[int]) -> list[int]:
    """BR-12.8: the revealed cards of a clan whose text is cancelled."""
    clan = r.clans[seat]
    found = [meant(word, r.s) for word in r.document.names("battle", "cancelled", clan)]
    if any(found.count(card) > laid.count(card) for card in found):
        raise r.document.wrong(f"only a card that {clan} has revealed can be cancelled", "battle", "cancelled", clan)
    return found


def first_asked(r: Reading, usual: int) -> int:
    """Who is asked first."""
    asked = r.document.name(r.clans, "battle", "asked")
    return usual if asked < 0 else asked


def put_call(r: Reading) -> None:
    """Section 11."""
    s = r.s
    if not is_involved(s, s.battle.pillager, s.battle.province):
        raise r.document.wrong(nobody_there(r), "battle", "province")
    put_hands(r, {})
    s.battle.next_seat = first_asked(r, (s.battle.pillager + 1) % s.seats)
    put_declined(r, s.seats)
    follow(s, (call_to_battle, cards_or_no_battle))


def put_cards(r: Reading) -> None:
    """BR-12.2: whoever has chosen already has sealed a card."""
    s = r.s
    laid = battle_cards(r)
    put_hands(r, laid)
    gather_fighters(r)
    follow(s, BATTLE[1:])
    for seat, cards in laid.items():
        if not s.battle.has(seat) or len(cards) != 1:
            reason = f"{r.clans[seat]} lays down one card, if it takes part in the battle"
            raise r.document.wrong(reason, "battle", "cards", word=r.clans[seat])
        s.played.add(seat, cards[0])
    for seat in participants(s):
        if seat not in laid and s.hand.sizes[seat]:
            CHOOSE_CARD.ask(s, seat, s.battle.province)


def put_late(r: Reading) -> None:
    """BR-12.15: what was revealed lies open, and what it did at the reveal is done."""
    s = r.s
    laid = battle_cards(r)
    put_hands(r, {})
    gather_fighters(r)
    s.battle.revealed = True
    for seat, cards in laid.items():
        if not s.battle.has(seat) or not 0 < len(cards) <= DEAL:
            reason = f"{r.clans[seat]} has revealed up to {DEAL} cards if it takes part, known by name"
            raise r.document.wrong(reason, "battle", "cards", word=r.clans[seat])
        silent = cancelled(r, seat, cards)
        for card in cards:
            s.played.add(seat, card)
            if card in silent:
                silent.remove(card)
            else:
                text_acts_from_now_on(s, seat, card)
    for clan in r.document.table("battle", "cancelled"):
        if r.document.known(clan, r.clans, "battle", "cancelled") not in laid:
            raise r.document.wrong(f"{clan} has revealed no card", "battle", "cancelled", clan)
    put_numbers(r, "quest_values", MOST_VALUE, s.battle.quest_values)
    put_declined(r, len(participants(s)))
    s.battle.next_seat = first_asked(r, s.battle.pillager)
    if not s.battle.has(s.battle.next_seat):
        raise r.document.wrong("a clan that takes no part is not asked", "battle", "asked")
    follow(s, (late_window, *BATTLE[BATTLE.index(late_window_opens) + 1 :]))
