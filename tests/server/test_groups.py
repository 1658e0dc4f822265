"""A group of choices: one message, one entry, one undo; the same match as its choices one by one."""

from random import Random

import pytest

from drakkar.core.hosting import questions
from drakkar.core.match import Match
from drakkar.server.log import commands
from drakkar.server.log.entries import Chose, TimeControl
from drakkar.server.log.errors import Refused
from drakkar.server.log.messages import MOST_IN_GROUP, decode_command
from drakkar.server.log.table import Table, check_group
from drakkar.server.web.forms import command_of
from drakkar.server.web.panel_feed import series_of
from tests.server.table_log import AT, Folded, table_of

TURN = """
game = "blood_rage"
sides = ["wolf", "raven"]
turn = "wolf"
wolf.rage = 3
wolf.hand = []
raven.rage = 3
[figures]
Gimle = { wolf = "leader, 2 warriors" }
"""
MARCH = ["march Gimle Horgr", "leader", "warrior", "done"]


def turn() -> Folded:
    """The Wolf's turn, with three figures in Gimle."""
    return table_of("person", "person", origin=TURN, clock=TimeControl(60, 5))


def group_of(folded: Folded, seat: int, words: list[str], spent: int = 0) -> Chose | None:
    """Choose all of it in one message."""
    entry = commands.choose(folded.table, AT, seat, folded.table.seats[seat].decision, words, spent)
    assert entry is None or isinstance(entry, Chose)
    folded.do(entry)
    return entry


def some_group(match: Match, seat: int, rng: Random) -> list[str]:
    """Random choices that a seat can make without another seat in between, up to five."""
    trial, found = match.copy(), list[str]()
    for _ in range(rng.randint(2, 5)):
        asked = questions(trial)
        if list(asked) != [seat] or asked[seat].secret:
            break
        found.append(str(rng.choice(trial.choices(seat))))
        trial.play(seat, found[-1])
    return found


def known(table: Table) -> dict[str, object]:
    """The table without the numbers of its entries."""
    banks = [seat.bank for seat in table.seats]
    return {"record": table.match.record(), "banks": banks, "undone": [table.match.view(0).choices]}


@pytest.mark.parametrize("game", ["blood_rage", "lords_of_ragnarok", "treasure"])
def test_a_group_makes_the_same_match_as_its_choices_one_by_one(game: str) -> None:
    rng, sizes, kept, undone = Random(game), list[int](), 0, 0
    whole, single = (table_of("person", "person", game=game, clock=TimeControl(60, 5)) for _ in range(2))
    while not whole.table.match.over and len(whole.log) < 60:
        seat = next(iter(questions(whole.table.match)))
        words = some_group(whole.table.match, seat, rng) or [str(rng.choice(whole.table.match.choices(seat)))]
        before, length = known(whole.table), len(whole.log)
        group_of(whole, seat, words)
        assert len(whole.log) == length + 1
        for word in words:
            single.choose(seat, word)
        assert known(whole.table) == known(single.table)
        sizes.append(len(words))
        made = whole.table.match.history[-len(words) :]
        if not any(played.final for played in made) and not whole.table.match.over:
            whole.undo(seat)
            assert known(whole.table) == before
            group_of(whole, seat, words)
            undone += 1
        elif len(words) > 1 and any(played.final for played in made):
            assert not whole.table.undo_of(seat)
            kept += 1
    assert known(whole.again()) == known(whole.table)
    if game != "treasure":
        assert max(sizes) > 1
        assert undone


def test_a_group_is_refused_as_a_whole_and_the_refusal_names_the_choice() -> None:
    folded = turn()
    decision = folded.table.seats[0].decision
    for wrong, code in (("march Gimle Utgard", "illegal"), ("pass", "illegal"), ("sing", "unreadable")):
        with pytest.raises(Refused) as error:
            commands.choose(folded.table, AT, 0, decision, [*MARCH[:2], wrong, "done"], 0)
        assert error.value.code == code
        assert "nothing was done: choice 3 of 4" in str(error.value)
        assert wrong in str(error.value)
    assert not folded.table.match.history
    with pytest.raises(Refused) as error:
        commands.choose(folded.table, AT, 0, decision, [*MARCH, "march Horgr Gimle"], 0)
    assert error.value.code == "not_your_decision"


