"""The score sheet, the score chart, the result, and the rematch."""

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response

from trexscore.commands.games.start_game import start_rematch
from trexscore.db.game_links import derive_rematch_token, read_token_scope
from trexscore.db.journals import GAMES
from trexscore.db.models import db
from trexscore.web.device import device_label
from trexscore.web.disk_space import enforce_new_game_limits
from trexscore.web.games import result as results
from trexscore.web.games.access import load_record, load_view_and_scope, open_for_reader, open_for_scorer
from trexscore.web.games.card_names import store_device_card_names
from trexscore.web.games.counting_clubs import next_table_game, summarize_counting_clubs
from trexscore.web.games.device_games import remember_game
from trexscore.web.games.score_sheet import sheet_variables
from trexscore.web.games.sheet.highlights import highlights_of_game
from trexscore.web.games.sheet.score_chart import chart_variables
from trexscore.web.games.table import board, status_line
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

pages = Blueprint("sheet", __name__)


@pages.get("/g/<token>/sheet")
def show(token: str) -> str:
    """The score sheet."""
    game = open_for_reader(token)
    record = load_record(game.game_id)
    return render_template(
        "games/sheet/sheet.html",
        game=game,
        **sheet_variables(game, record, record.play().game),
        last=status_line.last_undoable_entry(game),
        verdict=results.verdict(game),
    )


@pages.get("/g/<token>/chart")
def chart(token: str) -> str:
    """Every player's total after each deal, as a chart and in numbers."""
    game = open_for_reader(token)
    record = load_record(game.game_id)
    drawn_chart = chart_variables(game, record, record.play().game, reader_language())
    return render_template("games/sheet/score_chart.html", game=game, **drawn_chart)


@pages.get("/g/<token>/result")
def result(token: str) -> str | Response:
    """The result: who won, and who pays whom."""
    game, scope = load_view_and_scope(token)
    if game.abandoned and not game.complete:
        scored_game = load_record(scope.game_id).play().game
        counted_text = results.what_counts_when_abandoned(game, scored_game)
        ranks = results.ranked_sides_when_abandoned(game, scored_game)
        return render_template("games/sheet/abandoned_result.html", game=game, counted_text=counted_text, ranks=ranks)
    if not game.complete:
        return redirect(url_for("table.show", token=token))
    clubs = summarize_counting_clubs(scope, is_game_complete=True)
    session = db.session()
    record = load_record(scope.game_id)
    scored_game = record.play().game
    night = clubs.reader_night if clubs.reader_night is not None and clubs.reader_night.is_current else None
    return render_template(
        "games/result/result.html",
        game=game,
        **sheet_variables(game, record, scored_game),  # for the picture of the result
        kingdom_progress=board.kingdom_progress_by_seat(game),
        king_choice_urls={},
        saved=status_line.last_undoable_entry(game),
        verdict=results.verdict(game),
        highlights=highlights_of_game(game, record, scored_game, GAMES.read_entries(session, scope.game_id)),
        ranked_sides=results.ranked_sides(game),
        payments=results.payments(game),
        tie_note=results.tie_note(game),
        sign_off_status=clubs.sign_off_status,
        is_counted_tonight=clubs.is_counted_tonight,
        game_night_url=None if night is None else night.url,
        next_game=None if night is None else next_table_game(night, scope.game_id),
    )


@pages.post("/g/<token>/rematch")
def create_rematch(token: str) -> Response:
    """Start the rematch. The first tap on any phone starts it; later taps lead to the same game."""
    enforce_new_game_limits()
    game = open_for_scorer(token)
    rematch = start_rematch(game.game_id, game.names, device_label())
    link = derive_rematch_token(token)
    if rematch is None or read_token_scope(link) is None:
        flash(_("This link does not open the rematch. Ask its scorer for a link."), "problem")
        return redirect(url_for("table.show", token=token), 303)
    store_device_card_names(rematch.game_id)
    return remember_game(redirect(url_for("table.show", token=link), 303), link)
