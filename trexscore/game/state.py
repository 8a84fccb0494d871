"""The JSON state of a game for pages, phones and programs.

Empty optional fields are left out, so that clients of earlier versions get the fields that they know.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from operator import itemgetter

import msgspec
from msgspec import UNSET, UnsetType

from trexscore.game.announcement import NAME_BY_DOUBLABLE_CARD, Announcement
from trexscore.game.dispute import Dispute
from trexscore.game.events.announcement_and_abandonment import ContractAnnounced, GameAbandoned
from trexscore.game.events.correction import EntriesCorrected
from trexscore.game.policy import Policy
from trexscore.game.record import Record
from trexscore.game.scored_game import ScoredGame, scored_game_of
from trexscore.game.sign_off import KingdomSignOffs
from trexscore.ledger.chain import Body
from trexscore.rules.cards import Contract
from trexscore.rules.expected_sum import undoubled_sum
from trexscore.rules.game import DealScore, Game, GameWithRefusals
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.options import all_options_as_json
from trexscore.rules.seats import SEATS
from trexscore.rules.tables.points import points_table_json


class MostGainedOrLost(msgspec.Struct, frozen=True):
    """The players who got most in a contract of a deal, and their points."""

    seats: Sequence[str]
    points: int


class KingdomSignOffState(msgspec.Struct, frozen=True):
    """The sign-offs of a complete kingdom."""

    king: str
    seats: Sequence[str]
    digest: str
    seal: str | None
    signed_as: Sequence[str | None] | UnsetType = UNSET
    cancelled: bool | UnsetType = UNSET
    by_scorer: Sequence[str] | UnsetType = UNSET


class DisputeState(msgspec.Struct, frozen=True):
    """A dispute with its answers."""

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


class LastUndoableEntry(msgspec.Struct, frozen=True):
    """The last entry that can be undone."""

    seq: int
    entry: Body


class AnnouncedDeal(msgspec.Struct, frozen=True):
    """The contract of the next deal, and the holders of doubled cards."""

    seq: int
    king: str
    contracts: Sequence[str]
    doubled: Mapping[str, str]


class EarlierPointsTable(msgspec.Struct, frozen=True):
    """The points table that was in force until entry `until` changed the house rules."""

    until: int
    points_table: Body


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A game after its last entry, without the reader's permissions."""

    seq: int
    players: Sequence[str | None]
    house_rules: Body
    rules: Body
    result: ScoredGame
    points_table: Body
    candidates: Sequence[str]
    grid: Sequence[Mapping[str, MostGainedOrLost]]
    seqs: Sequence[int]
    """The entry of each deal."""
    agreements: Sequence[KingdomSignOffState]
    game_seal: str | UnsetType = UNSET
    terms: Policy
    unconfirmed: Sequence[int]
    disputes: Sequence[DisputeState]
    own_links: Sequence[str] | UnsetType = UNSET
    """Seats whose own link was opened: only it and the referee link speak for them."""
    opened: Sequence[str] | UnsetType = UNSET
    """The links that their holders have opened: seats' letters, or `referee`."""
    left: int
    """The sum of the remaining contracts of the current king, without doublings."""
    last: LastUndoableEntry | None
    announced: AnnouncedDeal | None
    abandoned: int | UnsetType = UNSET
    tables_before: Sequence[EarlierPointsTable] | UnsetType = UNSET
    draft: Body | UnsetType | None = UNSET
    """The deal that is being entered; stored separately."""


