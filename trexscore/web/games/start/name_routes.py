"""Correcting names: a corrected name is shown everywhere."""

import uuid
from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response

from trexscore.game.events.player_name import PlayerNamed
from trexscore.game.file.names import name_key, read_name
from trexscore.rules.seats import SEATS, Seat
from trexscore.web.games.access import open_for_scorer, submit
from trexscore.web.games.small_forms import NamesForm
from trexscore.web.rendering import translate as _

pages = Blueprint("names", __name__)


@pages.get("/g/<token>/corrections/names")
def show(token: str) -> str:
    """The four names, at their seats."""
    game, _game_id = open_for_scorer(token)
    form = NamesForm(game.seq, blank=True)
    for field, name in zip(form.players, game.state.players, strict=True):
        field.data = name
    return render_template("games/corrections/names.html", game=game, form=form)


@pages.post("/g/<token>/corrections/names")
def update(token: str) -> str | Response | tuple[str, int]:
    """Save the changed names, each as an entry of its own, because a single name may be removed later.

    Swapped names mean swapped seats: that is a correction, so it leads to the page for seats.
    """
    game, game_id = open_for_scorer(token)
    form = NamesForm(game.seq)
    players = list(game.state.players)
    changed = form.changed(players)
    swapped = _swapped(players, changed)
    if swapped:
        return redirect(f"{url_for('whole_game.seats', token=token, shown=1)}&{urlencode(swapped)}", 303)
    sent = uuid.UUID(form.key.data)
    for seat, name in changed.items():
        form.key.data = str(uuid.uuid5(sent, f"{seat.name} {name}"))
        if not submit(game, game_id, form, PlayerNamed.body({"seat": seat.name, "name": name})):
            form.blame_name(seat)
            form.key.data = str(sent)
            return render_template("games/corrections/names.html", game=game, form=form), 422
        form.after.data = str(int(form.after.data or 0) + 1)
    if changed:
        flash(_("The names are saved. Everything else stays as it was entered."))
    return redirect(url_for("names.show", token=token), 303)


def _swapped(players: Sequence[str | None], changed: Mapping[Seat, str]) -> dict[str, str]:
    """If the same four names are at other seats, the parameters of the page for seats: each player's former seat."""
    before = {name_key(name): seat for seat, name in zip(SEATS, players, strict=True) if name}
    after = {seat: name_key(read_name(changed.get(seat, players[seat])) or "") for seat in SEATS}
    moved = any(before.get(after[seat]) not in (seat, None) for seat in changed)
    if not moved or len(before) < len(SEATS) or set(after.values()) != set(before):
        return {}
    return {f"sat_{seat.name}": before[name].name for seat, name in after.items()}
