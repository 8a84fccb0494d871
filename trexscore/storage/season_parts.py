"""What games gave in a season: for tie-breaks, which look at single games."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import msgspec
from sqlalchemy import select, tuple_
from sqlalchemy.orm import Session

from trexscore.league.meetings import Meeting
from trexscore.league.pairs import Pair
from trexscore.league.tally import Tally
from trexscore.storage.club_models import STILL
from trexscore.storage.models import Base

_PART = Base.metadata.tables["part"]
_decode = msgspec.json.Decoder().decode


class Given(NamedTuple):
    """What a game gave, to whom."""

    game_id: int
    who: Pair
    tally: Tally


def given(session: Session, club_id: int, season: int, whom: Sequence[Pair], at: str | None) -> list[Given]:
    """What games gave to these in a season, in the games' order: as things stand, or as they stood at a time."""
    part = _PART.c
    when = [part.until == STILL] if at is None else [part.since <= at, part.until > at]
    wanted = select(part.game_id, part.member, part.partner, part.tally).where(
        part.club_id == club_id, part.season == season, tuple_(part.member, part.partner).in_(whom), *when
    )
    rows = session.execute(wanted.order_by(part.sort))
    return [Given(game, (member, partner), Tally.from_json(_decode(tally))) for game, member, partner, tally in rows]


def meetings_in(games: Sequence[Given]) -> Iterator[Meeting[Pair]]:
    """Who finished before whom, wherever two of them sat in one game."""
    tables: dict[int, list[Given]] = defaultdict(list)
    for one in games:
        tables[one.game_id].append(one)
    for table in tables.values():
        for one, other in combinations(table, 2):
            behind = _place(other) - _place(one)
            yield Meeting(one.who, other.who, int(behind > 0), int(behind == 0), int(behind < 0))


def _place(one: Given) -> int:
    """The best place that a game's share spans: two who share one have the same."""
    return next(place for place, share in enumerate(one.tally.places) if share)
