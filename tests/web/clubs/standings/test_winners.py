"""The winner at a table of a game night, as the page names them."""

from tests.support.clubs.club import PARTNERS
from tests.support.clubs.club_nights import ClubNight, play_table
from trexscore.db.clubs import counted_games
from trexscore.db.models import db
from trexscore.rules.seats import SEATS


def test_winner_has_current_member_name(night: ClubNight) -> None:
    table = play_table(night)
    with night.app_context() as club:
        row = counted_games.find_game_row(db.session(), club.id, table.uid)
        assert row is not None
        assert row.outcome.result is not None
        (winning_seat,) = [seat for seat in SEATS if row.outcome.result.finishes[seat].first == 1]
        club.add_entry("named", {"member": table.members[winning_seat], "name": "Somebody else by now"})
    text = night.member.get(night.path()).text
    assert "Won by \u2068Somebody else by now\u2069" in text, text


def test_both_partners_are_named_as_winners(night: ClubNight) -> None:
    with night.app_context() as club:
        club.change_season(night.season, house_rules=PARTNERS)
    table = play_table(night)
    with night.app_context() as club:
        names = [club.record.surviving_member(number).name for number in table.members]
    text = night.member.get(night.path()).text
    pairs = (f"{names[seat]} and {names[seat + 2]}" for seat in (0, 1))
    assert [f"Won by {pair}" in text for pair in pairs].count(True) == 1, text
