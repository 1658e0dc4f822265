"""The Hunt on the page: Monster cards, bars, odds from what a seat knows, and buttons that say what they do."""

import re
from html import unescape
from typing import Any

import pytest

import drakkar
from drakkar.games.lords_of_ragnarok.card import ATTACK, IS_SPECIAL, MONSTER, of_kind
from drakkar.games.lords_of_ragnarok.cards.attack_hits import HITS
from drakkar.games.lords_of_ragnarok.choices import MONSTER_NAMES
from drakkar.games.lords_of_ragnarok.page.bestiary import bestiary, monster_card
from drakkar.games.lords_of_ragnarok.page.hunt import bars, texts, told_odds
from drakkar.games.lords_of_ragnarok.page.hunt_odds import STEP, known_of, odds
from drakkar.server.web.panels import renderer
from drakkar.server.web.web_translator import web_translator
from tests.lords_of_ragnarok.hunting import HuntScene, hunt
from tests.lords_of_ragnarok.scene import scene
from tests.server.page_reader import Reader
from tests.server.sample_documents import document, events

TITLE = "lords_of_ragnarok"
LANGUAGES = ("en", "pl", "es", "cs")
NAMES = ["Ingrid", "", ""]


def panels(match: drakkar.Match, seat: int | None, language: str = "en") -> dict[str, str]:
    """All panels of a seat's page."""
    public, own = document(match, None, NAMES), document(match, seat, NAMES)
    words = web_translator(language, TITLE)
    made = renderer(TITLE).render(public, events(match, None), own, events(match, seat), words)
    return {name: unescape(html) for name, html in made.items()}


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def a_hunt(**said: Any) -> HuntScene:
    """Green hunts Draugr, with two of its spaces covered, and holds five cards."""
    told = {
        "strength": 3,
        "wisdom": 4,
        "hands": "green: Berserkers, Scouts",
        "wounds": "green: Draugr 1; blue: Draugr 5",
        "draws": ("Huskarls", "Champions", "Shieldmaidens"),
        "attacks": ("mighty_attack", "attack_b"),
        "slayers": "",
    }
    return hunt("Draugr", **{**told, **said})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_monster_can_be_read_at_any_time(language: str) -> None:
    s = scene("green red blue", stage="prayer", monsters="Troll 13, Loki 5", slain="red: Fafnir")
    words = web_translator(language, TITLE)
    html = panels(s.match, None, language)["monsters"]
    shown = text_of(html)
    for one in bestiary(s.match.view(None).table):
        assert f'id="{one["id"]}"' in html
        said = texts(one, words)
        assert all(said.values()), "the Region attack and the Special Attack are two parts"
        assert said["attack_text"] in shown
        assert said["special_text"] in shown
        assert words.name("rune", one["rune"]) in shown
        if one["artifact"]:
            assert words.name("card", one["artifact"]["name"]) in shown
    assert html.count('class="rw mut"') == sum(
        space["reward"] is None for one in bestiary(s.match.view(None).table) for space in one["spaces"]
    )
    assert [one["name"] for one in bestiary(s.match.view(None).table)][-1] == "Fafnir", "slain ones come last"


def test_the_map_and_the_regions_lead_to_the_card_of_a_monster() -> None:
    shown = panels(scene("green red blue", stage="prayer", monsters="Troll 8").match, 0)
    card = f"mon-{MONSTER_NAMES.index('Troll')}"
    assert f'data-card="{card}"' in shown["land"]
    assert re.search(rf'<button[^>]*popovertarget="beasts"[^>]*data-card="{card}"', shown["places"])
    assert 'popovertarget="beasts"' in shown["monsters"], "it opens without scripts"


def test_a_question_before_the_first_cards_of_a_hunt_has_the_odds_of_the_whole_hunt() -> None:
    s = scene(
        "green red blue",
        stage="special",
        heroes="green: Beowulf",
        hero="green: 9; red: 1; blue: 1",
        monsters="Draugr 9",
        attributes="green: strength 3, wisdom 4",
        hands="green: Champions, Huskarls",
    )
    s.play("green: action monsters")
    before = odds(known_of(document(s.match, 0, NAMES), "Draugr"))
    s.play("green: hunt Draugr")
    asked = document(s.match, 0, NAMES)
    assert asked["owed"][0]["prompt"]["code"] == "own_injury"
    assert abs(odds(known_of(asked, "Draugr")) - before) <= STEP
    assert "Draugr" in panels(s.match, 0)["expected"]


