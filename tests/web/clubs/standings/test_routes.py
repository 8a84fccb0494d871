"""Standings as pages: the table is what the games give, now and on past days; all of it leads on to what made it."""

import random
from datetime import UTC, date, datetime
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.clubs.club import PARTNERS, Clock, ClubHere, played, set_clock
from tests.support.clubs.rooms import MORE, Room, count, table
from tests.support.html import Node
from tests.support.pages import Answer, Phone
from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.club.season_tallies import SeasonPlayer, tallies_of_game
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.models import db
from trexscore.i18n import LANGUAGES
from trexscore.league.meetings import meetings_of_tallies
from trexscore.league.standings import Row, standings
from trexscore.league.tally import EMPTY_TALLY, Tally

NAMES = ("Basil", "Carine", "Dani", "Amal", *MORE)
CHAIN = ["head_to_head", "wins", "trex_firsts", "best_game"]
BASES = (
    {"kind": "sum"},
    {"kind": "average"},
    {"kind": "best", "best": 2},
    {"kind": "best", "best": 1, "of": 2},
    {"kind": "places", "awards": [4, 2, 1, 0]},
    {"kind": "wins"},
)


Shown = tuple[str, str | None, str]


def shown(page: Answer) -> list[Shown]:
    """Name, place and exact score of every line of the table."""
    return [shown_line(line) for line in page.root.find("tr", class_="league__line")]


def shown_line(line: Node) -> Shown:
    name, place = line.find("span", class_="league__name")[0], line.find("span", class_="rank__n")
    return name.text, place[0].text if place else None, line.one("data").attrs["value"]


def recomputed(club: ClubHere, season: Season, told: ClubRecord) -> tuple[Row[SeasonPlayer], ...]:
    """The table, from nothing but the games that the club counts and what they came to."""
    of_games = []
    for row in game_rows.list_game_rows_between(db.session(), club.id):
        parts = tallies_of_game(told, row.counted, row.outcome)
        of_games.append({share: tally for share, tally in parts.items() if share.season == season.number})
    tallies: dict[SeasonPlayer, Tally] = {}
    points: dict[SeasonPlayer, list[int]] = {}
    for game in of_games:
        for share, tally in game.items():
            tallies[share] = tallies.get(share, EMPTY_TALLY) + tally
            points.setdefault(share, []).append(tally.points)
    return standings(
        season.counting,
        tallies,
        guests={share for share in tallies if told.members[share.member].role == "guest" and not season.guests},
        points=lambda _shares: points,
        meetings=lambda _shares: (meeting for game in of_games for meeting in meetings_of_tallies(game)),
    )


def rows_due(room: Room) -> list[Shown]:
    with room.inside() as club:
        told = club.record
        rows = recomputed(club, told.seasons[room.season], told)
        ordered = sorted(rows, key=lambda row: row.guest)
        return [
            (told.members[row.player.member].name or "", str(row.place) if row.place else None, str(row.score))
            for row in ordered
        ]


def change(room: Room, **what: object) -> None:
    with room.inside() as club:
        club.change_season(room.season, **what)


