"""Proof that a finished match was fair: every draw follows from the seed, and the seed is the committed one."""

import hmac
import re
from typing import Final, NamedTuple

from drakkar.core.errors import CorruptRecord, RecordError
from drakkar.core.hosting import chance_lines, commitment_of, origin_of
from drakkar.core.loading import load
from drakkar.core.match import Match
from drakkar.core.record import CHANCE, Script, read_record

COMMITMENT_LINE: Final = re.compile(r"\s*#+\s*commitment\b[\s:]*(.*)", re.IGNORECASE)


class Proof(NamedTuple):
    """The results of a successful check."""

    match: Match
    draws: int
    commitment: str
    # Where the compared commitments came from; empty if there was none.
    compared: list[str]


def is_commitment(text: str) -> bool:
    """Whether a text has the form of a commitment."""
    return re.fullmatch(r"[0-9a-fA-F]{64}", text) is not None


def verify(text: str, published: str | None = None, named: str = "the published one") -> Proof:
    """Check everything that a record can prove; a RecordError names the line at fault, or why there is no proof.

    A `published` commitment is compared too; `named` is its name in the result and in an error.
    """
    match, script = load(text), read_record(text)
    if origin_of(match):
        raise RecordError("the match begins with a position: no seed decided its cards", script.origin_lines[0])
    if not match.over:
        end = script.lines[-1].number
        raise RecordError("the match is not over, and the seed of a running match proves nothing yet", end)
    draws = _hold_draws(script, chance_lines(match))
    commitment = commitment_of(match)
    compared = []
    for number, said in written_commitments(text):
        _compare(commitment, said, number, "this line")
        compared.append(f"line {number}")
    if published is not None:
        _compare(commitment, published, script.line_of("seed"), named)
        compared.append(named)
    return Proof(match, draws, commitment, compared)


def _hold_draws(script: Script, decided: list[list[str]]) -> int:
    """Check that the record has exactly the real draws, in place and in order; return their number."""
    for position, draws in enumerate(decided):
        lines = [line for line in script.chance if line.position == position]
        for line, draw in zip(lines, draws, strict=False):
            if line.text != draw:
                raise CorruptRecord(f"another draw belongs here: {CHANCE} {draw}", line.number)
        if len(lines) > len(draws):
            raise CorruptRecord("this draw is one too many", lines[len(draws)].number)
        if len(lines) < len(draws):
            missing = f"a draw is missing before this line: {CHANCE} {draws[len(lines)]}"
            raise CorruptRecord(missing, _line_behind(script, position))
    return sum(map(len, decided))


def _line_behind(script: Script, position: int) -> int:
    """The number of the line after the draws that follow this many choices."""
    if position < len(script.choices):
        return script.choices[position].number
    return script.result.number if script.result is not None else script.lines[-1].number


def written_commitments(text: str) -> list[tuple[int, str]]:
    """The commitments in the comments of a record, with their lines: `# commitment` and 64 hexadecimal digits."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        if said := COMMITMENT_LINE.fullmatch(line.rstrip()):
            if not is_commitment(said.group(1)):
                raise CorruptRecord("a commitment is 64 hexadecimal digits, and this line gives none", number)
            found.append((number, said.group(1)))
    return found


def _compare(commitment: str, published: str, line: int, where: str) -> None:
    if not hmac.compare_digest(commitment, published.casefold()):
        wrong = f"the commitment to this match's seed and setup is {commitment}, but {where} gives {published}"
        raise CorruptRecord(wrong, line)
