"""Refusals as sentences: what is wrong and what would be right."""

from collections.abc import Callable, Sequence

from trexscore.game.file import ERRORS_FORMAT
from trexscore.i18n.game_terms import CARD_NAMES, CONTRACT_NAMES, joined_contract_names
from trexscore.i18n.language import Language
from trexscore.i18n.marking import N_, N_n, Plural
from trexscore.i18n.texts.captures import SeatNamer
from trexscore.i18n.texts.club_refusals import CLUB_REFUSAL_TEXTS
from trexscore.i18n.texts.file_refusals import FILE_REFUSAL_TEXTS
from trexscore.rules.cards import Card, Contract
from trexscore.rules.contract_set import ContractSet, contract_set_of
from trexscore.rules.game import ScoreEntry
from trexscore.rules.refusals import Refusal
from trexscore.rules.seats import Seat

REFUSAL_TEXTS: dict[str, str | Plural] = {
    # of the file
    "not_json": N_("This is not valid JSON for a game file."),
    "unknown_format": N_("Can’t read this game file: its format is “%(format)s”."),
    "missing_field": N_("“%(field)s” is missing."),
    "unknown_field": N_("“%(field)s” does not belong here. Remove it."),
    "bad_players": N_("Enter four different names of 1 to 40 characters."),
    "unknown_preset": N_("There are no house rules called “%(preset)s”."),
    "unknown_option": N_("There is no option called “%(option)s”."),
    "bad_option_value": N_("The option “%(option)s” can’t be %(value)s."),
    # of a deal
    "no_contract": N_("Choose a contract."),
    "unknown_contract": N_("There is no contract called “%(contract_named)s”."),
    "duplicate_contract": N_("%(contract)s is listed twice. List it once."),
    "combining_off": N_("This table plays one contract per deal."),
    "trex_stands_alone": N_("Trex is always played alone."),
    "all_four_together": N_("This table plays the four penalty contracts together and Trex alone."),
    "contract_used": N_("%(king)s has already played: %(contracts)s."),
    "not_this_kings_kingdom": N_("It’s not %(king)s’s kingdom. Next king: %(candidates)s."),
    "game_over": N_("The game is complete. You can’t add another deal."),
    "already_over": N_("This game is already over."),
    "already_abandoned": N_("This game has already been abandoned."),
    "capture_outside_contract": N_("These belong to a contract that isn’t being played: %(part)s."),
    "unknown_seat": N_("There is no seat “%(seat_named)s”. Seats are A, B, C and D."),
    "missing_seat": N_("Enter a number for %(seat)s. If there is none, enter 0."),
    "king_of_hearts_no_taker": N_("Who took the king of hearts?"),
    "queen_no_taker": N_("Who took the %(card)s?"),
    "holder_missing": N_("The %(card)s is doubled: who held it?"),
    "unknown_queen": N_("There is no queen of “%(queen)s”."),
    "doubling_off": N_("The %(card)s can’t be doubled at this table."),
    "doubling_off_when_combined": N_("At this table, cards aren’t doubled when contracts are combined."),
    "leader_missing": N_("%(seat)s took the %(card)s after doubling it. Who led that trick?"),
    "not_a_whole_number": N_("Enter a whole number for %(seat)s."),
    "negative_count": N_("Enter 0 or more for %(seat)s."),
    "diamonds_not_13": N_(
        "The four counts add up to %(total)s. They must add up to 13 diamonds.",
    ),
    "tricks_not_13": N_("The four counts add up to %(total)s. They must add up to 13 tricks."),
    "duplicate_finisher": N_("%(seat)s goes out twice. Choose each player once."),
    "missing_finisher": N_("Choose when %(seat)s went out: 1st to 4th."),
    "adjustment_not_zero": N_("An adjustment must add up to 0. This one adds up to %(total)s."),
    "reason_missing": N_("Enter a reason."),
    "hidden_text": N_("This text has invisible characters. Type it again."),
    "unknown_reason": N_("“%(reason)s” is not a valid reason for a void deal."),
    # what cannot be true together
    "queen_of_diamonds_without_a_diamond": N_(
        "%(seat)s took the queen of diamonds, which is a diamond, but has 0 diamonds entered."
    ),
    "penalty_cards_without_a_trick": N_n(
        "%(seat)s took a card that counts, but has no trick entered.",
        "%(seat)s took %(cards)s cards that count, but has no trick entered.",
        "cards",
    ),
    "more_cards_than_tricks_hold": N_n(
        "%(seat)s has one trick, which can’t hold %(cards)s cards that count.",
        "%(seat)s has %(tricks)s tricks, which can’t hold %(cards)s cards that count.",
        "tricks",
    ),
    "more_tricks_needed": N_n(
        "%(seat)s needs at least one trick to have taken these cards.",
        "%(seat)s needs at least %(needed)s tricks for these cards: no one plays two cards to one trick.",
        "needed",
    ),
    "leader_never_won_a_trick": N_(
        "%(seat)s can’t have led the trick with the %(card)s: before winning a trick, only the king leads."
    ),
    # of the interface
    "outside": N_("Enter a whole number from %(least)s to %(most)s."),
    "nothing_to_take_back": N_("There is nothing to undo."),
    "already_taken_back": N_("This has already been undone."),
    "unknown_entry": N_("This entry doesn’t exist here."),
    "key_reused": N_("This key was already used for something else."),
    "number_too_large": N_("A number in it is too large. Enter a smaller one."),
    "first_king_fixed": N_("The first king can’t be changed after a deal has counted."),
    "nothing_to_correct": N_("This matches the saved version. Change something first."),
    "kingdom_not_complete": N_("%(king)s’s kingdom is not complete yet."),
    "kingdom_changed": N_("%(king)s’s kingdom has changed. Check it again."),
    "kingdom_agreed": N_(
        "All four signed off %(king)s’s kingdom. To correct it, all four or the referee must approve."
    ),
    "backed_by_all": N_("All four approved this correction. To change it again, all four or the referee must approve."),
    "ruled_by_referee": N_("The referee decided this. Only the referee, or all four together, can change it."),
    "unknown_dispute": N_("This game has no such dispute."),
    "already_disputed": N_("%(seat)s already disputes this. Resolve or withdraw that dispute first."),
    "dispute_ended": N_("This dispute is already resolved."),
    "season_of_pairs": N_("This season ranks pairs. Adjust points in a season of players."),
    "bad_adjustment": N_("Enter a whole number of points, plus or minus, up to %(most)s and not 0."),
    "dispute_open": N_("This dispute is still open."),
    "dispute_put_right": N_("This dispute ended with a correction. If the correction is wrong, dispute that."),
    "not_answered_yet": N_(
        "%(seat)s has not agreed to this yet. The players whose points change, or the referee, resolve a dispute."
    ),
    "seat_speaks_for_itself": N_(
        "%(seat)s uses their own link. Only that link or the referee link can answer for them."
    ),
    "link_is_opened": N_("This link has already been opened."),
    "link_not_opened": N_("This link has not been opened since it was replaced."),
    "unknown_link_event": N_("A link can only be opened or renewed."),
    "unknown_end": N_("A dispute can end as proposed, unchanged, or withdrawn."),
    "not_yours_to_withdraw": N_("Only the player who raised a dispute can withdraw it."),
    "already_agreed": N_("%(seat)s has already signed off."),
    "too_many_changes": N_("One correction can make at most %(most)s changes."),
    "too_many_entries": N_("A game can have at most %(most)s entries."),
    "too_many_seatings": N_("Names and seats can change at most %(most)s times in one game."),
    "too_long_entries": N_("This game has no room for an entry this long. Shorten it."),
    "one_missing_deal": N_("One correction can add one missing deal."),
    "bad_deadline": N_("Enter a deadline of 1 to %(most)s minutes."),
    "unknown_deadline": N_("A deadline can start after the entry or after the game."),
    "too_late": N_("The time to correct this has passed."),
    "nothing_to_confirm": N_("This entry can’t be confirmed. It may have been corrected already."),
    "already_confirmed": N_("This is already confirmed."),
    "own_entry": N_("%(seat)s entered this. Someone else has to confirm it."),
    "own_link": N_("This was entered with the same link. Someone else has to confirm it with their own link."),
    "not_confirmed": N_n(
        "One entry of %(king)s’s kingdom is waiting for confirmation by a second person.",
        "%(entries)s entries of %(king)s’s kingdom are waiting for confirmation by a second person.",
        "entries",
    ),
    "seat_taken_twice": N_("Two players can’t share a seat. Choose another seat for one."),
    # of an account
    "bad_username": N_(
        "Use %(least)s to %(most)s letters and digits for the username, with dots or dashes between them."
    ),
    "username_taken": N_("This username is taken. Choose another."),
    "bad_email": N_("Enter a valid e-mail address."),
    "email_taken": N_("Another account uses this e-mail address. Enter a different one."),
    "password_length": N_("Use %(least)s to %(most)s characters for the password."),
    "common_password": N_("This password is easy to guess. Use several words or a different password."),
    "wrong_password": N_("This is not your current password. Try again."),
    "no_match": N_("Wrong username or password."),
    "no_passkey": N_("Couldn’t check the passkey. Nothing has changed. Try again."),
    # of a season
    "unknown_basis": N_("Standings can’t be based on “%(basis)s”."),
    "bad_best_of": N_(
        "Enter whole numbers from 1 to %(most)s: the best games that count, and out of how many "
        "first games, if not all."
    ),
    "bad_awards": N_(
        "Enter a whole number for each of the %(places)s places: none above that of a better place, and not all equal."
    ),
    "unknown_tie_break": N_("There is no tiebreaker called “%(tie_break)s”."),
    "duplicate_tie_break": N_("The tiebreaker “%(tie_break)s” is listed twice."),
    "bad_least_games": N_("Enter a minimum of 1 to %(most)s games."),
    **CLUB_REFUSAL_TEXTS,
    **FILE_REFUSAL_TEXTS,
}
_BAD_PLAYERS_TEXTS: dict[str, str] = {
    "not_four": N_("Enter four names."),
    "same_name": N_("Two players have the same name. Change one."),
    "name_of_another": N_("Another player of this game had this name. If they swapped seats, enter who sat where."),
    "not_a_name": N_("This can’t be a name. Use 1 to 40 visible characters, without control characters."),
}
_REFEREE_ONLY_TEXT = N_("The time to correct this has passed. Only the referee still can.")

