"""A club's record is kept under the end of its journal: it says what was written up to there, whenever it is folded."""

import pytest

from tests.support.clubs.club import ClubHere
from trexscore.club.record import ClubRecord
from trexscore.db.clubs.clubs import read_record, read_record_at_time
from trexscore.db.clubs.models import OPEN_END

pytestmark = pytest.mark.usefixtures("inside")


def names(record: ClubRecord) -> set[str | None]:
    return {member.name for member in record.members.values()}


def test_record_of_an_end_knows_nothing_written_since(club: ClubHere) -> None:
    before = club.at
    club.join("Zeina")
    assert "Zeina" not in names(read_record(before))
    assert "Zeina" in names(read_record(club.at))


def test_record_at_a_time_knows_nothing_written_since(club: ClubHere) -> None:
    before = club.at
    club.join("Zeina")
    assert "Zeina" not in names(read_record_at_time(before, OPEN_END))
    assert "Zeina" in names(read_record_at_time(club.at, OPEN_END))
