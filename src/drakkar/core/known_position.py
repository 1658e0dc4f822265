"""The position of one seat: the readable part and, in the middle of an action, a section `[machine]`.

Both come from the veiled state of the seat. The section has only public fields. Hidden cards are in the readable part:
by name if the seat knows them, otherwise as numbers that can be replaced.
"""

from typing import Any

from drakkar.core.flow import Flow
from drakkar.core.game import Game, Value
from drakkar.core.lay_out import headed, lay_out
from drakkar.core.machine_section import stamp
from drakkar.core.position import MACHINE, SEEN_BY, SPECTATOR, Document, write
from drakkar.core.state_fields import snapshot


def readable_part(game: Game[Any], known: Any, seat: int | None, rulings: dict[str, Value]) -> str:
    """The readable part of what a seat knows."""
    return write(headed(game, known, seat, rulings, 0))


def write_known(game: Game[Any], known: Any, seat: int | None, rulings: dict[str, Value]) -> str:
    """The readable part and, if that alone does not lead to this moment, the section `[machine]`."""
    readable = readable_part(game, known, seat, rulings)
    extra = known_extra(game, known, seat, readable)
    return readable + "\n" + write({MACHINE: extra}).lstrip("\n") if extra else readable


def known_extra(game: Game[Any], known: Any, seat: int | None, readable: str) -> dict[str, Any]:
    """The values of the section `[machine]`; empty if the readable part alone leads to this moment."""
    parts = game.hidden_parts(known)
    if parts is None:
        return {}
    hidden = ("chance", *parts)
    said = _open_fields(game, game.copy(known), hidden)
    laid_out = lay_out(Document(readable)).state
    settled = game.copy(laid_out)
    game.book.settle(settled)
    if not _different(said, _open_fields(game, settled, hidden)):
        return {}
    extra = _different(said, _open_fields(game, laid_out, hidden))
    return {**stamp(game.book, known), SEEN_BY: viewer_name(game, known, seat), **extra}


def viewer_name(game: Game[Any], s: Any, seat: int | None) -> str:
    """The value of `seen_by` for a seat or a spectator."""
    return SPECTATOR if seat is None else game.sides[s.sides[seat]]


def _open_fields(game: Game[Any], s: Any, hidden: tuple[str, ...]) -> dict[str, Any]:
    """The public fields of a state."""
    forget_answered(s.flow)
    return {key: value for key, value in snapshot(game.book, s).items() if not _is_within(key, hidden)}


def _different(said: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in said.items() if known.get(key) != value}


def forget_answered(flow: Flow) -> None:
    """Clear the arguments of answered questions, which no rule reads any more."""
    for seat in range(len(flow.asked)):
        if not flow.asked[seat]:
            flow.about[seat] = 0


def _is_within(key: str, parts: tuple[str, ...]) -> bool:
    return any(key == part or key.startswith(f"{part}.") for part in parts)
