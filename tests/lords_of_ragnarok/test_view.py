"""What everybody can see: the stages of the turn, how near each victory is, and how the match ended."""

import pytest

import drakkar
from drakkar.core.chance import chance_from
from drakkar.core.hosting import result_of, state_of
from tests.lords_of_ragnarok.playing import PLAYERS, table
from tests.lords_of_ragnarok.scene import scene
from tests.lords_of_ragnarok.worlds import GAME, random_moments

STAGES = ["Prayer", "Hero", "Rune action", "Manoeuvres", "Special action"]


@pytest.mark.rule("LR-8.1", "LR-8.2")
@pytest.mark.parametrize(("stage", "now"), [("prayer", 0), ("hero", 1), ("manoeuvres", 3), ("special", 4)])
def test_the_checklist_says_which_stages_are_open_and_which_is_compulsory(stage: str, now: int) -> None:
    s = scene("green red", stage=stage, armies="green: 2 in 5", priests="green: 1")
    checklist = table(s.match)["checklist"]
    assert [item["stage"] for item in checklist] == STAGES
    states = ["done"] * now + ["now"] + ["to come"] * (4 - now)
    assert [item["state"] for item in checklist] == states
    assert [item["compulsory"] for item in checklist] == [False] * 4 + [True]


@pytest.mark.rule("LR-9.1")
def test_what_stage_1_still_allows_is_seen() -> None:
    s = scene("green red", stage="prayer", priests="green: 1", hero="green: 2", forges="2 uruz")
    assert table(s.match)["prayer"] == {"priest": True, "forge": True}
    s.play("green: pray thor")
    assert table(s.match)["prayer"] == {"priest": False, "forge": True}


@pytest.mark.rule("LR-1.2")
def test_how_near_a_great_jarl_is() -> None:
    """On the board for two, Lands A, C, D and E have three Regions each."""
    s = scene("green red", control="green: 1 2 3 8 9 11; red: 10")
    jarl = table(s.match)["players"][0]["victory"]["jarl"]
    assert (jarl["have"], jarl["need"], jarl["missing"]) == (1, 3, [10, 12, 13])


@pytest.mark.rule("LR-1.3", "LR-26.2", "LR-26.5")
@pytest.mark.parametrize(("clans", "need", "left"), [("green red", 4, 3), ("green red blue", 5, 5)])
def test_how_near_a_great_gothi_is(clans: str, need: int, left: int) -> None:
    s = scene(clans, control="green: 2 4", temples="2 4")
    gothi = table(s.match)["players"][0]["victory"]["gothi"]
    assert gothi == {"have": 2, "need": need, "left": left}


@pytest.mark.rule("LR-26.5")
@pytest.mark.parametrize(("clans", "need"), [("green red", 1), ("green red blue", 2)])
def test_how_near_a_slayer_is(clans: str, need: int) -> None:
    s = scene(clans, slain="green: Troll", wounds="red: Loki 1 2")
    slayer = table(s.match)["players"][0]["victory"]["slayer"]
    assert (slayer["have"], slayer["need"], slayer["boss"]["wounds"]) == (1, need, 2)
    assert table(s.match)["players"][1]["victory"]["slayer"]["have"] == 0


@pytest.mark.rule("LR-23.3", "LR-23.4")
def test_who_would_win_at_yggdrasil_is_seen() -> None:
    """Of equals it is the one whose last turn would come first: not the one whose turn it is."""
    s = scene("green red", control="green: 3 7; red: 8 13")
    leads = [player["victory"]["yggdrasil"]["leads"] for player in table(s.match)["players"]]
    assert leads == [False, True]


@pytest.mark.rule("LR-24.3", "LR-24.5")
def test_discards_and_sizes_of_hands_and_decks_are_open() -> None:
    s = scene("green red", hands="red: Levy, Scouts", runes="red: uruz", stage="special")
    seen = table(s.match, 0)
    assert seen["players"][1]["hand"] == drakkar.Hidden(2)
    assert seen["players"][1]["runes"]["uruz"] == 1
    assert seen["decks"]["combat"] == {"left": 33, "discards": []}


