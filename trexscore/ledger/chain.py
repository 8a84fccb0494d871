"""One entry of a journal, and the digests that chain it to the one before.

`by` says which kind of link an entry came through: `{"right": "seat", "seat": "B", "device": "iPhone 7KQ2"}`. Entries
written before it existed have none, and keep their digests.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

import rfc8785

from trexscore.ledger.canonical import canonical
from trexscore.rules.seats import SEAT_NAMED, Seat

Body = dict[str, Any]

MOST_ENTRIES = 4_000
"""Of a game: far more than anybody plays. All of them are folded for every page, and for every entry behind them; and
whoever takes a club in that counts the game reads all of them again, so that what is longer would come in nowhere.
"""
LONG_BODY, MOST_OF_LONG = 2_000, 1_250_000
"""Bytes of a body that is a long one, and characters that a game may have before it takes another of those: with as
many short ones as it has entries it is still no longer than what is read (`club.packing.LONGEST_LINE`).
"""
_MOST_DIGITS = 9
_NAMING = ("named", "set_aside")
"""Kinds of entries that can name a person and nothing else: a name can have been set aside, too."""
BEFORE_THE_FIRST = "0" * 64
"""What stands for the digest before the first entry."""


class FoldEntry(NamedTuple):
    """What folding a journal needs of an entry. `body` is None once it has been erased."""

    seq: int
    kind: str
    body: Body | None
    by: Body | None = None
    key: str | None = None


Mark = tuple[Seat, str]
"""The seat that an erased name was given to, and what stands for the name in seals."""


def marks_in(entries: Iterable[FoldEntry]) -> dict[int, Mark]:
    """The marks of names that were erased, by the entries that had given them."""
    found: dict[int, Mark] = {}
    for entry in entries:
        said = entry.body.get("erased") if entry.kind == "erased" and entry.body is not None else None
        marks = said.get("marks") if isinstance(said, dict) else None
        if isinstance(marks, dict):
            for text, mark in marks.items():
                seq = _number_in(text)
                if seq is not None and seq < entry.seq and isinstance(mark, dict) and mark.get("seat") in SEAT_NAMED:
                    found[seq] = SEAT_NAMED[mark["seat"]], str(mark.get("mark"))
    return found


class EntryDraft(NamedTuple):
    """What somebody wants to have written: the part of an entry that its author answers for."""

    key: str
    kind: str
    author: str | None
    made_at: str | None
    body: Body
    by: Body | None = None

    @property
    def digest(self) -> str:
        """The body digest: it stays when author and body have to be erased."""
        return body_digest(self.author, self.made_at, self.body, self.by)


class JournalEntry(NamedTuple):
    """An entry as it stands in the journal. `body` is None once it has been erased."""

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
    """Which device it came from, as far as that was said. Where there is no `by`, no digest covers it."""
    by: Body | None = None

    @property
    def told(self) -> FoldEntry:
        """What folding needs of it."""
        return FoldEntry(self.seq, self.kind, self.body, self.by, self.key)

    def as_json(self) -> Body:
        """The entry as journals are saved and sent. One from before `by` existed looks as it always did."""
        said = self._asdict()
        return said if self.by is not None else {name: value for name, value in said.items() if name != "by"}


class ChainFault(NamedTuple):
    """Where a chain does not hold: at which entry, and what is wrong with it."""

    seq: int
    what: Literal[
        "missing",
        "altered_body",
        "altered",
        "blanked",
        "not_permitted",
        "backwards",
        "lost_tail",
        "unfit",
        "derived",
        "misnamed",
        "no_club",
        "unreadable",
        "uncounted",
        "counted",
        "parts",
        "standings",
        "meetings",
        "history",
        "facts",
        "statistics",
        "ratings",
    ]


def body_digest(author: str | None, made_at: str | None, body: Body, by: Body | None = None) -> str:
    """SHA-256 of the canonical JSON (RFC 8785) of what the author answers for, and of `by` where there is one."""
    spoke = {} if by is None else {"by": by}
    said = {"author": author, "made_at": made_at, "body": body, **spoke}
    return hashlib.sha256(canonical(said)).hexdigest()


def unsigned_digest(made_at: str | None, body: Body, by: Body | None = None) -> str:
    """The same of what is left of an entry whose author was erased, and the device with them."""
    spoke = {} if by is None else {"by": without_device(by)}
    return hashlib.sha256(canonical({"made_at": made_at, "body": body, **spoke})).hexdigest()


def without_device(by: Body) -> Body:
    """Which link it was, without a word that tells one person's phone from another's."""
    return {name: value for name, value in by.items() if name != "device"}


class ChainedFields(NamedTuple):
    """What of an entry its digest covers beside the digest before it, in this order."""

    seq: int
    key: str
    kind: str
    received_at: str
    body_digest: str


def chain_digest(previous: str, linked: ChainedFields) -> str:
    """SHA-256 over an entry and the digest of the one before it."""
    text = "\n".join((previous, *map(str, linked)))
    return hashlib.sha256(text.encode()).hexdigest()


def chain_entry(said: EntryDraft, seq: int, previous: str, received_at: str) -> JournalEntry:
    """The entry that follows the one with the digest `previous`."""
    of_body = said.digest
    return JournalEntry(
        seq,
        *said[:4],
        received_at,
        said.body,
        of_body,
        chain_digest(previous, ChainedFields(seq, said.key, said.kind, received_at, of_body)),
        None if said.by is None else said.by.get("device"),
        said.by,
    )


class Vouched(NamedTuple):
    """What an entry that erased an author says of the rest of that entry: its digest; `by` is the one that says so."""

    by: int
    digest: str


def vouched_for(entries: Iterable[JournalEntry]) -> dict[int, Vouched]:
    """Entries whose author was erased, by their `seq`: the chain holds what is left of them as it holds all entries.

    `{"erased": {"names": [2], "authors": {"7": DIGEST}}}`: entry 2 was emptied, entry 7 has lost its author.
    """
    found: dict[int, Vouched] = {}
    for entry in entries:
        said = entry.body.get("erased") if entry.kind == "erased" and entry.body is not None else None
        authors = said.get("authors") if isinstance(said, dict) else None
        if isinstance(authors, dict) and entry.body is not None and _is_as_said(entry, entry.body, {}):
            for text, digest in authors.items():
                seq = _number_in(text)
                if seq is not None and seq < entry.seq:
                    found.setdefault(seq, Vouched(entry.seq, str(digest)))
    return found


def _number_in(text: str) -> int | None:
    """The number of an entry that a text stands for. No journal has one of more digits."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS else None


