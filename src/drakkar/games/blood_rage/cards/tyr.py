"""Tyr: strength and courage."""

from typing import Final

from drakkar.core.flow import Menu, emit
from drakkar.core.timing import Source
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.actions import TURN, do_nothing
from drakkar.games.blood_rage.board import PROVINCES
from drakkar.games.blood_rage.card import CLAN, battle_card, upgrade
from drakkar.games.blood_rage.choices import CARD_WORDS, DONE, PROVINCE_WORDS, notation
from drakkar.games.blood_rage.clans import acts, spend_rage
from drakkar.games.blood_rage.events import CARD_SAVED, QUEST_VALUE, WINNERS_CARDS_LEAVE
from drakkar.games.blood_rage.figures import is_involved
from drakkar.games.blood_rage.invade import PLACE_DESTROYED
from drakkar.games.blood_rage.memory import take_up
from drakkar.games.blood_rage.pillage import NO_FIGURE_THERE, begin_pillage
from drakkar.games.blood_rage.state import State, rules

tyrs_domain = upgrade(
    CLAN,
    "Tyr's Domain",
    age=1,
    strength=0,
    copies=(0, 1, 0, 0),
    text="A quest card you reveal in battle may be used as a battle card with bonus +3 and no text.",
    god="Tyr",
)


@tyrs_domain.modifies(QUEST_VALUE)
def a_quest_is_worth_three(s: State, _me: Source, value: int, _: int) -> int:
    """BR-12.6: with both cards +8; by ruling (BR-21.7) only the better one counts."""
    return max(value, 3) if s.rulings.best_quest_value_only else value + 3


tyrs_challenge = upgrade(
    CLAN,
    "Tyr's Challenge",
    age=2,
    strength=0,
    copies=(1, 0, 0, 0),
    text=(
        "New action for 2 Rage: pillage a province whose token shows its pillaged side. All pillage "
        "rules apply; on success you take the token's reward again. The token still shows its pillaged "
        "side."
    ),
    short="Action for 2 Rage: pillage a province that has been pillaged already.",
    god="Tyr",
)


CHALLENGE: Final = notation.verb("challenge {province:place}", PROVINCE_WORDS)
CHALLENGE_PRICE: Final = 2
NO_CHALLENGE: Final = rules.why("no_challenge", "BR-11.13", "you do not have Tyr's Challenge on your clan sheet")
CHALLENGE_NEEDS_RAGE: Final = rules.why("challenge_needs_rage", "BR-11.13", "needs {need} Rage; you have {have}")
NOT_PILLAGED_YET: Final = rules.why(
    "not_pillaged_yet", "BR-11.13", "{province:place} still shows its reward: pillage it"
)


def why_not_challenge(s: State, seat: int, province: int, _: int) -> int:
    """BR-11.13: a surviving province on its pillaged side, where the clan has a figure, for 2 Rage."""
    if not s.has_in_force(seat, tyrs_challenge.number):
        return NO_CHALLENGE.given()
    if s.destroyed[province]:
        return PLACE_DESTROYED.given(province)
    if not s.pillaged[province]:
        return NOT_PILLAGED_YET.given(province)
    if not is_involved(s, seat, province):
        return NO_FIGURE_THERE.given(province)
    return CHALLENGE_NEEDS_RAGE.given(CHALLENGE_PRICE, s.rage[seat]) if s.rage[seat] < CHALLENGE_PRICE else 0


def challenge_menu(s: State, seat: int, menu: Menu) -> None:
    """The provinces that may be challenged."""
    for province in range(PROVINCES):
        if not why_not_challenge(s, seat, province, 0):
            menu.add(CHALLENGE, province)


def do_challenge(s: State, seat: int, province: int, _: int) -> None:
    """BR-11.13: pillage again under the same rules; the token stays on its pillaged side, win or lose."""
    spend_rage(s, seat, CHALLENGE_PRICE)
    acts(s, Source(seat, tyrs_challenge.number))
    begin_pillage(s, seat, province)


TURN.offer(CHALLENGE, do_challenge, why_not_challenge, challenge_menu, tyrs_challenge.number)

tyrs_prowess = upgrade(
    CLAN,
    "Tyr's Prowess",
    age=2,
    strength=2,
    copies=(0, 1, 0, 0),
    text=(
        "When you win a battle, each card you played in it may go back to your hand for 1 Rage per card "
        "instead of being discarded."
    ),
    short="When you win, cards you played may return to your hand for 1 Rage each.",
    god="Tyr",
)


