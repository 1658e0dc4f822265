"""Frigga's cards: Charm, Succor, Grace, Protection, Domain, Sacrifice."""

import pytest

import drakkar
from tests.blood_rage.scene import Scene, scene


def prompt(s: Scene, clan: str) -> tuple[str, str, str]:
    """What a clan is asked: code, rule and words."""
    (owed,) = [decision.prompt for decision in s.match.pending if decision.seat == s.seat(clan)]
    return owed.code, owed.rule, owed.text


def refused(s: Scene, line: str) -> tuple[str, str, dict[str, object]]:
    """Why a choice is refused: code, rule and numbers."""
    reason = s.why_not(line)
    assert reason is not None
    return reason.code, reason.rule, dict(reason.params)


def total(s: Scene, clan: str) -> int:
    """What a clan had in the last comparison."""
    told = [event.data["total"] for event in s.told("total") if event.data["clan"] == clan.capitalize()]
    return int(str(told[-1]))


def no_late_cards(s: Scene) -> None:
    """Everybody declines until the late window is over."""
    while "late" in s.asked().values():
        (clan,) = s.asked()
        s.play(f"{clan}: decline")


def glory_events(s: Scene, clan: str) -> list[tuple[object, object]]:
    """What a clan scored, and from where, in order."""
    return [(e.data["amount"], e.data["source"]) for e in s.told("glory") if e.data["clan"] == clan.capitalize()]


# Frigga's Charm


@pytest.mark.rule("BR-9.3")
@pytest.mark.parametrize(
    ("card", "price"),
    [
        ("Fire Giant", 3),
        ("Sea Serpent", 2),
        ("Lord of Hammers", 2),
        ("Brothers in Arms", 0),
        ("Masters in Arms", 1),
        ("Loki's Dragons", 1),
        ("Loki's Eminence", 1),
        ("Thor's Conquest", 2),
    ],
)
def test_with_friggas_charm_an_upgrade_costs_one_rage_less(card: str, price: int) -> None:
    s = scene("wolf raven", rage={"wolf": 6}, upgrades={"wolf": "Frigga's Charm"}, hands={"wolf": card})
    s.play(f"wolf: upgrade {card}")
    assert s.rage("wolf") == 6 - price


@pytest.mark.rule("BR-9.3")
@pytest.mark.parametrize("card", ["Dwarf Chieftain", "Soldier of Hel", "Tyr's Domain", "Frigga's Protection"])
def test_friggas_charm_makes_nothing_cheaper_than_zero(card: str) -> None:
    s = scene("wolf raven", rage={"wolf": 1}, upgrades={"wolf": "Frigga's Charm"}, hands={"wolf": card})
    s.play(f"wolf: upgrade {card}")
    assert s.rage("wolf") == 1
    assert s.told("rage_gained") == []
    assert s.told("rage_spent") == []


@pytest.mark.rule("BR-9.3")
def test_friggas_charm_is_enough_when_the_rage_is_exact_and_not_when_one_is_short() -> None:
    exact = scene("wolf raven", rage={"wolf": 3}, upgrades={"wolf": "Frigga's Charm"}, hands={"wolf": "Fire Giant"})
    exact.play("wolf: upgrade Fire Giant")
    assert exact.rage("wolf") == 0
    short = scene("wolf raven", rage={"wolf": 2}, upgrades={"wolf": "Frigga's Charm"}, hands={"wolf": "Fire Giant"})
    assert refused(short, "wolf: upgrade Fire Giant") == ("upgrade_needs_rage", "BR-9.1", {"need": 3, "have": 2})
    assert "upgrade Fire Giant" not in short.choices("wolf")


@pytest.mark.rule("BR-9.3")
def test_friggas_charm_does_not_touch_invades() -> None:
    s = scene("wolf raven", rage={"wolf": 3}, upgrades={"wolf": "Frigga's Charm, Fire Giant"}, passed="raven")
    assert refused(s, "wolf: invade Fire Giant Gimle") == ("invade_needs_rage", "BR-7.1", {"need": 4, "have": 3})
    s.play("wolf: invade warrior Gimle")
    assert s.rage("wolf") == 2
    s.play("wolf: invade ship F4")
    assert s.rage("wolf") == 0


@pytest.mark.rule("BR-9.3")
def test_friggas_charm_does_not_touch_marches_or_tyrs_challenge() -> None:
    s = scene(
        "wolf raven",
        rage={"wolf": 3},
        passed="raven",
        pillaged="Gimle",
        upgrades={"wolf": "Frigga's Charm, Tyr's Challenge"},
        figures="wolf: warrior in Gimle, 2 warrior in Horgr",
    )
    s.play("wolf: challenge Gimle")
    assert s.rage("wolf") == 1
    s.play("wolf: march Horgr Utgard")
    assert s.rage("wolf") == 0


@pytest.mark.rule("BR-9.3", "BR-9.13")
def test_the_card_that_replaces_friggas_charm_is_still_cheaper_and_the_next_is_not() -> None:
    s = scene(
        "wolf raven",
        rage={"wolf": 6},
        passed="raven",
        upgrades={"wolf": "Frigga's Charm"},
        hands={"wolf": "Loki's Eminence, Thor's Glory"},
    )
    s.play("wolf: upgrade Loki's Eminence slot 1")
    assert (s.rage("wolf"), s.upgrades("wolf"), s.discards()) == (5, ["Loki's Eminence"], ["Frigga's Charm"])
    s.play("wolf: upgrade Thor's Glory")
    assert s.rage("wolf") == 3


@pytest.mark.rule("BR-9.3")
def test_friggas_charm_is_in_force_as_soon_as_it_is_played_and_costs_nothing_itself() -> None:
    s = scene("wolf raven", rage={"wolf": 2}, passed="raven", hands={"wolf": "Frigga's Charm, Lord of Axes"})
    assert refused(s, "wolf: upgrade Lord of Axes") == ("upgrade_needs_rage", "BR-9.1", {"need": 3, "have": 2})
    s.play("wolf: upgrade Frigga's Charm")
    assert s.rage("wolf") == 2
    s.play("wolf: upgrade Lord of Axes")
    assert s.rage("wolf") == 0


@pytest.mark.rule("BR-9.3")
def test_friggas_charm_helps_its_owner_only() -> None:
    s = scene(
        "wolf raven",
        turn="raven",
        rage={"raven": 1},
        upgrades={"wolf": "Frigga's Charm"},
        hands={"raven": "Loki's Dragons"},
    )
    assert refused(s, "raven: upgrade Loki's Dragons") == ("upgrade_needs_rage", "BR-9.1", {"need": 2, "have": 1})


# Frigga's Succor


@pytest.mark.rule("BR-7.13", "BR-19.5")
def test_after_an_invade_friggas_succor_lets_one_warrior_invade_the_same_province_for_nothing() -> None:
    s = scene("wolf raven", rage={"wolf": 2}, upgrades={"wolf": "Frigga's Succor"})
    s.play("wolf: invade warrior Gimle")
    assert prompt(s, "wolf") == (
        "a_warrior_follows",
        "BR-7.13",
        "Frigga's Succor: invade Gimle with a Warrior too for 0 Rage, or decline",
    )
    assert set(s.choices("wolf")) == {"invade warrior Gimle", "decline"}
    s.play("wolf: invade warrior Gimle")
    assert s.at("wolf", "Gimle") == {"warrior": 2}
    assert s.rage("wolf") == 1
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-7.13")
def test_friggas_succor_may_be_declined() -> None:
    s = scene("wolf raven", upgrades={"wolf": "Frigga's Succor"})
    s.play("wolf: invade warrior Gimle", "wolf: decline")
    assert s.at("wolf", "Gimle") == {"warrior": 1}
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-7.13", "BR-19.4")
def test_friggas_succor_brings_a_warrior_only_and_only_into_that_province() -> None:
    s = scene("wolf raven", upgrades={"wolf": "Frigga's Succor"})
    s.play("wolf: invade warrior Gimle")
    assert refused(s, "wolf: invade leader Gimle") == ("not_a_warrior", "BR-19.4", {"figure": "Leader"})
    assert refused(s, "wolf: invade warrior Horgr") == (
        "not_there",
        "BR-19.4",
        {"asked": "Gimle", "place": "Horgr"},
    )
    with pytest.raises(drakkar.IllegalChoice):
        s.play("wolf: pass")
    assert s.asked() == {"wolf": "a_warrior_follows"}


