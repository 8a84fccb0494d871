"""The sheet on paper, blank or filled in, as the browser prints it: in two languages, with a way back to the game."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, render_template, request, url_for
from markupsafe import Markup

from trexscore.actions.clock import now
from trexscore.journal.entries import JournalEntry
from trexscore.journal.fold import fold
from trexscore.language import LANGUAGES
from trexscore.language.marking import N_
from trexscore.language.options import QUESTION, answer
from trexscore.language.words import PRESET, THROWN_IN
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.options import NAMES
from trexscore.rules.presets import PRESETS, STANDARD, Preset
from trexscore.storage.journals import journal
from trexscore.storage.links import links_of
from trexscore.storage.models import db
from trexscore.web.bilingual import Both, both_languages
from trexscore.web.pages.house_rules import shown_answer
from trexscore.web.pages.links import address, drawn
from trexscore.web.pages.opening import open_to_read
from trexscore.web.rendering import said_in
from trexscore.web.rendering import translate as _
from trexscore.web.views import printed
from trexscore.web.views import sheet as sheets
from trexscore.web.views.moments import moment
from trexscore.web.views.names import programme_in
from trexscore.web.views.points_in_short import points_in_short

pages = Blueprint("printed", __name__)
_NAMELESS = ("", "", "", "")
_DIGEST_SHOWN = 16


@pages.get("/print/blank")
def blank() -> str:
    """A sheet to fill in by hand, under the rules of a preset."""
    preset = PRESETS.get(request.args.get("preset", ""), STANDARD)
    presets = [(name, _(PRESET[name])) for name in PRESETS]
    return _page(
        preset,
        preset.rules,
        _NAMELESS,
        printed.blank(preset.rules),
        here=url_for("printed.blank"),
        presets=presets,
    )


@pages.get("/g/<token>/print/blank")
def blank_of_game(token: str) -> str:
    """The same with the names and the house rules of a game."""
    game, game_id = open_to_read(token)
    preset = PRESETS[game.state["house_rules"]["preset"]]
    return _page(
        preset,
        game.rules,
        [seat.name for seat in game.seats],
        printed.blank(game.rules),
        game=game,
        here=url_for("printed.blank_of_game", token=token),
        **_way_back(game_id),
    )


@pages.get("/g/<token>/print")
def filled(token: str) -> str:
    """All that was played so far, what is agreed on, and what proves it."""
    game, game_id = open_to_read(token)
    entries = journal(db.session(), game_id)
    record = fold((entry.seq, entry.kind, entry.body) for entry in entries)
    preset = PRESETS[game.state["house_rules"]["preset"]]
    return _page(
        preset,
        game.rules,
        [seat.name for seat in game.seats],
        printed.filled(game, record, record.play().game),
        game=game,
        here=url_for("printed.filled", token=token),
        adjustments=sheets.agreements(record),
        totals=game.seats,
        proof=_proof(entries),
        **_way_back(game_id),
    )


def _page(preset: Preset, rules: HouseRules, names: Sequence[str], blocks: Sequence[printed.Block], **shown: Any) -> str:  # noqa: ANN401 - whatever the template shows
    both = both_languages(request.args.get("with", ""))
    changed = _changed(both, preset, rules)
    return render_template(
        "printed/page.html",
        **{"presets": (), "adjustments": (), "totals": (), "proof": None, "read_address": "", "qr": "", **shown},
        N_=N_,
        both=both,
        second_languages=[one for one in LANGUAGES.values() if one.code != both.first.code],
        programme_said=lambda programme: both.of(lambda language: programme_in(language, programme)),
        void_said=lambda reason: both.of(lambda language: said_in(language, THROWN_IN, reason=language.gettext(reason))),
        preset=preset.name,
        preset_said=both.of(lambda language: language.gettext(PRESET[preset.name])),
        changed=changed,
        rules=rules,
        names=names,
        blocks=blocks,
        legend=printed.legend(rules, blocks),
        rows_are=printed.rows_are(blocks, len(changed) + len(shown.get("adjustments", ()))),
        in_short=points_in_short(rules),
    )


def _changed(both: Both, preset: Preset, rules: HouseRules) -> list[tuple[Markup, Markup]]:
    """The questions that this table answers otherwise than its preset, with its answers."""
    changed = [option for option in NAMES if getattr(rules, option) != getattr(preset.rules, option)]
    return [(both(QUESTION[option]), _answered(both, rules, option)) for option in changed]


def _answered(both: Both, rules: HouseRules, option: str) -> Markup:
    """Numbers say the same in every language."""
    shown = shown_answer(rules, option)
    return shown if isinstance(shown, Markup) else both.of(lambda language: answer(language, rules, option))


def _way_back(game_id: int) -> dict[str, Any]:
    """Paper is passed round: it leads to the game by the link that only reads, whoever prints it, or not at all."""
    token = links_of(db.session(), game_id).get("read")
    return {} if token is None else {"read_address": address(token), "qr": drawn(token)}


def _proof(entries: Sequence[JournalEntry]) -> dict[str, Any]:
    """What a journal saved elsewhere can be held against."""
    digest = entries[-1].digest[:_DIGEST_SHOWN]
    return {
        "started": moment(entries[0].made_at, entries[0].received_at),
        "printed": moment(None, now()),
        "entries": entries[-1].seq,
        "digest": " ".join(digest[at : at + 4] for at in range(0, _DIGEST_SHOWN, 4)),
    }
