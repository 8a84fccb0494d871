"""Sign-offs of kingdoms, their digests and seals.

A sign-off names the digest of the kingdom that the player saw, and holds while the kingdom has that digest.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from trexscore.ledger.canonical_json import canonical_digest
from trexscore.ledger.chain import Body
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.options import all_options_as_json
from trexscore.rules.seats import SEATS, BySeat, Seat

_SEAL_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no letter looks like a digit, so handwritten seals stay readable."""
_OLD_SEAL_LENGTH, _SEAL_LENGTH, _SEAL_GROUP_LENGTH = 10, 20, 5
"""Letters of a seal, five bits each: 50 bits before entries had links, 100 since."""
_LOOKALIKE_REPLACEMENTS = str.maketrans("OIL", "011")
_TEXT_FIELDS = frozenset({"note", "reason"})
ALL_IN_ORIGINAL_SEATS = BySeat(*SEATS)
"""All players sit in their original seats."""
OptionalNamesBySeat = BySeat[str | None]


class SignOff(NamedTuple):
    """A player's sign-off of a kingdom. `digest`: that of what they saw.

    `content_digest`: that of the kingdom without names; None where no kingdom had `digest`.
    """

    king: Seat
    seat: Seat
    digest: str
    content_digest: str | None = None
    player_names: OptionalNamesBySeat | None = None
    has_old_digest: bool = True
    """Whether `digest` is of the old kind."""
    seq: int = 0
    by_scorer: bool = False
    """Whether the scorer link signed for the player."""
    moved_king: Seat | None = None
    """The seat to which the king has moved since, with the deals."""

    @property
    def current_king(self) -> Seat:
        return self.king if self.moved_king is None else self.moved_king

    @property
    def seal(self) -> str:
        """The kingdom's seal, if all four sign this off."""
        return (old_seal_of if self.has_old_digest else seal_of)(self.digest)

    def with_current_content(
        self, current_digests: "KingdomDigestVariants", player_names: OptionalNamesBySeat
    ) -> "SignOff":
        """The sign-off with the content of the current kingdom, if it has the same digest."""
        if self.digest == current_digests.digest_with_names:
            return self._replace(
                content_digest=current_digests.content_digest, player_names=player_names, has_old_digest=False
            )
        if self.digest == current_digests.old_digest:
            return self._replace(content_digest=current_digests.content_digest, has_old_digest=True)
        return self


class KingdomDigestVariants(NamedTuple):
    """The digests of a complete kingdom: of the old kind, without names, and of the new kind."""

    old_digest: str
    content_digest: str
    digest_with_names: str


class KingdomSignOffs(NamedTuple):
    """The sign-offs of a complete kingdom: `signed_seats` have signed, and `seal` is set once all four have.

    `former_sealed_names`: the players' names in the seal, if these have changed since. `cancelled_by_change`: all four
    had signed off an earlier state.
    """

    king: Seat
    digest: str
    signed_seats: tuple[Seat, ...]
    seal: str | None = None
    former_sealed_names: OptionalNamesBySeat | None = None
    cancelled_by_change: bool = False
    seats_signed_by_scorer: tuple[Seat, ...] = ()
    """Those of `signed_seats` for whom the scorer link signed."""


def old_kingdom_digest(
    rules: HouseRules, king: Seat, bodies: Iterable[Body], original_seat_by_seat: BySeat[Seat]
) -> str:
    """The digest of the old kind: SHA-256 of the canonical JSON of a kingdom's deals.

    `original_seat_by_seat`: the original seat of each seat's player. It stands for the names, which may change or be
    removed.
    """
    return _cached_old_kingdom_digest(rules, king, msgspec.json.encode(list(bodies)), original_seat_by_seat)


@lru_cache(maxsize=4096)
def _cached_old_kingdom_digest(
    rules: HouseRules, king: Seat, encoded_bodies: bytes, original_seat_by_seat: BySeat[Seat]
) -> str:
    """Cached, since every entry of a game needs the digests of all its kingdoms."""
    signed_content: Body = {
        "house_rules": all_options_as_json(rules),
        "king": king.name,
        "entries": msgspec.json.decode(encoded_bodies),
    }
    if original_seat_by_seat != ALL_IN_ORIGINAL_SEATS:
        signed_content["seats"] = [seat.name for seat in original_seat_by_seat]
    return canonical_digest(signed_content)


def content_digest(
    game_uid: str, rules: HouseRules, king: Seat | None, bodies: Iterable[Body], original_seat_by_seat: BySeat[Seat]
) -> str:
    """SHA-256 of the canonical JSON of all that points depend on: game, house rules, entries without texts, seats.

    With a king that of a kingdom, without one that of the whole game.
    """
    encoded = msgspec.json.encode([_without_texts(body) for body in bodies])
    return _cached_content_digest(game_uid, rules, king, encoded, original_seat_by_seat)


@lru_cache(maxsize=4096)
def _cached_content_digest(
    game_uid: str, rules: HouseRules, king: Seat | None, encoded_bodies: bytes, original_seat_by_seat: BySeat[Seat]
) -> str:
    return canonical_digest(
        {
            "seal": 2,
            "game": game_uid,
            "king": None if king is None else king.name,
            "house_rules": all_options_as_json(rules),
            "entries": msgspec.json.decode(encoded_bodies),
            "seats": [seat.name for seat in original_seat_by_seat],
        }
    )


