"""What a correction would lead to before it is saved, and the deals that it would make impossible."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from trexscore.commands.games.preview_correction import CorrectionPreview
from trexscore.game.record import GameFileEntry, Record
from trexscore.rules.cards import Contract
from trexscore.rules.game import DealScore, Game
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEATS, sums_by_team
from trexscore.web.forms import render_refusal
from trexscore.web.games.correction_effects.forms import encode_changes, with_replaced_entry
from trexscore.web.games.correction_effects.record_differences import SharedDifferences, changes_between
from trexscore.web.games.entry_titles import title_of_score_entry
from trexscore.web.games.seats import names_of
from trexscore.web.games.view import GameView
from trexscore.web.rendering import join_names, join_with_and
from trexscore.web.rendering import translate as _

_MISPLACED_ENTRY_CODES = ("not_this_kings_kingdom", "game_over")


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
class ContradictingDeal:
    """A deal that would be impossible.

    `encoded_changes_removing_deal`: the changes that leave it out; empty for a played deal that is being corrected.
    """

    seq: int
    title: str
    deal_number: int | None
    king_name: str
    is_being_corrected: bool
    encoded_changes_removing_deal: str
    needs_only_captures: bool
    """Whether only questions about the captures are open, which its form asks."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """What is wrong, and the deals between which the table has to decide, those being corrected first."""

    problems: tuple[str, ...]
    deals: tuple[ContradictingDeal, ...]


@dataclass(frozen=True, slots=True)
class CorrectionEffect:
    """What the table sees before it decides."""

    record_changes: tuple[SharedDifferences, ...]
    deal_points_changes: tuple[DealPointsChange, ...]
    total_changes: tuple[TotalChange, ...]
    winner_change_sentence: str
    """A sentence if the winner changes."""
    contradictions: tuple[Contradiction, ...]
    lost_approval_sentences: tuple[str, ...]
    """What all four had signed off, or the referee has decided: it needs approval again."""
    not_permitted_sentence: str
    """Why this link cannot save it: the deadline has passed, or all four signed off before there was a referee."""


def correction_effect(
    game: GameView, preview: CorrectionPreview, change_contents: Sequence[object]
) -> CorrectionEffect:
    """What these valid changes would lead to."""
    return CorrectionEffect(
        record_changes=changes_between(preview.current_record, preview.corrected_record),
        deal_points_changes=tuple(_deal_points_changes(preview)),
        total_changes=tuple(_total_changes(game, preview)),
        winner_change_sentence=_winner_change_sentence(preview),
        contradictions=tuple(_find_contradictions(preview, change_contents)),
        lost_approval_sentences=tuple(_lost_approval_sentences(game, preview)),
        not_permitted_sentence=" ".join(_not_permitted_sentences(game, preview)),
    )


def _not_permitted_sentences(game: GameView, preview: CorrectionPreview) -> Iterator[str]:
    if game.permission == "referee":
        names = names_of(preview.current_record.player_names)
        for king in preview.changed_pre_referee_kingdoms:
            yield render_refusal(refuse("kingdom_agreed", king=king, before_referee=True), names.__getitem__)
    elif preview.is_late:
        yield render_refusal(refuse("too_late", referee=preview.current_record.policy.referee))


def _winner_change_sentence(preview: CorrectionPreview) -> str:
    winners_before = _winner_names(preview.current_record, preview.current_record.play().game)
    winners_after = _winner_names(preview.corrected_record, preview.corrected_game_with_refusals.game)
    if not winners_before or not winners_after or set(winners_before) == set(winners_after):
        return ""
    return _(
        "The winner changes: %(before)s before, %(after)s now.",
        before=join_names(winners_before),
        after=join_names(winners_after),
    )


def _winner_names(record: Record, game: Game) -> list[str]:
    """The winners' names, partners separately."""
    names = names_of(record.player_names)
    return [names[seat] for seat in game.outcome.winning_seats]


def _lost_approval_sentences(game: GameView, preview: CorrectionPreview) -> Iterator[str]:
    kings = [_("%(king)s’s kingdom", king=game.name_of(king)) for king in preview.changed_signed_kingdoms]
    if kings:
        yield _("All four had signed off: %(kings)s.", kings=join_with_and(kings))
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
            team.name, sums_by_team(before)[first], sums_by_team(after)[preview.new_seat_by_current_seat[first].team]
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


