"""How a table plays, deals and ends: every sentence follows from one of its options, or holds for all."""

from collections.abc import Callable, Sequence

from trexscore.language.explanations import OWN_AFTER_A_REVOKE
from trexscore.language.marking import N_
from trexscore.language.rule_book import topics
from trexscore.language.rule_book.sentences import Sentence, said
from trexscore.language.rule_book.worked import team_places
from trexscore.language.words import VOID_REASON
from trexscore.rules.cards import IN_A_SUIT, SUITS
from trexscore.rules.house_rules import BARE_HEARTS, TWOS, HouseRules, VoidReason
from trexscore.rules.possible import choices
from trexscore.rules.programme import ALL_FIVE, Programme

_ORDER_OF_PLAY = {
    "counter_clockwise": N_("Cards are dealt and played counter-clockwise: the player on the right is next."),
    "clockwise": N_("Cards are dealt and played clockwise: the player on the left is next."),
}
_FIRST_KING = {
    "seven_of_hearts": N_(
        "The first king is whoever is dealt the 7 of hearts in the first deal, which is the first of that kingdom."
    ),
    "highest_card": N_(
        "Each draws a card; whoever has the highest is the first king. Two equal cards: the table decides."
    ),
    "agreed": N_("The table agrees on the first king."),
}
_NEXT_KING = {
    "right": N_("The kingdom then passes to the player on the king’s right."),
    "left": N_("The kingdom then passes to the player on the king’s left."),
    "right_then_opposite": N_(
        "The kingdom then passes right once, then to the player opposite that king, and then to the one who remains."
    ),
    "seven_of_hearts": N_("The next king is whoever is dealt the 7 of hearts and has not been king."),
    "agreed": N_("The table agrees on each king who follows."),
}
_KINGDOM = {
    "none": N_(
        "In a kingdom the king plays each of the five contracts once, in any order: five deals, and twenty in the game."
    ),
    "any": N_(
        "In a kingdom the king plays each of the five contracts once, in two to five deals: "
        "eight to twenty in the game."
    ),
    "all_four": N_(
        "In a kingdom the king plays two deals, in either order: the four penalty contracts together, and Trex. "
        "A game has eight."
    ),
}
NO_PARTNERS = said(N_("There are no partners: each plays alone."))
_HEARTS_LEAD = {
    "free": N_("In King of hearts, hearts may be led at any time."),
    "when_broken": N_(
        "In King of hearts, hearts may be led once a heart has been thrown; before that, only by a player who has "
        "nothing else."
    ),
    "only_if_nothing_else": N_("In King of hearts, only a player who has nothing else may lead a heart."),
}
_FORCED_DISCARD = {
    False: N_("Whoever cannot follow suit may throw any card."),
    True: N_("Whoever cannot follow suit must throw a card that counts, if there is one in the hand."),
}
_EXPOSED_TWOS = {
    False: N_("In Trex the twos stay in the hand until they are laid."),
    True: N_("In Trex the twos are shown after everybody’s first turn."),
}
RENEGE = {
    "rest_to_offender": N_(
        "Whoever did not follow suit though able is booked with all that nobody had taken by then. "
        "A doubled card counts as taken by that player."
    ),
    "whole_deal_to_offender": N_(
        "Whoever did not follow suit though able is booked with everything that the deal holds, "
        "also with what others had taken."
    ),
    "none": N_("Nothing is laid down for a player who did not follow suit though able: the table decides."),
}
BY_AGREEMENT = N_("A table may move points between players. They add up to 0 and belong to no kingdom.")
THROWN_IN_FOR = N_("A deal is thrown in for: %(reasons)s.")
SHOWS_THE_HAND = said(N_("A player who asks for a new deal shows the hand to the others."))
_WINNER = {
    ("highest_total", False): N_("The player with the highest total wins."),
    ("lowest_total", False): N_("The player with the lowest total wins."),
    ("worst_player_loses", False): N_("The player with the worst total loses, and the others win."),
    ("highest_total", True): N_("The team with the highest total wins."),
    ("lowest_total", True): N_("The team with the lowest total wins."),
    ("worst_player_loses", True): N_("The team of the player with the worst total loses, whatever the sums."),
}
_TIE_BREAK = {
    "shared": N_("Those who are equal share the win."),
    "most_trex_firsts": N_(
        "Between equals, more first places in Trex decide; still equal, one more deal may, of a contract that they "
        "choose. Otherwise they share the win."
    ),
}
_UNFINISHED = {
    "completed_kingdoms": N_(
        "Of a game that is broken off, a league counts the kingdoms that are complete, and points by agreement. "
        "They decide the places, too."
    ),
    "as_it_stands": N_(
        "Of a game that is broken off, a league counts the score as it stands, if one kingdom at least is complete."
    ),
    "no_result": N_("A game that is broken off counts nothing in a league."),
}


def played(rules: HouseRules) -> Sequence[Sentence]:
    """What is played."""
    return (
        said(
            N_("Four players have %(each)s cards each of the usual %(all)s; the ace is high, the two is low."),
            each=IN_A_SUIT,
            all=IN_A_SUIT * len(SUITS),
        ),
        said(_ORDER_OF_PLAY[rules.play_direction]).on(topics.WAY_ROUND),
        said(N_("In four of the five contracts points are lost with tricks, or with cards in them.")),
        said(
            N_("There, suit must be followed; the highest card of the suit led takes the trick and leads the next.")
        ).on(topics.RENEGE, topics.LEADING),
        said(
            N_(
                "In Trex each suit is laid out from the jack, up to the ace and down to the two, a card a turn. "
                "Whoever can lay one must; whoever cannot passes."
            )
        ).on(topics.TREX, topics.MUST_LAY),
    )


