"""A table's game is started once from the draw, and its players get links."""

import json

import pytest

from tests.support.clubs.club import add_game_entry
from tests.support.clubs.club_nights import MORE_NAMES, ClubNight, names_of, uid_of_game
from tests.support.server.jobs import run_waiting_jobs, without_job_worker
from tests.support.tables import DIAMONDS
from trexscore.db.clubs import counted_games
from trexscore.db.game_links import read_seat_tokens
from trexscore.db.games import find_game_by_uid
from trexscore.db.models import db

EIGHT_NAMES = ("Basil", "Carine", "Dani", "Amal", *MORE_NAMES[:4])


def test_started_game_has_names_and_house_rules(night: ClubNight) -> None:
    with night.app_context() as club:
        club.change_season(night.season, house_rules={"preset": "denexa"})
    night.check_in(*EIGHT_NAMES)
    table = night.draw_tables().draws[-1].tables[0]
    response = night.start_table_game()
    assert all(name in response.text for name in names_of(night, table))
    token = response.path.removeprefix("/g/")
    assert night.scorer.cookie("games") == token
    file = json.loads(night.scorer.client.get(f"/g/{token}/game.json").text)
    assert file["house_rules"] == {"preset": "denexa"}
    with night.app_context() as club:
        expected_names = {club.record.members[number].name for number in table}
    assert {*file["players"]} == expected_names


def test_all_tables_start_once(night: ClubNight) -> None:
    night.check_in(*EIGHT_NAMES)
    night.draw_tables()
    page = night.scorer.get(night.path())
    assert not [form for form in night.member.get(night.path()).root.find("form") if "tables" in form.attrs["action"]]
    for _ in range(2):
        assert night.scorer.send(page, "/tables/all").path == night.path()
    with night.app_context() as club:
        games = counted_games.list_game_rows_of_night(db.session(), club.id, night.game_night)
        seated = [[*game.counted_game.credited_member_numbers] for game in games if game.counted_game is not None]
    assert seated == [[*table] for table in night.folded_night.draws[-1].tables]
    assert not [form for form in night.scorer.get(night.path()).root.find("form") if "/tables" in form.attrs["action"]]


