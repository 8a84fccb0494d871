"""Correcting what concerns the whole game: seats, house rules, kings, and whatever is missing, wherever it belongs."""

import json
from urllib.parse import quote

import pytest
from flask import Flask

from tests.support.pages import Answer, Game, Phone, captures_as_typed, preset, start
from tests.support.tables import COLLECTIONS, DIAMONDS, MOVED, TREX, VOID, Json
from tests.web.test_agreement import seats_of

KING_OF_HEARTS: Json = {
    "king": "A",
    "contracts": ["king_of_hearts"],
    "captures": {"king_of_hearts": {"taken_by": "B", "doubled_by": "C"}},
}
QUEENS: Json = {
    "king": "A",
    "contracts": ["queens"],
    "captures": {"queens": {suit: {"taken_by": "B"} for suit in ("hearts", "spades", "diamonds", "clubs")}},
}
WHOLE = (DIAMONDS, TREX, COLLECTIONS, KING_OF_HEARTS, QUEENS)
"""A's kingdom."""


@pytest.fixture
def played(site: Flask) -> Game:
    return start(site, DIAMONDS, TREX)


def of(king: str, deal: Json) -> Json:
    return {**deal, "king": king}


def said(page: Answer) -> str:
    return page.root.one("main").text


def totals(page: Answer) -> dict[str, tuple[str, str]]:
    """Each player's total before and after, as the review shows it."""
    rows = page.root.one("table", class_="moved").one("tbody").find("tr")
    return {row.one("th").text: tuple(cell.text for cell in row.find("td")) for row in rows}  # type: ignore[misc]


def correct(phone: Phone, game: Game, page: Answer) -> Answer:
    return phone.send(page, game.path("/corrections"), usual="agreed")


def way(page: Answer, words: str) -> str:
    return next(node.attrs["href"] for node in page.root.find("a") if words in node.text)


def swapped(phone: Phone, game: Game, points: str) -> Answer:
    """B and C sat on each other's seat."""
    return phone.get(game.path(f"/corrections/seats?sat_A=A&sat_B=C&sat_C=B&sat_D=D&points={points}"))


def test_the_sheet_leads_to_what_is_wrong_with_the_whole_game(phone: Phone, played: Game) -> None:
    page = phone.get(way(phone.get(played.path("/sheet")), "whole game is wrong"))
    ways = [node.one(class_="row__title").text for node in page.root.find("a", class_="row")]
    assert ways == ["Who sat where", "A house rule", "The first king", "A deal is missing"]
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
    assert "what everybody took stays theirs" in told
    told_of_all = phone.get(played.path("/journal")).root.find("li")[0]
    assert [node.text for node in told_of_all.find("del")] == ["Basil", "Carine"]


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
        ("sat_A=B&sat_B=A&sat_C=C&sat_D=D", "Whose are the points"),
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
    assert "1 deal comes to something else" in said(page)
    assert totals(page)["Amal"] == ("100", "75")
    correct(phone, played, page)
    assert played.file()["house_rules"] == {
        "preset": "standard",
        "options": {"diamond_points": 15, "trick_points": 10},
    }
    assert "What does a diamond cost?" in phone.get(played.path("/journal")).root.find("li")[0].text


def test_house_rules_that_cannot_be_answered_like_that_are_refused_in_place(phone: Phone, played: Game) -> None:
    page = phone.get(played.path("/corrections/house-rules"))
    answer = phone.send(page, "/corrections/house-rules", diamond_points="many")
    assert answer.status == 422
    assert "cannot be answered like that" in answer.text
    assert phone.send(page, "/corrections/house-rules", preset="poker").status == 422


def test_what_other_rules_forbid_is_put_right_in_the_same_correction(site: Flask, phone: Phone) -> None:
    game = start(site, KING_OF_HEARTS, DIAMONDS)
    page = phone.get(game.path("/corrections/house-rules"))
    page = phone.send(page, "/corrections/house-rules", doubling="off")
    assert "may not be doubled at this table" in said(page)
    form = phone.get(way(phone.get(way(page, "Correct it, too")), "What was taken"))
    assert not form.root.find("input", name="KH_doubled_by")
    page = phone.send(form, "/deals/6/correct")
    assert "may not be doubled" not in said(page)
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


def test_a_void_deal_is_put_right_in_place(site: Flask, phone: Phone) -> None:
    game = start(site, VOID, DIAMONDS, first_king=None)
    form = phone.get(way(phone.get(game.path("/deals/6/wrong")), "Why it was thrown in"))
    page = phone.send(form, "/deals/6/correct", reason="misdeal", king="A")
    correct(phone, game, page)
    assert game.file()["deals"][0] == {"king": "A", "void": {"reason": "misdeal", "claimed_by": "D"}}


def test_points_by_agreement_are_put_right_in_place(site: Flask, phone: Phone) -> None:
    game = start(site, MOVED, DIAMONDS)
    form = phone.get(way(phone.get(game.path("/deals/6/wrong")), "The points, or the reason"))
    assert form.root.one("input", name="points_B").attrs["value"] == "-30"
    answer = phone.send(form, "/deals/6/correct", points_D="40")
    assert answer.status == 422
    assert "have to add up to 0" in said(answer)
    page = phone.send(form, "/deals/6/correct", points_B="-40", points_D="40")
    correct(phone, game, page)
    assert game.file()["deals"][0] == {"adjustment": {"B": -40, "D": 40}, "reason": "agreed"}


