"""A club's data tables, for spreadsheets in every language and for programs."""

import csv
import io
import json
from fractions import Fraction
from itertools import product
from operator import itemgetter

import pytest
from flask import Flask

from tests.support.clubs.club import add_game_entry, play_game
from tests.support.clubs.people import RolePhones, create_club_with_phones
from tests.support.clubs.tables import csv_rows, json_table
from tests.support.pages import Phone
from trexscore.club.record import VISIBLE_PARTS, VisiblePart
from trexscore.i18n import LANGUAGES
from trexscore.web.clubs.data.columns import CodedText, Column, ColumnValue, build_dataset
from trexscore.web.clubs.data.routes import ALL_DAYS_DATASET_BUILDERS, PERIOD_DATASET_BUILDERS
from trexscore.web.clubs.data.serialize_dataset import csv_chunks, escape_formula, json_chunks

TABLES = (*ALL_DAYS_DATASET_BUILDERS, *PERIOD_DATASET_BUILDERS)
SHOWN_WITH_STANDINGS = {"games"}
"""The tables that outsiders get where they see only the standings."""
FORMULAS = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "  =1", "\u200f=1", "\uff1d1", "\u22121", "=cmd|' /C calc'!A0")


@pytest.fixture(scope="module")
def people(site: Flask) -> RolePhones:
    return filled(create_club_with_phones(site, "all"))


def filled(people: RolePhones) -> RolePhones:
    with people.site.app_context():
        club = people.club
        club.create_season()
        seats: list[int | None] = [club.members[name] for name in ("Basil", "The admin", "The scorer")]
        club.count_game(play_game(1), [*seats, None])
        club.count_game(play_game(2, deals=3), [*seats, club.join('=2+5;"x", أمل', "guest")])
    return people


@pytest.mark.parametrize("shows", VISIBLE_PARTS)
def test_data_tables_follow_club_visibility(site: Flask, shows: VisiblePart) -> None:
    people = filled(create_club_with_phones(site, shows))
    with site.app_context():
        season = next(iter(people.club.record.seasons))
    shown = {"nothing": set[str](), "standings": SHOWN_WITH_STANDINGS, "all": {*TABLES}}[shows]
    is_shown_by_path = {
        **{f"/data/csv/{name}": name in shown for name in TABLES},
        f"/data/json/standings/{season}": shows != "nothing",
        "/data/csv/members": False,
    }
    for path, is_shown in is_shown_by_path.items():
        statuses = people.statuses(people.path(path))
        member_status = 403 if path.endswith("members") else 200
        outsider_status = 200 if is_shown else 404
        assert statuses == {
            "owner": 200,
            "admin": 200,
            "scorer": member_status,
            "member": member_status,
            "stranger": outsider_status,
            "nobody": outsider_status,
        }, path
    page_status = 404 if shows == "nothing" else 200
    assert people.statuses(people.path("/data")) == dict.fromkeys(
        ("owner", "admin", "scorer", "member"), 200
    ) | dict.fromkeys(("stranger", "nobody"), page_status)


def test_games_table_follows_standings_visibility(site: Flask) -> None:
    people = filled(create_club_with_phones(site, "standings"))
    with site.app_context():
        withdrawn = play_game(3)
        people.club.count_game(withdrawn, [people.club.members["Basil"], None, None, None])
        people.club.exclude_game(withdrawn)

    def game_uids(phone: Phone) -> set[str]:
        return {row["Game"] for row in csv_rows(phone, people.path("/data/csv/games"), ",")}

    assert len(game_uids(people.member)) == 3
    assert "csv/deals" in people.member.get(people.path("/data")).text
    assert "csv/deals" not in people.stranger.get(people.path("/data")).text
    (uid,) = game_uids(people.stranger)
    assert people.stranger.get(people.path(f"/games/{uid}")).status == 200


def test_data_page_links_only_to_allowed_tables(people: RolePhones) -> None:
    for phone in (people.owner, people.scorer, people.member, people.stranger, people.nobody):
        page = phone.get(people.path("/data"))
        links = [node.attrs["href"] for node in page.root.find("a") if "href" in node.attrs]
        for link in links:
            if link.startswith("/c/"):
                with phone.client.get(link) as response:
                    assert response.status_code == 200, link


