// Turns posted forms into the entries that the server would make of them.

import { DealRecorded, DealVoided, EntryUndone, FirstKingChosen, PointsAdjusted } from "../game/events/index.js";
import { sortContracts } from "../game/fold.js";
import { redoableEntries } from "../game/redo.js";
import { SEATS } from "../lib/points.js";
import { dealForm, dealBodyOfForm } from "./deal-form.js";
import { parseAdjustment } from "./small-forms.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {import("../game/events/event.js").Draft & {takes_back?: string}} EntryDraft */

/** The contracts named in a form or an address, in standard order. @param {string[]} names */
export function parseContracts(names) {
  return sortContracts(names.flatMap((each) => each.replaceAll(" ", "+").split("+")));
}

/**
 * @param {FormData} posted
 * @param {any} view
 * @param {Seat} king
 * @param {(form: any) => string} revokeChargeNote what is noted beside it
 * @returns {EntryDraft | null}
 */
function dealDraft(posted, view, king, revokeChargeNote) {
  const contracts = parseContracts(posted.getAll("contracts").map(String));
  const form = dealForm(view, contracts, null, posted);
  if (!contracts.length || form.first_unanswered_step_index !== null) return null;
  const note = revokeChargeNote(form);
  return DealRecorded.entry({ ...dealBodyOfForm(form, contracts, king), ...(note ? { note } : {}) });
}

/** @param {FormData} posted @param {any[]} entries @returns {EntryDraft | null} */
function undoDraft(posted, entries) {
  const key = posted.get("entry"); // an entry that has no number yet
  const targetEntry = entries.find((entry) =>
    key ? entry.key === key : !entry.isQueued && String(entry.seq) === posted.get("seq"),
  );
  return targetEntry ? { ...EntryUndone.entry(targetEntry.seq), takes_back: targetEntry.key } : null;
}

/** The entry that was undone last, to be recorded again. @param {FormData} posted @param {any[]} entries @returns {EntryDraft | null} */
function redoDraft(posted, entries) {
  const lastRedoable = redoableEntries(entries).at(-1);
  const key = posted.get("entry");
  return lastRedoable && (key ? lastRedoable.key === key : String(lastRedoable.seq) === posted.get("seq"))
    ? { kind: lastRedoable.kind, body: lastRedoable.body }
    : null;
}

/** @param {FormData} posted @param {Seat} king @returns {EntryDraft | null} */
function voidDraft(posted, king) {
  const reason = posted.get("reason");
  const claimed = SEATS.find((seat) => seat === posted.get("claimed_by"));
  return reason ? DealVoided.entry({ reason, ...(claimed ? { claimed_by: claimed } : {}) }, king) : null;
}

/** @param {FormData} posted @returns {EntryDraft | null} */
function adjustmentDraft(posted) {
  const body = parseAdjustment(posted);
  return body && PointsAdjusted.entry(body);
}

/** @typedef {{posted: FormData, view: any, king: Seat | undefined, entries: any[], revokeChargeNote: (form: any) => string}} FilledForm */

/** The entry that each form makes, by the last part of the form's address. @type {Record<string, (form: FilledForm) => EntryDraft | null>} */
const DRAFT_BY_ACTION = {
  deals: ({ posted, view, king, revokeChargeNote }) => (king ? dealDraft(posted, view, king, revokeChargeNote) : null),
  voids: ({ posted, king }) => (king ? voidDraft(posted, king) : null),
  adjustments: ({ posted }) => adjustmentDraft(posted),
  "first-king": ({ posted, king }) => (king ? FirstKingChosen.entry(posted.get("king")) : null),
  undo: ({ posted, entries }) => undoDraft(posted, entries),
  redo: ({ posted, entries }) => redoDraft(posted, entries),
};

/** The forms that make an entry on the phone. */
export const ENTRY_ACTIONS = Object.keys(DRAFT_BY_ACTION);

/**
 * The entry that a form makes; null if something is missing.
 * @param {string} action one of `ENTRY_ACTIONS`
 * @param {FormData} posted
 * @param {any} view the game as its pages show it
 * @param {any[]} entries the journal, queued entries included
 * @param {(form: import("./deal-form.js").DealForm) => string} revokeChargeNote the note of a deal
 * @returns {EntryDraft | null}
 */
export function entryFromForm(action, posted, view, entries, revokeChargeNote) {
  // The king of the opened form: another phone may have ended the kingdom, and the next king has this contract left.
  const king = SEATS.find((seat) => seat === posted.get("king")) ?? view.king?.seat;
  return DRAFT_BY_ACTION[action]({ posted, view, king, entries, revokeChargeNote });
}
