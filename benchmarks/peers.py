"""The speed of Drakkar and of other engines, measured in one run like `drakkar bench`.

Each peer plays whole random games in the way its own documentation shows: create a game, list the legal choices, pick
one, make it, to the end. Chance (dice, deals) takes time but does not count as a decision. The windows of the engines
alternate, so that a busy phase of the machine affects them all alike. Peers that are not installed are named.
"""

import argparse
import importlib
import importlib.metadata
import json
import os
import platform
import statistics
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol

from drakkar.core.build import build
from drakkar.core.fast_state import FastState, fast_state
from drakkar.core.game import find
from drakkar.games import TITLES
from drakkar.terminal import bench

SEATS: Final = 4  # the table for the comparison with peers, for the first of our titles

# --write puts its output between these lines of a page.
BEGIN: Final = "<!-- made by benchmarks/peers.py --write -->"
END: Final = "<!-- end of what benchmarks/peers.py made -->"

TO_THE_END: Final = sys.maxsize
COUNTED_PLAYOUTS: Final = 1000

# The decisions of a game, all and with two or more choices; a mean if the engine does not count each game.
Counts = tuple[float, float]
Game = Callable[[int], Counts]
# A position with the number of decisions before it, all and with two or more choices.
Played = tuple[Any, int, int]


class Peer(Protocol):
    """An engine with one of its games. Each has its own loop in `play`: a shared one would slow them all down."""

    engine: str
    game: str

    def play(self, seed: int, most: int = TO_THE_END) -> Played:
        """A random game driven from Python, one call per step, to its end or to `most` decisions."""

    def copier(self, position: Any) -> Callable[[], object]:
        """The function that copies a position, as a search would."""

    def playouts(self) -> Game | None:
        """Whole random games inside a compiled engine; None if it has none."""


