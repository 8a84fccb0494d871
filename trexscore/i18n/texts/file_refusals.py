"""Refusals of files from which a club or games are imported."""

from trexscore.i18n.marking import N_, Plural

FILE_REFUSAL_TEXTS: dict[str, str | Plural] = {
    # of a club file
    "not_a_club_file": N_("This is not a club file. Choose one exported from a club."),
    "club_file_too_long": N_("This file is larger than any club can be."),
    "club_file_too_much": N_("This file has more to check than any club can have."),
    "club_file_cut_off": N_("This file is incomplete or damaged. Download it again."),
    "club_file_line": N_("Line %(line)s doesn’t belong in a club file."),
    "club_chain_broken": N_("The club’s history was altered: entry %(entry)s or an earlier one."),
    "club_entry_unfit": N_("Entry %(entry)s of the club’s history is not valid."),
    "counted_game_missing": N_("The club counts the game %(game)s, which is not in the file."),
    "game_chain_broken": N_("The history of game %(game)s was altered: entry %(entry)s or an earlier one."),
    "game_entry_unfit": N_("Entry %(entry)s of game %(game)s is not valid."),
    "club_differs": N_("This club is already here, with a different history."),
    "club_is_behind": N_(
        "This club is already here and the file is newer. Ask the server admin to run: trexscore club import"
    ),
    "game_differs": N_("Game %(game)s is already here, with a different history."),
    "game_is_behind": N_(
        "Game %(game)s is already here and the file is newer. Ask the server admin to run: trexscore club import"
    ),
    "game_is_ahead": N_(
        "Game %(game)s has newer entries here. Export the club again, or ask the server admin to "
        "run: trexscore club import"
    ),
    "account_is_another": N_("This account belongs to another member of that club, so it can’t be the owner."),
    # of files with games in them
    "not_allowed": N_("You don’t have permission to import games into this club."),
    "too_many_games": N_("Too many games in this file. Split it and import the parts one by one."),
    "game_too_long": N_("This is longer than any game can be."),
    "unfolds_too_far": N_("This file unpacks to far more than expected. The rest was not checked."),
    "is_locked": N_("This file is password-protected. Remove the password first."),
    "no_game_file": N_("This is not a game file. Choose a .json or .jsonl file."),
    "no_zip": N_("This zip file is damaged or of an unknown kind. Zip it again."),
}
