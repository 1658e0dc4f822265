"""The base of previews: one seat's turn, isolated from what others do after it."""

from drakkar.core.flow import FRAME, Book, Flow, S
from drakkar.core.vectors import lay, vec


def cut_off(flow: Flow, seat: int, ends: tuple[int, ...]) -> None:
    """Keep only this seat's question, and only the pending steps above the last of the `ends`."""
    steps = [flow.stack[at * FRAME] for at in range(flow.depth)]
    first = max((at + 1 for at, step in enumerate(steps) if step in ends), default=0)
    lay(flow.stack, 0, flow.stack[first * FRAME : flow.depth * FRAME])
    flow.depth -= first
    question = flow.asked[seat]
    flow.asked = vec(len(flow.asked))
    flow.asked[seat], flow.owing = question, 1


def declining(book: Book[S], s: S, seat: int) -> list[int]:
    """The choices with which a seat can decline."""
    notation = book.notation
    return [code for code in book.legal(s, seat) if notation.verbs[notation.verb_of[code]].closing]
