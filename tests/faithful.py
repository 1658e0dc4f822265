"""Faithful positions: with the true hidden cards, play continues from a seat's position exactly as in the match."""

import tomllib
from random import Random
from typing import Any

import drakkar
from drakkar.core.hosting import all_events, game_of, state_of, trust
from drakkar.core.known_position import forget_answered
from drakkar.core.position import write
from drakkar.core.state_fields import snapshot

# Fields that no position of a seat has: the order of decks, and what seats have seen earlier.
UNSAID = ("decks", "draft", "drafts", "shown")
# Hidden cards of Lords of Ragnarok that the readable part does not name.
UNNAMED = ("offered", "attack_hand")


def named(known: dict[str, Any], truth: dict[str, Any]) -> dict[str, Any]:
    """The position of a seat with cards in place of their numbers."""
    full: dict[str, Any] = {}
    for key, value in known.items():
        true = truth.get(key)
        if isinstance(value, dict) and isinstance(true, dict) and key != "machine":
            full[key] = named(value, true)
        else:
            full[key] = true if isinstance(value, int) and isinstance(true, list) else value
    return full


def readable(match: drakkar.Match) -> dict[str, Any]:
    """The readable part of the exact position, without the seed."""
    said = tomllib.loads(match.position())
    return {key: value for key, value in said.items() if key not in ("seed", "machine")}


def everything(match: drakkar.Match, seat: int | None = None, veiled: bool = False) -> dict[str, Any]:
    """The fields of the state, or of the veiled state of a seat, without chance and without values of the past."""
    game, s = game_of(match), state_of(match)
    s = game.veil(s, seat) if veiled else game.copy(s)
    forget_answered(s.flow)
    left_out = {"chance", *UNSAID} if veiled else {"chance"}
    # Values of the past are those hidden parts that are neither cards nor memory.
    left_out |= {part for part in game.hidden_parts(s) or () if part == "fallen" or part.startswith("battle.")}
    fields = snapshot(game.book, s)
    return {key: value for key, value in fields.items() if not {key, key.partition(".")[0]} & left_out}


def laid_as_it_was(match: drakkar.Match, seat: int | None) -> drakkar.Match:
    """A match from the position of a seat, with the hidden cards and the chance of the real match."""
    truth = tomllib.loads(match.position())
    laid = drakkar.set_up(write(named(tomllib.loads(match.position(seat)), truth)))
    assert readable(laid) == readable(match)
    here, there = state_of(laid), game_of(match).copy(state_of(match))
    here.flow.chance = there.flow.chance
    for part in (*UNSAID, *UNNAMED):
        if hasattr(here, part):
            setattr(here, part, getattr(there, part))
    trust(laid)
    return laid


def check_known(match: drakkar.Match, seat: int | None) -> None:
    """The position of a seat sets up the same table, the same open decisions and the same position."""
    text = match.position(seat)
    again = drakkar.set_up(text)
    assert everything(again, seat, veiled=True) == everything(match, seat, veiled=True)
    assert again.position(seat) == text
    here, there = again.view(seat), match.view(seat)
    assert {who: prompt.to_json() for who, prompt in here.owed.items()} == {
        who: prompt.to_json() for who, prompt in there.owed.items()
    }
    assert here.choices == there.choices


def left_over(match: drakkar.Match) -> set[str]:
    """Fields that may differ, because the rules set them before they read them: losses, and the last call to battle."""
    asked = {decision.prompt.code for decision in match.pending}
    return {"fallen"} if asked & {"call", "late"} else {"fallen", "battle.declined", "battle.next_seat"}


def check_plays_on(match: drakkar.Match, seat: int | None, rng: Random, choices: int) -> None:
    """With the true hidden cards, play continues as in the match: events, tables, scores, decisions."""
    laid, true = laid_as_it_was(match, seat), match.copy()
    assert everything(laid) == everything(true)
    told = len(all_events(laid)), len(all_events(true))
    for _ in range(choices):
        if true.over:
            break
        decision = rng.choice(true.pending)
        choice = rng.choice(decision.choices)
        for each in (laid, true):
            each.play(decision.seat, choice)
        assert laid.scores() == true.scores()
    assert [event.to_json() for event in all_events(laid, told[0])] == [
        event.to_json() for event in all_events(true, told[1])
    ]
    here, there = everything(laid), everything(true)
    different = {key for key in there if here.get(key) != there[key]}
    assert different <= left_over(true), sorted(different)
    assert laid.view(seat).to_json()["table"] == true.view(seat).to_json()["table"]


def check_faithful(match: drakkar.Match, seat: int | None, rng: Random, choices: int) -> None:
    """Check that the position sets up the same moment, and that play continues from it as in the match."""
    check_known(match, seat)
    check_plays_on(match, seat, rng, choices)