def _find_contradictions(preview: CorrectionPreview, change_contents: Sequence[object]) -> Iterator[Contradiction]:
    """Everything that these valid changes would make impossible."""
    names = names_of(preview.corrected_record.player_names)
    corrected_seqs = _corrected_seqs(preview, change_contents)
    current_number_by_seq = _current_deal_number_by_seq(preview)
    by_place: dict[int, list[Refusal]] = {}
    for refusal in preview.corrected_game_with_refusals.refusals:
        by_place.setdefault((refusal.entry_place or 1) - 1, []).append(refusal)

    def view(deal: GameFileEntry, *, needs_only_captures: bool) -> ContradictingDeal:
        king = "" if deal.score_entry.king is None else names[deal.score_entry.king]
        was_played = deal.seq in corrected_seqs and deal.seq != preview.new_correction_seq
        changes_without_deal = encode_changes(
            with_replaced_entry(change_contents, deal.seq, None, preview.new_correction_seq)
        )
        title, number = title_of_score_entry(deal.score_entry), current_number_by_seq.get(deal.seq)
        return ContradictingDeal(
            deal.seq,
            title,
            number,
            king,
            deal.seq in corrected_seqs,
            "" if was_played else changes_without_deal,
            needs_only_captures,
        )

    for place, refusals in by_place.items():
        refused_entry = preview.corrected_record.counted_entries[place]
        contradicting_deals = (
            deal
            for refusal in refusals
            for deal in _contradicting_deals(preview.corrected_record.counted_entries, place, refusal, corrected_seqs)
        )
        asks_captures = refused_entry.score_entry.is_deal and all(
            refusal.path.startswith("captures") for refusal in refusals
        )
        deals = {deal.seq: deal for deal in (refused_entry, *contradicting_deals)}.values()
        views = (view(deal, needs_only_captures=asks_captures and deal is refused_entry) for deal in deals)
        problems = tuple(render_refusal(refusal, names.__getitem__) for refusal in refusals)
        yield Contradiction(problems, tuple(sorted(views, key=lambda deal: not deal.is_being_corrected)))


def _corrected_seqs(preview: CorrectionPreview, change_contents: Sequence[object]) -> frozenset[int]:
    """The entries that the changes replace; the correction's own number identifies an entry that it adds."""
    replaced = (change["seq"] for change in change_contents if isinstance(change, dict) and "seq" in change)
    return frozenset({*replaced, preview.new_correction_seq})


def _current_deal_number_by_seq(preview: CorrectionPreview) -> Mapping[int, int]:
    """Maps each deal's entry to its number on the current score sheet."""
    deals = [counted.seq for counted in preview.current_record.counted_entries if counted.score_entry.is_deal]
    return {seq: number for number, seq in enumerate(deals, 1)}


def _contradicting_deals(
    counted_entries: Sequence[GameFileEntry], refused_index: int, refusal: Refusal, corrected_seqs: frozenset[int]
) -> Sequence[GameFileEntry]:
    """The earlier deals that make the entry at this place impossible."""
    earlier_deals = [deal for deal in counted_entries[:refused_index] if deal.score_entry.is_deal]
    if refusal.code == "contract_used":
        return [deal for deal in earlier_deals if _used_refused_contract(deal, refusal)]
    if refusal.code not in _MISPLACED_ENTRY_CODES:
        return []
    if counted_entries[refused_index].seq in corrected_seqs:
        return earlier_deals[-1:]
    return [deal for deal in earlier_deals if deal.seq in corrected_seqs][-1:]


def _used_refused_contract(earlier_deal: GameFileEntry, contract_used_refusal: Refusal) -> bool:
    contract_set, used = earlier_deal.score_entry.contract_set, contract_used_refusal.params["contracts"]
    return (
        earlier_deal.score_entry.king is contract_used_refusal.params["king"]
        and contract_set is not None
        and isinstance(used, tuple)
        and not set(used).isdisjoint(contract_set.contracts)
    )
