"""Decisions in words: prompts and choices."""

from functools import partial
from typing import Any

from drakkar.core.flow import Question
from drakkar.core.game import Game
from drakkar.core.notation import Choice
from drakkar.core.reasons import Filling, Spoken, bare, spoken


def counted(number: int, noun: str) -> str:
    """A number with its noun: 1 choice, 2 choices."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


class Prompt:
    """The question that a seat must answer, in words. `str()` is an English sentence with its rule.

    Attributes:
        code: which question it is.
        rule: the number of its rule.
        params: the values that the sentence names.
        text: the sentence.

    >>> prompt = drakkar.new("blood_rage", seats=2, seed=7).pending[0].prompt
    >>> prompt.code, prompt.rule
    ('draft', 'BR-5.3')
    """

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
        """The prompt as plain data for JSON.

        >>> sorted(drakkar.new("blood_rage", seats=2, seed=7).pending[0].prompt.to_json())
        ['code', 'params', 'rule', 'text']
        """
        return {"code": self.code, "rule": self.rule, "params": self.params, "text": self.text}


class Decision:
    """A seat must make one choice now.

    Attributes:
        seat: the seat that decides.
        side: the name of its side.
        prompt: what the seat must decide.
        choices: all legal choices.
        secret: True if the other seats do not see the choice at once.

    >>> match = drakkar.new("blood_rage", seats=2, seed=7, rulings={"first_game_no_draft": True})
    >>> match.pending
    (<Decision seat 0 (wolf): take one action or pass; 18 choices>,)
    """

    def __init__(self, seat: int, prompt: Prompt, choices: tuple[Choice, ...], secret: bool, side: str = "") -> None:
        self.seat = seat
        self.prompt = prompt
        self.choices = choices
        self.secret = secret
        self.side = side

    def __repr__(self) -> str:
        side = f" ({self.side})" if self.side else ""
        return f"<Decision seat {self.seat}{side}: {self.prompt.text}; {counted(len(self.choices), 'choice')}>"


def questions_of(game: Game[Any], s: Any) -> dict[int, Question[Any]]:
    """The question of each seat that owes an answer."""
    asked = {seat: game.book.asked(s, seat) for seat in range(len(s.flow.asked))}
    return {seat: question for seat, question in asked.items() if question is not None}


def prompt_of(game: Game[Any], s: Any, seat: int, question: Question[Any]) -> Prompt:
    """A question as the seat reads it."""
    sentence = question.sentence
    if sentence.fixed:
        return Prompt(question.code, question.rule, {}, sentence.fixed)
    say = partial(game.say, s)
    values: dict[str, Filling] = {"seat": seat, "about": s.flow.about[seat]}
    params = {
        name: spoken(bare(sort), values[name], say) for name, sort in zip(sentence.names, sentence.sorts, strict=True)
    }
    return Prompt(question.code, question.rule, params, sentence.fill(values, say))


def prompts_of(game: Game[Any], s: Any) -> dict[int, Prompt]:
    """The prompt of each seat that owes an answer."""
    return {seat: prompt_of(game, s, seat, question) for seat, question in questions_of(game, s).items()}


def choices_of(game: Game[Any], s: Any, seat: int) -> tuple[Choice, ...]:
    """All choices that a seat may make now."""
    codes = game.book.legal(s, seat)
    notation = game.book.notation
    texts = notation.spell_all(codes)
    # Compiled, a list is much faster than a generator.
    return tuple([Choice(code, text, notation) for code, text in zip(codes, texts, strict=True)])
