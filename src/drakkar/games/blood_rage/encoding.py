"""A view of Blood Rage as bytes. docs/research.md lists every field; the list is generated from these lines."""

from typing import Final

from drakkar.core.encoding import Encoding, Layout, Sheet
from drakkar.core.piles import Zone
from drakkar.core.vectors import Vec, row
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage import ages, march, pillage
from drakkar.games.blood_rage.board import BOARD_PLACES, PLACES, PROVINCES
from drakkar.games.blood_rage.card import CARDS, CLAN, FIRST_SLOT, MONSTER, MONSTER_CARDS, QUEST
from drakkar.games.blood_rage.cards import decks
from drakkar.games.blood_rage.choices import FIGURE_WORDS
from drakkar.games.blood_rage.memory import AGE_OVER, SHOWN, TAKEN_UP, WHATS
from drakkar.games.blood_rage.memory import MOST_SEATS as SEAT_NUMBERS
from drakkar.games.blood_rage.rulings import CLAN_NAMES, RULING_FLAGS
from drakkar.games.blood_rage.state import (
    DEAL,
    DISCARD,
    GODS_GIFTS,
    NO_CARD,
    NOBODY,
    PHASE_NAMES,
    PICKS,
    QUESTS,
    SLOTS,
    STATS,
    State,
    rules,
)

VERSION: Final = 3

# Imported so that all questions and cards are registered before they are counted.
LOADED = (ages, march, pillage, decks)

MOST_SEATS: Final[int] = len(CLAN_NAMES)
CARD_COUNT: Final[int] = len(CARDS)
MONSTERS: Final[int] = len(MONSTER_CARDS)
FIGURES: Final[int] = len(FIGURE_WORDS.full)
QUESTIONS: Final[int] = len(rules.questions) - 1
AGES: Final[int] = 3
TOKEN_KINDS: Final[int] = 5
# Together these bytes hold more Glory than a position allows.
GLORY_BYTES: Final = 4
# More copies of a card than a pack has.
TOOK: Final = 8

TABLE: Final = Layout()
SEATS_AT: Final = TABLE.add("seats", 1, "the number of clans at the table")
AGE_AT: Final = TABLE.add("age", AGES, "a 1 at the Age, in order")
PHASE_AT: Final = TABLE.add("phase", len(PHASE_NAMES), f"a 1 at the phase: {', '.join(PHASE_NAMES)}")
FIRST_PLAYER_AT: Final = TABLE.add("first_player", MOST_SEATS, "a 1 at the seat with the First Player token")
TURN_AT: Final = TABLE.add("turn", MOST_SEATS, "a 1 at the seat whose turn it is")
RULINGS_AT: Final = TABLE.add_rulings(RULING_FLAGS)
TOKENS_AT: Final = TABLE.add(
    "tokens",
    PROVINCES * TOKEN_KINDS,
    "for each province a 1 at its pillage token: Rage, Axes, Horns, five Glory, all three stats",
)
PILLAGED_AT: Final = TABLE.add("pillaged", PROVINCES, "for each province 1 if it has been pillaged in this Age")
DESTROYED_AT: Final = TABLE.add("destroyed", PROVINCES, "for each province 1 if it is destroyed")
FALLS_AT: Final = TABLE.add("falls", PROVINCES, "for each province the Age in which Ragnarök destroys it; 0 if none")
MARCH_FROM_AT: Final = TABLE.add("march_from", BOARD_PLACES, "a 1 at the place that a march leaves")
MARCH_TO_AT: Final = TABLE.add("march_to", BOARD_PLACES, "a 1 at the place that it goes to")
MARCHED_AT: Final = TABLE.add("marched", 1, "the number of figures that have marched so far")
MONSTER_OWNER_AT: Final = TABLE.add(
    "monster_owner", MONSTERS * MOST_SEATS, "for each Monster a 1 at the seat it fights for"
)
MONSTER_PLACE_AT: Final = TABLE.add(
    "monster_place", MONSTERS * PLACES, "for each Monster a 1 at its place: provinces, fjords, reserve, Valhalla"
)
BATTLE_AT: Final = TABLE.add("battle", PROVINCES, "a 1 at the province being pillaged")
PILLAGER_AT: Final = TABLE.add("pillager", MOST_SEATS, "a 1 at the seat that pillages it")
WINNER_AT: Final = TABLE.add("winner", MOST_SEATS, "a 1 at the seat that has won the battle")
DECLINED_AT: Final = TABLE.add("declined", 1, "how many seats in a row have declined to join or to add a card")
REVEALED_AT: Final = TABLE.add("revealed", 1, "1 once the battle cards are face up")
HAND_AT: Final = TABLE.add("hand", CARD_COUNT, "for each card how many the reader holds")
ASIDE_AT: Final = TABLE.add("aside", CARD_COUNT, "for each card how many the reader has picked in this draft")
KEEPING_AT: Final = TABLE.add("keeping", CARD_COUNT, "a 1 at the card that the reader keeps for the next Age")
PACK_AT: Final = TABLE.add("pack", CARD_COUNT, "for each card how many the reader can pick from")
PASSED_ON_AT: Final = TABLE.add(
    "passed_on", CARD_COUNT, "for each card how many the reader has seen in the packs of this Age and not taken"
)
PACKS_AT: Final = TABLE.add(
    "packs",
    PICKS * CARD_COUNT,
    "for each round of this Age's draft, in order, the pack that the reader held: for each card how many it passed on,"
    f" plus {TOOK} for each that it took; packs of {DEAL} kept whole are round 1",
)
DISCARDS_AT: Final = TABLE.add("discards", CARD_COUNT, "for each card how many are in the discard pile")

