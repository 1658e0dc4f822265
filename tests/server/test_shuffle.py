"""The check of a finished match's shuffles, as its page shows it."""

from random import Random

import drakkar
from drakkar.core.hosting import commitment_of, game_of, questions
from drakkar.core.proof import verify
from drakkar.server.api.app import record_of
from drakkar.server.log.entries import BOT, Founded, Place
from drakkar.server.log.table import Table
from drakkar.server.web.frames import page_renderer
from drakkar.server.web.shuffle import shuffle_of
from drakkar.server.web.web_translator import web_translator
from drakkar.text import LANGUAGES

SIDES = ["wolf", "raven"]
SEED = 2**255 + 7


def table_of(seed: int = SEED, origin: str = "") -> Table:
    """A table of two bots before its first choice."""
    rules = game_of(drakkar.new("blood_rage", seats=2)).rules_version
    places = [Place(BOT, bot="karl")] * 2
    return Table("one", Founded(0, "blood_rage", rules, SIDES, {}, str(seed), places, origin=origin))


def played_out(table: Table) -> Table:
    rng = Random(1)
    while not table.match.over:
        seat = min(questions(table.match))
        table.match.play(seat, rng.choice(table.match.choices(seat)))
    return table


def page_of(table: Table, language: str = "en") -> str:
    words = web_translator(language, "blood_rage")
    return page_renderer("blood_rage").fair(shuffle_of(table), words, language)


def test_a_running_match_shows_its_commitment_and_keeps_its_seed_secret() -> None:
    table = table_of()
    page = page_of(table)
    assert f'<code id="commitment">{commitment_of(table.match)}</code>' in page
    assert "secret until the match is over" in page
    assert str(SEED) not in page
    assert "fair-result" not in page


def test_after_the_end_the_page_reveals_the_seed_and_tells_what_the_record_proves() -> None:
    table = table_of()
    published = shuffle_of(table).commitment
    shown = shuffle_of(played_out(table))
    proof = verify(record_of(table, None), published)
    assert (shown.commitment, shown.seed) == (published, str(SEED))
    assert shown.proof is not None
    assert (shown.proof.draws, shown.proof.commitment) == (proof.draws, published)
    for language in LANGUAGES:
        page = page_of(table, language)
        assert f'<code id="seed">{SEED}</code>' in page
        assert f"drakkar verify one.record --commitment {published}" in page
        assert str(len(table.match.history)) in page
        assert str(proof.draws) in page


def test_another_seed_than_the_published_one_fails_the_check() -> None:
    table, other = played_out(table_of()), table_of(SEED + 1)
    table.__dict__["commitment"] = other.commitment
    shown = shuffle_of(table)
    assert shown.proof is None
    assert "the commitment to this match's seed and setup is " in shown.fault
    assert 'class="verdict bad"' in page_of(table)


def test_a_table_from_a_record_has_no_commitment() -> None:
    record = played_out(table_of()).match.record()
    page = page_of(table_of(origin=record))
    assert "there is no commitment" in page
    assert 'id="commitment"' not in page
