"""Correcting through the pages: what is wrong, what it should have been, what follows from it, and why."""

import json
from urllib.parse import quote

import pytest
from flask import Flask

from tests.support.corrections import way
from tests.support.pages import Answer, Game, Phone, captures_as_typed, start
from tests.support.tables import COLLECTIONS, DIAMONDS, MOVED, TREX, VOID, Json

COUNTED_AGAIN: Json = {**DIAMONDS, "captures": {"diamonds": {"A": 4, "B": 5, "C": 3, "D": 1}}}


@pytest.fixture
def played(site: Flask) -> Game:
    return start(site, DIAMONDS, TREX)


def tell(phone: Phone, game: Game, path: str, captures: Json) -> Answer:
    """Open the form of a correction, tell what was taken, and look at what it would change."""
    page = phone.get(game.path(path))
    action = path.partition("?")[0]
    return phone.send(page, action, **captures_as_typed(captures))


def review(phone: Phone, game: Game, *changes: Json) -> Answer:
    return phone.get(game.path(f"/corrections/new?changes={quote(json.dumps(changes))}"))


def test_a_deal_is_counted_again_and_everybody_sees_what_it_changes_before_it_counts(
    phone: Phone, played: Game
) -> None:
    page = tell(phone, played, "/deals/6/correct", COUNTED_AGAIN["captures"])
    rows = [[cell.text for cell in row.find("td")] for row in page.root.one("table", class_="difference").find("tr")]
    assert rows[1:] == [["5", "", "4"], ["4", "", "5"]]
    assert played.seq() == 7
    phone.send(page, played.path("/corrections"), usual="counted")
    assert played.file()["deals"] == [COUNTED_AGAIN, TREX]
    assert "Recounted" in phone.get(played.path("/deals/6")).root.one("main").text


def test_the_form_of_a_correction_stands_there_as_the_deal_was_told(phone: Phone, played: Game) -> None:
    page = phone.get(played.path("/deals/6/correct"))
    assert [field.attrs["value"] for field in page.root.find("input", **{"data-count": ""})] == ["5", "4", "3", "1"]


def test_a_contract_that_is_then_used_twice_is_shown_and_the_table_decides(phone: Phone, played: Game) -> None:
    page = tell(phone, played, "/deals/6/correct?contracts=trex", TREX["captures"])
    assert "has already played: Trex." in page.root.one("main").text
    assert not page.root.find("form")[0].find("button")
    ways = {node.text: node.attrs["href"] for node in page.root.find("a", class_="button")}
    page = phone.get(ways["Remove entry"])
    assert "Trex does not count" in page.root.one("main").text
    phone.send(page, played.path("/corrections"), usual="typed")
    assert played.file()["deals"] == [TREX]


def test_the_other_deal_is_corrected_as_well_and_both_count_at_once(phone: Phone, played: Game) -> None:
    page = tell(phone, played, "/deals/6/correct?contracts=trex", TREX["captures"])
    way = next(node.attrs["href"] for node in page.root.find("a", class_="button") if node.text == "Correct as well")
    chosen = phone.get(way)
    changes = chosen.root.find("input", name="changes")[0].attrs["value"]
    page = tell(phone, played, f"/deals/7/correct?contracts=diamonds&changes={quote(changes)}", DIAMONDS["captures"])
    phone.send(page, played.path("/corrections"), reason="we mixed them up")
    assert played.file()["deals"] == [TREX, DIAMONDS]
    assert played.seq() == 8


def test_two_deals_in_each_others_way_are_both_named_wherever_one_begins(phone: Phone, played: Game) -> None:
    page = tell(phone, played, "/deals/7/correct?contracts=diamonds", DIAMONDS["captures"])
    own, other = page.root.find("li", class_="impossible__deal")
    assert "being corrected" in own.text
    assert [node.text for node in own.find("a")] == ["Change again"]
    assert "Deal 1, Amal’s kingdom" in other.text
    assert [node.text for node in other.find("a")] == ["Correct as well", "Remove entry"]
    assert "/deals/6/dispute" in way(page, "Correct as well")
    chosen = phone.get(way(page, "Correct as well"))
    assert chosen.root.one("a", class_="top__back").attrs["href"].startswith(played.path("/corrections/new?changes="))
    changes = quote(chosen.root.find("input", name="changes")[0].attrs["value"])
    page = tell(phone, played, f"/deals/6/correct?contracts=trex&changes={changes}", TREX["captures"])
    phone.send(page, played.path("/corrections"), usual="typed")
    assert played.file()["deals"] == [TREX, DIAMONDS]


