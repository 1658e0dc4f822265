"""Analysis: win chances, and what each choice costs or brings.

from drakkar import analysis

analysis.seat_chances(match.view(0))        # by what seat 0 can see
analysis.public_chances(match.view(None))   # by what everyone can see
analysis.full_chances(match)                # by all hands; for players only after the match
analysis.grade(match.view(0), decision)     # what each choice is worth
analysis.hints(match.view(0), decision)     # the best choices
analysis.holdings(match.view(0))            # who can hold what, by what seat 0 knows
analysis.review(match)                      # all of a finished match, in parts

The first three give a number per seat, with the sum 1: the chance to win if all seats play like `PLAYER` from here on.
Matches between bots can calibrate them (docs/analysis.md); `is_calibrated(title, seats)` says whether the current
network is calibrated.
"""

from drakkar.analysis.calibration import is_calibrated
from drakkar.analysis.chances import full_chances, public_chances, seat_chances
from drakkar.analysis.grade import Estimate, Grade, Rated, grade
from drakkar.analysis.hints import Hint, hints
from drakkar.analysis.holdings import Holdings, holdings
from drakkar.analysis.player import PLAYER, has_network
from drakkar.analysis.review import Balance, Judged, Kings, Moment, Option, Review, Swing, analyser_of
from drakkar.analysis.reviewing import review

__all__ = [
    "PLAYER",
    "Balance",
    "Estimate",
    "Grade",
    "Hint",
    "Holdings",
    "Judged",
    "Kings",
    "Moment",
    "Option",
    "Rated",
    "Review",
    "Swing",
    "analyser_of",
    "full_chances",
    "grade",
    "has_network",
    "hints",
    "holdings",
    "is_calibrated",
    "public_chances",
    "review",
    "seat_chances",
]
