"""A game of the club: read-only, without the game's own links."""

from datetime import date

from flask import Blueprint, render_template
from werkzeug.exceptions import NotFound

from trexscore.db.clubs.counted_games import find_game_row
from trexscore.db.game_states import decode_state, read_state_json
from trexscore.db.models import db
from trexscore.i18n.game_terms import PRESET_NAMES
from trexscore.i18n.texts.clubs.club import COUNTS_IF_ABANDONED_TEXTS
from trexscore.rules.presets import PRESETS
from trexscore.web.clubs.access import open_club
from trexscore.web.clubs.entry_form import FieldlessForm
from trexscore.web.clubs.games import counting_status
from trexscore.web.clubs.games.presenter import game_actions
from trexscore.web.games import result as results
from trexscore.web.games import score_sheet
from trexscore.web.games.access import load_record
from trexscore.web.games.sheet import score_chart
from trexscore.web.games.start.house_rules import questions_and_answers
from trexscore.web.games.view import game_view
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

pages = Blueprint("club_game", __name__)


@pages.get("/c/<club_uid>/games/<uuid:game_uid>")
def show(club_uid: str, game_uid: object) -> str:
    """The result and the score sheet. Readers who see only the standings see only games that count in them."""
    club = open_club(club_uid, "standings")
    row = find_game_row(db.session(), club.id, str(game_uid))
    if row is None or not (club.may_see("all") or counting_status.counts_in_standings(club, row)):
        raise NotFound
    record = load_record(row.game_id)
    view = game_view(counting_status.view_only_token(club, row), "read", decode_state(read_state_json(row.game_id)))
    scored_game = record.play().game
    preset = PRESETS[view.state.house_rules["preset"]]
    if_abandoned = "no_result" if row.outcome.result is None else view.rules.unfinished_game
    night_number = None if row.counted_game is None else row.counted_game.night_number
    return render_template(
        "clubs/games/game.html",
        club=club,
        night_number=night_number if night_number in club.record.game_nights and club.may_see("all") else None,
        game=view,
        on=date.fromisoformat(row.sort_key[:10]),
        **score_sheet.sheet_variables(view, record, scored_game),
        ranked_sides=results.ranked_sides(view) if view.complete else (),
        tie_note=results.tie_note(view) if view.complete else "",
        season_scores=counting_status.seasons_with_same_scores(club, row),
        reasons_not_counting=counting_status.reasons_not_counting(club, row),
        actions=game_actions(club, row),
        step=FieldlessForm(blank=True),
        if_abandoned=_(COUNTS_IF_ABANDONED_TEXTS[if_abandoned]),
        is_abandoned=row.counted_game is not None and row.counted_game.counts_if_unfinished,
        substitute_notes=counting_status.substitute_notes(club, row),
        preset=preset.name,
        preset_name=_(PRESET_NAMES[preset.name]),
        rules_changed=view.rules != preset.rules,
        rules=questions_and_answers(view.rules),
        **score_chart.chart_variables(view, record, scored_game, reader_language()),
    )
