"""Each event of a game as a line of its history."""

from collections.abc import Callable
from functools import singledispatch
from typing import NamedTuple

from trexscore.game.event import GameEvent
from trexscore.game.events.announcement_and_abandonment import ContractAnnounced, GameAbandoned
from trexscore.game.events.conflict import EntryDiscarded
from trexscore.game.events.correction import EntriesCorrected
from trexscore.game.events.dispute import DisputeAnswered, DisputeRaised, DisputeReopened, DisputeResolved
from trexscore.game.events.game_file import DealRecorded, GameFileEvent
from trexscore.game.events.link import LinkOpenedOrReplaced
from trexscore.game.events.player_name import NamesRemoved, PlayerNamed
from trexscore.game.events.policy import PolicyChanged
from trexscore.game.events.sign_off_and_confirmation import EntryConfirmed, KingdomSigned
from trexscore.game.events.start import FirstKingChosen, GameStarted
from trexscore.game.events.undo import EntryUndone
from trexscore.game.policy import REFEREE
from trexscore.i18n.game_terms import CARD_NAMES
from trexscore.i18n.marking import N_
from trexscore.i18n.texts.policy import policy_sentences
from trexscore.rules.contract_set import contract_set_of_names
from trexscore.rules.seats import SEAT_BY_LETTER, SEATS, BySeat
from trexscore.web.games.entry_titles import contract_set_name, title_of_score_entry
from trexscore.web.games.upcoming_deal import named_doublings
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

NamesBySeat = BySeat[str]


class EventContext(NamedTuple):
    """What a line needs besides its event: names by seat, who raised a dispute, and whether the entry ended it."""

    names_by_seat: NamesBySeat
    disputer_name_of: Callable[[int], str]
    ends_dispute: bool


@singledispatch
def title_of_event(event: GameEvent, _context: EventContext) -> str:
    """The line of an event, by its type. Raises `LookupError` for a type without one; a test asks for all types."""
    raise LookupError(f"{type(event).__name__} has no line in the history")


@title_of_event.register
def _fixed_title(event: GameStarted | GameAbandoned | NamesRemoved | EntryDiscarded, _context: EventContext) -> str:
    return _(_FIXED_TITLES[type(event)])


@title_of_event.register
def _name_correction_title(event: PlayerNamed, _context: EventContext) -> str:
    return _("Name corrected: %(name)s", name=event.name)


@title_of_event.register
def _first_king_title(event: FirstKingChosen, context: EventContext) -> str:
    return _("First king: %(name)s", name=context.names_by_seat[event.seat])


@title_of_event.register
def _deal_title(event: DealRecorded, _context: EventContext) -> str:
    return _("%(contracts)s saved", contracts=title_of_score_entry(event.score_entry))


@title_of_event.register
def _game_file_event_title(event: GameFileEvent, _context: EventContext) -> str:
    return title_of_score_entry(event.score_entry)


@title_of_event.register
def _announcement_title(event: ContractAnnounced, context: EventContext) -> str:
    contracts = contract_set_name(contract_set_of_names(event.announcement["contracts"]))
    doublings = [
        _("%(card)s (%(name)s)", card=_(CARD_NAMES[card]), name=name)
        for card, name in named_doublings(event.announcement.get("doubled", {}), context.names_by_seat)
    ]
    if not doublings:
        return _("%(contracts)s announced", contracts=contracts)
    doublings_text = reader_language().join_list(doublings)
    return _("%(contracts)s announced, doubled: %(doublings)s", contracts=contracts, doublings=doublings_text)


@title_of_event.register
def _undo_title(event: EntryUndone, _context: EventContext) -> str:
    return _("Entry %(number)s undone", number=event.undone_seq)


@title_of_event.register
def _sign_off_title(event: KingdomSigned, context: EventContext) -> str:
    names = context.names_by_seat
    return _("%(name)s signs off %(king)s’s kingdom", name=names[event.seat], king=names[event.king])


