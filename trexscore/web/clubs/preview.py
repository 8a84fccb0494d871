"""Preview of the standings before an entry is saved. The form is repeated below it as hidden fields."""

from flask import render_template, request

from trexscore.commands.league.preview import StandingsPreview, preview_club_entry
from trexscore.db.models import db
from trexscore.ledger.chain import Body
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.standings.preview import counted_games_sentences, season_previews

SAVE_BUTTON, EDIT_BUTTON = "previewed", "edit"
"""Names of the two buttons below a preview: save, or go back to the filled-in form."""


def wants_edit() -> bool:
    """Whether the reader wants to go back to the filled-in form."""
    return EDIT_BUTTON in request.form


def entry_preview_page(club: ClubContext, body: Body) -> str | None:
    """The page with what an entry would change in the standings; None if nothing, or if it was already seen."""
    if SAVE_BUTTON in request.form:
        return None
    return preview_page(club, preview_club_entry(db.session(), club.journal_head, body))


def preview_page(club: ClubContext, preview: StandingsPreview, notes: tuple[str, ...] = ()) -> str | None:
    """The page with this preview; None if it changes nothing."""
    if not preview.has_changes:
        return None
    fields = [(name, value) for name, value in request.form.items(multi=True) if name not in (SAVE_BUTTON, EDIT_BUTTON)]
    return render_template(
        "clubs/standings/preview.html",
        club=club,
        games=tuple(counted_games_sentences(preview.games_removed, preview.games_added)),
        notes=notes,
        seasons=season_previews(club, preview),
        action=request.path,
        fields=fields,
        seen=SAVE_BUTTON,
        edit=EDIT_BUTTON,
    )
