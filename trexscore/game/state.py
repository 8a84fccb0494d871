"""The state of a game, ready to be sent: the one description of what pages, phones and programs get.

Optional fields are left out where there is nothing to say, so that readers of earlier versions see what they know.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import msgspec
from msgspec import UNSET, UnsetType

from trexscore.game.announcement import NAME_OF, Announcement
from trexscore.game.dispute import Dispute
from trexscore.game.file.house_rules import rules_in_force
from trexscore.game.file.result import Result, result_of
from trexscore.game.record import Record
from trexscore.game.sign_off import KingdomSignOff
from trexscore.ledger.chain import Body
from trexscore.rules.cards import Contract
from trexscore.rules.expected import face_value
from trexscore.rules.game import DealScore, Game, Played
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS
from trexscore.rules.tables.points import table_in_json


class Cell(msgspec.Struct, frozen=True):
    """Who got most in a contract of a deal, and how much."""

    seats: Sequence[str]
    points: int


class SignOffState(msgspec.Struct, frozen=True):
    """How far a complete kingdom is signed off."""

    king: str
    seats: Sequence[str]
    digest: str
    seal: str | None
    signed_as: Sequence[str | None] | UnsetType = UNSET
    cancelled: bool | UnsetType = UNSET
    by_scorer: Sequence[str] | UnsetType = UNSET


class DisputeState(msgspec.Struct, frozen=True):
    """A dispute, and who agrees with it."""

    seq: int
    seat: str
    about: int | None
    reason: str
    changes: Sequence[Body]
    agree: Sequence[str]
    disagree: Sequence[str]
    end: str | None
    by_referee: bool
    asked_again: bool
    end_reason: str | UnsetType = UNSET


class DeadlineState(msgspec.Struct, frozen=True):
    """Until when entries can be corrected."""

    minutes: int
    after: str


class PolicyState(msgspec.Struct, frozen=True):
    """How the table keeps its score."""

    second_person: bool
    deadline: DeadlineState | None
    referee: bool


class LastEntry(msgspec.Struct, frozen=True):
    """The last entry that can be undone."""

    seq: int
    entry: Body


class AnnouncedState(msgspec.Struct, frozen=True):
    """The contract of the next deal, and who doubled what."""

    seq: int
    king: str
    contracts: Sequence[str]
    doubled: Mapping[str, str]


class EarlierTable(msgspec.Struct, frozen=True):
    """The points table that held until an entry changed the house rules."""

    until: int
    points_table: Body


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A game after its last entry, but for what the reader may do."""

    seq: int
    players: Sequence[str | None]
    house_rules: Body
    rules: Body
    result: Result
    points_table: Body
    candidates: Sequence[str]
    grid: Sequence[Mapping[str, Cell]]
    seqs: Sequence[int]
    """The entry of each deal."""
    agreements: Sequence[SignOffState]
    game_seal: str | UnsetType = UNSET
    terms: PolicyState
    unconfirmed: Sequence[int]
    disputes: Sequence[DisputeState]
    own_links: Sequence[str] | UnsetType = UNSET
    """Seats whose own link was opened: it alone speaks for them, with the referee's."""
    opened: Sequence[str] | UnsetType = UNSET
    """The links that their holders have opened."""
    left: int
    """Points that the running king's remaining contracts add up to, undoubled."""
    last: LastEntry | None
    announced: AnnouncedState | None
    abandoned: int | UnsetType = UNSET
    tables_before: Sequence[EarlierTable] | UnsetType = UNSET
    draft: Body | UnsetType | None = UNSET
    """The deal that is being entered; stored beside the state."""


def state_of(record: Record, played: Played, seq: int) -> State:
    """The state of a game after entry `seq`."""
    game, announcement = played.game, record.announcement(played)
    own = [seat.name for seat in SEATS if seat in record.own_links]
    return State(
        seq=seq,
        players=list(record.players),
        house_rules=record.house_rules,
        rules=rules_in_force(record.rules),
        result=result_of(game),
        points_table=table_in_json(record.rules),
        candidates=[seat.name for seat in game.candidates],
        grid=[_cells(record.rules, deal) for deal in game.deals],
        seqs=[record.counted[deal.entry - 1].seq for deal in game.deals],
        agreements=[_sign_off(one) for one in record.agreements(game)],
        game_seal=record.game_seal(game) or UNSET,
        terms=_policy(record),
        unconfirmed=[one.seq for one in record.unconfirmed],
        disputes=[_dispute(dispute) for dispute in record.disputes],
        own_links=own or UNSET,
        opened=sorted(record.opened) or UNSET,
        left=_still_to_come(record.rules, game),
        last=_last(record),
        announced=None if announcement is None else _announced(announcement),
        abandoned=record.abandoned[-1][0] if record.abandoned else UNSET,
        tables_before=_tables_before(record) or UNSET,
    )


def _sign_off(one: KingdomSignOff) -> SignOffState:
    return SignOffState(
        one.king.name,
        [seat.name for seat in one.seats],
        one.digest,
        one.seal,
        list(one.players) if one.players else UNSET,
        one.cancelled or UNSET,
        [seat.name for seat in one.by_scorer] or UNSET,
    )


def _policy(record: Record) -> PolicyState:
    deadline = record.policy.deadline
    return PolicyState(
        record.policy.second_person,
        None if deadline is None else DeadlineState(deadline.minutes, deadline.after),
        record.policy.referee,
    )


def _dispute(dispute: Dispute) -> DisputeState:
    return DisputeState(
        dispute.seq,
        dispute.seat.name,
        dispute.about,
        dispute.reason,
        dispute.changes,
        [seat.name for seat in SEATS if seat in dispute.agree],
        [seat.name for seat in SEATS if seat in dispute.disagree],
        dispute.end,
        dispute.by_referee,
        dispute.is_asked_again,
        dispute.end_reason or UNSET,
    )


def _announced(one: Announcement) -> AnnouncedState:
    doubled = {NAME_OF[card]: seat.name for card, seat in one.doubled}
    return AnnouncedState(one.seq, one.king.name, one.programme.contracts, doubled)


def _tables_before(record: Record) -> list[EarlierTable]:
    """The history tells points as they were recorded."""
    changes = pairwise(record.ruled)
    return [EarlierTable(seq, table_in_json(rules)) for (_, rules), (seq, _) in changes]


def _cells(rules: HouseRules, deal: DealScore) -> Mapping[str, Cell]:
    """For each contract of a deal, who got most of what it is about."""
    cells = {}
    for contract in deal.programme.contracts:
        points = [0, 0, 0, 0]
        for line in deal.lines:
            if line.contract is contract:
                points[line.seat] += line.points
        wanted = rules.sign if contract is Contract.TREX else -rules.sign
        most = max(wanted * n for n in points)
        seats = [seat.name for seat in SEATS if most and wanted * points[seat] == most]
        cells[contract.value] = Cell(seats, wanted * most)
    return cells


def _last(record: Record) -> LastEntry | None:
    """The last entry that can be undone."""
    entries = [LastEntry(counted.seq, counted.body) for counted in record.counted[-1:]]
    entries += [LastEntry(seq, {"announced": said}) for seq, said in record.announced[-1:]]
    entries += [LastEntry(seq, {"abandoned": said}) for seq, said in record.abandoned[-1:]]
    entries += [LastEntry(seq, {"corrected": said}) for seq, said in record.corrected[-1:]]
    return max(entries, key=lambda one: one.seq, default=None)


def _still_to_come(rules: HouseRules, game: Game) -> int:
    king = game.kings.running
    return 0 if king is None else face_value(rules, game.kings.left[king])
