"""The bot of a packed network: every way to compute it agrees, it cannot peek, and it refuses what does not fit."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drakkar
from drakkar.bots import make
from drakkar.bots.net_bot import MODULES, WEIGHTS, Net
from drakkar.bots.net_file import read, write
from drakkar.bots.net_loop import LoopNet
from drakkar.core.game import find
from drakkar.core.hosting import state_of
from drakkar.core.kit import fingerprint
from drakkar.train.network import initial, trimmed
from drakkar.train.quantise import packed
from drakkar.train.shape import shape_of
from tests.blood_rage.worlds import in_another_world, random_moments

# Those that are not part of the package.
NETWORKS = Path(__file__).parents[2] / "networks"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network with strong preferences, of two blocks."""
    shape, rng = shape_of("blood_rage"), np.random.default_rng(4)
    weights = initial(shape, 24, 2, 1)
    weights = {name: matrix + 0.2 * rng.standard_normal(matrix.shape) for name, matrix in weights.items()}
    about = {"game": "blood_rage", "encoding": shape.encoding, "digest": shape.digest, "drakkar": "0.2.0"}
    about["hidden"] = [list(field) for field in shape.hidden_fields]
    path = tmp_path_factory.mktemp("net") / "some.net"
    write(path, packed(trimmed(weights, shape), about))
    return path


def test_numpy_and_loops_compute_exactly_the_same(file: Path) -> None:
    nets = [Net(read(file), way) for way in ("numpy", "loop")]
    compared = 0
    for moment, seat, _ in random_moments(3, 5, 0.1):
        for decision in moment.pending:
            if decision.seat == seat:
                known, codes = moment.view(seat).known, [choice.code for choice in decision.choices]
                first, second = (net.weights(known, seat, codes) for net in nets)
                assert first == second
                assert nets[0].shares(known, seat, 3) == nets[1].shares(known, seat, 3)
                assert sum(nets[0].shares(known, seat, 3)) == pytest.approx(1)
                assert nets[0].hidden(known, seat) == nets[1].hidden(known, seat)
                compared += len(codes) > 1
    assert compared > 5


@pytest.mark.parametrize("path", sorted([*WEIGHTS.glob("*.net"), *NETWORKS.glob("*.net")]), ids=lambda path: path.stem)
def test_every_network_of_the_project_fits_the_rules_and_the_encoding_of_its_game(path: Path) -> None:
    net = Net(read(path))
    s = drakkar.fast_state(net.game.title, 3, seed=2).state
    assert sum(net.shares(s, 0, 3)) == pytest.approx(1)


def test_without_numpy_the_loops_compute_it(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MODULES, "numpy", "no_such_module")
    net = Net(read(file))
    assert isinstance(net.computer, LoopNet)
    s = drakkar.fast_state("blood_rage", 3, seed=2).state
    assert len(net.weights(s, 0, [1, 2, 3])) == 3


@pytest.mark.parametrize("way", ["numpy", "loop"])
def test_it_estimates_what_the_others_hide_if_it_has_learned_to(file: Path, tmp_path: Path, way: str) -> None:
    """A file without that layer is of format 1, and what was learned of other fields is not used."""
    net, s = Net(read(file), way), drakkar.fast_state("blood_rage", 3, seed=2).state
    told = net.hidden(s, 0)
    assert told is not None
    assert [len(block) for block in told] == [net.encoding.hidden.size] * 4
    assert all(0 < likely < 1 for block in told for likely in block)
    assert Net(read(changed(file, tmp_path, hidden=[["held", 3]])), way).hidden(s, 0) is None
    short = read(file)
    short.secrets = None
    write(tmp_path / "short.net", short)
    assert (tmp_path / "short.net").read_bytes().startswith(b"drakkar network 1\n")
    assert file.read_bytes().startswith(b"drakkar network 2\n")
    other = Net(read(tmp_path / "short.net"), way)
    assert other.hidden(s, 0) is None
    assert other.weights(s, 0, [1, 2, 3]) == net.weights(s, 0, [1, 2, 3])
    assert other.shares(s, 0, 3) == net.shares(s, 0, 3)


def test_packing_changes_the_weights_of_choices_by_little(file: Path) -> None:
    shape, rng = shape_of("blood_rage"), np.random.default_rng(4)
    weights = initial(shape, 24, 2, 1)
    weights = {name: matrix + 0.2 * rng.standard_normal(matrix.shape) for name, matrix in weights.items()}
    from drakkar.research.encode import Encoder  # noqa: PLC0415
    from drakkar.train.numpy_learner import forward, inputs_of  # noqa: PLC0415

    s = drakkar.fast_state("blood_rage", 3, seed=2).state
    row = np.zeros((1, shape.row), np.uint8)
    row[0, : shape.observation] = Encoder("blood_rage").observation(s, 0)
    exact = forward(weights, inputs_of(row, shape)).policy[0, : shape.choices]
    found = np.array(Net(read(file)).weights(s, 0, list(range(shape.choices))))
    assert np.abs(found - exact).max() < 0.05 * exact.std()


