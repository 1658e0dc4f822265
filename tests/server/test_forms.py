"""Forms and messages with arbitrary text are refused briefly, as bad messages."""

import time

import pytest

from drakkar.core.excerpt import ECHOED
from drakkar.server.api.app import as_refusal
from drakkar.server.log import messages
from drakkar.server.log.errors import Refused
from drakkar.server.log.table import load_origin
from drakkar.server.web import forms

TABLE = {"game": "blood_rage", "seat-wolf": "you", "seat-raven": "bot"}


@pytest.mark.parametrize("body", [b"&".join(b"k%d=1" % at for at in range(101)), b"name=\xff"])
def test_a_form_of_too_many_fields_or_of_no_text_is_no_message(body: bytes) -> None:
    with pytest.raises(Refused) as caught:
        forms.fields_of(body)
    assert caught.value.code == "bad_message"


def test_a_form_of_a_hundred_fields_is_read() -> None:
    assert len(forms.fields_of(b"&".join(b"k%d=1" % at for at in range(100)))) == 100


@pytest.mark.parametrize("clock", ["9" * 5000, "9" * 5000 + "+1", "1+" + "9" * 5000, "", "a+b", "1+-1", "٣" * 7])
def test_a_clock_of_no_two_numbers_is_no_message(clock: str) -> None:
    with pytest.raises(Refused, match="a clock is two numbers"):
        forms.create_table_of({**TABLE, "clock": clock})


def test_a_clock_of_two_numbers_is_a_clock() -> None:
    clock = forms.create_table_of({**TABLE, "clock": "600+5"}).clock
    assert clock is not None
    assert (clock.bank, clock.increment) == (600, 5)


def test_the_options_of_the_host_are_as_usual_unless_the_form_says_otherwise() -> None:
    usual = forms.create_table_of({**TABLE, "clock": "0+0"})
    assert (usual.pace, usual.undo_allowed, usual.hide_names) == (0.8, True, False)
    chosen = forms.create_table_of({**TABLE, "pace": "slow", "undo": "0", "hide_names": "1"})
    assert (chosen.pace, chosen.undo_allowed, chosen.hide_names) == (2.0, False, True)
    assert usual.pace == messages.CreateTable(seats=[]).pace, "programs get the same by default"
    with pytest.raises(Refused, match="one of off, quick, normal, slow"):
        forms.create_table_of({**TABLE, "pace": "fast"})


@pytest.mark.parametrize(
    "body",
    [
        b'{"x":' + b"[" * 100_000,
        b'{"do":"' + b"a" * 5000 + b'"}',
        b'{"do":"say","' + b"a" * 5000 + b'":1}',
        b'{"do":"choose","decision":' + b"9" * 5000 + b',"choice":"pass"}',
        b'{"do":"say","text":"\\ud800"}',
        b'{"do":"say","text":"\xff"}',
    ],
)
def test_a_message_of_any_bytes_is_refused_without_repeating_it(body: bytes) -> None:
    with pytest.raises(Exception) as caught:  # noqa: PT011 - any error that the server reports as a bad message
        messages.decode_command.decode(body)
    refusal = as_refusal(caught.value)
    assert refusal.code == "bad_message"
    assert len(str(refusal)) <= ECHOED


def test_a_long_detail_is_cut_in_any_refusal() -> None:
    assert len(Refused("bad_message", "x" * 5000).detail) <= ECHOED
    Refused("bad_message", "\ud800").detail.encode()


@pytest.mark.parametrize("origin", ["\n" * 150_000, " \n" * 75_000, "\t" * 150_000, "game" * 40_000])
def test_a_text_that_names_no_game_is_refused_in_little_time(origin: str) -> None:
    begin = time.process_time()
    with pytest.raises(Refused) as caught:
        load_origin(origin)
    assert caught.value.code == "bad_origin"
    assert time.process_time() - begin < 4 * 0.050 * len(origin) / 10_000
