"""Everything on the table: players' boards and pools, the wheel, and the groups in components.py."""

from typing import Final

from drakkar.core.flow import NO_CARD, NOBODY, BaseState, Book, Flow
from drakkar.core.piles import Zone, new_zone
from drakkar.core.vectors import Vec, marked, row, twin, vec
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.board import GODS, NO_SEA, NOWHERE, REALMS, RUNES, Board, board_for
from drakkar.games.lords_of_ragnarok.card import ARTIFACTS, ATTACK, COMBAT, CONDITION, of_kind
from drakkar.games.lords_of_ragnarok.choices import notation
from drakkar.games.lords_of_ragnarok.components import (
    ARMIES,
    Battle,
    Decks,
    Hunt,
    Monsters,
    Ragnarok,
    Regions,
    all_decks,
    empty_regions,
    monsters_aside,
    no_battle,
    no_hunt,
    ragnarok_far_away,
)
from drakkar.games.lords_of_ragnarok.game_data import PIECES, track
from drakkar.games.lords_of_ragnarok.rulings import Rulings

# A card that the seat may not identify, in a view.
UNKNOWN: Final = -2

# The stages of a turn (LR-8.1), preceded by the choice of Heroes.
CHOOSING: Final = 0
PRAYER: Final = 1
HERO_STAGE: Final = 2
RUNE_STAGE: Final = 3
MANOEUVRES: Final = 4
SPECIAL: Final = 5
STAGE_NAMES: Final = ("Choosing heroes", "Prayer", "Hero", "Rune action", "Manoeuvres", "Special action")

# The Attributes (LR-5.1), each belonging to the god of the same number.
AUTHORITY: Final = 0
STRENGTH: Final = 1
WISDOM: Final = 2
ATTRIBUTES: Final[int] = 3
LOWEST: Final = 2
HIGHEST: Final = 6

# The spaces of the wheel, each in front of the Realm of the same number (LR-6.2).
MOBILIZE: Final = 0
REINFORCE: Final = 1
BUILD_TEMPLE: Final = 2
MONSTERS_ACTION: Final = 3
USURP: Final = 4
PREPARE: Final = 5
WHEEL: Final[int] = 6
BUILD_STATUE: Final = 6
NO_ACTION: Final = -1
NO_ARMY: Final = -1

# How the match was won (LR-1.2 to LR-1.4, LR-1.8).
JARL: Final = 0
GOTHI: Final = 1
SLAYER: Final = 2
YGGDRASIL: Final = 3
VICTORY_NAMES: Final = ("Great Jarl", "Great Gothi", "Slayer", "Ragnarok")
NO_VICTORY: Final = -1

PRIESTS: Final[int] = int(PIECES["figures"]["priests"]["per_player"])
RINGS: Final[int] = int(PIECES["rings"]["large_monster_rings"]["per_player"])
SLAYERS: Final[int] = int(PIECES["tokens"]["slayer"]["count"])
RUNES_OF_A_KIND: Final[int] = int(PIECES["tokens"]["runes"]["per_kind"])
LAST_LEVEL: Final = 3
MOST_SEATS: Final = 4

# An Artifact that is out of the game (LR-18.32).
OUT_OF_THE_GAME: Final = -2

# More than a seat can ever hold, play or own: all Combat cards; a Hero, Gifts, Artifacts and battle cards in force.
HAND_CAPACITY: Final = sum(card.copies for card in of_kind(COMBAT))
GIFT_CAPACITY: Final = 8
ACTING_CAPACITY: Final = 64
OFFER_CAPACITY: Final = 8
ATTACK_CAPACITY: Final = sum(card.copies for card in of_kind(ATTACK))


