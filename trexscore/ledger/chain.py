"""Entries of a journal, and the digests that chain each entry to the one before.

The link that an entry came through is stored as `by`: `{"right": "seat", "seat": "B", "device": "iPhone 7KQ2"}`. Older
entries have none, and their digests stay valid.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import rfc8785

from trexscore.ledger.canonical_json import canonical_digest
from trexscore.rules.seats import SEAT_BY_LETTER, Seat

Body = dict[str, Any]

MAX_GAME_ENTRIES = 4_000
"""The most entries of a game, far more than anyone plays. Every page and every new entry folds all of them, and so does
the import of a club file, which would refuse a longer game.
"""
MIN_LONG_BODY_BYTES, MAX_CHARACTERS_FOR_LONG_BODIES = 2_000, 1_250_000
"""Bytes from which a body is long, and the characters of a game after which long bodies are refused. Even with
`MAX_GAME_ENTRIES` short bodies, the game then fits into a line of a club file (`club.file.packing.MAX_LINE_BYTES`).
"""
_MAX_SEQ_DIGITS = 9
NAME_REMOVAL_KIND = "erased"
"""The kind of an entry that removes names: `{"erased": {"names": [2], "authors": {"7": DIGEST}, "marks": {…}}}`.

It emptied entry 2, and entry 7 has lost its author.
"""
GENESIS_DIGEST = "0" * 64
"""The previous digest of the first entry."""


class FoldEntry(NamedTuple):
    """The fields of an entry that folding needs. `body` is None after it was removed."""

    seq: int
    kind: str
    body: Body | None
    link_json: Body | None = None
    key: str | None = None


class SealNameDigest(NamedTuple):
    """The seat of a removed name, and its digest, which replaces the name in seals."""

    seat: Seat
    digest: str


def digests_of_removed_names(entries: Iterable[FoldEntry]) -> dict[int, SealNameDigest]:
    """The digests of removed names, by the `seq` of the entries that contained them."""
    digests_by_seq: dict[int, SealNameDigest] = {}
    for entry in entries:
        marks = name_removal_content(entry).get("marks")
        if isinstance(marks, dict):
            for text, mark in marks.items():
                seq = _parse_earlier_seq(text, entry.seq)
                if seq is not None and isinstance(mark, dict) and mark.get("seat") in SEAT_BY_LETTER:
                    digests_by_seq[seq] = SealNameDigest(SEAT_BY_LETTER[mark["seat"]], str(mark.get("mark")))
    return digests_by_seq


class EntryDraft(NamedTuple):
    """A new entry before it is chained: the fields that its author is responsible for."""

    key: str
    kind: str
    author: str | None
    made_at: str | None
    body: Body
    link_json: Body | None = None

    @property
    def body_digest(self) -> str:
        """The body digest. It stays when author and body are removed."""
        return body_digest(self.author, self.made_at, self.body, self.link_json)


def name_removal_content(entry: "FoldEntry | JournalEntry") -> Mapping[str, object]:
    """What an entry removed, unchecked; empty if it removed nothing."""
    removal_content = (
        entry.body.get(NAME_REMOVAL_KIND) if entry.kind == NAME_REMOVAL_KIND and entry.body is not None else None
    )
    return removal_content if isinstance(removal_content, dict) else {}


class JournalEntry(NamedTuple):
    """An entry of the journal. `body` is None after it was removed."""

    seq: int
    key: str
    kind: str
    author: str | None
    made_at: str | None
    received_at: str
    body: Body | None
    body_digest: str
    digest: str
    device: str | None = None
    """The device it came from, if known. Without a link, no digest covers it."""
    link_json: Body | None = None
    """The link it came through, with its device; stored as `by`."""

    @property
    def fold_entry(self) -> FoldEntry:
        """The fields that folding needs."""
        return FoldEntry(self.seq, self.kind, self.body, self.link_json, self.key)

    def as_json(self) -> Body:
        """The entry as JSON for files and the API. Entries without a link have no `by`."""
        entry = dict(zip(STORED_FIELD_NAMES, self, strict=True))
        if self.link_json is None:
            del entry["by"]
        return entry


STORED_FIELD_NAMES = tuple("by" if name == "link_json" else name for name in JournalEntry._fields)
"""The names under which the fields of a `JournalEntry` are stored and sent, in its order."""


class JournalFault(NamedTuple):
    """A fault of a journal or of what is derived from it: the `seq` of an entry, or 0 for none, and a code."""

    seq: int
    code: str


def body_digest(author: str | None, made_at: str | None, body: Body, link_json: Body | None = None) -> str:
    """SHA-256 of the canonical JSON (RFC 8785) of author, time, body, and the link (as `by`) if there is one."""
    content: Body = {"author": author, "made_at": made_at, "body": body}
    if link_json is not None:
        content["by"] = link_json
    return canonical_digest(content)


def authorless_body_digest(made_at: str | None, body: Body, access_link_json: Body | None = None) -> str:
    """The body digest of an entry whose author and device were removed."""
    digested_fields: Body = {"made_at": made_at, "body": body}
    if access_link_json is not None:
        digested_fields["by"] = without_device(access_link_json)
    return canonical_digest(digested_fields)


def without_device(link_json: Body) -> Body:
    """The link without the device, which identifies a person's phone."""
    return {name: value for name, value in link_json.items() if name != "device"}


