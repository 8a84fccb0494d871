"""What a game starts with: its house rules in plain words, its first king, and names, which are shown everywhere."""

import uuid
from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from flask import Blueprint, Response, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response as BaseResponse

from trexscore.game.events.player_name import PlayerNamed
from trexscore.game.events.start import FirstKingChosen
from trexscore.game.file.names import name_key, read_name
from trexscore.i18n.game_terms import RULE_SOURCE_NAMES
from trexscore.rules.seats import SEATS, Seat
from trexscore.web.games.access import open_for_reader, open_for_scorer, record_form_entry
from trexscore.web.games.small_forms import FirstKingForm, NamesForm
from trexscore.web.games.start.house_rules import questions_and_answers
from trexscore.web.games.view import GameView
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

pages = Blueprint("setup", __name__)


@pages.get("/g/<token>/house-rules")
def house_rules(token: str) -> Response:
    """Every option as a question, with this game's answer and a link to where the sources differ.

    Phones store the page for offline use. Its language header tells them whether it is in the reader's language.
    """
    game = open_for_reader(token)
    source = game.preset.source
    note = _("As given by %(source)s.", source=_(RULE_SOURCE_NAMES[source])) if source else ""
    if game.rules != game.preset.rules:
        note = _("This table has changed some of these rules.")
    page = render_template(
        "games/explain/house_rules.html", game=game, rules=questions_and_answers(game.rules), rules_note=note
    )
    return Response(page, headers={"Content-Language": reader_language().code}, mimetype="text/html")


@pages.get("/g/<token>/first-king")
def edit_first_king(token: str) -> str:
    """Ask who the first king is."""
    game = open_for_scorer(token)
    form = FirstKingForm(game.seq)
    form.king.data = game.king.seat if game.king else None
    return _render_first_king_form(game, form)


@pages.post("/g/<token>/first-king")
def update_first_king(token: str) -> str | BaseResponse | tuple[str, int]:
    """Record the first king."""
    game = open_for_scorer(token)
    form = FirstKingForm(game.seq)
    if not form.king.data:
        form.king.errors = [_("Who is the first king?")]
    elif record_form_entry(game, form, FirstKingChosen.flat_body_of(form.king.data)):
        return redirect(url_for("table.show", token=token), 303)
    return _render_first_king_form(game, form), 422


@pages.get("/g/<token>/corrections/names")
def edit_names(token: str) -> str:
    """The four names, at their seats."""
    game = open_for_scorer(token)
    form = NamesForm(game.seq, blank=True)
    for field, name in zip(form.name_fields, game.state.players, strict=True):
        field.data = name
    return render_template("games/corrections/names.html", game=game, form=form)


@pages.post("/g/<token>/corrections/names")
def update_names(token: str) -> str | BaseResponse | tuple[str, int]:
    """Save the changed names, each as an entry of its own, because a single name may be removed later.

    Swapped names mean swapped seats: that is a correction, so it leads to the page for seats.
    """
    game = open_for_scorer(token)
    form = NamesForm(game.seq)
    players = list(game.state.players)
    changed_names = form.changed_names(players)
    swapped_seat_parameters = _swapped_seat_parameters(players, changed_names)
    if swapped_seat_parameters:
        return redirect(
            f"{url_for('game_corrections.ask_for_seats', token=token, shown=1)}&{urlencode(swapped_seat_parameters)}",
            303,
        )
    sent_key = uuid.UUID(form.key.data)
    for seat, name in changed_names.items():
        form.key.data = str(uuid.uuid5(sent_key, f"{seat.name} {name}"))
        if not record_form_entry(game, form, PlayerNamed.body_of({"seat": seat.name, "name": name})):
            form.name_fields[seat].errors = [*form.problems]
            form.key.data = str(sent_key)
            return render_template("games/corrections/names.html", game=game, form=form), 422
        form.after.data = str(int(form.after.data or 0) + 1)
    if changed_names:
        flash(_("The names are saved. Everything else stays as it was entered."))
    return redirect(url_for("setup.edit_names", token=token), 303)


def _render_first_king_form(game: GameView, form: FirstKingForm) -> str:
    question = {
        "seven_of_hearts": _("Who holds the 7 of hearts?"),
        "highest_card": _("Who drew the highest card?"),
        "agreed": _("Who is the first king?"),
    }[game.rules.first_king]
    return render_template("games/start/first_king.html", game=game, form=form, question=question)


def _swapped_seat_parameters(
    current_names: Sequence[str | None], changed_names_by_seat: Mapping[Seat, str]
) -> dict[str, str]:
    """If the same four names are at other seats, the parameters of the page for seats: each player's former seat."""
    seat_by_old_name_key = {name_key(name): seat for seat, name in zip(SEATS, current_names, strict=True) if name}
    new_name_key_by_seat = {
        seat: name_key(read_name(changed_names_by_seat.get(seat, current_names[seat])) or "") for seat in SEATS
    }
    has_moved_player = any(
        seat_by_old_name_key.get(new_name_key_by_seat[seat]) not in (seat, None) for seat in changed_names_by_seat
    )
    if (
        not has_moved_player
        or len(seat_by_old_name_key) < len(SEATS)
        or set(new_name_key_by_seat.values()) != set(seat_by_old_name_key)
    ):
        return {}
    return {f"sat_{seat.name}": seat_by_old_name_key[name].name for seat, name in new_name_key_by_seat.items()}
