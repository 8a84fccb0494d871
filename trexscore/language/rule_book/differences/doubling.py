"""Doubling: which cards, when, and what it comes to."""

from trexscore.language.marking import N_
from trexscore.language.options import QUESTION
from trexscore.language.rule_book import topics, worked
from trexscore.language.rule_book.differences import unplayed
from trexscore.language.rule_book.differences.difference import Difference, claim
from trexscore.language.rule_book.sentences import Change, said

DOUBLING = (
    Difference(
        "which-cards",
        QUESTION["doubling"],
        (
            claim("W", N_("The king of hearts and the queens; doubling itself stands among the variations, too.")),
            claim("G", N_("The king of hearts and the queens.")),
            claim("H", N_("The king of hearts and the queens, too; beginners are told to leave doubling out.")),
            claim("D", N_("The queens, and the king of hearts in the same way.")),
            claim("O", N_("The king of hearts alone, in passing.")),
        ),
        tables=said(N_("Most apps and scorekeepers double both.")),
        option="doubling",
        about=(
            topics.KING_OF_HEARTS,
            topics.QUEENS,
        ),
    ),
    Difference(
        "when-to-double",
        N_("When is a card doubled?"),
        (
            claim("WHD", N_("Before the first trick.")),
            claim("G", N_("When the contract is announced.")),
            claim("O", N_("It does not say when.")),
        ),
        tables=said(N_("At some tables all at once and hidden, at others one after another.")),
        settled=said(N_("After the contract is named and before the first trick.")),
        unplayed=unplayed.without_doubling,
    ),
    Difference(
        "who-may-double",
        N_("Who may double, and may the king refuse?"),
        (claim("WHOGD", N_("Whoever holds the card. Nothing on refusing, nor on doubling once more.")),),
        settled=said(N_("Whoever holds the card, and nobody can refuse it or double it again.")),
        unplayed=unplayed.without_doubling,
    ),
    Difference(
        "doubled-and-taken-by-another",
        QUESTION["doubler_bonus"],
        (
            claim(
                "WGD",
                N_("The plain value: %(king)s for the king of hearts, %(queen)s for a queen."),
                king=Change(75),
                queen=Change(25),
            ),
            claim(
                "H",
                N_("%(king)s for the king of hearts. For a queen it says nothing, but its own zero needs %(queen)s."),
                king=Change(75),
                queen=Change(25),
            ),
            claim("O", N_("%(king)s for the king of hearts; queens are not doubled."), king=Change(75)),
        ),
        tables=said(N_("One scorekeeper gives nothing, another twice the value.")),
        option="doubler_bonus",
        unplayed=unplayed.without_doubling,
    ),
    Difference(
        "own-doubled-card",
        QUESTION["own_capture"],
        (
            claim(
                "WOG",
                N_(
                    "It costs only the plain value. For the king of hearts all three say it; for a queen only the "
                    "German page does, and it follows from what Wikipedia says of doubling."
                ),
            ),
            claim("H", N_("It costs the plain value, or in some houses four times.")),
            claim("D", N_("It costs double, and the player who led that trick gains the plain value.")),
        ),
        tables=said(N_("All three are played. Syrian tables ask whether the holder was forced, and by whom.")),
        option="own_capture",
        unplayed=unplayed.without_doubling,
        about=(
            topics.OWN_CARD,
            topics.QUADRUPLE,
        ),
    ),
    Difference(
        "holder-led-the-trick",
        N_("What if the holder led that trick, or was forced?"),
        (
            claim("WHOG", N_("It makes no difference.")),
            claim(
                "D",
                N_(
                    "Nothing is said; to the letter, the leader’s gain comes back to the holder. Any led trick "
                    "counts, forced or not."
                ),
            ),
        ),
        tables=said(N_("Some give the plain loss, others the double with nobody gaining.")),
        settled=worked.holder_led,
        about=(
            topics.OWN_CARD,
            topics.LEADING,
        ),
    ),
    Difference(
        "four-times-the-value",
        N_("Four times: of what, and who gains?"),
        (
            claim(
                "H",
                N_(
                    "Some houses take the quadruple, and elsewhere plus or minus %(points)s may apply. It "
                    "explains neither."
                ),
                points=75,
            ),
        ),
        option="own_capture",
        settled=worked.four_times,
        unplayed=unplayed.not_four_times,
        about=(
            topics.QUADRUPLE,
            topics.OWN_CARD,
        ),
    ),
    Difference(
        "largest-swing-in-queens",
        N_("How much can one player lose in Queens?"),
        (claim("H", N_("At most %(points)s: right only where nothing is doubled."), points=100),),
        settled=worked.queens_extremes,
        about=(topics.QUEENS,),
    ),
    Difference(
        "pillow-and-blanket",
        N_("Pillow and blanket: which is which?"),
        (
            claim("W", N_("A card laid over a doubled queen is her blanket, one laid under a plain queen her pillow.")),
            claim("G", N_("The same; its word for the blanket is a slip of translation.")),
            claim("H", N_("Both are said to mark doubled queens.")),
            claim("D", N_("Taken queens lie open, without either.")),
        ),
        settled=said(N_("Blanket: over her, doubled. Pillow: under her, plain.")),
        unplayed=unplayed.without_doubling,
        about=(
            topics.COVERS,
            topics.QUEENS,
        ),
    ),
    Difference(
        "doubling-diamonds-or-tricks",
        N_("Can diamonds or tricks be doubled?"),
        (claim("WHOGD", N_("No: nothing of the kind is mentioned.")),),
        settled=said(N_("Never; nor are the places in Trex.")),
        about=(
            topics.DIAMONDS,
            topics.TRICKS,
        ),
    ),
)
