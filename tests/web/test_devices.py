"""The device of an entry is stated by the client and shown in the history, but proves nothing."""

import json
import re

from tests.support.pages import Game, Phone
from tests.support.tables import DIAMONDS, envelope

AN_IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1"


def test_history_shows_device_of_entry(phone: Phone, game: Game) -> None:
    phone.client.environ_base["HTTP_USER_AGENT"] = AN_IPHONE
    page = phone.get(game.path("/voids/new"))
    phone.get(game.path())
    phone.send(page, game.path("/voids"), reason="misdeal")
    entry_text = phone.get(game.path("/history")).root.find("li")[0].text
    assert re.search(r"iPhone [2-9A-Z]{4}, ", entry_text)


def test_each_device_keeps_its_own_code(phone: Phone, game: Game) -> None:
    other_phone = Phone(phone.client.application)
    for each_phone in (phone, other_phone):
        each_phone.get(game.path())
    device_code = phone.cookie("device")
    phone.get(game.path())
    assert device_code == phone.cookie("device") != other_phone.cookie("device")


def test_forged_device_is_ignored(phone: Phone, game: Game) -> None:
    phone.client.set_cookie("device", "<b>x")
    page = phone.get(game.path("/voids/new"))
    phone.send(page, game.path("/voids"), reason="misdeal")
    assert "<b>x" not in phone.get(game.path("/history")).text


def test_api_device_is_stored_outside_digest(phone: Phone, game: Game) -> None:
    client = phone.client.application.test_client()
    path = f"/api/games/{game.token('write')}"
    response = client.post(f"{path}/entries", json=envelope(DIAMONDS, 5, device="the tablet at table 3"))
    assert response.status_code == 201
    assert json.loads(client.get(f"{path}/journal").text)["entries"][-1]["device"] == "the tablet at table 3"
    refused_response = client.post(f"{path}/entries", json=envelope(DIAMONDS, 6, device="\u202eevil"))
    assert [fault["at"] for fault in json.loads(refused_response.text)["errors"]] == ["device"]
