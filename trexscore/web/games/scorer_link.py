"""For whom the scorer's phone has spoken, as pages name them."""

from collections.abc import Iterable, Mapping

from trexscore.game.events.sign_off import KingdomSigned
from trexscore.game.scorer_link import Statement
from trexscore.rules.seats import SEATS, Seat
from trexscore.web.games.view import GameView
from trexscore.web.rendering import translate as _

Spoken = Mapping[Statement, frozenset[Seat]]


def named_of(game: GameView, spoken: Spoken, statements: Iterable[Statement]) -> str:
    """The players for whom the scorer's phone has said any of these; empty where it has for nobody."""
    return _names(game, {seat for one in statements for seat in spoken.get(one, ())})


def signed_off_for(game: GameView, spoken: Spoken, kings: Iterable[str]) -> str:
    """The players for whom the scorer's phone has signed off any of these kingdoms as they are now."""
    signers = {one.king: one.seats for one in game.state.agreements}
    found = ((king, seat) for king in kings for seat in spoken.get(Statement(KingdomSigned, king), ()))
    return _names(game, {seat for king, seat in found if seat.name in signers.get(king, ())})


def _names(game: GameView, seats: set[Seat]) -> str:
    return _(", ").join(game.called(seat) for seat in SEATS if seat in seats)
