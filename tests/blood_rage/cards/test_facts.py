"""What is printed on every card, written down a second time: age, kind, name, value, cost, copies, god."""

import pytest

from drakkar.games.blood_rage.card import BATTLE, CARDS, KIND_NAMES, QUEST, Card

# The value is the bonus of a battle card, the Glory of a quest, the STR of an upgrade; the cost is Rage to play it.
# Copies are those of every game, and further ones from three, four and five players on.
FACTS = """
1 quest   Alfheim!              5 0 1010 -
1 warrior Brothers in Arms      1 1 1001 -
1 monster Dwarf Chieftain       2 0 1000 -
1 clan    Frigga's Charm        0 0 1000 Frigga
1 battle  Frigga's Grace        2 0 1010 Frigga
1 clan    Frigga's Succor       2 2 0100 Frigga
1 quest   Glorious Death!       6 0 1011 -
1 battle  Heimdall's Sight      0 0 1000 Heimdall
1 quest   Jotunheim!            5 0 1010 -
1 clan    Loki's Blessing       1 1 0010 Loki
1 clan    Loki's Domain         1 1 1000 Loki
1 ship    Loki's Dragons        2 2 1001 Loki
1 battle  Loki's Trickery       0 0 1010 Loki
1 leader  Lord of Hammers       3 3 1001 -
1 quest   Manheim!              5 0 1010 -
1 battle  Odin's Smite          1 0 1100 Odin
1 monster Sea Serpent           3 3 0100 -
1 clan    Thor's Glory          2 2 1000 Thor
1 battle  Thor's Hammer         1 0 1001 Thor
1 monster Troll                 2 2 1000 -
1 battle  Tyr's Bash            2 0 1000 Tyr
1 battle  Tyr's Crush           4 0 0010 Tyr
1 clan    Tyr's Domain          0 0 0100 Tyr
1 battle  Tyr's Smash           3 0 1101 Tyr
1 battle  Tyr's Smite           5 0 1001 Tyr
1 quest   Widespread!           7 0 0001 -
1 quest   Yggdrasil!            6 0 0100 -
2 quest   Alfheim!              7 0 1010 -
2 monster Dark Elf              1 1 1000 -
2 warrior Experts in Arms       2 2 1001 -
2 ship    Fire Dragons          2 2 1001 -
2 monster Fire Giant            4 4 0100 -
2 clan    Frigga's Protection   0 0 1000 Frigga
2 quest   Glorious Death!       8 0 1011 -
2 battle  Heimdall's Eye        2 0 2101 Heimdall late
2 battle  Heimdall's Watch      0 0 1000 Heimdall
2 quest   Jotunheim!            7 0 1010 -
2 battle  Loki's Backstab       0 0 1010 Loki
2 clan    Loki's Eminence       2 2 0100 Loki
2 leader  Lord of Axes          3 3 1001 -
2 quest   Manheim!              7 0 1010 -
2 clan    Odin's Inspiration    2 2 1000 Odin
2 battle  Odin's Tide           1 0 1010 Odin
2 clan    Thor's Domain         1 1 0010 Thor
2 battle  Thor's Oath           1 0 1001 Thor
2 clan    Tyr's Challenge       0 0 1000 Tyr
2 battle  Tyr's Crush           4 0 1000 Tyr
2 clan    Tyr's Prowess         2 2 0100 Tyr
2 battle  Tyr's Rage            6 0 1000 Tyr
2 battle  Tyr's Smash           3 0 0011 Tyr
2 battle  Tyr's Smite           5 0 0100 Tyr
2 monster Valkyrie              2 2 1000 -
2 quest   Widespread!          10 0 0001 -
2 quest   Yggdrasil!            8 0 0100 -
3 quest   Alfheim!              9 0 1010 -
3 ship    Eternal Dragons       2 2 1001 -
3 clan    Frigga's Domain       0 0 1000 Frigga
3 clan    Frigga's Sacrifice    1 1 0100 Frigga
3 monster Frost Giant           4 4 1000 -
3 quest   Glorious Death!      11 0 1011 -
3 battle  Heimdall's Gaze       3 0 1100 Heimdall late
3 battle  Heimdall's Watch      0 0 1000 Heimdall
3 quest   Jotunheim!            9 0 1010 -
3 battle  Loki's Poison         0 0 1001 Loki
3 clan    Loki's Wrath          3 3 0010 Loki
3 leader  Lord of Spears        3 3 1001 -
3 quest   Manheim!              9 0 1010 -
3 warrior Masters in Arms       2 2 1001 -
3 battle  Odin's Judgement      2 0 1010 Odin
3 clan    Odin's Throne         2 2 1000 Odin
3 monster Soldier of Hel        3 0 1000 -
3 battle  Thor's Ascension      1 0 1010 Thor
3 clan    Thor's Conquest       3 3 1000 Thor
3 battle  Thor's Primacy        3 0 1100 Thor
3 battle  Tyr's Crush           4 0 1001 Tyr
3 battle  Tyr's Judgement       8 0 0001 Tyr
3 battle  Tyr's Rage            6 0 1000 Tyr
3 battle  Tyr's Smite           5 0 0010 Tyr
3 clan    Tyr's Wrath           1 1 0100 Tyr
3 monster Volur Witch           3 3 0100 -
3 quest   Widespread!          15 0 0001 -
3 quest   Yggdrasil!           11 0 0100 -
"""


def facts(card: Card) -> str:
    worth = card.bonus if card.kind == BATTLE else card.glory if card.kind == QUEST else card.strength
    copies = "".join(map(str, card.copies))
    late = " late" if card.late else ""
    kind = f"{KIND_NAMES[card.kind]:<8}"
    return f"{card.age} {kind}{card.name:<20} {worth:>2} {card.cost} {copies} {card.god or '-'}{late}"


@pytest.mark.rule("BR-2.16", "BR-4.7")
def test_every_card_is_as_it_is_printed() -> None:
    written = FACTS.strip().split("\n")
    assert sorted(facts(card) for card in CARDS) == sorted(written)
    assert len(written) == 82


@pytest.mark.rule("BR-3.11", "BR-19.12")
def test_one_monster_counts_as_a_ship() -> None:
    assert [card.name for card in CARDS if card.counts_as_ship] == ["Sea Serpent"]


@pytest.mark.rule("BR-12.5")
def test_only_battle_cards_have_a_bonus() -> None:
    assert all(card.bonus == 0 for card in CARDS if card.kind != BATTLE)
