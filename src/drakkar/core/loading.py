"""Loading a match from its record: replayed and verified line by line, at once or in steps."""

from os import PathLike

from drakkar.core.errors import (
    BadArgument,
    BadPosition,
    ChoiceError,
    CorruptRecord,
    MatchOver,
    UnknownGame,
    WrongVersion,
)
from drakkar.core.excerpt import excerpt, quoted
from drakkar.core.game import REVISION, find
from drakkar.core.hosting import chance_lines, is_trusted, replay_choice, result_of, trust, vouch
from drakkar.core.limits import LONGEST_RECORD, text_of
from drakkar.core.match import Match, new, set_up
from drakkar.core.record import Line, Script, read_record
from drakkar.core.version import VERSION, other_version


class Loading:
    """A record during its replay. `step` plays some of its choices; `match` is available once all are verified.

    A server can do other work between the steps.
    """

    def __init__(self, text: str, trusted: bool = False) -> None:
        self.script = read_record(text)
        self.played = 0
        self.done = False
        self._match = _begin(self.script)
        if trusted:  # an error is then a fault of the rules, not of the position
            trust(self._match)

    def step(self, choices: int) -> bool:
        """Replay up to `choices` more choices. True once the whole record is replayed and verified."""
        if not self.done:
            end = min(self.played + max(0, choices), len(self.script.choices))
            for line in self.script.choices[self.played : end]:
                _replay(self._match, line)
            self.played = end
            if self.played == len(self.script.choices):
                _verify(self._match, self.script)
                self.done = True
        return self.done

    @property
    def match(self) -> Match:
        """The match of the record, once it is completely loaded."""
        assert self.done, "the record is not replayed to its end"
        return self._match


def load(record: str | PathLike[str]) -> Match:
    """The match of a record, which `Match.record` writes. Every line is replayed and verified.

    Args:
        record: the text, or the `Path` of a file that contains it; a `str` is always the text, never a file name.

    Raises:
        OSError: the file cannot be read.
        CorruptRecord: the text is not a whole, unchanged record; `line` is the line that shows it.
        WrongVersion: another version of the rules or of the format wrote it.

    >>> match = drakkar.new("blood_rage", seats=2, seed=7)
    >>> match.play(1, match.choices(1)[0])
    >>> drakkar.load(match.record())
    <Match blood_rage: wolf, raven; 1 choice made>
    """
    loading = Loading(text_of(record, LONGEST_RECORD))
    loading.step(len(loading.script.choices))
    return loading.match


def _verify(match: Match, script: Script) -> None:
    """Compare the chance outcomes and the result in the record with the replay."""
    if not is_trusted(match):
        try:
            vouch(match)
        except BadPosition as broken:
            raise CorruptRecord(str(broken).partition(": ")[2], script.lines[-1].number) from broken
    if script.chance:
        decided = {(position, text) for position, lines in enumerate(chance_lines(match)) for text in lines}
        for line in script.chance:
            if (line.position, line.text) not in decided:
                raise CorruptRecord(f"chance did not decide this: {excerpt(line.text)}", line.number)
    if script.result is not None and script.result.text != result_of(match):
        raise CorruptRecord(
            f"the match did not end like this, but: {result_of(match) or 'not yet'}", script.result.number
        )


def _begin(script: Script) -> Match:
    headers = script.headers
    try:
        game = find(headers.title)
        readable = (game.rules_version, *game.older_rules)
        if tuple(headers.facts) != game.facts:
            what = "with corrected printed facts" if headers.facts else "with the facts of the package"
            reason = f"this record was played {what}; a process plays with one set of facts: `drakkar replay` opens it"
            raise WrongVersion(reason, script.line_of("fact" if headers.facts else "game"))
        if headers.rules not in readable:
            what, known = f"this record of {game.title} is for rules", f"rules {' and '.join(sorted(readable))}"
            raise WrongVersion(other_version(what, headers.rules, script.writer, known), script.line_of("rules"))
        if headers.origin:
            return _begin_with(script)
        rulings = {**headers.rulings, REVISION: headers.rules}
        return new(headers.title, len(headers.sides), headers.seed, rulings, headers.sides)
    # Different names: in compiled code, a name has one type.
    except BadPosition as misplaced:
        raise CorruptRecord(str(misplaced).partition(": ")[2], _origin_line(script, misplaced.line)) from misplaced
    except UnknownGame as unknown:
        raise _unknown(script, str(unknown), script.line_of("game")) from unknown
    except BadArgument as refused:
        wrong = "sides" if "side" in str(refused) else "ruling"
        raise _unknown(script, str(refused), script.line_of(wrong)) from refused


def _unknown(script: Script, reason: str, line: int) -> CorruptRecord | WrongVersion:
    """The error for a game, side or ruling that is unknown here; another Drakkar may have it."""
    if script.writer in ("", VERSION):
        return CorruptRecord(reason, line)
    return WrongVersion(f"this record was written by Drakkar {script.writer}; in this Drakkar {VERSION} {reason}", line)


def _origin_line(script: Script, line: int) -> int:
    """The line of the record that has this line of its position."""
    return script.origin_lines[min(line, len(script.origin_lines)) - 1]


def _begin_with(script: Script) -> Match:
    """The match of a record that starts from a position."""
    headers = script.headers
    try:
        match = set_up(headers.origin)
    except WrongVersion as other:
        raise WrongVersion(str(other).partition(": ")[2], _origin_line(script, other.line)) from other
    if headers.sides or headers.rulings or headers.seed:
        raise CorruptRecord("a record has a position, or sides, rulings and seed, not both", script.origin_lines[0])
    if match.title != headers.title:
        raise CorruptRecord(f"the position is one of {match.title}", script.line_of("game"))
    return match


def _replay(match: Match, line: Line) -> None:
    side, _, text = line.text.partition(": ")
    if side not in match.sides:
        raise CorruptRecord(f"no seat plays {quoted(side)}", line.number)
    try:
        replay_choice(match, match.sides.index(side), text)
    except (ChoiceError, MatchOver) as error:
        raise CorruptRecord(str(error), line.number) from error
    except BadPosition as broken:
        raise CorruptRecord(str(broken).partition(": ")[2], line.number) from broken
