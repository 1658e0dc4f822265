"""A review as data for other programs: the format of `drakkar analyse --json`, described in docs/analysis.md."""

from collections.abc import Sequence
from typing import Any, Final

from drakkar.analysis import Judged
from drakkar.report.words import Passage, ReviewWords

FORMAT: Final = "drakkar analysis 1"


def as_data(told: ReviewWords, seats: Sequence[int]) -> dict[str, Any]:
    """The review of these seats. Choices have the numbers of the record; the first one is 1."""
    review, match = told.review, told.match
    return {
        "format": FORMAT,
        "game": review.title,
        "sides": list(match.sides),
        "player": review.player,
        "network": review.network,
        "seed": review.seed,
        "language": told.words.language,
        "done": review.done,
        "progress": round(review.progress, 4),
        "choices": [{"seat": made.seat, "choice": made.text} for made in match.history],
        "start": list(review.start),
        "result": list(review.result),
        "chances": [{"seen": [list(row) for row in one.seen], "full": list(one.full)} for one in review.moments],
        "luck": [{"seat": seat, **review.balance(seat)._asdict()} for seat in seats if review.knows_luck],
        "decisions": [_decision(one) for one in review.decisions if one.seat in seats],
        "words": {
            "costly": [_passage(one) for seat in seats for one in told.costly(seat)],
            "unlucky": [_passage(one) for seat in seats for one in told.unlucky(seat)],
            "turns": [_passage(one) for one in told.turns()],
            "kings": [_passage(one) for one in told.kings() if one.seat in seats],
        },
    }


def _decision(one: Judged) -> dict[str, Any]:
    return {
        "number": one.number + 1,
        "seat": one.seat,
        "chosen": one.chosen,
        "word": one.word,
        "loss": one.loss,
        "error": one.error,
        "options": [option._asdict() for option in one.options],
        "kings": one.kings and one.kings._asdict(),
    }


def _passage(one: Passage) -> dict[str, Any]:
    return {"number": one.number, "seat": one.seat, "word": one.word, "text": " ".join(one.sentences)}
