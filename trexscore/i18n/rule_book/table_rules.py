"""How a table plays, deals and ends: each sentence depends on an option or holds for all tables."""

from collections.abc import Sequence

from trexscore.i18n.game_terms import VOID_REASON_TEXTS
from trexscore.i18n.marking import N_
from trexscore.i18n.rule_book.points_sentences import team_trex_points_sentence
from trexscore.i18n.rule_book.sentences import Sentence, make_sentence
from trexscore.i18n.texts.options import RULES_BY_OPTION
from trexscore.i18n.texts.points_explanations import OWN_CARD_AFTER_REVOKE_TEXT
from trexscore.rules.cards import CARDS_PER_SUIT, SUITS
from trexscore.rules.contract_set import ALL_FIVE_CONTRACTS, ContractSet
from trexscore.rules.house_rules import BARE_HEARTS_REASONS, TWOS_REASONS, HouseRules, VoidReason
from trexscore.rules.validation import playable_contract_sets

NO_PARTNERS_SENTENCE = make_sentence(N_("There are no partners: everyone plays alone."))
ADJUSTMENT_TEXT = N_("An adjustment moves points between players. It adds up to 0 and belongs to no kingdom.")
VOID_FOR_REASONS_TEXT = N_("A deal is void for: %(reasons)s.")
HAND_SHOWN_FOR_REDEAL_SENTENCE = make_sentence(N_("A player who asks for a redeal shows their hand."))
_WINNER_TEXTS = {
    ("highest_total", False): N_("The player with the highest total wins."),
    ("lowest_total", False): N_("The player with the lowest total wins."),
    ("worst_player_loses", False): N_("The player with the worst total loses, and the others win."),
    ("highest_total", True): N_("The team with the highest total wins."),
    ("lowest_total", True): N_("The team with the lowest total wins."),
    ("worst_player_loses", True): N_(
        "The team of the player with the worst total loses, whatever the team totals are."
    ),
}


def _option_sentence(rules: HouseRules, option_name: str) -> Sentence:
    return make_sentence(RULES_BY_OPTION[option_name][getattr(rules, option_name)])


def basics_sentences(rules: HouseRules) -> Sequence[Sentence]:
    return (
        make_sentence(
            N_("Four players get %(each)s cards each from a standard deck of %(all)s; aces are high, twos are low."),
            each=CARDS_PER_SUIT,
            all=CARDS_PER_SUIT * len(SUITS),
        ),
        _option_sentence(rules, "play_direction").with_topics("direction"),
        make_sentence(N_("In four of the five contracts, tricks or cards in them cost points.")),
        make_sentence(
            N_(
                "Players must follow suit there; the highest card of the suit led takes the trick, and "
                "its player leads next."
            )
        ).with_topics("revoke", "leading"),
        make_sentence(
            N_(
                "Trex suits build from jack up to ace and down to two, a card a turn. If you can play, "
                "you must; if not, you pass."
            )
        ).with_topics("trex", "passing"),
    )


def kings_sentences(rules: HouseRules) -> Sequence[Sentence]:
    return (
        make_sentence(N_("Each of the four is king once; the deals of one king make a kingdom.")),
        first_king_sentence(rules).with_topics("seven_of_hearts"),
        make_sentence(N_("The king deals, looks at the cards, names what is played, and leads to the first trick.")),
        kingdom_sentence(rules),
        next_king_sentence(rules),
    )


def first_king_sentence(rules: HouseRules) -> Sentence:
    return _option_sentence(rules, "first_king")


def next_king_sentence(rules: HouseRules) -> Sentence:
    return _option_sentence(rules, "next_king")


def contract_orders_sentence(rules: HouseRules) -> Sentence:
    """In how many orders a king can play the contracts."""
    return make_sentence(
        N_("In any order the king likes, each contract once: %(orders)s orders in all."),
        orders=_count_contract_orders(rules, ALL_FIVE_CONTRACTS),
    )


def _count_contract_orders(rules: HouseRules, contracts_left: ContractSet) -> int:
    if not contracts_left.bits:
        return 1
    playable = playable_contract_sets(rules, contracts_left)
    return sum(_count_contract_orders(rules, contracts_left.without(played)) for played in playable)


def kingdom_sentence(rules: HouseRules) -> Sentence:
    return _option_sentence(rules, "combining")