TAKE_BACK: Final = notation.verb("take back {card}", CARD_WORDS, implied=True)
TAKE_BACK_PRICE: Final = 1
SAVE_CARDS: Final = rules.question(
    "save_cards", "BR-13.5", "Tyr's Prowess: take back cards you played for 1 Rage each, then done"
)
NOT_YOURS_ON_TABLE: Final = rules.why("not_yours_on_table", "BR-13.5", "you have no {card} on the table")
TAKE_BACK_NEEDS_RAGE: Final = rules.why("take_back_needs_rage", "BR-13.5", "needs {need} Rage; you have {have}")


@tyrs_prowess.when(WINNERS_CARDS_LEAVE)
def cards_may_be_saved(s: State, me: Source, _: int) -> None:
    """BR-13.5: cards and Rage that a loser has already taken are gone."""
    if s.played.sizes[me.owner] and s.rage[me.owner] >= TAKE_BACK_PRICE:
        acts(s, me)
        SAVE_CARDS.ask(s, me.owner)


def why_not_take_back(s: State, seat: int, card: int, _: int) -> int:
    """BR-13.5."""
    if not s.played.has(seat, card):
        return NOT_YOURS_ON_TABLE.given(card)
    return TAKE_BACK_NEEDS_RAGE.given(TAKE_BACK_PRICE, 0) if s.rage[seat] < TAKE_BACK_PRICE else 0


def take_back_menu(s: State, seat: int, menu: Menu) -> None:
    """The clan's cards on the table; equal cards are one choice."""
    for card in dict.fromkeys(s.played.of(seat)):
        if not why_not_take_back(s, seat, card, 0):
            menu.add(TAKE_BACK, card)


def do_take_back(s: State, seat: int, card: int, _: int) -> None:
    """BR-13.5."""
    spend_rage(s, seat, TAKE_BACK_PRICE)
    s.played.remove(seat, card)
    take_up(s, seat, card)
    emit(s, CARD_SAVED, seat, card)
    SAVE_CARDS.ask(s, seat)


SAVE_CARDS.offer(TAKE_BACK, do_take_back, why_not_take_back, take_back_menu)
SAVE_CARDS.offer(DONE, do_nothing)

tyrs_wrath = upgrade(
    CLAN,
    "Tyr's Wrath",
    age=3,
    strength=1,
    copies=(0, 1, 0, 0),
    text="A quest card you reveal in battle may be used as a battle card with bonus +5 and no text.",
    god="Tyr",
)


@tyrs_wrath.modifies(QUEST_VALUE)
def a_quest_is_worth_five(s: State, _me: Source, value: int, _: int) -> int:
    """BR-12.6."""
    return max(value, 5) if s.rulings.best_quest_value_only else value + 5


tyrs_bash = battle_card(
    "Tyr's Bash",
    age=1,
    bonus=2,
    copies=(1, 0, 0, 0),
    god="Tyr",
)

tyrs_smash_1 = battle_card(
    "Tyr's Smash",
    age=1,
    bonus=3,
    copies=(1, 1, 0, 1),
    god="Tyr",
)

tyrs_crush_1 = battle_card(
    "Tyr's Crush",
    age=1,
    bonus=4,
    copies=(0, 0, 1, 0),
    god="Tyr",
)

tyrs_smite_1 = battle_card(
    "Tyr's Smite",
    age=1,
    bonus=5,
    copies=(1, 0, 0, 1),
    god="Tyr",
)

tyrs_smash_2 = battle_card(
    "Tyr's Smash",
    age=2,
    bonus=3,
    copies=(0, 0, 1, 1),
    god="Tyr",
)

tyrs_crush_2 = battle_card(
    "Tyr's Crush",
    age=2,
    bonus=4,
    copies=(1, 0, 0, 0),
    god="Tyr",
)

tyrs_smite_2 = battle_card(
    "Tyr's Smite",
    age=2,
    bonus=5,
    copies=(0, 1, 0, 0),
    god="Tyr",
)

tyrs_rage_2 = battle_card(
    "Tyr's Rage",
    age=2,
    bonus=6,
    copies=(1, 0, 0, 0),
    god="Tyr",
)

tyrs_crush_3 = battle_card(
    "Tyr's Crush",
    age=3,
    bonus=4,
    copies=(1, 0, 0, 1),
    god="Tyr",
)

tyrs_smite_3 = battle_card(
    "Tyr's Smite",
    age=3,
    bonus=5,
    copies=(0, 0, 1, 0),
    god="Tyr",
)

tyrs_rage_3 = battle_card(
    "Tyr's Rage",
    age=3,
    bonus=6,
    copies=(1, 0, 0, 0),
    god="Tyr",
)

tyrs_judgement = battle_card(
    "Tyr's Judgement",
    age=3,
    bonus=8,
    copies=(0, 0, 0, 1),
    god="Tyr",
)
