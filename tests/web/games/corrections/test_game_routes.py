"""Corrections of the whole game: seating, house rules, kings."""

import json
from urllib.parse import quote

import pytest
from flask import Flask

from tests.support.corrections import (
    KING_OF_HEARTS,
    KINGDOM_OF_A,
    correct,
    deal_of_king,
    href_of_link,
    preview_seat_swap,
    text_of,
    totals,
)
from tests.support.pages import Game, Phone, preset, start
from tests.support.tables import DIAMONDS, TREX, VOID, Json
from tests.support.whole_games import whole_game
from tests.web.games.corrections.test_routes import preview_changes
from tests.web.games.disputes.test_routes import answer_dispute
from tests.web.games.sign_off.test_routes import player_tokens


@pytest.fixture
def played(site: Flask) -> Game:
    return start(site, DIAMONDS, TREX)


def test_sheet_links_to_game_corrections(phone: Phone, played: Game) -> None:
    page = phone.get(href_of_link(phone.get(played.path("/sheet")), "Correct a deal"))
    titles = [node.find_one(class_="row__title").text for node in page.root.find("a", class_="row")]
    assert titles == ["Add a missing deal", "Seating", "Player name", "House rules", "The first king"]
    for title in titles:
        assert phone.get(href_of_link(page, title)).status == 200


def test_seating_correction_keeps_points_with_names(phone: Phone, played: Game) -> None:
    before = played.file()
    page = preview_seat_swap(phone, played, "players")
    assert all(old == new for old, new in totals(page).values())
    correct(phone, played, page)
    after = played.file()
    assert after["players"] == ["Amal", "Carine", "Basil", "Dani"]
    assert after["deals"][0]["captures"]["diamonds"] == {"A": 5, "B": 3, "C": 4, "D": 1}
    assert before["deals"][0]["captures"]["diamonds"] == {"A": 5, "B": 4, "C": 3, "D": 1}
    correction = phone.get(played.path("/deals/6")).root.find_one("article", class_="correction").text
    assert "Each keeps the cards they took" in correction
    history_entry = phone.get(played.path("/history")).root.find("li")[0]
    assert [node.text for node in history_entry.find("del")] == [
        "\u2068Amal\u2069, \u2068Basil\u2069, \u2068Carine\u2069 and \u2068Dani\u2069"
    ]
    points_text = (
        phone.get(played.path("/history"))
        .root.find_one("li", id="entry-6")
        .find_one(class_="history-entry__points")
        .text
    )
    assert points_text == "Amal −50 Basil −40 Carine −30 Dani −10"


def test_seating_correction_keeps_points_with_seats(phone: Phone, played: Game) -> None:
    page = preview_seat_swap(phone, played, "seats")
    assert totals(page)["Basil"] == ("10", "170")
    assert totals(page)["Carine"] == ("170", "10")
    correct(phone, played, page)
    assert played.file()["deals"] == [DIAMONDS, TREX]
    assert played.file()["players"] == ["Amal", "Carine", "Basil", "Dani"]


def test_correction_after_change_of_seats_names_players_of_that_time(phone: Phone, played: Game) -> None:
    """The points stayed with the seats, so Basil was out first by then, although the deal was saved for Carine."""
    correct(phone, played, preview_seat_swap(phone, played, "seats"))
    trex = {**TREX, "captures": {"trex": ["B", "A", "D", "C"]}}
    pages = [preview_changes(phone, played, {"seq": 7, "entry": trex})]
    correct(phone, played, pages[0])
    pages += [phone.get(played.path("/deals/7"))]
    for root in (*(page.root for page in pages), phone.get(played.path("/history")).root.find("li")[0]):
        rows = [[cell.text for cell in row.find("td") if cell.text] for row in root.find("tr")]
        assert ["Basil", "Carine"] in rows
        assert ["Carine", "Basil"] in rows


@pytest.mark.parametrize(
    ("address", "refusal"),
    [
        ("sat_A=B&sat_B=B&sat_C=C&sat_D=D&points=seats", "two seats"),
        ("sat_A=B&sat_B=A&sat_C=C&sat_D=D", "who keeps the points"),
        ("sat_A=X&sat_B=%00", "two seats"),
    ],
)
def test_invalid_seating_is_refused(phone: Phone, played: Game, address: str, refusal: str) -> None:
    page = phone.get(played.path(f"/corrections/seats?{address}"))
    assert page.status == 422
    assert refusal in text_of(page)


