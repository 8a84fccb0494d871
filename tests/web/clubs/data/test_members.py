"""The table of a club's members."""

from flask import Flask

from tests.support.clubs.people import create_club_with_phones
from tests.support.clubs.tables import json_table


def test_merged_member_keeps_account(site: Flask) -> None:
    people = create_club_with_phones(site, "all")
    with site.app_context():
        guest = people.club.join("Elias", "guest")
        people.club.merge_members(people.club.members["The member"], guest)
    rows = json_table(people.owner, people.path("/data/json/members"))["rows"]
    assert {row["member"]: row["account"] for row in rows}[guest] is True
