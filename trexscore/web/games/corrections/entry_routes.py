"""The forms for an entry as it should have been, and for a missing entry."""

from dataclasses import replace
from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from trexscore.game.events.game_file import DealVoided, PointsAdjusted
from trexscore.game.file.entries import read_contract_set
from trexscore.game.record import GameFileEntry
from trexscore.ledger.chain import Body
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.seats import NO_POINTS, SEAT_BY_LETTER, Seat
from trexscore.web.games.access import king_of_next_deal, split_contract_names
from trexscore.web.games.correction_effects.forms import copy_leaders
from trexscore.web.games.corrections.draft import CorrectionDraft, redirect_to_preview, requested_correction_draft
from trexscore.web.games.corrections.query_forms import MissingEntryForm, contract_choices, kings_with_entries
from trexscore.web.games.deals.forms import DealForm, deal_form
from trexscore.web.games.deals.preview import deal_form_variables
from trexscore.web.games.entry_titles import title_of_score_entry
from trexscore.web.games.small_forms import AdjustmentForm, VoidForm
from trexscore.web.games.view import GameView
from trexscore.web.rendering import translate as _

pages = Blueprint("entry_corrections", __name__)

VOID, ADJUSTMENT = DealVoided.stored_kind, PointsAdjusted.stored_kind
_END_OF_GAME = "end"


class _EntryCorrection(NamedTuple):
    """The entry being entered: instead of `replaced_entry`, or a new one before `before_seq` (None: at the end)."""

    draft: CorrectionDraft
    replaced_entry: GameFileEntry | None
    before_seq: int | None
    action_url: str
    back_url: str
    what_is_wrong_url: str | None
    """The page with what else can be wrong; None for a missing entry."""

    @property
    def king(self) -> Seat:
        """The king in the request, or else that of the entry, or of the game."""
        requested_king = SEAT_BY_LETTER.get(request.values.get("king", ""))
        if requested_king is not None:
            return requested_king
        if self.replaced_entry and self.replaced_entry.score_entry.king is not None:
            return self.replaced_entry.score_entry.king
        return king_of_next_deal(self.draft.corrected_view) or Seat.A

    @property
    def kind_or_contract_set(self) -> str | ContractSet | None:
        """The kind of entry: `VOID`, `ADJUSTMENT`, or the contracts of a deal. None if there is no form for it."""
        requested_contracts = request.values.getlist("contracts")
        if self.replaced_entry is None or (requested_contracts and self.replaced_entry.score_entry.is_deal):
            if VOID in requested_contracts or ADJUSTMENT in requested_contracts:
                return VOID if VOID in requested_contracts else ADJUSTMENT
            names = split_contract_names(requested_contracts)
            return read_contract_set(list(dict.fromkeys(names)), []) if names else None
        if self.replaced_entry.score_entry.is_tie_break:
            return None  # it is left out and recorded again
        if self.replaced_entry.score_entry.is_deal:
            return self.replaced_entry.score_entry.contract_set
        return ADJUSTMENT if self.replaced_entry.score_entry.adjustment is not None else VOID

    @property
    def stored_input_key(self) -> str:
        """A key that tells the stored input of this form from that of others."""
        if self.replaced_entry:
            return f"instead of {self.replaced_entry.seq}"
        return f"before {self.before_seq or _END_OF_GAME}"


@pages.route("/g/<token>/deals/<int:seq>/correct", methods=["GET", "POST"])
def draft_corrected_entry(token: str, seq: int) -> str | Response | tuple[str, int]:
    """The form of the entry as it should have been; sent, it leads to the preview."""
    draft = requested_correction_draft(token)
    changes = draft.encoded_changes if draft.change_contents else None
    what_is_wrong_url = url_for("corrections.ask_what_is_wrong", token=token, seq=seq, changes=changes)
    back_url = what_is_wrong_url if draft.change_contents else url_for("explain.entry", token=token, seq=seq)
    action = url_for("entry_corrections.draft_corrected_entry", token=token, seq=seq, changes=changes)
    return _handle_entry_form(
        _EntryCorrection(draft, draft.require_counted_entry(seq), None, action, back_url, what_is_wrong_url)
    ) or redirect(what_is_wrong_url, 303)


