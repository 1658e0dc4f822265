"""The terminal in four languages, as people start it."""

import os
from pathlib import Path

import pytest

from tests.terminal.running import drakkar

SAID = {
    "en": ("Wolf: pick a card and set it aside", "Your hand:"),
    "pl": ("Klan Wilka: wybierz kartę i odłóż ją na bok", "Twoja ręka:"),
    "es": ("Clan del Lobo: elige una carta y apártala", "Tu mano:"),
    "cs": ("Vlčí klan: vyber si kartu a odlož ji stranou", "Tvoje ruka:"),
}


@pytest.mark.parametrize("language", SAID)
def test_a_match_is_played_in_a_language(language: str, tmp_path: Path) -> None:
    done = drakkar("play", "--seed", "1", "--language", language, typed="1\n" * 12, home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert all(words in done.stdout for words in SAID[language])


def test_a_choice_is_understood_in_the_language_of_the_menu_and_in_english(tmp_path: Path) -> None:
    typed = "wybierz tronu odyna\nwhy 1\nlanguage en\nlog\nquit\n"
    done = drakkar("play", "--seed", "4", "--language", "pl", typed=f"wybierz: uścisk tyra\n{typed}", home=tmp_path)
    assert "Klan Wilka wybiera kartę „Uścisk Tyra”." in done.stdout
    assert "w grze Blood Rage nie ma wyboru „wybierz tronu odyna”" in done.stdout
    assert "dozwolone, możesz to teraz wybrać" in done.stdout
    assert "Wolf takes Tyr's Crush." in done.stdout
    done = drakkar("play", "--seed", "4", "--language", "pl", typed="pick Tyr's Crush\n", home=tmp_path)
    assert "Klan Wilka wybiera kartę „Uścisk Tyra”." in done.stdout
    assert "--language pl" in done.stdout


def test_the_language_changes_at_any_time(tmp_path: Path) -> None:
    done = drakkar("play", "--seed", "1", typed="language cs\nlanguage es\nlanguage xx\nquit\n", home=tmp_path)
    assert "Teď česky." in done.stdout
    assert "Vlčí klan: vyber si kartu" in done.stdout
    assert "Clan del Lobo: elige una carta" in done.stdout
    assert "no existe el idioma xx; disponibles: en, pl, es, cs" in done.stdout


def test_the_environment_may_say_the_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRAKKAR_LANGUAGE", "es")
    assert SAID["es"][0] in drakkar("play", "--seed", "1", typed="quit\n", home=tmp_path).stdout
    assert SAID["pl"][0] in drakkar("play", "--seed", "1", "--language", "pl", typed="quit\n", home=tmp_path).stdout
    assert os.environ["DRAKKAR_LANGUAGE"] == "es"


def test_an_unknown_language_is_wrong_usage(tmp_path: Path) -> None:
    done = drakkar("play", "--language", "de", home=tmp_path)
    assert (done.returncode, done.stderr) == (2, "drakkar: there is no language 'de'; there are: en, pl, es, cs\n")


def test_a_record_is_told_in_a_language(tmp_path: Path) -> None:
    record = str(Path(__file__).parent.parent / "golden" / "blood_rage_played_2.record")
    done = drakkar("replay", record, "--until", "30", "--language", "pl", home=tmp_path)
    assert "Rozpoczyna się Epoka 1." in done.stdout
    assert "Faza Akcji" in done.stdout
