"""Files of large clubs are made in a job and downloaded by those who may."""

import json

import pytest
from flask import Flask
from sqlalchemy import select

from tests.support.clubs.club import play_game
from tests.support.clubs.people import RolePhones, create_club_with_phones
from tests.support.pages import Phone, Response
from tests.support.server.jobs import run_waiting_jobs, without_job_worker
from trexscore.db.jobs import Job
from trexscore.db.models import db

FILE_PATHS = (
    *("/export", "/data/csv/deals", "/data/json/games", "/data/csv/rating-history?separator=tab"),
    *("/data/csv/evenings", "/data/csv/statistics", "/data/json/head-to-head", "/data/csv/pair-head-to-head"),
    *("/data/json/point-differences", "/data/csv/records"),
)


@pytest.fixture(scope="module")
def people(site: Flask) -> RolePhones:
    people = create_club_with_phones(site, "standings")
    numbers = people.club.members
    with site.app_context():
        people.club.create_season()
        people.club.count_game(
            play_game(1), [numbers[name] for name in ("Basil", "The admin", "The scorer", "The member")]
        )
    return people


@pytest.fixture
def large(people: RolePhones, monkeypatch: pytest.MonkeyPatch) -> RolePhones:
    """The same club, with limits lowered so that its files are made in jobs."""
    for page in ("imports.club_file_routes", "data.routes"):
        monkeypatch.setattr(f"trexscore.web.clubs.{page}.MAX_GAMES_EXPORTED_WITHOUT_JOB", 0)
    return people


def direct_download(people: RolePhones, path: str) -> bytes:
    with people.owner.client.get(people.path(path)) as response:
        assert response.status_code == 200
        data: bytes = response.data
    return data


def start_job(people: RolePhones, path: str, phone: Phone | None = None) -> Response:
    with without_job_worker(people.site):
        return (phone or people.owner).get(people.path(path))


@pytest.mark.parametrize("path", FILE_PATHS)
def test_file_made_in_job_is_the_same(people: RolePhones, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    direct_file = direct_download(people, path)
    for page in ("imports.club_file_routes", "data.routes"):
        monkeypatch.setattr(f"trexscore.web.clubs.{page}.MAX_GAMES_EXPORTED_WITHOUT_JOB", 0)
    waiting = start_job(people, path)
    assert waiting.root.find("progress")
    run_waiting_jobs(people.site)
    ready = people.owner.get(waiting.path)
    (link,) = ready.root.find("a", class_="bar")
    with people.owner.client.get(link.attrs["href"]) as response:
        assert response.data == direct_file
        assert response.headers["Content-Disposition"].startswith("attachment")
        assert response.headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize("file_format", ["csv", "json"])
def test_season_statistics_made_in_job_are_the_same(
    people: RolePhones, file_format: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with people.site.app_context():
        season = next(iter(people.club.record.seasons))
    path = f"/data/{file_format}/statistics?season={season}"
    direct_file = direct_download(people, path)
    monkeypatch.setattr("trexscore.web.clubs.data.routes.MAX_GAMES_EXPORTED_WITHOUT_JOB", 0)
    waiting_page = start_job(people, path)
    run_waiting_jobs(people.site)
    (link,) = people.owner.get(waiting_page.path).root.find("a", class_="bar")
    with people.owner.client.get(link.attrs["href"]) as response:
        assert response.data == direct_file
        assert "2026" in response.headers["Content-Disposition"]


def test_file_made_in_job_follows_permissions(large: RolePhones) -> None:
    paths = "/export", "/data/csv/games", "/data/csv/deals", "/data/csv/ratings"
    export, games, deals, ratings = (start_job(large, path).path for path in paths)
    run_waiting_jobs(large.site)
    assert large.statuses(export) == {
        "owner": 200,
        "admin": 200,
        "scorer": 403,
        "member": 403,
        "stranger": 404,
        "nobody": 404,
    }
    assert large.nobody.get(games).status == 200
    assert large.nobody.get(deals).status == 404
    assert large.nobody.get(ratings).status == 404
    assert large.owner.get(deals.replace("/csv/", "/json/")).status == 404
    key = export.rpartition("/")[2]
    assert large.owner.get(deals.rpartition("/")[0] + f"/{key}").status == 404


def test_waiting_job_keeps_names_of_earlier_releases(large: RolePhones) -> None:
    """A job that waits during an upgrade must stay readable afterwards."""
    key = start_job(large, "/data/csv/deals").path.rpartition("/")[2]
    with large.site.app_context():
        arguments = db.session.scalars(select(Job.arguments).where(Job.key == key)).one()
    assert json.loads(arguments).keys() == {
        *("uid", "member", "what", "form", "separator", "language", "digits", "season")
    }
    run_waiting_jobs(large.site)
