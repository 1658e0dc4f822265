"""Positions: a moment of a match as a text that people read and write, and that sets the same moment up again."""

import copy
import json
import re
import tomllib
from collections import Counter
from random import Random
from typing import Any

import pytest

import drakkar
from drakkar.core.chance import chance_from
from drakkar.core.hosting import at_choice, state_of
from drakkar.core.kit import play_randomly
from drakkar.core.state_fields import snapshot
from drakkar.games.blood_rage.board import PLACE_NAMES
from drakkar.games.blood_rage.card import CARDS
from drakkar.games.blood_rage.setup import DESTROYED_FOR
from tests.blood_rage.playing import finished
from tests.blood_rage.worlds import GAME, in_another_world, random_moments
from tests.core.forgeries import sealed

PLAYERS = (2, 3, 4, 5)
# Fields that the section [machine] of a seat's position never has.
HIDDEN = {"chance", "hand", "aside", "quests", "played", "keeping", "draft", "drafts", "shown"}
CLANS = ("wolf", "raven", "serpent", "bear", "ram")

THREE = """
game = "blood_rage"
sides = ["wolf", "raven", "serpent"]
""".lstrip()

# Nothing is left to the seed here.
SHEETS = """
[wolf]
rage = 4
glory = 12
steps = { axes = 2, horns = 3 }
upgrades = ["Brothers in Arms", "Troll"]
hand = ["Tyr's Smash", "Tyr's Bash", "Thor's Hammer"]
quests = ["Alfheim!"]

[raven]
steps = { rage = 2 }
upgrades = ["Sea Serpent"]
hand = ["Tyr's Smite", "Odin's Smite"]

[serpent]
rage = 0
hand = []
"""

FIGURES = """
[figures]
Gimle = { wolf = "leader, 2 warriors", raven = "warrior" }
Yggdrasil = { raven = "leader", serpent = "2 warriors" }
F1 = { raven = "Sea Serpent" }
F4 = { wolf = "ship", serpent = "ship" }
Valhalla = { wolf = "Troll", serpent = "leader, 3 warriors" }
"""

BOARD = """
[board]
doomed = ["Myrkulor", "Elvagar", "Angerboda"]
destroyed = ["Utgard", "Andlang"]
pillaged = ["Horgr"]

[board.tokens]
Elvagar = "rage"
Angerboda = "rage"
Muspelheim = "rage"
Horgr = "axes"
Utgard = "axes"
Andlang = "horns"
Gimle = "horns"
Myrkulor = "glory"
"""

A_TURN = f"""{THREE}age = 1
phase = "action"
first_player = "raven"
turn = "wolf"
passed = ["serpent"]
discards = ["Glorious Death!", "Tyr's Smash"]
seed = 7
{SHEETS}{FIGURES}{BOARD}
[rulings]
tyr_quest_bonus = "best"
"""

A_CALL = f"""{A_TURN}
[battle]
province = "Gimle"
pillager = "wolf"
stage = "call"
asked = "serpent"
"""

CHOOSING_CARDS = f"""{A_TURN}
[battle]
province = "Gimle"
pillager = "wolf"
stage = "cards"
cards = {{ raven = ["Loki's Trickery"] }}
"""

A_LATE_WINDOW = f"""{A_TURN}
[battle]
province = "Gimle"
pillager = "wolf"
stage = "late"
asked = "raven"
cards = {{ wolf = ["Frigga's Grace"], raven = ["Loki's Trickery"] }}
"""

DISCARDING = f"""{THREE}phase = "discard"
first_player = "raven"
{SHEETS}{FIGURES}{BOARD}"""

QUESTING = f"""{THREE}phase = "quest"
first_player = "raven"
{re.sub("hand = .*", "", SHEETS)}{FIGURES}{BOARD}"""

A_PICK = f"""{THREE}age = 2
phase = "gods' gifts"
first_player = "raven"
pick = 3

[wolf]
upgrades = ["Troll"]
kept = ["Tyr's Smash (age 1)"]
picked = ["Valkyrie", "Heimdall's Eye"]
pack = ["Dark Elf", "Frigga's Protection", "Loki's Backstab", "Odin's Tide", "Alfheim!", "Thor's Oath"]

[raven]
picked = ["Fire Giant", "Heimdall's Eye"]
pack = ["Jotunheim!", "Manheim!", "Glorious Death!", "Yggdrasil!", "Tyr's Crush", "Tyr's Rage"]

[serpent]
picked = ["Lord of Axes", "Heimdall's Eye"]
pack = ["Heimdall's Watch", "Experts in Arms", "Fire Dragons", "Tyr's Challenge", "Tyr's Prowess", "Tyr's Smite"]

[figures]
Gimle = {{ wolf = "leader", raven = "warrior" }}
Valhalla = {{ wolf = "Troll" }}
{BOARD}"""

WHOLE = {
    "a turn": A_TURN,
    "a call": A_CALL,
    "choosing cards": CHOOSING_CARDS,
    "a late window": A_LATE_WINDOW,
    "discarding": DISCARDING,
    "a pick": A_PICK,
}


def all_of(match: drakkar.Match) -> dict[str, Any]:
    """The whole moment, apart from what becomes of it."""
    return copy.deepcopy(snapshot(GAME.book, state_of(match)))


def asked(match: drakkar.Match) -> dict[str, str]:
    """Who is asked which question, by its code."""
    return {match.sides[decision.seat]: decision.prompt.code for decision in match.pending}


def data(text: str) -> dict[str, Any]:
    """What a position says."""
    return tomllib.loads(text)


def table_of(body: str = "", players: int = 3, seed: int = 0) -> dict[str, Any]:
    """What lies there once the seed has filled in what a document leaves out."""
    head = f'game = "blood_rage"\nsides = {json.dumps(CLANS[:players])}\nseed = {seed}\n'
    return data(drakkar.set_up(head + body).position())


# There and back


def check_round_trip(seats: int, seed: int, share: float) -> int:
    """At some moments of a random match: the position is the same moment, and goes on as the match does."""
    checked = 0
    for moment, _, rng in random_moments(seats, seed, share):
        text = moment.position()
        again, original = drakkar.set_up(text), moment.copy()
        assert all_of(again) == all_of(moment)
        assert again.position() == text
        dice = rng.randrange(10**6)
        for match in (again, original):
            for _ in play_randomly(match, chance_from(dice)):
                pass
        assert all_of(again) == all_of(original)
        assert again.outcome is not None
        assert original.outcome is not None
        assert again.outcome.scores == original.outcome.scores
        checked += 1
    return checked


@pytest.mark.slow
@pytest.mark.parametrize("seats", PLAYERS)
def test_any_moment_of_any_match_is_set_up_again_and_goes_on_alike(seats: int) -> None:
    assert check_round_trip(seats, 900 + seats, 0.08) > 5


