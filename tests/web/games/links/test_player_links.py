"""Player links are shown until they are opened; later they can only be replaced. The history lists both."""

import uuid

from flask import Flask

from tests.support.pages import Game, Phone, Response
from tests.support.tables import Json
from tests.web.games.disputes.test_routes import played  # noqa: F401 - a fixture
from tests.web.games.sign_off.test_routes import player_tokens
from trexscore.commands.games.record_entry import record_game_entry
from trexscore.commands.recording import Command
from trexscore.db.game_links import read_seat_tokens, read_tokens_by_permission
from trexscore.db.models import db


def open_link(phone: Phone, token: str) -> Response:
    """Open a link with the button, as its holder does without script."""
    form = phone.get(f"/g/{token}").form("/opened")
    return phone.post(form.attrs["action"], {"csrf_token": form.find("input")[0].attrs["value"]}, follow=False)


def link_page(site: Flask, game: Game, link: str) -> Response:
    return Phone(site).get(game.path(f"/links?link={link}", "own"))


def state_of(site: Flask, game: Game) -> Json:
    state: Json = site.test_client().get(f"/api/games/{game.read}/state").get_json()
    return state


def history(site: Flask, game: Game) -> str:
    text = Phone(site).get(game.path("/history", "read")).root.text
    return text.replace("\u2068", "").replace("\u2069", "")


def replace_link(site: Flask, game: Game, **fields: str) -> None:
    phone = Phone(site)
    link = fields.get("seat", fields["kind"])
    page = phone.get(game.path(f"/links/replacement?link={link}", "own"))
    phone.send(page, "/links")


def current_tokens(site: Flask, game: Game) -> dict[str, str]:
    with site.app_context():
        return read_seat_tokens(db.session(), game.game_id)


def test_viewing_player_link_does_not_open_it(site: Flask, played: Game) -> None:  # noqa: F811
    """A link preview in a messenger requests the page too."""
    tokens = player_tokens(site, Phone(site), played)
    before = played.seq()
    assert "Is this your phone" in Phone(site).get(f"/g/{tokens['B']}").text
    assert played.seq() == before
    assert tokens["B"] in link_page(site, played, "B").text


def test_opened_player_link_is_no_longer_shown(site: Flask, played: Game) -> None:  # noqa: F811
    tokens = player_tokens(site, Phone(site), played)
    assert open_link(Phone(site), tokens["B"]).status == 303
    page = link_page(site, played, "B")
    assert tokens["B"] not in page.text + Phone(site).get(played.path("/links/players", "own")).text
    assert tokens["C"] in link_page(site, played, "C").text
    assert "Basil has opened it." in page.root.text.replace("\u2068", "").replace("\u2069", "")
    assert not Phone(site).get(f"/g/{tokens['B']}").root.find("form")
    assert "Player link opened: Basil" in history(site, played)
    response = Phone(site).post(f"/g/{tokens['B']}/opened", {"csrf_token": Phone(site).token})
    assert response.status in (303, 400)
    assert state_of(site, played)["own_links"] == ["B"]


def test_replaced_player_link_keeps_its_player(site: Flask, played: Game) -> None:  # noqa: F811
    tokens = player_tokens(site, Phone(site), played)
    open_link(Phone(site), tokens["B"])
    replace_link(site, played, kind="seat", seat="B")
    new_token = current_tokens(site, played)["B"]
    assert new_token != tokens["B"]
    assert Phone(site).get(f"/g/{tokens['B']}").status == 404
    assert new_token in link_page(site, played, "B").text
    assert state_of(site, played)["own_links"] == ["B"]
    history_text = history(site, played)
    assert "Player link replaced: Basil" in history_text
    open_link(Phone(site), new_token)
    assert new_token not in link_page(site, played, "B").text
    assert history(site, played).count("Player link opened: Basil") == 2


def test_replacing_unopened_link_is_not_recorded(site: Flask, played: Game) -> None:  # noqa: F811
    player_tokens(site, Phone(site), played)
    before = played.seq()
    replace_link(site, played, kind="seat", seat="B")
    assert played.seq() == before


def test_player_link_is_opened_by_holder_only(site: Flask, played: Game) -> None:  # noqa: F811
    phone = Phone(site)
    fields = {"csrf_token": phone.token}
    for permission in ("own", "write", "read"):
        assert phone.post(played.path("/opened", permission), {**fields}).status == 403
    assert phone.post(f"/g/{'A' * 22}/opened", {**fields}).status == 404


def test_replaced_referee_link_is_a_new_referee(site: Flask, played: Game) -> None:  # noqa: F811
    with site.app_context():
        policy = {"terms": {"referee": True}}
        record_game_entry(
            played.game_id, Command(str(uuid.uuid4()), policy, link={"right": "own"}, last_seen_seq=played.seq())
        )
    with site.app_context():
        token = read_tokens_by_permission(db.session(), played.game_id)["referee"]
    assert token in link_page(site, played, "referee").text
    open_link(Phone(site), token)
    assert token not in link_page(site, played, "referee").text
    replace_link(site, played, kind="referee")
    history_text = history(site, played)
    assert "Referee link opened" in history_text
    assert "Referee link replaced" in history_text


def test_dispute_waits_for_opened_player_link(site: Flask, played: Game) -> None:  # noqa: F811
    tokens = player_tokens(site, Phone(site), played)
    played.add_entry({"disputed": {"seat": "A", "about": 6, "reason": "no"}})
    open_link(Phone(site), tokens["B"])
    page = Phone(site).get(played.path("/deals/6"))
    assert "not yet, on their own phone" in page.text
    assert [node.attrs["value"] for node in page.root.find("input", name="seat")][:2] == ["C", "D"]
