"""The printed score sheet, blank or filled in: in two languages, with a link back to the game."""

from collections.abc import Sequence
from datetime import datetime, tzinfo

from flask import Blueprint, render_template, request, url_for
from markupsafe import Markup

from trexscore.commands.clock import current_timestamp, local_time
from trexscore.db.game_links import read_tokens_by_permission
from trexscore.db.journals import GAMES
from trexscore.db.models import db
from trexscore.game.builder import fold_game
from trexscore.i18n import LANGUAGES, Language
from trexscore.i18n.game_terms import PRESET_NAMES, VOID_DEAL_TEXT
from trexscore.i18n.marking import N_
from trexscore.i18n.texts.highlights import HAS_WON_TEXT
from trexscore.i18n.texts.options import QUESTION_BY_OPTION, option_answer
from trexscore.ledger.chain import JournalEntry
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.options import OPTION_NAMES
from trexscore.rules.presets import PRESETS, STANDARD_PRESET
from trexscore.rules.tables.points import points_table
from trexscore.web.games.access import open_for_reader
from trexscore.web.games.counting_clubs import game_time_zone
from trexscore.web.games.entry_times import day_and_time_text
from trexscore.web.games.entry_titles import contract_set_name_in
from trexscore.web.games.links.presenter import game_qr_code, game_url
from trexscore.web.games.sheet import printed
from trexscore.web.games.sheet.bilingual import BilingualTextRenderer, bilingual_renderer
from trexscore.web.games.start.house_rules import answer_in_words
from trexscore.web.games.view import GameView
from trexscore.web.rendering import join_names, translate_in, translate_plural_in
from trexscore.web.rendering import translate as _

pages = Blueprint("printed", __name__)
_SHOWN_DIGEST_LENGTH = 16
_QR_CODE_LINE_COUNT = 2
"""How many rows a QR code adds to the foot."""


@pages.get("/print/blank")
def blank() -> str:
    """A blank sheet under the rules of a preset."""
    preset = PRESETS.get(request.args.get("preset", ""), STANDARD_PRESET)
    presets = [(name, _(PRESET_NAMES[name])) for name in PRESETS]
    return _render_sheet(printed.blank_sheet(preset), here=url_for("printed.blank"), presets=presets)


@pages.get("/g/<token>/print/blank")
def blank_of_game(token: str) -> str:
    """A blank sheet with the names and the house rules of a game."""
    game = open_for_reader(token)
    own_url = url_for("printed.blank_of_game", token=token)
    return _render_sheet(printed.blank_sheet_of_game(game), here=own_url, game=game, **_view_only_link_variables(game))


@pages.get("/g/<token>/print")
def filled(token: str) -> str:
    """Everything played so far, with seal codes and the journal's digest."""
    game = open_for_reader(token)
    entries = GAMES.read_entries(db.session(), game.game_id)
    sheet = printed.filled_sheet(game, fold_game(entry.fold_entry for entry in entries))
    proof = _journal_proof_values(entries, game_time_zone(token))
    own_url = url_for("printed.filled", token=token)
    return _render_sheet(sheet, here=own_url, game=game, proof=proof, **_view_only_link_variables(game))


def _render_sheet(sheet: printed.PrintedSheet, **variables: object) -> str:
    bilingual = bilingual_renderer(request.args.get("with", ""))
    changed_questions_and_answers = _changed_questions_and_answers(bilingual, sheet)
    lines_below = len(changed_questions_and_answers) + (_QR_CODE_LINE_COUNT if "qr" in variables else 0)
    return render_template(
        "games/printed/printed_sheet.html",
        **{"presets": (), "proof": None, "read_address": "", "qr": "", **variables},
        N_=N_,
        bilingual=bilingual,
        second_languages=[
            language for language in LANGUAGES.values() if language.code != bilingual.first_language.code
        ],
        sheet=sheet,
        row_height_class=sheet.row_height_class(lines_below),
        legend=sheet.legend,
        changed=changed_questions_and_answers,
        card_points=printed.points_of_capture_cases(sheet.rules),
        points_table=points_table(sheet.rules),
        preset_text=bilingual(PRESET_NAMES[sheet.preset.name]),
        contract_names=lambda contract_set: bilingual.render_both(
            lambda language: contract_set_name_in(language, contract_set)
        ),
        void_text=lambda reason: bilingual.render_both(
            lambda language: translate_in(language, VOID_DEAL_TEXT, reason=language.gettext(reason))
        ),
        winners_text=bilingual.render_both(lambda language: _winners_sentence(language, sheet.winner_names))
        if sheet.winner_names
        else "",
    )


def _winners_sentence(language: Language, winner_names: Sequence[str]) -> str:
    names = join_names(winner_names, language)
    return translate_plural_in(language, HAS_WON_TEXT.one, HAS_WON_TEXT.many, len(winner_names), names=names)


def _changed_questions_and_answers(
    bilingual: BilingualTextRenderer, sheet: printed.PrintedSheet
) -> list[tuple[Markup, Markup]]:
    """The questions that this table answers differently from its preset, with its answers."""
    rules, preset = sheet.rules, sheet.preset
    changed_options = [option for option in OPTION_NAMES if getattr(rules, option) != getattr(preset.rules, option)]
    return [
        (bilingual(QUESTION_BY_OPTION[option]), _bilingual_option_answer(bilingual, rules, option))
        for option in changed_options
    ]


def _bilingual_option_answer(bilingual: BilingualTextRenderer, rules: HouseRules, option: str) -> Markup:
    """The answer in both languages; numbers once."""
    answer = answer_in_words(rules, option)
    if isinstance(answer, Markup):
        return answer
    return bilingual.render_both(lambda language: option_answer(language, rules, option))


def _view_only_link_variables(game: GameView) -> dict[str, object]:
    """The view-only link, if there is one: paper is passed around, so it shows no link with more permissions."""
    token = read_tokens_by_permission(db.session(), game.game_id).get("read")
    return {} if token is None else {"read_address": game_url(token), "qr": game_qr_code(token)}


def _journal_proof_values(entries: Sequence[JournalEntry], zone: tzinfo | None) -> dict[str, object]:
    """The digest and times with which a stored copy of the journal can be compared. Times are in `zone`, if given."""
    digest = entries[-1].digest[:_SHOWN_DIGEST_LENGTH]
    return {
        "began": _local_time_text(entries[0].made_at or entries[0].received_at, zone),
        "printed": _local_time_text(current_timestamp(), zone),
        "entries": entries[-1].seq,
        "digest": " ".join(digest[start : start + 4] for start in range(0, _SHOWN_DIGEST_LENGTH, 4)),
    }


def _local_time_text(stored_time: str, zone: tzinfo | None) -> str:
    time = datetime.fromisoformat(stored_time)
    return day_and_time_text(local_time(time, zone) if zone and time.tzinfo else time)
