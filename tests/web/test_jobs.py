"""The page of a job shows progress to those with permission."""

import json
from collections.abc import Iterator

import pytest
from flask import Flask

from tests.support.pages import Game, Phone, preset, start
from tests.support.server.jobs import forget_jobs, set_jobs, without_job_worker

_SHEET = "A,queens,-25,-25,-50,0"


@pytest.fixture
def paused_jobs(site: Flask) -> Iterator[Flask]:
    """Let no jobs run, neither in requests nor in a runner."""
    forget_jobs(site)
    with without_job_worker(site):
        yield site
    forget_jobs(site)


def _paste(phone: Phone, path: str) -> str:
    """Paste a sheet: the address of the started job."""
    response = phone.send_only(phone.get(path), path, pasted=_SHEET)
    assert response.status == 303
    return str(response.headers["Location"])


@pytest.mark.parametrize("language", ["en", "ar"])
def test_waiting_job_page_reloads_itself(paused_jobs: Flask, language: str) -> None:
    phone = Phone(paused_jobs, language)
    page = phone.get(_paste(phone, "/paper"))
    assert page.status == 200
    assert page.headers["Cache-Control"] == "private, no-store"
    assert page.root.find_one("noscript").find_one("meta").attrs["http-equiv"] == "refresh"
    assert page.root.find("section", class_="job")[0].find("progress")
    assert not page.page.faults


def test_job_progress_is_available_as_json(paused_jobs: Flask, phone: Phone) -> None:
    address = _paste(phone, "/paper")
    set_jobs(paused_jobs, state="running", step="games", done=3, total=1200)
    response = phone.client.get(address, headers={"Accept": "application/json", "Accept-Language": "ar"})
    progress = json.loads(response.text)
    assert (progress["state"], progress["done"], progress["total"]) == ("running", 3, 1200)
    assert "١٢٠٠" in progress["said"]


@pytest.mark.parametrize(
    ("state", "result", "reason"),
    [
        ("failed", '"too_long"', "longer than the server allows"),
        ("failed", '"too_large"', "more memory"),
        ("failed", '"of a later version"', "Something went wrong"),
        ("lost", None, "The server stopped"),
    ],
)
def test_failed_job_gives_reason_and_restarts(
    paused_jobs: Flask, phone: Phone, state: str, result: str | None, reason: str
) -> None:
    address = _paste(phone, "/paper")
    set_jobs(paused_jobs, state=state, result=result)
    page = phone.get(address)
    assert reason in page.root.find_one("section", class_="problems").text
    paused_jobs.config["JOBS_BESIDE"] = False
    result_page = phone.send(page, address)
    assert result_page.root.find("section", class_="paper-check")


def test_job_is_found_at_its_own_address_only(paused_jobs: Flask, phone: Phone, game: Game) -> None:
    other_game = start(paused_jobs, **preset("complex"))
    public_job, game_job = _paste(phone, "/paper"), _paste(phone, game.path("/paper"))
    key = game_job.rpartition("/")[2]
    assert phone.get(game_job).status == 200
    assert phone.get(game.path(f"/paper/{key}", "read")).status == 200
    for address in (
        public_job + "x",
        f"/paper/{key}",
        other_game.path(f"/paper/{key}"),
        game.path(f"/from-points/{key}"),
        f"/g/{'A' * 22}/paper/{key}",
        game.path(f"/paper/{public_job.rpartition('/')[2]}"),
    ):
        assert phone.get(address).status == 404, address
        assert phone.post(address, {}, follow=False).status in (400, 404), address


@pytest.mark.usefixtures("paused_jobs")
def test_number_of_started_jobs_is_limited(phone: Phone) -> None:
    for number in range(4):
        phone.send_only(phone.get("/paper"), "/paper", pasted=f"{_SHEET}{number}")
    response = phone.send_only(phone.get("/paper"), "/paper", pasted=f"{_SHEET}9")
    assert response.status == 429
    assert "You have already started several tasks." in response.text
    assert phone.send_only(phone.get("/paper"), "/paper", pasted=f"{_SHEET}1").status == 303


def test_search_for_changed_game_is_repeated(paused_jobs: Flask, phone: Phone, game: Game) -> None:
    response = phone.get(game.path("/from-points?A=-75&B=0&C=0&D=0"), follow=False)
    paused_jobs.config["JOBS_BESIDE"] = False
    game.add_entry({"king": "A", "contracts": ["trex"], "captures": {"trex": list("ABCD")}})
    repeated = phone.get(response.headers["Location"], follow=False)
    assert (repeated.status, repeated.headers["Location"]) == (303, game.path("/from-points?A=-75&B=0&C=0&D=0"))
