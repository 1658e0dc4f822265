"""A Hunt for tests: Green hunts in Region 9, Blue acts for the Monster."""

from typing import Any

from drakkar.games.lords_of_ragnarok.choices import CARD_WORDS
from tests.lords_of_ragnarok.scene import Scene, find_card, scene

# Two attacks that are easy to defend against; by default the Monster side draws these.
FIRST_ATTACKS = ("attack_a", "attack_b")


class HuntScene(Scene):
    """A scene in the middle of a Hunt."""

    def attack(self, name: str, *, then: tuple[str, ...] = (), draws: tuple[str, ...] = ()) -> None:
        """The Monster side plays a card; `draws` and `then` are the next draws of the hunter and the Monster side."""
        side = self.match.sides[self.state.hunt.side]
        if side in self.asked():
            self.play(f"{side}: attack with {CARD_WORDS.full[find_card(name, 'monster attack')]}")
        self.deal_next(*draws)
        self.attack_next(*then)


def hunt(
    monster: str = "Troll",
    *,
    clans: str = "green red blue",
    strength: int = 2,
    wisdom: int = 2,
    draws: tuple[str, ...] = ("Huskarls", "Spearmen"),
    attacks: tuple[str, ...] = FIRST_ATTACKS,
    **said: Any,
) -> HuntScene:
    """Green has just declared a Hunt and both sides have drawn."""
    told = {
        "hero": "green: 9",
        "monsters": f"{monster} 9",
        "attributes": f"green: strength {strength}, wisdom {wisdom}",
        "slayers": "green: 2",
        **said,
    }
    s = scene(clans, stage="special", **told)
    s.deal_next(*draws)
    s.attack_next(*attacks)
    s.play("green: action monsters")
    if "green" in s.asked() and s.asked()["green"] == "monsters":
        s.play(f"green: hunt {monster}")
    return HuntScene(s.match)


def hero_round(monster: str, *hand: str, drawn: str = "Shieldmaidens", **said: Any) -> HuntScene:
    """A Hero round in which Green holds these cards, and one more; Authority has been injured."""
    held = f"green: {', '.join(hand)}" if hand else ""
    s = hunt(monster, hands=held, draws=("Levy", "Levy"), attacks=("attack_a", "attack_c"), **said)
    s.attack("attack_a", draws=(drawn,), then=("attack_b", "recall_a", "recall_b"))
    s.play("green: done", "green: injure authority")
    return s
