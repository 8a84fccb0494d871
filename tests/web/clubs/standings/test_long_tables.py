"""Standings with many rows: ranked once per change, and shown in pages."""

from typing import Any

import pytest

from tests.support.clubs.club import add_game_entry
from tests.support.clubs.club_nights import MORE_NAMES, ClubNight, count_game, season_page
from tests.support.pages import Response
from tests.support.statements import StatementCounter
from trexscore.league.standings import standings

NAMES = ("Basil", "Carine", "Dani", "Amal", *MORE_NAMES)


def names_on(page: Response) -> list[str]:
    return [
        line.find("span", class_="standings-table__name")[0].text
        for line in page.root.find("tr", class_="standings-table__line")
    ]


def link_of(page: Response, label: str) -> str:
    return next(link.attrs["href"] for link in page.root.find("a", class_="row") if link.text.startswith(label))


@pytest.fixture
def long_standings(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> ClubNight:
    """Eight players, three to a page."""
    count_game(night, 1, *NAMES[4:8])
    count_game(night, 2, *NAMES[4:6], *NAMES[8:10])
    monkeypatch.setattr("trexscore.web.clubs.standings.presenter.PAGE_SIZE", 3)
    return night


def test_long_standings_have_pages(long_standings: ClubNight) -> None:
    all_names = names_on(season_page(long_standings, suffix="?all=y"))
    first_page = season_page(long_standings)
    second_page = long_standings.owner.get(link_of(first_page, "Next rows"))
    assert (names_on(first_page), names_on(second_page)) == (all_names[:3], all_names[3:6])
    assert "Rows 4 to 6 of 6" in second_page.text
    assert names_on(long_standings.owner.get(link_of(second_page, "Previous rows"))) == all_names[:3]
    assert names_on(long_standings.owner.get(link_of(second_page, "Full standings"))) == all_names


def test_any_row_number_opens_a_page(long_standings: ClubNight, subtests: pytest.Subtests) -> None:
    for row_number in ["4", "999999", "-1", "x", "9" * 40]:
        with subtests.test(row_number=row_number):
            assert names_on(season_page(long_standings, suffix=f"?from={row_number}")) in (
                names_on(season_page(long_standings)),
                names_on(season_page(long_standings, suffix="?from=3")),
            )


def test_short_standings_have_no_pages(night: ClubNight) -> None:
    count_game(night, 1, *NAMES[4:8])
    assert "More rows" not in season_page(night).text


def test_pages_of_a_past_day_stay_on_it(long_standings: ClubNight) -> None:
    day = "on=2026-11-22&known=now"
    assert "on=2026-11-22" in link_of(season_page(long_standings, suffix=f"?{day}"), "Next rows").replace("&amp;", "&")


def test_standings_are_ranked_once_per_change(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> None:
    ranking_calls: list[object] = []

    def count_ranking(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - passed on
        ranking_calls.append(arguments)
        return standings(*arguments, **options)

    monkeypatch.setattr("trexscore.db.league.season_ranking.standings", count_ranking)
    count_game(night, 1, *NAMES[4:8])
    names_before = names_on(season_page(night))
    assert (names_on(season_page(night)), len(ranking_calls)) == (names_before, 1)
    uid = count_game(night, 2, *NAMES[5:9])
    assert (len(names_on(season_page(night))), len(ranking_calls)) == (5, 2)
    with night.app_context() as club:
        club.exclude_game(uid)
    assert (names_on(season_page(night)), len(ranking_calls)) == (names_before, 3)
    with night.app_context() as club:
        club.change_season(night.season, counting={"basis": {"kind": "wins"}, "least_games": 5})
    assert "is-first" not in season_page(night).text


def test_standings_statements_do_not_grow(night: ClubNight) -> None:
    def count_statements() -> int:
        season_page(night)
        with StatementCounter(night.site) as counter:
            season_page(night)
        return counter.number

    count_game(night, 1, *NAMES[4:8])
    statements_before = count_statements()
    for seed in range(2, 6):
        count_game(night, seed, *NAMES[4:8])
    assert count_statements() == statements_before


@pytest.mark.parametrize("path", ["/games", "/games?only=not_counting", "/games?only=disputed"])
def test_game_list_statements_do_not_grow(night: ClubNight, path: str) -> None:
    def count_statements() -> int:
        night.owner.get(night.club_path(path))
        with StatementCounter(night.site) as counter:
            page = night.owner.get(night.club_path(path))
        assert page.status == 200
        return counter.number

    def add_games(seed: int) -> None:
        count_game(night, seed, *NAMES[4:8])
        excluded_uid = count_game(night, seed + 10, *NAMES[4:8])
        disputed_uid = count_game(night, seed + 20, *NAMES[4:8])
        with night.app_context() as club:
            club.exclude_game(excluded_uid)
            add_game_entry(disputed_uid, {"disputed": {"seat": "C", "about": 6, "reason": "I was out first"}})

    add_games(1)
    statements_before = count_statements()
    for seed in (2, 3, 4):
        add_games(seed)
    assert count_statements() == statements_before
