"""A club with games, and its data tables as CSV and JSON."""

import csv
import io
import json
from dataclasses import dataclass
from typing import Any

from flask import Flask

from tests.support.clubs.club import play_game
from tests.support.clubs.people import RolePhones, create_club_with_phones
from tests.support.html import Node
from tests.support.pages import Phone
from trexscore.club.record import VisiblePart

FORMULA_NAME = '=1+1;"<b>'
EARLY_DATE, LATE_DATE = "2026-11-22", "2026-12-05"
Row = dict[str, Any]


def csv_rows(phone: Phone, path: str, separator: str = ",") -> list[dict[str, str]]:
    """The rows of a CSV data table, as dicts by heading."""
    with phone.client.get(path, headers={"Accept-Language": phone.language}) as response:
        assert response.status_code == 200, path
        data = response.data
    assert data.startswith(b"\xef\xbb\xbf"), "Excel recognizes UTF-8 only with a byte order mark"
    text = data.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=separator))


def json_table(phone: Phone, path: str) -> dict[str, Any]:
    """The JSON document of a data table."""
    with phone.client.get(path) as response:
        assert response.status_code == 200, path
        value: dict[str, Any] = json.loads(response.data)
    return value


@dataclass
class League:
    """Games of five members: some of players, some of pairs, the last of them in December."""

    people: RolePhones
    members: list[int]
    december: int

    def rows(self, table: str, **query_fields: object) -> list[Row]:
        query = "&".join(f"{name}={value}" for name, value in query_fields.items())
        rows: list[Row] = json_table(self.people.owner, self.people.path(f"/data/json/{table}?{query}"))["rows"]
        return rows

    def page(self, path: str) -> Node:
        return self.people.owner.get(self.people.path(path)).root


def create_league(site: Flask, shows: VisiblePart = "all", games: int = 6) -> League:
    people = create_club_with_phones(site, shows)
    with site.app_context():
        club = people.club
        members = [*(club.members[name] for name in ("Basil", "The admin", "The scorer", "The member"))]
        members.append(club.join(FORMULA_NAME))
        club.create_season()
        december = club.create_season(name="December", **{"from": "2026-12-01", "until": "2026-12-31"})
        for number in range(games):
            date = LATE_DATE if number == games - 1 else EARLY_DATE
            club.count_game(play_game(number), [members[(number + seat) % 5] for seat in range(4)], on=date)
            club.count_game(play_game(100 + number, "partnership"), members[:4], on=date)
    return League(people, members, december)


def rows_of(rows: list[Row], kind: str, member: int | None = None, partner: int | None = None) -> list[Row]:
    """The rows of statistics of this player or pair, or of the club."""
    return [row for row in rows if (row["of"], row["member"], row["partner"]) == (kind, member, partner)]
