"""Pages of ratings and statistics, for owner, member and outsider, with few games and with none."""

import uuid
from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask

from tests.support.accounts import sign_up
from tests.support.clubs import club as clubs
from tests.support.pages import Phone
from trexscore.commands.accounts import find_account_id_and_name
from trexscore.commands.clubs.create_club import OWNER
from trexscore.db.journals import write_transaction
from trexscore.db.league import ratings as rating_rows
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

    def show(self, what: str) -> None:
        with self.site.app_context():
            self.club.add_entry("settings", {"name": "Trex", "shows": what, "agreed": False})


def signed_up(site: Flask, name: str) -> tuple[Phone, int]:
    username = f"{name.lower()}.{uuid.uuid4().hex[:12]}"
    phone = sign_up(site, username, name)
    with site.app_context():
        found = find_account_id_and_name(username)
    assert found is not None
    return phone, found[0]


@pytest.fixture
def place(site: Flask) -> StatisticsClub:
    """Four members with two games of players and one of pairs."""
    owner, owner_id = signed_up(site, "Basil")
    member, member_id = signed_up(site, "Carine")
    with site.app_context():
        club = clubs.new_club(owner_id)
        members = [
            OWNER,
            club.join("Carine", account_id=member_id),
            club.join(HOSTILE),
            club.join("ليلى عبد الرحمن"),
        ]
        club.season()
        club.season(name="Before", **{"from": "2025-01-01", "until": "2025-06-17"})
        games = [clubs.play_game(1), clubs.play_game(2), clubs.play_game(3, "partnership")]
        for game in games:
            club.count(game, members)
    return StatisticsClub(site, club, owner, member, Phone(site), members, games)


