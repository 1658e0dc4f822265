"""Cards, rulings, words or fields that change need a new version of the rules or of the encoding."""

import pytest

from tools import versions


def test_nothing_changed_without_a_new_version() -> None:
    assert not versions.complaints(versions.noted(), versions.now())


def test_the_hashes_of_every_version_are_noted() -> None:
    assert versions.noted() == versions.now(), "run `python -m tools.versions`"


@pytest.mark.parametrize("key", ["cards", "rulings", "words", "pieces", "fields"])
def test_a_change_without_a_new_version_is_named(key: str) -> None:
    now = versions.now()
    name = "blood_rage.rules"
    changed = {**now, name: {**now[name], key: "another"}}
    (said,) = versions.complaints(now, changed)
    assert said.startswith(f"{key} of blood_rage.rules changed, but its version is still ")
    raised = {**changed, name: {**changed[name], "version": "99"}}
    assert not versions.complaints(now, raised)
