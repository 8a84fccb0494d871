"""The deals of a club's games, a row each."""

from collections.abc import Iterator

from trexscore.db.clubs.counted_games import GameRow
from trexscore.db.journals import GAMES
from trexscore.db.models import db
from trexscore.game.builder import fold
from trexscore.i18n.words import CARD, CONTRACT
from trexscore.rules.captures import Captures
from trexscore.rules.cards import Card, Contract
from trexscore.rules.game import DealScore
from trexscore.rules.seats import SEATS, BySeat, Points, Seat
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.games import counted_games, seat_players
from trexscore.web.clubs.data.sheet import Column, Sheet, Value, Word
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

_CARDS = tuple(Card)


def deals_sheet(club: ClubContext) -> Sheet:
    """A row for each deal and each point adjustment of the games that the club counts, so that points add up."""
    columns = [
        Column("game", _("Game")),
        Column("on", _("Day")),
        Column("deal", _("Deal")),
        Column("kind", _("Type")),
        Column("king", _("King")),
        Column("contracts", _("Contracts")),
        *_by_seat("player", _("Player %(seat)s")),
        *_by_seat("points", _("Points %(seat)s")),
    ]
    for card in _CARDS:
        code, name = card.name.lower(), _(CARD[card])
        columns += [
            Column(f"{code}_taken_by", _("%(card)s: taken by", card=name)),
            Column(f"{code}_doubled_by", _("%(card)s: doubled by", card=name)),
        ]
    columns += _by_seat("diamonds", _("Diamonds %(seat)s"))
    columns += _by_seat("tricks", _("Tricks %(seat)s"))
    columns += _by_seat("trex", _("Finish in Trex %(seat)s"))
    return Sheet(tuple(columns), _deal_rows(club))


def _by_seat(key: str, heading: str) -> list[Column]:
    letters = reader_language().letters
    return [Column(f"{key}_{seat.name.lower()}", heading % {"seat": letters[seat]}) for seat in SEATS]


def _deal_rows(club: ClubContext) -> Iterator[tuple[Value, ...]]:
    for games in counted_games(club):
        for game in games:
            if game.counted is not None:
                yield from _deals_of(club, game)


def _deals_of(club: ClubContext, game: GameRow) -> Iterator[tuple[Value, ...]]:
    record = fold(GAMES.read_fold_entries(db.session(), game.game_id))
    player_names = seat_players(club, game).map(lambda seat: seat.by_name or seat.name)
    deals = {deal.entry: deal for deal in record.play().game.deals}
    for place, counted in enumerate(record.counted, 1):
        if place in deals:
            yield _deal_row(game, deals[place], counted.entry.captures, player_names)
        elif counted.entry.adjustment is not None:
            yield _adjustment_row(game, counted.entry.adjustment, player_names)


def _deal_row(game: GameRow, deal: DealScore, captures: Captures, names: BySeat[str | None]) -> tuple[Value, ...]:
    contracts = tuple(Word(code, _(CONTRACT[Contract(code)])) for code in deal.programme.contracts)
    row: list[Value] = [
        game.uid,
        game.sort_key[:10],
        deal.number,
        Word("deal", _("Deal")),
        _letter(deal.king),
        contracts,
    ]
    row += [*names, *deal.points]
    taken = dict(captures.cards)
    for card in _CARDS:
        capture = taken.get(card)
        row += [None, None] if capture is None else [_letter(capture.taken_by), _letter(capture.doubled_by)]
    for counts in (captures.diamonds, captures.tricks):
        row += [None] * len(SEATS) if counts is None else counts
    places = {} if captures.trex is None else {seat: place for place, seat in enumerate(captures.trex, 1)}
    row += [places.get(seat) for seat in SEATS]
    return tuple(row)


def _adjustment_row(game: GameRow, points: Points, names: BySeat[str | None]) -> tuple[Value, ...]:
    kind = Word("adjustment", _("Adjustment"))
    nothing_taken = [None] * (2 * len(_CARDS) + 3 * len(SEATS))
    return (game.uid, game.sort_key[:10], None, kind, None, (), *names, *points, *nothing_taken)


def _letter(seat: Seat | None) -> Word | None:
    return None if seat is None else Word(seat.name, reader_language().letters[seat])
