"""What the evaluator sees ahead: Hunts, rivals about to win, Heroes with nothing to do, full pools."""

from random import Random

import pytest

import drakkar
from drakkar.bots import make
from drakkar.bots.rollout import GREEDY_TEMPERATURE, Horizon, sample_choice
from drakkar.core.flow import next_seat
from drakkar.core.game import find
from drakkar.core.hosting import state_of
from drakkar.games.lords_of_ragnarok.card import BOSS, MONSTER_FACTS
from drakkar.games.lords_of_ragnarok.evaluator.evaluator import is_declared
from drakkar.games.lords_of_ragnarok.evaluator.hunting import expected_hunt
from drakkar.games.lords_of_ragnarok.state import State
from tests.lords_of_ragnarok.scene import Scene, scene
from tools.ragnarok_hunts import position

GAME = find("lords_of_ragnarok")
EVALUATOR = GAME.evaluator("")


def choice_of(s: Scene, bot: str = "greedy", seed: int = 1) -> str:
    """The choice of a bot in the seat that decides."""
    decision = s.match.pending[0]
    return str(make(bot, seed).choose(s.match.view(decision.seat), decision))


# Hunts


def declared(monster: int, level: int, seed: int) -> State:
    """A state in which Green has declared a Hunt, and all cards for it are drawn."""
    match = drakkar.set_up(position(monster, level, seed))
    match.play(0, "action monsters")
    if monster != BOSS:
        match.play(0, next(choice for choice in match.choices(0) if choice.verb == "hunt"))
    state: State = state_of(match)
    return state


def play_the_hunt(s: State, rng: Random) -> None:
    while s.hunt.hunter == 0 and not s.flow.over:
        seat = next_seat(s.flow)
        menu = GAME.book.legal(s, seat)
        GAME.book.answer(s, seat, sample_choice(EVALUATOR, s, seat, menu, rng, GREEDY_TEMPERATURE))


@pytest.mark.parametrize("level", [2, 4, 6])
def test_what_is_expected_of_hunts_is_what_comes_of_them(level: int) -> None:
    expected, slain, wounds, hunts = 0.0, 0, 0.0, 0
    for monster in range(BOSS):
        for seed in range(8):
            s = declared(monster, level, seed)
            before = expected_hunt(s, 0, monster, 0)
            expected += before.slain
            wounds += before.wounds
            play_the_hunt(s, Random(seed))
            killed = s.monsters.slain_by[monster] == 0
            slain += killed
            wounds -= MONSTER_FACTS[monster].spaces if killed else sum(marker == 0 for marker in s.monsters.wounds)
            hunts += 1
    assert expected / hunts == pytest.approx(slain / hunts, abs=0.2)
    assert wounds / hunts == pytest.approx(0.0, abs=1.0)


def test_a_declared_hunt_is_one_step() -> None:
    s = declared(0, 4, 1)
    assert is_declared(s)
    assert EVALUATOR.is_quiescent(s)
    GAME.book.answer(s, s.hunt.side, GAME.book.legal(s, s.hunt.side)[0])
    assert not is_declared(s)
    assert not EVALUATOR.is_quiescent(s)


def hunter(strength: int, wounds: str, hand: str) -> Scene:
    """Green's Hero stands beside the Troll, which Red has wounded."""
    return scene(
        "green red",
        stage="special",
        hero="green: 9; red: 1",
        monsters="Troll 9",
        attributes=f"green: strength {strength}, wisdom {strength}",
        wounds=wounds,
        hands=f"green: {hand}",
    )


STRONG = hunter(5, "red: Troll 1 2 3 4 5", "Spearmen, Champions, Jarl's Guard, Huskarls, Scouts")
WEAK = hunter(2, "", "Levy")


@pytest.mark.parametrize("bot", ["greedy", "mcts:iterations=100"])
def test_a_bot_hunts_when_it_pays(bot: str) -> None:
    s = Scene(STRONG.match.copy())
    assert choice_of(s, bot) == "action monsters"
    s.play("green: action monsters")
    assert choice_of(s, bot) == "hunt Troll"