def test_a_group_counts_once_and_one_undo_takes_all_of_it_back() -> None:
    folded = turn()
    decision = folded.table.seats[0].decision
    entry = group_of(folded, 0, MARCH, spent=2000)
    assert entry is not None
    assert [played.text for played in folded.table.match.history] == list(entry.choices)
    for again in (folded.table, folded.again()):
        assert commands.choose(again, AT, 0, decision, MARCH, 0) is None
        assert commands.choose(again, AT, 0, decision, [*MARCH[:3], "DONE"], 0) is None, "in other words"
        with pytest.raises(Refused):
            commands.choose(again, AT, 0, decision, MARCH[:3], 0)
    version = folded.table.undo_of(0)
    folded.undo(0)
    assert not folded.table.match.history
    assert folded.again().seats[0].bank == folded.table.seats[0].bank == 60_000 - 2000
    assert commands.undo(folded.table, AT, 0, version) is None


def test_choices_that_the_rules_make_by_themselves_are_left_out() -> None:
    folded = turn()
    decision = folded.table.seats[0].decision
    all_of_them = [*MARCH[:3], "warrior", "done"]
    with pytest.raises(Refused, match="choice 5 of 5"):
        commands.choose(folded.table, AT, 0, decision, all_of_them, 0)
    with pytest.raises(Refused, match="at least one figure must march"):
        commands.choose(folded.table, AT, 0, decision, [MARCH[0], "done"], 0, True)
    folded.do(commands.choose(folded.table, AT, 0, decision, all_of_them, 0, True))
    assert [played.text for played in folded.table.match.history] == all_of_them[:-1]
    for again in (folded.table, folded.again()):
        assert commands.choose(again, AT, 0, decision, all_of_them, 0, True) is None


def test_every_series_that_a_page_offers_is_possible_as_a_group() -> None:
    rng, tried = Random(7), 0
    folded = table_of("person", "person")
    for _ in range(150):
        match = folded.table.match
        seat = next(iter(questions(match)))
        for choice, more in series_of(match, match.view(seat)).items():
            for number in range(1, len(more) + 1):
                trial = match.copy()
                for words in check_group(match, seat, (choice, *more[:number], "done"), forced=True):
                    trial.play(seat, words)
                marched = [event.kind for event in trial.events(seat)].count("marched")
                assert marched - [event.kind for event in match.events(seat)].count("marched") == number
                tried += 1
        folded.choose(seat, str(rng.choice(match.choices(seat))))
        if match.over:
            break
    assert tried > 20


def test_what_a_group_reveals_cannot_be_undone_with_the_choices_after_it() -> None:
    folded, rng = table_of("person", "person", game="lords_of_ragnarok"), Random(5)
    for _ in range(400):
        seat = next(iter(questions(folded.table.match)))
        words = some_group(folded.table.match, seat, rng)
        if len(words) > 1:
            group_of(folded, seat, words)
            made = folded.table.match.history[-len(words) :]
            if made[-2].final and not made[-1].final:
                break
        else:
            folded.choose(seat, str(rng.choice(folded.table.match.choices(seat))))
    else:
        pytest.fail("no group reveals anything before its last choice")
    assert folded.table.match.why_not_undo(seat) is None, "by itself the last choice could be undone"
    assert not folded.table.undo_of(seat)
    with pytest.raises(Refused) as error:
        commands.undo(folded.table, AT, seat, folded.table.version)
    assert error.value.code == "cannot_undo"
    assert "hidden information" in str(error.value)


def test_sealed_choices_are_made_one_by_one() -> None:
    folded = table_of("person", "person")
    first, second = (str(choice) for choice in folded.table.match.choices(0)[:2])
    with pytest.raises(Refused) as error:
        commands.choose(folded.table, AT, 0, folded.table.seats[0].decision, [first, second], 0)
    assert "sealed" in str(error.value)
    assert group_of(folded, 0, [first]), "a list of one is no group"


def test_a_message_and_a_form_may_have_a_group_of_limited_length() -> None:
    said = decode_command.decode(b'{"do": "choose", "decision": 2, "choice": ["march Gimle Horgr", "done"]}')
    assert said == command_of({"do": "choose", "decision": "2", "choice": "march Gimle Horgr\r\ndone"})
    long = '{"do": "choose", "decision": 2, "choice": [%s]}'
    decode_command.decode(long % ",".join(['"done"'] * MOST_IN_GROUP))
    for number in (0, MOST_IN_GROUP + 1):
        with pytest.raises(ValueError, match="length"):
            decode_command.decode(long % ",".join(['"done"'] * number))
