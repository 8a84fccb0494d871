"""A club's history: each entry in a sentence, with its author and time."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import singledispatch
from operator import itemgetter
from typing import NamedTuple, TypeVar

from trexscore.club.event import ClubEvent
from trexscore.club.events import load_event
from trexscore.club.events.counted_game import GameCounted, GameExcluded
from trexscore.club.events.founding import ClubCreated, SettingsChanged
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
from trexscore.club.events.season import SeasonAdjusted, SeasonDefined
from trexscore.club.events.undo import ClubEntryUndone
from trexscore.club.members import Role
from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.i18n.marking import N_
from trexscore.i18n.texts.club import ROLE, VISIBILITY
from trexscore.ledger.chain import Body, JournalEntry
from trexscore.web.clubs.members.presenter import title_of
from trexscore.web.clubs.seasons.adjustments import adjustment_text
from trexscore.web.clubs.seasons.presenter import changes_text, last_definition
from trexscore.web.games.entry_times import moment_text, received_text
from trexscore.web.language import reader_language
from trexscore.web.rendering import isolated
from trexscore.web.rendering import translate as _
from trexscore.web.rendering import translate_plural as ngettext

E = TypeVar("E", bound=ClubEvent)
Folded = Sequence[tuple[int, str, Body | None]]


class ClubHistoryEntry(NamedTuple):
    """An entry in words. `gone`: it was undone; `details`: further sentences."""

    seq: int
    title: str
    details: tuple[str, ...]
    author: str
    device: str | None
    when: str
    gone: bool


class _Club(NamedTuple):
    """The club as it is now, and its entries by number: kind and body."""

    record: ClubRecord
    entries: Mapping[int, tuple[str, Body | None]]

    def event(self, seq: int) -> ClubEvent | None:
        """The event of an entry; None if it is unknown, or its name was removed."""
        kind, body = self.entries.get(seq, ("", None))
        return None if body is None else load_event(kind, body)

    def name_of(self, number: int) -> str:
        member = self.record.members.get(number)
        return _("Someone unknown") if member is None else title_of(member)

    def before(self, seq: int, event_type: type[E]) -> Iterator[E]:
        """Events of a type before an entry, the latest first."""
        for number, (entry_kind, body) in reversed([*self.entries.items()]):
            if number < seq and entry_kind == event_type.wire and body is not None:
                yield event_type.load(body)

    def season_before(self, number: int, seq: int) -> Season | None:
        """A season as it was before an entry changed it."""
        latest_first = reversed([*self.entries.items()])
        wire = SeasonDefined.wire
        bodies = ((entry, body[wire]) for entry, (kind, body) in latest_first if kind == wire and body)
        return last_definition(number, (item for item in bodies if item[0] < seq))

    def season(self, number: int) -> str:
        event = self.event(number)
        if number in self.record.seasons:
            return self.record.seasons[number].name
        return event.name if isinstance(event, SeasonDefined) else "–"

    def night(self, number: int) -> str:
        event = self.event(number)
        if number in self.record.game_nights:
            return _day(self.record.game_nights[number].on)
        return _day(event.on) if isinstance(event, GameNightPlanned) else "–"


def club_history(record: ClubRecord, entries: Sequence[JournalEntry], folded: Folded) -> list[ClubHistoryEntry]:
    """These entries, the latest first. `folded`: all entries needed to explain them.

    A member's first name is shown with their joining, not as an entry of its own.
    """
    club = _Club(record, {seq: (kind, body) for seq, kind, body in sorted(folded, key=itemgetter(0))})
    return [_history_entry(club, entry) for entry in reversed(entries) if not _is_first_name(club, entry)]


def _is_first_name(club: _Club, entry: JournalEntry) -> bool:
    if entry.kind != MemberNamed.wire or entry.body is None:
        return False
    member = MemberNamed.load(entry.body).member
    return all(event.member != member for event in club.before(entry.seq, MemberNamed))


def _history_entry(club: _Club, entry: JournalEntry) -> ClubHistoryEntry:
    title, *details = _sentences(club, entry)
    number = int(entry.author) if entry.author and entry.author.isdecimal() else None
    author = "" if number is None else club.name_of(number)
    gone = entry.seq in club.record.undone_entries
    zone = club.record.settings.zone
    when = (
        moment_text(entry.made_at, entry.received_at, zone) if entry.made_at else received_text(entry.received_at, zone)
    )
    return ClubHistoryEntry(entry.seq, title, tuple(details), author, entry.device, when, gone)


def _sentences(club: _Club, entry: JournalEntry) -> tuple[str, ...]:
    if entry.body is None:
        return (_("A removed name"),)
    return _sentences_of(load_event(entry.kind, entry.body), club, entry.seq)


_UNKNOWN = N_("An entry that this version does not support")
_PLAIN: dict[type[ClubEvent], str] = {
    ClubCreated: N_("The club was created"),
    MemberAnonymized: N_("A player’s name was removed permanently; all results stay"),
}


@singledispatch
def _sentences_of(event: ClubEvent, _club: _Club, _seq: int) -> tuple[str, ...]:
    """The event in a sentence, and its details."""
    return (_(_PLAIN.get(type(event), _UNKNOWN)),)


@_sentences_of.register
def _settings(event: SettingsChanged, club: _Club, seq: int) -> tuple[str, ...]:
    before = next(club.before(seq, SettingsChanged), None)
    sentences = []
    if before is None or before.name != event.name:
        sentences.append(_("Club name: %(name)s", name=event.name))
    if before is None or before.shows != event.shows:
        shown = VISIBILITY[event.shows]
        sentences.append(_("Visible to non-members: %(shows)s", shows=_(shown)))
    if _sign_off_of(event) != (_sign_off_of(before) if before else (False, None)):
        sentences.append(_sign_off(event.agreed_from) if event.agreed else _("Games count without being signed off"))
    if event.zone != (before and before.zone):
        sentences.append(_("Time zone: %(zone)s", zone=event.zone or _("Server time zone")))
    return tuple(sentences) or (_("Settings saved without changes"),)


def _sign_off_of(event: SettingsChanged) -> tuple[bool, date | None]:
    return event.agreed, event.agreed_from if event.agreed else None


def _sign_off(since: date | None) -> str:
    if since is None:
        return _("Games count once all four have signed them off")
    day = reader_language().day(since)
    return _("Games played on %(day)s or later count once all four have signed them off", day=day)


@_sentences_of.register
def _joined(event: MemberJoined, club: _Club, seq: int) -> tuple[str, ...]:
    return (_("%(name)s joined the club", name=club.name_of(seq)), _role_of(event.role))


@_sentences_of.register
def _named(event: MemberNamed, club: _Club, seq: int) -> tuple[str, ...]:
    names = (earlier.name for earlier in club.before(seq, MemberNamed) if earlier.member == event.member)
    return (_("%(old)s is now called %(name)s", old=next(names, ""), name=event.name),)


@_sentences_of.register
def _role(event: RoleChanged, club: _Club, _seq: int) -> tuple[str, ...]:
    name = club.name_of(event.member)
    if event.role == "owner":
        return (_("Ownership was transferred to %(name)s", name=name),)
    return (_("%(name)s has a new role", name=name), _role_of(event.role))


def _role_of(role: Role) -> str:
    role_name = ROLE[role]
    return _("Role: %(role)s", role=_(role_name))


@_sentences_of.register
def _left_or_reinstated(event: MembershipEnded | MemberReinstated, club: _Club, _seq: int) -> tuple[str, ...]:
    text = N_("%(name)s left the club") if isinstance(event, MembershipEnded) else N_("%(name)s was reinstated")
    return (_(text, name=club.name_of(event.member)),)


@_sentences_of.register
def _merged(event: MembersMerged, club: _Club, _seq: int) -> tuple[str, ...]:
    return (_("%(name)s was merged with %(other)s", name=club.name_of(event.member), other=club.name_of(event.into)),)


@_sentences_of.register
def _season(event: SeasonDefined, club: _Club, seq: int) -> tuple[str, ...]:
    dates = _("From %(first)s to %(last)s", first=_day(event.begins), last=_day(event.ends))
    if event.instead is None:
        return (_("Season %(name)s was created", name=event.name), dates)
    title = _("Season %(name)s was changed", name=event.name)
    old, new = club.season_before(event.instead, seq), event.season(event.instead, seq)
    if old is None or new is None:
        return (title, dates)
    renamed = () if old.name == new.name else (_("Its name was %(name)s", name=old.name),)
    return (title, *renamed, *changes_text(old, new))


@_sentences_of.register
def _adjusted(event: SeasonAdjusted, club: _Club, _seq: int) -> tuple[str, ...]:
    return (
        adjustment_text(club.record, event.members, event.points),
        _("Season: %(name)s", name=club.season(event.season)),
        _("Reason: %(reason)s", reason=event.reason),
    )


@_sentences_of.register
def _planned(event: GameNightPlanned, _club: _Club, _seq: int) -> tuple[str, ...]:
    day = _day(event.on)
    title = (
        _("Game night planned: %(day)s", day=day)
        if event.instead is None
        else _("The game night of %(day)s was changed", day=day)
    )
    return (title, *(isolated(text) for text in (event.place, event.note) if text))


@_sentences_of.register
def _attendance(event: MembersCheckedIn | MembersCheckedOut, club: _Club, _seq: int) -> tuple[str, ...]:
    checked_in, left = N_("Checked in for the game night of %(day)s"), N_("Left the game night of %(day)s")
    text = checked_in if isinstance(event, MembersCheckedIn) else left
    return (_(text, day=club.night(event.evening)), _listed([club.name_of(number) for number in event.members]))


@_sentences_of.register
def _drawn(event: TablesDrawn, club: _Club, _seq: int) -> tuple[str, ...]:
    return (
        ngettext(
            "One table was drawn for the game night of %(day)s",
            "%(num)s tables were drawn for the game night of %(day)s",
            len(event.tables),
            day=club.night(event.evening),
        ),
    )


@_sentences_of.register
def _counted(event: GameCounted, club: _Club, _seq: int) -> tuple[str, ...]:
    players = [club.name_of(number) for number in event.seats.values() if number is not None]
    return (_("A game of %(day)s counts", day=_day(event.on)), _listed(players))


@_sentences_of.register
def _excluded(event: GameExcluded, _club: _Club, _seq: int) -> tuple[str, ...]:
    return (_("A game was excluded: %(reason)s", reason=event.reason),)


@_sentences_of.register
def _undone(event: ClubEntryUndone, club: _Club, _seq: int) -> tuple[str, ...]:
    undone = club.event(event.undone)
    about = () if undone is None else _sentences_of(undone, club, event.undone)
    return (_("Entry %(number)s undone", number=event.undone), *about)


def _listed(names: Sequence[str]) -> str:
    return reader_language().join_list([isolated(name) for name in names])


def _day(day: date) -> str:
    return reader_language().day(day)
