"""A refusal in a reader's language: a sentence that says what is wrong and what would be right."""

from collections.abc import Callable, Sequence
from typing import Any

from trexscore.gamefile import ERRORS_FORMAT
from trexscore.language.club_refusals import OF_CLUBS
from trexscore.language.file_refusals import OF_FILES
from trexscore.language.language import Language
from trexscore.language.marking import N_, N_n, Plural
from trexscore.language.words import CARD, CONTRACT, contract_names
from trexscore.rules.cards import Card, Contract
from trexscore.rules.game import Entry
from trexscore.rules.programme import programme_of
from trexscore.rules.refusals import Refusal
from trexscore.rules.seats import Seat

SENTENCE: dict[str, str | Plural] = {
    # of the file
    "not_json": N_("This is not JSON text as a game file needs it."),
    "unknown_format": N_("This is not a game file that can be read here: its format is “%(format)s”."),
    "missing_field": N_("“%(field)s” is missing."),
    "unknown_field": N_("“%(field)s” does not belong here."),
    "bad_players": N_("Four different names are needed, each of 1 to 40 characters that can be seen."),
    "unknown_preset": N_("There are no house rules called “%(preset)s”."),
    "unknown_option": N_("There is no option called “%(option)s”."),
    "bad_option_value": N_("The option “%(option)s” cannot be %(value)s."),
    # of a deal
    "no_contract": N_("No contract is chosen."),
    "unknown_contract": N_("There is no contract called “%(contract_named)s”."),
    "duplicate_contract": N_("%(contract)s is named twice."),
    "combining_off": N_("This table plays one contract a deal."),
    "trex_stands_alone": N_("Trex is always played alone."),
    "all_four_together": N_("This table plays the four penalty contracts together, and Trex alone."),
    "contract_used": N_("%(king)s has already played: %(contracts)s."),
    "not_this_kings_kingdom": N_("It is not %(king)s’s kingdom now. Next to be king: %(candidates)s."),
    "game_over": N_("The game is complete; no deal follows."),
    "already_over": N_("This game is already over."),
    "already_abandoned": N_("This game has already been abandoned."),
    "capture_outside_contract": N_("There are captures (%(part)s) of a contract that is not being played."),
    "unknown_seat": N_("There is no seat “%(seat_named)s”; the seats are A, B, C and D."),
    "missing_seat": N_("Nothing is said for %(seat)s; none at all is 0."),
    "king_of_hearts_no_taker": N_("Who took the king of hearts?"),
    "queen_no_taker": N_("Who took the %(card)s?"),
    "holder_missing": N_("The %(card)s is doubled: who held it?"),
    "unknown_queen": N_("There is no queen of “%(queen)s”."),
    "doubling_off": N_("The %(card)s may not be doubled at this table."),
    "doubling_off_when_combined": N_("Cards are not doubled at this table when contracts are combined."),
    "leader_missing": N_("%(seat)s took the %(card)s after doubling it: who led that trick?"),
    "not_a_whole_number": N_("%(seat)s needs a whole number."),
    "negative_count": N_("%(seat)s cannot have fewer than 0."),
    "diamonds_not_13": N_(
        "The four counts add up to %(total)s; all 13 diamonds have to be with somebody.",
    ),
    "tricks_not_13": N_("The four counts add up to %(total)s; there are 13 tricks."),
    "duplicate_finisher": N_("%(seat)s goes out twice."),
    "missing_finisher": N_("%(seat)s has no place yet."),
    "adjustment_not_zero": N_("Points that are moved have to add up to 0; these add up to %(total)s."),
    "reason_missing": N_("A reason is needed."),
    "hidden_text": N_("This text holds characters that nobody can see. Type it again."),
    "unknown_reason": N_("“%(reason)s” is no reason that can be recorded for throwing a deal in."),
    # what cannot be true together
    "queen_of_diamonds_without_a_diamond": N_(
        "%(seat)s took the queen of diamonds, which is a diamond, but is down for 0 diamonds."
    ),
    "penalty_cards_without_a_trick": N_n(
        "%(seat)s took a card that counts, but is down for no trick.",
        "%(seat)s took %(cards)s cards that count, but is down for no trick.",
        "cards",
    ),
    "more_cards_than_tricks_hold": N_n(
        "%(seat)s is down for one trick, which cannot hold %(cards)s cards that count.",
        "%(seat)s is down for %(tricks)s tricks, which cannot hold %(cards)s cards that count.",
        "tricks",
    ),
    "more_tricks_needed": N_n(
        "%(seat)s needs at least one trick to have taken these cards.",
        "%(seat)s needs at least %(needed)s tricks to have taken these cards: nobody plays two cards to one trick.",
        "needed",
    ),
    "leader_never_won_a_trick": N_(
        "%(seat)s cannot have led the trick with the %(card)s: only the king leads without having won a trick."
    ),
    # of the interface
    "outside": N_("A whole number from %(least)s to %(most)s is needed here."),
    "nothing_to_take_back": N_("There is nothing to take back."),
    "already_taken_back": N_("This has already been taken back."),
    "unknown_entry": N_("There is no such entry here."),
    "key_reused": N_("This key was used before, for something else."),
    "number_too_large": N_("There is a number in it that is too large."),
    "bad_key": N_("A key is a UUID."),
    "first_king_fixed": N_("A deal has counted: the first king stands."),
    "nothing_to_correct": N_("Nothing is different from what stands there."),
    "kingdom_not_complete": N_("%(king)s’s kingdom is not complete yet."),
    "kingdom_changed": N_("%(king)s’s kingdom has changed since: look at it again."),
    "kingdom_agreed": N_(
        "All four had agreed on %(king)s’s kingdom: all four have to stand behind its correction, or the referee."
    ),
    "backed_by_all": N_("All four stood behind this correction. Correct it again with all four, or the referee."),
    "ruled_by_referee": N_("The referee has ruled on this: only the referee changes it, or all four together."),
    "unknown_dispute": N_("There is no such dispute in this game."),
    "already_disputed": N_("%(seat)s objects to this already: that has to be settled or withdrawn first."),
    "dispute_ended": N_("This dispute has been settled already."),
    "season_of_pairs": N_("This season ranks pairs: points are given to players in a season of players."),
    "bad_adjustment": N_("Points to give or take are a whole number up to %(most)s, and not 0."),
    "dispute_open": N_("This dispute is open."),
    "dispute_put_right": N_("This dispute ended with a correction. If the correction is wrong, dispute that."),
    "not_answered_yet": N_(
        "%(seat)s has not said so yet: a dispute is resolved by the players whose points change, or by the referee."
    ),
    "seat_speaks_for_itself": N_(
        "%(seat)s has opened their own link. Only that link or the referee’s answers for them."
    ),
    "link_is_opened": N_("This link has been opened already."),
    "link_not_opened": N_("This link has not been opened since it was last replaced."),
    "unknown_link_event": N_("A link is opened or renewed."),
    "unknown_end": N_("A dispute ends as proposed, as it stands, or withdrawn."),
    "not_yours_to_withdraw": N_("Only whoever raised a dispute withdraws it."),
    "already_agreed": N_("%(seat)s has agreed already."),
    "too_many_changes": N_("One correction makes %(most)s changes at the most."),
    "too_many_entries": N_("A game has %(most)s entries at the most."),
    "too_many_seatings": N_("In one game, names and seats can change %(most)s times at most."),
    "too_long_entries": N_("This game has no room for anything as long as this."),
    "one_missing_deal": N_("One correction puts in one missing deal."),
    "bad_deadline": N_("A deadline is 1 to %(most)s minutes."),
    "unknown_deadline": N_("A deadline begins after the entry or after the game."),
    "too_late": N_("The time for putting this right has passed."),
    "nothing_to_confirm": N_("There is no such entry to confirm; perhaps it has been put right meanwhile."),
    "already_confirmed": N_("This has been confirmed already."),
    "own_entry": N_("%(seat)s has entered this: somebody else has to confirm it."),
    "own_link": N_("This was entered through the same link. Someone else confirms it with their own link."),
    "not_confirmed": N_n(
        "One entry of %(king)s’s kingdom still has to be confirmed by a second person.",
        "%(entries)s entries of %(king)s’s kingdom still have to be confirmed by a second person.",
        "entries",
    ),
    "seat_taken_twice": N_("Two players cannot sit on one seat."),
    # of an account
    "bad_username": N_(
        "A name to sign in with has %(least)s to %(most)s letters and digits, and dots or dashes between them."
    ),
    "username_taken": N_("Somebody else signs in with this name. Choose another."),
    "bad_email": N_("This is no e-mail address."),
    "email_taken": N_("Another account has this e-mail address."),
    "password_length": N_("A password has %(least)s to %(most)s characters."),
    "common_password": N_("This password is easy to guess. Use several words, or another one."),
    "wrong_password": N_("This is not your present password."),
    "no_match": N_("Name and password do not belong together."),
    "no_passkey": N_("The passkey could not be checked. Nothing was changed; try it once more."),
    # of a season
    "unknown_basis": N_("Standings cannot go by “%(basis)s”."),
    "bad_best_of": N_(
        "Say how many games count and, unless it is out of all, out of the first how many: whole numbers from 1 to "
        "%(most)s, the second no smaller than the first."
    ),
    "bad_awards": N_(
        "One whole number is needed for each place (%(places)s of them): none greater than that of a better place, "
        "and not all the same."
    ),
    "unknown_tie_break": N_("There is no tie-break called “%(tie_break)s”."),
    "duplicate_tie_break": N_("The tie-break “%(tie_break)s” is named twice."),
    "bad_least_games": N_("The least number of games is a whole number from 1 to %(most)s."),
    **OF_CLUBS,
    **OF_FILES,
}
_DETAIL: dict[str, str] = {
    "not_four": N_("Four names are needed."),
    "same_name": N_("Two players have the same name."),
    "name_of_another": N_("Another player of this game was called that. If they changed places, say who sat where."),
    "not_a_name": N_("This cannot be a name: 1 to 40 characters that can be seen, no control characters."),
}
_BUT_FOR_THE_REFEREE = N_("The time for putting this right has passed. Only the referee still can.")

