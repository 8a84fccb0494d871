"""Pages of ratings and statistics, for owner, member and outsider, with few games and with none."""

from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask

from tests.support.accounts import new_account
from tests.support.clubs import club as clubs
from tests.support.pages import Phone
from trexscore.commands.clubs.create_club import OWNER_MEMBER_NUMBER
from trexscore.db.league import ratings as rating_rows
from trexscore.db.transactions import write_transaction
from trexscore.i18n import LANGUAGES

HOSTILE = '<b onclick="x">Dani</b>'


@dataclass
class StatisticsClub:
    """A club with its members, their phones, and its games."""

    site: Flask
    club: clubs.SiteClub
    owner: Phone
    member: Phone
    stranger: Phone
    members: list[int]
    games: list[str]

    @property
    def paths(self) -> list[str]:
        a, b = self.members[0], self.members[2]
        return [
            "/ratings",
            "/ratings?of=pairs",
            f"/players/{a}",
            f"/pairs/{a}-{b}",
            f"/players/{a}/against/{b}",
            "/statistics",
        ]

    def url(self, path: str) -> str:
        return f"/c/{self.club.uid}{path}"

    def set_visibility(self, shows: str) -> None:
        with self.site.app_context():
            self.club.add_entry("settings", {"name": "Trex", "shows": shows, "agreed": False})


@pytest.fixture
def stats_club(site: Flask) -> StatisticsClub:
    """Four members with two games of players and one of pairs."""
    owner, owner_id = new_account(site, "Basil")
    member, member_id = new_account(site, "Carine")
    with site.app_context():
        club = clubs.new_club(owner_id)
        members = [
            OWNER_MEMBER_NUMBER,
            club.join("Carine", account_id=member_id),
            club.join(HOSTILE),
            club.join("ليلى عبد الرحمن"),
        ]
        club.create_season()
        club.create_season(name="Before", **{"from": "2025-01-01", "until": "2025-06-17"})
        games = [clubs.play_game(1), clubs.play_game(2), clubs.play_game(3, "partnership")]
        for game in games:
            club.count_game(game, members)
    return StatisticsClub(site, club, owner, member, Phone(site), members, games)


