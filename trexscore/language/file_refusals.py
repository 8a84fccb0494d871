"""What is wrong with a file by which a club, or games, are to be brought in."""

from trexscore.language.marking import N_, Plural

OF_FILES: dict[str, str | Plural] = {
    # of a club file
    "not_a_club_file": N_("This is no club’s file: those begin with a line that names the club."),
    "club_file_too_long": N_("This file holds more than any club does."),
    "club_file_too_much": N_("There is more in this file to look through than any club has played."),
    "club_file_cut_off": N_("The end of this file is missing, or it is damaged. Fetch it once more."),
    "club_file_line": N_("Line %(line)s of the file is not what a club’s file has there."),
    "club_chain_broken": N_("The club’s journal does not hold: entry %(entry)s was changed, or one before it."),
    "club_entry_unfit": N_("Entry %(entry)s of the club’s journal cannot have been written like that."),
    "counted_game_missing": N_("The club counts the game %(game)s, which is not in the file."),
    "game_chain_broken": N_("The game %(game)s does not hold: its entry %(entry)s was changed, or one before it."),
    "game_entry_unfit": N_("Entry %(entry)s of the game %(game)s cannot have been written like that."),
    "club_differs": N_("This club is here already, and its journal is another one."),
    "club_is_behind": N_(
        "This club is here already, and the file goes on where it ends. What is here is made longer only by whoever "
        "runs this server, with the command trexscore club import."
    ),
    "game_differs": N_("The game %(game)s is here already, and its journal is another one."),
    "game_is_behind": N_(
        "The game %(game)s is here already, and the file goes on where it ends. What is here is made longer only by "
        "whoever runs this server, with the command trexscore club import."
    ),
    "game_is_ahead": N_(
        "The game %(game)s is here already and has gone on since the file was written. Export the club anew; if it did "
        "not go on there, whoever runs this server takes the file in with the command trexscore club import."
    ),
    "account_is_another": N_("This account is another member of that club, so that it cannot be its owner."),
    # of files with games in them
    "not_allowed": N_("You may not bring games into this club."),
    "too_many_games": N_("There are too many games in this file. Send them in several parts."),
    "game_too_long": N_("This is longer than any game is."),
    "unfolds_too_far": N_("This file holds far more than it seems to. What is left of it was not looked at."),
    "is_locked": N_("This is locked with a password."),
    "no_game_file": N_("This is no game file: their names end in .json or .jsonl."),
    "no_zip": N_("This zip is damaged, or packed in a way that is not known here."),
}
