"""The proof that a finished match was fair, as text and as data."""

from typing import Any, Final

from drakkar.core.hosting import game_of, result_of
from drakkar.core.proof import Proof

# A much shorter seed can be found from the commitment by brute force.
ENOUGH_BITS: Final = 128
OPTION: Final = "--commitment"


def as_data(file: str, proof: Proof) -> dict[str, Any]:
    """The proof for programs."""
    match = proof.match
    return {
        "file": file,
        "verdict": "verified" if proof.compared else "not compared",
        "game": match.title,
        "rules": game_of(match).rules_version,
        "sides": list(match.sides),
        "choices": len(match.history),
        "draws": proof.draws,
        "result": result_of(match),
        "seed_bits": match.seed.bit_length(),
        "commitment": proof.commitment,
        "compared_with": proof.compared,
    }


def as_lines(file: str, proof: Proof) -> list[str]:
    """The proof for people."""
    match, game, bits = proof.match, game_of(proof.match), proof.match.seed.bit_length()
    verdict = "verified" if proof.compared else "every draw followed from the seed; its commitment was NOT COMPARED"
    lines = [
        f"{file}: {verdict}",
        f"players: {match.seats} ({', '.join(match.sides)})",
        f"choices: {len(match.history)} replayed, each allowed by rules {game.rules_version} of {game.title}",
        f"draws: {proof.draws} followed from the seed, each in its place, none missing",
        f"result: {result_of(match)}",
        f"seed: {bits} bits",
        f"commitment: {proof.commitment}",
    ]
    if bits < ENOUGH_BITS:
        lines.append(f"  Caution: with fewer than {ENOUGH_BITS} bits it might be guessed from the commitment alone.")
    if not proof.compared:
        return [
            *lines,
            "  Not compared: the file has no line `# commitment …`, and --commitment was not given.",
            "  If this is what was published before the first choice, the cards were settled by then.",
            f"  To compare: drakkar verify {file} {OPTION} HEX",
        ]
    lines.append(f"  It equals the one given by {' and by '.join(proof.compared)}.")
    if OPTION not in proof.compared:
        lines.append("  A line in the file counts only if it was published before the first choice: check that.")
    return lines