SEAT: Final = Layout()
PRESENT_AT: Final = SEAT.add("present", 1, "1 if the seat is taken")
CLAN_AT: Final = SEAT.add("clan", MOST_SEATS, f"a 1 at the clan: {', '.join(CLAN_NAMES)}")
GLORY_AT: Final = SEAT.add("glory", GLORY_BYTES, "its Glory is the sum: each byte is full before the next is used")
RAGE_AT: Final = SEAT.add("rage", 1, "its Rage")
STEPS_AT: Final = SEAT.add("steps", STATS, "its step on the Rage, Axes and Horns tracks, from 1")
HAS_PASSED_AT: Final = SEAT.add("passed", 1, "1 if it has no more turns in this Age")
QUESTION_AT: Final = SEAT.add("question", QUESTIONS, "a 1 at the question it must answer, as numbered below")
ABOUT_AT: Final = SEAT.add("about", 1, "what the question is about (a place, a figure, a stat, a number), plus 1")
ON_BOARD_AT: Final = SEAT.add("on_board", 1, "how many of its figures count against its Horns")
HAND_SIZE_AT: Final = SEAT.add("hand_size", 1, "how many cards it holds")
ASIDE_SIZE_AT: Final = SEAT.add("aside_size", 1, "how many cards it has picked in this draft")
QUEST_COUNT_AT: Final = SEAT.add("quest_count", 1, "how many quests it is committed to")
PLAYED_COUNT_AT: Final = SEAT.add("played_count", 1, "how many cards it has played in this battle")
WARRIORS_AT: Final = SEAT.add("warriors", PLACES, "for each place how many of its Warriors are there")
LEADER_AT: Final = SEAT.add("leader", PLACES, "a 1 at the place of its Leader")
SHIP_AT: Final = SEAT.add("ship", PLACES, "a 1 at the place of its Ship")
UPGRADES_AT: Final = SEAT.add(
    "upgrades", CARD_COUNT, "for each card the slots of its kind that it is in: 1, 2 and 4, added up"
)
KNOWN_AT: Final = SEAT.add("known", CARD_COUNT, "for each card how many of its hidden cards are known to all")
QUESTS_AT: Final = SEAT.add("quests", CARD_COUNT, "for each quest how often it is committed, if the reader knows")
PLAYED_AT: Final = SEAT.add("played", CARD_COUNT, "for each card how many it has played, if the reader knows")
ACTING_AT: Final = SEAT.add("acting", CARD_COUNT, "for each card how many act for it in this battle")
FIGHTS_AT: Final = SEAT.add("fights", 1, "1 if it takes part in the battle")
QUEST_VALUE_AT: Final = SEAT.add("quest_value", 1, "the value of the quest it has shown in this battle")
SURVIVOR_AT: Final = SEAT.add("survivor", FIGURES, "a 1 at the figure it has named to survive the battle")
LOSSES_AT: Final = SEAT.add("losses", 1, "how many of its figures the battle has destroyed")

