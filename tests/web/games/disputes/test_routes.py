"""Disputes: raised, answered, resolved and reopened through the pages."""

import json
from urllib.parse import quote

import pytest
from flask import Flask

from tests.support.corrections import href_of_link
from tests.support.pages import PERMISSIONS, Game, Phone, Response, start
from tests.support.tables import DIAMONDS, KING, TREX, Json
from tests.support.whole_games import whole_game
from tests.web.games.corrections.test_routes import CORRECTED_DIAMONDS
from tests.web.games.sign_off.test_routes import player_tokens
from trexscore.game.file.reseat import reseat_entry
from trexscore.rules.seats import BySeat, Seat

CHANGES = [{"seq": 6, "entry": CORRECTED_DIAMONDS}]


@pytest.fixture
def played(site: Flask) -> Game:
    return start(site, DIAMONDS, TREX)


def propose(phone: Phone, path: str, entry: Json = CORRECTED_DIAMONDS) -> Response:
    """Propose a correction of the first deal through a player link."""
    page = phone.get(f"{path}/corrections/new?changes={quote(json.dumps([{'seq': 6, 'entry': entry}]))}")
    return phone.send(page, f"{path}/disputes", reason="I had five")


def answer_dispute(phone: Phone, path: str, seat: str, agrees: str) -> Response:
    page = phone.get(path)
    form = next(
        node
        for node in page.root.find("form")
        if node.attrs["action"].endswith("/answer") and node.find("input", name="seat", value=seat)
    )
    data = {node.attrs["name"]: node.attrs["value"] for node in form.find("input")}
    return phone.post(form.attrs["action"], {**data, "agrees": agrees})


def end_dispute(phone: Phone, path: str, outcome: str) -> Response:
    page = phone.get(path)
    form = next(node for node in page.root.find("form") if node.attrs["action"].endswith("/end"))
    data = {node.attrs["name"]: node.attrs["value"] for node in form.find("input")}
    return phone.post(form.attrs["action"], {**data, "as": outcome})


def test_proposal_affecting_all_counts_once_all_agree(site: Flask, played: Game) -> None:
    corrected_diamonds = {**DIAMONDS, "captures": {"diamonds": {"A": 4, "B": 5, "C": 2, "D": 2}}}
    tokens = player_tokens(site, Phone(site), played)
    page = propose(Phone(site), f"/g/{tokens['B']}", corrected_diamonds)
    assert "I had five" in page.text
    assert "disputed" in Phone(site).get(played.path("/sheet", "read")).text
    for seat in "ACD":
        assert played.file()["deals"][0] == DIAMONDS
        answer_dispute(Phone(site, "ar"), f"/g/{tokens[seat]}/deals/6", seat, "yes")
    assert played.file()["deals"][0] == corrected_diamonds
    assert "corrected as proposed" in Phone(site).get(played.path("/deals/6")).text


def test_affected_players_resolve_dispute(site: Flask, played: Game) -> None:
    """Only A and B are affected, so the answer of C is not needed."""
    tokens, scorer = player_tokens(site, Phone(site), played), Phone(site)
    propose(Phone(site), f"/g/{tokens['B']}")
    assert "once all players whose points change give the same answer" in scorer.get(played.path("/deals/6")).text
    answer_dispute(Phone(site), f"/g/{tokens['C']}/deals/6", "C", "no")
    assert "disagrees" in scorer.get(played.path("/deals/6", "read")).text
    answer_dispute(scorer, played.path("/deals/6"), "A", "yes")
    assert played.file()["deals"][0] == CORRECTED_DIAMONDS
    assert "corrected as proposed" in scorer.get(played.path("/deals/6")).text
    assert "disputed" not in scorer.get(played.path("/sheet")).text


