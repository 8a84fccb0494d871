// Notes of an entry: a revoke, who asked for a void deal, and the table's own note.

/** @typedef {import("../../lib/points.js").Seat} Seat */

/** @param {string} name @returns {string} the name with isolates, so that it fits any sentence */
const isolate = (name) => `\u2068${name}\u2069`;

/** @param {import("../site.js").Site} site @param {ReturnType<typeof import("./rules.js").rulePresenter>} behind */
export function notePresenter({ words }, { filled }) {
  /** Who revoked and the consequence; there is none in Trex. @param {Record<Seat, string>} names @param {any} rules @param {any} body */
  const revokeNote = (names, rules, { contracts, renege }) =>
    renege ? filled(words.reneged[contracts.includes("trex") ? "none" : rules.renege], { seat: isolate(names[/** @type {Seat} */ (renege.by)]) }) : "";

  /** Who asked for the void deal. @param {Record<Seat, string>} names @param {any} body */
  const voidRequest = (names, body) => (body.void?.claimed_by ? filled(words.claimed, { seat: isolate(names[/** @type {Seat} */ (body.void.claimed_by)]) }) : "");

  /** All notes of a deal or a void deal. @param {Record<Seat, string>} names @param {any} rules @param {any} entry @returns {string[]} */
  const notesOf = (names, rules, { kind, body }) =>
    body && ["deal", "void"].includes(kind) ? [revokeNote(names, rules, body), voidRequest(names, body), body.note].filter(Boolean) : [];

  return { isolate, revokeNote, voidRequest, notesOf };
}
