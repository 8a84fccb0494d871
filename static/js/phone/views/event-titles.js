// Each event of a game as a line of its history, as in trexscore/web/games/history/event_titles.py.

import {
  EntryDiscarded,
  ContractAnnounced,
  DealRecorded,
  DealVoided,
  DisputeAnswered,
  DisputeRaised,
  DisputeReopened,
  DisputeResolved,
  EntriesCorrected,
  EntryConfirmed,
  EntryUndone,
  FirstKingChosen,
  GameAbandoned,
  GameStarted,
  KingdomSigned,
  LinkOpenedOrReplaced,
  NamesRemoved,
  PlayerNamed,
  PointsAdjusted,
  PolicyChanged,
  REFEREE,
  contentOf,
  eventOf,
} from "../../game/events/index.js";
import { countedEntryKind } from "../../game/game-builder.js";
import { SEATS } from "../../lib/points.js";
import { namedDoublings } from "./game.js";

/** @typedef {import("../../game/events/event.js").GameEvent} GameEvent */
/** @typedef {{names: Record<string, string>, raisedBy: (dispute: number) => string, endsDispute: (dispute: number) => boolean}} TitleContext What a line needs besides its event: names by seat, who raised a dispute, and whether the entry ended it. */

/**
 * @param {import("../offline-pages.js").OfflinePageTools} tools
 * @param {ReturnType<typeof import("./game.js").gamePresenter>} shared
 * @param {ReturnType<typeof import("./rule-references.js").ruleReferencePresenter>} rules
 */
export function eventTitlePresenter({ say: _, words, language, plural }, { contractSetName, titleOf }, { fillParams }) {
  /** @param {any} policy */
  const policyText = ({ second_person: isSecond = false, deadline = null, referee = false }) => {
    const deadlineText = deadline
      ? fillParams(words.terms.deadline[deadline.after][plural(deadline.minutes)], {
          minutes: language.number(deadline.minutes),
        })
      : words.terms.at_any_time;
    return [words.terms.second_person[Number(isSecond)], deadlineText, words.terms.referee[Number(referee)]].join(" ");
  };

  /** @param {any} content @param {TitleContext} context */
  const linkText = ({ for: holder, is: state }, { names }) => {
    const isOpened = state === "opened";
    if (holder === REFEREE) return isOpened ? _("Referee link opened") : _("Referee link replaced");
    const name = names[holder];
    return isOpened ? _("Player link opened: %(name)s", { name }) : _("Player link replaced: %(name)s", { name });
  };

  /** @param {any} content @param {TitleContext} context */
  const announcementText = ({ contracts: names, doubled = {} }, { names: players }) => {
    const contracts = contractSetName(names);
    const doublings = namedDoublings(doubled, players).map(([card, name]) =>
      _("%(card)s (%(name)s)", { card: words.card[card], name }),
    );
    if (!doublings.length) return _("%(contracts)s announced", { contracts });
    return _("%(contracts)s announced, doubled: %(doublings)s", {
      contracts,
      doublings: doublings.join(`${language.list_comma} `),
    });
  };

  /** @param {any} content */
  const correctionText = ({ reason, with: approvedBy = [] }) => {
    if (approvedBy.includes(REFEREE)) return _("Corrected by the referee: %(reason)s", { reason });
    return approvedBy.length === SEATS.length
      ? _("Corrected and approved by all four: %(reason)s", { reason })
      : _("Corrected: %(reason)s", { reason });
  };

  /** @param {any} content @param {TitleContext} context */
  const answerText = ({ dispute, seat, agrees }, { names, raisedBy, endsDispute }) => {
    const params = { name: names[seat], other: raisedBy(dispute) };
    if (endsDispute(dispute))
      return _("%(name)s agrees with %(other)s’s dispute: all four agree, so it’s resolved", params);
    return agrees
      ? _("%(name)s agrees with %(other)s’s dispute", params)
      : _("%(name)s disagrees with %(other)s’s dispute", params);
  };

  /** @param {any} content @param {TitleContext} context */
  const resolutionText = ({ dispute, as, by: referee, reason }, { raisedBy }) => {
    const name = raisedBy(dispute);
    if (as === "withdrawn") return _("%(name)s’s dispute was withdrawn", { name });
    const corrects = as === "proposed";
    if (!referee)
      return corrects
        ? _("Resolved: corrected as %(name)s proposed", { name })
        : _("%(name)s’s dispute is resolved: nothing changes", { name });
    if (reason)
      return corrects
        ? _("Corrected by the referee as %(name)s proposed: %(reason)s", { name, reason })
        : _("The referee dismisses %(name)s’s dispute: %(reason)s", { name, reason });
    return corrects
      ? _("Corrected by the referee as %(name)s proposed", { name })
      : _("The referee dismisses %(name)s’s dispute", { name });
  };

  /** @param {any} content @param {TitleContext} context */
  const reopeningText = ({ dispute, by: referee, seat, reason }, { names, raisedBy }) => {
    const name = raisedBy(dispute);
    return referee
      ? _("The referee reopens %(name)s’s dispute: %(reason)s", { name, reason })
      : _("%(by)s reopens %(name)s’s dispute: %(reason)s", { by: names[seat], name, reason });
  };

  /** @type {Map<Readonly<GameEvent>, (content: any, context: TitleContext) => string>} */
  const titleByEvent = new Map([
    [GameStarted, () => _("Game started")],
    [PlayerNamed, ({ name }) => _("Name corrected: %(name)s", { name })],
    [FirstKingChosen, (seat, { names }) => _("First king: %(name)s", { name: names[seat] })],
    [DealRecorded, (body) => _("%(contracts)s saved", { contracts: titleOf({ kind: countedEntryKind(body), body }) })],
    [DealVoided, (body) => titleOf({ kind: DealVoided.storedKind, body })],
    [PointsAdjusted, (body) => titleOf({ kind: PointsAdjusted.storedKind, body })],
    [ContractAnnounced, announcementText],
    [GameAbandoned, () => _("Game abandoned")],
    [EntryUndone, (seq) => _("Entry %(number)s undone", { number: seq })],
    [EntryDiscarded, () => _("The other version was chosen")],
    [EntriesCorrected, correctionText],
    [
      KingdomSigned,
      ({ kingdom, seat }, { names }) =>
        _("%(name)s signs off %(king)s’s kingdom", { name: names[seat], king: names[kingdom] }),
    ],
    [
      EntryConfirmed,
      ({ seq, seat }, { names }) => _("%(name)s confirms entry %(number)s", { name: names[seat], number: seq }),
    ],
    [
      DisputeRaised,
      ({ seat, reason }, { names }) => _("Dispute by %(name)s: %(reason)s", { name: names[seat], reason }),
    ],
    [DisputeAnswered, answerText],
    [DisputeResolved, resolutionText],
    [DisputeReopened, reopeningText],
    [LinkOpenedOrReplaced, linkText],
    [PolicyChanged, policyText],
    [NamesRemoved, () => _("Names removed permanently; all points stay")],
  ]);

  /** The line of an entry. @param {TitleContext} context @param {import("../../game/game-builder.js").Entry} entry @returns {string} */
  const eventTitle = (context, entry) =>
    entry.body ? (titleByEvent.get(eventOf(entry))?.(contentOf(entry), context) ?? "") : _("Removed permanently");

  return { eventTitle };
}
