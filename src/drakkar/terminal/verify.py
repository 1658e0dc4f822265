"""A finished match held against its seed: every draw followed from it, and it is the seed that was committed to."""

import hmac
import re
from dataclasses import dataclass
from typing import Any, Final

from drakkar.core.errors import CorruptRecord, RecordError
from drakkar.core.match import Match, load
from drakkar.core.record import CHANCE, Script, read_record

# A seed much shorter than that is found by trying, by whoever has seen the commitment.
ENOUGH_BITS: Final = 128
OPTION: Final = "--commitment"
COMMITMENT_LINE: Final = re.compile(r"\s*#+\s*commitment\b[\s:]*(.*)", re.IGNORECASE)


@dataclass(frozen=True)
class Proof:
    """What was checked of a record, and that it held."""

    match: Match
    draws: int
    commitment: str
    # Where the commitments stood that it was compared with; nowhere if none was known.
    compared: list[str]


def is_commitment(text: str) -> bool:
    """Whether it is spelled like one."""
    return re.fullmatch(r"[0-9a-fA-F]{64}", text) is not None


def verify(text: str, published: str | None = None) -> Proof:
    """Everything that a record can prove; a RecordError names the line that refutes it, or why it proves nothing."""
    match, script = load(text), read_record(text)
    if match.origin:
        raise RecordError("the match begins with a position: no seed decided what lies there", script.origin_lines[0])
    if not match.over:
        end = script.lines[-1].number
        raise RecordError("the match is not over, and the seed of a running match proves nothing yet", end)
    draws = _hold_draws(script, match.chance_lines())
    commitment = match.commitment()
    compared = []
    for number, said in written_commitments(text):
        _compare(commitment, said, number, "this line")
        compared.append(f"line {number}")
    if published is not None:
        _compare(commitment, published, script.line_of("seed"), OPTION)
        compared.append(OPTION)
    return Proof(match, draws, commitment, compared)


def _hold_draws(script: Script, decided: list[list[str]]) -> int:
    """How many draws there were; each stands in the record, where it was made and in order, and no other does."""
    for position, draws in enumerate(decided):
        lines = [line for line in script.chance if line.position == position]
        for line, draw in zip(lines, draws, strict=False):
            if line.text != draw:
                raise CorruptRecord(f"another draw belongs here: {CHANCE} {draw}", line.number)
        if len(lines) > len(draws):
            raise CorruptRecord("this draw stands here once too often", lines[len(draws)].number)
        if len(lines) < len(draws):
            missing = f"a draw is missing before this line: {CHANCE} {draws[len(lines)]}"
            raise CorruptRecord(missing, _line_behind(script, position))
    return sum(map(len, decided))


def _line_behind(script: Script, position: int) -> int:
    """The number of the line before which the draws after so many choices stand."""
    if position < len(script.choices):
        return script.choices[position].number
    return script.result.number if script.result is not None else script.lines[-1].number


def written_commitments(text: str) -> list[tuple[int, str]]:
    """Comments of a record that give its commitment, with their lines: `# commitment` and 64 hexadecimal digits."""
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


def as_data(file: str, proof: Proof) -> dict[str, Any]:
    """The proof for programs."""
    match = proof.match
    return {
        "file": file,
        "verdict": "verified" if proof.compared else "not compared",
        "game": match.game.title,
        "rules": match.game.rules_version,
        "clans": list(match.clans),
        "choices": len(match.history),
        "draws": proof.draws,
        "result": match.result(),
        "seed_bits": match.seed.bit_length(),
        "commitment": proof.commitment,
        "compared_with": proof.compared,
    }


def as_lines(file: str, proof: Proof) -> list[str]:
    """The proof for people."""
    match, game, bits = proof.match, proof.match.game, proof.match.seed.bit_length()
    verdict = "verified" if proof.compared else "every draw followed from the seed; its commitment was NOT COMPARED"
    lines = [
        f"{file}: {verdict}",
        f"players: {match.seats} ({', '.join(match.clans)})",
        f"choices: {len(match.history)} replayed, each allowed by rules {game.rules_version} of {game.title}",
        f"draws: {proof.draws} followed from the seed, each in its place, none missing",
        f"result: {match.result()}",
        f"seed: {bits} bits",
        f"commitment: {proof.commitment}",
    ]
    if bits < ENOUGH_BITS:
        lines.append(
            f"  Caution: with fewer than {ENOUGH_BITS} bits it might be found by trying, from the commitment alone."
        )
    if not proof.compared:
        return [
            *lines,
            "  Not compared: the file has no line `# commitment …`, and --commitment was not given.",
            "  If this is what was published before the first choice, the cards were settled by then.",
            f"  To compare: drakkar verify {file} {OPTION} HEX",
        ]
    lines.append(f"  It equals the one given by {' and by '.join(proof.compared)}.")
    if OPTION not in proof.compared:
        lines.append("  A line of the file only counts if it is what was published before the first choice: look.")
    return lines
