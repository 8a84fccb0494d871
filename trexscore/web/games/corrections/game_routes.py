"""What is wrong with a game as a whole: who sat where, the house rules, whose kingdom it was."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from trexscore.db.journals import GAMES
from trexscore.db.models import db
from trexscore.game.file.house_rules import read_house_rules
from trexscore.game.scorer_link import answered_by_scorer
from trexscore.rules.seats import SEAT_NAMED, SEATS, Seat
from trexscore.web.games.access import open_for_dispute, submit
from trexscore.web.games.corrections.draft import CorrectionDraft, load_draft
from trexscore.web.games.corrections.forms import CorrectionForm, written
from trexscore.web.games.corrections.objection import objection
from trexscore.web.games.corrections.query_forms import KingForm, SeatsForm, kings_in, of_another_king
from trexscore.web.games.disputes.presenter import disputes_about, objections
from trexscore.web.games.seats import SeatView
from trexscore.web.games.sheet.presenter import whole_sheet
from trexscore.web.games.small_forms import PlainForm
from trexscore.web.games.start.forms import NewGameForm, new_game_form, presets_as_filled
from trexscore.web.games.view import GameView
from trexscore.web.rendering import translate as _

if TYPE_CHECKING:
    from trexscore.rules.refusals import Refusal

pages = Blueprint("whole_game", __name__)


@pages.get("/g/<token>/corrections/game")
def show(token: str) -> str:
    """What can be wrong, and what somebody has said is."""
    game, game_id = open_for_dispute(token)
    behind = load_draft(token)
    kings = kings_in(behind.record)
    first = kings[0] if kings else behind.record.first_king
    form = objection(game)
    return render_template(
        "games/corrections/game.html",
        game=game,
        first_king=None if first is None else game.seats[first],
        form=form,
        objections=objections(game, behind.record),
        disputes=disputes_about(
            game, game_id, None, answered_by_scorer(behind.record, GAMES.told(db.session(), game_id))
        ),
        key=form.key.data,
        dispute_open=False,
        **whole_sheet(game, behind.record),
    )


@pages.get("/g/<token>/corrections/seats")
def seats(token: str) -> str | Response | tuple[str, int]:
    """Who really sat where, and who keeps the points; said, it leads to what it would change.

    A tap on one seat and then on another swaps the two; the address carries what has been tapped.
    """
    behind = load_draft(token)
    form = SeatsForm(request.args)
    form.offer([seat.name for seat in behind.game.seats])
    problem, picked = "", SEAT_NAMED.get(request.args.get("picked", ""))
    tapped = SEAT_NAMED.get(request.args.get("tap", ""))
    if tapped is not None and not form.one_sits_twice:
        picked = form.tap(tapped, picked)
    elif "sat_A" in request.args and "shown" not in request.args:
        if form.one_sits_twice:
            problem = _("A player has two seats. Give each player one.")
        elif form.points.data not in ("players", "seats"):
            problem = _("Also choose who keeps the points.")
        else:
            return _to_review(behind, behind.with_change(form.change()))
    page = render_template(
        "games/corrections/seats.html",
        game=behind.game,
        form=form,
        seated=_seated(behind.game, form),
        picked=picked.name if picked else "",
        problem=problem,
        changes=behind.said,
    )
    return (page, 422) if problem else page


def _seated(game: GameView, form: SeatsForm) -> list[SeatView]:
    """The seats of the table with the names of those who sit there, as far as it has been said."""
    sitting = [game.seats[SEAT_NAMED.get(one.data, place)] for place, one in zip(SEATS, form.sat, strict=True)]
    return [replace(seat, name=who.name, short=who.short) for seat, who in zip(game.seats, sitting, strict=True)]


@pages.get("/g/<token>/corrections/house-rules")
def house_rules(token: str) -> str:
    """The house rules in force, to be changed."""
    behind = load_draft(token)
    form = _rules_form(blank=True)
    form.fill_in(behind.record.rules, behind.record.house_rules["preset"])
    return _rules_page(behind, form)


@pages.post("/g/<token>/corrections/house-rules")
def house_rules_told(token: str) -> str | Response | tuple[str, int]:
    """Save other rules before the first deal; afterwards look at what they would change."""
    game, game_id = open_for_dispute(token)
    behind = load_draft(token)
    form = _rules_form()
    said = form.file()["house_rules"]
    faults: list[Refusal] = []
    if read_house_rules(said, faults) is None:
        form.blame(tuple(faults))
        return _rules_page(behind, form), 422
    if may_change_freely(game):
        return _changed_freely(game, game_id, form) or (_rules_page(behind, form), 422)
    return _to_review(behind, behind.with_change({"house_rules": said}))


@pages.get("/g/<token>/kingdoms/<letter>/king")
def king(token: str, letter: str) -> str | Response:
    """Whose kingdom it really was; told, it leads to what it would change."""
    behind = load_draft(token)
    was = SEAT_NAMED.get(letter)
    kings = kings_in(behind.record)
    if was is None or (was not in kings if kings else was is not behind.record.first_king):
        raise NotFound
    form = KingForm(request.args)
    to = SEAT_NAMED.get(form.king.data or "")
    if to is not None:
        return _to_review(behind, written(of_another_king(behind.changes, behind.record, was, to, behind.own_seq)))
    form.king.data = was.name
    return render_template(
        "games/corrections/king.html",
        game=behind.game,
        form=form,
        king=behind.game.seats[was],
        is_first=was is (kings or [was])[0],
        note=_note(behind, kings),
        another_order=_another_order(behind, kings, letter),
        changes=behind.said,
    )


def _note(behind: CorrectionDraft, kings: list[Seat]) -> str:
    """What becomes of the other kingdoms."""
    if len(kings) < 2:  # noqa: PLR2004 - there is no other
        return _("What everyone took stays; only whose kingdom it was changes.")
    if behind.record.rules.king_is_found_each_time:
        return _("A player who already had a kingdom swaps with this one. What everyone took stays.")
    return _("The kings take turns in order here, so the other kingdoms move too. What everyone took stays.")


def _another_order(behind: CorrectionDraft, kings: list[Seat], letter: str) -> str:
    """Where the rules say who follows: the same page, as if the table had agreed on each king."""
    if len(kings) < 2 or behind.record.rules.king_is_found_each_time:  # noqa: PLR2004 - there is no other
        return ""
    said = behind.record.house_rules
    rules = {**said, "options": {**said.get("options", {}), "next_king": "agreed"}}
    changes = behind.with_change({"house_rules": rules})
    return url_for("whole_game.king", token=behind.game.token, letter=letter, changes=changes)


def may_change_freely(game: GameView) -> bool:
    """Whether other house rules change nothing that has been played, so that nobody need say why."""
    return game.can_write and not game.state.result.deals


def _changed_freely(game: GameView, game_id: int, form: NewGameForm) -> Response | None:
    """Write the rules that the form says. None where they are refused: the form then says why."""
    rules = form.file()["house_rules"]
    entry = CorrectionForm(blank=True)
    entry.prepare(game.seq)
    said = {"corrected": {"reason": _("Chosen before the first deal"), "changes": [{"house_rules": rules}]}}
    is_same = rules["preset"] == game.state.house_rules["preset"] and read_house_rules(rules, []) == game.rules
    if is_same or submit(game, game_id, entry, said):
        return redirect(url_for("house_rules.show", token=game.token), 303)
    form.problems = entry.problems
    return None


def _rules_form(**said: Any) -> NewGameForm:  # noqa: ANN401 - what forms take
    form = new_game_form()(**said)
    form.set_up()
    form.rules_open = True
    return form


def _rules_page(behind: CorrectionDraft, form: NewGameForm) -> str:
    name = behind.game.rules_name
    return render_template(
        "games/corrections/house_rules.html",
        game=behind.game,
        form=form,
        free=may_change_freely(behind.game),
        presets=presets_as_filled(),
        rules_summary=_("House rules: %(preset)s", preset=name),
        changes=behind.said,
        proof=PlainForm(blank=True),
    )


def _to_review(behind: CorrectionDraft, changes: str) -> Response:
    return redirect(url_for("corrections.new", token=behind.game.token, changes=changes), 303)
