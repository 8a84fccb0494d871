"""Deals thrown in, suits not followed, and the end of the game."""

from trexscore.language.marking import N_
from trexscore.language.options import QUESTION
from trexscore.language.rule_book import agreed, topics
from trexscore.language.rule_book.agreed import BY_AGREEMENT, SHOWS_THE_HAND
from trexscore.language.rule_book.differences import unplayed
from trexscore.language.rule_book.differences.difference import Difference, claim
from trexscore.language.rule_book.sentences import Change, said
from trexscore.rules.house_rules import BARE_HEARTS, TWOS

THROWN = (
    Difference(
        "redeal-for-hearts",
        N_("With which hearts may a player ask for a new deal?"),
        (
            claim("W", N_("With the king, the ace, or both, and no other heart.")),
            claim(
                "H",
                N_(
                    "The same, and also with five hearts or more, the king among them. Wikipedia calls that very "
                    "king protected."
                ),
            ),
            claim("O", N_("With the king, or king and ace, and no other heart. The ace alone is missing.")),
        ),
        tables=said(N_("One app: king or ace by itself, and only without partners.")),
        settled=agreed.redeal_for(*BARE_HEARTS, "five_hearts_with_king"),
        thrown_in_for=(*BARE_HEARTS, "five_hearts_with_king"),
        about=(
            topics.HEARTS,
            topics.KING_OF_HEARTS,
        ),
    ),
    Difference(
        "redeal-before-or-after",
        N_("Is the new deal asked for before or after the contract is named?"),
        (
            claim("WO", N_("After: when King of hearts has been chosen.")),
            claim("H", N_("Before.")),
        ),
        settled=said(N_("After, for before it nobody knows what is asked; a deal can be thrown in either way.")),
        about=(topics.CONTRACT,),
    ),
    Difference(
        "double-then-redeal",
        N_("May one double the king of hearts and then ask for a new deal?"),
        (),
        settled=said(N_("No. Where a table allows it, nothing is lost: a deal thrown in has no points.")),
        about=(
            topics.KING_OF_HEARTS,
            topics.DOUBLING,
        ),
    ),
    Difference(
        "redeal-for-twos",
        N_("With which twos may a player ask for a new deal in Trex?"),
        (
            claim("WD", N_("With all four, or three and the three of the fourth suit.")),
            claim("H", N_("With all four, or three and a “matching” third card, which is garbled.")),
        ),
        tables=said(N_("One app: the same, and only without partners.")),
        settled=agreed.redeal_for(*TWOS),
        thrown_in_for=TWOS,
        about=(
            topics.TWOS,
            topics.TREX,
        ),
    ),
    Difference(
        "contract-after-a-redeal",
        N_("After a new deal, must the same contract be played?"),
        (
            claim("W", N_("No: any contract still open, Trex among them.")),
            claim("O", N_("No.")),
            claim("D", N_("No: the king need not choose Trex again.")),
        ),
        settled=said(N_("The same king deals and chooses anew.")),
        about=(topics.CONTRACT,),
    ),
    Difference(
        "redeal-with-partners",
        N_("May partners ask for a new deal?"),
        (),
        tables=said(N_("One app: not for twos or hearts.")),
        settled=agreed.redeal_of_partners,
        unplayed=unplayed.without_partners,
        thrown_in_for=(*TWOS, *BARE_HEARTS),
        about=(topics.PARTNERS,),
    ),
    Difference(
        "queens-split-evenly",
        N_("Is a deal played again when each team took two queens?"),
        (),
        tables=said(N_("One app does so for partners.")),
        settled=agreed.redeal_for_split_queens,
        unplayed=unplayed.without_partners,
        thrown_in_for=("queens_split_evenly",),
        about=(
            topics.QUEENS,
            topics.PARTNERS,
        ),
    ),
    Difference(
        "suit-closed-without-jacks",
        N_("A suit is closed before all jacks are out: what then?"),
        (claim("W", N_("Trex is dealt again. Whether another contract may be chosen is not said.")),),
        settled=agreed.redeal_for("suit_closed_without_jacks"),
        thrown_in_for=("suit_closed_without_jacks",),
        about=(topics.TREX,),
    ),
    Difference(
        "showing-the-hand",
        N_("Must a player who asks for a new deal show the hand?"),
        (
            claim("WO", N_("Yes, all of it, in King of hearts.")),
            claim("H", N_("Yes, for weak hearts.")),
            claim("D", N_("Yes: the twos, and the three that goes with them.")),
        ),
        settled=SHOWS_THE_HAND,
        about=(
            topics.SHOWN,
            topics.HEARTS,
            topics.TWOS,
        ),
    ),
    Difference(
        "other-reasons",
        N_("May a deal be thrown in for anything else?"),
        (claim("H", N_("Yes: for other weak hands too, if the group agrees.")),),
        settled=said(N_("When the whole table agrees.")),
        thrown_in_for=("agreed",),
        about=(topics.MISDEAL,),
    ),
    Difference(
        "misdeal",
        N_("What is a misdeal?"),
        (claim("H", N_("Cards were shown or a hand has the wrong number; the same dealer deals again.")),),
        settled=agreed.redeal_for("misdeal"),
        thrown_in_for=("misdeal",),
        about=(topics.MISDEAL,),
    ),
)
RENEGE = (
    Difference(
        "suit-not-followed",
        QUESTION["renege"],
        (
            claim(
                "H",
                N_(
                    "The offender takes all the penalty that remains; but its example in Diamonds gives all of "
                    "it, %(points)s."
                ),
                points=Change(-130),
            ),
        ),
        option="renege",
        settled=said(
            N_(
                "Captures go to the offender and nothing is added, so the deal’s sum stays as it is. For Trex "
                "there is no such rule."
            )
        ),
        unplayed=unplayed.nothing_for_a_renege,
    ),
)
END = (
    Difference(
        "number-of-deals",
        N_("How many deals is a game?"),
        (
            claim("W", N_("%(deals)s; fewer when contracts are combined, in proportion."), deals=20),
            claim("OGD", N_("%(deals)s: four kings, five deals each."), deals=20),
            claim("H", N_("Always %(deals)s, even where it combines contracts."), deals=20),
        ),
        tables=said(N_("%(deals)s in Complex."), deals=8),
        settled=agreed.kingdom,
        about=(topics.LENGTH,),
    ),
    Difference(
        "who-wins",
        QUESTION["winner"],
        (
            claim("WO", N_("Everyone above zero wins by that much, and everyone below loses.")),
            claim("H", N_("The highest positive total. Where nobody is above zero it names no winner.")),
            claim("GD", N_("The highest total.")),
        ),
        tables=said(N_("In one old rule the team of the single worst player loses, whatever the sums.")),
        option="winner",
        settled=agreed.highest_of_all,
        about=(topics.WINNING,),
    ),
    Difference(
        "ties",
        QUESTION["tie_break"],
        (
            claim(
                "H",
                N_(
                    "More first places in Trex; still equal, one more deal, of a contract that the tied choose. What "
                    "becomes of its points is not said."
                ),
            ),
        ),
        tables=said(N_("Some share; one program takes the first seat in its list.")),
        option="tie_break",
        settled=agreed.still_tied,
        unplayed=unplayed.nobody_ties,
        about=(
            topics.TIE,
            topics.WINNING,
        ),
    ),
    Difference(
        "broken-off",
        QUESTION["unfinished_game"],
        (claim("H", N_("A game has no early end.")),),
        tables=said(N_("One scorekeeper has a button for it. Only kingdoms that are complete are fair to everybody.")),
        option="unfinished_game",
        about=(topics.BROKEN_OFF,),
    ),
    Difference(
        "points-by-agreement",
        N_("May points be moved by agreement?"),
        (),
        tables=said(N_("As a penalty, or to settle what nobody can recall.")),
        settled=said(BY_AGREEMENT),
        about=(topics.SETTLING_UP,),
    ),
    Difference(
        "settling-up",
        N_("How is a game settled up?"),
        (claim("WO", N_("Winners win and losers lose by their totals.")),),
        settled=said(N_("The result says who pays whom, a point for a point.")),
        about=(topics.SETTLING_UP,),
    ),
)
