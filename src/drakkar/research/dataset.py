"""Matches between bots as training data: a row for each decision, as JSON lines and as Parquet.

A folder has `plan.json`, the settings, and parts of several games each. Parts are written atomically, so an interrupted
run loses only the unfinished ones, and the same command resumes it.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from drakkar.bots.roster import make
from drakkar.core.chance import seed_from
from drakkar.core.errors import BadArgument, WrongVersion
from drakkar.core.game import Value, find
from drakkar.core.hosting import decision_of, questions, state_of
from drakkar.core.match import Match, begin
from drakkar.core.moment import Decision
from drakkar.core.version import VERSION as DRAKKAR
from drakkar.core.version import other_version
from drakkar.research.encode import Encoder
from drakkar.research.extra import from_extra
from drakkar.research.rewards import placement

with from_extra("research"):
    import pyarrow as pa
    from pyarrow import parquet

FORMATS: Final = ("parquet", "jsonl")
VERSION: Final = 2
PLAN: Final = "plan.json"
# The key of plan.json with the Drakkar that began the folder.
WRITER: Final = "drakkar"

Row = dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """The settings of a run. The bots take seats in turn, shifted by one in each game."""

    title: str
    sides: list[int]
    rulings: dict[str, Value]
    bots: list[str]
    seed: int
    games: int
    part: int
    formats: list[str]

    def check(self) -> None:
        """Raise BadArgument if a bot or the encoding is missing."""
        for words in self.bots:
            make(words, 0, find(self.title))
        find(self.title).encoding()

    def parts(self) -> range:
        """The numbers of the parts."""
        return range(-(-self.games // self.part))

    def games_of(self, part: int) -> range:
        """The numbers of the games in a part."""
        return range(part * self.part, min(self.games, (part + 1) * self.part))

    def to_json(self) -> dict[str, Any]:
        """The contents of `plan.json`."""
        encoder = Encoder(self.title)
        size, version = encoder.size, encoder.encoding.version
        rules = find(self.title).rules_version
        numbers = {"version": VERSION, "rules": rules, "encoding": version, "size": size}
        return {**numbers, WRITER: DRAKKAR, **asdict(self)}


def begin_folder(folder: Path, plan: Plan) -> None:
    """Create the folder, or check that it contains this very plan."""
    path, wanted = folder / PLAN, plan.to_json()
    if path.exists():
        kept = json.loads(path.read_text("utf-8"))
        _check_version(folder, kept, wanted)
        if {**kept, WRITER: ""} != {**wanted, WRITER: ""}:
            raise BadArgument(f"{folder} holds another dataset; choose another folder, or repeat the same arguments")
        return
    folder.mkdir(parents=True, exist_ok=True)
    _write_whole(path, json.dumps(wanted, indent=1).encode() + b"\n")


def _check_version(folder: Path, kept: dict[str, Any], wanted: dict[str, Any]) -> None:
    """WrongVersion if another Drakkar began the folder, with other columns, observations or rules."""
    for name, kind in (("version", "format"), ("encoding", "encoding"), ("rules", "rules")):
        if kept.get("title") == wanted["title"] and kept.get(name) != wanted[name]:
            what, writer = f"{folder} holds a dataset of {kind}", str(kept.get(WRITER, ""))
            raise WrongVersion(other_version(what, str(kept.get(name)), writer, f"{kind} {wanted[name]}"))


def missing(folder: Path, plan: Plan) -> list[int]:
    """The parts that are still to be played."""
    return [part for part in plan.parts() if not all(path_of(folder, part, kind).exists() for kind in plan.formats)]


def path_of(folder: Path, part: int, kind: str) -> Path:
    """The file of a part."""
    return folder / f"part-{part:05d}.{kind}"


class Part(NamedTuple):
    """The games of a part: how many decisions they had, and the contents of its file in each format."""

    number: int
    decisions: int
    files: dict[str, bytes]


def play_part(plan: Plan, number: int) -> Part:
    """Play the games of a part."""
    rows = [row for game in plan.games_of(number) for row in play_game(plan, game)]
    size = Encoder(plan.title).size
    files = {kind: (as_parquet if kind == "parquet" else as_lines)(rows, size) for kind in plan.formats}
    return Part(number, len(rows), files)


def write_part(folder: Path, part: Part) -> None:
    """Write the files of a part."""
    for kind, content in part.files.items():
        _write_whole(path_of(folder, part.number, kind), content)


def play_game(plan: Plan, number: int) -> list[Row]:
    """One game: a row for each decision with two or more choices, with the final result of its seat."""
    encoder = Encoder(plan.title)
    seed = seed_from(f"drakkar dataset {plan.seed} {number}")
    match = begin(encoder.game, plan.sides, plan.rulings, seed)
    names = [plan.bots[(seat + number) % len(plan.bots)] for seat in range(match.seats)]
    bots = [make(words, seed_from(f"{seed} {seat}")) for seat, words in enumerate(names)]
    rows: list[Row] = []
    for decision in _decisions(match):
        choice = decision.choices[0]
        if len(decision.choices) > 1:
            view = match.view(decision.seat)
            choice = bots[decision.seat].choose(view, decision)
            rows.append(
                {
                    "game": number,
                    "decision": len(match.history),
                    "seat": decision.seat,
                    "bot": names[decision.seat],
                    "question": decision.prompt.code,
                    "observation": encoder.observation(view.known, decision.seat).tobytes(),
                    "legal": [choice.code for choice in decision.choices],
                    "choice": choice.code,
                    "words": str(choice),
                }
            )
        match.play(decision.seat, choice)
    outcome = match.outcome
    assert outcome is not None, "a match comes to its end"
    scores = encoder.game.scores(state_of(match))
    places = placement(scores)
    ends = {"seed": str(seed), "scores": list(scores), "winners": list(outcome.winners)}
    return [{**row, **ends, "reward": places[row["seat"]]} for row in rows]


def _decisions(match: Match) -> Iterator[Decision]:
    """The decisions one by one; the caller makes a choice before the next."""
    while not match.over:
        seat, question = next(iter(questions(match).items()))
        yield decision_of(match, seat, question)


def as_lines(rows: list[Row], _: int) -> bytes:
    """JSON lines; an observation is a list of its non-zero bytes with their indices."""
    return b"".join(
        json.dumps(
            {**row, "observation": [[at, number] for at, number in enumerate(row["observation"]) if number]}
        ).encode()
        + b"\n"
        for row in rows
    )


def schema(size: int) -> Any:
    """The columns of a Parquet file."""
    return pa.schema(
        [
            ("game", pa.int32()),
            ("decision", pa.int32()),
            ("seat", pa.int8()),
            ("bot", pa.string()),
            ("question", pa.string()),
            ("observation", pa.binary(size)),
            ("legal", pa.list_(pa.int16())),
            ("choice", pa.int16()),
            ("words", pa.string()),
            ("seed", pa.string()),
            ("scores", pa.list_(pa.int16())),
            ("winners", pa.list_(pa.int8())),
            ("reward", pa.float32()),
        ]
    )


def as_parquet(rows: list[Row], size: int) -> bytes:
    """A Parquet file; an observation is a binary value of fixed size."""
    sink = pa.BufferOutputStream()
    parquet.write_table(pa.Table.from_pylist(rows, schema(size)), sink, compression="zstd")
    content: bytes = sink.getvalue().to_pybytes()
    return content


def _write_whole(path: Path, content: bytes) -> None:
    """Write a file atomically."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}")
    unfinished.write_bytes(content)
    unfinished.replace(path)
