"""Whether what is said of a game can be: what only the games themselves know."""

from sqlalchemy.orm import Session

from trexscore.club.counted import CountedGame
from trexscore.club.record import ClubRecord
from trexscore.journal.entries import Said
from trexscore.rules.refusals import Refusal, refuse
from trexscore.storage import league_rows
from trexscore.storage.games import game_named


def game_refusals(session: Session, club_id: int, after: ClubRecord, said: Said) -> list[Refusal]:
    """Why a game cannot be counted or withdrawn, or why two members cannot be the same."""
    if said.kind == "game":
        known = game_named(session, said.body["game"]["uid"])
        return [refuse("unknown_game", "game.uid")] if known is None else []
    if said.kind == "withdrawn":
        row = league_rows.game_row(session, club_id, said.body["withdrawn"]["uid"])
        return [refuse("not_counted", "withdrawn.uid")] if row is None or row.counted is None else []
    if said.kind == "merged":
        twice = any(_sits_twice(after, counted) for counted in league_rows.seatings(session, club_id))
        return [refuse("sits_twice", "merged")] if twice else []
    return []


def _sits_twice(record: ClubRecord, counted: CountedGame) -> bool:
    for seated in (counted.members, counted.played_by):
        numbers = [record.who(number).number for number in seated if number is not None]
        if len(set(numbers)) < len(numbers):
            return True
    return False
