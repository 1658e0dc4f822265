"""The commands of a table and their refusals. No command here changes a table."""

from collections.abc import Callable
from functools import partial

import pytest

import drakkar
from drakkar.core.errors import BadArgument
from drakkar.core.hosting import questions
from drakkar.server.api.app import summary
from drakkar.server.live.document import document
from drakkar.server.log import commands
from drakkar.server.log.entries import TimeControl
from drakkar.server.log.errors import Refused
from drakkar.server.log.table import Table
from tests.server.table_log import AT, Folded, documents, table_of


def refusal(act: Callable[[], object], code: str) -> str:
    """Check that a command is refused with this code; return the text."""
    with pytest.raises(Refused) as error:
        act()
    assert error.value.code == code
    return str(error.value)


def asked_in_turn() -> tuple[Folded, int]:
    """A table of two where only one seat must decide, and that seat."""
    folded = table_of("person", "person")
    while len(questions(folded.table.match)) > 1 or any(q.secret for q in questions(folded.table.match).values()):
        folded.choose(next(iter(questions(folded.table.match))))
    return folded, next(iter(questions(folded.table.match)))


# --- A choice counts once


def test_a_choice_that_is_sent_again_is_known() -> None:
    folded = table_of("person", "person", "person")
    decision, words = folded.table.seats[0].decision, str(folded.table.match.choices(0)[0])
    folded.choose(0, words)
    before = documents(folded.table)
    assert commands.choose(folded.table, AT, 0, decision, words, 0) is None
    assert commands.choose(folded.table, AT, 0, decision, words.upper(), 0) is None, "in other words"
    assert documents(folded.table) == before


def test_a_choice_that_is_sent_again_is_known_after_the_others_have_chosen_too() -> None:
    folded = table_of("person", "person", "person")
    decision, words = folded.table.seats[0].decision, str(folded.table.match.choices(0)[0])
    folded.choose(0, words)
    folded.choose(1)
    folded.choose(2)
    assert folded.table.seats[0].decision not in (0, decision)
    assert commands.choose(folded.table, AT, 0, decision, words, 0) is None
    assert commands.choose(folded.again(), AT, 0, decision, words, 0) is None, "nor does a new server forget it"


def test_another_answer_to_a_decision_that_is_past_is_stale() -> None:
    folded = table_of("person", "person", "person")
    decision = folded.table.seats[0].decision
    choices = [str(choice) for choice in folded.table.match.choices(0)]
    for seat in range(3):
        folded.choose(seat)
    text = refusal(lambda: commands.choose(folded.table, AT, 0, decision, choices[-1], 0), "stale")
    assert str(folded.table.seats[0].decision) in text
    refusal(lambda: commands.choose(folded.table, AT, 0, 10**15, choices[-1], 0), "stale")
    refusal(lambda: commands.choose(folded.table, AT, 0, 0, choices[-1], 0), "stale")


def test_a_choice_that_was_undone_is_not_made_again_by_its_double() -> None:
    folded = table_of("person", "person", "person")
    decision, words = folded.table.seats[0].decision, str(folded.table.match.choices(0)[0])
    folded.choose(0, words)
    folded.undo(0)
    assert commands.choose(folded.table, AT, 0, decision, words, 0) is None


def test_a_seat_cannot_answer_the_decision_of_another() -> None:
    folded, asked = asked_in_turn()
    other, decision = 1 - asked, folded.table.seats[asked].decision
    words = str(folded.table.match.choices(asked)[0])
    refusal(lambda: commands.choose(folded.table, AT, other, decision, words, 0), "not_your_decision")


def test_what_is_no_choice_or_not_allowed_is_refused_in_the_words_of_the_rules() -> None:
    folded, asked = asked_in_turn()
    decision = folded.table.seats[asked].decision
    refusal(lambda: commands.choose(folded.table, AT, asked, decision, "castle kingside", 0), "unreadable")
    with pytest.raises(Refused) as error:
        commands.choose(folded.table, AT, asked, decision, "pick Thor's Domain", 0)
    assert error.value.code == "illegal"
    assert error.value.rule.startswith("BR-")


def test_after_the_end_nothing_is_chosen_or_voted_for() -> None:
    folded = table_of("person", "person", game="treasure")
    folded.to_the_end()
    table = folded.table
    refusal(lambda: commands.choose(table, AT, 0, table.version, "bid 0", 0), "match_over")
    refusal(lambda: commands.vote(table, AT, 0, 1, False), "match_over")
    refusal(lambda: commands.claim(table, AT, 0, 1, 0), "match_over")
    refusal(lambda: commands.undo(table, AT, 0, table.version), "cannot_undo")
    assert commands.choose(table, AT, 0, *table.seats[0].answered, 0) is None, "but the last choice is still known"


# --- Undo


