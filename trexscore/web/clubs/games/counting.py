"""What a form says about a game that counts, and what it would move."""

from datetime import timedelta

from flask import flash, request

from trexscore.club.fields import read_day
from trexscore.club.game_outcome import GameOutcome, rules_key
from trexscore.club.season_shares import changes_sign
from trexscore.commands.clock import today
from trexscore.commands.clubs.count_game import Booking, preview_count
from trexscore.db.clubs.counted_games import GameRow
from trexscore.db.journals import End
from trexscore.db.models import db
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.game_nights.presenter import night_title
from trexscore.web.clubs.games.forms import BookingForm
from trexscore.web.clubs.games.game import why_not
from trexscore.web.clubs.preview import SEEN, preview_page
from trexscore.web.clubs.seasons.presenter import in_order
from trexscore.web.language import reader_language
from trexscore.web.numbers import whole
from trexscore.web.rendering import translate as _

_SOMEWHERE_ELSE = timedelta(days=1)
"""What is tomorrow here can be today where somebody plays."""
_NEAR = timedelta(days=60)
"""Evenings so far from the day of a game are offered for it: a club has hundreds."""


def say_what_counts(club: ClubContext, row: GameRow) -> None:
    """Tell whether a game that has been booked counts, and if not, why."""
    reasons = why_not(club, row)
    flash(_("The game is saved.") if reasons else _("Saved. The game counts."))
    for reason in reasons:
        flash(reason)
    counted = row.counted
    if counted is None:
        return
    day = reader_language().day
    evening = club.record.evenings.get(counted.evening or 0)
    if counted.on > today(club.zone) + _SOMEWHERE_ELSE and (evening is None or evening.on != counted.on):
        flash(_("The game counts for %(day)s, which is in the future.", day=day(counted.on)))
    if evening is not None and evening.on != counted.on:
        flash(
            _(
                "The game counts for %(day)s, but its game night is on %(other)s.",
                day=day(counted.on),
                other=day(evening.on),
            )
        )


def other_seasons(club: ClubContext, form: BookingForm, came: GameOutcome) -> list[tuple[int, str]]:
    """The seasons of the form's day that have other house rules than the game, each with what that means for points."""
    on = read_day((form.on.data or "").strip())
    chosen = {whole(number) for number in form.seasons.data or ()}
    key = came.rules
    return [
        (season.number, _("%(season)s (points change sign)", season=season.name))
        if changes_sign(season, came)
        else (season.number, season.name)
        for season in in_order(club.record)
        if rules_key(season.rules) != key
        and came.result is not None
        and season.rules.partnership == came.result.partnership
        and ((on is not None and season.holds(on)) or season.number in chosen)
    ]


def preview_of_booking(club: ClubContext, game_id: int, booking: Booking) -> str | None:
    """The page that shows what admitting a game with other house rules moves; None where there is nothing to see."""
    if SEEN in request.form or "house_rules" not in booking.although or not club.leads:
        return None
    end = End(club.club.id, club.club.seq, club.club.digest)
    found, record = preview_count(db.session(), end, game_id, booking)
    return preview_page(club._replace(record=record), found)


def offer(club: ClubContext, form: BookingForm, came: GameOutcome) -> None:
    """The choices of a booking's form; of evenings, those near the game's day and the one chosen before."""
    day = read_day(form.on.data or "") or today(club.zone)
    evenings = sorted(club.record.evenings.values(), key=lambda one: one.on, reverse=True)
    near = (one for one in evenings if abs(one.on - day) <= _NEAR or str(one.number) == form.evening.data)
    form.offer(
        club.record.people,
        ((one, night_title(one)) for one in near),
        other_seasons(club, form, came),
        leads=club.leads,
        complete=came.complete,
    )