def test_scorer_cannot_end_disputes_of_others(site: Flask, played: Game) -> None:
    tokens, scorer = player_tokens(site, Phone(site), played), Phone(site)
    propose(Phone(site), f"/g/{tokens['B']}")
    page = scorer.get(played.path("/deals/6"))
    assert not [form for form in page.root.find("form") if form.attrs["action"].endswith("/end")]
    csrf_token = scorer.token
    for outcome in ({"as": "proposed"}, {"as": "as_it_stands"}, {"as": "withdrawn", "seat": "B"}):
        assert scorer.post(played.path("/disputes/8/end"), {"csrf_token": csrf_token, **outcome}).status == 403
    assert "not yet, on their own phone" not in page.text, "the player who raised the dispute agrees"


def test_dispute_is_reopened_and_stays_listed(site: Flask, played: Game) -> None:
    tokens, reader = player_tokens(site, Phone(site), played), Phone(site)
    player_path = f"/g/{tokens['B']}"
    propose(Phone(site), player_path)
    end_dispute(Phone(site), f"{player_path}/deals/6", "withdrawn")
    disputes_page = reader.get(played.path("/disputes", "read"))
    assert "Withdrawn." in disputes_page.text
    assert "Resolved" in disputes_page.text
    form = reader.get(f"{player_path}/deals/6").form("/reopen")
    fields = {node.attrs["name"]: node.attrs["value"] for node in form.find("input") if "value" in node.attrs}
    page = reader.post(form.attrs["action"], {**fields, "reason": "we found the tricks"})
    assert "once all players whose points change give the same answer" in page.text
    assert "Reopened by Basil: we found the tricks" in page.root.text.replace("\u2068", "").replace("\u2069", "")
    history = reader.get(played.path("/history", "read")).root.text.replace("\u2068", "").replace("\u2069", "")
    assert "Basil reopens Basil’s dispute: we found the tricks" in history
    assert "Basil’s dispute was withdrawn" in history


def test_dispute_without_proposal_is_withdrawn_by_player(site: Flask, played: Game) -> None:
    tokens, player = player_tokens(site, Phone(site), played), Phone(site)
    page = player.get(f"/g/{tokens['D']}/deals/6/dispute")
    page = player.send(page, "/disputes", reason="nobody had thirteen")
    assert "nobody had thirteen" in page.text
    other_page = Phone(site).get(f"/g/{tokens['A']}/deals/6")
    assert not [form for form in other_page.root.find("form") if form.attrs["action"].endswith("/end")]
    end_dispute(player, f"/g/{tokens['D']}/deals/6", "withdrawn")
    assert "Withdrawn." in player.get(played.path("/deals/6")).text


def test_scorer_proposes_for_a_player(phone: Phone, played: Game) -> None:
    page = phone.get(played.path(f"/corrections/new?changes={quote(json.dumps(CHANGES))}"))
    data = {node.attrs["name"]: node.attrs.get("value", "") for node in page.root.find("input", type="hidden")}
    page = phone.post(played.path("/disputes"), {**data, "reason": "counted"})
    assert "Choose the player who raises the dispute." in page.text
    phone.post(played.path("/disputes"), {**data, "reason": "counted", "seat": "C"})
    assert "counted" in phone.get(played.path("/deals/6")).root.find_one("section", class_="disputes").text
    for seat in "AB":
        answer_dispute(phone, played.path("/deals/6"), seat, "yes")
    assert played.file()["deals"][0] == CORRECTED_DIAMONDS


def test_view_only_link_cannot_dispute(site: Flask, phone: Phone, played: Game) -> None:
    tokens = player_tokens(site, Phone(site), played)
    propose(Phone(site), f"/g/{tokens['B']}")
    assert not phone.get(played.path("/deals/6", "read")).root.find("form")
    assert phone.get(played.path("/deals/6/dispute", "read")).status == 403
    csrf_token = phone.token
    for path, fields in (
        ("/disputes", {"seat": "A", "reason": "x"}),
        ("/disputes/8/answer", {"seat": "A", "agrees": "yes"}),
        ("/disputes/8/end", {"as": "proposed"}),
        ("/disputes/8/end", {"as": "withdrawn", "seat": "B"}),
    ):
        assert phone.post(played.path(path, "read"), {"csrf_token": csrf_token, **fields}).status == 403
        assert phone.post(f"/g/{'A' * 22}{path}", {"csrf_token": csrf_token, **fields}).status == 404
    assert played.seq() == 8


