"""Who may say what in a club."""

from collections.abc import Mapping

from trexscore.club.members import LEADS, ROLES, Member, Role
from trexscore.club.record import ClubRecord
from trexscore.ledger.chain import Body

_RULES: tuple[Role, ...] = (*LEADS, "referee")
_RUNS: tuple[Role, ...] = (*_RULES, "scorer")
_PLAYS: tuple[Role, ...] = (*_RUNS, "member", "guest")

MAY: Mapping[str, tuple[Role, ...]] = {
    "settings": LEADS,
    "joined": _RUNS,
    "named": _RUNS,
    "role": LEADS,
    "left": LEADS,
    "returned": LEADS,
    "merged": LEADS,
    "erased": LEADS,
    "season": LEADS,
    "adjusted": _RULES,
    "evening": _RUNS,
    "arrived": _RUNS,
    "went": _RUNS,
    "drawn": _RUNS,
    "game": _RUNS,
    "withdrawn": _RULES,
    "take_back": _RUNS,
}
"""Which roles may have an entry of a kind written; what single entries ask for beyond that is below."""

_BY_ONESELF = frozenset({"named", "arrived", "went", "left", "erased"})
"""What everybody may say of themselves."""
_ABOVE = frozenset({"role", "left", "returned", "erased", "merged"})
"""What nobody but the owner says of those who lead, or led when they left."""


def may_say(record: ClubRecord, me: Member, kind: str, body: Body) -> bool:
    """Whether a member may have this written. What it says may still be refused for what it is."""
    said = body.get(kind)
    of_oneself = _speaks_of(said) == (me.number,)
    if not me.is_here:
        return kind == "erased" and of_oneself  # to be forgotten, nobody has to come back first
    if kind in _BY_ONESELF and of_oneself:
        return True
    return me.role in MAY.get(kind, ()) and _is_below(record, me, kind, said)


def may_open_account(record: ClubRecord, me: Member, member: Member) -> bool:
    """Whether a member may take the account off another, or give them a way back into it; the owner's stays theirs."""
    said: Body = {"left": {"member": member.number}}
    return me.leads and me.number != member.number and member.role != "owner" and may_say(record, me, "left", said)


def _is_below(record: ClubRecord, me: Member, kind: str, said: object) -> bool:
    """Whether this is for somebody with this role to say: what is no proper entry is refused for that instead."""
    if kind == "take_back":
        return isinstance(said, int) and _may_take_back(record, me, said)
    if not isinstance(said, dict):
        return True
    about = {_role_of(record, said.get(field)) for field in ("member", "into")}
    if kind in _ABOVE and me.role != "owner" and not about.isdisjoint(LEADS):
        return False  # also not by making somebody one with a leader, whose rights they would have
    if kind == "named":
        return all(ROLES.index(me.role) <= ROLES.index(role) for role in about - {None} if role)
    if kind == "game":
        return me.role in LEADS or _lets(said) <= {"unfinished"}
    return kind not in ("joined", "role") or _gives(me, said.get("role"))


def _may_take_back(record: ClubRecord, me: Member, seq: int) -> bool:
    """Whoever might have written the entry: parted again, somebody has the role that they had."""
    parted = {record.members[number].role for number in record.merges.get(seq, ())}
    return me.role in MAY.get(record.kinds.get(seq, ""), LEADS) and (me.role == "owner" or parted.isdisjoint(LEADS))


def _lets(said: Mapping[str, object]) -> set[object]:
    """In spite of what a game is to count: that is for those who lead, but for saying that nobody goes on with it."""
    although = said.get("although")
    return {one for one in although if isinstance(one, str)} if isinstance(although, list) else set()


def _gives(me: Member, role: object) -> bool:
    """The owner makes admins and hands the club over, admins give what is below them, others let players in."""
    if role in LEADS:
        return me.role == "owner"
    return me.role in LEADS or role in ("member", "guest")


def _role_of(record: ClubRecord, number: object) -> Role | None:
    member = record.members.get(number) if isinstance(number, int) else None
    return None if member is None else member.role


def _speaks_of(said: object) -> tuple[object, ...]:
    """Whom an entry is about."""
    if not isinstance(said, dict):
        return ()
    return tuple(said["members"]) if isinstance(said.get("members"), list) else (said.get("member"),)
