"""Prices on the page are what the rules take, also where a text makes a card cheaper or free."""

import re

import drakkar
from drakkar.core.match import Match
from drakkar.server.web.panels import renderer
from drakkar.server.web.web_translator import web_translator
from tests.server.sample_documents import document, events

CHARMED = """
game = "blood_rage"
sides = ["wolf", "raven", "serpent"]
turn = "wolf"
wolf.rage = {rage}
wolf.hand = ["Loki's Domain", "Sea Serpent", "Tyr's Smash"]
wolf.upgrades = ["Frigga's Charm"]
raven.rage = 3
serpent.rage = 3
"""


def page(match: Match) -> dict[str, str]:
    return renderer("blood_rage").private(
        document(match, 0, ["Ingrid", "Olaf", "Ulf"]), events(match, 0), web_translator("en", "blood_rage")
    )


def test_the_hand_and_the_prompt_say_what_the_rules_take() -> None:
    match = drakkar.set_up(CHARMED.format(rage=6))
    hand = match.view(0).table["clans"][0]["hand"]
    prices = {card["name"]: card["price"] for card in hand if "price" in card}
    assert prices == {name: match.view(0).preview(f"upgrade {name}").cost for name in prices}
    assert prices["Loki's Domain"] < next(card["cost"] for card in hand if card["name"] == "Loki's Domain")
    told = page(match)
    feet = re.findall(r'class="name">([^<]+)</span>.*?class="foot[^>]*>([^<]+)<', told["hand"], re.DOTALL)
    for name, price in prices.items():
        assert (name.replace("'", "&#39;"), f"{price} Rage") in feet
    buttons = re.findall(r'data-choice="upgrade ([^"]+)".*?class="cost">\s*(\d+)<', told["prompt"], re.DOTALL)
    assert {name.replace("&#39;", "'"): int(price) for name, price in buttons} == prices


def test_a_card_that_costs_too_much_now_still_has_its_price_in_the_view() -> None:
    match = drakkar.set_up(CHARMED.format(rage=1))
    hand = match.view(0).table["clans"][0]["hand"]
    assert {card["name"]: card["price"] for card in hand if "price" in card} == {"Loki's Domain": 0, "Sea Serpent": 2}
    assert isinstance(match.view(1).table["clans"][0]["hand"], drakkar.Hidden)
