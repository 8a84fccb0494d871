"""Differences about play: the table, the cards, what may be led."""

from trexscore.i18n.marking import N_
from trexscore.i18n.rule_book import topic_synonyms
from trexscore.i18n.rule_book.sentences import make_sentence
from trexscore.i18n.rule_book.source_differences.source_difference import SourceDifference, make_claim
from trexscore.i18n.texts.options import QUESTION_BY_OPTION

BASICS_DIFFERENCES = (
    SourceDifference(
        "players",
        N_("How many players?"),
        (
            make_claim("WHOGD", N_("Four.")),
            make_claim("H", N_("Three to four at the top of its page, exactly four in its rules.")),
        ),
        customs=N_("A Gulf scoreboard also works for three; no text says how three would play."),
        project_rule=N_("Exactly four players."),
        topics=(topic_synonyms.PLAYER_COUNT,),
    ),
    SourceDifference(
        "way-round",
        QUESTION_BY_OPTION["play_direction"],
        (
            make_claim("WO", N_("Counter-clockwise, for dealing and playing.")),
            make_claim("H", N_("Counter-clockwise, but once, in King of hearts, it says clockwise.")),
            make_claim("G", N_("Only that the kingdom moves left, which means clockwise.")),
            make_claim("D", N_("To the left (clockwise).")),
        ),
        customs=N_("Arab apps and sites go counter-clockwise."),
        option_name="play_direction",
        topics=(topic_synonyms.DIRECTION,),
    ),
    SourceDifference(
        "cut-and-deal",
        N_("Who cuts, and how are the cards dealt?"),
        (
            make_claim("WO", N_("The player on the dealer’s left cuts; cards are dealt one at a time.")),
            make_claim("H", N_("The player on the right cuts; cards are often dealt in fours and a five.")),
            make_claim("GD", N_("Thirteen cards each; it does not mention cutting.")),
        ),
        customs=N_("In one Complex guide, the player on the left cuts."),
        project_rule=N_("This does not affect points: do as your table does."),
        topics=(topic_synonyms.DEALING,),
    ),
    SourceDifference(
        "scorekeeper",
        N_("Who keeps the score?"),
        (make_claim("G", N_("The player who drew the lowest card.")),),
        project_rule=N_("The player with the phone; the others follow on theirs."),
        topics=(topic_synonyms.SCOREKEEPER,),
    ),
    SourceDifference(
        "trex-layout",
        N_("From which card do the rows in Trex grow?"),
        (
            make_claim("WHOD", N_("From the jacks, up to the ace and down to the two.")),
            make_claim("G", N_("From the jacks, one card higher or lower at a time; it does not name the ends.")),
        ),
        customs=N_("One website starts from the sevens, the 7 of hearts first."),
        project_rule=N_("From the jacks. Only the order of going out counts, whatever the starting card."),
        topics=(topic_synonyms.TREX,),
    ),
    SourceDifference(
        "must-lay",
        N_("In Trex, must a player who can lay a card do so?"),
        (
            make_claim("WHOD", N_("Yes.")),
            make_claim("G", N_("Only a player who cannot lay a card passes.")),
        ),
        customs=N_("One blog seems to end the deal when someone passes but could play."),
        project_rule=N_("Yes. No text sets a penalty: the table decides and can void the deal."),
        void_reasons=("agreed",),
        topics=(
            topic_synonyms.TREX,
            topic_synonyms.PASSING,
            topic_synonyms.REVOKE,
        ),
    ),
)
TABLE_DIFFERENCES = (
    SourceDifference(
        "leading-hearts",
        QUESTION_BY_OPTION["hearts_lead"],
        (
            make_claim("WO", N_("Yes, and they even advise it.")),
            make_claim("G", N_("Nothing forbids it.")),
            make_claim("H", N_("Only after a heart has been thrown, or from a hand of only hearts.")),
            make_claim("D", N_("Only with nothing else in hand.")),
        ),
        customs=N_("One Arab site has the strict rule as well."),
        option_name="hearts_lead",
        topics=(
            topic_synonyms.KING_OF_HEARTS,
            topic_synonyms.HEARTS,
            topic_synonyms.LEADING,
        ),
    ),
    SourceDifference(
        "throwing-cards-that-count",
        QUESTION_BY_OPTION["forced_discard"],
        (
            make_claim("W", N_("No; as a variation, yes.")),
            make_claim("HD", N_("No: any card.")),
        ),
        customs=N_("Some sites require it; one set of Jordanian rules does for the king of hearts only."),
        option_name="forced_discard",
        topics=(topic_synonyms.DISCARDING,),
    ),
    SourceDifference(
        "king-onto-the-ace",
        N_("Must the king of hearts be thrown on the ace of hearts?"),
        (),
        customs=N_("One set of Jordanian rules raises the question: no, unless agreed."),
        project_rule=N_("This does not affect points: do as your table does."),
        topics=(
            topic_synonyms.KING_OF_HEARTS,
            topic_synonyms.HEARTS,
            topic_synonyms.DISCARDING,
        ),
    ),
    SourceDifference(
        "taken-diamonds-shown",
        N_("Do taken diamonds lie face up?"),
        (
            make_claim("W", N_("Usually not.")),
            make_claim("D", N_("Yes, the diamonds lie in front of the player who took them.")),
        ),
        customs=N_("Both are played."),
        project_rule=make_sentence(
            N_("As your table does. Before saving, the app checks that all %(diamonds)s are assigned."),
            diamonds=13,
        ),
        topics=(
            topic_synonyms.DIAMONDS,
            topic_synonyms.SHOWN_CARDS,
        ),
    ),
    SourceDifference(
        "taken-queens-shown",
        N_("Do taken queens lie face up?"),
        (
            make_claim("WHOG", N_("Yes, the queens lie in front of the player who took them.")),
            make_claim("D", N_("Yes, like all cards that count, except in Collections.")),
        ),
        project_rule=N_("As your table does: queens face up show at the end who took which."),
        topics=(
            topic_synonyms.QUEENS,
            topic_synonyms.SHOWN_CARDS,
        ),
    ),
    SourceDifference(
        "stacking-tricks",
        N_("How are taken tricks kept in Collections?"),
        (make_claim("D", N_("Face down, each across the one before, so that they can be counted at the end.")),),
        project_rule=make_sentence(
            N_("As your table does. Crosswise tricks prove the count; the app checks that there are %(tricks)s."),
            tricks=13,
        ),
        topics=(
            topic_synonyms.TRICKS,
            topic_synonyms.TRICK_PILES,
        ),
    ),
    SourceDifference(
        "stopping-early",
        N_("Does a deal stop when nothing that counts is left?"),
        (),
        customs=N_("Programs stop there."),
        project_rule=make_sentence(
            N_("As you like: the points are the same. If tricks count, all %(tricks)s are played."), tricks=13
        ),
        topics=(
            topic_synonyms.GAME_LENGTH,
            topic_synonyms.ABANDONED_GAME,
        ),
    ),
    SourceDifference(
        "open-hands",
        N_("Is Trex played with cards face up?"),
        (make_claim("H", N_("As a variation: all hands are face up.")),),
        project_rule=N_("This does not affect points: do as your table does."),
        topics=(
            topic_synonyms.TREX,
            topic_synonyms.SHOWN_CARDS,
        ),
    ),
)
