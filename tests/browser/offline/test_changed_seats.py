"""After players changed seats, the phone draws the same pages as the server: disputes, corrections and sign-offs."""

import pytest
from flask import Flask
from playwright.sync_api import Page

from tests.browser.offline.test_phone_pages import comparable_lines, draw_pages, game_with_pages
from tests.support.pages import Game, Phone, preset, start
from tests.support.tables import COLLECTIONS, DIAMONDS, QUEENS, TREX, Json
from trexscore.rules.presets import PRESETS

pytestmark = pytest.mark.browser

_DOUBLED: Json = {
    "king": "A",
    "contracts": ["king_of_hearts"],
    "captures": {"king_of_hearts": {"taken_by": "B", "doubled_by": "C"}},
}
_KING_SEQ = 10
_DISPUTE_SEQ = 15


def sign_off_of(game: Game) -> Json:
    """The state of the sign-off of the only kingdom."""
    state = game.site.test_client().get(f"/api/games/{game.own}/state").json
    assert state is not None
    [sign_off] = state["agreements"]
    return dict(sign_off)


def add_changes_of_seats(game: Game, *, deals_move: bool) -> str:
    """A sign-off, a dispute, a change of seats with answers after it, and a correction of a doubled card. Returns the
    seal code of the sign-off.
    """
    for seat in "ABCD":
        game.add_entry({"agreed": {"kingdom": "A", "seat": seat, "digest": sign_off_of(game)["digest"]}})
    seal = str(sign_off_of(game)["seal"])
    assert game.add_entry({"disputed": {"seat": "B", "reason": "no", "about": _KING_SEQ}}) == _DISPUTE_SEQ
    swap = {"seats": {"A": "B", "B": "C", "C": "A"}, "deals": deals_move}
    game.add_entry({"corrected": {"reason": "seats", "changes": [swap], "with": [*"ABCD"]}})
    game.add_entry({"answered": {"dispute": _DISPUTE_SEQ, "seat": "D", "agrees": False}})
    game.add_entry({"settled": {"dispute": _DISPUTE_SEQ, "as": "withdrawn", "seat": "C"}})
    game.add_entry({"reopened": {"dispute": _DISPUTE_SEQ, "seat": "A", "reason": "yes"}})
    current = next(deal for deal in game.file()["deals"] if deal["contracts"] == ["king_of_hearts"])
    card = current["captures"]["king_of_hearts"] | {"taken_by": "D"}
    corrected = {**current, "captures": {"king_of_hearts": card}}
    change = {"seq": _KING_SEQ, "entry": corrected}
    game.add_entry({"corrected": {"reason": "taken", "changes": [change], "with": [*"ABCD"]}})
    return seal


@pytest.mark.parametrize("database_kind", ["sqlite"], indirect=True)
@pytest.mark.parametrize("deals_move", [True, False])
def test_phone_draws_changed_seats_as_server(page: Page, server: str, app: Flask, *, deals_move: bool) -> None:
    game = start(app, DIAMONDS, TREX, COLLECTIONS, QUEENS, _DOUBLED, **preset("partnership"))
    seal = add_changes_of_seats(game, deals_move=deals_move)
    phone = Phone(app)
    addresses = {"table": "", "sheet": "/sheet", "history": "/history", "explain": "/explain"}
    addresses |= {f"entryExplanation {_KING_SEQ}": f"/deals/{_KING_SEQ}"}
    addresses |= {f"seal {seal}": f"/seal?seal={seal}"}
    addresses |= {f"totalExplanation {seat}": f"/explain/{seat}" for seat in "ABCD"}
    king = "B" if deals_move else "A"
    addresses |= {f"kingdomExplanation {king}": f"/kingdoms/{king}"}
    pages = {name: phone.get(f"/g/{game.read}{path}").text for name, path in addresses.items()}
    drawn_pages = draw_pages(page, server, phone, game_with_pages(app, game.read, PRESETS["partnership"].rules, pages))
    assert "This was the seal code of" in pages[f"seal {seal}"]
    assert "This cancelled the sign-off of Amal’s kingdom." in pages["history"]
    current_king_name = "Amal" if deals_move else "Carine"
    assert f"Kingdoms affected: {current_king_name}<" in pages["sheet"]
    assert "Dani disagrees with Basil’s dispute" in pages["history"]
    for (name, html), phone_html in zip(pages.items(), drawn_pages[0], strict=True):
        assert comparable_lines(phone_html, "read") == comparable_lines(html, "read"), name
