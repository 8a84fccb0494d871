"""Finds the entries of a game that name a person, so that the name can be removed. No points depend on names."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from trexscore.game.builder import fold_game
from trexscore.game.events import event_type_of_kind
from trexscore.game.events.conflict import EntryDiscarded
from trexscore.game.events.player_name import NamesRemoved, PlayerNamed
from trexscore.game.file.names import name_key
from trexscore.game.sign_off import name_digest
from trexscore.ledger.chain import Body, JournalEntry, JournalFault, authorless_body_digest, name_removal_content
from trexscore.rules.seats import SEAT_BY_LETTER, SEATS, Seat


class NamingEntry(NamedTuple):
    """An entry that names a player: the name's comparison key, and the player's first seat."""

    seq: int
    name_key: str
    original_seat: Seat


class EntriesToAnonymize(NamedTuple):
    """Entries to anonymize: those that name the person, and those that the person wrote."""

    naming_seqs: tuple[int, ...]
    authored_seqs: tuple[int, ...]

    def removal_body(self, entries: Sequence[JournalEntry]) -> Body:
        """The body of `NamesRemoved`. It vouches for the content of entries that lose only their author."""
        authorless_digest_by_seq = {
            str(entry.seq): authorless_body_digest(entry.made_at, entry.body, entry.link_json)
            for entry in entries
            if entry.seq in self.authored_seqs and entry.body is not None
        }
        marks = {
            str(entry.seq): {"seat": entry.body["seat"], "mark": name_digest(entries[0].key, entry.body["name"])}
            for entry in entries
            if entry.seq in self.naming_seqs and entry.kind == PlayerNamed.stored_kind and entry.body is not None
        }
        return NamesRemoved.body_of(
            {"names": list(self.naming_seqs), "authors": authorless_digest_by_seq, "marks": marks}
        )


def find_entries_to_anonymize(
    entries: Sequence[JournalEntry], name_keys: Collection[str], original_seats: Collection[Seat], *, has_played: bool
) -> EntriesToAnonymize:
    """Entries about the person with these names (comparison keys) and first seats.

    `has_played`: they played in the game. If not, they may have kept the score, and a player of the same name is
    another person.
    """
    namings = list(_naming_entries(entries))
    own_namings = [
        naming
        for naming in namings
        if has_played and (naming.original_seat in original_seats or naming.name_key in name_keys)
    ]
    own_seqs = {naming.seq for naming in own_namings}
    names_of_others = {naming.name_key for naming in namings if naming.seq not in own_seqs}
    own_names = {*name_keys, *(naming.name_key for naming in own_namings)} - names_of_others
    authors = (
        entry.seq
        for entry in entries
        if entry.author is not None and entry.seq not in own_seqs and name_key(entry.author) in own_names
    )
    return EntriesToAnonymize(tuple(sorted(own_seqs)), tuple(authors))


def _naming_entries(entries: Sequence[JournalEntry]) -> Iterator[NamingEntry]:
    for place, entry in enumerate(entries):
        body = _naming_body_in(entry)
        if body is None:
            continue
        original_seats = fold_game(earlier.fold_entry for earlier in entries[:place]).original_seat_by_seat
        seat = SEAT_BY_LETTER.get(str(body["seat"]))
        if isinstance(body["name"], str):
            yield NamingEntry(entry.seq, name_key(body["name"]), SEATS[0] if seat is None else original_seats[seat])


def _naming_body_in(entry: JournalEntry) -> Body | None:
    """The naming in an entry, even in a discarded one of a conflict."""
    body = entry.body
    if entry.kind == EntryDiscarded.stored_kind and body is not None:
        body = EntryDiscarded.load(body).discarded_body
    return body if body is not None and PlayerNamed.recognizes_client_body(body) else None


def unexplained_empty_entry_faults(entries: Iterable[JournalEntry]) -> Iterator[JournalFault]:
    """Entries of a game that have no body without a reason. A later entry has to list each that lost its body."""
    entries = list(entries)
    explained_seqs = {seq for entry in entries for seq in _seqs_emptied_by(entry) if seq < entry.seq}
    for entry in entries:
        if entry.body is None and not (event_type_of_kind(entry.kind).body_removable and entry.seq in explained_seqs):
            yield JournalFault(entry.seq, "blanked")


def _seqs_emptied_by(entry: JournalEntry) -> list[int]:
    names = name_removal_content(entry).get("names")
    return [seq for seq in names if type(seq) is int] if isinstance(names, list) else []
