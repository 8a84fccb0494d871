"""Differences about doubling: which cards, when, and the points."""

from trexscore.i18n.marking import N_
from trexscore.i18n.rule_book import points_sentences as worked
from trexscore.i18n.rule_book import topic_synonyms
from trexscore.i18n.rule_book.sentences import SignedPoints
from trexscore.i18n.rule_book.source_differences import not_played
from trexscore.i18n.rule_book.source_differences.source_difference import SourceDifference, make_claim
from trexscore.i18n.texts.options import QUESTION_BY_OPTION

DOUBLING_DIFFERENCES = (
    SourceDifference(
        "which-cards",
        QUESTION_BY_OPTION["doubling"],
        (
            make_claim("W", N_("The king of hearts and the queens; doubling itself is also listed as a variation.")),
            make_claim("G", N_("The king of hearts and the queens.")),
            make_claim("H", N_("The king of hearts and the queens, too; beginners are advised not to double.")),
            make_claim("D", N_("The queens, and likewise the king of hearts.")),
            make_claim("O", N_("Only the king of hearts, mentioned in passing.")),
        ),
        customs=N_("Most apps and score sheets double both."),
        option_name="doubling",
        topics=(
            topic_synonyms.KING_OF_HEARTS,
            topic_synonyms.QUEENS,
        ),
    ),
    SourceDifference(
        "when-to-double",
        N_("When is a card doubled?"),
        (
            make_claim("WHD", N_("Before the first trick.")),
            make_claim("G", N_("When the contract is announced.")),
            make_claim("O", N_("It does not say when.")),
        ),
        customs=N_("At some tables all at once and face down, at others one after another."),
        project_rule=N_("After the contract is named and before the first trick."),
        not_played_sentences_for=not_played.no_doubling_sentences,
    ),
    SourceDifference(
        "who-may-double",
        N_("Who may double, and may the king refuse?"),
        (make_claim("WHOGD", N_("The player who holds the card. It says nothing on refusing or on doubling again.")),),
        project_rule=N_("The player who holds the card; no one can refuse or double again."),
        not_played_sentences_for=not_played.no_doubling_sentences,
    ),
    SourceDifference(
        "doubled-and-taken-by-another",
        QUESTION_BY_OPTION["doubler_bonus"],
        (
            make_claim(
                "WGD",
                N_("The normal value: %(king)s for the king of hearts, %(queen)s for a queen."),
                king=SignedPoints(75),
                queen=SignedPoints(25),
            ),
            make_claim(
                "H",
                N_(
                    "%(king)s for the king of hearts. It does not mention a queen, but its sum of zero "
                    "requires %(queen)s."
                ),
                king=SignedPoints(75),
                queen=SignedPoints(25),
            ),
            make_claim("O", N_("%(king)s for the king of hearts; queens are not doubled."), king=SignedPoints(75)),
        ),
        customs=N_("One scoring app gives nothing, another twice the value."),
        option_name="doubler_bonus",
        not_played_sentences_for=not_played.no_doubling_sentences,
    ),
    SourceDifference(
        "own-doubled-card",
        QUESTION_BY_OPTION["own_capture"],
        (
            make_claim(
                "WOG",
                N_(
                    "Only the normal value. All three say so of the king of hearts; of a queen, only the "
                    "German page, and Wikipedia implies it."
                ),
            ),
            make_claim("H", N_("The normal value, or four times that in some houses.")),
            make_claim("D", N_("Double, and the player who led the trick gains the normal value.")),
        ),
        customs=N_("All three are played. Syrian tables ask if the holder was forced, and by whom."),
        option_name="own_capture",
        not_played_sentences_for=not_played.no_doubling_sentences,
        topics=(
            topic_synonyms.OWN_CAPTURE,
            topic_synonyms.QUADRUPLE,
        ),
    ),
    SourceDifference(
        "holder-led-the-trick",
        N_("What if the holder led that trick or was forced?"),
        (
            make_claim("WHOG", N_("It makes no difference.")),
            make_claim(
                "D",
                N_(
                    "It does not say; read literally, the leader’s gain goes back to the holder. Any trick "
                    "counts, forced or not."
                ),
            ),
        ),
        customs=N_("Some count the normal loss, others double the loss with no one gaining."),
        project_rule=worked.holder_led_points_sentence,
        topics=(
            topic_synonyms.OWN_CAPTURE,
            topic_synonyms.LEADING,
        ),
    ),
    SourceDifference(
        "four-times-the-value",
        N_("Four times what, and who gains?"),
        (
            make_claim(
                "H",
                N_("Some houses use four times; elsewhere plus or minus %(points)s may apply. It explains neither."),
                points=75,
            ),
        ),
        option_name="own_capture",
        project_rule=worked.quadruple_loss_sentence,
        not_played_sentences_for=not_played.no_quadruple_sentences,
        topics=(
            topic_synonyms.QUADRUPLE,
            topic_synonyms.OWN_CAPTURE,
        ),
    ),
    SourceDifference(
        "largest-swing-in-queens",
        N_("How much can one player lose in Queens?"),
        (make_claim("H", N_("At most %(points)s, which is right only if nothing is doubled."), points=100),),
        project_rule=worked.queens_point_range_sentence,
        topics=(topic_synonyms.QUEENS,),
    ),
    SourceDifference(
        "pillow-and-blanket",
        N_("Pillow and blanket: which is which?"),
        (
            make_claim(
                "W", N_("A card over a doubled queen is her blanket; a card under a queen not doubled is her pillow.")
            ),
            make_claim("G", N_("The same; its word for the blanket is a mistranslation.")),
            make_claim("H", N_("It says that both mark doubled queens.")),
            make_claim("D", N_("Taken queens lie face up, without either.")),
        ),
        project_rule=N_("Blanket: over her, doubled. Pillow: under her, not doubled."),
        not_played_sentences_for=not_played.no_doubling_sentences,
        topics=(
            topic_synonyms.PILLOW_AND_BLANKET,
            topic_synonyms.QUEENS,
        ),
    ),
    SourceDifference(
        "doubling-diamonds-or-tricks",
        N_("Can diamonds or tricks be doubled?"),
        (make_claim("WHOGD", N_("No: nothing like that is mentioned.")),),
        project_rule=N_("Never, nor the places in Trex."),
        topics=(
            topic_synonyms.DIAMONDS,
            topic_synonyms.TRICKS,
        ),
    ),
)
