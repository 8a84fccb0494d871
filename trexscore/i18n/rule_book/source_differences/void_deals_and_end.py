"""Differences about void deals, revokes, and the end of the game."""

from trexscore.i18n.marking import N_
from trexscore.i18n.rule_book import table_rules, topic_synonyms
from trexscore.i18n.rule_book.sentences import SignedPoints, make_sentence
from trexscore.i18n.rule_book.source_differences import not_played
from trexscore.i18n.rule_book.source_differences.source_difference import SourceDifference, make_claim
from trexscore.i18n.rule_book.table_rules import ADJUSTMENT_TEXT, HAND_SHOWN_FOR_REDEAL_SENTENCE
from trexscore.i18n.texts.options import QUESTION_BY_OPTION
from trexscore.rules.house_rules import BARE_HEARTS_REASONS, TWOS_REASONS

VOID_DEAL_DIFFERENCES = (
    SourceDifference(
        "redeal-for-hearts",
        N_("With which hearts may a player ask for a redeal?"),
        (
            make_claim("W", N_("With the king, the ace, or both, and no other heart.")),
            make_claim(
                "H",
                N_(
                    "The same, and also with five or more hearts including the king. Wikipedia calls that "
                    "same king protected."
                ),
            ),
            make_claim("O", N_("With the king, or king and ace, and no other heart. The ace alone is not listed.")),
        ),
        customs=N_("One app: king or ace alone, and only without partners."),
        project_rule=table_rules.redeal_sentence_function(*BARE_HEARTS_REASONS, "five_hearts_with_king"),
        void_reasons=(*BARE_HEARTS_REASONS, "five_hearts_with_king"),
        topics=(
            topic_synonyms.HEARTS,
            topic_synonyms.KING_OF_HEARTS,
        ),
    ),
    SourceDifference(
        "redeal-before-or-after",
        N_("Is the redeal requested before or after the contract is named?"),
        (
            make_claim("WO", N_("After King of hearts has been chosen.")),
            make_claim("H", N_("Before.")),
        ),
        project_rule=N_("After, since before that no one knows the contract; a deal can be voided either way."),
        topics=(topic_synonyms.CONTRACT,),
    ),
    SourceDifference(
        "double-then-redeal",
        N_("May a player double the king of hearts and then ask for a redeal?"),
        (),
        project_rule=N_("No. If a table allows it, nothing is lost: a void deal has no points."),
        topics=(
            topic_synonyms.KING_OF_HEARTS,
            topic_synonyms.DOUBLING,
        ),
    ),
    SourceDifference(
        "redeal-for-twos",
        N_("With which twos may a player ask for a redeal in Trex?"),
        (
            make_claim("WD", N_("With all four, or with three and the three of the fourth suit.")),
            make_claim("H", N_("With all four, or with three and a “matching” third card, which is unclear.")),
        ),
        customs=N_("One app: the same, and only without partners."),
        project_rule=table_rules.redeal_sentence_function(*TWOS_REASONS),
        void_reasons=TWOS_REASONS,
        topics=(
            topic_synonyms.TWOS,
            topic_synonyms.TREX,
        ),
    ),
    SourceDifference(
        "contract-after-a-redeal",
        N_("After a redeal, must the same contract be played?"),
        (
            make_claim("W", N_("No: any open contract, including Trex.")),
            make_claim("O", N_("No.")),
            make_claim("D", N_("No: the king need not choose Trex again.")),
        ),
        project_rule=N_("The same king deals and chooses again."),
        topics=(topic_synonyms.CONTRACT,),
    ),
    SourceDifference(
        "redeal-with-partners",
        N_("May partners ask for a redeal?"),
        (),
        customs=N_("One app: not for twos or hearts."),
        project_rule=table_rules.partners_redeal_sentence,
        not_played_sentences_for=not_played.no_partners_sentences,
        void_reasons=(*TWOS_REASONS, *BARE_HEARTS_REASONS),
        topics=(topic_synonyms.PARTNERS,),
    ),
    SourceDifference(
        "queens-split-evenly",
        N_("Is a deal replayed when each team has taken two queens?"),
        (),
        customs=N_("One app does this for partners."),
        project_rule=table_rules.split_queens_redeal_sentence,
        not_played_sentences_for=not_played.no_partners_sentences,
        void_reasons=("queens_split_evenly",),
        topics=(
            topic_synonyms.QUEENS,
            topic_synonyms.PARTNERS,
        ),
    ),
    SourceDifference(
        "suit-closed-without-jacks",
        N_("What if a suit is closed before all jacks are out?"),
        (make_claim("W", N_("Trex is dealt again. It does not say whether another contract may be chosen.")),),
        project_rule=table_rules.redeal_sentence_function("suit_closed_without_jacks"),
        void_reasons=("suit_closed_without_jacks",),
        topics=(topic_synonyms.TREX,),
    ),
    SourceDifference(
        "showing-the-hand",
        N_("Must a player show their hand to ask for a redeal?"),
        (
            make_claim("WO", N_("Yes, the whole hand, in King of hearts.")),
            make_claim("H", N_("Yes, for weak hearts.")),
            make_claim("D", N_("Yes: the twos, and the three that goes with them.")),
        ),
        project_rule=HAND_SHOWN_FOR_REDEAL_SENTENCE,
        topics=(
            topic_synonyms.SHOWN_CARDS,
            topic_synonyms.HEARTS,
            topic_synonyms.TWOS,
        ),
    ),
    SourceDifference(
        "other-reasons",
        N_("May a deal be voided for any other reason?"),
        (make_claim("H", N_("Yes: for other weak hands too, if the players agree.")),),
        project_rule=N_("When the whole table agrees."),
        void_reasons=("agreed",),
        topics=(topic_synonyms.MISDEAL,),
    ),
    SourceDifference(
        "misdeal",
        N_("What is a misdeal?"),
        (
            make_claim(
                "H", N_("A card was shown, or a hand has the wrong number of cards; the same dealer deals again.")
            ),
        ),
        project_rule=table_rules.redeal_sentence_function("misdeal"),
        void_reasons=("misdeal",),
        topics=(topic_synonyms.MISDEAL,),
    ),
)
REVOKE_DIFFERENCES = (
    SourceDifference(
        "suit-not-followed",
        QUESTION_BY_OPTION["renege"],
        (
            make_claim(
                "H",
                N_(
                    "The offender takes all remaining penalty points, but its example in Diamonds gives them "
                    "all, %(points)s."
                ),
                points=SignedPoints(-130),
            ),
        ),
        option_name="renege",
        project_rule=N_(
            "Cards taken are charged to the offender and nothing is added, so the deal’s sum stays "
            "the same. Trex has no such rule."
        ),
        not_played_sentences_for=not_played.no_revoke_penalty_sentences,
    ),
)
END_DIFFERENCES = (
    SourceDifference(
        "number-of-deals",
        N_("How many deals are in a game?"),
        (
            make_claim("W", N_("%(deals)s; proportionally fewer when contracts are combined."), deals=20),
            make_claim("OGD", N_("%(deals)s: four kings, five deals each."), deals=20),
            make_claim("H", N_("Always %(deals)s, even with combined contracts."), deals=20),
        ),
        customs=make_sentence(N_("%(deals)s in Complex."), deals=8),
        project_rule=table_rules.kingdom_sentence,
        topics=(topic_synonyms.GAME_LENGTH,),
    ),
    SourceDifference(
        "who-wins",
        QUESTION_BY_OPTION["winner"],
        (
            make_claim("WO", N_("Everyone above zero wins their total, and everyone below zero loses theirs.")),
            make_claim("H", N_("The highest positive total. If no one is above zero, it names no winner.")),
            make_claim("GD", N_("The highest total.")),
        ),
        customs=N_("In one old rule, the team with the worst individual total loses, whatever the team totals."),
        option_name="winner",
        project_rule=table_rules.positive_total_sentence,
        topics=(topic_synonyms.WINNING,),
    ),
    SourceDifference(
        "ties",
        QUESTION_BY_OPTION["tie_break"],
        (
            make_claim(
                "H",
                N_(
                    "More firsts in Trex; then one more deal, its contract chosen by those tied. What "
                    "happens to its points is not said."
                ),
            ),
        ),
        customs=N_("Some share the win; one program picks the first seat in its list."),
        option_name="tie_break",
        project_rule=table_rules.remaining_tie_sentence,
        not_played_sentences_for=not_played.no_ties_sentences,
        topics=(
            topic_synonyms.TIE,
            topic_synonyms.WINNING,
        ),
    ),
    SourceDifference(
        "broken-off",
        QUESTION_BY_OPTION["unfinished_game"],
        (make_claim("H", N_("A game cannot end early.")),),
        customs=N_("One scoring app has a button for it. Only complete kingdoms are fair to everyone."),
        option_name="unfinished_game",
        topics=(topic_synonyms.ABANDONED_GAME,),
    ),
    SourceDifference(
        "points-by-agreement",
        N_("May points be adjusted by agreement?"),
        (),
        customs=N_("As a penalty, or to settle what no one can remember."),
        project_rule=ADJUSTMENT_TEXT,
        topics=(topic_synonyms.SETTLING_UP,),
    ),
    SourceDifference(
        "settling-up",
        N_("How is a game settled up?"),
        (make_claim("WO", N_("Winners win and losers lose their totals.")),),
        project_rule=N_("The result shows who pays whom, point for point."),
        topics=(topic_synonyms.SETTLING_UP,),
    ),
)
