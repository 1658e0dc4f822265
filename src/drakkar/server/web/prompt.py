"""The prompt of a seat: its choices by steps, and illegal ones with their reasons."""

from typing import Any, Final

from drakkar.page.game_page import Document, Events, Page
from drakkar.page.steps import ChoiceData, Step, following, opened, path_of
from drakkar.page.translator import PageTranslator

# With more choices, or more illegal ones, the reasons are shown one at a time.
CROWD: Final = 9
FEW_REASONS: Final = 2

Way = tuple[Step, ...]


def prompt(page: Page, document: Document, events: Events, words: PageTranslator, at: str) -> dict[str, Any]:
    """The decision, the other seats to decide, and the choices along the path `at`."""
    seat = document["seat"]
    own = next((one["prompt"] for one in document["owed"] if one["seat"] == seat and document["decision"]), None)
    sides = [one["side"] for one in document["seats"]]
    depths = Steps(page, document, words, at).depths() if own is not None else []
    return {
        "asked": own,
        "because": "" if own is None else page.because(document, events, words),
        "seat": seat,
        "given_up": given_up(document),
        "side": sides[seat] if seat is not None else "",
        "decision": document["decision"],
        "status": document["status"],
        "closed": document.get("closed"),
        "owed": [_asked(document, one["seat"], one["prompt"]) for one in document["owed"]],
        "then": page.then(document) if document["owed"] else [],
        "open": sum(one["kind"] == "open" for one in document["seats"]),
        "committed": document["commitment"] is not None,
        "depths": depths,
        "question": next((group["question"] for one in depths for group in one["groups"] if group["last"]), ""),
        "outcome": document["outcome"],
        "sides": sides,
    }


def given_up(document: Document) -> str:
    """How the seat was given up: its person has `left`, or a `bot` plays for them; empty if they play."""
    mine = None if document["seat"] is None else document["seats"][document["seat"]]
    if mine is None or mine["kind"] != "person" or document["status"] != "running":
        return ""
    return "bot" if mine["bot"] else "left" if mine["left"] else ""


def _asked(document: Document, seat: int, asked: dict[str, Any]) -> dict[str, Any]:
    """A seat that owes a decision, and its time left, if the table has a clock."""
    time = document["clocks"][seat] if document["clocks"] else None
    mine = document["seats"][seat]
    return {"side": mine["side"], "seat": seat, "prompt": asked, "left": time, "failed": mine.get("failed")}


def named(page: Page, choice: ChoiceData, words: PageTranslator) -> str:
    """A choice by the labels of its steps."""
    return " · ".join(_label(page, step, choice, words) for step in page.steps(choice))


def _label(page: Page, step: Step, choice: ChoiceData, words: PageTranslator) -> str:
    return words.choice(choice) if step.sort == "choice" else page.said(step, words)


