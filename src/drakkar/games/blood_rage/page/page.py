"""Blood Rage in a browser: which panels it brings, and what each needs, from documents alone."""

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from drakkar.core.page import Beat, Document, Events, Key, Page, Panel, Step, Words, following, opened, path_of
from drakkar.games.blood_rage.board import FJORD_NAMES, PLACE_NAMES, PROVINCE_NAMES, region_of
from drakkar.games.blood_rage.cards.kinds import CARDS
from drakkar.games.blood_rage.page import battle, cards, end_of_age, labels, notes, sheets, stage, standing, steps
from drakkar.games.blood_rage.state import PHASE_NAMES

SIZES: Final = ("wide", "narrow")
AGES: Final = 3
TOKEN_ICONS: Final = {
    "Rage": "rage",
    "Axes": "axes",
    "Horns": "horns",
    "five Glory": "glory",
    "all three stats": "all",
}
# What a province has and a fjord has not.
IN_A_FJORD: Final[dict[str, Any]] = {
    "region": None,
    "villages": None,
    "token": "",
    "pillaged": False,
    "destroyed": False,
    "falls_in_age": None,
    "doom": False,
    "supports": (),
}
# The table of all clans shows no clocks, so it stays as it is while they run.
NO_CLOCK: Final[dict[str, Any]] = {"clock": None}
GLORY_OF_AGE: Final = (2, 3, 4)
ROMAN: Final = ("", "I", "II", "III")
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
SILENT: Final = frozenset(
    (
        "picked",
        "dealt",
        "packs_passed",
        "card_chosen",
        "token_laid",
        "rage_spent",
        "turn_begins",
        "marches",
        "keep_chosen",
    )
)
# What follows is not the doing of the card that acted before.
TEXTS_END: Final = ("turn_begins", "card_revealed", "late_card_played", "total", "battle_won", "battle_tied")
# What the text of a card can bring about.
EFFECTS: Final = frozenset(
    (
        "figure_destroyed",
        "figure_kept",
        "glory",
        "glory_lost",
        "rage_gained",
        "rage_lost",
        "card_taken",
        "card_saved",
        "revealed_card_lost",
        "text_cancelled",
        "stat_raised",
        "raise_lost",
        "nothing_to_raise",
    )
)
# Provinces in the left half of the map: what is said of them stands in the right one.
WEST: Final = frozenset(("Gimle", "Myrkulor", "Andlang", "Utgard"))
# What all choose in secret, and what opens with the last of them.
SEALED: Final = ("card", "keep")
OWN_ACTS: Final = frozenset(
    (
        "invaded",
        "marches",
        "marched",
        "upgraded",
        "quest_committed",
        "pillage_declared",
        "passed",
        "hand_taken",
        "joined",
    )
)


@cache
def read_geometry(path: Path) -> dict[str, Any]:
    """The map, read once: the compiled build has no `cached_property` that keeps anything."""
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


