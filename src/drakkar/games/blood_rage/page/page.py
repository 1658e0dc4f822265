"""Blood Rage in a browser: its panels and their template values, from documents alone."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from drakkar.games.blood_rage.board import PROVINCE_NAMES, region_of
from drakkar.games.blood_rage.card import CARDS
from drakkar.games.blood_rage.page import (
    battle,
    cards,
    closest,
    drawings,
    end_of_age,
    labels,
    land,
    moments,
    notes,
    offers,
    questions,
    seen,
    sheets,
    stage,
    steps,
    story,
)
from drakkar.games.blood_rage.state import PHASE_NAMES
from drakkar.page.game_page import Beat, Document, Events, Highlight, Key, Page, Panel, Series
from drakkar.page.steps import ChoiceData, Step, opened
from drakkar.page.translator import PageTranslator

AGES: Final = 3
# The table of all clans shows no clocks, so it does not change while they run.
NO_CLOCK: Final[dict[str, Any]] = {"clock": None}
GLORY_OF_AGE: Final = (2, 3, 4)
KEYS: Final = (
    Key("i", "invade", "action_invade"),
    Key("m", "march", "action_march"),
    Key("g", "upgrade", "action_upgrade"),
    Key("q", "quest", "action_quest"),
    Key("p", "pillage", "action_pillage"),
    Key("P", "pass", "guard_pass"),
    Key("h", "#p-hand", "key_hand"),
    Key("c", "#p-players, .sheet", "players"),
)
# Questions that all clans answer in secret; the last answer reveals the others.
SEALED: Final = {"card": "card", "keep": "keep", "keep_one": "keep"}


class BloodRagePage(Page):
    """The page of Blood Rage."""

    style = "blood_rage.css"
    sprite = "sprite.svg"
    folder = Path(str(files("drakkar.games.blood_rage.page")))
    buttons: dict[str, str] = labels.BUTTONS
    labels = labels.LABELS
    slots: dict[str, tuple[str, ...]] = {  # noqa: RUF012 - read only
        "header": ("saga",),
        "sheets": ("sheet",),
        "board": ("land", "figures"),
        "overlay": ("targets", "places"),
        "stage": ("draft", "battle"),
        "side": ("ragnarok", "seen", "foresee"),
        "bottom": ("hand", "hands"),
    }
    cost_icon = "rage"
    side_field = "clan"
    deciding = frozenset(("targets", "hand", "draft", "foresee"))
    keys: tuple[Key, ...] = KEYS
    silent = story.SILENT
    own_acts = story.OWN_ACTS
    implied = story.IMPLIED
    vague = story.VAGUE
    costs = frozenset(("rage_spent",))
    fights = story.FIGHTS
    milestones = story.MILESTONES
    causes = frozenset(("text_acts",))
    effects = story.EFFECTS
    together: dict[str, str] = story.TOGETHER
    chapters = frozenset(("age_begins",))

    # --- Choices

    def candidates(self, view: dict[str, Any]) -> list[int]:
        """Choices a clan might want to make."""
        return steps.candidates(view)

    def steps(self, choice: ChoiceData) -> tuple[Step, ...]:
        """Action, figure or card, place."""
        return steps.steps(choice)

    def because(self, document: Document, events: Events, words: PageTranslator) -> str:
        """BR-3.21, BR-12.11: why a stat is raised, or another battle card chosen; or the fate of a card."""
        return notes.because(document, events, words) or notes.fate(document, words)

    def answer(self, document: Document, choice: ChoiceData, words: PageTranslator) -> str:
        """BR-7.15, BR-12.6, BR-19.18: the label of a yes."""
        return notes.answer(document, choice, words)

    def heading(self, made: tuple[Step, ...], sort: str) -> str:
        """BR-8.1: a march has an origin and a target."""
        marches = sort == "place" and made[:1] == (Step("action", "march"),)
        return ("step_from" if len(made) == 1 else "step_to") if marches else f"step_{sort}"

    def question(self, made: tuple[Step, ...], sort: str, words: PageTranslator) -> str:
        """The question of the next step of an action; other choices answer the question of the rules at every step."""
        if not made or made[0].sort != "action":
            return ""
        return questions.question(made, sort, words) or super().question(made, sort, words)

    def begins_series(self, choice: ChoiceData) -> bool:
        """BR-8.1: a march goes on with its figures."""
        return bool(choice["verb"] == "march")

    def series(self, document: Document, made: tuple[Step, ...], words: PageTranslator) -> Series | None:
        """The figures at the origin of a march."""
        return offers.marchers(document, made, words)

    def things(self, document: Document, steps: tuple[Step, ...]) -> list[str]:
        """Reserve, Valhalla, Quests, slots and stats."""
        return offers.things(document, steps)

    def offer(self, steps: tuple[Step, ...], words: PageTranslator) -> str:
        """A march is named by its other end."""
        return offers.offer(steps, words)

    def then(self, document: Document) -> list[str]:
        """BR-6.2, BR-11.4, BR-12.15: the next clans, clockwise; on turns, those with Rage that have not passed."""
        owed, view = document["owed"], document["view"]
        code = owed[0]["prompt"]["code"] if len(owed) == 1 else ""
        if code not in ("turn", "call", "late"):
            return []
        clans, asked = view["clans"], owed[0]["seat"]
        clockwise = [(asked + more) % len(clans) for more in range(1, len(clans))]
        if code == "turn":
            able = [seat for seat in clockwise if clans[seat]["rage"] and not clans[seat]["passed"]]
        else:
            able = [seat for seat in clockwise if code == "call" or seat in view["battle"]["participants"]]
        return [clans[seat]["name"] for seat in able]

    def is_guarded(self, choice: ChoiceData) -> bool:
        """BR-6.8: a clan that passes has no turn left in this Age."""
        return bool(choice["verb"] == "pass")

    def asks(self, document: Document, choice: ChoiceData) -> str:
        """BR-6.8; BR-12.3, BR-14.1: the last clan to choose a battle card, or a card to keep, reveals all choices.

        The last pick of a draft does too, but players would click away a question after each of eighteen picks.
        """
        if choice["verb"] == "pass":
            return "guard_pass_sure"
        owed, is_free = document["owed"], len(document["choices"]) > 1
        code = owed[0]["prompt"]["code"] if len(owed) == 1 and is_free else ""
        return f"guard_{SEALED[code]}_sure" if code in SEALED else ""

    def said(self, step: Step, words: PageTranslator) -> str:
        """The label of a step."""
        if step.sort == "slot":
            return words.page("slot", number=step.word)
        if step.sort == "figure" and step.word != step.parts[0][2]:
            figure, *places = [words.name(sort, word) for sort, _, word in step.parts]
            return (
                words.page("figure_from", figure=figure, place=places[0])
                if places
                else words.page("from_valhalla", figure=figure)
            )
        return super().said(step, words)

    def note(self, document: Document, steps: tuple[Step, ...], words: PageTranslator) -> dict[str, Any]:
        """A figure's drawing, strength and price, a place's free villages, or a stat's next step."""
        return notes.note(document, steps, words)

    def fixed(self, document: Document, words: PageTranslator) -> dict[Step, dict[str, Any]]:
        """The five actions of a turn."""
        return notes.actions(document, words)

    def nearest(self, refused: list[dict[str, Any]]) -> dict[str, Any]:
        """BR-7.1, BR-7.5: prefer a reason that applies to a figure everywhere over one about a single place."""
        return (notes.wherever(refused) or refused)[0]

    def hostile(self, events: Events, since: int, seat: int) -> set[int]:
        """BR-16.3, BR-12.9: without losses in Ragnarök, and without cards that the clan's own Watch discards."""
        return story.hostile(events, since, seat)

    def held(self, document: Document) -> frozenset[str]:
        """The provinces and fjords where the clan has figures."""
        view = document["view"]
        name = view["clans"][document["seat"]]["name"]
        return frozenset(place["name"] for place in view["places"] if name in place["figures"])

    def places(self, event: dict[str, Any]) -> list[str]:
        """The provinces and fjords that an event names."""
        return story.places(event)

    def pieces(self, event: dict[str, Any], sides: list[str]) -> list[str]:
        """The figure that an event names."""
        return story.pieces(event, sides)

    def cost(self, event: dict[str, Any], words: PageTranslator) -> str:
        """BR-6.5: the Rage paid."""
        return words.page("cost", rage=event["data"]["amount"])

    def help(self) -> dict[str, Any]:
        """The short rules, the full rules, and every card."""
        ages = range(1, AGES + 1)
        return {
            "short": labels.SHORT_RULES,
            "chapters": json.loads((self.folder / "rules.json").read_text("utf-8")),
            "cards": [(age, [cards.listed(card) for card in CARDS if card.age == age]) for age in ages],
        }

    def scores(self, document: Document, events: Events) -> list[dict[str, Any]]:
        """Glory after every change, with the beginning of each Age."""
        return story.scores(document, events)

    def part(self, number: int, words: PageTranslator) -> str:
        """BR-1.2: the parts of a match are its Ages."""
        return words.page("age", age=story.ROMAN[number])

    def highlights(self, document: Document, events: Events, words: PageTranslator) -> list[Highlight]:
        """BR-12.18: the closest battle."""
        return closest.highlights(document, events, words)

    # --- Static parts

    def board(self, document: Document, words: PageTranslator) -> dict[str, Any]:  # noqa: ARG002 - the template names them
        """The map, and the drawings of each clan's figures."""
        clans = [seat["side"] for seat in document["seats"]]
        regions = {name: region_of(number) for number, name in enumerate(PROVINCE_NAMES)}
        return {"geometry": land.geometry(), "clans": clans, "regions": regions, "monsters": drawings.monsters()}

    # --- Public panels

    def public(self, document: Document, events: Events, words: PageTranslator) -> dict[str, Panel]:
        """Saga, clan sheets, map, Ragnarök and the battle."""
        if not document["view"]:
            return {}
        view = document["view"]
        places = [land.place_of(document, place, words) for place in view["places"]]
        of_all = sheets.sheets(document, words)
        found = {
            "saga": Panel("saga.html", saga(view), words.page("saga")),
            "land": Panel("land.html", {"geometry": land.geometry(), "places": places}, words.page("map")),
            "figures": Panel("figures.html", land.figures_of(document, events), words.page("figures")),
            "places": Panel("places.html", {"places": places}, words.page("places")),
            "ragnarok": Panel("ragnarok.html", ragnarok(view), words.page("ragnarok")),
            "players": Panel("clans.html", {"sheets": [sheet | NO_CLOCK for sheet in of_all]}, words.page("players")),
        }
        fight = battle.battle(document, events)
        found["battle"] = fought(fight, words)
        for seat, sheet in enumerate(of_all):
            label = words.page("sheet_of", clan=words.name("clan", sheet["clan"]))
            turn = " turn" if sheet["asked"] else ""
            found[f"sheet-{seat}"] = Panel("sheet.html", {"sheet": sheet}, label, f"sheet {sheet['clan']}{turn}")
        return found

    def beats(self, document: Document, events: Events, since: int, words: PageTranslator) -> list[Beat]:
        """Battles by stage, and ends of Ages by phase: on panels, and on the map."""
        if not document["view"]:
            return []
        battles = stage.beats(document, events, since, self.silent)
        ends = end_of_age.beats(document, events, since, self.silent)
        found = [Beat(fought(one.values, words), one.numbers, scene=one.scene) for one in battles if one.values]
        label = words.page("end_of_age_panel")
        found += [
            Beat(Panel("end_of_age.html", one.values, label, "mode"), one.numbers, scene=one.scene)
            for one in ends
            if one.values
        ]
        on_the_map = moments.beats(document, events, since, battles, ends, words)
        return sorted(found + on_the_map, key=lambda beat: beat.numbers)

    # --- Private panels

    def private(self, document: Document, events: Events, words: PageTranslator, at: str) -> dict[str, Panel]:  # noqa: ARG002
        """Targets on the map, the hand, the draft, cards seen, and the outcomes of battle choices."""
        if not document["view"]:
            return {}
        ways = [steps.steps(choice) for choice in document["choices"]]
        made = opened(ways, at)
        found = {"targets": Panel("targets.html", land.targets(document, ways, made), words.page("targets"))}
        if document["seat"] is not None:
            hand = cards.hand(document, ways, at)
            found["hand"] = Panel("hand.html", hand, words.page("hand", number=len(hand["cards"])))
            found["draft"] = Panel("draft.html", cards.draft(document, at), words.page("draft"), "mode")
            fights = [{**fight, "name": self._name_of(fight["choice"], words)} for fight in battle.foreseen(document)]
            found["seen"] = Panel("seen.html", seen.seen(document), words.page("seen"))
            found["foresee"] = Panel("foresee.html", {"fights": fights}, words.page("foreseen"))
        return found

    def _name_of(self, choice: ChoiceData, words: PageTranslator) -> str:
        """The label of the last step of a choice."""
        step = steps.steps(choice)[-1]
        return words.choice(choice) if step.sort == "choice" else self.said(step, words)

    def hands(self, documents: list[Document], words: PageTranslator) -> dict[str, Panel]:
        """Every clan's cards and Quests, and its cards in a battle."""
        found = {"hands": Panel("hands.html", {"hands": cards.hands(documents)}, words.page("all_hands"))}
        fights = [document["view"]["battle"] for document in documents]
        laid = [fight["played"][seat] for seat, fight in enumerate(fights) if fight is not None]
        if any(laid) and not fights[0]["revealed"]:
            view = {**documents[0]["view"], "battle": {**fights[0], "played": laid}}
            found["battle"] = fought(battle.battle({**documents[0], "view": view}, []), words)
        return found

    def chapter(self, event: dict[str, Any], words: PageTranslator) -> str:
        """BR-1.2: a match has three Ages."""
        return words.page("age", age=story.ROMAN[event["data"]["age"]])

    def so_far(self, view: dict[str, Any], words: PageTranslator) -> str:
        """BR-1.2: the Age."""
        return words.page("age", age=story.ROMAN[view["age"]])


