"""The policy of a game through the pages: confirmation by a second person, deadlines, a referee."""

import json
from urllib.parse import quote

import pytest
from flask import Flask

from tests.api.events.test_sign_off import OTHER_KING
from tests.support.corrections import href_of_link
from tests.support.pages import Game, Phone, fields_of, start
from tests.support.tables import DIAMONDS, KINGDOM, TREX
from tests.web.games.sign_off.test_routes import player_tokens, sign_off_kingdom
from trexscore.db.game_links import read_tokens_by_permission
from trexscore.db.models import db


@pytest.fixture
def game(site: Flask) -> Game:
    return start(site, DIAMONDS)


def set_policy(phone: Phone, game: Game, **fields: str | None) -> None:
    page = phone.get(game.path("/policy", "own"))
    response = phone.send(page, "/policy", **fields)
    assert (response.status, response.problems) == (200, [])


def referee_of(site: Flask, game: Game) -> str:
    with site.app_context():
        return read_tokens_by_permission(db.session(), game.game_id)["referee"]


def test_owner_sets_policy_and_others_read_it(phone: Phone, game: Game) -> None:
    set_policy(phone, game, second_person="y", deadline="game", minutes="٤٥", referee="y")
    for permission in ("write", "read"):
        page = phone.get(game.path("/policy", permission))
        assert not page.root.find("form")
        assert "confirmed by a second person" in page.text
        assert "until 45 minutes after the game" in page.text
    csrf_token = phone.token
    for permission in ("write", "read"):
        assert (
            phone.post(game.path("/policy", permission), {"csrf_token": csrf_token, "second_person": "y"}).status == 403
        )


@pytest.mark.parametrize("minutes", ["", "soon", "0", "-5", "99999999999999999999", "1.5"])
def test_invalid_deadline_is_refused(phone: Phone, game: Game, minutes: str) -> None:
    page = phone.get(game.path("/policy", "own"))
    response = phone.send(page, "/policy", deadline="entry", minutes=minutes)
    assert response.status == 422
    assert response.field_errors == ["Enter a deadline of 1 to 527040 minutes."]


def test_unchanged_policy_saves_nothing(phone: Phone, game: Game) -> None:
    before = game.seq()
    set_policy(phone, game)
    assert game.seq() == before


def test_deal_waits_for_confirmation(site: Flask, phone: Phone, game: Game) -> None:
    set_policy(phone, game, second_person="y")
    seq = game.add_entry(TREX)
    for permission in ("own", "read"):
        page = phone.get(game.path("", permission))
        assert "One entry is waiting for confirmation" in page.text
        assert page.root.find_one("a", class_="pending__row").attrs["href"] == game.path(f"/deals/{seq}", permission)
    assert "waiting for confirmation" in phone.get(game.path("/sheet")).text
    assert not phone.get(game.path(f"/deals/{seq}", "read")).root.find("form")
    token = player_tokens(site, phone, game)["C"]
    carine = Phone(site)
    response = carine.send(carine.get(f"/g/{token}/deals/{seq}"), "/confirmations")
    assert "By Carine" in response.text
    assert "waiting for confirmation" not in phone.get(game.path("/sheet")).text


def test_other_link_confirms_entry(phone: Phone, game: Game) -> None:
    set_policy(phone, game, second_person="y")
    phone.client.set_cookie("phone", "Amal")
    page = phone.get(game.path("/deals/new?contracts=trex"))
    phone.send(page, "/deals", trex_1="A", trex_2="B", trex_3="C", trex_4="D")
    page = phone.get(game.path(f"/deals/{game.seq()}"))
    assert "Someone else has to confirm it with their own link." in page.text
    assert not [form for form in page.root.find("form") if form.attrs["action"].endswith("/confirmations")]
    page = phone.get(game.path(f"/deals/{game.seq()}", "own"))
    buttons = [form for form in page.root.find("form") if form.attrs["action"].endswith("/confirmations")]
    assert [form.find_one("input", name="seat").attrs["value"] for form in buttons] == ["B", "C", "D"]
    other_fields = {**fields_of(buttons[0]), "seat": "A"}
    assert "entered this. Someone else has to confirm it" in phone.post(buttons[0].attrs["action"], other_fields).text
    assert "By Basil" in phone.post(buttons[0].attrs["action"], fields_of(buttons[0])).text


