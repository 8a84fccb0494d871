"""Sign-off of one kingdom, by a player link or on the scorer's phone."""

import pytest
from flask import Flask

from tests.api.events.test_sign_off import OTHER_KING
from tests.support.pages import Game, Phone, start
from tests.support.tables import KING, KINGDOM
from trexscore.db.game_links import read_seat_tokens
from trexscore.db.models import db


@pytest.fixture
def played(site: Flask) -> Game:
    return start(site, *KINGDOM)


def player_tokens(site: Flask, phone: Phone, game: Game) -> dict[str, str]:
    """The player links that the owner created for the four seats."""
    page = phone.get(game.path("/links/players", "own"))
    if page.root.find("input", name="kind", value="seats"):
        phone.send(page, "/links")
    with site.app_context():
        return read_seat_tokens(db.session(), game.game_id)


def sign_off_kingdom(phone: Phone, path: str, seat: str) -> None:
    page = phone.get(path)
    form = next(node for node in page.root.find("form") if node.find("input", name="seat", value=seat))
    data = {node.attrs["name"]: node.attrs["value"] for node in form.find("input")}
    phone.post(form.attrs["action"], {**data})


def test_four_sign_offs_show_seal(site: Flask, played: Game) -> None:
    owner = Phone(site)
    for seat, token in player_tokens(site, owner, played).items():
        sign_off_kingdom(Phone(site, "ar"), f"/g/{token}/kingdoms/A", seat)
    seal = owner.get(played.path("/kingdoms/A", "read")).root.find_one("p", class_="seal").text
    assert "seal code of Amal’s kingdom" in owner.get(played.path(f"/seal?seal={seal.lower()}", "read")).text
    assert "No kingdom in this game ever had this seal code" in owner.get(played.path("/seal?seal=00000-00000")).text


def test_sign_off_page_warns_of_open_dispute(site: Flask, played: Game) -> None:
    reader, warning = Phone(site), "Something in this kingdom is still disputed."
    assert warning not in reader.get(played.path("/kingdoms/A", "read")).text
    played.add_entry({"disputed": {"seat": "B", "about": 7, "reason": "no"}})
    page = reader.get(played.path("/kingdoms/A", "read"))
    link = next(node for node in page.root.find("a") if warning in node.text)
    assert "The kingdom can be signed off while the dispute is open." in link.text
    assert link.attrs["href"] == played.path("/deals/7", "read") + "#disputes"
    assert reader.get(link.attrs["href"]).root.find(id="disputes")
    for seat in "ABCD":
        sign_off_kingdom(reader, played.path("/kingdoms/A"), seat)
    page = reader.get(played.path("/kingdoms/A", "read"))
    assert (warning in page.text, "while the dispute is open" in page.text) == (True, False)


def test_player_signs_off_alone_and_records_nothing(site: Flask, played: Game) -> None:
    tokens = player_tokens(site, Phone(site), played)
    phone = Phone(site)
    page = phone.get(f"/g/{tokens['B']}/kingdoms/A")
    assert [node.attrs["value"] for node in page.root.find("input", name="seat")] == ["B"]
    csrf_token = page.root.find("input", name="csrf_token")[0].attrs["value"]
    fields = {"csrf_token": csrf_token, "seat": "C", "digest": "x"}
    assert phone.post(f"/g/{tokens['B']}/kingdoms/A/sign-off", {**fields}).status == 403
    for path in ("/deals/new?contracts=trex", "/adjustments/new", "/abandon", "/voids/new"):
        assert phone.get(f"/g/{tokens['B']}{path}").status == 403
    forms = phone.get(f"/g/{tokens['B']}").root.find("form")
    assert [form.attrs["action"] for form in forms] == [f"/g/{tokens['B']}/opened"]
    body = {"key": "0" * 8 + "-0000-0000-0000-" + "0" * 12, "after": 10, "entry": {**KING, "king": "B"}}
    response = site.test_client().post(f"/api/games/{tokens['B']}/entries", json=body)
    assert (response.status_code, response.json and response.json["code"]) == (403, "read_only")
    assert played.seq() == 10