def test_house_rules_correction_shows_changed_deals(phone: Phone, played: Game) -> None:
    page = phone.get(played.path("/corrections/house-rules"))
    page = phone.send(page, "/corrections/house-rules", diamond_points="15", trick_points="10")
    assert "1 deal changes" in text_of(page)
    (changed_deal,) = page.root.find("th", class_="what-if__deal")
    assert "Diamonds" in changed_deal.text
    assert totals(page)["Amal"] == ("100", "75")
    correct(phone, played, page)
    assert played.file()["house_rules"] == {
        "preset": "standard",
        "options": {"diamond_points": 15, "trick_points": 10},
    }
    assert "What does a diamond cost?" in phone.get(played.path("/history")).root.find("li")[0].text


def test_invalid_house_rules_are_refused(phone: Phone, played: Game) -> None:
    page = phone.get(played.path("/corrections/house-rules"))
    response = phone.send(page, "/corrections/house-rules", diamond_points="many")
    assert response.status == 422
    assert "For “What does a diamond cost?”, enter for example 10." in response.text
    assert phone.send(page, "/corrections/house-rules", preset="poker").status == 422


def test_house_rules_correction_includes_forbidden_deal(site: Flask, phone: Phone) -> None:
    game = start(site, KING_OF_HEARTS, DIAMONDS)
    page = phone.get(game.path("/corrections/house-rules"))
    page = phone.send(page, "/corrections/house-rules", doubling="off")
    assert "can’t be doubled at this table" in text_of(page)
    form = phone.get(href_of_link(page, "Correct as well"))
    assert not form.root.find("input", name="KH_doubled_by")
    page = phone.send(form, "/deals/6/correct")
    assert "can’t be doubled" not in text_of(page)
    correct(phone, game, page)
    assert game.file()["deals"][0]["captures"] == {"king_of_hearts": {"taken_by": "B"}}


def test_first_king_correction_moves_deals(phone: Phone, played: Game) -> None:
    page = phone.get(href_of_link(phone.get(played.path("/corrections/game")), "The first king"))
    assert page.root.find_one("input", name="king", value="A").attrs.get("checked") is not None
    page = phone.get(f"{page.path}?king=C")
    assert "Diamonds, Trex" in text_of(page)
    correct(phone, played, page)
    assert played.file()["first_king"] == "C"
    assert played.file()["deals"] == [deal_of_king("C", DIAMONDS), deal_of_king("C", TREX)]


def test_first_king_correction_before_first_deal(site: Flask, phone: Phone) -> None:
    game = start(site)
    correct(phone, game, phone.get(game.path("/kingdoms/A/king?king=D")))
    assert game.file()["first_king"] == "D"


def test_king_correction_moves_later_kingdoms(site: Flask, phone: Phone) -> None:
    game = start(site, *KINGDOM_OF_A, deal_of_king("B", DIAMONDS), {**VOID, "king": "B"})
    correct(phone, game, phone.get(game.path("/kingdoms/B/king?king=D")))
    assert [deal["king"] for deal in game.file()["deals"]] == ["C"] * 5 + ["D"] * 2
    assert game.file()["first_king"] == "C"


def test_king_correction_swaps_agreed_kings(site: Flask, phone: Phone) -> None:
    game = start(site, *KINGDOM_OF_A, deal_of_king("D", DIAMONDS), **preset("standard", next_king="agreed"))
    page = phone.get(game.path("/kingdoms/D/king?king=B"))
    correct(phone, game, page)
    assert [deal["king"] for deal in game.file()["deals"]] == ["A"] * 5 + ["B"]
    correct(phone, game, phone.get(game.path("/kingdoms/B/king?king=A")))
    assert [deal["king"] for deal in game.file()["deals"]] == ["B"] * 5 + ["A"]


@pytest.mark.parametrize("letter", ["C", "X", "%00"])
def test_king_of_unstarted_kingdom_is_not_found(phone: Phone, played: Game, letter: str) -> None:
    assert phone.get(played.path(f"/kingdoms/{letter}/king")).status == 404


def test_seating_preview_of_partners_shows_all_totals(site: Flask, phone: Phone) -> None:
    game = start(site, DIAMONDS, **preset("partnership"))
    assert totals(preview_seat_swap(phone, game, "seats")).keys() == {"Amal", "Basil", "Carine", "Dani"}
    page = phone.get(game.path("/corrections/seats?sat_A=B&sat_B=A&sat_C=D&sat_D=C&points=seats"))
    assert totals(page)["Amal and Carine"] == ("−80", "−50")


def test_new_partners_can_change_totals(site: Flask, phone: Phone, played: Game) -> None:
    """A capture by the holder's partner becomes one by an opponent if the two no longer play together."""
    king = {**KING_OF_HEARTS, "captures": {"king_of_hearts": {"taken_by": "C", "doubled_by": "A"}}}
    game = start(site, king, **preset("partnership", partner_capture="no_bonus"))
    assert "New partners can change totals." in phone.get(game.path("/corrections/seats")).root.text
    assert totals(preview_seat_swap(phone, game, "players"))["Amal"] == ("0", "75")
    assert "No totals change." in phone.get(played.path("/corrections/seats")).root.text


