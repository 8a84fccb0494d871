"""Corrections of the game as a whole: seats, house rules, kings."""

from dataclasses import replace

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from trexscore.game.events.correction import EntriesCorrected
from trexscore.game.file.house_rules import read_house_rules
from trexscore.game.scorer_answers import seats_answered_by_scorer
from trexscore.rules.refusals import Refusal
from trexscore.rules.seats import SEAT_BY_LETTER, SEATS, Seat
from trexscore.web.games.access import load_fold_entries, open_for_dispute, record_form_entry
from trexscore.web.games.correction_effects.forms import CorrectionForm, encode_changes, new_dispute_form
from trexscore.web.games.corrections.draft import CorrectionDraft, redirect_to_preview, requested_correction_draft
from trexscore.web.games.corrections.query_forms import KingForm, SeatsForm, kings_with_entries, with_changed_king
from trexscore.web.games.disputes.presenter import disputes_about, entry_dispute_rows
from trexscore.web.games.score_sheet import sheet_variables
from trexscore.web.games.seats import SeatView
from trexscore.web.games.start.forms import NewGameForm, new_game_form_class, preset_field_values
from trexscore.web.games.view import GameView
from trexscore.web.rendering import translate as _

pages = Blueprint("game_corrections", __name__)


@pages.get("/g/<token>/corrections/game")
def ask_what_to_correct(token: str) -> str:
    """What can be corrected, and the open disputes."""
    game = open_for_dispute(token)
    draft = requested_correction_draft(token)
    kings = kings_with_entries(draft.corrected_record)
    first_king = kings[0] if kings else draft.corrected_record.first_king
    form = new_dispute_form(game)
    return render_template(
        "games/corrections/what_to_correct.html",
        game=game,
        first_king=None if first_king is None else game.seats[first_king],
        form=form,
        entry_dispute_rows=entry_dispute_rows(game, draft.corrected_record),
        disputes=disputes_about(
            game,
            draft.corrected_record,
            None,
            seats_answered_by_scorer(draft.corrected_record, load_fold_entries(game.game_id)),
        ),
        page_key=form.key.data,
        dispute_open=False,
        **sheet_variables(game, draft.corrected_record, draft.corrected_game_with_refusals.game),
    )


@pages.get("/g/<token>/corrections/seats")
def ask_for_seats(token: str) -> str | Response | tuple[str, int]:
    """Ask who really sat where and who keeps the points; answered, it leads to the preview.

    A tap on one seat and then on another swaps the two. The address carries the taps.
    """
    draft = requested_correction_draft(token)
    form = SeatsForm(request.args)
    form.set_choices([seat.name for seat in draft.corrected_view.seats])
    problem, picked = "", SEAT_BY_LETTER.get(request.args.get("picked", ""))
    tapped = SEAT_BY_LETTER.get(request.args.get("tapped", ""))
    if tapped is not None and not form.has_repeated_player:
        picked = form.pick_or_swap(tapped, picked)
    elif "sat_A" in request.args and "shown" not in request.args:
        if form.has_repeated_player:
            problem = _("A player has two seats. Give each player one.")
        elif form.points.data not in ("players", "seats"):
            problem = _("Also choose who keeps the points.")
        else:
            return redirect_to_preview(token, draft.encode_with_game_change(form.change_content()))
    page = render_template(
        "games/corrections/seats.html",
        game=draft.corrected_view,
        form=form,
        seated=_seats_from_form(draft.corrected_view, form),
        picked=picked.name if picked else "",
        problem=problem,
        changes=draft.encoded_changes,
    )
    return (page, 422) if problem else page


def _seats_from_form(game: GameView, form: SeatsForm) -> list[SeatView]:
    """The seats of the table with the names of the players that the form puts there."""
    players = [
        game.seats[SEAT_BY_LETTER.get(field.data, seat)] for seat, field in zip(SEATS, form.seat_fields, strict=True)
    ]
    return [
        replace(seat, name=player.name, short=player.short) for seat, player in zip(game.seats, players, strict=True)
    ]


@pages.get("/g/<token>/corrections/house-rules")
def ask_for_house_rules(token: str) -> str:
    """The form of the house rules, filled with those in force."""
    draft = requested_correction_draft(token)
    form = _rules_form(blank=True)
    form.fill_in(draft.corrected_record.rules, draft.corrected_record.house_rules_json["preset"])
    return _render_rules_page(draft, form)


