"""Matches between bots as data to learn from: a row for each decision, as JSON lines and as Parquet.

A folder has `plan.json`, what is played, and the parts, so many games each. A part is written whole or not at all, so
whatever ends a run costs the parts in hand, and the same words go on with the others.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from drakkar.bots.roster import make
from drakkar.core.chance import seed_from
from drakkar.core.errors import BadOptions
from drakkar.core.game import Value, find
from drakkar.core.match import Match, begin
from drakkar.core.moment import Decision
from drakkar.research.encode import Encoder
from drakkar.research.extra import from_extra
from drakkar.research.rewards import placement

with from_extra("research"):
    import pyarrow as pa
    from pyarrow import parquet

FORMATS: Final = ("parquet", "jsonl")
VERSION: Final = 1
PLAN: Final = "plan.json"

Row = dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """What is to be played. The bots sit in turn, and each game begins with the next of them."""

    title: str
    clans: list[int]
    settings: dict[str, Value]
    bots: list[str]
    seed: int
    games: int
    part: int
    formats: list[str]

    def check(self) -> None:
        """Whether everybody can play."""
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
        """As it is kept beside the data, which it explains."""
        encoder = Encoder(self.title)
        size, version = encoder.size, encoder.encoding.version
        rules = find(self.title).rules_version
        return {"version": VERSION, "rules": rules, "encoding": version, "size": size, **asdict(self)}


def begin_folder(folder: Path, plan: Plan) -> None:
    """Make room, or see that this very plan was begun here."""
    path, wanted = folder / PLAN, plan.to_json()
    if path.exists():
        if json.loads(path.read_text("utf-8")) != wanted:
            raise BadOptions(f"{folder} holds another dataset; choose another folder, or say the same words again")
        return
    folder.mkdir(parents=True, exist_ok=True)
    _write_whole(path, json.dumps(wanted, indent=1).encode() + b"\n")


def missing(folder: Path, plan: Plan) -> list[int]:
    """The parts that are not there yet."""
    return [part for part in plan.parts() if not all(path_of(folder, part, kind).exists() for kind in plan.formats)]


def path_of(folder: Path, part: int, kind: str) -> Path:
    """The file of a part."""
    return folder / f"part-{part:05d}.{kind}"


def make_part(folder: Path, plan: Plan, part: int) -> tuple[int, int]:
    """Play the games of a part and write them down; how many, and how many decisions they had."""
    rows = [row for game in plan.games_of(part) for row in play_game(plan, game)]
    for kind in plan.formats:
        write = as_parquet if kind == "parquet" else as_lines
        _write_whole(path_of(folder, part, kind), write(rows, Encoder(plan.title).size))
    return len(plan.games_of(part)), len(rows)


def play_game(plan: Plan, number: int) -> list[Row]:
    """One game: a row for each decision with two or more options, and how it ended for who decided."""
    encoder = Encoder(plan.title)
    seed = seed_from(f"drakkar dataset {plan.seed} {number}")
    match = begin(encoder.game, plan.clans, plan.settings, seed)
    names = [plan.bots[(seat + number) % len(plan.bots)] for seat in range(match.seats)]
    bots = [make(words, seed_from(f"{seed} {seat}")) for seat, words in enumerate(names)]
    rows: list[Row] = []
    for decision in _decisions(match):
        choice = decision.options[0]
        if len(decision.options) > 1:
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
                    "legal": [option.code for option in decision.options],
                    "choice": choice.code,
                    "words": str(choice),
                }
            )
        match.play(decision.seat, choice)
    outcome = match.outcome
    assert outcome is not None, "a match comes to its end"
    places = placement(outcome.glory)
    ends = {"seed": str(seed), "glory": list(outcome.glory), "winners": list(outcome.winners)}
    return [{**row, **ends, "reward": places[row["seat"]]} for row in rows]


def _decisions(match: Match) -> Iterator[Decision]:
    """One after the other; whoever gets one makes a choice before the next."""
    while not match.over:
        seat, question = next(iter(match.asked().items()))
        yield Decision(seat, match.prompt(seat, question), match.options(seat), question.secret)


def as_lines(rows: list[Row], _: int) -> bytes:
    """JSON lines; of an observation the places that are not 0, each with its number."""
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
            ("glory", pa.list_(pa.int16())),
            ("winners", pa.list_(pa.int8())),
            ("reward", pa.float32()),
        ]
    )


def as_parquet(rows: list[Row], size: int) -> bytes:
    """A Parquet file; an observation is as many bytes as the encoding has."""
    sink = pa.BufferOutputStream()
    parquet.write_table(pa.Table.from_pylist(rows, schema(size)), sink, compression="zstd")
    content: bytes = sink.getvalue().to_pybytes()
    return content


def _write_whole(path: Path, content: bytes) -> None:
    """All of it or nothing, whatever happens meanwhile."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}")
    unfinished.write_bytes(content)
    unfinished.replace(path)