def _is_as_said(entry: JournalEntry, body: Body, vouched: Mapping[int, Vouched]) -> bool:
    try:
        if entry.author is None and entry.seq in vouched:
            return vouched[entry.seq].digest == unsigned_digest(entry.made_at, body, entry.by)
        return entry.body_digest == body_digest(entry.author, entry.made_at, body, entry.by)
    except rfc8785.CanonicalizationError:  # nothing that was ever written has numbers that large
        return False


def chain_faults(entries: Iterable[JournalEntry]) -> Iterator[ChainFault]:
    """Every place where the chain of entries, in the order of their `seq`, does not hold."""
    previous, expected = BEFORE_THE_FIRST, 1
    entries = list(entries)
    vouched = vouched_for(entries)
    for entry in entries:
        if entry.seq != expected:
            yield ChainFault(expected, "missing")
        if entry.body is not None and not _is_as_said(entry, entry.body, vouched):
            yield ChainFault(entry.seq, "altered_body")
        linked = ChainedFields(entry.seq, entry.key, entry.kind, entry.received_at, entry.body_digest)
        if entry.digest != chain_digest(previous, linked):
            yield ChainFault(entry.seq, "altered")
        previous, expected = entry.digest, entry.seq + 1


def blanked(entries: Iterable[JournalEntry]) -> Iterator[ChainFault]:
    """Entries of a game that say nothing any more although nobody was erased from them.

    Names alone are emptied, and an `erased` entry behind them says so.
    """
    entries = list(entries)
    explained = {seq for entry in entries for seq in _emptied_by(entry) if seq < entry.seq}
    for entry in entries:
        if entry.body is None and not (entry.kind in _NAMING and entry.seq in explained):
            yield ChainFault(entry.seq, "blanked")


def _emptied_by(entry: JournalEntry) -> list[int]:
    said = None if entry.body is None else entry.body.get("erased")
    names = said.get("names") if entry.kind == "erased" and isinstance(said, dict) else None
    return [seq for seq in names if type(seq) is int] if isinstance(names, list) else []
