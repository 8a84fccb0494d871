"""Ratings and statistics as tables: all that their pages show, for whoever may see these, and nobody else."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from flask import Flask

from tests.support.club_people import People, people_of
from tests.support.club_tables import csv_rows, json_table
from tests.support.clubs import played
from tests.support.html import Node
from tests.support.pages import Phone
from trexscore.club.record import Shows
from trexscore.language import LANGUAGES
from trexscore.language.language import ENGLISH
from trexscore.league.statistics.measures import FEW
from trexscore.storage import rating_rows
from trexscore.storage.journals import writing
from trexscore.web.club_data import ratings

RATINGS = ("ratings", "pair-ratings", "rating-history")
STATISTICS = ("statistics", "head-to-head", "point-differences", "records")
TABLES = (*RATINGS, *STATISTICS)
HOSTILE = '=1+1;"<b>'
LATE = "2026-12-05"
Row = dict[str, Any]


@dataclass
class League:
    """Games of five members: some of players, some of pairs, the last of them in December."""

    people: People
    members: list[int]
    december: int

    def rows(self, what: str, **asked: object) -> list[Row]:
        query = "&".join(f"{name}={value}" for name, value in asked.items())
        rows: list[Row] = json_table(self.people.owner, self.people.path(f"/data/json/{what}?{query}"))["rows"]
        return rows

    def page(self, path: str) -> Node:
        return self.people.owner.get(self.people.path(path)).root


def league_of(site: Flask, shows: Shows = "all", games: int = 6) -> League:
    people = people_of(site, shows)
    with site.app_context():
        club = people.club
        members = [*(club.members[name] for name in ("Basil", "The admin", "The scorer", "The member"))]
        members.append(club.join(HOSTILE))
        club.season()
        december = club.season(name="December", **{"from": "2026-12-01", "until": "2026-12-31"})
        for number in range(games):
            on = LATE if number == games - 1 else "2026-11-22"
            club.count(played(number), [members[(number + seat) % 5] for seat in range(4)], on=on)
            club.count(played(100 + number, "partnership"), members[:4], on=on)
    return League(people, members, december)


@pytest.fixture(scope="module")
def league(site: Flask) -> League:
    return league_of(site)


@pytest.mark.parametrize("shows", ["nothing", "standings", "all"])
def test_whoever_sees_the_pages_gets_the_tables_and_nobody_else(site: Flask, shows: Shows) -> None:
    people = league_of(site, shows, 1).people
    inside = dict.fromkeys(("owner", "admin", "scorer", "member"), 200)
    outside = dict.fromkeys(("stranger", "nobody"), 200 if shows == "all" else 404)
    for page in ("/ratings", "/statistics"):
        assert people.statuses(people.path(page)) == inside | outside
    for what in TABLES:
        for form in ("csv", "json"):
            assert people.statuses(people.path(f"/data/{form}/{what}")) == inside | outside, what


@pytest.mark.parametrize("shows", ["standings", "all"])
def test_a_table_is_offered_to_whoever_gets_it(site: Flask, shows: Shows) -> None:
    people = league_of(site, shows, 1).people
    for phone, sees in ((people.member, True), (people.stranger, shows == "all")):
        offered = tables_on(phone.get(people.path("/data")).root)
        assert {what for what in TABLES if any(f"/{what}" in path for path in offered)} == {*(TABLES if sees else ())}
        for path in offered:
            with phone.client.get(path) as answer:
                assert answer.status_code == 200, path


def tables_on(page: Node) -> list[str]:
    return [node.attrs["href"] for node in page.find("a") if "/data/" in node.attrs.get("href", "")]


def test_a_page_of_a_seasons_statistics_offers_the_tables_of_that_season(league: League) -> None:
    offered = tables_on(league.page(f"/statistics?season={league.december}"))
    assert len(offered) == 2 * len(STATISTICS)
    assert all(path.endswith(f"?season={league.december}") for path in offered)


@pytest.mark.parametrize("what", TABLES)
def test_a_table_says_the_same_in_every_language(league: League, what: str) -> None:
    path = league.people.path(f"/data/csv/{what}?separator=comma")
    numbers = {row["member"] for row in league.rows(what)} if what != "records" else set()
    seen = set()
    for code in LANGUAGES:
        rows = csv_rows(Phone(league.people.site, code), path)
        headings = [*rows[0]]
        assert len(rows) == len(league.rows(what))
        assert len(set(headings)) == len(league.rows(what)[0]), "no two columns are called the same"
        assert not {*"\u2066\u2067\u2068\u2069"} & {*"".join(headings)}, code
        assert not [cell for row in rows for cell in row.values() if cell.startswith("=")], "a name is no formula"
        if numbers:
            place = [*league.rows(what)[0]].index("member")
            assert {int(cell) if (cell := [*row.values()][place]) else None for row in rows} == numbers
        seen.add(tuple(headings))
    assert len(seen) == len(LANGUAGES), "headings are in the reader's language"


def test_a_program_reads_which_table_and_which_season_it_is(league: League) -> None:
    people = league.people
    for what in TABLES:
        said = json_table(people.nobody, people.path(f"/data/json/{what}"))
        assert (said["format"], said["club"]) == (f"trexscore-club-{what}/1", people.club.uid)
        assert "season" not in said
    said = json_table(people.nobody, people.path(f"/data/json/head-to-head?season={league.december}"))
    assert said["season"] == league.december


@pytest.mark.parametrize("season", ["4711", "x", "99999999999999999999"])
def test_of_a_season_that_never_was_there_is_no_table(league: League, season: str) -> None:
    for what in STATISTICS:
        assert league.people.owner.get(league.people.path(f"/data/csv/{what}?season={season}")).status == 404


@pytest.mark.parametrize(("what", "of"), [("ratings", ""), ("pair-ratings", "?of=pairs")])
def test_the_table_of_ratings_is_the_list_of_their_page(league: League, what: str, of: str) -> None:
    shown = [
        (
            line.one(class_="rating-list__name").text,
            re.sub(r"[^0-9±]", "", line.one(class_="rating").text),
            int(line.one(class_="row__note").text.split()[0]),
        )
        for line in league.page(f"/ratings{of}").find(class_="rating-list")
        for line in line.find("li")
    ]
    rows = league.rows(what)
    found = [
        (
            " · ".join(filter(None, (row["name"], row.get("partner_name")))),
            f"{row['rating']}±{row['margin']}",
            row["games"],
        )
        for row in sorted(rows, key=lambda row: row["provisional"])
    ]
    assert len(shown) == len(found) == (5 if what == "ratings" else 2)
    assert found == shown
    assert {row["last"] for row in rows} <= {"2026-11-22", LATE}
    assert all((row["place"] is None) == row["provisional"] and not row["being_redone"] for row in rows)


def test_the_history_ends_where_the_ratings_are_however_it_is_fetched(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    history = league.rows("rating-history")
    assert Counter(row["partner"] is None for row in history) == {True: 6 * 4, False: 6 * 2}
    assert [row["on"] for row in history] == sorted(row["on"] for row in history)
    last = {(row["member"], row["partner"]): row for row in history}
    for row in (*league.rows("ratings"), *league.rows("pair-ratings")):
        after = last.pop((row["member"], row.get("partner")))
        assert [after[key] for key in ("games", "rating", "margin", "on")] == [
            row[key] for key in ("games", "rating", "margin", "last")
        ]
    assert not last
    for at_once in (1, 3, 4):
        monkeypatch.setattr(ratings, "_AT_ONCE", at_once)
        assert league.rows("rating-history") == history


def test_ratings_that_are_being_redone_are_marked(site: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    league = league_of(site, games=2)
    begun: list[int] = []
    monkeypatch.setattr("trexscore.web.views.clubs.statistics.ratings.redo_beside", begun.append)
    with site.app_context(), writing() as session:
        number = league.people.club.id
        rating_rows.put_due(session, number, "2026-12-01 and so on")
    assert {(row["on"], row["being_redone"]) for row in league.rows("rating-history")} == {
        ("2026-11-22", False),
        (LATE, True),
    }
    assert [row["being_redone"] for row in league.rows("ratings")] == [
        row["last"] == LATE for row in league.rows("ratings")
    ]
    assert begun == [number] * 3, "whoever asks sets the work going"


def lines_on(page: Node) -> Iterator[tuple[str, str, bool]]:
    """Every measure of a page: its value, from how many, and whether that is marked as little."""
    for line in page.find(class_="measure"):
        note = [node.text for node in line.find(class_="measure__note")]
        if note:
            value = line.one(class_="num").text
            (rests_on,) = re.findall(r"from (\d+) ", note[0])
            yield value, rests_on, bool(line.find(class_="few"))


def cells_on(page: Node) -> Iterator[tuple[str, str, str, str, bool]]:
    """Every cell of the table behind the picture of contracts, with its contract and whether it is as king."""
    for line in (line for table in page.find("table", class_="numbers") for line in table.find("tr")[1:]):
        for code, cell in zip(("as_king", "otherwise"), line.find("td"), strict=True):
            for note in cell.find(class_="numbers__note"):
                (rests_on,) = re.findall(r"from (\d+) ", note.text)
                yield line.one("th").text, code, cell.one(class_="num").text, rests_on, "few" in note.text


def written(row: Row) -> set[tuple[str, str, bool]]:
    """A row as a page may write it."""
    value = Fraction(str(row["value"]))
    texts = {ENGLISH.decimal(value), ENGLISH.decimal(value, 2), f"{round(value * 100)}%"}
    return {(text, str(row["cases"]), row["small"]) for text in texts}


def of(rows: list[Row], whose: str, member: int | None = None, partner: int | None = None) -> list[Row]:
    return [row for row in rows if (row["of"], row["member"], row["partner"]) == (whose, member, partner)]


def test_nothing_that_a_page_shows_as_a_number_is_missing_in_the_table(league: League) -> None:
    rows = league.rows("statistics")
    a, b, c, *_ = league.members
    for path, mine in (
        ("/statistics", of(rows, "club")),
        (f"/players/{a}", of(rows, "player", a)),
        (f"/players/{league.members[4]}", of(rows, "player", league.members[4])),
        (f"/pairs/{a}-{c}", of(rows, "pair", a, c)),
    ):
        there = {text for row in mine if row["cases"] for text in written(row)}
        for rules in ("", "?rules=1"):
            page = league.page(path + rules)
            shown = [*lines_on(page)]
            assert len(shown) > 8, path
            assert not {*shown} - there, path
            for best in page.find(class_="rows--quiet"):
                for value in best.find(class_="measure__value"):
                    numbers = {ENGLISH.number(row["value"]) for row in mine if row["kind"] == "number"}
                    numbers |= {ENGLISH.number(row["value"]) for row in rows if row["measure"] == "games"}
                    assert value.text in numbers
    assert not of(rows, "pair", a, b), "the two have never been partners"


def test_each_contract_is_told_of_as_king_and_not(league: League) -> None:
    rows = csv_rows(league.people.nobody, league.people.path("/data/csv/statistics"))
    coded = league.rows("statistics")
    for path, whose in (("/statistics", "club"), (f"/players/{league.members[0]}", "player")):
        for rules in ("", "?rules=1"):
            shown = {*cells_on(league.page(path + rules))}
            member = league.members[0] if whose == "player" else None
            there = {
                (name["Contract"], row["measure"], *text)
                for name, row in zip(rows, coded, strict=True)
                if (row["of"], row["member"]) == (whose, member) and row["contract"] and row["rules"] is not None
                for text in written(row)
            }
            assert len(shown) == 10
            assert not shown - there


def test_few_are_marked_as_few(league: League) -> None:
    rows = [row for row in league.rows("statistics") if row["cases"] is not None]
    assert {row["small"] for row in rows} == {True, False}
    assert all(row["small"] == (row["cases"] < FEW) for row in rows)
    averages = [row for row in rows if row["kind"] == "average" and row["low"] is not None]
    assert averages
    assert all(row["low"] <= row["value"] <= row["high"] for row in averages)


def test_the_form_is_that_of_the_page(league: League) -> None:
    rows = league.rows("statistics")
    a, _b, c, *_ = league.members
    for path, mine in ((f"/players/{a}", of(rows, "player", a)), (f"/pairs/{a}-{c}", of(rows, "pair", a, c))):
        form = [row for row in mine if row["measure"] == "form"]
        shown = league.page(path).find(class_="form__game")
        links, places = [one.attrs["href"] for one in shown], [int(one.one(class_="rank__n").text) for one in shown]
        assert [(f"/games/{row['game']}", row["value"]) for row in form] == [
            (link[link.index("/games/") :], place) for link, place in zip(links, places, strict=True)
        ]
        assert len(form) == (10 if path.startswith("/players") else 6)
        assert {row["on"] for row in form} == {"2026-11-22", LATE}


def test_the_best_and_the_worst_lead_to_their_games(league: League) -> None:
    page = league.page(f"/players/{league.members[0]}")
    shown = {
        (row.one(class_="measure__value").text, row.attrs["href"].rpartition("/")[2])
        for row in page.find("a")
        if row.find(class_="measure__value") and "/games/" in row.attrs["href"]
    }
    mine = [row for row in of(league.rows("statistics"), "player", league.members[0]) if row["game"] and not row["on"]]
    assert len(shown) >= 4
    assert not shown - {(ENGLISH.number(row["value"]), row["game"]) for row in mine}


def test_each_two_stand_once_from_either_side(league: League) -> None:
    rows = {(row["member"], row["other"]): row for row in league.rows("head-to-head")}
    assert rows.keys() == {(one, other) for one in league.members for other in league.members if one != other}
    for (one, other), row in rows.items():
        back = rows[other, one]
        assert (row["games"], row["ahead"], row["level"]) == (back["games"], back["behind"], back["level"])
        assert (row["together"], row["won_together"]) == (back["together"], back["won_together"])
        assert row["games"] == row["ahead"] + row["level"] + row["behind"]
        page = league.page(f"/players/{one}/against/{other}")
        times = [int(node.text) for node in page.find(class_="versus__times")]
        assert times == [row["ahead"], row["behind"]]
        (chance,) = re.findall(r"about (\d+) games of 10", page.text)
        assert row["chance"] == int(chance) / 10
        differences = [row for row in league.rows("point-differences") if (row["member"], row["other"]) == (one, other)]
        shown = [node.one(class_="num").text for node in page.find(class_="measure")]
        assert Counter(shown) == Counter(ENGLISH.decimal(Fraction(str(row["ahead_by"]))) for row in differences)
        assert sum(row["games"] for row in differences) == row["games"]


def test_nemesis_and_best_partner_are_those_of_the_page(league: League) -> None:
    found = {"nemesis": 0, "best_partner": 0}
    for member in league.members:
        page = league.page(f"/players/{member}")
        rows = [row for row in league.rows("head-to-head") if row["member"] == member]
        for code, called in (("nemesis", "Nemesis"), ("best_partner", "Best partner")):
            shown = [
                link.one(class_="row__title").text
                for link in page.find("a")
                if [note for note in link.find(class_="row__note") if note.text == called]
            ]
            assert sorted(row["other_name"] for row in rows if row[code]) == sorted(shown)
            found[code] += len(shown)
    assert all(found.values()), "a test that never meets one tells nothing"


def test_records_are_those_of_the_page(league: League) -> None:
    rows = csv_rows(league.people.nobody, league.people.path("/data/csv/records"))
    for rules in ("", "?rules=1"):
        for record in league.page(f"/statistics{rules}").find(class_="record"):
            name = record.one(class_="record__name").text
            value = record.one(class_="record__value").text.replace("\u2212", "-")
            mine = [row for row in rows if (row["Record"], row["Value"]) == (name, value)]
            games = [link.attrs["href"].rpartition("/")[2] for link in record.find(class_="record__game")]
            holders = [" · ".join(one.text for one in who.find("a")) for who in record.find(class_="record__who")]
            assert games == [row["Game"] for row in mine][: len(games)]
            assert holders == [row["Players"].replace(", ", " · ").removeprefix("'") for row in mine][: len(holders)]
            assert all(int(row["How many times"]) >= len(mine) for row in mine)


def test_a_season_has_the_numbers_of_its_own_games(league: League) -> None:
    rows = league.rows("statistics", season=league.december)
    assert [row["value"] for row in of(rows, "club") if row["measure"] == "games"] == [2]
    assert {row["on"] for row in rows if row["on"]} == {LATE}
    assert {row["on"] for row in league.rows("records", season=league.december)} == {LATE}
    assert sum(row["games"] for row in league.rows("head-to-head", season=league.december)) == 12 + 8


def test_two_who_are_one_stand_once_in_every_table(site: Flask) -> None:
    league = league_of(site, games=2)
    with site.app_context():
        club = league.people.club
        other = club.join("The admin’s other name")
        extra = played(200, "partnership")
        club.count(extra, [league.members[0], other, *league.members[2:4]])
        club.merge(other, league.members[1])
    for what in TABLES:
        rows = league.rows(what)
        assert other not in {row.get(key) for row in rows for key in ("member", "partner", "other")}
        assert "The admin’s other name" not in {name for row in rows for name in row.values() if isinstance(name, str)}
    mine = of(league.rows("statistics"), "pair", league.members[1], league.members[3])
    assert [row["value"] for row in mine if row["measure"] == "games"] == [3]
    assert extra in {row["game"] for row in mine if row["measure"] == "form"}


def test_who_was_erased_has_no_name_in_any_table(site: Flask) -> None:
    league = league_of(site, games=1)
    with site.app_context():
        league.people.club.say("erased", {"member": league.people.club.members["The scorer"]})
    for what in TABLES:
        text = str(league.rows(what))
        assert "The scorer" not in text
        assert "Erased player" in text, what


def test_a_club_without_games_has_empty_tables(site: Flask) -> None:
    people = people_of(site, "all")
    for what in TABLES:
        rows = csv_rows(people.owner, people.path(f"/data/csv/{what}"))
        assert [[cell for cell in row.values() if cell] for row in rows] == (
            [["The club", "Games", "A number", "0"]] if what == "statistics" else []
        )
