"""A table is a function of its log."""

import contextlib
from random import Random
from typing import Any

import pytest

import drakkar
from drakkar.core.hosting import questions
from drakkar.server.live.document import document, events_since
from drakkar.server.log import commands, entries
from drakkar.server.log.entries import Entry, TimeControl, encode
from drakkar.server.log.errors import Refused
from drakkar.server.log.table import LATEST_CHAT, replay
from tests.server.table_log import AT, Folded, documents, founded, heard, table_of

# --- The same log gives the same table


def some_act(folded: Folded, rng: Random) -> Entry | None:
    """A random command, sensible or not."""
    table = folded.table
    seat, other = rng.randrange(len(table.seats)), rng.randrange(len(table.seats))
    mine = table.seats[seat]
    match rng.choice(
        ["choose"] * 12 + ["undo"] * 3 + ["again", "say", "mute", "leave", "return", "vote", "claim", "start"]
    ):
        case "choose":
            asked = sorted(questions(table.match)) if table.started else []
            seat = rng.choice(asked) if asked else seat
            words = str(rng.choice(table.match.choices(seat))) if asked else "pass"
            return commands.choose(table, AT, seat, table.seats[seat].decision, words, rng.randrange(5000))
        case "undo":
            return commands.undo(table, AT, seat, table.undo_of(seat) or rng.randrange(table.version))
        case "again":
            return commands.choose(table, AT, seat, *mine.answered, 0)
        case "say":
            return commands.say(table, AT, seat, f"so says {seat}")
        case "mute":
            return commands.mute(table, AT, seat, other, rng.random() < 0.5)
        case "leave":
            return commands.leave(table, AT, seat, rng.random() < 0.3)
        case "return":
            return commands.come_back(table, AT, seat)
        case "vote":
            return commands.vote(table, AT, seat, other, False)
        case "claim":
            return commands.claim(table, AT, seat, other, table.seats[other].bank - 4000)
    return commands.start(table, AT, seat, "random")


def acted(folded: Folded, rng: Random, times: int) -> None:
    """Run this many commands, most of which succeed."""
    for _ in range(times):
        with contextlib.suppress(Refused):
            folded.do(some_act(folded, rng))


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("blood_rage", ["person", "person"]),
        ("blood_rage", ["person", "open", "random", "person"]),
        ("treasure", ["person", "person", "open"]),
    ],
)
def test_whoever_replays_a_log_has_the_same_table(game: str, seats: list[str]) -> None:
    rng = Random(f"{game} {len(seats)}")
    folded = table_of(*seats, game=game, clock=TimeControl(60, 5))
    for _ in range(8):
        acted(folded, rng, 25)
        again = folded.again()
        assert documents(again) == documents(folded.table)
        assert [vars(seat) for seat in again.seats] == [vars(seat) for seat in folded.table.seats]
        assert again.match.record() == folded.table.match.record()
        assert (again.undone, again.chosen_at, again.first_changed_event) == (
            folded.table.undone,
            folded.table.chosen_at,
            folded.table.first_changed_event,
        )


def test_events_told_since_any_version_make_the_whole_story() -> None:
    rng, folded = Random(3), table_of("person", "person")
    known: list[tuple[int, list[dict[str, Any]]]] = []
    for _ in range(12):
        acted(folded, rng, 12)
        story = events_since(folded.table, 1, 0).events
        for version, events in known:
            heard(events, events_since(folded.table, 1, version))
            assert events == story
        known = [(folded.table.version, events) for _, events in known[-5:]]
        known.append((folded.table.version, list(story)))
    assert folded.table.undone


def test_a_log_of_other_rules_is_refused() -> None:
    body = encode(founded("person", "person"))
    with pytest.raises(Refused, match=r"is for rules 0\.1; this Drakkar") as refusal:
        replay("a-table", [body.replace(b'"rules":"', b'"rules":"0.')])
    assert refusal.value.code == "wrong_version"


@pytest.mark.parametrize(
    "log", [[], [encode(entries.Left(AT, 0))], [encode(founded("person", "person")), encode(entries.Left(AT, 7))]]
)
def test_a_log_that_cannot_be_is_refused(log: list[bytes]) -> None:
    with pytest.raises(Refused) as refusal:
        replay("a-table", log)
    assert refusal.value.code == "broken_log"


# --- Decisions and their numbers