def test_a_note_is_put_right_and_taken_away(phone: Phone, played: Game) -> None:
    assert "nothing is noted yet" in said(phone.get(played.path("/deals/6/wrong")))
    correct(phone, played, phone.get(played.path("/deals/6/note?note=counted+twice")))
    assert played.file()["deals"][0] == {**DIAMONDS, "note": "counted twice"}
    correct(phone, played, phone.get(played.path("/deals/6/note?note=")))
    assert played.file()["deals"][0] == DIAMONDS


def test_whatever_is_missing_is_put_in_anywhere(site: Flask, phone: Phone) -> None:
    game = start(site, *WHOLE[:4], MOVED)
    page = phone.get(game.path("/corrections/missing"))
    places = [option.attrs["value"] for option in page.root.one("select", name="before").find("option")]
    assert places == ["end", "10", "9", "8", "7", "6"]
    form = phone.get(game.path("/corrections/missing/entry?contracts=void&king=A&before=7"))
    correct(phone, game, phone.send(form, "/corrections/missing/entry", reason="misdeal"))
    form = phone.get(game.path("/corrections/missing/entry?contracts=adjustment&before=6"))
    form = phone.send(form, "/corrections/missing/entry", points_A="5", points_B="-5", reason="late")
    correct(phone, game, form)
    form = phone.get(game.path("/corrections/missing/entry?contracts=queens&king=A&before=end"))
    correct(phone, game, phone.send(form, "/corrections/missing/entry", **captures_as_typed(QUEENS["captures"])))
    assert game.file()["deals"] == [
        {"adjustment": {"A": 5, "B": -5}, "reason": "late"},
        DIAMONDS,
        {"king": "A", "void": {"reason": "misdeal"}},
        *WHOLE[1:4],
        MOVED,
        QUEENS,
    ]


def test_a_missing_deal_that_cannot_be_there_is_told_again_or_left_out(site: Flask, phone: Phone) -> None:
    game = start(site, *WHOLE, of("B", DIAMONDS))
    form = phone.get(game.path("/corrections/missing/entry?contracts=trex&king=A&before=end"))
    page = phone.send(form, "/corrections/missing/entry", **captures_as_typed(TREX["captures"]))
    assert "It is not \u2068Amal\u2069’s kingdom now" in said(page)
    assert phone.get(way(page, "Leave it out")).path == game.path("/sheet")
    again = phone.get(way(page, "Correct it, too"))
    form = phone.get(way(again, "What was taken").replace("/correct?", "/correct?king=B&"))
    page = phone.send(form, form.form("/correct").attrs["action"].partition("?")[0])
    correct(phone, game, page)
    assert game.file()["deals"] == [*WHOLE, of("B", DIAMONDS), of("B", TREX)]


def test_seats_and_a_deal_are_put_right_at_once_under_the_new_names(phone: Phone, played: Game) -> None:
    page = swapped(phone, played, "players")
    changes = page.root.find("input", name="changes")[0].attrs["value"]
    form = phone.get(played.path(f"/deals/6/correct?changes={quote(changes)}"))
    assert [field.attrs["value"] for field in form.root.find("input", **{"data-count": ""})] == ["5", "3", "4", "1"]
    page = phone.send(form, "/deals/6/correct", diamonds_B="2", diamonds_D="2")
    assert "Diamonds of Carine" in said(page)
    correct(phone, played, page)
    assert played.file()["deals"][0]["captures"]["diamonds"] == {"A": 5, "B": 2, "C": 4, "D": 2}


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
    assert "disputed" in scorer.get(way(scorer.get(played.path("/sheet")), "disputed")).text.lower()
    end = next(form for form in scorer.get(played.path("/corrections/game")).root.find("form", class_="dispute__end"))
    data = {node.attrs["name"]: node.attrs["value"] for node in end.find("input")}
    answer = scorer.post(end.attrs["action"], {**data, "as": "proposed"})
    assert "put right as proposed" in answer.text
    assert played.file()["players"] == ["Amal", "Carine", "Basil", "Dani"]
    assert "disputed" not in scorer.get(played.path("/sheet")).text


def test_a_player_opens_what_the_scorer_does_a_reader_nothing_of_it(site: Flask, phone: Phone, played: Game) -> None:
    seat = f"/g/{seats_of(site, Phone(site), played)['C']}"
    for path in ("/corrections/game", "/corrections/seats", "/corrections/house-rules", "/corrections/missing"):
        assert phone.get(seat + path).status == 200
        assert phone.get(played.path(path, "read")).status == 403
    for path in ("/kingdoms/A/king", "/deals/6/note", "/deals/6/wrong", "/deals/6/correct"):
        assert phone.get(seat + path).status == 200
        assert phone.get(played.path(path, "read")).status == 403
        assert phone.get(f"/g/{'A' * 22}{path}").status == 404
    assert "whole game is wrong" in phone.get(f"{seat}/sheet").text
    assert "whole game is wrong" not in phone.get(played.path("/sheet", "read")).text


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
        "/deals/6/wrong",
        "/deals/6/correct",
        "/deals/6/note",
    ],
)
def test_rubbish_in_an_address_breaks_no_page(phone: Phone, played: Game, changes: Json, path: str) -> None:
    page = phone.get(played.path(f"{path}?changes={quote(json.dumps(changes))}"))
    assert page.status == 200
    assert played.seq() == 7
