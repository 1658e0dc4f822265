"""The difference of two documents: a list that is filled is not gone."""

import json
from typing import Any

import pytest

from drakkar.server.live.document import apply_patch, difference, split


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"chat": []}, {"chat": [{"text": "hi"}]}),
        ({"chat": [{"text": "hi"}]}, {"chat": []}),
        ({"chat": [1, 2]}, {"chat": [{"text": "hi"}]}),
        ({"chat": None}, {"chat": [{"text": "hi"}, {"text": "ho"}]}),
        ({"view": {"hands": []}}, {"view": {"hands": [{"hidden": 3}]}}),
        ({"view": {"hands": [{"hidden": 3}]}}, {"view": {"hands": []}}),
        ({"chat": [{"n": 1}, {"n": 2}, {"n": 3}]}, {"chat": [{"n": 1}]}),
    ],
)
def test_a_client_that_follows_the_page_has_the_new_state(before: dict[str, Any], after: dict[str, Any]) -> None:
    changed, gone = difference(split(before), split(after))
    assert (
        apply_patch(
            json.loads(json.dumps(before)), {path: json.loads(bytes(raw)) for path, raw in changed.items()}, gone
        )
        == after
    )
    assert not any(path.startswith(f"{lost}/") for lost in gone for path in changed), "gone and filled at once"