WANTED: dict[str, str] = {
    "object": N_("An object is needed here: {…}."),
    "list": N_("A list is needed here: […]."),
    "seat": N_("The letter of a seat is needed here: “A”, “B”, “C” or “D”."),
    "text": N_("A text of at most 500 characters is needed here."),
    "line": N_("A text on one line is needed here, of at most %(most)s characters."),
    "true": N_("Only true can stand here."),
    "contract": N_("The name of a contract is needed here, as a text."),
    "preset": N_("The name of house rules is needed here, as a text."),
    "number": N_("A whole number is needed here."),
    "yes_or_no": N_("Yes or no is needed here: true or false."),
    "uuid": N_("A UUID is needed here."),
    "name": N_("A name is needed here: 1 to 40 characters that can be seen."),
    "time": N_("A time is needed here, such as 2026-11-20T21:14:03+02:00."),
}

Who = Callable[[Seat], str]


def _as_in_the_file(seat: Seat) -> str:
    """Whoever reads about a file finds this letter in it, whatever the language."""
    return seat.name


def sentence(language: Language, refusal: Refusal, who: Who | None = None) -> str:
    """The refusal as a whole sentence, with people called by `who` (their seat's letter, unless told)."""
    call = who or _as_in_the_file
    params = {name: _shown(language, value, call) for name, value in refusal.params.items()}
    return language.say(_exact(refusal) or SENTENCE[refusal.code], **params)