@pytest.mark.slow
@pytest.mark.parametrize("seats", PLAYERS)
def test_and_so_it_is_in_eight_more_matches(seats: int) -> None:
    assert sum(check_round_trip(seats, 1000 + 10 * match + seats, 0.07) for match in range(8)) > 50


@pytest.mark.parametrize("seed", [-5, 2**130])
def test_a_match_of_any_seed_has_a_position(seed: int) -> None:
    match = drakkar.new("blood_rage", seats=2, seed=seed)
    assert all_of(drakkar.set_up(match.position())) == all_of(match)


@pytest.mark.parametrize("name", WHOLE)
def test_what_people_have_written_in_full_is_written_again_without_a_machines_part(name: str) -> None:
    match = drakkar.set_up(WHOLE[name])
    text = match.position()
    assert "[machine]" not in text
    again = drakkar.set_up(text)
    assert all_of(again) == all_of(match)
    assert again.position() == text


def test_the_order_in_which_a_pack_is_written_does_not_matter() -> None:
    unsorted = A_PICK.replace('"Dark Elf", "Frigga\'s Protection"', '"Frigga\'s Protection", "Dark Elf"')
    assert "[machine]" not in drakkar.set_up(unsorted).position()


def test_a_sealed_card_may_have_its_like_in_the_hand() -> None:
    twins = CHOOSING_CARDS.replace('raven = ["Loki\'s Trickery"]', 'wolf = ["Tyr\'s Smash"]').replace(
        'discards = ["Glorious Death!", "Tyr\'s Smash"]\n', ""
    )
    assert "[machine]" not in drakkar.set_up(twins).position()


def test_what_is_left_to_the_seed_needs_a_machines_part_once_it_is_drawn() -> None:
    """The text names what was drawn, and the machine's part says how far chance has gone."""
    text = drakkar.set_up(THREE).position()
    assert "[machine]" in text
    assert drakkar.set_up(text).position() == text


def test_a_position_is_short_and_readable() -> None:
    text = drakkar.set_up(A_TURN).position()
    assert data(text)["wolf"] == data(A_TURN)["wolf"]
    assert data(text)["board"] == data(A_TURN)["board"]
    assert data(text)["figures"]["Gimle"] == {"wolf": "2 warriors, leader", "raven": "warrior"}
    assert len(text.splitlines()) < 50


def test_what_goes_without_saying_is_not_written() -> None:
    sheet = data(drakkar.set_up(A_TURN).position())["raven"]
    assert sheet == {"steps": {"rage": 2}, "upgrades": ["Sea Serpent"], "hand": ["Tyr's Smite", "Odin's Smite"]}


def test_names_are_read_without_regard_to_case_and_marks() -> None:
    loosely = A_TURN.replace("Tyr's Smash", "tyrs smash").replace('"Gimle"', '"GIMLE"').replace("Gimle = ", "gimle = ")
    assert all_of(drakkar.set_up(loosely)) == all_of(drakkar.set_up(A_TURN))


def test_a_later_age_says_which_card_of_a_name_is_meant() -> None:
    body = 'age = 2\n[wolf]\nhand = ["Alfheim!", "Alfheim! (age 1)"]\n'
    hand = drakkar.set_up(THREE + body).view(0).table["clans"][0]["hand"]
    assert [(card["name"], card["age"]) for card in hand] == [("Alfheim!", 2), ("Alfheim!", 1)]
    assert table_of(body)["wolf"]["hand"] == ["Alfheim!", "Alfheim! (age 1)"]


# What a seat knows


@pytest.mark.rule("BR-3.20", "BR-3.22")
@pytest.mark.parametrize("seats", PLAYERS)
def test_a_seats_position_says_what_the_seat_knows_and_can_be_set_up(seats: int) -> None:
    """The seat's own cards by name, those of others as numbers, and the same text in other worlds."""
    for moment, seat, rng in random_moments(seats, 600 + seats, 0.25):
        text = moment.view(seat).position()
        assert in_another_world(moment, seat, rng).view(seat).position() == text
        said, truth = data(text), data(moment.position())
        assert not {key.partition(".")[0] for key in said.get("machine", {})} & HIDDEN
        assert said["seed"] == 0
        for number, clan in enumerate(moment.sides):
            for name in ("hand", "quests", "kept", "picked", "sealed"):
                if number == seat:
                    assert said[clan].get(name) == truth[clan].get(name)
                elif truth["phase"] != "quest" and said[clan].get(name):
                    # Whether a clan keeps a card is secret too.
                    number_of = 1 if truth["phase"] == "discard" and name == "sealed" else len(truth[clan][name])
                    assert said[clan][name] == number_of
        assert drakkar.set_up(text).sides == moment.sides


@pytest.mark.parametrize("seats", PLAYERS)
def test_at_a_turn_a_call_or_a_late_window_it_sets_up_what_the_seat_sees(seats: int) -> None:
    for moment, seat, _ in random_moments(seats, 620 + seats, 0.25):
        view = moment.view(seat)
        if {owed.code for owed in view.owed.values()} <= {"turn", "call", "late"}:
            again = drakkar.set_up(view.position()).view(seat)
            assert again.position() == view.position()
            assert again.choices == view.choices
            assert {clan: owed.code for clan, owed in again.owed.items()} == {
                clan: owed.code for clan, owed in view.owed.items()
            }


def test_hidden_hands_quests_and_sealed_cards_are_numbers() -> None:
    match = drakkar.set_up(CHOOSING_CARDS)
    of_serpent = data(match.position(2))
    assert [of_serpent[clan]["hand"] for clan in ("wolf", "raven", "serpent")] == [3, 2, []]
    assert of_serpent["wolf"]["quests"] == 1
    assert of_serpent["battle"]["cards"] == {"raven": 1}
    assert data(match.position(1))["battle"]["cards"] == {"raven": ["Loki's Trickery"]}
    assert match.position(1) == match.view(1).position()


def test_a_spectators_position_names_no_hidden_card() -> None:
    text = drakkar.set_up(CHOOSING_CARDS).view(None).position()
    for name in ("Tyr's Bash", "Thor's Hammer", "Tyr's Smite", "Odin's Smite", "Alfheim!", "Loki's Trickery"):
        assert name not in text


def test_a_card_kept_by_another_is_still_there_when_the_view_of_a_draft_is_set_up() -> None:
    known = drakkar.set_up(A_PICK).position(1)
    assert data(known)["wolf"]["kept"] == 1
    again = data(drakkar.set_up(known).position(1))
    assert again["wolf"]["kept"] == 1
    assert again["raven"] == data(known)["raven"]


