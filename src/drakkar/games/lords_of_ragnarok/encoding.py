"""A view of Lords of Ragnarok as bytes. docs/research.md lists every field; the list is generated from these lines."""

from typing import Final

from drakkar.core.encoding import Encoding, Layout, Sheet
from drakkar.core.flow import NO_CARD, NOBODY
from drakkar.core.piles import Deck, Zone
from drakkar.core.vectors import Vec, row
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.battle import battle_strength
from drakkar.games.lords_of_ragnarok.board import GODS, REALMS, REGIONS, RUNES, SEAS
from drakkar.games.lords_of_ragnarok.card import (
    ARTIFACTS,
    ATTACK,
    CARDS,
    COMBAT,
    EVENT,
    FIRST_OF,
    GIFT,
    HERO,
    MONSTERS,
    STORY,
    of_kind,
)
from drakkar.games.lords_of_ragnarok.cards import texts
from drakkar.games.lords_of_ragnarok.choices import ACTION_NAMES, ATTRIBUTE_NAMES, MOST_WOUNDS
from drakkar.games.lords_of_ragnarok.components import ARMIES
from drakkar.games.lords_of_ragnarok.hunt import monsters_action
from drakkar.games.lords_of_ragnarok.monsters.event_cards import MONSTERS_OF_A_RUNE, event_in_progress
from drakkar.games.lords_of_ragnarok.rulings import CLAN_NAMES, RULING_FLAGS
from drakkar.games.lords_of_ragnarok.state import (
    ATTRIBUTES,
    CHOOSING,
    HIGHEST,
    MOST_SEATS,
    NO_ARMY,
    OUT_OF_THE_GAME,
    STAGE_NAMES,
    WHEEL,
    State,
    conditions_for,
    rules,
)
from drakkar.games.lords_of_ragnarok.turn import gifts, monster_runes, statue, usurp, wheel_actions

VERSION: Final = 1

# Imported so that all questions and cards are registered before they are counted.
LOADED = (gifts, monster_runes, monsters_action, statue, usurp, wheel_actions, *texts.FILES)

FEWEST_SEATS: Final = 2
QUESTIONS: Final[int] = len(rules.questions) - 1
# Region 1 has index 0.
LANDS: Final[int] = REGIONS - 1
ALL_MONSTERS: Final[int] = MONSTERS + 1
CONDITIONS: Final[int] = len(conditions_for(FEWEST_SEATS))
CARD_COUNT: Final[int] = len(CARDS)
COMBATS: Final[int] = len(of_kind(COMBAT))
ATTACKS: Final[int] = len(of_kind(ATTACK))
GIFTS: Final[int] = len(of_kind(GIFT))
HEROES: Final[int] = len(of_kind(HERO))
STORIES: Final[int] = len(of_kind(STORY))
EVENTS: Final[int] = len(of_kind(EVENT))
FIRST_ATTACK: Final[int] = FIRST_OF[ATTACK]
FIRST_GIFT: Final[int] = FIRST_OF[GIFT]
FIRST_HERO: Final[int] = FIRST_OF[HERO]
FIRST_STORY: Final[int] = FIRST_OF[STORY]
FIRST_EVENT: Final[int] = FIRST_OF[EVENT]
# The only pile of the zones that belong to no seat.
HERE: Final = 0
# How a question's sentence uses what it is about.
UNSAID: Final = 0
SAID: Final = 1
A_SEAT: Final = 2


def _says(sentence: str) -> int:
    if "{about" not in sentence:
        return UNSAID
    return A_SEAT if "{about:clan}" in sentence else SAID


# By question number.
ABOUT_SAID: Final[Vec] = row(UNSAID if one is None else _says(one.sentence.text) for one in rules.questions)

