"""The game that folding a journal gives."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from trexscore.game.announcement import Announcement, read_announcement
from trexscore.game.dispute import Dispute
from trexscore.game.event import GameEvent
from trexscore.game.file import GAME_FILE_FORMAT
from trexscore.game.file.reseat import values_by_new_seat
from trexscore.game.policy import REFEREE, Policy
from trexscore.game.sign_off import (
    KingdomDigestVariants,
    KingdomSignOffs,
    SignOff,
    bodies_by_king_letter,
    content_digest,
    digest_with_names,
    kingdom_sign_offs_of,
    old_kingdom_digest,
    old_kingdom_sign_offs,
    seal_of,
)
from trexscore.ledger.chain import Body
from trexscore.rules.game import Game, GameWithRefusals, ScoreEntry, score_game
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS, BySeat, Seat

NO_NAMES: BySeat[str | None] = BySeat(None, None, None, None)


class EntryVersion(NamedTuple):
    """A version of an entry: `seq` of the journal entry that made it, and its body; None if it does not count.

    `player_names`: the players in the seats that the body names.
    """

    seq: int
    body: Body | None
    player_names: BySeat[str | None] = NO_NAMES


class GameFileEntry(NamedTuple):
    """The current version of an entry of the game file. Corrections add `versions`; the last one holds."""

    seq: int
    body: Body
    score_entry: ScoreEntry
    versions: tuple[EntryVersion, ...] = ()

    @property
    def current_seq(self) -> int:
        """The journal entry of the current version."""
        return self.versions[-1].seq if self.versions else self.seq


class Record(NamedTuple):
    """A folded journal. A removed name is None."""

    house_rules_json: Body
    rules: HouseRules
    first_king: Seat | None
    player_names: BySeat[str | None]
    original_seat_by_seat: BySeat[Seat]
    """For each seat, the original seat of the player who now sits there."""
    original_seat_by_name_key: Mapping[str, Seat]
    """The original seat of the first player of each name: no player takes another's name."""
    player_names_history: tuple[tuple[int, BySeat[str | None]], ...]
    """Players by seat, each from an entry on; the current ones last."""
    rules_history: tuple[tuple[int, HouseRules], ...]
    """House rules, each from an entry on; the current ones last."""
    counted_entries: tuple[GameFileEntry, ...]
    uncounted_entries: tuple[GameFileEntry, ...]
    """Entries that no longer count, with their last body; their last version has none."""
    announcements_since_deal: tuple[tuple[int, Body], ...]
    """Announcements since the last deal."""
    corrections: tuple[tuple[int, Body], ...]
    """Corrections that hold: `seq` and content."""
    reseating_seqs: frozenset[int]
    """The entries that moved players to other seats."""
    sign_offs: tuple[SignOff, ...]
    """All sign-offs of kingdoms."""
    disputes: Mapping[int, Dispute]
    """Disputes by the entry that raised each."""
    policy: Policy
    second_person_since_seq: int
    """Later entries need a second confirmation, if the policy asks for it."""
    referee_since_seq: int
    """The entry that appointed the referee, if there is one."""
    confirming_seats_by_seq: Mapping[int, frozenset[Seat]]
    """Confirmed entries, and the players who confirmed each; none for the referee."""
    undone_seqs: frozenset[int]
    event_type_by_seq: Mapping[int, type[GameEvent]]
    """The event type of every entry, by its `seq`."""
    name_digests: BySeat[str | None] = NO_NAMES
    """The digests of the players' names in seals; they stay when a name is removed."""
    seal_uid: str | None = None
    """The game's id in its seals; None while no entry has a link, and seals are of the old kind."""
    ever_opened_link_seats: frozenset[Seat] = frozenset()
    """Seats whose player link was ever opened: only it and the referee speak for them since."""
    current_abandonments: tuple[tuple[int, Body], ...] = ()
    """Abandonments since the last announcement or deal, the latest last."""
    opened_link_holders: frozenset[str] = frozenset()
    """Opened links that have not been replaced since, by their seat's letter or `referee`."""

    @property
    def counted_seqs(self) -> frozenset[int]:
        """The entries of the game file that count, by the `seq` of their first version."""
        return frozenset(counted.seq for counted in self.counted_entries)

    def play(self, *extra_entries: ScoreEntry) -> GameWithRefusals:
        """The scored game, with more entries at its end."""
        return score_game(
            self.rules, self.first_king, [*(counted.score_entry for counted in self.counted_entries), *extra_entries]
        )

    @property
    def name_by_original_seat(self) -> BySeat[str | None]:
        """The names by the players' original seats."""
        return values_by_new_seat(self.player_names, self.original_seat_by_seat)

    def player_names_at(self, seq: int) -> BySeat[str | None]:
        """The players by seat at the time of an entry."""
        names_since = reversed(self.player_names_history)
        return next((names for since, names in names_since if since <= seq), self.player_names)

    def rules_at(self, seq: int) -> HouseRules:
        """The house rules by which an entry was scored when it was recorded."""
        return next((rules for since, rules in reversed(self.rules_history) if since <= seq), self.rules)

    def kingdom_digest(self, king: Seat) -> str:
        """The current digest of a kingdom, which sign-offs name."""
        return (
            self._old_kingdom_digest(king)
            if self.seal_uid is None
            else self.kingdom_digest_variants(king).digest_with_names
        )

    def _old_kingdom_digest(self, king: Seat) -> str:
        bodies = (counted.body for counted in self.counted_entries if counted.score_entry.king is king)
        return old_kingdom_digest(self.rules, king, bodies, self.original_seat_by_seat)

    def kingdom_digest_variants(
        self, king: Seat, bodies_by_letter: Mapping[str, Sequence[Body]] | None = None
    ) -> KingdomDigestVariants:
        """The digests of a kingdom in a game whose entries have links. `bodies_by_letter`: by king, if known."""
        bodies = (self._bodies_by_king_letter() if bodies_by_letter is None else bodies_by_letter).get(king.name, ())
        digest_without_names = content_digest(self.seal_uid or "", self.rules, king, bodies, self.original_seat_by_seat)
        with_names = digest_with_names(digest_without_names, self.name_digests)
        return KingdomDigestVariants(self._old_kingdom_digest(king), digest_without_names, with_names)

    def kingdom_sign_offs(self, game: Game) -> tuple[KingdomSignOffs, ...]:
        """The sign-offs of each complete kingdom of this game."""
        complete = [kingdom.king for kingdom in game.kingdoms if kingdom.is_complete]
        if self.seal_uid is None:
            return old_kingdom_sign_offs({king: self.kingdom_digest(king) for king in complete}, self.sign_offs)
        grouped = self._bodies_by_king_letter() if complete else {}
        return tuple(
            kingdom_sign_offs_of(king, self.kingdom_digest_variants(king, grouped), self.sign_offs) for king in complete
        )

    def _bodies_by_king_letter(self) -> Mapping[str, Sequence[Body]]:
        return bodies_by_king_letter(counted.body for counted in self.counted_entries)

    def game_seal(self, game: Game) -> str | None:
        """The game's seal; None until all four have signed off every kingdom under their current names."""
        if self.seal_uid is None or not game.is_complete or not self.sign_offs:
            return None
        if not all(sign_off.seal and not sign_off.former_sealed_names for sign_off in self.kingdom_sign_offs(game)):
            return None
        bodies = (counted.body for counted in self.counted_entries)
        digest_without_names = content_digest(self.seal_uid, self.rules, None, bodies, self.original_seat_by_seat)
        return seal_of(digest_with_names(digest_without_names, self.name_digests))

    def signed_kingdoms_changed_in(self, changed_record: "Record") -> tuple[Seat, ...]:
        """The kings whose kingdoms are signed off by all four here and different in the changed record."""
        signed = [sign_off for sign_off in self.kingdom_sign_offs(self.play().game) if sign_off.seal]
        if changed_record.seal_uid is None:
            return tuple(king for king, digest, *_ in signed if changed_record.kingdom_digest(king) != digest)
        sealed_record = self._replace(seal_uid=changed_record.seal_uid)  # the next entry may be the first with a link
        return tuple(
            king
            for king, *_ in signed
            if changed_record.kingdom_digest_variants(king).content_digest
            != sealed_record.kingdom_digest_variants(king).content_digest
        )

    def pre_referee_kingdoms_changed_in(self, changed_record: "Record") -> tuple[Seat, ...]:
        """The kings of changed kingdoms that all four signed off before there was a referee."""
        if changed_record.seal_uid is None:
            return ()
        signed_since = {sign_off.king for sign_off in self.sign_offs if sign_off.seq >= self.referee_since_seq}
        return tuple(king for king in self.signed_kingdoms_changed_in(changed_record) if king not in signed_since)

    @property
    def seals_ever_given(self) -> tuple[tuple[Seat, str], ...]:
        """Every seal that a kingdom of this game ever had, in order."""
        signed = {sign_off[:3] for sign_off in self.sign_offs}
        seals = {
            (sign_off.king, sign_off.digest): sign_off.seal
            for sign_off in self.sign_offs
            if all((sign_off.king, seat, sign_off.digest) in signed for seat in SEATS)
        }
        return tuple((king, seal) for (king, _digest), seal in seals.items())

    @property
    def current_king_by_seal(self) -> Mapping[str, Seat]:
        """The current king of the kingdom of every seal: the same player, who may have changed seats since."""
        current_kings = {(sign_off.king, sign_off.seal): sign_off.current_king for sign_off in self.sign_offs}
        return {seal: current_kings[king, seal] for king, seal in self.seals_ever_given}

    @property
    def ruling_seqs(self) -> frozenset[int]:
        """The entries by which the referee corrected something or resolved a dispute."""
        corrections = {seq for seq, correction in self.corrections if REFEREE in correction.get("with", ())}
        resolutions = {each.resolving_seq for each in self.disputes.values() if each.resolved_by_referee}
        return frozenset(seq for seq in corrections | resolutions if seq)

    @property
    def unanimous_correction_seqs(self) -> frozenset[int]:
        """The corrections that all four approved."""
        return frozenset(seq for seq, correction in self.corrections if len(correction.get("with", ())) == len(SEATS))

    def ruling_changed_in(self, changed_record: "Record") -> bool:
        """Whether an entry that the referee ruled on is different in the changed record."""
        upheld = {
            dispute.about_seq
            for dispute in self.disputes.values()
            if dispute.resolved_by_referee and dispute.resolution == "as_it_stands"
        }
        versions = {counted.seq: counted.current_seq for counted in changed_record.counted_entries}
        return any(
            versions.get(counted.seq) != counted.current_seq
            for counted in self.counted_entries
            if counted.current_seq in self.ruling_seqs or counted.seq in upheld
        )

    @property
    def unconfirmed_entries(self) -> tuple[GameFileEntry, ...]:
        """Entries that wait for a second person; none if the policy does not ask for one."""
        if not self.policy.second_person:
            return ()
        return tuple(
            counted
            for counted in self.counted_entries
            if counted.current_seq > self.second_person_since_seq
            and counted.current_seq not in self.confirming_seats_by_seq
        )

    def is_equivalent_to(self, changed_record: "Record") -> bool:
        """Whether rules, players, seats and the content of entries are equal.

        Seats are compared as well, since removed names are all None.
        """
        own_content, changed_content = (
            (
                record.house_rules_json,
                record.first_king,
                record.player_names,
                record.original_seat_by_seat,
                [counted.body for counted in record.counted_entries],
                record.announcements_since_deal,
            )
            for record in (self, changed_record)
        )
        return own_content == changed_content

    def announcement_in_force(self, game_with_refusals: GameWithRefusals) -> Announcement | None:
        """The announcement for the next deal: the latest that is still possible."""
        for seq, body in reversed(self.announcements_since_deal):
            announcement, faults = read_announcement(body, self.rules, game_with_refusals.game)
            if announcement is not None and not faults:
                return announcement._replace(seq=seq)
        return None

    def game_file_json(self) -> Body:
        """The current game file."""
        first_king = {} if self.first_king is None else {"first_king": self.first_king.name}
        used = {name.casefold() for name in self.player_names if name is not None}
        names = [name or _placeholder_name(letter, used) for letter, name in self.player_names.by_letter().items()]
        return {
            "format": GAME_FILE_FORMAT,
            "players": names,
            "house_rules": self.house_rules_json,
            **first_king,
            "deals": [counted.body for counted in self.counted_entries],
        }


class PlayedGame(NamedTuple):
    """A game with its score."""

    record: Record
    game_with_refusals: GameWithRefusals


def _placeholder_name(letter: str, used_names: set[str]) -> str:
    """The name for a removed one in a game file, where names have to differ."""
    return f"({letter})" if letter.casefold() in used_names else letter
