"""The explanation of every number: its lines, the rule behind each, and the sources of the rule."""

import re
from typing import Any

import pytest
from flask import Flask

from tests.support.pages import PERMISSIONS, Phone, preset, start
from tests.support.tables import ADJUSTMENT, DIAMONDS, TREX, VOID, Json
from tests.support.whole_games import whole_game

_ISOLATES = re.compile("[\u2066-\u2069]")
KING_DOUBLED = {
    "king": "A",
    "contracts": ["king_of_hearts"],
    "captures": {"king_of_hearts": {"taken_by": "B", "doubled_by": "C"}},
}
OWN_KING = {
    "king": "A",
    "contracts": ["king_of_hearts"],
    "captures": {"king_of_hearts": {"taken_by": "B", "doubled_by": "B", "led_by": "D"}},
}


def explanation_text(site: Flask, *deals: Json, path: str = "/deals/6", language: str = "en", **file: Any) -> str:  # noqa: ANN401
    game = start(site, *deals, **file)
    return _ISOLATES.sub("", Phone(site, language).get(game.path(path)).root.find_one("main").text)


def test_doubled_king_is_explained_with_sources(site: Flask) -> None:
    page = explanation_text(site, KING_DOUBLED)
    assert "Basil took the king of hearts, which was doubled. 2 × −75 −150" in page
    assert "Carine had doubled the king of hearts and gave it away. +75" in page
    assert "Together −75, as the rules require." in page
    assert "A doubled card costs twice its value. Sources: Wikipedia, the how-to-play site" in page
    assert "What does the holder gain when another player takes a doubled card? Its normal value." in page


def test_leader_bonus_is_explained_by_denexa(site: Flask) -> None:
    page = explanation_text(site, OWN_KING, **preset("denexa"))
    assert "Dani led the trick in which the holder had to take the king of hearts. +75" in page
    assert "It costs double, and the player who led the trick gains its normal value. Sources: Denexa." in page


def test_counts_are_explained_by_their_value(site: Flask) -> None:
    page = explanation_text(site, DIAMONDS)
    assert "Amal took 5 diamonds. 5 × −10 −50" in page


def test_rule_without_source_is_house_custom(site: Flask) -> None:
    assert "A table custom." in explanation_text(site, DIAMONDS, **preset("standard", diamond_points=11))


def test_adjustment_and_void_deal_are_explained(site: Flask) -> None:
    assert "Dani +30" in explanation_text(site, ADJUSTMENT)
    assert "A void deal scores nothing." in explanation_text(site, VOID)


def test_void_reason_is_explained_with_source(site: Flask) -> None:
    void_deal = {"king": "A", "contracts": ["trex"], "void": {"reason": "suit_closed_without_jacks"}}
    page = explanation_text(site, void_deal)
    assert "Announced: Trex" in page
    assert "A deal is void for: a suit closed before all jacks were out. Sources: Wikipedia." in page
    other_page = explanation_text(site, {"king": "A", "void": {"reason": "five_hearts_with_king"}})
    assert (
        "This table has not agreed on it beforehand: all four must agree. Sources: the how-to-play site." in other_page
    )
    assert "It adds up to 0 and belongs to no kingdom. A table custom." in explanation_text(site, ADJUSTMENT)


def test_adjustment_belongs_to_its_kingdom(site: Flask) -> None:
    deals = whole_game("partnership", 5)["deals"]
    first_king = deals[0]["king"]
    game = start(site, *deals[:3], ADJUSTMENT, *deals[3:8], first_king=first_king)
    phone = Phone(site)
    for king in dict.fromkeys(deal["king"] for deal in deals[:8] if "king" in deal):
        adjustments = phone.get(game.path(f"/kingdoms/{king}")).root.find("tbody", class_="adjustments")
        assert bool(adjustments) == (king == first_king), king


OWN_QUEENS = {
    "king": "A",
    "contracts": ["queens"],
    "captures": {
        "queens": {
            "hearts": {"taken_by": "B", "doubled_by": "B"},
            "spades": {"taken_by": "C", "doubled_by": "D"},
            "diamonds": {"taken_by": "B", "doubled_by": "B"},
            "clubs": {"taken_by": "C", "doubled_by": "D"},
        }
    },
}


def test_partner_capture_is_explained_with_implied_source(site: Flask) -> None:
    deal = {**KING_DOUBLED, "captures": {"king_of_hearts": {"taken_by": "A", "doubled_by": "C"}}}
    page = explanation_text(site, deal, **preset("partnership"))
    rule = (
        "What if the holder’s partner takes a doubled card? The same as when an opponent takes "
        "it. Implied by: Wikipedia."
    )
    assert rule in page
    assert "A doubled card costs twice its value." in page
    assert "What does the holder gain" in page


def test_own_doubled_queen_names_all_sources(site: Flask) -> None:
    page = explanation_text(site, OWN_QUEENS)
    assert "It costs its normal value. Sources: the how-to-play site, the German page. Implied by: Wikipedia." in page


