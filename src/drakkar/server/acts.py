"""What can be done at a table, and why not: each act gives the entry that tells of it, or is Refused.

None where nothing is left to do, because the very same has been done before: a message that came twice.
Nothing here changes the table: an entry counts once it is on disk.
"""

from typing import Any, Final

from drakkar.bots import LEVELS, make
from drakkar.core.errors import BadOptions, DrakkarError
from drakkar.core.game import Game
from drakkar.server import entries
from drakkar.server.entries import FREE
from drakkar.server.refusals import Refused, refused
from drakkar.server.store import RUNNING
from drakkar.server.table import NO_DECISION, Table

LONGEST_NAME: Final = 40
LONGEST_SPEECH: Final = 500


def said(text: str, longest: int) -> str:
    """Words on one line, without what would disturb a page or a terminal."""
    kept = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(kept.split())[:longest].rstrip()


def check_bot(words: str, game: Game[Any]) -> None:
    """BadOptions unless this is a level or `random`, perhaps in a style: no stranger sets the budget of a search."""
    level, _, setting = words.partition(":")
    if level not in (*LEVELS, "random") or (setting and not setting.startswith("style=")):
        raise BadOptions(f"the bots here are {', '.join(LEVELS)} and random; a style is added like karl:style=…")
    make(words, 0, game)


def sit(table: Table, at: int, seat: int | None, name: str, key: str) -> entries.Seated:
    """Sit down: on this seat, or on the first open one."""
    free = [number for number, some in enumerate(table.seats) if some.kind == FREE]
    if table.started:
        raise Refused("already_started", "the match has begun; it can be watched, if the table allows it")
    if not free or (seat is not None and seat not in free):
        raise Refused("seat_taken")
    number = free[0] if seat is None else seat
    return entries.Seated(at, number, said(name, LONGEST_NAME), key)


def start(table: Table, at: int, seat: int, bot: str) -> entries.Started | None:
    """Begin now: bots take the seats that are open."""
    if table.started:
        return None
    _check_person(table, seat)
    check_bot(bot, table.match.game)
    return entries.Started(at, bot)


def choose(table: Table, at: int, seat: int, decision: int, words: str, spent: int) -> entries.Chose | None:
    """Answer a decision, which is known by its number: so a choice counts once, however often it is sent."""
    if not table.started:
        raise Refused("not_started")
    mine = table.seats[seat]
    if decision != mine.decision or decision == NO_DECISION:
        if decision != NO_DECISION and mine.answered[0] == decision and is_same(table, words, mine.answered[1]):
            return None
        if table.match.over:
            raise Refused("match_over")
        if mine.decision == NO_DECISION:
            raise refused(_not_asked(table, seat, words))
        raise Refused("stale", f"you are asked decision {mine.decision} now, not {decision}")
    try:
        return entries.Chose(at, seat, table.match.meant(seat, words).text, spent)
    except DrakkarError as error:
        raise refused(error) from None


def _not_asked(table: Table, seat: int, words: str) -> DrakkarError:
    """What the engine says to a seat that is not asked."""
    try:
        table.match.meant(seat, words)
    except DrakkarError as error:
        return error
    raise AssertionError("a seat that is not asked can choose nothing")


def is_same(table: Table, words: str, chosen: str) -> bool:
    """Whether words can mean a choice that was made."""
    read = table.match.game.book.notation.read
    return words == chosen or not set(read(words)).isdisjoint(read(chosen))


def undo(table: Table, at: int, seat: int, choice: int) -> entries.Undid | None:
    """Take a choice back, which is known by its version: so an undo counts once."""
    if not table.started:
        raise Refused("not_started")
    if table.undone.get(choice) == seat:
        return None
    if table.match.over:
        raise Refused("cannot_undo", "the match is over, and all that was hidden is open")
    present = table.undo_of(seat)
    if not present:
        raise Refused("cannot_undo", table.match.why_not_undo(seat))
    if choice != present:
        raise Refused("stale", f"what you can take back now is choice {present}, not {choice}")
    return entries.Undid(at, seat, choice)


def say(table: Table, at: int, seat: int, text: str) -> entries.Said:
    """Speak to the table."""
    words = said(text, LONGEST_SPEECH)
    if not words:
        raise Refused("bad_message", "there is nothing to say")
    _check_person(table, seat)
    return entries.Said(at, seat, words)


def mute(table: Table, at: int, seat: int, whom: int, muted: bool) -> entries.Muted | None:
    """Hear another no more, or again."""
    _check_other(table, seat, whom)
    return None if (whom in table.seats[seat].muted) == muted else entries.Muted(at, seat, whom, muted)


def leave(table: Table, at: int, seat: int, stand_in: bool = False) -> entries.Left | None:
    """Go; during a match the seat stays one's own, and a bot can play there meanwhile."""
    _check_person(table, seat)
    if stand_in and table.status != RUNNING:
        raise Refused("match_over" if table.started else "not_started")
    mine = table.seats[seat]
    return None if mine.left and (mine.bot or not stand_in) else entries.Left(at, seat, stand_in)


def come_back(table: Table, at: int, seat: int) -> entries.Returned | None:
    """Play on oneself, whoever played meanwhile."""
    _check_person(table, seat)
    mine = table.seats[seat]
    return entries.Returned(at, seat) if mine.left or mine.bot else None


def vote(table: Table, at: int, seat: int, whom: int, is_here: bool) -> entries.Voted | None:
    """Ask for a bot in place of somebody who left, or whose connection is gone."""
    _check_playing(table, seat, whom)
    theirs = table.seats[whom]
    if not theirs.is_person or theirs.bot:
        raise Refused("not_now", "a bot plays there already")
    if is_here and not theirs.left:
        raise Refused("not_now", f"{theirs.name or 'that player'} is at the table, or was a moment ago")
    # Who has voted may do so again once that decides it, because others who could vote have left.
    return None if seat in theirs.votes and not table.is_voted_out(whom) else entries.Voted(at, seat, whom)


def claim(table: Table, at: int, seat: int, whom: int, left: int) -> entries.Claimed | None:
    """Ask for a bot in place of somebody whose clock has run out; until somebody asks, nothing happens to him."""
    _check_playing(table, seat, whom)
    if table.founded.clock is None:
        raise Refused("not_now", "this table has no clock")
    theirs = table.seats[whom]
    if not theirs.plays_itself:
        return None
    if left > 0 or theirs.decision == NO_DECISION:
        raise Refused("not_now", f"{theirs.name or 'that player'} has time left, or is not asked")
    return entries.Claimed(at, seat, whom)


def _check_playing(table: Table, seat: int, whom: int) -> None:
    _check_other(table, seat, whom)
    if not table.started:
        raise Refused("not_started")
    if table.match.over:
        raise Refused("match_over")


def _check_other(table: Table, seat: int, whom: int) -> None:
    _check_person(table, seat)
    if not 0 <= whom < len(table.seats) or whom == seat:
        raise Refused("not_now", f"there is no other seat {whom}")


def _check_person(table: Table, seat: int) -> None:
    if not table.seats[seat].is_person:
        raise Refused("not_seated")
