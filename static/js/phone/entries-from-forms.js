// What a form of a game writes: the entry that the server would make of it.

import { CONTRACTS } from "../game/fold.js";
import { redoableEntries } from "../game/redo.js";
import { SEATS } from "../lib/points.js";
import { adjustmentOf, dealForm, dealOf } from "./forms.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {{kind: string, body: any, takes_back?: string}} Written */

/** The contracts that a form or an address names, in their usual order. @param {string[]} said */
export function contractsIn(said) {
  const names = said.flatMap((each) => each.replaceAll(" ", "+").split("+"));
  return CONTRACTS.filter((contract) => names.includes(contract));
}

/** @param {FormData} posted @param {any} shown @param {Seat} king @param {(told: any) => string} noteOf what is noted beside it @returns {Written | null} */
function deal(posted, shown, king, noteOf) {
  const contracts = contractsIn(posted.getAll("contracts").map(String));
  const told = dealForm(shown, contracts, null, posted);
  if (!contracts.length || told.asked_step !== null) return null;
  const note = noteOf(told);
  return { kind: "deal", body: { ...dealOf(told, contracts, king), ...(note ? { note } : {}) } };
}

/** @param {FormData} posted @param {any[]} entries @returns {Written | null} */
function takingBack(posted, entries) {
  const key = posted.get("entry"); // of what has no number yet
  const taken = entries.find((entry) => (key ? entry.key === key : !entry.waits && String(entry.seq) === posted.get("seq")));
  return taken ? { kind: "take_back", body: { take_back: taken.seq }, takes_back: taken.key } : null;
}

/** What was undone last, said again. @param {FormData} posted @param {any[]} entries @returns {Written | null} */
function putBack(posted, entries) {
  const last = redoableEntries(entries).at(-1);
  const key = posted.get("entry");
  return last && (key ? last.key === key : String(last.seq) === posted.get("seq")) ? { kind: last.kind, body: last.body } : null;
}

/**
 * The entry that a form makes; null where something is still missing.
 * @param {string} what the last part of the form's address
 * @param {FormData} posted
 * @param {any} shown the game as its pages show it
 * @param {any[]} entries the journal with what waits behind it
 * @param {(told: any) => string} noteOf what is noted beside a deal that was told
 * @returns {Written | null}
 */
export function written(what, posted, shown, entries, noteOf) {
  const king = /** @type {Seat | undefined} */ (shown.king?.seat ?? (posted.get("king") || undefined));
  if (what === "adjustments") {
    const body = adjustmentOf(posted);
    return body && { kind: "adjustment", body };
  }
  if (what === "first-king") return king ? { kind: "first_king", body: { first_king: posted.get("king") } } : null;
  if (what === "taking-back") return takingBack(posted, entries);
  if (what === "redo") return putBack(posted, entries);
  if (!king) return null;
  if (what === "deals") return deal(posted, shown, king, noteOf);
  const reason = posted.get("reason");
  const claimed = SEATS.find((seat) => seat === posted.get("claimed_by"));
  return what === "voids" && reason ? { kind: "void", body: { king, void: { reason, ...(claimed ? { claimed_by: claimed } : {}) } } } : null;
}
