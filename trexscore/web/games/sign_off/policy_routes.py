"""A table's policy: second person, deadline, referee; and confirming someone else's entry."""

from flask import Blueprint, redirect, render_template, request, url_for
from msgspec import to_builtins
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from trexscore.game.events.policy import PolicyChanged
from trexscore.game.events.sign_off_and_confirmation import EntryConfirmed
from trexscore.i18n.texts.policy import policy_sentences
from trexscore.web.games.access import (
    open_for_owner,
    open_for_reader,
    open_to_answer_for,
    record_form_entry,
    requested_seat,
)
from trexscore.web.games.entry_form import EntryForm
from trexscore.web.games.sign_off.forms import PolicyForm
from trexscore.web.games.view import GameView
from trexscore.web.language import reader_language
from trexscore.web.number_parsing import parse_ascii_number

pages = Blueprint("policy", __name__)


@pages.get("/g/<token>/policy")
def show(token: str) -> str:
    """The table's policy; with the owner link, a form to change it."""
    game = open_for_reader(token)
    form = None
    if game.permission == "own":
        form = PolicyForm(game.seq, blank=True)
        form.fill_in(game.state.terms)
    return _render_policy_page(game, form)


@pages.post("/g/<token>/policy")
def update(token: str) -> Response | tuple[str, int]:
    """Record a new policy."""
    game = open_for_owner(token)
    form = PolicyForm(game.seq)
    body = form.entry_content()
    if body == PolicyChanged.body_of(to_builtins(game.state.terms)) or record_form_entry(game, form, body):
        return redirect(url_for("policy.show", token=token), 303)
    return _render_policy_page(game, form), 422


@pages.post("/g/<token>/confirmations")
def confirm_entry(token: str) -> Response:
    """Confirm the current version of an entry. Problems are shown on the entry's page."""
    seat = requested_seat(token)
    entry, about = (parse_ascii_number(request.form.get(name, "")) for name in ("entry", "about"))
    if entry is None or about is None:
        raise BadRequest
    game = open_to_answer_for(token, seat)
    form = EntryForm.ignoring_newer_entries(game.seq)  # the check decides whether the entry is unchanged
    record_form_entry(game, form, EntryConfirmed.body_of({"seq": entry, "seat": seat}))
    form.flash_problems()
    return redirect(url_for("explain.entry", token=token, seq=about), 303)


def _render_policy_page(game: GameView, form: PolicyForm | None) -> str:
    return render_template(
        "games/sign_off/policy.html", game=game, form=form, terms=policy_sentences(reader_language(), game.state.terms)
    )
