"""One puzzle: what one seat knows of a moment, the right choice, why it is right, and how hard it is to find.

The position is that of the seat which has to choose, so a puzzle has nothing that this seat may not know.
"""

from typing import Any, Final, NamedTuple

from drakkar.core.errors import DrakkarError
from drakkar.core.excerpt import quoted

# Everything that can follow was searched.
EXHAUSTIVE: Final = "exhaustive"
# The network and independent searches agree.
AGREEMENT: Final = "agreement"
KINDS: Final = (EXHAUSTIVE, AGREEMENT)

# By difficulty, the least share of bots that solve a puzzle.
BANDS: Final = {"easy": 0.5, "medium": 0.2, "hard": 0.0}
NAME_LENGTH: Final = 40


class BadPuzzles(DrakkarError):
    """A puzzle file that cannot be used; the message says why."""


class Proof(NamedTuple):
    """Why the right choice is right.

    Attributes:
        kind: `exhaustive` or `agreement`.
        deals: in how many deals of the hidden cards.
        searches: how many independent searches agree; 1 for an exhaustive one.
        horizon: an exhaustive search wins within so many choices; 0: it searched to the end of the match.
        margin: by agreement, what the right choice certainly wins more often than any other one; else 0.
        loss: by agreement, the best estimate of the same; else 0.
    """

    kind: str
    deals: int
    searches: int
    horizon: int
    margin: float
    loss: float


class Reply(NamedTuple):
    """What another side does after the tempting choice, and what that costs: what the choice overlooks."""

    side: str
    choice: str
    cost: float


class Puzzle(NamedTuple):
    """A puzzle of a game.

    Attributes:
        name: its name, the same for ever.
        side: the side to choose.
        position: what that side knows, as a position.
        right: the right choices, each in full.
        tempting: the wrong choice that most bots make, in full.
        theme: one of the themes of the game.
        proof: why it is right.
        solved: by level, how many bots of how many solve it.
        reply: what the tempting choice overlooks; None if no single reply refutes it.
        then: what the side does next after the right choice; empty if that depends.
    """

    name: str
    side: str
    position: str
    right: tuple[str, ...]
    tempting: str
    theme: str
    proof: Proof
    solved: dict[str, tuple[int, int]]
    reply: Reply | None
    then: str

    @property
    def share(self) -> float:
        """The share of bots that solve it, each level counting the same."""
        shares = [solved / tried for solved, tried in self.solved.values()]
        return sum(shares) / len(shares)

    @property
    def difficulty(self) -> str:
        """`easy`, `medium` or `hard`."""
        return next(band for band, least in BANDS.items() if self.share >= least)

    def to_json(self) -> dict[str, Any]:
        """The puzzle as plain data."""
        return {
            **self._asdict(),
            "right": list(self.right),
            "proof": self.proof._asdict(),
            "solved": {level: list(pair) for level, pair in self.solved.items()},
            "reply": None if self.reply is None else self.reply._asdict(),
        }


def read_puzzle(data: Any) -> Puzzle:
    """The puzzle of plain data; BadPuzzles names the key that is missing, unknown or of the wrong kind."""
    keys = _Keys("a puzzle", data)
    name = keys.text("name")
    if len(name) > NAME_LENGTH or not name.replace("-", "").isalnum() or not name.isascii():
        raise BadPuzzles(f"{quoted(name)} is no name of a puzzle")
    keys.path = f"puzzle {name}"
    puzzle = Puzzle(
        name,
        keys.text("side"),
        keys.text("position"),
        keys.texts("right"),
        keys.text("tempting"),
        keys.text("theme"),
        _proof(keys.inside("proof")),
        _solved(keys.inside("solved")),
        None if keys.is_none("reply") else _reply(keys.inside("reply")),
        keys.text("then", empty=True),
    )
    keys.finish()
    if puzzle.tempting in puzzle.right:
        raise BadPuzzles(f"puzzle {name}: the tempting choice is right")
    return puzzle


def _proof(keys: "_Keys") -> Proof:
    kind = keys.text("kind")
    if kind not in KINDS:
        raise BadPuzzles(f"{keys.path}: there is no kind {quoted(kind)}; there are: {', '.join(KINDS)}")
    counts = (keys.count("deals"), keys.count("searches"), keys.count("horizon"))
    proof = Proof(kind, *counts, keys.share("margin"), keys.share("loss"))
    keys.finish()
    return proof


def _solved(keys: "_Keys") -> dict[str, tuple[int, int]]:
    levels = list(keys.left)
    pairs = {level: keys.pair(level) for level in levels}
    if not pairs:
        raise BadPuzzles(f"{keys.path}: a level is needed")
    return pairs


def _reply(keys: "_Keys") -> Reply:
    reply = Reply(keys.text("side"), keys.text("choice"), keys.share("cost"))
    keys.finish()
    return reply


class _Keys:
    """The keys of an object; its getters raise BadPuzzles, and `finish` does for a key that nobody has read."""

    def __init__(self, path: str, data: object) -> None:
        self.path = path
        if not isinstance(data, dict):
            raise BadPuzzles(f"{path}: an object is needed")
        self.left: dict[str, Any] = dict(data)

    def _take(self, key: str) -> Any:
        if key not in self.left:
            raise BadPuzzles(f"{self.path}: {key} is missing")
        return self.left.pop(key)

    def is_none(self, key: str) -> bool:
        """Whether a key is null; it is then read."""
        return key in self.left and self.left[key] is None and self.left.pop(key) is None

    def text(self, key: str, *, empty: bool = False) -> str:
        value = self._take(key)
        if not isinstance(value, str) or not (value or empty):
            raise BadPuzzles(f"{self.path}: {key} needs a text")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        value = self._take(key)
        if not isinstance(value, list) or not value or not all(isinstance(one, str) and one for one in value):
            raise BadPuzzles(f"{self.path}: {key} needs a list of texts")
        return tuple(value)

    def count(self, key: str) -> int:
        value = self._take(key)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise BadPuzzles(f"{self.path}: {key} needs a number from 0")
        return value

    def share(self, key: str) -> float:
        value = self._take(key)
        if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0 <= value <= 1:
            raise BadPuzzles(f"{self.path}: {key} needs a number from 0 to 1")
        return float(value)

    def pair(self, key: str) -> tuple[int, int]:
        value = self._take(key)
        if (
            not isinstance(value, list)
            or len(value) != 2
            or not all(isinstance(one, int) and not isinstance(one, bool) for one in value)
            or not 0 <= value[0] <= value[1]
            or not value[1]
        ):
            raise BadPuzzles(f"{self.path}: {key} needs [solved, tried]")
        return value[0], value[1]

    def inside(self, key: str) -> "_Keys":
        return _Keys(f"{self.path}: {key}", self._take(key))

    def finish(self) -> None:
        if self.left:
            raise BadPuzzles(f"{self.path}: unknown: {quoted(next(iter(self.left)))}")
