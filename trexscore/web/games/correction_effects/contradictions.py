"""What a correction would make impossible: the conflicting deals, and what can be done about each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from trexscore.commands.games.preview_correction import CorrectionPreview
from trexscore.game.record import GameFileEntry
from trexscore.rules.refusals import Refusal
from trexscore.web.forms import render_refusal
from trexscore.web.games.correction_effects.forms import encode_changes, with_replaced_entry
from trexscore.web.games.entry_titles import title_of_score_entry
from trexscore.web.games.seats import names_of

_MISPLACED_ENTRY_CODES = ("not_this_kings_kingdom", "game_over")


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


def find_contradictions(preview: CorrectionPreview, change_contents: Sequence[object]) -> Iterator[Contradiction]:
    """Everything that these valid changes would make impossible."""
    names = names_of(preview.corrected_record.player_names)
    own = _corrected_seqs(preview, change_contents)
    numbers = _current_deal_number_by_seq(preview)
    by_place: dict[int, list[Refusal]] = {}
    for refusal in preview.corrected_game_with_refusals.refusals:
        by_place.setdefault((refusal.entry_place or 1) - 1, []).append(refusal)

    def view(deal: GameFileEntry, *, needs_only_captures: bool) -> ContradictingDeal:
        king = "" if deal.score_entry.king is None else names[deal.score_entry.king]
        was_played = deal.seq in own and deal.seq != preview.new_correction_seq
        without = (
            ""
            if was_played
            else encode_changes(with_replaced_entry(change_contents, deal.seq, None, preview.new_correction_seq))
        )
        title, number = title_of_score_entry(deal.score_entry), numbers.get(deal.seq)
        return ContradictingDeal(deal.seq, title, number, king, deal.seq in own, without, needs_only_captures)

    for place, refusals in by_place.items():
        refused = preview.corrected_record.counted_entries[place]
        earlier = (
            deal
            for refusal in refusals
            for deal in _contradicting_deals(preview.corrected_record.counted_entries, place, refusal, own)
        )
        asks_captures = refused.score_entry.is_deal and all(refusal.path.startswith("captures") for refusal in refusals)
        deals = {deal.seq: deal for deal in (refused, *earlier)}.values()
        views = (view(deal, needs_only_captures=asks_captures and deal is refused) for deal in deals)
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
    before = [deal for deal in counted_entries[:refused_index] if deal.score_entry.is_deal]
    if refusal.code == "contract_used":
        return [deal for deal in before if _used_refused_contract(deal, refusal)]
    if refusal.code not in _MISPLACED_ENTRY_CODES:
        return []
    return (
        before[-1:]
        if counted_entries[refused_index].seq in corrected_seqs
        else [deal for deal in before if deal.seq in corrected_seqs][-1:]
    )


def _used_refused_contract(earlier_deal: GameFileEntry, contract_used_refusal: Refusal) -> bool:
    contract_set, used = earlier_deal.score_entry.contract_set, contract_used_refusal.params["contracts"]
    return (
        earlier_deal.score_entry.king is contract_used_refusal.params["king"]
        and contract_set is not None
        and isinstance(used, tuple)
        and not set(used).isdisjoint(contract_set.contracts)
    )
