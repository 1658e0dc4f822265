"""Matches between networks of mixed levels, and the readings of all seats at some of their moments."""

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import drakkar
from drakkar.analysis.chances import mean
from drakkar.analysis.holdings import hidden_block, holdings
from drakkar.analysis.player import Player, assumed, digest
from drakkar.core.flow import next_seat
from drakkar.core.game import Game, find
from drakkar.core.view import View

# The levels: at temperature 0 a network takes its best choice, at 1 it is the assumed player.
LEVELS: Final = (0.0, 1.0, 2.0, 4.0)
# One match in this many is between assumed players only: in these, chances must change by nothing on average.
EQUAL: Final = 4
MOMENTS_A_MATCH: Final = 12
USUAL_LENGTH: Final = 90
# At one moment in this many, one seat's estimates of the other hands are compared with the hands.
HOLDINGS: Final = 6
DEALS: Final = 100
TENTHS: Final = 10
# Public readings take longest: only at one moment in this many, in few worlds.
PUBLIC: Final = 4
WORLDS: Final = 4


class Table(NamedTuple):
    """A game and a number of seats."""

    title: str
    seats: int


def tables(title: str = "") -> list[Table]:
    """All tables of a game, or of all games that have a network."""
    titles = [title] if title else list(drakkar.titles())
    return [
        Table(title, seats)
        for title in titles
        for seats in range(find(title).fewest_seats, find(title).most_seats + 1)
        if seats > 1
    ]


def path_of(folder: Path, table: Table) -> Path:
    """The file with the matches of a table; those of another network are in another file."""
    return folder / f"{table.title}_{table.seats}_{digest(table.title)}.jsonl"


def matches_of(path: Path) -> list[dict[str, Any]]:
    """The matches in a file, by number; a last line that was cut off is left out."""
    if not path.exists():
        return []
    lines = [line for line in path.read_text("utf-8").splitlines(keepends=True) if line.endswith("\n")]
    return sorted((json.loads(line) for line in lines), key=lambda told: told["match"])


def cut_half_line(path: Path) -> None:
    """Remove the end of a file that an interruption left without its line end."""
    text = path.read_text("utf-8") if path.exists() else ""
    if text and not text.endswith("\n"):
        path.write_text(text[: text.rfind("\n") + 1], "utf-8")


def play_all(folder: Path, wanted: list[Table], matches: int, jobs: int) -> Iterator[str]:
    """Play what is missing; tables take turns, so an interrupted run has about as many of each."""
    folder.mkdir(parents=True, exist_ok=True)
    for table in wanted:
        cut_half_line(path_of(folder, table))
    done = {table: {told["match"] for told in matches_of(path_of(folder, table))} for table in wanted}
    missing = [(table, number) for number in range(matches) for table in wanted if number not in done[table]]
    played = 0
    with ProcessPoolExecutor(jobs) as pool:
        for table, told in pool.map(_play, missing):
            with path_of(folder, table).open("a", encoding="utf-8") as file:
                file.write(json.dumps(told, separators=(",", ":")) + "\n")
            played += 1
            if played % 20 == 0:
                yield f"{played} of {len(missing)} matches played"


def _play(what: tuple[Table, int]) -> tuple[Table, dict[str, Any]]:
    return what[0], play(*what)


def play(table: Table, number: int) -> dict[str, Any]:
    """One match: `moments` with the readings of all seats, and `result`, each seat's share of the win."""
    rng = Random(f"calibration {table.title} {table.seats} {number}")
    s = drakkar.fast_state(table.title, table.seats, rng.getrandbits(32)).state
    reader, equal = assumed(table.title), number % EQUAL == 0
    players = [Player(reader.net, 1.0 if equal else rng.choice(LEVELS)) for _ in range(table.seats)]
    moments: list[dict[str, Any]] = []
    version = 0
    share = MOMENTS_A_MATCH / USUAL_LENGTH / table.seats
    while not s.flow.over:
        if rng.random() < share:
            moments.append(moment(reader, s, version, Random(f"{number} {version}")))
        players[next_seat(s.flow)].step(s, rng)
        version += 1
    return {
        "match": number,
        "equal": equal,
        "length": version,
        "result": [round(share, 4) for share in reader.reading(s, 0)],
        "moments": moments,
    }


def moment(reader: Player, s: Any, version: int, rng: Random) -> dict[str, Any]:
    """The raw readings of a state by kind of knowledge, and what a score alone says."""
    game, seats = reader.net.game, len(s.flow.asked)
    scores = game.scores(s) if game.scored else game.evaluator("").expected_scores(s)
    public = None
    if rng.randrange(PUBLIC) == 0:
        known = game.veil(s, None)
        worlds = [game.redeal(known, None, rng) for _ in range(WORLDS)]
        public = _short(mean(reader.readings([(world, seat) for world in worlds for seat in range(seats)])))
    told: dict[str, Any] = {} if rng.randrange(HOLDINGS) else {"holdings": held(s, game, version, rng)}
    return {
        "version": version,
        "scores": _short(scores),
        "seat": [_short(row) for row in reader.readings([(s, seat) for seat in range(seats)])],
        "public": public,
        **told,
    }


def held(s: Any, game: Game[Any], version: int, rng: Random) -> list[list[float]]:
    """For each tenth of the estimates: their number, their sum, and how many of the cards were in the hand."""
    reader = rng.randrange(len(s.flow.asked))
    view = View(game, reader, version, game.veil(s, reader), game.resolve_rulings({}))
    found, cards = holdings(view, DEALS, version), game.encoding().hidden_cards
    tenths = [[0.0, 0.0, 0.0] for _ in range(TENTHS)]
    for seat in found.seats:
        block = hidden_block(game, s, seat)
        names = {game.say(s, "card", card) for card, there in zip(cards, block, strict=True) if there}
        chances = dict.fromkeys(names, 0.0) | dict(found.cards(seat))
        for name, chance in chances.items():
            tenth = tenths[min(TENTHS - 1, int(TENTHS * chance))]
            for at, more in enumerate((1.0, chance, float(name in names))):
                tenth[at] += more
    return [_short(tenth) for tenth in tenths]


def _short(numbers: Any) -> list[float]:
    return [round(float(number), 5) for number in numbers]