class Drakkar:
    """Drakkar as a fast state."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.engine = f"drakkar ({build()} build)"
        self.game = f"{find(title).name}, {SEATS} players"

    def play(self, seed: int, most: int = TO_THE_END) -> Played:
        s, rng = fast_state(self.title, SEATS, seed), Random(seed)
        decisions = real = 0
        while not s.over and decisions < most:
            choices = s.legal()
            decisions += 1
            real += len(choices) > 1
            s.apply(pick(choices, rng))
        return s, decisions, real

    def copier(self, position: FastState) -> Callable[[], object]:
        return position.copy

    def playouts(self) -> Game | None:
        return bench.inside_games(self.title, SEATS)


class Catan:
    """Catanatron, pure Python. Most dice rolls are decisions with a single choice."""

    def __init__(self) -> None:
        self.rules = importlib.import_module("catanatron.game")
        self.people = importlib.import_module("catanatron.models.player")
        self.engine = f"catanatron {importlib.metadata.version('catanatron')} (Python)"
        self.game = "Catan, 4 players"

    def play(self, seed: int, most: int = TO_THE_END) -> Played:
        # Catanatron draws dice and cards from the global generator and seeds it itself; a seed of 0 counts as none.
        players = [self.people.RandomPlayer(color) for color in self.people.Color]
        game, rng, limit = self.rules.Game(players, seed=seed + 1), Random(seed), self.rules.TURNS_LIMIT
        # Versions later than the one on PyPI keep the list in the game.
        keeper = game if hasattr(game, "playable_actions") else game.state
        decisions = real = 0
        while decisions < most and game.winning_color() is None and game.state.num_turns < limit:
            choices = keeper.playable_actions
            decisions += 1
            real += len(choices) > 1
            game.execute(pick(choices, rng))
        return game, decisions, real

    def copier(self, position: Any) -> Callable[[], object]:
        copy: Callable[[], object] = position.copy
        return copy

    def playouts(self) -> Game | None:
        return None


class OpenSpiel:
    """One game of OpenSpiel, which is C++ with a thin Python layer."""

    def __init__(self, name: str) -> None:
        self.spiel = importlib.import_module("pyspiel")
        self.rules = self.spiel.load_game(name)
        self.engine = f"OpenSpiel {importlib.metadata.version('open_spiel')} (C++)"
        self.game = f"{name.replace('_', ' ')}, {self.rules.num_players()} players"

    def play(self, seed: int, most: int = TO_THE_END) -> Played:
        s, rng, sample = self.rules.new_initial_state(), Random(seed), self.spiel.sample_action
        decisions = real = 0
        while not s.is_terminal() and decisions < most:
            if s.is_chance_node():
                s.apply_action(sample(s.chance_outcomes(), rng.random())[0])
                continue
            choices = s.legal_actions()
            decisions += 1
            real += len(choices) > 1
            s.apply_action(pick(choices, rng))
        return s, decisions, real

    def copier(self, position: Any) -> Callable[[], object]:
        clone: Callable[[], object] = position.clone
        return clone

    def playouts(self) -> Game | None:
        """Games between its own random bots. It counts nothing, so the mean of some games is measured beforehand."""
        bots = [self.spiel.make_uniform_random_bot(seat, seat) for seat in range(self.rules.num_players())]
        new, play_out = self.rules.new_initial_state, self.spiel.evaluate_bots
        all_decisions = all_real = 0
        for seed in range(COUNTED_PLAYOUTS):
            _, decisions, real = self.play(seed)
            all_decisions, all_real = all_decisions + decisions, all_real + real
        mean = all_decisions / COUNTED_PLAYOUTS, all_real / COUNTED_PLAYOUTS

        def playout(seed: int) -> Counts:
            play_out(new(), bots, seed)
            return mean

        return playout


class Chess:
    """python-chess, pure Python. `is_game_over` would list the moves a second time, so its parts are used instead."""

    def __init__(self) -> None:
        self.chess = importlib.import_module("chess")
        self.engine = f"python-chess {self.chess.__version__} (Python)"
        self.game = "chess, 2 players"

    def play(self, seed: int, most: int = TO_THE_END) -> Played:
        board, rng = self.chess.Board(), Random(seed)
        decisions = real = 0
        while decisions < most:
            choices = list(board.legal_moves)
            if not choices or board.is_insufficient_material():
                break
            if board.is_seventyfive_moves() or board.is_fivefold_repetition():
                break
            decisions += 1
            real += len(choices) > 1
            board.push(pick(choices, rng))
        return board, decisions, real

    def copier(self, position: Any) -> Callable[[], object]:
        return partial(position.copy, stack=False)

    def playouts(self) -> Game | None:
        return None


# The games of each peer, by the name of its package.
PEERS: Final[dict[str, list[Callable[[], Peer]]]] = {
    "catanatron": [Catan],
    "open_spiel": [partial(OpenSpiel, name) for name in ("hearts", "backgammon", "gin_rummy")],
    "chess": [Chess],
}


def pick(choices: Sequence[Any], rng: Random) -> Any:
    """A random choice, in the same way for every engine."""
    return choices[int(rng.random() * len(choices))]


def installed() -> tuple[list[Peer], list[str]]:
    """The peers that can be imported, and the names of those that cannot."""
    found: list[Peer] = []
    missing = []
    for name, games in PEERS.items():
        try:
            found += [game() for game in games]
        except ImportError:
            missing.append(name)
    return found, missing


# --- Measurement


def in_turns(games: Sequence[Game], seconds: float) -> list[dict[str, int]]:
    """Decisions per second of each: medians of windows as in `drakkar bench`, but with alternating games."""
    seeds = [1] * len(games)
    windows: list[list[tuple[float, float]]] = [[] for _ in games]
    for _ in range(bench.WINDOWS):
        for number, game in enumerate(games):
            rate, real_rate, seeds[number] = bench.window(game, seconds / bench.WINDOWS, seeds[number])
            windows[number].append((rate, real_rate))
    medians = [[statistics.median(rates) for rates in zip(*those, strict=True)] for those in windows]
    return [{"all": round(rate), "two_or_more": round(real_rate)} for rate, real_rate in medians]


def driven(peer: Peer) -> Game:
    """The peer's games driven from Python."""
    play = peer.play

    def game(seed: int) -> Counts:
        _, decisions, real = play(seed)
        return decisions, real

    return game


def middle(peer: Peer) -> Any:
    """A position halfway through a game, since the cost of a copy may grow with the game."""
    _, decisions, _ = peer.play(1)
    return peer.play(1, decisions // 2)[0]


def with_ratios(rates: list[dict[str, int]]) -> list[dict[str, float]]:
    """The rates with their ratios: the first one (drakkar) divided by each."""
    return [
        {
            **rate,
            "ratio_all": rates[0]["all"] / rate["all"],
            "ratio_two_or_more": rates[0]["two_or_more"] / rate["two_or_more"],
        }
        for rate in rates
    ]


def machine_in_words() -> str:
    """The machine, and its load before the run: a busy machine gives lower numbers."""
    words = f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}"
    return words if sys.platform == "win32" else f"{words}, load {os.getloadavg()[0]:.1f} before the run"