@pages.route("/g/<token>/corrections/missing/entry", methods=["GET", "POST"])
def draft_missing_entry(token: str) -> str | Response | tuple[str, int]:
    """The form of a missing entry; sent, it leads to the preview."""
    draft = requested_correction_draft(token)
    requested_place = request.args.get("before", _END_OF_GAME)
    seqs = (file_entry.seq for file_entry in draft.corrected_record.counted_entries)
    before_seq = next((seq for seq in seqs if str(seq) == requested_place), None)
    changes = draft.encoded_changes if draft.change_contents else None
    contracts = request.args.getlist("contracts")
    action = url_for(
        "entry_corrections.draft_missing_entry", token=token, before=before_seq, changes=changes, contracts=contracts
    )
    back_url = url_for("entry_corrections.ask_for_missing_entry", token=token, before=before_seq, changes=changes)
    return _handle_entry_form(_EntryCorrection(draft, None, before_seq, action, back_url, None)) or redirect(
        back_url, 303
    )


@pages.get("/g/<token>/corrections/missing")
def ask_for_missing_entry(token: str) -> str:
    """Ask what is missing, whose it was, and where it belongs."""
    draft = requested_correction_draft(token)
    game, entries = draft.corrected_view, draft.corrected_record.counted_entries
    form = MissingEntryForm(request.args)
    kinds = [*contract_choices(game.rules), (VOID, _("A void deal")), (ADJUSTMENT, _("Adjustment"))]
    place_choices = [
        (str(file_entry.seq), _before_entry_label(game, file_entry))
        for file_entry in entries
        if file_entry.seq != draft.new_correction_seq
    ]
    form.set_choices(kinds, [(_END_OF_GAME, _("At the very end")), *reversed(place_choices)])
    entry_below = next((file_entry for file_entry in entries if str(file_entry.seq) == form.before.data), None)
    kings = [entry_below.score_entry.king if entry_below else None, king_of_next_deal(game)]
    kings += [*reversed(kings_with_entries(draft.corrected_record)), Seat.A]
    form.king.data = form.king.data or next(king.name for king in kings if king is not None)
    contracts_left = game.remaining_contracts(form.king.data) if form.king.data in SEAT_BY_LETTER else []
    first_possible_kind = next(
        (value for value, _words in kinds if contracts_left and value.split("+")[0] in contracts_left), kinds[0][0]
    )
    if game.rules.combining != "any":  # there the table ticks what was played together
        form.contracts.data = form.contracts.data or first_possible_kind
    return render_template("games/corrections/missing_entry.html", game=game, form=form, changes=draft.encoded_changes)


@pages.get("/g/<token>/deals/<int:seq>/note")
def draft_corrected_note(token: str, seq: int) -> str | Response:
    """The form of a deal's note; sent, it leads to the preview."""
    draft = requested_correction_draft(token)
    file_entry = draft.require_counted_entry(seq)
    if not file_entry.score_entry.is_deal:
        raise NotFound
    if "note" not in request.args:
        return render_template(
            "games/corrections/note.html",
            game=draft.corrected_view,
            seq=seq,
            title=title_of_score_entry(file_entry.score_entry),
            note=file_entry.score_entry.note,
            changes=draft.encoded_changes,
        )
    text = request.args["note"].strip()
    body = {name: value for name, value in file_entry.body.items() if text or name != "note"}
    return redirect_to_preview(token, draft.encode_with_replaced_entry(seq, body | ({"note": text} if text else {})))


def _before_entry_label(game: GameView, file_entry: GameFileEntry) -> str:
    king, title = file_entry.score_entry.king, title_of_score_entry(file_entry.score_entry)
    if king is None:
        return _("Before %(deal)s", deal=title)
    return _("Before %(deal)s (%(king)s’s kingdom)", deal=title, king=game.name_of(king))


def _handle_entry_form(correction: _EntryCorrection) -> str | Response | tuple[str, int] | None:
    """The form for this kind of entry, or the response to it; None if there is none."""
    kind = correction.kind_or_contract_set
    if kind is None:
        return None
    if kind == VOID:
        return _handle_void_form(correction)
    return _handle_adjustment_form(correction) if isinstance(kind, str) else _handle_deal_form(correction, kind)


def _handle_deal_form(correction: _EntryCorrection, contract_set: ContractSet) -> str | Response | tuple[str, int]:
    view = correction.draft.corrected_view
    form = deal_form(view.rules, contract_set, view.seq)
    form.king.data = correction.king.name
    if request.method == "GET":
        if correction.replaced_entry:
            form.load_entry(view.rules, correction.replaced_entry.body)
        else:
            form.apply_announcement(None)
        return _render_deal_form(correction, form)
    form.fill_in_derived()
    lacks_holder, entry = form.show_missing_holders(view.name_of), form.entry_content(correction.king)
    if lacks_holder or "preview" in request.form or form.show_faults_of_entry(entry, view.name_of):
        return _render_deal_form(correction, form), 422 if form.problems else 200
    if correction.replaced_entry:
        entry |= _old_fields_to_keep(correction.replaced_entry.body, form, entry)
        copy_leaders(entry, correction.replaced_entry.body)
    return _redirect_to_preview(correction, entry)


