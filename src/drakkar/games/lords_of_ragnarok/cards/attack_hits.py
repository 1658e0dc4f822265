"""What the attacks of a Hunt do when they hit, as data for the odds of a Hunt."""

from typing import Final, NamedTuple

# The Injuries of an attack that injures every Attribute.
ALL: Final = 3


class Hit(NamedTuple):
    """What an attack that hits does: Injuries, whether the Hunt fails, the Wisdom it takes to go on, cards lost."""

    injuries: int
    fails: bool
    wisdom: int
    loses: int


# By the attack card, or by the Monster for its Special Attack. Tests compare them with what the rules do.
HITS: Final[dict[str, Hit]] = {
    "attack_a": Hit(1, fails=False, wisdom=0, loses=0),
    "attack_b": Hit(1, fails=False, wisdom=0, loses=0),
    "attack_c": Hit(1, fails=False, wisdom=0, loses=0),
    "mighty_attack": Hit(2, fails=False, wisdom=0, loses=0),
    "furious_attack": Hit(1, fails=False, wisdom=0, loses=0),
    "destruction": Hit(ALL, fails=False, wisdom=0, loses=0),
    "recall_a": Hit(0, fails=True, wisdom=0, loses=0),
    "recall_b": Hit(0, fails=True, wisdom=0, loses=0),
    "wild_attack": Hit(1, fails=False, wisdom=0, loses=1),
    "surprise_attack": Hit(1, fails=False, wisdom=0, loses=0),
    "fafnir": Hit(2, fails=False, wisdom=0, loses=0),
    "troll": Hit(1, fails=True, wisdom=0, loses=0),
    "hati_skoll": Hit(2, fails=False, wisdom=0, loses=2),
    "huldra": Hit(0, fails=True, wisdom=0, loses=0),
    "grendel": Hit(1, fails=True, wisdom=0, loses=0),
    "draugr": Hit(1, fails=False, wisdom=0, loses=0),
    "loki": Hit(2, fails=False, wisdom=4, loses=0),
}
