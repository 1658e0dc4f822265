"""Lords of Ragnarok in a browser: plain panels, and a map drawn from the data."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from drakkar.core.notation import Choice
from drakkar.games.lords_of_ragnarok.card import CARDS, EVENT, KIND_NAMES
from drakkar.games.lords_of_ragnarok.page import (
    battle,
    bestiary,
    causes,
    course,
    hunt,
    labels,
    moments,
    moves,
    notes,
    places,
    questions,
    stage,
    steps,
    winning,
)
from drakkar.games.lords_of_ragnarok.page.drawings import card_drawing
from drakkar.games.lords_of_ragnarok.page.geometry import geometry
from drakkar.games.lords_of_ragnarok.page.goods import goods
from drakkar.games.lords_of_ragnarok.page.origins import origin_of, ours_on_the_map
from drakkar.games.lords_of_ragnarok.page.pieces import count, listed, ships, spots, there
from drakkar.games.lords_of_ragnarok.page.places import card_of, place_of, sought
from drakkar.games.lords_of_ragnarok.page.stages import checklist
from drakkar.games.lords_of_ragnarok.victory.ragnarok import ENOUGH_CARDS
from drakkar.games.lords_of_ragnarok.view import face
from drakkar.page.game_page import Beat, Deed, Document, Events, Highlight, Key, Page, Panel
from drakkar.page.steps import ChoiceData, Step
from drakkar.page.translator import PageTranslator

LOSSES: Final = frozenset(
    ("control_lost", "marker_discarded", "army_destroyed", "army_weakened", "injured", "ring_taken_off", "trampled")
)
SILENT: Final = frozenset(("stage_begins", "stack_laid", "forge_laid", "marker_covered"))
OWN_ACTS: Final = frozenset(
    (
        "hero_kept",
        "story_kept",
        "drakkar_launched",
        "settled",
        "stage_begins",
        "priest_sent",
        "rune_forged",
        "hero_moved",
        "drakkar_moved",
        "rune_action_chosen",
        "army_activated",
        "army_moved",
        "action_chosen",
        "battle_card",
        "battle_pass",
        "declined",
    )
)
# Events of battles and Hunts.
FIGHTS: Final = frozenset(
    (
        "monster_attacks",
        "trampled",
        "hunt_declared",
        "attack_cards_drawn",
        "attack_played",
        "defended",
        "attack_cancelled",
        "defence_holds",
        "attack_takes_effect",
        "weak_point_found",
        "wound_dealt",
        "wound_uncovered",
        "reward_gained",
        "hunt_failed",
        "monster_defeated",
        "slayer_token",
        "battle_begins",
        "battle_card",
        "battle_pass",
        "battle_bonus",
        "battle_strength",
        "battle_won",
        "casualties_ignored",
        "armies_retreat",
        "no_retreat",
        "army_weakened",
        "army_destroyed",
    )
)
MILESTONES: Final = frozenset(("condition_turned", "ragnarok_begins", "yggdrasil_counted", "victory"))
TOGETHER: Final = {"battle_pass": "none_more"}
# The templates of staged scenes.
SCENES: Final = {stage.FIGHT: "battle.html", stage.HUNT: "stage_hunt.html", stage.EVENT: "event.html"}
KEYS: Final = (
    Key("h", "#p-hand", "your_hand"),
    Key("c", "#p-players, .sheet", "players"),
    Key("w", "#p-ragnarok", "victories"),
    Key("m", "#p-monsters", "monsters_b"),
    Key("B", steps.BUILD_STATUE, "guard_action_build_statue"),
)


class LordsOfRagnarokPage(Page):
    """The page of Lords of Ragnarok."""

    style = "lords_of_ragnarok.css"
    sprite = "sprite.svg"
    folder = Path(str(files("drakkar.games.lords_of_ragnarok.page")))
    buttons: dict[str, str] = labels.BUTTONS
    labels = labels.LABELS
    slots: dict[str, tuple[str, ...]] = {  # noqa: RUF012 - read only
        "header": ("saga",),
        "sheets": ("sheet",),
        "board": ("land",),
        "overlay": ("targets", "places", "monsters"),
        "stage": ("draft", "battle"),
        "side": ("expected", "ragnarok"),
        "bottom": ("hand", "hands"),
    }
    cost_icon = "rune"
    side_field = "clan"
    deciding = frozenset(("targets", "hand", "draft", "expected"))
    keys: tuple[Key, ...] = KEYS
    silent = SILENT
    own_acts = OWN_ACTS
    fights = FIGHTS
    milestones = MILESTONES
    together: dict[str, str] = TOGETHER
    continuing = moves.CONTINUING
    chapters = frozenset(("first_player", "ragnarok_begins"))
    deed_kinds: tuple[str, ...] = tuple(course.DEEDS)

    def answer(self, document: Document, choice: ChoiceData, words: PageTranslator) -> str:
        """LR-18.6, LR-18.22: what ending a round or a defence does."""
        return hunt.answer(document, choice, words)

    def against(self, event: dict[str, Any], seat: int) -> bool:
        """Whether an event is a loss of this seat."""
        return event["kind"] in LOSSES and event["ids"]["clan"] == seat

    def place(self, document: Document, step: Step) -> str:
        """The place on the map that a choice refers to."""
        return place_of(document["view"], step.parts)

    # --- Choices

    def candidates(self, view: dict[str, Any]) -> list[int]:
        """Choices that a player might want to make."""
        return steps.candidates(view)

    def steps(self, choice: ChoiceData) -> tuple[Step, ...]:
        """One step for most choices; for the Hero's stage the action, then where."""
        return steps.steps(choice)

    def said(self, step: Step, words: PageTranslator) -> str:
        """The label of a step: Regions by number, Attributes as on the sheet."""
        if step.sort == "region":
            return words.page("region_n", region=step.word)
        if step.sort == "space":
            return words.page("space_n", number=step.word)
        if step.sort in notes.ARMY_SORTS:
            *value, region = (word for _, _, word in step.parts)
            return words.page("army_in" if value else "armies_in", value="".join(value), region=region)
        return words.page(step.word) if step.sort == "attribute" else super().said(step, words)

    def arranged(
        self, groups: list[tuple[Choice, ...]], table: dict[str, Any], seat: int | None
    ) -> list[tuple[Choice, ...]]:
        """Moves by the shortest way, and of all Armies of a Region together."""
        return groups if seat is None else moves.arranged(groups, table, seat)

    def heading(self, made: tuple[Step, ...], sort: str) -> str:
        """Where an Army goes, or what else it does."""
        return "step_does" if made and made[0].sort in notes.ARMY_SORTS else f"step_{sort}"

    def fixed(self, document: Document, words: PageTranslator) -> dict[Step, dict[str, Any]]:
        """The options of a question that keep their places, with reasons."""
        return steps.fixed(document, words)

    def has_button(self, refused: dict[str, Any]) -> bool:
        """The map alone tells which places are out of reach."""
        return refused.get("code") not in steps.FAR

    def note(self, document: Document, steps: tuple[Step, ...], words: PageTranslator) -> dict[str, Any]:
        """What a choice does, what it costs, and whom it helps."""
        note = hunt.note(document, steps, words) or notes.note(document, steps, words)
        ways = notes.ways(document, steps[-1])
        return {**note, "ways": ways} if ways else note

    def question(self, made: tuple[Step, ...], sort: str, words: PageTranslator) -> str:
        """The question of the Hero's next step."""
        return questions.question(made, words) or super().question(made, sort, words)

    def because(self, document: Document, events: Events, words: PageTranslator) -> str:
        """The event that led to a question."""
        return causes.because(document, events, words)

    def then(self, document: Document) -> list[str]:
        """LR-8.1: the player whose turn follows."""
        return causes.then(document)

    def is_guarded(self, choice: ChoiceData) -> bool:
        """LR-16.1: Build Statue."""
        return steps.is_guarded(choice)

    def asks(self, document: Document, choice: ChoiceData) -> str:
        """Section 16: the effects of Build Statue, which cannot be undone once the Event is drawn."""
        if not steps.is_guarded(choice):
            return ""
        remark = (document.get("previews", {}).get(choice["text"]) or {}).get("code", "")
        return "ask_statue_ragnarok" if remark == "brings_ragnarok" else "ask_statue"

    # --- The map and the log

    def held(self, document: Document) -> frozenset[str]:
        """The Regions where the player has control, Armies or the Hero."""
        return places.held(document["view"], document["seat"])

    def places(self, event: dict[str, Any]) -> list[str]:
        """The Regions, Seas, Realms and fields of the wheel that an event names."""
        return places.named(event)

    def chapter(self, event: dict[str, Any], words: PageTranslator) -> str:
        """The first turn, and Ragnarok."""
        return words.page("chapter_" + event["kind"])

    def so_far(self, view: dict[str, Any], words: PageTranslator) -> str:
        """LR-23.1: progress to Ragnarok: turned cards, then turns left."""
        if not view["checklist"]:
            return words.page("choosing")
        if view["last_turns"] is not None:
            return words.page("last_turns", turns=view["last_turns"])
        turned = sum(one["turned"] for one in view["conditions"])
        return words.page("ragnarok_so_far", number=turned, need=ENOUGH_CARDS)

    def help(self) -> dict[str, Any]:
        """The short rules, the full rules, and every card by kind."""
        chapters = json.loads((self.folder / "rules.json").read_text("utf-8"))
        cards = [(name, faces_of(kind)) for kind, name in enumerate(KIND_NAMES) if kind != EVENT]
        return {"short": labels.SHORT_RULES, "chapters": chapters, "cards": cards}

    def highlights(self, document: Document, events: Events, words: PageTranslator) -> list[Highlight]:
        """How the match was won, and the closest battle."""
        return course.highlights(document, events, words)

    def scores(self, document: Document, events: Events) -> list[dict[str, Any]]:
        """The Regions of all players over time."""
        return course.scores(document, events)

    def standing(self, document: Document, events: Events) -> list[dict[str, Any]]:
        """Lands, Temples, kills or Regions at Yggdrasil, by the kind of victory."""
        return course.standing(document, events)

    def deeds(self, document: Document, events: Events) -> list[Deed]:  # noqa: ARG002 - the shell names them
        """Temples, Statues, Regions usurped, battles and Hunts."""
        return course.deeds(events)

    # --- Public panels

    def board(self, document: Document, words: PageTranslator) -> dict[str, Any]:  # noqa: ARG002 - the template names them
        """Lands, Seas, Realms and Yggdrasil."""
        return {"geometry": geometry(len(document["seats"]))}

    def public(self, document: Document, events: Events, words: PageTranslator) -> dict[str, Panel]:
        """Stages, map, Regions, victories, players, and the current battle or Hunt."""
        view = document["view"]
        if not view:
            return {}
        players = players_of(document)
        values = {"view": view, "players": players, "clans": [player["clan"] for player in players]}
        boss = next((one["region"] for one in view["monsters"] if one["name"] == notes.BOSS_NAME), None)
        on_the_map = {"geometry": geometry(len(players)), "spots": spots(view), "ships": ships(view), "boss": boss}
        stages = {**values, "stages": checklist(view, events, words)}
        found = {
            "saga": Panel("saga.html", stages, words.page("stages")),
            "land": Panel("land.html", {**values, **on_the_map}, words.page("map")),
            "places": Panel(
                "places.html",
                {**values, "there": there(view), **realms(view), "ours": ours_on_the_map(len(players))},
                words.page("places"),
            ),
            "ragnarok": Panel(
                "ragnarok.html",
                {**values, **winning.near(players), **winning.conditions(view)},
                words.page("victories"),
            ),
            "players": Panel("clans.html", {**values, **winning.near(players)}, words.page("players")),
            "monsters": self._monsters(view, values, words),
            "battle": fight(document, events, values, words),
        }
        for player in players:
            label = words.page("sheet_of", clan=words.name("clan", player["clan"]))
            turn = " turn" if player["asked"] else ""
            classes = f"sheet {player['clan']}{turn}"
            found[f"sheet-{player['seat']}"] = Panel("sheet.html", {"player": player}, label, classes)
        return found

    def beats(self, document: Document, events: Events, since: int, words: PageTranslator) -> list[Beat]:
        """Battles and Hunts by stage and drawn Event cards on panels, and great moments on the map."""
        if not document["view"]:
            return []
        staged = stage.beats(document, events, since, self.silent)
        found = [
            Beat(
                Panel(SCENES[one.scene], one.values, words.page(one.scene), "mode"),
                one.numbers,
                scene=one.values["scene"],
            )
            for one in staged
        ]
        numbers = frozenset(number for one in staged for number in one.numbers)
        on_the_map = moments.beats(document, events, since, words, numbers)
        return sorted(found + on_the_map, key=lambda beat: beat.numbers)

    def _monsters(self, view: dict[str, Any], values: dict[str, Any], words: PageTranslator) -> Panel:
        """All Monster cards, to be read at any time."""
        cards = [{**one, **hunt.texts(one, words)} for one in bestiary.bestiary(view)]
        return Panel("monsters.html", {"monsters": cards, "clans": values["clans"]}, words.page("monsters_b"))

    # --- Private panels

    def private(self, document: Document, events: Events, words: PageTranslator, at: str) -> dict[str, Panel]:  # noqa: ARG002
        """Targets on the map, the hand, and the cards laid out for this seat."""
        view = document["view"]
        if not view:
            return {}
        choices = document["choices"]
        on_the_map = {
            "geometry": geometry(len(view["players"])),
            "legal": steps.numbered(document, at, words),
            "markers": {action: len(markers) for action, markers in view["wheel"].items()},
        }
        stakes = hunt.expected(document, words)
        found = {
            "targets": Panel("targets.html", on_the_map, words.page("targets")),
            "expected": Panel("expected.html", stakes, words.page("hunt_expected")),
        }
        if document["seat"] is None:
            return found
        faces = {face["name"]: face for face in view["cards"]}
        hand = [faces[card] for card in listed(view["players"][document["seat"]]["hand"])]
        # Attack cards with the same name can have different numbers.
        hand += view["hunt"]["attack_cards"] if view["hunt"] else []
        offered, legal = [faces[card] for card in listed(view["offered"])], sought(choices, card_of)
        ways = [steps.steps(choice) for choice in choices]
        legal.update({way[0].word: {"path": way[0].word} for way in ways if len(way) > 1 and way[0].sort == "card"})
        label = words.page("hand", number=len(hand))
        return {
            **found,
            "hand": Panel("hand.html", {"cards": drawn(hand), "legal": legal}, label),
            "draft": Panel("draft.html", {"cards": drawn(offered), "legal": legal}, words.page("draft"), "mode"),
        }

    def hands(self, documents: list[Document], words: PageTranslator) -> dict[str, Panel]:
        """Every player's Combat cards."""
        hands = [listed(one["view"]["players"][seat]["hand"]) for seat, one in enumerate(documents)]
        clans = [player["clan"] for player in documents[0]["view"]["players"]]
        return {"hands": Panel("hands.html", {"hands": hands, "clans": clans}, words.page("all_hands"))}


