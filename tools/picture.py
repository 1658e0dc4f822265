"""The picture in the README: the terminal drawn as SVG, from a match played for it."""

import drakkar
from drakkar.core.chance import chance_from
from drakkar.core.hosting import game_of
from drakkar.core.kit import play_randomly
from drakkar.research.picture import COLUMNS, drawn

SEED, CHOICES = 2026, 118


def picture() -> str:
    """docs/terminal.svg."""
    match = drakkar.new("blood_rage", seats=4, seed=SEED)
    for moment in play_randomly(match, chance_from(SEED)):
        if len(moment.history) == CHOICES:
            break
    parts = game_of(match).text_board(match.view(0).to_json()["table"], True, COLUMNS)
    return drawn("\n\n".join(parts[name] for name in ("board", "hand") if name in parts))
