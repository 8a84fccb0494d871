"""Delete a club. Its games stay."""

from trexscore.commands.clock import now
from trexscore.commands.clubs.anonymize import anonymize_in_game, person_in
from trexscore.db.clubs import game_imports as bringing
from trexscore.db.clubs.clubs import heirs, member_of, record_after
from trexscore.db.clubs.deletion import drop_club, games_of, hold_games_of
from trexscore.db.clubs.escrowed_tokens import escrow_tokens
from trexscore.db.journals import CLUBS, writing


class NotTheOwner(Exception):
    """Only the owner may delete a club."""


class OthersAreIn(Exception):
    """Other members have accounts: transfer ownership first, or they leave."""


def delete_club(club_id: int, account_id: int, key: str, *, erasing: bool = False) -> None:
    """Delete the club of this account; with `erasing`, also remove the owner's names from its games.

    Locks staged imports, then games, then the club; starts over if games were counted since. Raises `NotTheOwner`,
    `OthersAreIn`, and `Gone` if it was deleted before.
    """
    while True:
        with writing() as session:
            bringing.hold_all(session, club_id)
            games = hold_games_of(session, club_id)
            end = CLUBS.lock(session, club_id)
            if games_of(session, club_id) != games:
                continue
            record = record_after(end)
            number = member_of(session, club_id, account_id)
            if number is None or record.who(number) is not record.owner:
                raise NotTheOwner
            if heirs(session, club_id, record):
                raise OthersAreIn
            if erasing:
                person, received_at = person_in(session, club_id, number), now()
                for game_id in sorted(person.games):
                    anonymize_in_game(session, game_id, person, key, received_at)
            escrow_tokens(session, club_id, end.digest, account_id)
            drop_club(session, club_id)
            return
