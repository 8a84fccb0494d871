"""The links of a game that the reader may share: title, what it allows, and address."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from flask import url_for
from markupsafe import Markup

from trexscore.db.game_links import Permission
from trexscore.i18n.marking import N_
from trexscore.web.games.seats import SeatView
from trexscore.web.games.view import GameView
from trexscore.web.rendering import translate as _
from trexscore.web.urls import absolute_url, qr_code_svg

VIEW_ONLY_LINK, SCORER_LINK, OWNER_LINK, REFEREE_LINK = "view-only", "scorer", "owner", "referee"
"""The names of links in addresses; a player link has the letter of its seat."""
PERMISSIONS_BY_LINK_NAME: Mapping[str, Permission] = {
    VIEW_ONLY_LINK: "read",
    SCORER_LINK: "write",
    OWNER_LINK: "own",
    REFEREE_LINK: "referee",
}
"""The permission of each link, except player links."""


@dataclass(frozen=True, slots=True)
class GameLinkView:
    """A link with its title and what it allows. `link_name`: its name in addresses.

    `token` is None once its holder has opened it: then no one is shown it, and it can only be replaced.
    """

    link_name: str
    title: str
    note: str
    token: str | None

    @property
    def url(self) -> str | None:
        return None if self.token is None else game_url(self.token)

    @property
    def qr_code(self) -> Markup | None:
        return None if self.token is None else game_qr_code(self.token)


def visible_links(
    game: GameView, tokens_by_permission: Mapping[Permission, str], tokens_by_seat: Mapping[str, str]
) -> Iterator[GameLinkView]:
    """The links that this reader may see: none with more permissions than their own."""
    if "read" in tokens_by_permission:
        note = _("Anyone with this link can follow the game, but can’t change anything.")
        yield GameLinkView(VIEW_ONLY_LINK, _("View-only link"), note, tokens_by_permission["read"])
    if "write" in tokens_by_permission and game.can_write:
        note = _("Anyone with this link can save deals and undo them.")
        yield GameLinkView(SCORER_LINK, _("Scorer link"), note, tokens_by_permission["write"])
    if game.permission != "own":
        return
    opened = game.state.opened or ()
    for seat in game.seats:
        if seat.seat in tokens_by_seat:
            yield _player_link(seat, tokens_by_seat[seat.seat], is_opened=seat.seat in opened)
    if "referee" in tokens_by_permission:
        yield _referee_link(tokens_by_permission["referee"], is_opened=REFEREE_LINK in opened)


def _player_link(seat: SeatView, token: str, *, is_opened: bool) -> GameLinkView:
    title = _("Player link: %(name)s", name=seat.name)
    if is_opened:
        note = _(
            "%(name)s has opened it. Now only this link and the referee link can sign off or dispute for this player.",
            name=seat.name,
        )
        return GameLinkView(seat.seat, title, note, None)
    note = _("Anyone with this link can read everything, and sign off and dispute as %(name)s.", name=seat.name)
    return GameLinkView(seat.seat, title, note, token)


def _referee_link(token: str, *, is_opened: bool) -> GameLinkView:
    if is_opened:
        return GameLinkView(
            REFEREE_LINK, _("Referee link"), _("The referee has opened it. It won’t be shown again."), None
        )
    note = _("Anyone with this link can resolve disputes and make corrections the table can’t. It can’t save deals.")
    return GameLinkView(REFEREE_LINK, _("Referee link"), note, token)


_REPLACEMENT_TEXTS = {
    VIEW_ONLY_LINK: (
        N_("Replace the view-only link?"),
        N_("Phones with the old link stop following the game. Give them the new one."),
    ),
    SCORER_LINK: (
        N_("Replace the scorer link?"),
        N_("Phones with the old link can no longer save deals. Give them the new one."),
    ),
    OWNER_LINK: (
        N_("Replace the owner link?"),
        N_("Every other device loses the owner link. This one gets the new link."),
    ),
    REFEREE_LINK: (
        N_("Replace the referee link?"),
        N_("The old link stops working. Give the referee the new one."),
    ),
}


def replacement_question_and_effect(game: GameView, link_name: str) -> tuple[str, str]:
    """The question before a link is replaced, and what happens to those who use the old one.

    `link_name`: the link's name in addresses.
    """
    if link_name in _REPLACEMENT_TEXTS:
        question, effect = _REPLACEMENT_TEXTS[link_name]
        return _(question), _(effect)
    name = game.seat(link_name).name
    effect = _("The old link stops working. Give %(name)s the new one.", name=name)
    return _("Replace the player link of %(name)s?", name=name), effect


def game_url(token: str) -> str:
    """The full address of a game for this token."""
    return absolute_url(url_for("table.show", token=token))


def game_qr_code(token: str) -> Markup:
    """The full address of a game for this token, as a QR code."""
    return qr_code_svg(game_url(token))
