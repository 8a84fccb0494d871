"""What is wrong with an entry about a season or an evening, whatever follows from it."""

from collections.abc import Callable
from itertools import chain

from trexscore.club.record import ClubRecord
from trexscore.club.shape import Looking
from trexscore.game.file.house_rules import read_house_rules
from trexscore.league.season_rules import read_season_rules
from trexscore.rules.refusals import Refusal

METHODS = ("random", "by_rating", "balanced", "mixing", "by_hand")
_SEATS_AT_A_TABLE = 4


def season_refusals(record: ClubRecord, said: object) -> list[Refusal]:
    look = Looking(said, "season", ("name", "from", "until", "house_rules", "counting", "guests", "instead", "behind"))
    look.name("name")
    begins, ends = look.day("from"), look.day("until")
    look.yes_or_no("guests")
    if begins is not None and ends is not None and ends < begins:
        look.fault("ends_before_it_begins", "until")
    rules = read_house_rules(look.said["house_rules"], look.faults) if look.wants("house_rules") else None
    if look.wants("counting"):
        read_season_rules(look.said["counting"], "season.counting", look.faults, rules)
    if "instead" in look.said:
        instead = look.number("instead")
        if instead is not None and instead not in record.seasons:
            look.fault("unknown_season", "instead")
        elif instead is not None:
            look.seen(record.seasons[instead].last_entry)
    return look.faults


def evening_refusals(record: ClubRecord, said: object) -> list[Refusal]:
    look = Looking(said, "evening", ("on", "at", "place", "note", "instead", "behind"))
    look.day("on")
    look.text("place")
    look.text("note", 500)
    if look.said.get("at") is not None and not _is_time_of_day(look.said["at"]):
        look.fault("not_a_time", "at")
    if "instead" in look.said:
        instead = look.number("instead")
        if instead is not None and instead not in record.evenings:
            look.fault("unknown_evening", "instead")
        elif instead is not None:
            look.seen(record.evenings[instead].last_entry)
    return look.faults


def _is_time_of_day(value: object) -> bool:
    if not isinstance(value, str) or len(value) != len("20:30") or value[2] != ":" or not value.isascii():
        return False
    hours, minutes = value[:2], value[3:]
    return hours.isdecimal() and minutes.isdecimal() and int(hours) < 24 and int(minutes) < 60  # noqa: PLR2004


def evening_in(look: Looking, record: ClubRecord) -> int | None:
    number = look.number("evening")
    if number is not None and number not in record.evenings:
        look.fault("unknown_evening", "evening")
        return None
    return number


def come_and_go(kind: str) -> Callable[[ClubRecord, object], list[Refusal]]:
    def refusals(record: ClubRecord, said: object) -> list[Refusal]:
        look = Looking(said, kind, ("evening", "members"))
        evening, members = evening_in(look, record), look.numbers("members")
        if members is not None and not members:
            look.fault("nothing_to_change", "members")
        for number in members or ():
            _here(look, record, number, may_have_left=kind == "went")
        if not look.faults and evening is not None and members is not None:
            present = set(record.evenings[evening].present)
            done = present.issuperset(members) if kind == "arrived" else present.isdisjoint(members)
            if done:
                look.fault("nothing_to_change", "members")
        return look.faults

    return refusals


def _here(look: Looking, record: ClubRecord, number: int, *, may_have_left: bool) -> None:
    """Who left the club while they were at an evening can still go home."""
    member = record.members.get(number)
    if member is None or member.into is not None:
        look.fault("unknown_member", "members")
    elif member.left and not may_have_left:
        look.fault("has_left", "members")


def drawn_refusals(record: ClubRecord, said: object) -> list[Refusal]:
    look = Looking(said, "drawn", ("evening", "behind", "method", "seed", "tables", "sitting_out"))
    number, behind = evening_in(look, record), look.number("behind")
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