def faces_of(kind: int) -> list[dict[str, Any]]:
    """All cards of a kind as printed, with the number of copies."""
    faces = [
        {**face(number), "copies": card.copies, "origin": origin_of(number)}
        for number, card in enumerate(CARDS)
        if card.kind == kind
    ]
    return drawn(faces)


def drawn(faces: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Cards with their drawings."""
    return [{**card, "art": card_drawing(card)} for card in faces]


def players_of(document: Document) -> list[dict[str, Any]]:
    """Every player with the seat's occupant, their belongings, Priests and alliances."""
    view = document["view"]
    asked = {one["seat"] for one in document["owed"]}
    return [
        {
            **{name: value for name, value in player.items() if name not in ("hand", "shown")},
            "seat": seat,
            "who": document["seats"][seat],
            "asked": seat in asked,
            "held": count(player["hand"]),
            "regions": sum(region["control"] == seat for region in view["regions"]),
            "at_statues": sum(statue["priests"][seat] for statue in view["statues"].values()),
            "goods": goods(view, player, seat),
        }
        for seat, player in enumerate(view["players"])
    ]


def realms(view: dict[str, Any]) -> dict[str, Any]:
    """Every Realm with its Rune, its bonus and its allies, and the Rune of every Monster."""
    faces = {face["name"]: face for face in view["cards"] if face["kind"] == "realm"}
    actions = dict(zip(view["alliances"], view["wheel"], strict=True))
    found = [
        {"name": realm, "rune": notes.rune_of_realm(realm), "action": actions[realm], "allies": allies}
        | {"face": faces[realm]}
        for realm, allies in view["alliances"].items()
    ]
    return {
        "realms": found,
        "realm_runes": {one["name"]: one["rune"] for one in found},
        "runes": {one["name"]: notes.rune_of(one["name"]) for one in view["monsters"]},
    }


def fight(document: Document, events: Events, values: dict[str, Any], words: PageTranslator) -> Panel:
    """A Hunt, or a battle while cards are played, in place of the map; the rest of a battle beside it."""
    view, clans = document["view"], values["clans"]
    if view["hunt"]:
        shown = {"clans": clans, **hunt.shown(document, events, words)}
        return Panel("hunt.html", shown, words.page("hunt"), "mode")
    now = battle.shown(view, clans)
    kind = "mode" if now["on"] and now["stage"] == battle.CARDS_ARE_PLAYED else "beside"
    return Panel("battle.html", {"lines": [], **now}, words.page("battle"), kind)


PAGE: Final = LordsOfRagnarokPage()
