"""What a correction would lead to, before it is saved."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from trexscore.commands.games.preview_correction import CorrectionPreview
from trexscore.game.record import Record
from trexscore.rules.cards import Contract
from trexscore.rules.game import DealScore, Game
from trexscore.rules.refusals import refuse
from trexscore.rules.seats import SEATS, sums_by_team
from trexscore.web.forms import render_refusal
from trexscore.web.games.correction_effects.contradictions import Contradiction, find_contradictions
from trexscore.web.games.correction_effects.forms import encode_changes
from trexscore.web.games.correction_effects.record_differences import IdenticalChanges, changes_between
from trexscore.web.games.seats import names_of
from trexscore.web.games.view import GameView
from trexscore.web.language import reader_language
from trexscore.web.rendering import isolate_name
from trexscore.web.rendering import translate as _


@dataclass(frozen=True, slots=True)
class TotalChange:
    """The total of a player, or of two partners, before and after."""

    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class DealPointsChange:
    """A deal whose points change, whether it is corrected itself or not: each player's points before and after."""

    contracts: tuple[Contract, ...]
    king_name: str
    points_before_and_after: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class CorrectionEffect:
    """What the table sees before it decides."""

    record_changes: tuple[IdenticalChanges, ...]
    deal_points_changes: tuple[DealPointsChange, ...]
    total_changes: tuple[TotalChange, ...]
    winner_change_sentence: str
    """A sentence if the winner changes."""
    contradictions: tuple[Contradiction, ...]
    lost_approval_sentences: tuple[str, ...]
    """What all four had signed off, or the referee has decided: it needs approval again."""
    encoded_changes: str
    missed_deadline_sentence: str
    """A sentence if the deadline for it has passed on this link."""


def correction_effect(
    game: GameView, preview: CorrectionPreview, change_contents: Sequence[object]
) -> CorrectionEffect:
    """What these valid changes would lead to."""
    return CorrectionEffect(
        record_changes=changes_between(preview.current_record, preview.corrected_record),
        deal_points_changes=tuple(_deal_points_changes(preview)),
        total_changes=tuple(_total_changes(game, preview)),
        winner_change_sentence=_winner_change_sentence(preview),
        contradictions=tuple(find_contradictions(preview, change_contents)),
        lost_approval_sentences=tuple(_lost_approval_sentences(game, preview)),
        encoded_changes=encode_changes(change_contents),
        missed_deadline_sentence=render_refusal(refuse("too_late", referee=preview.current_record.policy.referee))
        if preview.is_late and game.permission != "referee"
        else "",
    )


def _winner_change_sentence(preview: CorrectionPreview) -> str:
    before, after = (
        _winner_names(*of)
        for of in (
            (preview.current_record, preview.current_record.play().game),
            (preview.corrected_record, preview.corrected_game_with_refusals.game),
        )
    )
    if not before or not after or set(before) == set(after):
        return ""
    listed = reader_language().join_list
    return _("The winner changes: %(before)s before, %(after)s now.", before=listed(before), after=listed(after))


def _winner_names(record: Record, game: Game) -> list[str]:
    """The winners' names, partners separately."""
    names = names_of(record.player_names)
    return [isolate_name(names[seat]) for seat in game.outcome.winning_seats]


def _lost_approval_sentences(game: GameView, preview: CorrectionPreview) -> Iterator[str]:
    kings = [_("%(king)s’s kingdom", king=game.name_of(king)) for king in preview.changed_signed_kingdoms]
    if kings:
        yield _("All four had signed off: %(kings)s.", kings=reader_language().join_list(kings))
    if preview.changes_ruling:
        yield _("The referee has decided this.")


def _total_changes(game: GameView, preview: CorrectionPreview) -> Iterator[TotalChange]:
    """The totals of the same people before and after."""
    before, after = preview.current_record.play().game.totals, preview.corrected_game_with_refusals.game.totals
    for seat in SEATS:
        yield TotalChange(game.name_of(seat), before[seat], after[preview.new_seat_by_current_seat[seat]])
    if (
        not preview.corrected_record.rules.partnership
        or preview.new_seat_by_current_seat.A.partner is not preview.new_seat_by_current_seat.C
    ):
        return  # no partners then, or other ones
    for team, first in zip(game.teams, SEATS, strict=False):
        yield TotalChange(
            team.name, sums_by_team(before)[first], sums_by_team(after)[preview.new_seat_by_current_seat[first] % 2]
        )


def _deal_points_changes(preview: CorrectionPreview) -> Iterator[DealPointsChange]:
    names = names_of(preview.corrected_record.player_names)
    scores = _deal_scores_by_seq(preview.corrected_record, preview.corrected_game_with_refusals.game.deals)
    for seq, current in _deal_scores_by_seq(preview.current_record, preview.current_record.play().game.deals).items():
        corrected = scores.get(seq)
        if corrected is None:
            continue
        points = tuple(
            (current.points[seat], corrected.points[preview.new_seat_by_current_seat[seat]]) for seat in SEATS
        )
        if any(before != after for before, after in points):
            yield DealPointsChange(corrected.contract_set.contracts, names[corrected.king], points)


def _deal_scores_by_seq(record: Record, deal_scores: Sequence[DealScore]) -> dict[int, DealScore]:
    """Maps the entry of each counted deal to its score."""
    return {record.counted_entries[deal.entry_place - 1].seq: deal for deal in deal_scores}
