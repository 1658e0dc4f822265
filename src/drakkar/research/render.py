"""Rendering of a state as a spectator may see it, without hidden cards."""

from typing import Any, Final

from drakkar.core.errors import BadArgument
from drakkar.core.game import Game, Value
from drakkar.core.view import View
from drakkar.research.picture import COLUMNS, drawn

MODES: Final = ["human", "ansi", "svg"]


def check_mode(mode: str | None) -> None:
    """Raise BadArgument for an unknown render mode."""
    if mode is not None and mode not in MODES:
        raise BadArgument(f"there is no render mode {mode!r}; there are: {', '.join(MODES)}")


def render(game: Game[Any], state: Any, rulings: dict[str, Value], mode: str | None) -> str | None:
    """The board as text (`ansi`), as a picture of that text (`svg`), or printed (`human`)."""
    if mode is None:
        return None
    table = View(game, None, 0, game.veil(state, None), rulings).to_json()["table"]
    text = "\n\n".join(game.text_board(table, True, COLUMNS).values())
    if mode == "human":
        print(text)
        return None
    return drawn(text) if mode == "svg" else text