def kings(rules: HouseRules) -> Sequence[Sentence]:
    """Kings and kingdoms."""
    return (
        said(N_("Each of the four is king once, and the deals of a king are a kingdom.")),
        first_king(rules).on(topics.SEVEN_OF_HEARTS),
        said(N_("The king deals, looks at the cards, names what is played, and leads to the first trick.")),
        kingdom(rules),
        next_king(rules),
    )


def first_king(rules: HouseRules) -> Sentence:
    """How the first king is found."""
    return said(_FIRST_KING[rules.first_king])


def next_king(rules: HouseRules) -> Sentence:
    """Who follows a king."""
    return said(_NEXT_KING[rules.next_king])


def orders(rules: HouseRules) -> Sentence:
    """In how many ways a king can go through the contracts."""
    return said(N_("As the king likes, each contract once: %(orders)s orders in all."), orders=_orders(rules, ALL_FIVE))


def _orders(rules: HouseRules, left: Programme) -> int:
    return sum(_orders(rules, left.without(played)) for played in choices(rules, left)) if left.bits else 1


def kingdom(rules: HouseRules) -> Sentence:
    """How many deals a king has."""
    return said(_KINGDOM[rules.combining])


def partners(rules: HouseRules) -> Sequence[Sentence]:
    """Alone or two against two."""
    if not rules.partnership:
        return (NO_PARTNERS,)
    return (
        said(N_("Those who sit opposite each other are partners. Each is king once, and four kingdoms are played.")),
        said(N_("Every seat is scored as ever; a team’s points are those of its two seats.")),
        team_places(rules),
    )


def at_the_table(rules: HouseRules) -> Sequence[Sentence]:
    """What may be led and thrown."""
    return (
        said(_HEARTS_LEAD[rules.hearts_lead]).on(topics.KING_OF_HEARTS, topics.LEADING),
        said(_FORCED_DISCARD[rules.forced_discard]).on(topics.DISCARDING),
        said(_EXPOSED_TWOS[rules.exposed_twos]).on(topics.TWOS, topics.TREX),
        said(N_("No points hang on this: it is for the players to see to.")),
    )


def thrown_in(rules: HouseRules) -> Sequence[Sentence]:
    """When a deal is thrown in, misdeals among the reasons."""
    return (
        said(N_("A void deal scores nothing. The same king redeals.")),
        *(
            (_granted(rules.redeals), SHOWS_THE_HAND)
            if rules.redeals
            else (said(N_("No right to a new deal has been agreed.")),)
        ),
        said(N_("For any other reason it is thrown in when the whole table agrees.")),
    )


def redeal_for(*reasons: VoidReason) -> Callable[[HouseRules], Sentence]:
    """Which of these reasons a table grants."""

    def agreed(rules: HouseRules) -> Sentence:
        granted = tuple(reason for reason in reasons if reason in rules.redeals)
        return _granted(granted) if granted else said(N_("No new deal has been agreed for that."))

    return agreed


def redeal_of_partners(rules: HouseRules) -> Sentence:
    """The same for twos and hearts, which few tables grant to partners."""
    if rules.partnership:
        return redeal_for(*TWOS, *BARE_HEARTS)(rules)
    return said(N_("The table says for what; the usual rules for partners grant none for twos or for bare hearts."))


def redeal_for_split_queens(rules: HouseRules) -> Sentence:
    """What happens where each team has two queens."""
    if rules.partnership:
        return redeal_for("queens_split_evenly")(rules)
    return said(N_("The deal is thrown in, and the same king deals again."))


def highest_of_all(rules: HouseRules) -> Sentence | None:
    """Whether the highest total has to be a gain."""
    if rules.winner != "highest_total":
        return None
    return said(N_("It need not be above zero: should all end at zero, they are equals."))


def _granted(reasons: Sequence[VoidReason]) -> Sentence:
    return said(THROWN_IN_FOR, reasons=tuple(said(VOID_REASON[one]) for one in reasons))


def renege(rules: HouseRules) -> Sequence[Sentence]:
    """Who did not follow suit."""
    what = said(RENEGE[rules.renege])
    if rules.renege == "none":
        return (what,)
    kept = said(N_("Nothing is added or lost: the deal adds up to what it always does."))
    return (what, kept, said(OWN_AFTER_A_REVOKE)) if rules.leader_is_paid and rules.doubling != "off" else (what, kept)


def all_but_one_win(rules: HouseRules) -> bool:
    """Whether there is nothing to decide between those who are equal."""
    return rules.winner == "worst_player_loses" and not rules.partnership


def still_tied(rules: HouseRules) -> Sentence:
    """What becomes of those whom nothing told apart."""
    if rules.tie_break == "most_trex_firsts":
        return said(N_("A tie-break deal decides who has won and is in no total. Equal in all, they share."))
    return said(N_("If all four are equal in the end, all share."))


def who_wins(rules: HouseRules) -> Sentence:
    """The player or the team."""
    return said(_WINNER[rules.winner, rules.partnership])


def end(rules: HouseRules) -> Sequence[Sentence]:
    """Who has won."""
    return (
        said(N_("The game is over when all four kings have played all their contracts.")),
        who_wins(rules).on(topics.WINNING),
        *([] if all_but_one_win(rules) else [said(_TIE_BREAK[rules.tie_break]).on(topics.TIE)]),
        said(_UNFINISHED[rules.unfinished_game]).on(topics.BROKEN_OFF),
    )
