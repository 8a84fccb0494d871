"""The tables of clubs. Entries are only ever added; rights may change; what is derived can be made again."""

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column

from trexscore.db.models import DIGEST, TOKEN, UUID, Base, OfAJournal

TIME = 24
"""A time as the server's clock writes it: as text they sort as they followed each other."""
OPEN_END = "9999-12-31T23:59:59.999Z"
"""Stands for the end of what holds still: behind every time and every day.

It looks like one: a PostgreSQL that sorts as a language does puts a sign before all digits.
"""
DAY = 10


class Club(Base):
    """A club's journal as a whole: how long it is and where it ends. `uid` is its address."""

    __tablename__ = "club"

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(String(TOKEN), unique=True)
    last_seq: Mapped[int]
    last_digest: Mapped[str] = mapped_column(String(DIGEST))
    due: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether all that is derived has to be made anew, because an earlier version made it otherwise."""


class ClubEntry(OfAJournal, Base):
    """An entry of a club's journal. Its author is a member's number: names stand in entries of their own."""

    __tablename__ = "club_entry"
    __table_args__ = (UniqueConstraint("club_id", "key"), Index("ix_club_entry_kind", "club_id", "kind", "seq"))

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)


class Claim(Base):
    """A right: this account is that member."""

    __tablename__ = "claim"
    __table_args__ = (UniqueConstraint("club_id", "account_id"), Index("ix_claim_account_id", "account_id"))

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    member: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))


class NameRequest(Base):
    """An account that has picked a member's name by an invitation. It is no right: an admin confirms or refuses it."""

    __tablename__ = "name_request"
    __table_args__ = (UniqueConstraint("club_id", "account_id"), Index("ix_name_request_account_id", "account_id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    member: Mapped[int]
    made_at: Mapped[str] = mapped_column(String(TIME))
    refused: Mapped[bool] = mapped_column(default=False, server_default=false())


class NightReply(Base):
    """What a member has said of a game night that is to come. It may change, and is no part of the club's journal."""

    __tablename__ = "night_reply"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    evening: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    member: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    comes: Mapped[bool]


class ClubLink(Base):
    """A right: whoever knows the token may claim a member, show the tables, or read. A cancelled link is gone."""

    __tablename__ = "club_link"

    token: Mapped[str] = mapped_column(String(TOKEN), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), index=True)
    may: Mapped[str] = mapped_column(String(8))
    member: Mapped[int | None]
    """Whom an invitation is for; None where anybody may join by it."""
    until: Mapped[str] = mapped_column(String(TIME))
    made_at: Mapped[str | None] = mapped_column(String(TIME))
    made_by: Mapped[int | None]
    """The member. None where a club holds a game by it, and for links of earlier versions."""


class TableCode(Base):
    """A right for some minutes: whoever scans the code on the live board keeps the score of that game."""

    __tablename__ = "table_code"

    token: Mapped[str] = mapped_column(String(TOKEN), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), index=True)
    evening: Mapped[int]
    uid: Mapped[str] = mapped_column(String(UUID))
    """The game. No row depends on it: a game may go before its code has expired."""
    until: Mapped[str] = mapped_column(String(TIME))
    opened: Mapped[bool] = mapped_column(default=False, server_default=false())


class ClubGame(Base):
    """Derived: the last word on a game that a club counts or has counted, and what the game comes to."""

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
    uid: Mapped[str] = mapped_column(String(UUID))
    seq: Mapped[int]
    """The club's entry that holds."""
    counted_seq: Mapped[int] = mapped_column(default=0, server_default="0")
    """The club's entry that counted it last, also where it has been withdrawn since."""
    on_day: Mapped[str] = mapped_column(String(DAY))
    sort: Mapped[str] = mapped_column(String(80))
    """Day, start, and uid: the order in which games count for ratings and for the best of the first so many."""
    evening: Mapped[int | None]
    counted: Mapped[str] = mapped_column(Text)
    """JSON: the body of the entry; of one that was withdrawn, null."""
    came_to: Mapped[str] = mapped_column(Text)
    """JSON: what the game comes to, whatever the seasons make of it."""
    result_key: Mapped[str | None] = mapped_column(String(DIGEST))
    """The same for games with the same rules and result; None without a result."""
    counting: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether it gives something in some season."""


class ClubGameMember(Base):
    """Derived: a member named for a seat of a game that a club counts, for its points or as a substitute."""

    __tablename__ = "club_game_member"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    member: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True, index=True)


class Part(Base):
    """Derived: what a game gives a member (or a pair) in a season, from when to when that was so."""

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
    """The other one of a pair; 0 where somebody plays for themselves."""
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"))
    sort: Mapped[str] = mapped_column(String(80))
    points: Mapped[int]
    tally: Mapped[str] = mapped_column(String(120))
    """JSON."""
    since: Mapped[str] = mapped_column(String(TIME))
    until: Mapped[str] = mapped_column(String(TIME))


class Met(Base):
    """Derived: how often two have finished before each other in a season, from when to when that was so.

    `member` (with `partner`) is the one who comes first in the order of numbers.
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
    since: Mapped[str] = mapped_column(String(TIME))
    until: Mapped[str] = mapped_column(String(TIME))


class Played(Base):
    """Derived: what the games of a day, or of a whole month, give somebody in a season, as they count now."""

    __tablename__ = "played"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    season: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    span: Mapped[str] = mapped_column(String(DAY + 1), primary_key=True)
    """`M2026-11` or `D2026-11-22`: so the months before a day are next to each other, and so are its month's days."""
    member: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    partner: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    tally: Mapped[str] = mapped_column(String(120))
    """JSON; where no game is left, there is no row."""


class Faced(Base):
    """Derived: how often two have finished before each other in games of a day, or of a month, as they count now.

    `member` (with `partner`) is the one who comes first in the order of numbers.
    """

    __tablename__ = "faced"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    season: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    member: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    partner: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    other: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    other_partner: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    span: Mapped[str] = mapped_column(String(DAY + 1), primary_key=True)
    """As in `played`; here it comes last, as it is asked for of two."""
    ahead: Mapped[int]
    level: Mapped[int]
    behind: Mapped[int]


class Standing(Base):
    """Derived: what a member (or a pair) has in a season, from when to when, and what made it so."""

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
    """JSON; of games that are not there any more, nothing."""
    points: Mapped[str] = mapped_column(Text)
    """JSON: the points of those games which a season looks at one by one; nothing where it looks at none."""
    since: Mapped[str] = mapped_column(String(TIME))
    until: Mapped[str] = mapped_column(String(TIME))
    cause: Mapped[str] = mapped_column(String(200))
    """JSON: which entry of which journal made it so."""
