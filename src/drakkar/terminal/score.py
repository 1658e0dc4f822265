"""The end of a match: the ranking and the score sheet; in a game without a score, the winners and their victory."""

from drakkar.core.game import Outcome
from drakkar.text import CatalogueTranslator


def ranking(outcome: Outcome, sides: tuple[str, ...], words: CatalogueTranslator) -> list[str]:
    """The seats by score, with equal ranks for equal scores; without scores, only the winners."""
    if not outcome.scores:
        won_by = ", ".join(words.name("side", sides[seat], "short") for seat in outcome.winners)
        how = f" ({words.name('victory', outcome.victory)})" if outcome.victory else ""
        return [f"  {words.page('end.won_by', sides=won_by)}{how}"]
    seats = sorted(range(len(sides)), key=lambda seat: -outcome.scores[seat])
    ranks = {seat: 1 + sum(score > outcome.scores[seat] for score in outcome.scores) for seat in seats}
    names = [words.name("side", side, "short") for side in sides]
    scores = [words.term("score_n", n=score) for score in outcome.scores]
    name_width, score_width = max(9, *map(len, names)), max(10, *map(len, scores))
    winner = f"   {words.page('end.winner')}"
    return [
        f"  {ranks[seat]}. {names[seat]:<{name_width}} {scores[seat]:>{score_width}}"
        f"{winner if seat in outcome.winners else ''}"
        for seat in seats
    ]


def sheet(outcome: Outcome, sides: tuple[str, ...], words: CatalogueTranslator) -> list[str]:
    """The score by source and by part, with a column for each side; empty without scores."""
    if not outcome.scores:
        return []
    seats = range(len(sides))
    by_part = [[sum(points) for points in zip(*seat.values(), strict=True)] for seat in outcome.breakdown]
    sources = list(outcome.by_source[0])
    names = [words.name("side", side, "short") for side in sides]
    rows = [
        (words.name("source", source), [str(outcome.by_source[seat][source]) for seat in seats]) for source in sources
    ]
    rows += [
        (words.term("part_n", n=part + 1), [str(by_part[seat][part]) for seat in seats])
        for part in range(len(by_part[0]))
    ]
    head = (words.term("score_from"), names)
    foot = (words.page("end.all"), [str(score) for score in outcome.scores])
    first = max(10, *(len(name) + 1 for name, _ in (head, *rows, foot)))
    width = max(9, *(len(name) + 1 for name in names))
    line = "  " + "─" * (first + width * len(sides))
    lines = [_row(name, columns, first, width) for name, columns in (head, *rows, foot)]
    lines.insert(1, line)
    lines.insert(2 + len(sources), line)
    lines.insert(len(lines) - 1, line)
    return lines


def _row(name: str, columns: list[str], first: int, width: int) -> str:
    return f"  {name:<{first}}" + "".join(f"{column:>{width}}" for column in columns)