@pytest.mark.parametrize("seats", PLAYERS)
def test_a_view_of_a_draft_names_no_pack_that_another_does_not_have(seats: int) -> None:
    """Of a pack that the seat has passed on it knows only how many cards are left."""
    match = drakkar.new("blood_rage", seats=seats, seed=1)
    for moment in play_randomly(match, chance_from(1)):
        if moment.pending[0].prompt.code != "draft":
            break
        truth = data(moment.position())
        for seat in range(seats):
            said = data(moment.view(seat).position())
            for clan in moment.sides:
                assert said[clan]["pack"] in (truth[clan]["pack"], len(truth[clan]["pack"]))


# What a document leaves out


@pytest.mark.parametrize("players", PLAYERS)
def test_game_and_clans_are_enough(players: int) -> None:
    """Age 1, the Action phase, an empty board, six cards each, Rage and steps as a clan begins."""
    said = table_of(players=players)
    assert (said["age"], said["phase"]) == (1, "action")
    assert said["turn"] == said["first_player"]
    assert not {"passed", "discards", "figures", "battle", "rulings"} & set(said)
    for clan in CLANS[:players]:
        assert set(said[clan]) == {"hand"}
        assert len(said[clan]["hand"]) == 6
    match = drakkar.set_up(f'game = "blood_rage"\nsides = {json.dumps(CLANS[:players])}\n')
    assert asked(match) == {said["turn"]: "turn"}
    sheets = match.view(None).table["clans"]
    assert [(sheet["rage"], sheet["glory"]) for sheet in sheets] == [(6, 0)] * players


@pytest.mark.rule("BR-2.14", "BR-4.4", "BR-4.7")
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("seed", range(5))
def test_tokens_and_provinces_are_laid_out_as_the_rules_say(players: int, seed: int) -> None:
    board = table_of(players=players, seed=seed)["board"]
    assert Counter(board["tokens"].values()) == {"rage": 3, "axes": 2, "horns": 2, "glory": 1}
    assert len(set(board["doomed"])) == 3
    assert len(set(board["destroyed"])) == DESTROYED_FOR[players]
    assert not {"Yggdrasil", *board["doomed"]} & set(board["destroyed"])
    assert "Yggdrasil" not in board["doomed"]


def test_no_card_is_dealt_twice_and_all_are_of_the_age() -> None:
    for age in (1, 2, 3):
        said = table_of(f"age = {age}", players=5)
        dealt = Counter(card for clan in CLANS for card in said[clan]["hand"])
        for name, number in dealt.items():
            card = next(card for card in CARDS if card.name == name and card.age == age)
            assert number <= card.copies_for(5)


def test_rage_is_the_stat_unless_it_is_said() -> None:
    match = drakkar.set_up(f"{THREE}[wolf]\nsteps = {{ rage = 4 }}\n[raven]\nrage = 2\n")
    assert [sheet["rage"] for sheet in match.view(None).table["clans"]] == [9, 2, 6]


@pytest.mark.parametrize(("age", "fallen"), [(1, 0), (2, 1), (3, 2)])
def test_the_provinces_of_earlier_ages_have_fallen(age: int, fallen: int) -> None:
    board = table_of(f"age = {age}")["board"]
    assert [province in board["destroyed"] for province in board["doomed"]] == [at < fallen for at in range(3)]


def test_nobody_stands_where_the_seed_destroys() -> None:
    for seed in range(30):
        said = table_of('age = 3\n[figures]\nGimle = { wolf = "leader" }\nF2 = { raven = "ship" }\n', seed=seed)
        assert not {"Gimle", "Muspelheim", "Horgr"} & set(said["board"]["destroyed"])


def test_the_same_seed_is_the_same_table_and_another_is_another() -> None:
    assert table_of(seed=1) == table_of(seed=1)
    assert len({json.dumps(table_of(seed=seed)) for seed in range(20)}) == 20


def test_a_number_of_cards_is_dealt_and_a_list_is_what_it_says() -> None:
    said = table_of('[wolf]\nhand = 3\nquests = 2\n[raven]\nhand = ["Troll"]\n[serpent]\nhand = []\n')
    assert [len(said[clan]["hand"]) for clan in CLANS[:3]] == [3, 1, 0]
    quests = {card.name for card in CARDS if card.fulfilled is not None}
    assert len(said["wolf"]["quests"]) == 2
    assert set(said["wolf"]["quests"]) <= quests


def test_the_first_player_may_be_an_option_as_in_a_new_match() -> None:
    for seed in range(10):
        assert table_of('[rulings]\nfirst_player = "serpent"\n', seed=seed)["first_player"] == "serpent"


# Where one may begin


@pytest.mark.parametrize(
    ("body", "who_is_asked"),
    [
        pytest.param(
            'phase = "gods\' gifts"\n', {"wolf": "draft", "raven": "draft", "serpent": "draft"}, id="first pick"
        ),
        pytest.param(
            'phase = "gods\' gifts"\npick = 6\n',
            {"wolf": "draft", "raven": "draft", "serpent": "draft"},
            id="last pick",
        ),
        pytest.param('turn = "serpent"\n', {"serpent": "turn"}, id="turn"),
        pytest.param('turn = "serpent"\npassed = ["serpent"]\n', {"wolf": "turn"}, id="turn of one who has passed"),
        pytest.param('turn = "wolf"\n[wolf]\nrage = 0\n', {"raven": "turn"}, id="turn of one without Rage"),
        pytest.param(
            'passed = ["wolf", "raven", "serpent"]\n',
            {"wolf": "keep", "raven": "keep", "serpent": "keep"},
            id="all have passed",
        ),
        pytest.param(
            'phase = "discard"\n[raven]\nhand = []\n', {"wolf": "keep", "serpent": "keep"}, id="discard, one hand empty"
        ),
        pytest.param(
            'phase = "discard"\nage = 3\n[wolf]\nquests = ["Alfheim! (age 3)"]\n[board]\ndestroyed = []\n'
            'doomed = ["Elvagar", "Horgr", "Utgard"]\n[figures]\nGimle = { wolf = "leader" }\n',
            {"wolf": "raise"},
            id="discard in Age 3 keeps nothing",
        ),
        pytest.param(
            'phase = "quest"\nfirst_player = "wolf"\n[wolf]\nquests = ["Alfheim!"]\n'
            '[raven]\nquests = ["Yggdrasil!"]\n'
            '[figures]\nGimle = { wolf = "leader" }\nYggdrasil = { raven = "warrior" }\n',
            {"wolf": "raise"},
            id="quest, one after the other",
        ),
        pytest.param(
            'age = 2\nphase = "ragnarok"\n[rulings]\nprotection_in_ragnarok = true\n[wolf]\n'
            'upgrades = ["Frigga\'s Protection"]\nrage = 2\n[figures]\nGimle = { wolf = "leader" }\n'
            '[board]\ndoomed = ["Horgr", "Gimle", "Elvagar"]\ndestroyed = []\n[raven]\nkept = ["Troll"]\n',
            {"wolf": "save_figures"},
            id="Ragnarök with a question",
        ),
        pytest.param('phase = "ragnarok"\n', {"wolf": "draft", "raven": "draft", "serpent": "draft"}, id="Ragnarök"),
        pytest.param(
            'phase = "release valhalla"\n',
            {"wolf": "draft", "raven": "draft", "serpent": "draft"},
            id="Release Valhalla",
        ),
        pytest.param(
            'phase = "end of age"\nage = 2\n', {"wolf": "draft", "raven": "draft", "serpent": "draft"}, id="end of age"
        ),
        pytest.param('phase = "end of age"\nage = 3\n', {}, id="end of the last Age"),
    ],
)
def test_where_one_may_begin_and_who_is_asked_there(body: str, who_is_asked: dict[str, str]) -> None:
    assert asked(drakkar.set_up(THREE + body)) == who_is_asked


