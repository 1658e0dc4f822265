"""Puzzles from one match of network bots: everything follows from the game and the number of the match.

A moment is a puzzle if `greedy`, the *karl* of games without a network, mostly misses what the network finds, and a
proof says that the network is right. The proof is about what the seat knows: the moment is set up again from the seat's
position, as solvers will get it.
"""

from collections import deque
from math import exp
from random import Random
from typing import Any, Final, NamedTuple

from drakkar.analysis.player import assumed
from drakkar.bots.net_bot import Net
from drakkar.bots.roster import make
from drakkar.core.game import find
from drakkar.core.match import new, set_up
from drakkar.core.moment import Decision
from drakkar.core.view import View
from drakkar.puzzles.agreement import SEARCHES, glance, margin
from drakkar.puzzles.consequences import Follow
from drakkar.puzzles.proof import DEALS, is_promising, proved, refuted
from drakkar.puzzles.puzzle import AGREEMENT, EXHAUSTIVE, Proof, Puzzle, Reply
from drakkar.puzzles.themes import theme_of

# The temperatures of the network bots at a table, from careful to wild.
TEMPERATURES: Final = (0.5, 1.0, 2.0)
MOST_SEATS: Final = 4
# A decision with fewer choices is no puzzle.
FEWEST_CHOICES: Final = 3
# The network must be this sure of its choice, relative to the sum of all.
SURE: Final = 0.7
# By so much more weight than karl's choice: about 20 times as likely.
CLEAR: Final = 3.0
# The seat's chance to win, between which a choice can matter.
OPEN: Final = (0.04, 0.985)
# Seeds of karl, and how many may find the right choice.
KARLS: Final = (1, 2, 3)
KARL: Final = "greedy"
MOST_RIGHT: Final = 1
# Exhaustive searches begin this many choices before the end of a match.
NEAR_THE_END: Final = 12
# Where nobody can be searched to the end, a win within so many choices is looked for, this near to the end.
HORIZON: Final = 6
# Puzzles by agreement of one match, so that they do not all come from one plan.
MOST_OF_A_MATCH: Final = 6
# The bots that a puzzle's difficulty is measured with, each with these seeds: levels as they are without a network,
# which finds all puzzles.
LEVELS: Final = {
    "thrall": "policy:temperature=2.5",
    "karl": "greedy",
    "jarl": "mcts:iterations=60",
    "konung": "mcts:iterations=120",
}
SEEDS: Final = (1, 2)


class Moment(NamedTuple):
    """A moment that may be a puzzle: what the deciding seat knows, and the network's choice.

    `karl` is what that level chooses; -1 if the network is not sure enough, so that only a search can tell.
    """

    number: int
    seat: int
    position: str
    network: int
    karl: int


def mine(title: str, number: int) -> list[dict[str, Any]]:
    """The puzzles of a match, as plain data; the same whenever and wherever it is mined."""
    moments, length = play(title, number)
    found: list[Puzzle] = []
    by_agreement = 0
    for moment in reversed(moments):
        name, near = f"{number}-{moment.number}", length - moment.number <= NEAR_THE_END
        puzzle = searched(name, moment) if near else None
        if puzzle is None and moment.karl >= 0 and by_agreement < MOST_OF_A_MATCH:
            puzzle = agreed(name, moment)
            by_agreement += puzzle is not None
        if puzzle is not None:
            found.append(puzzle)
    return [puzzle.to_json() for puzzle in reversed(found)]


def play(title: str, number: int) -> tuple[list[Moment], int]:
    """Play a match; its moments that may be puzzles, and its number of choices."""
    game, rng = find(title), Random(f"puzzles of {title} {number}")
    most = min(MOST_SEATS, game.most_seats)
    seats = game.fewest_seats + number % (most - game.fewest_seats + 1)
    match, net = new(title, seats, seed=rng.getrandbits(40)), assumed(title).net
    temperatures = [rng.choice(TEMPERATURES) for _ in range(seats)]
    found: list[Moment] = []
    latest: deque[tuple[int, int, int, View]] = deque(maxlen=NEAR_THE_END)
    while not match.over:
        decision = match.pending[0]
        view = match.view(decision.seat)
        codes = [choice.code for choice in decision.choices]
        if len(codes) == 1:
            match.play(decision.seat, decision.choices[0])
            continue
        weights = net.weights(view.known, decision.seat, codes)
        best = max(weights)
        shares = [exp(weight - best) for weight in weights]
        if len(codes) >= FEWEST_CHOICES:
            network, at, karl = codes[weights.index(best)], len(match.history), -1
            if 1 / sum(shares) >= SURE and _is_open(net, view, decision.seat):
                karl = _karl(view, decision, KARLS[0])
            if karl not in (-1, network) and best - weights[codes.index(karl)] >= CLEAR:
                found.append(Moment(at, decision.seat, view.position(), network, karl))
            elif not decision.secret:
                latest.append((at, decision.seat, network, view))
        warmth = temperatures[decision.seat]
        match.play(decision.seat, rng.choices(decision.choices, [share ** (1 / warmth) for share in shares])[0])
    found += [Moment(at, seat, view.position(), network, -1) for at, seat, network, view in latest]
    return sorted(found), len(match.history)