@pytest.mark.rule("LR-1.1")
@pytest.mark.parametrize("seats", PLAYERS)
def test_the_outcome_says_who_has_won_and_by_which_victory(seats: int) -> None:
    match = drakkar.new("lords_of_ragnarok", seats=seats, seed=seats)
    dice = chance_from(seats)
    while not match.over:
        decision = match.pending[0]
        match.play(decision.seat, decision.choices[dice.below(len(decision.choices))])
    outcome = match.outcome
    assert outcome is not None
    assert outcome.scores == ()
    assert outcome.victory in ("Great Jarl", "Great Gothi", "Slayer", "Ragnarok")
    assert outcome.victory == table(match)["victory"]
    winner = match.sides[outcome.winners[0]]
    assert result_of(match) == f"won by {winner}: {outcome.victory}"
    assert drakkar.load(match.record()).outcome == outcome


@pytest.mark.parametrize("seats", PLAYERS)
def test_every_moment_of_a_match_keeps_the_invariants(seats: int) -> None:
    for moment, _, _ in random_moments(seats, 90 + seats, 1.0):
        GAME.check(state_of(moment))


@pytest.mark.rule("LR-6.1", "LR-6.5", "LR-6.6")
def test_realms_statues_and_artifacts_lie_open_from_the_beginning() -> None:
    told = {face["name"]: face for face in table(drakkar.new("lords_of_ragnarok", 2, seed=1))["cards"]}
    assert told["Vanaheim"]["text"] == "Take any 1 Rune."
    assert {"Odin", "Mjolnir", "Sleeping Potion"} <= set(told)


@pytest.mark.rule("LR-24.3")
def test_every_card_of_a_discard_pile_can_be_read() -> None:
    s = scene("green red", stage="special", wheel="green: prepare", monsters="Loki 14")
    s.deal_events(9)
    s.play("green: action build statue", "green: statue Thor")
    seen = table(s.match)
    faces = {face["name"]: face for face in seen["cards"]}
    assert all(card in faces for deck in seen["decks"].values() for card in deck["discards"])
    event = faces["Event 9"]
    assert (event["region"], event["place"], event["boss"]) == (9, "othala", True)


@pytest.mark.rule("LR-22.1", "LR-22.2")
def test_a_drawn_event_is_told_in_full_and_lies_open_while_it_is_carried_out() -> None:
    s = scene("green red", stage="special", wheel="green: prepare", monsters="Troll 3", rings="green: Troll")
    s.deal_events(2)
    s.play("green: action build statue", "green: statue Thor")
    told = [str(event) for event in s.events() if event.kind.startswith("event_")][-2:]
    assert told == ["Event 2 is drawn.", "The Event: Region 2; place Othala; activate Algiz, then Uruz; then the Boss."]
    assert table(s.match)["event"] == "Event 2"
    assert "Event 2" in [face["name"] for face in table(s.match)["cards"]]


@pytest.mark.rule("LR-19.8")
def test_a_battle_shows_the_parts_of_its_strength() -> None:
    s = scene(
        "green red",
        stage="manoeuvres",
        heroes="green: Ragnar",
        hero="green: 12",
        armies="green: 4 in 12; red: 2 in 13",
        control="red: 13",
        hands="red: Raiders",
    )
    s.play("green: activate army 4 12", "green: move 13", "red: play Raiders")
    parts = table(s.match)["battle"]["parts"]
    assert parts == {
        0: {"armies": 4, "cards": 0, "effects": table(s.match)["battle"]["strength"][0] - 4},
        1: {"armies": 2, "cards": 3, "effects": 0},
    }
    s.play("green: pass", "red: pass")
    told = [str(event) for event in s.told("battle_strength")]
    assert told[1] == "Red has Battle Strength 5: Armies 2, cards 3, effects 0."


def test_no_battle_is_going_on_once_the_match_is_over() -> None:
    s = scene(
        "green red",
        stage="manoeuvres",
        armies="green: 4 in 12; red: 1 in 13",
        control="green: 1 2 3 8 9 10 11 12; red: 13",
    )
    s.play("green: activate army 4 12", "green: move 13")
    while s.match.pending:
        decision = s.match.pending[0]
        s.match.play(decision.seat, decision.choices[-1])
    assert s.match.over
    assert table(s.match)["battle"] is None
