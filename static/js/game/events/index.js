// All events of a game, as in trexscore/game/events; tests/browser/offline/test_events.py compares them.

import { ContractAnnounced, GameAbandoned } from "./announcement-and-abandonment.js";
import { EntryDiscarded, EntriesCorrected, EntryUndone } from "./correction-and-undo.js";
import { DealRecorded, DealVoided, PointsAdjusted } from "./game-file.js";
import { DisputeAnswered, DisputeRaised, DisputeReopened, DisputeResolved } from "./dispute.js";
import { EntryConfirmed, KingdomSigned } from "./sign-off-and-confirmation.js";
import { FirstKingChosen, GameStarted, LinkOpenedOrReplaced, NamesRemoved, PlayerNamed, PolicyChanged } from "./setup-and-links.js";

export * from "./announcement-and-abandonment.js";
export * from "./correction-and-undo.js";
export * from "./game-file.js";
export * from "./dispute.js";
export { REFEREE, isScorerPermission } from "./event.js";
export * from "./sign-off-and-confirmation.js";
export * from "./setup-and-links.js";

const EVENTS = [
  GameStarted, PlayerNamed, FirstKingChosen, PolicyChanged, LinkOpenedOrReplaced, NamesRemoved,
  DealRecorded, DealVoided, PointsAdjusted, ContractAnnounced, GameAbandoned,
  EntriesCorrected, EntryUndone, EntryDiscarded,
  DisputeRaised, DisputeAnswered, DisputeResolved, DisputeReopened, KingdomSigned, EntryConfirmed,
];

const EVENT_BY_KIND = new Map(EVENTS.map((event) => [event.storedKind, event]));

/** The event of an entry. One that only newer scripts know counts nothing, as a discarded one. @param {{kind: string}} entry */
export const eventOf = ({ kind }) => EVENT_BY_KIND.get(kind) ?? EntryDiscarded;

/** The content of an entry; null where a name was removed from it. @param {{kind: string, body: any}} entry @returns {any} */
export const contentOf = (entry) => entry.body && eventOf(entry).content(entry.body);

/** The event of a body without its kind: an entry of the game file, or the last entry that can be undone. @param {any} body */
export const eventOfBody = (body) => EVENTS.find(({ storedKind }) => storedKind in body) ?? DealRecorded;