TABLE: Final = Layout()
SEATS_AT: Final = TABLE.add("seats", MOST_SEATS - 1, "a 1 at the number of players: 2, 3, 4; two use another board")
STAGE_AT: Final = TABLE.add("stage", len(STAGE_NAMES), f"a 1 at the stage: {', '.join(STAGE_NAMES)}")
TURN_AT: Final = TABLE.add("turn", MOST_SEATS, "a 1 at the seat whose turn it is")
FIRST_CHOOSER_AT: Final = TABLE.add("first_chooser", MOST_SEATS, "a 1 at the seat that chooses its Hero first")
FIRST_PLAYER_AT: Final = TABLE.add("first_player", MOST_SEATS, "a 1 at the seat of the first player")
RULINGS_AT: Final = TABLE.add_rulings(RULING_FLAGS)
ACTION_AT: Final = TABLE.add("action", WHEEL + 1, f"a 1 at the Special action: {', '.join(ACTION_NAMES)}")
PRAYED_AT: Final = TABLE.add("prayed", 1, "1 if a Priest has been sent in this stage")
FORGED_AT: Final = TABLE.add("forged", 1, "1 if a Rune has been forged in this stage")
MOVED_AT: Final = TABLE.add("steps", 1, "how far the Hero or Drakkar has gone, or how many Armies have been activated")
LIFTED_AT: Final = TABLE.add("lifted", LANDS, "a 1 at the Region of the Army that is activated or picked up")
LIFTED_VALUE_AT: Final = TABLE.add("lifted_value", 1, "the value of that Army")
ACTIVATED_AT: Final = TABLE.add(
    "activated", LANDS * HIGHEST, "for each Region and value of an Army how often Armies like it were activated"
)
TEMPLES_AT: Final = TABLE.add("temples", LANDS, "for each Region 1 if it has a Temple")
UNCOVERED_AT: Final = TABLE.add("uncovered", LANDS, "for each Region 1 if its population marker has been discarded")
FORGES_AT: Final = TABLE.add("forges", LANDS * RUNES, "for each Region a 1 at the kind of Rune of its Forge")
FORGE_RUNES_AT: Final = TABLE.add("forge_runes", LANDS, "for each Region 1 if a Rune lies on its Forge")
MONSTER_PLACE_AT: Final = TABLE.add("monster_place", ALL_MONSTERS * LANDS, "for each Monster a 1 at its Region")
RING_AT: Final = TABLE.add("ring", ALL_MONSTERS * MOST_SEATS, "for each Monster a 1 at the seat that controls it")
SLAIN_AT: Final = TABLE.add("slain", ALL_MONSTERS * MOST_SEATS, "for each Monster a 1 at the seat that has slain it")
WOUNDS_AT: Final = TABLE.add(
    "wounds",
    ALL_MONSTERS * MOST_WOUNDS * MOST_SEATS,
    "for each Wound space of each Monster a 1 at the seat covering it",
)
STACK_TOP_AT: Final = TABLE.add("stack_top", MONSTERS, "for each Monster 1 if it comes before the other of its Rune")
TURNED_AT: Final = TABLE.add("turned", CONDITIONS, "for each Ragnarok condition 1 if it is fulfilled")
BUILDER_AT: Final = TABLE.add("builder", MOST_SEATS, "a 1 at the seat that has brought Ragnarok")
LAST_TURNS_AT: Final = TABLE.add("last_turns", 1, "once Ragnarok has begun, how many turns are left, plus 1")
DUE_AT: Final = TABLE.add("due", 1, "1 if the next Build Statue brings Ragnarok")
TRACK_AT: Final = TABLE.add("track", 1, "the number of Temples left on the track")
LEVELS_AT: Final = TABLE.add("levels", GODS, "the level of each Statue")
OUT_AT: Final = TABLE.add("out", ARTIFACTS, "for each Artifact 1 if it is out of the game")
HAND_AT: Final = TABLE.add("hand", COMBATS, "for each Combat card how many the reader holds")
COMBAT_LEFT_AT: Final = TABLE.add("combat_left", 1, "how many Combat cards are in the deck")
COMBAT_THROWN_AT: Final = TABLE.add("combat_discards", COMBATS, "for each Combat card how many are discarded")
ATTACK_LEFT_AT: Final = TABLE.add("attack_left", 1, "how many Monster Attack cards are in the deck")
ATTACK_THROWN_AT: Final = TABLE.add("attack_discards", ATTACKS, "for each Monster Attack card how many are discarded")
GIFT_LEFT_AT: Final = TABLE.add("gift_left", 1, "how many Gifts are in the deck")
GIFT_THROWN_AT: Final = TABLE.add("gift_discards", GIFTS, "for each Gift 1 if it is discarded")
EVENT_LEFT_AT: Final = TABLE.add("event_left", 1, "how many Event cards are in the deck")
EVENT_THROWN_AT: Final = TABLE.add("event_discards", EVENTS, "for each Event card 1 if it is discarded")
EVENT_NOW_AT: Final = TABLE.add("event_now", EVENTS, "a 1 at the Event card that is being carried out")
ON_TOP_AT: Final = TABLE.add("on_top", 1, "1 if an Event card that was looked at lies on top of the deck")
EVENT_TOP_AT: Final = TABLE.add("event_top", EVENTS, "a 1 at that card, if the reader knows it")
BURIED_AT: Final = TABLE.add("buried", 1, "how many Event cards were put under the deck")
EVENT_UNDER_AT: Final = TABLE.add("event_under", EVENTS, "for each of them that the reader knows its place, from 1")
OFFERED_HEROES_AT: Final = TABLE.add("offered_heroes", HEROES, "for each Hero 1 if the reader can keep it")
OFFERED_STORIES_AT: Final = TABLE.add("offered_stories", STORIES, "for each Story 1 if the reader can keep it")
OFFERED_GIFTS_AT: Final = TABLE.add("offered_gifts", GIFTS, "for each Gift 1 if it is on offer")
BATTLE_AT: Final = TABLE.add("battle", LANDS, "a 1 at the Region of the battle")
ATTACKER_AT: Final = TABLE.add("attacker", MOST_SEATS, "a 1 at the attacker")
DEFENDER_AT: Final = TABLE.add("defender", MOST_SEATS, "a 1 at the defender")
NEXT_AT: Final = TABLE.add("next_to_play", MOST_SEATS, "a 1 at the seat that plays the next card, unless it has passed")
WINNER_AT: Final = TABLE.add("winner", MOST_SEATS, "a 1 at the seat that has won the battle")
OWED_AT: Final = TABLE.add("owed", 1, "how much value is still to be lost for casualty symbols")
DEFEAT_AT: Final = TABLE.add("defeat", 1, "how much value each Army of the loser loses for the defeat")
HUNTER_AT: Final = TABLE.add("hunter", MOST_SEATS, "a 1 at the hunter")
HUNTED_AT: Final = TABLE.add("hunted", ALL_MONSTERS, "a 1 at the hunted Monster")
SIDE_AT: Final = TABLE.add("side", MOST_SEATS, "a 1 at the seat that acts for the Monster")
ATTACK_AT: Final = TABLE.add("attack", ATTACKS, "a 1 at the Monster Attack card of this round")
ATTACK_HAND_SIZE_AT: Final = TABLE.add("attack_hand_size", 1, "how many Monster Attack cards that seat holds")
ATTACK_HAND_AT: Final = TABLE.add("attack_hand", ATTACKS, "for each of them how many, if the reader holds them")
DEFENCE_AT: Final = TABLE.add("defence", 1, "the value of the cards played against the attack")
DEFENCE_CARDS_AT: Final = TABLE.add("defence_cards", 1, "the number of those cards")
CANCELLED_AT: Final = TABLE.add("cancelled", 1, "1 if the text of the attack is cancelled")
MORE_AT: Final = TABLE.add("more", 1, "how many extra cards the Monster side draws")
DEALT_AT: Final = TABLE.add("wounds_dealt", 1, "how many Wounds the hunter has dealt in this Hero round")
HUNT_OVER_AT: Final = TABLE.add("hunt_over", 1, "1 if the Hunt fails once the current text is done")
WARDED_AT: Final = TABLE.add("warded", 1, "1 if the Injury being dealt is ignored")
AFTERMATH_AT: Final = TABLE.add("aftermath", 1, "1 if the Monster's card has more to do after the Hunt")
USED_AT: Final = TABLE.add("used", CARD_COUNT, "for each card 1 if it acts once in a Hunt and already has")

