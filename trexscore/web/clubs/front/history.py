"""A club's history: each entry in a sentence, with its author and time."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import singledispatch
from operator import itemgetter
from typing import NamedTuple, TypeVar

from trexscore.club.event import ClubEvent
from trexscore.club.events import load_event
from trexscore.club.events.counted_game import GameCounted, GameExcluded
from trexscore.club.events.creation_and_settings import ClubCreated, SettingsChanged
from trexscore.club.events.game_night import GameNightPlanned, MembersCheckedIn, MembersCheckedOut, TablesDrawn
from trexscore.club.events.members import (
    MemberAnonymized,
    MemberJoined,
    MemberNamed,
    MemberReinstated,
    MembershipEnded,
    MembersMerged,
    RoleChanged,
)
from trexscore.club.events.season import SeasonDefined, SeasonPointsAdjusted
from trexscore.club.events.undo import ClubEntryUndone
from trexscore.club.members import Role
from trexscore.club.record import ClubRecord
from trexscore.i18n.marking import N_
from trexscore.i18n.texts.clubs.club import ROLE_NAMES, VISIBLE_PART_TEXTS
from trexscore.ledger.chain import Body, JournalEntry
from trexscore.web.clubs.members.presenter import display_name
from trexscore.web.clubs.seasons.presenter import adjustment_text, last_defined_season, season_change_texts
from trexscore.web.games.entry_times import entry_time_text, received_time_text
from trexscore.web.rendering import format_day, isolate_name, join_names
from trexscore.web.rendering import translate as _
from trexscore.web.rendering import translate_plural as ngettext

E = TypeVar("E", bound=ClubEvent)
ReferencedEntries = Sequence[tuple[int, str, Body | None]]


class ClubHistoryEntry(NamedTuple):
    """An entry in words. `detail_sentences`: further sentences."""

    seq: int
    title: str
    detail_sentences: tuple[str, ...]
    author_name: str
    device: str | None
    time_text: str
    is_undone: bool


class _HistoryContext(NamedTuple):
    """The club as it is now, and its entries by number: kind and body."""

    record: ClubRecord
    kind_and_body_by_seq: Mapping[int, tuple[str, Body | None]]

    def event(self, seq: int) -> ClubEvent | None:
        """The event of an entry; None if it is unknown, or its name was removed."""
        kind, body = self.kind_and_body_by_seq.get(seq, ("", None))
        return None if body is None else load_event(kind, body)

    def member_name(self, number: int) -> str:
        member = self.record.members.get(number)
        return _("Someone unknown") if member is None else display_name(member)

    def events_before(self, seq: int, event_type: type[E]) -> Iterator[tuple[int, E]]:
        """Events of a type before an entry with their numbers, the latest first."""
        for number, (entry_kind, body) in reversed([*self.kind_and_body_by_seq.items()]):
            if number < seq and entry_kind == event_type.stored_kind and body is not None:
                yield number, event_type.load(body)

    def season_name(self, number: int) -> str:
        event = self.event(number)
        if number in self.record.seasons:
            return self.record.seasons[number].name
        return event.name if isinstance(event, SeasonDefined) else "–"

    def night_day_text(self, number: int) -> str:
        event = self.event(number)
        if number in self.record.game_nights:
            return format_day(self.record.game_nights[number].day)
        return format_day(event.day) if isinstance(event, GameNightPlanned) else "–"


def club_history(
    record: ClubRecord, entries: Sequence[JournalEntry], referenced_entries: ReferencedEntries
) -> list[ClubHistoryEntry]:
    """These entries, the latest first. `referenced_entries`: all entries needed to explain them.

    A member's first name is shown with their joining, not as an entry of its own.
    """
    club = _HistoryContext(
        record, {seq: (kind, body) for seq, kind, body in sorted(referenced_entries, key=itemgetter(0))}
    )
    return [_history_entry(club, entry) for entry in reversed(entries) if not _is_first_name_of_member(club, entry)]


def _is_first_name_of_member(context: _HistoryContext, entry: JournalEntry) -> bool:
    if entry.kind != MemberNamed.stored_kind or entry.body is None:
        return False
    member = MemberNamed.load(entry.body).member_number
    return all(event.member_number != member for _seq, event in context.events_before(entry.seq, MemberNamed))


def _history_entry(context: _HistoryContext, entry: JournalEntry) -> ClubHistoryEntry:
    sentences = (
        (_("A removed name"),)
        if entry.body is None
        else _describe_event(load_event(entry.kind, entry.body), context, entry.seq)
    )
    title, *details = sentences
    author_member_number = int(entry.author) if entry.author and entry.author.isdecimal() else None
    author = "" if author_member_number is None else context.member_name(author_member_number)
    is_undone = entry.seq in context.record.undone_seqs
    zone = context.record.settings.zone
    time_text = (
        entry_time_text(entry.made_at, entry.received_at, zone)
        if entry.made_at
        else received_time_text(entry.received_at, zone)
    )
    return ClubHistoryEntry(entry.seq, title, tuple(details), author, entry.device, time_text, is_undone)


_UNKNOWN_EVENT_TEXT = N_("An entry that this version does not support")
_PLAIN_EVENT_TEXTS: dict[type[ClubEvent], str] = {
    ClubCreated: N_("The club was created"),
    MemberAnonymized: N_("A player’s name was removed permanently; all results stay"),
}


@singledispatch
def _describe_event(event: ClubEvent, _context: _HistoryContext, _seq: int) -> tuple[str, ...]:
    """The event in a sentence, and its details."""
    return (_(_PLAIN_EVENT_TEXTS.get(type(event), _UNKNOWN_EVENT_TEXT)),)


@_describe_event.register
def _describe_settings(event: SettingsChanged, context: _HistoryContext, seq: int) -> tuple[str, ...]:
    earlier_settings = next((earlier for _seq, earlier in context.events_before(seq, SettingsChanged)), None)
    sentences = []
    if earlier_settings is None or earlier_settings.name != event.name:
        sentences.append(_("Club name: %(name)s", name=event.name))
    if earlier_settings is None or earlier_settings.part_visible_to_non_members != event.part_visible_to_non_members:
        visibility = VISIBLE_PART_TEXTS[event.part_visible_to_non_members]
        sentences.append(_("Visible to non-members: %(shows)s", shows=_(visibility)))
    if _sign_off_setting(event) != (_sign_off_setting(earlier_settings) if earlier_settings else (False, None)):
        sentences.append(
            _sign_off_text(event.sign_off_required_from)
            if event.sign_off_required
            else _("Games count without being signed off")
        )
    if event.zone_name != (earlier_settings and earlier_settings.zone_name):
        sentences.append(_("Time zone: %(zone)s", zone=event.zone_name or _("Server time zone")))
    return tuple(sentences) or (_("Settings saved without changes"),)


def _sign_off_setting(event: SettingsChanged) -> tuple[bool, date | None]:
    return event.sign_off_required, event.sign_off_required_from if event.sign_off_required else None


def _sign_off_text(since: date | None) -> str:
    if since is None:
        return _("Games count once all four have signed them off")
    day = format_day(since)
    return _("Games played on %(day)s or later count once all four have signed them off", day=day)


@_describe_event.register
def _describe_join(event: MemberJoined, context: _HistoryContext, seq: int) -> tuple[str, ...]:
    return (_("%(name)s joined the club", name=context.member_name(seq)), _role_text(event.role))


@_describe_event.register
def _describe_renaming(event: MemberNamed, context: _HistoryContext, seq: int) -> tuple[str, ...]:
    earlier_events = (earlier for _seq, earlier in context.events_before(seq, MemberNamed))
    names = (earlier.name for earlier in earlier_events if earlier.member_number == event.member_number)
    return (_("%(old)s is now called %(name)s", old=next(names, ""), name=event.name),)


@_describe_event.register
def _describe_role_change(event: RoleChanged, context: _HistoryContext, _seq: int) -> tuple[str, ...]:
    name = context.member_name(event.member_number)
    if event.role == "owner":
        return (_("Ownership was transferred to %(name)s", name=name),)
    return (_("%(name)s has a new role", name=name), _role_text(event.role))


def _role_text(role: Role) -> str:
    role_name = ROLE_NAMES[role]
    return _("Role: %(role)s", role=_(role_name))


@_describe_event.register
def _describe_leaving_or_reinstatement(
    event: MembershipEnded | MemberReinstated, context: _HistoryContext, _seq: int
) -> tuple[str, ...]:
    text = N_("%(name)s left the club") if isinstance(event, MembershipEnded) else N_("%(name)s was reinstated")
    return (_(text, name=context.member_name(event.member_number)),)


@_describe_event.register
def _describe_merge(event: MembersMerged, context: _HistoryContext, _seq: int) -> tuple[str, ...]:
    member, other = context.member_name(event.merged_number), context.member_name(event.surviving_number)
    return (_("%(name)s was merged with %(other)s", name=member, other=other),)


@_describe_event.register
def _describe_season(event: SeasonDefined, context: _HistoryContext, seq: int) -> tuple[str, ...]:
    dates = _("From %(first)s to %(last)s", first=format_day(event.first_day), last=format_day(event.last_day))
    if event.changed_season_number is None:
        return (_("Season %(name)s was created", name=event.name), dates)
    title = _("Season %(name)s was changed", name=event.name)
    old_season = last_defined_season(event.changed_season_number, context.events_before(seq, SeasonDefined))
    new_season = event.build_season(event.changed_season_number, seq)
    if old_season is None or new_season is None:
        return (title, dates)
    old_name_text = () if old_season.name == new_season.name else (_("Its name was %(name)s", name=old_season.name),)
    return (title, *old_name_text, *season_change_texts(old_season, new_season))


@_describe_event.register
def _describe_adjustment(event: SeasonPointsAdjusted, context: _HistoryContext, _seq: int) -> tuple[str, ...]:
    return (
        adjustment_text(context.record, event.member_numbers, event.points),
        _("Season: %(name)s", name=context.season_name(event.season_number)),
        _("Reason: %(reason)s", reason=event.reason),
    )


@_describe_event.register
def _describe_game_night(event: GameNightPlanned, _context: _HistoryContext, _seq: int) -> tuple[str, ...]:
    day = format_day(event.day)
    title = (
        _("Game night planned: %(day)s", day=day)
        if event.changed_night_number is None
        else _("The game night of %(day)s was changed", day=day)
    )
    return (title, *(isolate_name(text) for text in (event.place, event.note) if text))


@_describe_event.register
def _describe_attendance(
    event: MembersCheckedIn | MembersCheckedOut, context: _HistoryContext, _seq: int
) -> tuple[str, ...]:
    checked_in, left = N_("Checked in for the game night of %(day)s"), N_("Left the game night of %(day)s")
    text = checked_in if isinstance(event, MembersCheckedIn) else left
    return (
        _(text, day=context.night_day_text(event.night_number)),
        join_names(context.member_name(number) for number in event.member_numbers),
    )


@_describe_event.register
def _describe_draw(event: TablesDrawn, context: _HistoryContext, _seq: int) -> tuple[str, ...]:
    return (
        ngettext(
            "One table was drawn for the game night of %(day)s",
            "%(num)s tables were drawn for the game night of %(day)s",
            len(event.tables),
            day=context.night_day_text(event.night_number),
        ),
    )


@_describe_event.register
def _describe_counted_game(event: GameCounted, context: _HistoryContext, _seq: int) -> tuple[str, ...]:
    players = [
        context.member_name(number) for number in event.member_number_by_original_seat.values() if number is not None
    ]
    return (_("A game of %(day)s counts", day=format_day(event.day)), join_names(players))


@_describe_event.register
def _describe_exclusion(event: GameExcluded, _context: _HistoryContext, _seq: int) -> tuple[str, ...]:
    return (_("A game was excluded: %(reason)s", reason=event.reason),)


@_describe_event.register
def _describe_undo(event: ClubEntryUndone, context: _HistoryContext, _seq: int) -> tuple[str, ...]:
    undone_entry = context.event(event.undone_seq)
    undone_entry_texts = () if undone_entry is None else _describe_event(undone_entry, context, event.undone_seq)
    return (_("Entry %(number)s undone", number=event.undone_seq), *undone_entry_texts)
