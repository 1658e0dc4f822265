"""Blood Rage in a browser: which panels it brings, and what each needs, from documents alone."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from drakkar.core.page import Beat, Document, Events, Key, Page, Panel, Step, Words, opened
from drakkar.games.blood_rage.board import PROVINCE_NAMES, region_of
from drakkar.games.blood_rage.cards.kinds import CARDS
from drakkar.games.blood_rage.page import (
    battle,
    cards,
    drawings,
    end_of_age,
    labels,
    land,
    notes,
    sheets,
    stage,
    steps,
    story,
)
from drakkar.games.blood_rage.state import PHASE_NAMES

AGES: Final = 3
# The table of all clans shows no clocks, so it stays as it is while they run.
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
    Key("c", "#p-clans, .sheet", "clans"),
)
# Provinces in the left half of the map: what is said of them stands in the right one.
WEST: Final = frozenset(("Gimle", "Myrkulor", "Andlang", "Utgard"))
# What all choose in secret, and what opens with the last of them.
SEALED: Final = ("card", "keep")


class BloodRagePage(Page):
    """The title's page."""

    style = "blood_rage.css"
    sprite = "sprite.svg"
    folder = Path(str(files("drakkar.games.blood_rage.page")))
    buttons: dict[str, str] = labels.BUTTONS
    labels = labels.LABELS
    deciding = frozenset(("targets", "hand", "draft", "foresee"))
    keys: tuple[Key, ...] = KEYS
    silent = story.SILENT
    own_acts = story.OWN_ACTS
    own_gains = story.OWN_GAINS
    routine = story.ROUTINE
    causes = frozenset(("text_acts",))
    effects = story.EFFECTS
    together: dict[str, str] = {"join_declined": "none_join", "late_declined": "none_late"}  # noqa: RUF012
    chapters = frozenset(("age_begins",))

    # --- Choices

    def candidates(self, view: dict[str, Any]) -> list[str]:
        """What a clan might want to do."""
        return steps.candidates(view)

    def steps(self, choice: str) -> tuple[Step, ...]:
        """Action, figure or card, place."""
        return steps.steps(choice)

    def because(self, document: Document, events: Events, words: Words) -> str:
        """BR-3.21, BR-12.11: why a stat is raised, or another card laid down."""
        return notes.because(document, events, words)

    def answer(self, document: Document, choice: str, words: Words) -> str:
        """BR-7.15, BR-12.6, BR-19.18: what a yes does."""
        return notes.answer(document, choice, words)

    def heading(self, made: tuple[Step, ...], sort: str) -> str:
        """BR-8.1: a march leads from one province to another."""
        marches = sort == "place" and made[:1] == (Step("action", "march"),)
        return ("step_from" if len(made) == 1 else "step_to") if marches else f"step_{sort}"

    def then(self, document: Document) -> list[str]:
        """BR-6.2, BR-11.4, BR-12.15: clockwise; in its turn who has Rage left and has not passed."""
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

    def is_guarded(self, choice: str) -> bool:
        """BR-6.8: who passes has no turn left in this Age."""
        return choice == "pass"

    def asks(self, document: Document, choice: str) -> str:
        """BR-6.8; BR-12.3, BR-14.1: whoever is the last to lay a card, or to keep one, opens what all have chosen.

        So does the last pick of a draft, but a question after each of eighteen picks would only be pressed away.
        """
        if choice == "pass":
            return "guard_pass_sure"
        owed, is_free = document["owed"], len(document["choices"]) > 1
        code = owed[0]["prompt"]["code"] if len(owed) == 1 and is_free else ""
        return f"guard_{code}_sure" if code in SEALED else ""

    def said(self, step: Step, words: Words) -> str:
        """The name of what is chosen."""
        if step.sort == "action":
            return words.page(f"action_{step.word}")
        if step.sort == "figure" and step.word.endswith(steps.FROM_VALHALLA):
            return words.page("from_valhalla", figure=words.name("figure", step.word.removesuffix(steps.FROM_VALHALLA)))
        if step.sort == "figure" and notes.FROM in step.word:
            figure, place = step.word.split(notes.FROM)
            return words.page("figure_from", figure=words.name("figure", figure), place=words.name("place", place))
        if step.sort == "slot":
            return words.page("slot", number=step.word)
        return words.choice(step.word) if step.sort == "choice" else words.name(step.sort, step.word)

    def note(self, document: Document, steps: tuple[Step, ...], words: Words) -> dict[str, Any]:
        """A figure with its drawing, strength and price, a place with its free villages, a stat with its next step."""
        return notes.note(document, steps, words)

    def fixed(self, document: Document, words: Words) -> dict[Step, dict[str, Any]]:
        """In a turn the five actions."""
        return notes.actions(document, words)

    def nearest(self, refused: list[dict[str, Any]]) -> dict[str, Any]:
        """BR-7.1, BR-7.5: rather what holds for a figure wherever it goes than why one place is closed to it."""
        return (notes.wherever(refused) or refused)[0]

    def hostile(self, events: Events, since: int, clan: str) -> set[int]:
        """BR-16.3, BR-12.9: not what Ragnarök takes, nor what one's own Watch discards."""
        return story.hostile(events, since, clan)

    def help(self) -> dict[str, Any]:
        """The rules in short, all of them, and every card."""
        ages = range(1, AGES + 1)
        return {
            "short": labels.SHORT_RULES,
            "chapters": json.loads((self.folder / "rules.json").read_text("utf-8")),
            "cards": [(age, [cards.listed(card) for card in CARDS if card.age == age]) for age in ages],
        }

    def scores(self, document: Document, events: Events) -> list[dict[str, Any]]:
        """Glory after everything that scored, with the beginnings of the Ages."""
        return story.scores(document, events)

    # --- What does not change

    def board(self, document: Document, words: Words) -> dict[str, Any]:  # noqa: ARG002 - the names are the template's
        """The land, and the figures as they are drawn for each clan."""
        clans = [seat["clan"] for seat in document["seats"]]
        regions = {name: region_of(number) for number, name in enumerate(PROVINCE_NAMES)}
        return {"geometry": land.geometry(), "clans": clans, "regions": regions, "monsters": drawings.monsters()}

    # --- What everybody sees

    def public(self, document: Document, events: Events, words: Words) -> dict[str, Panel]:
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
            "clans": Panel("clans.html", {"sheets": [sheet | NO_CLOCK for sheet in of_all]}, words.page("clans")),
        }
        fight = battle.battle(document, events)
        found["battle"] = fought(fight, words)
        for seat, sheet in enumerate(of_all):
            label = words.page("sheet_of", clan=words.name("clan", sheet["clan"]))
            turn = " turn" if sheet["asked"] else ""
            found[f"clan-{seat}"] = Panel("sheet.html", {"sheet": sheet}, label, f"sheet {sheet['clan']}{turn}")
        return found

    def beats(self, document: Document, events: Events, since: int, words: Words) -> list[Beat]:
        """Battles, stage by stage, and the ends of Ages, phase by phase."""
        if not document["view"]:
            return []
        battles = stage.beats(document, events, since, self.silent)
        ends = end_of_age.beats(document, events, since, self.silent)
        found = [Beat(fought(one.values, words), one.numbers) for one in battles]
        label = words.page("end_of_age_panel")
        found += [Beat(Panel("end_of_age.html", one.values, label, "mode"), one.numbers) for one in ends]
        return sorted(found, key=lambda beat: beat.numbers)

    # --- What one seat sees

    def private(self, document: Document, events: Events, words: Words, at: str) -> dict[str, Panel]:  # noqa: ARG002
        """Targets on the map, the hand, the draft, and what a battle would come to."""
        if not document["view"]:
            return {}
        ways = [steps.steps(choice) for choice in document["choices"]]
        made = opened(ways, at)
        found = {"targets": Panel("targets.html", land.targets(document, ways, made), words.page("targets"))}
        if document["seat"] is not None:
            hand = cards.hand(document, ways, at)
            found["hand"] = Panel("hand.html", hand, words.page("hand", number=len(hand["cards"])))
            found["draft"] = Panel("draft.html", cards.draft(document, at), words.page("draft"), "mode")
            fights = [
                {**fight, "name": self.said(steps.steps(fight["choice"])[-1], words)}
                for fight in battle.foreseen(document)
            ]
            found["foresee"] = Panel("foresee.html", {"fights": fights}, words.page("foreseen"))
        return found

    def hands(self, documents: list[Document], words: Words) -> dict[str, Panel]:
        """Every clan's cards, Quests, and what it has laid down in a battle."""
        found = {"hands": Panel("hands.html", {"hands": cards.hands(documents)}, words.page("all_hands"))}
        fights = [document["view"]["battle"] for document in documents]
        laid = [fight["played"][seat] for seat, fight in enumerate(fights) if fight is not None]
        if any(laid) and not fights[0]["revealed"]:
            view = {**documents[0]["view"], "battle": {**fights[0], "played": laid}}
            found["battle"] = fought(battle.battle({**documents[0], "view": view}, []), words)
        return found

    def chapter(self, event: dict[str, Any], words: Words) -> str:
        """BR-1.2: a match has three Ages."""
        return words.page("age", age=story.ROMAN[event["data"]["age"]])

    def so_far(self, view: dict[str, Any], words: Words) -> str:
        """BR-1.2: the Age."""
        return words.page("age", age=story.ROMAN[view["age"]])


def fought(fight: dict[str, Any], words: Words) -> Panel:
    """A battle: in place of the map, but for the call and where nobody comes, which look at the map."""
    kind = "mode" if fight["on"] and fight["stage"] != battle.CALL and not fight["quiet"] else "beside"
    if fight["on"] and fight["place"]["name"] in WEST:
        kind += " east"
    return Panel("battle.html", fight, words.page("battle"), kind)


def saga(view: dict[str, Any]) -> dict[str, Any]:
    """Ages and phases: which are over, which is now."""
    now = PHASE_NAMES.index(view["phase"])
    return {
        "age": view["age"],
        "ages": range(1, AGES + 1),
        "phases": [
            {"name": name, "done": number < now, "now": number == now} for number, name in enumerate(PHASE_NAMES)
        ],
    }


def ragnarok(view: dict[str, Any]) -> dict[str, Any]:
    """BR-16: what falls in each Age, and what it is worth to die there."""
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
