"""Section 20: cards that share a moment. Every pair has a test here, or a reason why the two cannot meet."""

import itertools
import re

import pytest

from tests.blood_rage.scene import Scene, scene
from tests.rulebook.coverage import BLOOD_RAGE

ONE_FIGURE = "one figure invades at a time, and each text is about its own figure"
ONE_CARD = "an Upgrade action plays one card"
ONE_WARRIOR_SLOT = "a clan sheet has one Warrior slot"
ONE_LEADER_SLOT = "only the pillager's Leader upgrade acts, and a clan sheet has one Leader slot"
ONE_WINNING_CARD = "only the winner's cards act, and of these only the one chosen card can have such a text"

DOMAIN = "Frigga's Domain"
WARRIORS = ("Brothers in Arms", "Experts in Arms", "Masters in Arms")
MONSTERS = ("Dwarf Chieftain", "Sea Serpent", "Dark Elf", "Soldier of Hel")
LORDS = ("Lord of Hammers", "Lord of Axes", "Lord of Spears")
DRAGONS = ("Loki's Dragons", "Fire Dragons", "Eternal Dragons")
TAKERS = ("Loki's Trickery", "Loki's Backstab", "Loki's Poison")

CANNOT_MEET = {
    "T01": {("Dwarf Chieftain", "Soldier of Hel"): ONE_CARD},
    "T03": {
        **dict.fromkeys(itertools.combinations((*MONSTERS, *WARRIORS[1:]), 2), ONE_FIGURE),
        ("Experts in Arms", "Masters in Arms"): ONE_WARRIOR_SLOT,
    },
    "T05": {("Troll", "Fire Giant"): ONE_FIGURE},
    "T09": dict.fromkeys(itertools.combinations(WARRIORS, 2), ONE_WARRIOR_SLOT),
    "T18": dict.fromkeys(
        itertools.combinations(("Thor's Hammer", "Thor's Oath", "Thor's Ascension"), 2), ONE_WINNING_CARD
    ),
    "T24": dict.fromkeys(itertools.combinations(LORDS, 2), ONE_LEADER_SLOT),
}

# By window: the pairs that meet, and the test that shows it.
MEET = {
    "T01": dict.fromkeys(
        itertools.product(("Dwarf Chieftain", "Soldier of Hel"), ("Frigga's Charm",)), "test_free_stays_free"
    ),
    "T02": dict.fromkeys(
        itertools.combinations(("Tyr's Challenge", DOMAIN, "Frigga's Sacrifice"), 2), "test_three_cards_add_to_one_menu"
    ),
    "T03": dict.fromkeys(
        itertools.product((*MONSTERS, *WARRIORS[1:]), (DOMAIN,)), "test_from_valhalla_every_figure_costs_one_rage"
    ),
    "T09": dict.fromkeys(itertools.product(("Dark Elf",), WARRIORS), "test_the_dark_elf_and_the_warriors_add_up"),
    "T10": {("Heimdall's Eye", "Heimdall's Gaze"): "test_eye_and_gaze_in_one_battle"},
    "T11": {("Tyr's Domain", "Tyr's Wrath"): "test_domain_and_wrath_add_up"},
    "T14": {("Odin's Smite", "Odin's Tide"): "test_smite_and_tide_act_in_seat_order"},
    "T15": {("Heimdall's Eye", "Heimdall's Gaze"): "test_eye_and_gaze_in_one_battle"},
    "T17": dict.fromkeys(itertools.combinations(TAKERS, 2), "test_two_losers_each_take_their_own"),
    "T20": {("Volur Witch", "Frigga's Protection"): "test_the_owner_picks_what_saves_the_witch"},
    "T21": dict.fromkeys(itertools.combinations(DRAGONS, 2), "test_two_clans_each_score_their_own_dragons"),
    "T22": dict.fromkeys(
        itertools.combinations(("Valkyrie", "Thor's Glory", "Odin's Judgement"), 2),
        "test_all_that_counts_losses_scores",
    ),
    "T24": dict.fromkeys(itertools.product(LORDS, ("Frigga's Grace",)), "test_the_pillager_orders_grace_and_leader"),
    "T27": {("all quests", "Odin's Throne"): "test_the_throne_doubles_every_quest"},
    "T29": dict.fromkeys(
        itertools.combinations(("Loki's Domain", "Loki's Eminence", "Loki's Wrath"), 2), "test_lokis_upgrades_add_up"
    ),
    "T30": {("Thor's Conquest", "stat bonus"): "test_conquest_and_stats_are_scored_together"},
}


