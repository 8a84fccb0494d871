"""Ratings redone from the first game that something has changed.

What only touches the last games is done at once, in the transaction of the entry. What goes back further is marked as
being redone, and done in stretches, each a transaction of its own: nobody waits for it, and no page shows the old
ratings as if nothing had happened.
"""

from collections.abc import Collection, Iterable, Mapping
from itertools import chain
from typing import NamedTuple

from sqlalchemy.orm import Session

from trexscore.club.game_seats import Who, rated_in, ratings_after
from trexscore.club.record import ClubRecord
from trexscore.db.batches import step
from trexscore.db.clubs.clubs import record_after
from trexscore.db.journals import CLUBS, writing
from trexscore.db.league import ratings as rating_rows
from trexscore.db.league import statistics as statistics_rows
from trexscore.db.league.ratings import Key, RatingRow
from trexscore.db.league.statistics import Seated
from trexscore.league.ratings import START, Rating

AT_ONCE = 1_000
"""Games redone in one transaction: some tenths of a second."""
_IN_A_STEP = 250


class _Known(NamedTuple):
    """Somebody's rating as far as it is redone, None before the first; `is_kept` where it is what was kept there."""

    row: RatingRow | None
    is_kept: bool

    @property
    def rating(self) -> Rating:
        return START if self.row is None else self.row.rating

    @property
    def games(self) -> int:
        return 0 if self.row is None else self.row.games


def recalculate_from(
    session: Session, club_id: int, record: ClubRecord, first: str, unrated: Iterable[Who] = ()
) -> None:
    """Redo the ratings from a game on, or mark that they have to be; `unrated` have lost some already."""
    due = rating_rows.due_from(session, club_id)
    many = due is not None or statistics_rows.place_behind(session, club_id, first, AT_ONCE) is not None
    if many:
        rating_rows.put_due(session, club_id, first if due is None else min(due, first))
        rating_rows.settle(session, club_id, unrated)
    else:
        _redo(session, club_id, record, first, None, unrated)


def recalculate_batch(club_id: int) -> bool:
    """Redo the next of a club's ratings that are due. Tells whether any are left."""
    with writing() as session:
        end = CLUBS.lock(session, club_id)
        return _stretch(session, club_id, record_after(end), AT_ONCE)


def recalculate_all(session: Session, club_id: int, record: ClubRecord) -> None:
    """Redo all ratings of a club in this transaction, however long it takes."""
    rating_rows.forget(session, club_id)
    rating_rows.put_due(session, club_id, "")
    while _stretch(session, club_id, record, AT_ONCE):
        pass


def recalculate_in_batches(club_id: int, record: ClubRecord) -> None:
    """Redo all ratings of a club that is on its way here, in short transactions."""
    with step() as session:
        rating_rows.put_due(session, club_id, "")
    left = True
    while left:
        with step() as session:
            left = _stretch(session, club_id, record, _IN_A_STEP)


def _stretch(session: Session, club_id: int, record: ClubRecord, games: int) -> bool:
    first = rating_rows.due_from(session, club_id)
    if first is None:
        return False
    end = statistics_rows.place_behind(session, club_id, first, games)
    _redo(session, club_id, record, first, end, ())
    rating_rows.put_due(session, club_id, end)
    return end is not None


def _redo(  # noqa: PLR0913, PLR0917 - a stretch of a club's games
    session: Session, club_id: int, record: ClubRecord, first: str, end: str | None, unrated: Iterable[Who]
) -> None:
    until = {} if end is None else {"end": end}
    kept = rating_rows.between(session, club_id, first, **until)
    games = [
        (game, rated_in(record, game.sittings))
        for game in statistics_rows.seated_between(session, club_id, first, **until)
    ]
    whose = {*unrated, *chain.from_iterable(kept.values()), *chain.from_iterable(places for _, places in games)}
    last = rating_rows.last_kept(session, club_id, whose)
    known = _known(session, club_id, first, last, whose, {*unrated})
    over: list[Key] = []
    new: dict[Key, RatingRow] = {}
    other: dict[Key, RatingRow] = {}
    for game, places in games:
        was = kept.pop(game.game_id, {})
        rated = _after(game, places, {who: known[who] for who in places}, was)
        over += [(game.game_id, who) for who in was.keys() - rated.keys()]
        for who, row in rated.items():
            if who not in was:
                new[game.game_id, who] = row
            elif was[who] != row:
                other[game.game_id, who] = row
            known[who] = _Known(row, was.get(who) == row)
        for who in was.keys() - rated.keys():
            known[who] = known[who]._replace(is_kept=False)
    over += [(game_id, who) for game_id, was in kept.items() for who in was]
    rating_rows.change(session, club_id, over, new, other)
    if end is None:  # no game comes behind these
        rating_rows.keep_last(session, club_id, {who: one.row for who, one in known.items()}, last)
    else:
        rating_rows.settle(session, club_id, whose)


def _known(  # noqa: PLR0913, PLR0917 - whose ratings, before what, and where they may be found
    session: Session,
    club_id: int,
    first: str,
    last: Mapping[Who, RatingRow],
    whose: Collection[Who],
    lost: Collection[Who],
) -> dict[Who, _Known]:
    """The ratings of these before a game: mostly the last that are kept, but for those who have `lost` some."""
    return {
        who: _Known(
            last[who]
            if who in last and who not in lost and last[who].sort < first
            else rating_rows.last_before(session, club_id, who, first),
            is_kept=False,
        )
        for who in whose
    }


def _after(
    game: Seated, places: Mapping[Who, int], before: Mapping[Who, _Known], kept: dict[Who, RatingRow]
) -> dict[Who, RatingRow]:
    """The ratings after a game: those that are kept, where nobody comes to it otherwise than they did."""
    if not places or (kept.keys() == places.keys() and all(one.is_kept for one in before.values())):
        return kept if places else {}
    rated = ratings_after(places, {who: known.rating for who, known in before.items()})
    return {who: RatingRow(rating, before[who].games + 1, game.sort) for who, rating in rated.items()}
