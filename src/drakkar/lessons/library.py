"""The lessons of each game: the files of its folder `lessons`, in the order of their names."""

from functools import cache
from importlib.resources import files
from pathlib import Path

from drakkar.core.errors import BadArgument
from drakkar.core.excerpt import quoted
from drakkar.core.game import find
from drakkar.lessons.lesson import BadLesson, Lesson, read_lesson

ENDING = ".toml"


def beside(title: str, name: str) -> Path | None:
    """A file or folder in the package of a game; None if there is none."""
    package = type(find(title)).__module__.rpartition(".")[0]
    path = Path(str(files(package))) / name if package else None
    return path if path is not None and path.exists() else None


@cache
def lessons_of(title: str) -> tuple[Lesson, ...]:
    """All lessons of a game, in order."""
    folder = beside(title, "lessons")
    return tuple(read_file(path, title) for path in sorted(folder.glob(f"*{ENDING}"))) if folder is not None else ()


def read_file(path: Path, title: str = "") -> Lesson:
    """The lesson of a file: `03_invade.toml` is called `invade`."""
    name = path.stem.lstrip("0123456789").lstrip("_")
    lesson = read_lesson(name, path.read_text("utf-8"))
    if title and lesson.game != title:
        raise BadLesson(f"{name}: its game is {lesson.game}, but it lies among the lessons of {title}")
    return lesson


def lesson_of(title: str, name: str) -> Lesson | None:
    """The lesson of this name; None if there is none."""
    return next((lesson for lesson in lessons_of(title) if lesson.name == name), None)


def find_lesson(title: str, name: str) -> Lesson:
    """The lesson of this name, or of this number from 1; BadArgument lists what there is."""
    lessons = lessons_of(title)
    if name.isdecimal() and 0 < int(name[:9]) <= len(lessons):
        return lessons[int(name[:9]) - 1]
    found = lesson_of(title, name)
    if found is None:
        known = ", ".join(lesson.name for lesson in lessons) or "none yet"
        raise BadArgument(f"there is no lesson {quoted(name)} of {title}; there are: {known}")
    return found
