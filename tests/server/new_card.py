"""Play a card with a new verb, button by button: `test_new_card` runs this on a copy that has the card."""

import re

from drakkar.games.blood_rage.board import PROVINCES
from drakkar.server.web.panels import PageContext, renderer
from drakkar.server.web.web_translator import web_translator
from tests.blood_rage.scene import scene
from tests.server.sample_documents import document, events

BUTTON = re.compile(r'<(?:button|a) [^>]*?(?:data-choice|data-at)="([^"]*)"[^>]*>(.*?)</(?:button|a)>', re.DOTALL)


def main() -> None:
    """Choose the new action, a figure and a place by the page's buttons, and play the resulting choice."""
    s = scene("wolf raven", turn="wolf", rage={"wolf": 3, "raven": 3}, upgrades={"wolf": "Feast of the Gods"})
    seat = s.seat("wolf")
    own, words = document(s.match, seat, [""] * 2), web_translator("en", "blood_rage")

    def buttons(at: str) -> dict[str, str]:
        """The text of every button of the prompt, by its path or its choice."""
        html = renderer("blood_rage").private(own, events(s.match, seat), words, PageContext(at))["prompt"]
        return {target: " ".join(re.sub("<[^>]*>", " ", inside).split()) for target, inside in BUTTON.findall(html)}

    assert "Toast" in buttons("")["toast"]
    assert "Leader" in buttons("toast")["toast/leader"]
    places = {target: text for target, text in buttons("toast/leader").items() if target.startswith("toast leader ")}
    assert len(places) == PROVINCES
    assert "Gimle" in places["toast leader Gimle"]
    s.match.play(seat, "toast leader Gimle")
    assert s.match.view(seat).table["clans"][seat]["rage"] == 4
    print("played")


if __name__ == "__main__":
    main()