def test_statistics_pages_follow_visibility(stats_club: StatisticsClub) -> None:
    for shows, stranger_status in (("nothing", 404), ("standings", 404), ("all", 200)):
        stats_club.set_visibility(shows)
        for path in stats_club.paths:
            statuses = [
                phone.get(stats_club.url(path)).status
                for phone in (stats_club.owner, stats_club.member, stats_club.stranger)
            ]
            assert statuses == [200, 200, stranger_status], (shows, path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_statistics_pages_are_complete_in_every_language(stats_club: StatisticsClub, language: str) -> None:
    stats_club.set_visibility("all")
    reader = Phone(stats_club.site, language)
    for path in stats_club.paths:
        response = reader.get(stats_club.url(path))
        assert response.root.find_one("html").attrs["lang"] == language
        assert not response.page.faults
        assert "<b onclick" not in response.text


def test_unknown_player_or_season_is_not_found(stats_club: StatisticsClub, subtests: pytest.Subtests) -> None:
    for path in [
        "/players/999999",
        "/players/1",
        "/players/3/against/3",
        "/players/3/against/4711",
        "/pairs/3-3",
        "/pairs/3-4711",
        "/players/3?season=4711",
        "/statistics?season=x",
        "/statistics?season=99999999999999999999",
        "/players/99999999999999999999999",
    ]:
        with subtests.test(path=path):
            assert stats_club.owner.get(stats_club.url(path)).status == 404


def test_invalid_query_is_ignored(stats_club: StatisticsClub) -> None:
    for query in ("?rules=99", "?rules=-1", "?rules=x", "?of=nothing", "?season="):
        assert stats_club.owner.get(stats_club.url(f"/players/3{query}")).status == 200


def test_pair_has_one_address(stats_club: StatisticsClub) -> None:
    a, b = stats_club.members[0], stats_club.members[2]
    assert stats_club.owner.get(stats_club.url(f"/pairs/{b}-{a}")).path == stats_club.url(f"/pairs/{a}-{b}")


def test_player_page_links_to_games(stats_club: StatisticsClub) -> None:
    page = stats_club.owner.get(stats_club.url(f"/players/{stats_club.members[0]}"))
    assert "2 rated games" in page.text
    assert "Provisional" in page.text
    for game in stats_club.games[:2]:
        assert f"/games/{game}" in page.text


def test_ratings_page_explains_order_and_provisional(stats_club: StatisticsClub) -> None:
    page = stats_club.owner.get(stats_club.url("/ratings"))
    notes = [note.text for note in page.root.find("p", class_="page-note")]
    assert any("minus the number after ±" in note for note in notes)
    assert any("still over 250" in note for note in notes)
    player = stats_club.owner.get(stats_club.url(f"/players/{stats_club.members[0]}")).root
    assert "still over 250" in player.find_one("p", class_="current-rating__note").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_unnamed_rules_are_listed_as_questions(stats_club: StatisticsClub, language: str) -> None:
    stats_club.set_visibility("all")
    with stats_club.site.app_context():
        for seed in (4, 5, 6):
            stats_club.club.count_game(clubs.play_game(seed, own_capture="double", trick_points=10), stats_club.members)
    page = Phone(stats_club.site, language).get(stats_club.url(f"/players/{stats_club.members[0]}"))
    rules_text = page.root.find_one(class_="rules-chosen").text
    assert any(mark in rules_text for mark in "?؟")
    assert not any(f"{mark}:" in rules_text for mark in "?؟")


def test_small_samples_are_marked(stats_club: StatisticsClub) -> None:
    page = stats_club.owner.get(stats_club.url(f"/players/{stats_club.members[0]}"))
    assert "Little data so far" in page.text


def test_season_statistics_count_games_of_season(stats_club: StatisticsClub) -> None:
    with stats_club.site.app_context():
        numbers = {season.name: season.number for season in stats_club.club.record.seasons.values()}
    page = stats_club.owner.get(stats_club.url(f"/players/3?season={numbers['Before']}"))
    assert "Statistics appear here once a game counts." in page.text
    with stats_club.site.app_context():
        stats_club.club.count_game(stats_club.games[0], stats_club.members, on="2025-06-10")
    assert "No games yet" not in stats_club.owner.get(stats_club.url(f"/players/3?season={numbers['Before']}")).text
    response = stats_club.owner.get(stats_club.url(f"/statistics?season={numbers['Before']}"))
    assert "1 game counts here." in response.text


def test_season_statistics_include_any_house_rules(stats_club: StatisticsClub) -> None:
    with stats_club.site.app_context():
        season = next(season for season in stats_club.club.record.seasons.values() if season.name == "Before")
        other_rules = clubs.play_game(7, own_capture="double", trick_points=10)
        stats_club.club.count_game(other_rules, stats_club.members, on=season.first_day.isoformat())
    for path in ("/statistics", f"/players/{stats_club.members[0]}"):
        assert "any house rules" in stats_club.owner.get(stats_club.url(f"{path}?season={season.number}")).text
        assert "any house rules" not in stats_club.owner.get(stats_club.url(path)).text
    assert "1 game counts here." in stats_club.owner.get(stats_club.url(f"/statistics?season={season.number}")).text


def test_pages_of_club_without_games_are_empty(site: Flask) -> None:
    owner, owner_id = new_account(site, "Amal")
    with site.app_context():
        club = clubs.new_club(owner_id)
    for path, sentence in (
        ("/ratings", "No game has been rated yet."),
        (f"/players/{OWNER_MEMBER_NUMBER}", "No games yet"),
        ("/statistics", "No games yet"),
    ):
        response = owner.get(f"/c/{club.uid}{path}")
        assert response.status == 200
        assert sentence in response.text


def test_removed_player_keeps_statistics(stats_club: StatisticsClub) -> None:
    removed = stats_club.members[3]
    path = stats_club.url(f"/players/{removed}")
    text_before = stats_club.owner.get(path).text
    with stats_club.site.app_context():
        stats_club.club.add_entry("erased", {"member": removed})
    page_after = stats_club.owner.get(path)
    assert "2 rated games" in text_before
    assert "2 rated games" in page_after.text
    assert "Removed player" in page_after.text


def test_merged_members_share_one_page(stats_club: StatisticsClub) -> None:
    with stats_club.site.app_context():
        duplicate = stats_club.club.join("Carine’s other name")
        stats_club.club.count_game(clubs.play_game(7), [stats_club.members[0], duplicate, *stats_club.members[2:]])
        stats_club.club.merge_members(duplicate, stats_club.members[1])
    assert stats_club.owner.get(stats_club.url(f"/players/{duplicate}")).path == stats_club.url(
        f"/players/{stats_club.members[1]}"
    )
    assert "3 rated games" in stats_club.owner.get(stats_club.url(f"/players/{stats_club.members[1]}")).text
    response = stats_club.owner.get(stats_club.url("/statistics"))
    assert "Carine’s other name" not in response.text


def test_ratings_being_recalculated_are_marked(stats_club: StatisticsClub, monkeypatch: pytest.MonkeyPatch) -> None:
    started_jobs: list[Any] = []
    monkeypatch.setattr("trexscore.web.clubs.statistics.ratings.ensure_ratings_job", started_jobs.append)
    with stats_club.site.app_context():
        club_id = stats_club.club.id
    with stats_club.site.app_context(), write_transaction() as session:
        rating_rows.store_backlog_start(session, club_id, "2026-11-01")
    member, opponent, *_ = stats_club.members
    for path in ("/ratings", f"/players/{member}", f"/players/{member}/against/{opponent}"):
        response = stats_club.owner.get(stats_club.url(path))
        assert "Ratings from 1 November 2026 on are being recalculated." in response.text
    assert started_jobs == [club_id] * 3


def test_head_to_head_page_counts_finishes(stats_club: StatisticsClub) -> None:
    a, b = stats_club.members[0], stats_club.members[2]
    page = stats_club.owner.get(stats_club.url(f"/players/{a}/against/{b}"))
    reverse_page = stats_club.owner.get(stats_club.url(f"/players/{b}/against/{a}"))
    times = [
        [node.text for node in response.root.find("b") if "head-to-head__times" in (node.attrs.get("class") or "")]
        for response in (page, reverse_page)
    ]
    assert times[0] == times[1][::-1]
    assert "2 games against each other." in page.text, "games as partners are not counted"
    assert "Results as partners" in page.text


def test_pair_page_names_pair_nemesis(stats_club: StatisticsClub) -> None:
    first, second, third, fourth = stats_club.members
    with stats_club.site.app_context():
        duplicate_member = stats_club.club.join("Twin of the third")
        games = [stats_club.games[2], *(clubs.play_game(seed, "partnership") for seed in range(10, 16))]
        for game in games[1:]:
            stats_club.club.count_game(game, [first, second, duplicate_member if game == games[-1] else third, fourth])
        stats_club.club.merge_members(duplicate_member, third)
    all_games = stats_club.owner.client.get(stats_club.url("/data/json/games")).get_json()["rows"]
    won = [row["place_a"] == 1 for row in all_games if row["game"] in games].count(True)
    lost = len(games) - won
    assert won != lost
    rows = stats_club.owner.client.get(stats_club.url("/data/json/pair-head-to-head")).get_json()["rows"]
    rows_by_pairs = {tuple(row[key] for key in ("member", "partner", "other", "other_partner")): row for row in rows}
    assert len(rows_by_pairs) == len(rows) == 2
    for pair, other, (ahead, behind) in (
        ((first, third), (second, fourth), (won, lost)),
        ((second, fourth), (first, third), (lost, won)),
    ):
        page = stats_club.owner.get(stats_club.url("/pairs/{}-{}/opponents".format(*pair)))
        (line,) = page.root.find_one("table", class_="head-to-head-table").find_one("tbody").find("tr")
        assert [cell.text for cell in line.find("td")] == [str(len(games)), str(ahead), "0", str(behind)]
        assert line.find_one("a").attrs["href"] == stats_club.url("/pairs/{}-{}".format(*other))
        assert line.find(class_="few-cases-mark")
        assert ("Nemesis" in page.text) is (ahead < behind)
        row = rows_by_pairs[*pair, *other]
        assert (row["games"], row["ahead"], row["level"], row["behind"]) == (len(games), ahead, 0, behind)
        assert (row["small"], row["nemesis"]) == (True, ahead < behind)


def test_head_to_head_page_marks_small_samples(stats_club: StatisticsClub) -> None:
    a, b = stats_club.members[0], stats_club.members[2]
    page = stats_club.owner.get(stats_club.url(f"/players/{a}/against/{b}"))
    (by_points, *ratings) = page.root.find(class_="measure")
    assert "from 2 games" in by_points.text
    assert by_points.find(class_="few-cases-mark")
    assert len(ratings) == 2
    assert all("±" in line.text and "Provisional" in line.text and "2 rated games" in line.text for line in ratings)


def test_records_name_holders_and_link_to_games(stats_club: StatisticsClub) -> None:
    response = stats_club.owner.get(stats_club.url("/statistics"))
    assert "Highest score" in response.text
    assert any(f"/games/{game}" in response.text for game in stats_club.games)
    assert "3 games count here." in response.text
