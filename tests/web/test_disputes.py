"""Objecting, answering and settling through the pages."""

import json
from urllib.parse import quote

import pytest
from flask import Flask

from tests.support.pages import Answer, Game, Phone, start
from tests.support.tables import DIAMONDS, TREX
from tests.web.test_agreement import seats_of
from tests.web.test_corrections import COUNTED_AGAIN

CHANGES = [{"seq": 6, "entry": COUNTED_AGAIN}]


@pytest.fixture
def played(site: Flask) -> Game:
    return start(site, DIAMONDS, TREX)


def propose(phone: Phone, path: str, reason: str = "I had five") -> Answer:
    """Through the link of a seat: what it should be, and why."""
    page = phone.get(f"{path}/corrections/new?changes={quote(json.dumps(CHANGES))}")
    return phone.send(page, f"{path}/disputes", reason=reason)


def tap(phone: Phone, path: str, seat: str, agrees: str) -> Answer:
    page = phone.get(path)
    form = next(
        one
        for one in page.root.find("form")
        if one.attrs["action"].endswith("/answer") and one.find("input", name="seat", value=seat)
    )
    data = {node.attrs["name"]: node.attrs["value"] for node in form.find("input")}
    return phone.post(form.attrs["action"], {**data, "agrees": agrees})


def end(phone: Phone, path: str, how: str) -> Answer:
    page = phone.get(path)
    form = next(one for one in page.root.find("form") if one.attrs["action"].endswith("/end"))
    data = {node.attrs["name"]: node.attrs["value"] for node in form.find("input")}
    return phone.post(form.attrs["action"], {**data, "as": how})


def test_a_player_proposes_on_their_own_phone_and_it_holds_once_all_agree(site: Flask, played: Game) -> None:
    tokens = seats_of(site, Phone(site), played)
    page = propose(Phone(site), f"/g/{tokens['B']}")
    assert "I had five" in page.text
    assert "disputed" in Phone(site).get(played.path("/sheet", "read")).text
    for seat in "ACD":
        assert played.file()["deals"][0] == DIAMONDS
        tap(Phone(site, "ar"), f"/g/{tokens[seat]}/deals/6", seat, "yes")
    assert played.file()["deals"][0] == COUNTED_AGAIN
    assert "it was put right as proposed" in Phone(site).get(played.path("/deals/6")).text


def test_who_does_not_agree_is_named_and_the_table_settles_it(site: Flask, played: Game) -> None:
    tokens, scorer = seats_of(site, Phone(site), played), Phone(site)
    propose(Phone(site), f"/g/{tokens['B']}")
    tap(Phone(site), f"/g/{tokens['C']}/deals/6", "C", "no")
    assert "does not agree" in scorer.get(played.path("/deals/6", "read")).text
    end(scorer, played.path("/deals/6"), "as_it_stands")
    assert played.file()["deals"][0] == DIAMONDS
    assert "it stands as it was" in scorer.get(played.path("/deals/6")).text
    assert "disputed" not in scorer.get(played.path("/sheet")).text


def test_a_mere_objection_is_shown_at_the_deal_and_can_be_withdrawn_by_its_player_alone(
    site: Flask, played: Game
) -> None:
    tokens, mine = seats_of(site, Phone(site), played), Phone(site)
    page = mine.get(f"/g/{tokens['D']}/deals/6/wrong")
    page = mine.send(page, "/disputes", reason="nobody had thirteen")
    assert "nobody had thirteen" in page.text
    other = Phone(site).get(f"/g/{tokens['A']}/deals/6")
    assert not [form for form in other.root.find("form") if form.attrs["action"].endswith("/end")]
    end(mine, f"/g/{tokens['D']}/deals/6", "withdrawn")
    assert "Withdrawn." in mine.get(played.path("/deals/6")).text


def test_the_scorer_asks_the_others_first_in_somebodys_name(phone: Phone, played: Game) -> None:
    page = phone.get(played.path(f"/corrections/new?changes={quote(json.dumps(CHANGES))}"))
    data = {node.attrs["name"]: node.attrs.get("value", "") for node in page.root.find("input", type="hidden")}
    page = phone.post(played.path("/disputes"), {**data, "reason": "counted"})
    assert "Name a player" in page.text
    phone.post(played.path("/disputes"), {**data, "reason": "counted", "seat": "C"})
    assert "counted" in phone.get(played.path("/deals/6")).root.one("section", class_="disputes").text
    for seat in "ABD":
        tap(phone, played.path("/deals/6"), seat, "yes")
    assert played.file()["deals"][0] == COUNTED_AGAIN


def test_whoever_only_reads_and_a_stranger_say_nothing_to_a_dispute(site: Flask, phone: Phone, played: Game) -> None:
    tokens = seats_of(site, Phone(site), played)
    propose(Phone(site), f"/g/{tokens['B']}")
    assert not phone.get(played.path("/deals/6", "read")).root.find("form")
    assert phone.get(played.path("/deals/6/wrong", "read")).status == 403
    proof = phone.get("/").fields("/games")["csrf_token"]
    for path, said in (
        ("/disputes", {"seat": "A", "reason": "x"}),
        ("/disputes/8/answer", {"seat": "A", "agrees": "yes"}),
        ("/disputes/8/end", {"as": "proposed"}),
        ("/disputes/8/end", {"as": "withdrawn", "seat": "B"}),
    ):
        assert phone.post(played.path(path, "read"), {"csrf_token": proof, **said}).status == 403
        assert phone.post(f"/g/{'A' * 22}{path}", {"csrf_token": proof, **said}).status == 404
    assert played.seq() == 8


def test_a_player_answers_for_nobody_else_and_settles_nothing(site: Flask, played: Game) -> None:
    tokens, phone = seats_of(site, Phone(site), played), Phone(site)
    propose(phone, f"/g/{tokens['B']}")
    proof = phone.get("/").fields("/games")["csrf_token"]
    mine = f"/g/{tokens['B']}/disputes"
    assert phone.post(f"{mine}/8/answer", {"csrf_token": proof, "seat": "A", "agrees": "yes"}).status == 403
    assert phone.post(f"{mine}/8/end", {"csrf_token": proof, "as": "proposed"}).status == 403
    assert phone.post(mine, {"csrf_token": proof, "seat": "A", "reason": "x"}).status == 403
    assert phone.post(f"/g/{tokens['B']}/corrections", {"csrf_token": proof, "reason": "x"}).status == 403


@pytest.mark.parametrize("back", ["https://example.com", "//example.com", "/elsewhere", ""])
def test_a_forged_way_back_leads_to_the_sheet(phone: Phone, played: Game, back: str) -> None:
    proof = phone.get("/").fields("/games")["csrf_token"]
    answer = phone.post(played.path("/disputes"), {"csrf_token": proof, "back": back, "reason": "x"})
    assert answer.path == played.path("/sheet")
