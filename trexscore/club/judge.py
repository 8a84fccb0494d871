"""What follows from a club's entry: the club behind it, or why it cannot be."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain

from trexscore.club.counted import ALTHOUGH
from trexscore.club.fold import fold_club
from trexscore.club.members import ROLES
from trexscore.club.record import SHOWS, ClubRecord
from trexscore.club.shape import Looking
from trexscore.gamefile.house_rules import read_house_rules
from trexscore.gamefile.names import compared
from trexscore.gamefile.shape import refuse_unknown_fields
from trexscore.journal.entries import Body
from trexscore.league.season_rules import read_season_rules
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEAT_NAMED

Entries = list[tuple[int, str, Body | None]]
"""A club's journal, as far as folding it needs."""
METHODS = ("random", "by_rating", "balanced", "mixing", "by_hand")
_CAN_BE_TAKEN_BACK = frozenset({"merged", "season", "evening", "drawn"})
_SEATS_AT_A_TABLE = 4


def following_club(record: ClubRecord, entries: Entries, kind: str, body: Body, seq: int) -> ClubRecord | list[Refusal]:
    """The club behind an entry, or why it cannot be; `record` is what the entries fold to.

    Of single games only what the entry itself says is looked at.
    """
    faults: list[Refusal] = []
    if kind not in _READ:
        return [refuse("unknown_field", kind, field=kind)]
    refuse_unknown_fields(body, (kind,), "", faults)
    faults += _READ[kind](record, body[kind])
    if faults:
        return faults
    behind = fold_club([*entries, (seq, kind, body)])
    return list(_broken(behind, kind)) or behind


def _broken(record: ClubRecord, kind: str) -> Iterator[Refusal]:
    """What must hold of a club whatever is said: it has one owner, and nobody here bears the name of another."""
    if kind in ("founded", "settings") and not record.members:
        return
    owners = [member for member in record.here if member.role == "owner"]
    if len(owners) != 1:
        yield refuse("owner_needed", kind)
    names = Counter(compared(member.name) for member in record.here if member.name is not None)
    if any(times > 1 for times in names.values()):
        yield refuse("name_taken", f"{kind}.name")
    if kind in {"merged", "take_back"}:
        for evening in record.evenings.values():
            for table in evening.draws[-1].tables if evening.draws else ():
                if len({record.who(number).number for number in table}) < _SEATS_AT_A_TABLE:
                    yield refuse("sits_twice", kind)


def _founded(_record: ClubRecord, said: object) -> list[Refusal]:
    look = Looking(said, "founded", ("format",))
    look.wants("format")
    return look.faults


def _settings(_record: ClubRecord, said: object) -> list[Refusal]:
    look = Looking(said, "settings", ("name", "shows", "agreed"))
    look.name("name")
    look.one_of("shows", SHOWS, "unknown_choice")
    look.yes_or_no("agreed")
    return look.faults


def _joined(record: ClubRecord, said: object) -> list[Refusal]:
    look = Looking(said, "joined", ("role",))
    role = look.one_of("role", ROLES, "unknown_role")
    if role == "owner" and record.members:
        look.fault("unknown_role", "role")
    return look.faults


def _member(look: Looking, record: ClubRecord, field: str = "member") -> int | None:
    """A member that has to be there, and is nobody else by now."""
    number = look.number(field)
    if number is None:
        return None
    member = record.members.get(number)
    if member is None or member.into is not None:
        look.fault("unknown_member", field)
        return None
    return number


def _named(record: ClubRecord, said: object) -> list[Refusal]:
    look = Looking(said, "named", ("member", "name"))
    number = _member(look, record)
    look.name("name")
    if number is not None and record.members[number].erased:
        look.fault("unknown_member", "member")
    return look.faults


def _role(record: ClubRecord, said: object) -> list[Refusal]:
    look = Looking(said, "role", ("member", "role"))
    number, role = _member(look, record), look.one_of("role", ROLES, "unknown_role")
    if number is None or role is None:
        return look.faults
    member = record.members[number]
    if not member.is_here:
        look.fault("has_left", "member")
    elif member.role == role:
        look.fault("nothing_to_change")
    elif member.role == "owner":
        look.fault("owner_needed", "role")  # an owner steps down by naming another
    return look.faults