def test_statistics_pages_follow_visibility(place: StatisticsClub) -> None:
    for shows, seen in (("nothing", 404), ("standings", 404), ("all", 200)):
        place.show(shows)
        for path in place.paths:
            answers = [phone.get(place.url(path)).status for phone in (place.owner, place.member, place.stranger)]
            assert answers == [200, 200, seen], (shows, path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_statistics_pages_are_complete_in_every_language(place: StatisticsClub, language: str) -> None:
    place.show("all")
    reader = Phone(place.site, language)
    for path in place.paths:
        answer = reader.get(place.url(path))
        assert answer.root.one("html").attrs["lang"] == language
        assert not answer.page.faults
        assert "<b onclick" not in answer.text


def test_unknown_player_or_season_is_not_found(place: StatisticsClub, subtests: pytest.Subtests) -> None:
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
            assert place.owner.get(place.url(path)).status == 404


def test_invalid_query_is_ignored(place: StatisticsClub) -> None:
    for query in ("?rules=99", "?rules=-1", "?rules=x", "?of=nothing", "?season="):
        assert place.owner.get(place.url(f"/players/3{query}")).status == 200


def test_pair_has_one_address(place: StatisticsClub) -> None:
    a, b = place.members[0], place.members[2]
    assert place.owner.get(place.url(f"/pairs/{b}-{a}")).path == place.url(f"/pairs/{a}-{b}")


def test_player_page_links_to_games(place: StatisticsClub) -> None:
    page = place.owner.get(place.url(f"/players/{place.members[0]}"))
    assert "2 rated games" in page.text
    assert "Provisional" in page.text
    for game in place.games[:2]:
        assert f"/games/{game}" in page.text


def test_ratings_page_explains_order_and_provisional(place: StatisticsClub) -> None:
    page = place.owner.get(place.url("/ratings"))
    notes = [note.text for note in page.root.find("p", class_="page-note")]
    assert any("minus the number after ±" in note for note in notes)
    assert any("still over 250" in note for note in notes)
    player = place.owner.get(place.url(f"/players/{place.members[0]}")).root
    assert "still over 250" in player.one("p", class_="stands__note").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_unnamed_rules_are_listed_as_questions(place: StatisticsClub, language: str) -> None:
    place.show("all")
    with place.site.app_context():
        for seed in (4, 5, 6):
            place.club.count(clubs.play_game(seed, own_capture="double", trick_points=10), place.members)
    page = Phone(place.site, language).get(place.url(f"/players/{place.members[0]}"))
    told = page.root.one(class_="rules-chosen").text
    assert any(mark in told for mark in "?؟")
    assert not any(f"{mark}:" in told for mark in "?؟")


def test_small_samples_are_marked(place: StatisticsClub) -> None:
    page = place.owner.get(place.url(f"/players/{place.members[0]}"))
    assert "Little data so far" in page.text


def test_season_statistics_count_games_of_season(place: StatisticsClub) -> None:
    with place.site.app_context():
        number = {season.name: season.number for season in place.club.record.seasons.values()}
    before = place.owner.get(place.url(f"/players/3?season={number['Before']}"))
    assert "No games yet" in before.text
    with place.site.app_context():
        place.club.count(place.games[0], place.members, on="2025-06-10")
    assert "No games yet" not in place.owner.get(place.url(f"/players/3?season={number['Before']}")).text
    answer = place.owner.get(place.url(f"/statistics?season={number['Before']}"))
    assert "1 game counts here." in answer.text


def test_season_statistics_include_any_house_rules(place: StatisticsClub) -> None:
    with place.site.app_context():
        season = next(one for one in place.club.record.seasons.values() if one.name == "Before")
        other_rules = clubs.play_game(7, own_capture="double", trick_points=10)
        place.club.count(other_rules, place.members, on=season.begins.isoformat())
    for path in ("/statistics", f"/players/{place.members[0]}"):
        assert "any house rules" in place.owner.get(place.url(f"{path}?season={season.number}")).text
        assert "any house rules" not in place.owner.get(place.url(path)).text
    assert "1 game counts here." in place.owner.get(place.url(f"/statistics?season={season.number}")).text


def test_pages_of_club_without_games_are_empty(site: Flask) -> None:
    owner, owner_id = signed_up(site, "Amal")
    with site.app_context():
        club = clubs.new_club(owner_id)
    for path, said in (
        ("/ratings", "No game has been rated yet."),
        (f"/players/{OWNER}", "No games yet"),
        ("/statistics", "No games yet"),
    ):
        answer = owner.get(f"/c/{club.uid}{path}")
        assert answer.status == 200
        assert said in answer.text


def test_removed_player_keeps_statistics(place: StatisticsClub) -> None:
    gone = place.members[3]
    path = place.url(f"/players/{gone}")
    before = place.owner.get(path).text
    with place.site.app_context():
        place.club.add_entry("erased", {"member": gone})
    after = place.owner.get(path)
    assert "2 rated games" in before
    assert "2 rated games" in after.text
    assert "Removed player" in after.text


def test_merged_members_share_one_page(place: StatisticsClub) -> None:
    with place.site.app_context():
        other = place.club.join("Carine’s other name")
        place.club.count(clubs.play_game(7), [place.members[0], other, *place.members[2:]])
        place.club.merge(other, place.members[1])
    assert place.owner.get(place.url(f"/players/{other}")).path == place.url(f"/players/{place.members[1]}")
    assert "3 rated games" in place.owner.get(place.url(f"/players/{place.members[1]}")).text
    answer = place.owner.get(place.url("/statistics"))
    assert "Carine’s other name" not in answer.text


def test_ratings_being_recalculated_are_marked(place: StatisticsClub, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Any] = []
    monkeypatch.setattr("trexscore.web.clubs.statistics.ratings.ensure_ratings_job", begun.append)
    with place.site.app_context():
        place_id = place.club.id
    with place.site.app_context(), write_transaction() as session:
        rating_rows.store_backlog_start(session, place_id, "2026-11-01")
    one, other, *_ = place.members
    for path in ("/ratings", f"/players/{one}", f"/players/{one}/against/{other}"):
        answer = place.owner.get(place.url(path))
        assert "Ratings from 1 November 2026 on are being recalculated." in answer.text
    assert begun == [place_id] * 3


def test_head_to_head_page_counts_finishes(place: StatisticsClub) -> None:
    a, b = place.members[0], place.members[2]
    there = place.owner.get(place.url(f"/players/{a}/against/{b}"))
    back = place.owner.get(place.url(f"/players/{b}/against/{a}"))
    times = [
        [node.text for node in answer.root.find("b") if "head-to-head__times" in (node.attrs.get("class") or "")]
        for answer in (there, back)
    ]
    assert times[0] == times[1][::-1]
    assert "2 games against each other." in there.text, "the game as partners is none of them"
    assert "Results as partners" in there.text


def test_pair_page_names_pair_nemesis(place: StatisticsClub) -> None:
    one, two, three, four = place.members
    with place.site.app_context():
        twin = place.club.join("Twin of the third")
        games = [place.games[2], *(clubs.play_game(seed, "partnership") for seed in range(10, 16))]
        for game in games[1:]:
            place.club.count(game, [one, two, twin if game == games[-1] else three, four])
        place.club.merge(twin, three)
    all_games = place.owner.client.get(place.url("/data/json/games")).get_json()["rows"]
    won = [row["place_a"] == 1 for row in all_games if row["game"] in games].count(True)
    lost = len(games) - won
    assert won != lost
    sheet = place.owner.client.get(place.url("/data/json/pair-head-to-head")).get_json()["rows"]
    told = {tuple(row[key] for key in ("member", "partner", "other", "other_partner")): row for row in sheet}
    assert len(told) == len(sheet) == 2
    for pair, other, (ahead, behind) in (
        ((one, three), (two, four), (won, lost)),
        ((two, four), (one, three), (lost, won)),
    ):
        page = place.owner.get(place.url("/pairs/{}-{}/opponents".format(*pair)))
        (line,) = page.root.one("table", class_="met").one("tbody").find("tr")
        assert [cell.text for cell in line.find("td")] == [str(len(games)), str(ahead), "0", str(behind)]
        assert line.one("a").attrs["href"] == place.url("/pairs/{}-{}".format(*other))
        assert line.find(class_="few")
        assert ("Nemesis" in page.text) is (ahead < behind)
        row = told[*pair, *other]
        assert (row["games"], row["ahead"], row["level"], row["behind"]) == (len(games), ahead, 0, behind)
        assert (row["small"], row["nemesis"]) == (True, ahead < behind)


def test_head_to_head_page_marks_small_samples(place: StatisticsClub) -> None:
    a, b = place.members[0], place.members[2]
    page = place.owner.get(place.url(f"/players/{a}/against/{b}"))
    (by_points, *ratings) = page.root.find(class_="measure")
    assert "from 2 games" in by_points.text
    assert by_points.find(class_="few")
    assert len(ratings) == 2
    assert all("±" in line.text and "Provisional" in line.text and "2 rated games" in line.text for line in ratings)


def test_records_name_holders_and_link_to_games(place: StatisticsClub) -> None:
    answer = place.owner.get(place.url("/statistics"))
    assert "Highest score" in answer.text
    assert any(f"/games/{game}" in answer.text for game in place.games)
    assert "3 games count here." in answer.text
