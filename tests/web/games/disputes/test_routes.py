"""Disputing, answering, resolving and reopening through the pages."""

import json
from urllib.parse import quote

import pytest
from flask import Flask

from tests.support.corrections import way
from tests.support.pages import RIGHTS, Answer, Game, Phone, start
from tests.support.tables import DIAMONDS, KING, TREX, Json
from tests.support.whole_games import whole_game
from tests.web.games.corrections.test_routes import COUNTED_AGAIN
from tests.web.games.sign_off.test_routes import seats_of
from trexscore.game.file.reseat import reseated
from trexscore.rules.seats import BySeat, Seat

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
    for seat in "CDA":
        assert played.file()["deals"][0] == DIAMONDS
        tap(Phone(site, "ar"), f"/g/{tokens[seat]}/deals/6", seat, "yes")
    assert played.file()["deals"][0] == COUNTED_AGAIN
    assert "corrected as proposed" in Phone(site).get(played.path("/deals/6")).text


def test_those_whose_points_change_resolve_it(site: Flask, played: Game) -> None:
    """A and B; what C says does not hold it up."""
    tokens, scorer = seats_of(site, Phone(site), played), Phone(site)
    propose(Phone(site), f"/g/{tokens['B']}")
    assert "once all players whose points change give the same answer" in scorer.get(played.path("/deals/6")).text
    tap(Phone(site), f"/g/{tokens['C']}/deals/6", "C", "no")
    assert "disagrees" in scorer.get(played.path("/deals/6", "read")).text
    tap(scorer, played.path("/deals/6"), "A", "yes")
    assert played.file()["deals"][0] == COUNTED_AGAIN
    assert "corrected as proposed" in scorer.get(played.path("/deals/6")).text
    assert "disputed" not in scorer.get(played.path("/sheet")).text


def test_the_scorers_phone_ends_no_dispute_of_others(site: Flask, played: Game) -> None:
    tokens, scorer = seats_of(site, Phone(site), played), Phone(site)
    propose(Phone(site), f"/g/{tokens['B']}")
    page = scorer.get(played.path("/deals/6"))
    assert not [one for one in page.root.find("form") if one.attrs["action"].endswith("/end")]
    proof = scorer.token
    for said in ({"as": "proposed"}, {"as": "as_it_stands"}, {"as": "withdrawn", "seat": "B"}):
        assert scorer.post(played.path("/disputes/8/end"), {"csrf_token": proof, **said}).status == 403
    assert "not yet, on their own phone" not in page.text, "whoever raised it agrees"


def test_a_dispute_is_reopened_from_its_deal_and_stays_listed(site: Flask, played: Game) -> None:
    tokens, reader = seats_of(site, Phone(site), played), Phone(site)
    mine = f"/g/{tokens['B']}"
    propose(Phone(site), mine)
    end(Phone(site), f"{mine}/deals/6", "withdrawn")
    listed = reader.get(played.path("/disputes", "read"))
    assert "Withdrawn." in listed.text
    assert "Resolved" in listed.text
    form = reader.get(f"{mine}/deals/6").form("/reopen")
    said = {node.attrs["name"]: node.attrs["value"] for node in form.find("input") if "value" in node.attrs}
    page = reader.post(form.attrs["action"], {**said, "reason": "we found the tricks"})
    assert "once all players whose points change give the same answer" in page.text
    told = reader.get(played.path("/history", "read")).root.text.replace("\u2068", "").replace("\u2069", "")
    assert "Basil reopens Basil’s dispute: we found the tricks" in told
    assert "Basil’s dispute was withdrawn" in told


def test_a_mere_objection_is_shown_at_the_deal_and_can_be_withdrawn_by_its_player_alone(
    site: Flask, played: Game
) -> None:
    tokens, mine = seats_of(site, Phone(site), played), Phone(site)
    page = mine.get(f"/g/{tokens['D']}/deals/6/dispute")
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
    assert "Choose the player who raises the dispute." in page.text
    phone.post(played.path("/disputes"), {**data, "reason": "counted", "seat": "C"})
    assert "counted" in phone.get(played.path("/deals/6")).root.one("section", class_="disputes").text
    for seat in "AB":
        tap(phone, played.path("/deals/6"), seat, "yes")
    assert played.file()["deals"][0] == COUNTED_AGAIN


