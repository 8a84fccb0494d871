"""Clubs: found by their address, folded, and who may what in them."""

import secrets
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple, Self

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.orm import Session

from trexscore.club.builder import fold_club
from trexscore.club.events import EVENTS, FOLDED
from trexscore.club.members import Member
from trexscore.club.record import ClubRecord
from trexscore.db.account_locks import forget_links
from trexscore.db.clubs.models import OPEN_END, Claim, Club, ClubEntry, ClubLink
from trexscore.db.clubs.staged_imports import IS_HERE
from trexscore.db.journals import CLUBS, End
from trexscore.db.models import db

_TOKEN_BYTES = 16
"""128 random bits."""


class ClubAt(NamedTuple):
    """A club, and where its journal ends."""

    id: int
    uid: str
    seq: int
    digest: str


USED = "used"
"""What an invitation for one becomes once they have come by it: to them it still is the way to the club."""
KEEPS, KEEPS_ALONE = OF_GAMES = "game", "game own"
"""What stands beside a link of a game that the club keeps for its members: it opens nothing of the club. Of those that
it keeps alone nobody else was given the owner's link: the club began the game, or took it in."""

_OF_STANDINGS = tuple(kind for kind in FOLDED if not EVENTS[kind].of_game_night)
_CLUB = Club.id, Club.uid, Club.last_seq, Club.last_digest


class GivenLink(NamedTuple):
    """A link that somebody made to be given on: what it may and until when, for which member, and who made it when."""

    token: str
    may: str
    member: int | None
    until: str
    made_at: str | None
    made_by: int | None

    @classmethod
    def new(cls, may: str, member: int | None, until: str, made_at: str, made_by: int | None) -> Self:
        """A link with a token of its own."""
        return cls(secrets.token_urlsafe(_TOKEN_BYTES), may, member, until, made_at, made_by)


class Right(NamedTuple):
    """What a club's link gives: to claim a member (`join`), to show the tables (`screen`), to read all (`read`)."""

    club: ClubAt
    may: str
    member: int | None


def new_uid() -> str:
    """An address that nobody guesses, and that no command takes for an option."""
    uid = "-"
    while uid.startswith("-"):
        uid = secrets.token_urlsafe(_TOKEN_BYTES)
    return uid


def club_at(uid: str) -> ClubAt | None:
    """The club with this address."""
    row = db.session.execute(select(*_CLUB).where(Club.uid == uid)).one_or_none()
    return None if row is None else ClubAt(*row)


def clubs_due(session: Session) -> list[ClubAt]:
    """The clubs of which all that is derived has to be made anew."""
    return [ClubAt(*row) for row in session.execute(select(*_CLUB).where(Club.due, IS_HERE).order_by(Club.id))]


def mark_made(session: Session, club_id: int) -> None:
    """All that is derived of a club is as this version makes it."""
    session.execute(update(Club).where(Club.id == club_id).values(due=False))


def clubs_of(account_id: int) -> list[tuple[ClubAt, int]]:
    """The clubs in which an account is a member, and which one."""
    rows = db.session.execute(
        select(*_CLUB, Claim.member)
        .join(Claim, Claim.club_id == Club.id)
        .where(Claim.account_id == account_id)
        .order_by(Club.id)
    )
    return [(ClubAt(*row[:4]), row.member) for row in rows]


def created_with_key(session: Session, account_id: int, key: str) -> str | None:
    """The address of a club of this account whose first entry has this key."""
    return session.scalar(
        select(Club.uid)
        .join(ClubEntry, (ClubEntry.club_id == Club.id) & (ClubEntry.seq == 1))
        .join(Claim, Claim.club_id == Club.id)
        .where(ClubEntry.key == key, Claim.account_id == account_id)
    )


def record_of(club: ClubAt) -> ClubRecord:
    """The club as it stands. Folded once for each end of its journal."""
    return _folded(club.id, club.seq, club.digest)


def record_after(end: End) -> ClubRecord:
    """The club as it stands behind a locked end."""
    return _folded(end.id, end.seq, end.digest)


@lru_cache(maxsize=64)
def _folded(club_id: int, last: int, _digest: str) -> ClubRecord:
    """What is kept under an end says no more than that end: another transaction may have added to the journal since."""
    return fold_club(CLUBS.folded(db.session(), club_id, FOLDED, last))


