"""Clan sheets and cards label their numbers."""

import re

from drakkar.core.hosting import game_of
from drakkar.games.blood_rage.page.sheets import force
from drakkar.server.web.panels import renderer
from drakkar.server.web.web_translator import web_translator
from tests.blood_rage.scene import Scene, scene
from tests.server.sample_documents import document, events

WORDS = web_translator("en", "blood_rage")


def words_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split()).replace("&#39;", "'")


def sheet(s: Scene, clan: str) -> str:
    spectator = document(s.match, None, [""] * s.match.seats)
    return renderer("blood_rage").public(spectator, events(s.match, None), WORDS)[f"sheet-{s.seat(clan)}"]


def test_every_number_of_a_sheet_is_explained_there() -> None:
    s = scene(
        "wolf raven",
        turn="raven",
        rage={"wolf": 4},
        hands={"wolf": "Troll, Alfheim!"},
        figures="wolf: warrior in Gimle, leader in Valhalla",
        steps={"wolf": {"axes": 3}},
    )
    html = sheet(s, "wolf")
    assert 'aria-describedby="nums-0"' in html
    said = words_of(html.partition('id="nums-0"')[2])
    assert "Rage 4 of 6 step 1 of 6" in said
    assert "Axes 5 step 3 of 6 · Glory for every battle you win" in said
    assert "Horns 4 step 1 of 6 · figures on the board at most; 1 now" in said
    assert "Cards in hand 2" in said
    assert said.endswith("Valhalla Leader")


def test_only_upgrades_of_figures_have_a_strength() -> None:
    s = scene("wolf raven", turn="wolf", upgrades={"wolf": "Troll, Thor's Glory"})
    tips = words_of(sheet(s, "wolf").partition('id="ups-0"')[2].partition("</dl>")[0])
    assert "Troll STR 2 " in tips
    assert "Thor's Glory STR" not in tips
    held = scene("wolf raven", turn="wolf", hands={"wolf": "Troll, Thor's Glory"})
    own = document(held.match, 0, [""] * 2)
    hand = words_of(renderer("blood_rage").private(own, [], WORDS)["hand"])
    assert "Troll STR 2" in hand
    assert "Thor's Glory 2 Rage" in hand


def test_the_chat_names_who_spoke_and_shows_the_latest_words() -> None:
    s = scene("wolf raven", turn="wolf")
    own = document(s.match, 0, ["Ingrid", "Tomasz"]) | {"chat": [{"seat": 1, "at": 0, "text": "Skål!"}]}
    chat = words_of(renderer("blood_rage").private(own, [], WORDS)["chat"])
    assert chat.startswith("Chat · 1 Tomasz: Skål!")


def test_a_bonus_that_the_card_itself_works_out_is_an_x() -> None:
    s = scene(turn="wolf", hands={"wolf": "Heimdall's Sight, Tyr's Smash"})
    own = document(s.match, 0, [""] * s.match.seats)
    hand = renderer("blood_rage").private(own, [], WORDS)["hand"]
    corner = r'class="name">([^<]+)</span><span class="val"><span class="vh">Bonus </span>([^<]+)<'
    shown = dict(re.findall(corner, hand))
    assert shown == {"Heimdall&#39;s Sight": "+X", "Tyr&#39;s Smash": "+3"}
    text = game_of(s.match).text_board(own["view"], False, 100)["hand"]
    assert re.search(r"Heimdall's Sight +battle \+X", text)
    assert re.search(r"Tyr's Smash +battle \+3", text)


def test_every_upgrade_of_a_full_sheet_is_named_in_sight() -> None:
    eight = (
        "Lord of Hammers, Experts in Arms, Eternal Dragons, Soldier of Hel, Frost Giant, Frigga's Sacrifice, "
        "Loki's Eminence, Odin's Throne"
    )
    s = scene("wolf raven serpent", turn="raven", upgrades={"wolf": eight, "raven": "Troll"})
    (names,) = re.findall(r'<p id="up-names-0" class="upnames many">(.*?)</p>', sheet(s, "wolf"))
    assert words_of(names) == eight.replace(", ", " · ")
    assert '<p id="up-names-1" class="upnames">' in sheet(s, "raven")


def test_the_figures_of_a_clan_stand_in_one_order_however_they_came() -> None:
    s = scene("wolf raven", turn="wolf")
    clan = document(s.match, None, [""] * 2)["view"]["clans"][0]
    orders = [
        [part["figure"] for part in force(clan, 0, figures, {}, 4)["parts"]]
        for figures in ({"leader": 1, "warrior": 1}, {"warrior": 1, "leader": 1})
    ]
    assert orders[0] == orders[1]
