"""The bots behind the levels: a game can name its own, and other games have the usual ones."""

import pytest

import drakkar
from drakkar.bots import LEVELS, make
from drakkar.bots.greedy import GreedyBot
from drakkar.bots.levels import takes_style
from drakkar.bots.mcts import MctsBot
from drakkar.bots.net_bot import WEIGHTS, NetBot
from drakkar.bots.policy_bot import PolicyBot
from drakkar.core.game import find, titles
from treasure import GAME as TREASURE

LEARNED = sorted(path.stem for path in WEIGHTS.glob("*.net"))


@pytest.mark.parametrize("title", LEARNED)
def test_where_there_is_a_network_the_upper_levels_have_it(title: str) -> None:
    """The stronger, the more it sees."""
    covered = []
    for level in ("karl", "jarl", "konung"):
        bot = make(level, 1, title)
        assert isinstance(bot, NetBot)
        assert bot.draw == "sealed"
        covered.append(set(find(title).sights.get(bot.sight, ())))
    assert isinstance(make("thrall", 1, title), PolicyBot)
    assert [bool(fields) for fields in covered] == [True, True, False]
    encoding = find(title).encoding()
    blank = [sum(encoding.covered(tuple(fields))) for fields in covered]
    assert blank == sorted(blank, reverse=True)


def test_no_other_game_names_its_levels() -> None:
    assert sorted(title for title in titles() if find(title).levels) == LEARNED
    assert all(set(find(title).levels) == set(LEVELS) for title in LEARNED)


def test_a_game_without_a_network_has_the_usual_bots() -> None:
    bots = [make(level, 1, TREASURE) for level in LEVELS]
    assert [type(bot) for bot in bots] == [PolicyBot, GreedyBot, MctsBot, MctsBot]


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_made_for_no_game_plays_them_all_as_if_it_were_made_for_each(level: str) -> None:
    bot = make(level, 7)
    for title in ("blood_rage", "treasure", "lords_of_ragnarok"):
        match = drakkar.new(title, seats=2, seed=3)
        decision, view = match.pending[0], match.view(match.pending[0].seat)
        if level == "konung" and title == "treasure":
            continue
        assert bot.choose(view, decision) == make(level, 7, title).choose(view, decision)
        assert bot.explain(view, decision) == [] or title == "treasure"


def test_with_a_style_a_level_is_its_usual_bot() -> None:
    """A network has no style."""
    game = find("blood_rage")
    assert [takes_style(level, game) for level in (*LEVELS, "greedy")] == [True, False, False, False, False]
    kinds = {"thrall": PolicyBot, "karl": GreedyBot, "jarl": MctsBot, "konung": MctsBot}
    for level, kind in kinds.items():
        bot = make(f"{level}:style=loki", 1, game)
        assert isinstance(bot, kind)
        assert bot.style == "loki"  # type: ignore[attr-defined]
    with pytest.raises(drakkar.BadArgument, match="has no styles"):
        make("karl:style=loki", 1, "lords_of_ragnarok")
    with pytest.raises(drakkar.BadArgument, match="the bot karl has no setting 'draw'"):
        make("karl:draw=always", 1, game)
