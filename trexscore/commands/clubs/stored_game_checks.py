"""Checks of club entries that depend on stored games."""

from sqlalchemy.orm import Session

from trexscore.club.events import load_event
from trexscore.club.events.counted_game import GameCounted, GameExcluded
from trexscore.club.events.game_night import GameNightPlanned
from trexscore.club.events.members import MembersMerged
from trexscore.club.events.undo import ClubEntryUndone
from trexscore.club.record import ClubRecord
from trexscore.club.season_tallies import with_surviving_members
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.games import find_game_by_uid
from trexscore.ledger.chain import EntryDraft
from trexscore.rules.refusals import Refusal, refuse


def refusals_from_stored_games(
    session: Session, club_id: int, club_after: ClubRecord, entry_draft: EntryDraft
) -> list[Refusal]:
    """Why a game cannot be counted or excluded, members cannot be merged, or a game night cannot be undone."""
    event = load_event(entry_draft.kind, entry_draft.body)
    if isinstance(event, GameCounted):
        return (
            []
            if find_game_by_uid(session, event.game_uid)
            else [refuse("unknown_game", f"{GameCounted.stored_kind}.game_uid")]
        )
    if isinstance(event, GameExcluded):
        row = game_rows.find_game_row(session, club_id, event.game_uid)
        return (
            [refuse("not_counted", f"{GameExcluded.stored_kind}.uid")]
            if row is None or row.counted_game is None
            else []
        )
    if isinstance(event, MembersMerged):
        rows = game_rows.list_game_rows_naming(session, club_id, club_after.all_numbers_of(event.surviving_number))
        games = (with_surviving_members(club_after, row.counted_game) for row in rows if row.counted_game is not None)
        sits_twice = any(game.has_member_twice for game in games)
        return [refuse("sits_twice", MembersMerged.stored_kind)] if sits_twice else []
    if isinstance(event, ClubEntryUndone) and club_after.event_type_by_seq[event.undone_seq] is GameNightPlanned:
        has_games = event.undone_seq not in club_after.game_nights and game_rows.list_game_rows_of_night(
            session, club_id, event.undone_seq
        )
        return [refuse("evening_has_games", ClubEntryUndone.stored_kind)] if has_games else []
    return []