WANTED_TYPE_TEXTS: dict[str, str] = {
    "object": N_("Use an object here: {…}."),
    "list": N_("Use a list here: […]."),
    "seat": N_("Use the letter of a seat here: “A”, “B”, “C” or “D”."),
    "text": N_("Enter at most 500 characters."),
    "line": N_("Enter one line of text. The limit is %(most)s characters."),
    "true": N_("Only true is allowed here."),
    "contract": N_("Use the name of a contract here, as text."),
    "preset": N_("Use the name of a preset here, as text."),
    "number": N_("Enter a whole number."),
    "yes_or_no": N_("Use true or false here."),
    "uuid": N_("Use a UUID here."),
    "name": N_("Enter a name of 1 to 40 characters."),
    "time": N_("Enter a time such as 2026-11-20T21:14:03+02:00."),
}


def refusal_text(language: Language, refusal: Refusal, name_of_seat: SeatNamer | None = None) -> str:
    """The refusal as a sentence. `name_of_seat` names players, by default with their seat's letter, as in files."""
    name_of = name_of_seat or (lambda seat: seat.name)
    params = {name: _param_text(language, value, name_of) for name, value in refusal.params.items()}
    return language.translate_message(_more_specific_text(refusal) or REFUSAL_TEXTS[refusal.code], **params)


