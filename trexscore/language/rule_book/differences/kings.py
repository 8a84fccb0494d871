"""Kings, kingdoms, and who does what in them."""

from trexscore.language.marking import N_
from trexscore.language.options import QUESTION
from trexscore.language.rule_book import agreed, topics
from trexscore.language.rule_book.differences import unplayed
from trexscore.language.rule_book.differences.difference import Difference, claim
from trexscore.language.rule_book.sentences import said

KINGS = (
    Difference(
        "first-king",
        QUESTION["first_king"],
        (
            claim("WO", N_("Whoever is dealt the 7 of hearts in the first deal.")),
            claim(
                "H",
                N_("Whoever is dealt one certain card, whose sign the page has lost; the first dealer is agreed on."),
            ),
            claim("D", N_("Whoever is dealt the 7 of hearts, and shows it.")),
            claim("G", N_("Whoever draws the highest card. Two equal cards: nothing.")),
        ),
        tables=said(N_("The 7 of hearts nearly everywhere; one program can begin with a fixed seat.")),
        option="first_king",
        about=(topics.SEVEN_OF_HEARTS,),
    ),
    Difference(
        "seven-of-hearts-deal-counts",
        N_("Is the deal in which the 7 of hearts finds the king a deal of the kingdom?"),
        (
            claim("WO", N_("Yes: its king deals four more.")),
            claim("D", N_("Yes: it is the first of five.")),
            claim("H", N_("It speaks of the next five, which could mean either.")),
        ),
        tables=said(N_("In one book of Complex its king may ask once for a new shuffle.")),
        settled=said(N_("Yes: it is the kingdom’s first deal.")),
        unplayed=unplayed.without_the_seven,
        about=(topics.SEVEN_OF_HEARTS,),
    ),
    Difference(
        "seven-of-hearts-thrown-in",
        N_("The deal with the 7 of hearts is thrown in: who is king?"),
        (),
        settled=said(N_("Whoever held it stays king. Until a deal counts, the table can put another first king in.")),
        unplayed=unplayed.without_the_seven,
        about=(
            topics.SEVEN_OF_HEARTS,
            topics.REDEAL,
        ),
    ),
    Difference(
        "next-king",
        QUESTION["next_king"],
        (
            claim("WO", N_("The player on the king’s right.")),
            claim("D", N_("The player on the king’s right, against the direction of its own play.")),
            claim(
                "H",
                N_(
                    "The player on the right; elsewhere on the page the 7 of hearts decides anew, passing over "
                    "those who were king."
                ),
            ),
            claim("G", N_("The next player on the left.")),
        ),
        tables=said(N_("To the right at most tables; sites that copy one English text go left.")),
        option="next_king",
        about=(topics.WAY_ROUND,),
    ),
    Difference(
        "right-then-opposite",
        N_("What does “right twice, then opposite” mean?"),
        (
            claim(
                "WO",
                N_(
                    "In some games the kingdom goes right twice, then opposite the second king, then to who is "
                    "left. Counted like that, nobody would be left."
                ),
            ),
        ),
        option="next_king",
        settled=said(N_("Right once, then opposite that king, then the one who remains.")),
        unplayed=unplayed.another_order,
        about=(topics.WAY_ROUND,),
    ),
    Difference(
        "who-deals",
        N_("Who deals within a kingdom?"),
        (
            claim("WOGD", N_("The king, every time.")),
            claim("H", N_("The deal goes round, a hand each.")),
        ),
        settled=said(N_("The king deals. No points hang on it.")),
        about=(topics.DEALING,),
    ),
    Difference(
        "who-leads",
        N_("Who leads to the first trick, and who begins Trex?"),
        (
            claim("WOD", N_("The dealer, who is the king.")),
            claim("G", N_("The king; in Trex with a jack. What if he has none is not said.")),
            claim(
                "H",
                N_("The player on the dealer’s right; in Trex once that player and once the holder of the kingdom."),
            ),
        ),
        tables=said(N_("The king; in Trex a king without a jack passes.")),
        settled=said(N_("The king leads and begins. The app needs it only to ask who can have led a trick.")),
        about=(
            topics.LEADING,
            topics.TREX,
        ),
    ),
    Difference(
        "contract-after-the-cards",
        N_("Is the contract named before or after looking at the cards?"),
        (claim("WHOGD", N_("After: the king chooses by the hand held.")),),
        tables=said(N_("With partners, one book lets the king’s partner take up the cards only then.")),
        settled=said(N_("After looking. No points hang on it.")),
        about=(topics.CONTRACT,),
    ),
    Difference(
        "order-of-contracts",
        N_("In which order are the contracts played?"),
        (
            claim(
                "WO",
                N_("As the king likes: %(orders)s orders. The first also calls another order a variation."),
                orders=120,
            ),
            claim("HGD", N_("As the king likes, none of them twice.")),
        ),
        settled=agreed.orders,
        about=(topics.CONTRACT,),
    ),
)
