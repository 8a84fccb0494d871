"""A script that submits a form gets the address of the redirect, and adds no history entry."""

from tests.support.pages import Game, Phone
from tests.support.tables import KING

NAMED = {"X-Redirect": "named"}


def test_script_gets_address_of_redirect(phone: Phone, game: Game) -> None:
    game.add_entry(KING)
    page = phone.get(game.path())
    answer = phone.client.post(game.path("/undo"), data=page.fields("/undo"), headers=NAMED)
    assert (answer.status_code, answer.headers["X-Location"], answer.data) == (204, game.path(), b"")
    assert "Location" not in answer.headers


def test_script_gets_page_of_refusal(phone: Phone, game: Game) -> None:
    page = phone.get(game.path("/adjustments/new"))
    answer = phone.client.post(game.path("/adjustments"), data=page.fields("/adjustments"), headers=NAMED)
    assert (answer.status_code, "X-Location" in answer.headers) == (422, False)
