"""What must stay the same about a moment of a match, however its state is stored."""

import hashlib
from random import Random
from typing import Any

import drakkar
from drakkar.core.hosting import result_of


def moment_of(match: drakkar.Match) -> dict[str, Any]:
    """The moment as plain data: choices made, scores, result, and a hash of the legal choices by side."""
    return {
        "choices": len(match.history),
        "scores": list(match.scores()),
        "result": result_of(match),
        "pending": {decision.side: _hash(choice.text for choice in decision.choices) for decision in match.pending},
    }


def _hash(texts: Any) -> str:
    return hashlib.blake2s("\n".join(sorted(texts)).encode(), digest_size=6).hexdigest()


def play_on(match: drakkar.Match, seed: int, most: int) -> int:
    """Play random choices; return their number, which is smaller than `most` only at the end of the match."""
    rng, before = Random(seed), len(match.history)
    while not match.over and len(match.history) < before + most:
        decision = rng.choice(match.pending)
        match.play(decision.seat, rng.choice(decision.choices))
    return len(match.history) - before
