"""The tables of clubs. Journals only grow; permissions may change; derived rows can be rebuilt."""

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column

from trexscore.db.models import DIGEST_LENGTH, TOKEN_LENGTH, UUID_LENGTH, Base, JournalEntryColumns

TIME_LENGTH = 24
"""Length of a time as the server's clock writes it; as text, times sort in order."""
OPEN_END = "9999-12-31T23:59:59.999Z"
"""`until` of current rows: later than every time and every day.

It looks like a time, because a PostgreSQL with a language's collation sorts signs before all digits.
"""
DAY_LENGTH = 10


class Club(Base):
    """A club and the head of its journal. `uid` is its address."""

    __tablename__ = "club"

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(String(TOKEN_LENGTH), unique=True)
    last_seq: Mapped[int]
    last_digest: Mapped[str] = mapped_column(String(DIGEST_LENGTH))
    due: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether all derived rows must be rebuilt, because an earlier version derived them differently."""


class ClubEntry(JournalEntryColumns, Base):
    """An entry of a club's journal. Its author is a member id: names are in entries of their own."""

    __tablename__ = "club_entry"
    __table_args__ = (UniqueConstraint("club_id", "key"), Index("ix_club_entry_kind", "club_id", "kind", "seq"))

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)


class Claim(Base):
    """The membership of an account: which member it is."""

    __tablename__ = "claim"
    __table_args__ = (UniqueConstraint("club_id", "account_id"), Index("ix_claim_account_id", "account_id"))

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
    made_at: Mapped[str] = mapped_column(String(TIME_LENGTH))
    refused: Mapped[bool] = mapped_column(default=False, server_default=false())


class NightReply(Base):
    """A member's reply to a future game night. It may change, and is not part of the journal."""

    __tablename__ = "night_reply"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    evening: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    member: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    comes: Mapped[bool]


class ClubLink(Base):
    """A token with its permission: join as a member, show the live board, or read. Cancelled links are deleted."""

    __tablename__ = "club_link"

    token: Mapped[str] = mapped_column(String(TOKEN_LENGTH), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), index=True)
    may: Mapped[str] = mapped_column(String(8))
    member: Mapped[int | None]
    """The invited member; None if anyone may join with it."""
    until: Mapped[str] = mapped_column(String(TIME_LENGTH))
    made_at: Mapped[str | None] = mapped_column(String(TIME_LENGTH))
    made_by: Mapped[int | None]
    """A member id. None for the tokens of a club's games, and for links of earlier versions."""


class TableCode(Base):
    """A permission for some minutes: scanning the code on the live board opens the game for a scorer."""

    __tablename__ = "table_code"

    token: Mapped[str] = mapped_column(String(TOKEN_LENGTH), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), index=True)
    evening: Mapped[int]
    uid: Mapped[str] = mapped_column(String(UUID_LENGTH))
    """The game. Not a foreign key: the game may be deleted before its code expires."""
    until: Mapped[str] = mapped_column(String(TIME_LENGTH))
    opened: Mapped[bool] = mapped_column(default=False, server_default=false())


class ClubGame(Base):
    """Derived: how the club counts a game, or did so earlier, and the game's outcome."""

    __tablename__ = "club_game"
    __table_args__ = (
        Index("ix_club_game_order", "club_id", "sort"),
        Index("ix_club_game_uid", "club_id", "uid"),
        Index("ix_club_game_evening", "club_id", "evening"),
        Index("ix_club_game_counting", "club_id", "counting", "sort"),
        Index("ix_club_game_result_key", "club_id", "result_key"),
    )

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True, index=True)
    uid: Mapped[str] = mapped_column(String(UUID_LENGTH))
    seq: Mapped[int]
    """The club's entry that holds now."""
    counted_seq: Mapped[int] = mapped_column(default=0, server_default="0")
    """The club's last entry that counted it, also if it was excluded later."""
    on_day: Mapped[str] = mapped_column(String(DAY_LENGTH))
    sort: Mapped[str] = mapped_column(String(80))
    """Day, start and uid: the order of games for ratings, and for a limit to the first games."""
    evening: Mapped[int | None]
    counted: Mapped[str] = mapped_column(Text)
    """JSON: the body of the entry; null if the game is excluded."""
    came_to: Mapped[str] = mapped_column(Text)
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


