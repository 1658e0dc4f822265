"""A table laid by hand: the readable part of a position becomes a State (docs/positions.md).

What is named is put there first; then what is not said is filled from the seed, in the order of the seats.
"""

from typing import Final

from drakkar.core.chance import Chance
from drakkar.core.events import Log
from drakkar.core.flow import follow, new_flow
from drakkar.core.game import Value
from drakkar.core.notation import plain
from drakkar.core.position import Document
from drakkar.games.blood_rage.actions import next_turn, turns_end
from drakkar.games.blood_rage.ages import (
    LAST_AGE,
    LATER_PHASES,
    action_phase,
    cards_at_once,
    everyone_picks,
    is_drafted,
)
from drakkar.games.blood_rage.battle import (
    CHOOSE_CARD,
    late_window,
    late_window_opens,
    participants,
    text_acts_from_now_on,
)
from drakkar.games.blood_rage.board import (
    BOARD_PLACES,
    FJORD_OF,
    OUTER_PROVINCES,
    PLACE_NAMES,
    PROVINCE_NAMES,
    RESERVE,
    VALHALLA,
    YGGDRASIL,
    is_fjord,
    villages,
)
from drakkar.games.blood_rage.cards.decks import deck
from drakkar.games.blood_rage.cards.kinds import (
    CARDS,
    FIRST_SLOT,
    KIND_NAMES,
    MONSTER_CARDS,
    NO_FIGURE,
    QUEST,
    SLOT_COUNT,
)
from drakkar.games.blood_rage.choices import FIGURE_WORDS, STAT_NAMES
from drakkar.games.blood_rage.clans import LAST_STEP, MOST_RAGE, stat, upgrade_in
from drakkar.games.blood_rage.figures import (
    FIRST_MONSTER,
    count,
    has_empty_village,
    is_involved,
    is_open_fjord,
    is_ship,
    join_clan,
    move,
)
from drakkar.games.blood_rage.memory import COMMITTED, KEPT, TAKEN_UP, an_age_is_over, remember
from drakkar.games.blood_rage.options import AT_RANDOM, CLAN_NAMES, Settings
from drakkar.games.blood_rage.pillage import BATTLE, call_to_battle, cards_or_no_battle, gather
from drakkar.games.blood_rage.setup import DESTROYED_FOR, TOKENS
from drakkar.games.blood_rage.state import (
    ACTION,
    ALL_STATS,
    DEAL,
    DISCARD,
    GODS_GIFTS,
    HAND_ROOM,
    HORNS,
    NO_CARD,
    PICKS,
    RAGE,
    RAGNAROK,
    RELEASE_VALHALLA,
    SLOTS,
    STATS,
    State,
    empty_table,
    new_draft,
    no_battle,
    no_draft,
)
from drakkar.games.blood_rage.write_position import (
    PHASE_WORDS,
    STAGES,
    TOKEN_WORDS,
    card_names,
    full_name,
    meant,
)

END_OF_AGE: Final = RELEASE_VALHALLA + 1
MOST_GLORY: Final = 999


def read(document: Document, clans: list[int], options: dict[str, Value], chance: Chance, log: Log | None) -> State:
    """The state at the moment that a document describes, before anybody is asked."""
    return Reader(document, clans, options, chance, log).read()


