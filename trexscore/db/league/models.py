"""The tables of a club's statistics and ratings. All of it is derived and can be made again from the journals."""

from sqlalchemy import ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from trexscore.db.clubs.models import DAY
from trexscore.db.models import Base

SORT = 80
"""A game's place among the others, as `club_game.sort` has it."""


class GameFacts(Base):
    """What a game that is over tells of each of the four, whether or not it counts: kept, as it is dear to work out."""

    __tablename__ = "game_facts"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    facts: Mapped[str] = mapped_column(Text)
    """JSON: four times the facts."""


class Sitting(Base):
    """Who really sat at a seat of a game that counts, and how they finished; as the entry said, whoever they are now.

    `member` is 0 where nobody of the club sat there; `partner` where nobody plays with a partner.
    """

    __tablename__ = "sitting"
    __table_args__ = (
        Index("ix_sitting_member", "club_id", "member", "sort"),
        Index("ix_sitting_order", "club_id", "sort"),
    )

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    sort: Mapped[str] = mapped_column(String(SORT))
    member: Mapped[int]
    partner: Mapped[int]
    pairs: Mapped[bool]
    """Whether partners were played."""
    place: Mapped[int]
    """Of a shared one the best."""
    points: Mapped[int]
    """Turned so that more is better."""
    rules: Mapped[str] = mapped_column(Text)
    """Under which points can be compared (`like_rules.key_of`)."""


class MonthProfile(Base):
    """What the games of a month tell of a member, of a pair (the lower number first), or (0 and 0) of everybody."""

    __tablename__ = "month_profile"
    __table_args__ = (Index("ix_month_profile_games", "club_id", "partner", "month", "member", "games"),)

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    member: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    partner: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    month: Mapped[str] = mapped_column(String(DAY), primary_key=True)
    profile: Mapped[str] = mapped_column(Text)
    """JSON."""
    games: Mapped[int] = mapped_column(default=0, server_default="0")
    """How many it is of, as the profile says, too."""


class SpanRecords(Base):
    """The records of a day's games, and those of a month's: `2026-11-22`, `2026-11`."""

    __tablename__ = "span_records"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    span: Mapped[str] = mapped_column(String(DAY), primary_key=True)
    last: Mapped[str] = mapped_column(String(SORT))
    """The last of its games."""
    records: Mapped[str] = mapped_column(Text)
    """JSON."""


class StatisticsDue(Base):
    """A game that has become another since the club's statistics were written: what it tells is not in them yet."""

    __tablename__ = "statistics_due"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)


class RatingAfter(Base):
    """The rating of a member (`partner` 0) or a pair after a game, which was so many of theirs."""

    __tablename__ = "rating"
    __table_args__ = (
        Index("ix_rating_who", "club_id", "member", "partner", "sort"),
        Index("ix_rating_order", "club_id", "sort"),
    )

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    member: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    partner: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    sort: Mapped[str] = mapped_column(String(SORT))
    games: Mapped[int]
    mu: Mapped[int]
    sigma: Mapped[int]


class Rated(Base):
    """The last rating of everybody who has one."""

    __tablename__ = "rated"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    member: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    partner: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    sort: Mapped[str] = mapped_column(String(SORT))
    games: Mapped[int]
    mu: Mapped[int]
    sigma: Mapped[int]


class RatingsDue(Base):
    """A club whose ratings are being redone: those of games from this place on are not what they should be yet."""

    __tablename__ = "ratings_due"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    sort: Mapped[str] = mapped_column(String(SORT))
