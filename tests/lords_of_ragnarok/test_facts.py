"""Corrected printed facts: what a file may say, and that a record carries its facts to other processes."""

import copy
from pathlib import Path
from typing import Any

import pytest

import drakkar
from drakkar.core.facts import BadFacts, in_use, read_file, revision
from drakkar.games.lords_of_ragnarok.corrections import CORRECTABLE, correct
from drakkar.games.lords_of_ragnarok.game_data import PARTS, read
from tests.terminal.running import MANY_LETTERS
from tests.terminal.running import drakkar as command

PRINTED = {part: read(part) for part in PARTS}
CORRECTED = """
[map_4p.regions.20]
population = 4
[cards.monsters.troll]
wounds = [{weapon = "axe"}, {weapon = "sword", reward = "rune"}]
"""


def facts_of(tmp_path: Path, text: str) -> list[str]:
    file = tmp_path / "facts.toml"
    file.write_text(text, "utf-8")
    return read_file(file)


def corrected(tmp_path: Path, text: str) -> tuple[dict[str, Any], list[str]]:
    data = copy.deepcopy(PRINTED)
    return data, correct(data, facts_of(tmp_path, text))


def test_the_printed_data_pass_their_own_checks_and_nothing_differs(tmp_path: Path) -> None:
    data, differing = corrected(tmp_path, "[map_4p.regions.20]\npopulation = 3\n")
    assert differing == []
    assert data == PRINTED


def test_a_fact_is_corrected_and_certain_from_then_on(tmp_path: Path) -> None:
    data, differing = corrected(tmp_path, CORRECTED)
    assert differing == [
        'cards.monsters.troll.wounds = [{"weapon": "axe"}, {"reward": "rune", "weapon": "sword"}]',
        "map_4p.regions.20.population = 4",
    ]
    assert data["map_4p"]["regions"][19]["population"] == 4
    troll = next(card for card in data["cards"]["monsters"] if card["id"] == "troll")
    assert troll["wounds"] == [{"weapon": "axe", "reward": None}, {"weapon": "sword", "reward": "rune"}]
    assert troll["status_by_field"]["wounds"] == "certain"


def test_what_the_map_says_twice_follows(tmp_path: Path) -> None:
    text = '[map_4p.regions.4]\nland = "A"\n[map_4p.seas.sea_n]\nregions = [1, 4, 5, 6]\n'
    data, _ = corrected(tmp_path, text)
    assert data["map_4p"]["lands"][0]["regions"] == [1, 2, 3, 4]
    assert "sea_n" in data["map_4p"]["regions"][3]["seas"]


BAD = {
    "[map_4p.regions.99]\npopulation = 1": "there is no '99'",
    "[map_4p.regions.20]\nadjacent = [1]": "correct both",
    "[map_4p.regions.1]\nadjacent = [1, 2, 3, 4]": "1 is no neighbour",
    '[map_4p.regions.20]\nland = "Z"': "there is no Land 'Z'",
    '[map_4p.regions.20]\nrealms = ["asgard"]': "there is no Realm 'asgard'",
    "[map_4p.regions.20]\npopulation = 0": "Population Strength is at least 1",
    '[map_4p.regions.20]\npopulation = "four"': "'four' is not like 3",
    '[map_4p.regions.1]\nstatue = "odin"': "one Statue each",
    "[map_2p.regions.1]\nforge = true": "there must be 4 Forges",
    "[map_4p.seas.sea_n]\nregions = []": "its Regions are not all on the map",
    "[map_4p.yggdrasil]\nregions = [40]": "its Regions are not all on the map",
    "[cards.combat_cards.deck.axe_huskarls]\ncount = 0": "a count is at least 1",
    '[cards.monsters.troll]\nrune = "fehu"': "there is no Rune 'fehu'",
    '[cards.monsters.troll]\nrune = "othala"': "each Rune has two Monsters",
    "[cards.monsters.troll]\nwounds = []": "from 1 to 12 Wound spaces",
    '[cards.monsters.troll]\nwounds = [{weapon = "club"}]': "a Wound space is not like",
    '[cards.monsters.troll]\nwounds = [{weapon = "axe", reward = "gold"}]': "there is no reward 'gold'",
    '[cards.boss]\nwounds = [["axe"]]': "a Wound space is not like",
    '[cards.event_cards.cards.7]\nplace = "fehu"': "Event 7",
    '[cards.realms.vanaheim]\nrune = "fehu"': "a Realm has a Rune of",
    '[cards.temple_tracks."3-4, 2 gifts"]\ngift_spaces = [9]': "is not on the track",
    '[cards.temple_tracks."3-4, 2 gifts"]\ngift_spaces = [2]': "another number of Gifts spaces",
    '[cards.monster_die]\nfaces = ["fly"]': "its faces are",
    "[components.tokens.runes]\nper_kind = 0": "must be from 1 to 20",
    '[cards.monsters.troll]\nname = "Ogre"': "this cannot be corrected",
    "[cards.monsters.troll]\nrune = 2020-01-01": "a fact is a number",
    '[cards.monsters.troll]\nrune = "#"': "no # and no line break",
    "population": "this is not TOML",
}


@pytest.mark.parametrize("text", BAD)
def test_facts_that_cannot_be_played_with_are_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadFacts, match=BAD[text]):
        corrected(tmp_path, text)


def test_every_field_that_can_be_corrected_is_in_the_data_and_on_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "lords_of_ragnarok_data.md").read_text("utf-8")
    for kind, fields in CORRECTABLE.items():
        found: Any = PRINTED
        for key in kind.split("."):
            found = found[key] if key != "*" else found[0]
        assert set(fields) <= set(found)
        assert all(f"`{field}`" in page for field in fields)


def test_a_record_carries_its_facts_to_a_process_without_them(tmp_path: Path) -> None:
    file = tmp_path / "facts.toml"
    file.write_text(CORRECTED, "utf-8")
    typed = "\n".join([*MANY_LETTERS.splitlines()[:30], "quit"])
    played = command("play", "--data", str(file), "--players", "3", "--seed", "5", typed=typed, home=tmp_path)
    assert played.stderr == ""
    (record,) = tmp_path.glob("*.record")
    text = record.read_text("utf-8")
    assert "fact map_4p.regions.20.population = 4" in text.splitlines()
    assert f"rules {revision('1', tuple(read_file(file)))}" in text.splitlines()
    checked = command("check", str(record), home=tmp_path)
    assert (checked.returncode, checked.stderr) == (0, "")
    assert in_use("lords_of_ragnarok") == []
    with pytest.raises(drakkar.WrongVersion, match="with corrected printed facts"):
        drakkar.load(text)


def test_the_differences_are_listed_and_a_refusal_says_why(tmp_path: Path) -> None:
    file = tmp_path / "facts.toml"
    file.write_text(CORRECTED, "utf-8")
    told = command("data", "check", str(file), home=tmp_path)
    assert told.stdout.splitlines()[-2:] == ["map_4p.regions.20.population: 3 -> 4", "2 facts differ"]
    file.write_text("[map_4p.regions.20]\nadjacent = [1]\n", "utf-8")
    refused = command("data", "check", str(file), home=tmp_path)
    assert refused.returncode == 2
    assert "correct both" in refused.stderr
