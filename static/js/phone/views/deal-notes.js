// Notes of an entry: a revoke, who asked for a void deal, and the table's own note.

import { DealRecorded, DealVoided, eventOf } from "../../game/events/index.js";
import { isolateName } from "./name-forms.js";

/** @typedef {import("../../lib/points.js").Seat} Seat */

/** @param {import("../offline-pages.js").OfflinePageTools} tools @param {ReturnType<typeof import("./rule-references.js").ruleReferencePresenter>} rules */
export function dealNotePresenter({ words }, { fillParams }) {
  /** Who revoked and the consequence; there is none in Trex. @param {Record<Seat, string>} names @param {any} rules @param {any} body */
  const revokeNote = (names, rules, { contracts, renege }) =>
    renege
      ? fillParams(words.reneged[contracts.includes("trex") ? "none" : rules.renege], {
          seat: isolateName(names[/** @type {Seat} */ (renege.by)]),
        })
      : "";

  /** Who asked for the void deal. @param {Record<Seat, string>} names @param {any} body */
  const redealClaimText = (names, body) =>
    body.void?.claimed_by
      ? fillParams(words.claimed, { seat: isolateName(names[/** @type {Seat} */ (body.void.claimed_by)]) })
      : "";

  /** All notes of a deal or a void deal. @param {Record<Seat, string>} names @param {any} rules @param {any} entry @returns {string[]} */
  const notesOf = (names, rules, entry) =>
    entry.body && [DealRecorded, DealVoided].includes(eventOf(entry))
      ? [revokeNote(names, rules, entry.body), redealClaimText(names, entry.body), entry.body.note].filter(Boolean)
      : [];

  return { revokeNote, redealClaimText, notesOf };
}