SEAT: Final = Layout()
PRESENT_AT: Final = SEAT.add("present", 1, "1 if the seat is taken")
CLAN_AT: Final = SEAT.add("clan", MOST_SEATS, f"a 1 at the colour: {', '.join(CLAN_NAMES)}")
QUESTION_AT: Final = SEAT.add("question", QUESTIONS, "a 1 at the question it must answer, as numbered below")
ABOUT_AT: Final = SEAT.add(
    "about", 1, "what its sentence is about (a Region, a Monster, a number; a seat counted from the reader), plus 1"
)
HERO_AT: Final = SEAT.add("hero", HEROES, "a 1 at its Hero")
STORY_AT: Final = SEAT.add("story", STORIES, "a 1 at its Story")
HERO_PLACE_AT: Final = SEAT.add("hero_place", LANDS, "a 1 at the Region of its Hero")
DRAKKAR_AT: Final = SEAT.add("drakkar", SEAS, "a 1 at the Sea of its Drakkar")
FIELDS_AT: Final = SEAT.add("fields", ATTRIBUTES, f"the fields of its Attributes: {', '.join(ATTRIBUTE_NAMES)}")
INJURED_AT: Final = SEAT.add("injured", ATTRIBUTES, "for each Attribute 1 if it is injured")
RUNES_AT: Final = SEAT.add("runes", RUNES, "for each kind how many Runes it has")
PRIESTS_AT: Final = SEAT.add("priests", 1, "how many Priests are in its pool")
SENT_AT: Final = SEAT.add("sent", GODS, "how many of its Priests are with each god")
SLAYERS_AT: Final = SEAT.add("slayers", 1, "how many Slayer tokens it has")
CONTROL_AT: Final = SEAT.add("control", LANDS, "for each Region 1 if the seat controls it")
ARRIVED_AT: Final = SEAT.add("arrived", LANDS, "for each Region 1 if its Armies arrived there in this stage")
ARMIES_AT: Final = SEAT.add("armies", LANDS * HIGHEST, "for each Region and value from 1 how many such Armies it has")
REALMS_AT: Final = SEAT.add("realms", REALMS, "for each Realm 1 if it is an ally")
WHEEL_AT: Final = SEAT.add("wheel", WHEEL, "for each action of the wheel the height of its marker there, from 1")
GIFTS_AT: Final = SEAT.add("gifts", GIFTS, "for each Gift 1 if the seat has it")
ARTIFACTS_AT: Final = SEAT.add("artifacts", ARTIFACTS, "for each Artifact 1 if the seat has it, 2 if it is charged")
HAND_SIZE_AT: Final = SEAT.add("hand_size", 1, "how many Combat cards it holds")
KNOWN_AT: Final = SEAT.add("known", COMBATS, "for each Combat card how many of its hand are known to all")
PLAYED_AT: Final = SEAT.add("played", COMBATS, "for each Combat card how many it has played in the battle or defence")
ACTING_AT: Final = SEAT.add("acting", COMBATS, "for each Combat card how many act for it in the battle")
HAS_PASSED_AT: Final = SEAT.add("passed", 1, "1 if it has passed in the battle")
BONUS_AT: Final = SEAT.add("bonus", 1, "the Battle Strength that texts have added")
STRENGTH_AT: Final = SEAT.add("strength", 1, "its Battle Strength so far")
SPARED_AT: Final = SEAT.add("spared", HIGHEST, "for each value how many of its Armies the defeat spares")
WON_AT: Final = SEAT.add("won", 1, "1 if it has won the match")