class State(BaseState):
    """The whole table, and the stack of frames.

    By seat: `heroes` and `stories` (cards), `hero_places`, `drakkars` (Seas), `priests` (in the pool), `slayers`; with
    several entries per seat: `fields` and `injured` (ATTRIBUTES), `runes` (RUNES), `armies` and `values` (ARMIES;
    NOWHERE is the pool). `activated` marks Armies during one action (2: moved twice). By god: `levels`, and `sent`, the
    Priests of each seat. `alliances` are seats as bits by Realm, `wheel` the markers on each action from the bottom up,
    `wheel_sizes` their numbers. By Artifact: `artifacts` (the holder) and `charged`. `acting` are the cards in force
    for a seat: its Hero, its Gifts, its charged Artifacts, its cards in the battle. `known` are cards publicly known to
    be in a hand. `offered` are the cards in front of the player who chooses or drafts; `played` are the cards of the
    current battle or defence, `attack_hand` those of the Monster side. `prayed` and `forged` record what was done in
    stage 1, `steps` how far a figure has gone in one move; `action` is the current Special action, `lifted` the Army
    that is activated or picked up and not placed yet.
    """

    def __init__(
        self,
        flow: Flow,
        rulings: Rulings,
        board: Board,
        seats: int,
        sides: Vec,
        first_chooser: int,
        first_player: int,
        turn: int,
        stage: int,
        prayed: bool,
        forged: bool,
        steps: int,
        action: int,
        lifted: int,
        winners: int,
        victory: int,
        heroes: Vec,
        stories: Vec,
        hero_places: Vec,
        drakkars: Vec,
        fields: Vec,
        injured: Vec,
        runes: Vec,
        priests: Vec,
        slayers: Vec,
        armies: Vec,
        values: Vec,
        activated: Vec,
        track_left: int,
        levels: Vec,
        sent: Vec,
        alliances: Vec,
        wheel: Vec,
        wheel_sizes: Vec,
        artifacts: Vec,
        charged: Vec,
        hand: Zone,
        known: Zone,
        gifts: Zone,
        acting: Zone,
        played: Zone,
        offered: Zone,
        attack_hand: Zone,
        regions: Regions,
        monsters: Monsters,
        ragnarok: Ragnarok,
        decks: Decks,
        battle: Battle,
        hunt: Hunt,
    ) -> None:
        super().__init__(flow)
        self.rulings = rulings
        self.board = board
        self.seats = seats
        self.sides = sides
        self.first_chooser = first_chooser
        self.first_player = first_player
        self.turn = turn
        self.stage = stage
        self.prayed = prayed
        self.forged = forged
        self.steps = steps
        self.action = action
        self.lifted = lifted
        self.winners = winners
        self.victory = victory
        self.heroes = heroes
        self.stories = stories
        self.hero_places = hero_places
        self.drakkars = drakkars
        self.fields = fields
        self.injured = injured
        self.runes = runes
        self.priests = priests
        self.slayers = slayers
        self.armies = armies
        self.values = values
        self.activated = activated
        self.track_left = track_left
        self.levels = levels
        self.sent = sent
        self.alliances = alliances
        self.wheel = wheel
        self.wheel_sizes = wheel_sizes
        self.artifacts = artifacts
        self.charged = charged
        self.hand = hand
        self.known = known
        self.gifts = gifts
        self.acting = acting
        self.played = played
        self.offered = offered
        self.attack_hand = attack_hand
        self.regions = regions
        self.monsters = monsters
        self.ragnarok = ragnarok
        self.decks = decks
        self.battle = battle
        self.hunt = hunt

    def in_force(self, seat: int, among: Vec) -> Vec:
        """The seat's Hero, Gifts, charged Artifacts, and cards played in this battle."""
        start = seat * ACTING_CAPACITY
        return marked(self.acting.cards, start, start + self.acting.sizes[seat], among)

    def has_in_force(self, seat: int, card: int) -> bool:
        """Whether a card is in force for the seat."""
        return self.acting.has(seat, card)

    def constant_parts(self) -> tuple[str, ...]:
        """The rulings and the board."""
        return ("rulings", "board")

    def copy(self) -> "State":
        """A copy that shares nothing mutable."""
        return State(
            self.flow.copy(),
            self.rulings,
            self.board,
            self.seats,
            self.sides,
            self.first_chooser,
            self.first_player,
            self.turn,
            self.stage,
            self.prayed,
            self.forged,
            self.steps,
            self.action,
            self.lifted,
            self.winners,
            self.victory,
            twin(self.heroes),
            twin(self.stories),
            twin(self.hero_places),
            twin(self.drakkars),
            twin(self.fields),
            twin(self.injured),
            twin(self.runes),
            twin(self.priests),
            twin(self.slayers),
            twin(self.armies),
            twin(self.values),
            twin(self.activated),
            self.track_left,
            twin(self.levels),
            twin(self.sent),
            twin(self.alliances),
            twin(self.wheel),
            twin(self.wheel_sizes),
            twin(self.artifacts),
            twin(self.charged),
            self.hand.copy(),
            self.known.copy(),
            self.gifts.copy(),
            self.acting.copy(),
            self.played.copy(),
            self.offered.copy(),
            self.attack_hand.copy(),
            self.regions.copy(),
            self.monsters.copy(),
            self.ragnarok.copy(),
            self.decks.copy(),
            self.battle.copy(),
            self.hunt.copy(),
        )


