"""A whole club is exported by its admins, and imported by anyone signed in."""

import gzip
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import QueuePool

from tests.support.accounts import sign_up
from tests.support.clubs.club import play_game, sign_off_kingdoms
from tests.support.clubs.files import eventful_club, export_club, file_of, lines
from tests.support.clubs.people import RolePhones, create_club_with_phones
from tests.support.pages import Phone, Response
from tests.support.sites import site_in
from trexscore.db.models import db

IMPORT = "/clubs/import"


@pytest.fixture(scope="module")
def people(site: Flask) -> RolePhones:
    people = create_club_with_phones(site, "all")
    with site.app_context():
        people.club.create_season()
        people.club.count_game(play_game(1), player_numbers(people))
    return people


def player_numbers(people: RolePhones) -> list[int]:
    numbers = people.club.members
    return [numbers["Basil"], numbers["The admin"], numbers["The scorer"], numbers["The member"]]


@pytest.fixture
def other_site(tmp_path: Path) -> Iterator[Flask]:
    with site_in(tmp_path) as site:
        yield site


def send(phone: Phone, file: bytes, name: str = "club.jsonl.gz", *, follow: bool = True) -> Response:
    page = phone.get(IMPORT)
    fields = page.fields(IMPORT)
    return phone.post(IMPORT, fields, follow=follow, files={"file": (io.BytesIO(file), name)})


def test_export_needs_club_admin(people: RolePhones) -> None:
    assert people.statuses(people.path("/export")) == {
        "owner": 200,
        "admin": 200,
        "scorer": 403,
        "member": 403,
        "stranger": 404,
        "nobody": 404,
    }


def test_export_is_a_private_download(people: RolePhones) -> None:
    response = people.owner.client.get(people.path("/export"))
    data = response.data
    assert response.headers["Content-Disposition"].startswith('attachment; filename="trex-club-')
    assert response.headers["Cache-Control"] == "private, no-store"
    assert response.content_type == "application/gzip"
    with people.site.app_context():
        assert data == export_club(people.club)


def count_connections_in_use(site: Flask) -> int:
    """The number of database connections in use."""
    with site.app_context():
        pool = db.engine.pool
        assert isinstance(pool, QueuePool)
        return pool.checkedout()


@pytest.mark.parametrize("path", ["/export", "/data/csv/games", "/data/json/statistics"])
def test_download_releases_its_connection(people: RolePhones, path: str) -> None:
    connections_before = count_connections_in_use(people.site)
    with people.owner.client.get(people.path(path)) as response:
        assert len(response.data) > 1
    assert count_connections_in_use(people.site) == connections_before
    with people.owner.client.get(people.path(path)) as response:
        assert next(response.iter_encoded())
    assert count_connections_in_use(people.site) == connections_before


def test_importer_owns_the_club(people: RolePhones, other_site: Flask) -> None:
    file = people.owner.client.get(people.path("/export")).data
    amal, basil = sign_up(other_site, "amal"), sign_up(other_site, "basil")
    response = send(amal, file)
    assert (response.status, response.path) == (200, people.path())
    assert "was imported, with 1 game." in response.text
    assert amal.get(people.path("/settings")).status == 200
    with amal.client.get(people.path("/export")) as export:
        assert export.data == file
    second_response = send(basil, file)
    assert "identical to the file" in second_response.text
    assert people.path() not in second_response.text
    assert basil.get(people.path("/settings")).status == 404
    assert people.path() in send(amal, file).text


def test_import_needs_account(other_site: Flask, people: RolePhones) -> None:
    nobody = Phone(other_site)
    assert nobody.get(IMPORT).path == "/account/sign-in"
    amal = sign_up(other_site, "amal")
    fields = {"csrf_token": amal.get(IMPORT).fields(IMPORT)["csrf_token"]}
    file = people.owner.client.get(people.path("/export")).data
    assert nobody.post(IMPORT, fields, files={"file": (io.BytesIO(file), "club")}).status == 400


@pytest.mark.parametrize("file", [b"", b"\0", b"PK\x03\x04", b'{"format":"trexscore-game/1"}', "تركس".encode("cp1256")])
def test_file_of_no_club_is_refused(other_site: Flask, file: bytes) -> None:
    response = send(sign_up(other_site, "amal"), file)
    assert response.status == 422
    assert response.problems == ["This is not a club file. Choose one exported from a club."]


def test_form_without_file_is_refused(other_site: Flask) -> None:
    amal = sign_up(other_site, "amal")
    assert amal.send(amal.get(IMPORT), IMPORT).problems == ["Choose a file first."]


def test_forged_club_file_names_first_fault(people: RolePhones, other_site: Flask) -> None:
    club_lines = lines(people.owner.client.get(people.path("/export")).data)
    club_lines[-1]["entries"][7]["body"]["king"] = "C"
    response = send(sign_up(other_site, "amal"), file_of(club_lines))
    assert response.status == 422
    assert "was altered: entry 8 or an earlier one." in response.problems[0]
    assert other_site.test_client().get(people.path()).status_code == 404


def test_same_fault_in_many_games_is_reported_once(site: Flask, other_site: Flask) -> None:
    with site.app_context():
        club = eventful_club()
        games = [play_game(seed) for seed in (31, 32, 33)]
        for game in games:
            club.count_game(game, [3, None, None, None])
        file_before = export_club(club)
        for game in games:
            sign_off_kingdoms(game, "A")
        file_after = export_club(club)
    amal = sign_up(other_site, "amal")
    assert send(amal, file_before).status == 200
    problems = send(amal, file_after).problems
    assert len(problems) == 2, problems
    assert "is already here and the file is newer" in problems[0]
    assert problems[1] == "The same applies to other games in this file."


def test_import_needs_csrf_token(people: RolePhones, other_site: Flask) -> None:
    amal = sign_up(other_site, "amal")
    file = people.owner.client.get(people.path("/export")).data
    assert amal.post(IMPORT, {}, files={"file": (io.BytesIO(file), "club")}).status == 400


def test_large_upload_needs_account(tmp_path: Path) -> None:
    with site_in(tmp_path, MAX_IMPORT_BYTES="400000") as app:
        amal = sign_up(app, "amal")
        assert send(amal, b"x" * 300_000).status == 422
        response = send(amal, b"x" * 450_000)
        assert (response.status, "This file is too large." in response.text) == (413, True)
        token = amal.get(IMPORT).fields(IMPORT)["csrf_token"]
        anonymous_response = Phone(app).post(
            IMPORT, {"csrf_token": token}, files={"file": (io.BytesIO(b"x" * 300_000), "club")}
        )
        assert (anonymous_response.status, "256 KB" in anonymous_response.text) == (413, True)
        other_form = amal.post("/clubs", {"csrf_token": token}, files={"file": (io.BytesIO(b"x" * 300_000), "club")})
        assert other_form.status == 413


def test_large_club_is_imported(site: Flask, other_site: Flask) -> None:
    with site.app_context():
        club = eventful_club()
        for seed in range(20, 60):
            club.count_game(play_game(seed), [3, None, None, None])
        file = export_club(club)
    amal = sign_up(other_site, "amal")
    assert "43 games" in send(amal, file).text
    assert send(amal, gzip.decompress(file)).status == 200, "a browser may have decompressed the download"
