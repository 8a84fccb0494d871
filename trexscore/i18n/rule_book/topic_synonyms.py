"""Other names for the subjects of the rule book, used by its search.

Names are translated. Those of the Levant are found in all languages, in Arabic and Latin letters.
"""

from collections.abc import Sequence
from typing import NamedTuple

from trexscore.i18n.card_names import DEFAULT_CARD_NAMES
from trexscore.i18n.language import Language
from trexscore.i18n.marking import N_
from trexscore.i18n.rule_book.search import fold_text


class TopicSynonyms(NamedTuple):
    """A subject's other names; those in `untranslated_names` need no translation."""

    translatable_names: str
    untranslated_names: str = ""


def folded_topic_synonyms(language: Language, topics: Sequence[TopicSynonyms]) -> str:
    """All names of these topics, folded and unique: in the reader's language, English, and those of the Levant."""
    usual = language.with_card_names(DEFAULT_CARD_NAMES)
    names = [
        name
        for topic in topics
        for name in (usual.gettext(topic.translatable_names), topic.translatable_names, topic.untranslated_names)
    ]
    return " ".join(dict.fromkeys(fold_text(" ".join(names)).split()))


KING_OF_HEARTS = TopicSynonyms(
    N_("king of hearts, heart king, sheikh"),
    "roi de cœur, roi de coeurs, roi de cœurs, Herz-König, Herzkönig, "
    "ختيار الكبة, شيخ الكبة, khityar, khetyar, khtyar, ikhtiyar, sheikh, shaikh, shekh, kubba, kubbe, koba, kupa",
)
QUEENS = TopicSynonyms(N_("queens, queen, ladies, girls"), "بنات, بنت, banat, bnat, bint, girls, femmes, dames, Damen")
DIAMONDS = TopicSynonyms(N_("diamonds, diamond suit"), "ديناري, دينار, dinari, deenari, dinary, dinar")
TRICKS = TopicSynonyms(
    N_("collections, tricks, slaps"),
    "لطوش, لطش, لطشة, ltoush, latoush, lutoush, lutoosh, eltoosh, lotosh, ltosh, latsh, collections, slaps, slapping, "
    "Sammlungen",
)
TREX = TopicSynonyms(
    N_("Trex, Trix, layout, jacks, going out, first out, places, finish"),
    "تركس, trex, trix, ticks, treks, Fan Tan, fantan, card domino, dominoes, stops, shedding",
)
HEARTS = TopicSynonyms(N_("hearts, heart suit"), "كبة, kubba, kubbe, kobba, koba, kupa")
DOUBLING = TopicSynonyms(
    N_("doubling, doubled, double, undoubled, announce a card"),
    "femmes doublées, تدبيل, دبل, مدبل, tadbil, tadbeel, dabbal, dabal",
)
PILLOW_AND_BLANKET = TopicSynonyms(
    N_("pillow, blanket, cushion, asleep, normal"), "Blanko, Kissen, مخدة, لحاف, mkhadde, mekhadda, lhaf, lihaf"
)
OWN_CAPTURE = TopicSynonyms(N_("own card, own capture, forced, taken back, eaten by its holder"))
QUADRUPLE = TopicSynonyms(N_("quadruple, fourfold, four times"))
KINGDOM = TopicSynonyms(
    N_("kingdom, reign, realm"), "Königreich, kingdom holder, مملكة, ممالك, mamlaka, mamlake, mamlakeh, mamlakat"
)
KING = TopicSynonyms(N_("king, owner, ruler, declarer"), "ملك, malik, malek")
SEVEN_OF_HEARTS = TopicSynonyms(N_("seven of hearts, 7 of hearts"), "سبعة الكبة, sabaa")
CONTRACT = TopicSynonyms(
    N_("contract, request, call, choice"), "Vertrag, Kontrakt, Auftrag, طلب, طلبات, talab, talabat"
)
COMPLEX = TopicSynonyms(
    N_("Complex, combination, combined, combining, together, all four"), "كومبلكس, كمبلكس, complex, komplex, kombleks"
)
PARTNERS = TopicSynonyms(
    N_("partners, partnership, teams, pairs"), "شراكة, شريك, شركاء, sharaka, sharake, shrakeh, sharik"
)
REDEAL = TopicSynonyms(N_("redeal, re-deal, new deal, void, voided, void deal, thrown in, reshuffle"))
MISDEAL = TopicSynonyms(N_("misdeal, wrong number of cards, card shown, faulty deal"))
REVOKE = TopicSynonyms(
    N_(
        "revoke, revoking, revoked, renege, reneging, reneged, renonce, renounce, not following "
        "suit, wrong card, cheating"
    )
)
TIE = TopicSynonyms(N_("tie, ties, tied, tie-break, tiebreak, tiebreaker, draw, drawn, equal, level"))
WINNING = TopicSynonyms(N_("winner, win, winning, won, loser, lose, champion, victory"))
SETTLING_UP = TopicSynonyms(N_("settle up, settling, settlement, money, stakes, payment, pay, debts"))
ZERO_SUM = TopicSynonyms(N_("sum, zero, zero-sum, balance, check, adds up"))
REVERSED_SIGNS = TopicSynonyms(N_("signs, plus, minus, positive, negative, reversed"))
SWAPPED_POINTS = TopicSynonyms(N_("swap, swapped, interchange, exchange, exchanged"))
SIXTH_CONTRACT = TopicSynonyms(N_("sixth contract, extra contract"))
PLAYER_COUNT = TopicSynonyms(N_("players, number of players, three, four, five"))
DIRECTION = TopicSynonyms(
    N_("direction, clockwise, anticlockwise, counter-clockwise, turn, left, right, order of play")
)
DEALING = TopicSynonyms(N_("dealing, dealer, cut, cutting, shuffle, shuffling, packets, hand out"))
SCOREKEEPER = TopicSynonyms(N_("scorer, scorekeeper, keep score, scoring, score sheet, write down"))
LEADING = TopicSynonyms(
    N_("lead, leads, leading, leader, first card, break hearts, broken"), "eldest hand, forehand, hearts-broken"
)
DISCARDING = TopicSynonyms(N_("discard, discarding, throw off, sluff, dump, cannot follow, void in a suit"))
PASSING = TopicSynonyms(N_("pass, passing, must play, compelled, blocked"))
TRICK_PILES = TopicSynonyms(N_("stack, pile, crosswise, count the tricks"))
SHOWN_CARDS = TopicSynonyms(N_("face up, open, shown, exposed, visible"))
TWOS = TopicSynonyms(N_("twos, deuces, two"), "open twos, open-2s, exposed-2s, اثنين, tnen")
GAME_LENGTH = TopicSynonyms(N_("number of deals, length, how long, hands, rounds"))
ABANDONED_GAME = TopicSynonyms(
    N_("abandoned, abandon, broken off, unfinished, interrupted, stop early, end early, quit")
)
ADVICE = TopicSynonyms(N_("recommended, advice, beginners, tournament"))