def test_csv_keeps_numbers_and_escapes_formulas(people: RolePhones) -> None:
    english = Phone(people.site)
    games = csv_rows(english, people.path("/data/csv/games"), ",")
    assert [row["Complete"] for row in games] == ["yes", "no"]
    assert games[1]["Player D"] == '\'=2+5;"x", أمل'
    assert games[0]["Player D"] == ""
    assert sum(int(games[0][f"Points {letter}"]) for letter in "ABCD") == 0
    assert any(int(games[0][f"Points {letter}"]) < 0 for letter in "ABCD"), "negative numbers are not escaped"
    deals = csv_rows(english, people.path("/data/csv/deals"), ",")
    assert len(deals) == 20 + 3
    totals = {letter: sum(int(row[f"Points {letter}"]) for row in deals[:20]) for letter in "ABCD"}
    assert totals == {letter: int(games[0][f"Points {letter}"]) for letter in "ABCD"}
    for row in deals:
        if row["Contracts"] == "Diamonds":
            assert sum(int(row[f"Diamonds {letter}"]) for letter in "ABCD") == 13
        if row["Contracts"] == "Trex":
            assert sorted(row[f"Finish in Trex {letter}"] for letter in "ABCD") == ["1", "2", "3", "4"]


def test_deals_table_adds_up_with_adjustments(site: Flask) -> None:
    people = create_club_with_phones(site, "all")
    with site.app_context():
        game = play_game(1)
        people.club.count_game(
            game, [*(people.club.members[name] for name in ("Basil", "The admin", "The scorer")), None]
        )
        add_game_entry(game, {"adjustment": {"A": -30, "C": 30}, "reason": "agreed"})
    (game_row,) = json_table(people.nobody, people.path("/data/json/games"))["rows"]
    deals = json_table(people.nobody, people.path("/data/json/deals"))["rows"]
    assert [deal["kind"] for deal in deals] == ["deal"] * 20 + ["adjustment"]
    adjusted_points = {letter: deals[-1][f"points_{letter}"] for letter in "abcd"}
    assert adjusted_points == {"a": -30, "b": 0, "c": 30, "d": 0}
    assert (deals[-1]["deal"], deals[-1]["king"], deals[-1]["contracts"]) == (None, None, [])
    for letter in "abcd":
        assert sum(deal[f"points_{letter}"] for deal in deals) == game_row[f"points_{letter}"]


def test_json_table_names_format_and_club(people: RolePhones) -> None:
    document = json_table(people.nobody, people.path("/data/json/games"))
    assert (document["format"], document["club"]) == ("trexscore-club-games/1", people.club.uid)
    complete_game, unfinished_game = document["rows"]
    assert complete_game["player_d"] is None
    assert unfinished_game["player_d"].startswith("=2+5")
    assert (complete_game["complete"], unfinished_game["complete"], unfinished_game["place_a"]) == (True, False, None)
    deals = json_table(people.nobody, people.path("/data/json/deals"))["rows"]
    assert all(sum(deal[f"points_{letter}"] for letter in "abcd") is not None for deal in deals)
    assert {deal["king"] for deal in deals} <= {*"ABCD"}


@pytest.mark.parametrize(("code", "separator"), [("en", ","), ("ar", ";"), ("fr", ";"), ("de", ";")])
def test_csv_opens_in_every_language(people: RolePhones, code: str, separator: str) -> None:
    with people.site.app_context():
        season = next(iter(people.club.record.seasons))
    rows = csv_rows(Phone(people.site, code), people.path(f"/data/csv/standings/{season}"), separator)
    assert len(rows) == 3
    english_rows = csv_rows(Phone(people.site), people.path(f"/data/csv/standings/{season}"), ",")
    assert (code == "en") == (rows[0].keys() == english_rows[0].keys())
    assert [[*row.values()][:2] for row in rows] == [[*row.values()][:2] for row in english_rows]
    assert all(value.isascii() for row in rows for value in list(row.values())[3:8])


