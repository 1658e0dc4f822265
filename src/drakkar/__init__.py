"""Drakkar: Viking board games, with rules a stranger can trust. An unofficial fan project.

import drakkar

match = drakkar.new("blood_rage", seats=4, seed=7)
while not match.over:
    decision = match.pending[0]
    match.play(decision.seat, decision.choices[0])
print(match.outcome)

Read first: `titles` and `new`, then `Match`, `Decision`, `Choice` and `View`. `set_up` and `load` make a match from
the text of a position and of a record; `rulings` lists the rule variants of a game. `drakkar.bots.make("karl",
seed=1)` is a bot; `help(drakkar.bots)` lists all and shows how they play. `FastState` is for search and learning. All
refusals are `DrakkarError`s. The rules, with the numbers that refusals name, are in docs/rules; docs/api.md is this
text as a page.
"""

from drakkar import games as _games
from drakkar.bots import net_bot as _net_bot
from drakkar.bots import roster as _roster
from drakkar.core.build import build
from drakkar.core.errors import (
    BadArgument,
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
from drakkar.core.fast_state import FastState, fast_state
from drakkar.core.game import Outcome, Preview, Ruling, install, rulings, titles
from drakkar.core.hosting import commitment_of as commitment
from drakkar.core.loading import load
from drakkar.core.match import Match, new, set_up
from drakkar.core.moment import Decision, Prompt
from drakkar.core.notation import Choice, Part
from drakkar.core.reasons import Reason
from drakkar.core.version import VERSION as _VERSION
from drakkar.core.view import View, redeal

__version__ = _VERSION

for _title in _games.TITLES:
    install(_title, f"{_games.__name__}.{_title}")
# Bots that need more than drakkar does to be played.
_roster.install("net", "drakkar.bots.net_bot")
_roster.install("net_search", "drakkar.bots.net_search")
_net_bot.install(numpy="drakkar.research.net_numpy", path="drakkar.research.net_bot")

__all__ = [
    "BadArgument",
    "BadPosition",
    "CannotUndo",
    "Choice",
    "ChoiceError",
    "CorruptRecord",
    "Decision",
    "DrakkarError",
    "Event",
    "FastState",
    "Hidden",
    "IllegalChoice",
    "Match",
    "MatchOver",
    "NotYourDecision",
    "Outcome",
    "Part",
    "Preview",
    "Prompt",
    "Reason",
    "RecordError",
    "Ruling",
    "UnknownGame",
    "UnreadableChoice",
    "View",
    "WrongVersion",
    "build",
    "commitment",
    "fast_state",
    "load",
    "new",
    "redeal",
    "rulings",
    "set_up",
    "titles",
]
