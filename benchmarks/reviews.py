"""How right reviews are: luck, deals, false blame, planted blunders, and the time a review takes.

python -m benchmarks.reviews luck      luck of the better bot between unequal bots; it must be 0 on average
python -m benchmarks.reviews deals     computed luck of a deal against what it is worth when it is played 200 times
python -m benchmarks.reviews blame     how often a choice that is best by ten times as many worlds is called bad
python -m benchmarks.reviews blunders  how many of the blunders that were planted are found
python -m benchmarks.reviews budget    the CPU time of a review

Results are kept in a folder, a line each, so an interrupted run goes on. `--count` says how many; the usual numbers
take hours. All bots are networks without search.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

import drakkar
from benchmarks.figures import slope
from drakkar import analysis
from drakkar.analysis.grade import WORDS, WORLDS, difference, of_seat
from drakkar.analysis.luck import FullReader, mean_row
from drakkar.analysis.player import Player, assumed, digest
from drakkar.analysis.reviewing import CloseLook, Glance, Reviewer
from drakkar.arena.numbers import Rate, Z
from drakkar.core.flow import next_seat
from drakkar.core.hosting import at_choice, game_of, replay_choice, state_of
from drakkar.core.match import Match
from tools.calibration.play import Table, cut_half_line

# The better of two unequal bots takes its best choice, the other one draws, and hardly by weight.
BETTER: Final = 0.0
WORSE: Final = 4.0
# How often a deal is played.
PLAYED: Final = 200
# A deeper analysis has this many times the worlds, and looks as far as a second sample.
DEEPER: Final = 10
# A planted blunder costs this by the deeper analysis, and seems to cost more at a glance.
BLUNDER: Final = 0.10
AT_A_GLANCE: Final = 0.13

# One result, as plain data.
Line = dict[str, Any]


def played(table: Table, number: int, players: list[Player]) -> Match:
    """A finished match."""
    rng = Random(f"reviews {table} {number}")
    match = drakkar.new(table.title, table.seats, rng.getrandbits(32))
    book = game_of(match).book
    while not match.over:
        s = state_of(match)
        seat = next_seat(s.flow)
        code = players[seat].choose(s, seat, book.legal(s, seat), rng)
        replay_choice(match, seat, book.notation.spell(code, in_full=True))
    return match


def between_equals(table: Table, number: int) -> Match:
    """A match between assumed players."""
    return played(table, number, [assumed(table.title)] * table.seats)


# --- Luck


def luck(table: Table, number: int) -> Line | None:
    """The luck of the better bot, which has each seat in turn."""
    seat, net = number % table.seats, assumed(table.title).net
    match = played(table, number, [Player(net, BETTER if at == seat else WORSE) for at in range(table.seats)])
    *_, review = analysis.review(match, closely=0)
    balance = review.balance(seat)
    return {"chance": balance.chance, "hidden": balance.hidden, "won": balance.result}


def told_of_luck(lines: list[Line]) -> Iterator[str]:
    """Its means."""
    yield f"the better bot won {fmean(line['won'] for line in lines):.1%}"
    yield f"mean luck: {mean_of([line['chance'] + line['hidden'] for line in lines])}"
    for part in ("chance", "hidden"):
        yield f"of that {part}: {mean_of([line[part] for line in lines])}"


def mean_of(numbers: list[float]) -> str:
    """A mean in points with its 95 % interval."""
    reach = Z * stdev(numbers) / len(numbers) ** 0.5 if len(numbers) > 1 else float("inf")
    return f"{100 * fmean(numbers):+.2f} ± {100 * reach:.2f} points"


# --- Deals


def deals(table: Table, number: int, times: int = PLAYED) -> Line | None:
    """Each seat's chances after a deal, computed and played."""
    match = drakkar.new(table.title, table.seats, Random(f"deals {table} {number}").getrandbits(32))
    (computed,) = FullReader(assumed(table.title), table.seats).read([state_of(match)], 0)
    return {"computed": computed, "true": analysis.full_chances(match, times, number)}


def told_of_deals(lines: list[Line]) -> Iterator[str]:
    """The slope of the played chances over the computed ones, with a bootstrap interval over deals."""
    rng = Random(0)
    again = sorted(slope_of(rng.choices(lines, k=len(lines))) for _ in range(400))
    yield f"slope: {slope_of(lines):.2f} ({again[9]:.2f} to {again[-10]:.2f})"


def slope_of(lines: list[Line]) -> float:
    """Seats start with different chances whatever is dealt, so each is compared with its own mean."""
    means = {kind: mean_row([line[kind] for line in lines]) for kind in ("computed", "true")}
    return slope(
        [
            (line["computed"][seat] - means["computed"][seat], line["true"][seat] - means["true"][seat])
            for line in lines
            for seat in range(len(line["true"]))
        ]
    )


# --- Words


def word_of(match: Match, number: int, code: int) -> str:
    """The word that a review has for a choice, if it is made instead of the one that was made."""
    reviewer, s, seat = planted(match, number, code)
    decision = Glance(reviewer, s, number).judged()
    return decision.word or CloseLook(reviewer, s, decision._replace(seat=seat)).judged().word


def planted(match: Match, number: int, code: int) -> tuple[Reviewer, Any, int]:
    """What reviews a match that ends with this choice, the state before the choice, and the seat that makes it."""
    before, seat = at_choice(match, number), match.history[number].seat
    s = game_of(match).copy(state_of(before))
    replay_choice(before, seat, game_of(match).book.notation.spell(code, in_full=True))
    return Reviewer(before, 0), s, seat