@pytest.mark.parametrize("words", ["", ",draw=sealed", ",draw=always,temperature=3"])
def test_it_chooses_the_same_whatever_is_hidden_from_it(file: Path, words: str) -> None:
    bot, compared, different = make(f"net:file={file}{words}", 3), 0, 0
    for moment, seat, rng in random_moments(3, 31, 0.2):
        for decision in moment.pending:
            if decision.seat == seat and len(decision.choices) > 1:
                other = in_another_world(moment, seat, rng)
                assert bot.choose(moment.view(seat), decision) == bot.choose(other.view(seat), decision)
                assert bot.explain(moment.view(seat), decision) == []
                compared += 1
                different += fingerprint(state_of(other)) != fingerprint(state_of(moment))
    assert compared > 5
    assert different > 5


def test_it_draws_where_it_is_told_to(file: Path) -> None:
    """The first choice of a match is a sealed pick, the second of a battle is not asked here."""
    match = drakkar.new("blood_rage", seats=2, seed=3)
    decision, view = match.pending[0], match.view(0)
    assert decision.secret
    bots = {
        words: [make(f"net:file={file}{words}", seed).choose(view, decision) for seed in range(30)]
        for words in ("", ",draw=sealed,temperature=3", ",draw=always,temperature=3")
    }
    assert len(set(bots[""])) == 1
    assert len(set(bots[",draw=sealed,temperature=3"])) > 1
    assert bots[",draw=sealed,temperature=3"] == bots[",draw=always,temperature=3"]
    open_match = drakkar.new("blood_rage", seats=2, seed=3, rulings={"first_game_no_draft": True})
    decision, view = open_match.pending[0], open_match.view(0)
    assert not decision.secret
    for words, kinds in ((",draw=sealed,temperature=3", 1), (",draw=always,temperature=3", 2)):
        chosen = {make(f"net:file={file}{words}", seed).choose(view, decision) for seed in range(30)}
        assert min(len(chosen), 2) == kinds


def test_the_networks_that_come_with_drakkar_fit_their_games() -> None:
    for path in WEIGHTS.glob("*.net"):
        match = drakkar.new(path.stem, seats=find(path.stem).fewest_seats, seed=2)
        decision = match.pending[0]
        assert make("net", 1).choose(match.view(decision.seat), decision) in decision.choices
    assert sum(path.stat().st_size for path in WEIGHTS.glob("*")) < 8_000_000


def changed(file: Path, tmp_path: Path, **about: Any) -> Path:
    net = read(file)
    net.about |= about
    write(tmp_path / "other.net", net)
    return tmp_path / "other.net"


@pytest.mark.parametrize(
    ("about", "complaint"),
    [
        ({"encoding": 99}, "is a network for encoding 99, written by Drakkar 0.2.0; this Drakkar"),
        ({"rules": "0"}, "is a network for rules 0, written by Drakkar 0.2.0; this Drakkar"),
        ({"digest": "x"}, "for other fields or choices of blood_rage"),
    ],
)
def test_a_network_of_other_rules_is_refused(file: Path, tmp_path: Path, about: dict[str, Any], complaint: str) -> None:
    with pytest.raises(drakkar.WrongVersion, match=complaint):
        make(f"net:file={changed(file, tmp_path, **about)}", 1)


def test_what_is_no_network_is_refused(file: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.net"
    for content, complaint in [
        (b"hello", "is not a network of Drakkar"),
        (b"PK weights", "`drakkar pack "),
        (file.read_bytes()[:-40], "is a damaged network"),
        (file.read_bytes()[:30], "is a damaged network"),
    ]:
        bad.write_bytes(content)
        with pytest.raises(drakkar.BadArgument, match=complaint):
            make(f"net:file={bad}", 1)
    bad.write_bytes(b"drakkar network 3\nsomething")
    with pytest.raises(drakkar.WrongVersion, match=r"a network of format 3; this Drakkar .* reads formats 1 and 2"):
        make(f"net:file={bad}", 1)
    for words, complaint in [
        (f"net:file={tmp_path / 'none.net'}", "cannot be read"),
        (f"net:file={file},draw=cards", "draw is one of never, sealed, always, not 'cards'"),
        (f"net:file={file},luck=1", "has no setting 'luck'"),
    ]:
        with pytest.raises(drakkar.BadArgument, match=complaint):
            make(words, 1)
    match = drakkar.new("treasure", seats=2, seed=1)
    with pytest.raises(drakkar.BadArgument, match="no network for treasure comes with Drakkar; name one"):
        make("net", 0).choose(match.view(0), match.pending[0])
    with pytest.raises(drakkar.BadArgument, match="plays blood_rage, not treasure"):
        make(f"net:file={file}", 0).choose(match.view(0), match.pending[0])