def test_an_undo_counts_once() -> None:
    folded = table_of("person", "person", "person")
    folded.choose(0)
    choice = folded.table.undo_of(0)
    assert choice == folded.table.version
    folded.undo(0)
    assert commands.undo(folded.table, AT, 0, choice) is None
    assert commands.undo(folded.again(), AT, 0, choice) is None
    folded.choose(0)
    assert commands.undo(folded.table, AT, 0, choice) is None, "the double of an undo takes no later choice back"
    assert folded.table.undo_of(0)


def test_an_undo_names_the_choice_that_can_be_taken_back() -> None:
    folded = table_of("person", "person", "person")
    text = refusal(lambda: commands.undo(folded.table, AT, 0, 1), "cannot_undo")
    assert "not chosen anything" in text
    folded.choose(0)
    folded.choose(1)
    refusal(lambda: commands.undo(folded.table, AT, 0, folded.table.undo_of(1)), "stale")
    folded.choose(2)
    refusal(lambda: commands.undo(folded.table, AT, 0, 2), "cannot_undo")


def test_nobody_goes_back_from_the_end_where_all_hands_are_open() -> None:
    ends = [table_of("person", "person", seed=seed) for seed in range(4)]
    for folded in ends:
        folded.to_the_end()
        for seat in range(2):
            assert not folded.table.undo_of(seat)
            refusal(partial(commands.undo, folded.table, AT, seat, folded.table.chosen_at[-1]), "cannot_undo")
    assert any(folded.table.match.why_not_undo(seat) is None for folded in ends for seat in range(2)), (
        "the engine would let them"
    )


def test_where_the_host_allows_no_undo_there_is_none_and_the_refusal_says_so() -> None:
    folded = table_of("person", "person", undo_allowed=False)
    folded.choose(0, str(folded.table.match.choices(0)[0]))
    assert not folded.table.undo_of(0)
    assert "undo is off" in refusal(lambda: commands.undo(folded.table, AT, 0, folded.table.version), "cannot_undo")


def test_hidden_names_are_known_to_their_owners_only_and_to_all_at_the_end() -> None:
    folded = table_of("person", "person", "random", game="treasure", hide_names=True)
    table = folded.table

    def names(viewer: int | None) -> list[str]:
        return [seat["name"] for seat in document(table, viewer, set(), [])["seats"]]

    folded.do(commands.say(table, AT, 1, "hail"))
    assert [names(viewer) for viewer in (0, 1, None)] == [["Person 0", "", ""], ["", "Person 1", ""], ["", "", ""]]
    assert not any(seat["name"] for seat in summary(table)["seats"])
    assert "that player is" in refusal(lambda: commands.vote(table, AT, 0, 1, True), "not_now")
    folded.to_the_end()
    assert names(None) == ["Person 0", "Person 1", ""]


def test_an_undo_of_another_seat_is_none_of_mine() -> None:
    folded = table_of("person", "person", "person")
    folded.choose(1)
    choice = folded.table.undo_of(1)
    folded.undo(1)
    refusal(lambda: commands.undo(folded.table, AT, 0, choice), "cannot_undo")


# --- Before the match


def test_before_the_match_there_is_nothing_to_choose() -> None:
    table = table_of("person", "open").table
    refusal(lambda: commands.choose(table, AT, 0, 1, "pass", 0), "not_started")
    refusal(lambda: commands.undo(table, AT, 0, 1), "not_started")
    refusal(lambda: commands.vote(table, AT, 0, 1, False), "not_started")
    refusal(lambda: commands.claim(table, AT, 0, 1, 0), "not_started")


def test_an_open_seat_is_taken_once() -> None:
    folded = table_of("person", "open", "open")
    refusal(lambda: commands.sit(folded.table, AT, 0, "Björn", "key"), "seat_taken")
    refusal(lambda: commands.sit(folded.table, AT, 9, "Björn", "key"), "seat_taken")
    folded.do(commands.sit(folded.table, AT, 1, "Björn", "key"))
    refusal(lambda: commands.sit(folded.table, AT, 1, "Freya", "key"), "seat_taken")
    folded.do(commands.sit(folded.table, AT, None, "Freya", "key"))
    refusal(lambda: commands.sit(folded.table, AT, None, "Loki", "key"), "already_started")


def test_a_start_counts_once_and_names_a_bot_that_there_is() -> None:
    folded = table_of("person", "open")
    with pytest.raises(BadArgument):
        commands.start(folded.table, AT, 0, "mcts:seconds=3600")
    with pytest.raises(BadArgument):
        commands.start(folded.table, AT, 0, "karl:seconds=3600")
    folded.do(commands.start(folded.table, AT, 0, "karl"))
    assert commands.start(folded.table, AT, 0, "karl") is None


def test_names_and_words_fit_on_one_line() -> None:
    assert commands.clean_text("  Ragnar\n\x1b[31m\u202e Lothbrok  ", 40) == "Ragnar [31m Lothbrok"
    assert commands.clean_text("x" * 100, 40) == "x" * 40
    assert commands.clean_text("\u200b\n", 40) == ""