def test_whoever_only_reads_and_a_stranger_say_nothing_to_a_dispute(site: Flask, phone: Phone, played: Game) -> None:
    tokens = seats_of(site, Phone(site), played)
    propose(Phone(site), f"/g/{tokens['B']}")
    assert not phone.get(played.path("/deals/6", "read")).root.find("form")
    assert phone.get(played.path("/deals/6/dispute", "read")).status == 403
    proof = phone.token
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
    proof = phone.token
    mine = f"/g/{tokens['B']}/disputes"
    assert phone.post(f"{mine}/8/answer", {"csrf_token": proof, "seat": "A", "agrees": "yes"}).status == 403
    assert phone.post(f"{mine}/8/end", {"csrf_token": proof, "as": "proposed"}).status == 403
    assert phone.post(mine, {"csrf_token": proof, "seat": "A", "reason": "x"}).status == 403
    assert phone.post(f"/g/{tokens['B']}/corrections", {"csrf_token": proof, "reason": "x"}).status == 403


@pytest.mark.parametrize("back", ["https://example.com", "//example.com", "/elsewhere", ""])
def test_a_forged_way_back_leads_to_the_sheet(phone: Phone, played: Game, back: str) -> None:
    proof = phone.token
    answer = phone.post(played.path("/disputes"), {"csrf_token": proof, "back": back, "reason": "x"})
    assert answer.path == played.path("/sheet")


def dispute_of(game: Game) -> Json:
    """The only dispute, as programs read it."""
    (dispute,) = game.site.test_client().get(f"/api/games/{game.read}/state").get_json()["disputes"]
    found: Json = dispute
    return found


def sat_elsewhere(game: Game, *, along: bool) -> None:
    """It is found out that everybody sat a seat further on; what they took goes along, or stays where it was taken."""
    change = {"seats": dict(zip("ABCD", "BCDA", strict=True)), "deals": along}
    game.say({"corrected": {"reason": "a photograph", "changes": [change]}})