# What a seat hides from the reader. Quests are counted among quests, in the order of their numbers.
QUEST_CARDS: Final = tuple(number for number, card in enumerate(CARDS) if card.kind == QUEST)
HIDDEN: Final = Layout()
HELD_AT: Final = HIDDEN.add("held", CARD_COUNT, "1 for each card in its hand or picked in this draft")
COMMITTED_AT: Final = HIDDEN.add(
    "committed",
    len(QUEST_CARDS),
    "for each quest, in the order of the cards, 1 if it is committed, until all are shown",
)
FACE_DOWN_AT: Final = HIDDEN.add("face_down", CARD_COUNT, "1 for each card that it has played face down in the battle")


# The card of each byte of these fields.
HIDDEN_CARDS: Final = (*range(CARD_COUNT), *QUEST_CARDS, *range(CARD_COUNT))
# By card: its place among the quests; 0 for others.
QUEST_RANKS: Final[Vec] = row(QUEST_CARDS.index(card) if card in QUEST_CARDS else 0 for card in range(CARD_COUNT))
ALL_RANKS: Final[Vec] = row(range(CARD_COUNT))


class BloodRageEncoding(Encoding[State]):
    """Everything in the view that matters for decisions; numbers as they are, kinds one-hot."""

    def __init__(self) -> None:
        super().__init__(VERSION, TABLE, SEAT, MOST_SEATS, HIDDEN, HIDDEN_CARDS)

    def write(self, s: State, seat: int, sheet: Sheet) -> None:
        """Write the shared fields, then the reader's private ones, then the fields of each seat."""
        write_table(s, seat, sheet)
        write_provinces(s, sheet)
        write_monsters(s, seat, sheet)
        write_battle(s, seat, sheet)
        write_own_cards(s, seat, sheet)
        for turn in range(s.seats):
            write_seat(s, seat, (seat + turn) % s.seats, TABLE.size + turn * SEAT.size, sheet)
        write_known(s, seat, sheet)

    def write_hidden(self, s: State, seat: int, sheet: Sheet) -> None:
        """Hands, picks, committed quests and cards played face down of the other seats."""
        for turn in range(1, s.seats):
            other, at = (seat + turn) % s.seats, (turn - 1) * HIDDEN.size
            mark_cards(s.hand, other, at + HELD_AT, ALL_RANKS, sheet)
            mark_cards(s.aside, other, at + HELD_AT, ALL_RANKS, sheet)
            if s.phase != QUESTS:
                mark_cards(s.quests, other, at + COMMITTED_AT, QUEST_RANKS, sheet)
            if not s.battle.revealed:
                mark_cards(s.played, other, at + FACE_DOWN_AT, ALL_RANKS, sheet)


def seen_from(s: State, seat: int, other: int) -> int:
    """How many seats to the left of the reader a seat is; NOBODY stays NOBODY."""
    return NOBODY if other == NOBODY else (other - seat) % s.seats


def write_table(s: State, seat: int, sheet: Sheet) -> None:
    """Age, phase, turn, rulings and the current march."""
    sheet.put(SEATS_AT, s.seats)
    sheet.mark(AGE_AT, s.age - 1)
    sheet.mark(PHASE_AT, s.phase)
    sheet.mark(FIRST_PLAYER_AT, seen_from(s, seat, s.first_player))
    sheet.mark(TURN_AT, seen_from(s, seat, s.turn))
    sheet.lay(RULINGS_AT, s.rulings.unusual, 0, len(s.rulings.unusual))
    sheet.mark(MARCH_FROM_AT, s.march_origin)
    sheet.mark(MARCH_TO_AT, s.march_target)
    sheet.put(MARCHED_AT, s.marched)