# What a seat hides from the reader.
HIDDEN: Final = Layout()
HELD_AT: Final = HIDDEN.add("held", COMBATS, "1 for each Combat card in its hand")
ATTACKS_HELD_AT: Final = HIDDEN.add(
    "attacks_held", ATTACKS, "1 for each Monster Attack card that it holds for the Monster"
)
# The card of each byte of these fields.
HIDDEN_CARDS: Final = (*range(COMBATS), *range(FIRST_ATTACK, FIRST_ATTACK + ATTACKS))


class LordsOfRagnarokEncoding(Encoding[State]):
    """Everything in the view that matters for decisions; numbers as they are, kinds one-hot."""

    def __init__(self) -> None:
        super().__init__(VERSION, TABLE, SEAT, MOST_SEATS, HIDDEN, HIDDEN_CARDS)

    def write(self, s: State, seat: int, sheet: Sheet) -> None:
        """Write the shared fields, then the reader's private ones, then the fields of each seat."""
        write_turn(s, seat, sheet)
        write_board(s, seat, sheet)
        write_monsters(s, seat, sheet)
        write_cards(s, seat, sheet)
        write_events(s, seat, sheet)
        write_offered(s, seat, sheet)
        if s.battle.attacker != NOBODY:
            write_battle(s, seat, sheet)
        if s.hunt.hunter != NOBODY:
            write_hunt(s, seat, sheet)
        for turn in range(s.seats):
            write_seat(s, seat, (seat + turn) % s.seats, TABLE.size + turn * SEAT.size, sheet)

    def write_hidden(self, s: State, seat: int, sheet: Sheet) -> None:
        """The Combat hands of the other seats, and the Attack cards of the seat that acts for a Monster."""
        for turn in range(1, s.seats):
            other, at = (seat + turn) % s.seats, (turn - 1) * HIDDEN.size
            mark_cards(s.hand, other, at + HELD_AT, sheet)
            if s.hunt.side == other:
                mark_cards(s.attack_hand, HERE, at + ATTACKS_HELD_AT - FIRST_ATTACK, sheet)


