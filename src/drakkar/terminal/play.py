"""The prompt: a person types a choice, by its label or its words, or one of a few commands."""

import difflib
from collections.abc import Callable
from pathlib import Path
from typing import Final

from drakkar.analysis import has_network, hints
from drakkar.bots import make
from drakkar.core.errors import CannotUndo, ChoiceError, UnreadableChoice
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.reasons import Reason
from drakkar.core.view import View
from drakkar.terminal import first_times
from drakkar.terminal.cards import card_text, find, seen
from drakkar.terminal.looking_back import REVIEW
from drakkar.terminal.menu import Menu
from drakkar.terminal.seating import bot_seed
from drakkar.terminal.session import QUITTING, Session
from drakkar.terminal.story import told
from drakkar.text import LANGUAGES
from drakkar.text.chances import advice

LAST_EVENTS: Final = 30
HINTS: Final = "konung"
LONGEST_ECHO: Final = 80


class Command:
    """A command of the prompt; `[N]`, or a word by its code, stands for its argument."""

    def __init__(self, follows: str, act: Callable[[Session, Menu, str], None]) -> None:
        self.follows = follows
        self.act = act


def play(session: Session) -> None:
    """Play the whole match, or until the person leaves."""
    session.welcome()
    while (seat := session.next_person()) is not None:
        if not session.seat_person(seat):
            return session.leave()
        session.show_table(with_board=session.recap())
        if not _asked(session):
            return session.leave()
    return session.end()


def _asked(session: Session) -> bool:
    """Prompt until a choice is made; False if the person leaves."""
    menu = session.menu()
    session.show_menu(menu)
    words = [entry.text for entry in menu.entries] + [*COMMANDS, *LEAVING]
    while (line := session.console.ask(words)) is not None:
        if line.casefold() in QUITTING:
            return False
        if _heard(session, menu, line):
            return True
        session.show_prompt()
    return False


def _heard(session: Session, menu: Menu, line: str) -> bool:
    """Carry out a line of input; True if it was a valid choice."""
    word, _, rest = line.partition(" ")
    if not line and len(menu.entries) == 1:
        return _choose(session, menu.entries[0].choice)
    if line.casefold() == "undo":
        return _undone(session)
    if word.casefold() == LANGUAGE:
        return _spoken(session, rest.strip().casefold())
    if _is_label(menu, line):
        return _choose(session, _labelled(session, menu, line))
    if (word or "choices").casefold() in COMMANDS:
        COMMANDS[(word or "choices").casefold()].act(session, menu, rest.strip())
        return False
    if line.casefold() in session.parts():
        session.console.say(session.parts()[line.casefold()])
        return False
    return _choose(session, menu.meant(_cut(line)))


def _is_label(menu: Menu, line: str) -> bool:
    """Whether a line is the label of a choice, or a number where the labels are numbers."""
    return menu.choice(line.casefold()) is not None or (line.isdecimal() and not menu.lettered)


def _labelled(session: Session, menu: Menu, line: str) -> Choice | None:
    choice = menu.choice(line.casefold().lstrip("0"))
    if choice is None:
        session.refuse(session.words.terminal("no_number", number=line[:9], last=len(menu.entries)))
    return choice


def _choose(session: Session, choice: Choice | str | None) -> bool:
    if choice is None:
        return False
    try:
        return session.choose(choice)
    except ChoiceError as error:
        near = f" {_near_command(session, choice)}" if isinstance(error, UnreadableChoice) else ""
        session.refuse(f"{_refusal(session, error)}{near}".rstrip())
        return False


def _refusal(session: Session, error: ChoiceError) -> str:
    """Why a choice was not accepted, in the language of the session."""
    words, reason = session.words, error.reason
    if reason is None:
        return str(error)
    if error.choice is not None:
        return f"{words.choice(error.choice)}: {_cited(session, reason)}"
    text = _cited(session, reason)
    if reason.code != "unreadable":
        return text
    choices = [words.choice(choice) for choice in session.match.view(session.seat).choices]
    near = difflib.get_close_matches(str(reason.params["words"]), choices, 3, 0.4)
    either = f" {words.terminal('or')} ".join(f"'{choice}'" for choice in near)
    return f"{text}; {words.terminal('did_you_mean', choices=either)}" if near else text


def _cited(session: Session, reason: Reason) -> str:
    """A reason with its rule."""
    text = session.words.reason(reason)
    return f"{text} · {reason.rule}" if reason.rule else text


def _spoken(session: Session, language: str) -> bool:
    """Switch the language and show the prompt again."""
    if language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        session.refuse(session.words.terminal("no_language", language=language or "…", languages=known))
        return False
    session.speak(language)
    return True


def _undone(session: Session) -> bool:
    """Take the last choice back and show its prompt again."""
    try:
        session.undo()
    except CannotUndo as error:
        session.refuse(session.words.terminal("no_way_back", reason=session.words.reason(error.reason)))
        return False
    return True


def _cut(line: str) -> str:
    return line if len(line) <= LONGEST_ECHO else line[:LONGEST_ECHO] + "…"


def _near_command(session: Session, choice: Choice | str) -> str:
    near = difflib.get_close_matches(str(choice).split(" ", 1)[0], [*COMMANDS, *LEAVING], 1)
    return session.words.terminal("or_command", command=near[0]) if near else ""


def _pointed_at(session: Session, menu: Menu, rest: str) -> Choice | str | None:
    """The choice for a label or words."""
    return _labelled(session, menu, rest) if _is_label(menu, rest) else menu.meant(_cut(rest))


