"""A whole club leaves as a file by those who lead it, and comes in by whoever is signed in."""

import gzip
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import QueuePool

from tests.support.accounts import sign_up
from tests.support.clubs.club import agree, played
from tests.support.clubs.files import exported, file_of, lines, lively
from tests.support.clubs.people import People, people_of
from tests.support.pages import Answer, Phone
from tests.support.sites import site_in
from trexscore.db.models import db

IMPORT = "/clubs/import"


@pytest.fixture(scope="module")
def people(site: Flask) -> People:
    people = people_of(site, "all")
    with site.app_context():
        people.club.season()
        people.club.count(played(1), four_of(people))
    return people


def four_of(people: People) -> list[int]:
    numbers = people.club.members
    return [numbers["Basil"], numbers["The admin"], numbers["The scorer"], numbers["The member"]]


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Flask]:
    with site_in(tmp_path) as site:
        yield site


def send(phone: Phone, file: bytes, name: str = "club.jsonl.gz", *, follow: bool = True) -> Answer:
    page = phone.get(IMPORT)
    fields = page.fields(IMPORT)
    return phone.post(IMPORT, fields, follow=follow, files={"file": (io.BytesIO(file), name)})


def test_only_those_who_lead_the_club_take_it_along(people: People) -> None:
    assert people.statuses(people.path("/export")) == {
        "owner": 200,
        "admin": 200,
        "scorer": 403,
        "member": 403,
        "stranger": 404,
        "nobody": 404,
    }


def test_the_file_is_a_download_that_nobody_keeps(people: People) -> None:
    answer = people.owner.client.get(people.path("/export"))
    data = answer.data
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="trex-club-')
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert answer.content_type == "application/gzip"
    with people.site.app_context():
        assert data == exported(people.club)


def in_use(site: Flask) -> int:
    """How many connections to the database."""
    with site.app_context():
        pool = db.engine.pool
        assert isinstance(pool, QueuePool)
        return pool.checkedout()


@pytest.mark.parametrize("path", ["/export", "/data/csv/games", "/data/json/statistics"])
def test_what_is_sent_lets_go_of_the_database_at_its_end_or_when_nobody_waits_for_it(people: People, path: str) -> None:
    before = in_use(people.site)
    with people.owner.client.get(people.path(path)) as whole:
        assert len(whole.data) > 1
    assert in_use(people.site) == before
    with people.owner.client.get(people.path(path)) as begun:
        assert next(begun.iter_encoded())
    assert in_use(people.site) == before


def test_whoever_brings_a_club_owns_it_there(people: People, elsewhere: Flask) -> None:
    file = people.owner.client.get(people.path("/export")).data
    amal, basil = sign_up(elsewhere, "amal"), sign_up(elsewhere, "basil")
    arrived = send(amal, file)
    assert (arrived.status, arrived.path) == (200, people.path())
    assert "was imported, with 1 game." in arrived.text
    assert amal.get(people.path("/settings")).status == 200
    with amal.client.get(people.path("/export")) as export:
        assert export.data == file
    again = send(basil, file)
    assert "identical to the file" in again.text
    assert people.path() not in again.text
    assert basil.get(people.path("/settings")).status == 404
    assert people.path() in send(amal, file).text


def test_no_account_no_club(elsewhere: Flask, people: People) -> None:
    nobody = Phone(elsewhere)
    assert nobody.get(IMPORT).path == "/account/sign-in"
    amal = sign_up(elsewhere, "amal")
    fields = {"csrf_token": amal.get(IMPORT).fields(IMPORT)["csrf_token"]}
    file = people.owner.client.get(people.path("/export")).data
    assert nobody.post(IMPORT, fields, files={"file": (io.BytesIO(file), "club")}).status == 400


@pytest.mark.parametrize("file", [b"", b"\0", b"PK\x03\x04", b'{"format":"trexscore-game/1"}', "تركس".encode("cp1256")])
def test_what_is_no_club_is_told_so_on_the_page(elsewhere: Flask, file: bytes) -> None:
    answer = send(sign_up(elsewhere, "amal"), file)
    assert answer.status == 422
    assert answer.problems == ["This is not a club file. Choose one exported from a club."]


def test_a_form_without_a_file_asks_for_one(elsewhere: Flask) -> None:
    amal = sign_up(elsewhere, "amal")
    assert amal.send(amal.get(IMPORT), IMPORT).problems == ["Choose a file first."]


def test_a_forged_file_says_where_it_does_not_hold(people: People, elsewhere: Flask) -> None:
    said = lines(people.owner.client.get(people.path("/export")).data)
    said[-1]["entries"][7]["body"]["king"] = "C"
    answer = send(sign_up(elsewhere, "amal"), file_of(said))
    assert answer.status == 422
    assert "was altered: entry 8 or an earlier one." in answer.problems[0]
    assert elsewhere.test_client().get(people.path()).status_code == 404


def test_what_is_wrong_with_many_games_alike_is_said_once(site: Flask, elsewhere: Flask) -> None:
    with site.app_context():
        club = lively()
        games = [played(seed) for seed in (31, 32, 33)]
        for game in games:
            club.count(game, [3, None, None, None])
        before = exported(club)
        for game in games:
            agree(game, "A")
        behind = exported(club)
    amal = sign_up(elsewhere, "amal")
    assert send(amal, before).status == 200
    problems = send(amal, behind).problems
    assert len(problems) == 2, problems
    assert "is already here and the file is newer" in problems[0]
    assert problems[1] == "The same applies to other games in this file."


def test_a_file_made_up_without_a_form_of_this_site_is_refused(people: People, elsewhere: Flask) -> None:
    amal = sign_up(elsewhere, "amal")
    file = people.owner.client.get(people.path("/export")).data
    assert amal.post(IMPORT, {}, files={"file": (io.BytesIO(file), "club")}).status == 400


def test_only_who_is_signed_in_may_send_more_than_a_game_needs(tmp_path: Path) -> None:
    with site_in(tmp_path, MAX_IMPORT_BYTES="400000") as app:
        amal = sign_up(app, "amal")
        assert send(amal, b"x" * 300_000).status == 422
        answer = send(amal, b"x" * 450_000)
        assert (answer.status, "This file is too large." in answer.text) == (413, True)
        token = amal.get(IMPORT).fields(IMPORT)["csrf_token"]
        nobody = Phone(app).post(IMPORT, {"csrf_token": token}, files={"file": (io.BytesIO(b"x" * 300_000), "club")})
        assert (nobody.status, "256 KB" in nobody.text) == (413, True)
        elsewhere = amal.post("/clubs", {"csrf_token": token}, files={"file": (io.BytesIO(b"x" * 300_000), "club")})
        assert elsewhere.status == 413


def test_a_club_of_many_games_goes_through_the_form(site: Flask, elsewhere: Flask) -> None:
    with site.app_context():
        club = lively()
        for seed in range(20, 60):
            club.count(played(seed), [3, None, None, None])
        file = exported(club)
    amal = sign_up(elsewhere, "amal")
    assert "43 games" in send(amal, file).text
    assert send(amal, gzip.decompress(file)).status == 200, "the same, unpacked by a browser on its way"