def test_player_answers_only_for_themselves(site: Flask, played: Game) -> None:
    tokens, phone = player_tokens(site, Phone(site), played), Phone(site)
    propose(phone, f"/g/{tokens['B']}")
    csrf_token = phone.token
    path = f"/g/{tokens['B']}/disputes"
    assert phone.post(f"{path}/8/answer", {"csrf_token": csrf_token, "seat": "A", "agrees": "yes"}).status == 403
    assert phone.post(f"{path}/8/end", {"csrf_token": csrf_token, "as": "proposed"}).status == 403
    assert phone.post(path, {"csrf_token": csrf_token, "seat": "A", "reason": "x"}).status == 403
    assert phone.post(f"/g/{tokens['B']}/corrections", {"csrf_token": csrf_token, "reason": "x"}).status == 403


@pytest.mark.parametrize("back", ["https://example.com", "//example.com", "/elsewhere", ""])
def test_forged_return_address_leads_to_sheet(phone: Phone, played: Game, back: str) -> None:
    csrf_token = phone.token
    response = phone.post(played.path("/disputes"), {"csrf_token": csrf_token, "back": back, "reason": "x"})
    assert response.path == played.path("/sheet")


def dispute_of(game: Game) -> Json:
    """The only dispute, as the API shows it."""
    disputes: list[Json] = game.site.test_client().get(f"/api/games/{game.read}/state").get_json()["disputes"]
    (dispute,) = disputes
    return dispute


def correct_seating(game: Game, *, captures_move: bool) -> None:
    """Move every player by one seat. Captures move with the players, or stay with the seats."""
    change = {"seats": dict(zip("ABCD", "BCDA", strict=True)), "deals": captures_move}
    game.add_entry({"corrected": {"reason": "a photograph", "changes": [change]}})


