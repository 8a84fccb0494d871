"""Why standings changed: the entry of the club or of a game, as a sentence with a link."""

from collections.abc import Mapping, Sequence
from functools import cached_property, singledispatchmethod
from types import MappingProxyType
from typing import NamedTuple

from flask import url_for

from trexscore.club.event import ClubEvent
from trexscore.club.events import load_event
from trexscore.club.events.counted_game import GameCounted, GameExcluded
from trexscore.club.events.creation_and_settings import SettingsChanged
from trexscore.club.events.members import MembersMerged, RoleChanged
from trexscore.club.events.season import SeasonDefined, SeasonPointsAdjusted
from trexscore.club.events.undo import ClubEntryUndone
from trexscore.db.clubs.counted_games import ClubGameRow, find_game_rows_by_uid
from trexscore.db.clubs.game_tokens import read_link_tokens_by_game_id
from trexscore.db.journals import CLUBS, GAMES
from trexscore.db.league.season_rows import StandingRow
from trexscore.db.models import db
from trexscore.game.builder import fold_game
from trexscore.game.correction import EntryAdded, EntryReplaced, PlayersReseated, RulesReplaced
from trexscore.game.events import EVENT_TYPE_BY_KIND
from trexscore.game.events.correction import EntriesCorrected
from trexscore.game.events.dispute import DisputeAnswered, DisputeRaised, DisputeResolved
from trexscore.game.events.sign_off_and_confirmation import KingdomSigned
from trexscore.game.events.undo import EntryUndone
from trexscore.game.record import Record
from trexscore.i18n.marking import N_
from trexscore.ledger.chain import JournalEntry
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.game_nights.tables import may_record_in_game
from trexscore.web.clubs.games.counting_status import counts_in_standings
from trexscore.web.clubs.members.presenter import display_name
from trexscore.web.clubs.seasons.presenter import adjustment_text, last_defined_season, season_change_texts
from trexscore.web.language import reader_language
from trexscore.web.rendering import format_day
from trexscore.web.rendering import translate as _


class Cause(NamedTuple):
    """The cause of a change. `author_name` and `reason`: for members; `entry_url`: for readers who may open it.

    `subject_url`: the page of the game or member concerned. `season_change_texts`: what differs in a changed season.
    """

    sentence: str
    season_change_texts: tuple[str, ...] = ()
    reason: str = ""
    author_name: str = ""
    subject_url: str = ""
    entry_url: str = ""
    adjustment_points_by_member: Mapping[int, int] = MappingProxyType({})
    """Points of an adjustment, by member."""


class _Change(NamedTuple):
    """The entry of a change, and by how many the games of its rows grew."""

    seq: int
    game_count_change: int


