"""A club's API: responses follow the permission of the token, and any website may read them."""

import json
import uuid
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api import test_permissions
from tests.support import people
from tests.support.clubs.club import BEST_TWO, DAY, add_game_entry, four_members, new_club, play_game
from tests.support.databases import both_databases
from tests.support.pages import Phone
from tests.support.sites import site_in
from tests.support.tables import ADJUSTMENT, start_game
from trexscore.club.counted_game import NO_MEMBER
from trexscore.club.record import VisiblePart
from trexscore.commands.clubs.links import cancel_club_link, create_club_link
from trexscore.db.game_links import read_tokens_by_permission
from trexscore.db.league import ratings as rating_rows
from trexscore.db.models import Game, db
from trexscore.db.transactions import write_transaction
from trexscore.league.ratings import displayed_rating

PATHS = ("", "/seasons/{season}", "/games", "/members", "/ratings")
ANY_ORIGIN_HEADERS = {"Access-Control-Allow-Origin": "*"}


class ApiClub:
    """A club with three games and a season, and its API addresses."""

    def __init__(self, client: FlaskClient, shows: VisiblePart) -> None:
        self.client = client
        with client.application.app_context():
            self.club = new_club()
            self.seats = four_members(self.club)
            self.season = self.club.create_season(counting=BEST_TWO)
            self.games = [play_game(seed) for seed in (1, 2, 3)]
            for game in self.games:
                self.club.count_game(game, self.seats)
            self.club.add_entry("settings", {"name": "Trex Club", "shows": shows})
            self.read = create_club_link(self.club.id, "read")
            self.other_tokens = [create_club_link(self.club.id, "join"), create_club_link(self.club.id, "screen")]

    def get(self, path: str = "", token: str | None = None, **options: Any) -> Any:  # noqa: ANN401 - a response
        address = f"/api/clubs/{token or self.read}{path.format(season=self.season)}"
        return self.client.get(address, **options)


@pytest.mark.parametrize(
    ("shows", "statuses"),
    [("nothing", [404] * 5), ("standings", [200, 200, 200, 404, 404]), ("all", [200] * 5)],
)
def test_club_api_follows_visibility_and_link(client: FlaskClient, shows: VisiblePart, statuses: list[int]) -> None:
    club = ApiClub(client, shows)
    assert [club.get(path, club.club.uid).status_code for path in PATHS] == statuses
    assert [club.get(path).status_code for path in PATHS] == [200] * 5
    for other in (*club.other_tokens, "A" * 22, "%00", "x" * 200, "../games", start_game(client).read):
        assert [club.get(path, other).status_code for path in PATHS] == [404] * 5


@both_databases
def test_club_api_games_follow_standings_visibility(client: FlaskClient) -> None:
    club = ApiClub(client, "standings")
    with client.application.app_context():
        unfinished = play_game(4, deals=3)
        club.club.count_game(unfinished, club.seats)
        club.club.exclude_game(club.games[0])
    public_uids, uids_through_link = (
        {game["uid"] for game in club.get("/games", token).json["games"]} for token in (club.club.uid, club.read)
    )
    assert public_uids == {*club.games[1:]}
    assert uids_through_link == {*club.games[1:], unfinished}


def test_cancelled_link_is_not_found(client: FlaskClient) -> None:
    club = ApiClub(client, "nothing")
    with client.application.app_context():
        cancel_club_link(club.club.id, club.read)
    assert club.get().status_code == 404


def test_club_lists_its_seasons(client: FlaskClient) -> None:
    club = ApiClub(client, "standings")
    overview = club.get(token=club.club.uid).json
    assert (overview["name"], overview["shows"]) == ("Trex Club", "standings")
    (season,) = overview["seasons"]
    assert season["number"] == club.season
    assert (season["from"], season["until"], season["basis"]) == ("2026-01-01", "2026-12-31", "best")
    assert club.get().json["shows"] == "all"


@both_databases
def test_season_equals_standings(client: FlaskClient) -> None:
    club = ApiClub(client, "standings")
    season = club.get("/seasons/{season}").json
    with client.application.app_context():
        table = club.club.tally_by_player(club.season)
    assert {row["members"][0]["number"]: row["points"] for row in season["rows"]} == {
        player[0]: tally.points for player, tally in table.items()
    }
    assert [row["place"] for row in season["rows"]] == sorted(row["place"] for row in season["rows"])
    assert {row["members"][0]["name"] for row in season["rows"]} == {"Basil", "Carine", "Dani", "Elias"}
    scores = [row["score"] for row in season["rows"]]
    assert scores == sorted(scores, reverse=True)
    assert sum(sum(row["places"]) for row in season["rows"]) == 12
    assert all(row["games"] == 3 for row in season["rows"])