def fought(fight: dict[str, Any], words: PageTranslator) -> Panel:
    """The battle panel: it replaces the map, except during the call and in a pillage without battle."""
    kind = "mode" if fight["on"] and fight["stage"] != battle.CALL else "beside"
    return Panel("battle.html", fight, words.page("battle"), kind)


def saga(view: dict[str, Any]) -> dict[str, Any]:
    """Ages and phases: past, current and future."""
    now = PHASE_NAMES.index(view["phase"])
    return {
        "age": view["age"],
        "ages": range(1, AGES + 1),
        "phases": [
            {"name": name, "done": number < now, "now": number == now} for number, name in enumerate(PHASE_NAMES)
        ],
    }


def ragnarok(view: dict[str, Any]) -> dict[str, Any]:
    """BR-16: the province that falls in each Age, and the Glory for dying there."""
    fallen = {place["name"]: place["destroyed"] for place in view["places"] if "destroyed" in place}
    fjords = {place["name"]: place["fjord"] for place in view["places"] if "fjord" in place}
    falls = [
        {
            "age": age,
            "place": place,
            "fjord": fjords[place],
            "fallen": fallen[place],
            "now": age == view["age"] and not fallen[place],
            "glory": GLORY_OF_AGE[age - 1],
        }
        for age, place in enumerate(view["ragnarok"], 1)
    ]
    return {"falls": falls}


PAGE: Final = BloodRagePage()
