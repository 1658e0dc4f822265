"""The end of a match: who stands where, and where the glory came from."""

from drakkar.core.game import Outcome


def ranking(outcome: Outcome, clans: tuple[str, ...]) -> list[str]:
    """The seats by glory; equal glory shares a rank."""
    seats = sorted(range(len(clans)), key=lambda seat: -outcome.glory[seat])
    ranks = {seat: 1 + sum(glory > outcome.glory[seat] for glory in outcome.glory) for seat in seats}
    return [
        f"  {ranks[seat]}. {clans[seat].capitalize():<9} {outcome.glory[seat]:>4} Glory"
        f"{'   winner' if seat in outcome.winners else ''}"
        for seat in seats
    ]


def sheet(outcome: Outcome, clans: tuple[str, ...]) -> list[str]:
    """Glory by source and by Age, a column for each clan."""
    seats = range(len(clans))
    by_age = [[sum(ages) for ages in zip(*seat.values(), strict=True)] for seat in outcome.by_source_and_age]
    sources = list(outcome.by_source[0])
    rows = [(source, [outcome.by_source[seat][source] for seat in seats]) for source in sources]
    rows += [(f"Age {age + 1}", [by_age[seat][age] for seat in seats]) for age in range(len(by_age[0]))]
    line = "  " + "─" * (10 + 9 * len(clans))
    lines = [_row(name, [str(number) for number in numbers]) for name, numbers in rows]
    lines.insert(len(sources), line)
    return [
        _row("Glory from", [clan.capitalize() for clan in clans]),
        line,
        *lines,
        line,
        _row("all", [str(glory) for glory in outcome.glory]),
    ]


def _row(name: str, columns: list[str]) -> str:
    return f"  {name:<10}" + "".join(f"{column:>9}" for column in columns)
