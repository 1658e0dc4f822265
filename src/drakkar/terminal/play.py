"""What a person can type at the prompt: a choice, by its number or its words, or one of a few commands."""

import difflib
from collections.abc import Callable
from pathlib import Path
from typing import Final

from drakkar.bots import make
from drakkar.core.errors import CannotUndo, ChoiceError
from drakkar.core.notation import Choice
from drakkar.terminal.cards import card_text, find, seen
from drakkar.terminal.menu import Menu
from drakkar.terminal.seating import bot_seed
from drakkar.terminal.session import Session
from drakkar.terminal.story import told

LAST_EVENTS: Final = 30
HINTS: Final = "konung"
LONGEST_ECHO: Final = 80


class Command:
    """Something a person can type that is not a choice."""

    def __init__(self, usage: str, meaning: str, act: Callable[[Session, Menu, str], None]) -> None:
        self.usage = usage
        self.meaning = meaning
        self.act = act


def play(session: Session) -> None:
    """The whole match, or as far as the people go."""
    session.welcome()
    while (seat := session.next_person()) is not None:
        if not session.seat_person(seat):
            return session.leave()
        session.show_table(with_board=session.recap())
        if not _asked(session):
            return session.leave()
    return session.end()


def _asked(session: Session) -> bool:
    """Ask until there is a choice; False if the person leaves."""
    menu = session.menu()
    session.show_menu(menu)
    words = [entry.choice.text for entry in menu.entries] + [*COMMANDS, "undo", "quit"]
    while (line := session.console.ask(words)) is not None:
        if line.casefold() in ("quit", "exit"):
            return False
        if _heard(session, menu, line):
            return True
        session.show_prompt()
    return False


def _heard(session: Session, menu: Menu, line: str) -> bool:
    """Do what a line says; whether it was a choice that counts."""
    word, _, rest = line.partition(" ")
    if not line and len(menu.entries) == 1:
        return _choose(session, menu.entries[0].choice)
    if line.casefold() == "undo":
        return _undone(session)
    if line.isdecimal():
        return _choose(session, _numbered(session, menu, line))
    if (word or "options").casefold() in COMMANDS:
        COMMANDS[(word or "options").casefold()].act(session, menu, rest.strip())
        return False
    if line.casefold() in session.parts():
        session.console.say(session.parts()[line.casefold()])
        return False
    return _choose(session, line)


def _numbered(session: Session, menu: Menu, digits: str) -> Choice | None:
    choice = menu.choice(int(digits[:9]))
    if choice is None:
        session.refuse(f"there is no choice {digits[:9]}; the numbers go from 1 to {len(menu.entries)}")
    return choice


def _choose(session: Session, choice: Choice | str | None) -> bool:
    if choice is None:
        return False
    try:
        session.match.play(session.seat, _cut(choice) if isinstance(choice, str) else choice)
    except ChoiceError as error:
        session.refuse(f"{error}{_near_command(choice) if error.reason is None else ''}")
        return False
    return True


def _undone(session: Session) -> bool:
    """Take the last choice back, and be asked again what was asked then."""
    try:
        session.undo()
    except CannotUndo as error:
        session.refuse(f"there is no way back: {error}")
        return False
    return True


def _cut(line: str) -> str:
    return line if len(line) <= LONGEST_ECHO else line[:LONGEST_ECHO] + "…"


def _near_command(choice: Choice | str) -> str:
    near = difflib.get_close_matches(str(choice).split(" ", 1)[0], [*COMMANDS, *LEAVING], 1)
    return f" (or the command `{near[0]}`?)" if near else ""


def _why(session: Session, menu: Menu, rest: str) -> None:
    choice = _numbered(session, menu, rest) if rest.isdecimal() else _cut(rest)
    if not choice:
        session.console.say("  Say which choice: `why 3`, or `why` and its words.")
        return
    try:
        reason = session.match.why_not(session.seat, choice)
    except ChoiceError as error:
        session.refuse(error)
        return
    if reason is None:
        session.console.say(f"  {choice}: nothing forbids it, you may choose it now.")
    else:
        session.refuse(f"{choice}: {reason}")


def _preview(session: Session, menu: Menu, rest: str) -> None:
    choice = _numbered(session, menu, rest) if rest.isdecimal() else _cut(rest)
    if not choice:
        session.console.say("  Say which choice: `preview 3`, or `preview` and its words.")
        return
    try:
        session.console.say(f"  {choice}: {session.match.view(session.seat).preview(choice)}")
    except ChoiceError as error:
        session.refuse(error)


def _hint(session: Session, _: Menu, __: str) -> None:
    """What a strong bot would do in this seat, which knows what the person knows."""
    view = session.match.view(session.seat)
    decision = next(owed for owed in session.match.pending if owed.seat == session.seat)
    session.console.wait_for("thinking …")
    advice = make(HINTS, bot_seed(session.match)).explain(view, decision)
    session.console.wait_for("")
    for number, one in enumerate(advice, start=1):
        session.console.say(f"  {number}. {one}")


def _log(session: Session, _: Menu, rest: str) -> None:
    if rest not in ("", "all") and not rest.isdecimal():
        session.refuse("say `log`, `log all`, or `log` and a number")
        return
    events = session.match.events(session.seat)
    last = len(events) if rest == "all" else int(rest[:9] or LAST_EVENTS)
    for line in told(events[-last:] if last else [], session.console):
        session.console.say(line)


def _cards(session: Session, _: Menu, __: str) -> None:
    faces = seen(session.match.view(session.seat).to_json()["table"])
    names = list(dict.fromkeys(face["name"] for face in faces))
    session.console.say("  " + (", ".join(names) or "You see no card now."))


def _read(session: Session, _: Menu, name: str) -> None:
    faces = find(session.match.view(session.seat).to_json()["table"], name)
    if not faces:
        session.refuse("you see no card of that name now; `cards` names those you see")
    for face in faces:
        session.console.say("\n".join(card_text(face, session.console.width)))


def _options(session: Session, menu: Menu, _: str) -> None:
    session.show_options(menu)


def _save(session: Session, _: Menu, name: str) -> None:
    session.save(Path(name).expanduser() if name else None)


def _help(session: Session, _: Menu, __: str) -> None:
    usages = {command.usage: command.meaning for command in COMMANDS.values()}
    parts = dict.fromkeys(session.parts(), "show it again")
    for usage, meaning in {**usages, **LEAVING, **parts}.items():
        session.console.say(f"  {usage:<15} {meaning}")
    session.console.say("  Anything else is read as a choice: its number, or its words; Tab completes them.")


LEAVING: Final = {
    "undo": "take your last choice back, as long as nobody else has chosen and nothing hidden was shown since",
    "quit": "break off; the match is saved",
}

COMMANDS: Final = {
    "why": Command("why CHOICE", "whether you may choose it now, and if not, by which rule", _why),
    "preview": Command("preview CHOICE", "what it would do, as far as you can know, if nobody adds anything", _preview),
    "hint": Command("hint", "what a strong bot would choose in your place, and why", _hint),
    "options": Command("options", "the choices again (Enter alone does the same)", _options),
    "log": Command("log [N]", "the last N things that happened (30 if you do not say), or `log all`", _log),
    "cards": Command("cards", "the names of all cards you can see now", _cards),
    "read": Command("read CARD", "the whole text of a card", _read),
    "save": Command("save [FILE]", "write the match to a file", _save),
    "help": Command("help", "this list", _help),
}
