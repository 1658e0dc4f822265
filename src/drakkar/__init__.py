"""Drakkar: Viking board games, with rules a stranger can trust. An unofficial fan project.

import drakkar

match = drakkar.new("blood_rage", seats=4, seed=7)
while not match.outcome:
    decision = match.pending[0]
    match.play(decision.seat, decision.options[0])
"""

from drakkar import games as _games
from drakkar.bots import roster as _roster
from drakkar.core.build import build
from drakkar.core.errors import (
    BadOptions,
    BadPosition,
    CannotUndo,
    ChoiceError,
    CorruptRecord,
    DrakkarError,
    IllegalChoice,
    MatchOver,
    NotYourDecision,
    RecordError,
    UnknownGame,
    UnreadableChoice,
    WrongVersion,
)
from drakkar.core.events import Event, Hidden
from drakkar.core.game import Outcome, Preview, install
from drakkar.core.game import titles as games
from drakkar.core.lean import Lean, state
from drakkar.core.match import Match, load, new, set_up
from drakkar.core.moment import Decision, Prompt
from drakkar.core.notation import Choice
from drakkar.core.reasons import Reason
from drakkar.core.view import View, redeal

for _title in _games.TITLES:
    install(_title, f"{_games.__name__}.{_title}")
# Bots that need more than drakkar does to be played.
_roster.install("net", "drakkar.research.net_bot")

__all__ = [
    "BadOptions",
    "BadPosition",
    "CannotUndo",
    "Choice",
    "ChoiceError",
    "CorruptRecord",
    "Decision",
    "DrakkarError",
    "Event",
    "Hidden",
    "IllegalChoice",
    "Lean",
    "Match",
    "MatchOver",
    "NotYourDecision",
    "Outcome",
    "Preview",
    "Prompt",
    "Reason",
    "RecordError",
    "UnknownGame",
    "UnreadableChoice",
    "View",
    "WrongVersion",
    "build",
    "games",
    "load",
    "new",
    "redeal",
    "set_up",
    "state",
]