def _left(record: ClubRecord, said: object) -> list[Refusal]:
    look = Looking(said, "left", ("member",))
    number = _member(look, record)
    if number is not None and record.members[number].left:
        look.fault("has_left", "member")
    return look.faults


def _returned(record: ClubRecord, said: object) -> list[Refusal]:
    look = Looking(said, "returned", ("member",))
    number = _member(look, record)
    if number is not None and (not record.members[number].left or record.members[number].erased):
        look.fault("has_not_left", "member")
    return look.faults


def _merged(record: ClubRecord, said: object) -> list[Refusal]:
    look = Looking(said, "merged", ("member", "into"))
    number, into = _member(look, record), _member(look, record, "into")
    if number is None or into is None:
        return look.faults
    if number == into:
        look.fault("same_member", "into")
    elif record.members[number].role == "owner":
        look.fault("owner_needed", "member")
    return look.faults


def _erased(record: ClubRecord, said: object) -> list[Refusal]:
    look = Looking(said, "erased", ("member",))
    number = _member(look, record)
    if number is None:
        return look.faults
    if record.members[number].erased:
        look.fault("nothing_to_change")
    elif record.members[number].role == "owner":
        look.fault("owner_needed", "member")
    return look.faults


def _season(record: ClubRecord, said: object) -> list[Refusal]:
    look = Looking(said, "season", ("name", "from", "until", "house_rules", "counting", "guests", "instead"))
    name, begins, ends = look.name("name"), look.day("from"), look.day("until")
    look.yes_or_no("guests")
    if begins is not None and ends is not None and ends < begins:
        look.fault("ends_before_it_begins", "until")
    rules = read_house_rules(look.said["house_rules"], look.faults) if look.wants("house_rules") else None
    if look.wants("counting"):
        read_season_rules(look.said["counting"], "season.counting", look.faults, rules)
    instead = None
    if "instead" in look.said:
        instead = look.number("instead")
        if instead is not None and instead not in record.seasons:
            look.fault("unknown_season", "instead")
    others = (one for one in record.seasons.values() if one.number != instead)
    if name is not None and compared(name) in {compared(one.name) for one in others}:
        look.fault("season_name_taken", "name")
    return look.faults


def _evening(record: ClubRecord, said: object) -> list[Refusal]:
    look = Looking(said, "evening", ("on", "at", "place", "note", "instead"))
    look.day("on")
    look.text("place")
    look.text("note", 500)
    if look.said.get("at") is not None and not _is_time_of_day(look.said["at"]):
        look.fault("not_a_time", "at")
    if "instead" in look.said and look.number("instead") not in record.evenings:
        look.fault("unknown_evening", "instead")
    return look.faults


def _is_time_of_day(value: object) -> bool:
    if not isinstance(value, str) or len(value) != len("20:30") or value[2] != ":" or not value.isascii():
        return False
    hours, minutes = value[:2], value[3:]
    return hours.isdecimal() and minutes.isdecimal() and int(hours) < 24 and int(minutes) < 60  # noqa: PLR2004


def _evening_of(look: Looking, record: ClubRecord) -> int | None:
    number = look.number("evening")
    if number is not None and number not in record.evenings:
        look.fault("unknown_evening", "evening")
        return None
    return number


def _come_and_go(kind: str) -> Callable[[ClubRecord, object], list[Refusal]]:
    def refusals(record: ClubRecord, said: object) -> list[Refusal]:
        look = Looking(said, kind, ("evening", "members"))
        evening, members = _evening_of(look, record), look.numbers("members")
        if members is not None and not members:
            look.fault("nothing_to_change", "members")
        for number in members or ():
            _here(look, record, number, "members")
        if not look.faults and evening is not None and members is not None:
            present = set(record.evenings[evening].present)
            done = present.issuperset(members) if kind == "arrived" else present.isdisjoint(members)
            if done:
                look.fault("nothing_to_change", "members")
        return look.faults

    return refusals


def _here(look: Looking, record: ClubRecord, number: int, field: str) -> None:
    member = record.members.get(number)
    if member is None or member.into is not None:
        look.fault("unknown_member", field)
    elif member.left:
        look.fault("has_left", field)