class Reader:
    """One reading: the document, the table so far, and the cards that are still to be had."""

    def __init__(
        self, document: Document, clans: list[int], options: dict[str, Value], chance: Chance, log: Log | None
    ) -> None:
        self.document = document
        self.clans = [CLAN_NAMES[clan] for clan in clans]
        self.s = empty_table(
            new_flow(len(clans), chance, log), Settings(options), clans, len(MONSTER_CARDS), len(CARDS)
        )
        self.s.age = document.number(1, 1, LAST_AGE, "age")
        self.phase = max(document.name(PHASE_WORDS, "phase"), GODS_GIFTS if document.get("phase") else ACTION)
        self.s.phase = min(self.phase, RELEASE_VALHALLA)
        self.left = [card for age in range(1, self.s.age + 1) for card in deck(age, self.s.seats)]

    def read(self) -> State:
        """Piece by piece."""
        s = self.s
        for key in ("turn", "passed"):
            if self.phase != ACTION and self.document.get(key):
                raise self.document.wrong("there are turns in the Action phase only", key)
        self.put_sheets()
        self.put_figures()
        self.put_provinces()
        self.put_tokens()
        self.put_first_player()
        self.put_discards()
        if self.phase == GODS_GIFTS:
            self.put_draft()
            follow(s, (everyone_picks, action_phase, *LATER_PHASES))
        elif self.document.has("battle"):
            self.put_battle()
        else:
            self.put_hands({})
            if self.phase == ACTION:
                s.turn = (self.turn() - 1) % s.seats
                follow(s, (next_turn, turns_end, *LATER_PHASES))
            else:
                follow(s, LATER_PHASES[self.phase - DISCARD :])
        return s

    # Clan sheets

    def put_sheets(self) -> None:
        """Stats, Rage, Glory and upgrades."""
        s, document = self.s, self.document
        for seat, clan in enumerate(self.clans):
            for which, name in enumerate(STAT_NAMES):
                s.steps[seat * STATS + which] = document.number(1, 1, LAST_STEP, clan, "steps", name)
            s.rage[seat] = document.number(stat(s, seat, RAGE), 0, MOST_RAGE, clan, "rage")
            s.glory[seat] = document.number(0, 0, MOST_GLORY, clan, "glory")
            for word in document.names(clan, "upgrades"):
                self.put_upgrade(seat, word)
        for word in document.names("passed"):
            s.passed[document.known(word, self.clans, "passed")] = 1

    def put_upgrade(self, seat: int, word: str) -> None:
        """A card in the first free slot of its kind; a Monster comes with it."""
        s, clan = self.s, self.clans[seat]
        card = self.card(word, clan, "upgrades")
        kind = CARDS[card].kind
        slots = range(FIRST_SLOT[kind], FIRST_SLOT[kind] + SLOT_COUNT[kind])
        free = [slot for slot in slots if upgrade_in(s, seat, slot) == NO_CARD]
        if not slots:
            raise self.document.wrong(f"{word} is not an upgrade", clan, "upgrades", word=word)
        if not free:
            reason = f"a clan has {len(slots)} {KIND_NAMES[kind]} slot{'s' * (len(slots) > 1)}; {word} is one too many"
            raise self.document.wrong(reason, clan, "upgrades", word=word)
        s.upgrades[seat * SLOTS + free[0]] = card
        if CARDS[card].figure != NO_FIGURE:
            join_clan(s, seat, CARDS[card].figure)

    # The board

    def put_figures(self) -> None:
        """Out of the reserve onto the board or into Valhalla."""
        document = self.document
        for place in document.table("figures"):
            where = document.known(place, (*PLACE_NAMES, "Valhalla"), "figures", place)
            for clan in document.table("figures", place):
                seat = document.known(clan, self.clans, "figures", place)
                for said in document.names("figures", place, clan):
                    for item in said.split(","):
                        self.put_item(seat, item.strip(), VALHALLA if where == BOARD_PLACES else where, place)
        for seat, clan in enumerate(self.clans):
            horns = stat(self.s, seat, HORNS)
            if self.s.on_board[seat] > horns:
                reason = f"{clan} has {self.s.on_board[seat]} figures on the board and Horns allows {horns}"
                raise document.wrong(reason, "figures", word=clan)

    def put_item(self, seat: int, item: str, where: int, place: str) -> None:
        """`leader`, `2 warriors`, or the name of a Monster."""
        number, _, name = item.partition(" ") if item[:1].isdecimal() else ("1", "", item)
        single = name.removesuffix("s") if plain(name) == "warriors" else name
        figure = self.document.known(single, FIGURE_WORDS.full, "figures", place)
        if not number.isdecimal() or not int(number):
            raise self.document.wrong(f"{item!r} is no number of figures", "figures", place)
        for _ in range(int(number)):
            reason = self.why_not_put(seat, figure, where)
            if reason:
                raise self.document.wrong(reason, "figures", place)
            move(self.s, seat, figure, RESERVE, where)

    def why_not_put(self, seat: int, figure: int, where: int) -> str:
        """What forbids one more such figure there."""
        s, name = self.s, FIGURE_WORDS.full[figure]
        if not count(s, seat, figure, RESERVE):
            if figure >= FIRST_MONSTER and s.monster_owners[figure - FIRST_MONSTER] != seat:
                return f"{self.clans[seat]} does not have the card {name} among its upgrades"
            return f"{self.clans[seat]} has no {name} left"
        if where >= BOARD_PLACES:
            return ""
        if is_ship(figure) != is_fjord(where):
            return f"{name} cannot be in {PLACE_NAMES[where]}"
        if not has_empty_village(s, where):
            return f"{PLACE_NAMES[where]} has only {villages(where)} villages"
        return ""

    def put_provinces(self) -> None:
        """Doomed and destroyed provinces, and those that have been pillaged."""
        s, document = self.s, self.document
        fallen = s.age - int(self.phase <= RAGNAROK)
        told = self.provinces("board", "destroyed")
        doomed = (
            self.provinces("board", "doomed") if document.has("board", "doomed") else self.draw_doomed(told, fallen)
        )
        self.check_provinces(doomed, told, fallen)
        s.ragnarok[:] = doomed
        if document.get("board", "destroyed") is None:
            free = [place for place in self.untouched() if place not in s.ragnarok]
            told = self.draw(free, DESTROYED_FOR[s.seats], "provinces destroyed before the game")
        for province in [*s.ragnarok[:fallen], *told]:
            s.destroyed[province] = 1
        for province in self.provinces("board", "pillaged"):
            s.pillaged[province] = 1
        for place in range(BOARD_PLACES):
            closed = not is_open_fjord(s, place) if is_fjord(place) else s.destroyed[place]
            if closed and s.standing[place]:
                reason = f"{PLACE_NAMES[place]} is destroyed, and figures stand there"
                raise document.wrong(reason, "figures", PLACE_NAMES[place])

    def draw_doomed(self, destroyed: list[int], fallen: int) -> list[int]:
        """One province for each Age; those of earlier Ages have fallen, so nobody stands there."""
        free = [place for place in range(OUTER_PROVINCES) if place not in destroyed]
        first = self.draw([place for place in self.untouched() if place in free], fallen, "provinces to have fallen")
        rest = [place for place in free if place not in first]
        return first + self.draw(rest, LAST_AGE - fallen, "doomed provinces")

    def check_provinces(self, doomed: list[int], destroyed: list[int], fallen: int) -> None:
        """BR-4.4, BR-4.6: three doomed provinces, and none of those still to fall is destroyed; Yggdrasil never."""
        if len(doomed) != LAST_AGE or YGGDRASIL in doomed:
            raise self.document.wrong("doomed names three outer provinces, one for each Age", "board", "doomed")
        if YGGDRASIL in destroyed:
            raise self.document.wrong("Yggdrasil is never destroyed", "board", "destroyed")
        for province in doomed[fallen:]:
            if province in destroyed:
                reason = f"{PROVINCE_NAMES[province]} is doomed, so it cannot be destroyed already"
                raise self.document.wrong(reason, "board", "destroyed")

    def untouched(self) -> list[int]:
        """The outer provinces where nobody stands."""
        return [place for place in range(OUTER_PROVINCES) if not self.is_occupied(place)]

    def is_occupied(self, province: int) -> bool:
        """Whether a figure stands in a province, or in its fjord."""
        return bool(self.s.standing[province] or self.s.standing[FJORD_OF[province]])

    def provinces(self, *path: str) -> list[int]:
        """The provinces named there, each once."""
        found = [self.document.known(word, PROVINCE_NAMES, *path) for word in self.document.names(*path)]
        if len(set(found)) < len(found):
            raise self.document.wrong(f"{path[-1]} names a province twice", *path)
        return found

    def draw(self, items: list[int], number: int, what: str) -> list[int]:
        """So many of the items, from the seed."""
        if len(items) < number:
            raise self.document.wrong(f"no place is left for {number} {what}", "figures")
        return self.s.flow.chance.draw(items, number)

    def put_tokens(self) -> None:
        """BR-2.14: what is not named is laid out from the seed."""
        left = list(TOKENS)
        named = self.document.table("board", "tokens")
        for name, word in named.items():
            province = self.document.known(name, PROVINCE_NAMES, "board", "tokens")
            token = self.document.known(word, TOKEN_WORDS, "board", "tokens")
            if (province == YGGDRASIL) != (token == ALL_STATS):
                raise self.document.wrong("the token `all` lies on Yggdrasil, and nowhere else", "board", "tokens")
            if province == YGGDRASIL:
                continue
            if token not in left:
                raise self.document.wrong(f"there are not so many {word} tokens", "board", "tokens", word=name)
            left.remove(token)
            self.s.tokens[province] = token
        said = [plain(name) for name in named]
        if len(set(said)) < len(said):
            raise self.document.wrong("tokens names a province twice", "board", "tokens")
        self.s.flow.chance.shuffle(left)
        for province in range(OUTER_PROVINCES):
            if plain(PROVINCE_NAMES[province]) not in said:
                self.s.tokens[province] = left.pop()

    def put_first_player(self) -> None:
        """Named, or by the option, or from the seed."""
        first = self.document.name(self.clans, "first_player")
        if self.s.settings.first_player not in (AT_RANDOM, *self.clans):
            raise self.document.wrong(f"nobody plays {self.s.settings.first_player}", "options", "first_player")
        if first < 0 and self.s.settings.first_player != AT_RANDOM:
            first = self.clans.index(self.s.settings.first_player)
        self.s.first_player = self.s.flow.chance.below(self.s.seats) if first < 0 else first

    def turn(self) -> int:
        """Whose turn it is."""
        turn = self.document.name(self.clans, "turn")
        return self.s.first_player if turn < 0 else turn

    # Cards

    def card(self, word: str, *path: str) -> int:
        """A card by its name, taken out of those that are left."""
        if plain(word) not in card_names():
            raise self.document.wrong(f"there is no card {word!r}", *path, word=word)
        card = meant(word, self.s)
        if card == NO_CARD:
            raise self.document.wrong(f"{word} is not in the decks up to Age {self.s.age}", *path, word=word)
        if self.phase == GODS_GIFTS and CARDS[card].age == self.s.age and path[-1] in ("upgrades", "discards"):
            raise self.document.wrong(f"{word} is of the Age whose cards are still being drafted", *path, word=word)
        if card not in self.left:
            copies = CARDS[card].copies_for(self.s.seats)
            number = f"are only {copies}" if copies > 1 else f"is {'only one' if copies else 'no'}"
            reason = f"there {number} {full_name(card)} with {self.s.seats} players"
            raise self.document.wrong(reason, *path, word=word)
        self.left.remove(card)
        return card

    def cards(self, *path: str) -> list[int]:
        """The cards named there; none if only a number stands there."""
        if isinstance(self.document.get(*path), int):
            return []
        return [self.card(word, *path) for word in self.document.names(*path)]

    def some(self, number: int, only_quests: bool, *path: str) -> list[int]:
        """So many cards that nobody else has, from the seed: of this Age, or of the last before it that has any."""
        drawn: list[int] = []
        for age in range(self.s.age, 0, -1):
            free = [card for card in self.left if CARDS[card].age == age]
            if only_quests:
                free = [card for card in free if CARDS[card].kind == QUEST]
            drawn += self.s.flow.chance.draw(free, min(len(free), number - len(drawn)))
        if len(drawn) < number:
            raise self.document.wrong(f"there are not {number} such cards left", *path)
        for card in drawn:
            self.left.remove(card)
        return drawn

    def put_discards(self) -> None:
        """What lies open, out of the game."""
        if isinstance(self.document.get("discards"), int):
            raise self.document.wrong("what lies open is known by name", "discards")
        for card in self.cards("discards"):
            self.s.discards[card] += 1

    def put_hands(self, laid: dict[int, list[int]]) -> None:
        """Hands, committed quests and kept cards; `laid` is what lies face down in battle."""
        s = self.s
        hands = [self.cards(clan, "hand") for clan in self.clans]
        quests = [self.cards(clan, "quests") for clan in self.clans]
        kept = [self.cards(clan, "kept") for clan in self.clans]
        for seat in range(s.seats):
            self.check_cards(seat, hands[seat], quests[seat], kept[seat])
        named = [card for cards in (*hands, *quests, *kept, *laid.values()) for card in cards]
        deck_then = sorted([*self.left, *named])
        # Quests first: others can take their place elsewhere, nothing can take theirs.
        for seat, clan in enumerate(self.clans):
            quests[seat] += self.missing(0, True, clan, "quests")
        for seat, clan in enumerate(self.clans):
            kept[seat] += self.missing(0, False, clan, "kept")
            if len(kept[seat]) > 1:
                raise self.document.wrong("one card can be kept", clan, "kept")
            if seat in laid:
                laid[seat] += self.missing(0, False, "battle", "cards", clan)
            hands[seat] += self.missing(PICKS if self.phase in (ACTION, DISCARD) else 0, False, clan, "hand")
        hidden = [[*quests[seat], *kept[seat], *laid.get(seat, []), *hands[seat]] for seat in range(s.seats)]
        self.remember_hands(deck_then, hidden)
        for seat in range(s.seats):
            for card in quests[seat]:
                s.quests.add(seat, card)
                remember(s, seat, COMMITTED)
            for card in kept[seat]:
                s.aside.add(seat, card)
                remember(s, seat, KEPT)
            for card in hands[seat]:
                s.hand.add(seat, card)

    def check_cards(self, seat: int, hand: list[int], quests: list[int], kept: list[int]) -> None:
        """A committed card is a quest; hands are gone after the Discard phase, and one card at most was kept."""
        clan, document = self.clans[seat], self.document
        for card in quests:
            if CARDS[card].kind != QUEST:
                raise document.wrong(f"{CARDS[card].name} is not a quest", clan, "quests", word=CARDS[card].name)
        if self.phase > DISCARD and (hand or document.get(clan, "hand")):
            raise document.wrong("after the Discard phase there are no hands", clan, "hand")
        if self.phase <= DISCARD and (kept or document.get(clan, "kept")):
            raise document.wrong("a kept card is in the hand by now", clan, "kept")

    def missing(self, usual: int, only_quests: bool, *path: str) -> list[int]:
        """What only a number is said of, or nothing at all."""
        said = self.document.get(*path)
        if said is not None and not isinstance(said, int):
            return []
        return self.some(self.document.number(usual, 0, HAND_ROOM, *path), only_quests, *path)

    def remember_hands(self, deck_then: list[int], hidden: list[list[int]]) -> None:
        """Nobody has seen another's cards, wherever they came from: as if each had been dealt his own.

        More than can be dealt cannot have come unseen: all know the last ones of a larger hand.
        """
        s = self.s
        if sum(map(len, hidden)) > HAND_ROOM:
            most = max(range(s.seats), key=lambda seat: len(hidden[seat]))
            reason = f"the clans hold more than {HAND_ROOM} hidden cards together"
            raise self.document.wrong(reason, self.clans[most], "hand")
        s.drafts = tuple(no_draft() for _ in range(s.age - 1))
        for seat, cards in enumerate(hidden):
            for card in cards[DEAL:]:
                deck_then.remove(card)
                remember(s, seat, TAKEN_UP, card)
        s.draft = new_draft(tuple(deck_then), s.seats, DEAL)
        for seat, cards in enumerate(hidden):
            dealt = cards[:DEAL]
            s.draft.cards[seat * DEAL : seat * DEAL + len(dealt)] = dealt
            s.draft.taken[seat] = len(dealt)

    # Gods' Gifts

    def put_draft(self) -> None:
        """A pick of the draft: what each has kept and picked, and the packs as they lie there."""
        s, document = self.s, self.document
        if not is_drafted(s):
            raise document.wrong("with first_game_no_draft there is no draft in Age 1", "phase")
        at_once = cards_at_once(s)
        passes = document.number(1, 1, PICKS // at_once, "pick") - 1
        number = passes * at_once
        kept = [self.cards(clan, "kept") for clan in self.clans]
        picked = [self.cards(clan, "picked") for clan in self.clans]
        packs = [self.cards(clan, "pack") for clan in self.clans]
        for seat, clan in enumerate(self.clans):
            kept[seat] += self.some_kept(clan)
            picked[seat] += self.missing(number, False, clan, "picked")
            packs[seat] += self.missing(DEAL - number, False, clan, "pack")
            self.check_draft(clan, kept[seat], picked[seat], packs[seat], number)
        self.remember_kept(kept)
        s.draft = new_draft(tuple(deck(s.age, s.seats)), s.seats, at_once)
        s.draft.passes = passes
        for seat in range(s.seats):
            pack = s.draft.pack_at(seat)
            s.draft.taken[pack] = number
            s.draft.cards[pack * DEAL + number : (pack + 1) * DEAL] = packs[seat]
            for at, card in enumerate(picked[seat]):
                from_pack = (seat - at // at_once) % s.seats
                s.draft.cards[from_pack * DEAL + at] = card
            for card in [*kept[seat], *picked[seat]]:
                s.aside.add(seat, card)

    def some_kept(self, clan: str) -> list[int]:
        """A card of an earlier Age, from the seed, where it is only said that one was kept."""
        if not isinstance(self.document.get(clan, "kept"), int):
            return []
        older = [card for card in self.left if CARDS[card].age < self.s.age]
        number = self.document.number(0, 0, min(1, len(older)), clan, "kept")
        drawn = self.s.flow.chance.draw(older, number)
        for card in drawn:
            self.left.remove(card)
        return drawn

    def check_draft(self, clan: str, kept: list[int], picked: list[int], pack: list[int], number: int) -> None:
        """As many cards as that pick wants, of this Age; the kept one of an earlier Age."""
        document, age = self.document, self.s.age
        if len(picked) != number:
            raise document.wrong(f"before this pick {clan} has picked {number} cards", clan, "picked")
        if len(pack) != DEAL - number:
            raise document.wrong(f"at this pick a pack has {DEAL - number} cards", clan, "pack")
        if len(kept) > 1 or any(CARDS[card].age == age for card in kept):
            raise document.wrong("one card of an earlier Age can be kept", clan, "kept")
        for name, cards in (("picked", picked), ("pack", pack)):
            if any(CARDS[card].age != age for card in cards):
                raise document.wrong(f"the packs of Age {age} have cards of that Age only", clan, name)

    def remember_kept(self, kept: list[list[int]]) -> None:
        """Nobody knows which card another has kept: the Age before is as if each had been dealt that one."""
        s = self.s
        s.drafts = tuple(no_draft() for _ in range(s.age - 1))
        if s.age == 1:
            return
        older = [card for card in self.left if CARDS[card].age < s.age]
        s.age -= 1
        s.drafts = s.drafts[:-1]
        s.draft = new_draft(tuple(sorted([*older, *(card for cards in kept for card in cards)])), s.seats, DEAL)
        for seat, cards in enumerate(kept):
            s.draft.cards[seat * DEAL : seat * DEAL + len(cards)] = cards
            s.draft.taken[seat] = len(cards)
            if cards:
                remember(s, seat, KEPT)
        an_age_is_over(s)
        s.age += 1

    # A battle

    def put_battle(self) -> None:
        """A pillage at the call to battle, at the choosing of cards, or in the late window."""
        s, document = self.s, self.document
        if self.phase != ACTION:
            raise document.wrong("there are battles in the Action phase only", "battle")
        province = document.name(PROVINCE_NAMES, "battle", "province")
        stage = max(0, document.name(STAGES, "battle", "stage"))
        pillager = document.name(self.clans, "battle", "pillager")
        s.turn = self.turn() if pillager < 0 or document.get("turn") else pillager
        s.battle = no_battle(s.seats)
        s.battle.province, s.battle.pillager = province, s.turn if pillager < 0 else pillager
        if province < 0:
            raise document.wrong("a battle is in a province", "battle")
        if s.destroyed[province]:
            raise document.wrong(f"{PLACE_NAMES[province]} is destroyed", "battle", "province")
        follow(s, (next_turn, turns_end, *LATER_PHASES))
        (self.put_call, self.put_cards, self.put_late)[stage]()

    def gather(self) -> None:
        """BR-12.1: who takes part: whoever has a figure there, unless it is said who had one when the call ended."""
        s, named = self.s, self.document.names("battle", "participants")
        gather(s)
        if named:
            s.battle.participants = 0
            for word in named:
                s.battle.participants |= 1 << self.document.known(word, self.clans, "battle", "participants")
        if s.battle.participants in (0, 1 << s.battle.pillager):
            raise self.document.wrong("nobody opposes the pillager there", "battle", "province")
        if not s.battle.has(s.battle.pillager):
            raise self.document.wrong(self.nobody_there(), "battle", "province")

    def nobody_there(self) -> str:
        """Without a figure there is nothing to pillage with."""
        battle = self.s.battle
        return f"{self.clans[battle.pillager]} has no figure in {PLACE_NAMES[battle.province]} or its fjord"

    def battle_cards(self) -> dict[int, list[int]]:
        """What each clan has laid down so far."""
        return {
            self.document.known(clan, self.clans, "battle", "cards"): self.cards("battle", "cards", clan)
            for clan in self.document.table("battle", "cards")
        }

    def first_asked(self, usual: int) -> int:
        """Who is asked first."""
        asked = self.document.name(self.clans, "battle", "asked")
        return usual if asked < 0 else asked

    def put_call(self) -> None:
        """Section 11."""
        s = self.s
        if not is_involved(s, s.battle.pillager, s.battle.province):
            raise self.document.wrong(self.nobody_there(), "battle", "province")
        self.put_hands({})
        s.battle.next_seat = self.first_asked((s.battle.pillager + 1) % s.seats)
        follow(s, (call_to_battle, cards_or_no_battle))

    def put_cards(self) -> None:
        """BR-12.2: whoever has chosen already has sealed a card."""
        s = self.s
        laid = self.battle_cards()
        self.put_hands(laid)
        self.gather()
        follow(s, BATTLE[1:])
        for seat, cards in laid.items():
            if not s.battle.has(seat) or len(cards) != 1:
                reason = f"{self.clans[seat]} lays down one card, if it takes part in the battle"
                raise self.document.wrong(reason, "battle", "cards", word=self.clans[seat])
            s.played.add(seat, cards[0])
        for seat in participants(s):
            if seat not in laid and s.hand.sizes[seat]:
                CHOOSE_CARD.ask(s, seat, s.battle.province)

    def put_late(self) -> None:
        """BR-12.15: what was revealed lies open, and what it did at the reveal is done."""
        s = self.s
        laid = self.battle_cards()
        self.put_hands({})
        self.gather()
        s.battle.revealed = True
        for seat, cards in laid.items():
            if not s.battle.has(seat) or not 0 < len(cards) <= DEAL:
                reason = f"{self.clans[seat]} has revealed up to {DEAL} cards if it takes part, known by name"
                raise self.document.wrong(reason, "battle", "cards", word=self.clans[seat])
            for card in cards:
                s.played.add(seat, card)
                text_acts_from_now_on(s, seat, card)
        s.battle.next_seat = self.first_asked(s.battle.pillager)
        if not s.battle.has(s.battle.next_seat):
            raise self.document.wrong("whoever takes no part is not asked", "battle", "asked")
        follow(s, (late_window, *BATTLE[BATTLE.index(late_window_opens) + 1 :]))
