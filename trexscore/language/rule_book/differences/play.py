"""What is played and how: the table, the cards, what may be led."""

from trexscore.language.marking import N_
from trexscore.language.options import QUESTION
from trexscore.language.rule_book import topics
from trexscore.language.rule_book.differences.difference import Difference, claim
from trexscore.language.rule_book.sentences import said

PLAYED = (
    Difference(
        "players",
        N_("How many play?"),
        (
            claim("WHOGD", N_("Four.")),
            claim("H", N_("The head of its page says three to four, its rules exactly four.")),
        ),
        tables=said(N_("A scoreboard from the Gulf counts for three as well; no text says how three would play.")),
        settled=said(N_("Four players, no more and no fewer.")),
        about=(topics.PLAYERS,),
    ),
    Difference(
        "way-round",
        QUESTION["play_direction"],
        (
            claim("WO", N_("Counter-clockwise, dealing and playing.")),
            claim("H", N_("Counter-clockwise; but once, in King of hearts, it says clockwise.")),
            claim("G", N_("Only that the kingdom moves to the left, which means clockwise.")),
            claim("D", N_("To the left, clockwise.")),
        ),
        tables=said(N_("Arab apps and sites go counter-clockwise.")),
        option="play_direction",
        about=(topics.WAY_ROUND,),
    ),
    Difference(
        "cut-and-deal",
        N_("Who cuts, and how are the cards dealt?"),
        (
            claim("WO", N_("The player on the dealer’s left cuts; the cards are dealt one by one.")),
            claim("H", N_("The player on the right cuts; the cards often come as four, four and five.")),
            claim("GD", N_("Thirteen cards each, and nothing on cutting.")),
        ),
        tables=said(N_("In one book of Complex the player on the left cuts.")),
        settled=said(N_("No points hang on it: do as your table does.")),
        about=(topics.DEALING,),
    ),
    Difference(
        "scorekeeper",
        N_("Who keeps the score?"),
        (claim("G", N_("Whoever drew the lowest card.")),),
        settled=said(N_("Whoever has the phone; the others follow on theirs.")),
        about=(topics.SCOREKEEPER,),
    ),
    Difference(
        "trex-layout",
        N_("From which card do the rows of Trex grow?"),
        (
            claim("WHOD", N_("From the jacks, up to the ace and down to the two.")),
            claim("G", N_("From the jacks, a card higher or lower at a time; it does not name the ends.")),
        ),
        tables=said(N_("One website lays them from the sevens, the 7 of hearts first.")),
        settled=said(N_("From the jacks. The order of going out is what counts, whatever the rows grow from.")),
        about=(topics.TREX,),
    ),
    Difference(
        "must-lay",
        N_("Must a player in Trex lay a card if there is one to lay?"),
        (
            claim("WHOD", N_("Yes.")),
            claim("G", N_("Only who cannot gives up the turn.")),
        ),
        tables=said(N_("One blog seems to end the deal when somebody passes though able.")),
        settled=said(N_("Yes. No text sets a penalty: the table decides, and can throw the deal in.")),
        thrown_in_for=("agreed",),
        about=(
            topics.TREX,
            topics.MUST_LAY,
            topics.RENEGE,
        ),
    ),
)
TABLE = (
    Difference(
        "leading-hearts",
        QUESTION["hearts_lead"],
        (
            claim("WO", N_("Yes; they even advise it.")),
            claim("G", N_("Nothing forbids it.")),
            claim("H", N_("Only once a heart has been thrown, or by a player who holds only hearts.")),
            claim("D", N_("Only by a player who has nothing else.")),
        ),
        tables=said(N_("One Arab site has the strict rule, too.")),
        option="hearts_lead",
        about=(
            topics.KING_OF_HEARTS,
            topics.HEARTS,
            topics.LEADING,
        ),
    ),
    Difference(
        "throwing-cards-that-count",
        QUESTION["forced_discard"],
        (
            claim("W", N_("No; as a variation, yes.")),
            claim("HD", N_("No: any card.")),
        ),
        tables=said(N_("Some sites say that one must; a Jordanian set of rules for the king of hearts alone.")),
        option="forced_discard",
        about=(topics.DISCARDING,),
    ),
    Difference(
        "king-onto-the-ace",
        N_("Must the king of hearts be thrown onto the ace of hearts?"),
        (),
        tables=said(N_("One set of Jordanian rules asks the question, and says no unless agreed.")),
        settled=said(N_("No points hang on it: do as your table does.")),
        about=(
            topics.KING_OF_HEARTS,
            topics.HEARTS,
            topics.DISCARDING,
        ),
    ),
    Difference(
        "taken-diamonds-shown",
        N_("Do taken diamonds lie open?"),
        (
            claim("W", N_("Usually not.")),
            claim("D", N_("Yes, before their taker.")),
        ),
        tables=said(N_("Both are played.")),
        settled=said(
            N_("As your table does. Before a deal is saved, the app checks that all %(diamonds)s are with somebody."),
            diamonds=13,
        ),
        about=(
            topics.DIAMONDS,
            topics.SHOWN,
        ),
    ),
    Difference(
        "taken-queens-shown",
        N_("Do taken queens lie open?"),
        (
            claim("WHOG", N_("Yes, before the player who took them.")),
            claim("D", N_("Yes, as all cards that count, except in Collections.")),
        ),
        settled=said(N_("As your table does: open queens show at the end who took which.")),
        about=(
            topics.QUEENS,
            topics.SHOWN,
        ),
    ),
    Difference(
        "stacking-tricks",
        N_("How are taken tricks kept in Collections?"),
        (claim("D", N_("Face down, each laid across the one before, so that they can be counted at the end.")),),
        settled=said(
            N_(
                "As your table does. Tricks laid crosswise prove a count; the app checks that there are %(tricks)s in "
                "all."
            ),
            tricks=13,
        ),
        about=(
            topics.TRICKS,
            topics.STACKED,
        ),
    ),
    Difference(
        "stopping-early",
        N_("Does a deal stop once nothing that counts is left?"),
        (),
        tables=said(N_("Programs stop there.")),
        settled=said(
            N_("As you like: the points are the same. Where tricks count, all %(tricks)s are played."), tricks=13
        ),
        about=(
            topics.LENGTH,
            topics.BROKEN_OFF,
        ),
    ),
    Difference(
        "open-hands",
        N_("Is Trex played with open hands?"),
        (claim("H", N_("As a variation: all hands face up.")),),
        settled=said(N_("No points hang on it: do as your table does.")),
        about=(
            topics.TREX,
            topics.SHOWN,
        ),
    ),
)