def _is_open(net: Net, view: View, seat: int) -> bool:
    """Whether a choice of the seat can still matter."""
    return OPEN[0] <= net.shares(view.known, seat, len(view.known.flow.asked))[seat] <= OPEN[1]


def _karl(view: View, decision: Decision, seed: int) -> int:
    return make(KARL, seed).choose(view, decision).code


def _asked(moment: Moment) -> tuple[View, Decision] | None:
    """The moment as solvers will get it, from what the seat knows; None if it is not asked there."""
    match = set_up(moment.position)
    decision = next((one for one in match.pending if one.seat == moment.seat), None)
    return None if decision is None else (match.view(moment.seat), decision)


def searched(name: str, moment: Moment) -> Puzzle | None:
    """The puzzle of a moment that searching everything proves, to the end or for a quick win."""
    asked = _asked(moment)
    if asked is None:
        return None
    view, decision = asked
    karl = _karl(view, decision, KARLS[0])
    # A match that is won by points ends when it ends; any other can be won at once.
    for horizon in (0,) if find(view.title).scored else (0, HORIZON):
        right = proved(view, decision, horizon) if is_promising(view, decision, karl, horizon) else None
        tempting = None if right is None else _tempting(view, decision, right)
        if right is not None and tempting is not None:
            proof = Proof(EXHAUSTIVE, DEALS, 1, horizon, 0.0, 0.0)
            return described(name, moment.position, view, decision, right, tempting, proof)
    return None


def agreed(name: str, moment: Moment) -> Puzzle | None:
    """The puzzle of a moment at which the network and independent searches agree, and karl does not."""
    asked = _asked(moment)
    if asked is None:
        return None
    view, decision = asked
    codes, right = [choice.code for choice in decision.choices], moment.network
    weights = assumed(view.title).net.weights(view.known, decision.seat, codes)
    # The network must choose it from the position alone. The glance costs less than the other tries of karl.
    if codes[weights.index(max(weights))] != right or moment.karl not in codes:
        return None
    kept = glance(view, decision, right, moment.karl)
    tempting = _tempting(view, decision, right) if kept else None
    found = None if tempting is None else margin(view, decision, right, kept)
    if found is None or tempting is None:
        return None
    proof = Proof(AGREEMENT, SEARCHES, SEARCHES, 0, round(found.least, 4), round(min(1.0, found.value), 4))
    return described(name, moment.position, view, decision, right, tempting, proof)


def _tempting(view: View, decision: Decision, right: int) -> int | None:
    """The wrong choice that karl mostly makes; None if it mostly finds the right one."""
    chosen = [_karl(view, decision, seed) for seed in KARLS]
    if chosen.count(right) > MOST_RIGHT:
        return None
    wrong = [code for code in chosen if code != right]
    return max(wrong, key=wrong.count)


def described(
    name: str, position: str, view: View, decision: Decision, right: int, tempting: int, proof: Proof
) -> Puzzle:
    """The puzzle with its theme, difficulty and consequences."""
    spell = find(view.title).book.notation.spell
    wrong, good = Follow(view, decision.seat, tempting), Follow(view, decision.seat, right)
    rights = spell(right, in_full=True)
    theme = theme_of(view.title, rights, view.to_json()["table"], wrong.rival())
    return Puzzle(
        name,
        decision.side,
        position,
        (rights,),
        spell(tempting, in_full=True),
        theme,
        proof,
        solved(view, decision, right),
        wrong.reply() if proof.kind == AGREEMENT else _refutation(view, decision, tempting, proof),
        good.plan(),
    )


def _refutation(view: View, decision: Decision, tempting: int, proof: Proof) -> Reply | None:
    """The answer that prevents the win; it costs all there was."""
    found = refuted(view, decision, tempting, proof.horizon)
    if found is None:
        return None
    game, (seat, code) = find(view.title), found
    return Reply(game.sides[view.known.sides[seat]], game.book.notation.spell(code, in_full=True), 1.0)


def solved(view: View, decision: Decision, right: int) -> dict[str, tuple[int, int]]:
    """How many bots of each level solve the puzzle."""
    return {
        level: (sum(make(bot, seed).choose(view, decision).code == right for seed in SEEDS), len(SEEDS))
        for level, bot in LEVELS.items()
    }