def test_to_take_a_special_attack_means_what_the_monsters_card_says() -> None:
    s = a_hunt(attacks=("special_a", "attack_b"))
    s.attack("special_a")
    words = web_translator("en", TITLE)
    special = texts(monster_card(s.match.view(0).table, "Draugr"), words)["special_text"]
    shown = text_of(panels(s.match, 0)["prompt"])
    assert f"Take the attack {special}" in shown
    assert "Carry out the Special Attack" not in shown


def test_two_bars_show_the_defence_and_the_weak_point() -> None:
    s = a_hunt()
    s.attack("mighty_attack")
    view = s.match.view(0).table
    assert [(bar["total"], bar["goal"], bar["done"], bar["lacks"]) for bar in bars(view["hunt"])] == [
        (0, 4, False, 5),
        (4, 7, False, 3),
    ]
    s.play("green: defend Berserkers", "green: defend Scouts")
    view = s.match.view(0).table
    defence, weak = bars(view["hunt"])
    assert (defence["total"], defence["done"]) == (5, True), "more than the Rage of 4"
    assert (weak["total"], weak["done"]) == (9, True)
    assert [part["value"] for part in weak["parts"]] == [4, 3, 2]
    assert "5 held" in text_of(panels(s.match, 1)["battle"])


def test_a_cancelled_attack_checks_no_weak_point() -> None:
    s = a_hunt(wisdom=6)
    s.attack("attack_b", draws=("Raiders",))
    before = text_of(panels(s.match, 0)["prompt"])
    assert "cancels the attack; the Weak Point is not checked" in before
    assert not bars({**s.match.view(0).table["hunt"], "cancelled": True})[1]["done"]


def test_the_open_spaces_are_places_of_the_choices_about_them() -> None:
    s = a_hunt()
    s.attack("attack_b", draws=("Raiders", "Levy"))
    s.play("green: defend Champions", "green: done")
    shown = panels(s.match, 0)
    spaces = set(re.findall(r'data-place="(space \d)"', shown["battle"]))
    view = s.match.view(0).table
    wounds = monster_card(view, "Draugr")["spaces"]
    assert spaces == {f"space {one['number']}" for one in wounds if one["seat"] is None}
    struck = {f"space {choice.rsplit(' ', 1)[1]}" for choice in Reader(shown["prompt"]).choices if " space " in choice}
    assert struck
    assert struck <= spaces
    assert set(re.findall(r'data-place="(space \d)"', shown["prompt"])) == struck


@pytest.mark.parametrize(
    ("language", "fails", "ends"),
    [
        ("en", "Stop: the Hunt fails", "End my round"),
        ("pl", "Zakończ Łowy porażką", "Zakończ rundę"),
        ("es", "Dar la Caza por fracasada", "Terminar mi ronda"),
        ("cs", "Ukončit lov neúspěchem", "Ukončit své kolo"),
    ],
)
def test_stop_says_whether_the_hunt_fails(language: str, fails: str, ends: str) -> None:
    s = a_hunt()
    s.attack("attack_b", draws=("Raiders", "Levy"))
    s.play("green: defend Champions", "green: done")
    assert fails in panels(s.match, 0, language)["prompt"]
    s.play("green: strike Scouts space 6", "green: take algiz")
    assert ends in panels(s.match, 0, language)["prompt"]
    assert fails not in panels(s.match, 0, language)["prompt"]


def test_done_says_whether_the_attack_hits() -> None:
    s = a_hunt()
    s.attack("mighty_attack")
    before = panels(s.match, 0)
    assert "Take the attack" in before["prompt"]
    assert "If the attack hits: 2 Injuries." in text_of(before["expected"])
    s.play("green: defend Champions", "green: defend Scouts")
    after = panels(s.match, 0)
    assert "defend with 6" in after["prompt"]
    assert "If the attack hits" not in after["expected"]


def test_a_wound_is_dealt_by_a_card_then_a_space() -> None:
    s = a_hunt()
    s.attack("attack_b")
    s.play("green: done", "green: injure strength")
    html = panels(s.match, 0)["prompt"]
    asked = re.findall(r'<fieldset[^>]*data-of="([^"]*)"[^>]*data-asks="([^"]*)"', html)
    assert ("Scouts", "Which space does this card cover?") in asked
    assert 'data-at="Berserkers/combine Berserkers with Shieldmaidens"' in html
    hand = panels(s.match, 0)["hand"]
    assert 'data-at="Scouts"' in hand
    assert 'data-at="Shieldmaidens"' not in hand, "it goes with another card only"


