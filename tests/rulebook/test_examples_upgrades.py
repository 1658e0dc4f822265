"""The worked example of the rulebooks about replacing an upgrade (BR-22.9)."""

import pytest

from tests.blood_rage.scene import Scene, scene


def serpents_sheet(figures: str = "") -> Scene:
    """Age 2, three players; Serpent has three Clan upgrades, 4 Rage, and holds Loki's Eminence."""
    return scene(
        "wolf raven serpent",
        age=2,
        turn="serpent",
        passed="wolf raven",
        rage={"wolf": 0, "raven": 0, "serpent": 4},
        upgrades={"serpent": "Loki's Domain, Frigga's Succor, Tyr's Domain"},
        hands={"serpent": "Loki's Eminence"},
        figures=figures,
    )


@pytest.mark.rule("BR-22.9")
def test_serpent_replaces_friggas_succor_with_lokis_eminence_for_two_rage() -> None:
    s = serpents_sheet()
    assert s.rule_against("serpent: upgrade Loki's Eminence") == "BR-9.4"
    s.play("serpent: upgrade Loki's Eminence slot 2")
    assert s.rage("serpent") == 2
    assert s.discards() == ["Frigga's Succor"]
    assert s.upgrades("serpent") == ["Loki's Domain", "Loki's Eminence", "Tyr's Domain"]
    assert s.hand("serpent") == []


@pytest.mark.rule("BR-22.9", "BR-9.7")
@pytest.mark.parametrize(("figures", "glory"), [("2 warrior", 6), ("warrior", 3)])
def test_serpent_scores_three_glory_for_each_figure_that_returns(figures: str, glory: int) -> None:
    s = serpents_sheet(f"serpent: {figures} in Valhalla; wolf: warrior in Valhalla")
    s.play("serpent: upgrade Loki's Eminence slot 2", "serpent: pass")
    scored = [(e.data["clan"], e.data["amount"], e.data["source"]) for e in s.told("glory")]
    assert scored == [("Serpent", glory, "cards")]
    assert s.at("serpent", "Valhalla") == {}


@pytest.mark.rule("BR-22.9")
def test_after_the_replacement_no_warrior_follows_serpents_invades() -> None:
    s = serpents_sheet()
    s.play("serpent: upgrade Loki's Eminence slot 2", "serpent: invade warrior Gimle")
    assert s.asked() == {"serpent": "turn"}
    assert s.at("serpent", "Gimle") == {"warrior": 1}


@pytest.mark.rule("BR-22.9", "BR-9.7")
def test_without_the_replacement_serpent_would_score_one_glory_for_each() -> None:
    s = serpents_sheet("serpent: 2 warrior in Valhalla")
    s.play("serpent: pass", "serpent: keep none")
    assert [event.data["amount"] for event in s.told("glory")] == [2]


@pytest.mark.rule("BR-9.7", "BR-17.2")
def test_all_three_of_lokis_cards_together_give_six_glory_for_each() -> None:
    s = scene(
        "wolf raven serpent",
        phase="release valhalla",
        upgrades={"serpent": "Loki's Domain, Loki's Eminence, Loki's Wrath"},
        figures="serpent: 2 warrior in Valhalla",
    )
    assert [event.data["amount"] for event in s.told("glory")] == [12]
