"""What a copy of the template keeps: the rules, the promises of every game, the languages, and the bot."""

import pytest

import drakkar
from drakkar.bots.roster import Settings
from drakkar.core.chance import chance_from
from drakkar.core.game import find
from drakkar.core.kit import check_game
from drakkar.text import LANGUAGES
from drakkar.text.catalogue import Source, read
from treasure.miser import Miser


@pytest.mark.parametrize("seed", range(5))
def test_the_game_keeps_every_promise_that_games_make(seed: int) -> None:
    check_game(drakkar.new("treasure", seats=2 + seed % 2, seed=seed), chance_from(seed))


def test_the_highest_bid_takes_the_treasure() -> None:
    match = drakkar.new("treasure", seats=2, seed=1, rulings={"rich": True})
    for seat, choice in ((0, "take Thief"), (1, "take Thief"), (0, "bid 1"), (1, "bid 2"), (0, "yes")):
        match.play(seat, choice)
    assert [str(event) for event in match.events(0)][2:4] == ["A treasure of 2 lies there.", "Blue wins 2 gold."]
    assert match.view(0).table["gold"] == [3, 2 - 2 + 2 - 1]


def test_a_charm_is_hidden_from_the_others() -> None:
    match = drakkar.new("treasure", seats=2, seed=1)
    match.play(0, "take Thief")
    assert [str(event) for event in match.events(1)] == ["Red takes a charm."]
    assert match.view(1).table["charm"] is None


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_every_sentence_and_name_is_translated(language: str) -> None:
    game, told = find("treasure"), read("treasure", language)
    shared = Source(None).sentences
    for section, sentences in Source(game).sentences.items():
        missing = set(sentences) - set(shared.get(section, {})) - set(told.get(section, {}))
        assert section == "short" or not missing, f"{section}: {missing}"
    assert {sort: set(told["ours"][sort]) for sort in game.names()} == {
        sort: set(forms[""]) for sort, forms in game.names().items()
    }


def test_the_miser_shouts_for_a_large_treasure() -> None:
    match = drakkar.set_up('game = "treasure"\nsides = ["red", "blue"]\nseed = 3\n')
    bot = Miser(Settings("miser", "large=1"), 0)
    while not any(str(choice) == "shout" for choice in match.choices(0)):
        decision = match.pending[0]
        match.play(decision.seat, bot.choose(match.view(decision.seat), decision))
    decision = next(decision for decision in match.pending if decision.seat == 0)
    assert str(bot.choose(match.view(0), decision)) == "shout"
