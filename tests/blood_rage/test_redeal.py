"""Re-dealing: a state that the seat could be in, whatever it has seen; and every such state may come."""

from collections import Counter
from random import Random

import pytest

import drakkar
from drakkar.bots import make
from drakkar.core.chance import chance_from
from drakkar.core.hosting import state_of
from drakkar.core.kit import fingerprint, play_randomly
from drakkar.games.blood_rage.card import CARDS, QUEST
from drakkar.games.blood_rage.cards.decks import deck
from tests.blood_rage.playing import through_draft
from tests.blood_rage.scene import scene
from tests.blood_rage.worlds import GAME, in_another_world, random_moments, retold

PLAYERS = (2, 3, 4, 5)


def check_redeals(seats: int, seed: int, share: float) -> int:
    """At some moments of a match: the re-dealt state is sound, and the seat's whole history is possible in it."""
    checked = 0
    for moment, seat, rng in random_moments(seats, seed, share):
        view = moment.view(seat)
        world = drakkar.redeal(view, rng)
        GAME.check(world)
        assert fingerprint(GAME.veil(world, seat)) == fingerprint(view.known)
        again = retold(moment, seat, world)
        assert [event.to_json() for event in again.events(seat)] == [event.to_json() for event in moment.events(seat)]
        assert again.view(seat).to_json() == view.to_json()
        assert fingerprint(GAME.veil(state_of(again), seat)) == fingerprint(view.known)
        checked += 1
    return checked


@pytest.mark.parametrize("seats", [2, 3, *(pytest.param(seats, marks=pytest.mark.thorough) for seats in (4, 5))])
def test_what_a_seat_has_seen_is_possible_in_the_redealt_world(seats: int) -> None:
    assert check_redeals(seats, 10 + seats, 0.3) > 15


@pytest.mark.slow
@pytest.mark.parametrize("block", range(4))
@pytest.mark.parametrize("seats", PLAYERS)
def test_and_so_it_is_at_two_thousand_random_moments(seats: int, block: int) -> None:
    """Sixteen blocks of 125."""
    checked, seed = 0, 1000 * block
    while checked < 125:
        checked += check_redeals(seats, seed, 0.1)
        seed += 1
    assert checked >= 125


class Counting(Random):
    """Dice that know how often they were thrown."""

    throws = 0

    def random(self) -> float:
        self.throws += 1
        return super().random()


@pytest.mark.parametrize("seats", PLAYERS)
def test_no_world_takes_long_to_find(seats: int) -> None:
    """Whatever takes time throws dice: some hundred places are filled, and hardly any of them in vain."""
    throws = []
    for moment, seat, _ in random_moments(seats, 20 + seats, 0.5):
        dice = Counting(1)
        drakkar.redeal(moment.view(seat), dice)
        throws.append(dice.throws)
    assert max(throws) < 1000
    assert sum(throws) / len(throws) < 150


def test_a_quest_that_was_kept_may_be_one_that_all_have_seen_in_the_hand() -> None:
    """In this match the last draft cannot have brought all the quests that a seat has committed."""
    match = drakkar.new("blood_rage", seats=3, seed=28)
    bots = [make("policy", seat) for seat in range(3)]
    while state_of(match).age < 3:
        decision = match.pending[0]
        view = match.view(decision.seat)
        GAME.check(drakkar.redeal(view, Random(1)))
        match.play(decision.seat, bots[decision.seat].choose(view, decision))


def possible_in_hand(match: drakkar.Match, seat: int, other: int) -> set[str]:
    """By hand, from the seat's own packs: what another seat can have taken in a draft that is over."""
    seats, rounds = match.seats, {held["round"] - 1: held for held in match.view(seat).table["draft"]}
    lay = {turn: names(held["took"]) + names(held["passed_on"]) for turn, held in rounds.items()}
    seen = Counter[str]()
    for turn in range(min(seats, len(rounds))):
        seen += lay[turn]
    unseen = Counter(CARDS[card].name for card in deck(1, seats)) - seen
    possible = set[str]()
    for turn in range(len(rounds)):
        came_from = (other - turn) % seats
        mine = [at for at in rounds if (seat - at) % seats == came_from and at < turn]
        if not mine:
            possible |= set(unseen)
            continue
        left = names(rounds[mine[-1]]["passed_on"])
        later = [at for at in rounds if (seat - at) % seats == came_from and at > turn]
        possible |= set(left - lay[later[0]] if later else left)
    return possible


def names(faces: list[dict[str, object]]) -> Counter[str]:
    return Counter(str(face["name"]) for face in faces)