def write_provinces(s: State, sheet: Sheet) -> None:
    """Pillage tokens, destroyed provinces and the provinces that will fall."""
    for province in range(PROVINCES):
        sheet.put(TOKENS_AT + province * TOKEN_KINDS + s.tokens[province], 1)
    sheet.lay(PILLAGED_AT, s.pillaged, 0, PROVINCES)
    sheet.lay(DESTROYED_AT, s.destroyed, 0, PROVINCES)
    for age in range(AGES):
        sheet.put(FALLS_AT + s.ragnarok[age], age + 1)


def write_monsters(s: State, seat: int, sheet: Sheet) -> None:
    """Owner and place of each Monster."""
    for monster in range(MONSTERS):
        if s.monster_owners[monster] != NOBODY:
            owner = seen_from(s, seat, s.monster_owners[monster])
            sheet.put(MONSTER_OWNER_AT + monster * MOST_SEATS + owner, 1)
            sheet.mark(MONSTER_PLACE_AT + monster * PLACES, s.monster_places[monster])


def write_battle(s: State, seat: int, sheet: Sheet) -> None:
    """The current pillage."""
    battle = s.battle
    sheet.mark(BATTLE_AT, battle.province)
    sheet.mark(PILLAGER_AT, seen_from(s, seat, battle.pillager))
    sheet.mark(WINNER_AT, seen_from(s, seat, battle.winner))
    sheet.put(DECLINED_AT, battle.declined)
    sheet.put(REVEALED_AT, int(battle.revealed))


def write_own_cards(s: State, seat: int, sheet: Sheet) -> None:
    """The reader's hand, picks, kept card and packs, and the public discards."""
    count_cards(s.hand, seat, HAND_AT, sheet)
    count_cards(s.aside, seat, ASIDE_AT, sheet)
    sheet.mark(KEEPING_AT, s.keeping[seat])
    if s.draft.packs:
        write_packs(s, seat, sheet)
    sheet.lay(DISCARDS_AT, s.discards, 0, CARD_COUNT)


def count_cards(zone: Zone, owner: int, at: int, sheet: Sheet) -> None:
    """Count the cards of a pile that the reader may see."""
    first = owner * zone.room
    for place in range(first, first + zone.sizes[owner]):
        sheet.add(at + zone.cards[place], 1)


def mark_cards(zone: Zone, owner: int, at: int, ranks: Vec, sheet: Sheet) -> None:
    """Mark the cards of a hidden pile."""
    first = owner * zone.room
    for place in range(first, first + zone.sizes[owner]):
        rank = ranks[zone.cards[place]]
        if not sheet.has(at + rank):
            sheet.mark(at, rank)


def write_packs(s: State, seat: int, sheet: Sheet) -> None:
    """The pack in front of the reader, the cards they passed on, and the packs they have held, round by round."""
    draft = s.draft
    drafting = s.phase == GODS_GIFTS
    for pack in range(draft.packs):
        turn = (seat - pack) % draft.packs
        if turn > draft.passes:
            continue
        is_here = drafting and draft.pack_at(seat) == pack
        for at in range(turn * draft.at_once, DEAL):
            card = draft.cards[pack * DEAL + at]
            is_taken = at < draft.taken[pack]
            if is_here and not is_taken:
                sheet.add(PACK_AT + card, 1)
            elif not is_taken or draft.taker(pack, at) != seat:
                sheet.add(PASSED_ON_AT + card, 1)
        while turn <= draft.passes:
            write_round(s, pack, turn, sheet)
            turn += draft.packs


def write_round(s: State, pack: int, turn: int, sheet: Sheet) -> None:
    """What the reader took from a pack in a round of the draft, and what they passed on."""
    draft = s.draft
    first = turn * draft.at_once
    taken = min(first + draft.at_once, draft.taken[pack])
    for at in range(first, DEAL):
        card = draft.cards[pack * DEAL + at]
        sheet.add(PACKS_AT + turn * CARD_COUNT + card, TOOK if at < taken else 1)


