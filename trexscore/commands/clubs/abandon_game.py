"""Mark a counted game as abandoned, or as continued. The rest of its counting entry stays."""

from trexscore.club.events.counted_game import GameCounted
from trexscore.commands.clubs.record_entry import record_club_entry_in
from trexscore.commands.recording import Command, RecordingOutcome
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.journals import CLUBS, GAMES, write_transaction
from trexscore.ledger.entry_refusal import refuse_entry


def mark_abandoned_or_continued(
    club_id: int, sender: Command, game_id: int, *, is_continued: bool
) -> RecordingOutcome | None:
    """Record it, or return None if the game already has this state.

    The counted game is read under the lock, so that concurrent corrections are not lost.
    """
    with write_transaction() as session:
        GAMES.lock(session, game_id)
        end = CLUBS.lock(session, club_id)
        counted = game_rows.read_game_row(session, club_id, game_id).counted
        if counted is None:
            return refuse_entry("not_counted", GameCounted.stored_kind)
        if is_continued != ("unfinished" in counted.overrides):
            return None
        content = counted._replace(overrides=counted.overrides ^ {"unfinished"}).as_entry_content()
        return record_club_entry_in(session, end, sender._replace(body=GameCounted.body(content)))