def test_player_link_reads_everything(site: Flask, played: Game) -> None:
    token = player_tokens(site, Phone(site), played)["C"]
    state = site.test_client().get(f"/api/games/{token}/state").json
    assert state is not None
    assert (state["may"], state["seat"]) == ("seat", "C")
    for path in ("", "/sheet", "/links", "/history", "/deals/6", "/explain/A", "/house-rules"):
        page = Phone(site).get(f"/g/{token}{path}")
        assert page.status == 200
        assert not [permission for permission in ("own", "write") if played.token(permission) in page.text]


def test_only_owner_creates_and_replaces_player_links(site: Flask, played: Game) -> None:
    phone = Phone(site)
    old_token = player_tokens(site, phone, played)["D"]
    csrf_token = phone.token
    for permission in ("write", "read"):
        fields = {"csrf_token": csrf_token, "kind": "seat", "seat": "D"}
        assert phone.post(played.path("/links", permission), {**fields}).status == 403
        assert phone.get(played.path("/links/players", permission)).status == 403
        assert phone.get(played.path("/links?link=D", permission)).status == 404
    phone.post(played.path("/links", "own"), {"csrf_token": csrf_token, "kind": "seat", "seat": "D"})
    assert phone.get(f"/g/{old_token}").status == 404
    assert phone.get(f"/g/{player_tokens(site, phone, played)['D']}").status == 200


def test_view_only_link_cannot_sign_off(site: Flask, played: Game) -> None:
    phone = Phone(site)
    assert not phone.get(played.path("/kingdoms/A", "read")).root.find("button")
    csrf_token = phone.token
    fields = {"csrf_token": csrf_token, "seat": "A", "digest": "x"}
    assert phone.post(played.path("/kingdoms/A/sign-off", "read"), {**fields}).status == 403
    assert phone.post(f"/g/{'A' * 22}/kingdoms/A/sign-off", {**fields}).status == 404


def test_kingdom_changed_since_page_is_not_signed_off(site: Flask, played: Game) -> None:
    phone = Phone(site)
    page = phone.get(played.path("/kingdoms/A"))
    form = page.root.find("form")[0]
    data = {node.attrs["name"]: node.attrs["value"] for node in form.find("input")}
    played.add_entry({"corrected": {"reason": "typed", "changes": [OTHER_KING]}})
    assert "has changed. Check it again." in phone.post(form.attrs["action"], {**data}).text


def test_signed_kingdom_is_corrected_with_all_four(site: Flask, played: Game) -> None:
    phone = Phone(site)
    for seat in "ABCD":
        sign_off_kingdom(phone, played.path("/kingdoms/A"), seat)
    page = phone.send(phone.get(played.path("/deals/9/correct")), "/deals/9/correct", KH_taken_by="D")
    assert "All four had signed off: Amal’s kingdom." in page.text.replace("\u2068", "").replace("\u2069", "")
    page = phone.send(page, played.path("/corrections"), usual="typed", behind=["A", "B", "C"])
    assert page.status == 422
    assert "All four signed off" in page.text
    phone.send(page, played.path("/corrections"), usual="typed", behind=["A", "B", "C", "D"])
    assert played.file()["deals"][3] == OTHER_KING["entry"]
    page = phone.get(played.path("/kingdoms/A"))
    assert "A later change cancelled that." in page.text
    assert not page.root.find("p", class_="seal")


def test_proposal_needs_no_approvals(site: Flask, played: Game) -> None:
    owner = Phone(site)
    tokens = player_tokens(site, owner, played)
    for seat in "ABCD":
        sign_off_kingdom(owner, played.path("/kingdoms/A"), seat)
    form = owner.get(f"/g/{tokens['B']}/deals/9/correct")
    page = owner.send(form, "/deals/9/correct", KH_taken_by="D")
    assert not page.root.find("input", name="behind")
    assert page.root.find_one("button", class_="bar").text == "Propose correction"
