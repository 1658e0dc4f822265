"""A battle of many clans: every revealed card can be read, and nothing lies over it."""

import pytest
from playwright.sync_api import Browser

import drakkar
from drakkar.core.match import Match
from drakkar.server.frames import frames
from drakkar.server.panels import Look
from drakkar.server.voice import voice
from drakkar.text import LANGUAGES
from tests.server.moments import document, events
from tools import shots

CLANS = ("wolf", "raven", "serpent", "bear", "ram")
# Long texts and long names; a quest has a text too.
CARDS = ("Thor's Ascension", "Heimdall's Gaze", "Thor's Oath", "Jotunheim!", "Loki's Trickery")
# Cards whose words do not end where the card does, or are covered.
UNREADABLE = """() => [...document.querySelectorAll('#p-stage .revc .card, #p-battle .revc .card')].flatMap((card) => {
  const box = card.getBoundingClientRect(), panel = card.closest('.panel').getBoundingClientRect();
  if (!box.width) return [];
  const words = [...card.querySelectorAll('.name, .val, .txt')];
  const low = Math.max(...words.map((one) => one.getBoundingClientRect().bottom));
  const end = Math.min(box.bottom, panel.bottom), name = card.querySelector('.name').textContent;
  const over = document.elementFromPoint(box.x + box.width - 12, end - 12);
  const cut = low > end + 1 ? [`${name} is cut: ${low} of ${end}`] : [];
  return card.contains(over) ? cut : [...cut, `${name} lies under ${over.id || over.className}`];
})"""


def battle(clans: int) -> tuple[Match, int]:
    """Everybody has revealed a card in Yggdrasil and the first is asked for another; what was told before that."""
    lines = [f'game = "blood_rage"\nclans = {list(CLANS[:clans])}\nturn = "wolf"\nage = 3'.replace("'", '"')]
    for clan, card in zip(CLANS[:clans], CARDS, strict=False):
        lines.append(f'{clan}.rage = 3\n{clan}.hand = ["{card}"]')
    lines.append('wolf.quests = ["Alfheim!"]')  # a row below the hand
    figures = ", ".join(f'{clan} = "leader, warrior"' for clan in CLANS[:clans])
    match = drakkar.set_up("\n".join([*lines, "[figures]", f"Yggdrasil = {{ {figures} }}"]))
    match.play(0, "pillage Yggdrasil")
    since = 0
    while (asked := match.prompts()) and "late" not in {prompt.code for prompt in asked.values()}:
        since = len(match.events(None))
        seat, prompt = next(iter(asked.items()))
        match.play(seat, f"card {CARDS[seat]}" if prompt.code == "card" else "decline")
    assert asked
    return match, since


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("clans", [3, 5])
def test_every_revealed_card_can_be_read(chromium: Browser, clans: int, language: str) -> None:
    match, since = battle(clans)
    words, make, seat = voice(language, "blood_rage"), frames("blood_rage"), next(iter(match.prompts()))
    asked = shots.table(make, words, match, seat, Look(), language)
    pages = {"asked": asked}
    beats = make.panels.beats(document(match, None, [""] * clans), events(match, None), since, words)
    pages |= {f"beat{number}": shots.on_stage(asked, beat.html) for number, beat in enumerate(beats)}
    assert len(pages) > 1
    faults = []
    with shots.looking(chromium, pages, "dark", shots.SIZES["wide"]) as page:
        for name in pages:
            page.goto(name)
            assert page.locator(".revc .card:visible").count() == clans
            faults += [f"{name}: {fault}" for fault in (*page.evaluate(UNREADABLE), *page.evaluate(shots.MEASURE))]
    assert faults == []
