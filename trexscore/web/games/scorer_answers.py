"""The players for whom the scorer's phone has answered, by name."""

from collections.abc import Iterable, Mapping

from trexscore.game.events.sign_off_and_confirmation import KingdomSigned
from trexscore.game.scorer_answers import Statement
from trexscore.rules.seats import SEATS, Seat
from trexscore.web.games.view import GameView
from trexscore.web.rendering import join_names

AnsweredSeatsByStatement = Mapping[Statement, frozenset[Seat]]


def joined_names_answered_for(
    game: GameView, answered_seats_by_statement: AnsweredSeatsByStatement, statements: Iterable[Statement]
) -> str:
    """The players for whom the scorer's phone has made any of these statements; empty if there are none."""
    return _joined_names(
        game, {seat for statement in statements for seat in answered_seats_by_statement.get(statement, ())}
    )


def joined_names_signed_off_for(
    game: GameView, answered_seats_by_statement: AnsweredSeatsByStatement, king_letters: Iterable[str]
) -> str:
    """The players for whom the scorer's phone has signed off any of these kingdoms as they are now."""
    signers = {agreement.king: agreement.seats for agreement in game.state.agreements}
    signed = set[Seat]()
    for king in king_letters:
        answered = answered_seats_by_statement.get(Statement(KingdomSigned, king), frozenset())
        signed |= {seat for seat in answered if seat.name in signers.get(king, ())}
    return _joined_names(game, signed)


def _joined_names(game: GameView, seats: set[Seat]) -> str:
    return join_names(game.name_of(seat) for seat in SEATS if seat in seats)
