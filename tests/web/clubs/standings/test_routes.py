"""Standings pages: rows equal the results of the games, now and on past days, and link to these games."""

import random
from datetime import UTC, date, datetime
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.clubs.club import PARTNERS, Clock, SiteClub, play_game, set_clock
from tests.support.clubs.club_nights import MORE_NAMES, ClubNight, count_game, season_page
from tests.support.html import Node
from tests.support.pages import Phone, Response
from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.club.season_tallies import SeasonPlayer, tallies_of_game
from trexscore.db.clubs import counted_games
from trexscore.db.models import db
from trexscore.i18n import LANGUAGES
from trexscore.league.meetings import meetings_in_game
from trexscore.league.standings import Row, standings
from trexscore.league.tally import EMPTY_TALLY, Tally

NAMES = ("Basil", "Carine", "Dani", "Amal", *MORE_NAMES)
TIE_BREAKS = ["head_to_head", "wins", "trex_firsts", "best_game"]
BASES = (
    {"kind": "sum"},
    {"kind": "average"},
    {"kind": "best", "best": 2},
    {"kind": "best", "best": 1, "of": 2},
    {"kind": "places", "awards": [4, 2, 1, 0]},
    {"kind": "wins"},
)


ShownRow = tuple[str, str | None, str]


def shown_rows(page: Response) -> list[ShownRow]:
    """The name, rank and exact score of every row."""
    return [shown_row(line) for line in page.root.find("tr", class_="standings-table__line")]


def shown_row(line: Node) -> ShownRow:
    name, rank = line.find("span", class_="standings-table__name")[0], line.find("span", class_="rank__n")
    return name.text, rank[0].text if rank else None, line.find_one("data").attrs["value"]


def recomputed(club: SiteClub, season: Season, record: ClubRecord) -> tuple[Row[SeasonPlayer], ...]:
    """The standings, calculated only from the counted games and their results."""
    tallies_by_game = []
    for row in counted_games.list_game_rows_between(db.session(), club.id):
        tallies_by_share = tallies_of_game(record, row.counted_game, row.outcome)
        tallies_by_game.append(
            {share: tally for share, tally in tallies_by_share.items() if share.season == season.number}
        )
    tallies: dict[SeasonPlayer, Tally] = {}
    points: dict[SeasonPlayer, list[int]] = {}
    for game in tallies_by_game:
        for share, tally in game.items():
            tallies[share] = tallies.get(share, EMPTY_TALLY) + tally
            points.setdefault(share, []).append(tally.points)
    return standings(
        season.season_rules,
        tallies,
        guests={share for share in tallies if record.members[share.member].role == "guest" and not season.ranks_guests},
        read_game_points=lambda _shares: points,
        read_meeting_counts=lambda _shares: (meeting for game in tallies_by_game for meeting in meetings_in_game(game)),
    )


def expected_rows(night: ClubNight) -> list[ShownRow]:
    with night.app_context() as club:
        record = club.record
        rows = recomputed(club, record.seasons[night.season], record)
        ordered = sorted(rows, key=lambda row: row.is_guest)
        return [
            (record.members[row.player.member].name or "", str(row.rank) if row.rank else None, str(row.score))
            for row in ordered
        ]


def change_season(night: ClubNight, **content: object) -> None:
    with night.app_context() as club:
        club.change_season(night.season, **content)


@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**6))
def test_standings_equal_results_of_games(night: ClubNight, seed: int) -> None:
    """After any games, exclusions, merges and changed rules."""
    generator = random.Random(seed)  # noqa: S311 - no secret
    with night.app_context() as club:
        names = [member.name for member in club.record.active_members if member.name is not None]
    for _ in range(4):
        uid = count_game(night, generator.randrange(40), *generator.sample(names, 4))
        if generator.random() < 0.2:
            with night.app_context() as club:
                club.exclude_game(uid)
    basis = generator.choice(BASES)
    tie_breaks = generator.sample(TIE_BREAKS, generator.randrange(len(TIE_BREAKS) + 1))
    change_season(night, counting={"basis": basis, "least_games": generator.randint(1, 2), "tie_breaks": tie_breaks})
    assert shown_rows(season_page(night)) == expected_rows(night)