@both_databases
def test_season_of_past_day(client: FlaskClient) -> None:
    club = ApiClub(client, "standings")
    past_season = club.get("/seasons/{season}?on=2020-01-01").json
    assert (past_season["on"], past_season["known"], past_season["rows"]) == ("2020-01-01", "now", []), (
        "the season has no games before its first day"
    )
    assert club.get("/seasons/{season}?on=2999-01-01").json["rows"] == club.get("/seasons/{season}").json["rows"]
    for day in ("", "yesterday", "2026-02-30", "20260101", "\u0662\u0660\u0662\u0666-01-01"):
        response = club.get(f"/seasons/{{season}}?on={day}")
        assert (response.status_code, response.json["errors"][0]["code"]) == (422, "not_a_day"), day
    assert club.get("/seasons/999999999999999999999").status_code == 404


@both_databases
def test_games_have_pages_latest_first(client: FlaskClient) -> None:
    club = ApiClub(client, "standings")
    full_list = club.get("/games").json
    assert ({game["uid"] for game in full_list["games"]}, full_list["next"]) == ({*club.games}, None)
    pages, before = [], ""
    while True:
        page = club.get(f"/games?limit=1{before}").json
        pages += page["games"]
        if page["next"] is None:
            break
        before = f"&before={page['next']}"
    assert pages == full_list["games"]
    for query in ("limit=0", "limit=201", "limit=x", "before=x", f"before={uuid.uuid4()}", "before="):
        assert club.get(f"/games?{query}").status_code == 422, query
    with client.application.app_context():
        club.club.exclude_game(club.games[0])
    assert {game["uid"] for game in club.get("/games").json["games"]} == {*club.games[1:]}


@pytest.mark.parametrize("limit", ["0", "201", "-1", "x", "", "1.5"])
def test_invalid_limit_is_refused_with_range(client: FlaskClient, limit: str) -> None:
    response = ApiClub(client, "standings").get(f"/games?limit={limit}")
    (error,) = response.json["errors"]
    assert (response.status_code, error["code"], error["at"]) == (422, "outside", "limit")
    assert error["message"] == "Enter a whole number from 1 to 200."


def test_game_names_players_and_substitutes(client: FlaskClient) -> None:
    club = ApiClub(client, "standings")
    with client.application.app_context():
        basil, carine, *_ = club.seats
        club.club.count_game(club.games[0], [basil, None, None, None], substitutes={"A": carine})
    game = next(game for game in club.get("/games").json["games"] if game["uid"] == club.games[0])
    assert game["seats"]["A"]["member"] == {"number": basil, "name": "Basil"}
    assert game["seats"]["A"]["substitute"] == {"number": carine, "name": "Carine"}
    assert game["seats"]["B"]["member"] is None
    assert "Basil" not in json.dumps(game["seats"]["B"]), "players outside the club have no name"
    assert game["seasons"] == [club.season]


@both_databases
def test_correction_changes_response_and_etag(client: FlaskClient) -> None:
    club = ApiClub(client, "standings")
    before = {path: club.get(path) for path in PATHS}
    for path, response in before.items():
        headers = {"If-None-Match": response.headers["ETag"]}
        repeated = club.get(path, headers=headers)
        assert (repeated.status_code, repeated.data) == (304, b"")
        assert repeated.headers["ETag"] == response.headers["ETag"]
        assert ANY_ORIGIN_HEADERS.items() <= dict(repeated.headers).items()
        assert club.get(path, headers={"If-None-Match": f"W/{response.headers['ETag']}"}).status_code == 304
    with client.application.app_context():
        add_game_entry(club.games[0], ADJUSTMENT)
    changed_paths = [path for path in PATHS if club.get(path).headers["ETag"] != before[path].headers["ETag"]]
    assert changed_paths == ["/seasons/{season}", "/games"], (
        "the finishes are the same, so ratings and statistics do not change"
    )


@both_databases
def test_ratings_of_players_and_pairs(client: FlaskClient) -> None:
    club = ApiClub(client, "all")
    with client.application.app_context():
        club.club.count_game(play_game(7, "partnership"), club.seats)
        stored_ratings = {
            pairs: rating_rows.read_all_current_ratings(db.session(), club.club.id, of_pairs=pairs)
            for pairs in (False, True)
        }
    content = club.get("/ratings").json
    for pairs, rows in ((False, content["players"]), (True, content["pairs"])):
        players = [tuple(member["number"] for member in row["members"]) for row in rows]
        assert {player if pairs else player[:1] for player in stored_ratings[pairs]} == {*players}
        for player, row in zip(players, rows, strict=True):
            stored = stored_ratings[pairs][player if pairs else (player[0], NO_MEMBER)]
            assert (row["rating"], row["margin"]) == displayed_rating(stored.rating)
            assert (row["games"], row["last"]) == (1 if pairs else 3, DAY)
            assert (row["place"], row["provisional"], row["being_redone"]) == (None, True, False), (
                "ratings after few games are provisional"
            )
        floors = [row["rating"] - row["margin"] for row in rows]
        assert floors == sorted(floors, reverse=True)
    assert {row["members"][0]["name"] for row in content["players"]} == {"Basil", "Carine", "Dani", "Elias"}


