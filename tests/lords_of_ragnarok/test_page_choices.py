"""The prompt of a player: what each choice does and whom it helps, why others are closed, and why it is asked."""

from typing import Any

from drakkar.games.lords_of_ragnarok.page.stages import checklist
from drakkar.server.web.panel_feed import refusals
from drakkar.server.web.panels import renderer
from drakkar.server.web.prompt import prompt
from drakkar.server.web.web_translator import web_translator
from tests.lords_of_ragnarok.fighting import battle
from tests.lords_of_ragnarok.hunting import hero_round, hunt
from tests.lords_of_ragnarok.monsters_setup import CHOOSE
from tests.lords_of_ragnarok.scene import Scene, scene
from tests.server.sample_documents import document, events

PAGE = renderer("lords_of_ragnarok").plain
WORDS = web_translator("en", "lords_of_ragnarok")
FAR = "red: 2; blue: 3"


def asked(s: Scene, clan: str, at: str = "") -> dict[str, Any]:
    """The prompt of a player."""
    seat = s.seat(clan)
    own = document(s.match, seat, [""] * s.match.seats)
    own["refused"] = refusals(s.match, own)
    return prompt(PAGE, own, events(s.match, seat), WORDS, at)


def options(told: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The options of the open step by their labels."""
    groups = [group for depth in told["depths"] for group in depth["groups"] if group["last"]]
    return {item["label"]: item for item in groups[0]["items"]}


def second_lines(told: dict[str, Any]) -> dict[str, str]:
    """What stands below the label of each option."""
    return {label: item["note"].get("text", "") for label, item in options(told).items() if item["reason"] is None}


def reasons(told: dict[str, Any]) -> dict[str, str]:
    """The rule that closes each closed option."""
    return {label: item["reason"]["rule"] for label, item in options(told).items() if item["reason"] is not None}


def test_all_fields_of_the_wheel_stand_in_their_order_with_effect_or_reason() -> None:
    s = scene(stage="special", hero=f"green: 11; {FAR}", wheel="red: mobilize; green: usurp", armies="green: 2 in 18")
    told = asked(s, "green")
    assert list(options(told)) == ["Mobilize", "Reinforce", "Build Temple", "Monsters", "Usurp", "Prepare"]
    assert reasons(told) == {"Build Temple": "LR-15.6", "Usurp": "LR-14.2", "Monsters": "LR-15.8"}
    lines = second_lines(told)
    assert lines["Mobilize"] == "activate your Armies · Red takes a Rune"
    assert lines["Reinforce"] == "new Army of 2"


def test_a_free_field_names_the_allies_who_may_use_its_bonus() -> None:
    s = scene(stage="special", hero=f"green: 11; {FAR}", alliances="green: niflheim; red: niflheim")
    assert second_lines(asked(s, "green"))["Prepare"].endswith("bonus of Niflheim: you, Red")


def test_a_hunt_on_the_boss_is_named_only_after_enough_kills() -> None:
    def monsters(slayers: str) -> str:
        s = scene(stage="special", hero=f"green: 5; {FAR}", monsters="Loki 5, Troll 5", slayers=slayers)
        return second_lines(asked(s, "green"))["Monsters"]

    assert monsters("green: 1") == "activate, or hunt Troll"
    assert monsters("green: 2") == "activate, or hunt Troll, Loki"


def test_niflheim_offers_ship_and_armies_side_by_side() -> None:
    s = scene(stage="special", alliances="green: niflheim", armies="green: 2 1 in 18", control="green: 18 20")
    s.play("green: action prepare")
    assert list(options(asked(s, "green"))) == ["Sail your Drakkar", "Place an Army", "Decline"]
    told = asked(s, "green", "lift")
    assert list(second_lines(told).items()) == [("Army 2 in Region 18", ""), ("Army 1 in Region 18", "")]
    assert told["question"] == "Which Army do you place elsewhere?"


def test_a_discard_after_a_hunt_follows_from_its_end() -> None:
    held, drawn = "green: Scouts, Raiders", ("Levy", "Levy", "Levy")
    s = hunt("Draugr", strength=3, hands=held, draws=drawn, attacks=("recall_a", "attack_b"))
    s.attack("recall_a")
    s.play("green: done", "green: injure authority")
    assert asked(s, "green")["because"] == "Green's Hunt on Draugr fails"


def test_a_wound_of_any_kind_follows_from_the_cards_just_played() -> None:
    s = hero_round("Draugr", "Scouts")
    s.play("green: combine Scouts with Shieldmaidens")
    told = asked(s, "green")
    assert told["asked"]["code"] == "any_space"
    assert not told["because"]


def test_usurp_compares_strength_with_the_region() -> None:
    s = scene(stage="special", hero=f"green: 12; {FAR}", attributes="green: strength 4")
    assert second_lines(asked(s, "green"))["Usurp"] == "Region 12: Strength 4 against 3"


def test_build_statue_is_guarded_and_tells_its_six_effects() -> None:
    s = scene(stage="special", hero=f"green: 11; {FAR}", wheel="green: usurp")
    assert "Build Statue" not in options(asked(s, "green"))
    choice = next(one for one in document(s.match, 0, [""] * 3)["choices"] if one["text"] == "action build statue")
    assert PAGE.is_guarded(choice)
    effects = WORDS.page(PAGE.asks({"previews": {}}, choice))
    assert [effects.count(f" {number}. ") for number in range(1, 7)] == [1] * 6


def test_a_closed_statue_keeps_its_place_beside_undo_and_says_why() -> None:
    s = scene(stage="special", hero=f"green: 11; {FAR}")
    assert "Build Statue" not in options(asked(s, "green"))
    own = document(s.match, s.seat("green"), [""] * s.match.seats)
    own["refused"] = refusals(s.match, own)
    html = renderer("lords_of_ragnarok").private(own, events(s.match, 0), WORDS)["turn"]
    assert "Build Statue" in html
    assert "you have no marker on the wheel · LR-16.1" in html


def test_a_rune_action_says_its_price_also_when_it_cannot_be_paid() -> None:
    s = scene(stage="rune", hero=f"green: 11; {FAR}", armies="green: 2 in 18", runes="green: uruz othala")
    told = asked(s, "green")
    assert second_lines(told)["Draw"] == "2 different Runes · 1 Combat card"
    assert options(told)["Raise"]["reason"] == {"text": "needs 3 different Runes", "rule": "LR-12.1"}


def test_the_hero_chooses_what_to_do_then_where() -> None:
    s = scene(stage="hero", hero=f"green: 11; {FAR}")
    told = asked(s, "green")
    assert reasons(told) == {"Heal an Injury": "LR-5.9"}
    told = asked(s, "green", "walk")
    assert told["question"] == "Where does your Hero go?"
    assert second_lines(told)["Region 12"].startswith("neutral, Population 3")
    groups = [group for depth in told["depths"] for group in depth["groups"]]
    assert any("1" in group["closed"] for group in groups), "the map tells why a Region is out of reach"
    assert "Region 1" not in options(told), "and no button stands for it"


def test_prayer_tells_the_favour_of_each_god() -> None:
    s = scene(stage="prayer", hero=f"green: 11; {FAR}", priests="green: 1", levels="thor: 2")
    lines = second_lines(asked(s, "green"))
    assert lines["Send a Priest to Thor"] == "Strength +1 · draw 2 Combat cards"
    assert lines["Send a Priest to Odin"] == "Authority +1"
    assert lines["Done"] == "next: Hero"


def test_a_covered_marker_is_named_as_the_cause_of_a_rune() -> None:
    s = scene(stage="special", hero=f"green: 11; {FAR}", wheel="red: mobilize", armies="green: 2 in 18")
    s.play("green: action mobilize")
    told = asked(s, "red")
    assert told["because"] == "Green covered your marker on Mobilize"
    assert [item["note"]["signs"] for item in options(told).values()] == [["r-uruz"], ["r-othala"], ["r-algiz"]]


def test_the_bonus_of_a_realm_is_named_as_the_cause() -> None:
    s = scene(stage="special", hero=f"green: 11; {FAR}", alliances="red: niflheim", armies="red: 1 in 2")
    s.play("green: action prepare")
    assert asked(s, "red")["because"] == "Green chose Prepare; you are allied with Niflheim"


def test_a_temple_is_foretold_in_the_row_of_progress() -> None:
    shrines = [region["number"] for region in scene().match.view(None).table["regions"] if region["shrine"]][:2]
    s = scene(stage="special", hero=f"green: 11; {FAR}", control=f"green: {shrines[0]} {shrines[1]}")
    s.play("green: action build temple")
    told = options(asked(s, "green"))
    legal = [item["note"].get("ways") for item in told.values() if item["reason"] is None]
    assert legal == [{"gothi": 1}, {"gothi": 1}]


def test_an_activated_monster_tells_where_it_is_and_what_its_attack_does() -> None:
    s = scene(stage="special", hero=f"green: 11; {FAR}", monsters="Troll 9, Draugr 13")
    s.play("green: action monsters")
    before = second_lines(asked(s, "green"))["Activate Troll"]
    s.feed(CHOOSE)
    s.play("green: activate Troll")
    attack = second_lines(asked(s, "green"))["Attack"]
    assert before == f"Region 9 · {attack}"
    assert attack


def test_places_out_of_reach_of_an_army_have_no_button() -> None:
    s = scene(stage="manoeuvres", hero=f"green: 11; {FAR}", armies="green: 2 in 18", monsters="Loki 19")
    s.play("green: activate army 2 18")
    found = options(asked(s, "green"))
    assert "Move to Region 1" not in found
    assert found["Move to Region 19"]["reason"]["rule"] == "LR-17.12", "a neighbour that is closed says why"


def test_a_combat_card_that_cannot_be_played_says_why() -> None:
    s = battle(armies="green: 4 in 18; red: 1 in 19", hands="red: Champions, Spearmen")
    told = asked(s, "red")
    assert told["asked"]["code"] == "battle"
    assert {label: one["reason"] and one["reason"]["rule"] for label, one in options(told).items()} == {
        "Play Spearmen": None,
        "Pass": None,
        "Play Champions": "LR-19.7",
    }


def test_training_counts_as_the_use_of_its_stage() -> None:
    s = scene(stage="manoeuvres", hero=f"green: 11; {FAR}", armies="green: 2 in 11; red: 1 in 2", control="green: 11")
    begins = {"kind": "turn_begins", "rule": "LR-8.1", "data": {"clan": "Green"}, "ids": {"clan": s.seat("green")}}
    s.play("green: activate army 2 11", "green: train")
    told = checklist(document(s.match, 0, [""] * 3)["view"], [begins, *events(s.match, 0)], WORDS)
    stage = next(one for one in told if one["stage"] == "Manoeuvres")
    assert (stage["did"], stage["skipped"]) == ("Army 3 in Region 11", False)
