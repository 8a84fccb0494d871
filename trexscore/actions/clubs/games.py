"""Whether what is said of a game can be: what only the games themselves know."""

from sqlalchemy.orm import Session

from trexscore.club.record import ClubRecord
from trexscore.ledger.chain import EntryDraft
from trexscore.rules.refusals import Refusal, refuse
from trexscore.storage import game_rows
from trexscore.storage.games import game_named


def game_refusals(session: Session, club_id: int, after: ClubRecord, said: EntryDraft) -> list[Refusal]:
    """Why a game cannot be counted or withdrawn, two members cannot be the same, or an evening has to stay."""
    if said.kind == "game":
        known = game_named(session, said.body["game"]["uid"])
        return [refuse("unknown_game", "game.uid")] if known is None else []
    if said.kind == "withdrawn":
        row = game_rows.game_row(session, club_id, said.body["withdrawn"]["uid"])
        return [refuse("not_counted", "withdrawn.uid")] if row is None or row.counted is None else []
    if said.kind == "merged":
        rows = game_rows.games_with(session, club_id, after.numbers_of(said.body["merged"]["into"]))
        return [refuse("sits_twice", "merged")] if any(_sits_twice(after, row) for row in rows) else []
    if said.kind == "take_back" and after.kinds[said.body["take_back"]] == "evening":
        number = said.body["take_back"]
        stays = number not in after.evenings and game_rows.games_of_evening(session, club_id, number)
        return [refuse("evening_has_games", "take_back")] if stays else []
    return []


def _sits_twice(record: ClubRecord, row: game_rows.GameRow) -> bool:
    if row.counted is None:
        return False
    for seated in (row.counted.members, row.counted.played_by):
        numbers = [record.who(number).number for number in seated if number is not None]
        if len(set(numbers)) < len(numbers):
            return True
    return False