def test_doubled_cards_show_calculation_and_undoubled_value(site: Flask) -> None:
    page = explanation_text(site, KING_DOUBLED)
    assert "2 × −75 −150" in page
    assert "What does the king of hearts cost? 75." in page


def test_revoke_without_leader_is_explained(site: Flask) -> None:
    deal = {**OWN_KING, "captures": {"king_of_hearts": {"taken_by": "B", "doubled_by": "B"}}, "renege": {"by": "B"}}
    page = explanation_text(site, deal, **preset("denexa"))
    assert "After a revoke, a player’s own doubled card costs its normal value" in page
    assert "No source covers this; it is how this app counts." in page
    assert "It costs double" not in page


def test_reversed_signs_are_explained(site: Flask) -> None:
    page = explanation_text(site, TREX, **preset("wikipedia_reversed"))
    assert "Are losses minus or plus? Reversed: losses are plus. Sources: Wikipedia" in page
    assert "Are losses minus or plus" not in explanation_text(site, TREX)


def test_missing_doubler_bonus_is_explained(site: Flask) -> None:
    page = explanation_text(site, KING_DOUBLED, **preset("standard", doubler_bonus="none"))
    assert "What does the holder gain when another player takes a doubled card? Nothing. A table custom." in page


def test_self_led_trick_is_explained(site: Flask) -> None:
    deal = {**OWN_KING, "captures": {"king_of_hearts": {"taken_by": "B", "doubled_by": "B", "led_by": "B"}}}
    page = explanation_text(site, deal, **preset("denexa", own_capture="leader_gains_unless_self_led"))
    assert "Basil led the trick and took the king of hearts after doubling it. 2 × −75 −150" in page
    assert "the player who led the trick gains its normal value, unless that is the holder" in page
    assert "Basil gains points for leading the trick with the king of hearts. +75" in explanation_text(
        site, deal, **preset("denexa")
    )


def test_total_is_sum_of_its_deals(site: Flask) -> None:
    page = explanation_text(site, DIAMONDS, TREX, ADJUSTMENT, path="/explain/B")
    assert "−20 = −40 +50 −30" in page
    assert "Adjustment: agreed" in page


def test_total_before_first_deal_has_hint(site: Flask) -> None:
    assert "Choose a contract on the table to start." in explanation_text(site, path="/explain/B")


def test_kingdom_shows_its_proof_of_sum(site: Flask) -> None:
    page = explanation_text(site, DIAMONDS, TREX, path="/kingdoms/A")
    assert "All four together 370 = −130 +500" in page
    assert "Still to come if nothing else is doubled: −370." in page


def test_kingdom_shows_rows_of_sheet(site: Flask, phone: Phone) -> None:
    """The rows include void deals, adjustments and marks, because players sign off this list."""
    game = start(site, KING_DOUBLED, DIAMONDS, VOID, ADJUSTMENT)
    for about in (6, 8, 9):
        game.add_entry({"disputed": {"seat": "B", "about": about, "reason": "no"}})
    sheet, kingdom = (
        phone.get(game.path(path)).root.find_one("table", class_="sheet") for path in ("/sheet", "/kingdoms/A")
    )
    for class_name in ("kingdom", "adjustments"):
        assert kingdom.find("tbody", class_=class_name)[0].text == sheet.find("tbody", class_=class_name)[0].text
    assert len(kingdom.find("span", class_="sheet__disputed")) == 3
    sums = [cell.text for cell in kingdom.find_one("tr", class_="sheet__row--sum").find("td")[1:]]
    assert sums == ["−50", "−190", "45", "−10"]
    addresses = [link.attrs["href"] for link in kingdom.find("a", class_="explain-link")]
    assert [game.path(f"/deals/{seq}") for seq in (6, 7, 8, 9)] == [
        address for address in addresses if "/deals/" in address
    ]


@pytest.mark.parametrize("permission", PERMISSIONS)
@pytest.mark.parametrize("language", ["en", "ar"])
def test_explanations_open_with_every_link(site: Flask, permission: str, language: str) -> None:
    game, phone = start(site, KING_DOUBLED, VOID, ADJUSTMENT), Phone(site, language)
    for path in (
        "/deals/6",
        "/deals/7",
        "/deals/8",
        "/explain",
        "/explain/A",
        "/kingdoms/A",
        "/history",
        "/journal.json",
    ):
        assert phone.get(game.path(path, permission)).status == 200


@pytest.mark.parametrize(
    "path", ["/deals/5", "/deals/99", "/deals/x", "/explain/E", "/explain/a", "/kingdoms/B", "/kingdoms/E"]
)
def test_unknown_entry_is_not_found(site: Flask, path: str) -> None:
    game = start(site, KING_DOUBLED)
    assert Phone(site).get(game.path(path)).status == 404
    assert Phone(site).get(f"/g/{'A' * 22}{path}").status == 404


