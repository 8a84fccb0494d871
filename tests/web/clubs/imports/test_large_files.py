"""Files of large clubs: made outside of requests, and handed over to whom the page belongs."""

import pytest
from flask import Flask

from tests.support.clubs.club import played
from tests.support.clubs.people import People, people_of
from tests.support.pages import Answer, Phone
from tests.support.server.jobs import do_jobs, jobs_wait

DIRECT = (
    *("/export", "/data/csv/deals", "/data/json/games", "/data/csv/rating-history?separator=tab"),
    *("/data/csv/evenings", "/data/csv/statistics", "/data/json/head-to-head", "/data/csv/pair-head-to-head"),
    *("/data/json/point-differences", "/data/csv/records"),
)


@pytest.fixture(scope="module")
def people(site: Flask) -> People:
    people = people_of(site, "standings")
    numbers = people.club.members
    with site.app_context():
        people.club.season()
        people.club.count(played(1), [numbers[name] for name in ("Basil", "The admin", "The scorer", "The member")])
    return people


@pytest.fixture
def large(people: People, monkeypatch: pytest.MonkeyPatch) -> People:
    """The same club, as if one game were many."""
    for page in ("imports.club_file_routes", "data.routes"):
        monkeypatch.setattr(f"trexscore.web.clubs.{page}.FEW_GAMES", 0)
    return people


def direct(people: People, path: str) -> bytes:
    with people.owner.client.get(people.path(path)) as answer:
        assert answer.status_code == 200
        data: bytes = answer.data
    return data


def begun(people: People, path: str, phone: Phone | None = None) -> Answer:
    with jobs_wait(people.site):
        return (phone or people.owner).get(people.path(path))


@pytest.mark.parametrize("path", DIRECT)
def test_a_file_of_many_games_is_the_same_as_one_of_few(
    people: People, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = direct(people, path)
    for page in ("imports.club_file_routes", "data.routes"):
        monkeypatch.setattr(f"trexscore.web.clubs.{page}.FEW_GAMES", 0)
    waiting = begun(people, path)
    assert waiting.root.find("progress")
    do_jobs(people.site)
    ready = people.owner.get(waiting.path)
    (link,) = ready.root.find("a", class_="bar")
    with people.owner.client.get(link.attrs["href"]) as answer:
        assert answer.data == before
        assert answer.headers["Content-Disposition"].startswith("attachment")
        assert answer.headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize("form", ["csv", "json"])
def test_statistics_of_a_season_keep_their_days(people: People, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with people.site.app_context():
        season = next(iter(people.club.record.seasons))
    path = f"/data/{form}/statistics?season={season}"
    before = direct(people, path)
    monkeypatch.setattr("trexscore.web.clubs.data.routes.FEW_GAMES", 0)
    waiting = begun(people, path)
    do_jobs(people.site)
    (link,) = people.owner.get(waiting.path).root.find("a", class_="bar")
    with people.owner.client.get(link.attrs["href"]) as answer:
        assert answer.data == before
        assert "2026" in answer.headers["Content-Disposition"]


def test_a_file_is_for_those_who_may_ask_for_it(large: People) -> None:
    asked = "/export", "/data/csv/games", "/data/csv/deals", "/data/csv/ratings"
    export, games, deals, ratings = (begun(large, path).path for path in asked)
    do_jobs(large.site)
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