def _more_specific_text(refusal: Refusal) -> str | None:
    """The more specific sentence of a code that has several."""
    if refusal.code == "too_late" and refusal.params.get("referee"):
        return _REFEREE_ONLY_TEXT
    if refusal.code == "bad_players":
        return _BAD_PLAYERS_TEXTS.get(str(refusal.params.get("reason")))
    return WANTED_TYPE_TEXTS[str(refusal.params["wanted"])] if refusal.code == "wrong_type" else None


def refusal_text_with_entry(
    language: Language, refusal: Refusal, score_entries: Sequence[ScoreEntry], name_of: SeatNamer | None = None
) -> str:
    """The sentence, preceded by the entry that it is about."""
    is_read = refusal.entry_place is not None and refusal.entry_place <= len(score_entries)
    contract_set = (
        score_entries[refusal.entry_place - 1].contract_set if refusal.entry_place is not None and is_read else None
    )
    return refusal_text_with_entry_contracts(language, refusal, contract_set, name_of)


def refusal_text_with_entry_contracts(
    language: Language, refusal: Refusal, contract_set: ContractSet | None, name_of: SeatNamer | None = None
) -> str:
    """As `refusal_text_with_entry`, given the contracts of that entry, or None if they are unreadable."""
    text = refusal_text(language, refusal, name_of)
    if refusal.entry_place is None:
        return text
    if contract_set is None:
        return language.gettext("Entry %(entry)s: %(fault)s", entry=refusal.entry_place, fault=text)
    return language.gettext(
        "Entry %(entry)s (%(contracts)s): %(fault)s",
        entry=refusal.entry_place,
        contracts=joined_contract_names(language, contract_set),
        fault=text,
    )


def _param_text(language: Language, value: object, name_of: SeatNamer) -> object:
    if isinstance(value, Seat):
        return name_of(value)
    if isinstance(value, Card):
        return language.gettext(CARD_NAMES[value])
    if isinstance(value, Contract):
        return language.gettext(CONTRACT_NAMES[value])
    if isinstance(value, tuple) and value and isinstance(value[0], Contract):
        return joined_contract_names(language, contract_set_of(value))
    if isinstance(value, tuple):
        return language.join_list([str(_param_text(language, item, name_of)) for item in value])
    return value


def errors_object(refusals: Sequence[Refusal], text_of: Callable[[Refusal], str]) -> dict[str, object]:
    """Refusals as a trexscore-errors/1 object. `text_of` renders each as a sentence."""
    return {
        "format": ERRORS_FORMAT,
        "errors": [
            {"entry": refusal.entry_place, "code": refusal.code, "at": refusal.path, "message": text_of(refusal)}
            for refusal in refusals
        ],
    }
