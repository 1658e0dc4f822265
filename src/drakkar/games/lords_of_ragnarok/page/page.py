"""Lords of Ragnarok in a browser: plain panels, and a map drawn from the data."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from drakkar.core.page import Document, Events, Key, Page, Panel, Step, Words
from drakkar.games.lords_of_ragnarok.cards.kinds import CARDS, EVENT, KIND_NAMES
from drakkar.games.lords_of_ragnarok.page import labels, winning
from drakkar.games.lords_of_ragnarok.page.geometry import geometry
from drakkar.games.lords_of_ragnarok.page.pieces import count, drawing, listed, ships, spots, there
from drakkar.games.lords_of_ragnarok.page.places import card_of, place_of, sought
from drakkar.games.lords_of_ragnarok.ragnarok import ENOUGH_CARDS
from drakkar.games.lords_of_ragnarok.view import face

LOSSES: Final = frozenset(("control_lost", "army_destroyed", "army_weakened", "injured", "ring_taken_off", "trampled"))
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
KEYS: Final = (
    Key("h", "#p-hand", "your_hand"),
    Key("c", "#p-clans, .sheet", "clans"),
    Key("w", "#p-ragnarok", "victories"),
)


class LordsOfRagnarokPage(Page):
    """The title's page."""

    style = "lords_of_ragnarok.css"
    sprite = "sprite.svg"
    folder = Path(str(files("drakkar.games.lords_of_ragnarok.page")))
    buttons: dict[str, str] = labels.BUTTONS
    labels = labels.LABELS
    deciding = frozenset(("targets", "hand", "draft"))
    keys: tuple[Key, ...] = KEYS
    silent = SILENT
    own_acts = OWN_ACTS
    chapters = frozenset(("first_player", "ragnarok_begins"))

    def against(self, event: dict[str, Any], clan: str) -> bool:
        """What was taken from a player."""
        return event["kind"] in LOSSES and str(event["data"]["clan"]).lower() == clan

    def place(self, document: Document, step: Step) -> str:
        """The place on the map that a choice is about."""
        return place_of(document["view"], step.word)

    def chapter(self, event: dict[str, Any], words: Words) -> str:
        """The first turn, and Ragnarok."""
        return words.page("chapter_" + event["kind"])

    def so_far(self, view: dict[str, Any], words: Words) -> str:
        """LR-23.1: how near Ragnarok is: cards turned, and then turns left."""
        if not view["checklist"]:
            return words.page("choosing")
        if view["last_turns"] is not None:
            return words.page("last_turns", turns=view["last_turns"])
        turned = sum(one["turned"] for one in view["conditions"])
        return words.page("ragnarok_so_far", number=turned, need=ENOUGH_CARDS)

    def help(self) -> dict[str, Any]:
        """The rules in short, all of them, and every card by its kind."""
        chapters = json.loads((self.folder / "rules.json").read_text("utf-8"))
        cards = [(name, faces_of(kind)) for kind, name in enumerate(KIND_NAMES) if kind != EVENT]
        return {"short": labels.SHORT_RULES, "chapters": chapters, "cards": cards}

    # --- What everybody sees

    def board(self, document: Document, words: Words) -> dict[str, Any]:  # noqa: ARG002 - the names are the template's
        """Lands, Seas, Realms and Yggdrasil."""
        return {"geometry": geometry(len(document["seats"]))}

    def public(self, document: Document, events: Events, words: Words) -> dict[str, Panel]:  # noqa: ARG002
        """Stages, map, Regions, victories, players, and the fight in hand."""
        view = document["view"]
        if not view:
            return {}
        players = players_of(document)
        values = {"view": view, "players": players, "clans": [player["clan"] for player in players]}
        on_the_map = {"geometry": geometry(len(players)), "spots": spots(view), "ships": ships(view)}
        found = {
            "saga": Panel("saga.html", values, words.page("stages")),
            "land": Panel("land.html", {**values, **on_the_map}, words.page("map")),
            "places": Panel("places.html", {**values, "there": there(view)}, words.page("places")),
            "ragnarok": Panel("ragnarok.html", {**values, **winning.near(players)}, words.page("victories")),
            "clans": Panel("clans.html", {**values, **winning.near(players)}, words.page("clans")),
            "battle": fight(view, values, words),
        }
        for player in players:
            label = words.page("sheet_of", clan=words.name("clan", player["clan"]))
            turn = " turn" if player["asked"] else ""
            classes = f"sheet {player['clan']}{turn}"
            found[f"clan-{player['seat']}"] = Panel("sheet.html", {"player": player}, label, classes)
        return found

    # --- What one seat sees

    def private(self, document: Document, events: Events, words: Words, at: str) -> dict[str, Panel]:  # noqa: ARG002
        """What can be chosen on the map, the hand, and what is laid out for this seat."""
        view = document["view"]
        if not view:
            return {}
        choices = document["choices"]
        on_the_map = {
            "geometry": geometry(len(view["players"])),
            "legal": sought(choices, lambda choice: place_of(view, choice)),
        }
        found = {"targets": Panel("targets.html", on_the_map, words.page("targets"))}
        if document["seat"] is None:
            return found
        faces = {face["name"]: face for face in view["cards"]}
        hand = [faces[card] for card in listed(view["players"][document["seat"]]["hand"])]
        # Attack cards of one name have numbers of their own.
        hand += view["hunt"]["attack_cards"] if view["hunt"] else []
        offered, legal = [faces[card] for card in listed(view["offered"])], sought(choices, card_of)
        label = words.page("hand", number=len(hand))
        return {
            **found,
            "hand": Panel("hand.html", {"cards": hand, "legal": legal}, label),
            "draft": Panel("draft.html", {"cards": offered, "legal": legal}, words.page("draft"), "mode"),
        }

    def hands(self, documents: list[Document], words: Words) -> dict[str, Panel]:
        """Every player's Combat cards."""
        hands = [listed(one["view"]["players"][seat]["hand"]) for seat, one in enumerate(documents)]
        clans = [player["clan"] for player in documents[0]["view"]["players"]]
        return {"hands": Panel("hands.html", {"hands": hands, "clans": clans}, words.page("all_hands"))}


def faces_of(kind: int) -> list[dict[str, Any]]:
    """All cards of a kind as they are printed, and how many there are of each."""
    return [{**face(number), "copies": card.copies} for number, card in enumerate(CARDS) if card.kind == kind]


def players_of(document: Document) -> list[dict[str, Any]]:
    """Every player with who sits there, what is held and where his Priests and alliances are."""
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
            "realms": [realm for realm, allies in view["alliances"].items() if seat in allies],
            "rings": [one["name"] for one in view["monsters"] if one["ring"] == seat],
        }
        for seat, player in enumerate(view["players"])
    ]


def fight(view: dict[str, Any], values: dict[str, Any], words: Words) -> Panel:
    """A battle beside the map, or a Hunt in its place."""
    if not view["hunt"]:
        return Panel("battle.html", values, words.page("battle"), "beside")
    monster = next(one for one in view["monsters"] if one["name"] == view["hunt"]["monster"])
    attack = next((face for face in view["cards"] if face["name"] == view["hunt"]["attack"]), None)
    more = {"monster": monster, "of": drawing(monster["name"]), "attack": attack}
    return Panel("hunt.html", {**values, **more}, words.page("hunt"), "mode")


PAGE: Final = LordsOfRagnarokPage()