@pytest.mark.parametrize(
    ("lines", "who_is_asked"),
    [
        pytest.param("", {"raven": "call"}, id="call"),
        pytest.param('stage = "call"\nasked = "serpent"\n', {"serpent": "call"}, id="call, another asked"),
        pytest.param('stage = "cards"\n', {"wolf": "card", "raven": "card"}, id="cards"),
        pytest.param('stage = "cards"\ncards = { wolf = ["Tyr\'s Smash"] }\n', {"raven": "card"}, id="one is sealed"),
        pytest.param('stage = "cards"\ncards = { raven = 1 }\n', {"wolf": "card"}, id="one is sealed, whichever"),
        pytest.param('stage = "cards"\ncards = { wolf = 1, raven = 1 }\n', {"wolf": "late"}, id="all are sealed"),
        pytest.param(
            'stage = "cards"\nparticipants = ["wolf", "raven", "serpent"]\n',
            {"wolf": "card", "raven": "card", "serpent": "card"},
            id="one has lost its figures since",
        ),
        pytest.param('stage = "late"\n', {"wolf": "late"}, id="late, nobody has a card"),
        pytest.param(
            'stage = "late"\nasked = "raven"\ncards = { wolf = ["Tyr\'s Smash"], raven = ["Tyr\'s Smite"] }\n',
            {"raven": "late"},
            id="late",
        ),
    ],
)
def test_where_one_may_begin_in_a_battle_and_who_is_asked_there(lines: str, who_is_asked: dict[str, str]) -> None:
    match = drakkar.set_up(
        f'{THREE}seed = 4\n[figures]\nGimle = {{ wolf = "leader", raven = "2 warriors" }}\n'
        'Yggdrasil = { raven = "leader", serpent = "warrior" }\n[board]\ndestroyed = []\n'
        'doomed = ["Elvagar", "Horgr", "Utgard"]\n[battle]\nprovince = "Gimle"\npillager = "wolf"\n' + lines
    )
    assert asked(match) == who_is_asked


def test_a_battle_is_fought_to_its_end_from_the_late_window() -> None:
    """Wolf: a pair of Brothers in Arms, Leader, Ship, +2; Raven: a Warrior, +0; Serpent: a Ship."""
    match = drakkar.set_up(A_LATE_WINDOW)
    for clan in ("raven", "serpent", "wolf"):
        assert asked(match) == {clan: "late"}
        match.play(match.sides.index(clan), "decline")
    totals = {event.data["clan"]: event.data["total"] for event in match.events(None) if event.kind == "total"}
    assert totals == {"Wolf": 10, "Raven": 1, "Serpent": 2}


def test_a_match_that_begins_with_a_position_is_played_to_its_end() -> None:
    for name, text in {**WHOLE, "questing": QUESTING}.items():
        match = drakkar.set_up(text)
        for _ in play_randomly(match, chance_from(1)):
            GAME.check(state_of(match))
        assert match.outcome is not None, name
        assert drakkar.load(match.record()).outcome == match.outcome


# What cannot be: each document has `#!` in the line that is to blame.


def refused(text: str) -> drakkar.BadPosition:
    with pytest.raises(drakkar.BadPosition) as caught:
        drakkar.set_up(text)
    assert str(caught.value).startswith(f"line {caught.value.line}: ")
    return caught.value


BATTLE = """[figures]
Gimle = { wolf = "leader", raven = "2 warriors" }
[board]
doomed = ["Horgr", "Utgard", "Elvagar"]
destroyed = ["Andlang"]
[battle]
"""

