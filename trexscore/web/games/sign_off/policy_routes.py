"""How a table keeps its score: a second person, a deadline, a referee; and confirming what somebody else entered."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from msgspec import to_builtins
from werkzeug.exceptions import BadRequest, Forbidden
from werkzeug.wrappers import Response

from trexscore.i18n.texts.policy import policy_text
from trexscore.rules.seats import SEAT_NAMED
from trexscore.web.games.access import open_for_reader, open_for_seat, submit
from trexscore.web.games.entry_form import EntryForm
from trexscore.web.games.sign_off.policy_forms import TermsForm
from trexscore.web.games.token_access import open_game
from trexscore.web.games.view import GameView
from trexscore.web.language import reader_language
from trexscore.web.numbers import whole

pages = Blueprint("terms", __name__)


@pages.get("/g/<token>/terms")
def show(token: str) -> str:
    """What holds at this table; whoever started the game can change it."""
    game, _game_id = open_for_reader(token)
    form = None
    if game.may == "own":
        form = TermsForm(blank=True)
        form.prepare(game.seq)
        form.fill_in(game.state.terms)
    return _page(game, form)


@pages.post("/g/<token>/terms")
def update(token: str) -> Response | tuple[str, int]:
    """Write what holds from now on."""
    game, game_id = open_for_reader(token)
    if game.may != "own":
        raise Forbidden
    form = TermsForm()
    form.prepare(game.seq)
    if form.entry() == {"terms": to_builtins(game.state.terms)} or submit(game, game_id, form, form.entry()):
        return redirect(url_for("terms.show", token=token), 303)
    return _page(game, form), 422


@pages.post("/g/<token>/confirmations")
def confirm(token: str) -> Response:
    """Write that an entry is right as it stands. What went wrong is said on the entry's page."""
    open_game(token)
    seat = request.form.get("seat", "")
    entry, about = (whole(request.form.get(name, "")) for name in ("entry", "about"))
    if seat not in SEAT_NAMED or entry is None or about is None:
        raise BadRequest
    game, game_id = open_for_seat(token, seat)
    form = EntryForm()
    form.prepare(game.seq)
    form.after.data = str(game.seq)  # whatever was written meanwhile, the rules say whether this entry still holds
    submit(game, game_id, form, {"confirmed": {"seq": entry, "seat": seat}})
    for problem in form.problems:
        flash(problem, "problem")
    return redirect(url_for("why.deal", token=token, seq=about), 303)


def _page(game: GameView, form: TermsForm | None) -> str:
    return render_template(
        "games/sign_off/terms.html", game=game, form=form, terms=policy_text(reader_language(), game.state.terms)
    )
