"""Limited sight: fields of the encoding that a network does not read."""

from typing import Any

import pytest

import drakkar
from drakkar.bots import make
from drakkar.bots.net_bot import WEIGHTS, Net
from drakkar.bots.net_file import read
from drakkar.core.encoding import Sheet
from drakkar.core.game import find
from drakkar.core.hosting import state_of
from drakkar.core.kit import fingerprint
from drakkar.core.vectors import bytes_row
from tests.hidden_worlds import in_another_world, moments_of

SIGHTS = [(title, sight) for title in ("blood_rage", "lords_of_ragnarok") for sight in find(title).sights]


@pytest.fixture(scope="module")
def nets() -> dict[str, Net]:
    return {title: Net(read(WEIGHTS / f"{title}.net"), "numpy") for title, _ in SIGHTS}


@pytest.mark.parametrize(("title", "sight"), SIGHTS)
def test_a_sight_blanks_its_fields_and_no_others(title: str, sight: str) -> None:
    encoding = find(title).encoding()
    covered = encoding.covered(find(title).sights[sight])
    whole, seen = (Sheet(bytes_row(encoding.size), 0) for _ in range(2))
    blanked = kept = 0
    for moment, seat, _ in moments_of(title, 3, 8, 0.1):
        if seat is not None:
            for sheet in (whole, seen):
                sheet.wipe()
                encoding.write(moment.view(seat).known, seat, sheet)
            seen.cover(covered)
            assert list(seen.row) == [0 if hidden else byte for byte, hidden in zip(whole.row, covered, strict=True)]
            blanked += list(whole.row) != list(seen.row)
            kept += any(seen.row)
    assert blanked > 5
    assert kept > 5
    seen.wipe()
    assert not any(seen.row)


@pytest.mark.parametrize(("title", "sight"), SIGHTS)
def test_numpy_and_loops_see_the_same(nets: dict[str, Net], title: str, sight: str) -> None:
    loops, compared = Net(read(WEIGHTS / f"{title}.net"), "loop"), 0
    for moment, seat, _ in moments_of(title, 2, 6, 0.1):
        for decision in moment.pending:
            if decision.seat == seat and compared < 4:
                known, codes = moment.view(seat).known, [choice.code for choice in decision.choices]
                assert loops.weights(known, seat, codes, sight) == nets[title].weights(known, seat, codes, sight)
                compared += 1
    assert compared


def test_what_is_not_seen_changes_nothing(nets: dict[str, Net]) -> None:
    """The Rage of others, and who will choose, are on the sheets of others."""
    net = nets["blood_rage"]
    s: Any = drakkar.fast_state("blood_rage", 3, seed=2).state
    codes = [choice.code for choice in drakkar.new("blood_rage", seats=3, seed=2).pending[0].choices]
    for sight in ("", *find("blood_rage").sights):
        before = net.weights(s, 0, codes, sight)
        s.rage[1] += 3
        after = net.weights(s, 0, codes, sight)
        s.rage[1] -= 3
        assert (before == after) == (sight != "")
        assert net.weights(s, 0, codes, sight) == before


@pytest.mark.parametrize(("title", "sight"), SIGHTS)
def test_a_bot_of_limited_sight_cannot_peek(title: str, sight: str) -> None:
    compared = different = 0
    for draw in ("never", "sealed"):
        bot = make(f"net:sight={sight},draw={draw}", 3, title)
        for moment, seat, rng in moments_of(title, 3, 31, 0.1):
            for decision in moment.pending:
                if decision.seat == seat and len(decision.choices) > 1:
                    other = in_another_world(moment, seat, rng)
                    assert bot.choose(moment.view(seat), decision) == bot.choose(other.view(seat), decision)
                    compared += 1
                    different += fingerprint(state_of(other)) != fingerprint(state_of(moment))
    assert compared > 5
    assert different > 5


def test_a_sight_that_the_game_does_not_have_is_refused() -> None:
    match = drakkar.new("blood_rage", seats=2, seed=1)
    known = ", ".join(find("blood_rage").sights)
    with pytest.raises(drakkar.BadArgument, match=f"blood_rage has no sight 'x-ray'; there are: {known}"):
        make("net:sight=x-ray", 1).choose(match.view(0), match.pending[0])
    with pytest.raises(drakkar.BadArgument, match="no sight 'x-ray'"):
        make(f"net:sight=x-ray,file={WEIGHTS / 'blood_rage.net'}", 1)


def test_every_field_of_a_seat_can_be_covered_but_not_that_it_is_there() -> None:
    encoding = find("blood_rage").encoding()
    covered = encoding.covered(("others.*",))
    start, size = encoding.table.size, encoding.seat.size
    assert sum(covered) == (encoding.most_seats - 1) * (size - 1)
    assert not any(covered[: start + size])
    assert [covered[start + seat * size] for seat in range(encoding.most_seats)] == [0] * encoding.most_seats
    assert sum(encoding.covered(("own.rage", "hand"))) == 1 + 82
    with pytest.raises(AssertionError, match=r"no field own\.hats"):
        encoding.covered(("own.hats",))
