"""Differences about the points of the five contracts."""

from trexscore.i18n.marking import N_
from trexscore.i18n.rule_book import points_sentences as worked
from trexscore.i18n.rule_book import topic_synonyms
from trexscore.i18n.rule_book.sentences import SignedPoints, make_sentence
from trexscore.i18n.rule_book.source_differences.source_difference import SourceDifference, make_claim
from trexscore.i18n.texts.options import QUESTION_BY_OPTION
from trexscore.rules.cards import Contract

CONTRACTS_DIFFERENCES = (
    SourceDifference(
        "king-of-hearts-points",
        QUESTION_BY_OPTION["king_of_hearts_points"],
        (make_claim("WHOGD", N_("%(points)s for the player who takes him."), points=SignedPoints(-75)),),
        customs=N_("The same everywhere."),
        project_rule=worked.contract_points_sentence_function(Contract.KING_OF_HEARTS),
        topics=(topic_synonyms.KING_OF_HEARTS,),
    ),
    SourceDifference(
        "queen-points",
        QUESTION_BY_OPTION["queen_points"],
        (make_claim("WHOGD", N_("%(points)s for each queen taken."), points=SignedPoints(-25)),),
        customs=N_("The same everywhere."),
        project_rule=worked.contract_points_sentence_function(Contract.QUEENS),
        topics=(topic_synonyms.QUEENS,),
    ),
    SourceDifference(
        "diamond-points",
        QUESTION_BY_OPTION["diamond_points"],
        (
            make_claim("WHOG", N_("%(points)s for each diamond taken."), points=SignedPoints(-10)),
            make_claim(
                "D",
                N_("Plus %(points)s each. This is a misprint: a kingdom would add up to %(sum)s instead of %(zero)s."),
                points=10,
                sum=SignedPoints(260),
                zero=0,
            ),
        ),
        customs=make_sentence(
            N_(
                "%(usual)s nearly everywhere; one app omits the sign. One website has both %(usual)s and "
                "%(other)s; an old web text has %(other)s, and %(trick)s for a trick."
            ),
            usual=10,
            other=15,
            trick=10,
        ),
        project_rule=worked.contract_points_sentence_function(Contract.DIAMONDS),
        topics=(topic_synonyms.DIAMONDS,),
    ),
    SourceDifference(
        "trick-points",
        QUESTION_BY_OPTION["trick_points"],
        (make_claim("WHOGD", N_("%(points)s for each trick taken."), points=SignedPoints(-15)),),
        customs=make_sentence(
            N_(
                "%(usual)s nearly everywhere. An old web text has %(other)s, and %(diamond)s for a "
                "diamond; a Gulf scoreboard has %(other)s for both."
            ),
            usual=15,
            other=10,
            diamond=15,
        ),
        project_rule=worked.contract_points_sentence_function(Contract.COLLECTIONS),
        topics=(topic_synonyms.TRICKS,),
    ),
    SourceDifference(
        "diamonds-and-tricks-exchanged",
        N_("Are the points for diamonds and tricks swapped?"),
        (
            make_claim(
                "W",
                N_("Some players swap them, but the example shows the usual %(diamond)s and %(trick)s."),
                diamond=10,
                trick=15,
            ),
        ),
        customs=make_sentence(
            N_(
                "An old web text has diamonds at %(diamond)s and tricks at %(trick)s: the sum stays "
                "%(zero)s. With %(trick)s for both, as on a Gulf scoreboard, it is %(more)s; with "
                "%(diamond)s for both, %(less)s."
            ),
            diamond=15,
            trick=10,
            zero=0,
            more=SignedPoints(65),
            less=SignedPoints(-65),
        ),
        project_rule=worked.diamond_and_trick_points_sentence,
        topics=(
            topic_synonyms.DIAMONDS,
            topic_synonyms.TRICKS,
            topic_synonyms.SWAPPED_POINTS,
        ),
    ),
    SourceDifference(
        "sum-of-a-kingdom",
        N_("Does a kingdom add up to zero?"),
        (
            make_claim("WHO", N_("Always.")),
            make_claim("G", N_("It does not say, but its numbers do.")),
            make_claim("D", N_("It does not say; its printed numbers add up to %(sum)s."), sum=SignedPoints(260)),
        ),
        customs=N_("An old web text also says so; one Complex program uses it to calculate the second team’s points."),
        project_rule=worked.kingdom_sum_sentence,
        topics=(
            topic_synonyms.KINGDOM,
            topic_synonyms.ZERO_SUM,
        ),
    ),
    SourceDifference(
        "trex-points",
        QUESTION_BY_OPTION["trex_points"],
        (
            make_claim(
                "WHOGD",
                N_("%(first)s, %(second)s, %(third)s and %(last)s."),
                first=SignedPoints(200),
                second=SignedPoints(150),
                third=SignedPoints(100),
                last=SignedPoints(50),
            ),
            make_claim(
                "H",
                N_(
                    "In a variation the last loses %(loss)s and the others get less; how much is not said. A "
                    "kingdom would add up to %(least)s, %(more)s or %(most)s, never to zero."
                ),
                loss=50,
                least=SignedPoints(-100),
                more=SignedPoints(-250),
                most=SignedPoints(-400),
            ),
        ),
        customs=N_("The same everywhere; an old web text lists them as losses, with all signs reversed."),
        project_rule=worked.contract_points_sentence_function(Contract.TREX),
        topics=(topic_synonyms.TREX,),
    ),
    SourceDifference(
        "end-of-trex",
        N_("When is Trex over?"),
        (
            make_claim("WO", N_("When all four are out; the last also scores.")),
            make_claim("H", N_("As the hands run out, one after another.")),
            make_claim("G", N_("When only one player has cards left.")),
            make_claim("D", N_("When all cards are laid out on the table.")),
        ),
        customs=N_("One program ends it when the third player is out."),
        project_rule=N_("The points are the same either way: you enter the order of going out."),
        topics=(topic_synonyms.TREX,),
    ),
    SourceDifference(
        "signs",
        QUESTION_BY_OPTION["signs"],
        (
            make_claim("W", N_("In a variation, penalties are plus and Trex is minus.")),
            make_claim("H", N_("In a variation, the signs of the penalties are reversed; Trex is not mentioned.")),
        ),
        customs=N_("An old web text writes all points like that, and the fewest points win."),
        option_name="signs",
        topics=(topic_synonyms.REVERSED_SIGNS,),
    ),
    SourceDifference(
        "sixth-contract",
        N_("Is there a sixth contract?"),
        (),
        customs=make_sentence(
            N_("One program has “hearts”, with %(points)s for each heart."), points=SignedPoints(-10)
        ),
        project_rule=N_("No: five contracts."),
        topics=(topic_synonyms.SIXTH_CONTRACT,),
    ),
)