def measure(seconds: float) -> dict[str, Any]:
    """Drakkar with every number of players, then drakkar and every installed peer."""
    machine = machine_in_words()
    alone = [bench.bench(title, seconds) for title in TITLES]
    peers, missing = installed()
    everybody: list[Peer] = [*map(Drakkar, TITLES), *peers]
    playouts = [(peer, game) for peer in everybody if (game := peer.playouts())]
    rates = with_ratios(in_turns([driven(peer) for peer in everybody], seconds))
    inside = with_ratios(in_turns([game for _, game in playouts], seconds))
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": machine,
        "drakkar": alone,
        "driven": [
            {
                "engine": peer.engine,
                "game": peer.game,
                **rate,
                "clone_us": bench.clone_microseconds(peer.copier(middle(peer))),
            }
            for peer, rate in zip(everybody, rates, strict=True)
        ],
        "inside": [
            {"engine": peer.engine, "game": peer.game, **rate} for (peer, _), rate in zip(playouts, inside, strict=True)
        ],
        "not_installed": missing,
    }


# --- Tables


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]], words: int) -> list[str]:
    """A table whose first columns are words and whose others are numbers."""
    rule = ["---"] * words + ["---:"] * (len(head) - words)
    return [f"| {' | '.join(cells)} |" for cells in (head, rule, *rows)]


def ratio(value: float) -> str:
    """A ratio with two significant digits."""
    return f"{value:.2f}" if value < 1 else f"{value:.1f}" if value < 10 else f"{value:.0f}"


def rates_of(row: dict[str, Any]) -> list[str]:
    """A row of a table with peers."""
    rates = [f"{row['all']:,}", f"{row['two_or_more']:,}"]
    return [row["engine"], row["game"], *rates, ratio(row["ratio_all"]), ratio(row["ratio_two_or_more"])]


def as_table(alone: dict[str, Any]) -> list[str]:
    """One of our games with every number of players."""
    rows = [
        [
            str(seats),
            *(f"{row[face]['all']:,} ({row[face]['two_or_more']:,})" for face in bench.FACES),
            f"{row['clone_us']:.1f}",
            f"{row['state_bytes'] / 1024:.1f}",
        ]
        for seats, row in alone["players"].items()
    ]
    return [
        f"{find(alone['game']).name} at each table, decisions/s (in brackets: those with two or more choices):",
        "",
        *markdown(["players", *bench.FACES, "clone µs", "state KB"], rows, words=0),
        "",
    ]


def as_tables(result: dict[str, Any]) -> list[str]:
    """The whole report as Markdown."""
    alone = result["drakkar"][0]
    head = ["engine", "game", "decisions/s", "with 2+ choices", "drakkar ÷ it", "with 2+ choices"]
    made_on = f"{result['date']}: {result['machine']}; Python {alone['python']}; drakkar's {alone['build']} build"
    lines = [
        f"{made_on}; {alone['seconds_of_cpu_each']:g} s of CPU time for each number.",
        "",
        *(line for game in result["drakkar"] for line in as_table(game)),
        "Driven from Python, one call a step:",
        "",
        *markdown(
            [*head, "clone µs"], [[*rates_of(row), f"{row['clone_us']:.1f}"] for row in result["driven"]], words=2
        ),
        "",
        "Whole playouts inside the engine:",
        "",
        *markdown(head, [rates_of(row) for row in result["inside"]], words=2),
    ]
    if result["not_installed"]:
        lines += ["", f"not installed: {', '.join(result['not_installed'])}"]
    return lines


def renewed(page: str, lines: Sequence[str], begin: str = BEGIN, end: str = END) -> str:
    """A page with these lines between its two marks."""
    before, is_begun, rest = page.partition(begin)
    _, is_ended, after = rest.partition(end)
    if not (is_begun and is_ended):
        raise ValueError(f"the page has no two lines {begin} and {end}")
    return "\n".join([f"{before}{begin}", "", *lines, "", f"{end}{after}"])


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and write the page if requested."""
    parser = argparse.ArgumentParser(description="Drakkar's speed beside that of other engines, in one run.")
    parser.add_argument("--seconds", type=float, default=2.0, metavar="S", help="CPU time for a number (default: 2)")
    parser.add_argument("--json", action="store_true", help="data instead of tables")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put the tables between the two marks of that page")
    asked = parser.parse_args(arguments)
    if asked.seconds <= 0:
        parser.error("--seconds needs a number above 0")
    if asked.write:
        try:
            renewed(asked.write.read_text("utf-8"), [])
        except (OSError, ValueError) as problem:
            parser.error(f"--write: {problem}")
    result = measure(asked.seconds)
    lines = as_tables(result)
    print(json.dumps(result, indent=2) if asked.json else "\n".join(lines))
    if asked.write:
        asked.write.write_text(renewed(asked.write.read_text("utf-8"), lines), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
