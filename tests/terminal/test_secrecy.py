"""Output for one seat does not depend on what the others hide."""

import re
import subprocess
from random import Random

import pytest

import drakkar
from drakkar.bots import Advice, Budget
from drakkar.bots.random_bot import RandomBot
from drakkar.core.hosting import log_of, state_of
from drakkar.games.blood_rage.card import CARDS
from drakkar.terminal.console import Console
from drakkar.terminal.play import COMMANDS
from drakkar.terminal.session import Session

HIDDEN_FORMS = (
    r"is dealt eight cards",
    r"takes a card",
    r"picks up a hand of \d+ cards",
    r"takes .* back",
    r"keeps (a|no) card",
    r"commits a quest face down",
    r"plays a card face down",
    r"discards the (last cards|rest of the hand) unseen",
)


def test_the_others_cards_are_told_face_down(whole_match: "subprocess.CompletedProcess[str]") -> None:
    text = re.sub(r"\n {8}", " ", whole_match.stdout)
    told = re.findall(r"(?:Wolf|Serpent) ((?:is dealt|takes|keeps|commits|plays|discards the) [^.]*)", text)
    assert len(told) > 50
    assert [said for said in told if not any(re.fullmatch(f"{form}.*", said) for form in HIDDEN_FORMS)] == []


def shown(match: drakkar.Match, capsys: pytest.CaptureFixture[str]) -> str:
    """Everything that seat 0 can see now."""
    session = Session(match, {seat: RandomBot(1) for seat in range(1, match.seats)}, Console(plain=True), None)
    session.told[0] = 0
    menu = session.menu()
    session.show_table(with_board=session.recap())
    session.show_choices(menu)
    for word in ("cards", "log", "help"):
        COMMANDS[word].act(session, menu, "all" if word == "log" else "")
    for card in CARDS:
        COMMANDS["why"].act(session, menu, f"card {card.name} (age {card.age})")
        COMMANDS["read"].act(session, menu, card.name)
    return capsys.readouterr().out


def with_other_secrets(match: drakkar.Match, rng: Random) -> drakkar.Match:
    """The same match, if the others had drawn other cards."""
    other = match.copy()
    other._state = drakkar.redeal(match.view(0), rng)
    state_of(other).flow.log = log_of(other)
    return other


def test_other_secrets_show_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    match, rng = drakkar.new("blood_rage", seats=3, seed=8), Random(8)
    compared = 0
    while not match.over:
        asked = {decision.seat for decision in match.pending}
        if 0 in asked and rng.random() < 0.25:
            other = with_other_secrets(match, rng)
            assert shown(match, capsys) == shown(other, capsys)
            compared += 1
        decision = rng.choice(match.pending)
        choices = [choice for choice in decision.choices if str(choice) != "pass"] or decision.choices
        match.play(decision.seat, rng.choice(choices))
    assert compared > 5


def test_a_bot_sees_its_own_seat_alone() -> None:
    match = drakkar.new("blood_rage", seats=3, seed=8)
    seen: list[tuple[int | None, int]] = []

    class Watcher:
        def choose(
            self, view: drakkar.View, decision: drakkar.Decision, budget: Budget | None = None
        ) -> drakkar.Choice:
            seen.append((view.seat, decision.seat))
            assert decision.choices == view.choices
            return RandomBot(1).choose(view, decision, budget)

        def explain(self, view: drakkar.View, decision: drakkar.Decision, budget: Budget | None = None) -> list[Advice]:
            return []

    session = Session(match, {1: Watcher(), 2: Watcher()}, Console(plain=True), None)
    assert session.next_person() == 0
    assert seen == [(1, 1), (2, 2)]


def test_a_random_bot_repeats_itself() -> None:
    match = drakkar.new("blood_rage", seats=3, seed=8)
    decision = match.pending[1]
    chosen = {RandomBot(seed).choose(match.view(1), decision).text for seed in range(40)}
    again = {RandomBot(3).choose(match.view(1), decision).text for _ in range(5)}
    assert len(again) == 1
    assert len(chosen) > 4