def test_partner_season_ranks_pairs(night: ClubNight) -> None:
    with night.app_context() as club:
        club.change_season(night.season, house_rules=PARTNERS, counting={"basis": {"kind": "wins"}})
        members = [3, *(club.members[name] for name in ("Elias", "Farah", "Ghassan"))]
        club.count_game(play_game(1, partnership=True), members)
    page = season_page(night)
    lines = page.root.find("tr", class_="standings-table__line")
    names = [[span.text for span in line.find("span", class_="standings-table__name")] for line in lines]
    assert sorted(names) == [["Basil", "Farah"], ["Elias", "Ghassan"]]
    with night.app_context() as club:
        pair_path = f"/pairs/3-{club.members['Farah']}"
        reversed_path = f"/pairs/{club.members['Farah']}-3"
        player_path = f"/players/{club.members['Farah']}"
    assert len(season_page(night, suffix=pair_path).root.find("a", class_="season-game")) == 1
    assert (season_page(night, suffix=reversed_path).status, season_page(night, suffix=player_path).status) == (
        404,
        404,
    )


def test_players_with_too_few_games_are_unranked(night: ClubNight) -> None:
    count_game(night, 1, "Basil", "Elias", "Farah", "Ghassan")
    count_game(night, 2, "Basil", "Elias", "Farah", "Hala")
    change_season(night, counting={"basis": {"kind": "sum"}, "least_games": 2})
    lines = {name: rank for name, rank, _ in shown_rows(season_page(night))}
    assert lines["Ghassan"] is lines["Hala"] is None
    assert lines["Basil"] is not None
    assert season_page(night).text.count("1 more game needed") == 2


def test_guests_are_unranked_unless_season_ranks_them(night: ClubNight) -> None:
    count_game(night, 1, "Basil", "Elias", "Farah", "Ghassan")
    with night.app_context() as club:
        club.add_entry("role", {"member": club.members["Elias"], "role": "guest"})
    assert {name: rank for name, rank, _ in shown_rows(season_page(night))}["Elias"] is None
    change_season(night, guests=True)
    assert {name: rank for name, rank, _ in shown_rows(season_page(night))}["Elias"] is not None


def test_fractional_score_is_rounded_but_stored_exactly(night: ClubNight) -> None:
    for seed in (1, 2, 3):
        count_game(night, seed, "Basil", "Elias", "Farah", "Ghassan")
    change_season(night, counting={"basis": {"kind": "average"}})
    page = season_page(night)
    scores = [line.find_one("data") for line in page.root.find("tr", class_="standings-table__line")]
    for score in scores:
        rounded = Fraction(score.text.replace("\u2212", "-"))
        assert abs(rounded - Fraction(score.attrs["value"])) <= Fraction(1, 200)


@pytest.mark.parametrize("language", LANGUAGES)
def test_season_pages_are_complete_in_every_language(night: ClubNight, language: str) -> None:
    uid = count_game(night, 1, "Basil", "Elias", "Farah", "كريم")
    night.owner.language = language
    for path in (
        f"/seasons/{night.season}{suffix}" for suffix in ("", "/changes", "/players/3", "/edit", "?on=2026-01-05")
    ):
        page = night.owner.get(night.club_path(path))
        assert page.status == 200
        assert not page.page.faults
        assert page.root.find_one("html").attrs["lang"] == language
    for path in ("", "/seasons", "/seasons/new", f"/games/{uid}"):
        assert not night.owner.get(night.club_path(path)).page.faults


def test_standings_use_readers_digits(night: ClubNight) -> None:
    count_game(night, 1, "Basil", "Elias", "Farah", "Ghassan")
    night.owner.language = "ar"
    first = season_page(night).root.find("tr", class_="standings-table__line")[0]
    assert set(first.find_one("data").text) <= set("٠١٢٣٤٥٦٧٨٩\u2212")


