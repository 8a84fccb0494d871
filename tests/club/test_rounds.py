"""Earlier meetings and partners in a season, as the next draw counts them."""

from datetime import date

from tests.support.clubs.journals import new_journal
from trexscore.club.counted_game import CountedGame
from trexscore.club.rounds import rounds_before_draw
from trexscore.league.draw import count_seatings
from trexscore.rules.seats import BySeat, Seat

PLAYER_NAMES = ("Carine", "Dani", "Elias", "Farah")


def test_meetings_count_merged_members_once() -> None:
    club = new_journal()
    carine, dani, elias, farah = (club.join(name) for name in PLAYER_NAMES)
    carin = club.join("Carin")
    seats = [carin, dani, elias, farah]
    game_night = club.add_entry("evening", {"on": "2026-11-22"})
    next_night = club.add_entry("evening", {"on": "2026-11-29"})
    club.add_entry("arrived", {"evening": game_night, "members": seats})
    drawn = {"method": "random", "seed": 1, "tables": [seats], "sitting_out": []}
    club.add_entry("drawn", {"evening": game_night, "behind": 0, **drawn})
    members: BySeat[int | None] = BySeat(*seats)
    day = date(2026, 11, 22)
    game_of_night = CountedGame("one", members, members, day, game_night, 1, frozenset())
    imported_game = CountedGame("two", members, members, day, None, None, frozenset())
    club.add_entry("merged", {"member": carin, "into": carine})
    game_nights = club.record.game_nights
    met = count_seatings(
        rounds_before_draw(club.record, game_nights.values(), [game_of_night], game_nights[next_night])
    ).meeting_count_by_pair
    assert (met[carine, dani], met[dani, elias], met.get((dani, carin), 0)) == (1, 1, 0)
    met = count_seatings(
        rounds_before_draw(club.record, game_nights.values(), [game_of_night, imported_game], game_nights[next_night])
    ).meeting_count_by_pair
    assert (met[carine, dani], met[dani, elias], met.get((dani, carin), 0)) == (2, 2, 0)


def test_partners_follow_corrected_seating() -> None:
    club = new_journal()
    a, b, c, d = seats = [club.join(name) for name in PLAYER_NAMES]
    game_night = club.add_entry("evening", {"on": "2026-11-22"})
    next_night = club.add_entry("evening", {"on": "2026-11-29"})
    club.add_entry("arrived", {"evening": game_night, "members": seats})
    drawn = {"method": "random", "seed": 1, "tables": [seats], "sitting_out": []}
    club.add_entry("drawn", {"evening": game_night, "behind": 0, **drawn})
    members: BySeat[int | None] = BySeat(*seats)
    played = CountedGame("one", members, members, date(2026, 11, 22), game_night, 1, frozenset())
    corrected = played.reseated(BySeat(Seat.A, Seat.C, Seat.B, Seat.D))
    game_nights = club.record.game_nights
    for game, opposite in ((played, {(a, c), (b, d)}), (corrected, {(a, b), (c, d)})):
        counts = count_seatings(rounds_before_draw(club.record, game_nights.values(), [game], game_nights[next_night]))
        assert {pair for pair, times in counts.opposite_count_by_pair.items() if times} == opposite
        assert set(counts.meeting_count_by_pair.values()) == {1}