@pytest.mark.rule("BR-7.13")
@pytest.mark.parametrize("upgrade", ["Experts in Arms", "Masters in Arms"])
def test_the_warrior_of_friggas_succor_is_free_whatever_warriors_cost(upgrade: str) -> None:
    s = scene("wolf raven", rage={"wolf": 2}, upgrades={"wolf": f"Frigga's Succor, {upgrade}"})
    s.play("wolf: invade warrior Gimle")
    assert s.rage("wolf") == 0
    s.play("wolf: invade warrior Gimle")
    assert s.at("wolf", "Gimle") == {"warrior": 2}
    assert s.rage("wolf") == 0


@pytest.mark.rule("BR-7.13")
@pytest.mark.parametrize("figure", ["warrior", "leader", "Dwarf Chieftain", "Valkyrie", "Volur Witch"])
def test_friggas_succor_follows_every_figure_that_invades_a_province(figure: str) -> None:
    upgrades = "Frigga's Succor" if figure in ("warrior", "leader") else f"Frigga's Succor, {figure}"
    s = scene("wolf raven", upgrades={"wolf": upgrades})
    s.play(f"wolf: invade {figure} Utgard")
    assert s.asked() == {"wolf": "a_warrior_follows"}


@pytest.mark.rule("BR-7.13", "BR-7.5")
def test_friggas_succor_needs_room_under_horns_once_the_invader_stands() -> None:
    room = scene("wolf raven", upgrades={"wolf": "Frigga's Succor"}, figures="wolf: 2 warrior in Horgr")
    room.play("wolf: invade warrior Gimle")
    assert room.asked() == {"wolf": "a_warrior_follows"}
    full = scene("wolf raven", upgrades={"wolf": "Frigga's Succor"}, figures="wolf: 3 warrior in Horgr")
    full.play("wolf: invade warrior Gimle")
    assert full.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-7.13", "BR-7.6")
def test_friggas_succor_needs_an_empty_village_once_the_invader_stands() -> None:
    room = scene("wolf raven", upgrades={"wolf": "Frigga's Succor"}, figures="raven: warrior in Utgard")
    room.play("wolf: invade leader Utgard")
    assert room.asked() == {"wolf": "a_warrior_follows"}
    full = scene("wolf raven", upgrades={"wolf": "Frigga's Succor"}, figures="raven: 2 warrior in Utgard")
    full.play("wolf: invade leader Utgard")
    assert full.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-7.13", "BR-19.19")
def test_without_a_warrior_in_the_reserve_friggas_succor_asks_nothing() -> None:
    s = scene("wolf raven", upgrades={"wolf": "Frigga's Succor"}, figures="wolf: 8 warrior in Valhalla")
    s.play("wolf: invade leader Gimle")
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-7.14")
@pytest.mark.parametrize("figure", ["ship", "Sea Serpent"])
def test_friggas_succor_brings_nobody_after_an_invade_of_a_fjord(figure: str) -> None:
    s = scene("wolf raven", upgrades={"wolf": "Frigga's Succor, Sea Serpent"})
    s.play(f"wolf: invade {figure} F4")
    assert s.asked() == {"raven": "turn"}
    assert s.at("wolf", "reserve")["warrior"] == 8


@pytest.mark.rule("BR-7.14")
def test_friggas_succor_brings_nobody_into_yggdrasil() -> None:
    s = scene("wolf raven", upgrades={"wolf": "Frigga's Succor, Dark Elf"})
    s.play("wolf: invade Dark Elf Yggdrasil")
    assert s.asked() == {"raven": "turn"}
    assert s.at("wolf", "Yggdrasil") == {"Dark Elf": 1}


@pytest.mark.rule("BR-7.13", "BR-9.8")
@pytest.mark.parametrize(
    ("card", "figure"),
    [("Lord of Axes", "leader"), ("Experts in Arms", "warrior"), ("Dwarf Chieftain", "Dwarf Chieftain")],
)
def test_friggas_succor_follows_the_free_invade_of_an_upgrade_too(card: str, figure: str) -> None:
    s = scene("wolf raven", rage={"wolf": 3}, upgrades={"wolf": "Frigga's Succor"}, hands={"wolf": card})
    s.play(f"wolf: upgrade {card}")
    left = s.rage("wolf")
    s.play(f"wolf: invade {figure} Gimle")
    assert s.asked() == {"wolf": "a_warrior_follows"}
    s.play("wolf: invade warrior Gimle")
    assert s.rage("wolf") == left
    assert sum(s.at("wolf", "Gimle").values()) == 2
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-7.13", "BR-7.10")
def test_friggas_succor_follows_an_invade_from_valhalla() -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Frigga's Succor, Frigga's Domain"},
        figures="wolf: leader in Valhalla, warrior in Valhalla",
    )
    s.play("wolf: invade leader Gimle from Valhalla")
    assert s.asked() == {"wolf": "a_warrior_follows"}
    s.play("wolf: invade warrior Gimle")
    assert s.at("wolf", "Gimle") == {"leader": 1, "warrior": 1}
    assert s.at("wolf", "Valhalla") == {"warrior": 1}
    assert s.at("wolf", "reserve")["warrior"] == 6


@pytest.mark.rule("BR-7.13", "BR-19.4")
def test_friggas_succor_follows_the_warrior_of_lokis_blessing() -> None:
    s = scene(
        "wolf raven serpent",
        rage={"raven": 0},
        upgrades={"raven": "Frigga's Succor, Loki's Blessing"},
        figures="wolf: leader in Gimle; raven: warrior in Gimle",
    )
    s.play("wolf: pillage Gimle")
    no_late_cards(s)
    assert s.asked() == {"raven": "warrior_after_defeat"}
    s.play("raven: invade warrior Gimle")
    assert s.asked() == {"raven": "a_warrior_follows"}
    s.play("raven: invade warrior Gimle")
    assert s.at("raven", "Gimle") == {"warrior": 2}
    assert s.rage("raven") == 0
    assert s.asked() == {"serpent": "turn"}


@pytest.mark.rule("BR-7.16", "BR-7.13")
@pytest.mark.parametrize(("turn", "asked"), [("wolf", {"raven": "turn"}), ("raven", {"raven": "pillage_at_once"})])
def test_after_lokis_blessing_and_friggas_succor_thors_domain_waits_for_its_owners_turn(
    turn: str, asked: dict[str, str]
) -> None:
    s = scene(
        "wolf raven serpent",
        turn=turn,
        upgrades={"raven": "Frigga's Succor, Loki's Blessing, Thor's Domain"},
        figures="wolf: leader in Gimle; raven: leader in Gimle",
    )
    s.play(f"{turn}: pillage Gimle")
    no_late_cards(s)
    assert not s.is_pillaged("Gimle")
    s.play("raven: invade warrior Gimle", "raven: invade warrior Gimle")
    assert s.at("raven", "Gimle") == {"warrior": 2}
    assert s.asked() == asked


@pytest.mark.rule("BR-7.13", "BR-7.11")
def test_friggas_succor_follows_neither_a_march_nor_a_call_to_battle() -> None:
    s = scene(
        "wolf raven",
        passed="raven",
        upgrades={"wolf": "Frigga's Succor"},
        figures="wolf: warrior in Gimle, warrior in Andlang",
    )
    s.play("wolf: march Andlang Myrkulor")
    assert s.asked() == {"wolf": "turn"}
    s.play("wolf: pillage Gimle", "wolf: join warrior from Myrkulor")
    assert s.asked() == {"wolf": "turn"}
    assert s.told("invaded") == []


@pytest.mark.rule("BR-7.13")
def test_friggas_succor_acts_although_the_invade_took_the_last_rage() -> None:
    s = scene("wolf raven", rage={"wolf": 1}, upgrades={"wolf": "Frigga's Succor"})
    s.play("wolf: invade warrior Gimle")
    assert s.rage("wolf") == 0
    s.play("wolf: invade warrior Gimle")
    assert s.at("wolf", "Gimle") == {"warrior": 2}


@pytest.mark.rule("BR-7.13")
def test_a_replaced_friggas_succor_brings_nobody_and_neither_does_an_enemys() -> None:
    s = scene(
        "wolf raven",
        turn="raven",
        upgrades={"raven": "Frigga's Succor"},
        hands={"raven": "Loki's Domain"},
    )
    s.play("raven: upgrade Loki's Domain slot 1", "wolf: invade warrior Gimle")
    assert s.asked() == {"raven": "turn"}
    s.play("raven: invade warrior Gimle")
    assert s.asked() == {"wolf": "turn"}