def seen_from(s: State, seat: int, other: int) -> int:
    """How many seats to the left of the reader a seat is; NOBODY stays NOBODY."""
    return NOBODY if other == NOBODY else (other - seat) % s.seats


def write_turn(s: State, seat: int, sheet: Sheet) -> None:
    """Stage, turn, rulings, and what has happened in this stage."""
    sheet.mark(SEATS_AT, s.seats - FEWEST_SEATS)
    sheet.mark(STAGE_AT, s.stage)
    sheet.mark(TURN_AT, seen_from(s, seat, s.turn))
    sheet.mark(FIRST_CHOOSER_AT, seen_from(s, seat, s.first_chooser))
    sheet.mark(FIRST_PLAYER_AT, seen_from(s, seat, s.first_player))
    sheet.lay(RULINGS_AT, s.rulings.unusual, 0, len(s.rulings.unusual))
    sheet.mark(ACTION_AT, s.action)
    sheet.put(PRAYED_AT, int(s.prayed))
    sheet.put(FORGED_AT, int(s.forged))
    sheet.put(MOVED_AT, s.steps)
    if s.lifted != NO_ARMY:
        sheet.mark(LIFTED_AT, s.armies[s.lifted] - 1)
        sheet.put(LIFTED_VALUE_AT, s.values[s.lifted])