@lru_cache(maxsize=4096)
def digest_with_names(digest_of_content: str, name_digests: OptionalNamesBySeat) -> str:
    """The digest of the new kind: of the content digest and the digests of the four names."""
    return canonical_digest({"content": digest_of_content, "players": list(name_digests)})


def name_digest(game_uid: str, name: str) -> str:
    """The digest of a name in seals. It can be computed from the name, and stays when the name is removed."""
    return canonical_digest({"game": game_uid, "name": name})


def _without_texts(body: Body) -> Body:
    return {name: value for name, value in body.items() if name not in _TEXT_FIELDS}


def bodies_by_king_letter(bodies: Iterable[Body]) -> dict[str, list[Body]]:
    """Entries in order of play, by the letter of their kingdom's king.

    An adjustment belongs to the kingdom of the deal before it, or to the first one; a tiebreaker deal to none.
    """
    kingdoms: dict[str, list[Body]] = {}
    before_first: list[Body] = []
    king: str | None = None
    for body in bodies:
        if body.get("tie_break"):
            continue
        king = body.get("king", king)
        (before_first if king is None else kingdoms.setdefault(king, [])).append(body)
    if before_first and kingdoms:
        first_king = next(iter(kingdoms))
        kingdoms[first_king] = [*before_first, *kingdoms[first_king]]
    return kingdoms


def seal_of(digest: str) -> str:
    """The first 100 bits of a digest in groups of letters, to write on paper and read out."""
    return _seal_with_length(digest, _SEAL_LENGTH)


def old_seal_of(digest: str) -> str:
    """The seal of the old kind, of ten letters, for a digest."""
    return _seal_with_length(digest, _OLD_SEAL_LENGTH)


def _seal_with_length(digest: str, letter_count: int) -> str:
    bits = int(digest, 16) >> (4 * len(digest) - 5 * letter_count)
    return _group_letters("".join(_SEAL_ALPHABET[bits >> 5 * place & 31] for place in reversed(range(letter_count))))


def _group_letters(letters: str) -> str:
    return "-".join(letters[start : start + _SEAL_GROUP_LENGTH] for start in range(0, len(letters), _SEAL_GROUP_LENGTH))


def normalize_seal(typed_seal: str) -> str:
    """A typed seal in its normal form: upper case, with dashes, digits for the letters O, I and L."""
    return _group_letters("".join(typed_seal.upper().translate(_LOOKALIKE_REPLACEMENTS).split()).replace("-", ""))


def is_old_seal(seal: str) -> bool:
    """Whether a seal is of the old kind, which does not cover names and adjustments."""
    return len(seal.replace("-", "")) == _OLD_SEAL_LENGTH


def old_kingdom_sign_offs(
    digest_by_king: Mapping[Seat, str], sign_offs: Iterable[SignOff]
) -> tuple[KingdomSignOffs, ...]:
    """The sign-offs of each of these kingdoms in a game in which no entry has a link."""
    signed = {sign_off[:3] for sign_off in sign_offs}
    signers = {
        king: tuple(seat for seat in SEATS if (king, seat, digest) in signed) for king, digest in digest_by_king.items()
    }
    return tuple(
        KingdomSignOffs(king, digest, signers[king], old_seal_of(digest) if len(signers[king]) == len(SEATS) else None)
        for king, digest in digest_by_king.items()
    )


def kingdom_sign_offs_of(
    king: Seat, current_digests: KingdomDigestVariants, sign_offs: Iterable[SignOff]
) -> KingdomSignOffs:
    """The sign-offs of a kingdom in its current state. They hold although a name has changed since."""
    of_king = [sign_off for sign_off in sign_offs if sign_off.current_king is king]
    valid = [sign_off for sign_off in of_king if sign_off.content_digest == current_digests.content_digest]
    by_scorer = {sign_off.seat: sign_off.by_scorer for sign_off in valid}
    seal, former_sealed_names = _seal_and_former_names(current_digests, valid)
    signers = _signers(valid, current_digests.digest_with_names, current_digests.old_digest)
    signed_seats = SEATS if seal else tuple(seat for seat in SEATS if seat in signers)
    return KingdomSignOffs(
        king,
        current_digests.digest_with_names,
        signed_seats,
        seal,
        former_sealed_names,
        cancelled_by_change=not seal and any(_all_signed(of_king, sign_off.digest) for sign_off in of_king),
        seats_signed_by_scorer=tuple(seat for seat in signed_seats if by_scorer[seat]),
    )


def _seal_and_former_names(
    current_digests: KingdomDigestVariants, valid_sign_offs: Sequence[SignOff]
) -> tuple[str | None, OptionalNamesBySeat | None]:
    """The seal once all four have signed, and the names in it if they have changed since."""
    if _all_signed(valid_sign_offs, current_digests.digest_with_names):
        return seal_of(current_digests.digest_with_names), None
    if _all_signed(valid_sign_offs, current_digests.digest_with_names, current_digests.old_digest):
        return old_seal_of(current_digests.old_digest), None
    for sign_off in reversed(valid_sign_offs):
        if _all_signed(valid_sign_offs, sign_off.digest):
            return seal_of(sign_off.digest), sign_off.player_names
    return None, None


def _all_signed(sign_offs: Iterable[SignOff], *digests: str) -> bool:
    return len(_signers(sign_offs, *digests)) == len(SEATS)


def _signers(sign_offs: Iterable[SignOff], *digests: str) -> set[Seat]:
    return {sign_off.seat for sign_off in sign_offs if sign_off.digest in digests}