@pytest.mark.rule("BR-7.12", "BR-7.13")
def test_the_trolls_text_acts_first_and_so_makes_room_for_the_warrior_of_friggas_succor() -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Frigga's Succor, Troll"},
        figures="raven: 2 warrior in Utgard",
    )
    s.play("wolf: invade Troll Utgard")
    assert s.at("raven", "Utgard") == {}
    s.play("wolf: invade warrior Utgard")
    assert s.at("wolf", "Utgard") == {"warrior": 1, "Troll": 1}


@pytest.mark.rule("BR-7.12", "BR-7.19", "BR-7.15")
@pytest.mark.parametrize("answer", ["invade warrior Gimle", "decline"])
def test_thors_domain_is_offered_once_after_the_invade_and_the_warrior_that_followed(answer: str) -> None:
    s = scene("wolf raven", rage={"wolf": 3}, upgrades={"wolf": "Frigga's Succor, Thor's Domain"})
    s.play("wolf: invade warrior Gimle")
    assert s.asked() == {"wolf": "a_warrior_follows"}
    s.play(f"wolf: {answer}")
    assert s.asked() == {"wolf": "pillage_at_once"}
    s.play("wolf: no")
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-7.19")
def test_the_pillage_of_thors_domain_finds_the_warrior_of_friggas_succor_in_place() -> None:
    s = scene(
        "wolf raven",
        rage={"wolf": 3},
        upgrades={"wolf": "Frigga's Succor, Thor's Domain"},
        figures="raven: warrior in Gimle",
    )
    s.play("wolf: invade warrior Gimle", "wolf: invade warrior Gimle", "wolf: yes")
    no_late_cards(s)
    assert total(s, "wolf") == 2
    assert s.is_pillaged("Gimle")
    assert s.rage("wolf") == 0


@pytest.mark.rule("BR-7.13")
@pytest.mark.parametrize("onlooker", ["raven", "serpent", None])
def test_everybody_sees_both_invades(onlooker: str | None) -> None:
    s = scene("wolf raven serpent", upgrades={"wolf": "Frigga's Succor"})
    s.play("wolf: invade leader Gimle", "wolf: invade warrior Gimle")
    assert [event.data for event in s.told("invaded", onlooker)] == [
        {"clan": "Wolf", "place": "Gimle", "figure": "Leader"},
        {"clan": "Wolf", "place": "Gimle", "figure": "Warrior"},
    ]


# Frigga's Grace


def graceful(
    reward: str = "rage",
    steps: dict[str, int] | None = None,
    upgrades: str = "",
    figures: str = "wolf: leader in Gimle; raven: warrior in Gimle",
    wolf: str = "Frigga's Grace",
    raven: str = "Manheim!",
    age: int | None = None,
) -> Scene:
    """Wolf has pillaged Gimle with Frigga's Grace against Raven, and nobody added a late card."""
    s = scene(
        "wolf raven serpent",
        age=age,
        figures=figures,
        tokens={"Gimle": reward},
        steps={"wolf": steps or {}},
        upgrades={"wolf": upgrades},
        hands={"wolf": wolf, "raven": raven},
    )
    s.play("wolf: pillage Gimle", f"wolf: card {wolf}", f"raven: card {raven}")
    no_late_cards(s)
    return s


@pytest.mark.rule("BR-13.17")
@pytest.mark.parametrize(
    ("token", "barred", "offered"),
    [
        ("rage", "rage", ["raise axes", "raise horns"]),
        ("axes", "axes", ["raise rage", "raise horns"]),
        ("horns", "horns", ["raise rage", "raise axes"]),
    ],
)
def test_friggas_grace_raises_a_stat_other_than_the_tokens(token: str, barred: str, offered: list[str]) -> None:
    """Wrong reading: Frigga's Grace may raise the stat of the token a second time."""
    s = graceful(token)
    assert prompt(s, "wolf") == ("raise", "BR-3.21", "raise one stat by one step")
    assert s.choices("wolf") == offered
    assert refused(s, f"wolf: raise {barred}") == ("stat_barred", "BR-13.17", {"stat": barred.capitalize()})
    chosen = offered[0].removeprefix("raise ")
    s.play(f"wolf: raise {chosen}")
    steps = {stat: s.step("wolf", stat) for stat in ("rage", "axes", "horns")}
    assert steps == {"rage": 1, "axes": 1, "horns": 1} | {barred: 2, chosen: 2}
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-13.17")
def test_after_five_glory_friggas_grace_raises_any_stat() -> None:
    s = graceful("glory")
    assert s.choices("wolf") == ["raise rage", "raise axes", "raise horns"]
    s.play("wolf: raise horns")
    assert s.stat("wolf", "horns") == 5


@pytest.mark.rule("BR-13.17")
def test_after_the_yggdrasil_token_friggas_grace_raises_any_stat_once_more() -> None:
    s = scene(
        "wolf raven",
        figures="wolf: leader in Yggdrasil; raven: warrior in Yggdrasil",
        hands={"wolf": "Frigga's Grace"},
    )
    s.play("wolf: pillage Yggdrasil", "wolf: card Frigga's Grace")
    no_late_cards(s)
    assert s.choices("wolf") == ["raise rage", "raise axes", "raise horns"]
    s.play("wolf: raise rage")
    assert [s.step("wolf", stat) for stat in ("rage", "axes", "horns")] == [3, 2, 2]


@pytest.mark.rule("BR-13.17")
def test_the_tokens_stat_is_barred_even_if_it_stood_on_step_six_and_did_not_rise() -> None:
    """Wrong reading: only a stat that has just risen is barred; here the reason is the token all the same."""
    s = graceful("axes", steps={"axes": 6})
    assert [event.data["stat"] for event in s.told("raise_lost")] == ["Axes"]
    assert refused(s, "wolf: raise axes") == ("stat_barred", "BR-13.17", {"stat": "Axes"})
    assert s.choices("wolf") == ["raise rage", "raise horns"]


@pytest.mark.rule("BR-13.17", "BR-3.21")
def test_friggas_grace_offers_no_stat_that_is_on_step_six() -> None:
    s = graceful("glory", steps={"axes": 6})
    assert s.choices("wolf") == ["raise rage", "raise horns"]
    assert refused(s, "wolf: raise axes") == ("on_last_step", "BR-3.21", {"stat": "Axes"})


@pytest.mark.rule("BR-13.17", "BR-19.19")
def test_if_only_the_tokens_stat_could_rise_friggas_grace_is_lost_unasked() -> None:
    s = graceful("rage", steps={"rage": 3, "axes": 6, "horns": 6})
    assert s.asked() == {"raven": "turn"}
    assert [s.step("wolf", stat) for stat in ("rage", "axes", "horns")] == [4, 6, 6]


@pytest.mark.rule("BR-13.17", "BR-13.19")
def test_axes_raised_by_friggas_grace_count_for_the_battle() -> None:
    s = graceful("rage")
    assert s.glory("wolf") == 0
    s.play("wolf: raise axes")
    assert glory_events(s, "wolf") == [(4, "battles")]


@pytest.mark.rule("BR-13.17", "BR-13.16")
def test_friggas_grace_acts_after_the_reward_and_before_the_glory_of_the_battle() -> None:
    s = graceful("glory")
    s.play("wolf: raise horns")
    told = [event for event in s.events() if event.kind in ("pillaged", "text_acts", "stat_raised", "glory")]
    assert [(event.kind, event.data.get("source")) for event in told] == [
        ("pillaged", None),
        ("glory", "pillage"),
        ("text_acts", None),
        ("stat_raised", None),
        ("glory", "battles"),
    ]
    assert told[2].data == {"clan": "Wolf", "card": "Frigga's Grace"}


@pytest.mark.rule("BR-13.17")
@pytest.mark.parametrize("outcome", ["lost", "tied"])
def test_a_pillager_who_does_not_succeed_gets_nothing_from_friggas_grace(outcome: str) -> None:
    figures = {
        "lost": "wolf: warrior in Gimle; raven: leader in Gimle, warrior in Gimle",
        "tied": "wolf: warrior in Gimle; raven: leader in Gimle",
    }
    s = graceful(figures=figures[outcome])
    assert s.asked() == {"raven": "turn"}
    assert s.told("stat_raised") == []
    assert s.hand("wolf") == ["Frigga's Grace"]


@pytest.mark.rule("BR-13.17", "BR-19.8")
def test_a_defender_who_wins_with_friggas_grace_raises_nothing() -> None:
    s = graceful(figures="wolf: warrior in Gimle; raven: leader in Gimle", wolf="Tyr's Bash", raven="Frigga's Grace")
    assert total(s, "raven") == 5
    assert s.told("stat_raised") == []
    assert s.asked() == {"raven": "turn"}
    assert s.discards() == ["Frigga's Grace"]