def test_confirmation_follows_corrected_seating(phone: Phone, game: Game) -> None:
    set_policy(phone, game, second_person="y")
    seq = game.add_entry(TREX)
    game.add_entry({"confirmed": {"seq": seq, "seat": "C"}})
    correction_seq = game.add_entry(
        {"corrected": {"reason": "seen on a photograph", "changes": [{"seats": {"C": "D", "D": "C"}}]}}
    )
    assert "By Carine" in phone.get(game.path(f"/deals/{seq}")).text
    game.add_entry({"take_back": correction_seq})
    assert "By Carine" in phone.get(game.path(f"/deals/{seq}")).text


@pytest.mark.parametrize(
    "fields", [{}, {"seat": "E"}, {"seat": "B", "entry": "x"}, {"seat": "B", "entry": "7", "about": ""}]
)
def test_invalid_confirmation_is_refused(phone: Phone, game: Game, fields: dict[str, str]) -> None:
    csrf_token = phone.token
    assert phone.post(game.path("/confirmations"), {"csrf_token": csrf_token, **fields}).status == 400


def test_view_only_link_cannot_confirm(phone: Phone, game: Game) -> None:
    csrf_token = phone.token
    fields = {"csrf_token": csrf_token, "seat": "B", "entry": "6", "about": "6"}
    assert phone.post(game.path("/confirmations", "read"), {**fields}).status == 403
    assert phone.post(f"/g/{'A' * 22}/confirmations", {**fields}).status == 404
    assert phone.get(f"/g/{'A' * 22}/policy").status == 404


def test_referee_link_corrects_but_does_not_record(site: Flask, phone: Phone, game: Game) -> None:
    set_policy(phone, game, referee="y")
    token = referee_of(site, game)
    link = href_of_link(phone.get(game.path("/policy", "own")), "Referee link")
    assert token in phone.get(link).text
    for permission in ("write", "read"):
        assert phone.get(game.path("/links?link=referee", permission)).status == 404
    referee = Phone(site)
    for path in ("/deals/new?contracts=trex", "/adjustments/new", "/abandon", "/voids/new"):
        assert referee.get(f"/g/{token}{path}").status == 403
    page = referee.get(f"/g/{token}/deals/6/correct")
    review = referee.send(page, "/correct", diamonds_A="4", diamonds_B="5")
    assert "Ask the others first" not in review.text
    sheet = referee.send(review, "/corrections", reason="I was there")
    assert sheet.path == f"/g/{token}/sheet"
    assert "Corrected by the referee: I was there" in phone.get(game.path("/history", "read")).text
    second_review = phone.send(phone.get(game.path("/deals/6/correct")), "/correct", diamonds_A="5", diamonds_B="4")
    assert "The referee has decided this. Who approves the correction?" in second_review.text
    refused = phone.send(second_review, "/corrections", reason="no")
    assert refused.problems == ["The referee decided this. Only the referee, or all four together, can change it."]
    assert phone.send(second_review, "/corrections", reason="so it was", behind=[*"ABCD"]).status == 200
    assert game.file()["deals"] == [DIAMONDS]


def test_referee_resolves_dispute(site: Flask, phone: Phone, game: Game) -> None:
    set_policy(phone, game, referee="y")
    game.add_entry({"disputed": {"seat": "B", "about": 6, "reason": "I had 3"}})
    referee = Phone(site)
    form = referee.get(f"/g/{referee_of(site, game)}/deals/6").form("/end")
    refused = referee.post(form.attrs["action"], {**fields_of(form), "as": "as_it_stands", "reason": " "})
    assert "Dismissed" not in refused.text
    referee.post(form.attrs["action"], {**fields_of(form), "as": "as_it_stands", "reason": "I saw 4"})
    assert "Dismissed by the referee: I saw 4" in phone.get(game.path("/deals/6", "read")).text


