"""Perft: how many sequences of one, two, three … choices there are from a position.

A count says nothing about who wins, but it sees every choice of every question on the way. A changed count means that
a rule changed: a choice more, a choice less, or somebody asked who was not. If that was meant, count anew by hand
and write the new numbers here; otherwise it is a fault.

Several seats that are asked at once answer in the order of the seats (`drakkar.core.kit.perft`). A match that is over
counts as one sequence, however many choices are still to go.
"""

from pathlib import Path

import pytest

import drakkar
from drakkar.core.hosting import game_of, state_of
from drakkar.core.kit import perft

HERE = Path(__file__).parent / "perft"

# The counts at depth 1, 2, 3 …; in each position all cards that can matter have names, so nothing hangs on chance.
COUNTS = {
    # By hand: Wolf picks two of Eye, Eye, Alfheim!, Experts in Arms. There are 3 kinds; after the Eye 3 are left, after
    # one of the others 2: 3 + 2 + 2 = 7. Raven picks two of four different cards: 7 * 4 = 28, 7 * 4 * 3 = 84.
    # Then Wolf opens the Action phase.
    "draft_of_two": (3, 7, 28, 84, 1356, 17340),
    # By hand: Wolf's pack has two equal cards, the others' none: 2, 2 * 3, 2 * 3 * 3, 2 * 3 * 3 * 3.
    "draft_of_four": (2, 6, 18, 54, 1134),
    # By hand: 2 Rage, two of four figures on the board; Elvagar, Angerboda, Horgr, Utgard, Gimle have an empty village.
    # Invade: Warrior (1 Rage) into 5 provinces, Ship (2 Rage) into 4 fjords, the Leader is out: 9.
    # March: Gimle to the other 4 or Yggdrasil, Yggdrasil to all 5: 10.
    # Upgrade: Loki's Dragons (2), Brothers in Arms (1): 2. Quest: 1. Pillage: Gimle, Yggdrasil: 2. Pass: 1. In all 25.
    "turn_in_age_1": (25, 376, 2255),
    # By hand: of the outer provinces Horgr, Andlang, Gimle, Myrkulor survive, so F1 (Elvagar, Angerboda) is closed.
    # Invade: Warrior 4, Ship (2 Rage) 3, Dark Elf (1 Rage) 4 and Yggdrasil, Dwarf Chieftain (0 Rage) 4: 16.
    # March: Horgr to 3 provinces or Yggdrasil: 4. Upgrade: Valkyrie in place of either Monster: 2.
    # Pillage: none, Horgr is pillaged; challenge Horgr (2 Rage): 1. Pass: 1. In all 24.
    "turn_in_age_2": (24, 270, 4127),
    # By hand: Angerboda, Horgr, Andlang, Myrkulor survive, each with a village and a fjord that is open; 1 Rage.
    # Invade: Warrior 4; out of Valhalla Leader 4, Warrior 4, Ship 4: 16. The fourth figure under Horns.
    # March: from 3 provinces to 3 others or Yggdrasil: 12. Pillage: 3. Pass: 1.
    # Sacrifice: either Warrior, not the Witch: 2. In all 34.
    "turn_in_age_3": (34, 103, 301, 683, 1087),
    # By hand: Raven brings the Warrior, the Leader or none (3), Serpent the Troll, the Warrior or none (3), Wolf the
    # Warrior of Muspelheim or none (2; Gimle is not adjacent): 3, 9, 18. After these 18:
    # 4 times all three came, Horgr is full, and Wolf has one card to choose; once nobody came, likewise: 5.
    # Raven came and somebody declined, 8 times: Raven has one more to bring or not, 16.
    # Raven declined and somebody came, 5 times: Raven can still bring either or none, 15. In all 36.
    "call_to_battle": (3, 9, 18, 36, 67, 93),
    # By hand: Wolf 3, Serpent 2 kinds of card, Ram 2; Raven has sealed, Bear has no card: 3, 6, 12.
    # Then Odin's Tide (4 of 12) asks Serpent, the only one with two kinds of figure: 4 * 2; without it the late window
    # asks Wolf, who can only decline: 8. In all 16.
    "cards_of_five": (3, 6, 12, 16, 16, 24),
    # By hand: Wolf adds a Gaze or declines (2), Raven adds the Eye or declines (2), Serpent can only decline: 2, 4, 4.
    # Wolf is asked again, with a Gaze left in any case, unless all have declined: 3 * 2. If all have, Wolf wins and the
    # match runs to its end without another choice: 1. In all 7.
    "late_window": (2, 4, 4, 7, 8, 8, 9),
    # By hand: Wolf keeps an Eye, the Troll or none (3), Raven its card or none (2): 3, 6.
    # Raven leads Alfheim and raises one of 3 stats: 18. Serpent is tied in Utgard. Wolf leads Manheim and Yggdrasil and
    # raises twice one of 2 stats, Axes being on step 6: 36, 72.
    "discard_then_quests": (3, 6, 18, 36, 72),
    # By hand: the Witch flees or not: 2. If she does, a Warrior or the Ship is saved or none, else perhaps she: 3 + 4.
    # With the second Rage, if she fled: 3 answers after a Warrior, 2 after the Ship, and 1 as the match is over after
    # none: 6. If she stayed: 3 after her, 4 after a Warrior, 3 after the Ship, 1 after none: 11. In all 17; by then no
    # Rage is left and the match is over, so it stays 17.
    "ragnarok": (2, 7, 17, 17, 17),
}


@pytest.mark.parametrize("name", COUNTS)
def test_so_many_sequences_of_choices_lead_on_from_a_position(name: str) -> None:
    match = drakkar.set_up((HERE / f"{name}.toml").read_text("utf-8"))
    counts = tuple(perft(game_of(match), state_of(match), depth) for depth in range(1, len(COUNTS[name]) + 1))
    assert counts == COUNTS[name]


def test_every_position_has_its_counts() -> None:
    assert sorted(COUNTS) == sorted(path.stem for path in HERE.glob("*.toml"))
