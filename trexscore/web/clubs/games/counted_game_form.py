"""The form about a counted game: its choices, what it would change, and saving it."""

from collections.abc import Callable
from datetime import timedelta

from flask import flash, redirect, request
from werkzeug.wrappers import Response

from trexscore.club.fields import parse_day
from trexscore.club.game_outcome import GameOutcome, rules_key
from trexscore.club.season_tallies import counts_with_negated_points
from trexscore.commands.clock import today
from trexscore.commands.clubs.count_game import AddedGameLink, CountDraft, count_or_correct_game, preview_counting_game
from trexscore.db.clubs.counted_games import ClubGameRow
from trexscore.db.models import db
from trexscore.web.clubs.access import ClubContext, command_from_form
from trexscore.web.clubs.game_nights.presenter import weekday_and_date
from trexscore.web.clubs.game_nights.tables import club_game_url
from trexscore.web.clubs.games.counting_status import reasons_not_counting
from trexscore.web.clubs.games.forms import CountGameForm
from trexscore.web.clubs.seasons.presenter import seasons_latest_first
from trexscore.web.clubs.standings_preview import SAVE_BUTTON, preview_page, wants_edit
from trexscore.web.number_parsing import parse_ascii_number
from trexscore.web.rendering import format_day
from trexscore.web.rendering import translate as _

_TIME_ZONE_TOLERANCE = timedelta(days=1)
"""Tomorrow here can be today in another time zone."""
_MAX_NIGHT_DISTANCE = timedelta(days=60)
"""Game nights up to so far from a game's day are offered for it: a club has hundreds."""


def flash_counting_status(club: ClubContext, game_row: ClubGameRow) -> None:
    """Show whether a saved game counts, and if not, why."""
    reasons = reasons_not_counting(club, game_row)
    flash(_("The game is saved.") if reasons else _("Saved. The game counts."))
    for reason in reasons:
        flash(reason)
    counted_game = game_row.counted_game
    if counted_game is None:
        return
    game_night = club.record.game_nights.get(counted_game.night_number or 0)
    if counted_game.day > today(club.zone) + _TIME_ZONE_TOLERANCE and (
        game_night is None or game_night.day != counted_game.day
    ):
        flash(_("The game counts for %(day)s, which is in the future.", day=format_day(counted_game.day)))
    if game_night is not None and game_night.day != counted_game.day:
        flash(
            _(
                "The game counts for %(day)s, but its game night is on %(other)s.",
                day=format_day(counted_game.day),
                other=format_day(game_night.day),
            )
        )


def other_rules_season_choices(club: ClubContext, form: CountGameForm, outcome: GameOutcome) -> list[tuple[int, str]]:
    """Seasons of the form's day with other house rules than the game. Says if points would change sign."""
    day = parse_day((form.on.data or "").strip())
    chosen_season_numbers = {parse_ascii_number(number) for number in form.house_rules_override_seasons.data or ()}
    key = outcome.rules_key
    return [
        (season.number, _("%(season)s (points change sign)", season=season.name))
        if counts_with_negated_points(season, outcome)
        else (season.number, season.name)
        for season in seasons_latest_first(club.record)
        if rules_key(season.house_rules) != key
        and outcome.result is not None
        and season.house_rules.partnership == outcome.result.partnership
        and ((day is not None and season.includes(day)) or season.number in chosen_season_numbers)
    ]


def save_counted_game(
    club: ClubContext,
    game_id: int,
    form: CountGameForm,
    form_page: Callable[[], str],
    link: AddedGameLink | None = None,
) -> Response | tuple[str, int] | str:
    """Save the form, after a preview of counting despite other house rules.

    Returns a redirect to the game's page once it is saved; else the preview, or `form_page()`, with 422 if refused.
    """
    if wants_edit():
        return form_page()
    draft = form.count_draft()
    preview = _preview_house_rules_override(club, game_id, draft)
    if preview is not None:
        return preview
    row = form.unwrap_outcome(
        count_or_correct_game(club.club_head, command_from_form(club, form), game_id, draft, link)
    )
    if row is None:
        return form_page(), 422
    flash_counting_status(club, row)
    return redirect(club_game_url(club, row.uid), 303)


def _preview_house_rules_override(club: ClubContext, game_id: int, count_draft: CountDraft) -> str | None:
    """The preview of counting a game despite other house rules; None if there is nothing to preview."""
    if (
        SAVE_BUTTON in request.form
        or "house_rules" not in count_draft.overridden_obstacles
        or not club.is_owner_or_admin
    ):
        return None
    preview, record = preview_counting_game(db.session(), club.club_head, game_id, count_draft)
    return preview_page(club._replace(record=record), preview)


def set_form_choices(club: ClubContext, form: CountGameForm, outcome: GameOutcome) -> None:
    """Offer the choices of the form: game nights near the game's day, and the one chosen before."""
    day = parse_day(form.on.data or "") or today(club.zone)
    game_nights = sorted(club.record.game_nights.values(), key=lambda night: night.day, reverse=True)
    nearby = (
        night
        for night in game_nights
        if abs(night.day - day) <= _MAX_NIGHT_DISTANCE or str(night.number) == form.game_night.data
    )
    form.set_choices(
        club.record.unmerged_members,
        ((night, weekday_and_date(night.day)) for night in nearby),
        other_rules_season_choices(club, form, outcome),
        is_owner_or_admin=club.is_owner_or_admin,
        is_complete=outcome.complete,
    )