@pytest.mark.parametrize("captures_move", [False, True], ids=["captures stay", "captures move"])
def test_dispute_follows_its_player_to_corrected_seat(
    played: Game,
    captures_move: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    played.add_entry({"disputed": {"seat": "B", "about": 6, "reason": "I had five", "changes": CHANGES}})
    played.add_entry({"answered": {"dispute": 8, "seat": "C", "agrees": True}})
    correct_seating(played, captures_move=captures_move)
    dispute = dispute_of(played)
    assert (dispute["seat"], dispute["agree"], dispute["asked_again"]) == ("C", ["C"], True)
    for seat in "ABD":
        played.add_entry({"answered": {"dispute": 8, "seat": seat, "agrees": True}})
    assert dispute_of(played)["end"] == "proposed"
    new_seats = BySeat(Seat.B, Seat.C, Seat.D, Seat.A)
    assert played.file()["deals"][0] == (
        reseat_entry(CORRECTED_DIAMONDS, new_seats) if captures_move else CORRECTED_DIAMONDS
    )


def test_proposed_seating_follows_players(played: Game) -> None:
    played.add_entry(
        {"disputed": {"seat": "B", "reason": "Amal and Basil", "changes": [{"seats": {"A": "B", "B": "A"}}]}}
    )
    before = played.file()["players"]
    correct_seating(played, captures_move=True)
    for seat in "ABD":
        played.add_entry({"answered": {"dispute": 8, "seat": seat, "agrees": True}})
    a, b, c, d = before
    assert played.file()["players"] == [d, b, a, c]


def test_impossible_proposal_shows_no_totals(site: Flask, played: Game) -> None:
    played.add_entry({"disputed": {"seat": "B", "about": 6, "reason": "no", "changes": [{"seq": 6, "entry": KING}]}})
    phone = Phone(site)
    assert phone.get(played.path("/deals/6")).root.find("p", class_="history-entry__points")
    played.add_entry(KING)
    assert not phone.get(played.path("/deals/6")).root.find("p", class_="history-entry__points")


def test_dispute_is_withdrawn_from_corrected_seat(played: Game) -> None:
    played.add_entry({"disputed": {"seat": "B", "about": 6, "reason": "no"}})
    correct_seating(played, captures_move=False)
    with pytest.raises(AssertionError, match="not_yours_to_withdraw"):
        played.add_entry({"settled": {"dispute": 8, "as": "withdrawn", "seat": "B"}})
    played.add_entry({"settled": {"dispute": 8, "as": "withdrawn", "seat": "C"}})
    assert dispute_of(played)["end"] == "withdrawn"


def test_undone_seating_restores_dispute(played: Game) -> None:
    played.add_entry({"disputed": {"seat": "B", "about": 6, "reason": "no", "changes": CHANGES}})
    before = dispute_of(played)
    correct_seating(played, captures_move=True)
    played.add_entry({"take_back": 9})
    assert dispute_of(played) == before


def dispute_link(page: Response) -> str | None:
    """The address of the link in the row about disputes, if there is one."""
    addresses = [node.attrs["href"] for node in page.root.find("a", class_="pending__row") if "open" in node.text]
    return addresses[0] if addresses else None


@pytest.mark.parametrize("permission", PERMISSIONS)
def test_open_dispute_is_shown_to_every_link(site: Flask, phone: Phone, permission: str) -> None:
    deals = whole_game("partnership", 5)["deals"]
    game = start(site, *deals, first_king=deals[0]["king"])
    pages = [game.path(path, permission) for path in ("", "/sheet", "/result")]
    assert {dispute_link(phone.get(path)) for path in pages} == {None}
    assert "can still change" not in phone.get(pages[-1]).text
    about = game.seq()
    game.add_entry({"disputed": {"seat": "B", "about": about, "reason": "never"}})
    assert {dispute_link(phone.get(path)) for path in pages} == {game.path(f"/deals/{about}", permission) + "#disputes"}
    assert "The result can still change while a dispute is open." in phone.get(pages[-1]).text
    game.add_entry({"disputed": {"seat": "C", "reason": "we sat otherwise"}})
    assert {dispute_link(phone.get(path)) for path in pages} == {game.path("/disputes", permission)}
    page = phone.get(game.path("/disputes", permission))
    assert phone.get(href_of_link(page, "never")).path == game.path(f"/deals/{about}", permission)
    assert "we sat otherwise" in page.root.find_one("section", class_="disputes").text
    assert bool(page.root.find("form")) == (permission != "read")
    for number, seat in ((about + 1, "B"), (about + 2, "C")):
        game.add_entry({"settled": {"dispute": number, "as": "withdrawn", "seat": seat}})
    assert {dispute_link(phone.get(path)) for path in pages} == {None}


@pytest.mark.parametrize("path", ["/disputes", "/corrections/game"])
def test_disputes_about_removed_entries_are_listed(phone: Phone, played: Game, path: str) -> None:
    for about in (6, 7):
        played.add_entry({"disputed": {"seat": "B", "about": about, "reason": f"no {about}"}})
    played.add_entry({"take_back": 6})
    page = phone.get(played.path(path))
    for about, text in ((6, "Diamonds · no longer counts"), (7, "Trex · Amal’s kingdom")):
        link = next(node for node in page.root.find("a") if f"no {about}" in node.text)
        assert text in link.text
        assert phone.get(link.attrs["href"]).root.find_one("section", class_="disputes").find("form")


def test_refused_answer_is_explained_at_top(phone: Phone, played: Game) -> None:
    """The redirect has no anchor, so that the message at the top is visible."""
    played.add_entry({"disputed": {"seat": "B", "about": 6, "reason": "no"}})
    page = phone.get(played.path("/deals/6"))
    form = next(node for node in page.root.find("form") if node.attrs["action"].endswith("/end"))
    fields = {node.attrs["name"]: node.attrs["value"] for node in form.find("input")}
    refused = phone.post(form.attrs["action"], {**fields, "as": "withdrawn", "seat": "C"}, follow=False)
    assert refused.headers["Location"] == played.path("/deals/6")
    assert phone.get(played.path("/deals/6")).root.find("p", class_="notice--problem")
    resolved = phone.post(form.attrs["action"], {**fields, "as": "withdrawn"}, follow=False)
    assert resolved.headers["Location"] == played.path("/deals/6") + "#disputes"
