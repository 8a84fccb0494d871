"""The deals of a club's games, a row each."""

from collections.abc import Iterator
from typing import NamedTuple

from trexscore.i18n.game_terms import CONTRACT_NAMES
from trexscore.i18n.marking import N_
from trexscore.ledger.schema_parts import INTEGER, TEXT, array_of
from trexscore.rules.captures import NO_CAPTURES, Captures, TakenCard
from trexscore.rules.cards import Card, Contract
from trexscore.rules.game import DealScore
from trexscore.rules.seats import Points, Seat
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.columns import (
    DAY_SCHEMA,
    MAYBE_INTEGER,
    MAYBE_TEXT,
    CodedText,
    Column,
    dataset_decorator,
    seat_columns,
)
from trexscore.web.clubs.data.games import ClubGame, game_batches
from trexscore.web.clubs.members.presenter import display_name
from trexscore.web.games.access import load_record
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

_KIND_TEXTS = {"deal": N_("Deal"), "adjustment": N_("Adjustment")}


class DealOrAdjustmentRow(NamedTuple):
    """A deal of a game, or an adjustment: then there is no deal."""

    club_game: ClubGame
    deal: DealScore | None
    points: Points
    captures: Captures = NO_CAPTURES

    @property
    def kind(self) -> CodedText:
        """Which of the two it is."""
        code = "adjustment" if self.deal is None else "deal"
        return CodedText(code, _(_KIND_TEXTS[code]))

    @property
    def contracts(self) -> tuple[CodedText, ...]:
        """The contracts of the deal."""
        codes = () if self.deal is None else self.deal.contract_set.contracts
        return tuple(CodedText(code, _(CONTRACT_NAMES[Contract(code)])) for code in codes)

    def player_name(self, seat: Seat) -> str | None:
        """Who played."""
        players = self.club_game.players[seat]
        player = players.substitute or players.credited_member
        return None if player is None else display_name(player)

    def find_taken_card(self, card: Card) -> TakenCard | None:
        """Who took a card; None if it did not count."""
        return next((taken for captured, taken in self.captures.cards if captured is card), None)


def _coded_seat(seat: Seat | None) -> CodedText | None:
    return None if seat is None else CodedText(seat.name, reader_language().seat_letter(seat))


def _card_columns(card: Card) -> tuple[Column[DealOrAdjustmentRow], ...]:
    def taken_by(row: DealOrAdjustmentRow) -> CodedText | None:
        taken_card = row.find_taken_card(card)
        return None if taken_card is None else _coded_seat(taken_card.taken_by)

    def doubled_by(row: DealOrAdjustmentRow) -> CodedText | None:
        taken_card = row.find_taken_card(card)
        return None if taken_card is None else _coded_seat(taken_card.doubled_by)

    code = card.name.lower()
    return (
        Column(f"{code}_taken_by", MAYBE_TEXT, taken_by, N_("%(card)s: taken by"), card),
        Column(f"{code}_doubled_by", MAYBE_TEXT, doubled_by, N_("%(card)s: doubled by"), card),
    )


_POINTS_COLUMNS: tuple[Column[DealOrAdjustmentRow], ...] = seat_columns(
    "points", INTEGER, lambda row, seat: row.points[seat], N_("Points %(seat)s")
)
_DIAMONDS_COLUMNS: tuple[Column[DealOrAdjustmentRow], ...] = seat_columns(
    "diamonds",
    MAYBE_INTEGER,
    lambda row, seat: row.captures.diamonds and row.captures.diamonds[seat],
    N_("Diamonds %(seat)s"),
)
_TRICKS_COLUMNS: tuple[Column[DealOrAdjustmentRow], ...] = seat_columns(
    "tricks", MAYBE_INTEGER, lambda row, seat: row.captures.tricks and row.captures.tricks[seat], N_("Tricks %(seat)s")
)
_TREX_FINISH_COLUMNS: tuple[Column[DealOrAdjustmentRow], ...] = seat_columns(
    "trex",
    MAYBE_INTEGER,
    lambda row, seat: row.captures.trex_order and row.captures.trex_order.index(seat) + 1,
    N_("Finish in Trex %(seat)s"),
)
COLUMNS: tuple[Column[DealOrAdjustmentRow], ...] = (
    Column("game", TEXT, lambda row: row.club_game.game_row.uid, N_("Game")),
    Column("on", DAY_SCHEMA, lambda row: row.club_game.game_row.sort_key[:10], N_("Day")),
    Column("deal", MAYBE_INTEGER, lambda row: row.deal and row.deal.number, N_("Deal")),
    Column("kind", TEXT, lambda row: row.kind, N_("Type")),
    Column("king", MAYBE_TEXT, lambda row: row.deal and _coded_seat(row.deal.king), N_("King")),
    Column("contracts", array_of(TEXT), lambda row: row.contracts, N_("Contracts")),
    *seat_columns("player", MAYBE_TEXT, DealOrAdjustmentRow.player_name, N_("Player %(seat)s")),
    *_POINTS_COLUMNS,
    *(column for card in Card for column in _card_columns(card)),
    *_DIAMONDS_COLUMNS,
    *_TRICKS_COLUMNS,
    *_TREX_FINISH_COLUMNS,
)


@dataset_decorator(COLUMNS)
def deals_and_adjustments_dataset(club: ClubContext) -> Iterator[DealOrAdjustmentRow]:
    """A row for each deal and each point adjustment of the games that the club counts, so that points add up."""
    for games in game_batches(club):
        for game in games:
            if game.counted_game is not None:
                yield from _deal_and_adjustment_rows(game)


def _deal_and_adjustment_rows(club_game: ClubGame) -> Iterator[DealOrAdjustmentRow]:
    record = load_record(club_game.game_row.game_id)
    deals = {deal.entry_place: deal for deal in record.play().game.deals}
    for place, counted in enumerate(record.counted_entries, 1):
        if place in deals:
            yield DealOrAdjustmentRow(club_game, deals[place], deals[place].points, counted.score_entry.captures)
        elif counted.score_entry.adjustment is not None:
            yield DealOrAdjustmentRow(club_game, None, counted.score_entry.adjustment)
