"""Ratings and statistics as data tables: visibility, languages, merges and removed names."""

import re
from collections import Counter

import pytest
from flask import Flask

from tests.support.clubs.club import play_game
from tests.support.clubs.people import create_club_with_phones
from tests.support.clubs.tables import EARLY_DATE, LATE_DATE, League, create_league, csv_rows, json_table, rows_of
from tests.support.html import Node
from tests.support.pages import Phone
from trexscore.club.record import VisiblePart
from trexscore.commands.league import ratings as rate
from trexscore.db.league import ratings as rating_rows
from trexscore.db.transactions import write_transaction
from trexscore.i18n import LANGUAGES
from trexscore.web.clubs.data import ratings

RATINGS = ("ratings", "pair-ratings", "rating-history")
STATISTICS = ("statistics", "head-to-head", "pair-head-to-head", "point-differences", "records")
TABLES = (*RATINGS, *STATISTICS)


@pytest.mark.parametrize("shows", ["nothing", "standings", "all"])
def test_statistics_tables_follow_page_visibility(site: Flask, shows: VisiblePart) -> None:
    people = create_league(site, shows, 1).people
    member_statuses = dict.fromkeys(("owner", "admin", "scorer", "member"), 200)
    outsider_statuses = dict.fromkeys(("stranger", "nobody"), 200 if shows == "all" else 404)
    for page in ("/ratings", "/statistics"):
        assert people.statuses(people.path(page)) == member_statuses | outsider_statuses
    for table in TABLES:
        for file_format in ("csv", "json"):
            assert (
                people.statuses(people.path(f"/data/{file_format}/{table}")) == member_statuses | outsider_statuses
            ), table


@pytest.mark.parametrize("shows", ["standings", "all"])
def test_data_page_offers_allowed_statistics_tables(site: Flask, shows: VisiblePart) -> None:
    people = create_league(site, shows, 1).people
    for phone, sees_tables in ((people.member, True), (people.stranger, shows == "all")):
        paths = tables_on(phone.get(people.path("/data")).root)
        assert {table for table in TABLES if any(f"/{table}" in path for path in paths)} == {
            *(TABLES if sees_tables else ())
        }
        for path in paths:
            with phone.client.get(path) as response:
                assert response.status_code == 200, path


def tables_on(page: Node) -> list[str]:
    return [node.attrs["href"] for node in page.find("a") if "/data/" in node.attrs.get("href", "")]


def test_season_statistics_offer_tables_of_season(league: League) -> None:
    paths = tables_on(league.page(f"/statistics?season={league.december}"))
    assert len(paths) == 2 * len(STATISTICS)
    assert all(path.endswith(f"?season={league.december}") for path in paths)


@pytest.mark.parametrize("table", TABLES)
def test_table_content_is_same_in_every_language(league: League, table: str) -> None:
    path = league.people.path(f"/data/csv/{table}?separator=comma")
    numbers = {row["member"] for row in league.rows(table)} if table != "records" else set()
    seen_headings = set()
    for code in LANGUAGES:
        rows = csv_rows(Phone(league.people.site, code), path)
        headings = [*rows[0]]
        assert len(rows) == len(league.rows(table))
        columns = league.rows(table)[0].keys() - {"member_numbers"}  # in JSON only
        assert len(set(headings)) == len(columns), "headings are unique"
        assert not {*"\u2066\u2067\u2068\u2069"} & {*"".join(headings)}, code
        assert not [cell for row in rows for cell in row.values() if cell.startswith("=")], (
            "names that look like formulas are escaped"
        )
        if numbers:
            column = [*league.rows(table)[0]].index("member")
            assert {int(cell) if (cell := [*row.values()][column]) else None for row in rows} == numbers
        seen_headings.add(tuple(headings))
    assert len(seen_headings) == len(LANGUAGES), "headings differ by language"


def test_json_table_names_format_and_season(league: League) -> None:
    people = league.people
    for table in TABLES:
        document = json_table(people.nobody, people.path(f"/data/json/{table}"))
        assert (document["format"], document["club"]) == (f"trexscore-club-{table}/1", people.club.uid)
        assert "season" not in document
    document = json_table(people.nobody, people.path(f"/data/json/head-to-head?season={league.december}"))
    assert document["season"] == league.december


@pytest.mark.parametrize("season", ["4711", "x", "99999999999999999999"])
def test_table_of_unknown_season_is_not_found(league: League, season: str) -> None:
    for table in STATISTICS:
        assert league.people.owner.get(league.people.path(f"/data/csv/{table}?season={season}")).status == 404


