// What is noted beside an entry: who did not follow suit, who asked for a new deal, and what the table wrote itself.

/** @typedef {import("../../lib/points.js").Seat} Seat */

/** @param {string} name As it can stand in any sentence. */
const isolated = (name) => `\u2068${name}\u2069`;

/** @param {import("../site.js").Site} site @param {ReturnType<typeof import("./behind.js").behindViews>} behind */
export function notedViews({ words }, { filled }) {
  /** Who did not follow suit, and what that comes to; in Trex there is no suit to follow. @param {Record<Seat, string>} names @param {any} rules @param {any} body */
  const reneged = (names, rules, { contracts, renege }) =>
    renege ? filled(words.reneged[contracts.includes("trex") ? "none" : rules.renege], { seat: isolated(names[/** @type {Seat} */ (renege.by)]) }) : "";

  /** Who asked for a new deal. @param {Record<Seat, string>} names @param {any} body */
  const claimed = (names, body) => (body.void?.claimed_by ? filled(words.claimed, { seat: isolated(names[/** @type {Seat} */ (body.void.claimed_by)]) }) : "");

  /** All of it, where an entry is a deal or one thrown in. @param {Record<Seat, string>} names @param {any} rules @param {any} entry @returns {string[]} */
  const notesOf = (names, rules, { kind, body }) =>
    body && ["deal", "void"].includes(kind) ? [reneged(names, rules, body), claimed(names, body), body.note].filter(Boolean) : [];

  return { isolated, reneged, claimed, notesOf };
}