class Steps:
    """The choices of a seat as paths of steps: legal ones, refused ones, and the steps already chosen."""

    def __init__(self, page: Page, document: Document, words: PageTranslator, at: str) -> None:
        self.page, self.document, self.words, self.at = page, document, words, at
        self.previews: dict[str, Any] = document.get("previews", {})
        choices = [choice for choice in document["choices"] if not page.is_guarded(choice)]
        self.legal: dict[Way, ChoiceData] = {page.steps(choice): choice for choice in choices}
        closed = [no for no in document.get("refused", ()) if not page.is_guarded(no["choice"])]
        refused = {page.steps(no["choice"]): no for no in closed}
        self.refused = {way: no for way, no in refused.items() if way not in self.legal}
        self.ways: list[Way] = list(self.legal)
        self.fixed = page.fixed(document, words)
        # How many choices may follow one that begins a series.
        self.most = {choice: len(more) for choice, more in document.get("series", {}).items()}
        self.costs: dict[Way, set[int]] = {}
        for way, choice in self.legal.items():
            if choice["text"] in self.previews:
                for made in range(len(way) + 1):
                    self.costs.setdefault(way[:made], set()).add(self.previews[choice["text"]]["cost"])
        self.inner = {way[:number] for way in self.ways for number in range(len(way))}
        self.numbers = {choice["text"]: number for number, choice in enumerate(document["choices"])}
        self.made, self.alone = opened(self.ways, at), opened(self.ways, "")
        self.keys = {key.to: key.key for key in page.keys}

    def depths(self) -> list[dict[str, Any]]:
        """The columns of steps; each has a group of buttons for every path that leads to it."""
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
        """The options after some steps."""
        ways = self._after(before)
        items = [self._item(way, f"s{ident}-{number}") for number, way in enumerate(ways)]
        is_fixed = bool(self.fixed) and not before
        shown = [item for item in items if item["reason"] is None or self.page.has_button(item["reason"])]
        refused = sum(item["reason"] is not None for item in shown)
        sort = next((way[-1].sort for way in ways if way[-1].sort != "choice"), "choice")
        return {
            "of": path_of(before),
            "id": f"g{ident}",
            "sort": sort,
            "heading": self.page.heading(before, sort),
            # A step that opens by itself answers nothing yet: the question of the rules, with its cause, stays.
            "question": "" if self.alone[: len(before)] == before else self.page.question(before, sort, self.words),
            "series": self.page.series(self.document, before, self.words) if self.most else None,
            "items": shown if is_fixed else _legal_first(shown),
            "closed": _closed_places(items),
            "crowded": len(shown) > CROWD or (refused > FEW_REASONS and not is_fixed),
            "open": self.made[: len(before)] == before,
            "last": self.made == before,
        }

    def _item(self, way: Way, ident: str) -> dict[str, Any]:
        """One option: a complete choice, a step towards several, or a reason why it is illegal."""
        step, choice = way[-1], self.legal.get(way)
        impossible = choice is None and way not in self.inner
        return {
            "id": ident if choice is None else f"c{self.numbers[choice['text']]}",
            "path": path_of(way),
            "label": self._label(way, choice),
            "note": self.page.note(self.document, way, self.words),
            "cost": self._cost(way) if self._says_cost(way) else None,
            "place": self.page.place(self.document, step),
            "things": " ".join(self.page.things(self.document, way)),
            "offer": self.page.offer(way, self.words),
            "most": 0 if choice is None else self.most.get(choice["text"], 0),
            "choice": "" if choice is None else group_of(choice)[0],
            "group": [] if choice is None else group_of(choice)[1:],
            "plain": step.sort == "choice",
            "asks": "" if choice is None else self.page.asks(self.document, choice),
            "sure": "" if choice is None else self.words.choice(choice),
            "key": self.keys.get(path_of(way), ""),
            "reason": self._reason(way) if impossible else None,
            "pressed": self.made[: len(way)] == way or (bool(self.at) and path_of(way) == self.at),
            "would": "" if choice is None else self._would(choice["text"]),
            "totals": [] if choice is None else self._totals(choice["text"]),
        }

    def _label(self, way: Way, choice: ChoiceData | None) -> str:
        """The label of the last step of a path."""
        answer = "" if choice is None else self.page.answer(self.document, choice, self.words)
        if answer:
            return answer
        if way[-1].sort != "choice":
            return self.page.said(way[-1], self.words)
        return self.words.choice(self.refused[way]["choice"] if choice is None else choice)

    def _would(self, choice: str) -> str:
        """The preview of a choice; empty if there is none."""
        preview = self.previews.get(choice, {})
        can_tell = any(preview.get(part) for part in ("code", "contest", "strengths", "changes"))
        return self.words.preview(preview) if can_tell else ""

    def _totals(self, choice: str) -> list[tuple[str, int]]:
        """The totals of a previewed battle: the deciding side first, then the others."""
        preview = self.previews.get(choice)
        if preview is None or preview["contest"] is None:
            return []
        own = self.document["seats"][self.document["seat"]]["side"]
        return sorted(preview["contest"]["totals"].items(), key=lambda total: total[0] != own)

    def _says_cost(self, way: Way) -> bool:
        """Whether a step says its price: the first that tells it, and every action that is not free."""
        return self._cost(way[:-1]) is None or (len(way) == 1 and bool(self._cost(way)))

    def _cost(self, way: Way) -> int | None:
        """The cost of all choices along a path, if it is the same; shown beside the first step that determines it."""
        costs = self.costs.get(way, set())
        return next(iter(costs)) if len(costs) == 1 else None

    def _reason(self, way: Way) -> dict[str, Any] | None:
        """The reason why no choice along a path is legal."""
        if len(way) == 1 and way[0] in self.fixed:
            return self.fixed[way[0]]
        along = [no for other, no in self.refused.items() if other[: len(way)] == way]
        return self.page.nearest(along) if along else None


def group_of(choice: ChoiceData) -> list[str]:
    """The choices that are made with one button, in order."""
    return [str(one["text"]) for one in choice.get("group", [choice])]


def _closed_places(items: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The reasons why places cannot be chosen; the map shows them, with or without a button."""
    return {item["place"]: item["reason"] for item in items if item["place"] and item["reason"] is not None}


def _legal_first(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The legal options, then as many illegal ones as there is room for."""
    legal = [item for item in items if item["reason"] is None]
    return legal + [item for item in items if item["reason"] is not None][: max(FEW_REASONS, CROWD - len(legal))]
