"""What if: the same game under other rules, with all presets or one of them deal by deal."""

import re
from typing import Any

import pytest
from flask import Flask

from tests.support.html import Node
from tests.support.in_turn import in_turn
from tests.support.pages import PERMISSIONS, Game, Phone, Response, preset, start
from trexscore.rules.options import OPTION_NAMES
from trexscore.rules.presets import PRESETS

OWN_CAPTURE = {"taken_by": "B", "doubled_by": "B"}
PLAIN_CAPTURE = {"taken_by": "A"}
KING_DEAL = {"king": "A", "contracts": ["king_of_hearts"], "captures": {"king_of_hearts": {"taken_by": "C"}}}
ADJUSTMENT = {"adjustment": {"A": -10, "C": 10}, "reason": "agreed"}
DIGITS = str.maketrans("٠١٢٣٤٥٦٧٨٩\u2212", "0123456789-")


def queens(**spades: str) -> dict[str, Any]:
    captures = {
        "hearts": PLAIN_CAPTURE,
        "diamonds": PLAIN_CAPTURE,
        "clubs": PLAIN_CAPTURE,
        "spades": OWN_CAPTURE | spades,
    }
    return {"king": "A", "contracts": ["queens"], "captures": {"queens": captures}}


def single_deal(contract: str, king: str, captures: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON value
    return {"king": king, "contracts": [contract], "captures": {contract: captures}}


def swept_kingdom(king: str, taker: str) -> list[dict[str, Any]]:
    """A kingdom in which one player takes everything except the king of hearts."""
    counts = {seat: 13 if seat == taker else 0 for seat in "ABCD"}
    queen_captures = {suit: {"taken_by": taker} for suit in ("hearts", "spades", "diamonds", "clubs")}
    captures = {"queens": queen_captures, "diamonds": counts, "tricks": counts}
    return [
        single_deal("king_of_hearts", king, {"taken_by": taker}),
        {"king": king, "contracts": ["queens", "diamonds", "collections"], "captures": captures},
        single_deal("trex", king, list("ABCD")),
    ]


def finished_game(site: Flask, **king_of_hearts: str) -> Game:
    """A finished game: Basil, who doubled and took the king of hearts, wins by 225 to Amal's 175."""
    deals = [deal for kings in ("AC", "BB", "CD", "DA") for deal in swept_kingdom(*kings)]
    deals[3]["captures"]["king_of_hearts"] = OWN_CAPTURE | king_of_hearts
    adjustment = {"adjustment": {"A": -125, "B": 125}, "reason": "agreed"}
    return start(site, *deals, adjustment, **preset("combination"))


@pytest.fixture
def running(site: Flask) -> Game:
    """A running game: Dani is first with 0, and Basil's loss depends on the rules."""
    return start(site, queens(), KING_DEAL, ADJUSTMENT)


def numbers(node: Node) -> list[int]:
    """The numbers in a part of a page, in any digits."""
    return [int(number.text.translate(DIGITS)) for number in node.find("bdi", class_="num")]


def parts_by_rules(page: Response) -> dict[str, Node]:
    """The result of each preset: parts of the table by preset name."""
    parts: dict[str, Node] = {}
    for part in page.root.find("tbody"):
        values = [link.attrs["href"].partition("preset=")[2] for link in part.find("a")]
        parts |= dict.fromkeys(["own"] if part.has(class_="is-own") else [], part) | dict.fromkeys(values, part)
    return parts


def totals(part: Node) -> list[Any]:
    """A total for each seat, or both ends of a range."""
    cells = [numbers(cell) for cell in part.find_one("tr", class_="what-if__totals").find("td")]
    return [cell[0] if len(cell) == 1 else tuple(cell) for cell in cells]


@pytest.mark.parametrize(("permission", "language"), in_turn(PERMISSIONS))
def test_what_if_opens_with_every_link(site: Flask, running: Game, permission: str, language: str) -> None:
    for query in ("", "?preset=denexa", "?own_capture=quadruple"):
        response = Phone(site, language).get(running.path(f"/what-if{query}", permission))
        assert response.status == 200
        assert response.root.find("table", class_="what-if")


def test_what_if_lists_each_preset_once(phone: Phone, running: Game) -> None:
    page = phone.get(running.path("/what-if"))
    parts = page.root.find("tbody")
    assert parts[0].has(class_="is-own")
    linked_presets = [link.attrs["href"].partition("preset=")[2] for part in parts for link in part.find("a")]
    assert sorted(linked_presets) == sorted({*PRESETS} - {"standard"})
    assert "Standard" in parts[0].text


def test_presets_with_same_result_are_grouped(phone: Phone, running: Game) -> None:
    parts = parts_by_rules(phone.get(running.path("/what-if")))
    assert parts["own"] is parts["wikipedia"] is parts["german"] is parts["combination"]
    assert parts["denexa"] is parts["complex"] is not parts["own"]
    assert parts["partnership"] is not parts["own"]


def test_changed_rules_are_listed_beside_preset(site: Flask, phone: Phone) -> None:
    game = start(site, queens(), **preset("denexa", own_capture="quadruple"))
    page = phone.get(game.path("/what-if"))
    parts = parts_by_rules(page)
    assert "Denexa, changed" in page.root.find("tbody")[0].text
    assert totals(parts["own"]) == [-75, -100, 0, 0]
    assert totals(parts["denexa"]) == [(-75, -50), (-50, -25), (0, 25), (0, 25)]


@pytest.mark.parametrize("language", ["en", "ar"])
def test_what_if_table_shows_all_totals(site: Flask, running: Game, language: str) -> None:
    parts = parts_by_rules(Phone(site, language).get(running.path("/what-if")))
    assert totals(parts["own"]) == [-85, -25, -65, 0]
    assert totals(parts["howto_quadruple"]) == [-85, -100, -65, 0]
    assert totals(parts["wikipedia_reversed"]) == [65, 25, 85, 0]
    assert totals(parts["denexa"]) == [(-85, -60), (-50, -25), (-65, -40), (0, 25)]
    assert numbers(parts["partnership"])[4:] == [-150, -25]
    assert numbers(parts["complex_partnership"])[8:] == [-150, -125, -50, -25]


def test_different_winner_is_marked(site: Flask, phone: Phone) -> None:
    parts = parts_by_rules(phone.get(finished_game(site, led_by="A").path("/what-if")))
    assert "Basil has won" in parts["own"].text
    assert "Amal would have won another winner" in parts["denexa"].text
    assert "Amal would have won another winner" in parts["howto_quadruple"].text
    assert "Basil would have won" in parts["howto_reversed_trex"].text
    marked = {name for name, part in parts.items() if part.has(class_="is-other-winner")}
    assert marked >= {"complex", "denexa", "denexa_as_printed", "howto_quadruple"}
    assert not marked & {"own", "standard", "no_doubling", "howto", "howto_reversed_trex", "german"}


def test_unknown_leader_gives_both_winners(site: Flask, phone: Phone) -> None:
    page = phone.get(finished_game(site).path("/what-if"))
    parts = parts_by_rules(page)
    assert "Amal or Basil would have won perhaps another winner" in parts["denexa"].text
    assert parts["denexa"].has(class_="is-maybe-other-winner")
    assert "no one recorded who led it" in page.root.find_one("main").text
    assert (
        "no one recorded who led it"
        not in phone.get(finished_game(site, led_by="A").path("/what-if")).root.find_one("main").text
    )


def test_winner_with_partner_is_same_winner(site: Flask, phone: Phone) -> None:
    game = start(site, single_deal("trex", "A", list("ABCD")), single_deal("king_of_hearts", "A", {"taken_by": "B"}))
    parts = parts_by_rules(phone.get(game.path("/what-if")))
    assert "Amal and Carine would be first" in parts["partnership"].text
    assert parts["partnership"].has(class_="is-same")
    partnership = parts_by_rules(phone.get(finished_game(site).path("/what-if")))["partnership"]
    assert "Amal and Carine would have won another winner" in partnership.text


def test_running_game_names_leader(phone: Phone, running: Game) -> None:
    parts = parts_by_rules(phone.get(running.path("/what-if")))
    assert "Dani is first" in parts["own"].text
    assert "Dani would be first" in parts["howto_quadruple"].text
    assert parts["howto_quadruple"].has(class_="is-same")


def test_only_different_deals_are_compared(phone: Phone, running: Game) -> None:
    page = phone.get(running.path("/what-if?preset=howto_quadruple"))
    sums, deal = page.root.find("tbody")
    assert numbers(sums) == [-85, -25, -65, 0, -85, -100, -65, 0, 0, -75, 0, 0]
    assert [numbers(row) for row in deal.find("tr")] == [[], [-75, -25, 0, 0], [-75, -100, 0, 0], [0, -75, 0, 0]]
    assert deal.find_one("th", class_="what-if__deal").text == "Deal 1 Q Queens King Amal"


def test_unknown_leader_gives_range_of_points(phone: Phone, running: Game) -> None:
    page = phone.get(running.path("/what-if?preset=denexa"))
    _sums, deal = page.root.find("tbody")
    _head, _now, then, change = deal.find("tr")
    assert numbers(then) == [-75, -50, -50, -25, 0, 25, 0, 25]
    assert numbers(change) == [0, 25, -25, 0, 0, 25, 0, 25]
    assert "\u2212" in then.text
    assert "…" in then.text


def test_change_of_winner_is_a_sentence(site: Flask, phone: Phone) -> None:
    game = finished_game(site, led_by="A")
    verdict = phone.get(game.path("/what-if?preset=denexa")).root.find_one("section", class_="verdict").text
    assert verdict == "Amal would have won Under this table’s own rules Basil has won."
    verdict = phone.get(game.path("/what-if?preset=howto")).root.find_one("section", class_="verdict").text
    assert verdict == "Basil would have won The result is the same as under this table’s rules."


def test_teams_have_their_totals(phone: Phone, running: Game) -> None:
    sums, *_ = phone.get(running.path("/what-if?preset=complex_partnership")).root.find("tbody")
    teams = [numbers(team) for team in sums.find("span", class_="what-if__team")]
    assert teams == [[-150, -150, -125], [-25, -50, -25]]


def test_unchanged_result_is_reported(phone: Phone, running: Game) -> None:
    page = phone.get(running.path("/what-if?preset=german"))
    assert len(page.root.find("tbody")) == 1
    assert "No deal changes under these rules" in page.root.find_one("main").text


def test_options_change_own_rules_or_preset(site: Flask, phone: Phone, running: Game) -> None:
    own_rules_page = phone.get(running.path("/what-if?queen_points=30&own_capture=double"))
    assert numbers(own_rules_page.root.find("tbody")[0])[4:8] == [-100, -60, -65, 0]
    assert own_rules_page.root.find_one("title").text.endswith(", changed")
    assert "It costs double, and no one gains" in own_rules_page.root.find_one("dl").text
    reversed_trex = start(site, single_deal("trex", "A", list("ABCD")), **preset("howto_reversed_trex"))
    reversed_page = phone.get(reversed_trex.path("/what-if?signs=reversed"))
    assert numbers(reversed_page.root.find("tbody")[0])[4:8] == [-200, -150, -100, 50]
    preset_page = phone.get(running.path("/what-if?preset=wikipedia_reversed&own_capture=double"))
    assert numbers(preset_page.root.find("tbody")[0])[4:8] == [65, 50, 85, 0]
    assert preset_page.root.find_one("h1").text == "Wikipedia, signs reversed, changed"


def test_what_if_form_keeps_chosen_rules(phone: Phone, running: Game) -> None:
    page = phone.get(running.path("/what-if"))
    response = phone.send(page, "/what-if", preset="denexa", own_capture="quadruple", trex_points="150+100+50+-50")
    assert response.status == 200
    fields = response.fields("/what-if")
    assert (fields["preset"], fields["own_capture"]) == ("denexa", "quadruple")
    assert fields["trex_points"] == "150 100 50 -50"
    assert numbers(response.root.find("tbody")[0])[4:8] == [-85, -100, -65, 0]


def test_unchanged_form_shows_overview(phone: Phone, running: Game) -> None:
    page = phone.get(running.path("/what-if"))
    assert phone.send(page, "/what-if").root.find("tbody", class_="is-own")


@pytest.mark.parametrize("name", OPTION_NAMES)
def test_every_option_can_be_chosen(phone: Phone, running: Game, name: str) -> None:
    response = phone.get(running.path(f"/what-if?preset=denexa&{name}="))
    assert response.status == 200


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("preset=vienna", "There are no house rules called “vienna”."),
        ("preset=denexa&jokers=2", "There is no option called “jokers”."),
        ("own_capture=treble", "Choose one of the answers to “What if a player takes their own doubled card?”."),
        ("partnership=perhaps", "Choose one of the answers to “Do you play with partners?”."),
        ("queen_points=2.5", "For “What does a queen cost?”, enter for example 25."),
        ("queen_points=1000001", "For “What does a queen cost?”, enter for example 25."),
        ("queen_points=" + "9" * 900, "For “What does a queen cost?”, enter for example 25."),
        ("trex_points=1+2+3", "For “How many points for 1st to 4th in Trex?”, enter for example 200 150 100 50."),
        ("trex_points=+", "For “How many points for 1st to 4th in Trex?”, enter for example 200 150 100 50."),
        ("preset=%00%ff", "There are no house rules called"),
        ("preset=" + "x" * 900, "There are no house rules called “" + "x" * 60 + "”."),
        ("preset=denexa&preset=vienna&%3Cscript%3E=1", "There is no option called “<script>”."),
    ],
)
@pytest.mark.parametrize("deals", [0, 1])
def test_invalid_rules_are_refused(site: Flask, phone: Phone, query: str, message: str, deals: int) -> None:
    game = start(site, *[queens()] * deals)
    response = phone.get(game.path(f"/what-if?{query}"))
    assert response.status == 400
    assert any(message in problem for problem in response.problems)
    assert not response.page.faults


@pytest.mark.parametrize(("query", "language"), in_turn(["", "?preset=denexa", "?own_capture=quadruple"]))
def test_what_if_before_first_deal_has_hint(site: Flask, game: Game, query: str, language: str) -> None:
    page = Phone(site, language).get(game.path(f"/what-if{query}"))
    assert page.status == 200
    assert page.root.find_one("section", class_="empty").find("h2")
    assert not page.root.find("table")


def test_what_if_saves_nothing(phone: Phone, running: Game) -> None:
    before = running.seq()
    phone.get(running.path("/what-if?preset=denexa"))
    assert running.seq() == before


def test_what_if_is_two_taps_from_menu(site: Flask, phone: Phone) -> None:
    game = finished_game(site)
    (link,) = (node for node in phone.get(game.path("/menu")).root.find("a") if node.attrs["href"].endswith("/what-if"))
    page = phone.get(link.attrs["href"])
    (tap,) = (node for node in page.root.find("a") if re.search(r"preset=denexa$", node.attrs["href"]))
    assert "Amal or Basil would have won" in phone.get(tap.attrs["href"]).root.find_one("main").text
