"""Lords of Ragnarok in words; that its catalogues are whole is tested for all games together."""

import pytest

from drakkar.core.game import find
from drakkar.text import LANGUAGES, words
from tests.lords_of_ragnarok.worlds import random_moments

TITLE = "lords_of_ragnarok"


def test_printed_names_are_the_rulebooks_polish_terms() -> None:
    polish = words("pl", TITLE)
    assert polish.name("attribute", "Authority") == "Posłuch"
    assert polish.name("action", "usurp") == "Uzurpacja"
    assert polish.name("card", "Shieldmaidens") == "Tarczowniczki"


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_matches_can_be_told_in_every_language(language: str) -> None:
    said, game = words(language, TITLE), find(TITLE)
    told = set[str]()
    for moment, seat, _ in random_moments(3, 8, 0.1):
        view = moment.view(seat)
        told |= {said.prompt(prompt) for prompt in view.owed.values()}
        told |= {said.choice(choice) for choice in view.options}
        told |= {said.preview(view.preview(choice)) for choice in view.options[:3]}
        told |= set(game.text_board(view.to_json()["table"], False, 100, said).values())
        told |= {said.event(event) for event in moment.events(seat)[-20:]}
    assert len(told) > 100
    assert not [text for text in told if "{" in text or "}" in text]
