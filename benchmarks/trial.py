"""The network of the first trial of self-play, which reads version 1 of the encoding of Blood Rage: `trial:file=FILE`.

Version 1 lacked the packs of the draft, most flags of rulings and three questions, and had one byte for Glory. It is
made from the current version.
"""

from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np

from drakkar.bots.bot import Advice, Bot, Budget
from drakkar.bots.roster import Settings
from drakkar.core.encoding import Field
from drakkar.core.errors import BadArgument
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.view import View
from drakkar.research.encode import Array, Encoder

TITLE: Final = "blood_rage"
# The size of each field that was shorter.
SHORTER: Final = {"packs": 0, "rulings": 9, "glory": 1}
# Questions that version 1 did not distinguish from others.
NEW_QUESTIONS: Final = {
    "a_warrior_follows_beside": "a_warrior_follows",
    "pillage_beside": "pillage_at_once",
    "keep_one": "keep",
}
LARGEST: Final = 255
GLORY_UNIT: Final = 50.0


class OldEncoder:
    """Version 1, whose bytes are sums of bytes of the current version."""

    def __init__(self) -> None:
        self.encoder = Encoder(TITLE)
        encoding = self.encoder.encoding
        pairs: list[tuple[int, int]] = []
        self.glory: list[int] = []
        size = 0
        for block in range(encoding.most_seats + 1):
            layout = encoding.seat if block else encoding.table
            start = encoding.table.size + (block - 1) * encoding.seat.size if block else 0
            for field in layout.fields:
                places = self.places(field)
                pairs += [(size + old, start + field.at + new) for new, old in enumerate(places) if old >= 0]
                if field.name == "glory":
                    self.glory.append(size)
                size += max(places) + 1
        self.size = size
        self.old, self.new = np.array(pairs).T

    def places(self, field: Field) -> list[int]:
        """For each byte of a field its place in the field of version 1; -1 if there is none."""
        if field.name == "question":
            asked = self.encoder.game.book.questions
            return old_questions([question.code for question in asked if question is not None])
        if field.name == "glory":
            return [0] * field.size
        size = SHORTER.get(field.name, field.size)
        return [at if at < size else -1 for at in range(field.size)]

    def observation(self, view: View, seat: int) -> Array:
        """What a seat knows, in version 1."""
        row = self.encoder.observation(view.known, seat)
        old: Array = np.minimum(np.bincount(self.old, row[self.new], self.size), LARGEST).astype(np.uint8)
        return old


def old_questions(codes: list[str]) -> list[int]:
    """The number that each question had in version 1."""
    old = [code for code in codes if code not in NEW_QUESTIONS]
    return [old.index(NEW_QUESTIONS.get(code, code)) for code in codes]


class TrialNet:
    """The network: log(1 + byte) of each input and the Glory of each seat as a number, two residual layers."""

    def __init__(self, file: str) -> None:
        try:
            with np.load(file, allow_pickle=False) as saved:
                arrays = {name: saved[name].astype(np.float32) for name in saved.files if name != "meta"}
        except (OSError, ValueError) as error:
            raise BadArgument(f"trial: {file} cannot be read: {error}") from error
        self.inputs, self.glory, self.bias = arrays["w0"], arrays["wg"], arrays["b0"]
        self.layers = [(arrays[f"w{at}"], arrays[f"b{at}"]) for at in (1, 2)]
        self.policy, self.policy_bias = np.ascontiguousarray(arrays["wp"].T), arrays["bp"]
        self.logarithms = np.log1p(np.arange(LARGEST + 1, dtype=np.float32))

    def weights(self, observation: Array, glory: list[int], codes: list[int]) -> Array:
        """The weights of these choices."""
        places = np.flatnonzero(observation)
        signal = self.logarithms[observation[places]] @ self.inputs[places] + self.bias
        signal = np.maximum(signal + observation[glory].astype(np.float32) / GLORY_UNIT @ self.glory, 0)
        for matrix, bias in self.layers:
            signal = signal + np.maximum(signal @ matrix + bias, 0)
        weights: Array = self.policy[codes] @ signal + self.policy_bias[codes]
        return weights


class TrialBot:
    """Takes the choice with the highest weight."""

    def __init__(self, net: TrialNet, encoder: OldEncoder) -> None:
        self.net = net
        self.encoder = encoder

    def choose(self, view: View, decision: Decision, budget: Budget | None = None) -> Choice:  # noqa: ARG002
        """The best choice."""
        if view.title != TITLE:
            raise BadArgument(f"the trial network plays {TITLE}, not {view.title}")
        observation = self.encoder.observation(view, decision.seat)
        codes = [choice.code for choice in decision.choices]
        return decision.choices[int(self.net.weights(observation, self.encoder.glory, codes).argmax())]

    def explain(self, view: View, decision: Decision, budget: Budget | None = None) -> list[Advice]:  # noqa: ARG002
        """No estimates."""
        return []


@lru_cache(maxsize=2)
def _loaded(file: str) -> tuple[TrialNet, OldEncoder]:
    return TrialNet(file), OldEncoder()


def make(settings: Settings, _: int) -> Bot:
    """`trial:file=FILE`."""
    file = settings.text("file")
    if not Path(file).is_file():
        raise BadArgument("trial: name the network: trial:file=FILE")
    return TrialBot(*_loaded(file))
