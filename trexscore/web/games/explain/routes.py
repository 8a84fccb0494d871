"""Explains every number: a deal, a kingdom, a player's total, the ranks and the payments."""

from collections.abc import Mapping

from flask import Blueprint, render_template, request
from werkzeug.exceptions import NotFound

from trexscore.db.journals import GAMES
from trexscore.db.models import db
from trexscore.game.record import Record
from trexscore.game.scorer_answers import seats_answered_by_scorer
from trexscore.game.sign_off import normalize_seal
from trexscore.i18n.texts.points_explanations import redeal_claim_text
from trexscore.ledger.chain import JournalEntry
from trexscore.rules.game import Game
from trexscore.rules.seats import SEAT_BY_LETTER, Seat
from trexscore.web.games import score_sheet
from trexscore.web.games.access import load_fold_entries, load_record, open_for_reader
from trexscore.web.games.counting_clubs import game_time_zone
from trexscore.web.games.disputes.presenter import DisputeView, disputes_about
from trexscore.web.games.entry_titles import contract_set_name, title_of_score_entry
from trexscore.web.games.explain.entry_corrections import corrections_of, removal_of
from trexscore.web.games.explain.presenter import explain_deal, kingdom_sum_proof, total_rows
from trexscore.web.games.explain.result import explain_result
from trexscore.web.games.explain.rules import rule_of_entry
from trexscore.web.games.scorer_answers import joined_names_signed_off_for
from trexscore.web.games.sign_off.presenter import (
    confirmation_of,
    player_sign_off_actions,
    sign_off_of,
)
from trexscore.web.games.table.forecast import forecast_sentences
from trexscore.web.games.view import GameView
from trexscore.web.language import reader_language

_MAX_SEAL_LENGTH = 40
pages = Blueprint("explain", __name__)


@pages.get("/g/<token>/deals/<int:seq>")
def entry(token: str, seq: int) -> str:
    """A deal's points, its earlier versions, and what can be done about it."""
    game, record, played = _load_played_game(token)
    entries = {entry.seq: entry for entry in GAMES.read_entries(db.session(), game.game_id)}
    answered = seats_answered_by_scorer(record, [entry.fold_entry for entry in entries.values()])
    disputes = disputes_about(game, record, seq, answered)
    entry_place = next(
        (
            entry_place
            for entry_place, counted_entry in enumerate(record.counted_entries, 1)
            if counted_entry.seq == seq
        ),
        None,
    )
    if entry_place is None:
        return _render_removed_entry_page(game, record, seq, entries, disputes)
    counted_entry = record.counted_entries[entry_place - 1]
    announced = counted_entry.score_entry.contract_set if counted_entry.score_entry.void_reason else None
    confirmation = confirmation_of(game, record, counted_entry, entries, answered)
    return render_template(
        "games/explain/entry.html",
        game=game,
        seq=seq,
        explanation=explain_deal(game, record, played, entry_place),
        title=title_of_score_entry(counted_entry.score_entry),
        score_entry=counted_entry.score_entry,
        announced=contract_set_name(announced) if announced else "",
        rule=rule_of_entry(game.rules, counted_entry.score_entry),
        claimed=redeal_claim_text(reader_language(), counted_entry.score_entry, game.isolated_name_of),
        disputes=disputes,
        confirmation=confirmation,
        corrections=corrections_of(counted_entry, entries, game_time_zone(token)),
    )


def _render_removed_entry_page(
    game: GameView, record: Record, seq: int, entries_by_seq: Mapping[int, JournalEntry], disputes: list[DisputeView]
) -> str:
    """The page of an entry that no longer counts. Raises 404 if there is none."""
    removed_entry = next(
        (removed_entry for removed_entry in record.uncounted_entries if removed_entry.seq == seq), None
    )
    if removed_entry is None:
        raise NotFound
    return render_template(
        "games/explain/uncounted_entry.html",
        game=game,
        seq=seq,
        title=title_of_score_entry(removed_entry.score_entry),
        removed=removal_of(removed_entry, entries_by_seq, game_time_zone(game.token)),
        disputes=disputes,
        corrections=corrections_of(
            removed_entry._replace(versions=removed_entry.versions[:-1]), entries_by_seq, game_time_zone(game.token)
        ),
    )


@pages.get("/g/<token>/explain/<letter>")
def total(token: str, letter: str) -> str:
    """How a player's total adds up."""
    game, record, played = _load_played_game(token)
    seat = SEAT_BY_LETTER.get(letter)
    if seat is None:
        raise NotFound
    rows = total_rows(game, record, played, seat)
    return render_template("games/explain/total.html", game=game, seat=game.seats[seat], rows=rows)


@pages.get("/g/<token>/explain")
def result(token: str) -> str:
    """The ranks, who pays whom, and who can still win."""
    game, _record, played = _load_played_game(token)
    explanation = explain_result(game, played.trex_first_seats)
    return render_template(
        "games/explain/result.html", game=game, explanation=explanation, outlook=forecast_sentences(game)
    )


@pages.get("/g/<token>/kingdoms/<letter>")
def kingdom(token: str, letter: str) -> str:
    """How a kingdom adds up."""
    game, record, played = _load_played_game(token)
    king = SEAT_BY_LETTER.get(letter)
    score = next((score for score in played.kingdoms if score.king is king), None)
    if king is None or score is None:
        raise NotFound
    sign_off = sign_off_of(game, letter)
    return render_template(
        "games/explain/kingdom.html",
        game=game,
        king=game.seats[king],
        kingdom=next(
            block for block in score_sheet.kingdom_blocks(game, record, played) if block.king_letter == letter
        ),
        adjustments=[row for row in score_sheet.adjustment_rows(record) if row.kingdom_king_letter == letter],
        proof=kingdom_sum_proof(game, record, played, score),
        sign_off=sign_off,
        player_sign_offs=player_sign_off_actions(game, [sign_off] if sign_off else []),
        joined_names_signed_off_by_scorer=joined_names_signed_off_for(
            game, seats_answered_by_scorer(record, load_fold_entries(game.game_id)), [letter]
        ),
        seals_before=_former_seals(game, record, king),
    )


@pages.get("/g/<token>/seal")
def check_seal(token: str) -> str:
    """Whether a seal code on paper belongs to this game or one of its kingdoms, now or earlier."""
    game, record, _played = _load_played_game(token)
    typed_seal = request.args.get("seal", "")[:_MAX_SEAL_LENGTH]
    king = record.current_king_by_seal.get(normalize_seal(typed_seal))
    return render_template(
        "games/explain/seal.html",
        game=game,
        typed=typed_seal,
        found=None if king is None else game.seats[king],
        holds=any(sign_off.seal == normalize_seal(typed_seal) for sign_off in game.state.agreements),
        whole=bool(typed_seal) and game.state.game_seal == normalize_seal(typed_seal),
    )


def _former_seals(game: GameView, record: Record, king: Seat) -> list[str]:
    """The seal codes that a kingdom had before corrections: a paper may show one of them."""
    current_seals = [sign_off.seal for sign_off in game.state.agreements]
    return [seal for seal, owner in record.current_king_by_seal.items() if owner is king and seal not in current_seals]


def _load_played_game(token: str) -> tuple[GameView, Record, Game]:
    game = open_for_reader(token)
    record = load_record(game.game_id)
    return game, record, record.play().game
