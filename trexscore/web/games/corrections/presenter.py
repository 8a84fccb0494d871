"""What a correction would lead to, before it is saved."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from trexscore.commands.games.preview_correction import CorrectionPreview
from trexscore.game.record import Record
from trexscore.i18n.texts.refusals import sentence
from trexscore.rules.cards import CONTRACTS, Contract
from trexscore.rules.contract_set import ALL_FOUR, ContractSet, contract_set_of
from trexscore.rules.game import DealScore, Game
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.refusals import refuse
from trexscore.rules.seats import SEATS, Team, by_team
from trexscore.web.games.contract_names import programme_name
from trexscore.web.games.corrections.changes import Changed, changes_between
from trexscore.web.games.corrections.forms import written
from trexscore.web.games.corrections.impossible import Impossible, impossible
from trexscore.web.games.seats import names_of
from trexscore.web.games.view import GameView
from trexscore.web.language import reader_language
from trexscore.web.rendering import isolated
from trexscore.web.rendering import translate as _


@dataclass(frozen=True, slots=True)
class Moved:
    """The total of a player, or of two partners, before and after."""

    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class DealMoved:
    """A deal that comes to something else although it was told right: each player's points before and after."""

    contracts: tuple[Contract, ...]
    king_name: str
    points: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """All that a table has to see before it decides."""

    changed: tuple[Changed, ...]
    deals: tuple[DealMoved, ...]
    moved: tuple[Moved, ...]
    winner: str
    """That somebody else has won then."""
    impossible: tuple[Impossible, ...]
    decided: tuple[str, ...]
    """What all four had agreed on or the referee has ruled on, and who has to stand behind it again."""
    changes: str
    late: str
    """That the time for it has passed on this link."""


def outcome(game: GameView, ahead: CorrectionPreview, changes: Sequence[Any]) -> Outcome:
    """What the changes would lead to."""
    return Outcome(
        changed=changes_between(ahead.now, ahead.then),
        deals=tuple(_deals_moved(ahead)),
        moved=tuple(_moved(game, ahead)),
        winner=_winner(ahead),
        impossible=tuple(impossible(ahead, changes)),
        decided=tuple(_decided(game, ahead)),
        changes=written(changes),
        late=_late(ahead.now) if ahead.late and game.may != "referee" else "",
    )


def _winner(ahead: CorrectionPreview) -> str:
    before, after = (_winners(*of) for of in ((ahead.now, ahead.now.play().game), (ahead.then, ahead.played.game)))
    if not before or not after or set(before) == set(after):
        return ""
    listed = reader_language().listed
    return _("The winner changes: %(before)s before, %(after)s now.", before=listed(before), after=listed(after))


def _winners(record: Record, game: Game) -> list[str]:
    """Who has won, by name; partners one by one."""
    names = names_of(record.players)
    sides = [winner % 2 if isinstance(winner, Team) else winner for winner in game.outcome.winners]
    step = 2 if record.rules.partnership else len(SEATS)
    return [isolated(names[seat]) for side in sides for seat in SEATS[side::step]]


def _decided(game: GameView, ahead: CorrectionPreview) -> Iterator[str]:
    kings = [_("%(king)s’s kingdom", king=game.called(king)) for king in ahead.agreed_on]
    if kings:
        yield _("All four had signed off: %(kings)s.", kings=reader_language().listed(kings))
    if ahead.overrules:
        yield _("The referee has decided this.")


def _late(record: Record) -> str:
    return sentence(reader_language(), refuse("too_late", referee=record.policy.referee))


def offered_contracts(rules: HouseRules) -> list[tuple[str, str]]:
    """What a deal can have been, as a form says it and as people do."""
    programmes: list[ContractSet] = [contract_set_of((contract,)) for contract in CONTRACTS]
    if rules.combining == "all_four":
        programmes = [ALL_FOUR, contract_set_of((Contract.TREX,))]
    return [("+".join(programme.contracts), programme_name(programme)) for programme in programmes]


def _moved(game: GameView, ahead: CorrectionPreview) -> Iterator[Moved]:
    """The totals, of the same people before and after."""
    before, after = ahead.now.play().game.totals, ahead.played.game.totals
    for seat in SEATS:
        yield Moved(game.called(seat), before[seat], after[ahead.sits[seat]])
    if not ahead.then.rules.partnership or ahead.sits.A.partner is not ahead.sits.C:
        return  # there are no partners then, or others
    for team, first in zip(game.teams, SEATS, strict=False):
        yield Moved(team.name, by_team(before)[first], by_team(after)[ahead.sits[first] % 2])


def _deals_moved(ahead: CorrectionPreview) -> Iterator[DealMoved]:
    names = names_of(ahead.then.players)
    scores = _scores(ahead.then, ahead.played.game.deals)
    for seq, now in _scores(ahead.now, ahead.now.play().game.deals).items():
        then = scores.get(seq)
        if then is None:
            continue
        points = tuple((now.points[seat], then.points[ahead.sits[seat]]) for seat in SEATS)
        if any(one != other for one, other in points):
            yield DealMoved(then.programme.contracts, names[then.king], points)


def _scores(record: Record, deals: Sequence[DealScore]) -> dict[int, DealScore]:
    """The deals that count, by the number of their entry."""
    return {record.counted[deal.entry - 1].seq: deal for deal in deals}
