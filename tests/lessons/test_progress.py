"""A learner's progress follows from the choices alone, and an undo goes back."""

from drakkar.core.match import Match, set_up
from drakkar.lessons.progress import current, done, wrong
from drakkar.lessons.replies import let_others_choose
from tests.lessons.small import small


def begun() -> Match:
    match = set_up(small().position)
    let_others_choose(small(), match)
    return match


def test_a_step_is_done_by_a_choice_that_it_allows() -> None:
    match = begun()
    assert done(small(), match) == 0
    match.play(0, "invade leader Horgr")
    assert done(small(), match) == 1


def test_the_others_reply_as_the_lesson_says() -> None:
    match = begun()
    match.play(0, "invade leader Horgr")
    let_others_choose(small(), match)
    assert match.history[-1].text.startswith("invade leader")


def test_an_undo_goes_back_a_step() -> None:
    match = begun()
    match.play(0, "invade leader Horgr")
    match.undo(0)
    assert done(small(), match) == 0


def test_a_wrong_choice_gets_its_answer() -> None:
    answer = wrong(small(), begun(), ("pass",))
    assert answer is not None
    assert [answer.text(language) for language in ("en", "pl", "es", "cs")] == ["Look.", "Patrz.", "Mira.", "Hleď."]


def test_in_a_group_each_choice_belongs_to_the_next_step() -> None:
    assert wrong(small(), begun(), ("invade leader Horgr", "invade ship F1")) is None
    assert wrong(small(), begun(), ("invade leader Horgr", "invade ship F2")) is not None


def test_after_the_last_step_nothing_is_wrong() -> None:
    match = begun()
    match.play(0, "invade leader Horgr")
    let_others_choose(small(), match)
    match.play(0, "invade ship F1")
    let_others_choose(small(), match)
    assert current(small(), match) is None
    assert wrong(small(), match, ("pass",)) is None