def state_of(record: Record, game_with_refusals: GameWithRefusals, seq: int) -> State:
    """The state of a game after entry `seq`."""
    game, announcement_in_force = game_with_refusals.game, record.announcement_in_force(game_with_refusals)
    seats_with_opened_link = [seat.name for seat in SEATS if seat in record.ever_opened_link_seats]
    return State(
        seq=seq,
        players=list(record.player_names),
        house_rules=record.house_rules_json,
        rules=all_options_as_json(record.rules),
        result=scored_game_of(game),
        points_table=points_table_json(record.rules),
        candidates=[seat.name for seat in game.possible_next_kings],
        grid=[_most_gained_or_lost(record.rules, deal) for deal in game.deals],
        seqs=[record.counted_entries[deal.entry_place - 1].seq for deal in game.deals],
        agreements=[_sign_off_state(sign_off) for sign_off in record.kingdom_sign_offs(game)],
        game_seal=record.game_seal(game) or UNSET,
        terms=record.policy,
        unconfirmed=[counted.seq for counted in record.unconfirmed_entries],
        disputes=[_dispute_state(dispute) for dispute in record.disputes.values()],
        own_links=seats_with_opened_link or UNSET,
        opened=sorted(record.opened_link_holders) or UNSET,
        left=_undoubled_kingdom_sum_left(record.rules, game),
        last=_last_undoable_entry(record),
        announced=None if announcement_in_force is None else _announced_deal(announcement_in_force),
        abandoned=record.current_abandonments[-1][0] if record.current_abandonments else UNSET,
        tables_before=_earlier_points_tables(record) or UNSET,
    )


def _sign_off_state(kingdom_sign_offs: KingdomSignOffs) -> KingdomSignOffState:
    return KingdomSignOffState(
        kingdom_sign_offs.king.name,
        [seat.name for seat in kingdom_sign_offs.signed_seats],
        kingdom_sign_offs.digest,
        kingdom_sign_offs.seal,
        list(kingdom_sign_offs.former_sealed_names) if kingdom_sign_offs.former_sealed_names else UNSET,
        kingdom_sign_offs.cancelled_by_change or UNSET,
        [seat.name for seat in kingdom_sign_offs.seats_signed_by_scorer] or UNSET,
    )


def _dispute_state(dispute: Dispute) -> DisputeState:
    return DisputeState(
        dispute.seq,
        dispute.seat.name,
        dispute.about_seq,
        dispute.reason,
        dispute.proposed_change_contents,
        [seat.name for seat in SEATS if seat in dispute.agreeing_seats],
        [seat.name for seat in SEATS if seat in dispute.disagreeing_seats],
        dispute.resolution,
        dispute.resolved_by_referee,
        dispute.players_are_asked_again,
        dispute.referee_reason or UNSET,
    )


def _announced_deal(announcement: Announcement) -> AnnouncedDeal:
    doubled = {NAME_BY_DOUBLABLE_CARD[card]: seat.name for card, seat in announcement.holder_by_doubled_card.items()}
    return AnnouncedDeal(announcement.seq, announcement.king.name, announcement.contract_set.contracts, doubled)


def _earlier_points_tables(record: Record) -> list[EarlierPointsTable]:
    """For the history, which shows points as they were recorded."""
    changes = pairwise(record.rules_history)
    return [EarlierPointsTable(seq, points_table_json(rules)) for (_, rules), (seq, _) in changes]


def _most_gained_or_lost(rules: HouseRules, deal: DealScore) -> Mapping[str, MostGainedOrLost]:
    """For each contract of a deal, the players with most points: gained in Trex, lost in the others."""
    cells = {}
    for contract in deal.contract_set.contracts:
        points = [0, 0, 0, 0]
        for line in deal.lines:
            if line.contract is contract:
                points[line.seat] += line.points
        sign = rules.sign if contract is Contract.TREX else -rules.sign
        largest_change = max(sign * n for n in points)
        seats = [seat.name for seat in SEATS if largest_change and sign * points[seat] == largest_change]
        cells[contract.value] = MostGainedOrLost(seats, sign * largest_change)
    return cells


def _last_undoable_entry(record: Record) -> LastUndoableEntry | None:
    entries = [(counted.seq, counted.body) for counted in record.counted_entries[-1:]]
    entries += [(seq, ContractAnnounced.flat_body_of(content)) for seq, content in record.announcements_since_deal[-1:]]
    entries += [(seq, GameAbandoned.body_of(content)) for seq, content in record.current_abandonments[-1:]]
    entries += [(seq, EntriesCorrected.body_of(content)) for seq, content in record.corrections[-1:]]
    return LastUndoableEntry(*max(entries, key=itemgetter(0))) if entries else None


def _undoubled_kingdom_sum_left(rules: HouseRules, game: Game) -> int:
    king = game.kingdoms_progress.king_of_running_kingdom
    return 0 if king is None else undoubled_sum(rules, game.kingdoms_progress.contracts_left_by_king[king])