@pytest.mark.rule("BR-13.17", "BR-12.8")
def test_thors_primacy_cancels_friggas_grace_but_not_its_bonus() -> None:
    s = graceful("rage", figures="wolf: leader in Gimle; raven: warrior in Gimle", raven="Thor's Primacy", age=3)
    assert (total(s, "wolf"), total(s, "raven")) == (5, 4)
    assert [event.data for event in s.told("text_cancelled")] == [{"clan": "Wolf", "card": "Frigga's Grace"}]
    assert s.asked() == {"raven": "turn"}
    assert [s.step("wolf", stat) for stat in ("rage", "axes", "horns")] == [2, 1, 1]


@pytest.mark.rule("BR-13.17", "BR-19.15")
def test_friggas_grace_discarded_by_heimdalls_watch_acts_no_more() -> None:
    s = scene(
        "wolf raven",
        age=2,
        figures="wolf: leader in Gimle; raven: warrior in Gimle",
        hands={"wolf": "Frigga's Grace", "raven": "Heimdall's Watch"},
    )
    s.play("wolf: pillage Gimle", "wolf: card Frigga's Grace", "raven: card Heimdall's Watch")
    no_late_cards(s)
    assert s.glory("raven") == 2
    assert s.is_pillaged("Gimle")
    assert [s.step("wolf", stat) for stat in ("rage", "axes", "horns")] == [2, 1, 1]


@pytest.mark.rule("BR-13.17", "BR-13.15")
def test_with_the_frost_giant_the_reward_comes_twice_and_friggas_grace_once() -> None:
    s = graceful("horns", upgrades="Frost Giant", figures="wolf: Frost Giant in Gimle; raven: warrior in Gimle")
    assert s.choices("wolf") == ["raise rage", "raise axes"]
    s.play("wolf: raise rage")
    assert [s.step("wolf", stat) for stat in ("rage", "axes", "horns")] == [2, 1, 3]
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-13.17", "BR-11.13")
def test_friggas_grace_also_acts_in_a_challenge_and_bars_the_stat_of_that_token() -> None:
    s = scene(
        "wolf raven",
        pillaged="Gimle",
        tokens={"Gimle": "axes"},
        upgrades={"wolf": "Tyr's Challenge"},
        figures="wolf: leader in Gimle; raven: warrior in Gimle",
        hands={"wolf": "Frigga's Grace"},
    )
    s.play("wolf: challenge Gimle", "wolf: card Frigga's Grace")
    no_late_cards(s)
    assert s.choices("wolf") == ["raise rage", "raise horns"]


@pytest.mark.rule("BR-13.16")
@pytest.mark.parametrize("lord", ["Lord of Hammers", "Lord of Axes", "Lord of Spears"])
def test_the_owner_of_friggas_grace_and_a_leader_upgrade_says_which_acts_first(lord: str) -> None:
    s = graceful("rage", upgrades=lord)
    assert prompt(s, "wolf") == ("order", "BR-13.16", "choose which card takes effect first")
    assert set(s.choices("wolf")) == {"first Frigga's Grace", f"first {lord}"}
    assert s.rule_against("wolf: first Tyr's Bash") == "BR-13.16"
    assert s.rule_against("wolf: raise axes") == "BR-13.16"


@pytest.mark.rule("BR-13.16")
@pytest.mark.parametrize("first", ["Frigga's Grace", "Lord of Axes"])
def test_only_the_raise_of_friggas_grace_is_barred_whichever_comes_first(first: str) -> None:
    s = graceful("rage", upgrades="Lord of Axes")
    s.play(f"wolf: first {first}")
    barred, free = ["raise axes", "raise horns"], ["raise rage", "raise axes", "raise horns"]
    grace_first = first == "Frigga's Grace"
    assert s.choices("wolf") == (barred if grace_first else free)
    s.play("wolf: raise horns")
    assert s.choices("wolf") == (free if grace_first else barred)
    s.play("wolf: raise horns")
    assert [s.step("wolf", stat) for stat in ("rage", "axes", "horns")] == [2, 1, 3]
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-13.16", "BR-3.6")
def test_the_order_of_friggas_grace_and_lord_of_spears_decides_what_is_still_open() -> None:
    grace = graceful("rage", steps={"axes": 5, "horns": 4}, upgrades="Lord of Spears")
    grace.play("wolf: first Frigga's Grace", "wolf: raise axes")
    assert [grace.step("wolf", stat) for stat in ("rage", "axes", "horns")] == [3, 6, 5]
    lord = graceful("rage", steps={"axes": 5, "horns": 4}, upgrades="Lord of Spears")
    lord.play("wolf: first Lord of Spears")
    assert [lord.step("wolf", stat) for stat in ("rage", "axes", "horns")] == [3, 6, 6]
    assert lord.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-13.16", "BR-13.18")
@pytest.mark.parametrize("first", ["Frigga's Grace", "Lord of Hammers"])
def test_lord_of_hammers_moves_before_or_after_friggas_grace(first: str) -> None:
    s = graceful("rage", upgrades="Lord of Hammers")
    s.play(f"wolf: first {first}")
    answers = {"Frigga's Grace": "wolf: raise horns", "Lord of Hammers": "wolf: move leader Andlang"}
    s.play(answers.pop(first))
    s.play(*answers.values())
    assert s.at("wolf", "Andlang") == {"leader": 1}
    assert s.step("wolf", "horns") == 2
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-13.16", "BR-12.8")
def test_with_friggas_grace_cancelled_no_order_is_asked() -> None:
    s = graceful("rage", upgrades="Lord of Axes", raven="Thor's Primacy", age=3)
    assert s.asked() == {"wolf": "raise"}
    assert s.choices("wolf") == ["raise rage", "raise axes", "raise horns"]


@pytest.mark.rule("BR-13.16", "BR-19.10")
def test_with_the_leader_elsewhere_friggas_grace_acts_alone() -> None:
    s = graceful(
        "rage",
        upgrades="Lord of Spears",
        figures="wolf: 2 warrior in Gimle, leader in Horgr; raven: warrior in Gimle",
    )
    while s.asked() == {"wolf": "order"}:
        s.play("wolf: first Lord of Spears")
    s.play("wolf: raise horns")
    assert [s.step("wolf", stat) for stat in ("rage", "axes", "horns")] == [2, 1, 2]
    assert s.asked() == {"raven": "turn"}


# Frigga's Protection


def trolled(rage: int = 6, figures: str = "raven: 2 warrior in Gimle", upgrades: str = "Frigga's Protection") -> Scene:
    """Wolf's Troll has invaded Gimle, where Raven has Warriors and Frigga's Protection."""
    s = scene(
        "wolf raven serpent",
        rage={"raven": rage},
        upgrades={"wolf": "Troll", "raven": upgrades},
        figures=figures,
    )
    s.play("wolf: invade Troll Gimle")
    return s


@pytest.mark.rule("BR-19.17")
def test_friggas_protection_saves_figures_from_the_troll_for_one_rage_each() -> None:
    s = trolled()
    assert prompt(s, "raven") == (
        "save_figures",
        "BR-19.17",
        "Frigga's Protection: save figures from destruction for 1 Rage each, then done",
    )
    assert set(s.choices("raven")) == {"save warrior Gimle", "done"}
    s.play("raven: save warrior Gimle")
    assert s.rage("raven") == 5
    s.play("raven: save warrior Gimle")
    assert s.rage("raven") == 4
    assert s.at("raven", "Gimle") == {"warrior": 2}
    assert s.at("raven", "Valhalla") == {}
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-19.17")
def test_friggas_protection_may_save_some_and_let_others_go() -> None:
    s = trolled(figures="raven: 3 warrior in Gimle")
    s.play("raven: save warrior Gimle", "raven: done")
    assert s.at("raven", "Gimle") == {"warrior": 1}
    assert s.at("raven", "Valhalla") == {"warrior": 2}
    assert s.rage("raven") == 5


@pytest.mark.rule("BR-19.17", "BR-19.21")
def test_friggas_protection_may_be_left_unused() -> None:
    s = trolled()
    s.play("raven: done")
    assert s.at("raven", "Valhalla") == {"warrior": 2}
    assert s.rage("raven") == 6


@pytest.mark.rule("BR-19.17")
def test_friggas_protection_lasts_as_long_as_the_rage() -> None:
    s = trolled(rage=1, figures="raven: 2 warrior in Gimle")
    s.play("raven: save warrior Gimle")
    assert s.rage("raven") == 0
    assert s.at("raven", "Gimle") == {"warrior": 1}
    assert s.at("raven", "Valhalla") == {"warrior": 1}


