"""Refusals of club entries. No sentence needs a name, because it is shown next to what it is about."""

from trexscore.i18n.marking import N_, Plural

CLUB_REFUSAL_TEXTS: dict[str, str | Plural] = {
    # of any entry
    "unknown_choice": N_("Choose one of the options."),
    "bad_name": N_("Enter a name of 1 to 40 characters."),
    "not_a_day": N_("Enter a date such as 2026-11-22."),
    "not_a_time": N_("Enter a time with hours and minutes."),
    "named_twice": N_("Someone is listed twice. Name each person once."),
    "changed_meanwhile": N_("Someone else changed this. Check their version first; saving again overwrites it."),
    "nothing_to_change": N_("Nothing to change: it is already like this."),
    # of the club itself
    "not_its_name": N_("This is not the club’s name. Nothing was deleted."),
    # of members
    "unknown_role": N_("This role can’t be assigned. Choose another."),
    "unknown_member": N_("This club has no such member."),
    "name_taken": N_("Another member has this name. Choose a different one."),
    "has_left": N_("This member has left the club. Reinstate them first."),
    "has_not_left": N_("Only former members can be reinstated."),
    "same_member": N_("Choose two different members."),
    "owner_needed": N_("A club has exactly one owner. Transfer ownership first."),
    # of seasons and game nights
    "unknown_season": N_("This club has no such season."),
    "season_name_taken": N_("Another season has this name. Choose a different one."),
    "ends_before_it_begins": N_("Choose an end date after the start date."),
    "unknown_evening": N_("This club has no such game night."),
    "drawn_meanwhile": N_("Someone else has drawn tables. Check them first."),
    "not_those_present": N_("Everyone checked in, and no one else, needs a seat or sits out. Check attendance."),
    # of games
    "sits_twice": N_("Someone has two seats. Give each player one."),
    "nobody_of_the_club": N_("At least one seat needs a club member."),
    "unknown_game": N_("This game doesn’t exist here."),
    "not_counted": N_("The club doesn’t count this game."),
    "too_few_present": N_("You need at least four players to draw a table."),
    "still_playing": N_("Players at a table stay there until its game is over or abandoned."),
    "gone_home": N_("Someone at this table left early. Check them in again, or redraw without them."),
    "gone_from_playing": N_(
        "Someone left a table that is still playing. Check them in again until the game ends, or abandon the game."
    ),
    "no_such_table": N_("This table has been redrawn. Reload the page."),
    "erased_from_table": N_("A player at this table was permanently removed. Mark them as left early, then redraw."),
    "names_alike": N_("Two players at this table have the same name. Change one of them first."),
    "evening_has_games": N_("Games of this night count. Exclude or move them first."),
    "counted_already": N_("The club already counts this game."),
}