WRONG = {
    # figures
    "ninth warrior": (
        '[figures]\nGimle = { wolf = "3 warriors" }\nValhalla = { wolf = "6 warriors" } #!',
        "wolf has no warrior left",
    ),
    "two leaders": (
        '[figures]\nGimle = { wolf = "leader" }\nHorgr = { wolf = "leader" } #!',
        "wolf has no leader left",
    ),
    "two leaders together": ('[figures]\nGimle = { wolf = "leader, leader" } #!', "wolf has no leader left"),
    "six in five villages": (
        '[figures]\nGimle = { wolf = "3 warriors", raven = "3 warriors" } #!',
        "Gimle has only 5 villages",
    ),
    "a ship on land": ('[figures]\nGimle = { wolf = "ship" } #!', "ship cannot be in Gimle"),
    "a warrior in a fjord": ('[figures]\nF1 = { wolf = "warrior" } #!', "warrior cannot be in F1"),
    "a Sea Serpent on land": (
        '[wolf]\nupgrades = ["Sea Serpent"]\n[figures]\nGimle = { wolf = "Sea Serpent" } #!',
        "Sea Serpent cannot be in Gimle",
    ),
    "a figure in a destroyed province": (
        '[figures]\nGimle = { wolf = "warrior" } #!\n[board]\ndestroyed = ["Gimle"]',
        "Gimle is destroyed",
    ),
    "a figure in a province that fell": (
        'age = 2\n[figures]\nGimle = { wolf = "warrior" } #!\n[board]\ndoomed = ["Gimle", "Horgr", "Utgard"]',
        "Gimle is destroyed",
    ),
    "a ship in a closed fjord": (
        '[figures]\nF4 = { wolf = "ship" } #!\n[board]\ndestroyed = ["Gimle", "Myrkulor"]',
        "F4 is destroyed",
    ),
    "a Monster without its card": ('[figures]\nGimle = { wolf = "Troll" } #!', "wolf does not have the card Troll"),
    "a Monster of another": (
        '[raven]\nupgrades = ["Troll"]\n[figures]\nGimle = { wolf = "Troll" } #!',
        "wolf does not have the card Troll",
    ),
    "more than Horns allows": (
        '[figures]\nGimle = { wolf = "leader" } #!\nHorgr = { wolf = "4 warriors" }',
        "wolf has 5 figures on the board and Horns allows 4",
    ),
    "no figure": ('[figures]\nGimle = { wolf = "elephant" } #!', "'elephant' is not one of: warrior, leader"),
    "no number of figures": ('[figures]\nGimle = { wolf = "0 warriors" } #!', "is not a number of figures"),
    "a number for figures": ("[figures]\nGimle = { wolf = 3 } #!", "must be a list of names"),
    "half a number of figures": ('[figures]\nGimle = { wolf = "3x warriors" } #!', "is not a number of figures"),
    "figures everywhere": (
        "[wolf]\nsteps = { horns = 6 }\n[raven]\nsteps = { horns = 6 }\n[figures] #!\n"
        + "\n".join(f'{place} = {{ wolf = "warrior" }}' for place in PLACE_NAMES[:4])
        + "\n"
        + "\n".join(f'{place} = {{ raven = "warrior" }}' for place in PLACE_NAMES[4:7]),
        "no place is left for 2 provinces destroyed",
    ),
    # names
    "no card": ('[wolf]\nhand = ["Trol"] #!', "there is no card 'Trol'"),
    "no clan among the figures": ('[figures]\nGimle = { bear = "leader" } #!', "'bear' is not one of: wolf"),
    "no clan to have passed": ('passed = ["bear"] #!', "'bear' is not one of: wolf"),
    "no clan to have the turn": ('turn = "bear" #!', "'bear' is not one of: wolf"),
    "no first player": ('first_player = "bear" #!', "'bear' is not one of: wolf"),
    "no place": ('[figures]\nGimli = { wolf = "leader" } #!', "'Gimli' is not one of: Elvagar"),
    "no province": ('[board]\npillaged = ["F1"] #!', "'F1' is not one of: Elvagar"),
    "no phase": ('phase = "actions" #!', "'actions' is not one of: gods' gifts"),
    "no ruling": ("[rulings]\ncheating = true #!", "has no ruling 'cheating'"),
    "no value of a ruling": ('[rulings]\ntyr_quest_bonus = "worst" #!', "'worst' is not one of"),
    "no key": ('colour = "red" #!', "unknown key 'colour'"),
    "no key of a clan": ('[wolf]\nglory = 1\ncolour = "red" #!', "unknown key 'colour'"),
    "no stat": ("[wolf]\nsteps = { legs = 2 } #!", "unknown key 'legs'; known here: axes, horns, rage"),
    "no section": ("[weather] #!\nrain = true", "unknown key 'weather'"),
    "a clan that does not play": ("[bear] #!\nrage = 3", "unknown key 'bear'"),
    "a pick outside the draft": ("pick = 2 #!", "unknown key 'pick'"),
    "a pack outside the draft": ('[wolf]\npack = ["Troll"] #!', "unknown key 'pack'"),
    "a hand in the draft": ('phase = "gods\' gifts"\n[wolf]\nhand = ["Troll"] #!', "unknown key 'hand'"),
    # numbers
    "Rage beyond the track": ("[wolf]\nrage = 13 #!", "rage is 13, and must be a number from 0 to 12"),
    "step 7": ("[wolf]\nsteps = { axes = 7 } #!", "axes is 7, and must be a number from 1 to 6"),
    "steps that are no table": ("[wolf]\nsteps = 3 #!", "steps must be a section or a table"),
    "a clan sheet behind the figures": (
        '[figures]\nGimle = { wolf = "leader" }\n[raven]\nrage = 5\n[wolf]\nrage = 13 #!',
        "rage is 13",
    ),
    "step 0": ("[wolf]\nsteps = { axes = 0 } #!", "axes is 0"),
    "negative Glory": ("[wolf]\nglory = -1 #!", "glory is -1"),
    "a fourth Age": ("age = 4 #!", "age is 4, and must be a number from 1 to 3"),
    "pick 7": ('phase = "gods\' gifts"\npick = 7 #!', "pick is 7, and must be a number from 1 to 6"),
    "too large a hand": ("[wolf]\nhand = 99 #!", "hand is 99"),
    "more quests than there are": ("[wolf]\nquests = 20 #!", "there are not 20 such cards left"),
    # types
    "a number for a word": ("phase = 1 #!", "1 is not one of"),
    "a word for a number": ('age = "one" #!', "age is 'one'"),
    "a truth for a number": ("[wolf]\nglory = true #!", "glory is True"),
    "a fraction for a number": ("[wolf]\nglory = 1.5 #!", "glory is 1.5"),
    "a number for a clan sheet": ("wolf = 3 #!", "wolf must be a section"),
    "a number for the board": ("board = 3 #!", "board must be a section"),
    "a number for the figures": ("figures = 3 #!", "figures must be a section"),
    "a number for the rulings": ("rulings = 3 #!", "rulings must be a section"),
    "a number for the battle": ("battle = 3 #!", "battle must be a section"),
    "a number for the machine's part": ("machine = 3 #!", "machine must be a section"),
    "a word for a place": ('[figures]\nGimle = "leader" #!', "Gimle must be a section or a table"),
    "a number for upgrades": ("[wolf]\nupgrades = 3 #!", "upgrades must be a list of names"),
    "numbers for names": ("passed = [1] #!", "passed must be a list of names"),
    "numbers for cards": ("[wolf]\nhand = [1, 2] #!", "hand must be a list of names"),
    "a number for a token": ("[board]\ntokens = { Gimle = 3 } #!", "3 is not one of: rage"),
    "a list of tokens": ('[board]\ntokens = ["rage"] #!', "tokens must be a section or a table"),
    # cards
    "two of one": ('[wolf]\nhand = ["Troll"]\n[raven]\nhand = ["Troll"] #!', "only one Troll (age 1) with 3 players"),
    "one in the hand that is discarded": ('discards = ["Troll"]\n[wolf]\nhand = ["Troll"] #!', "only one Troll"),
    "one of a larger table": ('[wolf]\nhand = ["Tyr\'s Crush"] #!', "there is no Tyr's Crush (age 1) with 3 players"),
    "one of a later Age": ('[wolf]\nhand = ["Valkyrie"] #!', "Valkyrie is not in the decks up to Age 1"),
    "one of a later Age by its full name": ('[wolf]\nhand = ["Alfheim! (age 2)"] #!', "not in the decks up to Age 1"),
    "a hand in the Quest phase": ('phase = "quest"\n[wolf]\nhand = ["Troll"] #!', "there are no hands"),
    "a number of cards in the Quest phase": ('phase = "quest"\n[wolf]\nhand = 2 #!', "there are no hands"),
    "a quest that is none": ('[wolf]\nquests = ["Troll"] #!', "Troll is not a quest"),
    "a card kept too early": ('[wolf]\nkept = ["Troll"] #!', "a kept card is in the hand by now"),
    "two cards kept in a draft": ('age = 2\nphase = "gods\' gifts"\n[wolf]\nkept = 2 #!', "kept is 2"),
    "two cards kept": ('phase = "quest"\n[wolf]\nkept = ["Troll", "Tyr\'s Bash"] #!', "one card can be kept"),
    "four clan upgrades": (
        '[wolf]\nupgrades = ["Frigga\'s Charm", "Frigga\'s Succor", "Loki\'s Domain", "Thor\'s Glory"] #!',
        "a clan has 3 clan slots; Thor's Glory is one too many",
    ),
    "two leader upgrades": (
        'age = 2\n[wolf]\nupgrades = ["Lord of Hammers", "Lord of Axes"] #!',
        "a clan has 1 leader slot; Lord of Axes is one too many",
    ),
    "a battle card as an upgrade": ('[wolf]\nupgrades = ["Tyr\'s Smash"] #!', "Tyr's Smash is not an upgrade"),
    # the draft
    "a draft in a first game": (
        'phase = "gods\' gifts" #!\n[rulings]\nfirst_game_no_draft = true',
        "there is no draft in Age 1",
    ),
    "too many picked": (
        'phase = "gods\' gifts"\npick = 2\n[wolf]\npicked = ["Troll", "Tyr\'s Bash"] #!',
        "before this pick wolf has picked 1 cards",
    ),
    "a small pack": ('phase = "gods\' gifts"\n[wolf]\npack = ["Troll"] #!', "at this pick a pack has 8 cards"),
    "a pack of another Age": (
        'age = 2\nphase = "gods\' gifts"\npick = 6\n[wolf]\npack = ["Troll", "Valkyrie", "Dark Elf"] #!',
        "the packs of Age 2 have cards of that Age only",
    ),
    "a card kept in its own Age": (
        'age = 2\nphase = "gods\' gifts"\n[wolf]\nkept = ["Valkyrie"] #!',
        "one card of an earlier Age can be kept",
    ),
    "an upgrade that is still being drafted": (
        'phase = "gods\' gifts"\n[wolf]\nupgrades = ["Troll"] #!',
        "Troll is of the Age whose cards are still being drafted",
    ),
    # the board
    "two doomed provinces": ('[board]\ndoomed = ["Gimle", "Horgr"] #!', "doomed names three outer provinces"),
    "Yggdrasil doomed": ('[board]\ndoomed = ["Gimle", "Horgr", "Yggdrasil"] #!', "three outer provinces"),
    "Yggdrasil destroyed": ('[board]\ndestroyed = ["Yggdrasil"] #!', "Yggdrasil is never destroyed"),
    "doomed and destroyed": (
        '[board]\ndoomed = ["Gimle", "Horgr", "Utgard"]\ndestroyed = ["Horgr"] #!',
        "Horgr is doomed, so it cannot be destroyed already",
    ),
    "destroyed twice": ('[board]\ndestroyed = ["Gimle", "gimle"] #!', "destroyed names a province twice"),
    "doomed twice": ('[board]\ndoomed = ["Gimle", "Gimle", "Horgr"] #!', "doomed names a province twice"),
    "too many tokens of a kind": (
        '[board.tokens]\nGimle = "glory"\nHorgr = "glory" #!',
        "there are not that many glory tokens",
    ),
    "no token": ('[board]\ntokens = { Gimle = "beer" } #!', "'beer' is not one of: rage"),
    "another token on Yggdrasil": (
        '[board]\ntokens = { Yggdrasil = "rage" } #!',
        "belongs to Yggdrasil and nowhere else",
    ),
    "the token of Yggdrasil elsewhere": (
        '[board]\ntokens = { Gimle = "all" } #!',
        "belongs to Yggdrasil and nowhere else",
    ),
    # turns and battles
    "a turn in the Quest phase": ('phase = "quest"\nturn = "wolf" #!', "there are turns only in the Action phase"),
    "a turn in the draft": ('phase = "gods\' gifts"\nturn = "wolf" #!', "turn"),
    "a battle in the Quest phase": (
        f'phase = "quest"\n{BATTLE[:-1]} #!\nprovince = "Gimle"',
        "there are battles only in the Action phase",
    ),
    "a battle nowhere": (f'{BATTLE[:-1]} #!\npillager = "wolf"', "a battle is in a province"),
    "a battle at sea": (f'{BATTLE}province = "F4" #!', "'F4' is not one of"),
    "a battle in a destroyed province": (f'{BATTLE}province = "Andlang" #!\npillager = "wolf"', "Andlang is destroyed"),
    "a pillager without a figure": (
        f'{BATTLE}province = "Gimle" #!\npillager = "serpent"',
        "serpent has no figure in Gimle",
    ),
    "a pillager without a figure when cards are chosen": (
        f'{BATTLE}province = "Gimle" #!\npillager = "serpent"\nstage = "cards"',
        "serpent has no figure in Gimle",
    ),
    "nobody opposes": (
        BATTLE.replace(', raven = "2 warriors"', "") + 'province = "Gimle" #!\npillager = "wolf"\nstage = "cards"',
        "nobody opposes the pillager",
    ),
    "no stage": (f'{BATTLE}province = "Gimle"\npillager = "wolf"\nstage = "bluff" #!', "'bluff' is not one of: call"),
    "a sealed card of one who takes no part": (
        f'{BATTLE}province = "Gimle"\npillager = "wolf"\nstage = "cards"\ncards = {{ serpent = ["Troll"] }} #!',
        "serpent lays down one card, if it takes part",
    ),
    "two sealed cards": (
        f'{BATTLE}province = "Gimle"\npillager = "wolf"\nstage = "cards"\ncards = {{ wolf = 2 }} #!',
        "wolf lays down one card",
    ),
    "cards before they are chosen": (
        f'{BATTLE}province = "Gimle"\npillager = "wolf"\nstage = "call"\ncards = {{ wolf = ["Troll"] }} #!',
        "unknown key",
    ),
    "no key of a battle": (
        f'{BATTLE}province = "Gimle"\npillager = "wolf"\nweather = "bad" #!',
        "unknown key 'weather'",
    ),
    "a revealed card that nobody knows": (
        f'{BATTLE}province = "Gimle"\npillager = "wolf"\nstage = "late"\ncards = {{ wolf = 1 }} #!',
        "known by name",
    ),
    # TOML
    "a broken section": ("[wolf #!\nrage = 3", "this is not TOML"),
    "a value that is missing": ("[wolf]\nrage = #!", "this is not TOML"),
    "a key twice": ("[wolf]\nrage = 1\nrage = 2 #!", "this is not TOML"),
}

