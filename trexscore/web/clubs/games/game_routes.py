"""A game that the club counts, read-only and without any of the game's own links."""

from datetime import date

from flask import Blueprint, render_template
from werkzeug.exceptions import NotFound

from trexscore.db.clubs.counted_games import game_row
from trexscore.db.game_states import state_text
from trexscore.db.journals import GAMES
from trexscore.db.models import db
from trexscore.game.builder import fold
from trexscore.i18n.texts.club import BROKEN_OFF
from trexscore.i18n.words import PRESET
from trexscore.rules.presets import PRESETS
from trexscore.web.accounts.session import no_store
from trexscore.web.clubs.access import open_club
from trexscore.web.clubs.games import game as games
from trexscore.web.clubs.games.presenter import what_to_do
from trexscore.web.clubs.members.forms import StepForm
from trexscore.web.games.access import view_of
from trexscore.web.games.sheet import presenter as sheets
from trexscore.web.games.sheet import result as results
from trexscore.web.games.sheet import score_line
from trexscore.web.games.start.house_rules import in_words
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

pages = no_store(Blueprint("club_game", __name__))


@pages.get("/c/<uid>/games/<uuid:game>")
def show(uid: str, game: object) -> str:
    """Its result and its sheet. Who sees no more than the standings sees the games behind them, and no others."""
    club = open_club(uid, "standings")
    row = game_row(db.session(), club.club.id, str(game))
    if row is None or not (club.shows("all") or games.counts_somewhere(club, row)):
        raise NotFound
    record = fold(GAMES.told(db.session(), row.game_id))
    view = view_of(games.reading_token(club, row), "read", state_text(row.game_id), None)
    played = record.play().game
    preset = PRESETS[view.state.house_rules["preset"]]
    broken_off = "no_result" if row.came_to.result is None else view.rules.unfinished_game
    number = None if row.counted is None else row.counted.evening
    return render_template(
        "clubs/games/game.html",
        club=club,
        evening=number if number in club.record.evenings and club.shows("all") else None,
        game=view,
        on=date.fromisoformat(row.sort[:10]),
        kingdoms=sheets.kingdoms(view, record, played),
        adjustments=sheets.agreements(record),
        tie_breaks=sheets.tie_breaks(record, played),
        totals=view.seats,
        standings=results.standings(view) if view.complete else (),
        tie_note=results.tie_note(view) if view.complete else "",
        counts_in=games.counts_in(club, row),
        why_not=games.why_not(club, row),
        to_do=what_to_do(club, row),
        step=StepForm(blank=True),
        if_broken_off=_(BROKEN_OFF[broken_off]),
        is_broken_off=row.counted is not None and "unfinished" in row.counted.although,
        substitutes=games.substitutes(club, row),
        preset=preset.name,
        preset_name=_(PRESET[preset.name]),
        rules_changed=view.rules != preset.rules,
        rules=in_words(view.rules),
        **score_line.drawn(view, record, played, reader_language()),
    )
