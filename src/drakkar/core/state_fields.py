"""The fields of a state by name: everything about a moment as plain values, and back.

Names are stable: fields by their path, steps by the names of their rules, questions by their codes. Piles of cards have
no fixed length, so a state with more room for cards has the same values.
"""

from typing import Any, Final

from drakkar.core.flow import DEEPEST, FRAME, NO_CARD, Book, S
from drakkar.core.piles import Deck, Zone
from drakkar.core.vectors import Vec, is_vector, lay, row, vec

# Larger than any number in a state.
MOST: Final = 10_000
# Values outside the fields of the state.
FRAMES: Final = "frames"
ASKED: Final = "asked"
# Vectors that grow in any game.
GROWING: Final = (FRAMES, "chance.fed")


def fields(thing: Any) -> list[str]:
    """The field names of an object, compiled or not."""
    names: Any = getattr(thing, "__dict__", None) or getattr(thing, "__mypyc_attrs__", ())
    return sorted(names)


def flatten(thing: Any, path: str = "", without: tuple[str, ...] = ()) -> dict[str, Any]:
    """All fields of an object as plain values by path, without some of them."""
    flat: dict[str, Any] = {}
    for name in fields(thing):
        if name in without:
            continue
        value, here = getattr(thing, name), f"{path}{name}"
        if type(value) in (bool, int):  # not isinstance: compiled code would turn False into 0
            flat[here] = value
        elif isinstance(value, list) or is_vector(value):
            flat[here] = list(value)
        elif isinstance(value, bytes):
            flat[here] = value.hex()
        elif isinstance(value, (Zone, Deck)):
            flat.update(_piles(value, here))
        elif isinstance(value, tuple) and all(isinstance(item, int) for item in value):
            flat[here] = list(value)
        elif isinstance(value, tuple):
            for at, item in enumerate(value):
                flat.update(flatten(item, f"{here}.{at}."))
        else:
            flat.update(flatten(value, f"{here}."))
    return flat


def _piles(piles: Zone | Deck, path: str) -> dict[str, Any]:
    """The cards of each seat, or the piles of a deck."""
    if isinstance(piles, Zone):
        return {path: [list(piles.of(seat)) for seat in range(len(piles.sizes))]}
    return {
        f"{path}.cards": list(piles.cards[: piles.left]),
        f"{path}.top": piles.top,
        f"{path}.under": list(piles.under[: piles.buried]),
        f"{path}.discards": list(piles.discarded()),
    }


def snapshot(book: Book[S], s: S) -> dict[str, Any]:
    """Everything about a moment: the state, the chance stream, pending steps and open questions."""
    flow = s.flow
    frames = [flow.stack[at * FRAME : (at + 1) * FRAME] for at in range(flow.depth)]
    asked = [book.questions[number] for number in flow.asked]
    return {
        **flatten(flow.chance, "chance."),
        FRAMES: [f"{book.steps[step].name}: {seat} {about}" for step, seat, about in frames],
        ASKED: [question.code if question is not None else "" for question in asked],
        "about": list(flow.about),
        "over": flow.over,
        **flatten(s, without=("flow", *s.constant_parts())),
    }


def grows(s: S, key: str) -> bool:
    """Whether a value is a vector without a fixed length."""
    if key in GROWING or key.partition(".")[0] in s.growing_parts():
        return True
    holder: Any = s
    for name in key.split(".")[:-1]:
        holder = getattr(holder, name, None)
    return isinstance(holder, Deck)


def fits(key: str, value: Any, known: Any, grows: bool) -> bool:
    """Whether a value has the right type and, for a vector that does not grow, the right length."""
    if isinstance(value, list) and isinstance(known, list):
        return (grows or len(value) == len(known)) and is_small(value)
    return type(value) is type(known) and (is_small(value) or key == "chance.used")


def is_small(value: Any) -> bool:
    """Whether all numbers of a value are small; states hold no large numbers."""
    if isinstance(value, list):
        return all(is_small(item) for item in value)
    return not isinstance(value, int) or abs(value) < MOST


def put(book: Book[S], s: S, key: str, value: Any) -> None:
    """Write one value of a snapshot into a state; an error if it does not fit there."""
    flow = s.flow
    if key == FRAMES:
        _put_frames(book, s, value)
    elif key == ASKED:
        codes = ["", *(question.code for question in book.questions if question is not None)]
        flow.asked = row(codes.index(code) for code in value)
        flow.owing = sum(map(bool, flow.asked))
    elif key == "about":
        flow.about = row(int(number) for number in value)
    elif key == "over":
        flow.over = value
    elif key.startswith("chance."):
        _set(flow.chance, key.removeprefix("chance."), value)
    else:
        _set(s, key, value)


def _put_frames(book: Book[S], s: S, frames: list[str]) -> None:
    flow = s.flow
    flow.depth = len(frames)
    for at, frame in enumerate(frames):
        name, _, rest = frame.rpartition(": ")
        step = next(step for step in book.steps if step.name == name)
        seat, about = (int(number) for number in rest.split())
        if not 0 <= seat < len(flow.asked) or at >= DEEPEST or not is_small(about):
            raise ValueError(frame)
        lay(flow.stack, at * FRAME, (step.number, seat, about))


def _set(thing: Any, path: str, value: Any) -> None:
    first, _, rest = path.partition(".")
    if rest:
        _set(thing[int(first)] if first.isdecimal() else getattr(thing, first), rest, value)
        return
    if isinstance(thing, Deck):
        _set_pile(thing, first, value)
        return
    if first not in fields(thing):
        raise AttributeError(path)
    old = getattr(thing, first)
    if isinstance(old, Zone):
        _set_zone(old, value)
        return
    if isinstance(old, bytes):
        value = bytes.fromhex(value)
    elif isinstance(old, tuple):
        value = tuple(int(number) for number in value)
    elif isinstance(old, list) or is_vector(old):
        _check_numbers(value)
    setattr(thing, first, row(value) if is_vector(old) else value)


def _set_zone(zone: Zone, piles: list[list[int]]) -> None:
    """The cards of each seat."""
    for seat, cards in enumerate(piles):
        _check_numbers(cards)
        zone.take_all(seat)
        for card in cards:
            zone.add(seat, card)


def _set_pile(deck: Deck, part: str, value: Any) -> None:
    """One of the piles of a deck."""
    if part == "top":
        deck.top = value
        return
    _check_numbers(value)
    if part == "cards":
        deck.cards, deck.left = _filled(value, len(deck.cards)), len(value)
    elif part == "under":
        deck.under, deck.buried = _filled(value, len(deck.under)), len(value)
    elif part == "discards":
        deck.discards, deck.thrown = _filled(value, len(deck.discards)), len(value)
    else:
        raise AttributeError(part)


def _filled(cards: list[int], room: int) -> Vec:
    if len(cards) > room:
        raise ValueError(f"there is room for {room} cards")
    filled = vec(room, NO_CARD)
    lay(filled, 0, tuple(cards))
    return filled


def _check_numbers(value: Any) -> None:
    if not isinstance(value, list) or not all(isinstance(number, int) for number in value):
        raise TypeError("a list of numbers is needed")