def test_recalculated_ratings_are_marked(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    club = ApiClub(client, "all")
    started_jobs: list[int] = []
    monkeypatch.setattr("trexscore.web.clubs.statistics.ratings.ensure_ratings_job", started_jobs.append)
    with client.application.app_context(), write_transaction() as session:
        rating_rows.store_backlog_start(session, number := club.club.id, "")
    assert {row["being_redone"] for row in club.get("/ratings").json["players"]} == {True}
    assert started_jobs == [number]


def test_removed_player_has_no_name(client: FlaskClient) -> None:
    club = ApiClub(client, "all")
    with client.application.app_context():
        number = club.club.members["Carine"]
        club.club.add_entry("erased", {"member": number})
    for path in PATHS:
        text = club.get(path).text
        assert "Carine" not in text
        assert "Removed player" not in text
    members = club.get("/members").json["members"]
    assert next(member for member in members if member["number"] == number)["name"] is None


def test_club_api_contains_no_tokens_or_accounts(client: FlaskClient) -> None:
    club = ApiClub(client, "all")
    with client.application.app_context():
        games = db.session.query(Game).all()
        tokens = {token for game in games for token in read_tokens_by_permission(db.session(), game.id).values()}
    for path in PATHS:
        text = club.get(path).text
        assert not any(token in text for token in (*tokens, *club.other_tokens, club.read, club.club.uid))
        assert "account" not in text
        assert "Set-Cookie" not in club.get(path).headers


@pytest.mark.parametrize("path", PATHS)
def test_hidden_club_answers_like_no_club(client: FlaskClient, path: str) -> None:
    club = ApiClub(client, "nothing")
    for method in ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
        responses = []
        for token in (club.club.uid, "A" * 22):
            response: Any = client.open(f"/api/clubs/{token}{path.format(season=club.season)}", method=method)
            headers = [(name, value) for name, value in response.headers if name != "Date"]
            responses.append((response.status_code, headers, response.text.replace(token, "")))
        assert responses[0] == responses[1]
        assert responses[0][0] == 404


def test_guesses_are_limited_without_revealing_clubs(tmp_path: Path) -> None:
    with site_in(tmp_path, UNKNOWN_TOKENS_PER_MINUTE="2") as site:
        club = people.new_club(site)
        api, page = Phone(site), Phone(site)
        for _ in range(3):
            api.get("/api/clubs/" + "A" * 22)
        for address in (f"/api/clubs/{club.uid}", club.path(), club.path("/members"), "/c/" + "A" * 22):
            assert page.get(address).status == 429, address
        assert club.get().status == 200, "requests with a valid token are not limited"


def test_every_api_address_has_access_tests(client: FlaskClient) -> None:
    rules = {rule.rule for rule in client.application.url_map.iter_rules() if rule.rule.startswith("/api")}
    clubs = {f"/api/clubs/<token>{path.format(season='<int:number>')}" for path in PATHS}
    games = {
        f"/api/games/<token>{suffix}" for suffix in (*test_permissions.READ_PATHS, "/entries", "/draft", "/rematch")
    }
    assert rules == clubs | games | {"/api/games", "/api/openapi.json"}


@pytest.mark.parametrize("path", PATHS)
def test_unknown_token_comes_before_wrong_method(client: FlaskClient, path: str) -> None:
    club = ApiClub(client, "nothing")
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
        unknown: Any = client.open(f"/api/clubs/{'A' * 22}{path.format(season=1)}", method=method)
        assert (unknown.status_code, unknown.json["code"]) == (404, "not_found")
        assert "club" in unknown.json["message"]
        known: Any = client.open(f"/api/clubs/{club.read}{path.format(season=club.season)}", method=method)
        assert (known.status_code, known.json["code"]) == (405, "method_not_allowed")
        assert known.headers["Allow"] in ("GET, HEAD", "HEAD, GET")
        assert ANY_ORIGIN_HEADERS.items() <= dict(known.headers).items()


def test_any_origin_may_read_without_credentials(client: FlaskClient) -> None:
    club = ApiClub(client, "standings")
    response = club.get(headers={"Origin": "https://evil.example", "Cookie": "session=x"})
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in response.headers