# --- Absent players


def test_only_somebody_who_is_gone_is_voted_for() -> None:
    folded = table_of("person", "person", "random")
    table = folded.table
    assert "at the table" in refusal(lambda: commands.vote(table, AT, 0, 1, True), "not_now")
    assert "bot" in refusal(lambda: commands.vote(table, AT, 0, 2, False), "not_now")
    refusal(lambda: commands.vote(table, AT, 0, 0, False), "not_now")
    refusal(lambda: commands.vote(table, AT, 0, 15, False), "not_now")
    assert commands.vote(table, AT, 0, 1, False) is not None
    folded.do(commands.leave(table, AT, 1))
    assert commands.vote(table, AT, 0, 1, True) is not None, "who said that he leaves is gone, connected or not"
    folded.do(commands.vote(table, AT, 0, 1, True))
    assert "bot" in refusal(lambda: commands.vote(table, AT, 0, 1, True), "not_now")


def test_leaving_and_coming_back_count_once() -> None:
    folded = table_of("person", "person")
    assert commands.come_back(folded.table, AT, 0) is None
    folded.do(commands.leave(folded.table, AT, 0))
    assert commands.leave(folded.table, AT, 0) is None
    folded.do(commands.come_back(folded.table, AT, 0))
    assert commands.come_back(folded.table, AT, 0) is None


def test_who_has_given_up_a_seat_chooses_nothing_until_it_is_taken_back() -> None:
    folded = table_of("person", "person")
    commands.check_seated(folded.table, 0)
    for stand_in in (False, True):
        folded.do(commands.leave(folded.table, AT, 0, stand_in))
        assert "take it back" in refusal(lambda: commands.check_seated(folded.table, 0), "not_now")
    folded.do(commands.come_back(folded.table, AT, 0))
    commands.check_seated(folded.table, 0)


def test_who_leaves_can_put_a_bot_in_his_place_once_until_he_is_back() -> None:
    waiting = table_of("person", "open")
    refusal(lambda: commands.leave(waiting.table, AT, 0, stand_in=True), "not_started")
    folded = table_of("person", "person")
    folded.do(commands.leave(folded.table, AT, 0))
    folded.do(commands.leave(folded.table, AT, 0, stand_in=True))
    assert commands.leave(folded.table, AT, 0, stand_in=True) is None
    assert commands.leave(folded.table, AT, 0) is None
    assert (folded.table.seats[0].bot, folded.table.seats[1].bot) == ("karl", "")
    folded.do(commands.come_back(folded.table, AT, 0))
    assert folded.table.seats[0].is_human


# --- Clocks


def test_a_seat_is_claimed_only_when_its_time_is_up_and_it_is_asked() -> None:
    folded = table_of("person", "person", "person", clock=TimeControl(60))
    table = folded.table
    refusal(lambda: commands.claim(table, AT, 0, 1, 1), "not_now")
    refusal(lambda: commands.claim(table, AT, 0, 0, 0), "not_now")
    refusal(lambda: commands.claim(table, AT, 0, 9, 0), "not_now")
    assert commands.claim(table, AT, 0, 1, 0) is not None
    folded.choose(1)
    refusal(lambda: commands.claim(table, AT, 0, 1, -5), "not_now")
    folded.do(commands.claim(table, AT, 0, 2, 0))
    assert commands.claim(table, AT, 1, 2, 0) is None, "a bot already plays there"


def test_without_a_clock_there_is_nothing_to_claim() -> None:
    refusal(lambda: commands.claim(table_of("person", "person").table, AT, 0, 1, 0), "not_now")


# --- Chat


def test_saying_nothing_is_no_speech() -> None:
    table = table_of("person", "person").table
    refusal(lambda: commands.say(table, AT, 0, " \n\t "), "bad_message")
    spoken = commands.say(table, AT, 0, "  hail \n all ")
    assert spoken.text == "hail all"


def test_muting_counts_once_and_is_for_others() -> None:
    folded = table_of("person", "person")
    assert commands.mute(folded.table, AT, 0, 1, False) is None
    folded.do(commands.mute(folded.table, AT, 0, 1, True))
    assert commands.mute(folded.table, AT, 0, 1, True) is None
    refusal(lambda: commands.mute(folded.table, AT, 0, 0, True), "not_now")
    refusal(lambda: commands.mute(folded.table, AT, 0, 2, True), "not_now")


# --- A record or position to continue


def test_a_table_may_begin_with_a_position_as_a_seat_knew_it() -> None:
    match = drakkar.new("blood_rage", 3, 11)
    for _ in range(30):
        seat = next(iter(questions(match)))
        match.play(seat, match.choices(seat)[0])
    folded = table_of("person", "person", "person", origin=match.view(1).position())
    assert isinstance(folded.table, Table)
    assert [str(choice) for choice in folded.table.match.choices(1)] == [str(choice) for choice in match.choices(1)]
