"""Dissolving a club: all of it goes at once, its games stay. Nobody else may lose anything by it."""

from trexscore.commands.clock import now
from trexscore.commands.clubs.anonymize import anonymize_in_game, person_in
from trexscore.db.clubs import game_imports as bringing
from trexscore.db.clubs.clubs import heirs, member_of, record_after
from trexscore.db.clubs.deletion import drop_club, games_of, hold_games_of
from trexscore.db.clubs.escrowed_tokens import escrow_tokens
from trexscore.db.journals import CLUBS, writing


class NotTheOwner(Exception):
    """Only the owner dissolves a club."""


class OthersAreIn(Exception):
    """Somebody else is in the club with an account: it is handed over to them, or they leave first."""


def delete_club(club_id: int, account_id: int, key: str, *, erasing: bool = False) -> None:
    """Take the club of this account away; `erasing`, its owner's names out of its games as well.

    Raises `NotTheOwner`, `OthersAreIn`, and `Gone` where it is dissolved already. What is being brought in is locked
    before games, and games before the club; what was counted meanwhile is locked anew.
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
