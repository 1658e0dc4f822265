"""Valid texts to damage: positions and records of both games at many moments, the same in every run."""

import re
from functools import cache
from pathlib import Path
from random import Random

import drakkar
from drakkar.core.hosting import game_of, state_of
from drakkar.core.match import Match
from drakkar.core.state_fields import snapshot

DOCS = Path(__file__).parent.parent.parent / "docs"
TABLES = (("blood_rage", 2), ("blood_rage", 4), ("lords_of_ragnarok", 2), ("lords_of_ragnarok", 4))
STEPS = (0, 1, 7, 13, 26, 40, 61, 77, 95, 120, 151, 180, 222, 260)


@cache
def moments() -> tuple[Match, ...]:
    """Matches at moments from the first choice to the end."""
    found = []
    for number, (title, seats) in enumerate(TABLES):
        rng = Random(number)
        match = drakkar.new(title, seats, number)
        while not match.over:
            if len(match.history) in STEPS:
                found.append(match.copy())
            decision = rng.choice(match.pending)
            match.play(decision.seat, rng.choice(decision.choices))
        found.append(match)
    return tuple(found)


@cache
def positions() -> tuple[str, ...]:
    """Positions for the host of a match, positions of a seat, and those in the documentation."""
    texts = [match.position() for match in moments()]
    texts += [match.position(0) for match in moments()[::3]]
    for page in ("positions.md", "positions_lords_of_ragnarok.md"):
        texts += re.findall(r"^```toml\n(.*?)^```", (DOCS / page).read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return tuple(texts)


@cache
def exact_positions() -> tuple[str, ...]:
    """The positions with a [machine] part."""
    return tuple(text for text in positions() if "[machine]" in text)


@cache
def fields() -> dict[str, dict[str, object]]:
    """All fields that the [machine] part of each exact position could have, by the position."""
    said = {}
    for text in exact_positions():
        match = drakkar.set_up(text)
        said[text] = snapshot(game_of(match).book, state_of(match))
    return said


@cache
def records() -> tuple[str, ...]:
    """Records of matches from the start, and of matches that started from a position."""
    texts = [match.record() for match in moments()]
    for text in positions()[::4]:
        match, rng = drakkar.set_up(text), Random(len(text))
        for _ in range(10):
            if not match.over:
                decision = rng.choice(match.pending)
                match.play(decision.seat, rng.choice(decision.choices))
        texts.append(match.record())
    return tuple(texts)