def write_board(s: State, seat: int, sheet: Sheet) -> None:
    """Regions, Statues and Ragnarok."""
    regions, ragnarok = s.regions, s.ragnarok
    sheet.lay(TEMPLES_AT, regions.temples, 1, LANDS)
    sheet.lay(UNCOVERED_AT, regions.uncovered, 1, LANDS)
    sheet.lay(FORGE_RUNES_AT, regions.forge_runes, 1, LANDS)
    for region in range(1, REGIONS):
        kind = regions.forge_kinds[region]
        if kind >= 0:
            sheet.put(FORGES_AT + (region - 1) * RUNES + kind, 1)
    sheet.lay(TURNED_AT, ragnarok.turned, 0, CONDITIONS)
    sheet.mark(BUILDER_AT, seen_from(s, seat, ragnarok.builder))
    sheet.put(LAST_TURNS_AT, ragnarok.last_turns + 1)
    sheet.put(DUE_AT, int(ragnarok.due))
    sheet.put(TRACK_AT, s.track_left)
    sheet.lay(LEVELS_AT, s.levels, 0, GODS)


def write_monsters(s: State, seat: int, sheet: Sheet) -> None:
    """Each Monster's Region, ring, slayer and Wounds, and which of a Rune comes first."""
    monsters = s.monsters
    for monster in range(ALL_MONSTERS):
        sheet.mark(MONSTER_PLACE_AT + monster * LANDS, monsters.places[monster] - 1)
        sheet.mark(RING_AT + monster * MOST_SEATS, seen_from(s, seat, monsters.rings[monster]))
        sheet.mark(SLAIN_AT + monster * MOST_SEATS, seen_from(s, seat, monsters.slain_by[monster]))
    for space in range(ALL_MONSTERS * MOST_WOUNDS):
        sheet.mark(WOUNDS_AT + space * MOST_SEATS, seen_from(s, seat, monsters.wounds[space]))
    for rune in range(RUNES):
        sheet.put(STACK_TOP_AT + monsters.stacks[rune * MONSTERS_OF_A_RUNE], 1)


def write_cards(s: State, seat: int, sheet: Sheet) -> None:
    """The reader's hand, and the decks with their discard piles."""
    decks = s.decks
    count_cards(s.hand, seat, HAND_AT, COMBATS, sheet)
    write_deck(decks.combat, COMBAT_LEFT_AT, COMBAT_THROWN_AT, sheet)
    write_deck(decks.attack, ATTACK_LEFT_AT, ATTACK_THROWN_AT - FIRST_ATTACK, sheet)
    write_deck(decks.gift, GIFT_LEFT_AT, GIFT_THROWN_AT - FIRST_GIFT, sheet)
    write_deck(decks.event, EVENT_LEFT_AT, EVENT_THROWN_AT - FIRST_EVENT, sheet)
    for artifact in range(ARTIFACTS):
        if s.artifacts[artifact] == OUT_OF_THE_GAME:
            sheet.put(OUT_AT + artifact, 1)


def write_deck(deck: Deck, left_at: int, discards_at: int, sheet: Sheet) -> None:
    """The size of a deck, and its discards."""
    sheet.put(left_at, deck.size())
    for at in range(deck.thrown):
        sheet.add(discards_at + deck.discards[at], 1)


def count_cards(zone: Zone, owner: int, at: int, most: int, sheet: Sheet) -> None:
    """Count the cards of a pile with numbers below `most`."""
    first = owner * zone.room
    for place in range(first, first + zone.sizes[owner]):
        card = zone.cards[place]
        if card < most:
            sheet.add(at + card, 1)


def mark_cards(zone: Zone, owner: int, at: int, sheet: Sheet) -> None:
    """Mark the cards of a hidden pile; `at` is the place of card 0."""
    first = owner * zone.room
    for place in range(first, first + zone.sizes[owner]):
        if not sheet.has(at + zone.cards[place]):
            sheet.put(at + zone.cards[place], 1)


