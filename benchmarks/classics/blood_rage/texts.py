"""The value of battle card texts besides their bonus, in Glory: to a winner, a successful pillager and a loser."""

from typing import Final

from drakkar.games.blood_rage.cards.frigga import friggas_grace
from drakkar.games.blood_rage.cards.heimdall import heimdalls_watch_2, heimdalls_watch_3
from drakkar.games.blood_rage.cards.loki import lokis_backstab, lokis_poison, lokis_trickery
from drakkar.games.blood_rage.cards.odin import odins_judgement
from drakkar.games.blood_rage.cards.thor import thors_ascension, thors_hammer, thors_oath

IF_WON: Final[dict[int, float]] = {
    thors_hammer.number: 3.0,
    thors_oath.number: 4.0,
    thors_ascension.number: 5.0,
    odins_judgement.number: 4.0,
}
IF_PILLAGED: Final[dict[int, float]] = {friggas_grace.number: 3.0}
IF_LOST: Final[dict[int, float]] = {
    lokis_trickery.number: 1.5,
    lokis_backstab.number: 4.0,
    lokis_poison.number: 4.0,
    odins_judgement.number: 4.0,
    heimdalls_watch_2.number: 4.0,
    heimdalls_watch_3.number: 4.0,
}