@pytest.mark.rule("BR-19.17")
def test_without_rage_friggas_protection_asks_nothing() -> None:
    s = trolled(rage=0)
    assert s.at("raven", "Valhalla") == {"warrior": 2}
    assert s.asked() == {"serpent": "turn"}


@pytest.mark.rule("BR-19.17")
def test_friggas_protection_saves_only_what_is_in_danger() -> None:
    s = trolled(figures="raven: warrior in Gimle, leader in Gimle, warrior in Horgr")
    assert set(s.choices("raven")) == {"save warrior Gimle", "done"}
    assert refused(s, "raven: save leader Gimle") == (
        "not_in_danger",
        "BR-19.17",
        {"figure": "Leader", "place": "Gimle"},
    )
    assert refused(s, "raven: save warrior Horgr") == (
        "not_in_danger",
        "BR-19.17",
        {"figure": "Warrior", "place": "Horgr"},
    )
    with pytest.raises(drakkar.IllegalChoice):
        s.play("raven: decline")


@pytest.mark.rule("BR-19.17")
def test_friggas_protection_saves_its_owners_figures_only() -> None:
    s = trolled(figures="raven: warrior in Gimle; serpent: warrior in Gimle")
    s.play("raven: save warrior Gimle")
    assert s.at("serpent", "Valhalla") == {"warrior": 1}
    assert s.at("raven", "Gimle") == {"warrior": 1}


@pytest.mark.rule("BR-19.17")
def test_friggas_protection_replaced_in_time_saves_nobody() -> None:
    s = scene(
        "wolf raven",
        turn="raven",
        upgrades={"wolf": "Troll", "raven": "Frigga's Protection"},
        hands={"raven": "Loki's Domain"},
        figures="raven: warrior in Gimle",
    )
    s.play("raven: upgrade Loki's Domain slot 1", "wolf: invade Troll Gimle")
    assert s.at("raven", "Valhalla") == {"warrior": 1}
    assert s.told("figure_saved") == []


@pytest.mark.rule("BR-19.17")
@pytest.mark.parametrize("onlooker", ["wolf", "serpent", None])
def test_everybody_sees_what_friggas_protection_saves(onlooker: str | None) -> None:
    s = trolled(figures="raven: 2 warrior in Gimle")
    s.play("raven: save warrior Gimle", "raven: done")
    saved = [event.data for event in s.told("figure_saved", onlooker)]
    fallen = [event.data for event in s.told("figure_destroyed", onlooker)]
    assert saved == fallen == [{"clan": "Raven", "figure": "Warrior", "place": "Gimle"}]
    assert {"clan": "Raven", "amount": 1, "rage": 5} in [event.data for event in s.told("rage_spent", onlooker)]


@pytest.mark.rule("BR-19.17", "BR-7.12")
def test_figures_saved_from_the_troll_keep_their_villages_from_friggas_succor() -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Troll, Frigga's Succor", "raven": "Frigga's Protection"},
        figures="raven: 2 warrior in Utgard",
    )
    s.play("wolf: invade Troll Utgard", "raven: save warrior Utgard", "raven: save warrior Utgard")
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-19.17", "BR-7.18")
def test_friggas_protection_saves_from_the_fire_giant_in_province_and_fjord() -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Fire Giant", "raven": "Frigga's Protection, Loki's Dragons"},
        figures="raven: leader in Gimle, ship in F4, warrior in Gimle",
    )
    s.play("wolf: invade Fire Giant Gimle")
    assert set(s.choices("raven")) == {"save warrior Gimle", "save leader Gimle", "save ship F4", "done"}
    s.play("raven: save ship F4", "raven: save leader Gimle", "raven: done")
    assert s.at("raven", "F4") == {"ship": 1}
    assert s.at("raven", "Gimle") == {"leader": 1}
    assert s.at("raven", "Valhalla") == {"warrior": 1}
    assert s.glory("raven") == 0


def defended(
    wolf: str = "",
    raven: str = "",
    upgrades: dict[str, str] | None = None,
    figures: str = "wolf: leader in Gimle; raven: 2 warrior in Gimle",
    rage: dict[str, int] | None = None,
    age: int = 2,
    rulings: dict[str, bool] | None = None,
) -> Scene:
    """Wolf pillages Gimle, where Raven has Frigga's Protection; the cards are on the table."""
    s = scene(
        "wolf raven serpent",
        age=age,
        figures=figures,
        rage=rage,
        hands={"wolf": wolf, "raven": raven},
        upgrades={"raven": "Frigga's Protection"} | (upgrades or {}),
        rulings=rulings,
    )
    s.play("wolf: pillage Gimle")
    for clan, card in (("wolf", wolf), ("raven", raven)):
        if card:
            s.play(f"{clan}: card {card}")
    return s


@pytest.mark.rule("BR-19.17", "BR-19.16")
def test_figures_saved_after_a_lost_battle_stay_in_the_pillaged_province() -> None:
    s = defended(figures="wolf: leader in Gimle, warrior in Gimle; raven: warrior in Gimle, ship in F4")
    no_late_cards(s)
    assert set(s.choices("raven")) == {"save warrior Gimle", "save ship F4", "done"}
    s.play("raven: save warrior Gimle", "raven: save ship F4")
    assert (s.at("raven", "Gimle"), s.at("raven", "F4")) == ({"warrior": 1}, {"ship": 1})
    assert s.is_pillaged("Gimle")
    assert s.glory("wolf") == 3
    assert s.told("figure_destroyed") == []


@pytest.mark.rule("BR-19.16", "BR-13.9", "BR-19.2")
def test_a_saved_figure_has_not_been_destroyed_in_the_battle() -> None:
    s = defended(
        wolf="Odin's Judgement",
        age=3,
        upgrades={"wolf": "Valkyrie, Thor's Glory"},
        figures="wolf: leader in Gimle, Valkyrie in Gimle; raven: 2 warrior in Gimle",
    )
    no_late_cards(s)
    s.play("raven: save warrior Gimle", "raven: done")
    assert glory_events(s, "wolf") == [(2, "cards"), (2, "cards"), (3, "battles")]


@pytest.mark.rule("BR-19.17", "BR-12.12")
def test_a_warrior_saved_from_odins_smite_still_fights() -> None:
    s = defended(wolf="Odin's Smite", raven="Tyr's Crush", figures="wolf: leader in Gimle; raven: warrior in Gimle")
    s.play("raven: save warrior Gimle")
    no_late_cards(s)
    assert (total(s, "wolf"), total(s, "raven")) == (4, 5)
    assert s.at("raven", "Gimle") == {"warrior": 1}


@pytest.mark.rule("BR-19.17")
def test_the_same_figure_must_be_saved_again_when_the_battle_is_lost() -> None:
    s = defended(wolf="Odin's Smite", figures="wolf: leader in Gimle; raven: warrior in Gimle", rage={"raven": 2})
    s.play("raven: save warrior Gimle")
    no_late_cards(s)
    assert s.choices("raven") == ["save warrior Gimle", "done"]
    s.play("raven: save warrior Gimle")
    assert s.rage("raven") == 0
    assert s.at("raven", "Gimle") == {"warrior": 1}


@pytest.mark.rule("BR-19.17", "BR-12.13", "BR-19.26")
def test_with_odins_tide_the_kept_figure_is_in_no_danger_and_all_the_others_can_be_saved() -> None:
    s = defended(
        wolf="Odin's Tide",
        figures="wolf: leader in Gimle, warrior in Gimle; raven: 2 warrior in Gimle, ship in F4",
    )
    s.play("wolf: leader", "raven: ship")
    assert set(s.choices("raven")) == {"save warrior Gimle", "done"}
    assert s.at("wolf", "Gimle") == {"warrior": 1, "leader": 1}
    s.play("raven: save warrior Gimle", "raven: done")
    assert s.at("wolf", "Gimle") == {"leader": 1}
    assert s.at("raven", "Gimle") == {"warrior": 1}
    no_late_cards(s)
    assert (total(s, "wolf"), total(s, "raven")) == (4, 3)


@pytest.mark.rule("BR-19.17", "BR-13.3")
def test_rage_taken_by_lokis_trickery_can_save_a_figure() -> None:
    s = defended(raven="Loki's Trickery", rage={"raven": 0})
    no_late_cards(s)
    assert s.rage("raven") == 1
    s.play("raven: save warrior Gimle")
    assert s.at("raven", "Gimle") == {"warrior": 1}
    assert s.at("raven", "Valhalla") == {"warrior": 1}
    assert s.rage("raven") == 0


