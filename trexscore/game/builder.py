"""Folds events into a game. Events change a `GameBuilder`; its `build_record()` gives the game so far."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from trexscore.game.correction import (
    Approval,
    Change,
    EntryAdded,
    EntryReplaced,
    PlayersReseated,
    RulesReplaced,
    combined_seat_mapping,
    load_change,
)
from trexscore.game.entry_versions import EntryVersions
from trexscore.game.event import EntryLink, GameEvent, link_from_json
from trexscore.game.events import EVENT_TYPE_BY_KIND, load_event
from trexscore.game.events.undo import undone_seq_of
from trexscore.game.file.house_rules import load_house_rules
from trexscore.game.file.reseat import reseat_entry, values_by_new_seat
from trexscore.game.policy import NO_POLICY, REFEREE, Policy
from trexscore.game.record import NO_NAMES, EntryVersion, Record
from trexscore.game.sign_off import ALL_IN_ORIGINAL_SEATS, SignOff
from trexscore.ledger.chain import Body, FoldEntry, SealNameDigest, digests_of_removed_names
from trexscore.rules.presets import STANDARD_PRESET
from trexscore.rules.seats import SEAT_BY_LETTER, SEATS, BySeat, Seat

if TYPE_CHECKING:
    from trexscore.game.dispute import Dispute, Resolution
    from trexscore.rules.house_rules import HouseRules


def fold_game(entries: Iterable[FoldEntry]) -> Record:
    """The game of a journal. Raises `UnreadableEventError` for a body that was tampered with."""
    entries = list(entries)
    game = GameBuilder(undone_seqs(entries), digests_of_removed_names(entries))
    for entry in entries:
        game.apply_entry(entry)
    return game.build_record()


def undone_seqs(entries: Iterable[FoldEntry]) -> frozenset[int]:
    """The numbers of entries that other entries undo."""
    return frozenset(undone for entry in entries if (undone := undone_seq_of(entry)) is not None)


class GameBuilder:
    """The game so far. `undone_seqs`: entries undone at any point of the journal, which never count."""

    def __init__(
        self, undone_seqs: frozenset[int], name_digest_by_seq: Mapping[int, SealNameDigest] | None = None
    ) -> None:
        self.undone_seqs = undone_seqs
        self._digests_of_removed = name_digest_by_seq or {}
        self._undone_so_far: set[int] = set()
        self.undoable_in_place: set[int] = set()
        """Entries of the game file on which no later entry depends so far."""
        self._kinds: dict[int, type[GameEvent]] = {}
        self.house_rules_json: Body = {"preset": STANDARD_PRESET.name}
        self.rules_history: list[tuple[int, HouseRules]] = []
        self.first_king: Seat | None = None
        self.players = NO_NAMES
        self.name_digests = NO_NAMES
        self.original_seat_by_seat = ALL_IN_ORIGINAL_SEATS
        self.original_seat_by_name_key: dict[str, Seat] = {}
        self.players_history: list[tuple[int, BySeat[str | None]]] = []
        self.entries = EntryVersions()
        self.announcements_since_deal: list[tuple[int, Body]] = []
        self.current_abandonments: list[tuple[int, Body]] = []
        self.corrections: list[tuple[int, Body]] = []
        self.reseating_seqs: set[int] = set()
        self.sign_offs: list[SignOff] = []
        self.key: str | None = None
        """The key of the first entry."""
        self.seal_uid: str | None = None
        """The same key, from the first entry on that has a link: later seals are of the new kind."""
        self._signers: set[tuple[Seat, Seat]] = set()
        """(king, player) of every sign-off so far, including lapsed ones."""
        self._by_scorer = False
        self.disputes: dict[int, Dispute] = {}
        self.policy = NO_POLICY
        self.second_person_since_seq = 0
        self.referee_since_seq = 0
        self.confirmations: dict[int, frozenset[Seat]] = {}
        self.opened_link_holders: set[str] = set()
        """The links that their holders have opened, by their seat's letter or `referee`."""
        self.ever_opened_link_seats: set[Seat] = set()
        """Seats whose link was ever opened, even if it was replaced."""

    def apply_entry(self, entry: FoldEntry) -> None:
        """Apply the next entry. Of a removed name, only its digest is applied."""
        if entry.seq == 1:
            self.key = entry.key
        if entry.kind in EVENT_TYPE_BY_KIND:
            self._kinds[entry.seq] = EVENT_TYPE_BY_KIND[entry.kind]
        if entry.body is None:
            if entry.seq in self._digests_of_removed:
                seat, digest = self._digests_of_removed[entry.seq]
                self.name_digests = self.name_digests.replacing(seat, digest)
            return
        link = link_from_json(entry.link_json)
        if link is not None and self.seal_uid is None and self.key is not None:
            self._switch_to_new_seal_kind(self.key)
        if link is not None:
            self._mark_link_opened(link)
        event = load_event(entry.kind, entry.body)
        self._by_scorer = link is not None and link.keeps_score and event.answers_for_players
        if entry.seq in self.undone_seqs:
            event.apply_though_undone(self, entry.seq)
        else:
            event.apply(self, entry.seq)

    def _mark_link_opened(self, link: EntryLink) -> None:
        """Mark a player link or the referee link as opened, since its holder has written an entry with it."""
        holder = REFEREE if link.permission == REFEREE else link.seat_letter if link.permission == "seat" else None
        if holder is not None:
            self.opened_link_holders.add(holder)
            if holder in SEAT_BY_LETTER:
                self.ever_opened_link_seats.add(SEAT_BY_LETTER[holder])

    def add_game_file_entry(self, seq: int, body: Body, *, is_adjustment: bool) -> None:
        """Add an entry of the game file."""
        self.entries.add_game_file_entry(EntryVersion(seq, body, self.players))
        if is_adjustment or not any(self.entries_until_deal()):
            self.undoable_in_place.add(seq)

    def entries_until_deal(self) -> tuple[list[tuple[int, Body]], ...]:
        """What a deal or void deal ends."""
        return self.announcements_since_deal, self.current_abandonments

    def apply_undo(self, undoing_seq: int, undone_seq: int) -> None:
        """Apply entry `undoing_seq`, which undoes an earlier one."""
        self.entries.add_version(undone_seq, EntryVersion(undoing_seq, None, self.players))
        self._undone_so_far.add(undone_seq)

    def try_undo_in_place(self, undone_seq: int) -> bool:
        """Mark an entry as undone. False if later entries depend on it: then the fold must begin again."""
        if undone_seq not in self.undoable_in_place:
            return False
        self.undone_seqs |= {undone_seq}
        return True

    def set_rules(self, setting_seq: int, house_rules_json: Body) -> None:
        """Set the house rules of the whole game, by entry `setting_seq`."""
        self.house_rules_json = house_rules_json
        self.rules_history.append((setting_seq, load_house_rules(house_rules_json)))

    def set_policy(self, setting_seq: int, policy: Policy) -> None:
        """Set the policy, by entry `setting_seq`. Parts that were in force before keep their first entry."""
        if not (policy.second_person and self.policy.second_person):
            self.second_person_since_seq = setting_seq
        if not (policy.referee and self.policy.referee):
            self.referee_since_seq = setting_seq
        self.policy = policy

    def correct_name_in_history(self, old_name: str, new_name: str) -> None:
        """Correct a name in all earlier entries."""

        def renamed(players: BySeat[str | None]) -> BySeat[str | None]:
            return players.map(lambda name: new_name if name == old_name else name)

        self.players_history = [(seq, renamed(players)) for seq, players in self.players_history]
        self.entries.rename_players(renamed)

    def add_sign_off(self, sign_off: SignOff) -> None:
        """Add a player's sign-off of a kingdom."""
        if self.seal_uid is not None:
            self.undoable_in_place.clear()  # the sign-off depends on the entries that count
            sign_off = sign_off._replace(has_old_digest=False, by_scorer=self._by_scorer)
            sign_off = sign_off.with_current_content(
                self.build_record().kingdom_digest_variants(sign_off.king), self.players
            )
        self.sign_offs.append(sign_off)
        self._signers.add((sign_off.king, sign_off.seat))

    def _switch_to_new_seal_kind(self, game_uid: str) -> None:
        """Begin seals of the new kind. Earlier sign-offs keep their seals, and now cover adjustments as well."""
        self.seal_uid = game_uid
        if self.sign_offs:
            self.undoable_in_place.clear()
            record = self.build_record()
            self.sign_offs = [
                sign_off.with_current_content(record.kingdom_digest_variants(sign_off.king), self.players)
                for sign_off in self.sign_offs
            ]

    def resolve_dispute(self, resolving_seq: int, dispute: "Dispute", resolution: "Resolution") -> None:
        """End a dispute. If its proposal was accepted, make its changes, approved by all four or the referee."""
        self.disputes[dispute.seq] = dispute._replace(resolution=resolution, resolving_seq=resolving_seq)
        if resolution == "proposed":
            by_all = frozenset(SEATS) if dispute.all_agree else frozenset[Seat]()
            approval = Approval(by_all, by_referee=dispute.resolved_by_referee and not by_all)
            self.apply_correction(resolving_seq, tuple(map(load_change, dispute.proposed_change_contents)), approval)

    def apply_correction(self, correcting_seq: int, changes: tuple[Change, ...], approval: Approval) -> None:
        """Make the changes of a correction.

        In a game from before links were recorded, a correction that all four approve also renews the sign-off of the
        kingdoms that all four had signed.
        """
        by_all = len(approval.approving_seats) == len(SEATS)
        renews = by_all and self.seal_uid is None
        signed_kings = [king for king in SEATS if renews and all((king, seat) in self._signers for seat in SEATS)]
        record_before = self.build_record() if signed_kings else None
        if signed_kings:
            self.undoable_in_place.clear()  # renewed sign-offs depend on the entries that count
        for change in changes:
            self.apply_change(correcting_seq, change)
            self.disputes = {number: dispute.reset_if_affected(change) for number, dispute in self.disputes.items()}
        if record_before is not None:
            reseatings = (each for each in changes if isinstance(each, PlayersReseated) and each.moves_deals)
            self._renew_sign_offs(record_before, signed_kings, combined_seat_mapping(reseatings))
        if by_all or approval.by_referee:
            self.confirmations[correcting_seq] = frozenset(SEATS) if by_all else frozenset()

    def _renew_sign_offs(
        self, record_before: Record, signed_kings: list[Seat], new_seat_by_old_seat: BySeat[Seat]
    ) -> None:
        record_after = self.build_record()
        for king in signed_kings:
            digest = record_after.kingdom_digest(new_seat_by_old_seat[king])
            if digest != record_before.kingdom_digest(king):
                self.sign_offs += [SignOff(new_seat_by_old_seat[king], seat, digest) for seat in SEATS]
                self._signers.update((new_seat_by_old_seat[king], seat) for seat in SEATS)

    def apply_change(self, correcting_seq: int, change: Change) -> None:
        """Make one change of the entry `correcting_seq`."""
        if isinstance(change, EntryReplaced):
            if change.seq not in self._undone_so_far:  # a correction does not restore an undone entry
                self.entries.add_version(change.seq, EntryVersion(correcting_seq, change.new_body, self.players))
        elif isinstance(change, EntryAdded):
            self.entries.insert_entry(change.before_seq, EntryVersion(correcting_seq, change.new_body, self.players))
        elif isinstance(change, PlayersReseated):
            self._reseat_players(correcting_seq, change)
        elif isinstance(change, RulesReplaced):
            self.set_rules(correcting_seq, change.house_rules_json)
        else:
            self.first_king = change.seat

    def _reseat_players(self, correcting_seq: int, reseating: PlayersReseated) -> None:
        self.reseating_seqs.add(correcting_seq)
        self.players, self.original_seat_by_seat = (
            values_by_new_seat(self.players, reseating.new_seat_by_old_seat),
            values_by_new_seat(self.original_seat_by_seat, reseating.new_seat_by_old_seat),
        )
        self.name_digests = values_by_new_seat(self.name_digests, reseating.new_seat_by_old_seat)
        self.players_history.append((correcting_seq, self.players))
        new_seat_of = reseating.new_seat_by_old_seat.__getitem__
        self.confirmations = {entry: frozenset(map(new_seat_of, by)) for entry, by in self.confirmations.items()}
        self.disputes = {number: dispute.after_reseating(reseating) for number, dispute in self.disputes.items()}
        self.entries.reseat(correcting_seq, reseating, self.players)
        if reseating.moves_deals:
            self.sign_offs = [each._replace(moved_king=new_seat_of(each.current_king)) for each in self.sign_offs]
            self.announcements_since_deal = [
                (seq, reseat_entry(body, reseating.new_seat_by_old_seat)) for seq, body in self.announcements_since_deal
            ]
            self.first_king = None if self.first_king is None else reseating.new_seat_by_old_seat[self.first_king]

    def build_record(self) -> Record:
        """The game as it is now."""
        entries = self.entries.current_entries()
        counted_seqs = {entry.seq for entry in entries if entry.versions[-1].body is not None} - self.undone_seqs
        return Record(
            house_rules_json=self.house_rules_json,
            rules=self.rules_history[-1][1] if self.rules_history else STANDARD_PRESET.rules,
            first_king=self.first_king,
            player_names=self.players,
            original_seat_by_seat=self.original_seat_by_seat,
            original_seat_by_name_key=dict(self.original_seat_by_name_key),
            player_names_history=tuple(self.players_history),
            rules_history=tuple(self.rules_history),
            counted_entries=tuple(entry for entry in entries if entry.seq in counted_seqs),
            uncounted_entries=tuple(entry for entry in entries if entry.seq not in counted_seqs),
            announcements_since_deal=tuple(self.announcements_since_deal),
            current_abandonments=tuple(self.current_abandonments),
            corrections=tuple(self.corrections),
            reseating_seqs=frozenset(self.reseating_seqs),
            sign_offs=tuple(self.sign_offs),
            disputes=dict(self.disputes),
            policy=self.policy,
            second_person_since_seq=self.second_person_since_seq,
            referee_since_seq=self.referee_since_seq,
            confirming_seats_by_seq=dict(self.confirmations),
            undone_seqs=self.undone_seqs,
            event_type_by_seq=dict(self._kinds),
            name_digests=self.name_digests,
            seal_uid=self.seal_uid,
            ever_opened_link_seats=frozenset(self.ever_opened_link_seats),
            opened_link_holders=frozenset(self.opened_link_holders),
        )
