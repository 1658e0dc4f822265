"""The end of a match: who stands where, and where the glory came from; or who has won, and how."""

from drakkar.core.game import Outcome
from drakkar.text import Words


def ranking(outcome: Outcome, clans: tuple[str, ...], words: Words) -> list[str]:
    """The seats by glory, equal glory sharing a rank; without a score the winners alone."""
    if not outcome.glory:
        won_by = ", ".join(words.name("clan", clans[seat], "short") for seat in outcome.winners)
        how = f" ({words.name('victory', outcome.victory)})" if outcome.victory else ""
        return [f"  {words.page('end.won_by', clans=won_by)}{how}"]
    seats = sorted(range(len(clans)), key=lambda seat: -outcome.glory[seat])
    ranks = {seat: 1 + sum(glory > outcome.glory[seat] for glory in outcome.glory) for seat in seats}
    names = [words.name("clan", clan, "short") for clan in clans]
    scores = [words.page("end.glory", n=glory) for glory in outcome.glory]
    name_width, score_width = max(9, *map(len, names)), max(10, *map(len, scores))
    winner = f"   {words.page('end.winner')}"
    return [
        f"  {ranks[seat]}. {names[seat]:<{name_width}} {scores[seat]:>{score_width}}"
        f"{winner if seat in outcome.winners else ''}"
        for seat in seats
    ]


def sheet(outcome: Outcome, clans: tuple[str, ...], words: Words) -> list[str]:
    """Glory by source and by Age, a column for each clan; nothing without a score."""
    if not outcome.glory:
        return []
    seats = range(len(clans))
    by_age = [[sum(ages) for ages in zip(*seat.values(), strict=True)] for seat in outcome.by_source_and_age]
    sources = list(outcome.by_source[0])
    names = [words.name("clan", clan, "short") for clan in clans]
    rows = [
        (words.name("source", source), [str(outcome.by_source[seat][source]) for seat in seats]) for source in sources
    ]
    rows += [
        (words.page("end.age", n=age + 1), [str(by_age[seat][age]) for seat in seats]) for age in range(len(by_age[0]))
    ]
    head = (words.page("end.glory_from"), names)
    foot = (words.page("end.all"), [str(glory) for glory in outcome.glory])
    first = max(10, *(len(name) + 1 for name, _ in (head, *rows, foot)))
    width = max(9, *(len(name) + 1 for name in names))
    line = "  " + "─" * (first + width * len(clans))
    lines = [_row(name, columns, first, width) for name, columns in (head, *rows, foot)]
    lines.insert(1, line)
    lines.insert(2 + len(sources), line)
    lines.insert(len(lines) - 1, line)
    return lines


def _row(name: str, columns: list[str], first: int, width: int) -> str:
    return f"  {name:<{first}}" + "".join(f"{column:>{width}}" for column in columns)
