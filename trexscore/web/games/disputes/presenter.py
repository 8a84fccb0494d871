"""The view of a dispute: its reason, what would change, who agrees, and what the reader can do."""

from collections.abc import Sequence
from dataclasses import dataclass

from trexscore.commands.games.preview_correction import CorrectionPreview, preview_correction
from trexscore.game.dispute import Reopening
from trexscore.game.events.dispute import DisputeAnswered, DisputeRaised, DisputeResolved, seats_needed_to_resolve
from trexscore.game.record import GameFileEntry, Record
from trexscore.game.scorer_answers import Statement
from trexscore.game.state import DisputeState
from trexscore.i18n.marking import N_
from trexscore.ledger.chain import Body
from trexscore.rules.seats import SEATS
from trexscore.web.games.correction_effects.presenter import TotalChange, correction_effect
from trexscore.web.games.correction_effects.record_differences import SharedDifferences
from trexscore.web.games.entry_titles import title_of_score_entry
from trexscore.web.games.scorer_answers import AnsweredSeatsByStatement, joined_names_answered_for
from trexscore.web.games.view import GameView
from trexscore.web.rendering import translate as _


@dataclass(frozen=True, slots=True)
class ProposedChanges:
    """The changes that a dispute proposes, while it is open and they are possible."""

    record_changes: tuple[SharedDifferences, ...] = ()
    total_changes: tuple[TotalChange, ...] = ()
    needs_all_players: bool = True
    """Whether all four have to agree; otherwise only the players whose points change."""
    not_permitted_sentence: str = ""
    """Why this link cannot make them; empty if it can."""


@dataclass(frozen=True, slots=True)
class DisputeView:
    """A dispute, with what it proposes."""

    state: DisputeState
    raised_by_name: str
    reopening_sentence: str
    """Who reopened it and why; empty if it was not reopened."""
    end_sentence: str
    proposal: ProposedChanges
    may_resolve: bool
    may_withdraw: bool
    may_reopen: bool
    joined_names_answered_by_scorer: str
    """The players for whom the scorer's phone has raised, answered or withdrawn it."""


@dataclass(frozen=True, slots=True)
class DisputeRow:
    """A dispute about an entry, as a row of a list. `disputed_seq`: the entry that the row links to."""

    disputed_seq: int
    raised_by_name: str
    reason: str
    disputed_entry_title: str
    kingdom_or_status: str
    end_sentence: str


def disputes_about(
    game: GameView, record: Record, entry_seq: int | None, answered_seats_by_statement: AnsweredSeatsByStatement
) -> list[DisputeView]:
    """The disputes about an entry, or about the game as a whole, the latest first."""
    disputes = [dispute for dispute in game.state.disputes if dispute.about == entry_seq]
    return [
        _dispute_view(game, dispute, record.disputes[dispute.seq].reopening, answered_seats_by_statement)
        for dispute in reversed(disputes)
    ]


def entry_dispute_rows(game: GameView, record: Record, *, resolved: bool = False) -> list[DisputeRow]:
    """The open or the resolved disputes about single entries, the latest first."""
    disputes = [dispute for dispute in game.state.disputes if bool(dispute.end) is resolved]
    entries = {counted.seq: counted for counted in (*record.counted_entries, *record.uncounted_entries)}
    about_entry = [(entries[dispute.about], dispute) for dispute in disputes if dispute.about in entries]
    return [_dispute_row(game, record, about, dispute) for about, dispute in reversed(about_entry)]


def _dispute_row(game: GameView, record: Record, disputed_entry: GameFileEntry, dispute: DisputeState) -> DisputeRow:
    king = disputed_entry.score_entry.king
    if disputed_entry in record.uncounted_entries:
        note = _("no longer counts")
    else:
        note = "" if king is None else _("%(king)s’s kingdom", king=game.name_of(king))
    name, end = game.seat(dispute.seat).name, _describe_end(dispute)
    return DisputeRow(
        disputed_entry.seq, name, dispute.reason, title_of_score_entry(disputed_entry.score_entry), note, end
    )


def _dispute_view(
    game: GameView,
    dispute: DisputeState,
    reopening: Reopening | None,
    answered_seats_by_statement: AnsweredSeatsByStatement,
) -> DisputeView:
    is_open = not dispute.end
    return DisputeView(
        state=dispute,
        raised_by_name=game.seat(dispute.seat).name,
        reopening_sentence=_describe_reopening(game, reopening),
        end_sentence=_describe_end(dispute),
        proposal=_proposed_changes(game, dispute.changes) if is_open else _NO_CHANGES,
        may_resolve=is_open and game.permission == "referee",
        may_withdraw=is_open and game.may_answer_for(dispute.seat),
        may_reopen=dispute.end in _REOPENABLE_RESOLUTIONS
        and (not dispute.by_referee or game.permission == "referee")
        and game.may_dispute,
        joined_names_answered_by_scorer=joined_names_answered_for(
            game,
            answered_seats_by_statement,
            [Statement(event, dispute.seq) for event in (DisputeRaised, DisputeAnswered, DisputeResolved)],
        ),
    )


_NO_CHANGES = ProposedChanges()
_REOPENABLE_RESOLUTIONS = ("as_it_stands", "withdrawn")
"""Resolutions that changed nothing. A wrong correction is disputed itself instead."""


def _proposed_changes(game: GameView, change_contents: Sequence[Body]) -> ProposedChanges:
    preview = preview_correction(game.game_id, list(change_contents)) if change_contents else None
    if not isinstance(preview, CorrectionPreview) or preview.corrected_game_with_refusals.refusals:
        return _NO_CHANGES
    effects = correction_effect(game, preview, change_contents)
    is_decided = bool(preview.changed_signed_kingdoms) or preview.changes_ruling
    needs_all_players = is_decided or len(
        seats_needed_to_resolve(preview.current_record, preview.corrected_record)
    ) == len(SEATS)
    return ProposedChanges(
        effects.record_changes, effects.total_changes, needs_all_players, effects.not_permitted_sentence
    )


def _describe_reopening(game: GameView, reopening: Reopening | None) -> str:
    if reopening is None:
        return ""
    if reopening.seat is None:
        return _("Reopened by the referee: %(reason)s", reason=reopening.reason)
    return _("Reopened by %(name)s: %(reason)s", name=game.seats[reopening.seat].name, reason=reopening.reason)


def _describe_end(dispute: DisputeState) -> str:
    """How it was closed, in a sentence; empty while it is open."""
    if not dispute.end:
        return ""
    if not dispute.by_referee:
        return _(_RESOLUTION_TEXTS[dispute.end])
    reason = dispute.end_reason
    return _(_RULING_TEXTS[dispute.end], reason=reason) if reason else _(_RULING_TEXTS_WITHOUT_REASON[dispute.end])


_RULING_TEXTS = {
    "proposed": N_("Corrected by the referee as proposed: %(reason)s"),
    "as_it_stands": N_("Dismissed by the referee: %(reason)s"),
}
_RULING_TEXTS_WITHOUT_REASON = {
    "proposed": N_("Corrected by the referee as proposed."),
    "as_it_stands": N_("Dismissed by the referee."),
}
"""Before entries had links, a referee's decision needed no reason."""
_RESOLUTION_TEXTS = {
    "proposed": N_("Resolved: corrected as proposed."),
    "as_it_stands": N_("Resolved: nothing changes."),
    "withdrawn": N_("Withdrawn."),
}
