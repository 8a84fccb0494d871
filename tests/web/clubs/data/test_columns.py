"""Every row of every table is what its columns tell programs."""

from collections.abc import Callable

import pytest
from jsonschema_rs import Draft202012Validator

from tests.support.clubs.tables import League
from trexscore.commands.clubs.create_club import OWNER
from trexscore.db.clubs.clubs import find_club
from trexscore.web.clubs.access import ClubContext, context_for_member
from trexscore.web.clubs.data import game_nights, head_to_head, ratings
from trexscore.web.clubs.data.columns import Sheet, json_value, row_schema
from trexscore.web.clubs.data.deals import deals_and_adjustments_sheet
from trexscore.web.clubs.data.games import games_sheet
from trexscore.web.clubs.data.members import members_sheet
from trexscore.web.clubs.data.records import records_sheet
from trexscore.web.clubs.data.standings import load_standings, standings_sheet
from trexscore.web.clubs.data.statistics import statistics_sheet
from trexscore.web.clubs.statistics.period import Period

ALL_DAYS = Period(None, ())


def standings(club: ClubContext) -> Sheet:
    table = load_standings(club.club, club.record, next(iter(club.record.seasons)), None)
    assert table is not None
    return standings_sheet(table)


SHEETS: dict[str, Callable[[ClubContext], Sheet]] = {
    "deals": deals_and_adjustments_sheet,
    "evenings": game_nights.game_nights_sheet,
    "games": games_sheet,
    "head to head": lambda club: head_to_head.head_to_head_sheet(club, ALL_DAYS),
    "members": members_sheet,
    "pairs head to head": lambda club: head_to_head.pair_head_to_head_sheet(club, ALL_DAYS),
    "point differences": lambda club: head_to_head.point_differences_sheet(club, ALL_DAYS),
    "pair ratings": ratings.pair_ratings_sheet,
    "rating history": ratings.rating_history_sheet,
    "ratings": ratings.ratings_sheet,
    "records": lambda club: records_sheet(club, ALL_DAYS),
    "standings": standings,
    "statistics": lambda club: statistics_sheet(club, ALL_DAYS),
}


@pytest.mark.parametrize("name", SHEETS)
def test_rows_match_the_schemas_of_their_columns(league: League, name: str) -> None:
    with league.people.site.test_request_context():
        stored = find_club(league.people.club.uid)
        assert stored is not None
        sheet = SHEETS[name](context_for_member(stored, OWNER))
        validator = Draft202012Validator(row_schema(sheet.columns))
        names = [column.name for column in sheet.columns]
        rows = [dict(zip(names, map(json_value, row), strict=True)) for row in sheet.rows]
    assert rows or name == "evenings"
    for row in rows:
        validator.validate(row)
