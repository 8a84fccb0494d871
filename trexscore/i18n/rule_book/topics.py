"""Other names for the subjects of the rule book, used by its search.

Names are translated. Those of the Levant are found in all languages, in Arabic and Latin letters.
"""

from collections.abc import Sequence
from typing import NamedTuple

from trexscore.i18n.card_names import DEFAULT_CARD_NAMES
from trexscore.i18n.language import Language
from trexscore.i18n.marking import N_
from trexscore.i18n.rule_book.search import fold_text


class TopicNames(NamedTuple):
    """A subject's other names; those in `untranslated_names` need no translation."""

    names: str
    untranslated_names: str = ""


def folded_topic_words(language: Language, topics: Sequence[TopicNames]) -> str:
    """All names of these topics, folded and unique: in the reader's language, English, and those of the Levant."""
    usual = language.with_card_names(DEFAULT_CARD_NAMES)
    names = [name for topic in topics for name in (usual.gettext(topic.names), topic.names, topic.untranslated_names)]
    return " ".join(dict.fromkeys(fold_text(" ".join(names)).split()))


KING_OF_HEARTS = TopicNames(
    N_("king of hearts, heart king, sheikh"),
    "roi de cœur, roi de coeurs, roi de cœurs, Herz-König, Herzkönig, "
    "ختيار الكبة, شيخ الكبة, khityar, khetyar, khtyar, ikhtiyar, sheikh, shaikh, shekh, kubba, kubbe, koba, kupa",
)
QUEENS = TopicNames(N_("queens, queen, ladies, girls"), "بنات, بنت, banat, bnat, bint, girls, femmes, dames, Damen")
DIAMONDS = TopicNames(N_("diamonds, diamond suit"), "ديناري, دينار, dinari, deenari, dinary, dinar")
TRICKS = TopicNames(
    N_("collections, tricks, slaps"),
    "لطوش, لطش, لطشة, ltoush, latoush, lutoush, lutoosh, eltoosh, lotosh, ltosh, latsh, collections, slaps, slapping, "
    "Sammlungen",
)
TREX = TopicNames(
    N_("Trex, Trix, layout, jacks, going out, first out, places, finish"),
    "تركس, trex, trix, ticks, treks, Fan Tan, fantan, card domino, dominoes, stops, shedding",
)
HEARTS = TopicNames(N_("hearts, heart suit"), "كبة, kubba, kubbe, kobba, koba, kupa")
DOUBLING = TopicNames(
    N_("doubling, doubled, double, undoubled, announce a card"),
    "femmes doublées, تدبيل, دبل, مدبل, tadbil, tadbeel, dabbal, dabal",
)
COVERS = TopicNames(
    N_("pillow, blanket, cushion, asleep, normal"), "Blanko, Kissen, مخدة, لحاف, mkhadde, mekhadda, lhaf, lihaf"
)
OWN_CARD = TopicNames(N_("own card, own capture, forced, taken back, eaten by its holder"))
QUADRUPLE = TopicNames(N_("quadruple, fourfold, four times"))
KINGDOM = TopicNames(
    N_("kingdom, reign, realm"), "Königreich, kingdom holder, مملكة, ممالك, mamlaka, mamlake, mamlakeh, mamlakat"
)
KING = TopicNames(N_("king, owner, ruler, declarer"), "ملك, malik, malek")
SEVEN_OF_HEARTS = TopicNames(N_("seven of hearts, 7 of hearts"), "سبعة الكبة, sabaa")
CONTRACT = TopicNames(N_("contract, request, call, choice"), "Vertrag, Kontrakt, Auftrag, طلب, طلبات, talab, talabat")
COMPLEX = TopicNames(
    N_("Complex, combination, combined, combining, together, all four"), "كومبلكس, كمبلكس, complex, komplex, kombleks"
)
PARTNERS = TopicNames(
    N_("partners, partnership, teams, pairs"), "شراكة, شريك, شركاء, sharaka, sharake, shrakeh, sharik"
)
REDEAL = TopicNames(N_("redeal, re-deal, new deal, void, voided, void deal, thrown in, reshuffle"))
MISDEAL = TopicNames(N_("misdeal, wrong number of cards, card shown, faulty deal"))
RENEGE = TopicNames(
    N_(
        "revoke, revoking, revoked, renege, reneging, reneged, renonce, renounce, not following "
        "suit, wrong card, cheating"
    )
)
TIE = TopicNames(N_("tie, ties, tied, tie-break, tiebreak, tiebreaker, draw, drawn, equal, level"))
WINNING = TopicNames(N_("winner, win, winning, won, loser, lose, champion, victory"))
SETTLING_UP = TopicNames(N_("settle up, settling, settlement, money, stakes, payment, pay, debts"))
ZERO_SUM = TopicNames(N_("sum, zero, zero-sum, balance, check, adds up"))
SIGNS = TopicNames(N_("signs, plus, minus, positive, negative, reversed"))
SWAPS = TopicNames(N_("swap, swapped, interchange, exchange, exchanged"))
SIXTH_CONTRACT = TopicNames(N_("sixth contract, extra contract"))
PLAYERS = TopicNames(N_("players, number of players, three, four, five"))
DIRECTION = TopicNames(N_("direction, clockwise, anticlockwise, counter-clockwise, turn, left, right, order of play"))
DEALING = TopicNames(N_("dealing, dealer, cut, cutting, shuffle, shuffling, packets, hand out"))
SCOREKEEPER = TopicNames(N_("scorer, scorekeeper, keep score, scoring, score sheet, write down"))
LEADING = TopicNames(
    N_("lead, leads, leading, leader, first card, break hearts, broken"), "eldest hand, forehand, hearts-broken"
)
DISCARDING = TopicNames(N_("discard, discarding, throw off, sluff, dump, cannot follow, void in a suit"))
PASSING = TopicNames(N_("pass, passing, must play, compelled, blocked"))
TRICK_PILES = TopicNames(N_("stack, pile, crosswise, count the tricks"))
SHOWN_CARDS = TopicNames(N_("face up, open, shown, exposed, visible"))
TWOS = TopicNames(N_("twos, deuces, two"), "open twos, open-2s, exposed-2s, اثنين, tnen")
GAME_LENGTH = TopicNames(N_("number of deals, length, how long, hands, rounds"))
ABANDONED_GAME = TopicNames(N_("abandoned, abandon, broken off, unfinished, interrupted, stop early, end early, quit"))
ADVICE = TopicNames(N_("recommended, advice, beginners, tournament"))