def partners_sentences(rules: HouseRules) -> Sequence[Sentence]:
    if not rules.partnership:
        return (NO_PARTNERS_SENTENCE,)
    return (
        make_sentence(
            N_("Players opposite each other are partners. Each player is king once, so there are four kingdoms.")
        ),
        make_sentence(N_("Each seat is scored as usual; a team has the points of its two seats.")),
        team_trex_points_sentence(rules),
    )


def card_play_sentences(rules: HouseRules) -> Sequence[Sentence]:
    """What may be led and discarded."""
    return (
        _option_sentence(rules, "hearts_lead").with_topics("king_of_hearts", "leading"),
        _option_sentence(rules, "forced_discard").with_topics("discarding"),
        _option_sentence(rules, "exposed_twos").with_topics("twos", "trex"),
        make_sentence(N_("This does not affect the points: the players see to it themselves.")),
    )


def void_deals_sentences(rules: HouseRules) -> Sequence[Sentence]:
    """When a deal is void, including misdeals."""
    return (
        make_sentence(N_("A void deal scores nothing. The same king redeals.")),
        *(
            (_granted_reasons_sentence(rules.redeals), HAND_SHOWN_FOR_REDEAL_SENTENCE)
            if rules.redeals
            else (make_sentence(N_("This table has not agreed on a right to a redeal.")),)
        ),
        make_sentence(N_("For any other reason, a deal is void if the whole table agrees.")),
    )


def granted_redeals_sentence(rules: HouseRules, reasons: Sequence[VoidReason]) -> Sentence:
    """Which of these reasons entitle a player to a redeal."""
    granted = tuple(reason for reason in reasons if reason in rules.redeals)
    if granted:
        return _granted_reasons_sentence(granted)
    return make_sentence(N_("This table has not agreed on a redeal for that."))


def partners_redeal_sentence(rules: HouseRules) -> Sentence:
    """As `granted_redeals_sentence` for twos and hearts, which few tables grant to partners."""
    if rules.partnership:
        return granted_redeals_sentence(rules, TWOS_REASONS + BARE_HEARTS_REASONS)
    return make_sentence(
        N_("The table chooses the reasons; the usual rules for partners allow no redeal for twos or bare hearts.")
    )


def split_queens_redeal_sentence(rules: HouseRules) -> Sentence:
    """What happens if each team has two queens."""
    if rules.partnership:
        return granted_redeals_sentence(rules, ("queens_split_evenly",))
    return make_sentence(N_("The deal is void, and the same king deals again."))


def positive_total_sentence(rules: HouseRules) -> Sentence | None:
    """Whether the highest total must be positive."""
    if rules.winner != "highest_total":
        return None
    return make_sentence(N_("It need not be above zero: if all four end at zero, they are tied."))


def _granted_reasons_sentence(granted_reasons: Sequence[VoidReason]) -> Sentence:
    return make_sentence(
        VOID_FOR_REASONS_TEXT, reasons=tuple(make_sentence(VOID_REASON_TEXTS[reason]) for reason in granted_reasons)
    )


def revoke_sentences(rules: HouseRules) -> Sequence[Sentence]:
    rule = _option_sentence(rules, "renege")
    if rules.renege == "none":
        return (rule,)
    unchanged_sum = make_sentence(N_("No points are added or lost: the deal adds up to its usual sum."))
    if rules.own_capture_pays_leader and rules.allows_doubling:
        return (rule, unchanged_sum, make_sentence(OWN_CARD_AFTER_REVOKE_TEXT))
    return (rule, unchanged_sum)


def do_all_but_one_win(rules: HouseRules) -> bool:
    """Whether ties need no decision."""
    return rules.winner == "worst_player_loses" and not rules.partnership


def remaining_tie_sentence(rules: HouseRules) -> Sentence:
    """What happens to players who remain tied."""
    if rules.tie_break == "most_trex_firsts":
        return make_sentence(
            N_(
                "A tiebreaker deal decides who has won but counts in no total. If everything is equal, "
                "the win is shared."
            )
        )
    return make_sentence(N_("If all four are tied at the end, they share the win."))


def winner_sentence(rules: HouseRules) -> Sentence:
    return make_sentence(_WINNER_TEXTS[rules.winner, rules.partnership])


def end_sentences(rules: HouseRules) -> Sequence[Sentence]:
    return (
        make_sentence(N_("The game is over when all four kings have played all their contracts.")),
        winner_sentence(rules).with_topics("winning"),
        *([] if do_all_but_one_win(rules) else [_option_sentence(rules, "tie_break").with_topics("tie")]),
        _option_sentence(rules, "unfinished_game").with_topics("abandoned_game"),
    )
