"""Correcting what concerns the whole game: seats, house rules, kings."""

import json
from urllib.parse import quote

import pytest
from flask import Flask

from tests.support.corrections import KING_OF_HEARTS, WHOLE, correct, of, said, swapped, totals, way
from tests.support.pages import Game, Phone, preset, start
from tests.support.tables import DIAMONDS, TREX, VOID, Json
from tests.support.whole_games import whole_game
from tests.web.games.disputes.test_routes import tap
from tests.web.games.sign_off.test_routes import seats_of


@pytest.fixture
def played(site: Flask) -> Game:
    return start(site, DIAMONDS, TREX)


def test_the_sheet_leads_to_what_is_wrong_with_the_whole_game(phone: Phone, played: Game) -> None:
    page = phone.get(way(phone.get(played.path("/sheet")), "Correct a deal"))
    ways = [node.one(class_="row__title").text for node in page.root.find("a", class_="row")]
    assert ways == ["Add a missing deal", "Seating", "Player name", "House rules", "The first king"]
    for one in ways:
        assert phone.get(way(page, one)).status == 200


def test_points_that_stay_with_the_names_move_no_total(phone: Phone, played: Game) -> None:
    before = played.file()
    page = swapped(phone, played, "players")
    assert all(old == new for old, new in totals(page).values())
    correct(phone, played, page)
    after = played.file()
    assert after["players"] == ["Amal", "Carine", "Basil", "Dani"]
    assert after["deals"][0]["captures"]["diamonds"] == {"A": 5, "B": 3, "C": 4, "D": 1}
    assert before["deals"][0]["captures"]["diamonds"] == {"A": 5, "B": 4, "C": 3, "D": 1}
    told = phone.get(played.path("/deals/6")).root.one("article", class_="correction").text
    assert "Each keeps the cards they took" in told
    told_of_all = phone.get(played.path("/history")).root.find("li")[0]
    assert [node.text for node in told_of_all.find("del")] == ["Basil", "Carine"]
    written = phone.get(played.path("/history")).root.one("li", id="entry-6").one(class_="told__points").text
    assert written == "Amal −50 Basil −40 Carine −30 Dani −10"


def test_points_that_stay_with_the_seats_change_hands(phone: Phone, played: Game) -> None:
    page = swapped(phone, played, "seats")
    assert totals(page)["Basil"] == ("10", "170")
    assert totals(page)["Carine"] == ("170", "10")
    correct(phone, played, page)
    assert played.file()["deals"] == [DIAMONDS, TREX]
    assert played.file()["players"] == ["Amal", "Carine", "Basil", "Dani"]


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("sat_A=B&sat_B=B&sat_C=C&sat_D=D&points=seats", "two seats"),
        ("sat_A=B&sat_B=A&sat_C=C&sat_D=D", "who keeps the points"),
        ("sat_A=X&sat_B=%00", "two seats"),
    ],
)
def test_what_cannot_be_of_the_seats_is_said_and_kept(phone: Phone, played: Game, address: str, why: str) -> None:
    page = phone.get(played.path(f"/corrections/seats?{address}"))
    assert page.status == 422
    assert why in said(page)


def test_a_house_rule_agreed_late_shows_every_deal_that_comes_to_something_else(phone: Phone, played: Game) -> None:
    page = phone.get(played.path("/corrections/house-rules"))
    page = phone.send(page, "/corrections/house-rules", diamond_points="15", trick_points="10")
    assert "1 deal changes" in said(page)
    assert totals(page)["Amal"] == ("100", "75")
    correct(phone, played, page)
    assert played.file()["house_rules"] == {
        "preset": "standard",
        "options": {"diamond_points": 15, "trick_points": 10},
    }
    assert "What does a diamond cost?" in phone.get(played.path("/history")).root.find("li")[0].text


def test_house_rules_that_cannot_be_answered_like_that_are_refused_in_place(phone: Phone, played: Game) -> None:
    page = phone.get(played.path("/corrections/house-rules"))
    answer = phone.send(page, "/corrections/house-rules", diamond_points="many")
    assert answer.status == 422
    assert "Choose one of the answers to" in answer.text
    assert phone.send(page, "/corrections/house-rules", preset="poker").status == 422


def test_what_other_rules_forbid_is_put_right_in_the_same_correction(site: Flask, phone: Phone) -> None:
    game = start(site, KING_OF_HEARTS, DIAMONDS)
    page = phone.get(game.path("/corrections/house-rules"))
    page = phone.send(page, "/corrections/house-rules", doubling="off")
    assert "can’t be doubled at this table" in said(page)
    form = phone.get(way(page, "Correct as well"))
    assert not form.root.find("input", name="KH_doubled_by")
    page = phone.send(form, "/deals/6/correct")
    assert "can’t be doubled" not in said(page)
    correct(phone, game, page)
    assert game.file()["deals"][0]["captures"] == {"king_of_hearts": {"taken_by": "B"}}


def test_another_first_king_takes_the_deals_along(phone: Phone, played: Game) -> None:
    page = phone.get(way(phone.get(played.path("/corrections/game")), "The first king"))
    assert page.root.one("input", name="king", value="A").attrs.get("checked") is not None
    page = phone.get(f"{page.path}?king=C")
    assert "Diamonds, Trex" in said(page)
    correct(phone, played, page)
    assert played.file()["first_king"] == "C"
    assert played.file()["deals"] == [of("C", DIAMONDS), of("C", TREX)]


def test_before_anything_is_played_another_first_king_is_all_that_changes(site: Flask, phone: Phone) -> None:
    game = start(site)
    correct(phone, game, phone.get(game.path("/kingdoms/A/king?king=D")))
    assert game.file()["first_king"] == "D"