def test_kingdom_sum_explains_doubled_card(site: Flask) -> None:
    deal = {**OWN_KING, "captures": {"king_of_hearts": {"taken_by": "B", "doubled_by": "B"}}}
    page = explanation_text(site, deal, DIAMONDS, path="/kingdoms/A", **preset("howto_quadruple"))
    assert "five contracts of a kingdom add up to 0. 0 = −75 −100 −130 −195 +500" in page
    assert "Basil took the king of hearts after doubling it. −225" in page
    assert "It costs four times its value. Sources: the how-to-play site." in page
    assert "Still to come if nothing else is doubled: 205. 205 = −100 −195 +500" in page


def test_doubling_without_effect_is_explained(site: Flask) -> None:
    own = {**OWN_KING, "captures": {"king_of_hearts": {"taken_by": "B", "doubled_by": "B"}}}
    for deal in KING_DOUBLED, own:
        page = explanation_text(site, deal, path="/kingdoms/A")
        assert "Doubled cards didn’t change this sum: every extra loss was balanced by a gain." in page
    assert "this sum" not in explanation_text(site, DIAMONDS, path="/kingdoms/A")


def test_partner_capture_follows_house_rule(site: Flask) -> None:
    deal = {**KING_DOUBLED, "captures": {"king_of_hearts": {"taken_by": "A", "doubled_by": "C"}}}
    rules = preset("partnership", partner_capture="single")
    page = explanation_text(site, deal, **rules)
    assert "What if the holder’s partner takes a doubled card? It costs its normal value" in page
    assert "twice its value" not in page
    assert "What if the holder’s partner takes a doubled card" not in explanation_text(site, KING_DOUBLED, **rules)


def test_ranks_are_explained_by_margin_and_rule(site: Flask) -> None:
    page = explanation_text(site, DIAMONDS, TREX, path="/explain")
    assert "rank 1 Carine 170" in page
    assert "70 behind: 170 against 100" in page
    assert "Who wins? The highest total. Sources: the how-to-play site, the German page, Denexa." in page
    assert (
        "Wikipedia, onlinetrex.com: Everyone above zero wins their total, and everyone below zero loses theirs." in page
    )
    assert "2 of the five contracts played" in page


def test_tie_is_explained_by_tie_break(site: Flask) -> None:
    adjustment = {"adjustment": {"C": -70, "D": 70}, "reason": "so that two are equal"}
    page = explanation_text(
        site, DIAMONDS, TREX, adjustment, path="/explain", **preset("howto", tie_break="most_trex_firsts")
    )
    assert "1 first place in Trex" in page
    assert "What breaks a tie? More first places in Trex. Sources: the how-to-play site." in page
    assert "breaks a tie" not in explanation_text(site, DIAMONDS, TREX, path="/explain")


def test_payments_are_explained_after_the_game(site: Flask) -> None:
    deals = whole_game("partnership", 5)["deals"]
    page = explanation_text(site, *deals, path="/explain", first_king=deals[0]["king"])
    assert "players below 0 pay those above" in page
    assert "Carine pays Amal 360" in page
    assert "Settling up" not in explanation_text(site, DIAMONDS, path="/explain")
    reversed_page = explanation_text(
        site, *deals, path="/explain", first_king=deals[0]["king"], **preset("howto_reversed_trex")
    )
    assert "The totals add up to −400, not 0" in reversed_page
    lowest_wins = preset("standard", winner="lowest_total")
    assert "Fewer points are better here" in explanation_text(
        site, *deals, path="/explain", first_king=deals[0]["king"], **lowest_wins
    )


@pytest.mark.parametrize("name", ["standard", "partnership"])
def test_nothing_is_settled_where_worst_player_loses(site: Flask, name: str) -> None:
    rules = preset(name, winner="worst_player_loses")
    game, phone = start(site, *whole_game("partnership", 5)["deals"], **rules), Phone(site)
    page = phone.get(game.path("/explain")).root.find_one("main").text
    assert "Settling up" not in page
    assert ("the last player’s team loses" in page) == (name == "partnership")
    assert "Settle up" not in phone.get(game.path("/result")).root.find_one("main").text


def test_forecast_explains_its_basis(site: Flask) -> None:
    assert "every possible outcome of the remaining deals" in explanation_text(site, DIAMONDS, path="/explain")
    assert "every possible outcome of the remaining deals" not in explanation_text(site, path="/explain")


def test_explanation_needs_link(site: Flask) -> None:
    start(site, KING_DOUBLED)
    assert Phone(site).get(f"/g/{'A' * 22}/explain").status == 404
    assert Phone(site).post(f"/g/{'A' * 22}/explain", {}).status in (404, 405)


def test_markup_in_names_is_escaped(site: Flask) -> None:
    game = start(site, KING_DOUBLED, players=["أمل", "<b>Basil", "Carine", "Dani"])
    page = Phone(site).get(game.path("/deals/6"))
    assert "<b>Basil" not in page.text
    assert re.search("\u2068&lt;b&gt;Basil\u2069 took", page.text)
