"""What a table has agreed on: a kingdom exactly as it stood when each of the four confirmed it.

Whoever confirms names the digest of what they saw. It holds for as long as the kingdom comes to the same digest.
"""

import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

import msgspec
import rfc8785

from trexscore.gamefile.house_rules import rules_in_force
from trexscore.gamefile.shape import read_object, refuse_unknown_fields, required_seat
from trexscore.journal.entries import Body
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEAT_NAMED, SEATS, BySeat, Seat

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: no letter looks like a digit, so that a seal survives handwriting."""
_SEAL_LENGTH = 10
_LOOKS_LIKE = str.maketrans("OIL", "011")
AS_WRITTEN = BySeat(*SEATS)
"""Nobody has changed places."""
Agreed = tuple[Seat, Seat, str]
"""Whose kingdom, who agreed on it, and the digest of what they saw."""


class Agreement(NamedTuple):
    """How far a complete kingdom has been agreed on. `seal` once all four have confirmed what stands there."""

    king: Seat
    digest: str
    seats: tuple[Seat, ...]

    @property
    def seal(self) -> str | None:
        return seal_of(self.digest) if len(self.seats) == len(SEATS) else None


def kingdom_digest(rules: HouseRules, king: Seat, bodies: Iterable[Body], sits: BySeat[Seat]) -> str:
    """SHA-256 of the canonical JSON of all that a kingdom's points hang on, and of whose they are.

    `sits` says for each seat where whoever sits there was first written: names may be put right, or erased.
    """
    return _digest(rules, king, msgspec.json.encode(list(bodies)), sits)


@lru_cache(maxsize=4096)
def _digest(rules: HouseRules, king: Seat, bodies: bytes, sits: BySeat[Seat]) -> str:
    """Worked out once for each way in which a kingdom has stood: every entry of a game asks for all of its kingdoms."""
    said: Body = {"house_rules": rules_in_force(rules), "king": king.name, "entries": msgspec.json.decode(bodies)}
    if sits != AS_WRITTEN:
        said["seats"] = [seat.name for seat in sits]
    return hashlib.sha256(rfc8785.dumps(said)).hexdigest()


def seal_of(digest: str) -> str:
    """Fifty bits of a digest, as they can be written on paper and read out."""
    bits = int(digest, 16) >> (4 * len(digest) - 5 * _SEAL_LENGTH)
    letters = [_ALPHABET[bits >> 5 * place & 31] for place in reversed(range(_SEAL_LENGTH))]
    return "".join(letters[:5]) + "-" + "".join(letters[5:])


def as_sealed(typed: str) -> str:
    """A seal as somebody typed it from paper: in any case, with or without the dash, O for 0."""
    letters = "".join(typed.upper().translate(_LOOKS_LIKE).split()).replace("-", "")
    return f"{letters[:5]}-{letters[5:]}"


def agreements(digests: Mapping[Seat, str], confirmed: Iterable[Agreed]) -> tuple[Agreement, ...]:
    """How far each of these kingdoms has been agreed on."""
    said = set(confirmed)
    return tuple(
        Agreement(king, digest, tuple(seat for seat in SEATS if (king, seat, digest) in said))
        for king, digest in digests.items()
    )


def agreed_in(body: Body) -> Agreed:
    """The confirmation in an entry's `agreed` that has been accepted."""
    return SEAT_NAMED[body["kingdom"]], SEAT_NAMED[body["seat"]], body["digest"]


def agreed_refusals(found: object, digests: Mapping[Seat, str], confirmed: Iterable[Agreed]) -> list[Refusal]:
    """Why this cannot be confirmed: `digests` are those of the complete kingdoms as they stand."""
    faults: list[Refusal] = []
    said = read_object(found, "agreed", faults)
    if said is None:
        return faults
    refuse_unknown_fields(said, ("kingdom", "seat", "digest"), "agreed", faults)
    king = required_seat(said, "kingdom", "agreed", faults)
    seat = required_seat(said, "seat", "agreed", faults)
    if "digest" not in said:
        faults.append(refuse("missing_field", "agreed.digest", field="digest"))
    if faults or king is None or seat is None:
        return faults
    if king not in digests:
        return [refuse("kingdom_not_complete", "agreed.kingdom", king=king)]
    if said["digest"] != digests[king]:
        return [refuse("kingdom_changed", "agreed.digest", king=king)]
    return [refuse("already_agreed", "agreed.seat", seat=seat)] if (king, seat, digests[king]) in set(confirmed) else []
