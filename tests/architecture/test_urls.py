"""docs/urls.md says what the program does."""

from tests.tools.urls import PAGE, page
from trexscore.app import create_app


def test_table_of_addresses_is_true() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(create_app()), "Run `python -m tests.tools.urls`."