def _said(session: Session, choice: Choice | str) -> str:
    return choice if isinstance(choice, str) else session.words.choice(choice)


def _why(session: Session, menu: Menu, rest: str) -> None:
    choice = _pointed_at(session, menu, rest)
    if not choice:
        session.console.say(f"  {session.words.terminal('why_what')}")
        return
    try:
        reason = session.match.why_not(session.seat, choice)
    except ChoiceError as error:
        session.refuse(_refusal(session, error))
        return
    said = _said(session, choice)
    if reason is None:
        session.console.say(f"  {session.words.terminal('may', choice=said)}")
    else:
        session.refuse(f"{said}: {_cited(session, reason)}")


def _preview(session: Session, menu: Menu, rest: str) -> None:
    choice = _pointed_at(session, menu, rest)
    if not choice:
        session.console.say(f"  {session.words.terminal('preview_what')}")
        return
    said = _said(session, choice)
    try:
        preview = session.match.view(session.seat).preview(choice)
    except ChoiceError:
        session.refuse(session.words.terminal("no_choice", choice=said))
        return
    session.console.say(f"  {said}: {session.words.preview(preview)}")


def _hint(session: Session, _: Menu, __: str) -> None:
    """The best choices by what the person can see, with chances and reasons."""
    view = session.match.view(session.seat)
    decision = next(owed for owed in session.match.pending if owed.seat == session.seat)
    if len(decision.choices) < 2:
        session.console.say(f"  {session.words.terminal('only_choice')}")
        return
    session.console.wait_for(session.words.terminal("thinking"))
    if not has_network(view.title):
        _advise(session, view, decision)
        return
    found = [one.to_json() for one in hints(view, decision)]
    session.console.wait_for("")
    for number, one in enumerate(advice(found, session.words), start=1):
        session.console.say(f"  {number}. {one.chance}  {one.choice}")
        session.console.say(f"     {one.reason}")


def _advise(session: Session, view: View, decision: Decision) -> None:
    """The advice of a strong bot, for a game without a network."""
    found = make(HINTS, bot_seed(session.match)).explain(view, decision)
    session.console.wait_for("")
    for number, one in enumerate(found, start=1):
        values = {"choice": session.words.choice(one.choice), "win": f"{one.win:.0%}", "tries": one.tries}
        if one.score is None:
            said = session.words.terminal("advice_to_win", **values)
        else:
            said = session.words.terminal("advice", score=session.words.term("score_n", n=round(one.score)), **values)
        session.console.say(f"  {number}. {said}")


def _log(session: Session, _: Menu, rest: str) -> None:
    if rest not in ("", "all") and not rest.isdecimal():
        session.refuse(session.words.terminal("log_what"))
        return
    events = session.match.events(session.seat)
    last = len(events) if rest == "all" else int(rest[:9] or LAST_EVENTS)
    for line in told(events[-last:] if last else [], session.console, session.words):
        session.console.say(line)


def _cards(session: Session, _: Menu, __: str) -> None:
    faces = seen(session.match.view(session.seat).to_json()["table"], session.words)
    names = list(dict.fromkeys(session.words.name("card", face["name"]) for face in faces))
    session.console.say("  " + (", ".join(names) or session.words.terminal("no_cards")))


def _read(session: Session, _: Menu, name: str) -> None:
    faces = find(session.match.view(session.seat).to_json()["table"], name, session.words)
    if not faces:
        session.refuse(session.words.terminal("no_such_card"))
    for face in faces:
        session.console.say("\n".join(card_text(face, session.console.width, session.words)))


def _choices(session: Session, menu: Menu, _: str) -> None:
    session.show_choices(menu)


def _review(session: Session, _: Menu, __: str) -> None:
    """A review tells what is hidden, so it waits for the end."""
    session.refuse(session.words.terminal("review_later"))


def _explain(session: Session, _: Menu, wanted: str) -> None:
    """Turn the explanations of what happens for the first time on or off."""
    if wanted not in ("on", "off"):
        session.refuse(session.words.terminal("explain_what"))
        return
    first_times.switch(wanted == "on")
    session.console.say(f"  {session.words.terminal(f'explain_{wanted}')}")


def _save(session: Session, _: Menu, name: str) -> None:
    session.save(Path(name).expanduser() if name else None)


def _help(session: Session, _: Menu, __: str) -> None:
    words = session.words
    for name in (*COMMANDS, *LEAVING):
        follows = COMMANDS[name].follows if name in COMMANDS else LEAVING[name]
        for code in WORD_CODES:
            follows = follows.replace(code, words.terminal(code))
        session.console.say(f"  {f'{name} {follows}'.rstrip():<15} {words.terminal(f'help.{name}')}")
    for name in session.parts():
        session.console.say(f"  {name:<15} {words.terminal('help.part')}")
    session.console.say(f"  {words.terminal('help.else')}")


LANGUAGE: Final = "language"
WORD_CODES: Final = ("choice_word", "card_word", "file_word")

# Commands that take effect at once, with their arguments.
LEAVING: Final = {LANGUAGE: "pl", "undo": "", "quit": ""}

COMMANDS: Final = {
    "why": Command("choice_word", _why),
    "preview": Command("choice_word", _preview),
    "hint": Command("", _hint),
    "choices": Command("", _choices),
    "log": Command("[N]", _log),
    "cards": Command("", _cards),
    "read": Command("card_word", _read),
    REVIEW: Command("", _review),
    "explain": Command("on|off", _explain),
    "save": Command("[file_word]", _save),
    "help": Command("", _help),
}