class Part(Base):
    """Derived: the result of a game for a member or a pair in a season, with its period of validity."""

    __tablename__ = "part"
    __table_args__ = (
        Index("ix_part_game", "club_id", "game_id", "until"),
        Index("ix_part_who", "club_id", "season", "member", "partner", "sort"),
        Index("ix_part_best", "club_id", "season", "member", "partner", "until", "points", "sort"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    season: Mapped[int]
    member: Mapped[int]
    partner: Mapped[int]
    """The second member of a pair; 0 for a single player."""
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"))
    sort: Mapped[str] = mapped_column(String(80))
    points: Mapped[int]
    tally: Mapped[str] = mapped_column(String(120))
    """JSON."""
    since: Mapped[str] = mapped_column(String(TIME_LENGTH))
    until: Mapped[str] = mapped_column(String(TIME_LENGTH))


class Met(Base):
    """Derived: how often two finished ahead of each other in a season, with the period of validity.

    `member` (with `partner`) has the lower id. All counts are from their view.
    """

    __tablename__ = "meeting"
    __table_args__ = (
        Index("ix_meeting_now", "club_id", "season", "until", "member", "partner", "other", "other_partner"),
        Index("ix_meeting_who", "club_id", "season", "member", "partner", "other", "other_partner", "since"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    season: Mapped[int]
    member: Mapped[int]
    partner: Mapped[int]
    other: Mapped[int]
    other_partner: Mapped[int]
    ahead: Mapped[int]
    level: Mapped[int]
    behind: Mapped[int]
    since: Mapped[str] = mapped_column(String(TIME_LENGTH))
    until: Mapped[str] = mapped_column(String(TIME_LENGTH))


class Played(Base):
    """Derived: the current sum of a member's or pair's results in a season, for a day or a month."""

    __tablename__ = "played"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    season: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    span: Mapped[str] = mapped_column(String(DAY_LENGTH + 1), primary_key=True)
    """`M2026-11` or `D2026-11-22`: months sort next to each other, and so do the days of a month."""
    member: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    partner: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    tally: Mapped[str] = mapped_column(String(120))
    """JSON. A sum without games has no row."""


class Faced(Base):
    """Derived: how often two finished ahead of each other in the games of a day or a month, as of now.

    `member` (with `partner`) has the lower id.
    """

    __tablename__ = "faced"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    season: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    member: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    partner: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    other: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    other_partner: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    span: Mapped[str] = mapped_column(String(DAY_LENGTH + 1), primary_key=True)
    """As in `played`; last in the key, because queries name the two players."""
    ahead: Mapped[int]
    level: Mapped[int]
    behind: Mapped[int]


class Standing(Base):
    """Derived: the sum of a member or a pair in a season, with its period of validity and its cause."""

    __tablename__ = "standing"
    __table_args__ = (
        Index("ix_standing_now", "club_id", "season", "until", "member", "partner"),
        Index("ix_standing_who", "club_id", "season", "member", "partner", "since"),
        Index("ix_standing_since", "club_id", "season", "since"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    season: Mapped[int]
    member: Mapped[int]
    partner: Mapped[int]
    tally: Mapped[str] = mapped_column(String(120))
    """JSON; a sum of zero if no game is left."""
    points: Mapped[str] = mapped_column(Text)
    """JSON: the points of the single games that the season's rules need; empty if they need none."""
    since: Mapped[str] = mapped_column(String(TIME_LENGTH))
    until: Mapped[str] = mapped_column(String(TIME_LENGTH))
    cause: Mapped[str] = mapped_column(String(200))
    """JSON: the journal and entry that caused it."""
