"""Whatever moves standings is shown before it is saved: the form comes back as hidden fields below what would move."""

from flask import render_template, request

from trexscore.commands.league.preview import Preview, preview_entry
from trexscore.db.journals import End
from trexscore.db.models import db
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.standings.preview import games_text, seasons_moved

SEEN, EDIT = "previewed", "edit"
"""Names of the two buttons below a preview: save it, or go back to the form as it was filled in."""


def goes_back() -> bool:
    """Whether someone wants their form back, as they had filled it in."""
    return EDIT in request.form


def preview_of_entry(club: ClubContext, kind: str, said: object) -> str | None:
    """The page that shows what an entry would move; None where it moves nothing, or its preview has been seen."""
    if SEEN in request.form:
        return None
    end = End(club.club.id, club.club.seq, club.club.digest)
    return preview_page(club, preview_entry(db.session(), end, kind, said))


def preview_page(club: ClubContext, found: Preview, notes: tuple[str, ...] = ()) -> str | None:
    """The same of what has been found already."""
    if not found.moves_anything:
        return None
    kept = [(name, value) for name, value in request.form.items(multi=True) if name not in (SEEN, EDIT)]
    return render_template(
        "clubs/standings/preview.html",
        club=club,
        games=tuple(games_text(found.gone, found.new)),
        notes=notes,
        seasons=seasons_moved(club, found),
        action=request.path,
        fields=kept,
        seen=SEEN,
        edit=EDIT,
    )