def test_a_decision_keeps_its_number_while_others_seal() -> None:
    folded = table_of("person", "person", "person")
    before = [seat.decision for seat in folded.table.seats]
    folded.choose(1)
    after = [seat.decision for seat in folded.table.seats]
    assert (after[0], after[2]) == (before[0], before[2])
    assert after[1] == 0
    folded.undo(1)
    assert folded.table.seats[1].decision == folded.table.version
    assert folded.table.seats[0].decision == before[0]


def test_the_next_decision_has_another_number() -> None:
    folded = table_of("person", "person", "person")
    first = [seat.decision for seat in folded.table.seats]
    for seat in (2, 0, 1):
        folded.choose(seat)
    assert [seat.decision for seat in folded.table.seats] == [folded.table.version] * 3
    assert folded.table.version not in first


def test_words_at_the_table_number_nothing_anew() -> None:
    folded = table_of("person", "person")
    before = [seat.decision for seat in folded.table.seats]
    folded.do(commands.say(folded.table, AT, 0, "hail"))
    assert [seat.decision for seat in folded.table.seats] == before


# --- Beginning


def test_a_table_begins_when_its_last_seat_is_taken() -> None:
    folded = table_of("person", "open", "open")
    assert folded.table.status == "open"
    folded.do(commands.sit(folded.table, AT, 2, "Björn", "a key"))
    assert folded.table.status == "open"
    folded.do(commands.sit(folded.table, AT, None, "", "another key"))
    assert folded.table.status == "running"
    assert [seat.name for seat in folded.table.seats] == ["Person 0", "", "Björn"]
    assert all(seat.decision for seat in folded.table.seats)


def test_bots_fill_the_open_seats_at_the_start() -> None:
    folded = table_of("open", "person", "open")
    folded.do(commands.start(folded.table, AT, 1, "thrall"))
    assert [(seat.kind, seat.bot) for seat in folded.table.seats] == [
        ("bot", "thrall"),
        ("person", ""),
        ("bot", "thrall"),
    ]
    assert folded.table.status == "running"


def test_whoever_leaves_before_the_match_frees_his_seat() -> None:
    folded = table_of("person", "person", "open")
    folded.do(commands.mute(folded.table, AT, 0, 1, True))
    folded.do(commands.leave(folded.table, AT, 0))
    seat = folded.table.seats[0]
    assert (seat.kind, seat.name, seat.key, seat.muted) == ("open", "", "", set())
    folded.do(commands.sit(folded.table, AT, None, "Freya", "a new key"))
    assert (seat.kind, seat.name, seat.key, seat.left) == ("person", "Freya", "a new key", False)


# --- Undo


def test_a_sealed_pick_can_be_taken_back_and_another_made() -> None:
    folded = table_of("person", "person", "person")
    folded.choose(0)
    folded.choose(1)
    first = folded.table.match.history[0].text
    folded.undo(0)
    assert [played.seat for played in folded.table.match.history] == [1]
    assert documents(folded.again()) == documents(folded.table)
    other = next(str(choice) for choice in folded.table.match.choices(0) if str(choice) != first)
    folded.choose(0, other)
    folded.choose(2)
    assert next(played.text for played in folded.table.match.history if played.seat == 0) == other
    assert all(folded.table.undo_of(seat) == 0 for seat in range(3)), "the round is complete"


def test_of_a_sealed_choice_that_is_taken_back_nobody_learns_more_than_that() -> None:
    folded = table_of("person", "person")
    table = folded.table
    folded.do(commands.choose(table, AT, 0, table.seats[0].decision, table.match.choices(0)[0].text, 0))
    folded.do(commands.undo(table, AT, 0, table.undo_of(0)))
    for seat in (0, 1, None):
        (told,) = document(table, seat, set(), [])["taken_back"]
        assert (told["seat"], told["choice"], told["latest"]) == (0, None, True)


def test_what_a_record_brought_along_cannot_be_taken_back() -> None:
    match = drakkar.new("blood_rage", 2, 5)
    match.play(0, match.choices(0)[0])
    assert match.why_not_undo(0) is None
    folded = table_of("person", "person", origin=match.record())
    assert folded.table.undo_of(0) == 0
    with pytest.raises(Refused) as refusal:
        folded.undo(0)
    assert refusal.value.code == "cannot_undo"
    folded.choose(1)
    folded.choose(0)
    assert folded.table.undo_of(0) == folded.table.version
    folded.undo(0)
    assert len(folded.table.match.history) == 2
    assert documents(folded.again()) == documents(folded.table)


def test_a_record_may_have_remarks_before_it() -> None:
    match = drakkar.new("blood_rage", 2, 5)
    match.play(0, match.choices(0)[0])
    folded = table_of("person", "person", origin=f"# table of last week\n\n{match.record()}")
    assert folded.table.match.record() == match.record()