def conditions_for(seats: int) -> Vec:
    """LR-6.9: the five conditions for this player count."""
    players = "2" if seats == 2 else "3-4"
    return row(card.number for card in of_kind(CONDITION) if card.facts["players"] == players)


def empty_table(flow: Flow, rulings: Rulings, sides: list[int]) -> State:
    """The table before any decision: pieces in pools and supplies, complete decks (LR-6.10)."""
    seats = len(sides)
    return State(
        flow=flow,
        rulings=rulings,
        board=board_for(seats),
        seats=seats,
        sides=row(sides),
        first_chooser=NOBODY,
        first_player=NOBODY,
        turn=NOBODY,
        stage=CHOOSING,
        prayed=False,
        forged=False,
        steps=0,
        action=NO_ACTION,
        lifted=NO_ARMY,
        winners=0,
        victory=NO_VICTORY,
        heroes=vec(seats, NO_CARD),
        stories=vec(seats, NO_CARD),
        hero_places=vec(seats, NOWHERE),
        drakkars=vec(seats, NO_SEA),
        fields=vec(seats * ATTRIBUTES, LOWEST),
        injured=vec(seats * ATTRIBUTES),
        runes=vec(seats * RUNES),
        priests=vec(seats),
        slayers=vec(seats),
        armies=vec(seats * ARMIES, NOWHERE),
        values=vec(seats * ARMIES),
        activated=vec(seats * ARMIES),
        track_left=int(track(seats, rulings.gift_spaces)["spaces"]),
        levels=vec(GODS),
        sent=vec(GODS * seats),
        alliances=vec(REALMS),
        wheel=vec(WHEEL * seats, NOBODY),
        wheel_sizes=vec(WHEEL),
        artifacts=vec(ARTIFACTS, NOBODY),
        charged=vec(ARTIFACTS),
        hand=new_zone(seats, HAND_CAPACITY),
        known=new_zone(seats, HAND_CAPACITY),
        gifts=new_zone(seats, GIFT_CAPACITY),
        acting=new_zone(seats, ACTING_CAPACITY),
        played=new_zone(seats, HAND_CAPACITY),
        offered=new_zone(1, OFFER_CAPACITY),
        attack_hand=new_zone(1, ATTACK_CAPACITY),
        regions=empty_regions(),
        monsters=monsters_aside(),
        ragnarok=ragnarok_far_away(conditions_for(seats)),
        decks=all_decks(seats),
        battle=no_battle(seats),
        hunt=no_hunt(),
    )


rules: Final[Book[State]] = Book(notation)