@pytest.mark.parametrize("along", [False, True], ids=["what was taken stays", "what was taken goes along"])
def test_an_objection_stays_that_of_whoever_raised_it_wherever_they_are_found_to_have_sat(
    played: Game,
    along: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    played.say({"disputed": {"seat": "B", "about": 6, "reason": "I had five", "changes": CHANGES}})
    played.say({"answered": {"dispute": 8, "seat": "C", "agrees": True}})
    sat_elsewhere(played, along=along)
    dispute = dispute_of(played)
    assert (dispute["seat"], dispute["agree"], dispute["asked_again"]) == ("C", ["C"], True)
    for seat in "ABD":
        played.say({"answered": {"dispute": 8, "seat": seat, "agrees": True}})
    assert dispute_of(played)["end"] == "proposed"
    to = BySeat(Seat.B, Seat.C, Seat.D, Seat.A)
    assert played.file()["deals"][0] == (reseated(COUNTED_AGAIN, to) if along else COUNTED_AGAIN)


def test_who_is_proposed_to_have_sat_elsewhere_is_somebody_and_no_chair(played: Game) -> None:
    played.say({"disputed": {"seat": "B", "reason": "Amal and Basil", "changes": [{"seats": {"A": "B", "B": "A"}}]}})
    before = played.file()["players"]
    sat_elsewhere(played, along=True)
    for seat in "ABD":
        played.say({"answered": {"dispute": 8, "seat": seat, "agrees": True}})
    a, b, c, d = before
    assert played.file()["players"] == [d, b, a, c]


def test_a_proposal_that_has_become_impossible_moves_no_totals(site: Flask, played: Game) -> None:
    played.say({"disputed": {"seat": "B", "about": 6, "reason": "no", "changes": [{"seq": 6, "entry": KING}]}})
    phone = Phone(site)
    assert phone.get(played.path("/deals/6")).root.find("p", class_="told__points")
    played.say(KING)
    assert not phone.get(played.path("/deals/6")).root.find("p", class_="told__points")


def test_whoever_raised_an_objection_alone_withdraws_it_after_they_changed_places(played: Game) -> None:
    played.say({"disputed": {"seat": "B", "about": 6, "reason": "no"}})
    sat_elsewhere(played, along=False)
    with pytest.raises(AssertionError, match="not_yours_to_withdraw"):
        played.say({"settled": {"dispute": 8, "as": "withdrawn", "seat": "B"}})
    played.say({"settled": {"dispute": 8, "as": "withdrawn", "seat": "C"}})
    assert dispute_of(played)["end"] == "withdrawn"


def test_a_correction_taken_back_gives_an_objection_back_as_well(played: Game) -> None:
    played.say({"disputed": {"seat": "B", "about": 6, "reason": "no", "changes": CHANGES}})
    before = dispute_of(played)
    sat_elsewhere(played, along=True)
    played.say({"take_back": 9})
    assert dispute_of(played) == before


def row(page: Answer) -> str | None:
    """Where the row about disputes leads, if there is one."""
    found = [node.attrs["href"] for node in page.root.find("a", class_="pending__row") if "open" in node.text]
    return found[0] if found else None


@pytest.mark.parametrize("right", RIGHTS)
def test_every_link_is_told_of_an_open_dispute_and_led_to_it(site: Flask, phone: Phone, right: str) -> None:
    deals = whole_game("partnership", 5)["deals"]
    game = start(site, *deals, first_king=deals[0]["king"])
    pages = [game.path(path, right) for path in ("", "/sheet", "/result")]
    assert {row(phone.get(path)) for path in pages} == {None}
    assert "can still change" not in phone.get(pages[-1]).text
    about = game.seq()
    game.say({"disputed": {"seat": "B", "about": about, "reason": "never"}})
    assert {row(phone.get(path)) for path in pages} == {game.path(f"/deals/{about}", right) + "#disputes"}
    assert "The result can still change while a dispute is open." in phone.get(pages[-1]).text
    game.say({"disputed": {"seat": "C", "reason": "we sat otherwise"}})
    assert {row(phone.get(path)) for path in pages} == {game.path("/disputes", right)}
    page = phone.get(game.path("/disputes", right))
    assert phone.get(way(page, "never")).path == game.path(f"/deals/{about}", right)
    assert "we sat otherwise" in page.root.one("section", class_="disputes").text
    assert bool(page.root.find("form")) == (right != "read")
    for number, seat in ((about + 1, "B"), (about + 2, "C")):
        game.say({"settled": {"dispute": number, "as": "withdrawn", "seat": seat}})
    assert {row(phone.get(path)) for path in pages} == {None}


@pytest.mark.parametrize("path", ["/disputes", "/corrections/game"])
def test_all_open_disputes_are_listed_those_about_what_is_gone_as_well(phone: Phone, played: Game, path: str) -> None:
    for about in (6, 7):
        played.say({"disputed": {"seat": "B", "about": about, "reason": f"no {about}"}})
    played.say({"take_back": 6})
    page = phone.get(played.path(path))
    for about, said in ((6, "Diamonds · no longer counts"), (7, "Trex · Amal’s kingdom")):
        link = next(node for node in page.root.find("a") if f"no {about}" in node.text)
        assert said in link.text
        assert phone.get(link.attrs["href"]).root.one("section", class_="disputes").find("form")


def test_what_cannot_be_is_said_where_one_looks(phone: Phone, played: Game) -> None:
    """A place further down would hide the sentence, which stands at the top."""
    played.say({"disputed": {"seat": "B", "about": 6, "reason": "no"}})
    page = phone.get(played.path("/deals/6"))
    form = next(one for one in page.root.find("form") if one.attrs["action"].endswith("/end"))
    said = {node.attrs["name"]: node.attrs["value"] for node in form.find("input")}
    nonsense = phone.post(form.attrs["action"], {**said, "as": "withdrawn", "seat": "C"}, follow=False)
    assert nonsense.headers["Location"] == played.path("/deals/6")
    assert phone.get(played.path("/deals/6")).root.find("p", class_="notice--problem")
    settled = phone.post(form.attrs["action"], {**said, "as": "withdrawn"}, follow=False)
    assert settled.headers["Location"] == played.path("/deals/6") + "#disputes"
