"""The commands of a table: each returns the entry to append to the log, or raises Refused.

A command returns None if it was done before, i.e. if a message arrived twice. No command changes the table: an entry
takes effect once it is on disk.
"""

from collections.abc import Container, Sequence
from typing import Any, Final

from drakkar.bots import LEVELS, make
from drakkar.bots.roster import plugin_names
from drakkar.core.errors import BadArgument, DrakkarError
from drakkar.core.game import Game
from drakkar.core.hosting import game_of, resolve
from drakkar.server.log import entries, guide, riddle
from drakkar.server.log.entries import FREE
from drakkar.server.log.errors import Refused, to_refusal
from drakkar.server.log.store import RUNNING
from drakkar.server.log.table import NO_DECISION, Table, check_group

MAX_NAME: Final = 40
MAX_CHAT: Final = 500


def clean_text(text: str, longest: int) -> str:
    """Text on one line, without characters that would break a page or a terminal."""
    kept = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(kept.split())[:longest].rstrip()


def check_bot(words: str, game: Game[Any]) -> None:
    """BadArgument unless this is a level or `random`, optionally with a style, or a plug-in bot for this game.

    Other settings are refused, because strangers must not set the budget of a search.
    """
    level, _, setting = words.partition(":")
    if level not in (*LEVELS, "random") or (setting and not setting.startswith("style=")):
        others = plugin_names(game.title)
        if words not in others:
            known = ", ".join([*LEVELS, *others])
            raise BadArgument(f"the bots here are {known} and random; a style is added like karl:style=…")
    make(words, 0, game)


def sit(table: Table, at: int, seat: int | None, name: str, key: str) -> entries.Seated:
    """Take this seat, or the first open one."""
    free = [number for number, some in enumerate(table.seats) if some.kind == FREE]
    if table.started:
        raise Refused("already_started", "the match has begun; it can be watched, if the table allows it")
    if not free or (seat is not None and seat not in free):
        raise Refused("seat_taken")
    number = free[0] if seat is None else seat
    return entries.Seated(at, number, clean_text(name, MAX_NAME), key)


def start(table: Table, at: int, seat: int, bot: str) -> entries.Started | None:
    """Begin now: bots take the open seats."""
    if table.started:
        return None
    _check_person(table, seat)
    check_bot(bot, game_of(table.match))
    return entries.Started(at, bot)


def choose(
    table: Table,
    at: int,
    seat: int,
    decision: int,
    words: str | Sequence[str],
    spent: int,
    forced: bool = False,
) -> entries.Chose | None:
    """Answer a decision, perhaps with a group of choices. Its number identifies it, so sent twice it counts once."""
    if not table.started:
        raise Refused("not_started")
    mine, group = table.seats[seat], (words,) if isinstance(words, str) else tuple(words)
    if decision != mine.decision or decision == NO_DECISION:
        if decision != NO_DECISION and mine.answered[0] == decision and is_same(table, group, mine.answered[1], forced):
            return None
        if table.match.over:
            raise Refused("match_over")
        if mine.decision == NO_DECISION:
            raise to_refusal(_not_asked(table, seat, group[0]))
        raise Refused("stale", f"your decision now is {mine.decision}, not {decision}")
    riddle.check_one_try(table, seat)
    first, *more = check_group(table.match, seat, group, forced)
    guide.check_wrong(table, seat, (first, *more))
    return entries.Chose(at, seat, first, spent, more=tuple(more))


def _not_asked(table: Table, seat: int, words: str) -> DrakkarError:
    """The engine's error for a seat that owes no decision."""
    try:
        resolve(table.match, seat, words)
    except DrakkarError as error:
        return error
    raise AssertionError("a seat that is not asked can choose nothing")


def is_same(table: Table, group: Sequence[str], chosen: Sequence[str], forced: bool = False) -> bool:
    """Whether the words can mean the choices that were made; those that the rules have made are not among them."""
    read, at = game_of(table.match).book.notation.read, 0
    for words in group:
        if at < len(chosen) and (words == chosen[at] or not set(read(words)).isdisjoint(read(chosen[at]))):
            at += 1
        elif not forced:
            return False
    return at == len(chosen)


def undo(table: Table, at: int, seat: int, choice: int) -> entries.Undid | None:
    """Undo a choice. Its version identifies it, so an undo sent twice counts once."""
    if not table.started:
        raise Refused("not_started")
    if table.undone.get(choice) == seat:
        return None
    if table.match.over:
        raise Refused("cannot_undo", "the match is over and everything is revealed")
    if not table.founded.undo_allowed:
        raise Refused("cannot_undo", "undo is off at this table")
    present = table.undo_of(seat)
    if not present:
        reason = table.match.why_not_undo(seat)
        if reason is not None:
            raise Refused("cannot_undo", reason.text)
        raise Refused("cannot_undo", "" if table.chosen_at else "the table began after that choice")
    if choice != present:
        raise Refused("stale", f"you can now undo choice {present}, not {choice}")
    return entries.Undid(at, seat, choice)