# What was once taken, or refused with another line or reason, or with a traceback.
WRONG_TOO = {
    "two tokens on one province": ('[board]\ntokens = { Gimle = "rage", gimle = "axes" } #!', "names a province twice"),
    "more cards kept than there is room for": ('phase = "quest"\n[serpent]\nkept = 9 #!', "kept"),
    "two cards kept, whichever": ('phase = "quest"\n[wolf]\nkept = 2 #!', "kept"),
    "discards without names": ("discards = 3 #!", "open cards must be named"),
    "nobody's first player": ('[rulings]\nfirst_player = "bear" #!', "no seat plays bear"),
    "an empty section that nobody knows": ("[weather] #!", "unknown key 'weather'"),
    "Rage after the steps of Rage": ("[wolf]\nsteps = { rage = 2 }\nrage = 13 #!", "rage is 13"),
    "no doomed province": ("[board]\ndoomed = [] #!", "doomed names three outer provinces"),
    "a number without end": (f"seed = {'9' * 5000} #!", ""),
    "a list without end": (f"hand = {'[' * 5000} #!", ""),
}


@pytest.mark.parametrize(
    ("body", "reason"), [pytest.param(*wrong, id=name) for name, wrong in {**WRONG, **WRONG_TOO}.items()]
)
def test_what_cannot_be_is_refused_with_its_line_and_a_reason(body: str, reason: str) -> None:
    text = THREE + body
    error = refused(text)
    assert reason in str(error)
    assert "#!" in text.splitlines()[error.line - 1], f"line {error.line}: {error}"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "a position must name its game"),
        ('sides = ["wolf", "raven"]\n', 1, "a position must name its game"),
        ('sides = ["wolf", "raven"]\ngame = "chess"\n', 2, "there is no game 'chess'"),
        ('game = "blood_rage"\n', 1, "2 to 5 seats"),
        ('game = "blood_rage"\n\nsides = ["wolf"]\n', 3, "2 to 5 seats, not 1"),
        ('game = "blood_rage"\nsides = ["wolf", "wolf"]\n', 2, "2 different sides"),
        ('game = "blood_rage"\nsides = ["wolf", "pig"]\n', 2, "no side 'pig'"),
        ('game = "blood_rage"\nsides = [1, 2]\n', 2, "a list of names"),
    ],
)
def test_without_a_game_and_its_clans_there_is_no_position(text: str, line: int, reason: str) -> None:
    error = refused(text)
    assert error.line == line
    assert reason in str(error)