@title_of_event.register
def _confirmation_title(event: EntryConfirmed, context: EventContext) -> str:
    return _("%(name)s confirms entry %(number)s", name=context.names_by_seat[event.seat], number=event.confirmed_seq)


@title_of_event.register
def _policy_title(event: PolicyChanged, _context: EventContext) -> str:
    return " ".join(policy_sentences(reader_language(), event.policy))


@title_of_event.register
def _link_change_title(event: LinkOpenedOrReplaced, context: EventContext) -> str:
    is_opened = event.state == "opened"
    if event.holder == REFEREE:
        return _("Referee link opened") if is_opened else _("Referee link replaced")
    name = context.names_by_seat[SEAT_BY_LETTER[event.holder]]
    if is_opened:
        return _("Player link opened: %(name)s", name=name)
    return _("Player link replaced: %(name)s", name=name)


@title_of_event.register
def _correction_title(event: EntriesCorrected, _context: EventContext) -> str:
    if event.approval.by_referee:
        return _("Corrected by the referee: %(reason)s", reason=event.reason)
    if len(event.approval.approving_seats) == len(SEATS):
        return _("Corrected and approved by all four: %(reason)s", reason=event.reason)
    return _("Corrected: %(reason)s", reason=event.reason)


@title_of_event.register
def _dispute_title(event: DisputeRaised, context: EventContext) -> str:
    return _("Dispute by %(name)s: %(reason)s", name=context.names_by_seat[event.seat], reason=event.reason)


@title_of_event.register
def _dispute_answer_title(event: DisputeAnswered, context: EventContext) -> str:
    name, disputer_name = context.names_by_seat[event.seat], context.disputer_name_of(event.dispute_seq)
    if context.ends_dispute:
        return _(
            "%(name)s agrees with %(other)s’s dispute: all four agree, so it’s resolved", name=name, other=disputer_name
        )
    if event.agrees:
        return _("%(name)s agrees with %(other)s’s dispute", name=name, other=disputer_name)
    return _("%(name)s disagrees with %(other)s’s dispute", name=name, other=disputer_name)


@title_of_event.register
def _dispute_resolution_title(event: DisputeResolved, context: EventContext) -> str:
    name = context.disputer_name_of(event.dispute_seq)
    if event.by_referee and event.reason:
        return _(_RULING_TITLES[event.resolution], name=name, reason=event.reason)
    return _((_RULING_TITLES_WITHOUT_REASON if event.by_referee else _RESOLUTION_TITLES)[event.resolution], name=name)


@title_of_event.register
def _dispute_reopening_title(event: DisputeReopened, context: EventContext) -> str:
    name, reason = context.disputer_name_of(event.dispute_seq), event.reason
    if event.by_referee or event.seat is None:
        return _("The referee reopens %(name)s’s dispute: %(reason)s", name=name, reason=reason)
    return _(
        "%(by)s reopens %(name)s’s dispute: %(reason)s", by=context.names_by_seat[event.seat], name=name, reason=reason
    )


_FIXED_TITLES: dict[type[GameEvent], str] = {
    GameStarted: N_("Game started"),
    GameAbandoned: N_("Game abandoned"),
    NamesRemoved: N_("Names removed permanently; all points stay"),
    EntryDiscarded: N_("The other version was chosen"),
}
_RULING_TITLES = {
    "proposed": N_("Corrected by the referee as %(name)s proposed: %(reason)s"),
    "as_it_stands": N_("The referee dismisses %(name)s’s dispute: %(reason)s"),
}
_RULING_TITLES_WITHOUT_REASON = {
    "proposed": N_("Corrected by the referee as %(name)s proposed"),
    "as_it_stands": N_("The referee dismisses %(name)s’s dispute"),
}
_RESOLUTION_TITLES = {
    "proposed": N_("Resolved: corrected as %(name)s proposed"),
    "as_it_stands": N_("%(name)s’s dispute is resolved: nothing changes"),
    "withdrawn": N_("%(name)s’s dispute was withdrawn"),
}