def hint(table: Table, at: int, seat: int, decision: int) -> entries.Hinted | None:
    """Ask for a hint for the seat's decision. Its number identifies it, so sent twice it counts once."""
    if not table.started:
        raise Refused("not_started")
    _check_person(table, seat)
    check_seated(table, seat)
    if table.match.over:
        raise Refused("match_over")
    if not table.hints_allowed:
        raise Refused("not_now", "this table allows no hints")
    mine = table.seats[seat]
    if decision != mine.decision or decision == NO_DECISION:
        raise Refused("stale", f"your decision now is {mine.decision}, not {decision}")
    if len(mine.menu) <= 2:  # the question and its only choice
        raise Refused("not_now", "there is only one choice")
    return None if mine.hinted == decision else entries.Hinted(at, seat, decision)


def say(table: Table, at: int, seat: int, text: str) -> entries.Said:
    """Send a line of chat."""
    words = clean_text(text, MAX_CHAT)
    if not words:
        raise Refused("bad_message", "the message is empty")
    _check_person(table, seat)
    return entries.Said(at, seat, words)


def mute(table: Table, at: int, seat: int, whom: int, muted: bool) -> entries.Muted | None:
    """Mute a seat, or unmute it."""
    _check_other(table, seat, whom)
    return None if (whom in table.seats[seat].muted) == muted else entries.Muted(at, seat, whom, muted)


def leave(table: Table, at: int, seat: int, stand_in: bool = False) -> entries.Left | None:
    """Leave. During a match players keep their seat, and a bot can play for them."""
    _check_person(table, seat)
    if stand_in and table.status != RUNNING:
        raise Refused("match_over" if table.started else "not_started")
    mine = table.seats[seat]
    return None if mine.left and (mine.bot or not stand_in) else entries.Left(at, seat, stand_in)


def check_seated(table: Table, seat: int) -> None:
    """Refused if the person of a seat has given it up; one who wants to play on says so first."""
    if table.seats[seat].is_given_up:
        raise Refused("not_now", "you have given up your seat: take it back first")


def come_back(table: Table, at: int, seat: int) -> entries.Returned | None:
    """Return to the seat and take over from a bot, if one plays there."""
    _check_person(table, seat)
    mine = table.seats[seat]
    return entries.Returned(at, seat) if mine.left or mine.bot else None


def vote(table: Table, at: int, seat: int, whom: int, is_present: bool) -> entries.Voted | None:
    """Vote for a bot in place of a player who left or lost the connection."""
    _check_playing(table, seat, whom)
    theirs = table.seats[whom]
    if not theirs.is_person or theirs.bot:
        raise Refused("not_now", "a bot already plays there")
    if is_present and not theirs.left:
        raise Refused("not_now", f"{table.name_of(whom, seat) or 'that player'} is at the table, or was a moment ago")
    # A repeated vote counts if it now decides: other voters may have left since.
    return None if seat in theirs.votes and not table.is_voted_out(whom) else entries.Voted(at, seat, whom)


def claim(table: Table, at: int, seat: int, whom: int, left: int) -> entries.Claimed | None:
    """Let a bot play for a player whose time is up; until a player claims it, nothing happens."""
    _check_playing(table, seat, whom)
    if table.founded.clock is None:
        raise Refused("not_now", "this table has no clock")
    theirs = table.seats[whom]
    if not theirs.is_human:
        return None
    if left > 0 or theirs.decision == NO_DECISION:
        raise Refused("not_now", f"{table.name_of(whom, seat) or 'that player'} has time left, or no decision to make")
    return entries.Claimed(at, seat, whom)


def replace(table: Table, at: int, seat: int, whom: int, bot: str, failed: Container[int]) -> entries.Replaced | None:
    """Let another bot play for one that has failed."""
    _check_playing(table, seat, whom)
    check_bot(bot, game_of(table.match))
    if whom not in failed and table.seats[whom].bot == bot:
        return None
    check_failed(table, seat, whom, failed)
    return entries.Replaced(at, seat, whom, bot)


def check_failed(table: Table, seat: int, whom: int, failed: Container[int]) -> None:
    """Refused unless a person asks about the seat of a failed bot."""
    _check_playing(table, seat, whom)
    if whom not in failed:
        raise Refused("not_now", "no bot has failed there")


def agree(table: Table, at: int, seat: int) -> entries.Agreed | entries.Continued | None:
    """Agree to go on with a table that has stopped because its rules cannot be played any more."""
    _check_person(table, seat)
    stop = table.stopped
    if stop is None:
        raise Refused("not_now", "this table has not stopped")
    if table.voices() - table.agreed() <= {seat}:
        return entries.Continued(at, seat, stop.newest, stop.kept)
    return None if seat in table.agreed() else entries.Agreed(at, seat, stop.newest)


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