def test_the_stakes_are_said_before_a_hunt_begins() -> None:
    s = scene("green red blue", stage="special", hero="green: 9", monsters="Draugr 9, Troll 8", slayers="green: 1")
    assert not text_of(panels(s.match, 0)["expected"])
    s.play("green: action monsters")
    shown = panels(s.match, 0)
    said = text_of(shown["expected"])
    assert "Draugr 7 open spaces" in said
    assert "Success: kills 1 → 2; 2 open the Hunt on the Boss." in said
    assert "Failure: 1 Injury; markers stay on the spaces." in said
    assert "Troll" not in said, "only the Monster beside the Hero"
    assert "failure costs 1 Injury" in shown["prompt"]
    assert not text_of(panels(s.match, 1)["expected"]), "nothing is offered to others"


def chance(s: Any, seat: int | None = 0, monster: str = "Draugr") -> int:
    return odds(known_of(document(s.match, seat, NAMES, previews=False), monster))


def test_the_odds_grow_with_the_attributes_and_the_hand() -> None:
    by_level = [chance(a_hunt(strength=2, wisdom=level, draws=("Huskarls", "Champions"))) for level in (2, 6)]
    assert by_level[0] < by_level[1]
    few = chance(a_hunt(hands=""))
    assert few < chance(a_hunt(hands="green: Berserkers, Scouts, Champions"))
    assert all(one % STEP == 0 for one in (*by_level, few))


def test_the_odds_follow_from_what_the_seat_knows() -> None:
    one = a_hunt(hands="green: Berserkers, Scouts; red: Raiders")
    other = a_hunt(hands="green: Berserkers, Scouts; red: Champions", attacks=("recall_a", "recall_b"))
    for seat, same in ((0, True), (None, True), (1, False), (2, False)):
        known, again = (known_of(document(s.match, seat, NAMES, previews=False), "Draugr") for s in (one, other))
        assert (known == again) == same, "Red knows a hand, Blue plays the Monster"
        assert bool(known.hand) == (seat == 0)
        assert bool(known.held) == (seat == 2)


def test_the_odds_of_a_hunt_near_its_end_are_those_of_the_hand() -> None:
    covered = "green: Draugr 1 2 3 4 5 6"
    s = a_hunt(wounds=covered)
    s.attack("attack_b", draws=("Raiders", "Levy"))
    s.play("green: defend Berserkers", "green: defend Huskarls", "green: done")
    assert "Champions" in s.hand("green")
    assert chance(s) == 100, "a Sword for the last space is in the hand"
    words = web_translator("en", TITLE)
    assert told_odds(100, words) == "falls in more than 95 % of Hunts"
    assert told_odds(0, words) == "falls in fewer than 5 % of Hunts"
    assert told_odds(35, words) == "falls in about 35 % of Hunts"


# A hunter with Wisdom 2 holds three cards, and draws one more if the Hunt goes on.
WISDOM = 2
DRAWN = ("Levy", "Levy", "Levy")


def done_by(attack: str, monster: str = "Troll") -> tuple[int, bool, int]:
    """What an attack does by the rules to a hunter who plays no card: Injuries, whether the Hunt fails, cards lost."""
    other = "attack_c" if attack == "attack_b" else "attack_b"
    s = hunt(monster, attacks=(attack, other), draws=DRAWN, strength=len(DRAWN), wisdom=WISDOM)
    s.attack(attack)
    s.play("green: done")
    while s.asked().get("green") in ("injury", "half_the_hand"):
        s.play(f"green: {s.choices('green')[0]}")
    fails = bool(s.told("hunt_failed"))
    lost = 0 if fails else len(DRAWN) + 1 - len(s.hand("green"))
    # LR-18.24: a Hunt that fails is an Injury too.
    return len(s.told("injured")) - fails, fails, lost


def test_what_the_odds_know_of_each_attack_is_what_the_rules_do() -> None:
    attacks = [card.id for card in of_kind(ATTACK) if not IS_SPECIAL[card.number]]
    done = {attack: done_by(attack) for attack in attacks}
    done |= {card.id: done_by("special_a", card.name) for card in of_kind(MONSTER)}
    known = {name: (hit.injuries, hit.fails or hit.wisdom > WISDOM, hit.loses) for name, hit in HITS.items()}
    # A hunter who plays no card in defence is hit twice; the odds let a hunter defend.
    known["surprise_attack"] = (2, False, 0)
    assert known == done
