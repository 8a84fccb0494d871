"""All rows of all data tables match the JSON schemas of their columns."""

from collections.abc import Callable

import pytest
from jsonschema_rs import Draft202012Validator

from tests.support.clubs.tables import League
from trexscore.commands.clubs.create_club import OWNER_MEMBER_NUMBER
from trexscore.db.clubs.clubs import find_club_head
from trexscore.web.clubs.access import ClubContext, context_as_seen_by
from trexscore.web.clubs.data.columns import Dataset, json_value, row_schema
from trexscore.web.clubs.data.members import members_dataset
from trexscore.web.clubs.data.routes import ALL_DAYS_DATASET_BUILDERS, PERIOD_DATASET_BUILDERS
from trexscore.web.clubs.data.standings import standings_dataset
from trexscore.web.clubs.season_standings import load_standings
from trexscore.web.clubs.statistics.period import Period

ALL_DAYS = Period(None, ())


def standings(club: ClubContext) -> Dataset:
    return standings_dataset(load_standings(club.club_head, club.record, next(iter(club.record.seasons)), None))


def of_all_days(build: Callable[[ClubContext, Period], Dataset]) -> Callable[[ClubContext], Dataset]:
    return lambda club: build(club, ALL_DAYS)


SHEETS: dict[str, Callable[[ClubContext], Dataset]] = {
    **ALL_DAYS_DATASET_BUILDERS,
    **{name: of_all_days(build) for name, build in PERIOD_DATASET_BUILDERS.items()},
    "members": members_dataset,
    "standings": standings,
}
"""All data tables."""


@pytest.mark.parametrize("name", SHEETS)
def test_rows_match_the_schemas_of_their_columns(league: League, name: str) -> None:
    with league.people.site.test_request_context():
        stored = find_club_head(league.people.club.uid)
        assert stored is not None
        sheet = SHEETS[name](context_as_seen_by(stored, OWNER_MEMBER_NUMBER))
        validator = Draft202012Validator(row_schema(sheet.columns))
        names = [column.name for column in sheet.columns]
        rows = [dict(zip(names, map(json_value, row), strict=True)) for row in sheet.rows]
    assert rows or name == "evenings", "Add rows to `create_league`, or except the table here and test it by itself."
    for row in rows:
        validator.validate(row)