@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**6))
def test_the_table_shown_is_what_the_games_give(room: Room, seed: int) -> None:
    """After any games, withdrawals, merges and changes of the rules."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    with room.inside() as club:
        here = [member.name for member in club.record.active_members if member.name is not None]
    for _ in range(4):
        uid = count(room, chance.randrange(40), *chance.sample(here, 4))
        if chance.random() < 0.2:
            with room.inside() as club:
                club.withdraw(uid)
    basis = chance.choice(BASES)
    chain = chance.sample(CHAIN, chance.randrange(len(CHAIN) + 1))
    change(room, counting={"basis": basis, "least_games": chance.randint(1, 2), "tie_breaks": chain})
    assert shown(table(room)) == rows_due(room)


def test_pairs_are_ranked_where_partners_are_played(room: Room) -> None:
    with room.inside() as club:
        club.change_season(room.season, house_rules=PARTNERS, counting={"basis": {"kind": "wins"}})
        four = [3, *(club.members[name] for name in ("Elias", "Farah", "Ghassan"))]
        club.count(played(1, partnership=True), four)
    page = table(room)
    lines = page.root.find("tr", class_="league__line")
    names = [[one.text for one in line.find("span", class_="league__name")] for line in lines]
    assert sorted(names) == [["Basil", "Farah"], ["Elias", "Ghassan"]]
    with room.inside() as club:
        path = f"/pairs/3-{club.members['Farah']}"
        backwards = f"/pairs/{club.members['Farah']}-3"
        alone = f"/players/{club.members['Farah']}"
    assert len(table(room, rest=path).root.find("a", class_="game-behind")) == 1
    assert (table(room, rest=backwards).status, table(room, rest=alone).status) == (404, 404)


def test_whoever_has_too_few_games_stands_below_with_how_many_are_missing(room: Room) -> None:
    count(room, 1, "Basil", "Elias", "Farah", "Ghassan")
    count(room, 2, "Basil", "Elias", "Farah", "Hala")
    change(room, counting={"basis": {"kind": "sum"}, "least_games": 2})
    lines = {name: place for name, place, _ in shown(table(room))}
    assert lines["Ghassan"] is lines["Hala"] is None
    assert lines["Basil"] is not None
    assert table(room).text.count("1 more game needed") == 2


def test_guests_stand_below_unless_the_season_ranks_them(room: Room) -> None:
    count(room, 1, "Basil", "Elias", "Farah", "Ghassan")
    with room.inside() as club:
        club.say("role", {"member": club.members["Elias"], "role": "guest"})
    assert {name: place for name, place, _ in shown(table(room))}["Elias"] is None
    change(room, guests=True)
    assert {name: place for name, place, _ in shown(table(room))}["Elias"] is not None


def test_a_broken_score_is_shown_rounded_and_is_there_exactly(room: Room) -> None:
    for seed in (1, 2, 3):
        count(room, seed, "Basil", "Elias", "Farah", "Ghassan")
    change(room, counting={"basis": {"kind": "average"}})
    page = table(room)
    scores = [line.one("data") for line in page.root.find("tr", class_="league__line")]
    for score in scores:
        rounded = Fraction(score.text.replace("\u2212", "-"))
        assert abs(rounded - Fraction(score.attrs["value"])) <= Fraction(1, 200)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_a_season_is_a_whole_page_in_every_language(room: Room, language: str) -> None:
    uid = count(room, 1, "Basil", "Elias", "Farah", "كريم")
    room.owner.language = language
    for path in (f"/seasons/{room.season}{rest}" for rest in ("", "/changes", "/players/3", "/edit", "?on=2026-01-05")):
        page = room.owner.get(room.in_club(path))
        assert page.status == 200
        assert not page.page.faults
        assert page.root.one("html").attrs["lang"] == language
    for path in ("", "/seasons", "/seasons/new", f"/games/{uid}"):
        assert not room.owner.get(room.in_club(path)).page.faults


def test_arabic_digits_are_those_of_the_reader(room: Room) -> None:
    count(room, 1, "Basil", "Elias", "Farah", "Ghassan")
    room.owner.language = "ar"
    first = table(room).root.find("tr", class_="league__line")[0]
    assert set(first.one("data").text) <= set("٠١٢٣٤٥٦٧٨٩\u2212")


def test_the_table_of_a_past_day_is_the_one_that_stood_then(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(datetime(2030, 1, 10, 12, tzinfo=UTC))
    set_clock(monkeypatch, clock)
    first = count(room, 1, "Basil", "Elias", "Farah", "Ghassan")
    stood = shown(table(room))
    clock.moment = datetime(2030, 1, 12, 12, tzinfo=UTC)
    count(room, 2, "Basil", "Elias", "Farah", "Ghassan")
    with room.inside() as club:
        club.withdraw(first)
    change(room, name="Renamed", counting={"basis": {"kind": "wins"}})
    monkeypatch.setattr("trexscore.web.clubs.standings.past_day.today", lambda _zone: date.max)
    assert shown(table(room, rest="?on=2030-01-11")) == stood
    assert shown(table(room, rest="?on=2030-01-12")) == shown(table(room)) != stood
    assert "Standings at the end of 11 January 2030 (UTC" in table(room, rest="?on=2030-01-11").text
    assert not shown(table(room, rest="?on=2025-01-01"))


def test_a_day_that_is_none_or_not_yet_shows_the_table_of_now(room: Room) -> None:
    count(room, 1, "Basil", "Elias", "Farah", "Ghassan")
    now = shown(table(room))
    for day in ("", "today", "2026-13-40", "9999-01-01", "2999-12-31", "<b>", "2026-11-22T10:00"):
        assert shown(table(room, rest=f"?on={day}")) == now, day


def test_a_day_that_no_calendar_has_is_not_passed_over_in_silence(room: Room) -> None:
    said = "That date doesn’t exist."
    assert [said in table(room, rest=f"?on={day}").text for day in ("2026-02-30", "15.10.2026")] == [True, True]
    assert [said in table(room, rest=f"?on={day}").text for day in ("", "2026-02-28", "2999-12-31")] == [False] * 3


def behind(page: Answer) -> list[Node]:
    return page.root.find("a", class_="game-behind")


def test_a_row_opens_to_its_games_and_says_which_count(room: Room) -> None:
    uids = [count(room, seed, "Basil", "Elias", "Farah", "Ghassan", on=f"2026-11-0{seed}") for seed in (1, 2, 3)]
    change(room, counting={"basis": {"kind": "best", "best": 2}})
    link = next(line.one("a").attrs["href"] for line in table(room).root.find("tr", class_="league__line"))
    page = room.owner.get(link)
    games = behind(page)
    assert {game.attrs["href"].rpartition("/")[2] for game in games} == {*uids}
    points = [int(game.one("b").text.replace("\u2212", "-")) for game in games]
    counting = [point for game, point in zip(games, points, strict=True) if "is-out" not in game.attrs["class"]]
    assert sorted(counting) == sorted(points)[1:]
    assert page.root.one("data").attrs["value"] == str(sum(counting))


def test_many_games_are_shown_page_by_page(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trexscore.web.clubs.standings.row_games.MOST", 2)
    uids = {count(room, seed, "Basil", "Elias", "Farah", "Ghassan", on=f"2026-11-0{seed}") for seed in (1, 2, 3)}
    page = table(room, rest="/players/3")
    further = next(link.attrs["href"] for link in page.root.find("a") if "from=" in link.attrs["href"])
    found = [game.attrs["href"].rpartition("/")[2] for game in (*behind(page), *behind(room.owner.get(further)))]
    assert (len(found), {*found}) == (3, uids)


def test_a_substitute_plays_for_somebody_else_and_it_is_said(room: Room) -> None:
    with room.inside() as club:
        hala = club.members["Hala"]
    uid = count(room, 1, "Basil", "Elias", "Farah", "Ghassan", substitutes={"A": hala})
    assert "Substitute: Hala" in table(room, rest="/players/3").text
    assert "Hala played as substitute for Basil." in room.owner.get(room.in_club(f"/games/{uid}")).text
    assert table(room, rest=f"/players/{hala}").status == 404


PAGES = ("/seasons", "/seasons/{season}", "/seasons/{season}/players/3", "/seasons/{season}/changes", "/games/{uid}")


@pytest.mark.parametrize("shows", ["nothing", "standings", "all"])
def test_who_sees_standings_and_the_games_behind_them(room: Room, shows: str) -> None:
    uid = count(room, 1, "Basil", "Elias", "Farah", "Ghassan")
    with room.inside() as club:
        club.say("settings", {"name": "Open", "shows": shows})
        club.say("left", {"member": club.members["Elias"]})
    for address in (room.in_club(path.format(season=room.season, uid=uid)) for path in PAGES):
        for phone in (room.owner, room.member, room.scorer, room.referee):
            assert phone.get(address).status == 200, address
        for phone in (room.stranger, Phone(room.site)):
            assert phone.get(address).status == (404 if shows == "nothing" else 200), address


def test_the_first_page_shows_the_top_of_the_present_season(room: Room) -> None:
    for seed, names in enumerate((NAMES[:4], NAMES[4:8], ("Basil", "Ibrahim", "Jana", "Hala"))):
        count(room, seed, *names)
    assert shown(room.owner.get(room.in_club())) == shown(table(room))[:5]


def test_names_that_would_turn_a_page_round_stay_where_they_are(room: Room) -> None:
    with room.inside() as club:
        club.join("<b>\u0627\u0644\u0641</b>")
        club.change_season(room.season, name='"><script>x</script>')
    count(room, 1, "Basil", "Elias", "Farah", "<b>\u0627\u0644\u0641</b>")
    for rest in ("", "/changes", "/players/3"):
        page = table(room, rest=rest)
        assert "<script>x" not in page.text
        assert "<b>\u0627" not in page.text
        assert not page.page.faults
