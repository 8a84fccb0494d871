"""A script that sends a form is told where it leads, and goes there without leaving an entry in the history."""

from tests.support.pages import Game, Phone
from tests.support.tables import KING

NAMED = {"X-Redirect": "named"}


def test_redirect_is_named_for_a_script(phone: Phone, game: Game) -> None:
    game.say(KING)
    page = phone.get(game.path())
    answer = phone.client.post(game.path("/undo"), data=page.fields("/undo"), headers=NAMED)
    assert (answer.status_code, answer.headers["X-Location"], answer.data) == (204, game.path(), b"")
    assert "Location" not in answer.headers


def test_refusal_is_a_page_for_a_script_too(phone: Phone, game: Game) -> None:
    page = phone.get(game.path("/adjustments/new"))
    answer = phone.client.post(game.path("/adjustments"), data=page.fields("/adjustments"), headers=NAMED)
    assert (answer.status_code, "X-Location" in answer.headers) == (422, False)