def _drawn(record: ClubRecord, said: object) -> list[Refusal]:
    look = Looking(said, "drawn", ("evening", "behind", "method", "seed", "tables", "sitting_out"))
    number, behind = _evening_of(look, record), look.number("behind")
    look.one_of("method", METHODS, "unknown_choice")
    look.number("seed")
    sitting_out = look.numbers("sitting_out")
    tables = _tables(look)
    if look.faults or number is None or tables is None or sitting_out is None:
        return look.faults
    evening = record.evenings[number]
    if behind != evening.last_draw:
        look.fault("drawn_meanwhile", "behind")
    seated = [*chain.from_iterable(tables), *sitting_out]
    if len(set(seated)) < len(seated):
        look.fault("sits_twice", "tables")
    elif {*seated} != {*evening.present}:
        look.fault("not_those_present", "tables")
    return look.faults


def _tables(look: Looking) -> list[list[int]] | None:
    if not look.wants("tables"):
        return None
    tables = look.said["tables"]
    if isinstance(tables, list) and all(
        isinstance(table, list) and len(table) == _SEATS_AT_A_TABLE and all(type(one) is int for one in table)
        for table in tables
    ):
        return tables
    look.fault("wrong_type", "tables", wanted="list")
    return None


def _game(record: ClubRecord, said: object) -> list[Refusal]:
    known = ("uid", "seats", "substitutes", "on", "evening", "table", "although")
    look = Looking(said, "game", known)
    look.uuid("uid")
    look.day("on")
    if look.said.get("evening") is not None:
        _evening_of(look, record)
    if look.said.get("table") is not None:
        look.number("table")
    although = look.said.get("although", [])
    if not isinstance(although, list) or any(one not in ALTHOUGH for one in although):
        look.fault("unknown_choice", "although")
    if look.wants("seats"):
        _seats(look, record)
    return look.faults


def _seats(look: Looking, record: ClubRecord) -> None:
    """Who is booked for each seat, and who really sat there: all of them members, and nobody twice."""
    seats, substitutes = look.said["seats"], look.said.get("substitutes", {})
    for field, found in (("seats", seats), ("substitutes", substitutes)):
        if not isinstance(found, dict):
            look.fault("wrong_type", field, wanted="object")
            return
        for letter, number in found.items():
            if letter not in SEAT_NAMED:
                look.fault("unknown_seat", field, seat_named=letter)
            elif number is not None and (type(number) is not int or number not in record.members):
                look.fault("unknown_member", field)
    if look.faults:
        return
    booked = [record.who(number).number for number in seats.values() if number is not None]
    played = [
        record.who(number).number
        for letter in SEAT_NAMED
        if (number := substitutes.get(letter, seats.get(letter))) is not None
    ]
    if not booked:
        look.fault("nobody_of_the_club", "seats")
    if len(set(booked)) < len(booked) or len(set(played)) < len(played):
        look.fault("sits_twice", "seats")


def _withdrawn(_record: ClubRecord, said: object) -> list[Refusal]:
    look = Looking(said, "withdrawn", ("uid", "reason"))
    look.uuid("uid")
    look.text("reason")
    if not str(look.said.get("reason", "")).strip():
        look.fault("reason_missing", "reason")
    return look.faults


def _take_back(record: ClubRecord, said: object) -> list[Refusal]:
    if type(said) is not int:
        return [refuse("wrong_type", "take_back", wanted="number")]
    if said in record.taken_back:
        return [refuse("already_taken_back", "take_back")]
    if said not in record.kinds:
        return [refuse("unknown_entry", "take_back")]
    if record.kinds[said] not in _CAN_BE_TAKEN_BACK:
        return [refuse("nothing_to_take_back", "take_back")]
    return []


_READ: Mapping[str, Callable[[ClubRecord, object], Iterable[Refusal]]] = {
    "founded": _founded,
    "settings": _settings,
    "joined": _joined,
    "named": _named,
    "role": _role,
    "left": _left,
    "returned": _returned,
    "merged": _merged,
    "erased": _erased,
    "season": _season,
    "evening": _evening,
    "arrived": _come_and_go("arrived"),
    "went": _come_and_go("went"),
    "drawn": _drawn,
    "game": _game,
    "withdrawn": _withdrawn,
    "take_back": _take_back,
}
"""What is wrong with an entry, whatever follows from it."""