class CauseReader:
    """The causes of several changes, for one reader. Shared data is read once."""

    def __init__(self, club: ClubContext, rows: Sequence[StandingRow]) -> None:
        self.club = club
        causes = [row.cause for row in rows]
        session, club_id = db.session(), club.id
        seqs = {cause["club"] for cause in causes if "club" in cause}
        self.entries = CLUBS.read_entries_by_seq(session, club_id, seqs)
        bodies = [entry.body[entry.kind] for entry in self.entries.values() if entry.body is not None]
        named_game_uids = {
            body["uid"] for body in bodies if isinstance(body, dict) and isinstance(body.get("uid"), str)
        }
        self.games = find_game_rows_by_uid(
            session, club_id, named_game_uids | {cause["game"] for cause in causes if "game" in cause}
        )
        of_games = [cause for cause in causes if cause.get("game") in self.games]
        entries = {(self.games[cause["game"]].game_id, cause["seq"]) for cause in of_games}
        self.authors = GAMES.read_authors(session, entries) if club.me is not None else {}
        self.view_only_tokens = (
            read_link_tokens_by_game_id(session, club_id, {game_id for game_id, _seq in entries}, "read")
            if club.me
            else {}
        )

    def cause_of(self, standing_row: StandingRow, game_count_change: int) -> Cause:
        """The cause of a row's change. `game_count_change`: by how many the games of its rows grew."""
        cause = standing_row.cause
        if "club" not in cause:
            return self._game_entry_cause(cause["game"], cause["seq"], cause["kind"], game_count_change)
        entry = self.entries.get(cause["club"])
        if entry is None or entry.body is None:
            return Cause(_("Something was changed, but its details have been removed since."))
        result = self.event_cause(load_event(entry.kind, entry.body), _Change(entry.seq, game_count_change))
        return (
            result._replace(author_name=self._author_name(entry))
            if self.club.me is not None
            else result._replace(reason="")
        )

    def _author_name(self, entry: JournalEntry) -> str:
        member_number = int(entry.author) if entry.author and entry.author.isdecimal() else 0
        member = self.club.record.members.get(member_number)
        return "" if member is None else display_name(member)

    @singledispatchmethod
    def event_cause(self, _event: ClubEvent, _change: _Change) -> Cause:
        """The cause by the kind of entry. Earlier versions changed standings after other kinds, too."""
        return Cause(_("Something else in the club was changed."))

    @event_cause.register
    def _season_cause(self, event: SeasonDefined, change: _Change) -> Cause:
        season_number = event.changed_season_number
        if season_number is None:
            return Cause(_("The season was created."))
        earlier_definitions = (item for item in self._season_definitions if item[0] < change.seq)
        old, new = (
            last_defined_season(season_number, earlier_definitions),
            event.build_season(season_number, change.seq),
        )
        details = () if old is None or new is None else tuple(season_change_texts(old, new))
        return Cause(_("The season’s rules or dates were changed."), details)

    @cached_property
    def _season_definitions(self) -> list[tuple[int, SeasonDefined]]:
        """All definitions of seasons with their entry numbers, the latest first."""
        entries = CLUBS.read_kinds_and_bodies(db.session(), self.club.id, kinds=(SeasonDefined.stored_kind,))
        return [(seq, SeasonDefined.load(body)) for seq, _kind, body in reversed(entries) if body is not None]

    @event_cause.register
    def _merge_or_role_cause(self, event: MembersMerged | RoleChanged, _change: _Change) -> Cause:
        if isinstance(event, MembersMerged):
            sentence = _("%(one)s and %(other)s were merged.", **self._merged_name_params(event))
            return Cause(sentence, subject_url=self._member_url(event.surviving_number))
        text = N_("%(name)s is now a guest.") if event.role == "guest" else N_("%(name)s is no longer a guest.")
        name = display_name(self.club.record.members[event.member_number])
        return Cause(_(text, name=name), subject_url=self._member_url(event.member_number))

    @event_cause.register
    def _counted_or_excluded_cause(self, event: GameCounted | GameExcluded, change: _Change) -> Cause:
        row = self.games.get(event.game_uid)
        day, url = _game_day_text(row), self._game_url(row)
        if isinstance(event, GameExcluded):
            return Cause(_("The game of %(day)s was excluded.", day=day), reason=event.reason, subject_url=url)
        if change.game_count_change > 0:
            return Cause(_("The game of %(day)s counts.", day=day), subject_url=url)
        text = N_("The game of %(day)s counts differently: its players or its day were corrected.")
        return Cause(_(text, day=day), subject_url=url)

    @event_cause.register
    def _settings_cause(self, _event: SettingsChanged, _change: _Change) -> Cause:
        return Cause(_("The club changed whether games must be signed off."))

    @event_cause.register
    def _undo_cause(self, event: ClubEntryUndone, _change: _Change) -> Cause:
        seq = event.undone_seq
        entry = CLUBS.read_entries_by_seq(db.session(), self.club.id, {seq}).get(seq)
        undone_event = None if entry is None or entry.body is None else load_event(entry.kind, entry.body)
        if isinstance(undone_event, MembersMerged):
            sentence = _("The merge of %(one)s and %(other)s was undone.", **self._merged_name_params(undone_event))
            return Cause(sentence, subject_url=self._member_url(undone_event.merged_number))
        if isinstance(undone_event, SeasonPointsAdjusted):
            adjustment = self._points_cause(undone_event, -1)
            return adjustment._replace(sentence=_("Undone: %(entry)s", entry=adjustment.sentence), reason="")
        return Cause(_("A change to the season was undone."))

    @event_cause.register
    def _adjustment_cause(self, event: SeasonPointsAdjusted, _change: _Change) -> Cause:
        return self._points_cause(event, 1)

    def _points_cause(self, event: SeasonPointsAdjusted, sign: int) -> Cause:
        record = self.club.record
        points = {member.number: sign * event.points for member in record.surviving_members_among(event.member_numbers)}
        sentence = adjustment_text(record, event.member_numbers, event.points)
        return Cause(sentence, reason=event.reason, adjustment_points_by_member=points)

    def _game_entry_cause(self, game_uid: str, seq: int, kind: str, game_count_change: int) -> Cause:
        row = self.games.get(game_uid)
        if row is None:
            return Cause(_("Something was changed, but its details have been removed since."))
        may_open_it = row.counted_game is not None and may_record_in_game(self.club, row.counted_game)
        token = self.view_only_tokens.get(row.game_id, "") if may_open_it else ""
        entry_url = url_for("history.show", token=token, before=seq + 1, _anchor=f"entry-{seq}") if token else ""
        sentence, reason = _sentence_and_reason(row, kind, seq, game_count_change)
        return Cause(
            sentence,
            reason="" if self.club.me is None else reason,
            author_name=self.authors.get((row.game_id, seq)) or "",
            subject_url=self._game_url(row),
            entry_url=entry_url,
        )

    def _game_url(self, game_row: ClubGameRow | None) -> str:
        """The game's page, unless the reader sees only the standings and the game no longer counts there."""
        if game_row is None or not (self.club.may_see("all") or counts_in_standings(self.club, game_row)):
            return ""
        return url_for("club_game.show", club_uid=self.club.uid, game_uid=game_row.uid)

    def _merged_name_params(self, event: MembersMerged) -> dict[str, str]:
        members = self.club.record.members
        return {
            "one": display_name(members[event.merged_number]),
            "other": display_name(members[event.surviving_number]),
        }

    def _member_url(self, number: int) -> str:
        return url_for("members.show", club_uid=self.club.uid, member_number=number) if self.club.may_see("all") else ""