@pytest.mark.rule("BR-19.17", "BR-12.8")
def test_thors_primacy_does_not_cancel_friggas_protection() -> None:
    s = defended(wolf="Thor's Primacy", age=3)
    no_late_cards(s)
    s.play("raven: save warrior Gimle", "raven: save warrior Gimle")
    assert s.at("raven", "Gimle") == {"warrior": 2}


@pytest.mark.rule("BR-19.17", "BR-13.20")
def test_a_clan_that_saved_its_figures_has_lost_the_battle_all_the_same() -> None:
    s = defended(upgrades={"raven": "Frigga's Protection, Loki's Blessing"})
    no_late_cards(s)
    s.play("raven: save warrior Gimle", "raven: save warrior Gimle", "raven: invade warrior Gimle")
    assert s.at("raven", "Gimle") == {"warrior": 3}


@pytest.mark.rule("BR-19.26")
def test_when_all_lose_the_pillager_decides_first_and_nobody_falls_before_all_have_decided() -> None:
    s = scene(
        "wolf raven serpent",
        upgrades={"wolf": "Volur Witch", "raven": "Frigga's Protection"},
        figures="wolf: Volur Witch in Gimle; raven: 3 warrior in Gimle; serpent: warrior in Gimle",
        turn="raven",
    )
    s.play("raven: pillage Gimle")
    no_late_cards(s)
    assert s.asked() == {"raven": "save_figures"}
    s.play("raven: save warrior Gimle", "raven: done")
    assert s.asked() == {"wolf": "escape"}
    assert s.told("figure_destroyed") == []
    assert s.at("serpent", "Gimle") == {"warrior": 1}
    s.play("wolf: no")
    assert s.at("raven", "Gimle") == {"warrior": 1}
    assert s.at("raven", "Valhalla") == {"warrior": 2}
    assert s.at("wolf", "Valhalla") == {"Volur Witch": 1}
    assert s.at("serpent", "Valhalla") == {"warrior": 1}


@pytest.mark.rule("BR-19.26", "BR-19.23")
def test_outside_a_battle_the_clan_whose_turn_it_is_comes_first_then_clockwise() -> None:
    s = scene(
        "wolf raven serpent",
        turn="raven",
        first_player="wolf",
        upgrades={
            "wolf": "Loki's Dragons, Frigga's Protection",
            "raven": "Fire Giant",
            "serpent": "Fire Dragons",
        },
        figures="wolf: ship in F4, warrior in Gimle; serpent: ship in F4",
    )
    s.play("raven: invade Fire Giant Gimle")
    assert s.asked() == {"wolf": "save_figures"}
    assert s.told("figure_destroyed") == []
    s.play("wolf: save warrior Gimle", "wolf: done")
    assert s.at("wolf", "Gimle") == {"warrior": 1}
    assert s.at("wolf", "Valhalla") == s.at("serpent", "Valhalla") == {"ship": 1}
    assert [(e.data["clan"], e.data["amount"]) for e in s.told("glory")] == [("Serpent", 8), ("Wolf", 4)]


@pytest.mark.rule("BR-16.6")
def test_friggas_protection_cannot_be_used_in_ragnarok() -> None:
    s = scene(
        "wolf raven",
        phase="ragnarok",
        ragnarok=("Horgr", "Gimle", "Andlang"),
        upgrades={"wolf": "Frigga's Protection"},
        figures="wolf: warrior in Gimle, ship in F4",
    )
    assert s.told("figure_saved") == []
    assert s.glory("wolf") == 6
    assert len(s.told("figure_destroyed")) == 2


@pytest.mark.rule("BR-16.6", "BR-21.13")
def test_by_option_friggas_protection_brings_figures_back_to_the_reserve_in_ragnarok() -> None:
    s = scene(
        "wolf raven",
        phase="ragnarok",
        ragnarok=("Horgr", "Gimle", "Andlang"),
        rage={"wolf": 3},
        upgrades={"wolf": "Frigga's Protection, Loki's Dragons, Loki's Domain"},
        figures="wolf: 2 warrior in Gimle, ship in F4, leader in Myrkulor",
        rulings={"protection_in_ragnarok": True},
    )
    assert set(s.choices("wolf")) == {"save warrior Gimle", "save ship F4", "done"}
    s.play("wolf: save warrior Gimle")
    assert s.at("wolf", "reserve") == {"warrior": 7}
    s.play("wolf: save ship F4", "wolf: done")
    assert s.rage("wolf") == 1
    assert s.at("wolf", "reserve") == {"warrior": 8, "ship": 1}
    assert s.at("wolf", "F4") == {}
    assert glory_events(s, "wolf") == [(3, "ragnarok"), (1, "cards")]
    assert s.at("wolf", "Myrkulor") == {"leader": 1}


@pytest.mark.rule("BR-21.13", "BR-16.6")
def test_by_option_a_clan_without_rage_loses_everything_in_ragnarok() -> None:
    s = scene(
        "wolf raven",
        phase="ragnarok",
        ragnarok=("Horgr", "Gimle", "Andlang"),
        rage={"wolf": 0},
        upgrades={"wolf": "Frigga's Protection"},
        figures="wolf: warrior in Gimle",
        rulings={"protection_in_ragnarok": True},
    )
    assert s.glory("wolf") == 3


@pytest.mark.rule("BR-21.13", "BR-19.23")
def test_by_option_the_first_player_saves_first_in_ragnarok() -> None:
    s = scene(
        "wolf raven serpent",
        phase="ragnarok",
        first_player="serpent",
        ragnarok=("Horgr", "Andlang", "Gimle"),
        upgrades={"raven": "Volur Witch", "serpent": "Frigga's Protection"},
        figures="raven: Volur Witch in Gimle; serpent: warrior in Gimle",
        rulings={"protection_in_ragnarok": True},
    )
    assert s.asked() == {"serpent": "save_figures"}
    s.play("serpent: done")
    assert s.asked() == {"raven": "escape"}


# Frigga's Protection and the Volur Witch


def witch_in_danger(rage: int = 6) -> Scene:
    """Raven's Volur Witch has lost in Gimle, and Raven has Frigga's Protection too."""
    s = defended(
        rage={"raven": rage},
        age=3,
        upgrades={"raven": "Frigga's Protection, Volur Witch"},
        figures="wolf: leader in Gimle, warrior in Gimle; raven: Volur Witch in Gimle",
    )
    no_late_cards(s)
    return s


@pytest.mark.rule("BR-19.16", "BR-19.18")
def test_the_owner_picks_between_the_witchs_escape_and_friggas_protection() -> None:
    escaped = witch_in_danger()
    escaped.play("raven: yes")
    assert escaped.at("raven", "Yggdrasil") == {"Volur Witch": 1}
    assert escaped.rage("raven") == 6
    assert escaped.told("figure_saved") == []
    saved = witch_in_danger()
    saved.play("raven: no")
    assert set(saved.choices("raven")) == {"save Volur Witch Gimle", "done"}
    saved.play("raven: save Volur Witch Gimle")
    assert saved.at("raven", "Gimle") == {"Volur Witch": 1}
    assert saved.rage("raven") == 5


@pytest.mark.rule("BR-19.16")
def test_the_witch_dies_if_her_owner_uses_neither() -> None:
    s = witch_in_danger()
    s.play("raven: no", "raven: done")
    assert s.at("raven", "Valhalla") == {"Volur Witch": 1}


@pytest.mark.rule("BR-19.16", "BR-19.17")
def test_without_rage_the_witch_can_still_escape() -> None:
    s = witch_in_danger(rage=0)
    assert s.asked() == {"raven": "escape"}
    s.play("raven: no")
    assert s.at("raven", "Valhalla") == {"Volur Witch": 1}


# Frigga's Domain


@pytest.mark.rule("BR-7.10")
@pytest.mark.parametrize(
    ("figure", "place"),
    [
        ("warrior", "Gimle"),
        ("leader", "Gimle"),
        ("ship", "F2"),
        ("Fire Giant", "Horgr"),
        ("Dwarf Chieftain", "Horgr"),
        ("Soldier of Hel", "Horgr"),
        ("Sea Serpent", "F4"),
        ("Dark Elf", "Yggdrasil"),
    ],
)
def test_with_friggas_domain_any_figure_invades_from_valhalla_for_one_rage(figure: str, place: str) -> None:
    """Wrong reading: the 1 Rage of Frigga's Domain comes on top of the figure's own price."""
    upgrades = "Frigga's Domain" if figure in ("warrior", "leader", "ship") else f"Frigga's Domain, {figure}"
    s = scene(
        "wolf raven",
        rage={"wolf": 5},
        upgrades={"wolf": upgrades},
        figures=f"wolf: {figure} in Valhalla",
    )
    s.play(f"wolf: invade {figure} {place} from Valhalla")
    assert s.rage("wolf") == 4
    assert s.at("wolf", place) == {figure: 1}
    assert s.at("wolf", "Valhalla") == {}
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-7.10")
def test_with_the_last_rage_a_fire_giant_returns_from_valhalla_and_not_from_the_reserve() -> None:
    s = scene(
        "wolf raven",
        rage={"wolf": 1},
        upgrades={"wolf": "Frigga's Domain, Fire Giant"},
        figures="wolf: Fire Giant in Valhalla",
    )
    assert s.rule_against("wolf: invade Fire Giant Gimle") == "BR-7.1"
    s.play("wolf: invade Fire Giant Gimle from Valhalla")
    assert s.rage("wolf") == 0