def _handle_void_form(correction: _EntryCorrection) -> str | Response | tuple[str, int]:
    form, replaced = VoidForm(correction.draft.corrected_view.seq), correction.replaced_entry
    form.set_choices(correction.draft.corrected_view.rules)
    if request.method == "GET":
        form.king.data = correction.king.name
        if replaced:
            form.load_entry(replaced.score_entry)
    entry = form.entry_content(correction.king.name)
    if replaced and "contracts" in replaced.body:
        entry["contracts"] = replaced.body["contracts"]
    return _handle_small_form("games/deals/void.html", correction, form, entry)


def _handle_adjustment_form(correction: _EntryCorrection) -> str | Response | tuple[str, int]:
    form = AdjustmentForm(correction.draft.corrected_view.seq)
    if request.method == "GET" and correction.replaced_entry:
        form.load_entry(correction.replaced_entry.body)
    return _handle_small_form("games/deals/adjust.html", correction, form, form.entry_content())


def _handle_small_form(
    template: str, correction: _EntryCorrection, form: VoidForm | AdjustmentForm, entry_content: Body
) -> str | Response | tuple[str, int]:
    name_of = correction.draft.corrected_view.name_of
    if request.method == "POST" and not form.show_faults_of_entry(entry_content, name_of):
        return _redirect_to_preview(correction, entry_content)
    page = _render_form(template, correction, game=_game_without_entry(correction), form=form)
    return (page, 422) if form.problems else page


def _old_fields_to_keep(old_entry_content: Body, form: DealForm, entry_content: Body) -> Body:
    """The old entry's fields that the form does not ask for. If the revoke changes, the form writes a new note."""
    names = {"note"} if entry_content.get("renege") == old_entry_content.get("renege") else set()
    if not form.is_revoke_penalized:
        names = {"note", "renege"}
    return {name: value for name, value in old_entry_content.items() if name in names}


def _redirect_to_preview(correction: _EntryCorrection, entry_content: Body) -> Response:
    draft = correction.draft
    if correction.replaced_entry:
        changes = draft.encode_with_replaced_entry(correction.replaced_entry.seq, entry_content)
    else:
        changes = draft.encode_with_added_entry(correction.before_seq, entry_content)
    return redirect_to_preview(draft.corrected_view.token, changes)


def _render_form(template: str, correction: _EntryCorrection, **variables: object) -> str:
    return render_template(
        template,
        **variables,
        action=correction.action_url,
        back_url=correction.back_url,
        what_is_wrong_url=correction.what_is_wrong_url,
        stored_input_key=correction.stored_input_key,
    )


def _render_deal_form(correction: _EntryCorrection, form: DealForm) -> str:
    return _render_form(
        "games/deals/new.html", correction, **deal_form_variables(_game_without_entry(correction), form)
    )


def _game_without_entry(correction: _EntryCorrection) -> GameView:
    """The game as the form shows it: totals without this entry, its king and its deal number."""
    draft, file_entry = correction.draft, correction.replaced_entry
    game, deals = draft.corrected_view, draft.corrected_game_with_refusals.game.deals
    entry_place = draft.corrected_record.counted_entries.index(file_entry) + 1 if file_entry else 0
    own_deal = next((deal for deal in deals if deal.entry_place == entry_place), None)
    moved_points = file_entry.score_entry.adjustment if file_entry else None
    points = own_deal.points if own_deal else moved_points or NO_POINTS
    seats = tuple(
        replace(seat, total=seat.total - points[SEAT_BY_LETTER[seat.seat]], is_king=seat.seat == correction.king.name)
        for seat in game.seats
    )
    king_seat = next(seat for seat in seats if seat.is_king)
    return replace(game, seats=seats, king=king_seat, deal_number=_deal_number(correction), announcement=None)


def _deal_number(correction: _EntryCorrection) -> int:
    """Its deal number: one more than the deals before it."""
    draft, entries = correction.draft, correction.draft.corrected_record.counted_entries
    seq = correction.replaced_entry.seq if correction.replaced_entry else correction.before_seq
    earlier_entries = entries[
        : next((place for place, file_entry in enumerate(entries) if file_entry.seq == seq), len(entries))
    ]
    return 1 + sum(
        file_entry.score_entry.is_deal and file_entry.seq != draft.new_correction_seq for file_entry in earlier_entries
    )
