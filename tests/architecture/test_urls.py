"""docs/urls.md matches the program."""

from tests.tools.urls import PAGE, page
from trexscore.app import create_app


def test_urls_page_matches_routes() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(create_app()), "Run `python -m tests.tools.urls`."
