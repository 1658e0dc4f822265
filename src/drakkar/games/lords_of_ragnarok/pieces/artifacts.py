"""Artifacts: their holders, charged or exhausted (section 21)."""

from drakkar.core.flow import NOBODY, emit
from drakkar.core.timing import Source
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.card import ARTIFACT, ARTIFACTS, FIRST_OF, artifact_card
from drakkar.games.lords_of_ragnarok.events import ARTIFACT_GAINED, ARTIFACT_RETURNS, ARTIFACT_USED, ARTIFACTS_CHARGED
from drakkar.games.lords_of_ragnarok.state import State


def gain_artifact(s: State, seat: int, artifact: int) -> None:
    """LR-21.1, LR-21.6: from the board or from another player, and charged."""
    discharge(s, artifact)
    s.artifacts[artifact] = seat
    charge(s, artifact)
    emit(s, ARTIFACT_GAINED, seat, artifact_card(artifact))


def return_artifact(s: State, artifact: int) -> None:
    """LR-29.17: by ruling a Divine Artifact goes back to the board when its Region becomes neutral."""
    if s.artifacts[artifact] > NOBODY:
        discharge(s, artifact)
        s.artifacts[artifact] = NOBODY
        emit(s, ARTIFACT_RETURNS, artifact_card(artifact))


def charge(s: State, artifact: int) -> None:
    """LR-21.2: charge it, so that it is in force for its holder."""
    if not s.charged[artifact]:
        s.charged[artifact] = 1
        s.acting.add(s.artifacts[artifact], artifact_card(artifact))


def discharge(s: State, artifact: int) -> None:
    """LR-21.2: exhausted."""
    if s.charged[artifact]:
        s.charged[artifact] = 0
        s.acting.remove(s.artifacts[artifact], artifact_card(artifact))


def exhaust(s: State, me: Source) -> None:
    """LR-21.2: exhaust it, as the cost of its use."""
    discharge(s, me.card - FIRST_OF[ARTIFACT])
    emit(s, ARTIFACT_USED, me.owner, me.card)


def charge_all(s: State) -> None:
    """LR-21.3: charge all together."""
    for artifact in range(ARTIFACTS):
        if s.artifacts[artifact] > NOBODY:
            charge(s, artifact)
    emit(s, ARTIFACTS_CHARGED)