@pytest.mark.parametrize("seats", PLAYERS)
def test_every_card_that_a_hand_can_hold_is_dealt_to_it_sooner_or_later_and_no_other(seats: int) -> None:
    match = drakkar.new("blood_rage", seats=seats, seed=seats)
    for moment in play_randomly(match, chance_from(seats)):
        if moment.pending[0].prompt.code != "draft":
            break
    rng, view = Random(seats), match.view(0)
    worlds = [drakkar.redeal(view, rng) for _ in range(600)]
    for other in range(1, seats):
        dealt = {CARDS[card].name for world in worlds for card in world.hand.of(other)}
        assert dealt == possible_in_hand(match, 0, other)


def test_with_two_players_a_pack_that_came_round_has_lost_two_cards_to_the_other() -> None:
    match = drakkar.new("blood_rage", seats=2, seed=9)
    through_draft(match)
    first, third = match.view(0).table["draft"][0], match.view(0).table["draft"][2]
    gone = names(first["passed_on"]) - names(third["took"]) - names(third["passed_on"])
    assert gone.total() == 2
    for seed in range(50):
        held = Counter(CARDS[card].name for card in drakkar.redeal(match.view(0), Random(seed)).hand.of(1))
        assert gone <= held


@pytest.mark.parametrize("seats", PLAYERS)
def test_committed_cards_are_quests(seats: int) -> None:
    quests = 0
    for moment, seat, rng in random_moments(seats, 70 + seats, 0.5):
        world = state_of(in_another_world(moment, seat, rng))
        for other in range(seats):
            quests += world.quests.sizes[other]
            assert all(CARDS[card].kind == QUEST for card in world.quests.of(other))
    assert quests


def test_the_same_dice_deal_the_same_world_and_chance_is_drawn_anew() -> None:
    match = drakkar.new("blood_rage", seats=4, seed=2)
    through_draft(match)
    one, same, other = (drakkar.redeal(match.view(1), Random(seed)) for seed in (1, 1, 2))
    assert fingerprint(one) == fingerprint(same)
    assert fingerprint(one) != fingerprint(other)
    assert one.flow.chance.key != state_of(match).flow.chance.key


def test_a_game_without_a_draft_leaves_the_other_hands_open() -> None:
    match = drakkar.new("blood_rage", seats=3, seed=2, rulings={"first_game_no_draft": True})
    dealt = {CARDS[card].name for seed in range(300) for card in drakkar.redeal(match.view(0), Random(seed)).hand.of(1)}
    mine = Counter(CARDS[card].name for card in state_of(match).hand.of(0))
    assert dealt == set(Counter(CARDS[card].name for card in deck(1, 3)) - mine)


def test_of_two_equal_quests_the_one_shown_last_need_not_be_the_one_committed() -> None:
    """Wolf shows a quest and takes it back, commits it, takes its like with Loki's Poison, and shows that one."""
    s = scene(
        "wolf raven serpent bear",
        age=3,
        turn="raven",
        rage={"wolf": 6, "raven": 6, "serpent": 0, "bear": 0},
        figures="wolf: warrior in Gimle, warrior in Horgr, warrior in Andlang; "
        "raven: leader in Gimle, 2 warriors in Horgr, 2 warriors in Andlang",
        hands={"wolf": "Alfheim! (age 3), Loki's Poison", "raven": "Alfheim! (age 3), Tyr's Rage, Manheim! (age 3)"},
        ragnarok=("Myrkulor", "Elvagar", "Angerboda"),
    )

    def fight(province: str, wolf: str, raven: str) -> None:
        s.play(f"raven: pillage {province}")
        while s.asked() and "card" not in s.asked().values():
            asked = next(iter(s.asked()))
            s.play(f"{asked}: decline")
        s.play(f"wolf: card {wolf}", f"raven: card {raven}")
        while "late" in s.asked().values():
            asked = next(iter(s.asked()))
            s.play(f"{asked}: decline")

    def worlds_fit() -> None:
        for seat in (1, 2, None):
            world = drakkar.redeal(s.match.view(seat), Random(1))
            GAME.check(world)
            assert fingerprint(GAME.veil(world, seat)) == fingerprint(s.match.view(seat).known)

    fight("Gimle", "Alfheim!", "Manheim!")
    s.play("wolf: quest Alfheim!")
    worlds_fit()
    fight("Horgr", "Loki's Poison", "Alfheim!")
    assert s.hand("wolf").count("Alfheim!") == 1
    worlds_fit()
    s.play("wolf: invade ship F1")
    fight("Andlang", "Alfheim!", "Tyr's Rage")
    worlds_fit()


def test_a_hand_laid_by_hand_may_hold_several_cards_of_earlier_ages() -> None:
    s = scene("wolf raven", age=3, hands={"wolf": "Troll, Tyr's Bash (age 1)", "raven": "Tyr's Rage (age 3)"})
    rng, view = Random(1), s.match.view(1)
    old = {sum(CARDS[card].age < 3 for card in drakkar.redeal(view, rng).hand.of(0)) for _ in range(4000)}
    assert old == {0, 1, 2}