def write_events(s: State, seat: int, sheet: Sheet) -> None:
    """The Event in progress, and those that were looked at and put back (LR-24.4)."""
    deck, foreseen = s.decks.event, s.decks.foreseen
    sheet.mark(EVENT_NOW_AT - FIRST_EVENT, event_in_progress(s))
    if deck.top != NO_CARD:
        sheet.put(ON_TOP_AT, 1)
        if deck.top >= 0 and foreseen[deck.top] >> seat & 1:
            sheet.put(EVENT_TOP_AT - FIRST_EVENT + deck.top, 1)
    sheet.put(BURIED_AT, deck.buried)
    for at in range(deck.buried):
        card = deck.under[at]
        if card >= 0 and foreseen[card] >> seat & 1:
            sheet.put(EVENT_UNDER_AT - FIRST_EVENT + card, at + 1)


def write_offered(s: State, seat: int, sheet: Sheet) -> None:
    """Heroes and Stories for the seat that chooses; Gifts for all."""
    if s.stage == CHOOSING and s.turn != seat:
        return
    for card in s.offered.of(HERE):
        if card < FIRST_HERO:
            sheet.put(OFFERED_GIFTS_AT - FIRST_GIFT + card, 1)
        elif card < FIRST_STORY:
            sheet.put(OFFERED_HEROES_AT - FIRST_HERO + card, 1)
        else:
            sheet.put(OFFERED_STORIES_AT - FIRST_STORY + card, 1)


def write_battle(s: State, seat: int, sheet: Sheet) -> None:
    """The current battle; the fields of its two players are in their blocks."""
    battle = s.battle
    sheet.mark(BATTLE_AT, battle.region - 1)
    sheet.mark(ATTACKER_AT, seen_from(s, seat, battle.attacker))
    sheet.mark(DEFENDER_AT, seen_from(s, seat, battle.defender))
    sheet.mark(NEXT_AT, seen_from(s, seat, battle.next_seat))
    sheet.mark(WINNER_AT, seen_from(s, seat, battle.winner))
    sheet.put(OWED_AT, battle.owed)
    sheet.put(DEFEAT_AT, battle.defeat)


def write_hunt(s: State, seat: int, sheet: Sheet) -> None:
    """The current Hunt."""
    hunt = s.hunt
    sheet.mark(HUNTER_AT, seen_from(s, seat, hunt.hunter))
    sheet.mark(HUNTED_AT, hunt.monster)
    sheet.mark(SIDE_AT, seen_from(s, seat, hunt.side))
    if hunt.attack != NO_CARD:
        sheet.put(ATTACK_AT - FIRST_ATTACK + hunt.attack, 1)
    sheet.put(ATTACK_HAND_SIZE_AT, s.attack_hand.sizes[HERE])
    if hunt.side == seat:
        for card in s.attack_hand.of(HERE):
            sheet.add(ATTACK_HAND_AT - FIRST_ATTACK + card, 1)
    sheet.put(DEFENCE_AT, hunt.defence)
    sheet.put(DEFENCE_CARDS_AT, hunt.cards)
    sheet.put(CANCELLED_AT, int(hunt.cancelled))
    sheet.put(MORE_AT, hunt.more)
    sheet.put(DEALT_AT, hunt.wounds)
    sheet.put(HUNT_OVER_AT, int(hunt.over))
    sheet.put(WARDED_AT, int(hunt.warded))
    sheet.put(AFTERMATH_AT, int(hunt.aftermath))
    for card in hunt.used:
        sheet.mark(USED_AT, card)


