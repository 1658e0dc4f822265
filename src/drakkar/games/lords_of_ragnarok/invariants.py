"""Invariants of every state of every match; a broken one raises an AssertionError."""

from collections import Counter

from drakkar.core.flow import NO_CARD, NOBODY
from drakkar.core.piles import Deck
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.board import GODS, NO_SEA, NOWHERE, REALMS, RUNES
from drakkar.games.lords_of_ragnarok.card import ARTIFACTS, CARDS, MONSTER_FACTS, artifact_card
from drakkar.games.lords_of_ragnarok.choices import MOST_WOUNDS
from drakkar.games.lords_of_ragnarok.components import ARMIES, NO_MONSTER, NO_RUNE, all_decks
from drakkar.games.lords_of_ragnarok.game_data import track
from drakkar.games.lords_of_ragnarok.pieces.figures import players_in
from drakkar.games.lords_of_ragnarok.pieces.player_pools import priests_in_supply, supply
from drakkar.games.lords_of_ragnarok.redeal import event_in_hand
from drakkar.games.lords_of_ragnarok.state import (
    ATTRIBUTES,
    CHOOSING,
    HIGHEST,
    LAST_LEVEL,
    LOWEST,
    NO_ACTION,
    NO_ARMY,
    NO_VICTORY,
    OUT_OF_THE_GAME,
    RINGS,
    SLAYERS,
    SPECIAL,
    VICTORY_NAMES,
    WHEEL,
    State,
)
from drakkar.games.lords_of_ragnarok.turn.prayer import priests_on


def check(s: State) -> None:
    """Check all invariants."""
    check_ranges(s)
    check_places(s)
    check_pieces(s)
    check_monsters(s)
    check_board(s)
    check_cards(s)
    check_end(s)


def check_ranges(s: State) -> None:
    """Every number is in its range."""
    seats, cards = range(NOBODY, s.seats), range(NO_CARD, len(CARDS))
    assert CHOOSING <= s.stage <= SPECIAL, "no such stage"
    assert NO_ACTION <= s.action <= WHEEL, "no such action"
    assert NO_ARMY <= s.lifted < s.seats * ARMIES, "no such Army is lifted"
    battle, hunt, ragnarok = s.battle, s.hunt, s.ragnarok
    named = (s.first_chooser, s.first_player, s.turn, battle.attacker, battle.defender, battle.winner)
    assert all(seat in seats for seat in (*named, battle.next_seat, hunt.hunter, hunt.side)), "no such seat"
    assert all(seat in seats for seat in (*s.regions.control, *s.regions.arrived, ragnarok.builder)), "no such seat"
    assert all(card in cards for card in (*s.heroes, *s.stories, hunt.attack)), "no such card"
    assert NOBODY <= ragnarok.last_turns <= s.seats + 1, "so many turns are not left"
    assert all(flag in (0, 1) for flag in (*s.injured, *s.charged, *ragnarok.turned)), "neither yes nor no"
    assert all(0 <= allies < 1 << s.seats for allies in s.alliances[:REALMS]), "no such ally"
    check_counts(s)
    for zone in (s.hand, s.known, s.gifts, s.acting, s.played, s.offered, s.attack_hand):
        for owner, size in enumerate(zone.sizes):
            assert 0 <= size <= zone.room, "no room for so many cards"
            assert all(0 <= card < len(CARDS) for card in zone.of(owner)), "no such card"


def check_counts(s: State) -> None:
    """No count is negative, and every number names something that exists."""
    battle, hunt, monsters = s.battle, s.hunt, s.monsters
    counted = (battle.owed, battle.defeat, battle.passed, hunt.defence, hunt.cards, hunt.more, hunt.wounds, s.steps)
    assert min(*counted, *s.sent, *s.slayers, *s.activated, s.track_left) >= 0, "less than nothing"
    assert battle.passed < 1 << s.seats, "no such seat has passed"
    assert NO_MONSTER <= hunt.monster < len(MONSTER_FACTS), "no such Monster is hunted"
    assert NOWHERE <= battle.region <= s.board.count, "no such Region"
    assert all(NOBODY <= seat < s.seats for seat in (*monsters.rings, *monsters.slain_by, *monsters.wounds)), "no seat"
    assert all(0 <= size <= s.seats for size in s.wheel_sizes), "no room for so many markers"
    assert all(NO_RUNE <= kind < RUNES for kind in s.regions.forge_kinds), "no such Rune"


def check_places(s: State) -> None:
    """LR-3.1, LR-4.4: everything is on this side of the board; players share a Region only until their battle."""
    on_board = s.board.all
    for army in range(s.seats * ARMIES):
        region = s.armies[army]
        assert region == NOWHERE or on_board >> region & 1, "an Army outside"
        assert (s.values[army] == 0) == (region == NOWHERE), "an Army has a value on the board alone"
        assert 0 <= s.values[army] <= HIGHEST, "no such value"
    for seat in range(s.seats):
        assert s.hero_places[seat] == NOWHERE or on_board >> s.hero_places[seat] & 1, "a Hero outside"
        assert s.drakkars[seat] == NO_SEA or s.board.seas >> s.drakkars[seat] & 1, "a Drakkar outside"
    for region in range(1, s.board.count + 1):
        players = players_in(s, region)
        if players & (players - 1) and not s.flow.over:
            assert s.regions.arrived[region] != NOBODY, "two players share a Region that nobody has come into"