def test_many_tables_start_in_a_job(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trexscore.web.clubs.game_nights.table_routes.MAX_TABLES_STARTED_WITHOUT_JOB", 1)
    night.check_in(*EIGHT_NAMES)
    night.draw_tables()
    page = night.scorer.get(night.path())
    with without_job_worker(night.site):
        waiting_pages = [night.scorer.send(page, "/tables/all") for _ in range(2)]
    assert waiting_pages[0].path == waiting_pages[1].path
    assert waiting_pages[0].root.find("progress")
    assert night.member.get(waiting_pages[0].path).status == 403
    assert night.scorer.get(waiting_pages[0].path.replace("/game-nights/", "/game-nights/9")).status == 404
    run_waiting_jobs(night.site)
    assert night.scorer.get(waiting_pages[0].path).path == night.path()
    with night.app_context() as club:
        assert len(counted_games.list_game_rows_of_night(db.session(), club.id, night.game_night)) == 2


def test_job_names_tables_that_did_not_start(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trexscore.web.clubs.game_nights.table_routes.MAX_TABLES_STARTED_WITHOUT_JOB", 1)
    night.check_in(*EIGHT_NAMES)
    night.draw_tables()
    page = night.scorer.get(night.path())
    with without_job_worker(night.site):
        waiting_page = night.scorer.send(page, "/tables/all")
    night.draw_tables("balanced")
    run_waiting_jobs(night.site)
    report_page = night.scorer.get(waiting_page.path)
    assert (report_page.status, bool(report_page.problems)) == (422, True)


def test_stale_page_starts_no_redrawn_tables(night: ClubNight) -> None:
    night.check_in(*EIGHT_NAMES)
    night.draw_tables()
    page = night.scorer.get(night.path())
    night.draw_tables("balanced")
    response = night.scorer.send(page, "/tables/all")
    assert (response.status, len(response.problems)) == (422, 1)
    with night.app_context() as club:
        assert not counted_games.list_game_rows_of_night(db.session(), club.id, night.game_night)


def test_double_tap_starts_one_game(night: ClubNight) -> None:
    night.check_in(*EIGHT_NAMES)
    night.draw_tables()
    form = night.table_form_fields()
    first_path, second_path = (night.scorer.post(night.path("/tables"), form).path for _ in range(2))
    owner_response = night.owner.post(
        night.path("/tables"), {**form, "csrf_token": night.owner.get(night.path()).fields("/tables")["csrf_token"]}
    )
    assert first_path == second_path
    assert owner_response.path != first_path, "club admins get the owner link, scorers the scorer link"
    with night.app_context() as club:
        assert len(counted_games.list_game_rows_of_night(db.session(), club.id, night.game_night)) == 1


def test_second_game_waits_for_the_first(night: ClubNight) -> None:
    night.check_in(*EIGHT_NAMES)
    night.draw_tables()
    form = night.table_form_fields()
    night.scorer.post(night.path("/tables"), form)
    response = night.scorer.post(night.path("/tables"), {**form, "game_number": "2"})
    assert response.status == 422
    assert response.problems
    assert night.scorer.post(night.path("/tables"), {**form, "game_number": "7"}).status == 422


def test_unknown_table_starts_nothing(night: ClubNight) -> None:
    night.check_in(*EIGHT_NAMES)
    night.draw_tables()
    changes: dict[str, str]
    for changes in (
        {"first_draw": "1"},
        {"index_in_draw": "9"},
        {"first_draw": "x"},
        {"game_number": "0"},
        {"game_number": ""},
    ):
        response = night.scorer.post(night.path("/tables"), {**night.table_form_fields(), **changes})
        assert response.status in (400, 422), changes
        assert not night.scorer.get(night.club_path("/games")).root.find("li", class_="club-game"), changes


def test_players_get_scorer_link_and_others_view(night: ClubNight) -> None:
    night.check_in("Basil", "Dani", "Elias", "Farah")
    night.draw_tables()
    scorer_path = night.start_table_game().path
    path = night.club_path(f"/games/{uid_of_game(night)}/open")
    member_page = night.member.get(path)
    assert member_page.path.startswith("/g/")
    assert member_page.path == scorer_path, "players get the scorer link"
    assert night.owner.get(path).path != scorer_path, "club admins get the owner link"
    assert night.member.get(f"{member_page.path}/deals/new?contracts=queens").status == 200
    assert night.scorer.get(path).path == scorer_path
    referee_response = night.referee.client.get(path)
    assert night.stranger.get(path, follow=False).status == 404
    assert "/g/" in referee_response.headers["Location"], "referees get a link too"


def test_member_of_other_table_gets_no_link(night: ClubNight) -> None:
    night.check_in("Basil", "Carine", "Elias", "Farah")
    night.draw_tables()
    night.start_table_game()
    response = night.member.get(night.club_path(f"/games/{uid_of_game(night)}/open"), follow=False)
    assert (response.status, "/g/" in response.headers["Location"]) == (303, False)
    assert "/g/" not in night.member.get(night.path()).text


def test_referee_link_is_for_referees_only(night: ClubNight) -> None:
    night.check_in("Basil", "Carine", "Elias", "Farah")
    night.draw_tables()
    night.start_table_game()
    path = night.club_path(f"/games/{uid_of_game(night)}/referee")
    referee_page = night.referee.get(path)
    assert referee_page.path.startswith("/g/")
    assert night.referee.get(f"{referee_page.path}/deals/new?contracts=queens").status in (403, 302, 303)
    assert night.scorer.get(path).status == 403
    assert night.member.get(path).status == 403
    assert night.stranger.get(path).status == 404


def test_seats_get_player_links_for_sign_off(night: ClubNight) -> None:
    with night.app_context() as club:
        club.add_entry("settings", {"name": "Club", "shows": "nothing", "agreed": True})
    night.check_in("Basil", "Carine", "Elias", "Farah")
    night.draw_tables()
    night.start_table_game()
    with night.app_context():
        game = find_game_by_uid(db.session(), uid_of_game(night))
        assert game is not None
        assert {*read_seat_tokens(db.session(), game.id)} == {*"ABCD"}


def test_table_shows_its_points(night: ClubNight) -> None:
    night.check_in("Basil", "Carine", "Elias", "Farah")
    night.draw_tables()
    night.start_table_game()
    with night.app_context():
        add_game_entry(uid_of_game(night), DIAMONDS)
    page = night.member.get(night.path())
    assert "\u221250" in page.text


def test_player_who_sat_out_plays_next(night: ClubNight) -> None:
    night.check_in(*EIGHT_NAMES, "Ibrahim")
    sitting_out = night.draw_tables("mixing").draws[-1].sitting_out
    night.start_table_game(0)
    with night.app_context() as club:
        next_night = club.add_entry("evening", {"on": "2026-11-29"})
        club.add_entry("arrived", {"evening": next_night, "members": list(night.folded_night.present_member_numbers)})
    night.game_night = next_night
    for _ in range(3):
        assert not {*sitting_out} & {*night.draw_tables("mixing").draws[-1].sitting_out}
