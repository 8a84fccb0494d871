"""Differences about the points of the five contracts."""

from trexscore.i18n.marking import N_
from trexscore.i18n.rule_book import rule_points as worked
from trexscore.i18n.rule_book import topics
from trexscore.i18n.rule_book.differences.difference import Difference, claim
from trexscore.i18n.rule_book.sentences import Change, make_sentence
from trexscore.i18n.texts.options import QUESTION
from trexscore.rules.cards import Contract

CONTRACTS = (
    Difference(
        "king-of-hearts-points",
        QUESTION["king_of_hearts_points"],
        (claim("WHOGD", N_("%(points)s for the player who takes him."), points=Change(-75)),),
        customs=N_("The same everywhere."),
        settled=worked.points_of(Contract.KING_OF_HEARTS),
        topics=(topics.KING_OF_HEARTS,),
    ),
    Difference(
        "queen-points",
        QUESTION["queen_points"],
        (claim("WHOGD", N_("%(points)s for each queen taken."), points=Change(-25)),),
        customs=N_("The same everywhere."),
        settled=worked.points_of(Contract.QUEENS),
        topics=(topics.QUEENS,),
    ),
    Difference(
        "diamond-points",
        QUESTION["diamond_points"],
        (
            claim("WHOG", N_("%(points)s for each diamond taken."), points=Change(-10)),
            claim(
                "D",
                N_("Plus %(points)s each. This is a misprint: a kingdom would add up to %(sum)s instead of %(zero)s."),
                points=10,
                sum=Change(260),
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
        settled=worked.points_of(Contract.DIAMONDS),
        topics=(topics.DIAMONDS,),
    ),
    Difference(
        "trick-points",
        QUESTION["trick_points"],
        (claim("WHOGD", N_("%(points)s for each trick taken."), points=Change(-15)),),
        customs=make_sentence(
            N_(
                "%(usual)s nearly everywhere. An old web text has %(other)s, and %(diamond)s for a "
                "diamond; a Gulf scoreboard has %(other)s for both."
            ),
            usual=15,
            other=10,
            diamond=15,
        ),
        settled=worked.points_of(Contract.COLLECTIONS),
        topics=(topics.TRICKS,),
    ),
    Difference(
        "diamonds-and-tricks-exchanged",
        N_("Are the points for diamonds and tricks swapped?"),
        (
            claim(
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
            more=Change(65),
            less=Change(-65),
        ),
        settled=worked.diamonds_and_tricks,
        topics=(
            topics.DIAMONDS,
            topics.TRICKS,
            topics.SWAPPED,
        ),
    ),
    Difference(
        "sum-of-a-kingdom",
        N_("Does a kingdom add up to zero?"),
        (
            claim("WHO", N_("Always.")),
            claim("G", N_("It does not say, but its numbers do.")),
            claim("D", N_("It does not say; its printed numbers add up to %(sum)s."), sum=Change(260)),
        ),
        customs=N_("An old web text also says so; one Complex program uses it to calculate the second team’s points."),
        settled=worked.sum_of_a_kingdom,
        topics=(
            topics.KINGDOM,
            topics.SUM,
        ),
    ),
    Difference(
        "trex-points",
        QUESTION["trex_points"],
        (
            claim(
                "WHOGD",
                N_("%(first)s, %(second)s, %(third)s and %(last)s."),
                first=Change(200),
                second=Change(150),
                third=Change(100),
                last=Change(50),
            ),
            claim(
                "H",
                N_(
                    "In a variation the last loses %(loss)s and the others get less; how much is not said. A "
                    "kingdom would add up to %(least)s, %(more)s or %(most)s, never to zero."
                ),
                loss=50,
                least=Change(-100),
                more=Change(-250),
                most=Change(-400),
            ),
        ),
        customs=N_("The same everywhere; an old web text lists them as losses, with all signs reversed."),
        settled=worked.points_of(Contract.TREX),
        topics=(topics.TREX,),
    ),
    Difference(
        "end-of-trex",
        N_("When is Trex over?"),
        (
            claim("WO", N_("When all four are out; the last also scores.")),
            claim("H", N_("As the hands run out, one after another.")),
            claim("G", N_("When only one player has cards left.")),
            claim("D", N_("When all cards are laid out on the table.")),
        ),
        customs=N_("One program ends it when the third player is out."),
        settled=N_("The points are the same either way: you enter the order of going out."),
        topics=(topics.TREX,),
    ),
    Difference(
        "signs",
        QUESTION["signs"],
        (
            claim("W", N_("In a variation, penalties are plus and Trex is minus.")),
            claim("H", N_("In a variation, the signs of the penalties are reversed; Trex is not mentioned.")),
        ),
        customs=N_("An old web text writes all points like that, and the fewest points win."),
        option="signs",
        topics=(topics.SIGNS,),
    ),
    Difference(
        "sixth-contract",
        N_("Is there a sixth contract?"),
        (),
        customs=make_sentence(N_("One program has “hearts”, with %(points)s for each heart."), points=Change(-10)),
        settled=N_("No: five contracts."),
        topics=(topics.SIXTH,),
    ),
)
