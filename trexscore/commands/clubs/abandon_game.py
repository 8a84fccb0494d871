"""Saying that nobody goes on with a game, or that somebody does after all; the rest of its booking stays as it is."""

from trexscore.commands.clubs.record_entry import ClubRefused, ClubRequest, ClubWritten, NotAllowed, write_within
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.journals import CLUBS, GAMES, writing
from trexscore.rules.refusals import refuse


def break_off(
    club_id: int, request: ClubRequest, game_id: int, *, goes_on: bool
) -> ClubWritten | ClubRefused | NotAllowed | None:
    """Write it, unless it is so already: then None. `request` says who asks, under which key.

    The booking is read once nobody else can change it, so that nothing of what they have put right is undone.
    """
    with writing() as session:
        GAMES.lock(session, game_id)
        end = CLUBS.lock(session, club_id)
        counted = game_rows.game_in(session, club_id, game_id).counted
        if counted is None:
            return ClubRefused((refuse("not_counted", "game"),))
        if goes_on != ("unfinished" in counted.although):
            return None
        said = counted._replace(although=counted.although ^ {"unfinished"}).as_said()
        return write_within(session, end, request._replace(kind="game", said=said))
