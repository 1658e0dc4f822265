"""Processes that measure the newest network during a run: alone among copies of another bot."""

import os
import signal
import time
from collections import deque
from pathlib import Path
from typing import Any, Final

from drakkar.arena.numbers import Rate
from drakkar.bots import make
from drakkar.bots.net_bot import load
from drakkar.core.game import find
from drakkar.core.match import begin
from drakkar.train.options import Options
from drakkar.train.shape import Shape

# The last games, which the newest line of the table counts.
WINDOW: Final = 100
NAP: Final = 1.0


class Rivals:
    """The processes, and the results of the last games."""

    def __init__(self, options: Options, shape: Shape, stop: Any, context: Any) -> None:
        self.results = context.SimpleQueue()
        self.processes: list[Any] = []
        self.last: deque[float] = deque(maxlen=WINDOW)
        self.path = Path(options.out) / "games.csv"
        if options.rival:
            make(options.rival, 1, find(shape.title))
            for number in range(options.rivals):
                arguments = (options, shape, number, stop, self.results)
                self.processes.append(context.Process(target=measure, args=arguments, daemon=True))

    def newest(self) -> dict[str, float]:
        """The part of the last games that the network won, with its interval."""
        while self.processes and not self.results.empty():
            minutes, won = self.results.get()
            self.last.append(won)
            with self.path.open("a", encoding="utf-8") as file:
                file.write(f"{minutes},{won:.4f}\n")
        rate = Rate(sum(self.last), len(self.last))
        low, high = rate.interval
        return {"games": rate.tries, "won": rate.hits / max(1, rate.tries), "low": low, "high": high}

    def end(self) -> None:
        """Stop the processes."""
        for process in self.processes:
            process.kill()


def measure(options: Options, shape: Shape, number: int, stop: Any, results: Any) -> None:
    """Play game after game with the newest saved network."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    game, path = find(shape.title), Path(options.out) / "latest.net"
    seats, started = min(4, game.most_seats), time.time()
    games = 0
    learner = os.getppid()
    while not stop[0] and os.getppid() == learner:
        # A file of an earlier run in this folder is not ours.
        if not path.exists() or path.stat().st_mtime < started:
            time.sleep(NAP)
            continue
        seed = (options.seed * 1000 + number) * 1_000_000 + games
        games += 1
        minutes = float(load(str(path)).about["minutes"])
        results.put((minutes, play(game, f"net:file={path}", options.rival, seats, seed)))


def play(game: Any, bot: str, rival: str, seats: int, seed: int) -> float:
    """One match; the bot's share of the win."""
    mine = seed % seats
    bots = [make(bot if seat == mine else rival, seed * 10 + seat) for seat in range(seats)]
    match = begin(game, game.side_numbers(seats, None), game.resolve_rulings({}), seed)
    while match.outcome is None:
        decision = match.pending[0]
        seat = decision.seat
        single = len(decision.choices) == 1
        match.play(seat, decision.choices[0] if single else bots[seat].choose(match.view(seat), decision))
    winners = match.outcome.winners
    return (mine in winners) / len(winners)
