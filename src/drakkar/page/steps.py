"""A choice in the steps in which a person makes it."""

from typing import Any, NamedTuple

# A choice as plain data: `code`, `text`, `verb` and `parts`, and `implied` if the question implies the verb. Several
# that are offered as one have the code and verb of the first and the parts of all, and are listed in its `group`.
ChoiceData = dict[str, Any]
# A thing that a choice names: its kind, its id and its word.
Part = tuple[str, int, str]


class Step(NamedTuple):
    """One step of a choice: the sort of thing chosen (an action, a figure, a place), its word, its parts."""

    sort: str
    word: str
    parts: tuple[Part, ...] = ()


def parts_of(choice: ChoiceData) -> tuple[Part, ...]:
    """The things that a choice names."""
    return tuple((part["kind"], part["id"], part["word"]) for part in choice["parts"])


def steps_of(choice: ChoiceData) -> tuple[Step, ...]:
    """The verb, unless the question implies it, then each thing named; a choice that names nothing is one step."""
    parts = parts_of(choice)
    if not parts:
        return (whole(choice),)
    steps = tuple(Step(part[0], part[2], (part,)) for part in parts)
    return steps if choice.get("implied") else (Step("action", choice["verb"]), *steps)


def whole(choice: ChoiceData) -> Step:
    """A choice as a single step."""
    return Step("choice", choice["text"], parts_of(choice))


def path_of(steps: tuple[Step, ...]) -> str:
    """The words of steps as a path, for the address of a page."""
    return "/".join(step.word for step in steps)


def opened(ways: list[tuple[Step, ...]], at: str) -> tuple[Step, ...]:
    """The steps chosen so far: along the path `at`, and on while there is only one next step and no way to decline."""
    made: tuple[Step, ...] = ()
    wanted = at.split("/") if at else []
    while True:
        inner = dict.fromkeys(way[len(made)] for way in ways if len(way) > len(made) + 1 and way[: len(made)] == made)
        ends = [way for way in ways if len(way) == len(made) + 1 and way[:-1] == made and way[-1].sort != "choice"]
        named = [step for step in inner if len(made) < len(wanted) and step.word == wanted[len(made)]]
        if named:
            made = (*made, named[0])
        elif len(inner) == 1 and not ends and len(made) >= len(wanted):
            made = (*made, next(iter(inner)))
        else:
            return made


def following(ways: list[tuple[Step, ...]], made: tuple[Step, ...]) -> list[Step]:
    """The possible next steps, without duplicates."""
    return list(dict.fromkeys(way[len(made)] for way in ways if len(way) > len(made) and way[: len(made)] == made))
