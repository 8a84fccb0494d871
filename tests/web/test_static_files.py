"""Static files are found under their exact names only."""

import pytest
from flask import Flask

from trexscore.web import static_files

DEAL = "css/components/deals/deal.css"


@pytest.mark.parametrize("before", ["./", "css/../", "././css/../", "a/../"])
def test_other_spellings_of_path_are_not_found(site: Flask, before: str) -> None:
    client = site.test_client()
    assert client.get(f"/static/{DEAL}").status_code == 200
    kept = static_files._cached_file.cache_info().currsize  # noqa: SLF001 - what is kept is what is asked
    for times in range(1, 20):
        assert client.get(f"/static/{before * times}{DEAL}").status_code == 404
    assert static_files._cached_file.cache_info().currsize == kept  # noqa: SLF001


def test_files_are_found_with_and_without_release(site: Flask) -> None:
    client = site.test_client()
    with site.test_request_context():
        release = static_files.static_url(DEAL).split("/")[2]
    for path in static_files.static_files():
        named, plain = client.get(f"/static/{release}/{path}"), client.get(f"/static/{path}")
        assert (named.status_code, plain.status_code) == (200, 200), path
        assert named.data == plain.data
        assert "immutable" in named.headers["Cache-Control"]
        assert plain.headers["Cache-Control"] == "no-cache"
