"""The table as one seat may see it. All of it is made of the state behind that seat's veil."""

from random import Random
from typing import Any

from drakkar.core.errors import IllegalChoice
from drakkar.core.events import Hidden
from drakkar.core.game import Game, Preview, Value, find
from drakkar.core.moment import Moment, Prompt
from drakkar.core.notation import Choice
from drakkar.core.position import write


class View:
    """Who owes which prompt, the seat's own options, and what lies on the table.

    `known` is the state with everything hidden from the seat (None: a spectator) taken out.
    """

    def __init__(self, game: Game[Any], seat: int | None, version: int, known: Any, settings: dict[str, Value]) -> None:
        self.title = game.title
        self.seat = seat
        self.version = version
        self.known = known
        self.settings = settings
        self._moment = Moment(game, known)
        # Worked out when somebody asks, and once: the compiled build has no `cached_property` that keeps anything.
        self._owed: dict[int, Prompt] | None = None
        self._options: tuple[Choice, ...] | None = None
        self._table: dict[str, Any] | None = None

    @property
    def owed(self) -> dict[int, Prompt]:
        """Who is asked what."""
        if self._owed is None:
            self._owed = self._moment.prompts()
        return self._owed

    @property
    def options(self) -> tuple[Choice, ...]:
        """What the seat may choose now."""
        if self._options is None:
            self._options = () if self.seat is None else self._moment.options(self.seat)
        return self._options

    @property
    def table(self) -> dict[str, Any]:
        """All that lies there."""
        if self._table is None:
            self._table = {**self._moment.game.view(self.known, self.seat), "options": dict(self.settings)}
        return self._table

    def preview(self, choice: Choice | str) -> Preview:
        """What a choice of the seat would do, as far as it can know: as if nobody added anything after it."""
        codes = [choice.code] if isinstance(choice, Choice) else self._moment.game.book.notation.read(choice)
        for option in self.options:
            if self.seat is not None and option.code in codes:
                return self._moment.game.preview(self.known, self.seat, option.code)
        raise IllegalChoice(f"{choice} is none of your options now", -1 if self.seat is None else self.seat)

    def position(self) -> str:
        """What the seat knows of this moment, as text that `set_up` takes; the rest comes from the seed there."""
        return write(headed(self._moment.game, self.known, self.seat, self.settings, 0))

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "title": self.title,
            "seat": self.seat,
            "version": self.version,
            "owed": [{"seat": seat, "prompt": prompt.to_json()} for seat, prompt in self.owed.items()],
            "options": [str(choice) for choice in self.options],
            "table": _as_data(self.table),
        }


def headed(game: Game[Any], s: Any, seat: int | None, settings: dict[str, Value], seed: int) -> dict[str, Any]:
    """The readable part of a position with its head: what every game says, and the options that are not as usual."""
    usual = game.settings({})
    unusual = {name: value for name, value in settings.items() if value != usual[name]}
    return {"game": game.title, **game.write_position(s, seat), "seed": seed, "options": unusual}


def _as_data(value: Any) -> Any:
    if isinstance(value, Hidden):
        return value.to_json()
    if isinstance(value, dict):
        return {name: _as_data(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_as_data(inner) for inner in value]
    return value


def redeal(view: View, rng: Random) -> Any:
    """A full state that the seat of a view could be in, as far as it knows; what chance brings is drawn anew."""
    return find(view.title).redeal(view.known, view.seat, rng)
