"""What the others do in a lesson: as the lesson says, or as a gentle bot chooses."""

from typing import Final

from drakkar.bots.roster import make
from drakkar.core.chance import seed_from
from drakkar.core.hosting import game_of
from drakkar.core.match import Match
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.lessons.lesson import Lesson, matches

GENTLE: Final = "thrall"


def scripted(lesson: Lesson, side: str, choices: tuple[Choice, ...]) -> Choice | None:
    """The choice that the lesson has for a side now; None if it has none."""
    for pattern in lesson.replies.get(side, ()):
        for choice in choices:
            if matches((pattern,), choice.text):
                return choice
    return None


def reply(lesson: Lesson, match: Match, decision: Decision) -> Choice:
    """The choice of another side, the same whenever the same choices led here."""
    found = scripted(lesson, decision.side, decision.choices)
    if found is not None:
        return found
    bot = make(GENTLE, bot_seed(match, decision.seat), game_of(match))
    return bot.choose(match.view(decision.seat), decision)


def bot_seed(match: Match, seat: int) -> int:
    """The seed of the bot in a seat."""
    return seed_from(f"{match.seed} bot {seat}")


def let_others_choose(lesson: Lesson, match: Match) -> None:
    """Let all others choose, until only the learner owes a decision or the match is over."""
    while owed := [one for one in match.pending if one.side != lesson.side]:
        match.play(owed[0].seat, reply(lesson, match, owed[0]))