def users(column: str) -> list[str]:
    """The cards of the standard sets; those of optional sets are in parentheses."""
    standard = re.sub(r"\((?:[^()]|\([^()]*\))*\)", "", column)
    return [name.strip() for name in re.split(r"[,;]", standard) if name.strip()]


def test_every_pair_of_a_window_has_a_test_or_a_reason() -> None:
    rows = re.findall(r"^\| (T\d+) \| .*? \| .*? \| (.*?) \|$", BLOOD_RAGE.page.read_text("utf-8"), re.MULTILINE)
    assert len(rows) == 30
    for window, column in rows:
        pairs = set(itertools.combinations(users(column), 2))
        listed = {**CANNOT_MEET.get(window, {}), **MEET.get(window, {})}
        assert set(listed) == pairs, window
    assert all(name in globals() for pairs in MEET.values() for name in pairs.values())


@pytest.mark.rule("BR-9.2", "BR-9.3")
@pytest.mark.parametrize("card", ["Dwarf Chieftain", "Soldier of Hel"])
def test_free_stays_free(card: str) -> None:
    s = scene("wolf raven", age=3, turn="wolf", upgrades={"wolf": "Frigga's Charm"}, hands={"wolf": card})
    s.play(f"wolf: upgrade {card}", f"wolf: invade {card} Gimle")
    assert s.rage("wolf") == 6


@pytest.mark.rule("BR-6.12")
def test_three_cards_add_to_one_menu() -> None:
    s = scene(
        "wolf raven",
        age=3,
        turn="wolf",
        upgrades={"wolf": "Tyr's Challenge, Frigga's Domain, Frigga's Sacrifice"},
        figures="wolf: 2 warrior in Gimle, leader in Valhalla",
        pillaged="Gimle",
    )
    assert {"challenge Gimle", "invade leader Horgr from Valhalla", "sacrifice warrior Gimle"} <= set(s.choices("wolf"))


@pytest.mark.rule("BR-7.10")
@pytest.mark.parametrize(
    ("card", "figure", "place"),
    [
        ("Dwarf Chieftain", "Dwarf Chieftain", "Gimle"),
        ("Sea Serpent", "Sea Serpent", "F3"),
        ("Dark Elf", "Dark Elf", "Yggdrasil"),
        ("Soldier of Hel", "Soldier of Hel", "Gimle"),
        ("Experts in Arms", "warrior", "Gimle"),
        ("Masters in Arms", "warrior", "Gimle"),
    ],
)
def test_from_valhalla_every_figure_costs_one_rage(card: str, figure: str, place: str) -> None:
    s = scene(
        "wolf raven",
        age=3,
        turn="wolf",
        rage={"wolf": 1},
        upgrades={"wolf": f"Frigga's Domain, {card}"},
        figures=f"wolf: {figure} in Valhalla",
    )
    s.play(f"wolf: invade {figure} {place} from Valhalla")
    assert (s.rage("wolf"), s.at("wolf", place)) == (0, {figure: 1})


@pytest.mark.rule("BR-3.16")
@pytest.mark.parametrize(
    ("card", "strength"), [("Brothers in Arms", 7), ("Experts in Arms", 9), ("Masters in Arms", 11)]
)
def test_the_dark_elf_and_the_warriors_add_up(card: str, strength: int) -> None:
    """Elf 3; three Warriors are worth 3 + 1, 2 + 2 + 2, or 6 + 2."""
    s = scene(
        "wolf raven",
        upgrades={"wolf": f"Dark Elf, {card}"},
        figures="wolf: Dark Elf in Yggdrasil, 3 warrior in Yggdrasil",
    )
    places = s.match.view(None).table["places"]
    assert next(place for place in places if place["name"] == "Yggdrasil")["strength"] == {"wolf": strength}


def battle(wolf: str, raven: str, **more: object) -> Scene:
    """Wolf pillages Gimle with two Warriors and the Leader against two Warriors of Raven."""
    figures = str(more.pop("figures", "wolf: 2 warrior in Gimle, leader in Gimle; raven: 2 warrior in Gimle"))
    s = scene(
        "wolf raven",
        age=3,
        turn="wolf",
        hands={"wolf": wolf, "raven": raven},
        figures=figures,
        **more,  # type: ignore[arg-type]
    )
    s.play("wolf: pillage Gimle")
    return s


