"""The review of a finished match on its pages: a chart of chances, the grade of each choice, and the review in words.

Nothing is computed here: the numbers come from the review, the sentences from `drakkar.report`.
"""

from collections import OrderedDict
from functools import cached_property
from typing import Any, Final

from drakkar.analysis import Judged, Review
from drakkar.page.game_page import Panel
from drakkar.page.translator import PageTranslator
from drakkar.report.words import Passage, ReviewWords
from drakkar.server.live.reviews import RUNNING, ReviewState
from drakkar.server.log.store import DONE, FAILED
from drakkar.server.log.table import Table
from drakkar.server.web.web_translator import catalogue_of
from drakkar.text import ENGLISH, translator

# Rows of the table of chances.
ROWS: Final = 41
# Marks on the axis of chances, in percent.
TICKS: Final = (0, 25, 50, 75, 100)
# The kinds of knowledge: each seat's own, and all hands.
OWN, FULL = "own", "full"
# Reviews in words that are kept.
MOST_KEPT: Final = 24


class Told:
    """A review in the words of one language, as far as it is known."""

    def __init__(self, table: Table, review: Review, words: PageTranslator) -> None:
        self.table = table
        self.review = review
        self.page = words
        self.words = ReviewWords(review, table.match, catalogue_of(words) or translator(ENGLISH, table.founded.game))
        self.judged = {one.number: one for one in review.decisions}

    @property
    def sides(self) -> list[str]:
        """The sides by seat."""
        return list(self.table.match.sides)

    # --- The chart

    @cached_property
    def chart(self) -> dict[str, Any]:
        """Both kinds of chances as lines, and the moments where the match turned; coordinates are in percent."""
        last = self.review.choices
        kinds = [self._lines(kind) for kind in (OWN, FULL)] if self.review.knows_chances else []
        turns = [{**self.passage(one), "x": _across(one.number - 1, last)} for one in self.words.turns()]
        return {"kinds": kinds, "turns": turns, "ticks": TICKS, "last": last}

    def _lines(self, kind: str) -> dict[str, Any]:
        moments, last = self.review.moments, self.review.choices
        rows = [one.own if kind == OWN else one.full for one in moments]
        lines = [
            {
                "side": side,
                "seat": seat,
                "points": " ".join(f"{_across(at, last)},{_down(row[seat])}" for at, row in enumerate(rows)),
                "first": self.chance(kind, 0, seat),
                "last": self.chance(kind, last, seat),
            }
            for seat, side in enumerate(self.sides)
        ]
        title = self.words.say(f"chances_{kind}")
        course = "; ".join(
            f"{self.page.name('side', str(line['side']))}: {line['first']} → {line['last']}" for line in lines
        )
        said = f"{self.words.say('chances')}: {title}. {course}"
        return {"kind": kind, "title": title, "said": said, "lines": lines}

    def chance(self, kind: str, at: int, seat: int) -> str:
        """The chance of a seat after so many choices, in percent."""
        return self.words.own_chance(at, seat) if kind == OWN else self.words.full_chance(at, seat)

    def chances_at(self, at: int) -> str:
        """Each seat's own chance at a moment, as the end of a sentence; empty if it is not known yet."""
        if at >= len(self.review.moments):
            return ""
        return ". " + ", ".join(
            f"{self.words.side(seat)} {self.chance(OWN, at, seat)}" for seat in range(len(self.sides))
        )

    def table_of(self, kind: str) -> list[dict[str, Any]]:
        """The numbers of a chart, at some moments."""
        last = self.review.choices
        seats = range(self.review.seats)
        return [
            {"at": at, "chances": [self.chance(kind, at, seat) for seat in seats]}
            for at in sorted({last * row // (ROWS - 1) for row in range(ROWS)})
        ]

    # --- Choices

    def graded(self, number: int) -> dict[str, Any] | None:
        """The grade of the choice with this index, and all choices with their chances; None if it has no grade."""
        one = self.judged.get(number)
        return None if one is None else self._graded(one)

    def _graded(self, one: Judged) -> dict[str, Any]:
        best = one.best.chance
        return {
            "number": one.number + 1,
            "seat": one.seat,
            "side": self.sides[one.seat],
            "choice": self.words.label(one.chosen),
            "word": one.word,
            "grade": self.words.grade(one.word),
            "cost": self.words.tenths(round(1000 * one.loss)) if one.loss > 0 else "",
            "better": self.words.label(one.best.choice) if one.word not in ("", "best", "good") else "",
            "kings": self._between(one),
            "options": [
                {
                    "label": self.words.label(option.choice),
                    "chance": self.words.percent(option.chance),
                    "width": round(100 * option.chance, 1),
                    "chosen": option.choice == one.chosen,
                    "best": option.choice == one.best.choice,
                    "brief": option.worlds < one.best.worlds,
                    "far": best - option.chance,
                }
                for option in one.options
            ],
        }

    def _between(self, one: Judged) -> str:
        """The mark of a choice that decided between two others."""
        if one.kings is None:
            return ""
        gained, lost = self.words.side(one.kings.gained), self.words.side(one.kings.lost)
        return self.page.page("review_between", gained=gained, lost=lost)

    def said(self, number: int) -> str:
        """What a screen reader says about the choice with this index; empty if there is nothing to say."""
        graded = self.graded(number)
        if graded is None or not graded["word"]:
            return ""
        code = "review_said_better" if graded["better"] else "review_said"
        said = self.page.page(code, grade=graded["grade"], cost=graded["cost"] or "0", better=graded["better"])
        return f"{said} {graded['kings']}".strip()

    # --- In words

    def passage(self, one: Passage) -> dict[str, Any]:
        """What is said about a choice, for the page."""
        grade = self.words.grade(one.word) if one.word else ""
        return {
            **one._asdict(),
            "side_name": self.sides[one.seat],
            "grade": grade,
            "text": " ".join(one.sentences),
            "mark": "",
        }

    @cached_property
    def in_words(self) -> dict[str, Any]:
        """The passages of every seat, and those about the whole match."""
        seats = range(self.review.seats)
        return {
            "turns": [self.passage(one) for one in self.words.turns()],
            "seats": [
                {
                    "side": self.sides[seat],
                    "costly": [self.passage(one) for one in self.words.costly(seat)],
                    "unlucky": [self.passage(one) for one in self.words.unlucky(seat)],
                }
                for seat in seats
            ],
            "kings": [
                {**self.passage(one), "mark": self._between(self.judged[one.number - 1])} for one in self.words.kings()
            ],
        }

    def luck(self) -> dict[str, Any] | None:
        """Luck and skill of every seat, by the names of the parts; None while it is not known."""
        if not self.review.knows_luck:
            return None
        balances = [self.words.balance(seat) for seat in range(self.review.seats)]
        return {"sides": self.sides, "rows": [(name, [one[name] for one in balances]) for name in balances[0]]}

    def decisions(self) -> list[dict[str, Any]]:
        """All graded decisions, in order."""
        return [self._graded(one) for one in self.review.decisions]


class ReviewTexts:
    """The latest reviews in words: each replays moments of its match, so none is made twice."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[object, ...], Told] = OrderedDict()

    def of(self, table: Table, state: ReviewState | None, words: PageTranslator) -> Told | None:
        """A review in words; None while nothing is known."""
        review = state.review if state is not None else None
        if review is None:
            return None
        key = (table.id, id(words), review.analyser, review.network, review.progress)
        if key not in self._kept:
            self._kept[key] = Told(table, review, words)
        self._kept.move_to_end(key)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return self._kept[key]


def graph(state: ReviewState | None, told: Told | None, words: PageTranslator) -> Panel:
    """The chart above the controls of the replay; empty if the match can have no review."""
    chart = told.chart if told is not None and told.review.knows_chances else None
    values = {"state": state and state.state, "chart": chart, "seats": told.sides if told is not None else []}
    return Panel("panels/graph.html", values, words.page("review"))


def page_panels(state: ReviewState, told: Told | None, words: PageTranslator) -> dict[str, Panel]:
    """The panels of the page of a review."""
    values = {
        "state": state.state,
        "error": state.error,
        "share": told.words.percent(state.progress) if told is not None else "",
        "progress": round(100 * state.progress),
        "begun": state.state in (RUNNING, FAILED, DONE),
        "player": told.review.player if told is not None else "",
        "assumed": told.words.say("assumed") if told is not None else "",
    }
    made = {"progress": Panel("panels/review_progress.html", values, words.page("review_state"))}
    if told is None:
        for name in ("chances", "words", "decisions"):
            made[name] = Panel(f"panels/review_{name}.html", {"chart": None, "luck": None, "told": None}, "")
        return made
    say = told.words.say
    has_chances = told.review.knows_chances
    chances = {
        "chart": told.chart if has_chances else None,
        "tables": [(kind, say(f"chances_{kind}"), told.table_of(kind)) for kind in (OWN, FULL)] if has_chances else [],
        "sides": told.sides,
        "titles": {key: say(key) for key in ("chances", "as_table", "after", "turns")},
    }
    keys = ("luck", "luck_how", "luck_not_yet", "costly", "unlucky", "kings", "known", "no_costly")
    in_words = {
        "told": told.in_words if told.review.knows_luck else None,
        "luck": told.luck(),
        "done": told.review.done,
        "titles": {key: say(key) for key in keys},
    }
    decisions = {
        "told": told.decisions() if told.review.done else None,
        "titles": {key: say(key) for key in ("decisions", "decisions_how", "choice", "grade", "loss", "options")},
    }
    made["chances"] = Panel("panels/review_chances.html", chances, say("chances"))
    made["words"] = Panel("panels/review_words.html", in_words, words.page("review_in_words"))
    made["decisions"] = Panel("panels/review_decisions.html", decisions, say("decisions"))
    return made


def _across(number: int, last: int) -> float:
    """Where a moment stands from left to right."""
    return round(100 * number / max(1, last), 2)


def _down(chance: float) -> float:
    """Where a chance stands from top to bottom."""
    return round(100 * (1 - chance), 1)
