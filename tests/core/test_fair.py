"""Commitments: they bind to seed and setup, and do not reveal the seed."""

import hashlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import drakkar
from drakkar.core.chance import chance_from
from drakkar.core.fair import commitment
from drakkar.core.hosting import at_choice
from drakkar.core.kit import play_randomly
from drakkar.core.record import Headers

RECORDABLE = st.integers(1 - 10**100, 10**100 - 1)


def headers(
    seed: int = 7, title: str = "treasure", rules: str = "1", sides: str = "red blue", rich: bool = False
) -> Headers:
    return Headers(title, rules, sides.split(), {"rich": rich}, seed, "")


def by_hand(record: str) -> str:
    """The commitment by RFC 2104 and the description in docs/fair.md, from the text of a record alone."""
    head = record.partition("\n\n")[0].split("\n")
    (seed,) = (int(line.removeprefix("seed ")) for line in head if line.startswith("seed "))
    message = "\n".join(["drakkar commitment 1", *(line for line in head if not line.startswith("seed "))]).encode()
    key = (seed % 2**512).to_bytes(64, "big")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).hexdigest()


@pytest.mark.parametrize("seed", [0, 1, -1, 7, 2**128, 2**256 - 1, -(2**256), 10**100 - 1, 1 - 10**100])
def test_a_commitment_is_the_hmac_that_the_docs_describe(seed: int) -> None:
    match = drakkar.new("blood_rage", seats=3, seed=seed, rulings={"first_player": "raven"})
    assert drakkar.commitment(match) == by_hand(match.record())


def test_commitments_are_pinned() -> None:
    """Published commitments are compared with records for ever: these never change."""
    assert commitment(headers()) == "eadca29b4333eea757f10df0ad4613996bca770ccde042447627a9cb921d2dc6"
    assert (
        commitment(headers(2**256 - 1, rich=True)) == "65fee683e9f4f8bfa54020b7467ec9d75e8faaa54187712cb1fd3e84114a41ad"
    )


@pytest.mark.parametrize(
    "other",
    [
        headers(8),
        headers(-7),
        headers(title="chess"),
        headers(rules="2"),
        headers(sides="blue red"),
        headers(sides="red blue green"),
        headers(rich=True),
    ],
    ids=["seed", "sign", "title", "rules", "order", "sides", "ruling"],
)
def test_another_seed_or_setup_has_another_commitment(other: Headers) -> None:
    assert commitment(other) != commitment(headers())


@given(RECORDABLE, RECORDABLE)
def test_two_seeds_never_share_a_commitment(one: int, another: int) -> None:
    assert (commitment(headers(one)) == commitment(headers(another))) == (one == another)


@given(st.integers(2**247, 2**255 - 1), st.integers(1, 9), st.sampled_from([1, -1]))
def test_neither_do_seeds_that_differ_in_zero_bytes_alone(seed: int, zeros: int, sign: int) -> None:
    """HMAC pads short keys with zeros: keys of 32 bytes and more, as long as their seed, would clash here."""
    assert commitment(headers(sign * seed)) != commitment(headers(sign * seed << 8 * zeros))


@given(st.integers(2**128, 2**256 - 1))
def test_a_commitment_shows_nothing_of_the_seed(seed: int) -> None:
    said = commitment(headers(seed))
    assert re.fullmatch("[0-9a-f]{64}", said)
    assert f"{seed:x}"[:16] not in said


def test_a_match_has_the_same_commitment_from_its_beginning_to_its_end() -> None:
    match = drakkar.new("treasure", seats=3)
    published = drakkar.commitment(match)
    for moment in play_randomly(match, chance_from(2)):
        assert drakkar.commitment(moment) == published
    assert drakkar.commitment(drakkar.load(match.record())) == published
    assert drakkar.commitment(match.copy()) == drakkar.commitment(at_choice(match, 0)) == published


def test_without_a_seed_no_two_matches_have_the_same() -> None:
    assert len({drakkar.commitment(drakkar.new("treasure", seats=2)) for _ in range(50)}) == 50


def test_a_match_that_begins_with_a_position_has_none() -> None:
    match = drakkar.set_up(drakkar.new("treasure", seats=2, seed=4).position())
    with pytest.raises(drakkar.BadArgument, match="begins with a position has no commitment"):
        drakkar.commitment(match)


@pytest.mark.parametrize("seed", [2**511, -(2**511) - 1])
def test_a_seed_beyond_all_records_is_refused(seed: int) -> None:
    with pytest.raises(drakkar.BadArgument, match="no commitment can be made"):
        commitment(headers(seed))
