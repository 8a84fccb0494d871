"""Static files are found under their exact names only."""

import pytest
from flask import Flask

from trexscore.web import static_files

DEAL = "css/components/deals/deal.css"


@pytest.mark.parametrize("prefix", ["./", "css/../", "././css/../", "a/../"])
def test_other_spellings_of_path_are_not_found(site: Flask, prefix: str) -> None:
    client = site.test_client()
    assert client.get(f"/static/{DEAL}").status_code == 200
    cached_files = static_files._read_file.cache_info().currsize  # noqa: SLF001 - the size of the cache is tested
    for repeats in range(1, 20):
        assert client.get(f"/static/{prefix * repeats}{DEAL}").status_code == 404
    assert static_files._read_file.cache_info().currsize == cached_files  # noqa: SLF001


def test_files_are_found_with_and_without_release(site: Flask) -> None:
    client = site.test_client()
    with site.test_request_context():
        release = static_files.static_url(DEAL).split("/")[2]
    for path in static_files.static_file_paths():
        with_release, without_release = client.get(f"/static/{release}/{path}"), client.get(f"/static/{path}")
        assert (with_release.status_code, without_release.status_code) == (200, 200), path
        assert with_release.data == without_release.data
        assert "immutable" in with_release.headers["Cache-Control"]
        assert without_release.headers["Cache-Control"] == "no-cache"