def test_a_bot_does_not_hunt_when_it_does_not_pay() -> None:
    s = Scene(WEAK.match.copy())
    assert choice_of(s) != "action monsters"
    s.play("green: action monsters")
    assert choice_of(s) != "hunt Troll"


# Rivals


def test_a_rival_one_step_from_winning_is_blocked() -> None:
    """Red's Army takes Region 10 next, for a third Land; Green's can take 9 from Red, or complete a Land with 5."""
    s = scene(
        "green red blue",
        stage="manoeuvres",
        armies="green: 4 in 6, 4 in 21; red: 5 in 11, 6 in 8; blue: 5 in 16",
        control="green: 4 6 7 21; red: 1 2 3 8 9 11 12 13; blue: 15 16 17",
        hero="green: 20; red: 20; blue: 20",
        drakkars="green: East Sea",
    )
    s.play("green: activate army 4 6")
    assert choice_of(s) == "move 9"


def test_who_is_one_step_from_winning_stands_far_better() -> None:
    def lead(regions: str) -> float:
        s = scene("green red", control=f"green: {regions}")
        return EVALUATOR.expected_scores(s.state)[0]

    far, near, nearest = lead("1 2 3 8 9 11"), lead("1 2 3 8 9 11 12"), lead("1 2 3 8 9 10 11 12")
    assert nearest - near > near - far > 0


# Walking


def test_nobody_walks_there_and_back() -> None:
    """In the first turns of a match, no Hero enters a Region twice in one stage."""
    match = drakkar.new("lords_of_ragnarok", seats=3, seed=2)
    bots = [make("greedy", seat) for seat in range(3)]
    path: list[int] = []
    walks = 0
    while walks < 12:
        decision = match.pending[0]
        choice = bots[decision.seat].choose(match.view(decision.seat), decision)
        if choice.verb == "walk":
            s = state_of(match)
            path = [*path, s.hero_places[decision.seat]] if s.steps else [s.hero_places[decision.seat]]
            assert choice.parts[0].id not in path
            walks += 1
        match.play(decision.seat, choice)


# Heroes


def test_every_hero_is_kept_by_some_bot() -> None:
    match = drakkar.new("lords_of_ragnarok", seats=2, seed=1)
    while "hero" not in {choice.verb for choice in match.pending[0].choices}:
        match.play(match.pending[0].seat, match.pending[0].choices[0])
    decision = match.pending[0]
    view = match.view(decision.seat)
    kept = {str(make("greedy", seed).choose(view, decision)) for seed in range(30)}
    assert kept == {str(choice) for choice in decision.choices}


# Runes


def test_a_rune_beyond_the_limit_is_worth_nothing() -> None:
    def standing(runes: str) -> float:
        s = scene("green red", runes=f"green: {runes}")
        return EVALUATOR.expected_scores(s.state)[0]

    one, two = standing("uruz") - standing(""), standing("uruz algiz") - standing("uruz")
    assert one > two > 0


def test_a_full_pool_is_spent() -> None:
    s = scene("green red", stage="rune", runes="green: uruz algiz", armies="green: 2 in 2", control="green: 2")
    assert choice_of(s).startswith("rune action")


# Replies


@pytest.mark.parametrize("seats", [2, 3])
def test_a_search_looks_at_a_reply(seats: int) -> None:
    s = state_of(drakkar.set_up(scene(" ".join(["green", "red", "blue"][:seats])).match.position()))
    turns = [s.turn]
    horizon = Horizon(EVALUATOR, s)
    rng = Random(3)
    while not horizon.is_passed(s):
        seat = next_seat(s.flow)
        GAME.book.answer(s, seat, sample_choice(EVALUATOR, s, seat, GAME.book.legal(s, seat), rng, 1.0))
        if s.turn != turns[-1]:
            turns.append(s.turn)
    assert turns == [0, 1, 2 % seats]