def test_a_deal_of_the_wrong_king_is_named_with_the_one_before_which_it_cannot_stand(
    phone: Phone, played: Game
) -> None:
    page = tell(phone, played, "/deals/7/correct?king=C", TREX["captures"])
    own, other = page.root.find("li", class_="impossible__deal")
    assert "Carine’s kingdom" in own.text
    assert "being corrected" in own.text
    assert "Diamonds" in other.text


def test_a_missing_deal_is_put_in(phone: Phone, played: Game) -> None:
    form = "/corrections/missing/entry?before=7&contracts=collections"
    assert phone.get(played.path(form)).root.one(class_="top__end").text == "Deal 2"
    page = tell(phone, played, form, COLLECTIONS["captures"])
    phone.send(page, played.path("/corrections"), usual="typed")
    assert played.file()["deals"] == [DIAMONDS, COLLECTIONS, TREX]


def test_a_wrong_king_is_put_right_where_the_first_king_is(site: Flask, phone: Phone) -> None:
    game = start(site, DIAMONDS, first_king=None)
    page = tell(phone, game, "/deals/6/correct?king=C", DIAMONDS["captures"])
    phone.send(page, game.path("/corrections"), usual="typed")
    assert game.file()["deals"][0]["king"] == "C"


@pytest.mark.parametrize(("entry", "place"), [(VOID, 6), (MOVED, 6), (DIAMONDS, 6)])
def test_what_should_not_count_is_left_out(site: Flask, phone: Phone, entry: Json, place: int) -> None:
    game = start(site, entry)
    page = phone.get(game.path(f"/deals/{place}/dispute"))
    way = next(a.attrs["href"] for a in page.root.find("a", class_="row") if "Remove this entry" in a.text)
    phone.send(phone.get(way), game.path("/corrections"), usual="typed")
    assert game.file()["deals"] == []


def test_a_correction_needs_a_reason(phone: Phone, played: Game) -> None:
    page = review(phone, played, {"seq": 6, "entry": COUNTED_AGAIN})
    answer = phone.send(page, played.path("/corrections"), usual=None)
    assert answer.status == 422
    assert "Enter a reason." in answer.text
    assert played.seq() == 7


def test_what_changes_nothing_cannot_be_saved(phone: Phone, played: Game) -> None:
    page = review(phone, played, {"seq": 6, "entry": DIAMONDS})
    assert "This matches the saved version" in page.text
    assert not page.root.find("button", class_="bar")


@pytest.mark.parametrize("changes", ["", "x", "{}", "[7]", '[{"seq":99,"entry":null}]', "[" * 3000, '[{"seq":6}]'])
def test_rubbish_in_an_address_leads_back_to_the_sheet(phone: Phone, played: Game, changes: str) -> None:
    answer = phone.get(played.path(f"/corrections/new?changes={quote(changes)}"))
    assert (answer.status, answer.path) == (200, played.path("/sheet"))
    assert phone.get(played.path(f"/deals/6/wrong?changes={quote(changes)}")).status == 200


def test_a_contract_that_is_none_leads_back_to_the_question(phone: Phone, played: Game) -> None:
    assert phone.get(played.path("/deals/6/correct?contracts=poker")).path == played.path("/deals/6/dispute")


def test_two_phones_that_correct_the_same_deal_do_not_erase_each_other(phone: Phone, played: Game) -> None:
    page = review(phone, played, {"seq": 6, "entry": COUNTED_AGAIN})
    played.say({"adjustment": {"A": 5, "B": -5}, "reason": "agreed"})
    answer = phone.send(page, played.path("/corrections"), usual="typed")
    assert answer.status == 422
    assert "Someone else saved an entry" in answer.text
    phone.send(answer, played.path("/corrections"), usual="typed")
    assert played.file()["deals"][0] == COUNTED_AGAIN


def test_an_exported_journal_is_what_the_interface_gives(site: Flask, phone: Phone, played: Game) -> None:
    saved = phone.get(played.path("/journal.json")).text
    of_the_interface = site.test_client().get(f"/api/games/{played.token('read')}/journal")
    assert json.loads(saved) == of_the_interface.json