@pytest.mark.parametrize("clan", ["wolf", "ram"])
@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        pytest.param("[CLAN]\nhand = CARDS\n", "more than 40 hidden cards together", id="hand"),
        pytest.param(
            '[figures]\nGimle = { wolf = "leader", ram = "warrior" }\n[board]\ndestroyed = []\n'
            'doomed = ["Elvagar", "Horgr", "Utgard"]\n[battle]\nprovince = "Gimle"\npillager = "wolf"\nstage = "late"\n'
            "cards = { CLAN = CARDS }\n",
            "has revealed up to 8 cards",
            id="late window",
        ),
    ],
)
def test_more_cards_than_a_clan_has_room_for_are_refused(lines: str, reason: str, clan: str) -> None:
    cards = [f"{card.name} (age {card.age})" for card in CARDS if card.copies_for(5)]
    named = json.dumps(cards[:45], ensure_ascii=False)
    error = refused(
        f'game = "blood_rage"\nsides = {json.dumps(CLANS)}\nage = 3\n'
        + lines.replace("CLAN", clan).replace("CARDS", named)
    )
    assert reason in str(error)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("rage = [1, 2]", "rage cannot be [1, 2]"),
        ("rage = 3", "rage cannot be 3"),
        ('rage = ["a", "b", "c"]', "rage cannot be"),
        ("rage = [99, 0, 0]", "impossible"),
        ("weather = 3", "unknown key 'weather'"),
        ('frames = ["dance: 0 0"]', "frames cannot be"),
        ("frames = [1]", "frames cannot be"),
        ('frames = ["next_turn: one two"]', "frames cannot be"),
        ('asked = ["dance", "", ""]', "asked cannot be"),
        ('"chance.key" = "xyz"', "chance.key cannot be 'xyz'"),
        ('frames = ["next_turn: 0"]', "cannot be"),
        ('frames = ["quest_is_judged: 9 0"]', "cannot be"),
        ("turn = 9", "impossible"),
        ("phase = 77", "impossible"),
        ("tokens = [9, 9, 9, 9, 9, 9, 9, 9, 9]", "impossible"),
        ("ragnarok = [50, 50, 50]", "impossible"),
    ],
)
def test_a_machines_part_that_cannot_be_is_refused_with_its_line(line: str, reason: str) -> None:
    text = drakkar.set_up(THREE).position()
    name = line.partition(" = ")[0]
    readable, _, machine = text.partition("[machine]\n")
    kept = [old for old in machine.splitlines() if old.partition(" = ")[0] != name]
    edited = "\n".join([readable + "[machine]", *kept, line])
    error = refused(edited)
    assert reason in str(error)
    blamed = edited.splitlines()[error.line - 1]
    assert blamed in (line, "[machine]")


# Documents that nobody meant to write

NUMBERS = ("-1", "0", "1", "2", "5", "6", "7", "8", "12", "13", "24", "25", "99", str(2**70))
VALUES = ("0", "1", "true", "[]", "{}", '""', "1.5", '["Troll"]', "{ wolf = 3 }", "1979-05-27", "nan", "[[]]", '"wolf"')
WORDS = (
    *CLANS,
    *PLACE_NAMES,
    *(card.name for card in CARDS),
    "leader",
    "2 warriors",
    "ship",
    "call",
    "quest",
    "all",
    "",
)


def garbled(text: str, rng: Random) -> str:
    """Some lines gone, doubled, exchanged, or with other numbers, words and letters in them."""
    lines = text.splitlines()
    for _ in range(rng.randint(1, 3)):
        at, how = rng.randrange(len(lines)), rng.randrange(7)
        line = lines[at]
        words = list(re.finditer(r'"[^"]*"', line))
        if how == 0:
            del lines[at]
        elif how == 1:
            lines.insert(rng.randrange(len(lines)), line)
        elif how == 2:
            cut = rng.randrange(len(line) + 1)
            lines[at] = line[:cut] + rng.choice("\"[]{}=,.x7#\\'") + line[cut + rng.randrange(2) :]
        elif how == 3:
            lines[at] = re.sub(r"\d+", lambda _: rng.choice(NUMBERS), line)
        elif how == 4 and words:
            word = rng.choice(words)
            lines[at] = f'{line[: word.start()]}"{rng.choice(WORDS)}"{line[word.end() :]}'
        elif how == 5 and " = " in line:
            lines[at] = f"{line.partition(' = ')[0]} = {rng.choice(VALUES)}"
        else:
            other = rng.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
    return "\n".join(lines)


def set_up_or_refused(text: str) -> drakkar.Match | None:
    """The match of a document, or None if it is refused; a refusal has a line of the document."""
    line, match = 1, None
    try:
        match = drakkar.set_up(text)
    except (drakkar.BadPosition, drakkar.WrongVersion) as error:
        line = error.line
    assert 1 <= line <= len(text.splitlines())
    return match


