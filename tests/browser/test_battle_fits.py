"""A battle of many clans: every revealed card can be read, and nothing covers it."""

import pytest
from playwright.sync_api import Browser

import drakkar
from drakkar.core.hosting import prompts
from drakkar.core.match import Match
from drakkar.server.web.frames import page_renderer
from drakkar.server.web.panels import PageContext
from drakkar.server.web.web_translator import web_translator
from drakkar.text import LANGUAGES
from tests.server.sample_documents import document, events
from tools import shots

CLANS = ("wolf", "raven", "serpent", "bear", "ram")
# Long texts and long names; a quest has a text too.
CARDS = ("Thor's Ascension", "Heimdall's Gaze", "Thor's Oath", "Jotunheim!", "Loki's Trickery")
# Cards with overflowing or covered text.
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


def battle(clans: int, cards: tuple[str, ...] = CARDS) -> tuple[Match, int]:
    """All clans have revealed a card in Yggdrasil and the first decides on another; with the event count before."""
    lines = [f'game = "blood_rage"\nsides = {list(CLANS[:clans])}\nturn = "wolf"\nage = 3'.replace("'", '"')]
    for clan, card in zip(CLANS[:clans], cards, strict=False):
        lines.append(f'{clan}.rage = 3\n{clan}.hand = ["{card}"]')
    lines.append('wolf.quests = ["Alfheim!"]')  # a row below the hand
    figures = ", ".join(f'{clan} = "leader, warrior"' for clan in CLANS[:clans])
    match = drakkar.set_up("\n".join([*lines, "[figures]", f"Yggdrasil = {{ {figures} }}"]))
    match.play(0, "pillage Yggdrasil")
    since = 0
    while (asked := prompts(match)) and "late" not in {prompt.code for prompt in asked.values()}:
        since = len(match.events(None))
        seat, prompt = next(iter(asked.items()))
        match.play(seat, f"card {cards[seat]}" if prompt.code == "card" else "decline")
    assert asked
    return match, since


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("clans", [3, 5])
def test_every_revealed_card_can_be_read(chromium: Browser, clans: int, language: str) -> None:
    match, since = battle(clans)
    words, make, seat = web_translator(language, "blood_rage"), page_renderer("blood_rage"), next(iter(prompts(match)))
    asked = shots.table(make, words, match, seat, PageContext(), language)
    pages = {"asked": asked}
    beats = make.panels.beats(document(match, None, [""] * clans), events(match, None), since, words)
    pages |= {f"beat{number}": shots.on_stage(asked, beat.html) for number, beat in enumerate(beats) if beat.html}
    assert len(pages) > 1
    faults = []
    with shots.looking(chromium, pages, "dark", shots.SIZES["wide"]) as page:
        for name in pages:
            page.goto(name)
            assert page.locator(".revc .card:visible").count() == clans
            faults += [f"{name}: {fault}" for fault in (*page.evaluate(UNREADABLE), *page.evaluate(shots.MEASURE))]
    assert faults == []


# Two clans' cards with long texts, and effects that fill the space above them.
TWO = ("Odin's Smite", "Thor's Ascension")
# A turn with five actions, none of which can be left out.
TURN = """
game = "blood_rage"
sides = ["wolf", "raven"]
turn = "wolf"
wolf.rage = 6
wolf.hand = ["Troll", "Manheim!"]
raven.rage = 3
[figures]
Gimle = { wolf = "leader, 2 warriors" }
"""
# Revealed cards whose text is shortened, missing or out of reach, even after scrolling to them.
SHORTENED = """() => [...document.querySelectorAll(':is(#p-stage, #p-battle) .revc .card')].flatMap((card) => {
  if (!card.checkVisibility()) return [];
  card.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const texts = [...card.querySelectorAll('.txt')].filter((one) => one.getBoundingClientRect().height);
  const cut = texts.some((one) => one.scrollHeight > one.clientHeight + 1);
  const { bottom } = card.getBoundingClientRect(), panel = card.closest('.panel').getBoundingClientRect();
  const low = Math.max(...texts.map((one) => one.getBoundingClientRect().bottom));
  const isWhole = texts.length && !cut && low <= bottom && bottom <= panel.bottom;
  return isWhole ? [] : [card.querySelector('.name').textContent];
})"""


@pytest.mark.parametrize("language", ["en", "es"])
def test_on_a_phone_the_cards_of_two_clans_are_whole_while_their_battle_is_shown(
    chromium: Browser, language: str
) -> None:
    match, _ = battle(2, TWO)
    words, make, seat = web_translator(language, "blood_rage"), page_renderer("blood_rage"), next(iter(prompts(match)))
    asked = shots.table(make, words, match, seat, PageContext(), language)
    beats = make.panels.beats(document(match, None, ["", ""]), events(match, None), 0, words)
    told = [beat for beat in beats if beat.html]
    pages = {f"beat{number}": shots.on_stage(asked, beat.html) for number, beat in enumerate(told)}
    # The next question may already be that of a turn, with all five actions.
    turn = shots.table(words=words, make=make, match=drakkar.set_up(TURN), seat=0, look=PageContext(), lang=language)
    pages |= {f"turn-{name}": shots.on_stage(turn, beat.html) for name, beat in zip(list(pages), told, strict=True)}
    faults = []
    with shots.looking(chromium, pages, "dark", shots.SIZES["phone"]) as page:
        seen = 0
        for name in pages:
            page.goto(name)
            seen += page.locator("#p-stage .revc .card:visible").count()
            faults += [f"{name}: {fault}" for fault in (*page.evaluate(UNREADABLE), *page.evaluate(SHORTENED))]
    assert seen
    assert faults == []


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("clans", [3, 5])
def test_on_a_phone_the_cards_of_many_clans_can_be_read_whole(chromium: Browser, clans: int, language: str) -> None:
    match, since = battle(clans)
    words, make, seat = web_translator(language, "blood_rage"), page_renderer("blood_rage"), next(iter(prompts(match)))
    asked = shots.table(make, words, match, seat, PageContext(), language)
    beats = make.panels.beats(document(match, None, [""] * clans), events(match, None), since, words)
    pages = {"asked": asked}
    pages |= {f"beat{number}": shots.on_stage(asked, beat.html) for number, beat in enumerate(beats) if beat.html}
    with shots.looking(chromium, pages, "light", shots.SIZES["phone"]) as page:
        for name in pages:
            page.goto(name)
            assert page.locator(".revc .card:visible").count() == clans
            assert page.evaluate(SHORTENED) == [], name
