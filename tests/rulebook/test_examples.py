"""The worked examples of the rulebooks (section 22), by name."""

import pytest

from tests.blood_rage.scene import scene


@pytest.mark.rule("BR-22.11", "BR-22.12", "BR-22.13")
def test_andlang() -> None:
    s = scene(
        "wolf raven serpent",
        age=2,
        turn="wolf",
        figures="wolf: ship in F3, 2 warrior in Yggdrasil; raven: warrior in Gimle, warrior in Yggdrasil;"
        " serpent: leader in Horgr",
        tokens={"Andlang": "axes"},
        pillaged="Horgr",
        hands={"wolf": "Tyr's Crush", "raven": "Fire Dragons"},
    )
    s.play("wolf: pillage Andlang", "raven: join warrior from Gimle")
    assert s.rule_against("serpent: join leader from Horgr") == "BR-11.4"
