"""Other names for the subjects of the rule book, used by its search.

Names are translated. Those of the Levant are found in all languages, in Arabic and Latin letters.
"""

from collections.abc import Sequence
from typing import NamedTuple

from trexscore.i18n.card_names import USUAL
from trexscore.i18n.language import Language
from trexscore.i18n.marking import N_
from trexscore.i18n.rule_book.search import fold_text


class Topic(NamedTuple):
    """A subject's other names; those in `anywhere` need no translation."""

    names: str
    anywhere: str = ""


def topic_words(language: Language, topics: Sequence[Topic]) -> str:
    """All names of these topics, folded and unique: in the reader's language, English, and those of the Levant."""
    usual = language.with_card_names(USUAL)
    names = [name for topic in topics for name in (usual.gettext(topic.names), topic.names, topic.anywhere)]
    return " ".join(dict.fromkeys(fold_text(" ".join(names)).split()))


KING_OF_HEARTS = Topic(
    N_("king of hearts, heart king, sheikh"),
    "roi de cœur, roi de coeurs, roi de cœurs, Herz-König, Herzkönig, "
    "ختيار الكبة, شيخ الكبة, khityar, khetyar, khtyar, ikhtiyar, sheikh, shaikh, shekh, kubba, kubbe, koba, kupa",
)
QUEENS = Topic(N_("queens, queen, ladies, girls"), "بنات, بنت, banat, bnat, bint, girls, femmes, dames, Damen")
DIAMONDS = Topic(N_("diamonds, diamond suit"), "ديناري, دينار, dinari, deenari, dinary, dinar")
TRICKS = Topic(
    N_("collections, tricks, slaps"),
    "لطوش, لطش, لطشة, ltoush, latoush, lutoush, lutoosh, eltoosh, lotosh, ltosh, latsh, collections, slaps, slapping, "
    "Sammlungen",
)
TREX = Topic(
    N_("Trex, Trix, layout, jacks, going out, first out, places, finish"),
    "تركس, trex, trix, ticks, treks, Fan Tan, fantan, card domino, dominoes, stops, shedding",
)
HEARTS = Topic(N_("hearts, heart suit"), "كبة, kubba, kubbe, kobba, koba, kupa")
DOUBLING = Topic(
    N_("doubling, doubled, double, undoubled, announce a card"),
    "femmes doublées, تدبيل, دبل, مدبل, tadbil, tadbeel, dabbal, dabal",
)
COVERS = Topic(
    N_("pillow, blanket, cushion, asleep, normal"), "Blanko, Kissen, مخدة, لحاف, mkhadde, mekhadda, lhaf, lihaf"
)
OWN_CARD = Topic(N_("own card, own capture, forced, taken back, eaten by its holder"))
QUADRUPLE = Topic(N_("quadruple, fourfold, four times"))
KINGDOM = Topic(
    N_("kingdom, reign, realm"), "Königreich, kingdom holder, مملكة, ممالك, mamlaka, mamlake, mamlakeh, mamlakat"
)
KING = Topic(N_("king, owner, ruler, declarer"), "ملك, malik, malek")
SEVEN_OF_HEARTS = Topic(N_("seven of hearts, 7 of hearts"), "سبعة الكبة, sabaa")
CONTRACT = Topic(N_("contract, request, call, choice"), "Vertrag, Kontrakt, Auftrag, طلب, طلبات, talab, talabat")
COMPLEX = Topic(
    N_("Complex, combination, combined, combining, together, all four"), "كومبلكس, كمبلكس, complex, komplex, kombleks"
)
PARTNERS = Topic(N_("partners, partnership, teams, pairs"), "شراكة, شريك, شركاء, sharaka, sharake, shrakeh, sharik")
REDEAL = Topic(N_("redeal, re-deal, new deal, void, voided, void deal, thrown in, reshuffle"))
MISDEAL = Topic(N_("misdeal, wrong number of cards, card shown, faulty deal"))
RENEGE = Topic(
    N_(
        "revoke, revoking, revoked, renege, reneging, reneged, renonce, renounce, not following "
        "suit, wrong card, cheating"
    )
)
TIE = Topic(N_("tie, ties, tied, tie-break, tiebreak, tiebreaker, draw, drawn, equal, level"))
WINNING = Topic(N_("winner, win, winning, won, loser, lose, champion, victory"))
SETTLING_UP = Topic(N_("settle up, settling, settlement, money, stakes, payment, pay, debts"))
SUM = Topic(N_("sum, zero, zero-sum, balance, check, adds up"))
SIGNS = Topic(N_("signs, plus, minus, positive, negative, reversed"))
SWAPPED = Topic(N_("swap, swapped, interchange, exchange, exchanged"))
SIXTH = Topic(N_("sixth contract, extra contract"))
PLAYERS = Topic(N_("players, number of players, three, four, five"))
WAY_ROUND = Topic(N_("direction, clockwise, anticlockwise, counter-clockwise, turn, left, right, order of play"))
DEALING = Topic(N_("dealing, dealer, cut, cutting, shuffle, shuffling, packets, hand out"))
SCOREKEEPER = Topic(N_("scorer, scorekeeper, keep score, scoring, score sheet, write down"))
LEADING = Topic(
    N_("lead, leads, leading, leader, first card, break hearts, broken"), "eldest hand, forehand, hearts-broken"
)
DISCARDING = Topic(N_("discard, discarding, throw off, sluff, dump, cannot follow, void in a suit"))
MUST_LAY = Topic(N_("pass, passing, must play, compelled, blocked"))
STACKED = Topic(N_("stack, pile, crosswise, count the tricks"))
SHOWN = Topic(N_("face up, open, shown, exposed, visible"))
TWOS = Topic(N_("twos, deuces, two"), "open twos, open-2s, exposed-2s, اثنين, tnen")
LENGTH = Topic(N_("number of deals, length, how long, hands, rounds"))
BROKEN_OFF = Topic(N_("abandoned, abandon, broken off, unfinished, interrupted, stop early, end early, quit"))
ADVICE = Topic(N_("recommended, advice, beginners, tournament"))