class ChainedFields(NamedTuple):
    """The fields that an entry's digest covers, in this order, after the previous digest."""

    seq: int
    entry_key: str
    kind: str
    received_at: str
    body_digest: str


def chain_digest(previous_digest: str, chained_fields: ChainedFields) -> str:
    """SHA-256 over an entry and the digest of the one before it."""
    text = "\n".join((previous_digest, *map(str, chained_fields)))
    return hashlib.sha256(text.encode()).hexdigest()


def chain_entry(draft: EntryDraft, seq: int, previous_digest: str, received_at: str) -> JournalEntry:
    """Chain a draft to the entry with the digest `previous_digest`."""
    body_digest = draft.body_digest
    return JournalEntry(
        seq,
        *draft[:4],
        received_at,
        draft.body,
        body_digest,
        chain_digest(previous_digest, ChainedFields(seq, draft.key, draft.kind, received_at, body_digest)),
        None if draft.link_json is None else draft.link_json.get("device"),
        draft.link_json,
    )


class AuthorlessBodyDigest(NamedTuple):
    """The digest of an entry without its author, and `removal_seq`, the entry that removed the author."""

    removal_seq: int
    digest: str


def recorded_authorless_digests(entries: Iterable[JournalEntry]) -> dict[int, AuthorlessBodyDigest]:
    """The remaining content of entries whose author was removed, by `seq`. The chain covers these digests."""
    digest_by_seq: dict[int, AuthorlessBodyDigest] = {}
    for entry in entries:
        authors = name_removal_content(entry).get("authors")
        if isinstance(authors, dict) and entry.body is not None and _body_matches_digest(entry, entry.body, {}):
            for text, digest in authors.items():
                seq = _parse_earlier_seq(text, entry.seq)
                if seq is not None:
                    digest_by_seq.setdefault(seq, AuthorlessBodyDigest(entry.seq, str(digest)))
    return digest_by_seq


def _parse_earlier_seq(text: str, before_seq: int) -> int | None:
    """Parse the number of an entry before entry `before_seq`; None for any other text. No journal needs more digits."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= _MAX_SEQ_DIGITS
    return int(text) if is_number and int(text) < before_seq else None


def _body_matches_digest(
    entry: JournalEntry, body: Body, authorless_digest_by_seq: Mapping[int, AuthorlessBodyDigest]
) -> bool:
    try:
        if entry.author is None and entry.seq in authorless_digest_by_seq:
            return authorless_digest_by_seq[entry.seq].digest == authorless_body_digest(
                entry.made_at, body, entry.link_json
            )
        return entry.body_digest == body_digest(entry.author, entry.made_at, body, entry.link_json)
    except rfc8785.CanonicalizationError:  # no valid entry has numbers that large
        return False


def chain_faults(entries: Iterable[JournalEntry]) -> Iterator[JournalFault]:
    """All faults of a chain of entries in the order of their `seq`."""
    previous, expected = GENESIS_DIGEST, 1
    entries = list(entries)
    authorless_digest_by_seq = recorded_authorless_digests(entries)
    for entry in entries:
        if entry.seq != expected:
            yield JournalFault(expected, "missing")
        if entry.body is not None and not _body_matches_digest(entry, entry.body, authorless_digest_by_seq):
            yield JournalFault(entry.seq, "altered_body")
        chained = ChainedFields(entry.seq, entry.key, entry.kind, entry.received_at, entry.body_digest)
        if entry.digest != chain_digest(previous, chained):
            yield JournalFault(entry.seq, "altered")
        previous, expected = entry.digest, entry.seq + 1