def check_pieces(s: State) -> None:
    """LR-2.5, LR-2.9: no supply is exceeded."""
    for rune in range(RUNES):
        assert supply(s, rune) >= 0, "a Rune too many"
    for seat in range(s.seats):
        assert s.priests[seat] >= 0, "a Priest too few"
        assert priests_in_supply(s, seat) >= 0, "a Priest too many"
        assert sum(ring == seat for ring in s.monsters.rings) <= RINGS, "a ring too many"
        fields = s.fields[seat * ATTRIBUTES : (seat + 1) * ATTRIBUTES]
        assert all(LOWEST <= field <= HIGHEST for field in fields), "an Attribute off its track"
        assert all(s.runes[seat * RUNES + rune] >= 0 for rune in range(RUNES)), "a Rune too few"
    assert sum(s.slayers) <= SLAYERS, "a Slayer token too many"
    for god in range(GODS):
        assert 0 <= s.levels[god] <= LAST_LEVEL, "no such level"
        assert priests_on(s, god) <= s.rulings.priest_slots, "a Priest without a slot"


def check_monsters(s: State) -> None:
    """LR-17.20, LR-18.28: slain Monsters are off the board, without rings and Wounds."""
    monsters = s.monsters
    for monster, facts in enumerate(MONSTER_FACTS):
        place, first = monsters.places[monster], monster * MOST_WOUNDS
        assert place == NOWHERE or s.board.all >> place & 1, "a Monster outside"
        if monsters.slain_by[monster] != NOBODY and not s.flow.over:
            assert place == NOWHERE, "a slain Monster on the board"
            assert monsters.rings[monster] == NOBODY, "a ring on a slain Monster"
        beyond = monsters.wounds[first + facts.spaces : first + MOST_WOUNDS]
        assert all(marker == NOBODY for marker in beyond), "a Wound where no space is"


def check_board(s: State) -> None:
    """LR-6.3, LR-14.2, LR-20.1: Temples are on Shrines, and each player has at most one marker on an action."""
    temples = [region for region in range(len(s.regions.temples)) if s.regions.temples[region]]
    assert len(temples) == int(track(s.seats, s.rulings.gift_spaces)["spaces"]) - s.track_left, "a Temple too many"
    assert all(s.board.shrines >> region & 1 for region in temples), "a Temple without a Shrine"
    for action in range(WHEEL):
        start = action * s.seats
        markers = list(s.wheel[start : start + s.wheel_sizes[action]])
        assert all(0 <= marker < s.seats for marker in markers), "a marker of nobody"
        assert len(set(markers)) == len(markers), "two markers of one player"


def check_cards(s: State) -> None:
    """LR-24.1, LR-24.2: every card is in one place, and everything a player owns is in force."""
    whole = all_decks(s.seats)
    hands = [card for owner in range(s.seats) for card in (*s.hand.of(owner), *s.played.of(owner))]
    attacks = [*s.attack_hand.of(0), *([] if s.hunt.attack == NO_CARD else [s.hunt.attack])]
    gifts = [card for owner in range(s.seats) for card in s.gifts.of(owner)]
    laid_out = [] if s.stage == CHOOSING else list(s.offered.of(0))
    check_deck(s.decks.combat, whole.combat, hands)
    check_deck(s.decks.attack, whole.attack, attacks)
    check_deck(s.decks.gift, whole.gift, gifts + laid_out)
    check_deck(s.decks.event, whole.event, event_in_hand(s))
    for seat in range(s.seats):
        assert Counter(s.known.of(seat)) <= Counter(s.hand.of(seat)), "a card is known that is not held"
        has = [*s.gifts.of(seat)]
        has += [artifact_card(at) for at in range(ARTIFACTS) if s.artifacts[at] == seat and s.charged[at]]
        has += [s.heroes[seat]] if s.stage != CHOOSING else []
        assert Counter(has) <= Counter(s.acting.of(seat)), "a card that ought to act does not"
    assert all(OUT_OF_THE_GAME <= holder < s.seats for holder in s.artifacts), "no such holder"


def check_deck(deck: Deck, whole: Deck, elsewhere: list[int]) -> None:
    """Deck, discards and cards in play are complete."""
    top = [] if deck.top == NO_CARD else [deck.top]
    there = [*deck.cards[: deck.left], *top, *deck.under[: deck.buried], *deck.discarded(), *elsewhere]
    assert Counter(there) == Counter(whole.cards), "a card too many or too few"


def check_end(s: State) -> None:
    """LR-1.1, LR-1.6: the match is over when there is a winner, and there is only one."""
    assert s.flow.over == (s.winners != 0), "over without a winner, or a winner before the end"
    assert s.winners & (s.winners - 1) == 0, "two winners"
    assert (s.victory == NO_VICTORY) == (s.winners == 0), "a victory of nobody"
    assert NO_VICTORY <= s.victory < len(VICTORY_NAMES), "no such victory"
