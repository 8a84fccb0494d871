"""The tables of clubs. Journals only grow; permissions may change; derived rows can be rebuilt."""

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column

from trexscore.db.models import DIGEST_LENGTH, MAX_TOKEN_LENGTH, UUID_LENGTH, Base, JournalEntryColumns

TIME_LENGTH = 24
"""Length of a time as the server's clock writes it; as text, times sort in order."""
OPEN_END = "9999-12-31T23:59:59.999Z"
"""`valid_to` of current rows: later than every time and every day.

It looks like a time, because a PostgreSQL with a language's collation sorts signs before all digits.
"""
DAY_LENGTH = 10


class Club(Base):
    """A club and the head of its journal. `uid` is its address."""

    __tablename__ = "club"

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(String(MAX_TOKEN_LENGTH), unique=True)
    last_seq: Mapped[int]
    last_digest: Mapped[str] = mapped_column(String(DIGEST_LENGTH))
    needs_rebuild: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether all derived rows must be rebuilt, because an earlier version derived them differently."""


class ClubEntry(JournalEntryColumns, Base):
    """An entry of a club's journal. Its author is a member's number: names are in entries of their own."""

    __tablename__ = "club_entry"
    __table_args__ = (UniqueConstraint("club_id", "key"), Index("ix_club_entry_kind", "club_id", "kind", "seq"))

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)


class Membership(Base):
    """The membership of an account: which member it is."""

    __tablename__ = "membership"
    __table_args__ = (UniqueConstraint("club_id", "account_id"), Index("ix_membership_account_id", "account_id"))

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    member: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))


class NameRequest(Base):
    """An account picked a member's name through an invitation. Gives no permission until an admin confirms it."""

    __tablename__ = "name_request"
    __table_args__ = (UniqueConstraint("club_id", "account_id"), Index("ix_name_request_account_id", "account_id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    member: Mapped[int]
    created_at: Mapped[str] = mapped_column(String(TIME_LENGTH))
    refused: Mapped[bool] = mapped_column(default=False, server_default=false())


class AttendanceReply(Base):
    """A member's reply to a future game night. It may change, and is not part of the journal."""

    __tablename__ = "attendance_reply"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    game_night: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    member: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    attending: Mapped[bool]


class ClubLink(Base):
    """A token that a club stores, with its permission. Cancelled links are deleted.

    Links to the club: join as a member, show the live board, or read; also used invitations
    (`USED_INVITATION_PERMISSION`). Other rows (`GAME_TOKEN_KINDS`) hold tokens of the club's games, which give no
    access to the club.
    """

    __tablename__ = "club_link"

    token: Mapped[str] = mapped_column(String(MAX_TOKEN_LENGTH), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), index=True)
    permission: Mapped[str] = mapped_column(String(8))
    member: Mapped[int | None]
    """The invited member; None if anyone may join with it."""
    expires_at: Mapped[str] = mapped_column(String(TIME_LENGTH))
    created_at: Mapped[str | None] = mapped_column(String(TIME_LENGTH))
    created_by_member_number: Mapped[int | None] = mapped_column("created_by")
    """A member's number. None for the tokens of a club's games, and for links of earlier versions."""


class TableCode(Base):
    """A permission for some minutes: scanning the code on the live board opens the game for a scorer."""

    __tablename__ = "table_code"

    token: Mapped[str] = mapped_column(String(MAX_TOKEN_LENGTH), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), index=True)
    game_night: Mapped[int]
    game_uid: Mapped[str] = mapped_column(String(UUID_LENGTH))
    """The game. Not a foreign key: the game may be deleted before its code expires."""
    expires_at: Mapped[str] = mapped_column(String(TIME_LENGTH))
    opened: Mapped[bool] = mapped_column(default=False, server_default=false())