@pages.post("/g/<token>/corrections/house-rules")
def save_or_preview_house_rules(token: str) -> str | Response | tuple[str, int]:
    """Before the first deal, save the rules; later, lead to the preview."""
    game = open_for_dispute(token)
    draft = requested_correction_draft(token)
    form = _rules_form()
    rules = form.game_file()["house_rules"]
    faults = list[Refusal]()
    if read_house_rules(rules, faults) is None:
        form.add_problems(tuple(faults))
        return _render_rules_page(draft, form), 422
    if may_change_rules_freely(game):
        return _save_rules(game, form) or (_render_rules_page(draft, form), 422)
    return redirect_to_preview(token, draft.encode_with_game_change({"house_rules": rules}))


@pages.get("/g/<token>/kingdoms/<letter>/king")
def ask_for_king(token: str, letter: str) -> str | Response:
    """Ask whose kingdom it really was; answered, it leads to the preview."""
    draft = requested_correction_draft(token)
    was = SEAT_BY_LETTER.get(letter)
    kings = kings_with_entries(draft.corrected_record)
    if was is None or (was not in kings if kings else was is not draft.corrected_record.first_king):
        raise NotFound
    form = KingForm(request.args)
    to = SEAT_BY_LETTER.get(form.king.data or "")
    if to is not None:
        changes = with_changed_king(draft.change_contents, draft.corrected_record, was, to, draft.new_correction_seq)
        return redirect_to_preview(token, encode_changes(changes))
    form.king.data = was.name
    return render_template(
        "games/corrections/king.html",
        game=draft.corrected_view,
        form=form,
        king=draft.corrected_view.seats[was],
        is_first=was is (kings or [was])[0],
        note=_other_kingdoms_note(draft, kings),
        another_order=_url_with_free_king_order(draft, kings, letter),
        changes=draft.encoded_changes,
    )


def _other_kingdoms_note(draft: CorrectionDraft, all_kings: list[Seat]) -> str:
    """What happens to the other kingdoms, in a sentence."""
    if len(all_kings) < 2:  # noqa: PLR2004 - there is no other
        return _("What everyone took stays; only whose kingdom it was changes.")
    if draft.corrected_record.rules.has_free_king_order:
        return _("A player who already had a kingdom swaps with this one. What everyone took stays.")
    return _("The kings take turns in order here, so the other kingdoms move too. What everyone took stays.")


def _url_with_free_king_order(draft: CorrectionDraft, kings: list[Seat], king_letter: str) -> str:
    """The same page with each king agreed by the table. Empty unless the rules fix the order of kings."""
    if len(kings) < 2 or draft.corrected_record.rules.has_free_king_order:  # noqa: PLR2004 - there is no other
        return ""
    current_rules_json = draft.corrected_record.house_rules_json
    rules = {**current_rules_json, "options": {**current_rules_json.get("options", {}), "next_king": "agreed"}}
    changes = draft.encode_with_game_change({"house_rules": rules})
    return url_for(
        "game_corrections.ask_for_king", token=draft.corrected_view.token, letter=king_letter, changes=changes
    )


def may_change_rules_freely(game: GameView) -> bool:
    """Whether house rules may be changed without a preview and a reason: no deal has been recorded."""
    return game.can_write and not game.state.result.deals


def _save_rules(game: GameView, form: NewGameForm) -> Response | None:
    """Record the form's rules. None if they are refused; the form's problems then say why."""
    rules = form.game_file()["house_rules"]
    correction = CorrectionForm(game.seq, blank=True)
    body = EntriesCorrected.body_of({"reason": _("Chosen before the first deal"), "changes": [{"house_rules": rules}]})
    is_same = rules["preset"] == game.state.house_rules["preset"] and read_house_rules(rules, []) == game.rules
    if is_same or record_form_entry(game, correction, body):
        return redirect(url_for("setup.house_rules", token=game.token), 303)
    form.problems = correction.problems
    return None


def _rules_form(*, blank: bool = False) -> NewGameForm:
    form = new_game_form_class()(blank=blank)
    form.rules_open = True
    return form


def _render_rules_page(draft: CorrectionDraft, form: NewGameForm) -> str:
    name = draft.corrected_view.rules_name
    return render_template(
        "games/corrections/house_rules.html",
        game=draft.corrected_view,
        form=form,
        free=may_change_rules_freely(draft.corrected_view),
        presets=preset_field_values(),
        rules_summary=_("House rules: %(preset)s", preset=name),
        changes=draft.encoded_changes,
    )
