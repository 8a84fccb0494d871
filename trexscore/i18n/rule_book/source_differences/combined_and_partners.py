"""Differences about combined contracts and partners."""

from trexscore.i18n.marking import N_
from trexscore.i18n.rule_book import combined_contracts, topic_synonyms
from trexscore.i18n.rule_book import points_sentences as worked
from trexscore.i18n.rule_book.sentences import SignedPoints, make_sentence
from trexscore.i18n.rule_book.source_differences import not_played
from trexscore.i18n.rule_book.source_differences.source_difference import SourceDifference, make_claim
from trexscore.i18n.texts.options import QUESTION_BY_OPTION

COMBINED_DIFFERENCES = (
    SourceDifference(
        "what-complex-means",
        N_("What does Complex mean?"),
        (
            make_claim(
                "W",
                N_("Two or more of the first four contracts in one deal; in Jordan and Palestine, all four."),
            ),
            make_claim("H", N_("Several penalty contracts in one deal.")),
        ),
        customs=N_("Jordanian apps: two choices per king, Complex and Trex. A Gulf site: one, two or three together."),
        project_rule=combined_contracts.complex_meaning_sentence,
        not_played_sentences_for=not_played.no_combining_sentences,
    ),
    SourceDifference(
        "single-contracts-beside-complex",
        N_("Are single contracts played as well as combined ones?"),
        (
            make_claim(
                "W",
                N_(
                    "In its Combination, yes: the example leaves King of hearts and Trex separate. With all "
                    "four together, none are left."
                ),
            ),
        ),
        project_rule=combined_contracts.single_contracts_sentence,
        not_played_sentences_for=not_played.no_combining_sentences,
        topics=(topic_synonyms.CONTRACT,),
    ),
    SourceDifference(
        "trex-combined",
        N_("Can Trex be combined with another contract?"),
        (
            make_claim("W", N_("No: only the first four are combined.")),
            make_claim("H", N_("No: only penalty contracts are combined.")),
        ),
        customs=N_("The same everywhere."),
        project_rule=N_("Trex is always played alone."),
        topics=(topic_synonyms.TREX,),
    ),
    SourceDifference(
        "total-of-a-combined-deal",
        N_("What does a combined deal add up to?"),
        (
            make_claim("W", N_("All cards and tricks that its contracts count.")),
            make_claim("H", N_("The scores of its contracts are added up.")),
        ),
        customs=make_sentence(N_("%(points)s for all four."), points=SignedPoints(-500)),
        project_rule=combined_contracts.all_four_sum_sentence,
        not_played_sentences_for=not_played.no_combining_sentences,
        topics=(topic_synonyms.ZERO_SUM,),
    ),
    SourceDifference(
        "queen-of-diamonds-counts-twice",
        N_("Does the queen of diamonds count twice?"),
        (),
        customs=N_("One set of Jordanian rules: as a queen and as a diamond, and her trick as a trick."),
        project_rule=combined_contracts.queen_of_diamonds_points_sentence,
        not_played_sentences_for=not_played.no_combining_sentences,
        topics=(
            topic_synonyms.QUEENS,
            topic_synonyms.DIAMONDS,
        ),
    ),
    SourceDifference(
        "doubling-when-combined",
        QUESTION_BY_OPTION["doubling_when_combined"],
        (make_claim("H", N_("Yes: experienced tables play both.")),),
        customs=N_(
            "Yes, where mentioned; one blog sets a condition, missing in our copy. Only the king of "
            "hearts and the queens are doubled."
        ),
        option_name="doubling_when_combined",
        not_played_sentences_for=not_played.no_combining_or_doubling_sentences,
        topics=(topic_synonyms.DOUBLING,),
    ),
    SourceDifference(
        "recommended",
        N_("Is it recommended to play contracts together?"),
        (
            make_claim("W", N_("No, it advises against it.")),
            make_claim("H", N_("Yes, as a challenge for tournaments.")),
        ),
        customs=N_("In Jordan it is one of the main ways to play."),
        project_rule=N_("As your table likes."),
        topics=(topic_synonyms.ADVICE,),
    ),
)
PARTNERS_DIFFERENCES = (
    SourceDifference(
        "playing-with-partners",
        QUESTION_BY_OPTION["partnership"],
        (
            make_claim("W", N_("Each for themselves; as a variation, with partners opposite each other.")),
            make_claim("H", N_("In one place each for themselves, in another two teams of two.")),
        ),
        customs=N_("Both are common, in apps as well."),
        option_name="partnership",
    ),
    SourceDifference(
        "score-of-a-team",
        N_("How does a team score?"),
        (
            make_claim("W", N_("The score is kept by team, not by player.")),
            make_claim("H", N_("Partners share their score.")),
        ),
        customs=N_("Scoring apps add two seats up; in one old rule the worst individual total decides."),
        project_rule=N_("Each seat is scored by itself; a team’s score is the sum of its two seats."),
        not_played_sentences_for=not_played.no_partners_sentences,
        topics=(topic_synonyms.ZERO_SUM,),
    ),
    SourceDifference(
        "partner-takes-the-doubled-card",
        QUESTION_BY_OPTION["partner_capture"],
        (
            make_claim(
                "W",
                N_(
                    "It does not mention this case. It says partners play the same way, so the holder gains "
                    "from the partner, too."
                ),
            ),
        ),
        customs=make_sentence(
            N_(
                "Two programs: double, and no one gains. A third gives the rest of a Complex’s "
                "%(points)s to the other team."
            ),
            points=SignedPoints(-500),
        ),
        option_name="partner_capture",
        not_played_sentences_for=not_played.no_partners_or_doubling_sentences,
        topics=(topic_synonyms.DOUBLING,),
    ),
    SourceDifference(
        "kingdoms-of-partners",
        N_("Two kingdoms for two teams, or four?"),
        (
            make_claim("W", N_("Four: each player gets a turn to name contracts.")),
            make_claim("H", N_("The king’s partner also counts as king. It does not say that there are fewer deals.")),
        ),
        customs=N_("Four kingdoms."),
        project_rule=N_("Four kingdoms, one for each player."),
        not_played_sentences_for=not_played.no_partners_sentences,
        topics=(topic_synonyms.KINGDOM,),
    ),
    SourceDifference(
        "trex-of-partners",
        N_("How many points do two partners make together in Trex?"),
        (make_claim("W", N_("Second and third together are worth as much as first and last.")),),
        project_rule=worked.team_trex_points_sentence,
        not_played_sentences_for=not_played.no_partners_sentences,
        topics=(topic_synonyms.TREX,),
    ),
    SourceDifference(
        "exposed-twos",
        QUESTION_BY_OPTION["exposed_twos"],
        (
            make_claim("W", N_("With partners, yes, after everyone’s first turn; otherwise no.")),
            make_claim("H", N_("Open twos show the lowest cards; elsewhere, the name means a right to a redeal.")),
        ),
        customs=N_("Some sites offer it as a choice."),
        option_name="exposed_twos",
        topics=(
            topic_synonyms.TWOS,
            topic_synonyms.TREX,
            topic_synonyms.SHOWN_CARDS,
        ),
    ),
)