def real_decisions(match: Match, rng: Random) -> Iterator[tuple[int, list[int]]]:
    """The decisions with several choices in random order, each with the choices."""
    numbers = list(range(len(match.history)))
    rng.shuffle(numbers)
    for number in numbers:
        codes = game_of(match).book.legal(state_of(at_choice(match, number)), match.history[number].seat)
        if len(codes) > 1:
            yield number, codes


def blame(table: Table, number: int) -> Line | None:
    """The word for the best choice of one decision. If no choice worth a look has a bad word, that is not blamed."""
    match = between_equals(table, number)
    at, _ = next(real_decisions(match, Random(number)))
    reviewer, s, seat = planted(match, at, match.history[at].code)
    codes = Glance(reviewer, s, at).candidates()
    words = {code: word_of(match, at, code) for code in codes}
    if not any(word in WORDS for word in words.values()):
        return {"choice": at, "word": "good"}
    rows = reviewer.trial(s, at, seat).further().sample("deeper", codes, DEEPER * WORLDS)
    best = max(zip(codes, rows, strict=True), key=lambda tried: fmean(of_seat(tried[1], seat)))[0]
    return {"choice": at, "word": words[best]}


def told_of_blame(lines: list[Line]) -> Iterator[str]:
    """How many are blamed."""
    yield told_share("blamed", sum(line["word"] in WORDS for line in lines), len(lines))


def blunders(table: Table, number: int) -> Line | None:
    """The word for a blunder: a choice that costs 10 points by the deeper analysis; None if a match has no place."""
    match, rng = between_equals(table, number), Random(number)
    for at, codes in real_decisions(match, rng):
        reviewer, s, seat = planted(match, at, match.history[at].code)
        means = {code: row[seat] for code, row in zip(codes, Glance(reviewer, s, at).means, strict=True)}
        best = max(means, key=lambda code: means[code])
        bad = [code for code in codes if means[code] < means[best] - AT_A_GLANCE]
        if bad:
            code = rng.choice(bad)
            rows = reviewer.trial(s, at, seat).further().sample("deeper", [best, code], DEEPER * WORLDS)
            loss = difference(rows[0], rows[1], seat).value
            if loss >= BLUNDER:
                return {"choice": at, "loss": round(loss, 4), "word": word_of(match, at, code)}
    return None


def told_of_blunders(lines: list[Line]) -> Iterator[str]:
    """How many are found, and by which word."""
    yield told_share("found", sum(line["word"] in WORDS for line in lines), len(lines))
    for word in WORDS:
        yield told_share(f"called {word}", sum(line["word"] == word for line in lines), len(lines))


def told_share(what: str, hits: int, tries: int) -> str:
    """A share with Wilson's interval."""
    low, high = Rate(hits, tries).interval
    return f"{what}: {hits} of {tries}, {hits / tries:.1%} ({low:.1%} to {high:.1%})"


# --- Time


def budget(table: Table, number: int) -> Line | None:
    """The CPU time of a review, and until its first part."""
    match = between_equals(table, number)
    started = time.process_time()
    parts = analysis.review(match)
    next(parts)
    first = time.process_time() - started
    for _ in parts:
        pass
    return {"first": round(first, 2), "seconds": round(time.process_time() - started, 1), "build": drakkar.build()}


def told_of_budget(lines: list[Line]) -> Iterator[str]:
    """The mean and the longest time."""
    for name, what in (("first", "first part"), ("seconds", "review")):
        times = [line[name] for line in lines]
        yield f"{what}: {fmean(times):.1f} s on average, {max(times):.1f} s at most; {lines[0]['build']} build"


# --- The command

Figure = tuple[int, Callable[[Table, int], Line | None], Callable[[list[Line]], Iterator[str]]]
FIGURES: Final[dict[str, Figure]] = {
    "luck": (400, luck, told_of_luck),
    "deals": (50, deals, told_of_deals),
    "blame": (500, blame, told_of_blame),
    "blunders": (300, blunders, told_of_blunders),
    "budget": (5, budget, told_of_budget),
}


def path_of(folder: Path, figure: str, table: Table) -> Path:
    """The file with the results; those of another network are in another file."""
    return folder / f"{figure}_{table.title}_{table.seats}_{digest(table.title)}.jsonl"


def lines_of(path: Path) -> list[Line]:
    """The results in a file, without a last line that was cut off. One that found nothing has its number only."""
    cut_half_line(path)
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def measure(figure: str, table: Table, count: int, folder: Path) -> list[str]:
    """Measure what is missing, and tell what was found."""
    _, one, told = FIGURES[figure]
    path = path_of(folder, figure, table)
    folder.mkdir(parents=True, exist_ok=True)
    lines = lines_of(path)
    found = [line for line in lines if len(line) > 1]
    number = len(lines)
    while len(found) < count:
        line = {"number": number, **(one(table, number) or {})}
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        found += [line] if len(line) > 1 else []
        number += 1
    return [f"{figure}, {table.title}, {table.seats} seats: {len(found)}", *told(found)]


def main() -> None:
    """Measure one figure."""
    command = argparse.ArgumentParser(
        prog="python -m benchmarks.reviews", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    command.add_argument("figure", choices=FIGURES)
    command.add_argument("--game", metavar="TITLE", default="blood_rage", help="the game (%(default)s)")
    command.add_argument("--players", type=int, metavar="N", default=4, help="the number of seats (%(default)s)")
    command.add_argument("--count", type=int, metavar="N", help="how many (default: as many as the claim needs)")
    command.add_argument("--out", type=Path, default=Path(".reviews"), help="folder for results (%(default)s)")
    asked = command.parse_args()
    count = asked.count or FIGURES[asked.figure][0]
    print("\n".join(measure(asked.figure, Table(asked.game, asked.players), count, asked.out)))


if __name__ == "__main__":
    main()
