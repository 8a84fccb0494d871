"""Mark a counted game as abandoned, or as continued. The rest of its counting entry stays."""

from trexscore.commands.clubs.record_entry import (
    ClubRefused,
    ClubRequest,
    ClubWritten,
    NotAllowed,
    record_club_entry_in,
)
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.journals import CLUBS, GAMES, write_transaction
from trexscore.rules.refusals import refuse


def set_abandoned(
    club_id: int, request: ClubRequest, game_id: int, *, is_continued: bool
) -> ClubWritten | ClubRefused | NotAllowed | None:
    """Record it, or return None if the game already has this state. `request` holds the author and the key.

    The counted game is read under the lock, so that concurrent corrections are not lost.
    """
    with write_transaction() as session:
        GAMES.lock(session, game_id)
        end = CLUBS.lock(session, club_id)
        counted = game_rows.read_game_row(session, club_id, game_id).counted
        if counted is None:
            return ClubRefused((refuse("not_counted", "game"),))
        if is_continued != ("unfinished" in counted.overrides):
            return None
        body = counted._replace(overrides=counted.overrides ^ {"unfinished"}).as_content()
        return record_club_entry_in(session, end, request._replace(kind="game", body=body))
