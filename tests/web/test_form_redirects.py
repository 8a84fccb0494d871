"""A script that submits a form gets the address of the redirect, and adds no history entry."""

from tests.support.pages import Game, Phone
from tests.support.tables import KING

SCRIPT_HEADERS = {"X-Redirect": "named"}


def test_script_gets_address_of_redirect(phone: Phone, game: Game) -> None:
    game.add_entry(KING)
    page = phone.get(game.path())
    response = phone.client.post(game.path("/undo"), data=page.fields("/undo"), headers=SCRIPT_HEADERS)
    assert (response.status_code, response.headers["X-Location"], response.data) == (204, game.path(), b"")
    assert "Location" not in response.headers


def test_script_gets_page_of_refusal(phone: Phone, game: Game) -> None:
    page = phone.get(game.path("/adjustments/new"))
    response = phone.client.post(game.path("/adjustments"), data=page.fields("/adjustments"), headers=SCRIPT_HEADERS)
    assert (response.status_code, "X-Location" in response.headers) == (422, False)