def _exact(refusal: Refusal) -> str | None:
    """The sentence of a code that has several."""
    if refusal.code == "too_late" and refusal.params.get("referee"):
        return _BUT_FOR_THE_REFEREE
    if refusal.code == "bad_players":
        return _DETAIL.get(str(refusal.params.get("reason")))
    return WANTED[str(refusal.params["wanted"])] if refusal.code == "wrong_type" else None


def with_place(language: Language, refusal: Refusal, entries: Sequence[Entry], who: Who | None = None) -> str:
    """The sentence with the entry that it is about in front of it."""
    said = sentence(language, refusal, who)
    if refusal.entry is None:
        return said
    programme = entries[refusal.entry - 1].programme if refusal.entry <= len(entries) else None
    if programme is None:
        return language.gettext("Entry %(entry)s: %(fault)s", entry=refusal.entry, fault=said)
    return language.gettext(
        "Entry %(entry)s (%(contracts)s): %(fault)s",
        entry=refusal.entry,
        contracts=contract_names(language, programme),
        fault=said,
    )


def _shown(language: Language, value: object, who: Who) -> object:
    if isinstance(value, Seat):
        return who(value)
    if isinstance(value, Card):
        return language.gettext(CARD[value])
    if isinstance(value, Contract):
        return language.gettext(CONTRACT[value])
    if isinstance(value, tuple) and value and isinstance(value[0], Contract):
        return contract_names(language, programme_of(value))
    if isinstance(value, tuple):
        return language.listed([str(_shown(language, item, who)) for item in value])
    return value


def errors_object(refusals: Sequence[Refusal], said: Callable[[Refusal], str]) -> dict[str, Any]:
    """Refusals as a trexscore-errors/1 object, each in the sentence that says it here."""
    return {
        "format": ERRORS_FORMAT,
        "errors": [
            {"entry": refusal.entry, "code": refusal.code, "at": refusal.at, "message": said(refusal)}
            for refusal in refusals
        ],
    }