class ClubGame(Base):
    """Derived: how the club counts a game, or did so earlier, and the game's outcome."""

    __tablename__ = "club_game"
    __table_args__ = (
        Index("ix_club_game_order", "club_id", "sort_key"),
        Index("ix_club_game_uid", "club_id", "uid"),
        Index("ix_club_game_game_night", "club_id", "game_night"),
        Index("ix_club_game_counting", "club_id", "counting", "sort_key"),
        Index("ix_club_game_result_key", "club_id", "result_key"),
    )

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True, index=True)
    uid: Mapped[str] = mapped_column(String(UUID_LENGTH))
    seq: Mapped[int]
    """The club's entry that holds now."""
    counted_seq: Mapped[int] = mapped_column(default=0, server_default="0")
    """The club's last entry that counted it, even if it was excluded later."""
    played_on: Mapped[str] = mapped_column(String(DAY_LENGTH))
    sort_key: Mapped[str] = mapped_column(String(80))
    """Day, start and uid: the order of games for ratings, and for a limit to the first games."""
    game_night: Mapped[int | None]
    counted_json: Mapped[str] = mapped_column("counted", Text)
    """JSON: the body of the entry; null if the game is excluded."""
    outcome_json: Mapped[str] = mapped_column("outcome", Text)
    """JSON: the outcome, independent of seasons."""
    result_key: Mapped[str | None] = mapped_column(String(DIGEST_LENGTH))
    """Equal for games with the same rules and result; None without a result."""
    counting: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether it counts in a season."""


class ClubGameMember(Base):
    """Derived: a member with a seat in a counted game, for the points or as a substitute."""

    __tablename__ = "club_game_member"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    member: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True, index=True)


class SeasonRowColumns:
    """The columns of a row about a member or a pair in a season, with its period of validity."""

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    season: Mapped[int]
    member: Mapped[int]
    partner: Mapped[int]
    """The second member of a pair; 0 for a single player."""
    valid_from: Mapped[str] = mapped_column(String(TIME_LENGTH))
    valid_to: Mapped[str] = mapped_column(String(TIME_LENGTH))


class SeasonResult(SeasonRowColumns, Base):
    """Derived: the result of a game for a member or a pair in a season, with its period of validity."""

    __tablename__ = "season_result"
    __table_args__ = (
        Index("ix_season_result_game", "club_id", "game_id", "valid_to"),
        Index("ix_season_result_player", "club_id", "season", "member", "partner", "sort_key"),
        Index("ix_season_result_best", "club_id", "season", "member", "partner", "valid_to", "points", "sort_key"),
    )

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"))
    sort_key: Mapped[str] = mapped_column(String(80))
    points: Mapped[int]
    tally_json: Mapped[str] = mapped_column("tally", String(120))
    """JSON."""


class HeadToHead(SeasonRowColumns, Base):
    """Derived: how often two finished ahead of each other in a season, with the period of validity.

    `member` (with `partner`) has the lower id. All counts are from their view.
    """

    __tablename__ = "head_to_head"
    __table_args__ = (
        Index(
            "ix_head_to_head_now", "club_id", "season", "valid_to", "member", "partner", "opponent", "opponent_partner"
        ),
        Index(
            "ix_head_to_head_player",
            "club_id",
            "season",
            "member",
            "partner",
            "opponent",
            "opponent_partner",
            "valid_from",
        ),
    )

    opponent: Mapped[int]
    opponent_partner: Mapped[int]
    wins: Mapped[int]
    ties: Mapped[int]
    losses: Mapped[int]


class ResultByPeriod(Base):
    """Derived: the current sum of a member's or pair's results in a season, for a day or a month."""

    __tablename__ = "result_by_period"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    season: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    period: Mapped[str] = mapped_column(String(DAY_LENGTH + 1), primary_key=True)
    """`M2026-11` or `D2026-11-22`: months sort next to each other, and so do the days of a month."""
    member: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    partner: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    tally_json: Mapped[str] = mapped_column("tally", String(120))
    """JSON. A sum without games has no row."""


class HeadToHeadByPeriod(Base):
    """Derived: how often two finished ahead of each other in the games of a day or a month, as of now.

    `member` (with `partner`) has the lower id.
    """

    __tablename__ = "head_to_head_by_period"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    season: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    member: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    partner: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    opponent: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    opponent_partner: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    period: Mapped[str] = mapped_column(String(DAY_LENGTH + 1), primary_key=True)
    """As in `result_by_period`; last in the key, because queries name the two players."""
    wins: Mapped[int]
    ties: Mapped[int]
    losses: Mapped[int]


class Standing(SeasonRowColumns, Base):
    """Derived: the sum of a member or a pair in a season, with its period of validity and its cause."""

    __tablename__ = "standing"
    __table_args__ = (
        Index("ix_standing_now", "club_id", "season", "valid_to", "member", "partner"),
        Index("ix_standing_player", "club_id", "season", "member", "partner", "valid_from"),
        Index("ix_standing_valid_from", "club_id", "season", "valid_from"),
    )

    tally_json: Mapped[str] = mapped_column("tally", String(120))
    """JSON; a sum of zero if no game is left."""
    points_json: Mapped[str] = mapped_column("points", Text)
    """JSON: the points of the single games that the season's rules need; empty if they need none."""
    cause_json: Mapped[str] = mapped_column("cause", String(200))
    """JSON: the journal and entry that caused it."""
