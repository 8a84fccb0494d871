"""What is wrong with something that is said in a club. No sentence needs a name: what is wrong stands beside it."""

from trexscore.language.marking import N_, Plural

OF_CLUBS: dict[str, str | Plural] = {
    # of any entry
    "unknown_choice": N_("This is none of the choices that there are."),
    "bad_name": N_("A name is needed here: 1 to 40 characters that can be seen."),
    "not_a_day": N_("A day is needed here, such as 2026-11-22."),
    "not_a_time": N_("A time of day is needed here, with hours and minutes."),
    "named_twice": N_("Somebody is named twice."),
    "changed_meanwhile": N_(
        "Somebody else has changed this meanwhile: look at it first. "
        "Saved again, what stands here replaces what they have said."
    ),
    "nothing_to_change": N_("This is so already: there is nothing to change."),
    # of the club itself
    "not_its_name": N_("This is not what the club is called. Nothing was dissolved."),
    # of members
    "unknown_role": N_("This role cannot be given."),
    "unknown_member": N_("There is no such member in this club."),
    "name_taken": N_("Somebody else in this club has this name. Names of members have to differ."),
    "has_left": N_("This member has left the club."),
    "has_not_left": N_("Only a member who has left can come back."),
    "same_member": N_("Choose two different members."),
    "owner_needed": N_("A club has exactly one owner. Make somebody else the owner first."),
    # of seasons and evenings
    "unknown_season": N_("There is no such season in this club."),
    "season_name_taken": N_("Another season has this name. Names of seasons have to differ."),
    "ends_before_it_begins": N_("The season would end before it begins."),
    "unknown_evening": N_("There is no such evening in this club."),
    "drawn_meanwhile": N_("Somebody else has drawn tables meanwhile. Look at them first."),
    "not_those_present": N_(
        "Everybody who is here sits at a table or sits out, and nobody else does. Look who is here now."
    ),
    # of games
    "sits_twice": N_("Somebody would sit in two places at once."),
    "nobody_of_the_club": N_("At least one seat needs a member of the club."),
    "unknown_game": N_("There is no such game here."),
    "not_counted": N_("The club does not count this game."),
    "too_few_present": N_("A table needs four: with fewer there is nothing to draw."),
    "still_playing": N_(
        "Whoever sits at a table that still plays stays there until its game is over, or said to be broken off."
    ),
    "gone_home": N_("Somebody of this table has gone home. Mark them as here again, or draw again without them."),
    "gone_from_playing": N_(
        "Somebody has gone home from a table that still plays. "
        "Until its game is over, mark them as here again, or let the game be broken off."
    ),
    "no_such_table": N_("This table has been drawn otherwise meanwhile."),
    "erased_from_table": N_(
        "Somebody of this table has been erased from the club. Mark them as gone home, and draw again."
    ),
    "names_alike": N_("Two of this table have the same name. Change one of them first."),
    "evening_has_games": N_("Games of this evening count: they have to be withdrawn or moved first."),
    "counted_already": N_("The club counts this game already."),
}
