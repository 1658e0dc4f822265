"""What a game needs to foretell a choice: a moment cut off from what others do after it."""

from drakkar.core.flow import FRAME, Book, Flow, S
from drakkar.core.vectors import lay, vec


def cut_off(flow: Flow, seat: int, ends: tuple[int, ...]) -> None:
    """Only this seat is asked, and of what waits only that remains which lies above the last of these steps."""
    steps = [flow.stack[at * FRAME] for at in range(flow.depth)]
    first = max((at + 1 for at, step in enumerate(steps) if step in ends), default=0)
    lay(flow.stack, 0, flow.stack[first * FRAME : flow.depth * FRAME])
    flow.depth -= first
    question = flow.asked[seat]
    flow.asked = vec(len(flow.asked))
    flow.asked[seat], flow.owing = question, 1


def declining(book: Book[S], s: S, seat: int) -> list[int]:
    """The choices with which a seat can say no."""
    notation = book.notation
    return [code for code in book.legal(s, seat) if notation.verbs[notation.verb_of[code]].closing]
