"""Differences about kings and kingdoms."""

from trexscore.i18n.marking import N_
from trexscore.i18n.rule_book import table_rules, topic_synonyms
from trexscore.i18n.rule_book.source_differences import not_played
from trexscore.i18n.rule_book.source_differences.source_difference import SourceDifference, make_claim
from trexscore.i18n.texts.options import QUESTION_BY_OPTION

KINGS_DIFFERENCES = (
    SourceDifference(
        "first-king",
        QUESTION_BY_OPTION["first_king"],
        (
            make_claim("WO", N_("The player who is dealt the 7 of hearts in the first deal.")),
            make_claim(
                "H",
                N_(
                    "The player dealt a card whose symbol is missing on the page; the first dealer is chosen "
                    "by agreement."
                ),
            ),
            make_claim("D", N_("The player who is dealt the 7 of hearts and shows it.")),
            make_claim("G", N_("The player who draws the highest card. It does not mention ties.")),
        ),
        customs=N_("The 7 of hearts nearly everywhere; one program can start from a fixed seat."),
        option_name="first_king",
        topics=(topic_synonyms.SEVEN_OF_HEARTS,),
    ),
    SourceDifference(
        "seven-of-hearts-deal-counts",
        N_("Does the deal in which the 7 of hearts picks the king count as part of the kingdom?"),
        (
            make_claim("WO", N_("Yes: the king deals four more.")),
            make_claim("D", N_("Yes: it is the first of five.")),
            make_claim("H", N_("It mentions the next five, which could mean either.")),
        ),
        customs=N_("In one Complex guide, this king may ask once for a new shuffle."),
        project_rule=N_("Yes: it is the first deal of the kingdom."),
        not_played_sentences_for=not_played.no_seven_of_hearts_sentences,
        topics=(topic_synonyms.SEVEN_OF_HEARTS,),
    ),
    SourceDifference(
        "seven-of-hearts-thrown-in",
        N_("If the deal with the 7 of hearts is void, who is king?"),
        (),
        project_rule=N_("The player who had it stays king. Until a deal counts, the table can change the first king."),
        not_played_sentences_for=not_played.no_seven_of_hearts_sentences,
        topics=(
            topic_synonyms.SEVEN_OF_HEARTS,
            topic_synonyms.REDEAL,
        ),
    ),
    SourceDifference(
        "next-king",
        QUESTION_BY_OPTION["next_king"],
        (
            make_claim("WO", N_("The player on the king’s right.")),
            make_claim("D", N_("The player on the king’s right, against the page’s own direction of play.")),
            make_claim(
                "H",
                N_(
                    "The player on the right; elsewhere the page has the 7 of hearts decide each time, "
                    "skipping earlier kings."
                ),
            ),
            make_claim("G", N_("The player on the left.")),
        ),
        customs=N_("To the right at most tables; to the left on sites that copy one English text."),
        option_name="next_king",
        topics=(topic_synonyms.DIRECTION,),
    ),
    SourceDifference(
        "right-then-opposite",
        N_("What does “right twice, then opposite” mean?"),
        (
            make_claim(
                "WO",
                N_(
                    "The kingdom goes right twice, then opposite the second king, then to the last player. "
                    "Counted this way, no one is left."
                ),
            ),
        ),
        option_name="next_king",
        project_rule=N_("Right once, then opposite that king, then the player who remains."),
        not_played_sentences_for=not_played.no_right_then_opposite_sentences,
        topics=(topic_synonyms.DIRECTION,),
    ),
    SourceDifference(
        "who-deals",
        N_("Who deals within a kingdom?"),
        (
            make_claim("WOGD", N_("The king, every time.")),
            make_claim("H", N_("Dealing goes round, one hand each.")),
        ),
        project_rule=N_("The king deals. This does not affect points."),
        topics=(topic_synonyms.DEALING,),
    ),
    SourceDifference(
        "who-leads",
        N_("Who leads to the first trick, and who begins Trex?"),
        (
            make_claim("WOD", N_("The dealer, who is the king.")),
            make_claim("G", N_("The king; in Trex, with a jack. It does not say what happens without one.")),
            make_claim(
                "H",
                N_("The player on the dealer’s right; in Trex, once that player and once the king."),
            ),
        ),
        customs=N_("The king; in Trex, a king without a jack passes."),
        project_rule=N_("The king leads and begins. The app uses this only to work out who could have led a trick."),
        topics=(
            topic_synonyms.LEADING,
            topic_synonyms.TREX,
        ),
    ),
    SourceDifference(
        "contract-after-the-cards",
        N_("Is the contract named before or after looking at the cards?"),
        (make_claim("WHOGD", N_("After: the king chooses by their hand.")),),
        customs=N_("With partners, one guide lets the king’s partner pick up their cards only then."),
        project_rule=N_("After. This does not affect points."),
        topics=(topic_synonyms.CONTRACT,),
    ),
    SourceDifference(
        "order-of-contracts",
        N_("In which order are the contracts played?"),
        (
            make_claim(
                "WO",
                N_("In any order the king likes: %(orders)s orders. The first also calls another order a variation."),
                orders=120,
            ),
            make_claim("HGD", N_("In any order the king likes, none of them twice.")),
        ),
        project_rule=table_rules.contract_orders_sentence,
        topics=(topic_synonyms.CONTRACT,),
    ),
)