@pytest.mark.parametrize("name", [*WHOLE, "questing"])
def test_a_garbled_document_is_set_up_or_refused_and_nothing_else(name: str) -> None:
    good = {**WHOLE, "questing": QUESTING}[name]
    fine = 0
    for seed in range(100):
        match = set_up_or_refused(garbled(good, Random(f"{name} {seed}")))
        if match is not None:
            GAME.check(state_of(match))
            assert match.over or match.pending
            assert drakkar.set_up(match.position()).position() == match.position()
            fine += 1
    assert 5 < fine < 70


@pytest.mark.parametrize("seats", PLAYERS)
def test_an_edited_machines_part_is_set_up_or_refused_and_nothing_else(seats: int) -> None:
    edited = 0
    for moment, _, rng in random_moments(seats, 700 + seats, 0.1):
        lines = moment.position().splitlines()
        start = lines.index("[machine]") + 1 if "[machine]" in lines else len(lines)
        for _ in range(3 if start < len(lines) else 0):
            at = rng.randrange(start, len(lines))
            value = rng.choice((*VALUES, "[1, 2, 3]", '["a", "b"]', "-1", "[-1, 99]"))
            key = lines[at].partition(" = ")[0]
            set_up_or_refused("\n".join([*lines[:at], f"{key} = {value}", *lines[at + 1 :]]))
            edited += 1
    assert edited > 10


# Records of matches that began with a position


def played(text: str, choices: int) -> drakkar.Match:
    """A match from a position on, with some random choices."""
    match = drakkar.set_up(text)
    for number, _ in enumerate(play_randomly(match, chance_from(3))):
        if number == choices:
            break
    return match


@pytest.mark.parametrize("name", WHOLE)
def test_the_record_of_such_a_match_holds_its_position_and_loads_again(name: str) -> None:
    match = played(WHOLE[name], 12)
    record = match.record()
    assert [line[2:] for line in record.splitlines() if line.startswith("|")] == WHOLE[name].splitlines()
    again = drakkar.load(record)
    assert all_of(again) == all_of(match)
    assert again.record() == record
    assert [str(event) for event in again.events(1)] == [str(event) for event in match.events(1)]


@pytest.mark.parametrize("seats", PLAYERS)
def test_a_match_taken_up_from_any_moment_has_a_record_that_loads(seats: int) -> None:
    for moment, _, _ in random_moments(seats, 800 + seats, 0.05):
        match = played(moment.position(), 5)
        assert all_of(drakkar.load(match.record())) == all_of(match)


def test_it_can_be_cut_after_any_choice() -> None:
    match = played(A_TURN, 12)
    for number in range(len(match.history) + 1):
        cut = at_choice(match, number)
        assert all_of(cut) == all_of(played(A_TURN, number))
        assert all_of(drakkar.load(cut.record())) == all_of(cut)
    assert len(match.history) == 12


def test_undo_leads_back_to_the_position_and_not_beyond() -> None:
    match = drakkar.set_up(A_TURN)
    beginning, record = all_of(match), match.record()
    match.play(0, "invade warrior Horgr")
    assert match.why_not_undo(0) is None
    match.undo(0)
    assert all_of(match) == beginning
    assert match.record() == record
    for seat in range(3):
        assert match.why_not_undo(seat) is not None
        with pytest.raises(drakkar.CannotUndo, match="not chosen anything yet"):
            match.undo(seat)
    assert all_of(match) == beginning


def test_an_edit_in_the_position_is_noticed() -> None:
    record = played(A_TURN, 3).record()
    for line in record.splitlines():
        if line.startswith("| ") and "=" in line:
            with pytest.raises(drakkar.CorruptRecord, match="cut or edited"):
                drakkar.load(record.replace(line, f"{line} #", 1))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("| rage = 4", "| rage = 14", "rage is 14"),
        ('| turn = "wolf"', '| turn = "bear"', "'bear' is not one of"),
        ('| tyr_quest_bonus = "best"', '| tyr_quest_bonus = "worst"', "'worst' is not one of"),
        ("| [figures]", "| [figures", "this is not TOML"),
        ('| sides = ["wolf", "raven", "serpent"]', '| sides = ["wolf"]', "seats, not 1"),
    ],
)
def test_a_forged_position_is_refused_with_its_line_in_the_record(old: str, new: str, reason: str) -> None:
    forged = sealed(played(A_TURN, 3).record().replace(old, new, 1))
    with pytest.raises(drakkar.CorruptRecord) as caught:
        drakkar.load(forged)
    assert reason in str(caught.value)
    assert forged.splitlines()[caught.value.line - 1] == new


def test_the_line_is_right_with_comments_in_between() -> None:
    record = played(A_TURN, 3).record().replace("| rage = 4", "| rage = 14").replace("| age", "# a comment\n| age")
    with pytest.raises(drakkar.CorruptRecord) as caught:
        drakkar.load(sealed(record))
    assert sealed(record).splitlines()[caught.value.line - 1] == "| rage = 14"


def test_a_position_of_another_game_than_the_record_is_refused() -> None:
    with pytest.raises(drakkar.CorruptRecord):
        drakkar.load(sealed(drakkar.set_up(A_TURN).record().replace("game blood_rage", "game treasure", 1)))


@pytest.mark.parametrize("mark", ["\u2028", "\x85"])
def test_a_position_with_odd_line_ends_in_a_comment_has_a_record_that_loads(mark: str) -> None:
    """TOML goes on with a comment behind such a mark."""
    match = drakkar.set_up(f"# well{mark}played\n{A_TURN}")
    assert all_of(drakkar.load(match.record())) == all_of(match)


@pytest.mark.parametrize("seats", PLAYERS)
def test_the_position_of_a_match_that_is_over_scores_nothing_again(seats: int) -> None:
    match = finished(seats, 5)
    assert match.outcome is not None
    for seat in (*range(seats), None, -1):
        again = drakkar.set_up(match.position(seat))
        assert again.over
        assert again.outcome is not None
        assert (again.outcome.scores, again.outcome.winners) == (match.outcome.scores, match.outcome.winners)


@pytest.mark.rule("BR-21.28")
def test_where_one_card_must_be_kept_a_sealed_choice_is_a_card() -> None:
    rulings = {"keep_card_count": "exactly_one", "first_game_no_draft": True}
    match = drakkar.new("blood_rage", seats=2, seed=5, rulings=rulings)
    while match.pending[0].prompt.code != "keep_one":
        match.play(match.pending[0].seat, "pass")
    match.play(0, match.choices(0)[0])
    for viewer in (0, 1, None):
        again = drakkar.set_up(match.position(viewer))
        assert [(owed.seat, owed.prompt.code) for owed in again.pending] == [(1, "keep_one")]
        assert again.position(viewer) == match.position(viewer)
    nothing = re.sub(r"(?m)^sealed = .*$", "sealed = []", match.position(0))
    with pytest.raises(drakkar.BadPosition, match="one card must be kept"):
        drakkar.set_up(nothing)
