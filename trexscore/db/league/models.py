"""The tables of a club's statistics and ratings. All derived; they can be rebuilt from the journals."""

from sqlalchemy import ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from trexscore.db.clubs.models import DAY_LENGTH
from trexscore.db.models import Base

SORT_KEY_LENGTH = 80
"""Length of a game's sort key, as in `club_game.sort_key`."""
SORT_KEY_END = "z"
"""Sorts after every sort key, in every collation."""


class ClubGameColumns:
    """The columns of a row about a game of a club, first in its key."""

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True, sort_order=-1)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True, sort_order=-1)


class FinishedGameFacts(ClubGameColumns, Base):
    """The facts of a finished game for each seat, whether or not it counts. Stored because they are slow to compute."""

    __tablename__ = "game_facts"

    facts_json: Mapped[str] = mapped_column("facts", Text)
    """JSON: the points direction, then the facts of four seats, as `GameFacts` writes them."""


class GameSeat(ClubGameColumns, Base):
    """A seat of a counted game: the actual player and their finish. Members are as in the club's entry, before merges.

    `member` is 0 for a player who is not in the club; `partner` is 0 without a partner.
    """

    __tablename__ = "game_seat"
    __table_args__ = (
        Index("ix_game_seat_member", "club_id", "member", "sort_key"),
        Index("ix_game_seat_order", "club_id", "sort_key"),
    )

    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    sort_key: Mapped[str] = mapped_column(String(SORT_KEY_LENGTH))
    member: Mapped[int]
    partner: Mapped[int]
    pairs: Mapped[bool]
    """Whether the game was played with partners."""
    finish: Mapped[int]
    """The finish, 1 to 4; players who share one have the best of it."""
    points: Mapped[int]
    """With the sign that makes more points better."""
    rules: Mapped[str] = mapped_column(Text)
    """Key of the rules; points are comparable only under the same key (`comparable_rules.comparable_rules_key`)."""


class MonthlyStatistics(Base):
    """Sums of a month for a member, a pair (lower id first), or everyone together (0 and 0)."""

    __tablename__ = "monthly_statistics"
    __table_args__ = (Index("ix_monthly_statistics_games", "club_id", "partner", "month", "member", "games"),)

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    member: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    partner: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    month: Mapped[str] = mapped_column(String(DAY_LENGTH), primary_key=True)
    profile_json: Mapped[str] = mapped_column("profile", Text)
    """JSON."""
    games: Mapped[int] = mapped_column(default=0, server_default="0")
    """Number of games, as in the profile."""


class DayOrMonthRecords(Base):
    """The records of a day's or a month's games: `2026-11-22`, `2026-11`."""

    __tablename__ = "period_records"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    period: Mapped[str] = mapped_column(String(DAY_LENGTH), primary_key=True)
    last_sort_key: Mapped[str] = mapped_column(String(SORT_KEY_LENGTH))
    """Sort key of its last game."""
    records_json: Mapped[str] = mapped_column("records", Text)
    """JSON."""


class StatisticsBacklogGame(ClubGameColumns, Base):
    """A game that changed since the club's statistics were written; they do not contain the change yet."""

    __tablename__ = "statistics_backlog"


class RatingColumns:
    """The columns of a rating: after which game, and how many games so far."""

    sort_key: Mapped[str] = mapped_column(String(SORT_KEY_LENGTH))
    games: Mapped[int]
    mu: Mapped[int]
    sigma: Mapped[int]


class GameRating(ClubGameColumns, RatingColumns, Base):
    """The rating of a member (`partner` 0) or a pair after a game; `games` is their number of games so far."""

    __tablename__ = "game_rating"
    __table_args__ = (
        Index("ix_game_rating_player", "club_id", "member", "partner", "sort_key"),
        Index("ix_game_rating_order", "club_id", "sort_key"),
    )

    member: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    partner: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)


class CurrentRating(RatingColumns, Base):
    """The current rating of a member or pair."""

    __tablename__ = "current_rating"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    member: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    partner: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)


class RatingBacklog(Base):
    """A club whose ratings are being recalculated: those from this game on are outdated."""

    __tablename__ = "rating_backlog"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    sort_key: Mapped[str] = mapped_column(String(SORT_KEY_LENGTH))