def _game_day_text(game_row: ClubGameRow | None) -> str:
    return _("an unknown day") if game_row is None else format_day(game_row.sort_key[:10])


def _sentence_and_reason(game_row: ClubGameRow, kind: str, seq: int, game_count_change: int) -> tuple[str, str]:
    """What an entry of a game changed, in a sentence, and the reason given for it."""
    day = _game_day_text(game_row)
    event_type = EVENT_TYPE_BY_KIND[kind]
    if issubclass(event_type, EntriesCorrected | EntryUndone):
        entries = GAMES.read_fold_entries(db.session(), game_row.game_id)
        body = next((entry.body for entry in entries if entry.seq == seq), None)
        if body is not None:
            record_before = fold_game(entry for entry in entries if entry.seq < seq)
            event = event_type.load(body)
            if isinstance(event, EntriesCorrected):
                return _correction_text(record_before, event, day), event.reason
            return _undo_text(record_before, event.undone_seq, day), ""
    if issubclass(event_type, DisputeRaised | DisputeAnswered | DisputeResolved):
        return _("A dispute about the game of %(day)s was resolved.", day=day), ""
    if issubclass(event_type, KingdomSigned):
        return _("All four have signed off the game of %(day)s.", day=day), ""
    return _game_change_text(game_count_change, day), ""


def _game_change_text(game_count_change: int, day_text: str) -> str:
    if game_count_change > 0:
        return _("The game of %(day)s was finished.", day=day_text)
    if game_count_change < 0:
        return _("The game of %(day)s no longer counts in its current state.", day=day_text)
    return _("Another entry was added to the game of %(day)s.", day=day_text)


def _correction_text(game_record_before: Record, event: EntriesCorrected, day_text: str) -> str:
    changes = event.changes
    deals = sorted(
        {
            n
            for change in changes
            if isinstance(change, EntryReplaced) and (n := _deal_number(game_record_before, change.seq))
        }
    )
    if len(deals) == 1:
        return _("Deal %(deal)s of the game of %(day)s was corrected.", deal=deals[0], day=day_text)
    if deals:
        deal_numbers_text = reader_language().join_list([reader_language().number(deal) for deal in deals])
        return _("Deals %(deals)s of the game of %(day)s were corrected.", deals=deal_numbers_text, day=day_text)
    matching = (text for kind, text in _CORRECTION_TEXTS.items() if any(isinstance(item, kind) for item in changes))
    return _(next(matching, None) or N_("The game of %(day)s was corrected."), day=day_text)


def _undo_text(game_record_before: Record, undone_seq: int, day_text: str) -> str:
    deal = _deal_number(game_record_before, undone_seq)
    if deal:
        return _("Deal %(deal)s of the game of %(day)s was undone.", deal=deal, day=day_text)
    if game_record_before.event_type_by_seq.get(undone_seq) is EntriesCorrected:
        return _("A correction in the game of %(day)s was undone.", day=day_text)
    return _("Something in the game of %(day)s was undone.", day=day_text)


def _deal_number(record: Record, seq: int) -> int:
    """The number of the deal in this entry, from 1; 0 if it is none."""
    deals = [counted.seq for counted in record.counted_entries if "captures" in counted.body]
    return deals.index(seq) + 1 if seq in deals else 0


_CORRECTION_TEXTS = {
    EntryAdded: N_("Something missing was added to the game of %(day)s."),
    PlayersReseated: N_("The seats in the game of %(day)s were corrected."),
    RulesReplaced: N_("The house rules of the game of %(day)s were corrected."),
}