def test_owner_replaces_referee_link(site: Flask, phone: Phone, game: Game) -> None:
    csrf_token = phone.token
    fields = {"csrf_token": csrf_token, "kind": "referee"}
    assert phone.post(game.path("/links", "own"), {**fields}).status == 400
    set_policy(phone, game, referee="y")
    old_token = referee_of(site, game)
    assert phone.post(game.path("/links", "own"), {**fields}).status == 200
    assert phone.get(f"/g/{old_token}").status == 404
    assert phone.get(f"/g/{referee_of(site, game)}").status == 200


@pytest.mark.parametrize("referee", [None, "y"])
def test_passed_deadline_is_shown_before_typing(
    phone: Phone, game: Game, monkeypatch: pytest.MonkeyPatch, referee: str | None
) -> None:
    set_policy(phone, game, deadline="entry", minutes="1", referee=referee)
    monkeypatch.setattr("trexscore.commands.clock.current_timestamp", lambda: "2099-01-01T00:00:00.000Z")
    page = phone.send(phone.get(game.path("/deals/6/correct")), "/correct", diamonds_A="4", diamonds_B="5")
    message = "The time to correct this has passed." + (" Only the referee still can." if referee else "")
    assert page.root.find_one("p", class_="problems").text == message
    assert not page.root.find("input", name="reason")


def test_old_seal_differs_from_unknown_seal(site: Flask, phone: Phone) -> None:
    game = start(site, *KINGDOM)
    with site.app_context():
        state = phone.client.get(f"/api/games/{game.read}/state").json
    assert state is not None
    for seat in "ABCD":
        game.add_entry({"agreed": {"kingdom": "A", "seat": seat, "digest": state["agreements"][0]["digest"]}})
    page = phone.get(game.path("/kingdoms/A"))
    seal = page.root.find_one("p", class_="seal").text
    game.add_entry({"corrected": {"reason": "x", "changes": [OTHER_KING], "with": list("ABCD")}})
    assert "This was the seal code of Amal’s kingdom" in phone.get(game.path(f"/seal?seal={seal}")).text
    assert f"the seal code {seal}" in phone.get(game.path("/kingdoms/A")).text.replace("\u2068", "").replace(
        "\u2069", ""
    )
    forged_seal = seal.translate(str.maketrans("0123456789ABCDEFGHJKMNPQRSTVWXYZ", "123456789ABCDEFGHJKMNPQRSTVWXYZ0"))
    assert "ever had this seal code" in phone.get(game.path(f"/seal?seal={forged_seal}")).text


def test_later_referee_is_offered_no_correction_of_signed_kingdom(site: Flask, phone: Phone) -> None:
    game = start(site, *KINGDOM)
    for seat in "ABCD":
        sign_off_kingdom(phone, game.path("/kingdoms/A"), seat)
    assert "before that still need all four" in phone.get(game.path("/policy", "own")).text
    set_policy(phone, game, referee="y")
    game.add_entry({"disputed": {"seat": "B", "about": 9, "reason": "It was Dani", "changes": [OTHER_KING]}})
    referee, path = Phone(site), f"/g/{referee_of(site, game)}"
    why = "kingdom before there was a referee. To correct it, all four must approve."
    page = referee.get(f"{path}/deals/9")
    assert why in page.text
    assert [button.text for button in page.form("/end").find("button")] == ["Dismiss"]
    preview = referee.get(f"{path}/corrections/new?changes={quote(json.dumps([OTHER_KING]))}")
    assert why in preview.text
    assert "Reason for the correction" not in preview.text
    assert not preview.form("/corrections").find("button")