def test_past_day_shows_standings_of_that_day(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(datetime(2030, 1, 10, 12, tzinfo=UTC))
    set_clock(monkeypatch, clock)
    first_uid = count_game(night, 1, "Basil", "Elias", "Farah", "Ghassan")
    rows_before = shown_rows(season_page(night))
    clock.moment = datetime(2030, 1, 12, 12, tzinfo=UTC)
    count_game(night, 2, "Basil", "Elias", "Farah", "Ghassan")
    with night.app_context() as club:
        club.exclude_game(first_uid)
    change_season(night, name="Renamed", counting={"basis": {"kind": "wins"}})
    monkeypatch.setattr("trexscore.web.clubs.season_standings.today", lambda _zone: date.max)
    assert shown_rows(season_page(night, suffix="?on=2030-01-11")) == rows_before
    assert shown_rows(season_page(night, suffix="?on=2030-01-12")) == shown_rows(season_page(night)) != rows_before
    assert "Standings at the end of 11 January 2030 (UTC" in season_page(night, suffix="?on=2030-01-11").text
    assert not shown_rows(season_page(night, suffix="?on=2025-01-01"))


def test_invalid_or_future_day_shows_current_standings(night: ClubNight) -> None:
    count_game(night, 1, "Basil", "Elias", "Farah", "Ghassan")
    current_rows = shown_rows(season_page(night))
    for day in ("", "today", "2026-13-40", "9999-01-01", "2999-12-31", "<b>", "2026-11-22T10:00"):
        assert shown_rows(season_page(night, suffix=f"?on={day}")) == current_rows, day


def test_impossible_date_is_reported(night: ClubNight) -> None:
    sentence = "That date doesn’t exist."
    assert [sentence in season_page(night, suffix=f"?on={day}").text for day in ("2026-02-30", "15.10.2026")] == [
        True,
        True,
    ]
    assert [sentence in season_page(night, suffix=f"?on={day}").text for day in ("", "2026-02-28", "2999-12-31")] == [
        False
    ] * 3


def game_rows_behind(page: Response) -> list[Node]:
    return page.root.find("a", class_="season-game")


def test_row_lists_games_and_marks_counting_ones(night: ClubNight) -> None:
    uids = [count_game(night, seed, "Basil", "Elias", "Farah", "Ghassan", on=f"2026-11-0{seed}") for seed in (1, 2, 3)]
    change_season(night, counting={"basis": {"kind": "best", "best": 2}})
    link = next(
        line.find_one("a").attrs["href"] for line in season_page(night).root.find("tr", class_="standings-table__line")
    )
    page = night.owner.get(link)
    games = game_rows_behind(page)
    assert {game.attrs["href"].rpartition("/")[2] for game in games} == {*uids}
    points = [int(game.find_one("b").text.replace("\u2212", "-")) for game in games]
    counting = [point for game, point in zip(games, points, strict=True) if "is-not-counted" not in game.attrs["class"]]
    assert sorted(counting) == sorted(points)[1:]
    assert page.root.find_one("data").attrs["value"] == str(sum(counting))


def test_games_of_row_have_pages(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trexscore.web.clubs.standings.row_games.PAGE_SIZE", 2)
    uids = {count_game(night, seed, "Basil", "Elias", "Farah", "Ghassan", on=f"2026-11-0{seed}") for seed in (1, 2, 3)}
    page = season_page(night, suffix="/players/3")
    next_page_href = next(link.attrs["href"] for link in page.root.find("a") if "from=" in link.attrs["href"])
    listed_uids = [
        game.attrs["href"].rpartition("/")[2]
        for game in (*game_rows_behind(page), *game_rows_behind(night.owner.get(next_page_href)))
    ]
    assert (len(listed_uids), {*listed_uids}) == (3, uids)


def test_substitute_is_named_in_row_and_game(night: ClubNight) -> None:
    with night.app_context() as club:
        hala = club.members["Hala"]
    uid = count_game(night, 1, "Basil", "Elias", "Farah", "Ghassan", substitutes={"A": hala})
    assert "Substitute: Hala" in season_page(night, suffix="/players/3").text
    assert "Hala played as substitute for Basil." in night.owner.get(night.club_path(f"/games/{uid}")).text
    assert season_page(night, suffix=f"/players/{hala}").status == 404


PAGES = ("/seasons", "/seasons/{season}", "/seasons/{season}/players/3", "/seasons/{season}/changes", "/games/{uid}")


@pytest.mark.parametrize("shows", ["nothing", "standings", "all"])
def test_standings_pages_follow_visibility(night: ClubNight, shows: str) -> None:
    uid = count_game(night, 1, "Basil", "Elias", "Farah", "Ghassan")
    with night.app_context() as club:
        club.add_entry("settings", {"name": "Open", "shows": shows})
        club.add_entry("left", {"member": club.members["Elias"]})
    for address in (night.club_path(path.format(season=night.season, uid=uid)) for path in PAGES):
        for phone in (night.owner, night.member, night.scorer, night.referee):
            assert phone.get(address).status == 200, address
        for phone in (night.stranger, Phone(night.site)):
            assert phone.get(address).status == (404 if shows == "nothing" else 200), address


def test_front_shows_top_of_current_season(night: ClubNight) -> None:
    for seed, names in enumerate((NAMES[:4], NAMES[4:8], ("Basil", "Ibrahim", "Jana", "Hala"))):
        count_game(night, seed, *names)
    assert shown_rows(night.owner.get(night.club_path())) == shown_rows(season_page(night))[:5]


def test_markup_in_names_is_escaped(night: ClubNight) -> None:
    with night.app_context() as club:
        club.join("<b>\u0627\u0644\u0641</b>")
        club.change_season(night.season, name='"><script>x</script>')
    count_game(night, 1, "Basil", "Elias", "Farah", "<b>\u0627\u0644\u0641</b>")
    for suffix in ("", "/changes", "/players/3"):
        page = season_page(night, suffix=suffix)
        assert "<script>x" not in page.text
        assert "<b>\u0627" not in page.text
        assert not page.page.faults
