"""From which device an entry came, as far as it said: shown in the story, and no proof of anything."""

import json
import re

from tests.support.pages import Game, Phone
from tests.support.tables import DIAMONDS, envelope

AN_IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1"


def test_the_story_says_from_which_device_an_entry_came(phone: Phone, game: Game) -> None:
    phone.client.environ_base["HTTP_USER_AGENT"] = AN_IPHONE
    page = phone.get(game.path("/voids/new"))
    phone.get(game.path())
    phone.send(page, game.path("/voids"), reason="misdeal")
    told = phone.get(game.path("/history")).root.find("li")[0].text
    assert re.search(r"iPhone [2-9A-Z]{4}, ", told)


def test_two_devices_have_letters_of_their_own_and_keep_them(phone: Phone, game: Game) -> None:
    other = Phone(phone.client.application)
    for one in (phone, other):
        one.get(game.path())
    mine = phone.cookie("device")
    phone.get(game.path())
    assert mine == phone.cookie("device") != other.cookie("device")


def test_a_forged_device_is_nobodys(phone: Phone, game: Game) -> None:
    phone.client.set_cookie("device", "<b>x")
    page = phone.get(game.path("/voids/new"))
    phone.send(page, game.path("/voids"), reason="misdeal")
    assert "<b>x" not in phone.get(game.path("/history")).text


def test_a_program_says_its_device_and_the_chain_does_not_hang_on_it(phone: Phone, game: Game) -> None:
    client = phone.client.application.test_client()
    path = f"/api/games/{game.token('write')}"
    answer = client.post(f"{path}/entries", json=envelope(DIAMONDS, 5, device="the tablet at table 3"))
    assert answer.status_code == 201
    assert json.loads(client.get(f"{path}/journal").text)["entries"][-1]["device"] == "the tablet at table 3"
    refused = client.post(f"{path}/entries", json=envelope(DIAMONDS, 6, device="\u202eevil"))
    assert [fault["at"] for fault in json.loads(refused.text)["errors"]] == ["device"]
