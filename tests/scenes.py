"""A scene of any game; each game's own `scene.py` sets one up and describes its table."""

import drakkar


class AnyScene:
    """A match at the moment that was set up; clans are addressed by name."""

    def __init__(self, match: drakkar.Match) -> None:
        self.match = match

    def seat(self, clan: str) -> int:
        return self.match.sides.index(clan)

    def play(self, *lines: str) -> None:
        """`play("wolf: pillage Gimle", "raven: decline")`: each choice must be legal."""
        for line in lines:
            clan, _, text = line.partition(": ")
            self.match.play(self.seat(clan), text)

    def why_not(self, line: str) -> drakkar.Reason | None:
        clan, _, text = line.partition(": ")
        return self.match.why_not(self.seat(clan), text)

    def rule_against(self, line: str) -> str:
        """The rule id that forbids a choice, or an empty text if it is legal."""
        reason = self.why_not(line)
        return "" if reason is None else reason.rule

    def choices(self, clan: str) -> list[str]:
        """The clan's legal choices; none if it owes no decision."""
        return [str(choice) for choice in self.match.view(self.seat(clan)).choices]

    def asked(self) -> dict[str, str]:
        """The question that each clan owes, by its code."""
        return {self.match.sides[decision.seat]: decision.prompt.code for decision in self.match.pending}

    def events(self, clan: str | None = None) -> list[drakkar.Event]:
        return self.match.events(None if clan is None else self.seat(clan))

    def told(self, kind: str, clan: str | None = None) -> list[drakkar.Event]:
        """The events of one kind, as a spectator or a clan may know them."""
        return [event for event in self.events(clan) if event.kind == kind]
