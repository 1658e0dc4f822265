"""A moment of a match in words: who is asked what, and with which options."""

from typing import Any

from drakkar.core.flow import Question
from drakkar.core.game import Game
from drakkar.core.notation import Choice
from drakkar.core.reasons import Filling, Spoken, bare, spoken


class Prompt:
    """What a seat is asked: `str()` is an English sentence. `params` are the values that it names."""

    def __init__(self, code: str, rule: str, params: dict[str, Spoken], text: str) -> None:
        self.code = code
        self.rule = rule
        self.params = params
        self.text = text

    def __str__(self) -> str:
        return f"{self.text} · {self.rule}"

    def __repr__(self) -> str:
        return f"<Prompt {self.code}: {self}>"

    def to_json(self) -> dict[str, object]:
        """As plain data."""
        return {"code": self.code, "rule": self.rule, "params": self.params, "text": self.text}


class Decision:
    """One seat owes one choice."""

    def __init__(self, seat: int, prompt: Prompt, options: tuple[Choice, ...], secret: bool) -> None:
        self.seat = seat
        self.prompt = prompt
        self.options = options
        self.secret = secret

    def __repr__(self) -> str:
        return f"<Decision of seat {self.seat}: {self.prompt}, {len(self.options)} options>"


class Moment:
    """A state of a game and the words for it."""

    def __init__(self, game: Game[Any], state: Any) -> None:
        self.game = game
        self.state = state

    def say(self, sort: str, value: int) -> str:
        """The word for a value of one sort."""
        return self.game.say(self.state, sort, value)

    def asked(self) -> dict[int, Question[Any]]:
        """The question of each seat that owes an answer."""
        asked = {seat: self.game.book.asked(self.state, seat) for seat in range(len(self.state.flow.asked))}
        return {seat: question for seat, question in asked.items() if question is not None}

    def prompt(self, seat: int, question: Question[Any]) -> Prompt:
        """A question as it is put to a seat."""
        values: dict[str, Filling] = {"seat": seat, "about": self.state.flow.about[seat]}
        sentence = question.sentence
        params = {
            name: spoken(bare(sort), values[name], self.say)
            for name, sort in zip(sentence.names, sentence.sorts, strict=True)
        }
        return Prompt(question.code, question.rule, params, sentence.fill(values, self.say))

    def prompts(self) -> dict[int, Prompt]:
        """Who owes an answer, and to what."""
        return {seat: self.prompt(seat, question) for seat, question in self.asked().items()}

    def options(self, seat: int) -> tuple[Choice, ...]:
        """Every choice that a seat may make now."""
        codes = self.game.book.legal(self.state, seat)
        texts = self.game.book.notation.spell_all(codes)
        return tuple(Choice(code, text) for code, text in zip(codes, texts, strict=True))
