"""A card that no rulebook has: `test_new_card` adds this file to the cards of a copy of Blood Rage."""

from drakkar.core.flow import Menu
from drakkar.games.blood_rage.actions import TURN
from drakkar.games.blood_rage.board import PROVINCES
from drakkar.games.blood_rage.card import CLAN, upgrade
from drakkar.games.blood_rage.choices import FIGURE_WORDS, PLACE_WORDS, notation
from drakkar.games.blood_rage.clans import gain_rage
from drakkar.games.blood_rage.figures import LEADER
from drakkar.games.blood_rage.state import State, rules

feast = upgrade(
    CLAN,
    "Feast of the Gods",
    age=1,
    strength=0,
    copies=(1, 0, 0, 0),
    text="New action: toast a province with your Leader and gain 1 Rage.",
    god="Odin",
)
TOAST = notation.verb("toast {figure} {place}", FIGURE_WORDS, PLACE_WORDS)
NO_FEAST = rules.why("no_feast", "BR-19.1", "you do not have Feast of the Gods on your clan sheet")


def why_not_toast(s: State, seat: int, _figure: int, _place: int) -> int:
    """Legal only with the card."""
    return 0 if s.has_in_force(seat, feast.number) else NO_FEAST.given()


def toast_menu(s: State, seat: int, menu: Menu) -> None:
    """All provinces."""
    if not why_not_toast(s, seat, LEADER, 0):
        for province in range(PROVINCES):
            menu.add(TOAST, LEADER, province)


def do_toast(s: State, seat: int, _figure: int, _place: int) -> None:
    """Gain 1 Rage."""
    gain_rage(s, seat, 1)


TURN.offer(TOAST, do_toast, why_not_toast, toast_menu, feast.number)
