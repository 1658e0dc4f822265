"""What a seat is asked: every choice in its place among the steps, and what cannot be chosen with its reason."""

from typing import Any, Final

from drakkar.core.page import Document, Events, Page, Step, Words, following, opened, path_of

# With more choices, or more that cannot be chosen, the reasons are shown one at a time.
CROWD: Final = 9
FEW_REASONS: Final = 2

Way = tuple[Step, ...]


def prompt(page: Page, document: Document, events: Events, words: Words, at: str) -> dict[str, Any]:
    """The question, who else is asked, and the choices as far as one is made (`at`)."""
    seat = document["seat"]
    own = next((one["prompt"] for one in document["owed"] if one["seat"] == seat and document["decision"]), None)
    clans = [one["clan"] for one in document["seats"]]
    return {
        "asked": own,
        "because": "" if own is None else page.because(document, events, words),
        "seat": seat,
        "clan": clans[seat] if seat is not None else "",
        "decision": document["decision"],
        "status": document["status"],
        "owed": [_asked(document, one["seat"], one["prompt"]) for one in document["owed"]],
        "then": page.then(document) if document["owed"] else [],
        "open": sum(one["kind"] == "open" for one in document["seats"]),
        "depths": Steps(page, document, words, at).depths() if own is not None else [],
        "outcome": document["outcome"],
        "clans": clans,
    }


def _asked(document: Document, seat: int, asked: dict[str, Any]) -> dict[str, Any]:
    """Somebody who is asked, and the time that he has left, if the table has a clock."""
    time = document["clocks"][seat] if document["clocks"] else None
    return {"clan": document["seats"][seat]["clan"], "seat": seat, "prompt": asked, "left": time}


def named(page: Page, choice: str, words: Words) -> str:
    """A choice by the names of its steps, as somebody made it."""
    return " · ".join(_label(page, step, choice, words) for step in page.steps(choice))


def _label(page: Page, step: Step, choice: str, words: Words) -> str:
    return words.choice(choice) if step.sort == "choice" else page.said(step, words)


class Steps:
    """The choices of a seat as ways of steps: those that are legal, those that are refused, how far one is made."""

    def __init__(self, page: Page, document: Document, words: Words, at: str) -> None:
        self.page, self.document, self.words, self.at = page, document, words, at
        self.previews: dict[str, Any] = document.get("previews", {})
        choices = [choice for choice in document["choices"] if not page.is_guarded(choice)]
        self.legal = {page.steps(choice): choice for choice in choices}
        refused = {
            page.steps(no["choice"]): no for no in document.get("refused", ()) if not page.is_guarded(no["choice"])
        }
        self.refused = {way: no for way, no in refused.items() if way not in self.legal}
        self.ways: list[Way] = list(self.legal)
        self.fixed = page.fixed(document, words)
        self.costs: dict[Way, set[int]] = {}
        for way, choice in self.legal.items():
            if choice in self.previews:
                for made in range(len(way) + 1):
                    self.costs.setdefault(way[:made], set()).add(self.previews[choice]["cost"])
        self.inner = {way[:number] for way in self.ways for number in range(len(way))}
        self.numbers = {choice: number for number, choice in enumerate(document["choices"])}
        self.made = opened(self.ways, at)
        self.keys = {key.to: key.key for key in page.keys}

    def depths(self) -> list[dict[str, Any]]:
        """The steps side by side; each has a group of buttons for every way to come to it."""
        found: list[dict[str, Any]] = []
        before: list[Way] = [()]
        while before:
            groups = [self._group(way, f"{len(found)}-{number}") for number, way in enumerate(before)]
            found.append({"number": len(found) + 1, "groups": groups, "open": any(one["open"] for one in groups)})
            before = [way for old in before for way in self._after(old) if way in self.inner]
        return found

    def _after(self, before: Way) -> list[Way]:
        first = () if before else self.fixed
        return [(*before, step) for step in dict.fromkeys((*first, *following([*self.ways, *self.refused], before)))]

    def _group(self, before: Way, ident: str) -> dict[str, Any]:
        """What can be chosen after some steps."""
        ways = self._after(before)
        items = [self._item(way, f"s{ident}-{number}") for number, way in enumerate(ways)]
        refused = sum(item["reason"] is not None for item in items)
        is_fixed = bool(self.fixed) and not before
        sort = next((way[-1].sort for way in ways if way[-1].sort != "choice"), "choice")
        return {
            "of": path_of(before),
            "id": f"g{ident}",
            "sort": sort,
            "heading": self.page.heading(before, sort),
            "items": items if is_fixed else _legal_first(items),
            "closed": {} if is_fixed else _closed_places(items),
            "crowded": not is_fixed and (len(items) > CROWD or refused > FEW_REASONS),
            "open": self.made[: len(before)] == before,
            "last": self.made == before,
        }

    def _item(self, way: Way, ident: str) -> dict[str, Any]:
        """One step: the end of a choice, a step on the way to several, or why there is none."""
        step, choice = way[-1], self.legal.get(way, "")
        impossible = not choice and way not in self.inner
        return {
            "id": f"c{self.numbers[choice]}" if choice else ident,
            "path": path_of(way),
            "label": self.page.answer(self.document, choice, self.words)
            or _label(self.page, step, choice or step.word, self.words),
            "note": self.page.note(self.document, way, self.words),
            "cost": self._cost(way) if self._cost(way[:-1]) is None else None,
            "place": self.page.place(self.document, step),
            "choice": choice,
            "plain": step.sort == "choice",
            "asks": self.page.asks(self.document, choice) if choice else "",
            "key": self.keys.get(path_of(way), ""),
            "reason": self._reason(way) if impossible else None,
            "pressed": self.made[: len(way)] == way or (bool(self.at) and path_of(way) == self.at),
            "would": self._would(choice),
            "totals": self._totals(choice),
        }

    def _would(self, choice: str) -> str:
        """What a choice would do; empty if nothing can be foreseen."""
        preview = self.previews.get(choice, {})
        can_tell = any(preview.get(part) for part in ("code", "battle", "strengths", "changes"))
        return self.words.preview(preview) if can_tell else ""

    def _totals(self, choice: str) -> list[tuple[str, int]]:
        """What a battle would come to: the clan that is asked first, then the others."""
        preview = self.previews.get(choice)
        if preview is None or preview["battle"] is None:
            return []
        own = self.document["seats"][self.document["seat"]]["clan"]
        return sorted(preview["battle"]["totals"].items(), key=lambda total: total[0] != own)

    def _cost(self, way: Way) -> int | None:
        """What all choices along a way cost, if it is the same; it stands beside the first step that settles it."""
        costs = self.costs.get(way, set())
        return next(iter(costs)) if len(costs) == 1 else None

    def _reason(self, way: Way) -> dict[str, Any] | None:
        """Why nothing along a way can be chosen."""
        if len(way) == 1 and way[0] in self.fixed:
            return self.fixed[way[0]]
        along = [no for other, no in self.refused.items() if other[: len(way)] == way]
        return self.page.nearest(along) if along else None


def _closed_places(items: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Why places cannot be chosen: each says it on the map, with or without a button."""
    return {item["place"]: item["reason"] for item in items if item["place"] and item["reason"] is not None}


def _legal_first(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What can be chosen, and as much of what cannot as there is room for."""
    legal = [item for item in items if item["reason"] is None]
    return legal + [item for item in items if item["reason"] is not None][: max(FEW_REASONS, CROWD - len(legal))]
