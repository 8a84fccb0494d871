"""A club's record is cached by the last digest of its journal, and contains exactly the entries up to it."""

import pytest

from tests.support.clubs.club import SiteClub
from trexscore.club.record import ClubRecord
from trexscore.db.clubs.clubs import read_club_record, read_standings_record_at_time
from trexscore.db.clubs.models import OPEN_END

pytestmark = pytest.mark.usefixtures("app_context")


def names(record: ClubRecord) -> set[str | None]:
    return {member.name for member in record.members.values()}


def test_record_contains_entries_up_to_head(club: SiteClub) -> None:
    before = club.club_head
    club.join("Zeina")
    assert "Zeina" not in names(read_club_record(before))
    assert "Zeina" in names(read_club_record(club.club_head))


def test_record_at_time_contains_entries_until_then(club: SiteClub) -> None:
    before = club.club_head
    club.join("Zeina")
    assert "Zeina" not in names(read_standings_record_at_time(before, OPEN_END))
    assert "Zeina" in names(read_standings_record_at_time(club.club_head, OPEN_END))
