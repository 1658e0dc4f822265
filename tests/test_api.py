"""The public API is documented: every public name has an example, and every example runs."""

import doctest

import pytest

import drakkar
from drakkar.core import game
from tools.api_page import Entry, entries, exports

ENTRIES = entries()


def test_every_public_name_is_documented() -> None:
    assert list(exports()) == drakkar.__all__
    names = [entry.name for entry in ENTRIES]
    assert len(set(names)) == len(names)
    assert {name for name in names if "." not in name} == set(drakkar.__all__)
    for name in drakkar.__all__:
        thing = getattr(drakkar, name)
        members = [f"{name}.{member}" for member in getattr(thing, "__dict__", {}) if not member.startswith("_")]
        if isinstance(thing, type) and drakkar.build() == "plain":
            assert set(members) == {entry for entry in names if entry.startswith(f"{name}.")}


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_every_public_name_has_an_example_that_runs(entry: Entry, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ">>>" in entry.text, f"{entry.name} has no example"
    # Without the games that other tests install.
    own = {title: module for title, module in game._modules.items() if module.startswith("drakkar.games.")}
    monkeypatch.setattr(game, "_modules", own)
    test = doctest.DocTestParser().get_doctest(entry.text, {"drakkar": drakkar}, entry.name, entry.file, entry.line)
    said: list[str] = []
    doctest.DocTestRunner().run(test, out=said.append)
    assert not said, "".join(said)