@pytest.mark.parametrize(("table", "query"), [("ratings", ""), ("pair-ratings", "?of=pairs")])
def test_ratings_table_equals_ratings_page(league: League, table: str, query: str) -> None:
    shown_ratings = [
        (
            line.find_one(class_="rating-list__name").text,
            re.sub(r"[^0-9±]", "", line.find_one(class_="rating").text),
            int(line.find_one(class_="row__note").text.split()[0]),
        )
        for line in league.page(f"/ratings{query}").find(class_="rating-list")
        for line in line.find("li")
    ]
    rows = league.rows(table)
    table_ratings = [
        (
            " · ".join(filter(None, (row["name"], row.get("partner_name")))),
            f"{row['rating']}±{row['margin']}",
            row["games"],
        )
        for row in sorted(rows, key=lambda row: row["provisional"])
    ]
    assert len(shown_ratings) == len(table_ratings) == (5 if table == "ratings" else 2)
    assert table_ratings == shown_ratings
    assert {row["last"] for row in rows} <= {EARLY_DATE, LATE_DATE}
    assert all((row["place"] is None) == row["provisional"] and not row["being_redone"] for row in rows)


def test_rating_history_ends_at_current_ratings(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    history = league.rows("rating-history")
    assert Counter(row["partner"] is None for row in history) == {True: 6 * 4, False: 6 * 2}
    assert [row["on"] for row in history] == sorted(row["on"] for row in history)
    last_rows = {(row["member"], row["partner"]): row for row in history}
    for row in (*league.rows("ratings"), *league.rows("pair-ratings")):
        last_row = last_rows.pop((row["member"], row.get("partner")))
        assert [last_row[key] for key in ("games", "rating", "margin", "on")] == [
            row[key] for key in ("games", "rating", "margin", "last")
        ]
    assert not last_rows
    for batch_size in (1, 3, 4):
        monkeypatch.setattr(ratings, "_BATCH_SIZE", batch_size)
        assert league.rows("rating-history") == history


def test_recalculated_ratings_are_marked(site: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    league = create_league(site, games=2)
    started_jobs: list[int] = []
    monkeypatch.setattr("trexscore.web.clubs.statistics.ratings.ensure_ratings_job", started_jobs.append)
    with site.app_context(), write_transaction() as session:
        club_id = league.people.club.id
        rating_rows.store_backlog_start(session, club_id, f"{LATE_DATE} and so on")
    assert {(row["on"], row["being_redone"]) for row in league.rows("rating-history")} == {
        (EARLY_DATE, False),
        (LATE_DATE, True),
    }
    assert [row["being_redone"] for row in league.rows("ratings")] == [
        row["last"] == LATE_DATE for row in league.rows("ratings")
    ]
    assert started_jobs == [club_id] * 3, "each of the three requests starts a job"


def test_member_awaiting_rating_is_marked(site: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """A member is marked even if only their last rated game is older than the new game."""
    league = create_league(site, games=2)
    basil, *others = league.members
    with site.app_context():
        league.people.club.count_game(play_game(200, "partnership"), [basil, *others[1:]], on=EARLY_DATE)
    monkeypatch.setattr("trexscore.web.clubs.statistics.ratings.ensure_ratings_job", lambda _club: None)
    monkeypatch.setattr(rate, "GAME_BATCH_SIZE", 1)
    with site.app_context():
        league.people.club.count_game(play_game(201), league.members[:4], on="2026-12-01")
        league.people.club.count_game(play_game(202, "partnership"), [basil, *others[1:]], on="2026-12-02")
    players = {row["member"]: row["last"] for row in league.rows("ratings") if row["being_redone"]}
    assert players == {basil: EARLY_DATE, **dict.fromkeys(others, LATE_DATE)}
    pairs = {(row["member"], row["partner"]): row["last"] for row in league.rows("pair-ratings") if row["being_redone"]}
    assert pairs.items() >= {(basil, others[2]): EARLY_DATE, (others[1], others[3]): EARLY_DATE}.items()


def test_merged_members_have_one_row(site: Flask) -> None:
    league = create_league(site, games=2)
    with site.app_context():
        club = league.people.club
        other_member = club.join("The admin’s other name")
        added_game = play_game(200, "partnership")
        club.count_game(added_game, [league.members[0], other_member, *league.members[2:4]])
        club.merge_members(other_member, league.members[1])
    for table in TABLES:
        rows = league.rows(table)
        assert other_member not in {row.get(key) for row in rows for key in ("member", "partner", "other")}
        assert "The admin’s other name" not in {name for row in rows for name in row.values() if isinstance(name, str)}
    pair_rows = rows_of(league.rows("statistics"), "pair", league.members[1], league.members[3])
    assert [row["value"] for row in pair_rows if row["measure"] == "games"] == [3]
    assert added_game in {row["game"] for row in pair_rows if row["measure"] == "form"}


def test_removed_player_has_no_name_in_tables(site: Flask) -> None:
    league = create_league(site, games=1)
    with site.app_context():
        league.people.club.add_entry("erased", {"member": league.people.club.members["The scorer"]})
    for table in TABLES:
        text = str(league.rows(table))
        assert "The scorer" not in text
        assert "Removed player" in text, table


def test_tables_of_club_without_games_are_empty(site: Flask) -> None:
    people = create_club_with_phones(site, "all")
    for table in TABLES:
        rows = csv_rows(people.owner, people.path(f"/data/csv/{table}"))
        assert [[cell for cell in row.values() if cell] for row in rows] == (
            [["The club", "Games", "A number", "0"]] if table == "statistics" else []
        )