@pytest.mark.rule("BR-12.15", "BR-12.16")
def test_eye_and_gaze_in_one_battle() -> None:
    """A kept Eye is the chosen card, Gaze is added late: both count, and both are discarded by the winner."""
    s = battle("Heimdall's Eye, Heimdall's Gaze", "Tyr's Rage")
    s.play("wolf: card Heimdall's Eye", "raven: card Tyr's Rage", "wolf: late Heimdall's Gaze")
    s.play("raven: decline", "wolf: decline")
    assert [event.data["total"] for event in s.told("total")] == [5 + 2 + 3, 2 + 6]
    assert set(s.discards()) == {"Heimdall's Eye", "Heimdall's Gaze"}


@pytest.mark.rule("BR-12.6")
def test_domain_and_wrath_add_up() -> None:
    s = battle("Manheim!", "Tyr's Rage", upgrades={"wolf": "Tyr's Domain, Tyr's Wrath"})
    s.play("wolf: card Manheim!", "raven: card Tyr's Rage", "wolf: yes", "wolf: decline", "raven: decline")
    assert [event.data["total"] for event in s.told("total")] == [5 + 8, 2 + 6]


@pytest.mark.rule("BR-12.7", "BR-12.12", "BR-12.13")
@pytest.mark.parametrize(("wolf", "raven"), [("Odin's Smite", "Odin's Tide"), ("Odin's Tide", "Odin's Smite")])
def test_smite_and_tide_act_in_seat_order(wolf: str, raven: str) -> None:
    """Wolf's Smite takes a Warrior of Raven's first; Wolf's Tide leaves Wolf no Warrior for Raven's Smite."""
    s = battle(wolf, raven)
    s.play(f"wolf: card {wolf}", f"raven: card {raven}", "wolf: leader")
    assert [event.data["card"] for event in s.told("text_acts")] == [wolf, raven]
    assert s.at("wolf", "Gimle") == {"leader": 1}
    assert s.at("raven", "Gimle") == {"warrior": 1}
    assert s.at("raven", "Valhalla") == {"warrior": 1}


@pytest.mark.rule("BR-13.3", "BR-19.23")
@pytest.mark.parametrize(("first", "second"), list(itertools.permutations(TAKERS, 2)))
def test_two_losers_each_take_their_own(first: str, second: str) -> None:
    s = scene(
        "wolf raven serpent",
        age=3,
        turn="wolf",
        rage={"raven": 0, "serpent": 0},
        glory={"wolf": 9},
        hands={"wolf": "Tyr's Rage", "raven": first, "serpent": second},
        figures="wolf: leader in Gimle; raven: warrior in Gimle; serpent: warrior in Gimle",
    )
    s.play("wolf: pillage Gimle", "wolf: card Tyr's Rage", f"raven: card {first}", f"serpent: card {second}")
    s.play("wolf: decline", "raven: decline", "serpent: decline")
    assert [event.data["card"] for event in s.told("text_acts")] == [first, second]
    for clan, card in (("raven", first), ("serpent", second)):
        assert s.rage(clan) == (1 if card == "Loki's Trickery" else 0)
        assert s.glory(clan) == (2 if card == "Loki's Backstab" else 0)
        assert ("Tyr's Rage" in s.hand(clan)) == (card == "Loki's Poison")


@pytest.mark.rule("BR-19.16", "BR-19.17", "BR-19.18")
@pytest.mark.parametrize(
    ("answers", "where", "rage"),
    [(("yes",), "Yggdrasil", 6), (("no", "save Volur Witch Gimle"), "Gimle", 5), (("no", "done"), "Valhalla", 6)],
)
def test_the_owner_picks_what_saves_the_witch(answers: tuple[str, ...], where: str, rage: int) -> None:
    s = battle(
        "Tyr's Rage",
        "Loki's Trickery",
        upgrades={"raven": "Volur Witch, Frigga's Protection"},
        figures="wolf: 2 warrior in Gimle, leader in Gimle; raven: Volur Witch in Gimle",
        rage={"wolf": 1, "raven": 5},
    )
    s.play("wolf: card Tyr's Rage", "raven: card Loki's Trickery", "wolf: decline", "raven: decline")
    s.play(*[f"raven: {answer}" for answer in answers])
    assert s.at("raven", where) == {"Volur Witch": 1}
    assert s.rage("raven") == rage