def test_where_kings_follow_in_order_the_other_kingdoms_move_along(site: Flask, phone: Phone) -> None:
    game = start(site, *WHOLE, of("B", DIAMONDS), {**VOID, "king": "B"})
    correct(phone, game, phone.get(game.path("/kingdoms/B/king?king=D")))
    assert [deal["king"] for deal in game.file()["deals"]] == ["C"] * 5 + ["D"] * 2
    assert game.file()["first_king"] == "C"


def test_where_the_table_says_who_is_king_two_change_places(site: Flask, phone: Phone) -> None:
    game = start(site, *WHOLE, of("D", DIAMONDS), **preset("standard", next_king="agreed"))
    page = phone.get(game.path("/kingdoms/D/king?king=B"))
    correct(phone, game, page)
    assert [deal["king"] for deal in game.file()["deals"]] == ["A"] * 5 + ["B"]
    correct(phone, game, phone.get(game.path("/kingdoms/B/king?king=A")))
    assert [deal["king"] for deal in game.file()["deals"]] == ["B"] * 5 + ["A"]


@pytest.mark.parametrize("letter", ["C", "X", "%00"])
def test_a_kingdom_that_has_not_begun_had_no_king(phone: Phone, played: Game, letter: str) -> None:
    assert phone.get(played.path(f"/kingdoms/{letter}/king")).status == 404


def test_partners_see_their_sums(site: Flask, phone: Phone) -> None:
    game = start(site, DIAMONDS, **preset("partnership"))
    assert totals(swapped(phone, game, "seats")).keys() == {"Amal", "Basil", "Carine", "Dani"}
    page = phone.get(game.path("/corrections/seats?sat_A=B&sat_B=A&sat_C=D&sat_D=C&points=seats"))
    assert totals(page)["Amal and Carine"] == ("−80", "−50")


def test_a_player_proposes_it_from_their_own_link_and_it_is_seen_where_it_belongs(site: Flask, played: Game) -> None:
    tokens, mine = seats_of(site, Phone(site), played), Phone(site)
    path = f"/g/{tokens['B']}"
    page = mine.get(f"{path}/corrections/seats?sat_A=A&sat_B=C&sat_C=B&sat_D=D&points=players")
    page = mine.send(page, f"{path}/disputes", reason="we had changed over")
    assert page.path == f"{path}/corrections/game"
    assert "we had changed over" in page.root.one("section", class_="disputes").text
    scorer = Phone(site)
    sheet = scorer.get(played.path("/sheet"))
    assert "we had changed over" in scorer.get(way(sheet, "One open dispute")).text
    for seat in "AC":
        answered = tap(scorer, played.path("/corrections/game"), seat, "yes")
    assert "corrected as proposed" in answered.text
    assert played.file()["players"] == ["Amal", "Carine", "Basil", "Dani"]
    assert "One open dispute" not in scorer.get(played.path("/sheet")).text


def test_a_player_opens_what_the_scorer_does_a_reader_nothing_of_it(site: Flask, phone: Phone, played: Game) -> None:
    seat = f"/g/{seats_of(site, Phone(site), played)['C']}"
    for path in ("/corrections/game", "/corrections/seats", "/corrections/house-rules", "/corrections/missing"):
        assert phone.get(seat + path).status == 200
        assert phone.get(played.path(path, "read")).status == 403
    for path in ("/kingdoms/A/king", "/deals/6/note", "/deals/6/dispute", "/deals/6/correct"):
        assert phone.get(seat + path).status == 200
        assert phone.get(played.path(path, "read")).status == 403
        assert phone.get(f"/g/{'A' * 22}{path}").status == 404
    assert "/corrections/game" in phone.get(f"{seat}/sheet").text
    assert "/corrections/game" not in phone.get(played.path("/sheet", "read")).text


def test_an_objection_to_the_whole_game_needs_no_entry(phone: Phone, played: Game) -> None:
    page = phone.get(played.path("/corrections/game"))
    nameless = phone.send(page, "/disputes", reason="we never played this")
    assert nameless.path == played.path("/corrections/game")
    page = phone.send(page, "/disputes", reason="we never played this", seat="D")
    assert "we never played this" in page.root.one("section", class_="disputes").text


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
def test_rubbish_in_an_address_breaks_no_page(phone: Phone, played: Game, changes: Json, path: str) -> None:
    page = phone.get(played.path(f"{path}?changes={quote(json.dumps(changes))}"))
    assert page.status == 200
    assert played.seq() == 7


def test_kings_that_went_in_another_order_have_a_way_out(site: Flask, phone: Phone) -> None:
    deals = whole_game("standard", 5)["deals"]
    game = start(site, *deals[:12], first_king=deals[0]["king"])
    kings = list(dict.fromkeys(deal["king"] for deal in deals))
    page = phone.get(game.path(f"/kingdoms/{kings[1]}/king"))
    assert "Did the kings take turns in a different order" in said(page)
    other = next(link for link in page.root.find("a", class_="row") if "the table agrees" in link.text)
    page = phone.get(other.attrs["href"])
    assert "swaps with this one" in said(page)
    changes = page.root.find("input", name="changes")[0].attrs["value"]
    page = phone.get(f"{game.path(f'/kingdoms/{kings[1]}/king')}?king={kings[2]}&changes={quote(changes)}")
    assert "These entries would no longer be possible" not in said(page)
    correct(phone, game, page)
    file = game.file()
    assert list(dict.fromkeys(deal["king"] for deal in file["deals"])) == [kings[0], kings[2], kings[1]]
    assert file["house_rules"]["options"]["next_king"] == "agreed"