def write_seat(s: State, reader: int, seat: int, at: int, sheet: Sheet) -> None:
    """A seat's clan sheet, figures and cards."""
    sheet.put(at + PRESENT_AT, 1)
    sheet.mark(at + CLAN_AT, s.sides[seat])
    sheet.spread(at + GLORY_AT, GLORY_BYTES, s.glory[seat])
    sheet.put(at + RAGE_AT, s.rage[seat])
    sheet.lay(at + STEPS_AT, s.steps, seat * STATS, STATS)
    sheet.put(at + HAS_PASSED_AT, s.passed[seat])
    if s.flow.asked[seat]:
        sheet.put(at + QUESTION_AT + s.flow.asked[seat] - 1, 1)
        sheet.put(at + ABOUT_AT, s.flow.about[seat] + 1)
    sheet.put(at + ON_BOARD_AT, s.on_board[seat])
    sheet.put(at + HAND_SIZE_AT, s.hand.sizes[seat])
    sheet.put(at + ASIDE_SIZE_AT, s.aside.sizes[seat])
    sheet.put(at + QUEST_COUNT_AT, s.quests.sizes[seat])
    sheet.lay(at + WARRIORS_AT, s.warriors, seat * PLACES, PLACES)
    sheet.mark(at + LEADER_AT, s.leaders[seat])
    sheet.mark(at + SHIP_AT, s.ships[seat])
    write_upgrades(s, seat, at, sheet)
    if seat == reader or s.phase == QUESTS:
        count_cards(s.quests, seat, at + QUESTS_AT, sheet)
    if s.battle.province >= 0:
        write_fighter(s, reader, seat, at, sheet)


def write_upgrades(s: State, seat: int, at: int, sheet: Sheet) -> None:
    """The slot matters, because another card can replace the one in it."""
    for slot in range(SLOTS):
        card = s.upgrades[seat * SLOTS + slot]
        if card != NO_CARD:
            kind = CLAN if slot >= FIRST_SLOT[CLAN] else MONSTER if slot >= FIRST_SLOT[MONSTER] else NO_CARD
            which = 0 if kind == NO_CARD else slot - FIRST_SLOT[kind]
            sheet.add(at + UPGRADES_AT + card, 1 << which)


def write_fighter(s: State, reader: int, seat: int, at: int, sheet: Sheet) -> None:
    """A clan's part in the battle."""
    sheet.put(at + FIGHTS_AT, int(s.battle.has(seat)))
    sheet.put(at + PLAYED_COUNT_AT, s.played.sizes[seat])
    if seat == reader or s.battle.revealed:
        count_cards(s.played, seat, at + PLAYED_AT, sheet)
    count_cards(s.acting, seat, at + ACTING_AT, sheet)
    sheet.put(at + QUEST_VALUE_AT, s.battle.quest_values[seat])
    sheet.mark(at + SURVIVOR_AT, s.battle.kept[seat])
    sheet.put(at + LOSSES_AT, s.battle.losses[seat])


def write_known(s: State, reader: int, sheet: Sheet) -> None:
    """Cards that publicly went into hands in this Age and have not come out again: memory.py without the drafts."""
    if s.phase > DISCARD:
        return
    first: int = len(s.shown)
    while first > 0 and s.shown[first - 1] % WHATS != AGE_OVER:
        first -= 1
    for at in range(first, len(s.shown)):
        line: int = s.shown[at]
        what, seat, card = line % WHATS, line // WHATS % SEAT_NUMBERS, line // WHATS // SEAT_NUMBERS
        place = TABLE.size + seen_from(s, reader, seat) * SEAT.size + KNOWN_AT + card
        if what == TAKEN_UP:
            sheet.add(place, 1)
        elif what == SHOWN and sheet.has(place):
            sheet.add(place, -1)


ENCODING: Final = BloodRageEncoding()