def record_at(club: ClubAt, time: str) -> ClubRecord:
    """The club as it stood at a time, but for its game nights: who counted for what."""
    ours = ClubEntry.club_id == club.id, ClubEntry.seq <= club.seq, ClubEntry.kind.in_(_OF_STANDINGS)
    last = db.session.scalar(select(func.max(ClubEntry.seq)).where(*ours, ClubEntry.received_at <= time)) or 0
    return _folded_until(club.id, club.digest, last)


@lru_cache(maxsize=64)
def _folded_until(club_id: int, _digest: str, last: int) -> ClubRecord:
    """Whoever is erased later is erased here as well: hence the digest of the whole."""
    return fold_club(CLUBS.folded(db.session(), club_id, _OF_STANDINGS, last))


def member_of(session: Session, club_id: int, account_id: int) -> int | None:
    """Which member an account is."""
    return session.scalar(select(Claim.member).where(Claim.club_id == club_id, Claim.account_id == account_id))


def claims_of(session: Session, club_id: int) -> dict[int, int]:
    """The accounts of a club's members."""
    rows = session.execute(select(Claim.member, Claim.account_id).where(Claim.club_id == club_id))
    return {row.member: row.account_id for row in rows}


def account_only_here(session: Session, club_id: int, numbers: Collection[int]) -> int | None:
    """The account that these are, if it is one, and of no other club."""
    accounts = {account for number, account in claims_of(session, club_id).items() if number in numbers}
    clubs = session.scalars(select(Claim.club_id).where(Claim.account_id.in_(accounts))).all()
    return accounts.pop() if len(accounts) == len(clubs) == 1 else None


def heirs(session: Session, club_id: int, record: ClubRecord) -> list[Member]:
    """Who but its owner could own a club: those who can sign in, and have not left."""
    members = {member.number: member for member in record.known(sorted(claims_of(session, club_id)))}
    return [member for member in members.values() if member.is_here and member is not record.owner]


def claim(session: Session, club_id: int, member: int, account_id: int) -> None:
    """From now on this account is that member. What another club may have given to open it by holds no more."""
    session.execute(insert(Claim).values(club_id=club_id, member=member, account_id=account_id))
    forget_links(session, [account_id])


def unclaim(session: Session, club_id: int, member: int) -> None:
    """From now on no account is that member."""
    session.execute(delete(Claim).where(Claim.club_id == club_id, Claim.member == member))


def make_link(session: Session, club_id: int, link: GivenLink) -> None:
    """Whoever knows its token may do from now on what the link says."""
    session.execute(insert(ClubLink).values(club_id=club_id, **link._asdict()))


def links_of(session: Session, club_id: int, now: str) -> list[GivenLink]:
    """The links that still open something, the latest first."""
    given_on = ClubLink.until > now, ClubLink.may.not_in((*OF_GAMES, USED))
    columns = (getattr(ClubLink, name) for name in GivenLink._fields)
    latest = func.coalesce(ClubLink.made_at, "").desc(), ClubLink.token
    rows = session.execute(select(*columns).where(ClubLink.club_id == club_id, *given_on).order_by(*latest))
    return [GivenLink(*row) for row in rows]


def cancel_link(session: Session, club_id: int, token: str) -> None:
    """A link opens nothing any more. Those by which the club holds its games were given to nobody."""
    given_on = ClubLink.club_id == club_id, ClubLink.token == token, ClubLink.may.not_in(OF_GAMES)
    session.execute(delete(ClubLink).where(*given_on))


def cancel_invitations(session: Session, club_id: int, members: Collection[int]) -> None:
    """Nobody is invited as one of these any more."""
    session.execute(delete(ClubLink).where(ClubLink.club_id == club_id, ClubLink.member.in_(members)))


def use_up(session: Session, token: str) -> None:
    """An invitation has been used: it makes nobody a member any more."""
    session.execute(update(ClubLink).where(ClubLink.token == token).values(may=USED, member=None, until=OPEN_END))


def right_of(token: str, now: str, session: Session | None = None) -> Right | None:
    """What a link gives; None where there is none, or its time is over. In a writing session, as that sees it."""
    row = (
        (session or db.session())
        .execute(
            select(*_CLUB, ClubLink.may, ClubLink.member)
            .join(ClubLink, ClubLink.club_id == Club.id)
            .where(ClubLink.token == token, ClubLink.until > now, ClubLink.may.not_in(OF_GAMES))
        )
        .one_or_none()
    )
    return None if row is None else Right(ClubAt(*row[:4]), row.may, row.member)