class BloodRagePage(Page):
    """The title's page."""

    style = "blood_rage.css"
    sprite = "sprite.svg"
    folder = Path(str(files("drakkar.games.blood_rage.page")))
    labels = labels.LABELS
    deciding = frozenset(("targets", "hand", "draft", "foresee"))
    keys: tuple[Key, ...] = KEYS
    silent = SILENT
    own_acts = OWN_ACTS
    causes = frozenset(("text_acts",))
    effects = EFFECTS
    together: dict[str, str] = {"join_declined": "none_join", "late_declined": "none_late"}  # noqa: RUF012
    chapters = frozenset(("age_begins",))

    @property
    def geometry(self) -> dict[str, Any]:
        """Where everything lies on the map, for wide and for narrow screens."""
        return read_geometry(self.folder / "geometry.json")

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

    def against(self, event: dict[str, Any], clan: str) -> bool:
        """BR-3.15, BR-19.25: figures lost, and what is taken away."""
        data = event["data"]
        if event["kind"] == "card_taken":
            return str(data["from"]).lower() == clan
        losses = ("figure_destroyed", "rage_lost", "glory_lost", "revealed_card_lost")
        return event["kind"] in losses and str(data["clan"]).lower() == clan

    def hostile(self, events: Events, since: int, clan: str) -> set[int]:
        """BR-16.3, BR-12.9: not what Ragnarök takes, nor what one's own Watch discards."""
        found, fate, mine = set(), False, False
        for number, event in enumerate(events):
            kind, data = event["kind"], event["data"]
            if kind == "phase_begins":
                fate = data["phase"] == "Ragnarök"
            elif kind == "text_acts" or kind in TEXTS_END:
                mine = kind == "text_acts" and str(data["clan"]).lower() == clan
            elif number >= since and not fate and not mine and self.against(event, clan):
                found.add(number)
        return found

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
        clans = [clan["name"] for clan in document["view"]["clans"]]
        now, points = [0] * len(clans), [{"scores": [0] * len(clans), "mark": "", "word": ""}]
        for event in events:
            kind, data = event["kind"], event["data"]
            if kind in ("glory", "glory_lost"):
                seat = clans.index(str(data["clan"]).lower())
                now[seat] += data["amount"] if kind == "glory" else -data["amount"]
                points.append({"scores": list(now), "mark": "", "word": ""})
            elif kind in ("age_begins", "province_falls"):
                word = str(data["age"]) if kind == "age_begins" else data["place"]
                points.append({"scores": list(now), "mark": kind, "word": word})
        return points

    # --- What does not change

    def board(self, document: Document, words: Words) -> dict[str, Any]:  # noqa: ARG002 - the names are the template's
        """The land, and the figures as they are drawn for each clan."""
        clans = [seat["clan"] for seat in document["seats"]]
        regions = {name: region_of(number) for number, name in enumerate(PROVINCE_NAMES)}
        return {"geometry": self.geometry, "clans": clans, "regions": regions}

    # --- What everybody sees

    def public(self, document: Document, events: Events, words: Words) -> dict[str, Panel]:
        """Saga, clan sheets, map, Ragnarök and the battle."""
        if not document["view"]:
            return {}
        view = document["view"]
        places = [self._place(document, place, words) for place in view["places"]]
        of_all = sheets.sheets(document, words)
        found = {
            "saga": Panel("saga.html", saga(view), words.page("saga")),
            "land": Panel("land.html", {"geometry": self.geometry, "places": places}, words.page("map")),
            "figures": Panel("figures.html", self._figures(document, events, words), words.page("figures")),
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

    def _place(self, document: Document, place: dict[str, Any], words: Words) -> dict[str, Any]:
        """A province or a fjord with who is there, how strong, and what it would bring."""
        view = document["view"]
        fjord = next((other for other in view["places"] if other["name"] == place.get("fjord")), None)
        supporting = {} if fjord is None or place["destroyed"] else fjord["figures"]
        clans = []
        for seat, clan in enumerate(view["clans"]):
            here = place["figures"].get(clan["name"], {})
            beside = supporting.get(clan["name"], {})
            if here or beside:
                strength = place.get("strength", {}).get(clan["name"], 0)
                clans.append(sheets.force(clan, seat, here, beside, strength))
        totals = sorted((clan["strength"] for clan in clans), reverse=True)
        return {
            **IN_A_FJORD,
            **place,
            "fjord_of": FJORD_NAMES.index(place["name"]) if place["name"] in FJORD_NAMES else None,
            "clans": sorted(clans, key=lambda clan: -int(clan["strength"])),
            "most": max(totals, default=0),
            "tied": len(totals) > 1 and totals[0] == totals[1] and totals[0] > 0,
            "free": notes.free_villages(place) if place.get("villages") is not None else None,
            "icon": TOKEN_ICONS.get(place.get("token", ""), ""),
            "said": words.name("place", place["name"]),
            "supported": ", ".join(words.name("place", name) for name in place.get("supports", ())),
        }

    def _figures(self, document: Document, events: Events, words: Words) -> dict[str, Any]:
        """Every figure with its spot on both maps; a Monster with the beginning of its name and its strength."""
        sheet = document["view"]["clans"]
        clans = [clan["name"] for clan in sheet]
        figures = [
            {
                "id": one.ident,
                "clan": clans[one.seat],
                "draw": one.kind if one.kind in notes.DRAWN else "monster",
                "kind": one.kind,
                "mark": ""
                if one.kind in notes.DRAWN
                else f"{words.name('figure', one.kind)[:2]} {sheets.strength_of(sheet[one.seat], one.kind)}",
                "place": one.place,
                "fallen": one.fallen,
                **{size: self._spot(size, one.place, one.spot) for size in SIZES},
            }
            for one in standing.standing(document, events)
        ]
        return {"geometry": self.geometry, "figures": figures, "free": self._free(document, figures)}

    def _free(self, document: Document, figures: list[dict[str, Any]]) -> dict[str, dict[str, list[Any]]]:
        """BR-2.5: the villages where nobody stands, by size of the map and province."""
        standing_at = {size: {tuple(one[size]) for one in figures if not one["fallen"]} for size in SIZES}
        whole = [one["name"] for one in document["view"]["places"] if "villages" in one and not one["destroyed"]]
        return {
            size: {
                name: [at for at in self.geometry[size]["provinces"][name]["villages"] if tuple(at) not in taken]
                for name in whole
            }
            for size, taken in standing_at.items()
        }

    def _spot(self, size: str, place: str, spot: int) -> tuple[float, float]:
        """Where the feet of a figure stand."""
        there = self.geometry[size]
        if place in there["fjords"]:
            middle, around = there["fjords"][place]["at"], there["fjord_offsets"]
            offset = around[spot % len(around)]
            return middle[0] + offset[0], middle[1] + offset[1] + round(18 * there["scale"])
        province = there["provinces"][place]
        spots = province.get("spots") or province["villages"]
        x, y = spots[spot % len(spots)]
        turn = spot // len(spots)
        return x + 9 * turn, y - 7 * turn

    # --- What one seat sees

    def private(self, document: Document, events: Events, words: Words, at: str) -> dict[str, Panel]:  # noqa: ARG002
        """Targets on the map, the hand, the draft, and what a battle would come to."""
        if not document["view"]:
            return {}
        ways = [steps.steps(choice) for choice in document["choices"]]
        made = opened(ways, at)
        found = {"targets": Panel("targets.html", self._targets(document, ways, made), words.page("targets"))}
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
        return words.page("age", age=ROMAN[event["data"]["age"]])

    def _targets(self, document: Document, ways: list[tuple[Step, ...]], made: tuple[Step, ...]) -> dict[str, Any]:
        """Every place on the map; those that can be chosen next have a number, what is fought for is marked."""
        next_steps = following(ways, made)
        legal = {
            step.word: {"number": number, "path": path_of((*made, step))}
            for number, step in enumerate(next_steps, 1)
            if step.sort == "place"
        }
        chosen = [step.word for step in made if step.sort == "place"]
        fight = document["view"]["battle"]
        if fight is not None and document["choices"]:
            chosen.append(fight["province"])
        return {"geometry": self.geometry, "places": PLACE_NAMES, "legal": legal, "chosen": chosen}


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
