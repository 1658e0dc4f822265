"""The explanation of a puzzle, in the reader's language: from the proof, the previews and what follows, nothing more.

It is made of what the side to choose knows, so it tells nothing that is hidden from it.
"""

from math import floor
from typing import Final, NamedTuple

from drakkar.core.game import find
from drakkar.core.match import Match, set_up
from drakkar.puzzles.puzzle import EXHAUSTIVE, Puzzle
from drakkar.puzzles.themes import heading
from drakkar.text import CatalogueTranslator

# A horizon of 0 is the end of the match.
TO_THE_END: Final = 0


class Told(NamedTuple):
    """A sentence, and the English names of what it speaks of, to be pointed at."""

    text: str
    about: tuple[str, ...] = ()


class Explainer:
    """What is said about a puzzle in one language."""

    def __init__(self, puzzle: Puzzle, words: CatalogueTranslator) -> None:
        self.puzzle = puzzle
        self.words = words
        self.notation = find(words.title).book.notation

    def say(self, code: str, /, **values: object) -> str:
        """A sentence about puzzles."""
        return self.words.page(f"puzzle.{code}", **values)

    def label(self, text: str) -> str:
        """The label of a choice, from its spelling in full."""
        return self.words.choice(self.notation.choice(self.notation.read(text)[0], text))

    def names(self, text: str) -> tuple[str, ...]:
        """The names in a choice."""
        return tuple(part.word for part in self.notation.choice(self.notation.read(text)[0], text).parts)

    def side(self, side: str) -> str:
        """The name of a side."""
        return self.words.name("side", side, "short")

    def task(self) -> str:
        """What the solver has to do."""
        return self.say("task", side=self.side(self.puzzle.side))

    def theme(self) -> str:
        """What the puzzle is about."""
        return heading(self.words.title, self.puzzle.theme, self.words.language)

    def band(self) -> str:
        """How hard it is."""
        return self.say(f"band.{self.puzzle.difficulty}")

    def kind(self) -> str:
        """The kind of its proof."""
        return self.say(f"kind.{self.puzzle.proof.kind}")

    def after(self, chosen: str) -> list[Told]:
        """All that is said once a choice has been made, in full."""
        right = self.puzzle.right[0]
        verdict = Told(
            self.say("right", choice=self.label(right))
            if chosen in self.puzzle.right
            else self.say("wrong", chosen=self.label(chosen), choice=self.label(right)),
            self.names(right),
        )
        told = [verdict, Told(self._reason()), *self._foreseen(), *self._plan(), *self._overlooked()]
        return [*told, Told(self._share())]

    def _reason(self) -> str:
        """Why the right choice is right."""
        proof, side = self.puzzle.proof, self.side(self.puzzle.side)
        if proof.kind == EXHAUSTIVE:
            if proof.horizon == TO_THE_END:
                return self.say("proved", side=side)
            return self.say("proved_soon", side=side, choices=proof.horizon)
        certain = floor(100 * proof.margin)
        points = max(round(100 * proof.loss), certain + 1)
        return self.say("agreed", points=points, certain=certain, searches=proof.searches)

    def _foreseen(self) -> list[Told]:
        """What the previews of the right choice and of the tempting one show, if it differs."""
        match = set_up(self.puzzle.position)
        view = match.view(seat_of(self.puzzle, match))
        right, tempting = (
            self.words.preview(view.preview(text)) for text in (self.puzzle.right[0], self.puzzle.tempting)
        )
        if right == tempting:
            return [Told(self.say("foreseen_same"))]
        shown = self.say("foreseen", choice=right, tempting=tempting, label=self.label(self.puzzle.tempting))
        return [Told(shown)]

    def _plan(self) -> list[Told]:
        """What the side mostly does next."""
        then = self.puzzle.then
        return [Told(self.say("then", choice=self.label(then)), self.names(then))] if then else []

    def _overlooked(self) -> list[Told]:
        """What the tempting choice overlooks."""
        puzzle, reply, tempting = self.puzzle, self.puzzle.reply, self.label(self.puzzle.tempting)
        if reply is None:
            return [Told(self.say("tempting", tempting=tempting), self.names(puzzle.tempting))]
        values = {"tempting": tempting, "side": self.side(reply.side), "reply": self.label(reply.choice)}
        if puzzle.proof.kind == EXHAUSTIVE:
            return [Told(self.say("refuted", **values), self.names(reply.choice))]
        return [Told(self.say("overlooks", **values, points=max(1, round(100 * reply.cost))), self.names(reply.choice))]

    def _share(self) -> str:
        """How many bots find it."""
        solved = sum(pair[0] for pair in self.puzzle.solved.values())
        tried = sum(pair[1] for pair in self.puzzle.solved.values())
        return self.say("share", solved=solved, tried=tried)


def seat_of(puzzle: Puzzle, match: Match) -> int:
    """The seat of the side to choose."""
    return match.sides.index(puzzle.side)
