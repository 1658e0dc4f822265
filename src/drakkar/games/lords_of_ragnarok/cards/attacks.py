"""The Monster Attack cards: the effects of attacks that hit (LR-18.10)."""

from drakkar.core.flow import then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.card import MONSTER_FACTS
from drakkar.games.lords_of_ragnarok.cards.card_text import card
from drakkar.games.lords_of_ragnarok.pieces.heroes import deal_injury, deal_injury_to, is_injured
from drakkar.games.lords_of_ragnarok.pieces.player_pools import attribute, discard_card
from drakkar.games.lords_of_ragnarok.state import ATTRIBUTES, STRENGTH, State, rules
from drakkar.games.lords_of_ragnarok.windows import ATTACK_TEXT, SPECIAL_ATTACK

STRONG: int = 4
MORE_CARDS: int = 2


attack_a = card("monster attack", "attack_a", "1 Injury.")
attack_b = card("monster attack", "attack_b", "1 Injury.")
attack_c = card("monster attack", "attack_c", "1 Injury.")


@attack_a.says(ATTACK_TEXT)
@attack_b.says(ATTACK_TEXT)
@attack_c.says(ATTACK_TEXT)
def one_injury(s: State, seat: int, _: int) -> None:
    """LR-5.6."""
    deal_injury(s, seat)


mighty_attack = card("monster attack", "mighty_attack", "2 Injuries.")


@mighty_attack.says(ATTACK_TEXT)
def two_injuries(s: State, seat: int, _: int) -> None:
    """One after the other."""
    deal_injury(s, seat)
    deal_injury(s, seat)


furious_attack = card(
    "monster attack",
    "furious_attack",
    text="1 Injury; if the Hero's Strength is then below 4, the Monster draws 2 more cards.",
)


@furious_attack.says(ATTACK_TEXT)
def injury_and_fury(s: State, seat: int, _: int) -> None:
    """LR-18.15."""
    then(s, fury_grows, seat)
    deal_injury(s, seat)


@rules.step_for
def fury_grows(s: State, seat: int) -> None:
    """LR-18.15: Strength is read after the Injury; the cards are drawn in step 7."""
    if attribute(s, seat, STRENGTH) < STRONG:
        s.hunt.more += MORE_CARDS


destruction = card(
    "monster attack",
    "destruction",
    text="Turn every Attribute token that is still healthy to its injured side.",
)


@destruction.says(ATTACK_TEXT)
def every_healthy_token(s: State, seat: int, _: int) -> None:
    """LR-18.26: with no healthy token left it does nothing."""
    for which in range(ATTRIBUTES - 1, -1, -1):
        if not is_injured(s, seat, which):
            deal_injury_to(s, seat, which)


recall_a = card("monster attack", "recall_a", "The Hunt fails.")
recall_b = card("monster attack", "recall_b", "The Hunt fails.")


@recall_a.says(ATTACK_TEXT)
@recall_b.says(ATTACK_TEXT)
def the_hunt_ends(s: State, _seat: int, _: int) -> None:
    """LR-18.24 (c)."""
    s.hunt.over = True


wild_attack = card("monster attack", "wild_attack", "1 Injury; the hunter discards 1 Combat card at random.")


@wild_attack.says(ATTACK_TEXT)
def injury_and_a_random_card(s: State, seat: int, _: int) -> None:
    """The Injury first."""
    then(s, a_random_card_is_lost, seat)
    deal_injury(s, seat)


@rules.step_for
def a_random_card_is_lost(s: State, seat: int) -> None:
    """LR-24.7: drawn at random."""
    held = s.hand.of(seat)
    if len(held):
        discard_card(s, seat, held[s.flow.chance.below(len(held))])


surprise_attack = card("monster attack", "surprise_attack", "1 Injury, or 2 if the hunter played no card in defence.")


@surprise_attack.says(ATTACK_TEXT)
def twice_the_undefended(s: State, seat: int, _: int) -> None:
    """Two Injuries if no card was played in defence."""
    for _each in range(1 if s.hunt.cards else 2):
        deal_injury(s, seat)


special_a = card("monster attack", "special_a", "Carry out the Special Attack of the Monster's card.")
special_b = card("monster attack", "special_b", "Carry out the Special Attack of the Monster's card.")


@special_a.says(ATTACK_TEXT)
@special_b.says(ATTACK_TEXT)
def the_monsters_own(s: State, seat: int, monster: int) -> None:
    """The Special Attack on the Monster's card."""
    SPECIAL_ATTACK.carry_out(s, MONSTER_FACTS[monster].card, seat, monster)
