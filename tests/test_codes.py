"""Play stays the same: the codes of a thousand random matches of each title match the stored ones."""

from pathlib import Path

import pytest

import drakkar
from tests import codes

STORED = (Path(__file__).parent / "golden" / "codes.txt").read_text("utf-8").splitlines()
# The plain build is slow, so it plays one block of each title. The compiled build plays them all.
MATCHES = codes.MATCHES if drakkar.build() == "compiled" else codes.BLOCK


@pytest.mark.parametrize("title", ["blood_rage", "lords_of_ragnarok"])
def test_a_thousand_random_matches_have_the_codes_that_were_stored(title: str) -> None:
    stored = [line for line in STORED if line.startswith(f"{title} ")]
    assert len(stored) == codes.MATCHES // codes.BLOCK
    assert list(codes.lines(title, MATCHES)) == stored[: MATCHES // codes.BLOCK]
