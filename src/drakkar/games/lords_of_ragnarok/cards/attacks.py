"""The Monster Attack cards: what an attack does that takes effect (LR-18.10)."""

from drakkar.core.flow import then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.cards.kinds import MONSTER_FACTS, card
from drakkar.games.lords_of_ragnarok.heroes import deal_injury, deal_injury_to, is_injured
from drakkar.games.lords_of_ragnarok.pools import attribute, discard_card
from drakkar.games.lords_of_ragnarok.state import ATTRIBUTES, STRENGTH, State, rules
from drakkar.games.lords_of_ragnarok.windows import ATTACK_TEXT, SPECIAL_ATTACK

STRONG: int = 4
MORE_CARDS: int = 2


@card("monster attack", "attack_a").says(ATTACK_TEXT)
@card("monster attack", "attack_b").says(ATTACK_TEXT)
@card("monster attack", "attack_c").says(ATTACK_TEXT)
def one_injury(s: State, seat: int, _: int) -> None:
    """LR-5.6."""
    deal_injury(s, seat)


@card("monster attack", "mighty_attack").says(ATTACK_TEXT)
def two_injuries(s: State, seat: int, _: int) -> None:
    """One after the other."""
    deal_injury(s, seat)
    deal_injury(s, seat)


@card("monster attack", "furious_attack").says(ATTACK_TEXT)
def injury_and_fury(s: State, seat: int, _: int) -> None:
    """LR-18.15."""
    then(s, fury_grows, seat)
    deal_injury(s, seat)


@rules.step_for
def fury_grows(s: State, seat: int) -> None:
    """LR-18.15: Strength is read after the Injury; the cards are drawn in step 7."""
    if attribute(s, seat, STRENGTH) < STRONG:
        s.hunt.more += MORE_CARDS


@card("monster attack", "destruction").says(ATTACK_TEXT)
def every_healthy_token(s: State, seat: int, _: int) -> None:
    """LR-18.26: with none left to turn it does nothing."""
    for which in range(ATTRIBUTES - 1, -1, -1):
        if not is_injured(s, seat, which):
            deal_injury_to(s, seat, which)


@card("monster attack", "recall_a").says(ATTACK_TEXT)
@card("monster attack", "recall_b").says(ATTACK_TEXT)
def the_hunt_ends(s: State, _seat: int, _: int) -> None:
    """LR-18.24 (c)."""
    s.hunt.over = True


@card("monster attack", "wild_attack").says(ATTACK_TEXT)
def injury_and_a_random_card(s: State, seat: int, _: int) -> None:
    """The Injury first."""
    then(s, a_random_card_is_lost, seat)
    deal_injury(s, seat)


@rules.step_for
def a_random_card_is_lost(s: State, seat: int) -> None:
    """LR-24.7: chance says which."""
    held = s.hand.of(seat)
    if len(held):
        discard_card(s, seat, held[s.flow.chance.below(len(held))])


@card("monster attack", "surprise_attack").says(ATTACK_TEXT)
def twice_the_undefended(s: State, seat: int, _: int) -> None:
    """Two if no card was played in defence."""
    for _each in range(1 if s.hunt.cards else 2):
        deal_injury(s, seat)


@card("monster attack", "special_a").says(ATTACK_TEXT)
@card("monster attack", "special_b").says(ATTACK_TEXT)
def the_monsters_own(s: State, seat: int, monster: int) -> None:
    """What the Monster's card says."""
    SPECIAL_ATTACK.carry_out(s, MONSTER_FACTS[monster].card, seat, monster)
