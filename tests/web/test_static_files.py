"""Static files are found by their names and by nothing else."""

import pytest
from flask import Flask

from trexscore.web import static_files

DEAL = "css/components/deals/deal.css"


@pytest.mark.parametrize("before", ["./", "css/../", "././css/../", "a/../"])
def test_no_other_spelling_of_a_path_is_found_or_kept(site: Flask, before: str) -> None:
    client = site.test_client()
    assert client.get(f"/static/{DEAL}").status_code == 200
    kept = static_files._cached_file.cache_info().currsize  # noqa: SLF001 - what is kept is what is asked
    for times in range(1, 20):
        assert client.get(f"/static/{before * times}{DEAL}").status_code == 404
    assert static_files._cached_file.cache_info().currsize == kept  # noqa: SLF001


def test_every_file_is_found_under_its_release_and_without(site: Flask) -> None:
    client = site.test_client()
    with site.test_request_context():
        release = static_files.static_url(DEAL).split("/")[2]
    for path in static_files.static_files():
        named, plain = client.get(f"/static/{release}/{path}"), client.get(f"/static/{path}")
        assert (named.status_code, plain.status_code) == (200, 200), path
        assert named.data == plain.data
        assert "immutable" in named.headers["Cache-Control"]
        assert plain.headers["Cache-Control"] == "no-cache"