def test_player_proposes_seating_in_dispute(site: Flask, played: Game) -> None:
    tokens, player = player_tokens(site, Phone(site), played), Phone(site)
    path = f"/g/{tokens['B']}"
    page = player.get(f"{path}/corrections/seats?sat_A=A&sat_B=C&sat_C=B&sat_D=D&points=players")
    page = player.send(page, f"{path}/disputes", reason="we had changed over")
    assert page.path == f"{path}/corrections/game"
    assert "we had changed over" in page.root.find_one("section", class_="disputes").text
    scorer = Phone(site)
    sheet = scorer.get(played.path("/sheet"))
    assert "we had changed over" in scorer.get(href_of_link(sheet, "One open dispute")).text
    for seat in "AC":
        response = answer_dispute(scorer, played.path("/corrections/game"), seat, "yes")
    assert "corrected as proposed" in response.text
    assert played.file()["players"] == ["Amal", "Carine", "Basil", "Dani"]
    assert "One open dispute" not in scorer.get(played.path("/sheet")).text


def test_correction_pages_follow_permissions(site: Flask, phone: Phone, played: Game) -> None:
    player_path = f"/g/{player_tokens(site, Phone(site), played)['C']}"
    for path in ("/corrections/game", "/corrections/seats", "/corrections/house-rules", "/corrections/missing"):
        assert phone.get(player_path + path).status == 200
        assert phone.get(played.path(path, "read")).status == 403
    for path in ("/kingdoms/A/king", "/deals/6/note", "/deals/6/dispute", "/deals/6/correct"):
        assert phone.get(player_path + path).status == 200
        assert phone.get(played.path(path, "read")).status == 403
        assert phone.get(f"/g/{'A' * 22}{path}").status == 404
    assert "/corrections/game" in phone.get(f"{player_path}/sheet").text
    assert "/corrections/game" not in phone.get(played.path("/sheet", "read")).text


def test_dispute_about_game_needs_no_entry(phone: Phone, played: Game) -> None:
    page = phone.get(played.path("/corrections/game"))
    refused = phone.send(page, "/disputes", reason="we never played this")
    assert refused.path == played.path("/corrections/game")
    page = phone.send(page, "/disputes", reason="we never played this", seat="D")
    assert "we never played this" in page.root.find_one("section", class_="disputes").text


@pytest.mark.parametrize(
    "changes",
    [
        [{"seq": 6, "entry": {"king": "Z"}}],
        [{"seq": 6, "entry": {"king": "A", "contracts": ["trex"], "captures": {"trex": [1, None, {}, []]}}}],
        [{"before": None, "entry": {"void": {"reason": 7}, "king": []}}],
        [{"seats": {"A": "B"}, "deals": True}],
        [{"seats": "x"}],
        [{"house_rules": {"preset": "standard", "options": {"queen_points": 10**400}}}],
        [{"first_king": ["A"]}],
        [{"before": 6, "entry": DIAMONDS}, {"before": 7, "entry": DIAMONDS}],
    ],
)
@pytest.mark.parametrize(
    "path",
    [
        "/corrections/new",
        "/corrections/seats",
        "/corrections/house-rules",
        "/corrections/missing",
        "/corrections/missing/entry",
        "/kingdoms/A/king",
        "/deals/6/dispute",
        "/deals/6/correct",
        "/deals/6/note",
    ],
)
def test_invalid_changes_in_address_are_ignored(phone: Phone, played: Game, changes: Json, path: str) -> None:
    page = phone.get(played.path(f"{path}?changes={quote(json.dumps(changes))}"))
    assert page.status == 200
    assert played.seq() == 7


def test_other_order_of_kings_is_corrected(site: Flask, phone: Phone) -> None:
    deals = whole_game("standard", 5)["deals"]
    game = start(site, *deals[:12], first_king=deals[0]["king"])
    kings = list(dict.fromkeys(deal["king"] for deal in deals))
    page = phone.get(game.path(f"/kingdoms/{kings[1]}/king"))
    assert "Did the kings take turns in a different order" in text_of(page)
    order_link = next(link for link in page.root.find("a", class_="row") if "the table agrees" in link.text)
    page = phone.get(order_link.attrs["href"])
    assert "swaps with this one" in text_of(page)
    changes = page.root.find("input", name="changes")[0].attrs["value"]
    page = phone.get(f"{game.path(f'/kingdoms/{kings[1]}/king')}?king={kings[2]}&changes={quote(changes)}")
    assert "These entries would no longer be possible" not in text_of(page)
    correct(phone, game, page)
    file = game.file()
    assert list(dict.fromkeys(deal["king"] for deal in file["deals"])) == [kings[0], kings[2], kings[1]]
    assert file["house_rules"]["options"]["next_king"] == "agreed"