def write_seat(s: State, reader: int, seat: int, at: int, sheet: Sheet) -> None:
    """A player's board, pieces and cards."""
    sheet.put(at + PRESENT_AT, 1)
    sheet.mark(at + CLAN_AT, s.sides[seat])
    write_question(s, reader, seat, at, sheet)
    if s.heroes[seat] != NO_CARD:
        sheet.put(at + HERO_AT + s.heroes[seat] - FIRST_HERO, 1)
    if s.stories[seat] != NO_CARD:
        sheet.put(at + STORY_AT + s.stories[seat] - FIRST_STORY, 1)
    sheet.mark(at + HERO_PLACE_AT, s.hero_places[seat] - 1)
    sheet.mark(at + DRAKKAR_AT, s.drakkars[seat])
    sheet.lay(at + FIELDS_AT, s.fields, seat * ATTRIBUTES, ATTRIBUTES)
    sheet.lay(at + INJURED_AT, s.injured, seat * ATTRIBUTES, ATTRIBUTES)
    sheet.lay(at + RUNES_AT, s.runes, seat * RUNES, RUNES)
    sheet.put(at + PRIESTS_AT, s.priests[seat])
    for god in range(GODS):
        sheet.put(at + SENT_AT + god, s.sent[god * s.seats + seat])
    sheet.put(at + SLAYERS_AT, s.slayers[seat])
    write_regions(s, seat, at, sheet)
    for realm in range(REALMS):
        sheet.put(at + REALMS_AT + realm, s.alliances[realm] >> seat & 1)
    for action in range(WHEEL):
        for place in range(s.wheel_sizes[action]):
            if s.wheel[action * s.seats + place] == seat:
                sheet.put(at + WHEEL_AT + action, place + 1)
    write_seat_cards(s, seat, at, sheet)
    if seat in (s.battle.attacker, s.battle.defender):
        write_fighter(s, seat, at, sheet)
    sheet.put(at + WON_AT, s.winners >> seat & 1)


def write_question(s: State, reader: int, seat: int, at: int, sheet: Sheet) -> None:
    """The question a seat must answer, and what its sentence is about."""
    question = s.flow.asked[seat]
    if not question:
        return
    sheet.put(at + QUESTION_AT + question - 1, 1)
    said, about = ABOUT_SAID[question], s.flow.about[seat]
    if said == A_SEAT:
        about = seen_from(s, reader, about)
    if said != UNSAID:
        sheet.put(at + ABOUT_AT, about + 1)


def write_regions(s: State, seat: int, at: int, sheet: Sheet) -> None:
    """The Regions of a seat, and its Armies on the board."""
    for region in range(1, REGIONS):
        if s.regions.control[region] == seat:
            sheet.put(at + CONTROL_AT + region - 1, 1)
        if s.regions.arrived[region] == seat:
            sheet.put(at + ARRIVED_AT + region - 1, 1)
    for army in range(seat * ARMIES, seat * ARMIES + ARMIES):
        if s.values[army]:
            place = (s.armies[army] - 1) * HIGHEST + s.values[army] - 1
            sheet.add(at + ARMIES_AT + place, 1)
            if s.activated[army]:
                sheet.add(ACTIVATED_AT + place, s.activated[army])


def write_seat_cards(s: State, seat: int, at: int, sheet: Sheet) -> None:
    """Gifts, Artifacts, and what all know of the Combat cards of a seat."""
    for card in s.gifts.of(seat):
        sheet.put(at + GIFTS_AT - FIRST_GIFT + card, 1)
    for artifact in range(ARTIFACTS):
        if s.artifacts[artifact] == seat:
            sheet.put(at + ARTIFACTS_AT + artifact, 1 + s.charged[artifact])
    sheet.put(at + HAND_SIZE_AT, s.hand.sizes[seat])
    count_cards(s.known, seat, at + KNOWN_AT, COMBATS, sheet)
    count_cards(s.played, seat, at + PLAYED_AT, COMBATS, sheet)
    count_cards(s.acting, seat, at + ACTING_AT, COMBATS, sheet)


def write_fighter(s: State, seat: int, at: int, sheet: Sheet) -> None:
    """A player's part in the battle."""
    battle = s.battle
    sheet.put(at + HAS_PASSED_AT, battle.passed >> seat & 1)
    sheet.put(at + BONUS_AT, battle.bonus[seat])
    sheet.put(at + STRENGTH_AT, battle_strength(s, seat))
    for army in range(seat * ARMIES, seat * ARMIES + ARMIES):
        if battle.spared[army] and s.values[army]:
            sheet.add(at + SPARED_AT + s.values[army] - 1, 1)


ENCODING: Final = LordsOfRagnarokEncoding()
