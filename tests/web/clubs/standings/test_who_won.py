"""Who has won at a table of an evening, as its page tells."""

from tests.support.clubs.club import PARTNERS
from tests.support.clubs.rooms import Room, play_a_table
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.models import db
from trexscore.rules.seats import SEATS


def test_whoever_has_won_is_called_as_they_are_at_the_table(room: Room) -> None:
    played = play_a_table(room)
    with room.inside() as club:
        row = game_rows.find_game_row(db.session(), club.id, played.uid)
        assert row is not None
        assert row.outcome.result is not None
        (won,) = [seat for seat in SEATS if row.outcome.result.places[seat].first == 1]
        club.say("named", {"member": played.members[won], "name": "Somebody else by now"})
    text = room.member.get(room.path()).text
    assert "Won by \u2068Somebody else by now\u2069" in text, text


def test_of_partners_both_have_won(room: Room) -> None:
    with room.inside() as club:
        club.change_season(room.season, house_rules=PARTNERS)
    played = play_a_table(room)
    with room.inside() as club:
        named = [club.record.current_member(number).name for number in played.members]
    text = room.member.get(room.path()).text
    pairs = (f"{named[one]} and {named[one + 2]}" for one in (0, 1))
    assert [f"Won by {pair}" in text for pair in pairs].count(True) == 1, text
