"""The page of long work: how far it is, for those who started it and for nobody else."""

import json
from collections.abc import Iterator

import pytest
from flask import Flask

from tests.support.pages import Game, Phone, preset, start
from tests.support.server.jobs import forget_jobs, jobs_wait, set_jobs

_SHEET = "A,queens,-25,-25,-50,0"


@pytest.fixture
def beside(site: Flask) -> Iterator[Flask]:
    """Nothing is done in requests, and here by nobody else."""
    forget_jobs(site)
    with jobs_wait(site):
        yield site
    forget_jobs(site)


def _paste(phone: Phone, path: str) -> str:
    """The address of the job that a sheet starts."""
    answer = phone.send_only(phone.get(path), path, pasted=_SHEET)
    assert answer.status == 303
    return str(answer.headers["Location"])


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_job_that_waits_says_so_and_keeps_looking(beside: Flask, language: str) -> None:
    phone = Phone(beside, language)
    page = phone.get(_paste(phone, "/paper"))
    assert page.status == 200
    assert page.headers["Cache-Control"] == "private, no-store"
    assert page.root.one("noscript").one("meta").attrs["http-equiv"] == "refresh"
    assert page.root.find("section", class_="job")[0].find("progress")
    assert not page.page.faults


def test_progress_is_told_to_the_page_as_json(beside: Flask, phone: Phone) -> None:
    address = _paste(phone, "/paper")
    set_jobs(beside, state="running", step="games", done=3, total=1200)
    answer = phone.client.get(address, headers={"Accept": "application/json", "Accept-Language": "ar"})
    said = json.loads(answer.text)
    assert (said["state"], said["done"], said["total"]) == ("running", 3, 1200)
    assert "١٢٠٠" in said["said"]


@pytest.mark.parametrize(
    ("state", "result", "said"),
    [
        ("failed", '"too_long"', "longer than the server allows"),
        ("failed", '"too_large"', "more memory"),
        ("failed", '"of a later version"', "Something went wrong"),
        ("lost", None, "The server stopped"),
    ],
)
def test_a_job_that_failed_says_why_and_can_be_started_again(
    beside: Flask, phone: Phone, state: str, result: str | None, said: str
) -> None:
    address = _paste(phone, "/paper")
    set_jobs(beside, state=state, result=result)
    page = phone.get(address)
    assert said in page.root.one("section", class_="problems").text
    beside.config["JOBS_BESIDE"] = False
    again = phone.send(page, address)
    assert again.root.find("section", class_="judged")


def test_a_job_is_found_where_it_was_started_and_nowhere_else(beside: Flask, phone: Phone, game: Game) -> None:
    other = start(beside, **preset("complex"))
    of_all, of_game = _paste(phone, "/paper"), _paste(phone, game.path("/paper"))
    key = of_game.rpartition("/")[2]
    assert phone.get(of_game).status == 200
    assert phone.get(game.path(f"/paper/{key}", "read")).status == 200
    for address in (
        of_all + "x",
        f"/paper/{key}",
        other.path(f"/paper/{key}"),
        game.path(f"/from-points/{key}"),
        f"/g/{'A' * 22}/paper/{key}",
        game.path(f"/paper/{of_all.rpartition('/')[2]}"),
    ):
        assert phone.get(address).status == 404, address
        assert phone.post(address, {}, follow=False).status in (400, 404), address


@pytest.mark.usefixtures("beside")
def test_nobody_starts_more_than_a_few_at_once(phone: Phone) -> None:
    for number in range(4):
        phone.send_only(phone.get("/paper"), "/paper", pasted=f"{_SHEET}{number}")
    answer = phone.send_only(phone.get("/paper"), "/paper", pasted=f"{_SHEET}9")
    assert answer.status == 429
    assert "You have already started several tasks." in answer.text
    assert phone.send_only(phone.get("/paper"), "/paper", pasted=f"{_SHEET}1").status == 303


def test_totals_found_for_an_earlier_state_are_looked_for_again(beside: Flask, phone: Phone, game: Game) -> None:
    answer = phone.get(game.path("/from-points?A=-75&B=0&C=0&D=0"), follow=False)
    beside.config["JOBS_BESIDE"] = False
    game.say({"king": "A", "contracts": ["trex"], "captures": {"trex": list("ABCD")}})
    again = phone.get(answer.headers["Location"], follow=False)
    assert (again.status, again.headers["Location"]) == (303, game.path("/from-points?A=-75&B=0&C=0&D=0"))
