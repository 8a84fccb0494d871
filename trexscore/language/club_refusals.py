"""What a club refuses, in sentences: of its members, its evenings, and the games that it counts."""

from trexscore.language.marking import N_

OF_A_CLUB: dict[str, str] = {
    # of members
    "bad_name": N_("A name has 1 to 40 characters that can be seen."),
    "name_taken": N_("Somebody else in the club has this name. Add what tells the two apart."),
    "unknown_role": N_("There is no such role to give."),
    "unknown_member": N_("This is nobody who is in the club now."),
    "has_left": N_("Whoever has left the club has to come back first."),
    "has_not_left": N_("Nobody comes back who has not left."),
    "owner_needed": N_("A club has one owner: hand it over first."),
    "same_member": N_("Nobody can be made one with themselves."),
    "nothing_to_change": N_("This stands there already."),
    "named_twice": N_("Somebody is named twice."),
    # of seasons and evenings
    "not_a_day": N_("This is no day of the calendar."),
    "not_a_time": N_("This is no time of day."),
    "ends_before_it_begins": N_("The last day comes before the first."),
    "season_name_taken": N_("Another season is called that."),
    "unknown_season": N_("There is no such season."),
    "unknown_evening": N_("There is no such evening; perhaps it has been taken back."),
    "unknown_choice": N_("That is not among what can be chosen."),
    "drawn_meanwhile": N_("Somebody else has drawn meanwhile. These are the tables that hold now."),
    "not_those_present": N_("Who is here has changed meanwhile. Look once more, and draw again."),
    "too_few_present": N_("A table needs four: with fewer there is nothing to draw."),
    "still_playing": N_("Whoever sits at a table that still plays stays there until its game is over."),
    "no_such_table": N_("This table has been drawn otherwise meanwhile."),
    "names_alike": N_("Two of this table have the same name. Change one of them first."),
    "evening_has_games": N_("Games of this evening count: they have to be withdrawn or moved first."),
    # of games
    "unknown_game": N_("There is no such game."),
    "not_counted": N_("The club does not count this game."),
    "counted_already": N_("The club counts this game already."),
    "nobody_of_the_club": N_("At least one of the four has to be of the club."),
    "sits_twice": N_("Nobody sits on two seats."),
    "game_is_empty": N_("Nothing has been played in this game yet."),
    "not_yours_to_let": N_("Whoever leads the club lets a game count although something speaks against it."),
}