# --- Leaving


def left_by_seat_3(people: int) -> Folded:
    folded = table_of(*["person"] * people)
    folded.do(commands.leave(folded.table, AT, people - 1))
    return folded


@pytest.mark.parametrize(("people", "needed"), [(2, 1), (3, 2), (4, 2), (5, 3)])
def test_more_than_half_of_the_others_hand_a_seat_to_a_bot(people: int, needed: int) -> None:
    folded = left_by_seat_3(people)
    gone = folded.table.seats[-1]
    for votes in range(1, needed + 1):
        assert not gone.bot
        folded.do(commands.vote(folded.table, AT, votes - 1, people - 1, False))
    assert gone.bot
    assert folded.again().seats[-1].bot == gone.bot


def test_whoever_comes_back_plays_on_himself() -> None:
    folded = left_by_seat_3(2)
    folded.do(commands.vote(folded.table, AT, 0, 1, False))
    folded.do(commands.come_back(folded.table, AT, 1))
    seat = folded.table.seats[1]
    assert (seat.bot, seat.left, seat.votes) == ("", False, set())


def test_bots_and_those_who_left_have_no_vote() -> None:
    folded = table_of("person", "person", "person", "random")
    folded.do(commands.leave(folded.table, AT, 1))
    folded.do(commands.leave(folded.table, AT, 2))
    assert folded.table.voters(2) == {0}
    folded.do(commands.vote(folded.table, AT, 0, 2, False))
    assert folded.table.seats[2].bot


def test_a_vote_can_be_repeated_once_it_is_more_than_half() -> None:
    """A player who voted while others stayed silent can vote again when they leave too."""
    folded = left_by_seat_3(4)
    folded.do(commands.vote(folded.table, AT, 0, 3, False))
    assert commands.vote(folded.table, AT, 0, 3, False) is None
    folded.do(commands.leave(folded.table, AT, 1))
    folded.do(commands.leave(folded.table, AT, 2))
    folded.do(commands.vote(folded.table, AT, 0, 3, False))
    assert folded.table.seats[3].bot


def test_whoever_chooses_is_there_and_the_votes_against_him_are_void() -> None:
    folded = table_of("person", "person", "person")
    folded.do(commands.vote(folded.table, AT, 0, 2, False))
    folded.choose(2)
    assert not folded.table.seats[2].votes


# --- Clocks


def test_a_choice_costs_its_time_and_brings_the_increment() -> None:
    folded = table_of("person", "person", clock=TimeControl(60, 5))
    folded.choose(0, spent=20_000)
    assert [seat.bank for seat in folded.table.seats] == [45_000, 60_000]


def test_taking_back_gives_no_time() -> None:
    folded = table_of("person", "person", clock=TimeControl(60, 5))
    for _ in range(3):
        folded.choose(0, spent=1000)
        folded.undo(0)
    assert folded.table.seats[0].bank == 57_000


def test_time_that_ran_out_does_not_come_back_with_its_owner() -> None:
    folded = table_of("person", "person", clock=TimeControl(60, 5))
    folded.do(commands.claim(folded.table, AT, 1, 0, -10_000))
    assert folded.table.seats[0].bot
    folded.do(commands.come_back(folded.table, AT, 0))
    assert folded.table.seats[0].bank == 0


# --- Chat


def test_the_latest_words_are_kept_and_no_more() -> None:
    folded = table_of("person", "person")
    for number in range(LATEST_CHAT + 10):
        folded.do(commands.say(folded.table, AT, 0, str(number)))
    assert folded.table.chat[-1].text == str(LATEST_CHAT + 9)
    assert LATEST_CHAT // 2 <= len(folded.table.chat) <= LATEST_CHAT


def test_who_is_muted_is_not_heard_by_that_seat_alone() -> None:
    folded = table_of("person", "person", "person")
    folded.do(commands.say(folded.table, AT, 1, "loud"))
    folded.do(commands.say(folded.table, AT, 2, "soft"))
    folded.do(commands.mute(folded.table, AT, 0, 1, True))
    chats = [[said["text"] for said in known["chat"]] for known in documents(folded.table)]
    assert chats == [["soft"], ["loud", "soft"], ["loud", "soft"], ["loud", "soft"]]
    folded.do(commands.mute(folded.table, AT, 0, 1, False))
    assert [said["text"] for said in documents(folded.table)[0]["chat"]] == ["loud", "soft"]