@pytest.mark.parametrize(
    ("code", "choice", "separator"), [("ar", "comma", ","), ("en", "semicolon", ";"), ("fr", "tab", "\t")]
)
def test_separator_is_chosen_on_page(people: RolePhones, code: str, choice: str, separator: str) -> None:
    phone = Phone(people.site, code)
    choice_links = [node.attrs["href"] for node in phone.get(people.path("/data")).root.find(class_="format-link")]
    (choice_link,) = (link for link in choice_links if link.endswith(f"separator={choice}#csv"))
    links = [node.attrs["href"] for node in phone.get(choice_link.partition("#")[0]).root.find(class_="format-link")]
    (games,) = (link for link in links if "/data/csv/games" in link)
    assert len(csv_rows(phone, games, separator)[0]) > 20


@pytest.mark.parametrize("table", ["games", "deals"])
def test_csv_headings_have_no_isolates(people: RolePhones, table: str) -> None:
    for code in LANGUAGES:
        path = people.path(f"/data/csv/{table}?separator=comma")
        headings = csv_rows(Phone(people.site, code), path, ",")[0].keys()
        assert not {*"\u2066\u2067\u2068\u2069"} & {*"".join(headings)}, code


def test_separator_is_chosen_in_query(people: RolePhones) -> None:
    for name, separator in (("comma", ","), ("semicolon", ";"), ("tab", "\t")):
        path = people.path(f"/data/csv/games?separator={name}")
        assert len(csv_rows(Phone(people.site, "ar"), path, separator)[0]) > 20
    assert len(csv_rows(Phone(people.site, "ar"), people.path("/data/csv/games?separator=x"), ";")[0]) > 20


def test_standings_table_of_unknown_day_or_season(people: RolePhones) -> None:
    with people.site.app_context():
        season = next(iter(people.club.record.seasons))
    for suffix in (f"{season}?on=x", f"{season}?on=", "9999999999999999999999", "1"):
        assert people.owner.get(people.path(f"/data/csv/standings/{suffix}")).status == 404, suffix
    for day in ("2020-01-01", "2999-12-31"):
        assert people.owner.client.get(people.path(f"/data/csv/standings/{season}?on={day}")).status_code == 200


def test_data_tables_name_no_removed_player(site: Flask) -> None:
    people = filled(create_club_with_phones(site, "all"))
    with site.app_context():
        people.club.add_entry("erased", {"member": people.club.members["The scorer"]})
        season = next(iter(people.club.record.seasons))
    for name, file_format in product((*TABLES, "members", f"standings/{season}"), ("csv", "json")):
        with people.owner.client.get(people.path(f"/data/{file_format}/{name}")) as response:
            assert (response.status_code, b"The scorer" in response.data) == (200, False), (name, file_format)


@pytest.mark.parametrize("text", FORMULAS)
def test_formula_text_is_escaped(text: str) -> None:
    assert escape_formula(text).startswith("'")


@pytest.mark.parametrize("text", ["Amal", "أمل", "3", "A-B", "O’Neill", ""])
def test_plain_text_is_not_escaped(text: str) -> None:
    assert escape_formula(text) == text


def test_values_are_written_for_csv_and_json(site: Flask) -> None:
    row: tuple[ColumnValue, ...] = (
        -75,
        Fraction(25, 2),
        Fraction(7),
        None,
        True,
        'say "x";\r\n,',
        (CodedText("a", "A"), CodedText("b", "B")),
    )
    columns = [Column(f"k{index}", {}, itemgetter(index), f"H{index}") for index in range(7)]
    with site.test_request_context():
        csv_by_language = {
            code: "".join(csv_chunks(build_dataset(columns, [row]), LANGUAGES[code])) for code in ("en", "de", "ar")
        }
    assert csv_by_language["en"].splitlines()[1].startswith("-75,12.5,7,,yes,")
    assert csv_by_language["de"].splitlines()[1].startswith("-75;12,5;7;;")
    assert csv_by_language["ar"].splitlines()[1].startswith("-75;12.5;7;;")
    (cells,) = list(csv.reader(io.StringIO(csv_by_language["ar"][1:], newline=""), delimiter=";"))[1:]
    assert cells[5] == 'say "x";\r\n,'
    document = json.loads(b"".join(json_chunks(build_dataset(columns, [row]), {"format": "x"})))
    assert list(document["rows"][0].values()) == [-75, 12.5, 7, None, True, 'say "x";\r\n,', ["a", "b"]]
    assert json.loads(b"".join(json_chunks(build_dataset(columns, []), {"format": "x"})))["rows"] == []
