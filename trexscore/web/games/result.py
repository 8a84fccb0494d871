"""The result: who won, by how much, and who pays whom; of an abandoned game, as its house rules define it."""

from typing import NamedTuple

from trexscore.i18n.game_terms import PRESET_NAMES
from trexscore.i18n.marking import Plural
from trexscore.i18n.texts.highlights import HAS_WON_TEXT, WINS_BY_TEXT, WINS_TIE_BREAK_TEXT
from trexscore.i18n.texts.options import UNFINISHED_GAME_TEXTS
from trexscore.league.result import result_of
from trexscore.rules.game import Game
from trexscore.rules.seats import SEATS
from trexscore.rules.winners import points_direction_of
from trexscore.web.games.seats import TEAM_LETTERS, SeatView, SideView, team_names
from trexscore.web.games.view import GameView
from trexscore.web.rendering import join_names, translate_plural
from trexscore.web.rendering import translate as _


class Payment(NamedTuple):
    """What one side pays another, by name."""

    payer: str
    payee: str
    points: int


def ranked_sides(game: GameView) -> list[SeatView | SideView]:
    """The players in order, or the two teams."""
    return sorted(game.sides, key=lambda side: side.rank)


def verdict(game: GameView) -> str:
    """Who won and by how much, short enough for a header; empty while the game goes on."""
    if not game.complete:
        return ""
    names, people = _joined_short_winner_names(game), game.winning_player_count
    if game.rules.winner == "worst_player_loses":
        losers = [seat for seat in game.seats if seat.seat not in game.winning_seats]
        if game.partnership or len(losers) != 1:
            return _winners_sentence(HAS_WON_TEXT, people, names=names)
        margin = min(abs(seat.total - losers[0].total) for seat in game.seats if seat is not losers[0])
        return _("%(name)s loses by %(points)s", name=losers[0].short, points=margin)
    if len(game.winners) > 1:
        return _("%(names)s share the win", names=names)
    margin = ranked_sides(game)[1].points_behind
    if margin == 0:
        return _winners_sentence(WINS_TIE_BREAK_TEXT, people, names=names)
    return _winners_sentence(WINS_BY_TEXT, people, names=names, points=margin)


def _winners_sentence(plural_forms: Plural, winner_count: int, **params: object) -> str:
    return translate_plural(plural_forms.one, plural_forms.many, winner_count, **params)


def _joined_short_winner_names(game: GameView) -> str:
    """The winners' short names."""
    if game.partnership:
        pairs = team_names([seat.short for seat in game.seats])
        names = [pair for pair, team in zip(pairs, TEAM_LETTERS, strict=True) if team in game.state.result.winners]
    else:
        names = [seat.short for seat in game.seats if seat.seat in game.winning_seats]
    return join_names(names)


def played_rules_name_text(game: GameView) -> str:
    """The name of the preset, with a note if the table changed it."""
    preset = _(PRESET_NAMES[game.preset.name])
    if game.rules == game.preset.rules:
        return _("Rules: %(preset)s", preset=preset)
    return _("Rules: %(preset)s, changed", preset=preset)


def points_to_settle(game: GameView) -> list[tuple[str, int]]:
    """The points of each side by name; negative for those who pay.

    Empty where the worst player loses: winners can have fewer points, and no source says who pays whom.
    """
    if game.rules.winner == "worst_player_loses":
        return []
    points_direction = points_direction_of(game.rules)
    return [(side.name, points_direction * side.total) for side in game.sides]


def payments(game: GameView) -> list[Payment]:
    """Few payments that settle all points: those below zero pay those above. Empty if the totals do not sum to zero."""
    shares = points_to_settle(game)
    if sum(points for _name, points in shares) != 0:
        return []
    gains = {name: points for name, points in shares if points > 0}
    paid: list[Payment] = []
    for payer, points in sorted(shares, key=lambda share: share[1]):
        owes = -points
        for payee in sorted(gains, key=lambda name: -gains[name]):
            part = min(owes, gains[payee])
            if part > 0:
                paid.append(Payment(payer, payee, part))
                gains[payee] -= part
                owes -= part
    return paid


def tie_note(game: GameView) -> str:
    """How a tie was decided; empty if there was none."""
    if game.state.result.tie_broken_by == "deal":
        return _("Tied on points: decided by the tiebreaker deal.")
    if game.may_break_tie:
        return _("Tied on points and in Trex: the win is shared until a tiebreaker deal decides.")
    if game.state.result.tie_broken_by is not None:
        return _("Tied on points: decided by more first places in Trex.")
    if len(game.winners) > 1 and game.rules.winner != "worst_player_loses":
        return _("Tied on points: the win is shared. You can play one more deal, but it’s not part of this game.")
    return ""


def ranked_sides_when_abandoned(view: GameView, game: Game) -> list[SideView]:
    """The ranks by the points that count, partners together; empty if there is no result."""
    result = result_of(view.rules, game)
    if result is None:
        return []
    seats = [
        SideView(view.name_of(seat), result.points[seat], result.finishes[seat].first, result.finishes[seat].is_shared)
        for seat in SEATS
    ]
    if view.partnership:
        seats = [
            SideView(team.name, first.total + second.total, first.rank, first.tied)
            for team, first, second in zip(view.teams, seats[:2], seats[2:], strict=True)
        ]
    return sorted(seats, key=lambda place: place.rank)


def what_counts_when_abandoned(view: GameView, game: Game) -> str:
    """The rule for what counts; that there is no result if, for example, no kingdom is finished."""
    rule = view.rules.unfinished_game if result_of(view.rules, game) else "no_result"
    return _(UNFINISHED_GAME_TEXTS[rule])
