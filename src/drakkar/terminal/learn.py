"""Lessons in a terminal: the list, and one lesson as a match with a guide."""

from collections.abc import Sequence

from drakkar.bots.roster import make
from drakkar.core.events import Event
from drakkar.core.hosting import game_of, resolve
from drakkar.core.match import set_up
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.lessons.lesson import Lesson, Sentence
from drakkar.lessons.library import lessons_of
from drakkar.lessons.progress import current, done, learner, wrong
from drakkar.lessons.replies import GENTLE, bot_seed, reply
from drakkar.terminal.console import Console
from drakkar.terminal.play import play
from drakkar.terminal.session import COMMAND, Session


class LessonSession(Session):
    """A session in which a guide says what to do, and answers wrong choices instead of playing them."""

    def __init__(self, lesson: Lesson, console: Console, language: str) -> None:
        match = set_up(lesson.position)
        others = [seat for seat in range(match.seats) if seat != learner(lesson, match)]
        bots = {seat: make(GENTLE, bot_seed(match, seat), game_of(match)) for seat in others}
        super().__init__(match, bots, console, None, (), language)
        self.lesson = lesson
        self.said = -1

    def welcome(self) -> None:
        """Print the title."""
        number = lessons_of(self.lesson.game).index(self.lesson) + 1
        title = self.words.terminal("lesson", number=number, title=self._text(self.lesson.title))
        self.console.say(self.console.paint(title, "bold"))
        self.console.say(self.words.terminal("welcome"))

    def _text(self, sentence: Sentence) -> str:
        return sentence.text(self.words.language)

    def _guide(self, sentences: tuple[Sentence, ...]) -> None:
        self.console.say()
        for sentence in sentences:
            self.console.say(self.console.paint(f"  » {self._text(sentence)}", "bold"))

    def explain(self, events: Sequence[Event]) -> None:
        """The guide explains everything here."""

    def next_person(self) -> int | None:
        """The learner's seat; None once the lesson is done."""
        return None if current(self.lesson, self.match) is None else super().next_person()

    def let_choose(self, decision: Decision) -> None:
        """Let another side choose as the lesson says."""
        self.match.play(decision.seat, reply(self.lesson, self.match, decision))

    def show_prompt(self) -> None:
        """Print what the guide says, once a step, before the prompt."""
        step, number = current(self.lesson, self.match), done(self.lesson, self.match)
        if step is not None and number != self.said:
            self._guide(step.say)
            self.said = number
        super().show_prompt()

    def choose(self, choice: Choice | str) -> bool:
        """Play an allowed choice; answer a wrong one."""
        meant = resolve(self.match, self.seat, choice)
        answer = wrong(self.lesson, self.match, (meant.text,))
        if answer is None:
            return super().choose(meant)
        self.refuse(self._text(answer))
        return False

    def undo(self) -> None:
        """Take back the last choice; the guide speaks again."""
        super().undo()
        self.said = -1

    def leave(self) -> None:
        """Say how to repeat the lesson."""
        self.console.say(self.words.terminal("lesson_again", command=self._command(self.lesson)))

    def end(self) -> None:
        """Say what has been learned, and what comes next."""
        self.recap()
        self.show_table(with_board=True)
        self._guide(self.lesson.end)
        self.console.say()
        lessons = lessons_of(self.lesson.game)
        after = lessons[lessons.index(self.lesson) + 1 :]
        if after:
            self.console.say(self.words.terminal("lesson_next", command=self._command(after[0])))
        else:
            self.console.say(self.words.terminal("lessons_done", command=f"{COMMAND} play {self.lesson.game}"))

    def _command(self, lesson: Lesson) -> str:
        return f"{COMMAND} learn {lesson.game} {lesson.name}"


def learn(lesson: Lesson, console: Console, language: str) -> None:
    """One lesson, to its end or until the learner leaves."""
    session = LessonSession(lesson, console, language)
    try:
        play(session)
    except KeyboardInterrupt:
        console.say()
        session.leave()
        raise


def listing(title: str, language: str) -> list[str]:
    """The lessons of a game, each with its number, name and title."""
    lessons = lessons_of(title)
    widest = max((len(lesson.name) for lesson in lessons), default=0)
    return [
        f"{number:>3}  {lesson.name:<{widest}}  {lesson.title.text(language)}"
        for number, lesson in enumerate(lessons, 1)
    ]