@pytest.mark.rule("BR-7.10", "BR-21.1")
def test_by_the_price_of_its_strength_the_dark_elf_still_returns_to_yggdrasil_for_one_rage() -> None:
    s = scene(
        "wolf raven",
        rage={"wolf": 1},
        upgrades={"wolf": "Frigga's Domain, Dark Elf"},
        figures="wolf: Dark Elf in Valhalla",
        rulings={"dark_elf_invade_cost": "str_at_target"},
    )
    s.play("wolf: invade Dark Elf Yggdrasil from Valhalla")
    assert s.rage("wolf") == 0


@pytest.mark.rule("BR-7.10")
def test_friggas_domain_offers_every_figure_in_valhalla_and_every_place_that_takes_it() -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Frigga's Domain"},
        figures="wolf: leader in Valhalla, ship in Valhalla; raven: 3 warrior in Utgard, warrior in Valhalla",
        ragnarok=("Gimle", "Myrkulor", "Elvagar"),
        destroyed="Horgr",
    )
    offered = {choice for choice in s.choices("wolf") if "from Valhalla" in choice}
    assert offered == {
        "invade leader Elvagar from Valhalla",
        "invade leader Angerboda from Valhalla",
        "invade leader Muspelheim from Valhalla",
        "invade leader Andlang from Valhalla",
        "invade ship F1 from Valhalla",
        "invade ship F2 from Valhalla",
        "invade ship F3 from Valhalla",
    }


@pytest.mark.rule("BR-7.10", "BR-19.5")
def test_an_invade_from_valhalla_obeys_every_other_invade_rule() -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Frigga's Domain, Sea Serpent"},
        figures="wolf: leader in Valhalla, Sea Serpent in Valhalla; raven: 3 warrior in Utgard",
        destroyed="Horgr, Muspelheim",
    )
    assert refused(s, "wolf: invade leader Utgard from Valhalla") == (
        "no_empty_village",
        "BR-7.6",
        {"place": "Utgard", "have": 3, "most": 3},
    )
    assert s.rule_against("wolf: invade leader Yggdrasil from Valhalla") == "BR-7.4"
    assert s.rule_against("wolf: invade leader Horgr from Valhalla") == "BR-2.12"
    assert s.rule_against("wolf: invade leader F1 from Valhalla") == "BR-2.8"
    assert s.rule_against("wolf: invade Sea Serpent Gimle from Valhalla") == "BR-7.3"
    assert s.rule_against("wolf: invade Sea Serpent F2 from Valhalla") == "BR-2.13"


@pytest.mark.rule("BR-7.10", "BR-7.5")
def test_an_invade_from_valhalla_needs_room_under_horns() -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Frigga's Domain"},
        figures="wolf: leader in Valhalla, 4 warrior in Gimle",
    )
    assert refused(s, "wolf: invade leader Horgr from Valhalla") == ("horns_full", "BR-7.5", {"have": 4, "most": 4})


@pytest.mark.rule("BR-7.10")
def test_without_friggas_domain_or_the_figure_in_valhalla_nothing_returns() -> None:
    s = scene("wolf raven", upgrades={"raven": "Frigga's Domain"}, figures="wolf: warrior in Valhalla")
    assert refused(s, "wolf: invade warrior Gimle from Valhalla") == ("no_way_back", "BR-7.10", {})
    assert not [choice for choice in s.choices("wolf") if "Valhalla" in choice]
    s.play("wolf: pass")
    assert refused(s, "raven: invade leader Gimle from Valhalla") == (
        "not_in_valhalla",
        "BR-7.10",
        {"figure": "Leader"},
    )


@pytest.mark.rule("BR-7.10")
def test_friggas_domain_replaced_leaves_the_dead_where_they_are() -> None:
    s = scene(
        "wolf raven",
        passed="raven",
        upgrades={"wolf": "Frigga's Domain"},
        hands={"wolf": "Loki's Domain"},
        figures="wolf: leader in Valhalla",
    )
    s.play("wolf: upgrade Loki's Domain slot 1")
    assert s.rule_against("wolf: invade leader Gimle from Valhalla") == "BR-7.10"


@pytest.mark.rule("BR-7.10")
def test_friggas_domain_changes_neither_the_price_from_the_reserve_nor_the_free_invade_of_an_upgrade() -> None:
    s = scene(
        "wolf raven",
        passed="raven",
        rage={"wolf": 6},
        upgrades={"wolf": "Frigga's Domain"},
        hands={"wolf": "Lord of Hammers"},
        figures="wolf: leader in Valhalla",
    )
    s.play("wolf: invade ship F4")
    assert s.rage("wolf") == 4
    s.play("wolf: upgrade Lord of Hammers")
    assert s.told("invaded")[-1].data["figure"] == "Ship"
    assert s.asked() == {"wolf": "turn"}
    assert s.rage("wolf") == 1


@pytest.mark.rule("BR-7.10", "BR-7.17")
def test_a_troll_that_returns_from_valhalla_has_invaded() -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Frigga's Domain, Troll"},
        figures="wolf: Troll in Valhalla; raven: warrior in Gimle",
    )
    s.play("wolf: invade Troll Gimle from Valhalla")
    assert s.at("raven", "Valhalla") == {"warrior": 1}


@pytest.mark.rule("BR-7.10", "BR-7.15")
def test_thors_domain_can_follow_an_invade_from_valhalla() -> None:
    s = scene(
        "wolf raven",
        rage={"wolf": 3},
        upgrades={"wolf": "Frigga's Domain, Thor's Domain"},
        figures="wolf: leader in Valhalla",
    )
    s.play("wolf: invade leader Gimle from Valhalla")
    assert s.asked() == {"wolf": "pillage_at_once"}
    s.play("wolf: yes")
    assert s.is_pillaged("Gimle")
    assert s.rage("wolf") == 0


@pytest.mark.rule("BR-7.10", "BR-15.9")
def test_a_figure_that_returned_from_valhalla_is_missing_for_glorious_death() -> None:
    s = scene(
        "wolf raven",
        passed="raven",
        upgrades={"wolf": "Frigga's Domain"},
        quests={"wolf": "Glorious Death!"},
        figures="wolf: 4 warrior in Valhalla",
    )
    s.play("wolf: invade warrior Gimle from Valhalla", "wolf: pass")
    assert [event.data["clan"] for event in s.told("quest_failed")] == ["Wolf"]


@pytest.mark.rule("BR-7.10")
@pytest.mark.parametrize("onlooker", ["raven", None])
def test_everybody_sees_who_returned_from_valhalla(onlooker: str | None) -> None:
    s = scene("wolf raven", upgrades={"wolf": "Frigga's Domain"}, figures="wolf: leader in Valhalla")
    s.play("wolf: invade leader Gimle from Valhalla")
    assert [event.data for event in s.told("invaded", onlooker)] == [
        {"clan": "Wolf", "place": "Gimle", "figure": "Leader"}
    ]


# Frigga's Sacrifice


def altar(figures: str, upgrades: str = "Frigga's Sacrifice", **steps: int) -> Scene:
    """Wolf's turn, with Frigga's Sacrifice on its sheet."""
    return scene("wolf raven", upgrades={"wolf": upgrades}, figures=figures, steps={"wolf": steps})