@pytest.mark.rule("BR-13.7", "BR-20.2")
@pytest.mark.parametrize(
    ("raven", "serpent", "glory"),
    [
        ("Loki's Dragons", "Fire Dragons", (4, 8)),
        ("Loki's Dragons", "Eternal Dragons", (4, 12)),
        ("Fire Dragons", "Eternal Dragons", (8, 12)),
    ],
)
def test_two_clans_each_score_their_own_dragons(raven: str, serpent: str, glory: tuple[int, int]) -> None:
    s = scene(
        "wolf raven serpent",
        age=3,
        turn="wolf",
        upgrades={"raven": raven, "serpent": serpent},
        figures="wolf: 2 warrior in Gimle, leader in Gimle; raven: ship in F4; serpent: ship in F4",
    )
    s.play("wolf: pillage Gimle", "wolf: decline", "raven: decline", "serpent: decline")
    assert (s.glory("raven"), s.glory("serpent")) == glory


@pytest.mark.rule("BR-13.9", "BR-13.10", "BR-13.11")
def test_all_that_counts_losses_scores() -> None:
    """Raven loses two Warriors: Valkyrie 2 each, Thor's Glory 2 once, Judgement 2 each; and Wolf's Axes."""
    s = battle(
        "Odin's Judgement",
        "Loki's Trickery",
        upgrades={"wolf": "Valkyrie, Thor's Glory"},
        figures="wolf: Valkyrie in Gimle, leader in Gimle; raven: 2 warrior in Gimle",
        tokens={"Gimle": "horns"},
    )
    s.play("wolf: card Odin's Judgement", "raven: card Loki's Trickery", "wolf: decline", "raven: decline")
    assert s.glory("wolf") == 4 + 2 + 4 + 3


@pytest.mark.rule("BR-13.16", "BR-13.18")
@pytest.mark.parametrize("lord", LORDS)
@pytest.mark.parametrize("grace_first", [True, False])
def test_the_pillager_orders_grace_and_leader(lord: str, grace_first: bool) -> None:
    s = battle("Frigga's Grace", "Loki's Trickery", upgrades={"wolf": lord}, tokens={"Gimle": "horns"})
    s.play("wolf: card Frigga's Grace", "raven: card Loki's Trickery", "wolf: decline", "raven: decline")
    assert sorted(s.choices("wolf")) == sorted(["first Frigga's Grace", f"first {lord}"])
    leader = {"Lord of Hammers": ["move leader Yggdrasil"], "Lord of Axes": ["raise rage"], "Lord of Spears": []}[lord]
    grace = ["raise rage"]
    first = "Frigga's Grace" if grace_first else lord
    answers = [*grace, *leader] if grace_first else [*leader, *grace]
    s.play(f"wolf: first {first}", *[f"wolf: {answer}" for answer in answers])
    steps = {"Lord of Hammers": 2, "Lord of Axes": 3, "Lord of Spears": 3}[lord]
    assert s.step("wolf", "rage") == steps
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-15.10")
@pytest.mark.parametrize(
    ("quest", "glory"),
    [
        ("Alfheim!", 18),
        ("Jotunheim!", 18),
        ("Manheim!", 18),
        ("Glorious Death!", 22),
        ("Yggdrasil!", 22),
        ("Widespread!", 30),
    ],
)
def test_the_throne_doubles_every_quest(quest: str, glory: int) -> None:
    s = scene(
        "wolf raven",
        age=3,
        phase="quest",
        upgrades={"wolf": "Odin's Throne"},
        quests={"wolf": quest},
        figures="wolf: warrior in Gimle, warrior in Horgr, ship in F1, leader in Yggdrasil, 4 warrior in Valhalla",
        ragnarok=("Myrkulor", "Elvagar", "Utgard"),
    )
    assert s.glory("wolf") == glory
    assert s.asked() == {"wolf": "raise"}


@pytest.mark.rule("BR-9.7", "BR-17.2")
@pytest.mark.parametrize(
    ("cards", "glory"),
    [("Loki's Domain, Loki's Eminence", 3), ("Loki's Domain, Loki's Wrath", 4), ("Loki's Eminence, Loki's Wrath", 5)],
)
def test_lokis_upgrades_add_up(cards: str, glory: int) -> None:
    s = scene("wolf raven", phase="release valhalla", upgrades={"wolf": cards}, figures="wolf: 2 warrior in Valhalla")
    assert s.glory("wolf") == 2 * glory


@pytest.mark.rule("BR-18.1", "BR-18.2")
def test_conquest_and_stats_are_scored_together() -> None:
    s = scene(
        "wolf raven",
        age=3,
        phase="end of age",
        upgrades={"wolf": "Thor's Conquest"},
        figures="wolf: 2 warrior in Gimle, ship in F4",
        steps={"wolf": {"axes": 4}},
    )
    outcome = s.match.outcome
    assert outcome is not None
    assert outcome.by_source[0]["stats"] == 10
    assert outcome.by_source[0]["cards"] == 9