@pytest.mark.rule("BR-19.20")
def test_friggas_sacrifice_destroys_two_figures_and_raises_one_stat() -> None:
    s = altar("wolf: warrior in Gimle, leader in Horgr, ship in F2")
    s.play("wolf: sacrifice warrior Gimle")
    assert prompt(s, "wolf") == (
        "second_sacrifice",
        "BR-19.20",
        "Frigga's Sacrifice: choose the second figure to sacrifice",
    )
    assert set(s.choices("wolf")) == {"sacrifice leader Horgr", "sacrifice ship F2"}
    assert s.at("wolf", "Gimle") == {"warrior": 1}
    s.play("wolf: sacrifice leader Horgr")
    assert s.at("wolf", "Valhalla") == {"warrior": 1, "leader": 1}
    assert s.choices("wolf") == ["raise rage", "raise axes", "raise horns"]
    s.play("wolf: raise horns")
    assert s.stat("wolf", "horns") == 5
    assert s.rage("wolf") == 6
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-19.20")
def test_friggas_sacrifice_offers_every_figure_on_the_board_and_none_elsewhere() -> None:
    s = altar(
        "wolf: 2 warrior in Gimle, leader in Yggdrasil, ship in F2, Troll in Horgr, warrior in Valhalla;"
        " raven: warrior in Utgard",
        "Frigga's Sacrifice, Troll",
    )
    assert {choice for choice in s.choices("wolf") if choice.startswith("sacrifice")} == {
        "sacrifice warrior Gimle",
        "sacrifice leader Yggdrasil",
        "sacrifice ship F2",
        "sacrifice Troll Horgr",
    }
    assert refused(s, "wolf: sacrifice warrior Utgard") == (
        "not_there_to_give",
        "BR-19.20",
        {"figure": "Warrior", "place": "Utgard"},
    )


@pytest.mark.rule("BR-19.20")
def test_the_same_figure_cannot_be_given_up_twice() -> None:
    s = altar("wolf: leader in Gimle, warrior in Horgr, ship in F2")
    s.play("wolf: sacrifice leader Gimle")
    assert refused(s, "wolf: sacrifice leader Gimle") == (
        "not_there_to_give",
        "BR-19.20",
        {"figure": "Leader", "place": "Gimle"},
    )
    with pytest.raises(drakkar.IllegalChoice):
        s.play("wolf: decline")


@pytest.mark.rule("BR-19.20")
def test_two_warriors_of_one_province_may_both_be_given_up() -> None:
    s = altar("wolf: 3 warrior in Gimle")
    s.play("wolf: sacrifice warrior Gimle", "wolf: raise rage")
    assert s.at("wolf", "Gimle") == {"warrior": 1}
    assert s.at("wolf", "Valhalla") == {"warrior": 2}


@pytest.mark.rule("BR-19.20", "BR-19.19")
def test_friggas_sacrifice_must_be_paid_in_full() -> None:
    one = altar("wolf: warrior in Gimle, 3 warrior in Valhalla")
    assert refused(one, "wolf: sacrifice warrior Gimle") == ("two_figures_needed", "BR-19.20", {"have": 1})
    assert not [choice for choice in one.choices("wolf") if choice.startswith("sacrifice")]
    none = altar("")
    assert refused(none, "wolf: sacrifice warrior Gimle")[1] == "BR-19.20"


@pytest.mark.rule("BR-19.20")
def test_only_the_owner_of_friggas_sacrifice_can_use_it() -> None:
    s = scene(
        "wolf raven",
        upgrades={"raven": "Frigga's Sacrifice"},
        figures="wolf: 2 warrior in Gimle; raven: 2 warrior in Horgr",
    )
    assert refused(s, "wolf: sacrifice warrior Gimle") == ("no_sacrifice", "BR-19.20", {})
    assert not [choice for choice in s.choices("wolf") if choice.startswith("sacrifice")]


@pytest.mark.rule("BR-19.20")
def test_a_replaced_friggas_sacrifice_is_gone() -> None:
    s = scene(
        "wolf raven",
        passed="raven",
        upgrades={"wolf": "Frigga's Sacrifice"},
        hands={"wolf": "Loki's Domain"},
        figures="wolf: 2 warrior in Gimle",
    )
    s.play("wolf: upgrade Loki's Domain slot 1")
    assert s.rule_against("wolf: sacrifice warrior Gimle") == "BR-19.20"


@pytest.mark.rule("BR-19.20", "BR-6.6")
def test_friggas_sacrifice_costs_no_rage_but_a_clan_at_zero_has_no_turn_for_it() -> None:
    s = scene(
        "wolf raven",
        rage={"wolf": 1, "raven": 0},
        upgrades={"wolf": "Frigga's Sacrifice"},
        figures="wolf: 4 warrior in Gimle; raven: 2 warrior in Horgr",
    )
    s.play("wolf: sacrifice warrior Gimle", "wolf: raise rage")
    assert s.asked() == {"wolf": "turn"}
    assert s.rage("wolf") == 1
    spent = scene(
        "wolf raven",
        rage={"wolf": 2, "raven": 0},
        upgrades={"raven": "Frigga's Sacrifice"},
        figures="raven: 2 warrior in Horgr",
    )
    spent.play("wolf: invade warrior Gimle")
    assert spent.asked() == {"wolf": "turn"}


@pytest.mark.rule("BR-19.20")
def test_the_volur_witch_is_not_accepted_for_friggas_sacrifice() -> None:
    s = altar("wolf: Volur Witch in Gimle, 2 warrior in Horgr", "Frigga's Sacrifice, Volur Witch")
    assert refused(s, "wolf: sacrifice Volur Witch Gimle") == (
        "not_as_a_price",
        "BR-19.20",
        {"figure": "Volur Witch"},
    )
    s.play("wolf: sacrifice warrior Horgr")
    assert s.at("wolf", "Valhalla") == {"warrior": 2}
    assert s.at("wolf", "Gimle") == {"Volur Witch": 1}
    assert s.asked() == {"wolf": "raise"}


@pytest.mark.rule("BR-19.20")
def test_the_volur_witch_does_not_make_up_the_two_figures() -> None:
    s = altar("wolf: Volur Witch in Yggdrasil, warrior in Horgr", "Frigga's Sacrifice, Volur Witch")
    assert refused(s, "wolf: sacrifice warrior Horgr") == ("two_figures_needed", "BR-19.20", {"have": 1})


@pytest.mark.rule("BR-19.20", "BR-19.17")
def test_friggas_protection_cannot_be_used_on_a_figure_given_up() -> None:
    s = altar("wolf: 2 warrior in Gimle", "Frigga's Sacrifice, Frigga's Protection")
    s.play("wolf: sacrifice warrior Gimle")
    assert s.asked() == {"wolf": "raise"}
    assert s.at("wolf", "Valhalla") == {"warrior": 2}
    assert s.rage("wolf") == 6


@pytest.mark.rule("BR-19.20", "BR-19.2")
@pytest.mark.parametrize(("dragons", "glory"), [("Loki's Dragons", 4), ("Fire Dragons", 8), ("Eternal Dragons", 12)])
def test_a_ship_given_up_has_been_destroyed_and_scores_for_the_dragons(dragons: str, glory: int) -> None:
    s = altar("wolf: ship in F4, warrior in Gimle", f"Frigga's Sacrifice, {dragons}")
    s.play("wolf: sacrifice ship F4")
    assert s.glory("wolf") == glory
    assert s.asked() == {"wolf": "raise"}


@pytest.mark.rule("BR-19.20", "BR-19.12")
def test_ship_and_sea_serpent_given_up_together_score_twice() -> None:
    s = altar("wolf: ship in F4, Sea Serpent in F1", "Frigga's Sacrifice, Sea Serpent, Loki's Dragons")
    s.play("wolf: sacrifice Sea Serpent F1")
    assert s.glory("wolf") == 8


@pytest.mark.rule("BR-19.20", "BR-3.21")
def test_friggas_sacrifice_raises_only_what_can_rise() -> None:
    some = altar("wolf: 2 warrior in Gimle", rage=6)
    some.play("wolf: sacrifice warrior Gimle")
    assert some.choices("wolf") == ["raise axes", "raise horns"]
    full = altar("wolf: 2 warrior in Gimle", rage=6, axes=6, horns=6)
    full.play("wolf: sacrifice warrior Gimle")
    assert full.at("wolf", "Valhalla") == {"warrior": 2}
    assert full.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-19.20", "BR-3.15")
@pytest.mark.parametrize("onlooker", ["raven", None])
def test_everybody_sees_what_was_given_up_and_what_rose(onlooker: str | None) -> None:
    s = altar("wolf: leader in Gimle, warrior in Horgr")
    s.play("wolf: sacrifice leader Gimle", "wolf: raise axes")
    assert [event.data for event in s.told("figure_destroyed", onlooker)] == [
        {"clan": "Wolf", "figure": "Leader", "place": "Gimle"},
        {"clan": "Wolf", "figure": "Warrior", "place": "Horgr"},
    ]
    assert [event.data for event in s.told("stat_raised", onlooker)] == [
        {"clan": "Wolf", "stat": "Axes", "value": 4, "step": 2}
    ]
